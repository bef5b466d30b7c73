"""Printed elements look as WeasyPrint's own sheet has them, whatever element a template uses."""

from __future__ import annotations

import gc
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
import weasyprint
from weasyprint.formatting_structure.boxes import PageBox
from weasyprint.layout.percent import resolve_percentages

from pbm.kit.assets import data_dir
from pbm.pages import pdf_elements, render

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
NOT_PRINTED = {"script", "form", "input", "textarea", "details", "summary", "button", "label"}
DRAWN = {"circle", "path", "text", "img"}
BODY = """<header><h1>One</h1></header><main><nav><ol><li>a</li></ol></nav>
<section><h2>Two</h2><p>a <b>b</b> <strong>c</strong> <s>d</s> <code>e</code> <span>f</span><br>
<a href="#x">g</a> <abbr title="h">h</abbr></p><h3 id="x">Three</h3><h4>Four</h4>
<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li></ul><ol><li>d<ul><li>e</li></ul></li></ol>
<dl><dt>a</dt><dd>b</dd></dl><pre>a  b\n c</pre><figure><svg xmlns="http://www.w3.org/2000/svg"
width="9" height="9"><title>t</title><circle r="4"/></svg><figcaption>c</figcaption></figure>
<div>a</div><table><colgroup><col></colgroup><thead><tr><th>a</th><th>b</th></tr></thead>
<tbody><tr><th>c</th><td>d</td></tr></tbody></table></section></main>"""
STYLE = "table { border-collapse: collapse } td, th { border: 1pt solid } @page { margin: 2cm }"
HEAD = "<head><meta name='a' content='b'><title>T</title></head>"
PAGE = f"<html lang='en'>{HEAD}<body>{BODY}</body></html>"


@cache
def used() -> set[str]:
    """The elements that the templates of printed pages name."""
    found: set[str] = set()
    for folder in ("", "nova", "knighthawks", "deltavee", "plain"):
        for file in Path(data_dir("templates"), folder).glob("*.html"):
            found |= set(re.findall(r"<([a-z][a-z0-9]*)[ >\n{]", file.read_text("utf-8")))
    return found - NOT_PRINTED - DRAWN - {"style"}


def test_the_page_has_every_element_that_a_template_uses() -> None:
    assert used() - set(re.findall(r"<([a-z][a-z0-9]*)", PAGE)) == set()


def test_every_element_is_printed_as_weasyprint_has_it() -> None:
    press = render._press()
    sheets = [weasyprint.CSS(string=STYLE, font_config=press._fonts)]
    ours, theirs = (
        page.write_pdf(stylesheets=sheets, font_config=press._fonts)
        for page in (press._page(PAGE, press._fetcher), weasyprint.HTML(string=PAGE))
    )
    assert ours == theirs


@pytest.mark.parametrize("most", [("_MOST", 4000), ("_MOST", 1), ("_MOST_STYLES", 1)])
def test_a_page_is_the_same_whatever_was_printed_before(
    most: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_elements, *most)
    other = PAGE.replace("<body>", "<body><style>td { color: red }</style>")
    alone, after = render._Press(han=False), render._Press(han=False)
    first = [alone.print(one, WHEN, {}) for one in (PAGE, other)]
    again = [after.print(one, WHEN, {}) for one in (other, other, PAGE, PAGE, other)]
    assert again == [first[1], first[1], first[0], first[0], first[1]]
    assert first[0] != first[1]


def test_what_was_laid_out_does_not_pile_up() -> None:
    """A process that prints a night of duels collects garbage seldom."""
    before = gc.get_threshold()
    gc.set_threshold(10**9)
    press = render._Press(han=False)
    try:
        for number in range(3 * render._PAGES):
            press.print(PAGE.replace("One", f"Page {number}"), WHEN, {})
        alive = sum(isinstance(one, PageBox) for one in gc.get_objects())
    finally:
        gc.set_threshold(*before)
    assert alive <= 2 * render._PAGES


def test_lengths_kept_with_a_style_are_those_of_each_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares of a width differ from box to box; borders of tables are not those of their style."""
    style = (
        f"<style>{STYLE} p {{ width: 50%; margin: 1% }} div {{ box-sizing: border-box; "
        "padding: 3pt; width: 90px } ul { min-width: 9pt; padding: 2pt } td { border-width: 3pt }"
        "</style>"
    )
    text = PAGE.replace("<body>", f"{style}<body>").replace("</main>", f"</main>{BODY}")
    ours = render.printed(text, WHEN)
    for part in ("absolute", "block", "column", "float", "inline", "page", "table"):
        monkeypatch.setattr(f"weasyprint.layout.{part}.resolve_percentages", resolve_percentages)
    assert render.printed(text, WHEN) == ours
