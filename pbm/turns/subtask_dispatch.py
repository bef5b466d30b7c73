"""Pieces of one turn, battles for one, done side by side by the crew that is at work.

Faces follow from the names of rolls, so whoever throws them, they are the same; proofs of sealed
dice come back with what came of a piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.campaign.campaign import Progress, quiet
from pbm.dice.keyed import Dice
from pbm.dice.sealed import SealedDice
from pbm.engine.subtask import Dispatcher, Subtask, SubtaskResult
from pbm.parallel.pools import in_order
from pbm.parallel.workers import at_work

# Pieces are sent from so many rolls on, all of them together (docs/operating.md).
LEAST = 2000
LEAST_SEALED = 80


def dispatcher(dice: Dice, unthrown: Dice, progress: Progress = quiet) -> Dispatcher | None:
    """The crew at work, to be given to a stage; None where there is none, or it is one alone.

    ``unthrown`` are the same dice as ``dice``, of which a copy is sent with every piece.
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
