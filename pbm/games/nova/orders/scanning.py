"""The lines of a sheet with their parses, each read by the section it stands in.

A line that cannot be read spoils no other: its section goes on, a header that is misspelt
begins its section all the same, and a line that went on by mistake is cut where the next begins.
"""

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.games.nova.orders.catalogue import ORDERS
from pbm.games.nova.orders.designs.design_text import read_design_line
from pbm.games.nova.orders.forms import FORMS, Shapes, known
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.order_parser import marks_for
from pbm.games.nova.orders.remedies import with_names, with_remedy
from pbm.kit.english import nearest
from pbm.kit.records import Record
from pbm.language.error_recovery import Tries
from pbm.language.natural import Naturally, trimmed
from pbm.language.order import line_starts
from pbm.language.parse_tree import Node, Note
from pbm.language.parser import LineParser
from pbm.language.prose import addressed, with_words
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line

_HEADERS = {
    "expenditures": "expenditures",
    "plan": "expenditures",
    "commissions": "commissions",
    "research": "research",
    "movement": "movement",
}
# What begins a line besides orders.
_OTHERS = (
    *("production", "bonus", "received", "expenditures?", "plan", "commissions?", "research"),
    *("movement", "note", "resign"),
)
_BLOCKS = ("design_head", "redesign_head")
# Lines after which the others are read differently.
_HEADS = ("section", *_BLOCKS)
_SECTIONS = ("expenditures", "commissions", "research", "movement")
_SHORTEST_SECTION = 3
# What players call a section besides its name and the beginnings of it.
_CALLED = {
    **dict.fromkeys(("buy", "build", "purchases", "spending"), "EXPENDITURES"),
    **dict.fromkeys(("names", "ship names"), "COMMISSIONS"),
    **dict.fromkeys(("moves", "ship movement"), "MOVEMENT"),
    **dict.fromkeys(("projects", "research teams"), "RESEARCH"),
}
# Lines that were not read get remedies that were tried, up to so many signs of a sheet, which are
# five hundred full lines. A line takes ten parses and more.
_MOST_HINTED = 50_000
_MONEY = re.compile(r"transfer +([0-9]+) *(?:mcr)? +to +(\S+)", re.IGNORECASE)
_HASH = re.compile(r"(?:to|vs|versus|of|from|by|\+)\s*#\s*[0-9]", re.IGNORECASE)
_FIRST = re.compile(r"[\w'\-]+")
_ON_ONE_LINE = re.compile(r"(?:re)?design\b.*[;:,]", re.IGNORECASE)
_BETWEEN = re.compile(r"[;:,]")


@cache
def _starts() -> re.Pattern[str]:
    """What begins a line."""
    return line_starts(ORDERS, *_OTHERS, r"\|")


@cache
def _after_design() -> re.Pattern[str]:
    """What ends a design though END DESIGN was left out."""
    return line_starts(ORDERS, *_OTHERS, "missiles", r"new +design")


class Scanned(Record):
    """A line with its parse, or its order; ``block`` are the lines of the design it begins.

    ``header`` is the section that a line begins though it was not read.
    """

    line: Line
    found: Any
    block: tuple[Line, ...] = ()
    header: str = ""


def scan(parser: LineParser, sheet: Sheet, roster: Roster) -> list[Scanned]:
    """Every line of a sheet with its parse, in order."""
    scanner = _Scanner(parser, roster, sheet)
    found = list(scanner.lines(sheet.lines))
    del scanner.naturally  # each holds the other, which would keep the view in memory
    return found


def _is_of_design(line: Line) -> bool:
    """True for a line that can be read below the head of a design, or that ends it."""
    is_end = line.text.casefold().startswith("end")
    return is_end or not isinstance(read_design_line(line.text), SyntaxFault)


