"""Set long lists on paper with one cell a row, its columns kept by tab stops.

Laying out a table cell takes longer than a line of text, and a long list has thousands. A list
of short facts is therefore set as a tabbed table: a table of one column whose rows are lines of
text. It is still a table, with its head on every page, and is read row by row. On a screen,
where cells cost little, the same list is a table of cells.

A cell too wide for its column gets the whole width, so nothing is cut: the row's name goes above
the row, any other cell below it, after the head of its column. The last column wraps within its
own width.
"""

from collections.abc import Collection, Sequence
from functools import cache
from math import ceil

from markupsafe import Markup, escape

from pbm.kit.records import Record
from pbm.pages.fonts import font_dir, shown
from pbm.pages.page_pieces import mark

# Points. print.css sets the lists in this size, with these stops, without kerning.
SIZE = 8.5
STOP = 6.0  # whole pixels of CSS, as WeasyPrint rounds them
# The width between the margins of A4; Letter has a little more.
WIDTH = 515.0
# Inside an item of a story there is less: page.css puts a rule and space before it.
INDENT = 12.0
GAP = 6.0  # least space between two columns
NEAR = 0.5  # closer to a stop than this, it is uncertain whether the stop is passed
MOST_SPARE = 18.0  # more space between columns would make rows hard to follow
LEAST_FOR_THE_LAST = 0.3  # share of the width for the last column, if it needs that much
FITTING = 0.95  # share of the rows that a column is made for where not all have room,
ODD = 1.25  # if the widest cell is wider than theirs by so much
_ROWS = 100  # after so many, a long list may be divided
_END = Markup("</tbody></table>\n")
HAIR, FIGURE = "\u200a", "\u2007"

_FACES = {
    False: ("IBMPlexSans-Regular.woff2", "DejaVuSans.woff2", "NotoSansSC-Subset.woff2"),
    True: ("IBMPlexSans-Bold.woff2", "DejaVuSans-Bold.woff2", "NotoSansSC-Subset.woff2"),
}


@cache
def _advances(file: str) -> dict[int, float]:
    """Read the widths of a font's characters, as fractions of its size."""
    from fontTools.ttLib import TTFont  # comes with WeasyPrint, slow to import

    with TTFont(font_dir() / file) as font:
        unit = font["head"].unitsPerEm
        widths = font["hmtx"]
        return {point: widths[name][0] / unit for point, name in font.getBestCmap().items()}


@cache
def _advance(character: str, *, bold: bool) -> float:
    for file in _FACES[bold]:
        found = _advances(file).get(ord(character))
        if found is not None:
            return found
    return 0.0


def text_width(text: str, *, bold: bool = False) -> float:
    """Measure the width of a line of text, in points."""
    return SIZE * sum(_advance(character, bold=bold) for character in text)


class _Column(Record):
    head: str
    start: float
    end: float  # of the text in it
    number: bool


def tabbed_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
    numbers: Collection[int] = (),
    strong: Collection[int] = (),
    kind: str = "",
    indented: bool = False,
) -> Markup:
    """Set a list as a table of one column; ``numbers`` are right-aligned columns.

    Rows whose place is in ``strong`` are bold. ``kind`` is a class of the table. ``indented``:
    the table is inside an item of a story.
    """
    cells = [[shown(_line(cell)) for cell in row] for row in rows]
    columns = _columns(heads, cells, numbers, strong, WIDTH - INDENT if indented else WIDTH)
    start = round(columns[-1].start / STOP)
    head = Markup(
        '<table class="ledger stop{}{}"><thead><tr><th>{}</th></tr></thead><tbody>\n'
    ).format(start, f" {kind}" if kind else "", _row(columns, heads, bold=True)[1])
    parts = [head]
    for place, row in enumerate(cells):
        parts += [mark(_END, head)] if place and place % _ROWS == 0 else []
        bold = place in strong
        opened = Markup('<tr class="strong"><td>' if bold else "<tr><td>")
        parts += [opened, _cell(*_row(columns, row, bold=bold)), Markup("</td></tr>\n")]
    return Markup("").join((*parts, _END))


