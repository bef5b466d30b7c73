"""Makes docs/images: pages of the shipped campaigns as README and the guides show them.

    ./run pictures [NAME ...]

Pages on paper come from the PDFs as they are made now; those on a telephone are taken with
Chromium, and are left as they are where there is none. ``before-*.png`` are the same first pages
as an earlier program printed them; they are kept, since nothing makes them any more.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from pbm.pages.pdf_form import form_pdf
from pbm.pages.report_files import gm_pages, pages
from tests.shipped import played

ROOT = Path(__file__).parents[3]
IMAGES = ROOT / "docs" / "images"
COLOURS = 48
MOST_BYTES = 100_000
PAGE = 760  # pixels across a page
PHONE = (360, 760)
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture: which report of which campaign, which file of it, and which page or place.

    ``words`` stand on the page that is shown, or are scrolled to on a telephone.
    """

    folder: str
    file: str = "report.pdf"
    words: str = ""
    dark: bool = False


PICTURES = {
    "knighthawks": Shown("twin-moons/turns/009/reports/krait"),
    "deltavee": Shown("chess-players/turns/004/reports/osprey"),
    "deltavee-log": Shown("showdown/turns/008/reports/otter", "logs.pdf"),
    "nova": Shown("age/turns/020/reports/virus"),
    "nova-battle": Shown("age/turns/015/reports/virus", words="Round 1"),
    "book": Shown("age/turns/020/gm"),
    "form": Shown("beacon/turns/007/reports/rook", "form.pdf"),
    "phone": Shown("beacon/turns/008/reports/rook", "report.html"),
    "phone-dark": Shown("age/turns/015/reports/virus", "report.html", "The battle at", dark=True),
}


@cache
def files(folder: str) -> dict[str, bytes]:
    """The files of a stored packet, as they are made now."""
    name, _, folder_in_it = folder.partition("/")
    stored = played(name) / folder_in_it
    book = stored / "book.json"
    if book.exists():
        return gm_pages(json.loads(book.read_bytes()))
    packet = json.loads((stored / "packet.json").read_bytes())
    sheet = stored / "orders.txt"
    text = sheet.read_text(encoding="utf-8") if sheet.exists() else ""
    found = pages(packet, text)
    return found | ({"form.pdf": form_pdf(packet, text, WHEN)} if text else {})


def paper(one: Shown) -> Image.Image:
    """A page of a PDF: the first with the words on it but for contents, else the first."""
    document = pypdfium2.PdfDocument(files(one.folder)[one.file])
    document.init_forms()
    chosen = document[0]
    for page in document:
        text = page.get_textpage().get_text_range()
        lines = {line.strip().casefold() for line in text.splitlines()}
        if one.words and any(line.startswith(one.words.casefold()) for line in lines):
            if page is document[0] or "...." in text:
                continue
            chosen = page
            break
    drawn = chosen.render(scale=PAGE / chosen.get_width()).to_pil().convert("RGB")
    return ImageOps.expand(drawn, 1, "#8893a0")


def phone(one: Shown) -> Image.Image | None:
    """What a telephone shows of an HTML page; None without Chromium."""
    browser = shutil.which("chromium")
    if browser is None:
        return None
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        file = Path(folder) / one.file
        file.write_bytes(files(one.folder)[one.file])
        # Making PDFs took the machine's fonts away; a telephone has some.
        fonts = {name: value for name, value in os.environ.items() if name != "FONTCONFIG_FILE"}
        run = play.chromium.launch(executable_path=browser, args=["--no-sandbox"], env={**fonts})
        context = run.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]},
            color_scheme="dark" if one.dark else "light",
        )
        page = context.new_page()
        page.goto(file.as_uri())
        if one.words:
            page.locator("h3", has_text=one.words).first.evaluate("one => one.scrollIntoView()")
        taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
        run.close()
    return ImageOps.expand(taken, 1, "#8893a0")


def packed(drawn: Image.Image) -> bytes:
    """The picture as a small PNG: few colours, and fewer until it is small enough."""
    colours = COLOURS
    while True:
        target = BytesIO()
        # Rare colours count: a side's few counters are what a map shows.
        few = drawn.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(target, "PNG", optimize=True)
        if len(target.getvalue()) < MOST_BYTES or colours <= 4:
            return target.getvalue()
        colours //= 2


def main(names: list[str], say: Callable[[str], object] = sys.stdout.write) -> None:
    """Make the named pictures, or all."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        one = PICTURES[name]
        drawn = phone(one) if one.file.endswith(".html") else paper(one)
        if drawn is None:
            say(f"{name}: there is no Chromium here, so it stays as it was\n")
            continue
        data = packed(drawn)
        (IMAGES / f"{name}.png").write_bytes(data)
        say(f"{name}.png: {drawn.width} x {drawn.height}, {len(data):,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
