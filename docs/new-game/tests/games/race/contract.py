"""What the suites over all games ask of Race."""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace
from pbm.games.race.report import CATALOGUE
from pbm.games.race.state import Add

from tests.games.contract import Contract
from tests.secrecy.harness import Outcome, World
from tests.secrecy.leak import Known, Leak
from tests.secrecy.secrets import Changed, Draw, Secret, others


def _total(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """How far another is, as long as nobody wins by it."""
    state = world.game_state.state
    found = [seat for seat in others(world, player) if seat in state.totals]
    if not found:
        return None
    other = draw(st.sampled_from(found))
    totals = {**state.totals, other: state.totals[other] + draw(st.integers(1, 9))}
    changed = replace(world.game_state, state=replace(state, totals=totals))
    return Changed(
        replace(world, game_state=changed), lambda path, *_: path == ("totals", other), course=True
    )


def _goal_of_all(known: Known, state: Any, _player: str) -> Known:
    return {**known, "goal": known["goal"] + sum(state.totals.values())}


CONTRACT = Contract(
    scenario="race/short",
    sides="AB",
    orders=Add,
    sentences=CATALOGUE.kinds,
    secrets=(Secret("how far another is", _total, Leak(view=_goal_of_all)),),
    private={"added": ("*",), "message": ("*",), "ruling": ("*",)},
)
