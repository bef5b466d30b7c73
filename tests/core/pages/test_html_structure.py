"""The HTML of the campaigns played here, read as a browser reads it: is its structure sound?

One stage of each game, every player's page made from what was stored, and a game master's. What
a screen reader goes by: headings in order, tables with headers, pictures with words, links that
lead somewhere.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest
from tinyhtml5 import constants
from tinyhtml5.parser import HTMLParser

from pbm.pages.report_files import gm_pages, pages
from tests.games.knighthawks import packets
from tests.shipped import packets_of, played

# A stage late in a game, when there is much to tell.
STAGES = (("beacon", "007.2"), ("showdown", "008"), ("age", "008"))
# A game master's book is not kept with a campaign; this one is made for the tests.
BOOK = ("a", "book", "")
GREAT_BOOK = ("a", "book of 21 players or more", "")
PAGES = [
    *(
        (name, at, player)
        for name, turn in STAGES
        for at, player in packets_of(name)
        if at.partition(".r")[0] == turn
    ),
    BOOK,
    GREAT_BOOK,
]
Place = tuple[str, str, str]
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
each_page = pytest.mark.parametrize("path", PAGES, ids=[" ".join(place) for place in PAGES])


def _html(place: Place) -> bytes:
    if place == BOOK:
        return gm_pages(packets.book(), pdfs=False)["report.html"]
    if place == GREAT_BOOK:
        book = packets.book()
        times = -(-21 // len(book["seats"]))
        many = {key: book[key] * times for key in ("seats", "records")}
        return gm_pages({**book, **many}, pdfs=False)["report.html"]
    name, turn, player = place
    folder = played(name) / "turns" / turn / "reports" / player
    packet = json.loads((folder / "packet.json").read_bytes())
    sheet = folder / "orders.txt"
    said = sheet.read_text(encoding="utf-8") if sheet.exists() else ""
    return pages(packet, said, pdfs=False)["report.html"]


@cache
def parsed(path: Place) -> tuple[Element, tuple[str, ...]]:
    """The page as a tree, and what the reader of HTML found wrong with it."""
    parser = HTMLParser(namespace_html_elements=False)
    tree = parser.parse(_html(path), override_encoding="utf-8")
    faults = [constants.E[name] % values for _place, name, values in parser.errors]
    return tree, tuple(faults)


def page(path: Place) -> Element:
    return parsed(path)[0]


def tag(one: Element) -> str:
    return str(one.tag).rpartition("}")[2]


def words(one: Element) -> str:
    return " ".join("".join(one.itertext()).split())


def all_of(path: Place, *tags: str) -> list[Element]:
    return [one for one in page(path).iter() if tag(one) in tags]


def test_every_game_has_pages() -> None:
    assert len(PAGES) == 2 + 2 + 6 + 2


@each_page
def test_a_page_is_html_without_a_fault(path: Place) -> None:
    tree, faults = parsed(path)
    assert faults == ()
    assert tree.get("lang") == "en"
    assert [words(one) for one in all_of(path, "title")] != [""]


@each_page
def test_headings_stand_in_order(path: Place) -> None:
    """One of the first rank, and none skips a rank on the way down."""
    ranks = [HEADINGS.index(tag(one)) + 1 for one in all_of(path, *HEADINGS)]
    assert ranks.count(1) == 1 and ranks[0] == 1
    assert [(one, other) for one, other in pairwise(ranks) if other > one + 1] == []
    assert all(words(one) for one in all_of(path, *HEADINGS))


@each_page
def test_every_table_has_headers(path: Place) -> None:
    """And no row has more cells than there are headers above it."""
    for table in all_of(path, "table"):
        heads = [one for one in table.iter() if tag(one) == "th"]
        rows = [one for one in table.iter() if tag(one) == "tr"]
        assert heads and rows, words(table)
        widths = [
            sum(int(cell.get("colspan", "1")) for cell in row if tag(cell) in ("td", "th"))
            for row in rows
        ]
        assert max(widths) == widths[0], words(table)


@each_page
def test_every_picture_has_words(path: Place) -> None:
    """Or says that it only adorns what stands beside it in words."""
    for picture in all_of(path, "svg"):
        if picture.get("aria-hidden") == "true":
            continue
        title = [one for one in picture if tag(one) in ("title", "desc")]
        assert picture.get("role") == "img"
        assert picture.get("aria-label") or any(words(one) for one in title)
    assert all_of(path, "img", "iframe", "link") == []


@each_page
def test_no_id_stands_twice_and_every_link_leads_somewhere(path: Place) -> None:
    ids = [one.get("id") for one in page(path).iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    links = [
        value.removeprefix("#")
        for one in page(path).iter()
        for name, value in one.items()
        if str(name).rpartition("}")[2] == "href"
    ]
    named = [
        word
        for one in page(path).iter()
        for name in ("aria-labelledby", "aria-describedby", "headers", "for")
        for word in (one.get(name) or "").split()
    ]
    assert [one for one in [*links, *named] if one not in ids] == []


def test_the_long_parts_of_a_great_book_are_folded() -> None:
    """So that it opens at once: a browser lays out nothing of what is folded."""
    folds = [one for one in all_of(GREAT_BOOK, "details") if one.get("class") == "part"]
    said = [words(one) for fold in folds for one in fold if tag(one) == "summary"]
    assert said == [
        f"Show {what}"
        for what in ("the map", "all events", "all tables", "all sheets", "all dice", "the index",
                     "all logs")
    ]  # fmt: skip
    inside = {id(one) for fold in folds for one in fold.iter()}
    events = [one for one in all_of(GREAT_BOOK, "li") if one.get("id")]
    assert events and all(id(one) in inside for one in events)
    assert not [one for one in all_of(BOOK, "details") if one.get("class") == "part"]