def _section_meant(text: str) -> str:
    """The section whose name a line of one word begins, three letters at least; "" if none."""
    word = text.rstrip(" :").casefold()
    if word in _CALLED:
        return _CALLED[word]
    if " " in word:
        return ""
    meant = [one for one in _SECTIONS if one.startswith(word)]
    return meant[0].upper() if len(word) >= _SHORTEST_SECTION and len(meant) == 1 else ""


class _Scanner:
    def __init__(self, parser: LineParser, roster: Roster, sheet: Sheet) -> None:
        self.parser, self.roster, self.sheet = parser, roster, sheet
        self.section = {"DESIGNS": "designs", "PREGAME": "pregame"}.get(sheet.kind, "front")
        self.is_divided = False  # the writer began a section
        self.tries = Tries(_MOST_HINTED)
        self.parses: dict[tuple[str, str], Any] = {}
        self.naturally = Naturally(parser.forms, roster.names, self._placed)
        self.shapes = Shapes([line.text for line in sheet.lines], marks_for(roster.names))

    def lines(self, lines: tuple[Line, ...]) -> Iterator[Scanned]:
        """The lines with their parses; those of a design go to its head."""
        waiting = deque(lines)
        while waiting:
            line = waiting.popleft()
            if (order := self._known(line, waiting)) is not None:
                yield Scanned(line, order)
                continue
            found, rest = self._here(line.text), []
            if self._is_whole(line, found, waiting):  # nearly always
                yield Scanned(line, found)
                continue
            if isinstance(found, SyntaxFault) and _ON_ONE_LINE.match(line.text):
                line, *rest = self._split(line)
                waiting.extendleft(reversed(rest))
                found = self._here(line.text)
            elif isinstance(found, Note) and not found.text:
                line = with_words(line, waiting, self._gives_order)
                found = self._here(line.text)
            elif waiting and not isinstance(found, Note):
                whole = self.naturally.unwrapped(line, found, waiting[0], self._here)
                if whole is not None:
                    waiting.popleft()
                    line, found = whole
            for scanned in self._parsed(line, found):
                if not scanned.header:
                    scanned = self._addressed(scanned, waiting)
                if isinstance(scanned.found, Node) and scanned.found.kind in _BLOCKS:
                    block: list[Line] = []
                    while waiting and not self._is_after(waiting[0], is_one_line=bool(rest)):
                        block += self._part(waiting.popleft())
                    yield Scanned(scanned.line, scanned.found, tuple(block))
                    if waiting and trimmed(waiting[0].text).casefold().startswith("end"):
                        waiting.popleft()
                else:
                    yield scanned

    def _known(self, line: Line, waiting: deque[Line]) -> Any:
        """The order of a line of a known form; None if the parser must read it."""
        if self.section not in FORMS or len(line.pieces) > 1 or self._goes_on(line, waiting):
            return None
        return self._of_form(line)

    def _of_form(self, line: Line) -> Any:
        forms = FORMS.get(self.section, {})
        return known(line, self.shapes, forms, self.roster, self.sheet.mailing)

    def _goes_on(self, line: Line, waiting: deque[Line]) -> bool:
        """True where a line may go on with the one below it, which is not of a known form."""
        if not waiting or not self.naturally.goes_on(line, waiting[0]):
            return False
        return self._of_form(waiting[0]) is None

    def _is_whole(self, line: Line, found: Any, waiting: deque[Line]) -> bool:
        """True for one order on a physical line of several words: nothing else can be meant."""
        return (
            type(found) is Node
            and found.kind not in _HEADS
            and len(line.pieces) == 1
            and line.text.count(" ") > 1
            and line.text[-1] != ":"
            and self._placeless(found) is found
            and not self._goes_on(line, waiting)
        )

    def _addressed(self, scanned: Scanned, waiting: deque[Line]) -> Scanned:
        """A line that is for people as a note, with the lines below it that belong to it."""
        if not isinstance(scanned.found, SyntaxFault):
            return scanned
        line, found = addressed(
            scanned.line, scanned.found, self.sheet.player, waiting, self._gives_order
        )
        return replace(scanned, line=line, found=found)

    def _gives_order(self, line: Line) -> bool:
        meant = self.naturally.read(line, self._placeless(self._here(line.text)), self._in_place)
        return bool(_section_meant(line.text)) or not isinstance(meant[1], SyntaxFault)

    def _placed(self, text: str) -> Iterator[str]:
        """Readings with names in their place; of a sheet without sections those of each section."""
        yield from with_names(text, self.section, self.roster)
        if " " in text and not self.is_divided and self.section in ("front", *_SECTIONS):
            yield from (f"{section.upper()} {text}" for section in _SECTIONS)

    def _in_place(self, text: str) -> Any:
        return self._placeless(self._here(text))

    def _placeless(self, found: Any) -> Any:
        """A parse; the fault of a line of movement or commissions that begins with no system."""
        at = found if isinstance(found, Node) else None
        if at is not None and at.kind == "section":  # its name cut short, or the verb
            at = at.part("moves") or at.part("commission")
        system = at.name if at is not None and at.kind in ("moves", "commission") else None
        if system is None or folded(system.strip('"')) in self.roster.systems:
            return found
        return SyntaxFault(0, 0, f'"{system}" is not a system you know of')

    def _here(self, text: str) -> Any:
        return self._read(text, self.section)

    def _split(self, line: Line) -> list[Line]:
        """A design that stands on one line, as the lines of its block; else the line alone."""
        end = min(found.start() for found in _BETWEEN.finditer(line.text))
        head, parts = line.part(0, end), self._part(line.part(end + 1, len(line.text)))
        is_head = not isinstance(self._here(head.text), SyntaxFault)
        return [head, *parts] if is_head and len(parts) > 1 else [line]

    def _is_after(self, line: Line, *, is_one_line: bool) -> bool:
        """True for a line that a design ends before, which may have stood on one line."""
        if is_one_line and not all(map(_is_of_design, self._part(line))):
            return True
        return _after_design().match(trimmed(line.text)) is not None

    def _part(self, line: Line) -> list[Line]:
        """A line of a design, as several where the parts it lists can be read."""
        found = read_design_line(line.text)
        if isinstance(found, SyntaxFault):
            starts = [0, *(found.end() for found in _BETWEEN.finditer(line.text))]
            ends = [*(found.start() for found in _BETWEEN.finditer(line.text)), len(line.text)]
            parts = [line.part(*both) for both in zip(starts, ends, strict=True)]
            parts = [part for part in parts if part.text]
            if len(parts) > 1 and all(map(_is_of_design, parts)):
                return parts
        return [self.naturally.read(line, found, read_design_line)[0]]

    def _parsed(self, line: Line, found: Any) -> Iterator[Scanned]:
        """A line, cut where a physical line of it begins an order if it cannot be read whole."""
        line, found = self._parse(line, found)
        raw = isinstance(found, Node) and found.kind in ("battle", "free")
        cut = self._cut(line) if raw or isinstance(found, (SyntaxFault, Note)) else None
        if cut is not None:
            first, rest = line.part(0, cut), line.part(cut, len(line.text))
            yield self._entered(*self._parse(first, self._here(first.text)))
            yield from self._parsed(rest, self._here(rest.text))
        else:
            yield self._entered(line, found)

    def _parse(self, line: Line, found: Any) -> tuple[Line, Any]:
        """A line as it can be meant, with its parse, or its fault with a remedy."""
        section = _section_meant(line.text)
        if section and folded(line.text) not in self.roster.names:
            return line, self._here(section)
        if self._cut(line) is None:
            meant = self.naturally.read(line, self._placeless(found), self._in_place)
            line, found = (
                (line, found)
                if isinstance(meant[1], SyntaxFault) and not isinstance(found, SyntaxFault)
                else meant
            )
        if isinstance(found, SyntaxFault) and self.tries.may(line.text):
            return line, self._hinted(line, found)
        return line, found

    def _read(self, text: str, section: str) -> Any:
        """The parse of a text, which may be looked at for more than one line."""
        key = section, text
        if key not in self.parses:
            self.parses[key] = self.parser.parse(text, self.roster.names, section)
        return self.parses[key]

    def _stops(self, text: str, section: str) -> int | None:
        return self.parser.stops(text, self.roster.names, section)

    def _hinted(self, line: Line, found: SyntaxFault) -> SyntaxFault:
        """A line that was not read, with a remedy where one is found by trying it."""
        text = line.text
        first = _FIRST.match(text)
        words = [(found.start, found.end)] + ([first.span()] if first is not None else [])
        for start, end in words:
            word = text[start:end]
            quoted = f'{text[:start]}"{word}"{text[end:]}'
            known = folded(word) in self.roster.names
            if known and self._stops(quoted, self.section) is None:
                said = f'"{word}" is also a word of orders: write your {word} in quotes'
                return replace(found, remedy=said)
        word = text[found.start : found.end]
        if self.roster.empire_of(word) is not None and text[: found.start].rstrip().endswith(","):
            said = f"Several empires are joined by +, as in  F to B + {word}"
            return replace(found, remedy=said)
        if (money := _MONEY.match(text)) is not None:
            said = f"MCr are sent under EXPENDITURES: write  Send {money[1]} to {money[2]}  there"
            return replace(found, remedy=said)
        if found.start >= len(text) and _HASH.search(line.typed[-1][1]):
            reason = "# begins a remark, and nothing can be ordered for or against a number"
            return replace(found, reason=reason)
        told = with_remedy(text, found, self.section, self.roster, self._read, self._stops)
        if told != found:
            return told
        for section in _SECTIONS if self.section in ("front", *_SECTIONS) else ():
            if (
                found.start < len(text)
                and section != self.section
                and self._stops(text, section) is None
            ):
                said = f"It reads as a line of {section.upper()}: write that word above it"
                return replace(found, remedy=said)
        return found

    def _entered(self, line: Line, found: Any) -> Scanned:
        """The line with its parse; the section is changed by a header, be it read or not."""
        if isinstance(found, Node) and found.kind == "section":
            self.section = _HEADERS[found.word.type.lower()]
            self.is_divided |= not line.written or line.is_trimmed
            return Scanned(line, found)
        header = self._header(line, found) if self.section not in ("designs", "pregame") else ""
        if not header:
            return Scanned(line, found)
        self.section = _HEADERS[header]
        first = _FIRST.match(line.text)
        assert first is not None
        if first.group().casefold() != header:
            fault = f'"{first.group()}" begins no section'
            found = SyntaxFault(*first.span(), fault, remedy=f"Did you mean {header.upper()}?")
        return Scanned(line, found, header=header)

    def _header(self, line: Line, found: Any) -> str:
        """The section a line that was not read would begin, as far as its first word shows."""
        if not isinstance(found, SyntaxFault) and " " in line.text:
            return ""
        first = _FIRST.match(line.text)
        if first is None or folded(first.group()) in self.roster.names:
            return ""
        if not isinstance(found, SyntaxFault) and first.group() != line.text:
            return ""
        return nearest(first.group().casefold(), _HEADERS, 80)

    def _cut(self, line: Line) -> int | None:
        for index in line.joins:
            if _starts().match(line.text, index) or self._moves(line.text[index:]):
                return index
        return None

    def _moves(self, text: str) -> bool:
        """True where a system and one of one's ships follow each other: a movement line."""
        words = text.split(None, 2)
        if self.section != "movement" or len(words) < 2:
            return False
        ship = folded(words[1].strip('",()'))
        return folded(words[0].strip('"')) in self.roster.systems and ship in self.roster.ships
