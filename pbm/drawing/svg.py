"""Build SVG from whole numbers, safe to embed in a page."""

from collections.abc import Iterable
from functools import cache

from markupsafe import Markup, escape

# The font families of pbm.pages.fonts; text inherits them from the outermost element.
FONT = "'Pbm Sans', 'Pbm Symbols', 'Pbm Han', sans-serif"


def tag(name: str, *inside: Markup | str, **attributes: str | int) -> Markup:
    """An SVG element, text escaped, markup not; ``stroke_width`` is ``stroke-width``.

    >>> tag("circle", r=4, stroke_width=2)
    Markup('<circle r="4" stroke-width="2"/>')
    >>> tag("text", "a < b", x=1)
    Markup('<text x="1">a &lt; b</text>')
    """
    said = "".join(
        f' {_written(key)}="{value if type(value) is int else escape(value)}"'
        for key, value in attributes.items()
    )
    if not inside:
        return Markup(f"<{name}{said}/>")
    return Markup(f"<{name}{said}>{joined(inside)}</{name}>")


def joined(parts: Iterable[Markup | str]) -> Markup:
    """The parts joined, text escaped."""
    return Markup("".join([escape(part) for part in parts]))


@cache
def _written(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def picture(
    label: str, box: tuple[int, int, int, int], *inside: Markup | str, **attributes: str | int
) -> Markup:
    """A whole picture, with a label for readers who cannot see it."""
    return tag(
        "svg",
        tag("title", label),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(str(number) for number in box),
        role="img",
        aria_label=label,
        font_family=FONT,
        **attributes,
    )


def path(commands: Iterable[str], **attributes: str | int) -> Markup:
    """A path made of these commands."""
    return tag("path", d="".join(commands), **attributes)
