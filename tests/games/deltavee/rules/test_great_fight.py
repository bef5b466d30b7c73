"""A cruiser and a transport against aliens, played with sheets as their players write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from pbm.dice.keyed import KeyedDice
from pbm.engine.events import Event, canonical
from pbm.games.deltavee.orders.orders import Orders
from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.orders.template import template
from pbm.games.deltavee.report.story import summary, tell
from pbm.games.deltavee.rules.phases import phases
from pbm.games.deltavee.rules.setup import set_up
from pbm.games.deltavee.scenario.check_scenario import check_scenario
from pbm.games.deltavee.scenario.scenario import begin
from pbm.games.deltavee.scenario.scenario_file import Scenario
from pbm.games.deltavee.state.energy import capacity
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import ABOARD, IN_PLAY, PREPARED
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from pbm.kit.toml_reader import load
from pbm.sheets.envelope import envelope, find_sheets
from tests.games.deltavee.builders import work
from tests.games.deltavee.scenes import IDS, SEATS, options, unit

FILE = """
game = "deltavee"
name = "fight"
title = "The Fight"
maps = 2
[[sides]]
id = "1"
name = "Federation"
[[sides]]
id = "2"
name = "Aliens"
[[ships]]
side = "1"
counter = "A"
class = "heavy_cruiser"
at = "A0809"
direction = 3
velocity = 1
log = 2
pods = ["storage", { kind = "arsenal", number = 8 }, "battle communications", { kind = "crew", number = 20 }]
[[ships]]
side = "1"
counter = "B"
class = "sword"
aboard = "1A"
pods = ["heavy weapon", "energy"]
[[ships]]
side = "1"
counter = "C"
class = "military_transport"
at = "A0807"
direction = 3
velocity = 1
log = 2
pods = ["storage", "battle communications", { kind = "crew", number = 30 }]
[[ships]]
side = "1"
counter = "D"
class = "dagger"
aboard = "1C"
pods = ["arsenal"]
[[ships]]
side = "2"
counter = "A"
class = "ram_jet"
at = "A1408"
direction = 9
velocity = 1
[[ships]]
side = "2"
counter = "B"
class = "solarship"
at = "A1409"
direction = 9
velocity = 1
[[ships]]
side = "2"
counter = "C"
name = "Mind"
class = "modular_ship"
at = "A1308"
direction = 9
velocity = 1
[[ships]]
side = "2"
counter = "D"
name = "Mind"
class = "modular_ship"
at = "A1309"
direction = 9
velocity = 1
[[ships]]
side = "2"
counter = "E"
class = "dagger"
at = "A1407"
direction = 9
velocity = 1
pods = ["arsenal", "battle communications"]
[[special]]
kind = "no_energy_until_damaged"
units = ["2E"]
[[victory]]
side = "1"
kind = "destroyed"
title = "the aliens are gone"
units = ["2A", "2B", "2C", "2D", "2E"]
[[victory]]
side = "2"
kind = "destroyed"
title = "the cruiser is gone"
units = ["1A"]
"""  # noqa: E501

# What the players add to their prefilled sheets, by turn.
ADDED: Mapping[tuple[str, int], str] = {
    ("ann", 1): "SHIP A\n  battle prepare B\nSHIP C\n  battle prepare D; launch D\n",
    ("ann", 2): "SHIP A\n  battle launch B bearing 4 speed +1\nSHIP C\n  battle launch D\n",
    ("ann", 4): "SHIP A\n  battle field on\n  hits grid, force field 2\n",
    ("bea", 1): "SHIP E\n  pod 1: launch unguided towards A\nSHIP Mind\n  command left\n",
    (
        "bea",
        3,
    ): "SHIP A\n  command accelerate 2, right\nALL SHIPS\n  hits force field 2, pod 10-20\n",
}
TURNS = 6


@dataclass(slots=True)
class Fight:
    """The states after each turn, all events, and what was said of the sheets."""

    seed: bytes
    states: list[State] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def sheet(table: State, player: str) -> tuple[Orders, list[str]]:
    """A player's prefilled sheet with what he adds to it, read."""
    view = build_view(table, player, SEATS, options()).written()
    View.read(view)
    body = template(View.read(view), "", options()) + ADDED.get((player, table.turn), "")
    kind = "ORDERS" if table.turn else "SETUP"
    text = envelope(kind, "fight", str(table.turn), player.title(), "K7QM", body)
    reading = read(find_sheets(text.encode(), "sheet.txt").sheets[0], View.read(view), options())
    assert isinstance(reading.commands, Orders)
    return reading.commands, [problem.fault for problem in reading.problems]


