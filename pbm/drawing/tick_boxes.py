"""Draw the boxes of record sheets, marked off as with a pencil."""

from markupsafe import Markup

from pbm.drawing.svg import path, picture

BOX = 14  # units of a box, with two more to the next
IN_ROW = 20
_GROUP = 5
_STRIP, _STRIP_HIGH = 80, 10  # of a gauge


def boxes(number: int, marked: int, label: str, *, void: int = 0, in_row: int = IN_ROW) -> Markup:
    """Boxes in groups of five, the first ``marked`` of them crossed.

    ``void``: so many more boxes follow, struck out before play because they do not count.
    """
    outline, strokes, struck = [], [], []
    for place in range(number + void):
        row, column = divmod(place, in_row)
        x = column * (BOX + 2) + column // _GROUP * 6 + 1
        y = row * (BOX + 4) + 1
        outline.append(f"M{x} {y}h{BOX}v{BOX}h-{BOX}z")
        if place < marked:
            # A hand does not cross all boxes alike.
            lean, lift = place * 5 % 3, place * 7 % 4
            strokes.append(
                f"M{x + 2 + lean} {y + 12 - lift // 2}L{x + 13 - lift} {y + 1 + lean}"
                f"M{x + 2} {y + 3 + lift // 2}L{x + 12 + lean // 2} {y + 12}"
            )
        elif place >= number:
            struck.append(f"M{x} {y + BOX}l{BOX} -{BOX}")
    columns = min(number + void, in_row)
    width = columns * (BOX + 2) + max(0, columns - 1) // _GROUP * 6 + 2
    height = (number + void + in_row - 1) // in_row * (BOX + 4)
    return picture(
        label,
        (0, 0, width, height),
        path(outline, fill="#ffffff", stroke="#3d4852", stroke_width=1),
        *([path(struck, fill="none", stroke="#6b7680", stroke_width=1)] if struck else []),
        *(
            [path(strokes, fill="none", stroke="#2b2b2b", stroke_width=2, stroke_linecap="round")]
            if strokes
            else []
        ),
        class_="boxes",
        width=width,
        height=height,
    )


def gauge(left: int, full: int, label: str) -> Markup:
    """A strip in place of many boxes, scribbled over from the left as they are lost."""
    wide = _STRIP * (full - left) // full if full else 0
    if full > left:
        wide = max(wide, 3)
    steps = [
        f"{'L' if x else 'M'}{x} {_STRIP_HIGH - 2 if n % 2 else 2}"
        for n, x in enumerate(range(0, wide + 1, 3))
    ]
    tenths = [f"M{_STRIP * n // 10} {_STRIP_HIGH}v-4" for n in range(1, 10)]
    return picture(
        label,
        (-1, -1, _STRIP + 2, _STRIP_HIGH + 2),
        path([f"M0 0h{_STRIP}v{_STRIP_HIGH}h-{_STRIP}z"], fill="#ffffff", stroke="#3d4852"),
        path(tenths, stroke="#8893a0", stroke_width=1),
        *(
            [path(steps, fill="none", stroke="#2b2b2b", stroke_width=2, stroke_linejoin="round")]
            if len(steps) > 1
            else []
        ),
        class_="gauge",
        width=_STRIP + 2,
        height=_STRIP_HIGH + 2,
    )
