"""The charts, energy, and single commands (DV 4.9, 5.8, 7.1, 7.2, 9.5, 10.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.engine.events import PUBLIC
from pbm.engine.types import Seat
from pbm.games.deltavee.orders.commands.maneuvers import CourseChange, steps
from pbm.games.deltavee.orders.doctrine.orbit import OrbitLine
from pbm.games.deltavee.orders.fire.hits import HitsLine
from pbm.games.deltavee.orders.orders import Orders, UnitOrders
from pbm.games.deltavee.rules.telling import destroyed, orders_of
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.state.energy import blocks_left, capacity, leak, left, spent_more
from pbm.games.deltavee.state.maneuvers import step_fault, stepped
from pbm.games.deltavee.state.outfit import hull_parts, missile, pod
from pbm.games.deltavee.state.ratings import (
    CLASSES,
    PODS,
    commands_allowed,
    maneuver_rating,
    needs_preparing,
    pod_civ,
    pod_number,
    pod_stock,
    title,
    velocity_rating,
)
from pbm.games.deltavee.state.state import Dock
from pbm.games.deltavee.state.units import (
    ABOARD,
    BRIDGE,
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    IN_PLAY,
    PREPARED,
    VULNERABLE,
    Unit,
)
from pbm.games.deltavee.view.audience import hidden, private
from tests.games.deltavee.builders import DEFAULTS, SEATS, ref, ship, shot, state, work


def test_fourteen_classes_and_five_of_the_enhanced_game() -> None:
    assert len(CLASSES.rows) == 14 + 5
    assert sum(row[1] == "battlecraft" for row in CLASSES.rows.values()) == 4


@pytest.mark.parametrize(
    ("klass", "pods", "blocks"),
    [
        ("dagger", (), 12),
        ("sword", (), 13),
        ("flute", (), 11),
        ("flute", ("heavy weapon", "energy", "battlecraft", "standard jump"), 35),
        ("corco_mu", (), 11),
        ("corco_mu", ("energy", "energy"), 29),
    ],
)
def test_energy_blocks(klass: str, pods: tuple[str, ...], blocks: int) -> None:
    """The Flute of the log example has 35 blocks of 6 units."""
    assert blocks_left(ship(1, "A", klass, "A0909", 12, 0, pods=pods)) == blocks


def test_less_than_a_block_pays_for_no_block() -> None:
    flute = ship(1, "A", "flute", "A0909", 12, 0, spent=61)
    assert (left(flute), blocks_left(flute)) == (5, 0)
    assert left(spent_more(flute, 5)) == 0
    with pytest.raises(ValueError, match="6 of 5"):
        spent_more(flute, 6)


@pytest.mark.parametrize(("spent", "lost"), [(0, 10), (134, 10), (135, 9), (143, 1), (144, 0)])
def test_a_damaged_energy_pod_leaks_until_it_is_empty(spent: int, lost: int) -> None:
    flute = ship(1, "A", "flute", "A0909", 12, 0, pods=("energy",), spent=spent)
    assert leak(flute) == 0
    assert leak(flute.with_part(replace(flute.pods[0], status=VULNERABLE))) == 0
    assert leak(flute.with_part(replace(flute.pods[0], status=DAMAGED))) == lost


def test_a_damaged_energy_pod_leaks_before_sound_ones_are_used() -> None:
    mu = ship(1, "A", "corco_mu", "A0909", 12, 0, pods=("energy", "crew", "energy"), spent=280)
    first, last = (replace(mu.pods[box], status=DAMAGED) for box in (0, 2))
    assert leak(mu.with_part(first)) == leak(mu.with_part(last)) == 0
    assert leak(mu.with_part(first).with_part(last)) == 8
    assert capacity(mu) == 176 + 288


@pytest.mark.parametrize(
    ("kind", "ship_civ", "own", "expected"),
    [
        ("hunter", 8, 0, 8),
        ("hunter", 7, 0, 7),
        ("hunter", 6, 0, 7),
        ("light weapon", 8, 0, 6),
        ("tractor beam", 7, 8, 7),
        ("energy", 6, 0, 6),
        ("energy", 8, 0, 7),
        ("crew", 6, 0, 0),
    ],
)
def test_a_pod_above_its_ship_is_one_lower(
    kind: str, ship_civ: int, own: int, expected: int
) -> None:
    assert pod_civ(kind, ship_civ, own) == expected


def test_missiles_of_pods() -> None:
    assert pod_stock("heavy weapon") == {"unguided": 6, "guided": 5, "intelligent": 3, "mims": 1}
    assert pod_stock("light weapon") == {"unguided": 5, "guided": 3}
    assert pod_stock("crew") == {}
    arsenal = pod("arsenal", 1, "spear", DEFAULTS)
    assert (pod_number(arsenal, "fires"), pod_number(replace(arsenal, kind="crew"), "fires")) == (
        2,
        0,
    )
    assert (arsenal.gone, replace(arsenal, status=DESTROYED_PART).gone) == (False, True)
    preparing = {kind: str(row[PODS.columns.index("prepare")]) for kind, row in PODS.rows.items()}
    assert preparing["hunter"] == "-"
    assert needs_preparing("light weapon", "unguided")
    assert not needs_preparing("heavy weapon", "unguided")
    assert needs_preparing("arsenal", "mims")
    assert not needs_preparing("arsenal", "guided")


def test_armor_of_pods() -> None:
    made = [
        pod(kind, 1, "corco_mu", DEFAULTS).armor for kind in ("light weapon", "arsenal", "crew")
    ]
    assert made == [1, 2, 0]
    assert pod("crew", 1, "corco_mu", {**DEFAULTS, "default_pod_armor": "2"}).armor == 2
    assert pod("light weapon", 1, "corco_mu", DEFAULTS, armor=2).armor == 2


def test_the_civ_level_of_a_tractor_is_the_scenarios_or_by_option() -> None:
    assert pod("tractor beam", 1, "flute", DEFAULTS).civ == 7
    assert pod("tractor beam", 1, "flute", DEFAULTS, civ=8).civ == 8
    assert pod("tractor beam", 1, "flute", {**DEFAULTS, "tractor.default_civ": "8"}).civ == 8


def test_only_a_class_with_a_field_has_that_part() -> None:
    assert [part.name for part in hull_parts("flute")] == ["bridge", "engine", "force field"]
    assert [part.name for part in hull_parts("corco_mu")] == ["bridge", "engine"]


@pytest.mark.parametrize(
    ("type", "civ", "figures"),
    [
        ("guided", 6, (1, 5, 7)),
        ("guided", 8, (2, 6, 10)),
        ("intelligent", 7, (2, 6, 7)),
        ("mims", 8, (2, 7, 7)),
        ("unguided", 8, (0, 0, 0)),
    ],
)
def test_missile_chart(type: str, civ: int, figures: tuple[int, int, int]) -> None:
    made = shot(1, "12", type, "A0909", 12, 3, civ=civ)
    assert (velocity_rating(made), maneuver_rating(made), made.energy) == figures
    assert missile(type, civ, **{"revealed": True, **_common()}).revealed


def _common() -> dict[str, object]:
    return {
        name: getattr(shot(1, "12", "guided", "A0909", 12, 3), name)
        for name in ("id", "designation", "name", "side", "owner", "at", "direction", "velocity")
    }


def test_titles() -> None:
    assert title(ship(1, "B", "corco_mu", "A0909", 12, 0)) == "Corco Mu"
    assert title(shot(1, "12", "guided", "A0909", 12, 0)) == "guided missile"
    assert title(shot(1, "12", "mims", "A0909", 12, 0)) == "MIMS"


def sword(velocity: int, bridge: str = "ok") -> Unit:
    unit = ship(1, "A", "sword", "A0909", 12, velocity)
    found = unit.part(BRIDGE)
    assert found is not None
    return unit.with_part(replace(found, status=bridge))


@pytest.mark.parametrize(
    ("unit", "allowed"),
    [
        (sword(0), 8),
        (sword(7), 1),
        (sword(8), 1),
        (sword(9), 1),
        (sword(0, DAMAGED), 6),
        (sword(0, DESTROYED_PART), 1),
        (replace(sword(0), field_up=True), 0),
        (shot(1, "12", "unguided", "A0909", 12, 3), 0),
    ],
)
def test_maneuver_commands(unit: Unit, allowed: int) -> None:
    assert commands_allowed(unit) == allowed


def test_their_number_is_fixed_when_the_first_is_issued() -> None:
    unit = sword(5)
    for step in ("decelerate", "decelerate", "right"):
        assert step_fault(unit, step, DEFAULTS) == ""
        unit = stepped(unit, step)
    assert step_fault(unit, "right", DEFAULTS) == "it has had its 3 Maneuver Commands"


def test_at_the_maneuver_rating_no_turn() -> None:
    assert "one Accelerate or Decelerate only" in step_fault(sword(8), "left", DEFAULTS)
    assert step_fault(sword(7), "left", DEFAULTS) == ""


@pytest.mark.parametrize(
    ("velocity", "step", "cap", "fault"),
    [
        (9, "accelerate", "9", "9 is the greatest velocity"),
        (9, "accelerate", "none", ""),
        (9, "decelerate", "9", ""),
        (8, "accelerate", "9", ""),
        (0, "decelerate", "9", "its velocity is 0"),
    ],
)
def test_the_ends_of_the_scale(velocity: int, step: str, cap: str, fault: str) -> None:
    assert step_fault(sword(velocity), step, {**DEFAULTS, "velocity.cap": cap}) == fault


def test_a_spear_changes_its_velocity_by_one() -> None:
    """DV-4.1-SPEAR: from 2 to 1, 2 or 3; up and down count together."""
    spear = ship(1, "A", "spear", "A0909", 12, 2)
    for step in ("accelerate", "decelerate"):
        once = stepped(spear, step)
        assert step_fault(spear, step, DEFAULTS) == ""
        assert step_fault(once, "accelerate", DEFAULTS) == "its Velocity Rating is 1"
        assert step_fault(once, "decelerate", DEFAULTS) == "its Velocity Rating is 1"


def test_a_direction_change_takes_the_reminder_away() -> None:
    turning = ship(1, "A", "sword", "A0909", 3, 1, zig=1)
    there = stepped(turning, "left")
    assert (there.direction, there.zig) == (2, 0)
    back = stepped(there, "right")
    assert (back.direction, back.zig, back.use.commands, back.use.changes) == (3, 0, 2, 2)
    assert stepped(turning, "accelerate").zig == 1


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (CourseChange("accelerate", 2), 2),
        (CourseChange("accelerate", to=5), 2),
        (CourseChange("decelerate", to=1), 2),
        (CourseChange("decelerate", to=3), 0),
        (CourseChange("decelerate", to=4), 0),
    ],
)
def test_changes_to_a_velocity(change: CourseChange, expected: int) -> None:
    assert steps(change, 3) == (change.kind,) * expected


def test_what_hangs_on_a_unit_leaves_with_it() -> None:
    table = state(
        ship(1, "A", "sword", "A0909", 12, 1, field_up=True),
        ship(1, "A1", "terwillicker_x", "A0909", 12, 0, mother="1a", status=ABOARD),
        shot(1, "A-01", "guided", "A0909", 12, 0, mother="1a", status=PREPARED),
        shot(1, "A-02", "guided", "A0905", 12, 3, mother="1a"),
        ship(1, "B", "sword", "A0909", 12, 1),
        docks=(Dock("1b", "1a"),),
        tried=(("2x", "1a"), ("2x", "1b")),
    )
    after = out_of_play(table, "1a", DESTROYED)
    assert [unit.status for unit in after.units] == [DESTROYED] * 3 + [IN_PLAY] * 2
    assert after.docks == ()
    assert after.tried == (("2x", "1b"),)
    assert not after.unit("1a").field_up
    with pytest.raises(ValueError, match=IN_PLAY):
        out_of_play(table, "1a", IN_PLAY)


def test_looking_units_up() -> None:
    table = state(
        ship(1, "A", "sword", "A0909", 12, 1, pods=("arsenal",)),
        ship(2, "A1", "terwillicker_x", "A0909", 12, 1),
        ship(2, "B", "sword", "A0909", 12, 1, dormant=True),
        ship(2, "C", "sword", "A0908", 12, 1, status=DESTROYED),
    )
    assert [unit.id for unit in table.at(table.maps.parse("A0909"))] == ["1a", "2a1", "2b"]
    assert [unit.id for unit in table.enemies_of("1")] == ["2a1"]
    assert [unit.id for unit in table.of_side("2")] == ["2a1", "2b"]
    assert (table.other_side("1"), table.other_side("2")) == ("2", "1")
    assert (table.unit("1a").is_ship, table.unit("2a1").is_battlecraft) == (True, True)
    assert (table.unit("2a1").is_ship, table.unit("1a").is_battlecraft) == (False, False)
    with pytest.raises(KeyError):
        table.unit("1z")
    more = table.with_new([shot(1, "12", "guided", "A0101", 12, 1)])
    assert more.unit("112").is_missile
    with pytest.raises(KeyError):
        table.with_units(more.unit("112"))


def test_an_unguided_missile_takes_no_commands() -> None:
    fault = "an unguided missile takes no Maneuver Commands"
    assert step_fault(shot(1, "12", "unguided", "A0909", 12, 3), "left", DEFAULTS) == fault


def test_who_is_told_what() -> None:
    unit = ship(1, "A1", "terwillicker_x", "A0909", 12, 1, revealed=False)
    seats = (*SEATS, Seat("cy", "Cy", "1"))
    for share, expected in (("side", {"ann", "cy"}), ("own", {"ann"})):
        made = work(state(unit), options={"share": share})
        made.seats = seats
        assert set(private(made, unit)) == expected
        assert set(hidden(made, unit)) == {"ann", "cy"}
        assert hidden(made, replace(unit, revealed=True)) == PUBLIC


def test_a_destroyed_contact_is_told_to_all_but_in_a_planets_hex() -> None:
    unit = shot(1, "12", "guided", "A0909", 12, 3)
    for why, kinds in (("hits", ["destroyed"]), ("planet", ["contact_lost"])):
        made = work(state(unit))
        destroyed(made, unit, rule="DV 8.9", why=why)
        assert [event.kind for event in made.events if event.shown_to("bea")] == kinds
        assert [e.kind for e in made.events if e.shown_to("ann")] == ["destroyed"]


def test_lines_for_all_units_of_a_kind_stand_in_for_a_units_own() -> None:
    own = UnitOrders("112", orbit=(OrbitLine(ref(1), True),))
    general = UnitOrders("", orbit=(OrbitLine(ref(2), False),), hits=(HitsLine(ref(3), ("any",)),))
    narrow = UnitOrders("", hits=(HitsLine(ref(4), ("bridge",)),))
    orders = Orders("ann", {"112": own}, {"missile": general, "guided": narrow})
    unit = shot(1, "12", "guided", "A0909", 12, 3)
    made = work(state(unit), {"ann": orders})
    found = orders_of(made, unit)
    assert (found.orbit[0].ref.line, found.hits[0].ref.line) == (1, 4)
    other = orders_of(made, shot(1, "13", "mims", "A0909", 12, 3))
    assert (other.orbit[0].ref.line, other.hits[0].ref.line) == (2, 3)
    made.commands = {}
    assert orders_of(made, unit).orbit == ()
