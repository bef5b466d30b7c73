"""The Movement Phase (DV 6.0 to 6.4, 6.8, 9.5)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.orders import MoveOrder, Orders
from pbm.games.deltavee.rules import movement_phase
from pbm.games.deltavee.rules.movement_phase import move_side
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.state.state import Dock, State
from pbm.games.deltavee.state.units import (
    ABOARD,
    DAMAGED,
    DESTROYED,
    JUMPED,
    JUMPING,
    LEFT,
    PREPARED,
    PREPARING,
    Unit,
)
from tests.games.deltavee.builders import MAPS, planet, ref, ship, shot, state, told, work


@pytest.fixture(autouse=True)
def meetings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Every call of the interception routine: which unit, in which hex."""
    found: list[tuple[str, str]] = []

    def record(work: PhaseContext, unit_id: str) -> None:
        found.append((unit_id, where(work.state, unit_id)))

    monkeypatch.setattr(movement_phase, "meet", record)
    return found


def where(table: State, unit_id: str) -> str:
    return table.maps.label(table.unit(unit_id).at)


def run(table: State, **more: object) -> PhaseContext:
    made = work(table, **more)  # type: ignore[arg-type]
    move_side(made, "1")
    return made


def test_a_unit_moves_its_velocity_as_it_points() -> None:
    made = run(state(ship(1, "A", "piccolo", "A0207", 3, 1), ship(2, "A", "sword", "C0101", 3, 2)))
    assert where(made.state, "1a") == "A0307"
    assert made.state.unit("1a").zig == 1
    assert where(made.state, "2a") == "C0101"
    (event,) = told(made, "moved")
    assert event.facts["path"] == ["A0307"]
    again = run(replace(made.state, units=(replace(made.state.unit("1a"), velocity=3),)))
    assert told(again, "moved")[0].facts["path"] == ["A0407", "A0507", "A0607"]
    assert (again.state.unit("1a").zig, again.state.unit("1a").direction) == (0, 3)


def test_velocity_0_stays_with_what_is_atop_it() -> None:
    mother = ship(1, "A", "sword", "A0909", 12, 0)
    atop = shot(1, "A-01", "guided", "A0909", 12, 0, mother="1a", status=PREPARED)
    made = run(state(mother, atop))
    assert (where(made.state, "1a"), where(made.state, "1a-01")) == ("A0909", "A0909")
    assert told(made, "stayed")[0].facts["why"] == "velocity 0"


def test_what_is_atop_and_aboard_goes_with_the_ship() -> None:
    mother = ship(1, "A", "sword", "A0909", 12, 2)
    atop = shot(1, "A-01", "guided", "A0909", 12, 0, mother="1a", status=PREPARED)
    craft = ship(1, "A1", "terwillicker_x", "A0909", 12, 0, mother="1a", status=ABOARD)
    launched = shot(1, "A-02", "guided", "A0909", 4, 0, mother="1a")
    made = run(state(mother, atop, craft, launched))
    places = [where(made.state, unit) for unit in ("1a", "1a-01", "1a1", "1a-02")]
    assert places == ["A0907", "A0907", "A0907", "A0909"]


def test_a_ship_that_leaves_the_maps_has_one_placed() -> None:
    """DV-GEO-MAPDOWN."""
    table = state(ship(1, "A", "sword", "A0915", 6, 4))
    made = run(table)
    (event,) = told(made, "moved")
    assert event.facts["path"] == ["A0916", "A0917", "D0901", "D0902"]
    (placed,) = told(made, "map_placed")
    assert (placed.facts["map"], placed.facts["x"], placed.facts["y"]) == ("D", 0, 1)


def test_an_unrevealed_battlecraft_has_a_map_placed_too() -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0901", 12, 1, revealed=False, contact=1)
    assert told(run(state(craft)), "map_placed")


@pytest.mark.parametrize("kind", ["unguided", "guided", "intelligent", "mims"])
def test_a_missile_that_leaves_the_maps_is_removed(kind: str) -> None:
    """DV-GEO-MISSILE-OFF."""
    made = run(state(shot(1, "12", kind, "A0902", 12, 3)))
    assert made.state.unit("112").status == LEFT
    assert told(made, "moved")[0].facts["path"] == ["A0901"]
    assert not told(made, "map_placed")
    assert told(made, "left_maps")[0].facts["at"] == "A0901"