def tabbed_table_css() -> str:
    """Write the styles that align the wrapped lines of the last column.

    A line of the whole width begins where the row does. What differs between tables is said at the
    table, so that no cell is compared with every stop.
    """
    return (
        ".ledger th, .ledger td { padding-left: var(--in); text-indent: var(--out) }\n"
        ".ledger .wide { margin-left: var(--out); text-indent: 0 }\n"
    ) + "".join(
        f".stop{stop} {{ --in: {stop * STOP}pt; --out: -{stop * STOP}pt }}\n"
        for stop in range(1, int(WIDTH / STOP))
    )


def _cell(above: str, line: str, below: Sequence[str]) -> Markup:
    """Write a row's cell: its line, and lines of the whole width above and below."""
    if not (above or below):
        return escape(line)
    wide = Markup('<div class="wide">{}</div>')
    parts = [wide.format(above)] if above else []
    # Where the rest of a row is empty, its name stands alone.
    parts += [Markup("<div>{}</div>").format(line)] if line else []
    return Markup("").join((*parts, *map(wide.format, below)))


def _line(cell: object) -> str:
    return " ".join(str(cell).split())


def _columns(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Collection[int],
    strong: Collection[int],
    whole: float,
) -> list[_Column]:
    """Place the columns: each as wide as its widest cell, or as most of its cells if they are many.

    Space left over goes between them.
    """
    cells = [
        sorted(text_width(row[n], bold=place in strong) for place, row in enumerate(rows)) or [0.0]
        for n in range(len(heads))
    ]
    widths = [
        max(text_width(head, bold=True), some[-1]) for head, some in zip(heads, cells, strict=True)
    ]
    last = min(widths[-1], whole * LEAST_FOR_THE_LAST)
    room = whole - last - (GAP + STOP) * (len(heads) - 1)
    if sum(widths[:-1]) > room:
        most = [
            max(text_width(head, bold=True), some[ceil(FITTING * len(some)) - 1])
            for head, some in zip(heads, cells, strict=True)
        ]
        widths = [
            needed if needed * ODD < widest else widest
            for needed, widest in zip(most, widths, strict=True)
        ]
    while sum(widths[:-1]) > room:
        widest = max(widths[:-1])
        widths = [min(width, widest * 0.95) for width in widths[:-1]] + widths[-1:]
    spare = (room + last - sum(widths)) / max(1, len(heads) - 1)
    gap = GAP + max(0.0, min(MOST_SPARE, spare))
    found: list[_Column] = []
    at = 0.0
    for n, (head, width) in enumerate(zip(heads, widths, strict=True)):
        found.append(_Column(head, at, at + width, n in numbers))
        at = -(-(at + width + gap) // STOP) * STOP
    return found


def _row(
    columns: Sequence[_Column], cells: Sequence[str], *, bold: bool
) -> tuple[str, str, list[str]]:
    """Set a row's line with its tabs; cells wider than their column go above or below."""
    above, text, at, below = "", "", 0.0, []
    for n, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        if n:
            # WeasyPrint draws a tab a fortieth too wide: spaces fill all but the last stops.
            figure = text_width(FIGURE, bold=bold)
            filled = max(0, int((column.start - at - STOP - 2 * NEAR) / figure))
            text += FIGURE * filled
            at += filled * figure
            near = (at + NEAR) % STOP
            if near < 2 * NEAR:
                text += HAIR * 3
                at += text_width(HAIR * 3, bold=bold)
            text += "\t" * round((column.start - at // STOP * STOP) / STOP)
            at = column.start
        last = n == len(columns) - 1
        width = text_width(cell, bold=bold)
        if width > column.end - column.start + 0.01 and not last:
            if n:
                below.append(f"{column.head}: {cell}")
            else:
                above = cell
            continue
        if column.number and width < column.end - column.start:
            lack = column.end - column.start - width
            figures, hairs = _padding(lack, bold=bold)
            cell = FIGURE * figures + HAIR * hairs + cell
            width = lack + width
        text += cell
        at += width
    return above, text.rstrip(f"\t{FIGURE}{HAIR}"), below


def _padding(lack: float, *, bold: bool) -> tuple[int, int]:
    """Count the figure spaces and hair spaces that fill a width."""
    figure, hair = text_width(FIGURE, bold=bold), text_width(HAIR, bold=bold)
    figures = int(lack / figure + 0.001)
    return figures, int((lack - figures * figure) / hair + 0.5)
