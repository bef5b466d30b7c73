"""Pages take their typefaces from the product alone, and show every character somehow."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, cast

import pypdf
import pypdfium2
import pytest

from pbm.pages import fonts
from tests.tooling.tools import font_coverage

PLAYERS_TEXT = "Straße Łódź Ürümqi · Жизнь · λόγος · A > B → C ⇒ D ≤ 5 − 3 × 2 ☑ ⬢ · 名前 中文 🚀"


STYLES = ("normal", "bold", "italic", "bold italic")


def page(text: str, wrap: str = "nowrap", styles: Sequence[str] = STYLES) -> str:
    """A small page with the text in each stack and each weight and slant."""
    text = escape(text)
    paragraphs = "".join(
        f"<p style='white-space: {wrap}; font: {style} 8pt {family}'>{text}</p>"
        for family in (fonts.SANS, fonts.MONO)
        for style in styles
    )
    return (
        "<html lang='en'><head><title>fonts</title>"
        f"<link rel='stylesheet' href='{fonts.font_css()}'>"
        f"<link rel='stylesheet' href='{fonts.han_css()}'>"
        f"</head><body>{paragraphs}</body></html>"
    )


def pdf(text: str, wrap: str = "nowrap", styles: Sequence[str] = STYLES) -> bytes:
    """The page as a PDF, by nothing but the packaged fonts."""
    fonts.lock_fonts()
    from weasyprint import HTML

    made = HTML(string=page(text, wrap, styles)).write_pdf()
    assert isinstance(made, bytes)
    return made


def test_every_alphabet_is_drawn_by_our_fonts_alone(caplog: pytest.LogCaptureFixture) -> None:
    made = pdf(fonts.shown(PLAYERS_TEXT))
    names = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for sheet in pypdf.PdfReader(io.BytesIO(made)).pages
        for font in cast(Any, sheet)["/Resources"]["/Font"].values()
    }
    assert {name.split("-")[1] for name in names} == {"Sans", "Mono", "Symbols", "Han"}
    assert all(name.startswith("Pbm-") for name in names)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    drawn = pypdfium2.PdfDocument(made)[0].get_textpage().get_text_range()
    for word in (
        "Straße",
        "Łódź",
        "Жизнь",
        "λόγος",
        "→",
        "⇒",
        "≤",
        "⬢",
        "名前",
        "中文",
        "[U+1F680]",
    ):
        assert drawn.count(word) == 8, word


def test_a_character_of_no_font_would_be_noticed(caplog: pytest.LogCaptureFixture) -> None:
    pdf("한")
    assert "U+D55C" in caplog.text


@pytest.mark.parametrize(
    ("key", "styles", "least"),
    # The font of Chinese has one face for all.
    [("ranges", STYLES, 5000), ("han", ("normal",), 9000)],
)
def test_each_character_held_is_drawn_in_every_style(
    key: str, styles: Sequence[str], least: int, caplog: pytest.LogCaptureFixture
) -> None:
    held = [
        chr(point)
        for first, last in zip(*fonts._ranges(key), strict=True)
        for point in range(first, last + 1)
    ]
    assert len(held) > least
    pdf(" ".join(held), "normal", styles)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_the_coverage_table_fits_the_font_files() -> None:
    table = (fonts.font_dir() / "coverage.json").read_text(encoding="utf-8")
    assert table == font_coverage.text(fonts.font_dir())


def test_every_font_has_its_licence_and_its_face() -> None:
    files = {file.name for file in fonts.font_dir().iterdir() if file.suffix == ".woff2"}
    css = "".join(
        (fonts.font_dir() / name).read_text(encoding="utf-8") for name in ("fonts.css", "han.css")
    )
    assert files == {*font_coverage.FACES, *font_coverage.WIDE, font_coverage.HAN}
    assert all(f'url("{name}")' in css for name in files)
    for licence in ("LICENSE-IBM-Plex.txt", "LICENSE-DejaVu.txt", "LICENSE-Noto-CJK.txt"):
        assert "Copyright" in (fonts.font_dir() / licence).read_text(encoding="utf-8")


@pytest.mark.parametrize("character", [*"\0\x07\x85\u2028\u202e\ud800한\U0010ffff"])
def test_what_cannot_be_drawn_is_shown_by_number(character: str) -> None:
    assert fonts.shown(f"a{character}b") == f"a[U+{ord(character):04X}]b"
    assert not fonts.is_held(character)


@pytest.mark.parametrize("text", ["", "plain", "two\nlines\tand\r\n", "é", "⬢", "\u00a0", "\u2011"])
def test_what_can_be_drawn_stays(text: str) -> None:
    assert fonts.shown(text) == text
    assert all(map(fonts.is_held, text))


def test_two_processes_make_the_same_bytes(tmp_path: Path) -> None:
    script = (
        "import sys; from tests.end_to_end.packaging.test_fonts import *;"
        "sys.stdout.buffer.write(pdf(fonts.shown(PLAYERS_TEXT)))"
    )
    root = Path(__file__).parents[3]
    made = [
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            cwd=root,
            env={
                "PYTHONHASHSEED": seed,
                "TMPDIR": str(tmp_path),
                "TZ": zone,
                "PYTHONPATH": str(root),
            },
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    ]
    assert made[0].startswith(b"%PDF")
    assert made[0] == made[1]
