"""The game master's book names whom each sentence is about."""

from __future__ import annotations

import html
import re

import pytest

from pbm.storage.turn_folders import in_force
from tests.shipped import NAMES, played

# What people wrote stands as they wrote it: sheets and messages, order lines, quotations, questions
# and rulings with their reasons; so does what a receipt said.
_WRITTEN = re.compile(
    r"<(script|style|pre)\b.*?</\1>"
    r'|<span class="mono">.*?</span>'
    r"|<h2[^>]*>(?:Docket|Rulings)</h2>.*?</(?:table|ul)>"
    r"|The game master (?:ruled|answers)[^<]*",
    re.DOTALL,
)


def spoken_to(page: str) -> list[str]:
    """The texts of a page that speak to a reader as "you"."""
    texts = html.unescape(re.sub(r"<[^>]+>", "\n", _WRITTEN.sub("", page))).splitlines()
    ours = (re.sub(r'"[^"]*"', "", text) for text in texts)
    return [text.strip() for text in ours if re.search(r"\byou(rs?)?\b", text, re.IGNORECASE)]


@pytest.mark.parametrize("name", NAMES)
def test_no_book_speaks_to_a_player(name: str) -> None:
    found = {stage.name: stage.read("gm/report.html") for stage in in_force(played(name))}
    books = {turn: page.decode() for turn, page in found.items() if page is not None}
    assert len(books) > 1
    assert {turn: said for turn, page in books.items() if (said := spoken_to(page))} == {}


def test_you_would_be_noticed() -> None:
    assert spoken_to("<li>You pay 3 MCr</li><pre>You pay</pre>") == ["You pay 3 MCr"]
    assert spoken_to("<td>your ships are there</td>")
    assert not spoken_to('"all you have" was not carried out')
    assert not spoken_to("<li>The game master ruled: note Ann: you may, because as you asked.</li>")
