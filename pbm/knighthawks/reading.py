"""Reads a sheet: lines under SHIP and FLEET headers become orders, or problems.

Everything is judged against what the player knows and nothing else, so a hidden ship and a
misspelt one read the same. The check before the turn and the reading in the turn are this.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from lark import Token

from pbm.event import OrderRef
from pbm.grammar import LineParser
from pbm.knighthawks import checks
from pbm.knighthawks.building import Builder, quoted
from pbm.knighthawks.orders import EvadeLine, FireLine, IcmLine, MoveLine, Orders, ShipOrders
from pbm.knighthawks.roster import GONE, Roster
from pbm.knighthawks.syntax import Header, Note, Statement, ToSyntax
from pbm.knighthawks.words import (
    Name,
    evade_words,
    fire_words,
    icm_words,
    labels,
    move_words,
    place_words,
)
from pbm.misread import Misread
from pbm.problem import Problem, Severity, in_order, invalid
from pbm.ruleset import DocketItem, Known, Reading, Understood
from pbm.sheet import Line, Sheet

_VERBS = {"always": "evade", "never": "evade", "when": "evade"}
_STARTS = re.compile(
    r"(?:ship|fleet|all +ships|move|attack|defen[cs]e|defend|icm|evade|place|screen|drop|orbit"
    r"|note)(?![\w'\-])",
    re.IGNORECASE,
)


@cache
def parser() -> LineParser:
    """The parser of the game's order language, made once."""
    return LineParser("knighthawks", ToSyntax())


def label_of(roster: Roster) -> Name:
    """How a sheet names ships and planets so that it reads them back."""
    keywords = parser().keywords.values()
    return labels(
        roster.designations, (form for word in keywords for form in (*word.full, *word.short))
    )


def read(sheet: Sheet, known: Known, options: Mapping[str, str]) -> Reading:
    """A player's orders from his sheet, with every problem and every line as understood.

    Rule: KH PBM.
    """
    reader = _Reader(sheet, Roster(known), options)
    if (wrong := checks.wrong_kind(sheet, known)) is not None:
        return Reading(Orders(reader.roster.player), (wrong,))
    for line in _parsed(sheet.lines, reader.roster.names):
        reader.take(*line)
    return reader.reading()


def _parsed(lines: Iterable[Line], names: frozenset[str]) -> Iterator[tuple[Line, Any]]:
    """Each line with its parse.

    A line that goes on by mistake (a comma at its end) must not swallow the next order, so
    one that cannot be read whole, and a note, is cut where a physical line begins an order.
    """
    for line in lines:
        found = parser().parse(line.text, names)
        is_note = isinstance(found, list) and isinstance(found[0], Note)
        cut = _cut(line) if isinstance(found, Misread) or is_note else None
        if cut is None:
            yield line, found
        else:
            first, rest = line.part(0, cut), line.part(cut, len(line.text))
            yield first, parser().parse(first.text, names)
            yield from _parsed([rest], names)


def _cut(line: Line) -> int | None:
    for index in range(1, len(line.places)):
        begins = line.places[index][0] != line.places[index - 1][0]
        if begins and _STARTS.match(line.text, index):
            return index
    return None


@dataclass(slots=True)
class _Built:
    """One statement as an order of one ship."""

    verb: str
    line: Any
    at: Line
    words: str


