"""What a finished battle comes to: losses, who is gone, and who hears what of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.rules.space_combat.outcome import heard_until, outcome, reports
from pbm.games.nova.state.battle.arena import (
    ABOARD,
    AWAY,
    CAPTURED,
    DESTROYED,
    IN_PLAY,
    JUMPED,
    Battle,
    BattleSide,
    Fighter,
    Seen,
)
from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.state import PLACED, Cargo, GateEnd
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import ship, state

AT = "SHOOT"


def one(id: str, owner: str = "ann", **fields: Any) -> Fighter:
    """A fighter whose ship has its id."""
    return Fighter(f"f{id}", id, owner, id.upper(), f"{owner}/Frigate", **fields)


def over(*fighters: Fighter, round: int = 6, **fields: Any) -> Battle:
    """A battle of these that is over; ``ann``, ``bea``, ``cyd``: fields of their sides."""
    sides = {
        name: replace(BattleSide(name, ()), **fields.pop(name, {}))
        for name in sorted({one.owner for one in fighters})
    }
    seen = {name: fields.pop(f"{name}_seen", {}) for name in sides}
    return Battle("x", AT, sides, {f.id: f for f in fighters}, seen, round=round, over="alone",
        **fields)  # fmt: skip


def draft_of(*ships: Any, **fields: Any) -> Draft:
    return Draft(state(*ships, players="abc", **fields))


def test_ships_are_destroyed_captured_or_gone_and_the_rest_stays() -> None:
    names = ("a1", "a2", "a3", "a4")
    draft = draft_of(*(ship(name, at=AT) for name in names))
    result = outcome(
        draft,
        over(
            one("a1", state=DESTROYED, damage=Damage(2, 15)),
            one("a2", state=CAPTURED, captor="bea"),
            one("a3", state=JUMPED),
            one("a4", damage=Damage(1, 0, {"BL1": 1})),
        ),
    )
    assert (result.destroyed, result.captured, result.retreats) == (
        ["a1"],
        {"a2": "bea"},
        {"a3": ""},
    )
    assert result.damage == {"a4": Damage(1, 0, {"BL1": 1})}
    assert (result.rounds, result.won) == (6, None)


def test_only_new_damage_is_of_this_battle() -> None:
    draft = draft_of(ship("a1", at=AT, damage=Damage(1, 2, {"BL1": 1})), ship("a2", at=AT))
    old = Damage(1, 2, {"BL1": 1})
    result = outcome(draft, over(one("a1", damage=Damage(1, 7, {"BL1": 1, "IE1": 1})), one("a2")))
    assert result.damage == {"a1": Damage(0, 5, {"IE1": 1})}
    assert outcome(draft, over(one("a1", damage=old), one("a2"))).damage == {}


def test_units_that_died_in_holds_are_cargo_lost() -> None:
    held = (("AA", 2), ("RA", 1))
    draft = draft_of(
        ship("a1", "Hauler", at=AT, cargo=held), ship("a2", "Hauler", at=AT, cargo=held)
    )
    left = (Stowed("AA", "ann", ("CH2",)), Stowed("SG", "ann", ("CH1",), end="ring"))
    result = outcome(draft, over(one("a1", stowed=left), one("a2", stowed=left, state=DESTROYED)))
    assert result.cargo == {"a1": {"AA": 1, "RA": 1}}


def test_gate_ends_shot_to_pieces_and_those_lost_aboard_are_gone_once() -> None:
    end = GateEnd("ring-a", "Ring-A", "ann", "ring-b", AT, PLACED)
    draft = draft_of(ship("a1", at=AT), end)
    gates = [
        Fighter("g1", "", "ann", "Ring-A", "1", state=DESTROYED, gate="ring-a"),
        Fighter("g2", "", "ann", "Ring-C", "1", gate="ring-c"),
    ]
    result = outcome(draft, over(one("a1"), *gates, ends_lost=("ring-a", "far")))
    assert result.gates == ["ring-a", "far"]


def test_launched_ships_stand_by_themselves_and_those_picked_up_lie_in_their_new_bay() -> None:
    draft = draft_of(
        ship("a1", "Hauler", at=AT),
        ship("a2", at="", carrier="a1", bay="LB1"),
        ship("a3", at=AT),
        ship("a4", at="", carrier="a1", bay="CH1"),
        ship("a5", at="", carrier="a1", bay="LB2"),
    )
    outcome(
        draft,
        over(
            one("a1"),
            one("a2", carrier="fa1", bay="LB1", state_since=1),
            one("a3", carrier="fa1", bay="LB1", state=ABOARD, state_since=4),
            one("a4", carrier="fa1", bay="CH1", state=ABOARD),
            one("a5", carrier="fa1", bay="LB2", state=AWAY),
        ),
    )
    places = {id: (it.at, it.carrier, it.bay) for id, it in draft.ships.items()}
    assert places == {
        "a1": (AT, "", ""),
        "a2": (AT, "", ""),
        "a3": ("", "a1", "LB1"),
        "a4": ("", "a1", "CH1"),
        "a5": ("", "a1", "LB2"),
    }


# --- reports ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "side", "report", "until"),
    [
        ({"state": IN_PLAY}, {}, "full", 6),
        ({"state": JUMPED, "state_since": 4}, {}, "full", 4),
        ({"state": AWAY}, {}, "full", 6),
        ({"state": DESTROYED, "state_since": 6}, {}, "silent", 0),
        ({"state": DESTROYED, "state_since": 1}, {"garbled": True}, "garbled", 0),
        ({"state": DESTROYED, "state_since": 3}, {"heard": 3}, "full", 3),
        ({"state": CAPTURED, "state_since": 6}, {}, "silent", 0),
        ({"state": DESTROYED, "state_since": 3}, {"heard": 3, "garbled": True}, "full", 3),
    ],
)
def test_who_lives_reports_and_a_communicator_that_had_time(
    fields: dict[str, Any], side: dict[str, Any], report: str, until: int
) -> None:
    battle = over(one("a1", **fields), one("b1", "bea"), ann=side)
    assert reports(battle) == {"ann": report, "bea": "full"}
    assert heard_until(battle, "ann") == until


def test_a_ship_aboard_a_captured_one_reports_nothing_and_a_gate_end_is_no_survivor() -> None:
    gate = Fighter("g", "", "ann", "Ring", "1", gate="ring-a")
    battle = over(
        one("a1", state=CAPTURED), one("a2", state=ABOARD, carrier="fa1"), gate, one("b1", "bea")
    )
    assert reports(battle)["ann"] == "silent"
    battle = over(one("a1", state=JUMPED), one("a2", state=ABOARD, carrier="fa1"), one("b1", "bea"))
    assert reports(battle)["ann"] == "full"


def test_a_friend_reports_to_its_own_empire_alone() -> None:
    battle = over(one("a1", state=DESTROYED), one("c1", "cyd"), one("b1", "bea"))
    assert reports(battle) == {"ann": "silent", "bea": "full", "cyd": "full"}


def test_a_side_is_told_of_the_ships_it_saw_and_of_what_it_saw_become_of_them() -> None:
    draft = draft_of(*(ship(name, at=AT) for name in ("a1", "a2")),
        *(ship(name, at=AT, owner="bea") for name in ("b1", "b2", "b3", "b4", "b5")))  # fmt: skip
    gate = Fighter("g", "", "bea", "Ring", "1", gate="ring-a")
    seen = {
        "fb1": Seen(1, since=1, gone=True),  # seen to die
        "fb2": Seen(2, since=1),  # died unseen
        "fb3": Seen(3, since=1, gone=True),  # jumped after the last report
        "fb4": Seen(4, since=5),  # met after it
        "g": Seen(5, since=1),
    }
    battle = over(
        one("a1", state=DESTROYED, state_since=3),
        one("a2", state=DESTROYED, state_since=6),
        one("b1", "bea", state=DESTROYED, state_since=2),
        one("b2", "bea", state=DESTROYED, state_since=2),
        one("b3", "bea", state=JUMPED, state_since=5),
        one("b4", "bea"),
        one("b5", "bea"),
        gate,
        ann={"heard": 3},
        ann_seen=seen,
    )
    result = outcome(draft, battle)
    assert result.noticed["ann"] == {"b1": "destroyed", "b2": "", "b3": ""}
    assert result.noticed["bea"] == {}
    assert result.heard == {"ann": 3, "bea": 6}


@pytest.mark.parametrize(
    ("states", "won"),
    [
        ((AWAY, DESTROYED), ("ann",)),
        ((AWAY, JUMPED), ("ann",)),
        ((AWAY, IN_PLAY), None),
        ((AWAY, AWAY), None),
        ((DESTROYED, DESTROYED), None),
    ],
)
def test_who_is_left_at_the_warp_point_has_won_though_scouts_hide_elsewhere(
    states: tuple[str, str], won: tuple[str, ...] | None
) -> None:
    """In all other cases the rules of results decide, as they do for a game master's."""
    names = ("b1", "b2")
    draft = draft_of(ship("a1", at=AT), *(ship(name, at=AT, owner="bea") for name in names))
    sides = {"ann": BattleSide("ann", ("bea",)), "bea": BattleSide("bea", ("ann",))}
    theirs = {
        name: one(name, owner="bea", state=state) for name, state in zip(names, states, strict=True)
    }
    fighters = {"a1": one("a1"), **theirs}
    battle = Battle("x", AT, sides, fighters, {"ann": {}, "bea": {}}, round=2, over="alone")
    assert outcome(draft, battle).won == won


