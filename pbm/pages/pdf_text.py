"""Draw the lines of a PDF, and pack its streams, in less time.

WeasyPrint 70 has Pango set each line once more to draw it, asks for each number of each glyph one
by one, and packs every stream twice, as tightly as zlib can. Here the glyphs of a line are read at
once where it is broken, and are kept with it as they stand in a PDF. Names of its own are used
here: the version is pinned.
"""

import zlib
from functools import cache
from types import SimpleNamespace
from typing import Any

from pbm.kit.records import Record

_LEVEL = 6  # of zlib: a seventh of the time of level 9, for a fourteenth more bytes
_FIELDS = 5  # numbers of a glyph: which, width, how far right and down of its place, flags


class _Written(dict[tuple[int, int], str]):
    """The glyphs of a font in one size as they stand in a PDF, by number and width."""

    def __init__(self, font: Any, size: float) -> None:
        from weasyprint.text.ffi import FROM_UNITS, ffi

        self._font, self._size, self._unit = font, size, 1000 * FROM_UNITS / size
        self._extents = ffi.new("PangoRectangle *"), ffi.new("PangoRectangle *")

    def __missing__(self, key: tuple[int, int]) -> str:
        """Write a glyph, and how far the next one is nearer than the font has it."""
        from weasyprint.text.ffi import pango

        glyph, width = key
        if glyph == pango.PANGO_GLYPH_EMPTY:  # a tab
            self[key] = f">{-width / self._size}<"
            return self[key]
        pango.pango_font_get_glyph_extents(self._font, glyph, *self._extents)
        nearer = int(round(self._extents[1].width * self._unit) - width * self._unit)
        self[key] = f"{glyph:04x}>{nearer}<" if nearer else f"{glyph:04x}"
        return self[key]


class _Run(Record):
    """What stands in one font and size in a line: as a PDF has it, and its glyphs."""

    font: int
    size: float
    shown: str
    glyphs: frozenset[int]


@cache
def hasten() -> None:
    """Let WeasyPrint draw lines and pack streams so."""
    import pydyf
    from weasyprint.draw import text
    from weasyprint.text.ffi import ffi, pango
    from weasyprint.text.fonts import get_pango_font_key
    from weasyprint.text.line_break import Layout

    written: dict[tuple[int, float], _Written] = {}
    alive: list[Any] = []  # a line of each font, which keeps the font
    set_anew, glyph_by_glyph = Layout.reactivate, text.draw_first_line

    def runs_of(line: Any) -> list[_Run]:
        """A line's runs, one after the other; none if a glyph is out of line."""
        first, is_more = line.get_first_line()
        part = first.runs
        found: list[_Run] = []
        before_it, key, size = None, 0, 0.0
        while part:
            item, part = part.data, part.next
            font = item.item.analysis.font
            if font != before_it:
                key, _description, size = get_pango_font_key(font)
            before_it, place = font, (key, size)
            many_bytes = 4 * _FIELDS * item.glyphs.num_glyphs
            read = memoryview(ffi.buffer(item.glyphs.glyphs, many_bytes)).cast("i").tolist()
            if is_more or line.justification_spacing or any(read[2::_FIELDS] + read[3::_FIELDS]):
                return []
            if place not in written:
                written[place] = _Written(font, size)
                alive.append(line.layout)
            glyphs = zip(read[::_FIELDS], read[1::_FIELDS], strict=True)
            shown = f"<{''.join(map(written[place].__getitem__, glyphs))}>"
            used = frozenset(read[::_FIELDS]) - {pango.PANGO_GLYPH_EMPTY}
            if found and (found[-1].font, found[-1].size) == place:
                before = found.pop()
                shown, used = before.shown + shown, before.glyphs | used
            found.append(_Run(key, size, shown, used))
        return found

    def keep_runs(line: Any) -> list[_Run]:
        """A line's runs; they are read once."""
        if "runs" not in vars(line):
            line.runs = runs_of(line)
        runs: list[_Run] = line.runs
        return runs

    def let_go(line: Any) -> None:
        """Keep what is drawn of a line, not what Pango knows of it."""
        if "layout" in vars(line):
            keep_runs(line)
            del line.layout, line.language, line.style

    def draw_first_line(stream: Any, box: Any, overflow: str, ellipsis: str, matrix: Any) -> Any:
        """Draw a line at once; as before if it has a glyph new to the PDF, or may be cut off."""
        line = box.pango_layout
        runs = keep_runs(line)
        fonts = [stream._fonts.get(run.font) for run in runs]
        is_known = all(
            font and font.to_unicode.keys() >= run.glyphs
            for font, run in zip(fonts, runs, strict=True)
        )
        if not (runs and is_known) or overflow == "ellipsis" or ellipsis != "none":
            if "layout" not in vars(line):
                set_anew(line, box.style)
            return glyph_by_glyph(stream, box, overflow, ellipsis, matrix)
        if not box.text.strip():
            return []
        stream.set_text_matrix(*matrix.values)
        for font, run in zip(fonts, runs, strict=True):
            stream.set_font_size(font.hash, run.size)
            stream.show_text(run.shown)
        return []

    def references(pdf: Any) -> list[bytes]:
        """What means each page of a PDF in it; of each page it is found out once."""
        kept: list[bytes] = vars(pdf).setdefault("references", [])
        kept += [f"{number} 0 R".encode() for number in pdf.pages["Kids"][3 * len(kept) :: 3]]
        return kept

    def said_once(before: Any) -> property:
        """What an object of a PDF is in it; kept by ``say_once``."""
        return property(lambda one: vars(one).get("said") or before.fget(one))

    for kind in (pydyf.Dictionary, pydyf.Stream):
        kind.data = said_once(kind.data)
    Layout.deactivate, Layout.reactivate = let_go, lambda _line, _style: None
    text.draw_first_line = draw_first_line
    pydyf.PDF.page_references = property(references)
    pydyf.zlib = SimpleNamespace(compressobj=lambda level: zlib.compressobj(min(level, _LEVEL)))


def say_once(pdf: Any) -> None:
    """Write each object of a finished PDF; it is asked for twice, for the file and its hash."""
    for one in pdf.objects[1:]:  # the first stands for none
        one.said = one.data
