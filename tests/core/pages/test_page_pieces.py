"""A long page in pieces: each has the page's head and foot, and no part of it is lost or twice."""

from __future__ import annotations

import pytest

from pbm.pages import page_pieces
from pbm.pages.page_pieces import mark


def page(*parts: str) -> str:
    return "<h1>" + "".join(f"{mark()}{part}" for part in parts) + f"{mark()}</h1>"


def divided(monkeypatch: pytest.MonkeyPatch, text: str, most: int) -> list[str]:
    monkeypatch.setattr(page_pieces, "MOST", most)
    return list(page_pieces.pieces(text))


def test_a_short_page_is_one_piece_without_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert divided(monkeypatch, page("<p>a", "<p>b"), 2) == ["<h1><p>a<p>b</h1>"]
    assert divided(monkeypatch, "<p>no mark</p>", 1) == ["<p>no mark</p>"]
    assert divided(monkeypatch, f"<p>a</p>{mark()}<p>b</p>", 1) == ["<p>a</p><p>b</p>"]


def test_a_piece_has_no_more_tags_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = ["<b><b>1", "<b>2", "<b>3", "<b><b><b><b>4", "<b>5"]
    assert divided(monkeypatch, page(*parts), 3) == [
        "<h1><b><b>1<b>2</h1>",
        "<h1><b>3</h1>",
        "<h1><b><b><b><b>4</h1>",  # no mark within: it is not divided
        "<h1><b>5</h1>",
    ]


def test_what_is_open_at_a_mark_is_closed_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = mark("</ul>", '<h3>T | x</h3><ul class="a">')
    text = f"<p>{mark()}<h3>T</h3><ul>{'<li>1'}{inner}<li>2</ul>{mark()}</p>"
    assert divided(monkeypatch, text, 3) == [
        "<p><h3>T</h3><ul><li>1</ul></p>",
        '<p><h3>T | x</h3><ul class="a"><li>2</ul></p>',
    ]
    assert divided(monkeypatch, text, 9) == ["<p><h3>T</h3><ul><li>1<li>2</ul></p>"]


def about(words: str, text: str) -> list[str]:
    return list(page_pieces.pieces(text, words))


def test_only_what_has_the_words_in_its_heading() -> None:
    more = mark("</ul>", "<h3>T</h3><ul>")
    parts = [f"<h3>Battle at Zuba</h3><ul><li>1{more}<li>2</ul>", "<h3>At <b>Leda</b></h3>"]
    text = page(*parts, "<h3>Late at zuba</h3>")
    assert about("ZUBA", text) == [
        "<h1><h3>Battle at Zuba</h3><ul><li>1<li>2</ul><h3>Late at zuba</h3></h1>"
    ]
    assert about("leda", text) == ["<h1><h3>At <b>Leda</b></h3></h1>"]
    assert about("nowhere", text) == []
    assert about("zuba", "<h3>Zuba, without a mark</h3>") == []


def test_what_is_open_is_closed_where_something_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    each = mark("</div>", '<div class="r">')
    rows = "".join(f"{each}<h3>{name}</h3>" for name in ("A1", "B1", "A2", "A3"))
    text = f'<p>{mark()}<div class="r">{rows}</div>{mark()}</p>'
    box = '<div class="r">{}</div>'
    assert about("A", text) == [
        f"<p>{box.format('<h3>A1</h3>')}{box.format('<h3>A2</h3><h3>A3</h3>')}</p>"
    ]
    monkeypatch.setattr(page_pieces, "MOST", 4)
    assert about("A", text) == [
        f"<p>{box.format('<h3>A1</h3>')}{box.format('<h3>A2</h3>')}</p>",
        f"<p>{box.format('<h3>A3</h3>')}</p>",
    ]
