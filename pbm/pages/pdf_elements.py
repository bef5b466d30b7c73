"""Read the elements of a page for a PDF; keep their styles, lengths and lines from page to page.

WeasyPrint 70 reads any HTML, slowly, and computes each style and breaks each text anew for every
document. The pages printed here are XML but for their void elements and their one named character,
and all pages of one press have the same style sheets: an element with the same declarations below
the same style looks the same on each, its lengths are the same if none is a share, and the same
words in it break at the same place. Names of WeasyPrint's own are used here: the version is pinned.
"""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

_VOID = re.compile(r"<((?:br|col|input|meta)\b[^>]*)>")
_MOST = 4000  # lines that are kept of a style
_MOST_STYLES = 1500  # that are kept: each document brings some of its own
_SIDES = ("left", "right", "top", "bottom")
_LENGTHS = (
    *(f"{what}_{side}" for what in ("margin", "padding") for side in _SIDES),
    *(f"{limit}{size}" for limit in ("", "min_", "max_") for size in ("width", "height")),
)
_BORDERS = tuple(f"border_{side}_width" for side in _SIDES)
_HEAD = '<!DOCTYPE html [<!ENTITY nbsp "&#160;">]>'


def element_of(text: str) -> ElementTree.Element:
    """The outermost element of a page of ours, each of whose other elements is closed."""
    return ElementTree.fromstring(_HEAD + _VOID.sub(r"<\1/>", text[text.index("<html") :]))


@cache
def keep() -> None:
    """Let WeasyPrint use styles and lines again; what it sets in one later is always the same."""
    from weasyprint import css
    from weasyprint.layout import (
        absolute,
        block,
        column,
        float,
        inline,
        page,
        percent,
        preferred,
        table,
    )

    kept: dict[tuple[Any, ...], Any] = {}

    class Styles(css.StyleFor):  # type: ignore[misc]
        """The styles of a document, some of them from documents before."""

        def set_computed_styles(
            self, element: Any, parent: Any, pseudo_type: Any = None, **more: Any
        ) -> None:
            declared = self.get_cascaded_styles().get((element, pseudo_type), {})
            computed = self.get_computed_styles()
            above = None if parent is None else computed[parent, None]
            # A kept style keeps what the numbers stand for; the language is an attribute.
            said = [
                (name, value if name == "lang" else id(value))
                for name, (value, _weight) in declared.items()
            ]
            key = (id(self.font_config), id(above), pseudo_type, *said)
            if key not in kept:
                if len(kept) >= _MOST_STYLES:
                    kept.clear()
                super().set_computed_styles(element, parent, pseudo_type=pseudo_type, **more)
                kept[key] = computed[element, pseudo_type]
            computed[element, pseudo_type] = kept[key]

    break_line = inline.split_first_line

    def first_line(text: str, style: Any, context: Any, *where: Any, **more: Any) -> Any:
        """The first line of a text, as broken before in the same style and room."""
        lines = vars(style).setdefault("lines", {})
        key = (text, where, *more.values())
        if key not in lines:
            if len(lines) >= _MOST:
                lines.clear()
            lines[key] = break_line(text, style, context, *where, **more)
        return lines[key]

    measure = inline.strut

    def strut_once(style: Any) -> Any:
        """The height and the baseline of a line without words; they are measured once a style."""
        kept_strut = vars(style).get("strut")
        if kept_strut is None:
            kept_strut = style.strut = measure(style)
        return kept_strut

    resolve = percent.resolve_percentages

    def resolve_once(box: Any, containing_block: Any) -> None:
        """Set the lengths of a box; those of a style without shares are the same in each box."""
        style = box.style
        kept_lengths = vars(style).get("lengths")
        if kept_lengths:
            # What the borders of tables have become stays.
            stays = _BORDERS if style["border_collapse"] == "collapse" else ()
            now = vars(box)
            before = [(name, now[name]) for name in stays if name in now]
            now.update(kept_lengths)
            now.update(before)
            return
        resolve(box, containing_block)
        if kept_lengths is None:
            said = [style[name] for name in _LENGTHS]
            is_fixed = style["box_sizing"] == "content-box" and all(
                one == "auto" or getattr(one, "unit", "") == "px" for one in said
            )
            style.lengths = {name: getattr(box, name) for name in _LENGTHS} if is_fixed else {}
            style.lengths |= {name: style[name] for name in _BORDERS} if is_fixed else {}

    for part in (absolute, block, column, float, inline, page, table):
        part.resolve_percentages = resolve_once
    css.StyleFor, inline.strut = Styles, strut_once
    inline.split_first_line = preferred.split_first_line = first_line