def test_a_missile_may_enter_a_map_that_a_ship_had_placed_before() -> None:
    units = ship(1, "A", "sword", "A0902", 12, 3), shot(1, "12", "unguided", "A0802", 12, 3)
    assert run(state(*units)).state.unit("112").in_play
    first = Orders("ann", move_order=MoveOrder(ref(), ("112",)))
    assert run(state(*units), orders={"ann": first}).state.unit("112").status == LEFT


def order_of(made: PhaseContext) -> list[str]:
    return [str(event.facts["unit"]) for event in told(made, "moved")]


UNITS = (
    shot(1, "B-04", "guided", "A0505", 4, 1),
    shot(1, "12", "unguided", "A0506", 4, 1),
    ship(1, "A2", "terwillicker_x", "A0507", 4, 1),
    ship(1, "B", "sword", "A0508", 4, 1),
    ship(1, "A", "sword", "A0509", 4, 1),
    ship(1, "A1", "terwillicker_x", "A0510", 4, 1),
)


def test_ships_move_first_then_battlecraft_then_missiles() -> None:
    assert order_of(run(state(*UNITS))) == ["1a", "1b", "1a1", "1a2", "1b-04", "112"]


def test_move_order_comes_before_all_and_missile_order_among_missiles() -> None:
    orders = Orders(
        "ann",
        move_order=MoveOrder(ref(), ("1b-04", "1b")),
        missile_order=MoveOrder(ref(), ("112",)),
    )
    made = run(state(*UNITS), orders={"ann": orders})
    assert order_of(made) == ["1b-04", "1b", "1a", "1a1", "1a2", "112"]
    missiles = Orders("ann", missile_order=MoveOrder(ref(), ("112",)))
    assert order_of(run(state(*UNITS), orders={"ann": missiles}))[-2:] == ["112", "1b-04"]


def test_a_meeting_in_every_hex_shared_with_an_enemy_missile(
    meetings: list[tuple[str, str]],
) -> None:
    mover = ship(1, "A", "sword", "A0909", 12, 3)
    enemy = shot(2, "12", "unguided", "A0907", 6, 4)
    made = run(state(mover, enemy, ship(2, "A", "sword", "A0906", 12, 1)))
    assert meetings == [("1a", "A0907")]
    assert [event.facts["path"] for event in told(made, "moved")] == [["A0908", "A0907"], ["A0906"]]


def test_a_missile_meets_enemies_of_every_kind_but_no_friends(
    meetings: list[tuple[str, str]],
) -> None:
    mover = shot(1, "12", "unguided", "A0909", 12, 4)
    others = (
        ship(2, "A", "sword", "A0908", 12, 1),
        ship(1, "B", "sword", "A0907", 12, 0),
        shot(2, "13", "guided", "A0906", 12, 1),
        ship(2, "B", "sword", "A0905", 12, 1, dormant=True),
    )
    run(state(mover, *others))
    assert meetings == [("112", "A0908"), ("112", "A0906")]


def test_a_unit_destroyed_on_the_way_goes_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(work: PhaseContext, unit_id: str) -> None:
        work.state = out_of_play(work.state, unit_id, DESTROYED)

    monkeypatch.setattr(movement_phase, "meet", kill)
    made = run(state(ship(1, "A", "sword", "A0909", 12, 3), shot(2, "12", "guided", "A0908", 6, 1)))
    assert (made.state.unit("1a").status, where(made.state, "1a")) == (DESTROYED, "A0908")
    assert [event.facts["path"] for event in told(made, "moved")] == [["A0908"]]


def test_a_docked_pair_moves_once_in_the_phase_of_the_one_that_leads(
    meetings: list[tuple[str, str]],
) -> None:
    lead = ship(1, "A", "flute", "A0909", 12, 2)
    other = ship(2, "B", "corco_mu", "A0909", 12, 2)
    enemy = shot(1, "12", "unguided", "A0908", 6, 0)
    table = state(lead, other, enemy, docks=(Dock("1a", "2b"),))
    made = run(table)
    assert (where(made.state, "1a"), where(made.state, "2b")) == ("A0907", "A0907")
    assert told(made, "moved")[0].facts["docked"] == "2b"
    assert meetings == [("2b", "A0908")]
    theirs = work(table, phase="2.move")
    move_side(theirs, "2")
    assert (where(theirs.state, "1a"), where(theirs.state, "2b")) == ("A0909", "A0909")


