"""The ships of DeltaVee Enhanced under fire. Rule: DV EHC, DV EAL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change
from pbm.games.deltavee.rules.fire.field import hold
from pbm.games.deltavee.rules.fire.hits import struck
from pbm.games.deltavee.state import usable
from pbm.games.deltavee.state.energy import blocks_left, endless, left, spent_more
from pbm.games.deltavee.state.hulls import field_hit, field_names, laid_open
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import ship, shot, state, told, work

FIELDS = ("force field 1", "force field 2", "force field 3", "force field 4")
ENHANCED = {"hit_table": "enhanced"}


def marked(unit: Unit, marks: Mapping[str, str]) -> Unit:
    for name, status in marks.items():
        part = unit.part(name)
        assert part is not None
        unit = unit.with_part(replace(part, status=status))
    return unit


def cruiser(marks: Mapping[str, str] | None = None, **fields: Any) -> Unit:
    pods = ("crew",) * 39
    made = ship(2, "B", "heavy_cruiser", "A0905", 12, 1, pods=pods, field_up=True, **fields)
    return marked(made, marks or {})


def hit(
    units: Sequence[Unit], faces: str, options: Mapping[str, str] | None = None
) -> PhaseContext:
    """The work after a hit on the first unit."""
    made = work(state(*units), options=options, faces=faces.replace(" ", "\n"), phase="1.fire")
    struck(made, units[0].id, name=("hit",), rule="DV 8.7")
    return made


def parts(made: PhaseContext) -> list[str]:
    """What was hit, and its status then; empty for a miss."""
    return [f"{e.facts['part']} {e.facts['status']}".strip() for e in told(made, "hit")]


# --- Heavy Cruiser --------------------------------------------------------------------------


def test_which_field_a_die_hits() -> None:
    assert [FIELDS.index(field_hit(die)) + 1 for die in range(1, 10)] == [1, 1, 1, 2, 2, 3, 3, 4, 4]
    assert field_hit(10) == ""
    assert field_names("heavy_cruiser") == FIELDS
    assert field_names("sword") == field_names("military_transport") == ("force field",)


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ("3 1 3", ["force field 1 V"]),
        ("3 2 4", ["force field 2 V"]),
        ("3 1 10 6 8", ["force field 3 V", "force field 4 V"]),
        ("3 1 10 10 1 1 5", ["force field 1 V", "force field 1 D", "force field 2 V"]),
        ("3 4", ["pod 8 V"]),
        ("10 10", ["pod 39 V"]),
    ],
)
def test_a_hit_on_the_fields_of_a_cruiser(dice: str, found: list[str]) -> None:
    made = hit([cruiser()], dice)
    assert parts(made) == found
    rolled = [roll.name for roll in told(made, "hit")[0].rolls[2:]]
    assert rolled == [f"1.fire/hit/field {number}" for number in range(2, 2 + len(rolled))]


def test_a_destroyed_field_is_hit_in_vain() -> None:
    made = hit([cruiser({"force field 1": "X"})], "3 1 2")
    assert told(made, "hit")[0].facts["nothing"] == "force field 1 destroyed already"


def test_a_transport_has_one_field() -> None:
    unit = ship(2, "B", "military_transport", "A0905", 12, 1, pods=("crew",) * 39)
    assert parts(hit([unit], "3 1")) == ["force field D"]


def test_the_field_holds_while_one_of_the_four_does() -> None:
    assert usable.field_class(cruiser()) == 2
    assert usable.field_class(cruiser(dict.fromkeys(FIELDS, "D"))) == 1
    assert usable.field_class(cruiser(dict.fromkeys(FIELDS[1:], "D"))) == 2
    assert usable.field_class(cruiser(dict.fromkeys(FIELDS, "V"))) == 2
    assert usable.field_class(cruiser(dict.fromkeys(FIELDS[1:], "X"))) == 2
    assert usable.field_class(cruiser(dict.fromkeys(FIELDS, "X"))) == 0
    assert usable.has_emergency_field(cruiser(dict.fromkeys(FIELDS[1:], "D")))
    assert not usable.has_emergency_field(cruiser(dict.fromkeys(FIELDS, "D")))


def test_what_lies_behind_a_destroyed_field() -> None:
    assert laid_open(cruiser()) == ()
    assert laid_open(cruiser({"force field 2": "D"})) == ()
    pods = [f"pod {box}" for box in range(1, 40)]
    assert laid_open(cruiser({"force field 2": "X"})) == tuple(pods[10:20])
    assert laid_open(cruiser({"force field 4": "X"})) == tuple(pods[30:])
    assert laid_open(cruiser({"force field 1": "X"})) == ("bridge", "engine", *pods[:10])
    assert laid_open(marked(ship(2, "C", "sword", "A0905", 12, 1), {"force field": "X"})) == ()


def missile_at(unit: Unit, faces: str) -> PhaseContext:
    missile = shot(1, "01", "guided", "A0905", 12, 2)
    made = work(state(unit, missile), faces=faces.replace(" ", "\n"), phase="1.move")
    hold(made, "2b", missile, usable.field_class(unit), "1")
    return made


def test_a_missile_at_a_cruiser() -> None:
    # The book: field 2 destroyed, so pods 11 to 20 go, and three more hits.
    made = missile_at(cruiser({"force field 2": "X"}), "4 1 5 1 6 1")
    unit = made.state.unit("2b")
    assert [pod.box for pod in unit.pods if pod.gone] == list(range(11, 21))
    (event,) = told(made, "laid_open")
    assert event.facts["fields"] == ["force field 2"]
    assert event.facts["parts"] == [f"pod {box}" for box in range(11, 21)]
    assert (event.rule, event.seen, event.facts["by"]) == ("DV EHC", PUBLIC, "101")
    assert event.facts["unit"] == "2b"
    assert event.changes[0] == Change("unit/2b/pod 11", "ok", "X")
    assert unit.pods[10].told == "X"
    assert parts(made) == ["pod 1 V", "pod 2 V", "pod 3 V"]
    assert all(unit.part(name).status == "ok" for name in FIELDS if name != "force field 2")
    assert parts(missile_at(cruiser(), "4 1")) == ["pod 1 V"]  # all intact: one


def test_a_cruiser_laid_open_may_be_lost_at_once() -> None:
    gone = {f"pod {box}": "X" for box in range(11, 31)}
    made = missile_at(cruiser({"force field 1": "X", **gone}), "")
    assert made.state.unit("2b").status == "destroyed"
    assert told(made, "laid_open")[0].facts["parts"][:2] == ["bridge", "engine"]
    assert told(made, "destroyed")[0].facts["by"] == "101"
    assert parts(made) == []


def test_what_lies_behind_a_destroyed_field_goes_with_all_it_holds() -> None:
    """An energy pod's 144 are spent with it. Rule: DV 8.9, DV EHC."""
    pods = (*["crew"] * 10, "energy", *["crew"] * 28)
    unit = ship(2, "B", "heavy_cruiser", "A0905", 12, 1, pods=pods, field_up=True)
    made = missile_at(marked(unit, {"force field 2": "X"}), "4 1 5 1 6 1")
    (lost,) = told(made, "energy_lost")
    assert (lost.facts["unit"], lost.facts["pod"], lost.facts["units"]) == ("2b", "pod 11", 144)
    assert made.state.unit("2b").spent == 144


