"""Lines drawn at once stand in a PDF as WeasyPrint draws them, glyph by glyph."""

from __future__ import annotations

import importlib.util
import re
from datetime import UTC, datetime
from io import BytesIO
from types import ModuleType
from typing import Any

import pypdf
import pytest

from pbm.pages.render import printed

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
STYLE = """<style>body { width: 300px } .k { font-size: 31px } .b { font-weight: bold }
.t { white-space: pre-wrap; tab-size: 8px } .u { text-decoration: underline } .h { width: 60px }
.cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .j { text-align: justify }
.s { letter-spacing: 2px; word-spacing: 5px }</style>"""
ROWS = "".join(
    f"<{tag}>{text}</{tag.split(' ')[0]}>"
    for tag, text in [
        ("p", "AVATAR, To Wave: fi fl ffi, 1/2"),
        ('p class="k"', "AVATAR, To Wave"),
        ('p class="b"', "AVATAR <i>To</i> <code>Wave</code> → ≥ 5"),
        ('p class="t"', "AVATAR\t\tTo\tWave"),
        ('p class="u"', "AVATAR To Wave"),
        ('p class="h"', "AVATAR To Wave AVATAR To Wave AVATARTOWAVE"),
        ('p class="cut"', "AVATAR To Wave " * 9),
        ('p class="j"', "AVATAR To Wave " * 9),
        ('p class="s"', "AVATAR To Wave " * 9),
        ("p", "A\u0301V\u0308 \u202eWave\u202c e\u0302\u0327"),
        ("pre", "AVATAR\n\n  To\n"),
    ]
)
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><title>t</title>
<text x="5" y="15" font-size="12">AVATAR To Quay</text></svg>"""
PAGE = (
    f"<html lang='en'><head><title>T</title>{STYLE}</head><body>{ROWS}{ROWS}{PICTURE}</body></html>"
)


def drawn(data: bytes) -> list[str]:
    """The operators of each page, without shifts by nothing and words without glyphs."""
    found = [page.get_contents() for page in pypdf.PdfReader(BytesIO(data)).pages]
    texts = [one.get_data().decode("latin-1") for one in found if one is not None]
    return [re.sub(r">0<|<>|(?<=>)0(?=])", "", text) for text in texts]


def fresh(name: str) -> ModuleType:
    """A module of WeasyPrint as it is by itself."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_lines_are_drawn_as_glyph_by_glyph(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = printed(PAGE, WHEN)
    theirs = fresh("weasyprint.draw.text").draw_first_line
    lines = []

    def glyph_by_glyph(stream: Any, box: Any, *more: Any) -> Any:
        line = box.pango_layout
        if "layout" not in vars(line):
            line.setup(box.style)
            line.set_text(line.text, justify=True)
        lines.append(line)
        return theirs(stream, box, *more)

    monkeypatch.setattr("weasyprint.draw.text.draw_first_line", glyph_by_glyph)
    assert drawn(ours) == drawn(printed(PAGE, WHEN))
    assert len(lines) > 2 * ROWS.count("<p")


def test_a_page_has_the_same_bytes_when_its_lines_were_drawn_before() -> None:
    once = PAGE.replace("<body>", "<body><p>Once</p>")
    first = printed(once, WHEN)
    assert first == printed(once, WHEN)
    assert re.search(r">\d+<", drawn(first)[0])  # some glyphs are nearer than others


def test_pages_are_packed() -> None:
    contents: Any = pypdf.PdfReader(BytesIO(printed(PAGE, WHEN))).pages[0]["/Contents"]
    assert contents["/Filter"] == "/FlateDecode"
