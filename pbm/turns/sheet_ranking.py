"""Rank sheets: the newest without invalid lines counts, else the newest.

A sheet with more faults never replaces a better one, and one for another stage never counts.
Each kind of sheet is ranked by itself; messages add up and are not ranked.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.engine.types import Reading
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import SheetKind
from pbm.turns.receipt import has_invalid


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


class RankedSheet(Record):
    """A sheet with its reading, whether it counts, and the sentence that says so."""

    number: int
    sheet: Sheet
    reading: Reading
    counts: bool = False
    sentence: str = ""

    @property
    def has_invalid(self) -> bool:
        """True if any line of it was not understood."""
        return has_invalid(self.sheet, self.reading)


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


def group_of(kind: SheetKind, at: int, sheet: Sheet) -> str:
    """What sheets of one kind have in common of which one counts."""
    return {"one": "", "each": folded(sheet.key.strip('"')), "all": str(at)}[kind.counts]


def judged(
    kind: SheetKind, read: Sequence[tuple[int, RankedSheet]]
) -> list[tuple[int, RankedSheet]]:
    """Decide which sheets of one kind are in force, with the sentence for each."""
    groups: dict[str, list[tuple[int, RankedSheet]]] = {}
    for at, one in read:
        groups.setdefault(group_of(kind, at, one.sheet), []).append((at, one))
    found: list[tuple[int, RankedSheet]] = []
    for group in groups.values():
        key = group[-1][1].sheet.key
        name = f"{kind.name} ({kind.by} {key})" if kind.counts == "each" and key else kind.name
        ranked = rank(
            [
                Candidate(
                    one.number, name, one.has_invalid, True, place, not one.reading.understood
                )
                for place, (_at, one) in enumerate(group)
            ]
        )
        last = len(group) - 1
        for place, (at, one) in enumerate(group):
            best = place == ranked.index
            later = f"A later {name} sheet takes its place."
            sentence = ranked.sentence if place == last else later
            if best and place == last:
                sentence += _lost(one, [other for _at, other in group[:place]], name)
            if best and place != last:
                sentence = f"This {name} sheet is in force."
            if kind.counts == "all":
                sentence = f"This {name} sheet counts, and so do all others of its kind."
            found.append((at, replace(one, counts=best, sentence=sentence)))
    return sorted(found, key=lambda pair: pair[0])


def _lost(one: RankedSheet, before: Sequence[RankedSheet], name: str) -> str:
    """Warn where a sheet in force lacks what its player sent before: orders, a phrase."""
    orders = [other.number for other in before if other.reading.understood]
    phrases = [other.number for other in before if other.sheet.phrase]
    said = ""
    if orders and not one.reading.understood:
        said += (
            f" It has no orders. Those of your {name} sheet number {orders[-1]} no longer count "
            "unless you send them again."
        )
    if phrases and not one.sheet.phrase:
        said += (
            f" It has no phrase. That of your {name} sheet number {phrases[-1]} no longer "
            "counts unless you send it again."
        )
    return said
