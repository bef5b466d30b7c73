"""The shipped campaigns of DeltaVee make use of everything: counted from their stored events.

Commands, types of fire, missiles and what damage does are taken from the game's own lists: one
that is added there and occurs in no campaign is missed here by its name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from pbm.games import deltavee
from pbm.games.deltavee.orders.commands.battle import Battle
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.docking import DockWith, Undock
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.maneuvers import (
    CHANGES,
    Chase,
    CourseChange,
    JumpCommand,
    Maneuver,
    Weave,
)
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.refuel import Refuel
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.state.ratings import (
    AUGMENTED_JUMP,
    BATTLECRAFT_POD,
    CLASSES,
    PODS,
    STANDARD_JUMP,
    STORAGE_POD,
    TRACTOR,
)
from pbm.games.deltavee.state.units import (
    BRIDGE,
    DAMAGED,
    DESTROYED_PART,
    ENGINE,
    FORCE_FIELD,
    MISSILE_TYPES,
    VULNERABLE,
)
from pbm.games.deltavee.state.usable import BURSTER, EXTRA, FIRE_TYPES
from pbm.storage.turn_folders import StoredStage, all_stages
from pbm.storage.turn_toml import NEW
from tests.shipped import CAMPAIGNS, played

# What a command of each class leaves behind when it was carried out: the words of it in
# ``commanded``, or events of its own.
MANEUVERS: Mapping[type, tuple[str, ...]] = {
    CourseChange: CHANGES,
    Weave: ("weave",),
    JumpCommand: ("prepare jump", "jump", "abort jump"),
    Chase: ("chase",),
}
BATTLES: Mapping[type, tuple[str, ...]] = {
    Prepare: ("prepared missile", "prepared battlecraft"),
    Control: ("controlled",),
    Launch: ("launched battlecraft",),
    Search: ("searched",),
    FieldSwitch: ("field_raised", "field_lowered"),
    Tractor: ("tractored",),
    DockWith: ("docked", "docked aboard"),
    Undock: ("undocked",),
    Refuel: ("refueled",),
}

# Force fields are told apart by their class, as damage does other things to them (DV 8.9).
FIELDS = tuple(f"{FORCE_FIELD} {number}" for number in (1, 2))
IMPAIRED = {BRIDGE, ENGINE, *FIELDS, *PODS.rows}
# What damage and destruction do to these is the same.
ALIKE = (FIELDS[0], TRACTOR, BATTLECRAFT_POD, STANDARD_JUMP, AUGMENTED_JUMP)
# Of these no ship of the ten scenarios has one.
CARRIED_BY_NONE = (AUGMENTED_JUMP, STORAGE_POD)
# What follows at once from a hit, beside its mark.
LOSSES = ("stock_lost", "prepared_lost", "battlecraft_lost", "energy_leaked", "energy_lost")


def campaigns() -> list[Path]:
    """The campaigns of DeltaVee."""
    return sorted(
        played(path.parent.name)
        for path in CAMPAIGNS.glob("*/campaign.toml")
        if 'game = "deltavee"' in path.read_text(encoding="utf-8")
    )


@cache
def stages() -> tuple[StoredStage, ...]:
    """Every stage of every campaign but its beginning."""
    return tuple(stage for path in campaigns() for stage in all_stages(path) if stage.name != NEW)


def events_of(stage: StoredStage) -> Iterator[Mapping[str, Any]]:
    return map(json.loads, (stage.folder / "events.jsonl").read_bytes().splitlines())


@cache
def events() -> tuple[Mapping[str, Any], ...]:
    return tuple(event for stage in stages() for event in events_of(stage))


def facts(kind: str) -> Iterator[Mapping[str, Any]]:
    return (event["facts"] for event in events() if event["kind"] == kind)


def is_missile(kind: str) -> bool:
    return kind in MISSILE_TYPES


@cache
def done() -> Counter[str]:
    """Everything that was done, under the words of the tables above."""
    found = Counter(event["kind"] for event in events())
    for fact in facts("commanded"):
        for word in fact["commands"]:
            found["weave" if word.startswith("weave") else word] += 1
    found.update(fact["what"] for fact in facts("chosen"))
    for kind, verb in (("prepared_unit", "prepared"), ("launched", "launched")):
        for fact in facts(kind):
            found[f"{verb} {'missile' if is_missile(fact['type']) else 'battlecraft'}"] += 1
    found["docked aboard"] = sum(fact["aboard"] for fact in facts("docked"))
    return found


def missed(wanted: Mapping[type, tuple[str, ...]]) -> list[str]:
    return [word for words in wanted.values() for word in words if not done()[word]]


def test_every_maneuver_command_was_carried_out() -> None:
    assert MANEUVERS.keys() == set(get_args(Maneuver))
    assert missed(MANEUVERS) == []


def test_every_battle_command_was_carried_out() -> None:
    assert BATTLES.keys() == set(get_args(Battle))
    assert missed(BATTLES) == []


@pytest.mark.parametrize("fire", FIRE_TYPES)
def test_every_type_of_fire_hit_and_missed(fire: str) -> None:
    assert {shot["hit"] for shot in facts("fired") if shot["type"] == fire} == {True, False}


def test_fire_came_from_bursters_and_pods_and_as_further_fire() -> None:
    items = {EXTRA if shot["extra"] else shot["item"].split()[0] for shot in facts("fired")}
    assert items >= {BURSTER, "pod", EXTRA}


@pytest.mark.parametrize("missile", MISSILE_TYPES)
def test_every_missile_was_prepared_and_launched_and_tried_to_intercept(missile: str) -> None:
    launched = [fact for fact in facts("launched") if fact["type"] == missile]
    assert launched
    assert any(fact["type"] == missile for fact in facts("prepared_unit"))
    assert {fact["missile"] for fact in facts("interception")} & {one["unit"] for one in launched}


def test_interceptions_succeeded_and_failed_and_fields_held() -> None:
    assert {fact["success"] for fact in facts("interception")} == {True, False}
    assert {fact["success"] for fact in facts("field_attempt")} == {True, False}
    assert done()["field_held"]
    assert {fact["why"] for fact in facts("destroyed")} >= {"hits", "interception"}


# --- damage ---------------------------------------------------------------------------------


def kind_of(unit: Mapping[str, Any], name: str) -> str:
    """What a part of a unit is, a force field with its class."""
    (part,) = (part for part in unit["parts"] if part["name"] == name)
    if part["kind"] == FORCE_FIELD:
        return f"{FORCE_FIELD} {CLASSES.at(unit['klass'], 'field')}"
    return str(part["kind"])


@cache
def damage() -> Counter[tuple[str, str]]:
    """How often each kind of part became vulnerable, damaged and destroyed."""
    found = Counter[tuple[str, str]]()
    for stage in stages():
        state = json.loads((stage.folder / "state.json").read_bytes())["state"]
        units = {unit["id"]: unit for unit in state["units"]}
        for event in events_of(stage):
            fact = event["facts"]
            if event["kind"] == "hit" and fact["part"]:
                found[kind_of(units[fact["unit"]], fact["part"]), fact["status"]] += 1
    return found


@pytest.mark.parametrize("kind", sorted(IMPAIRED - {*CARRIED_BY_NONE}))
def test_every_part_that_damage_impairs_was_damaged_and_destroyed(kind: str) -> None:
    """Rule: DV 8.9."""
    was = {status for part, status in damage() if part == kind}
    if kind in ALIKE:
        assert was & {DAMAGED, DESTROYED_PART}
    else:
        assert was >= {DAMAGED, DESTROYED_PART}


def test_what_no_campaign_can_damage_is_in_no_scenario() -> None:
    folder = Path(deltavee.__file__).parent / "scenarios"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))]
    assert texts
    assert [kind for kind in CARRIED_BY_NONE if any(kind in text for text in texts)] == []


def test_a_part_of_every_armor_was_hit_and_other_pods_too() -> None:
    statuses = Counter(status for _kind, status in damage())
    assert statuses.keys() == {VULNERABLE, DAMAGED, DESTROYED_PART}
    others = {kind for kind, _status in damage()} - IMPAIRED
    assert others  # cargo, cabins, crews: a hit of no effect but for a scenario's points


@pytest.mark.parametrize("loss", LOSSES)
def test_every_loss_by_damage_occurred(loss: str) -> None:
    assert done()[loss]


# --- the scenarios --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["showdown", "first-shot", "pirates", "bmali", "the-bomb", "firepower"]
)
def test_a_scenario_was_played_to_its_victory(name: str) -> None:
    results = [stage.part.result for stage in stages() if stage.folder.parents[1].name == name]
    assert " wins: " in results[-1]


@pytest.mark.parametrize("name", ["tau-ceti", "convoy-red", "tau-kati", "chess-players"])
def test_a_scenario_was_played_for_four_turns_at_least(name: str) -> None:
    turns = [stage for stage in stages() if stage.folder.parents[1].name == name]
    assert int(turns[-1].part.mailing.split(".")[0]) >= 4


@pytest.mark.parametrize(
    "kind", ["first_shot", "reinforcement_roll", "entered", "map_taken_up", "end_offered", "scored"]
)
def test_the_rules_of_scenarios_7_to_9_were_used(kind: str) -> None:
    assert done()[kind]


@pytest.mark.parametrize("kind", ["bought", "fleet_bought", "fleet_shown", "landed"])
def test_fleets_were_bought_and_their_cost_shown(kind: str) -> None:
    assert done()[kind]
