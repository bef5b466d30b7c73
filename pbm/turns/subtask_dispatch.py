"""Share parts of one turn, such as battles, among the workers of this run.

Rolls follow from their names, so they are the same in any process; proofs of sealed dice come
back with the result of each part.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.campaign.campaign import Progress, quiet
from pbm.dice.keyed import Dice
from pbm.dice.sealed import SealedDice
from pbm.engine.subtask import Dispatcher, Subtask, SubtaskResult
from pbm.parallel.pools import in_order
from pbm.parallel.workers import at_work

# Least number of rolls, of all parts together, for which parts are shared (docs/operating.md).
LEAST = 2000
LEAST_SEALED = 80


def dispatcher(dice: Dice, unthrown: Dice, progress: Progress = quiet) -> Dispatcher | None:
    """Give a stage the workers of this run; None if there are fewer than two.

    ``unthrown`` are the same dice as ``dice``; a copy is sent with every part.
    """
    crew = at_work()
    if crew is None or crew.width < 2:
        return None

    def all_of(what: str, pieces: Sequence[Subtask]) -> Iterator[SubtaskResult[Any]]:
        tasks = [(piece, unthrown) for piece in pieces]
        done = in_order(crew, _done, tasks, lambda done, of: progress(what, done, of))
        for came, proofs in done:
            if isinstance(dice, SealedDice):
                dice.learn(proofs)
            yield came

    return Dispatcher(LEAST_SEALED if isinstance(dice, SealedDice) else LEAST, all_of)


def _done(task: tuple[Subtask, Dice]) -> tuple[SubtaskResult[Any], Mapping[str, bytes]]:
    piece, dice = task
    came = piece.done(dice)
    return came, dice.thrown if isinstance(dice, SealedDice) else {}
