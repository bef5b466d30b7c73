"""The scenario file, and the state before the first turn."""

from collections.abc import Mapping, Sequence

from pbm.games.race.state import State

from pbm.dice.keyed import Ids
from pbm.engine.scenario_base import ScenarioPart
from pbm.engine.types import Seat


class Scenario(ScenarioPart):
    """A race to a goal."""

    goal: int


def begin(
    scenario: Scenario, seats: Sequence[Seat], _options: Mapping[str, str], _ids: Ids
) -> State:
    """The state before set-up."""
    return State({seat.id: 0 for seat in seats}, scenario.goal)
