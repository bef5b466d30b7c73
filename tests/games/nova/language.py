"""The order language of Nova, for the suites over all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from pbm.engine.types import Reading
from pbm.games.nova.orders import forms
from pbm.games.nova.orders.catalogue import line_text
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.order_parser import parser
from pbm.games.nova.orders.scanning import _after_design, scan
from pbm.games.nova.orders.sheet import read
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.view.record import View
from pbm.kit.problems import Severity
from pbm.language import natural
from pbm.language.parser import LineParser
from pbm.sheets.envelope import Sheet
from tests.games.language import Examples, Forms, Language, Table
from tests.games.nova.builders import DEFAULTS
from tests.games.nova.scenes import third_round
from tests.games.nova.sheet_forms import (
    BATTLE,
    COMMISSIONS,
    CONDITIONS,
    DIPLOMACY,
    EXPENDITURES,
    FRONT,
    MOVEMENT,
    RESEARCH,
    STANDING,
    all_lines,
)
from tests.games.nova.sheet_table import NAMES, known, read_body, sheet_of
from tests.language_forms import Located

TEXT = (Path(__file__).parents[3] / "docs" / "players" / "nova.md").read_text(encoding="utf-8")
TECH = {"EW": 5, "FC": 5, "BL": 15, "JD": 3, "IE": 2, "MD": 5, "MA": 60, "MR": 10, "LT": 8}

_LISTS = [one.name for one in fields(Orders) if one.name not in ("player", "designs")]


def lines_of(reading: Reading) -> list[str]:
    """All lines of the orders that were read, as a sheet prints them."""
    orders: Orders = reading.commands
    found: list[str] = []
    for name in _LISTS:
        value = getattr(orders, name)
        if not isinstance(value, tuple):
            continue
        for one in value:
            found += [_words(line) for line in (one.expenditures if name == "plans" else [one])]
    return found


def _words(record: Any) -> str:
    words = line_text(record, NAMES)
    if isinstance(record, Expenditure):
        words = " | ".join([words, *(line_text(one, NAMES) for one in record.or_else)])
    return words


def _in(section: str) -> Callable[[str], Reading]:
    return lambda written: read_body(f"{section}{written}")


def _read(sheet: Sheet) -> Reading:
    return read(sheet, View.read(known(0 if sheet.kind == "PREGAME" else 12)), DEFAULTS)


# --- the guide ---

# A player's technology is enough for the designs that the guide shows.
_ABLE: dict[str, Any] = {"empire": {**known()["empire"], "tech": TECH}}
_SHEETS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "orders": ("ORDERS", 12, {}),
    "designs": ("DESIGNS", 12, _ABLE),
    "pregame": ("PREGAME", 0, {}),
}


class _Recorder(LineParser):
    """A parser that remembers what it was asked to read."""

    def __init__(self, parser: LineParser) -> None:
        self._parser = parser
        self.forms = natural.Forms(tuple)
        self.lines: list[Located] = []

    def parse(self, text: str, names: Collection[str] = (), start: str | None = None) -> Any:
        """The parse, remembered."""
        assert start is not None
        self.lines.append((start, text))
        return self._parser.parse(text, names, start)


def _lines_of(kind: str, block: str) -> list[Located]:
    """The lines of an example with the sections they stand in, as the reader finds them."""
    if kind not in _SHEETS:
        return []
    name, turn, more = _SHEETS[kind]
    seen = _Recorder(parser())
    for known_forms in forms.FORMS.values():
        known_forms.clear()  # a line of a known form is not parsed
    scan(seen, sheet_of(block, name, turn), Roster(View.read(known(turn, **more))))
    return seen.lines


def table_of_tests() -> list[str]:
    """What stands in the guide's table of conditions."""
    cells = re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
    return [test for cell in cells for test in re.findall(r"`(.*?)`", cell)]


def _examples(kind: str) -> Examples:
    name, turn, more = _SHEETS[kind]
    # The guide hands its designs in elsewhere, and shows repairs with a price.
    return Examples(
        kind, lambda block: read_body(block, name, turn, **more), (Severity.NOTE,), ("NV RES-06",)
    )


# --- lines that say nothing by themselves ---


def _told(sheet: Sheet) -> list[int]:
    """All lines but heads of sections, lines of a design, and those of signs alone."""
    found, in_design = [], False
    for line in sheet.lines:
        first = line.text.split()[0].casefold()
        ends = _after_design().match(line.text) is not None
        in_design = first in ("design", "redesign") or (in_design and not ends)
        head = first.startswith(("expend", "commis", "research", "movement", "plan"))
        if not (in_design or first == "end" or head or line.text.strip("; |") == ""):
            found.append(line.number)
    return found


_FORMS: Sequence[tuple[str, Sequence[tuple[str, str]]]] = (
    ("", (*FRONT, *DIPLOMACY, *STANDING, *BATTLE)),
    ("EXPENDITURES\n", EXPENDITURES),
    ("COMMISSIONS\n", COMMISSIONS),
    ("RESEARCH\n", RESEARCH),
    ("MOVEMENT\n", MOVEMENT),
)

LANGUAGE = Language(
    parser=parser(),
    head="age turn {mailing} for VIRUS",
    mailings={"ORDERS": "12", "DESIGNS": "12", "PREGAME": "0"},
    read=_read,
    lines=all_lines(),
    words=(
        *("VIRUS", "Stinger", "Africa", "ALGOL", "N", "X", "to", "B", "if", "else", "won", "not"),
        *("EXPENDITURES", "MOVEMENT", "RESEARCH", "COMMISSIONS", "PLAN", "Hornet", "BL", "15"),
        *("0", "3", "@", "+", ">", "=", ",", ";", "(", ")", "#", '"', "/", "|", ":", "[", "]"),
    ),
    printed=lines_of,
    forms=(
        *(
            Forms(f"a line {section.strip()}".strip(), pairs, _in(section), is_faultless=False)
            for section, pairs in _FORMS
        ),
        Forms(
            "a condition",
            CONDITIONS,
            lambda written: read_body(f"CONDITIONAL if {written}: Africa: F"),
            prints="CONDITIONAL if {}: Africa: F",
            is_faultless=False,
        ),
    ),
    notes=(("NOTE TO GM: where is my scout?", "where is my scout?"),),
    spread=(
        "MOVEMENT\n\n VIRUS  Stinger,  # at once\n    Pup",
        "VIRUS  Stinger, Pup",
    ),
    examples=(
        *map(_examples, _SHEETS),
        Examples("battle", third_round.read_body),
    ),
    lines_of=_lines_of,
    tables=[
        Table(View.read(known(turn)), kind, str(turn), "VIRUS", DEFAULTS)
        for turn, kind in ((0, "PREGAME"), (12, "ORDERS"))
    ],
    inline=[("front", f"CONDITIONAL if {test}: Africa: F") for test in table_of_tests()],
    # A treasury below zero, what is refused, and what the reader of designs takes itself.
    seldom=("minus", "elsewhere", "END_DESIGN", "design_end", "fighters", "asked", "DEFAULT"),
    free=("note", "free", "battle"),
    told=_told,
)
