"""Words that a page, a terminal or a template might obey come out as words, in each game.

They stand in order lines, notes to the game master, messages, ship names, reasons of rulings,
answers, notes, and the names of players; what may not hold them refuses them.
"""

from __future__ import annotations

import json
import unicodedata
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.kit.problems import Faults, render_all
from pbm.service.api import (
    docket,
    explain,
    explain_packet,
    new_campaign,
    report,
    rule,
    run_turn,
    status,
    submit,
    template,
)
from pbm.service.docket import docket_text
from pbm.turns import assemble
from tests.sheets import as_it_stands

WORDS = (
    "<pbmx onclick=\"pbmx\">bold</pbmx><script>pbmx()</script><img src='http://pbmx.example/x'>",
    "</style><style>@import url(http://pbmx.example/y);*{background:url(http://pbmx.example/z)}",
    "{{ 191*7 }}{% for x in ().__class__.__mro__ %}{% endfor %}{# gone #}",
    "{{ self.__init__.__globals__ }}${191*7}<%= 191*7 %>",
    'javascript:pbmx() "onmouseover="pbmx" &lt;pbmx&gt; &#60;pbmx&#62;',
    "\x1b[31mred\x1b]0;pbmx\x07\x9b31m \x08\x08 back",
    "\u202egnp.exe\u202c \u2066hidden\u2069 \u200fmark",
    "file:///etc/passwd ../../secret.toml {% include '/etc/passwd' %}",
)
GAMES = {
    "knighthawks/duel": (("A=Ann <pbmx>", "B=Bea {{ 191*7 }}"), "A1", "ann-pbmx"),
    "deltavee/showdown": (("1=Ann <pbmx>", "2=Bea {{ 191*7 }}"), "E", "ann-pbmx"),
    "nova/duel": (("E=VIRUS", "E=MINKY"), "VIRUS Pike", "virus"),
}


