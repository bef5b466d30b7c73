"""Read the elements of a page for a PDF, and keep their styles and lines from page to page.

WeasyPrint 70 reads any HTML, slowly, and computes each style and breaks each text anew for every
document. The pages printed here are XML but for their void elements and their one named character,
and all pages of one press have the same style sheets: an element with the same declarations below
the same style looks the same on each, and the same words in it break at the same place. Names of
WeasyPrint's own are used here: the version is pinned.
"""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

_VOID = re.compile(r"<((?:br|col|input|meta)\b[^>]*)>")
_MOST = 4000  # lines that are kept of a style
_HEAD = '<!DOCTYPE html [<!ENTITY nbsp "&#160;">]>'


def element_of(text: str) -> ElementTree.Element:
    """The outermost element of a page of ours, each of whose other elements is closed."""
    return ElementTree.fromstring(_HEAD + _VOID.sub(r"<\1/>", text[text.index("<html") :]))


@cache
def keep() -> None:
    """Let WeasyPrint use styles and lines again; what it sets in one later is always the same."""
    from weasyprint import css
    from weasyprint.layout import inline, preferred

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

    css.StyleFor = Styles
    inline.split_first_line = preferred.split_first_line = first_line
