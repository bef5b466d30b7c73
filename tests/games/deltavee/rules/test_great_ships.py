"""Cruisers and transports from scenario to report: 39 boxes, storage pods, what nobody sees."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.events import canonical
from pbm.games.deltavee.gm.ruling_fields import FIELDS
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.template import template
from pbm.games.deltavee.report.log import record
from pbm.games.deltavee.report.logsheet import log_sheet
from pbm.games.deltavee.rules.commands.battlecraft import launch
from pbm.games.deltavee.rules.commands.preparing import prepare
from pbm.games.deltavee.rules.fire.parts import means
from pbm.games.deltavee.rules.movement_phase import move_side
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.scenario.check_scenario import check_scenario
from pbm.games.deltavee.scenario.scenario import begin
from pbm.games.deltavee.scenario.scenario_file import Scenario
from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.packing import pack
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import ABOARD, DESTROYED, IN_PLAY, LEFT, PREPARED, Unit
from pbm.games.deltavee.state.usable import fires
from pbm.games.deltavee.view.labels import Labels
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from pbm.kit.problems import Faults
from pbm.kit.toml_reader import load
from tests.games.deltavee.builders import DEFAULTS, ref, ship, state, told, work
from tests.games.deltavee.scenes import IDS, SEATS, options, unit

FILE = """
game = "deltavee"
name = "dreadnought"
title = "The Dreadnought"
maps = 2
[[sides]]
id = "1"
name = "Federation"
[[sides]]
id = "2"
name = "Rebels"
[[ships]]
side = "1"
counter = "A"
class = "military_transport"
at = "A0909"
direction = 3
velocity = 2
log = 2
pods = [{ kind = "storage", number = 2 }, "battle communications", { kind = "crew", number = 30 }]
[[ships]]
side = "1"
counter = "B"
class = "sword"
aboard = "1A"
pods = ["arsenal", { kind = "battlecraft", holds = "terwillicker_x" }]
[[ships]]
side = "1"
counter = "C"
class = "dagger"
aboard = "1A"
[[ships]]
side = "2"
counter = "A"
class = "dagger"
at = "B0909"
direction = 9
[[special]]
kind = "no_energy_until_damaged"
units = ["2A"]
[[victory]]
side = "1"
kind = "destroyed"
title = "gone"
units = ["2A"]
"""


def scenario(*changes: tuple[str, str]) -> Scenario:
    text = FILE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return load(Scenario, text.encode(), "own.toml")


def opening(*changes: tuple[str, str]) -> State:
    return begin(scenario(*changes), SEATS, options(), IDS)


# --- the scenario file ----------------------------------------------------------------------


def test_ships_begin_in_the_storage_pods_of_others() -> None:
    assert list(check_scenario(scenario())) == []
    table = opening()
    carrier, sword, dagger = (unit(table, name) for name in ("1A", "1B", "1C"))
    assert [(pod.name, pod.box, pod.room, pod.holds) for pod in carrier.pods[:3]] == [
        ("pod 1", 1, 4, sword.id),
        ("pod 5", 5, 4, dagger.id),
        ("pod 9", 9, 1, ""),
    ]
    assert carrier.pods[-1].name == "pod 39"
    for stored, box in ((sword, 1), (dagger, 5)):
        assert (stored.status, stored.mother, stored.pod) == (ABOARD, carrier.id, box)
        assert (stored.at, stored.direction, stored.revealed) == (carrier.at, 3, False)
        assert stored.id not in table.placements
    assert unit(table, "1B1").mother == sword.id
    assert [unit(table, name).tireless for name in ("1A", "2A")] == [False, True]


@pytest.mark.parametrize(
    ("old", "new", "fault", "reason"),
    [
        ('aboard = "1A"\npods', 'aboard = "1Z"\npods', "1B cannot begin aboard 1Z", "no ship 1Z"),
        ('aboard = "1A"\npods', 'aboard = "2A"\npods', "1B cannot begin aboard 2A", "its side"),
        ('"sword"\naboard', '"spear"\naboard', "", ""),
        ('class = "sword"', 'class = "clarinet"', "1B cannot begin aboard 1A", "no Clarinet"),
        ('number = 2', 'number = 1', "1C cannot begin aboard 1A", "1A has 1 storage pod"),
        ('number = 30', 'number = 31', "carries 34 pods of 40 spaces", "has room for 39"),
        ('"military_transport"', '"corco_mu"', "carries 33 pods of 39 spaces", "room for 12"),
    ],
)  # fmt: skip
def test_what_can_be_wrong_with_storage(old: str, new: str, fault: str, reason: str) -> None:
    problems = list(check_scenario(scenario((old, new))))
    assert any(fault in one.fault for one in problems) is bool(fault)
    assert any(reason in one.reason for one in problems) is bool(reason)
    assert all(one.path and one.remedy for one in problems)


def test_only_a_cruiser_and_a_transport_carry_storage_pods() -> None:
    few = (', { kind = "crew", number = 30 }]', "]")
    (problem,) = check_scenario(scenario(('"military_transport"', '"corco_mu"'), few))
    assert problem.fault == "ship 1A: a Corco Mu can carry no storage pod"
    assert problem.reason == "Heavy Cruiser and Military Transport can"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('class = "dagger"\naboard = "1A"', 'class = "dagger"\nat = "A0101"'),
        ('class = "dagger"\naboard = "1A"', 'class = "dagger"\nat = "A0101"\naboard = "1A"'),
    ],
)
def test_a_ship_is_aboard_or_in_a_hex(old: str, new: str) -> None:
    with pytest.raises(Faults):
        scenario((old, new))


# --- boxes ----------------------------------------------------------------------------------


def transport(*kinds: str) -> Unit:
    return ship(1, "A", "military_transport", "A0909", 3, 2, pods=kinds)


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        ({}, [(1, "storage"), (5, "energy"), (6, "crew")]),
        ({4: "storage"}, [(1, "energy"), (2, "crew"), (4, "storage")]),
        (dict.fromkeys(range(4, 8), "storage"), [(1, "energy"), (2, "crew"), (4, "storage")]),
        ({36: "storage", 1: "crew"}, [(1, "crew"), (2, "energy"), (36, "storage")]),
    ],
)
def test_a_storage_pod_stands_in_four_boxes(
    boxes: Mapping[int, str], found: list[tuple[int, str]]
) -> None:
    packed, why = pack(transport("energy", "storage", "crew"), boxes)
    assert why == ""
    assert [(pod.box, pod.kind) for pod in packed.pods] == found
    assert all(pod.name == f"pod {pod.box}" for pod in packed.pods)


@pytest.mark.parametrize(
    ("boxes", "why"),
    [
        ({37: "storage"}, "its storage pod takes 4 boxes, 37 to 40: its boxes are 1 to 39"),
        ({1: "storage", 3: "energy"}, "box 3 is taken by its storage pod"),
        ({1: "storage", 5: "storage"}, "it carries 1 storage pod, not more"),
        ({40: "crew"}, "there is no box 40: its boxes are 1 to 39"),
        (dict.fromkeys(range(2, 39, 4), "crew"), "no 4 boxes in a row are left"),
    ],
)
def test_how_a_storage_pod_cannot_stand(boxes: Mapping[int, str], why: str) -> None:
    packed, said = pack(transport("energy", "storage", *["crew"] * 10), boxes)
    assert said.startswith(why)
    assert packed == transport("energy", "storage", *["crew"] * 10)


def test_a_storage_pod_answers_to_each_of_its_boxes() -> None:
    pod = transport("storage", "crew").pods[0]
    words = ("pod 1", "pod 4", "pod 5", "storage", "crew")
    assert [word for word in words if means(word, pod)] == ["pod 1", "pod 4", "storage"]


# --- launching ------------------------------------------------------------------------------


def loaded(**fields: Any) -> tuple[Unit, Unit, Unit]:
    """A transport, the Sword in its storage pod, and the battlecraft aboard that."""
    carrier = transport("storage", "battle communications", "light weapon")
    carrier = carrier.with_part(replace(carrier.pods[0], holds="1b"))
    hold = {"mother": "1a", "pod": 1, "status": ABOARD, "revealed": False, **fields}
    sword = ship(1, "B", "sword", "A0909", 3, 0, pods=("battlecraft", "energy"), **hold)
    sword = sword.with_part(replace(sword.pods[0], holds="1b1"))
    inner = {"mother": "1b", "pod": 1, "status": ABOARD, "revealed": False}
    return carrier, sword, ship(1, "B1", "terwillicker_x", "A0909", 3, 0, **inner)


def test_a_stored_ship_is_prepared_and_then_launched_revealed_with_what_it_carries() -> None:
    made = work(state(*loaded()), phase="1.command")
    carrier = made.state.unit("1a")
    assert launch(made, carrier, Launch("1b"), ref()).startswith("B was not prepared")
    assert prepare(made, carrier, Prepare(battlecraft="1b"), ref()) == ""
    assert made.state.unit("1b").status == PREPARED
    assert launch(made, carrier, Launch("1b"), ref()).startswith("B was not prepared")
    made.state = made.state.with_units(replace(made.state.unit("1b"), use=carrier.use))
    assert launch(made, carrier, Launch("1b", bearing=Direction(4), speed=2), ref()).startswith(
        "a spaceship"
    )
    assert launch(made, carrier, Launch("1b", bearing=Direction(4), speed=-1), ref()) == ""
    sword, craft = made.state.unit("1b"), made.state.unit("1b1")
    assert (sword.status, sword.revealed, sword.velocity) == (IN_PLAY, True, 1)
    assert (craft.status, craft.at) == (ABOARD, sword.at)
    (event,) = told(made, "launched")
    assert (event.rule, event.facts["designation"]) == ("DV 7.4", "B")
    assert not told(made, "contact_appeared")


def test_what_is_aboard_goes_where_its_carrier_goes_and_dies_with_it() -> None:
    made = work(state(*loaded()), phase="1.move")
    move_side(made, "1")
    assert len({one.at for one in made.state.units}) == 1
    gone = out_of_play(made.state, "1a", DESTROYED)
    assert {one.status for one in gone.units} == {DESTROYED}


def test_a_damaged_pod_keeps_its_ship_for_good() -> None:
    carrier, sword, craft = loaded()
    hurt = carrier.with_part(replace(carrier.pods[0], status="D"))
    made = work(state(hurt, sword, craft), phase="1.command")
    assert prepare(made, hurt, Prepare(battlecraft="1b"), ref()) == "pod 1 is damaged"
    assert out_of_play(made.state, "1b", LEFT).unit("1b1").status == LEFT


# --- what is known --------------------------------------------------------------------------


def seen(table: State, player: str) -> dict[str, Any]:
    found = build_view(table, player, SEATS, DEFAULTS).written()
    View.read(found)
    return found


def test_nobody_sees_what_lies_in_a_storage_pod() -> None:
    carrier, sword, craft = loaded()
    other = ship(1, "B", "dagger", "A0909", 3, 0, pods=("energy",), mother="1a", pod=1,
                 status=ABOARD, revealed=False)  # fmt: skip
    tables = [state(carrier, sword, craft), state(carrier, other), state(carrier)]
    assert len({canonical(seen(table, "bea")) for table in tables}) == 1
    assert len({canonical(seen(table, "ann")) for table in tables}) == 3
    prepared = []
    for table in tables[:2]:
        made = work(table, phase="1.command")
        prepare(made, carrier, Prepare(battlecraft="1b"), ref())
        prepared.append(canonical(seen(made.state, "bea")))
    assert prepared[0] == prepared[1]


def test_a_ship_that_went_back_aboard_is_known_to_be_there() -> None:
    carrier, sword, craft = loaded(revealed=True)
    told_of = seen(state(carrier, sword, craft), "bea")["aboard"]
    assert [(one["title"], one["ship"]) for one in told_of] == [("Sword", "1a")]


# --- logs and sheets ------------------------------------------------------------------------


def test_a_log_of_39_pods_has_every_box_once() -> None:
    table = state(*loaded())
    view = View.read(seen(table, "ann"))
    sheet = log_sheet(view.units[0], view.units)
    boxes = [box for pod in sheet.pods for box in range(pod.box, pod.box + pod.room)]
    assert sorted([*boxes, *sheet.void_pods]) == list(range(1, max(*boxes, 12) + 1))
    assert [one.designation for one in sheet.stored] == ["B"]
    cruiser = ship(1, "A", "heavy_cruiser", "A0909", 3, 2, pods=("arsenal",) * 39)
    view = View.read(seen(state(cruiser), "ann"))
    sheet = log_sheet(view.units[0], view.units)
    assert [part.name for part in sheet.hull] == [
        "bridge", "engine", "force field 1", "force field 2", "force field 3", "force field 4",
    ]  # fmt: skip
    assert [len(one.lines) for one in sheet.missiles] == [312, 273, 195, 78]


def test_a_long_log_has_its_missiles_in_pieces_that_a_page_holds() -> None:
    cruiser = ship(1, "A", "heavy_cruiser", "A0909", 3, 2, pods=("arsenal",) * 39)
    view = View.read(seen(state(cruiser), "ann"))
    log = record(view.units[0], Labels(view))
    assert log.sheet.is_long
    pieces = {one.type: len(pictures) for one, pictures in log.sections}
    # 39 pods hold 273 guided, 195 intelligent, 78 MIMS: columns of 8 by threes, then three level.
    assert pieces == {"unguided": 10, "guided": 33 + 3, "intelligent": 24 + 3, "mims": 9 + 3}
    sword = ship(1, "B", "sword", "A0909", 3, 2, pods=("arsenal",))
    view = View.read(seen(state(sword), "ann"))
    log = record(view.units[0], Labels(view))
    assert not log.sheet.is_long
    assert [len(pictures) for _one, pictures in log.sections] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("klass", "names"),
    [
        ("ram_jet", ["hull", "grid", "force field"]),
        ("modular_ship", ["module", "force field"]),
    ],
)
def test_the_log_of_an_alien_has_its_parts_and_no_pods(klass: str, names: list[str]) -> None:
    view = View.read(seen(state(ship(1, "A", klass, "A0909", 3, 2)), "ann"))
    sheet = log_sheet(view.units[0], view.units)
    assert [part.name for part in sheet.hull] == names
    assert all(part.armor is not None for part in sheet.hull)
    assert sheet.void_pods == ()
    assert sheet.energy.endless is (klass == "ram_jet")


def test_sheets_of_many_pods_are_short_and_ships_aboard_take_no_orders() -> None:
    kinds = ("storage", *["arsenal"] * 20, *["crew"] * 15)
    carrier = ship(1, "A", "heavy_cruiser", "A0909", 3, 1, pods=kinds)
    carrier = carrier.with_part(replace(carrier.pods[0], holds="1b"))
    body = template(View.read(seen(state(carrier, *loaded()[1:]), "ann")), "", DEFAULTS)
    whole = body.replace("\n  # ", " ")
    assert "pods 5 to 24 arsenal (each 7 guided" in whole
    assert "pods 25 to 39 crew" in whole
    aboard = body.partition("SHIP B")[2].partition("BATTLECRAFT")[0]
    assert "it takes orders once it is launched" in aboard
    assert "fire" not in aboard


def test_a_ruling_reaches_every_part() -> None:
    assert {"pod_39", "force_field_4", "hull", "grid", "module", "pod_39.mims"} <= set(FIELDS.rows)
    assert "pod_40" not in FIELDS.rows


def test_a_tireless_ship_shows_what_it_holds() -> None:
    table = opening()
    dagger = next(one for one in seen(table, "bea")["units"] if one["designation"] == "A")
    assert (dagger["endless"], dagger["energy_left"], dagger["blocks_left"]) == (True, 48, 12)
    assert left(unit(table, "2A")) == 9999


def test_the_example_of_the_guide_is_a_scenario() -> None:
    page = Path(__file__).parents[4] / "docs" / "scenarios-deltavee.md"
    part = page.read_text(encoding="utf-8").partition("### Cruisers, transports and aliens")[2]
    lines = part.partition("\n## ")[0].splitlines()
    example = "\n".join(line[4:] for line in lines if line.startswith("    "))
    assert "[[ships]]" in example
    whole = scenario(("[[special]]", f"{example}\n[[special]]"))
    assert list(check_scenario(whole)) == []
    assert unit(begin(whole, SEATS, options(), IDS), "1N").status == ABOARD


# --- the craft of one of the two texts ------------------------------------------------------


@pytest.mark.parametrize(("klass", "units"), [("lander", 15), ("corco_omega", 10)])
def test_a_lander_and_an_omega_have_no_burster_and_a_log_of_their_energy(
    klass: str, units: int
) -> None:
    held = {"mother": "1a", "pod": 1, "status": ABOARD, "revealed": False}
    craft = ship(1, "A1", klass, "A0909", 3, 0, **held)
    assert fires(craft) == {}
    carrier = ship(1, "A", "sword", "A0909", 3, 2, pods=("battlecraft",))
    view = View.read(
        seen(state(carrier.with_part(replace(carrier.pods[0], holds="1a1")), craft), "ann")
    )
    (logged,) = log_sheet(view.units[0], view.units).battlecraft
    assert (logged.energy, logged.spent) == (units, 0)