class Tags(HTMLParser):
    """What a reader's browser would see: elements, attributes, words."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.words.append(data)
        elif self.inside == "style":
            assert "pbmx" not in data


def is_plain(text: str) -> bool:
    """True for a text without signs that a terminal or a line of text would obey."""
    return not [
        sign
        for sign in text
        if sign not in "\n\t"
        and unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp")
        # What joins the letters of a script, or lets a long word break, turns nothing around.
        and sign not in "\u200b\u200c\u200d\u00ad\ufeff"
    ]


def check_page(page: str) -> None:
    seen = Tags()
    seen.feed(page)
    assert "pbmx" not in seen.elements
    assert not [name for name, _value in seen.attributes if name.startswith("on")]
    for name, value in seen.attributes:
        if name in ("src", "href", "action", "style", "xlink:href", "formaction"):
            assert "pbmx" not in value, (name, value[:80])
            assert "javascript:" not in value
    words = "".join(seen.words)
    assert "1337" not in words
    assert is_plain(words)
    assert "root:" not in words


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def sent(campaign: Campaign, seat: str, turn: str, day: int) -> str:
    """His template with every hostile word in an order line, in a note, and in a message."""
    lines = template(campaign, seat).splitlines()
    end = lines.index("END")
    notes = [f"  {words}" for words in WORDS] + [f"NOTE TO GM {words}" for words in WORDS]
    name = lines[0].partition(" for ")[2]
    post = [f"MESSAGE c turn {turn} for {name}", *WORDS, "END"]
    text = "\n".join([*lines[:end], *notes, *lines[end:], *post])
    (got,) = submit(
        campaign, [(f"{WORDS[0][:6]}.txt", text.encode())], at=f"2026-03-{day:02d}T12:00:00Z"
    )
    return got.receipt


def test_hostile_words_come_out_as_words(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, ship, first = GAMES[game]
    press: Any = assemble
    real_pages, real_book = press.pages, press.gm_pages

    def pages(packet: Any, sheet: str, *, pdfs: bool = True, **more: Any) -> dict[str, bytes]:
        return dict(real_pages(packet, sheet, pdfs=False, **more))

    def book(packet: Any, *, pdfs: bool = True, **more: Any) -> dict[str, bytes]:
        return dict(real_book(packet, pdfs=False, **more))

    monkeypatch.setattr(assemble, "pages", pages)
    monkeypatch.setattr(assemble, "gm_pages", book)
    campaign = new_campaign(
        tmp_path / "c", game, players=players, seed="x", at="2026-03-01T12:00:00Z"
    )
    seats = [player.id for player in campaign.part.players]
    assert seats[0] == first
    turn = 0
    if status(campaign).due == ("0",):
        texts = [(f"{seat}.txt", as_it_stands(template(campaign, seat)).encode()) for seat in seats]
        submit(campaign, texts, at="2026-03-02T12:00:00Z")
    run_turn(campaign, at="2026-03-03T12:00:00Z")
    turn = 1
    for seat in seats:
        assert is_plain(sent(campaign, seat, str(turn), 4))
    refused: list[str] = []
    kept: list[str] = []
    for number, words in enumerate(WORDS):
        bare = words.replace('"', "'")
        for statement in (
            f"note {first}: {words} because {words} #{number}",
            f'set "{ship}".name = "{bare}" because {number}',
            f'hand {first} to "{bare}" because {number}',
        ):
            try:
                rule(campaign, "1", statement.encode(), f"{bare[:5]}.txt", at="2026-03-05T12:00Z")
                kept.append(statement)
            except Faults as faults:
                refused.append(render_all(faults.problems))
    assert kept
    assert refused
    assert all(is_plain(said) for said in refused)
    rows = docket(campaign)
    assert rows
    assert is_plain(docket_text(rows))
    answers = "\n".join(
        f"answer {row['id']}: {words} because {words}"
        for row, words in zip(
            rows, cycle(one.replace('"', "'").replace("#", "+") for one in WORDS), strict=False
        )
    )
    rule(campaign, "1", answers.encode(), "answers.txt", at="2026-03-05T12:00Z")
    ran = run_turn(campaign, at="2026-03-06T12:00:00Z")
    assert ran.folder is not None
    assert is_plain("\n".join(ran.lines))
    found = sorted(ran.folder.rglob("*.html"))
    assert len(found) == len(seats) + 1
    for path in found:
        check_page(path.read_text(encoding="utf-8"))
    for path in ran.folder.rglob("orders.txt"):
        assert is_plain(path.read_text(encoding="utf-8"))
    own = next(path for path in found if path.parent.name == first).read_text(encoding="utf-8")
    assert "191*7" in own or "191" in own  # they are there, as words
    packet = (ran.folder / f"reports/{first}/packet.json").read_bytes()
    for event in [one["event"] for one in json.loads(packet)["rulings"]]:
        assert is_plain(explain(campaign, "1", event).text), event
        assert is_plain(explain_packet(packet, "packet.json", event).text)
    for line in json.loads(packet)["orders"]:
        assert is_plain(explain(campaign, "1", f"{first}:{line['line']}").text)


@pytest.mark.slow
def test_a_printed_page_links_to_nothing_that_was_written(tmp_path: Path) -> None:
    """The PDF of the same words: no link, no address, no script, nothing fetched."""
    import pikepdf

    campaign = new_campaign(
        tmp_path / "c", "deltavee/showdown", players=GAMES["deltavee/showdown"][0], seed="x"
    )
    run_turn(campaign)
    seats = [player.id for player in campaign.part.players]
    for seat in seats:
        lines = template(campaign, seat).splitlines()
        end = lines.index("END")
        notes = [f"  {words}" for words in WORDS]
        text = "\n".join([*lines[:end], *notes, *lines[end:]])
        submit(campaign, [("a.txt", text.encode())])
    run_turn(campaign)
    made = [one.path for one in report(campaign, "1") if one.path.suffix == ".pdf"]
    assert made
    for path in made:
        with pikepdf.open(path) as pdf:
            for each in pdf.objects:
                if isinstance(each, pikepdf.Dictionary):
                    assert "/JS" not in each
                    assert "/JavaScript" not in each
                    assert "pbmx" not in str(each.get("/URI", ""))


@pytest.mark.parametrize(
    "words",
    [
        words if n in (0, 5) else pytest.param(words, marks=pytest.mark.slow)
        for n, words in enumerate(WORDS)
    ],
)
def test_names_of_players_that_a_page_would_obey_are_refused_or_words(
    words: str, tmp_path: Path
) -> None:
    plain = words.replace('"', "").replace("/", "")[:50]
    try:
        campaign = new_campaign(
            tmp_path / "c", "deltavee/showdown", players=(f"1={plain.replace(':', '')}", "2=B")
        )
    except Faults as faults:
        refused = render_all(faults.problems)
    else:
        refused = ""
        check_page((tmp_path / "c/turns/new/gm/report.html").read_text(encoding="utf-8"))
        assert all(is_plain(line) for line in status(campaign).lines)
    assert is_plain(refused)