# --- aliens ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "found"),
    [
        ("2", ["hull D"]),
        ("3", ["hull D"]),
        ("4", ["grid D"]),
        ("8", ["grid D"]),
        ("9", [""]),
        ("10", [""]),
        ("1", ["grid D"]),
    ],
)
def test_hull_and_grid_of_a_ram_jet(die: str, found: list[str]) -> None:
    assert parts(hit([ship(2, "B", "ram_jet", "A0905", 12, 2)], die)) == found


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ("2 3", ["hull V"]),  # an engine hit counts as one on the hull
        ("2 9", [""]),
        ("3 1", ["hull V"]),
        ("6 1", ["grid V"]),
        ("6 3", [""]),  # pod 11: no second roll
        ("9 1", [""]),
        ("1 2", ["grid V"]),
        ("1 3", [""]),
    ],
)
def test_hull_and_grid_on_the_enhanced_table(dice: str, found: list[str]) -> None:
    made = hit([ship(2, "B", "solarship", "A0905", 12, 2)], dice, ENHANCED)
    assert parts(made) == found
    assert len(told(made, "hit")[0].rolls) == 2


def test_an_alien_is_destroyed_with_hull_and_grid() -> None:
    unit = marked(ship(2, "B", "ram_jet", "A0905", 12, 2), {"hull": "X", "grid": "D"})
    assert hit([unit], "4").state.unit("2b").status == "destroyed"


def test_an_alien_always_has_energy() -> None:
    unit = ship(2, "B", "ram_jet", "A0905", 12, 2)
    assert left(unit) == blocks_left(unit) == 9999
    assert spent_more(unit, 30) == unit
    assert endless(marked(unit, {"grid": "D"}))


def test_the_pods_of_a_modular_ship_share_all_damage() -> None:
    five = [ship(2, name, "modular_ship", "A0905", 12, 2) for name in "BCDEF"]
    swarm, other = [replace(unit, name="Mind") for unit in five[:4]], five[4]
    made = hit([*swarm, other], "7")  # pod 4 of four
    assert parts(made) == ["module V"] * 4
    assert made.state.unit("2f") == other
    assert parts(hit([*swarm, other], "8")) == [""]  # there is no pod 5
    for die in "23":
        assert parts(hit([*swarm, other], die)) == [""]
    assert parts(hit([*swarm, other], "1")) == ["module V"] * 4
    assert parts(hit([*swarm, other], "5 1", ENHANCED)) == ["module V"] * 4
    assert parts(hit([*swarm, other], "5 3", ENHANCED)) == [""]


def test_a_modular_ship_dies_with_its_modules() -> None:
    swarm = [
        marked(ship(2, name, "modular_ship", "A0905", 12, 2), {"module": "D"}) for name in "BC"
    ]
    made = hit(swarm, "4")
    assert [unit.status for unit in made.state.units] == ["destroyed", "destroyed"]


# --- energy that is not counted --------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "free"), [("ok", True), ("V", True), ("D", False), ("X", False)]
)
def test_a_tireless_ship_counts_its_energy_once_its_engine_is_damaged(
    engine: str, free: bool
) -> None:
    unit = ship(2, "B", "terwillicker_x", "A0905", 12, 2, tireless=True)
    unit = marked(unit, {"engine": engine})
    assert endless(unit) is free
    assert left(unit) == (9999 if free else 15)
    assert spent_more(unit, 3).spent == (0 if free else 3)


def test_why_a_cruiser_has_no_field_is_said_of_all_of_them() -> None:
    gone, hit_ = dict.fromkeys(FIELDS, "X"), dict.fromkeys(FIELDS, "D")
    assert usable.field_damage(cruiser(gone)) == "all its force fields are destroyed"
    assert usable.field_damage(cruiser(hit_)) == "all its force fields are hit"
    some = {**hit_, FIELDS[0]: "X"}
    assert usable.field_damage(cruiser(some)) == "all its force fields are hit"
