"""Rank sheets: the newest without invalid lines counts, else the newest.

A sheet with more faults never replaces a better one, and one for another stage never counts.
Each kind of sheet is ranked by itself; messages add up and are not ranked.
"""

from collections.abc import Sequence

from pbm.kit.records import Record


class Candidate(Record):
    """A sheet as received: number in the stage (later is higher), kind, quality.

    ``place`` tells which was sent later, where numbers do not; ``is_empty``: no line of it was
    understood.
    """

    number: int
    kind: str
    has_invalid: bool
    right_mailing: bool
    place: int = 0
    is_empty: bool = False


class Ranked(Record):
    """The place of the sheet in force (-1: none), and the last receipt's sentence."""

    index: int
    sentence: str


def rank(candidates: Sequence[Candidate], kind: str = "ORDERS") -> Ranked:
    """Choose the sheet in force among those of one player for one stage.

    ``kind`` names them in the sentence if there are none; candidates of several kinds are ranked
    by the kind of the last one received.
    """
    if not candidates:
        return Ranked(-1, f"No {kind} sheet is in force.")

    def order(index: int) -> tuple[int, int, int]:
        return candidates[index].place, candidates[index].number, index

    last = max(range(len(candidates)), key=order)
    kind = candidates[last].kind
    usable = [
        index for index, one in enumerate(candidates) if one.right_mailing and one.kind == kind
    ]
    whole = [index for index in usable if not candidates[index].has_invalid]
    pool = whole or usable
    if not pool:
        return Ranked(-1, f"This sheet is for another turn; no {kind} sheet is in force.")
    best = max(pool, key=order)
    return Ranked(best, _sentence(candidates, last, best, kind))


def _sentence(candidates: Sequence[Candidate], last: int, best: int, kind: str) -> str:
    if best == last:
        if not candidates[best].has_invalid:
            return f"This {kind} sheet is in force."
        if candidates[best].is_empty:
            return (
                f"This {kind} sheet is in force, but no line of it was understood, so it has no "
                "orders; a later sheet without such faults will replace it."
            )
        return (
            f"This {kind} sheet is in force with the lines that were understood; "
            "a later sheet without such faults will replace it."
        )
    number = candidates[best].number
    if not candidates[last].right_mailing:
        return f"This sheet is for another turn; your {kind} sheet number {number} stays in force."
    return (
        f"This sheet has lines that were not understood, so your {kind} sheet number "
        f"{number}, which has none, stays in force."
    )
