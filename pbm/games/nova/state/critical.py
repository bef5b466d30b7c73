"""The critical-hit chart of a design, and what a permillage roll strikes on it.

Rule: NV DSN-37, SPC-37. Ambiguity: NV A-CRIT-ROUND, A-CRIT-ORDER, A-CRIT-INTRINSIC.
"""

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache
from math import floor

from pbm.games.nova.state.components import Component, factor_size
from pbm.games.nova.state.design import Design, figures
from pbm.kit.records import Record

WHOLE = 1000
NO_EFFECT = "No Effect"


class CriticalRow(Record):
    """One installation, struck by permillage rolls from ``first`` to ``last``.

    ``name`` is that of the installation (``BL1``), ``label`` what a sheet calls it
    (``BL 20``, ``SM#2``). If ``last`` is below ``first`` no roll strikes it.
    """

    name: str
    label: str
    cfs: Fraction
    first: int
    last: int

    @property
    def span(self) -> str:
        """The rolls as the book prints them, ``918-000``; ``-`` if there are none."""
        if self.last < self.first:
            return "-"
        return f"{self.first:03}-{self.last % WHOLE:03}"


class Chart(Record):
    """A critical-hit chart; the last row has no effect. ``total`` is the sum of CFS."""

    rows: tuple[CriticalRow, ...]
    total: Fraction

    def struck(self, permillage: int) -> str:
        """The installation a roll of 1 to 1000 strikes, "" for no effect."""
        return self.rows[bisect_left([row.last for row in self.rows], permillage)].name


@lru_cache(maxsize=65536)
def critical_chart(design: Design) -> Chart:
    """The official chart of a design: a row for each installation, in the order of its sheet.

    Shares of a thousand are rounded down, exactly; what is left over has no effect.
    """
    known = figures(design)
    size = max(known.ssz, 1)
    found = [
        (piece.name, piece.part, factor_size(piece.part, size)) for piece in known.installations
    ]
    total = sum((cfs for _name, _part, cfs in found), Fraction(size, 10))
    alike: dict[str, int] = {}
    for _name, part, _cfs in found:
        alike[label(part)] = alike.get(label(part), 0) + 1
    rows: list[CriticalRow] = []
    numbers: dict[str, int] = {}
    last = 0
    for name, part, cfs in found:
        said = label(part)
        numbers[said] = numbers.get(said, 0) + 1
        if alike[said] > 1 or part.kind == "SI":
            said = f"{said}#{numbers[said]}"
        share = floor(cfs * WHOLE / total)
        rows.append(CriticalRow(name, said, cfs, last + 1, last + share))
        last += share
    rows.append(CriticalRow("", NO_EFFECT, Fraction(size, 10), last + 1, WHOLE))
    return Chart(tuple(rows), total)


def label(part: Component) -> str:
    """What a sheet calls one installation of a line: ``BL 20``, ``SM``, ``XC``, ``PA 8``."""
    if part.kind == "SI":
        return "SM"
    if part.kind in ("PA", "WC"):
        return f"{part.kind} {factor_size(part, 0)}"
    return f"{part.kind} {part.level}" if part.level else part.kind