def test_who_is_gone_with_its_carrier_holds_nothing() -> None:
    names = ("a1", "a2", "a3")
    draft = draft_of(*(ship(name, at=AT) for name in names), ship("b1", at=AT, owner="bea"))
    away = one("a3", state=AWAY)
    gone = (one("a1", state=JUMPED), one("a2", state=ABOARD, carrier="fa1"))
    battle = over(*gone, away, one("b1", "bea"), ann={"enemies": ("bea",)})
    battle = replace(battle, sides={**battle.sides, "bea": BattleSide("bea", ("ann",))})
    assert outcome(draft, battle).won == ("bea",)


def test_where_enemies_are_left_or_nobody_is_nothing_is_said_of_who_won() -> None:
    """Bea has only a ship away; Ann and Cyd, who fight each other, are both left, or neither."""
    names = (("a1", "ann"), ("b1", "bea"), ("c1", "cyd"))
    enemies = {"ann": ("bea", "cyd"), "bea": ("ann",), "cyd": ("ann",)}
    for states in ((IN_PLAY, AWAY, IN_PLAY), (JUMPED, AWAY, DESTROYED)):
        draft = draft_of(*(ship(name, at=AT, owner=owner) for name, owner in names))
        fighters = [
            one(name, owner, state=state)
            for (name, owner), state in zip(names, states, strict=True)
        ]
        sides: dict[str, Any] = {name: {"enemies": foes} for name, foes in enemies.items()}
        battle = over(*fighters, **sides)
        assert outcome(draft, battle).won is None


def test_the_same_units_loaded_apart_are_counted_together() -> None:
    held = (Cargo("AA", "ann", 1), Cargo("AA", "bea", 2), Cargo("RA", "ann", 1))
    draft = draft_of(ship("a1", "Hauler", at=AT, cargo=held))
    left = (Stowed("AA", "ann", ("CH1",)), Stowed("RA", "ann", ("CH2",)))
    assert outcome(draft, over(one("a1", stowed=left))).cargo == {"a1": {"AA": 2}}


def test_ships_away_report_unless_only_those_at_the_warp_point_do() -> None:
    fighters = (one("a1", state=DESTROYED, state_since=1), one("a2", state=AWAY), one("b1", "bea"))
    assert reports(over(*fighters))["ann"] == "full"
    assert reports(over(*fighters, ann={"away_reports": False}))["ann"] == "silent"
