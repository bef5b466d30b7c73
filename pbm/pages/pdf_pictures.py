"""Draw the pictures of a PDF: read apart from the page's HTML, texts in one piece, paths once.

WeasyPrint 70 looks up the style of each part of a picture, sets a text letter by letter, twice, and
tells of each part how its lines end and meet. Names of its own are used here: the version is
pinned.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import inf
from typing import Any
from xml.etree import ElementTree

_SPACE = "http://www.w3.org/2000/svg"
_SVG = f"{{{_SPACE}}}svg"
_PICTURE = re.compile(r"<svg\b([^>]*)>(.*?)</svg>", re.DOTALL)
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_PLACE = "data-picture"
# A part with one of these is drawn in WeasyPrint's own way.
_SPECIAL = frozenset(
    ("alignment-baseline", "clip-path", "direction", "display", "dominant-baseline", "dx", "dy",
     "filter", "letter-spacing", "marker", "marker-end", "marker-mid", "marker-start", "mask",
     "opacity", "rotate", "rx", "ry", "stroke-dashoffset", "stroke-miterlimit", "style",
     "textLength", "transform", "visibility")
)  # fmt: skip
# What a line looks like unless it is said, and the operators' numbers of its ends and corners.
_LINE = (("stroke-width", "1"), ("stroke-dasharray", "none"))
_ENDS = (("stroke-linecap", "butt"), ("stroke-linejoin", "miter"))
_NUMBERS = {"butt": 0, "round": 1, "square": 2, "miter": 0, "bevel": 2}
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")
_ROUND = 0.5523  # of the radius: so a Bezier curve is nearest to a quarter of a circle
_SHARE_LEFT = {"start": 0.0, "middle": 0.5, "end": 1.0}


def without_pictures(text: str) -> tuple[str, dict[str, str]]:
    """Take the inside of each picture out of a page, all but its title; the pictures by number.

    Pictures that are alike are one.
    """
    numbers: dict[str, str] = {}

    def taken(found: re.Match[str]) -> str:
        number = numbers.setdefault(found[0], str(len(numbers)))
        title = _TITLE.search(found[2])
        space = "" if " xmlns=" in found[1] else f' xmlns="{_SPACE}"'
        kept = title[0] if title else ""
        return f'<svg {_PLACE}="{number}"{space}{found[1]}>{kept}</svg>'

    left = _PICTURE.sub(taken, text)
    return left, {number: whole for whole, number in numbers.items()}


@cache
def prepare() -> Callable[[Mapping[str, str], Any], dict[str, Any]]:
    """Let WeasyPrint look for pictures apart; gives what reads them, with a font configuration."""
    from weasyprint import html, images, svg
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.draw.text import draw_first_line
    from weasyprint.matrix import Matrix
    from weasyprint.svg.text import Style, TextBox
    from weasyprint.text.line_break import create_layout, line_size

    @lru_cache(256)
    def style_of(fonts: Any, family: str, weight: str, slant: str, size: float) -> Any:
        style = Style(INITIAL_VALUES)
        style.font_config = fonts
        style["font_family"] = [one.strip().strip("\"'") for one in family.split(",")]
        style["font_weight"] = 700 if weight == "bold" else 400
        style["font_style"], style["font_size"] = slant, size
        return style

    @lru_cache(2048)
    def set_text(text: str, *given: Any) -> tuple[Any, float]:
        """A text as it is drawn in a style, and its width."""
        style = style_of(*given)
        layout = create_layout(text, style, None, inf, 0)
        return TextBox(layout, style), line_size(layout.get_first_line()[0], style)[0]

    @lru_cache(256)
    def color_of(said: str, opacity: str) -> Any:
        found = svg.color(said)
        found.alpha *= svg.alpha_value(opacity)
        return found

    class Drawing(svg.SVG):  # type: ignore[misc]
        """A picture without a style sheet of its own."""

        def __init__(self, source: str, fonts: Any) -> None:
            super().__init__(ElementTree.fromstring(source), None, fonts)
            self.tree._style = (_Nothing(), _Nothing())

        def draw_node(
            self, node: Any, font_size: float, fill_stroke: bool = True, context: Any = None
        ) -> None:
            """Draw a part: a plain text or shape here, all else as WeasyPrint does."""
            of, tag = node.attrib, node.tag
            plain = fill_stroke and context is None and _SPECIAL.isdisjoint(of)
            plain = plain and not of.get("fill", "").startswith("url")
            if plain and tag == "text" and not len(node._etree_node):
                self._draw_text(node, svg.size(of.get("font-size", "1em"), font_size, font_size))
            elif plain and tag in _SHAPES and (shape := _SHAPES[tag](of)):
                self.stream.push_state()
                fill, stroke = self._paint(of)
                self.stream.stream.append(shape)
                self.fill_stroke(fill, stroke, of.get("fill-rule") == "evenodd")
                self.stream.pop_state()
            else:
                super().draw_node(node, font_size, fill_stroke, context)

        def _paint(self, of: Mapping[str, str]) -> tuple[bool, bool]:
            """Set the colours and lines of a part; tells whether it is filled, and lined."""
            fill, stroke = of.get("fill", "black"), of.get("stroke", "none")
            if fill != "none":
                self.stream.set_color(color_of(fill, of.get("fill-opacity", "1")))
            line = b"" if stroke == "none" else _line(*(of.get(*one) for one in _LINE + _ENDS))
            if line:
                self.stream.set_color(color_of(stroke, of.get("stroke-opacity", "1")), stroke=True)
                self.stream.stream.append(line)
            return fill != "none", bool(line)

        def _draw_text(self, node: Any, font_size: float) -> None:
            said = ("font-family", "sans-serif"), ("font-weight", ""), ("font-style", "normal")
            given = (self.font_config, *(node.get(*one) for one in said), font_size)
            box, wide = set_text(node.text, *given)
            left = float(node.get("x", 0)) - wide * _SHARE_LEFT[node.get("text-anchor", "start")]
            low = float(node.get("y", 0))
            node.text_bounding_box = (left, low - font_size, wide, 1.2 * font_size)
            self.stream.push_state()
            fill, stroke = self._paint(node.attrib)
            self.stream.begin_text()
            self.fill_stroke(fill, stroke, text=True)
            draw_first_line(self.stream, box, "none", "none", Matrix(d=-1, e=left, f=low))
            self.stream.end_text()
            self.stream.pop_state()

    class Picture(images.SVGImage):  # type: ignore[misc]
        """A picture as WeasyPrint places it."""

        def __init__(self, source: str, fonts: Any) -> None:
            self._svg = Drawing(source, fonts)
            self._base_url = self._context = None

    as_before = html.HTML_HANDLERS[_SVG]

    def place(element: Any, box: Any, find: Any, base_url: str) -> Any:
        """Put a picture that was taken out in its place."""
        if (number := element.get(_PLACE)) is None:
            return as_before(element, box, find, base_url)
        return [html.make_replaced_box(element, box, find.keywords["cache"][number])]

    html.HTML_HANDLERS[_SVG] = place
    return lambda pictures, fonts: {one: Picture(pictures[one], fonts) for one in pictures}


class _Nothing:
    """The rules of a style sheet that has none."""

    def match(self, _element: Any) -> tuple[()]:
        """Find no rule."""
        return ()


def _written(*numbers: float) -> str:
    return " ".join(f"{number:.7g}" for number in numbers)


@lru_cache(256)
def _line(width: str, dashes: str, *ends: str) -> bytes:
    """The operators for lines of a width, with dashes, ends and corners; b"" for none at all."""
    cap, join = (_NUMBERS[end] for end in ends)
    dash = "" if dashes == "none" else _written(*map(float, dashes.replace(",", " ").split()))
    return f"{float(width):.7g} w [{dash}] 0 d {cap} J {join} j 4 M".encode() * bool(float(width))


def _circle(of: Mapping[str, str]) -> bytes:
    x, y, r = (float(of.get(name, 0)) for name in ("cx", "cy", "r"))
    k = r * _ROUND
    lines = [f"{_written(x + r, y)} m"]
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # towards the quarter's start; its end: -b, a
        start, end = (x + a * r - b * k, y + b * r + a * k), (x - b * r + a * k, y + a * r + b * k)
        lines.append(f"{_written(*start, *end, x - b * r, y + a * r)} c")
    return "\n".join((*lines, "h")).encode() if r else b""


def _rect(of: Mapping[str, str]) -> bytes:
    sides = [float(of.get(name, 0)) for name in ("x", "y", "width", "height")]
    return f"{_written(*sides)} re".encode() if min(sides[2:]) > 0 else b""


def _path(of: Mapping[str, str]) -> bytes:
    return _lines_of(of.get("d", ""))


@lru_cache(4096)
def _numbers(said: str) -> list[float]:
    """The numbers of a step; those of a lattice are few."""
    return [float(one) for one in _NUMBER.findall(said)]


@lru_cache(1024)
def _lines_of(commands: str) -> bytes:
    """The operators of a path of lines and quadratic curves; b"" for others."""
    drawn: list[str] = []
    x = y = from_x = from_y = 0.0
    for letter, numbers in _STEP.findall(commands):
        given = iter(_numbers(numbers))
        step = letter.upper()
        if step not in "HVMLQZ":
            return b""
        if step == "Z":
            drawn.append("h")
            x, y = from_x, from_y
        for one in given:
            left, high = (x, y) if letter.islower() else (0.0, 0.0)
            if step == "Q":  # two thirds of the way to its one point, as the two of a cubic curve
                mid_x, mid_y = left + one, high + next(given)
                to_x, to_y = left + next(given), high + next(given)
                pulled = (x + 2 * mid_x, y + 2 * mid_y, to_x + 2 * mid_x, to_y + 2 * mid_y)
                drawn.append(f"{_written(*(part / 3 for part in pulled), to_x, to_y)} c")
                x, y = to_x, to_y
                continue
            if step != "H":
                y = high + (one if step == "V" else next(given))
            if step != "V":
                x = left + one
            drawn.append(f"{x:.7g} {y:.7g} {'m' if step == 'M' else 'l'}")
            if step == "M":
                step, from_x, from_y = "L", x, y
    return "\n".join(drawn).encode()


_SHAPES = {"circle": _circle, "rect": _rect, "path": _path}
