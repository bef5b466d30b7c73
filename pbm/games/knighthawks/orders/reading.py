"""Read a sheet: lines under SHIP and FLEET headers become orders, or problems.

Everything is judged against what the player knows and nothing else, so a hidden ship and a
misspelt one read the same. The check before the turn and the reading in the turn are this.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.engine.types import Reading
from pbm.games.knighthawks.orders.common_mistakes import with_remedy
from pbm.games.knighthawks.orders.fire import FireLine
from pbm.games.knighthawks.orders.part import ShipOrder, moving_side
from pbm.games.knighthawks.orders.resolver import ShipResolver
from pbm.games.knighthawks.orders.roster import GONE, Roster
from pbm.games.knighthawks.orders.ship_orders import BY_RULE, ORDERS, Orders, ShipOrders
from pbm.games.knighthawks.view.record import ShipView, SideView, View
from pbm.kit.english import capital, listed, nearest
from pbm.kit.problems import Problem, invalid, warning
from pbm.language.line_log import LineLog, article, for_none, parsed, wrong_kind
from pbm.language.order import Unreached, line_starts, misplaced, words_for
from pbm.language.order_resolver import NOT_DONE, quoted
from pbm.language.parse_tree import Node, NodeTransformer, Note
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from pbm.language.token import Token
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line
from pbm.sheets.quoting import Name, labels, yours

# Stands for a ship in what is said of several.
_SHIP = "\0"
_STARTS = line_starts(ORDERS, "ships?", "fleet", "all +ships", "note")


@cache
def parser() -> LineParser:
    """The parser of the game's order language, made once."""
    return LineParser("knighthawks", NodeTransformer(), words_for(ORDERS))


def label_of(roster: Roster) -> Name:
    """How a sheet names ships and planets so that it reads them back."""
    return labels(roster.designations, parser().reserved)


def read(sheet: Sheet, view: View, options: Mapping[str, str]) -> Reading:
    """Read a player's orders from a sheet, with every problem and every line as understood.

    Rule: KH PBM.
    """
    roster = Roster(view)
    if (wrong := wrong_kind(sheet, view.turn)) is not None:
        return Reading(Orders(roster.player), (wrong,))
    moving = None if sheet.kind == "SETUP" else moving_side(view, sheet.mailing, options)
    reader = _Reader(
        sheet, roster, options, LineLog(sheet, roster.player), label_of(roster), moving
    )
    for line, found in parsed(parser(), sheet, roster.names, _STARTS):
        reader.take(line, found)
    return reader.reading()


class _Built(Struct):
    """One statement as an order of one ship."""

    order: ShipOrder
    line: Any
    at: Line
    words: str


