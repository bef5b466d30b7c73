"""Boxes of record sheets, marked off as with a pencil."""

from __future__ import annotations

from markupsafe import Markup

from pbm.svg import path, picture

BOX = 14  # units of a box, with two more to the next
IN_ROW = 25
_GROUP = 5


def boxes(number: int, marked: int, label: str, *, void: int = 0, in_row: int = IN_ROW) -> Markup:
    """So many boxes in groups of five, the first of them crossed.

    ``void``: so many more stand after them, struck out before play because they do not count.
    """
    outline, strokes, struck = [], [], []
    for place in range(number + void):
        row, column = divmod(place, in_row)
        x = column * (BOX + 2) + column // _GROUP * 6 + 1
        y = row * (BOX + 4) + 1
        outline.append(f"M{x} {y}h{BOX}v{BOX}h-{BOX}z")
        if place < marked:
            # A hand does not cross every box alike.
            lean, lift = place * 5 % 3, place * 7 % 4
            strokes.append(
                f"M{x + 2 + lean} {y + 12 - lift // 2}L{x + 13 - lift} {y + 1 + lean}"
                f"M{x + 2} {y + 3 + lift // 2}L{x + 12 + lean // 2} {y + 12}"
            )
        elif place >= number:
            struck.append(f"M{x} {y + BOX}l{BOX} -{BOX}M{x} {y + 7}l7 -7M{x + 7} {y + BOX}l7 -7")
    columns = min(number + void, in_row)
    width = columns * (BOX + 2) + max(0, columns - 1) // _GROUP * 6 + 2
    height = (number + void + in_row - 1) // in_row * (BOX + 4)
    return picture(
        label,
        (0, 0, width, height),
        path(outline, fill="#ffffff", stroke="#3d4852", stroke_width=1),
        *([path(struck, fill="none", stroke="#8893a0", stroke_width=1)] if struck else []),
        *(
            [path(strokes, fill="none", stroke="#2b2b2b", stroke_width=2, stroke_linecap="round")]
            if strokes
            else []
        ),
        class_="boxes",
        width=width,
        height=height,
    )
