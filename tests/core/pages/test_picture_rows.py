"""Rows of pictures stand at the foot of a page; before one without room the text goes on."""

from __future__ import annotations

import pytest

from pbm.pages import render

FIGURE = '<figure><figcaption>Picture {}</figcaption><svg viewBox="0 0 1 1"></svg></figure>'
ROW = f'<div class="row">{FIGURE}</div>'
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title>
<style>{{% include "art.css" %}} .row svg {{ height: {high}mm; width: 40mm }}</style></head>
<body><header class="masthead" data-title="T" data-part="P"></header><main>
<div style="height: {above}mm"></div>
<div class="play"><div class="phases of1">{rows}</div></div>{text}
</main></body></html>"""
SENTENCES = "".join(f"<p>Sentence {n}.</p>" for n in range(1, 61))


def said(above: int, high: int, rows: int) -> list[list[str]]:
    """What stands on each page, downward, below so many millimetres of something else."""
    text = PAGE.format(
        above=above, high=high, rows="".join(map(ROW.format, range(1, rows + 1))), text=SENTENCES
    )
    html = render._environment(for_print=True).from_string(text).render()
    found = []
    for page in render._press()._laid_out(html, "a4", False).pages:
        texts = [one for one in page._page_box.descendants() if type(one).__name__ == "TextBox"]
        lines = [one.text for one in sorted(texts, key=lambda one: one.position_y)]
        found.append([one for one in lines if one.startswith(("Sentence", "Picture"))])
    return found


def test_a_row_without_room_lets_the_text_go_on_before_it() -> None:
    # Of 271 mm 71 are left: not enough for 90, enough for more than eight lines.
    first, second, *_rest = said(200, 90, 1)
    assert len(first) > 8
    assert first == [f"Sentence {n}." for n in range(1, len(first) + 1)]
    assert second[0] == f"Sentence {len(first) + 1}."
    assert second[-1] == "Picture 1"


def test_a_row_with_room_stands_on_its_page() -> None:
    first, *_rest = said(150, 90, 1)
    assert first[-1] == "Picture 1"


@pytest.mark.parametrize("high", [50, 70, 120])
def test_rows_come_in_order_and_leave_room_for_text(high: int) -> None:
    pages = said(200, high, 3)
    pictures = [line for page in pages for line in page if line.startswith("Picture")]
    assert pictures == ["Picture 1", "Picture 2", "Picture 3"]
    assert all(page[0].startswith("Sentence") for page in pages[:2])
