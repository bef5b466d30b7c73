"""Columns of a printed table that stand for several numbers: ``0``, ``2-3``, ``11+``."""

from collections.abc import Sequence


def band(columns: Sequence[str], number: int) -> str | None:
    """The column a number falls in, None if it falls in none.

    >>> band(("0", "1", "2-3"), 3), band(("0", "1-10", "11+"), 12), band(("0", "1"), 2)
    ('2-3', '11+', None)
    """
    return next((column for column in columns if _holds(column, number)), None)


def _holds(column: str, number: int) -> bool:
    if column.endswith("+"):
        return number >= int(column[:-1])
    least, dash, most = column.partition("-")
    return int(least) <= number <= int(most if dash else least)