def fight(seed: bytes) -> Fight:
    scenario = load(Scenario, FILE.encode(), "fight.toml")
    assert list(check_scenario(scenario)) == []
    found = Fight(seed, [begin(scenario, SEATS, options(), IDS)])
    for turn in range(TURNS + 1):
        table = found.states[-1]
        orders = {}
        for seat in SEATS:
            orders[seat.id], said = sheet(table, seat.id)
            found.said += said
        made = work(table, orders, faces=KeyedDice(seed, turn))
        if not turn:
            set_up(made)
        for phase in phases(table, turn, options()) if turn else ():
            made.phase = phase.key
            if not made.state.result:
                phase.resolve(made)
        found.states.append(made.state)
        found.events.append(made.events)
        if made.state.result:
            break
    return found


@pytest.fixture(scope="module", params=[b"one", b"two", b"three"])
def played(request: pytest.FixtureRequest) -> Fight:
    return fight(request.param)


def of_kind(played: Fight, kind: str) -> Iterator[Event]:
    return (event for events in played.events for event in events if event.kind == kind)


def test_the_same_sheets_and_dice_give_the_same_fight(played: Fight) -> None:
    again = fight(played.seed)
    assert again.states == played.states
    assert again.events == played.events
    assert fight(b"other").states[-1] != played.states[-1]


def test_stored_ships_are_prepared_launched_and_then_fight(played: Fight) -> None:
    sword, dagger = (unit(played.states[0], name).id for name in ("1B", "1D"))
    for stored in (sword, dagger):
        status = [state.unit(stored).status for state in played.states]
        assert status[:4] == [ABOARD, ABOARD, PREPARED, IN_PLAY]
    launched = [event.facts["unit"] for event in of_kind(played, "launched")]
    assert {sword, dagger} <= set(launched)
    assert any(event.facts["by"] in (sword, dagger) for event in of_kind(played, "fired"))
    assert "C cannot do this: launch D" in played.said
    # All pods of a modular ship bear its name, so that it means none of them.
    assert '"Mind" is not one of your units' in played.said


def test_before_they_are_launched_the_enemy_hears_nothing_of_them(played: Fight) -> None:
    stored = [unit(played.states[0], name).id for name in ("1B", "1D")]
    for state, events in list(zip(played.states[1:], played.events, strict=True))[:2]:
        view = build_view(state, "bea", SEATS, options()).written()
        told = [[item.text for item in part.items] for part in tell(events, View.read(view), "bea")]
        whole = canonical([view, told, list(summary(events, View.read(view), "bea", (), ()))])
        assert not [one for one in stored if one in whole]
        assert "Sword" not in whole


def test_every_event_has_its_words_for_both_sides_and_the_master(played: Fight) -> None:
    for state, events in zip(played.states[1:], played.events, strict=True):
        for reader in ("ann", "bea", "gm"):
            view = build_view(state, reader, SEATS, options()).written()
            lines = [
                item.text for part in tell(events, View.read(view), reader) for item in part.items
            ]
            assert not [line for line in lines if "_" in line]


def test_energy_is_never_overspent_and_aliens_spend_none(played: Fight) -> None:
    for state in played.states:
        for one in state.units:
            assert 0 <= one.spent <= max(capacity(one), 0)
        for name in ("2A", "2B"):
            assert unit(state, name).spent == 0
        thorn = unit(state, "2E")
        engine = thorn.hull_part("engine")
        assert engine is not None
        assert thorn.spent == 0 or not engine.sound


def test_the_pods_of_a_modular_ship_are_marked_alike(played: Fight) -> None:
    for state in played.states:
        pods = [unit(state, name) for name in ("2C", "2D")]
        marks = {one.parts[0].status for one in pods if one.in_play}
        assert len(marks) <= 1


def test_great_ships_are_hit_by_two_dice_others_by_one(played: Fight) -> None:
    great = {unit(played.states[0], name).id for name in ("1A", "1C")}
    hits = list(of_kind(played, "hit"))
    assert hits
    for event in hits:
        if event.facts["unit"] in great:
            assert event.facts["then"]
        else:
            assert "then" not in event.facts
