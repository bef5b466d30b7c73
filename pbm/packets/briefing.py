"""The reader's forces in a few rows, for the first page of a report."""

from collections.abc import Sequence

from pbm.kit.records import Record

MOST = 7  # rows


class Briefing(Record):
    """A short table of forces: its columns, those with ``numbers``, and its rows.

    ``orders`` says what the next sheet decides; ``is_whole``: nothing is left out.
    """

    heads: tuple[str, ...]
    numbers: tuple[int, ...]
    rows: Sequence[tuple[str, ...]]
    orders: str
    is_whole: bool


def few(rows: Sequence[tuple[str, ...]], rest: str) -> Sequence[tuple[str, ...]]:
    """The rows, of many only the first and how many more there are of the ``rest``.

    >>> few([("A",)] * 7, "ships")[-1], few([("A",)] * 8, "ships")[6:]
    (('A',), [('and 2 more ships',)])
    """
    if len(rows) <= MOST:
        return rows
    more = f"and {len(rows) - MOST + 1} more {rest}"
    return [*rows[: MOST - 1], (more, *("" for _cell in rows[0][1:]))]
