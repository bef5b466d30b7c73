"""Set lines of known letters without Pango.

Which glyph a letter is, and how wide it stands, hangs on the letter after it alone: fonts kern and
join pairs. The lines that Pango sets teach the pairs of their font; a line whose pairs are all
known is put together from them as WeasyPrint 70 would have Pango set it, in a fraction of the time.
What may be set otherwise stays with Pango: other alphabets, words that a line's end could divide.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import inf
from operator import add, itemgetter
from typing import Any

from pbm.kit.records import Record

_FI = "\ue000"  # stands for fi where a font joins them, the only letters that ours do
_END = "\n"  # follows the last letter of a line, and the last before a tab
_TABBED = re.compile(r"(\t*)([^\t]+)")
_LETTERS = re.compile(r"[ -~\u00a0-\u00ac\u00ae-\u024f\u2007-\u200a\u2010-\u2026]+")
# A space after which a line may end, and a word that stays whole.
_BREAK = re.compile(
    r"[0-9A-Za-z.,;:)\]] [(\[]?(?:[0-9A-Za-z*_\ue000]|-(?=[0-9]))+[.,;:)\]]*(?: |\Z)"
)
_NARROW = 3  # a line has fewer letters than this for each font size of its width
_FONT = (
    *("font_family", "font_size", "font_style", "font_stretch", "font_weight", "font_kerning"),
    *("font_feature_settings", "font_variation_settings", "font_language_override", "lang"),
    *(f"font_variant_{one}" for one in ("ligatures", "position", "caps", "numeric", "alternates")),
    *("font_variant_east_asian", "tab_size"),
)
_PLAIN = {
    "direction": "ltr",
    "letter_spacing": "normal",
    "word_spacing": 0,
    "text_decoration_line": "none",
    "hyphens": "manual",
}
Glyph = tuple[int, int, str]  # which, how wide, how a PDF has it
_NUMBER, _WIDTH, _SHOWN = map(itemgetter, range(3))
_EMPTY = 0x0FFFFFFF  # Pango's glyph of a tab


class Run(Record):
    """What stands in one font and size in a line: as a PDF has it, and its glyphs."""

    font: int
    size: float
    shown: str
    glyphs: frozenset[int]


class Letters:
    """The pairs of letters that are known of a font in one size."""

    def __init__(self, style: Any) -> None:
        from weasyprint.text.ffi import FROM_UNITS, TO_UNITS, pango
        from weasyprint.text.fonts import get_pango_font_key
        from weasyprint.text.line_break import Layout, line_size

        self._pairs: dict[str, Glyph] = {}
        self._stands_alone = style["font_kerning"] == style["font_variant_ligatures"] == "none"
        self._joins = False  # whether the font has one glyph for fi
        self._from_units, self._to_units = FROM_UNITS, TO_UNITS
        line = Layout(style)
        line.set_text("x")
        first, _ = line.get_first_line()
        key, _description, size = get_pango_font_key(first.runs[0].data.item.analysis.font)
        self._font = key, size
        self._height = line_size(first, style)[1]
        self._baseline = pango.pango_layout_get_baseline(line.layout) * FROM_UNITS
        tab = style["tab_size"]
        self._tab = 0 if isinstance(tab, int) else int(tab.value) * TO_UNITS
        self._layout = Layout

    def learn(self, font: tuple[int, float], text: str, glyphs: Sequence[Glyph]) -> None:
        """Keep each letter of a run by the one after it."""
        if font != self._font or not _LETTERS.fullmatch(text):
            return
        if len(text) != len(glyphs) and len(joined := text.replace("fi", _FI)) == len(glyphs):
            self._joins, text = True, joined
        if len(text) == len(glyphs):
            self._pairs.update(zip(self._keys(text), glyphs, strict=True))

    def _keys(self, text: str, after: str = _END) -> Iterable[str]:
        """What each letter of a text is known by."""
        return text if self._stands_alone else map(add, text, text[1:] + after)

    def set_line(self, text: str, style: Any, width: float | None) -> tuple[Any, ...] | None:
        """Give the first line of a text in this width, as ``split_first_line`` has it.

        None if Pango must set it.
        """
        space = style["white_space"]
        width = inf if width is None or space in ("nowrap", "pre") else width
        line, newline, _ = text.partition("\n")
        if not line or _FI in line:
            return None
        line = line.replace("fi", _FI) if self._joins else line
        part = line if width == inf else line[: int(width / style["font_size"] * _NARROW) + 2]
        try:
            found = self._glyphs(part, line[len(part) : len(part) + 1] or _END)
            wide = sum(map(_WIDTH, found))
            resume = len(line.replace(_FI, "fi").encode()) + 1 if newline else None
            if wide * self._from_units > width or len(part) < len(line):
                ends = list(accumulate(map(_WIDTH, found)))
                fit = bisect_right(ends, int(width * self._to_units))
                end = line.rfind(" ", 0, fit + 1)
                if fit == len(part) or end < 1 or not _BREAK.match(line, end - 1):
                    return None
                resume = len(line[: end + 1].replace(_FI, "fi").encode())
                line = line[: end if space in ("normal", "pre-line") else end + 1]
                found = [*found[: len(line) - 1], *self._glyphs(line[-1])]
                wide = sum(map(_WIDTH, found))
        except KeyError:
            return None
        line = line.replace(_FI, "fi")
        shown = f"<{''.join(map(_SHOWN, found))}>"
        glyphs = frozenset(map(_NUMBER, found)) - {_EMPTY}
        layout = self._layout.__new__(self._layout)
        vars(layout).update(
            text=line,
            max_width=width,
            justification_spacing=0,
            first_line_direction=0,
            runs=[Run(*self._font, shown, glyphs)],
        )
        wide *= self._from_units
        return layout, len(line.encode()), resume, wide, self._height, self._baseline

    def _glyphs(self, text: str, after: str = _END) -> list[Glyph]:
        """The glyphs of a text in one line, before a letter; KeyError if one is not known."""
        pairs = self._pairs
        if "\t" not in text:
            return [pairs[key] for key in self._keys(text, after)]
        if not self._tab or text.strip("\t") != text:
            raise KeyError(text)
        found: list[Glyph] = []
        at = 0
        for tabs, words in _TABBED.findall(text):
            for left in range(len(tabs), 0, -1):
                gap = self._tab - at % self._tab
                shown = f"><>{-gap / self._font[1]}<{'><' * (left == 1)}"
                found.append((_EMPTY, gap, shown))
                at += gap
            more = self._glyphs(words)
            at += sum(map(_WIDTH, more))
            found += more
        return found


def letters_of(style: Any) -> Letters | None:
    """The letters that are known of the font of a style; None if it sets them apart."""
    kept: Letters | None
    if "letters" not in vars(style):
        is_plain = all(style[name] == value for name, value in _PLAIN.items())
        style.letters = _letters_in(style) if is_plain else None
    kept = style.letters
    return kept


def _letters_in(style: Any) -> Letters:
    key = str((id(style.font_config), *(style[name] for name in _FONT)))
    if key not in _known:
        _known[key] = Letters(style)
    return _known[key]


_known: dict[str, Letters] = {}
