"""The shipped scenarios as states, for tests of what they begin with and lead to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.engine.options import settle
from pbm.engine.types import Seat
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.scenario.scenario import begin
from pbm.games.deltavee.scenario.scenario_file import Scenario
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import IN_PLAY, WAITING, Unit
from pbm.kit.toml_reader import load

SEATS = (Seat("ann", "Ann", "1"), Seat("bea", "Bea", "2"))
IDS = Ids(b"a test")
NAMES = (
    *("showdown", "first-shot", "tau-ceti", "pirates", "convoy-red"),
    *("battle-of-tau-kati", "the-bomb", "firepower"),
)


@cache
def scenario(name: str) -> Scenario:
    """A shipped scenario."""
    data = files("pbm.games.deltavee").joinpath("scenarios", f"{name}.toml").read_bytes()
    return load(Scenario, data, f"{name}.toml")


def options(chosen: Mapping[str, str] | None = None) -> dict[str, str]:
    """All options with their values in force."""
    settled, problems = settle(OPTIONS, chosen or {})
    assert not problems
    return settled


def opening(name: str, chosen: Mapping[str, str] | None = None) -> State:
    """The state before turn 0."""
    return begin(scenario(name), SEATS, options(chosen), IDS)


def started(name: str, **fields: Any) -> State:
    """The state at the start of turn 1, every ship where the scenario has it."""
    state = opening(name)
    units = tuple(
        replace(unit, status=IN_PLAY) if unit.status == WAITING else unit for unit in state.units
    )
    return replace(state, units=units, turn=1, placements={}, **fields)


def unit(state: State, name: str) -> Unit:
    """A unit by side and counter: ``1A``."""
    return next(one for one in state.units if f"{one.side}{one.designation}" == name)


def changed(state: State, name: str, **fields: Any) -> State:
    """The state with other fields of a unit."""
    return state.with_units(replace(unit(state, name), **fields))