class _Reader(Struct):
    sheet: Sheet
    roster: Roster
    options: Mapping[str, str]
    log: LineLog
    name: Name
    moving: SideView | None  # the side whose part of the turn it is for, if for one alone
    built: dict[str, list[_Built]] = field(default_factory=dict)
    fleet: list[tuple[Line, ShipOrder, Node]] = field(default_factory=list)
    # Ids of ships; "FLEET", "?" under a header that was not understood, "" before the first.
    under: tuple[str, ...] | str = ""

    def is_idle(self, order: ShipOrder) -> bool:
        """True for an order that does nothing in the part of the turn the sheet is for."""
        return order.is_idle(self.roster.side, self.moving)

    def take(self, line: Line, found: Any) -> None:
        """One line with its parse."""
        log = self.log
        log.take(line)
        if isinstance(found, SyntaxFault):
            if not found.part and self._is_header(line, found):
                self._no_header()
            ship = self.roster.by_id[self.under[0]] if isinstance(self.under, tuple) else None
            log.syntax_fault(line, with_remedy(ship, line.text, found))
            return
        order: ShipOrder | None = None
        for item in found:
            if isinstance(item, Note):
                log.note(line, item)
            elif item.kind in ("header", "fleet"):
                self._header(line, item)
            else:
                order = BY_RULE.get(item.kind, order)
                if item.kind == "again" and (order is None or order.line is not FireLine):
                    self._no_verb(line, item.parts[0].parts[0].word)
                    order = None
                elif order is not None:
                    self._statement(line, order, item)

    def _no_verb(self, line: Line, weapon: Token) -> None:
        self.log.refuse(
            line,
            invalid(
                f'"{weapon}" needs attack or defence before it',
                line.span(weapon.start_pos, weapon.end_pos),
                remedy=f"Write  attack {weapon}  or  defence {weapon}",
            ),
        )

    # --- headers ---

    def _is_header(self, line: Line, wrong: SyntaxFault) -> bool:
        """True if a line that was not understood was meant to name a ship.

        Then the orders below it belong to no ship: they must not go to the ship above it.
        """
        words = line.text.casefold().replace(":", " ").split()[:2]
        if words and nearest(words[0], ("ship", "fleet"), 70):
            return True
        return wrong.start == 0 and any(self.roster.ship(word) is not None for word in words)

    def _header(self, line: Line, header: Node) -> None:
        log = self.log
        if header.kind == "fleet":
            self.under = "FLEET"
            log.say(line, "for every ship of yours without such a line:")
            return
        ships: list[ShipView] = []
        for named in header.parts:
            found = self._named(line, named.names)
            if isinstance(found, Problem):
                self._no_header()
                log.refuse(line, found)
                return
            ships.append(found)
            others = [word for word in named.names[1:] if self.roster.ship(word) is not found]
            log.behind_head(line, others, self.roster.label(found), found.klass)
        self.under = tuple(dict.fromkeys(ship.id for ship in ships))
        for ship_id in self.under:
            self.built.setdefault(ship_id, [])
        log.say(line, f"for {listed(self.roster.label(ship) for ship in ships)}:")

    def _no_header(self) -> None:
        """The next problem is that of a header."""
        self.under = "?"
        self.log.no_header(len(self.log.problems))

    def _yours(self) -> str:
        """The ships of the player, where no name is much like the one written."""
        return yours(self.roster.label(ship) for ship in self.roster.own_fleet())

    def _named(self, line: Line, names: Sequence[Token]) -> ShipView | Problem:
        """The ship of a header, or why there is none."""
        first = names[0]
        ship = self.roster.ship(first) or self.roster.ship(" ".join(names))
        span = line.span(first.start_pos, first.end_pos)
        if ship is None:
            near = self.roster.ship(self.roster.near_ship(first))
            remedy = f"Did you mean {self.roster.label(near)}?" if near else self._yours()
            fault = f"{quoted(first)} is not a ship you know of"
            return invalid(fault, span, remedy=remedy)
        for other in names[1:]:
            found = self.roster.ship(other)
            if found is not None and found is not ship:
                return invalid(
                    f"{first} and {other} are two ships",
                    line.span(other.start_pos, other.end_pos),
                    reason=f"{first} is {self.roster.label(ship)}",
                    remedy="Write one of them",
                )
        if not ship.yours:
            owner = f"It is {ship.owner}'s" if ship.owner else "Another player has it"
            fault = f"{self.roster.label(ship)} is not your ship"
            return invalid(fault, span, reason=owner)
        if ship.status in GONE:
            fault = f"{self.roster.label(ship)} is out of play"
            return invalid(fault, span, reason=f"It was {GONE[ship.status]}")
        return ship

    # --- statements ---

    def _statement(self, line: Line, order: ShipOrder, node: Node) -> None:
        fleet = self.roster.own_fleet()
        if not self.under and len(fleet) == 1:
            self.under = (fleet[0].id,)
            self.built.setdefault(fleet[0].id, [])
            self.log.say(line, f"for {self.roster.label(fleet[0])}, your only ship:")
        if self.under == "?":
            self.log.skip(line)
        elif not self.under:
            example = fleet[0].designation if fleet else "B1"
            self.log.refuse(
                line,
                invalid(
                    "this order stands before any SHIP line",
                    line.span(),
                    reason="It does not say which ship it is for",
                    remedy=f"Write a line such as  SHIP {example}  above it",
                ),
            )
        elif self.under == "FLEET":
            self.fleet.append((line, order, node))
        else:
            for ship_id in self.under:
                ship = self.roster.by_id[ship_id]
                resolver = self._resolver(line, ship)
                self._keep(resolver, self._build(resolver, order, node), ship)

    def _resolver(self, line: Line, ship: ShipView) -> ShipResolver:
        ref = OrderRef(self.roster.player, self.sheet.mailing, line.number, line.order)
        return ShipResolver(line, ref, self.roster, self.options, ship)

    def _build(self, resolver: ShipResolver, order: ShipOrder, node: Node) -> _Built | None:
        """The order, unless it is invalid or can never be carried out; the resolver says why."""
        line = order.read(resolver, node)
        if line is None or not resolver.is_understood:
            return None
        if not self.is_idle(order):  # else only that is said of it, at the end
            line = self._checked(resolver, order, line)
        if line is None:
            return None
        return _Built(order, line, resolver.line, order.line_text(line, self.name))

    def _checked(self, resolver: ShipResolver, order: ShipOrder, line: Any) -> Any:
        """The order if it is to be kept, perhaps with less in it, else None. Rule: KH PBM."""
        fault = misplaced(order, self.sheet.kind)
        if not fault:
            return order.check(resolver, line)
        why = "Ships are placed at set-up, and do nothing else there"
        resolver.refuse(fault, reason=why, outcome=NOT_DONE)
        return None

    def _keep(self, resolver: ShipResolver, built: _Built | None, ship: ShipView) -> None:
        self.log.problems += resolver.problems
        if built is not None:
            self.built[ship.id].append(built)
            say = self.log.say if ship.id == self.under[0] else self.log.say_once
            say(resolver.line, built.words)
        elif not resolver.is_understood:
            self.log.refuse(resolver.line)

    # --- the whole ---

    def _spread_fleet(self) -> None:
        """Give each FLEET line to the ships that have no such line themselves."""
        log = self.log
        own = {ship_id: {built.order for built in lines} for ship_id, lines in self.built.items()}
        for line, order, node in self.fleet:
            ships = [
                ship for ship in self.roster.own_fleet() if order not in own.get(ship.id, set())
            ]
            given: list[tuple[ShipView, _Built]] = []
            found: list[tuple[str, Problem]] = []
            refused: list[Problem] = []
            for ship in ships:
                resolver = self._resolver(line, ship)
                built = self._build(resolver, order, node)
                if built is not None:
                    given.append((ship, built))
                    found += [(ship.designation, one) for one in resolver.problems]
                elif not resolver.is_understood:
                    self.log.refuse(line, *resolver.problems)
                    break
                elif not given:
                    refused += resolver.problems
            else:
                log.problems += self._for_several(found) if given else for_none(refused, "ship")
                for ship, built in given:
                    self.built.setdefault(ship.id, []).append(built)
                if given:
                    names = ", ".join(ship.designation for ship, _built in given)
                    log.say(line, f"{given[0][1].words} (for {names})")
                elif not ships:
                    self._of_no_ship(line, order.verb)

    def _of_no_ship(self, line: Line, verb: str) -> None:
        """Say of a FLEET line that no ship gets it."""
        words, remedy = "you have no ship in play", ""
        if self.roster.own_fleet():
            words = f"each of your ships has its own {verb} line"
            remedy = "Write it among the lines of the ships it is meant for"
        self.log.say(line, f"for no ship: {words}")
        fault = f"this {verb} line is for no ship"
        self.log.problems.append(warning(fault, line.span(), reason=capital(words), remedy=remedy))

    def _for_several(self, found: Sequence[tuple[str, Problem]]) -> list[Problem]:
        """What is said of one line for several ships, once where it differs only in the ship."""
        ships: dict[Problem, list[str]] = {}
        for name, problem in found:
            of_any = replace(problem, fault=re.sub(rf"\b{re.escape(name)}\b", _SHIP, problem.fault))
            ships.setdefault(of_any, []).append(name)
        return [
            replace(problem, fault=problem.fault.replace(_SHIP, _each(names)))
            for problem, names in ships.items()
        ]

    def _tell_idle(self) -> None:
        """Warn of lines for another part of the turn than that of the sheet."""
        lines = [built for of_ship in self.built.values() for built in of_ship]
        found = [built for built in lines if self.is_idle(built.order)]
        for number, verb in dict.fromkeys((built.at.number, built.order.verb) for built in found):
            assert self.moving is not None  # else nothing is idle
            yours = self.moving.id == self.roster.side
            self.log.problems.append(
                warning(
                    f"{article(verb)} {verb} line does nothing in this part of the turn",
                    self.log.line_span(number),
                    reason=f"{'Your own side' if yours else self.moving.name} moves in it",
                    outcome="The line is not kept for a later part",
                    remedy=f"Write it for {'an enemy' if yours else 'your own side'}'s part",
                )
            )

    def reading(self) -> Reading:
        """All of it."""
        self._spread_fleet()
        self._tell_idle()
        ships = {ship_id: _orders(ship_id, lines) for ship_id, lines in self.built.items() if lines}
        for number, fault, reason in self._unreached():
            span = self.log.line_span(number)
            self.log.problems.append(warning(fault, span, reason=reason))
        return self.log.reading(Orders(self.roster.player, ships))

    def _unreached(self) -> Iterator[Unreached]:
        """Lines that cannot count because one above always does."""
        for ship_id, lines in self.built.items():
            for order in ORDERS:
                of_order = [built.line for built in lines if built.order is order]
                yield from order.unreached(of_order, self.roster.designations[ship_id])


def _each(names: Sequence[str]) -> str:
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        return different[0]
    return f"each of {', '.join(different[:-1])} and {different[-1]}"


def _orders(ship_id: str, lines: Sequence[_Built]) -> ShipOrders:
    def of(order: ShipOrder) -> tuple[Any, ...]:
        return tuple(built.line for built in lines if built.order is order)

    return ShipOrders(ship_id, **{order.verb: of(order) for order in ORDERS})