def test_a_dormant_ship_does_not_move() -> None:
    made = run(state(ship(1, "A", "dagger", "A0409", 3, 1, dormant=True)))
    assert (where(made.state, "1a"), made.events) == ("A0409", [])


def jumper(**fields: object) -> Unit:
    return ship(
        1, "A", "corco_gamma", "A0909", 12, 1, pods=("standard jump",), jump=JUMPING, **fields
    )


def test_a_jumping_ship_is_removed_before_it_moves(meetings: list[tuple[str, str]]) -> None:
    enemy = shot(2, "12", "guided", "A0908", 6, 1)
    made = run(state(jumper(), enemy))
    assert made.state.unit("1a").status == JUMPED
    assert [event.kind for event in made.events] == ["jumped"]
    assert meetings == []


def test_a_jumping_ship_may_be_met_first_by_option(meetings: list[tuple[str, str]]) -> None:
    table = state(jumper(), shot(2, "12", "guided", "A0908", 6, 1))
    made = run(table, options={"jump.removal": "after move"})
    assert made.state.unit("1a").status == JUMPED
    assert meetings == [("1a", "A0908")]


def test_a_jump_fails_with_a_damaged_pod() -> None:
    sound = jumper()
    hurt = sound.with_part(replace(sound.pods[0], status=DAMAGED))
    made = run(state(hurt))
    unit = made.state.unit("1a")
    assert (unit.in_play, unit.jump, where(made.state, "1a")) == (True, "", "A0908")
    assert told(made, "jump_failed")


def test_a_vulnerable_pod_jumps_and_a_prepared_one_does_not_yet() -> None:
    sound = jumper()
    frail = sound.with_part(replace(sound.pods[0], status="V"))
    assert run(state(frail)).state.unit("1a").status == JUMPED
    assert run(state(replace(sound, jump=PREPARING))).state.unit("1a").in_play


def test_what_is_aboard_jumps_along_and_what_is_docked_does_not() -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 12, 0, mother="1a", status=ABOARD)
    other = ship(1, "B", "sword", "A0909", 12, 1)
    made = run(state(jumper(), craft, other, docks=(Dock("1a", "1b"),)))
    assert made.state.unit("1a1").status == JUMPED
    assert made.state.unit("1b").in_play
    assert made.state.docks == ()


@pytest.mark.parametrize(("spent", "stays"), [(9, True), (10, False)])
def test_a_missile_without_energy_moves_once_more(spent: int, stays: bool) -> None:
    """A guided missile of Civ Level 8 has 10 units."""
    made = run(state(shot(1, "A-03", "guided", "A0909", 12, 2, spent=spent)))
    assert where(made.state, "1a-03") == "A0907"
    assert made.state.unit("1a-03").in_play is stays
    assert bool(told(made, "out_of_energy")) is not stays


def test_an_unguided_missile_needs_no_energy() -> None:
    assert run(state(shot(1, "12", "unguided", "A0909", 12, 2))).state.unit("112").in_play


def test_the_other_side_does_not_move_nor_lose_its_missiles() -> None:
    made = run(state(shot(2, "A-03", "guided", "A0909", 12, 2, spent=10)))
    assert made.state.unit("2a-03").in_play
    assert made.events == []


Mover = Callable[[], Unit]


@pytest.mark.parametrize(
    "mover",
    [
        lambda: ship(1, "A1", "terwillicker_x", "A0902", 12, 1, revealed=False, contact=7),
        lambda: shot(1, "A-03", "guided", "A0902", 12, 1, contact=7),
        lambda: shot(1, "A-04", "mims", "A0902", 12, 1, contact=7),
    ],
)
def test_of_an_unrevealed_unit_its_enemy_sees_only_the_counter(mover: Mover) -> None:
    """The same facts whatever it is; its own side sees all."""
    unit = replace(mover(), id="x7")
    made = run(state(unit))
    (event,) = told(made, "moved")
    seen = event.shown_to("bea")
    assert seen is not None
    assert seen["rule"] == "DV 6.0"
    assert set(seen) == {"id", "kind", "phase", "rule", "facts"}
    assert seen["facts"] == {
        "unit": "x7",
        "from": "A0902",
        "path": ["A0901"],
        "to": "A0901",
        "direction": 12,
        "velocity": 1,
        "zig": 0,
    }
    own = event.shown_to("ann")
    assert own is not None
    assert "changes" in own
    hidden = run(state(unit), options={"contacts.direction": "hidden"})
    outline = told(hidden, "moved")[0].shown_to("bea")
    assert outline is not None
    assert {"direction", "zig"}.isdisjoint(outline["facts"])


