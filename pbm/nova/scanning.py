"""The lines of a sheet with their parses, each read by the section it stands in.

A line that cannot be read spoils no other: its section goes on, a header that is misspelt
begins its section all the same, and a line that went on by mistake is cut where the next begins.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pbm.grammar import LineParser
from pbm.language import Note
from pbm.misread import Misread
from pbm.nova.naming import Roster, folded
from pbm.nova.statements import Section, Text
from pbm.sheet import Line, Sheet

_HEADERS = {
    "expenditures": "expenditures",
    "plan": "expenditures",
    "commissions": "commissions",
    "research": "research",
    "movement": "movement",
}
_STARTS = re.compile(
    r"(?:production|treasury|bonus|received|salvage|pillage|home|destroy|expenditures?|plan"
    r"|commissions?|research|movement|permit|stop|revoke|transfer|data|contact|general"
    r"|conditional|special|battle|ground|free|note|resign|designs?|redesign|missiles?|end +design"
    r"|maintain|rdt|part|finish|repair|refit|status|info|copy|send|retreating|tech|buy|keep"
    r"|\|)(?![\w'\-])",
    re.IGNORECASE,
)
# What ends a design though END DESIGN was left out.
_AFTER_DESIGN = re.compile(
    r"(?:end +design|design|redesign|missiles?|home|tech|buy|keep|resign|note|production"
    r"|treasury|salvage|pillage|expenditures|plan|commissions|research|movement|permit|transfer"
    r"|general|conditional|special|data|contact)(?![\w'\-])",
    re.IGNORECASE,
)
_FIRST = re.compile(r"[\w'\-]+")


@dataclass(frozen=True, slots=True)
class Scanned:
    """A line with its parse; ``block`` are the lines of the design it begins."""

    line: Line
    found: Any
    block: tuple[Line, ...] = ()


def scan(parser: LineParser, sheet: Sheet, roster: Roster) -> list[Scanned]:
    """Every line of a sheet with its parse, in order."""
    return list(_Scanner(parser, roster, _first_section(sheet)).lines(sheet.lines))


def _first_section(sheet: Sheet) -> str:
    return {"DESIGNS": "designs", "PREGAME": "pregame"}.get(sheet.kind, "front")


@dataclass(slots=True)
class _Scanner:
    parser: LineParser
    roster: Roster
    section: str

    def lines(self, lines: tuple[Line, ...]) -> Iterator[Scanned]:
        """The lines with their parses; those of a design go to its head."""
        at = 0
        while at < len(lines):
            end = at + 1
            for scanned in self._parsed(lines[at]):
                if isinstance(scanned.found, Text) and scanned.found.kind == "design":
                    while end < len(lines) and not _AFTER_DESIGN.match(lines[end].text):
                        end += 1
                    yield Scanned(scanned.line, scanned.found, lines[at + 1 : end])
                    if end < len(lines) and lines[end].text.casefold().startswith("end"):
                        end += 1
                else:
                    yield scanned
            at = end

    def _parsed(self, line: Line) -> Iterator[Scanned]:
        """A line, cut where a physical line of it begins an order if it cannot be read whole."""
        found = self._parse(line)
        cut = self._cut(line) if isinstance(found, (Misread, Note)) else None
        if cut is not None:
            first, rest = line.part(0, cut), line.part(cut, len(line.text))
            yield Scanned(first, self._entered(first, self._parse(first)))
            yield from self._parsed(rest)
        else:
            yield Scanned(line, self._entered(line, found))

    def _parse(self, line: Line) -> Any:
        found = self.parser.parse(line.text, self.roster.names, self.section)
        if isinstance(found, Misread):
            word = line.text[found.start : found.end]
            if folded(word) in self.roster.names:
                remedy = f'"{word}" is also a word of orders: write your {word} in quotes'
                return replace(found, remedy=remedy)
        return found

    def _entered(self, line: Line, found: Any) -> Any:
        """The parse; the section is changed by a header, be it read or not."""
        if isinstance(found, Section):
            self.section = _HEADERS[found.name]
        elif isinstance(found, Misread) and self.section not in ("designs", "pregame"):
            first = _FIRST.match(line.text)
            word = first.group().casefold() if first is not None else ""
            near = difflib.get_close_matches(word, _HEADERS, 1, 0.8)
            if near:
                self.section = _HEADERS[near[0]]
        return found

    def _cut(self, line: Line) -> int | None:
        for index in range(1, len(line.places)):
            if line.places[index][0] == line.places[index - 1][0]:
                continue
            if _STARTS.match(line.text, index) or self._moves(line.text[index:]):
                return index
        return None

    def _moves(self, text: str) -> bool:
        """True where a system and one of one's ships follow each other: a movement line."""
        words = text.split(None, 2)
        if self.section != "movement" or len(words) < 2:
            return False
        ship = folded(words[1].strip('",()'))
        return folded(words[0].strip('"')) in self.roster.systems and ship in self.roster.ships
