"""Set the next sheet in two columns on paper: its lines are short, and there are many.

Rows of two columns are read from left to right, downward. Long lines are broken as a sheet may
break them: a remark into several remarks, an order after a comma, its remark below it.
"""

import textwrap
from collections.abc import Iterator, Sequence

from pbm.sheets.envelope import GOES_ON

WRAPPED = 60  # a remark's line of more characters may go on in the next one
COLUMN = 54  # characters, at the size of page.css
ROWS = 16  # lines of a column
_SPARE = 5  # lines by which columns may differ, so that a part of the sheet stays whole


def sheet_columns(sheet: str) -> Iterator[tuple[str, str]]:
    """Divide a sheet into rows of two columns."""
    left = list(_narrow(sheet))
    while left:
        end = _cut(left, 2 * ROWS) if _high(left) > 3 * ROWS else len(left)
        half = _cut(left[:end], (_high(left[:end]) + 1) // 2)
        yield "\n".join(left[:half]).strip("\n"), "\n".join(left[half:end]).strip("\n")
        left = left[end:]


def _narrow(sheet: str) -> Iterator[str]:
    """The lines of a sheet, the long ones broken."""
    lines = sheet.strip("\n").split("\n")
    while lines:
        line = last = lines.pop(0)
        if not _is_remark(line):
            yield from [line] if len(line) <= COLUMN else _order(line)
            continue
        words = line.strip()[1:].split()
        # A long line goes on in the next one.
        while len(last) > WRAPPED and lines and _is_remark(lines[0]):
            last = lines.pop(0)
            words += last.strip()[1:].split()
        yield from _remark(line[: len(line) - len(line.lstrip())], words)


def _is_remark(line: str) -> bool:
    return line.lstrip().startswith("#")


def _remark(indent: str, words: Sequence[str]) -> list[str]:
    start = f"{indent}# "
    return textwrap.wrap(" ".join(words), COLUMN, initial_indent=start, subsequent_indent=start)


def _order(line: str) -> Iterator[str]:
    """An order in several lines: each but the last ends in a comma; its remark comes last."""
    order, hash_, remark = line.partition("  #")
    indent = " " * (len(order) - len(order.lstrip()) + 2)
    order = order.rstrip()
    while len(order) > COLUMN and (comma := order.rfind(", ", len(indent), COLUMN)) > 0:
        yield order[: comma + 1]
        order = f"{indent}{order[comma + 2 :]}"
    yield order
    if hash_:
        yield from _remark(indent, remark.split())


def _high(lines: Sequence[str]) -> int:
    """Count the lines that these take in a column."""
    return sum(max(1, -(-len(line) // COLUMN)) for line in lines)


def _cut(lines: Sequence[str], height: int) -> int:
    """Find the line before which to cut, near a height: after an empty one, else between orders."""
    empty = [n for n, line in enumerate(lines) if n and not line]
    best = min(empty, key=lambda n: abs(_high(lines[:n]) - height), default=0)
    if empty and abs(_high(lines[:best]) - height) <= _SPARE:
        return best
    cut = 1
    while cut < len(lines) and (
        _high(lines[:cut]) < height
        or _is_remark(lines[cut - 1])
        or lines[cut - 1].endswith(GOES_ON)
    ):
        cut += 1
    return cut
