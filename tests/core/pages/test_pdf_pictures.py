"""Pictures drawn apart look as WeasyPrint draws them, with each text in one piece."""

from datetime import UTC, datetime
from io import BytesIO

import pypdfium2
import pytest
from PIL import ImageChops
from PIL.Image import Image

from pbm.pages import render
from pbm.pages.pdf_pictures import _lines_of, without_pictures

PARTS = """<defs><pattern id="stripes" width="8" height="8" patternUnits="userSpaceOnUse">
<rect width="4" height="8" fill="#aa0000"/></pattern></defs>
<circle cx="60" cy="60" r="40" fill="#1b4f9c" stroke="#000000" stroke-width="4"/>
<circle cx="9" cy="9"/>
<circle cx="160" cy="60" r="40" fill="url(#stripes)" stroke="#000000" stroke-dasharray="6 3"/>
<rect x="220" y="20" width="60" height="80" fill="#00aa00" fill-opacity="0.5"/>
<rect x="5" y="5"/>
<rect x="300" y="20" width="60" height="80" rx="20" fill="none" stroke="#00aa00"/>
<rect x="300" y="120" width="60" height="80" opacity="0.5" stroke="#0000aa" stroke-width="9"/>
<path d="M20 120h60v40l-30 20zM30 130H70V150L50 170Z" fill="#999999" fill-rule="evenodd"/>
<path d="M100 120 160 120 160 180q-30 20 -60 0zl9 -9" fill="none" stroke="#aa00aa"/>
<path d="M200 180Q240 100 280 180" fill="none" stroke="#aa00aa" stroke-width="3"/>
<path d="M20 300c30 -90 60 -90 90 0" fill="none" stroke="#aa00aa" stroke-width="3"/>
<g fill="#aa0000" font-size="20"><text x="20" y="240">BEGUN</text>
<text x="200" y="240" text-anchor="middle" font-weight="bold">MIDDLE</text>
<text x="380" y="240" text-anchor="end">ENDS</text>
<text x="200" y="280" transform="rotate(10)">turned</text>
<text x="200" y="320" text-anchor="middle">two<tspan font-size="14"> parts</tspan></text>
</g>"""
FONT = "'Pbm Sans', 'Pbm Symbols', sans-serif"
PICTURE = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"'
    f' font-family="{FONT}"><title>All parts</title>{PARTS}</svg>'
)
PAGE = f"<html lang='en'><head><title>T</title></head><body>{PICTURE}</body></html>"


def _first(data: bytes) -> pypdfium2.PdfPage:
    return pypdfium2.PdfDocument(BytesIO(data))[0]


def _shown(data: bytes) -> Image:
    drawn: Image = _first(data).render(scale=2).to_pil()
    return drawn.convert("L")


def _ours(page: str) -> bytes:
    return render._press().print(page, datetime(2026, 1, 1, tzinfo=UTC), {})


def test_every_part_of_a_picture_looks_as_weasyprint_draws_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    press = render._press()
    page = press._page(PAGE, press._fetcher)
    theirs = page.write_pdf(stylesheets=[press._styles("", "a4")], font_config=press._fonts)
    off = ImageChops.difference(_shown(_ours(PAGE)), _shown(theirs))
    strong = off.point(lambda value: 255 * (value > 128)).histogram()[255]
    # Kerning moves letters by less than a pixel; a part that is missing has hundreds of points.
    assert strong < 60
    assert not caplog.records


def test_a_picture_without_one_part_is_seen_to_lack_it() -> None:
    less = PAGE.replace("BEGUN", "")
    off = ImageChops.difference(_shown(_ours(PAGE)), _shown(_ours(less)))
    assert off.point(lambda value: 255 * (value > 128)).histogram()[255] > 200


def test_a_text_of_a_picture_is_one_text_of_the_file() -> None:
    text = _first(_ours(PAGE)).get_textpage().get_text_range()
    assert {"BEGUN", "MIDDLE", "ENDS"} <= set(text.split())


def test_pictures_are_taken_out_alike_ones_once() -> None:
    one, other = "<svg a='1'><title>A</title><g/></svg>", "<svg><g/></svg>"
    text, found = without_pictures(f"<p>{one}{other}{one}</p>")
    assert found == {"0": one, "1": other}
    space = 'xmlns="http://www.w3.org/2000/svg"'
    first = f"<svg data-picture=\"0\" {space} a='1'><title>A</title></svg>"
    assert text == f'<p>{first}<svg data-picture="1" {space}></svg>{first}</p>'


@pytest.mark.parametrize(
    ("commands", "operators"),
    [
        ("M1 2h3v-4l-5 6z", "1 2 m\n4 2 l\n4 -2 l\n-1 4 l\nh"),
        ("M1 2H3V4L5 6Z", "1 2 m\n3 2 l\n3 4 l\n5 6 l\nh"),
        ("m1,2 3,4", "1 2 m\n4 6 l"),  # what follows a move is a line
        ("M1 2l3 0zl0 5", "1 2 m\n4 2 l\nh\n1 7 l"),  # after closing, from where it began
        ("M0 0Q3 6 6 0", "0 0 m\n2 4 4 4 6 0 c"),
        ("M1 1q3 6 6 0", "1 1 m\n3 5 5 5 7 1 c"),
        ("M0 0l.5 1.5", "0 0 m\n0.5 1.5 l"),
        ("M0 0a5 5 0 0 1 9 9", ""),  # arcs are left to WeasyPrint
        ("", ""),
    ],
)
def test_paths_become_operators(commands: str, operators: str) -> None:
    assert _lines_of(commands) == operators.encode()
