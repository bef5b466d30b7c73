"""What the cases of the rulebook may use."""

from collections.abc import Mapping
from typing import Any

from pbm.games.race.orders import MOST
from pbm.games.race.state import State

from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.case_kit import CaseKit
from pbm.dice.keyed import Ids
from pbm.engine.types import Seat


def scene(step: CaseStep, _ids: Ids, _options: Mapping[str, str]) -> CaseScene:
    """Lines such as ``ann 17``; the goal is 20."""
    totals = {name: int(number) for name, number in (text.split() for _line, text in step.block)}
    seats = tuple(Seat(id, id, "A") for id in totals)
    return CaseScene(State(totals, 20, 1), seats, 1, {})


def thing(state: State, words: tuple[str, ...]) -> Mapping[str, Any] | None:
    """``EXPECT ann total=20``."""
    total = state.totals.get(words[0])
    return None if total is None else {"total": total, "result": state.result}


def most() -> int:
    """The greatest number that may be added."""
    return MOST


CASES = CaseKit({"most": most}, scene, thing)
