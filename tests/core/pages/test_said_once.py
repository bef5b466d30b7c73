"""A report says each thing once: how much of its text stood in it before.

Counted are sentences and rows of 30 characters or more. Heads of tables and the marks under a
quoted line say nothing. Of the next sheet its remarks are counted; its lines are fields of a form,
each to be changed by itself, however alike two units are, and repeat nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbm.pages.render import print_html
from pbm.pages.report_files import context_of
from pbm.pages.sheet_columns import sheet_columns
from pbm.sheets.envelope import without_pass
from tests.shipped import NAMES, played

LONG = 30  # characters
MOST = 0.05
SENTENCE_END = re.compile(r'(?<=[.!?]) (?=[A-Z0-9"“])')
_BLOCKS = {"p", "li", "tr", "h1", "h2", "h3", "h4", "pre", "figcaption", "table"}
_UNREAD = {"style", "script", "title", "svg", "thead"}


class Texts(HTMLParser):
    """The sentences of a page, the rows of its tables and the lines that it quotes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._text = ""
        self._unread = self._quoted = self._row = 0
        self.feed(page)
        self._end()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._unread += tag in _UNREAD
        self._quoted += tag == "pre"
        self._row += tag == "tr"
        self._end() if tag in _BLOCKS else self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._end()
        self._unread -= tag in _UNREAD
        self._quoted -= tag == "pre"
        self._row -= tag == "tr"

    def handle_data(self, data: str) -> None:
        self._text += "" if self._unread else data

    def _end(self) -> None:
        lines = self._text.splitlines() if self._quoted else [self._text]
        for line in (" ".join(line.split()) for line in lines if re.search(r"\w", line)):
            self.found += [line] if self._row else SENTENCE_END.split(line)
        self._text = ""


def said_twice(page: str, fields: Collection[str] = ()) -> tuple[float, list[str]]:
    """The share of a page's text that stood in it before, and what that is."""
    every = Texts(page).found
    seen: set[str] = set()
    again: list[str] = []
    for text in every:
        if len(text) >= LONG and text in seen and text not in fields:
            again.append(text)
        seen.add(text)
    return sum(map(len, again)) / sum(map(len, every)), again


def fields_of(sheet: str) -> set[str]:
    """The lines of a next sheet that are no remarks, as they are printed in its columns."""
    printed = [line for row in sheet_columns(sheet) for one in row for line in one.splitlines()]
    return {" ".join(line.split()) for line in printed if not line.lstrip().startswith("#")}


def share(packet_file: Path) -> tuple[float, list[str]]:
    """The same of the report that a packet makes, as it is printed."""
    packet = json.loads(packet_file.read_bytes())
    file = packet_file.with_name("orders.txt")
    sheet = without_pass(file.read_text("utf-8")) if file.exists() else ""
    said = context_of(packet, sheet)
    page = said["art"].get("page", "report")
    return said_twice(print_html(f"{packet['game']}/{page}.html", said), fields_of(sheet))


SENTENCE = "Your Doom (A3) fires its torpedo and misses."


@pytest.mark.parametrize(
    ("page", "again"),
    [
        (f"<p>{SENTENCE} {SENTENCE}</p>", [SENTENCE]),
        (f"<ul><li>{SENTENCE}</li></ul><h3>Orders</h3><p>{SENTENCE}</p>", [SENTENCE]),
        (f"<tr><td>{SENTENCE}</td><td>1</td></tr><tr><td>{SENTENCE}</td><td>2</td></tr>", []),
        (f"<pre>{SENTENCE}\n{SENTENCE}</pre>", [SENTENCE]),
        (f"<p>{SENTENCE[:30]}</p><p>{SENTENCE[:30]}</p>", [SENTENCE[:30]]),
        (f"<p>{SENTENCE[:29]}</p><p>{SENTENCE[:29]}</p>", []),
        (f"<pre>|  {'^' * 40}\n|  {'^' * 40}</pre>", []),
        (f"<thead><tr><th>{SENTENCE}</th></tr></thead>" * 2, []),
    ],
)
def test_what_counts_as_said_twice(page: str, again: list[str]) -> None:
    assert said_twice(page + "<p>.a.</p>")[1] == again


def test_a_line_of_the_next_sheet_is_a_field_and_its_remark_is_not() -> None:
    sheet = ("  fire burster: laser burst at any\n  # energy is not counted, 15 held\n\n") * 2
    page = "".join(f"<pre>{one}</pre>" for row in sheet_columns(sheet) for one in row)
    fields = fields_of(sheet)
    assert fields == {"fire burster: laser burst at any"}
    assert said_twice(page, fields)[1] == ["# energy is not counted, 15 held"]


def test_the_share_is_of_all_text() -> None:
    assert said_twice(f"<p>{SENTENCE}</p><p>{SENTENCE}</p>")[0] == 0.5


@pytest.mark.parametrize("name", NAMES)
def test_the_last_reports_of_a_campaign_say_each_thing_once(name: str) -> None:
    last = sorted(played(name).glob("turns/[0-9]*"))[-1]
    found = {file.parent.name: share(file) for file in last.glob("reports/*/packet.json")}
    assert {player: what for player, what in found.items() if what[0] >= MOST} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_report_of_a_campaign_says_each_thing_once(name: str) -> None:
    files = sorted(played(name).glob("turns/*/reports/*/packet.json"))
    found = {f"{file.parents[2].name} {file.parent.name}": share(file) for file in files}
    assert {report: what for report, what in found.items() if what[0] >= MOST} == {}
