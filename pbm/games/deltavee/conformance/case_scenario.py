"""A scenario of the game as the set-up of a case.

SCENARIO showdown                  # before turn 0
SCENARIO pirates turn=1            # placed as its file has it
UNIT 2A at=B1611 velocity=2 status={engine: D}
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.conformance.setup_lines import SetUpLine
from pbm.dice.keyed import Ids
from pbm.engine.types import Seat
from pbm.games.deltavee.conformance.case_lookup import named
from pbm.games.deltavee.conformance.case_units import damaged
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.scenario.scenario import begin
from pbm.games.deltavee.scenario.scenario_file import Scenario
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import IN_PLAY, RESERVE, WAITING, Unit
from pbm.kit.package_data import package_data
from pbm.kit.problems import Faults
from pbm.kit.toml_reader import load


def scenario_state(
    line: SetUpLine,
    changes: Collection[SetUpLine],
    seats: Sequence[Seat],
    options: Mapping[str, str],
    ids: Ids,
) -> State:
    """The state a SCENARIO line names, with what UNIT lines change; Faults for neither."""
    file = f"{line.name}.toml"
    try:
        data = package_data("pbm.games.deltavee", f"scenarios/{file}")
    except OSError:
        raise Faults.invalid(f"there is no scenario {line.name}", line.span) from None
    scenario = load(Scenario, data, file)
    state: State = begin(scenario, seats, options, ids)
    if line.given.turn is not None:
        state = _placed(state, line.given.turn)
    if line.given.maps is not None:
        state = replace(state, maps=first_maps(line.given.maps, options))
    for change in changes:
        state = state.with_units(_changed(state, change))
    return state


def _placed(state: State, turn: int) -> State:
    """The state with every ship where its scenario has it."""
    placed = [
        replace(unit, status=IN_PLAY) if unit.status == WAITING else unit for unit in state.units
    ]
    later = {unit.id: state.placements[unit.id] for unit in placed if unit.status == RESERVE}
    return replace(state, units=tuple(placed), placements=later, turn=turn)


def _changed(state: State, line: SetUpLine) -> Unit:
    unit = next((unit for unit in state.units if named(unit) == line.name), None)
    if unit is None:
        raise Faults.invalid(f"there is no unit {line.name}", line.span)
    given = line.given
    wanted = {
        "velocity": given.velocity,
        "jump": given.jump,
        "spent": given.spent,
        "direction": given.direction,
        "status": given.state,
    }
    fields: dict[str, Any] = {key: value for key, value in wanted.items() if value is not None}
    try:
        if given.at:
            fields["at"] = state.maps.parse(given.at)
        return damaged(replace(unit, **fields), given.status)
    except ValueError as wrong:
        raise Faults.invalid(f"{line.name} cannot be so: {wrong}", line.span) from None