@dataclass(slots=True)
class _Reader:
    sheet: Sheet
    roster: Roster
    options: Mapping[str, str]
    problems: list[Problem] = field(default_factory=list)
    docket: list[DocketItem] = field(default_factory=list)
    words: dict[int, list[str]] = field(default_factory=dict)
    built: dict[str, list[_Built]] = field(default_factory=dict)
    fleet: list[tuple[Line, Statement]] = field(default_factory=list)
    under: str = ""  # a ship's id, "FLEET", "?" under a header that was not understood, or ""
    header_at: int = -1
    skipped: list[int] = field(default_factory=list)
    unread: set[int] = field(default_factory=set)

    def take(self, line: Line, parsed: Any) -> None:
        """One line with its parse."""
        if isinstance(parsed, Misread):
            if self._is_header(line, parsed):
                self._no_header(len(self.problems))
            self._misread(line, parsed)
            return
        verb = ""
        for item in parsed:
            if isinstance(item, Header):
                self._header(line, item)
            elif isinstance(item, Note):
                self._note(line, item)
            else:
                if item.verb != "again":
                    verb = item.verb
                elif verb not in ("attack", "defence"):
                    self._no_verb(line, item)
                    continue
                self._statement(line, replace(item, verb=verb))

    def _no_verb(self, line: Line, statement: Statement) -> None:
        weapon = statement.weapon
        assert weapon is not None
        self.unread.add(line.number)
        self.problems.append(
            invalid(
                f'it is not said whether "{weapon}" attacks or defends',
                line.span(weapon.start_pos or 0, weapon.end_pos),
                remedy=f"Write  attack {weapon}  or  defence {weapon}",
            )
        )

    def _misread(self, line: Line, misread: Misread) -> None:
        self.unread.add(line.number)
        self.problems.append(
            invalid(
                misread.fault,
                line.span(misread.start, misread.end),
                reason=misread.reason,
                remedy=misread.remedy,
            )
        )

    # --- headers and notes ---

    def _is_header(self, line: Line, misread: Misread) -> bool:
        """True if a line that was not understood was meant to name a ship.

        Then the orders below it are nobody's: they must not go to the ship above it.
        """
        words = line.text.casefold().replace(":", " ").split()[:2]
        if words and difflib.get_close_matches(words[0], ("ship", "fleet"), 1, 0.7):
            return True
        return misread.start == 0 and any(self.roster.ship(word) is not None for word in words)

    def _header(self, line: Line, header: Header) -> None:
        if header.fleet:
            self.under = "FLEET"
            self._say(line, "for every ship of yours that has no such line itself:")
            return
        at = len(self.problems)
        ship = self._named(line, header.names)
        if ship is None:
            self.unread.add(line.number)
            self._no_header(at)
        else:
            self.under = ship["id"]
            self.built.setdefault(ship["id"], [])
            self._say(line, f"for {self.roster.label(ship)}:")

    def _no_header(self, at: int) -> None:
        self._say_skipped()
        self.under, self.header_at = "?", at
        self.skipped = []

    def _named(self, line: Line, names: Sequence[Token]) -> dict[str, Any] | None:
        first = names[0]
        ship = self.roster.ship(first)
        span = line.span(first.start_pos or 0, first.end_pos)
        if ship is None:
            near = self.roster.near_ship(first)
            remedy = f"Did you mean {near}?" if near else ""
            self.problems.append(
                invalid(f"{quoted(first)} is not a ship you know of", span, remedy=remedy)
            )
            return None
        for other in names[1:]:
            found = self.roster.ship(other)
            if found is not None and found is not ship:
                self.problems.append(
                    invalid(
                        f"{first} and {other} are two ships",
                        line.span(other.start_pos or 0, other.end_pos),
                        reason=f"{first} is {self.roster.label(ship)}",
                        remedy="Write one of them",
                    )
                )
                return None
        if not ship["yours"]:
            owner = f"It is {ship['owner']}'s" if ship["owner"] else "Another player has it"
            fault = f"{self.roster.label(ship)} is not your ship"
            self.problems.append(invalid(fault, span, reason=owner))
            return None
        if ship["status"] in GONE:
            fault = f"{self.roster.label(ship)} is out of play"
            self.problems.append(invalid(fault, span, reason=f"It was {GONE[ship['status']]}"))
            return None
        return ship

    def _note(self, line: Line, note: Note) -> None:
        if not note.text:
            self.unread.add(line.number)
            self.problems.append(invalid("this note to the GM is empty", line.span()))
            return
        player = self.roster.player
        self.docket.append(DocketItem(f"{player}-{line.number}", player, note.text))
        self._say(line, f"note to the game master: {note.text}")

    # --- statements ---

    def _statement(self, line: Line, statement: Statement) -> None:
        if self.under == "?":
            self.skipped.append(line.number)
            self.unread.add(line.number)
        elif not self.under:
            self.unread.add(line.number)
            first = next(iter(self.roster.own_fleet()), None)
            example = first["designation"] if first else "B1"
            self.problems.append(
                invalid(
                    "this order stands before any SHIP line",
                    line.span(),
                    reason="So it is not clear which ship it is for",
                    remedy=f"Write a line such as  SHIP {example}  above it",
                )
            )
        elif self.under == "FLEET":
            self.fleet.append((line, statement))
        else:
            ship = next(ship for ship in self.roster.ships if ship["id"] == self.under)
            builder = self._builder(line, ship)
            built = self._build(builder, statement)
            self._keep(builder, built, ship)

    def _builder(self, line: Line, ship: dict[str, Any]) -> Builder:
        ref = OrderRef(self.roster.player, self.sheet.mailing, line.number, line.text)
        return Builder(self.roster, self.options, line, ref, ship)

    def _build(self, builder: Builder, statement: Statement) -> _Built | None:
        """The order, unless it is invalid or can never be carried out; problems in the builder."""
        verb = _VERBS.get(statement.verb, statement.verb)
        name = label_of(self.roster)
        line: Any
        if verb == "move":
            line = builder.move(statement)
        elif verb == "icm":
            line = builder.icm(statement)
        elif verb == "evade":
            line = builder.evade(statement)
        elif verb == "place":
            line = builder.place(statement)
        else:
            line = builder.fire(statement)
        if line is None or not builder.is_understood:
            return None
        kept = checks.check(builder, verb, line, self.sheet.kind)
        if kept is None:
            return None
        return _Built(verb, kept, builder.line, _in_words(verb, kept, name))

    def _keep(self, builder: Builder, built: _Built | None, ship: dict[str, Any]) -> None:
        self.problems += builder.problems
        if built is not None:
            self.built[ship["id"]].append(built)
            self._say(builder.line, built.words)
        elif not builder.is_understood:
            self.unread.add(builder.line.number)

    def _say(self, line: Line, words: str) -> None:
        self.words.setdefault(line.number, []).append(words)

    # --- the whole ---

    def _spread_fleet(self) -> None:
        """Give each FLEET line to the ships that have no such line themselves."""
        own = {ship_id: {built.verb for built in lines} for ship_id, lines in self.built.items()}
        for line, statement in self.fleet:
            verb = _VERBS.get(statement.verb, statement.verb)
            ships = [
                ship for ship in self.roster.own_fleet() if verb not in own.get(ship["id"], set())
            ]
            given: list[tuple[dict[str, Any], _Built]] = []
            found: list[Problem] = []
            refused: list[Problem] = []
            for ship in ships:
                builder = self._builder(line, ship)
                built = self._build(builder, statement)
                if built is not None:
                    given.append((ship, built))
                    found += builder.problems
                elif not builder.is_understood:
                    self.unread.add(line.number)
                    self.problems += builder.problems
                    break
                elif not given:
                    refused += builder.problems
            else:
                self.problems += list(dict.fromkeys(found)) if given else _for_none(refused)
                for ship, built in given:
                    self.built.setdefault(ship["id"], []).append(built)
                if given:
                    names = ", ".join(ship["designation"] for ship, _built in given)
                    self._say(line, f"{given[0][1].words} (for {names})")
                elif not ships:
                    self._say(line, "for no ship: each has such a line itself")

    def reading(self) -> Reading:
        """All of it."""
        self._spread_fleet()
        self._say_skipped()
        ships = {ship_id: _orders(ship_id, lines) for ship_id, lines in self.built.items() if lines}
        for number, fault, reason in checks.unreached(ships, self.roster.designations):
            span = checks.line_span(self.sheet, number)
            self.problems.append(Problem(Severity.WARNING, fault, span, reason))
        good = [number for number in self.words if number not in self.unread]
        understood = tuple(
            Understood(number, "; ".join(self.words[number])) for number in sorted(self.words)
        )
        return Reading(
            Orders(self.roster.player, ships),
            tuple(self._outcome(problem, len(good)) for problem in in_order(self.problems)),
            understood,
            tuple(self.docket),
        )

    def _say_skipped(self) -> None:
        """Say of the last header that was not understood which lines went with it."""
        if not self.skipped:
            return
        header = self.problems[self.header_at]
        lines = checks.ranges(self.skipped)
        many = "s" if len(set(self.skipped)) > 1 else ""
        outcome = f"Neither this line nor the order{many} below it ({lines}) was read"
        self.problems[self.header_at] = replace(header, outcome=outcome)

    def _outcome(self, problem: Problem, good: int) -> Problem:
        if problem.outcome or problem.severity is not Severity.INVALID or problem.span is None:
            return problem
        number = problem.span.line
        outcome = (
            f"This part of line {number} was not read, the rest of it was"
            if number in self.words
            else f"Line {number} was not read"
        )
        if good:
            outcome += f"; your other {good} lines were" if good > 1 else "; your other line was"
        return replace(problem, outcome=outcome)


def _for_none(refused: Sequence[Problem]) -> list[Problem]:
    """What is said of a FLEET line that no ship can carry out: why the first cannot."""
    return [
        replace(first, fault="no ship of yours can carry out this line", reason=first.fault)
        for first in refused[:1]
    ]


def _in_words(verb: str, line: Any, name: Name) -> str:
    if isinstance(line, MoveLine):
        return move_words(line, name)
    if isinstance(line, FireLine):
        return fire_words(verb, line, name)
    if isinstance(line, IcmLine):
        return icm_words(line)
    if isinstance(line, EvadeLine):
        return evade_words(line, name)
    return place_words(line, name)


def _orders(ship_id: str, lines: Sequence[_Built]) -> ShipOrders:
    def of(verb: str) -> tuple[Any, ...]:
        return tuple(built.line for built in lines if built.verb == verb)

    return ShipOrders(
        ship_id, of("place"), of("move"), of("attack"), of("defence"), of("icm"), of("evade")
    )
