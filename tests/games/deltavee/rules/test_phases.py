"""The sequence of play (DV 3.0)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.rules import phases as module
from pbm.games.deltavee.rules.phases import fresh, missing, phases
from pbm.games.deltavee.rules.victory.victory import Decided, look
from pbm.games.deltavee.state.state import Victory
from pbm.games.deltavee.state.units import UNUSED, Use
from tests.games.deltavee.builders import DEFAULTS, ship, state, told, work

TABLE = state(ship(1, "A", "sword", "A0909", 12, 1), ship(2, "A", "dagger", "C0909", 12, 1))
ORDER = ["1.move", "2.command", "1.fire", "2.move", "1.command", "2.fire"]


def test_six_phases_in_their_order() -> None:
    assert [phase.key for phase in phases(TABLE, 3, DEFAULTS)] == ORDER


def test_one_sheet_a_turn_or_one_for_each_command_and_fire_phase() -> None:
    whole = [phase.due(TABLE) for phase in phases(TABLE, 3, DEFAULTS)]
    assert whole == [("",), (), (), (), (), ()]
    split = [phase.due(TABLE) for phase in phases(TABLE, 3, {**DEFAULTS, "orders": "phase"})]
    assert split == [(), ("",), (".2",), (), (".3",), (".4",)]


def test_set_up_waits_for_sheets_only_where_there_is_a_choice() -> None:
    (only,) = phases(TABLE, 0, DEFAULTS)
    assert (only.key, only.due(TABLE)) == ("setup", ())


def test_what_was_used_is_forgotten_when_a_phase_begins() -> None:
    used = TABLE.with_units(replace(TABLE.units[0], use=Use(commands=3)))
    assert [unit.use for unit in fresh(used).units] == [UNUSED, UNUSED]


def test_the_last_phase_ends_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(module._STEPS, "fire", ("fires", "DV 8.0", lambda _work, _side: None))
    made = work(TABLE)
    for phase in phases(TABLE, 1, DEFAULTS)[-1:]:
        phase.resolve(made)
    assert made.state.turn == 2


def test_a_decided_game_stops_the_phase() -> None:
    """The second ship never moves: the game ended with the first one's move."""
    first, second = TABLE.units[0], ship(1, "B", "sword", "A0101", 4, 2)
    over = Victory("1", "destroyed", "the Dagger is gone", ("2a",))
    gone = replace(TABLE.units[1], status="destroyed")
    made = work(state(first, second, gone, victory=(over,)))
    phases(made.state, 1, DEFAULTS)[0].resolve(made)
    assert made.state.result == "Side 1 wins: the Dagger is gone"
    assert made.state.unit("1b").at == second.at
    assert len(told(made, "game_over")) == 1


def test_an_earlier_phase_does_not_end_the_turn() -> None:
    made = work(TABLE)
    phases(TABLE, 1, DEFAULTS)[0].resolve(made)
    assert made.state.turn == 1


def test_a_missing_sheet_is_told_and_gives_no_orders() -> None:
    made = work(TABLE)
    orders = missing(made, "bea")
    assert (orders.player, orders.missing, orders.of("2a")) == ("bea", True, UnitOrders(""))
    assert told(made, "missed_turn")[0].facts["player"] == "bea"


@pytest.mark.parametrize("fields", [{"result": "over"}, {"turn": 0}])
def test_victory_is_not_looked_at_before_the_game_or_after(fields: dict[str, Any]) -> None:
    part = Victory("1", "destroyed", "the Dagger is gone", ("2a",))
    gone = replace(TABLE.units[1], status="destroyed")
    made = work(state(TABLE.units[0], gone, victory=(part,), **fields))
    look(made)
    assert made.events == []


def test_a_draw_has_no_winner() -> None:
    part = Victory("", "destroyed", "the Dagger is gone", ("2a",))
    made = work(state(replace(TABLE.units[1], status="destroyed"), victory=(part,)))
    with pytest.raises(Decided):
        look(made)
    assert (made.state.winner, made.state.result) == ("", "A draw: the Dagger is gone")
