from __future__ import annotations

import hashlib
import io
import logging
import re
import subprocess
import sys
from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jinja2
import pypdf
import pytest
from markupsafe import Markup

import pbm.pages.render as press
from pbm.drawing.svg import picture, tag
from pbm.packets.correction import MOST_SHOWN
from pbm.pages.book_tables import BookPart
from pbm.pages.render import _press, html, pdf
from pbm.pages.report_files import UNDATED, book_part, context_of, gm_pages, made_at, pages
from pbm.sheets.envelope import without_pass
from tests.games.knighthawks import packets, worlds

ROOT = Path(__file__).parents[3]
WHEN = datetime(2026, 11, 21, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def silent() -> list[str]:
    """What WeasyPrint logged since the tests of this file began."""
    said: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("weasyprint").addHandler(handler)
    return said


@pytest.fixture(scope="module")
def files(silent: list[str]) -> dict[str, bytes]:
    made = pages(packets.packet(), packets.NEXT_SHEET)
    assert silent == []
    return made


def text_of(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)


def squeezed(text: str) -> str:
    return " ".join(text.split())


# --- what is made ---------------------------------------------------------------------------


def test_a_player_gets_these_files(files: dict[str, bytes]) -> None:
    assert sorted(files) == ["logs.pdf", "orders.txt", "packet.json", "report.html", "report.pdf"]
    assert files["orders.txt"].decode() == packets.NEXT_SHEET


def test_a_player_without_ships_or_sheet_gets_neither_logs_nor_orders() -> None:
    alone = packets.packet("cy")
    alone["known"]["ships"] = [ship for ship in alone["known"]["ships"] if not ship["yours"]]
    assert sorted(pages(alone, "")) == ["packet.json", "report.html", "report.pdf"]


@pytest.mark.parametrize("name", ["report.html", "report.pdf"])
def test_a_report_says_all_that_a_player_needs(files: dict[str, bytes], name: str) -> None:
    text = (
        text_of(files[name]) if name.endswith("pdf") else Markup(files[name].decode()).striptags()
    )
    text = squeezed(text)
    for part in (
        "The war for Eridani",
        "Hits on your ships: Zz'Nakk (B2) 1 hit for 13",
        "turn 4, due by 2026-12-01 20:00 Europe/Berlin",
        "Sathar moves",
        "Defensive fire at Sathar",
        "+ 10 (head-on) − 15 (range 3 × 5)",
        "hit: 4 + 9 = 13 damage",
        "Sathar, as known",
        "22 of 40",
        "Your orders, line by line",
        '"attak" is not an order',
        "set C1.speed = 3",
        "Destroyed: A2 in 1209",
        "In one hex: 1712: B1, B2",
    ):
        assert squeezed(part) in text, part


def test_options_and_victory_stand_in_the_first_report_alone() -> None:
    first = html("knighthawks/report.html", said(packets.first_packet()))
    assert "KH-A05" in first
    assert "The Sathar are alone on the map" in first
    assert "The Sathar are alone on the map" not in html(
        "knighthawks/report.html", said(packets.packet())
    )
    assert "KH-A40" not in html("knighthawks/report.html", said(packets.packet(share="own")))


def test_the_first_report_shows_where_ships_may_be_placed() -> None:
    page = html("knighthawks/report.html", said(packets.first_packet()))
    assert "where you may place your ships" in page
    assert "set-up, due by" not in page
    assert "set-up</strong>, due by 2026-11-28" in page


def test_a_corrected_report_says_so_and_a_finished_game_too() -> None:
    packet = packets.packet() | {"corrected": "Line 4 was read wrongly.", "next": []}
    packet["known"]["result"] = "Spacefleet wins"
    page = html("knighthawks/report.html", said(packet))
    assert "Corrected report." in page
    assert "Line 4 was read wrongly." in page
    assert "What changed" not in page
    assert "No more orders are due." in page


def test_what_one_ruling_struck_has_its_words_once() -> None:
    packet = packets.packet()
    items = [item for section in packet["story"] for item in section["items"]]
    items = [item for item in items if not item.get("undone")][:3]
    both, other = "This no longer holds: ruled.", "This no longer holds: ruled otherwise."
    for item, words in zip(items, (both, both, other), strict=True):
        item["struck"] = words
    packet["story"] = [{"title": "Fire", "items": items}]
    page = html("knighthawks/report.html", said(packet))
    assert [page.count(words) for words in (both, other)] == [1, 1]
    assert page.count("This no longer holds either.") == 1


def test_a_corrected_report_begins_with_what_changed_and_why() -> None:
    changes = [
        {"about": "Swift (B8), hull", "before": "0", "now": "15"},
        {"about": "A fires", "before": "It hit.", "now": ""},
        {"about": "A fires", "before": "", "now": "It missed."},
        *({"about": f"speed {n}", "before": "1", "now": "2"} for n in range(MOST_SHOWN - 2)),
    ]
    cause = {"cause": "Ruled: set B8.hull = 15", "reason": "it was a slip", "changes": changes}
    page = html(
        "knighthawks/report.html",
        said(packets.packet() | {"corrected": "It replaces one.", "correction": [cause]}),
    )
    head, _, _rest = page.partition('<ul class="lead">')
    assert "<strong>Ruled: set B8.hull = 15</strong>, because it was a slip." in head
    assert "<li>Swift (B8), hull: <strong>15</strong>, was <s>0</s></li>" in head
    assert "<li>A fires: <s>It hit.</s></li>" in head
    assert "<li>A fires: <strong>It missed.</strong></li>" in head
    assert f"speed {MOST_SHOWN - 4}:" in head
    assert f"speed {MOST_SHOWN - 3}:" not in head
    assert "And 1 more, all in packet.json." in head


def said(packet: dict[str, Any]) -> dict[str, Any]:
    return context_of(packet, "")


# --- the HTML stands alone ------------------------------------------------------------------


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_html_loads_nothing_and_runs_its_own_player_alone(files: dict[str, bytes]) -> None:
    page = files["report.html"].decode()
    parser = _Tags()
    parser.feed(page)
    assert not {"link", "img", "iframe", "object", "form"} & {t for t, _ in parser.tags}
    policy = next(a for t, a in parser.tags if t == "meta" and "http-equiv" in a)
    assert str(policy["content"]).startswith("default-src 'none'")
    assert [attributes for name, attributes in parser.tags if name == "script"] == [{}]
    script = page.split("<script>")[1].split("</script>")[0]
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert str(policy["content"]).partition("script-src ")[2] == f"'sha256-{digest}'"
    assert "unsafe" not in str(policy["content"])
    assert not re.search(r"url\(|@import", page)
    for _tag, attributes in parser.tags:
        assert not [name for name in attributes if name.startswith("on")]
        assert not {"src", "xlink:href", "style"} & set(attributes)
        assert str(attributes.get("href", "#")).startswith("#")


HOSTILE = "<script>alert(1)</script>\"'&{{7*7}}</style></title>"


def test_what_players_write_is_never_markup() -> None:
    packet = packets.packet()
    packet["player"]["name"] = packet["title"] = HOSTILE
    packet["known"]["ships"][0]["name"] = packet["known"]["planets"][0]["name"] = HOSTILE
    packet["known"]["ships"][0]["designation"] = HOSTILE
    packet["problems"] = packet["summary"] = [HOSTILE]
    packet["orders"][0]["text"] = HOSTILE
    packet["story"][0]["items"][0]["text"] = HOSTILE
    made = pages(packet, HOSTILE)
    page = made["report.html"].decode()
    assert page.count("<script") == 1
    assert "<script>alert" not in page
    assert "{{7*7}}" in page
    assert "49" not in Markup(page.split("<title>")[1].split("</title>")[0])
    assert "alert(1)" in text_of(made["report.pdf"])


def test_the_html_keeps_characters_that_the_pdf_gives_by_number(silent: list[str]) -> None:
    packet = packets.packet()
    packet["player"]["name"] = "한 Ü Жук"
    packet["known"]["ships"][2]["designation"] = "名1"
    made = pages(packet, "")
    assert "한 Ü Жук" in made["report.html"].decode()
    text = text_of(made["report.pdf"])
    assert "[U+D55C] Ü Жук" in text
    assert "名1" in text
    assert silent == []


# --- the PDF --------------------------------------------------------------------------------


def test_the_pdf_is_tagged_titled_and_has_bookmarks(files: dict[str, bytes]) -> None:
    reader = pypdf.PdfReader(io.BytesIO(files["report.pdf"]))
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None
    assert reader.metadata.title == "The war for Eridani: Bea, turn 3"
    titles = [entry["/Title"] for entry in _flat(reader.outline)]
    assert titles[:3] == ["The war for Eridani", "Map", "Your forces"]
    assert "Sathar moves" in titles
    assert "Sathar, as known" in titles


def _flat(outline: Any) -> list[Any]:
    found: list[Any] = []
    for entry in outline:
        found += _flat(entry) if isinstance(entry, list) else [entry]
    return found


def test_the_pdf_carries_packet_and_next_sheet(files: dict[str, bytes]) -> None:
    attached = pypdf.PdfReader(io.BytesIO(files["report.pdf"])).attachments
    assert attached["packet.json"] == [files["packet.json"]]
    assert attached["orders.txt"] == [without_pass(files["orders.txt"].decode()).encode()]


@pytest.mark.parametrize("name", ["packet.json", "report.html", "report.pdf", "logs.pdf"])
def test_the_pass_stands_in_the_next_sheet_alone(files: dict[str, bytes], name: str) -> None:
    """A player may show the report to an ally; the pass would let the ally send their orders."""
    word = "K7QM-2XPA-91TD"
    assert word in files["orders.txt"].decode()
    text = text_of(files[name]) if name.endswith("pdf") else files[name].decode()
    assert word not in text and "PASS" not in text
    if name.endswith("pdf"):
        reader = pypdf.PdfReader(io.BytesIO(files[name]))
        held = b"".join(data for kept in reader.attachments.values() for data in kept)
        assert word.encode() not in held


def test_page_heads_name_campaign_player_and_page(files: dict[str, bytes]) -> None:
    reader = pypdf.PdfReader(io.BytesIO(files["report.pdf"]))
    second = squeezed(reader.pages[1].extract_text())
    assert "The war for Eridani" in second
    assert "Bea, turn 3" in second
    assert f"Page 2 of {len(reader.pages)}" in second


def test_the_pdf_uses_our_fonts_alone(files: dict[str, bytes]) -> None:
    fonts = set()
    for page in pypdf.PdfReader(io.BytesIO(files["report.pdf"])).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            fonts.add(font.get_object()["/BaseFont"].split("+")[1])
    assert fonts
    assert {font for font in fonts if not font.startswith("Pbm-")} == set()


def test_the_same_packet_gives_the_same_bytes_in_another_process(files: dict[str, bytes]) -> None:
    code = (
        "from tests.games.knighthawks import packets; "
        "from pbm.pages.report_files import pages; import hashlib; "
        "made = pages(packets.packet(), packets.NEXT_SHEET); "
        "[print(n, hashlib.sha256(made[n]).hexdigest()) for n in sorted(made)]"
    )
    there = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join([str(ROOT), *sys.path[1:]]), "TZ": "X5"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    here = "".join(f"{name} {sha256(files[name]).hexdigest()}\n" for name in sorted(files))
    assert there == here


def test_what_was_made_of_the_same_is_not_made_again(
    files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_press(**_asked: bool) -> None:
        raise AssertionError("a press was asked for")

    monkeypatch.setattr(press, "_press", no_press)
    assert pages(packets.packet(), packets.NEXT_SHEET, kept=files) == files
    other = packets.packet()
    other["summary"] = [*other["summary"][:-1], "Something else."]
    with pytest.raises(AssertionError, match="a press"):
        pages(other, packets.NEXT_SHEET, kept=files)
    with pytest.raises(AssertionError, match="a press"):
        pages(packets.packet(), "another sheet", kept=files)
    with pytest.raises(AssertionError, match="a press"):
        pages(packets.packet(), packets.NEXT_SHEET, kept={"report.pdf": b"%PDF of somebody"})


def test_nothing_but_the_fonts_can_be_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("seed")
    fetcher = _press()._fetcher
    for url in (
        secret.as_uri(),
        "http://example.org/x.png",
        "https://example.org/x.png",
        (ROOT / "templates/fonts/../page.css").as_uri(),
        "file://host/etc/passwd",
    ):
        with pytest.raises(BaseException, match=r"refused|not allowed|Unsupported|protocol|scheme"):
            fetcher.fetch(url)


def test_templates_are_strict() -> None:
    with pytest.raises(jinja2.UndefinedError):
        html("knighthawks/report.html", {})
    with pytest.raises(jinja2.TemplateNotFound):
        html("../pyproject.toml", {})


def test_the_time_of_a_packet() -> None:
    assert made_at({"made": packets.MADE}) == WHEN
    assert made_at({"made": "2026-11-21T10:00:00"}) == WHEN
    assert made_at({"made": "soon"}) == UNDATED


# --- the book, and pictures -----------------------------------------------------------------


def test_the_book_says_beside_a_ruling_which_rolls_it_meets() -> None:
    one = {"id": "R1", "text": "roll x counts as 5", "reason": "so", "void": ""}
    both = {**one, "id": "R2", "remark": "meets 2 rolls: a and b"}
    book = {**packets.book(), "rulings": [one, both]}
    page = gm_pages(book, pdfs=False)["report.html"].decode()
    assert page.count("because so.") == 2
    assert page.count("It meets 2 rolls: a and b.") == 1


def test_the_book_names_players_and_the_minute_of_their_sheets() -> None:
    book = packets.book()
    seat = book["seats"][0]
    sheet = {**book["sheets"][0], "player": seat["id"], "received": "2026-03-04T05:06:07Z"}
    asked = {"id": "q-1", "player": "nobody", "question": "Who?", "answer": ""}
    named = [{**seat, "name": "Somebody Else"}, *book["seats"][1:]]
    made = {**book, "seats": named, "sheets": [sheet], "docket": [asked]}
    page = gm_pages(made, pdfs=False)["report.html"].decode()
    assert '<th scope="row">Somebody Else</th><td>2026-03-04 05:06</td>' in page
    assert "<td>nobody</td><td>Who?</td>" in page


def test_the_book_shows_every_event_die_sheet_and_question(silent: list[str]) -> None:
    book = packets.book()
    made = gm_pages(book)
    assert sorted(made) == ["book.json", "report.html", "report.pdf"]
    brief = squeezed(text_of(made["report.pdf"]))
    printed = {
        part: squeezed(text_of(dict(book_part(book, part))[f"{part}.pdf"])) for part in BookPart
    }
    screen = made["report.html"].decode()
    for event in worlds.events(worlds.battle(), worlds.options()):
        assert event.id in printed[BookPart.EVENTS]
        assert f'id="e{event.id}"' in screen
    for part in (
        "Not for players",
        "d100 41, d10 4 9",
        "seen by ann",
        "may I surrender?",
        "Dread (A1) uses 1",
    ):
        assert part in brief, part
    assert not any(event["event"] in brief for event in book["story"][0]["items"])
    for where, part in (
        (BookPart.OVERVIEW, "may I surrender?"),
        (BookPart.EVENTS, "Dread (A1) uses 1 torpedo; 1 left."),
        (BookPart.FORCES, "A1"),
        (BookPart.SHEETS, "ORDERS ..."),
        (BookPart.DICE, "All dice"),
        (BookPart.LOGS, "A1 “Dread”"),
        (BookPart.LOGS, "C1 “Jolly Жук”"),
    ):
        assert part in printed[where], part
    assert "ORDERS ..." not in brief
    assert "All dice" not in printed[BookPart.EVENTS]
    assert silent == []


def test_pictures_escape_what_is_written_into_them() -> None:
    made = tag("text", "<b>", x=1, font_size=3, class_='a"b')
    assert made == Markup('<text x="1" font-size="3" class="a&#34;b">&lt;b&gt;</text>')
    assert "<title>a &lt; b</title>" in picture("a < b", (0, 0, 1, 1))


def test_a_page_without_attachments() -> None:
    data = pdf("knighthawks/logs.html", said(packets.packet()), WHEN)
    assert not pypdf.PdfReader(io.BytesIO(data)).attachments
    assert "Hull points: 9 of 15 left" in text_of(data)


def test_a_long_part_is_printed_in_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    book = packets.book()
    section = book["story"][0]
    first = section["items"][0]
    ids = [f"x{n:03}" for n in range(250)]
    many = [{**first, "event": id, "record": {**first["record"], "id": id}} for id in ids]
    long = {**book, "story": [{**section, "items": many}]}
    monkeypatch.setattr("pbm.pages.page_pieces.MOST", 500)
    found = dict(book_part(long, BookPart.EVENTS))
    assert list(found) == ["events-1.pdf", "events-2.pdf"]
    texts = [text_of(data) for data in found.values()]
    assert [sum(f"{id} " in text for text in texts) for id in ids] == [1] * len(ids)
    assert all("All events" in text and section["title"] in text for text in texts)
    assert [name for name, _ in book_part(book, BookPart.DICE)] == ["dice.pdf"]