def test_how_a_contact_was_lost_is_told_to_its_own_side_alone() -> None:
    off = shot(1, "12", "unguided", "A0902", 12, 3)
    burnt = shot(1, "A-03", "guided", "B0909", 12, 2, spent=10)
    in_planet = shot(1, "A-04", "guided", "C0909", 12, 1)
    made = run(state(off, burnt, in_planet, planets=(planet("C0908"),)))
    kinds = {"left_maps", "out_of_energy", "destroyed"}
    own = {event.kind for event in made.events if event.shown_to("ann")}
    enemy = {event.kind for event in made.events if event.shown_to("bea")}
    assert kinds < own
    assert enemy == {"moved", "contact_lost"}
    lost = [event.facts["at"] for event in told(made, "contact_lost")]
    assert lost == ["C0908", "A0901", "B0907"]
    assert MAPS.parse("C0908") == made.state.unit("1a-04").at


def test_a_towed_ship_is_where_it_was_towed_to_when_missiles_move(
    meetings: list[tuple[str, str]],
) -> None:
    lead = ship(1, "A", "flute", "A0909", 12, 2)
    other = ship(2, "B", "corco_mu", "A0909", 12, 2)
    later = shot(1, "12", "unguided", "A0906", 6, 1)
    run(state(lead, other, later, docks=(Dock("1a", "2b"),)))
    assert meetings == [("112", "A0907")]


@pytest.mark.parametrize(("side", "end"), [(1, "A0906"), (2, "A0908")])
def test_when_the_towing_ship_is_lost_a_friend_goes_on(
    monkeypatch: pytest.MonkeyPatch, side: int, end: str
) -> None:
    """An enemy stops: it has a Movement Phase of its own."""

    def kill(work: PhaseContext, unit_id: str) -> None:
        if unit_id == "1a":
            work.state = out_of_play(work.state, unit_id, DESTROYED)

    monkeypatch.setattr(movement_phase, "meet", kill)
    other = ship(side, "B", "corco_mu", "A0909", 12, 3)
    units = ship(1, "A", "flute", "A0909", 12, 3), other, shot(2, "12", "guided", "A0908", 6, 0)
    made = run(state(*units, docks=(Dock("1a", other.id),)))
    assert where(made.state, other.id) == end


def test_both_of_a_pair_lost_end_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(work: PhaseContext, unit_id: str) -> None:
        work.state = out_of_play(work.state, unit_id, DESTROYED)

    monkeypatch.setattr(movement_phase, "meet", kill)
    units = ship(1, "A", "flute", "A0909", 12, 3), ship(1, "B", "corco_mu", "A0909", 12, 3)
    made = run(state(*units, shot(2, "12", "guided", "A0908", 6, 0), docks=(Dock("1a", "1b"),)))
    assert [where(made.state, unit) for unit in ("1a", "1b")] == ["A0908", "A0908"]


def test_a_unit_lost_before_its_turn_does_not_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(work: PhaseContext, unit_id: str) -> None:
        work.state = out_of_play(work.state, "1b", DESTROYED)

    monkeypatch.setattr(movement_phase, "meet", kill)
    units = ship(1, "A", "sword", "A0909", 12, 1), ship(1, "B", "sword", "A0508", 12, 1)
    made = run(state(*units, shot(2, "12", "guided", "A0908", 6, 1)))
    assert where(made.state, "1b") == "A0508"


def test_a_revealed_missile_that_leaves_is_told_to_all() -> None:
    made = run(state(shot(1, "12", "unguided", "A0902", 12, 3, revealed=True)))
    (event,) = told(made, "left_maps")
    assert event.shown_to("bea")
    assert not told(made, "contact_lost")
