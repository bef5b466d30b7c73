"""How battles of a turn are decided, and that a turn's battle is told and carried out."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.context import PhaseContext, Unanswered
from pbm.games.nova.rules.contact import meeting
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.state import PLACED, Contact, GateEnd, State
from tests.games.nova.builders import STILL, design, ship, state, told, work
from tests.games.nova.lines import ALL, codes, sheet, standing

AT = "SHOOT"
STRONG = {"bea/Guard": design("Guard", Component("PA", 1, 0, damage=60, pr=9), empire="bea")}
HOSTILE = [sheet("bea", standing("general", ALL, codes("H")))]


def played(table: State, orders: Any = HOSTILE, **options: str) -> PhaseContext:
    """Phase G of a turn; battles by doctrine unless told."""
    made = work(table, orders, {"battles": "doctrine", **options}, phase="G")
    meeting.meet(made)
    return made


def two(*more: Any, **fields: Any) -> State:
    """A Hauler of Ann's before the gun of Bea's Guard."""
    return state(
        ship("Prey", "Hauler", at=AT), ship("Moth", "Guard", at=AT, owner="bea"), *more,
        designs=STRONG, **fields,
    )  # fmt: skip


def test_by_doctrine_a_battle_is_fought_in_the_run_told_and_carried_out() -> None:
    made = played(two())
    assert set(made.state.ships) == {"moth"}
    assert [one.facts["report"] for one in told(made, "battle", "ann")] == ["silent"]
    (summary,) = told(made, "battle", "bea")
    assert summary.facts["report"] == "full"
    assert summary.facts["outcome"] == "won"
    assert summary.facts["against"] == [
        {"who": "#1", "ships": 1, "destroyed": 1, "captured": 0, "retreats": 0, **STILL}
    ]
    assert [one.facts["why"] for one in told(made, "fight_ended", "bea")] == ["alone"]
    assert [one.kind for one in told(made, "", "ann") if one.kind.startswith("fight")] == []
    assert made.state.empires["bea"].contacts["ann"] == Contact("minor", number=1, since=3)
    assert made.state.empires["ann"].contacts == {}


def test_by_hand_the_game_master_is_asked_and_his_word_stands() -> None:
    with pytest.raises(Unanswered) as stop:
        played(two(), battles="by-hand")
    assert [item.id for item in stop.value.items] == [f"battle-{AT}"]
    made = played(two(results={f"battle {AT}": "rounds 2; Prey destroyed"}), battles="by-hand")
    assert [one.facts["rounds"] for one in told(made, "battle", "bea")] == [2]


def test_a_result_given_beforehand_stands_in_place_of_a_fight() -> None:
    made = played(two(results={f"battle {AT}": "rounds 9; Moth retreats"}))
    assert set(made.state.ships) == {"moth", "prey"}
    assert [one.facts["rounds"] for one in told(made, "battle", "ann")] == [9]
    assert told(made, "fight_ended") == []


def test_battles_in_several_systems_are_fought_each_with_its_own_dice() -> None:
    both = state(
        ship("Prey", at=AT), ship("Moth", at=AT, owner="bea"),
        ship("Prey2", at="MAVIS"), ship("Moth2", at="MAVIS", owner="bea"),
    )  # fmt: skip
    made = played(both)
    assert {one.facts["system"] for one in told(made, "fight_ended")} == {AT, "MAVIS"}
    alone = state(ship("Prey", at=AT), ship("Moth", at=AT, owner="bea"))
    again = played(alone)
    here = [one.facts for one in told(made, "fight_volley") if one.facts["system"] == AT]
    assert here == [one.facts for one in told(again, "fight_volley")]
    assert here


def test_gate_ends_that_die_are_gone_and_their_owner_hears_of_it() -> None:
    ends = [
        GateEnd("ring-a", "Ring-A", "bea", "ring-b", AT, PLACED),
        GateEnd("ring-b", "Ring-B", "bea", "ring-a", "MINKY", PLACED),
    ]
    hold = {f"battle {AT}": "rounds 1; Ring-A destroyed"}
    made = played(two(*ends, results=hold))
    assert made.state.gates["ring-a"].place == "gone"
    assert len(told(made, "gate_destroyed", "bea")) == 1
