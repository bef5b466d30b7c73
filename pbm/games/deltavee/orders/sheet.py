"""Reads a sheet: lines under headers become orders, or problems.

Everything is judged against what the player knows and nothing else, so a hidden unit and a
misspelt one read the same. The check before the turn and the reading in the turn are this.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.engine.types import Reading
from pbm.games.deltavee.orders.catalogue import BY_RULE, BY_VERB, ORDERS, line_text, orders_from
from pbm.games.deltavee.orders.common_mistakes import with_remedy
from pbm.games.deltavee.orders.fire.fire import pod_by_pod
from pbm.games.deltavee.orders.heads import Header, headers_of, is_head, named
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import checked
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.lines.statements import Statement, statements
from pbm.games.deltavee.orders.lines.syntax import Holds, ParseTreeTransformer, refs_of
from pbm.games.deltavee.orders.orders import MoveOrder, Orders
from pbm.games.deltavee.orders.purchase.goods import Buying, buying_of
from pbm.games.deltavee.orders.purchase.purchase import ShipDraft, Shopping
from pbm.games.deltavee.orders.sheet_text import ALL_HEADS, queue_words
from pbm.games.deltavee.orders.together import together
from pbm.games.deltavee.state.units import SPACESHIP
from pbm.games.deltavee.view.record import UnitView, View
from pbm.kit.problems import Problem, invalid
from pbm.language.line_log import LineLog, for_none, parsed, wrong_kind
from pbm.language.order import line_starts, words_for
from pbm.language.parse_tree import Node, Note
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line

_STARTS = line_starts(
    ORDERS,
    "(?:space)?ship",
    "battlecraft",
    "missile",
    "move +order",
    "note",
    "buy",
    "with",
    "fleet",
    "agree +to +end",
    "all +(?:ships?|battlecraft|missiles?|guided|unguided|intelligent|mims)",
)


@cache
def parser() -> LineParser:
    """The parser of the game's order language, made once."""
    return LineParser("deltavee", ParseTreeTransformer(), words_for(ORDERS))


def names_for(roster: Roster) -> SheetNames:
    """How a sheet names units and hexes so that it reads them back."""
    return SheetNames(roster, parser().reserved)


def read(sheet: Sheet, view: View, options: Mapping[str, str]) -> Reading:
    """A player's orders from their sheet, with every problem and every line as understood.

    Rule: DV PBM.
    """
    roster = Roster(view)
    if (wrong := wrong_kind(sheet, view.turn)) is not None:
        return Reading(Orders(roster.player), (wrong,))
    log = LineLog(sheet, roster.player)
    shopping = Shopping(roster, log, options)
    reader = _Reader(sheet, roster, names_for(roster), options, log, shopping)
    for line, found in parsed(parser(), sheet, roster.names, _STARTS, pod_by_pod):
        reader.take(line, found)
    return reader.reading()


class _Reader(Struct):
    sheet: Sheet
    roster: Roster
    names: SheetNames
    options: Mapping[str, str]
    log: LineLog
    shopping: Shopping
    units: dict[str, list[tuple[str, Any]]] = field(default_factory=dict)
    kinds: dict[str, list[tuple[str, Any]]] = field(default_factory=dict)
    queues: dict[str, MoveOrder] = field(default_factory=dict)
    # Units and ships that are bought, a kind of unit, "?" under a header that was not
    # understood, "" before the first.
    under: tuple[UnitView | ShipDraft, ...] | str = ""
    agree: OrderRef | None = None
    # True when the last order was not taken: what says "else" behind it goes with it.
    lost: bool = False

    def take(self, line: Line, found: Any) -> None:
        """One line with its parse."""
        self.log.take(line)
        if isinstance(found, SyntaxFault):
            if not found.part and is_head(self.roster, line, found):
                self._no_header()
            first = self.under[0] if isinstance(self.under, tuple) else None
            unit = None if isinstance(first, ShipDraft) else first
            self.log.syntax_fault(line, with_remedy(self.roster, unit, line.text, found))
            return
        for item in _joined(statements(found, BY_RULE)):
            match item:
                case Node():
                    self._whole(line, item)
                case Note():
                    self.log.note(line, item)
                case Problem():
                    self.log.refuse(line, replace(item, span=line.span()))
                case Statement(behind=True) if self.lost:
                    self.log.unread.add(line.number)
                case _:
                    self._statement(line, item)

    def _whole(self, line: Line, node: Node) -> None:
        """What stands for the whole sheet, begins a part of it, or buys."""
        match node.kind:
            case "move_order" | "missile_order":
                self._queue(line, node)
            case "agree":
                self._agree(line)
            case "buy" | "with_goods":
                self._buy(line, buying_of(node))
            case "fleet":
                self.shopping.fleet(self._resolver(line, None, ""), node)
            case _:
                self._headers(line, headers_of(node))

    # --- headers ---

    def _headers(self, line: Line, headers: Sequence[Header]) -> None:
        """A header; several units that it names all get the orders below it."""
        units: tuple[UnitView | ShipDraft, ...] = ()
        for header in headers:
            self._header(line, header)
            if isinstance(self.under, str):
                return
            units = (*units, *(one for one in self.under if one not in units))
        self.under = units

    def _header(self, line: Line, header: Header) -> None:
        if header.every:
            self.under = header.every
            words = ALL_HEADS[header.every].lower().replace("mims", "MIMS")
            self.log.say(line, f"for {words} of yours that have no such line:")
            return
        draft = self.shopping.named(str(header.name))
        if draft is not None:
            self.under = (draft,)
            self.log.say(line, f"for {draft.buy.counter}:")
            return
        found = named(self.roster, line, header)
        if isinstance(found, Problem):
            if self.roster.purchase is not None and not found.remedy:
                remedy = f"If you want to buy it, write  BUY {header.name}  and its class"
                found = replace(found, remedy=remedy)
            self._no_header()
            self.log.refuse(line, found)
        else:
            self.under = (found,)
            self.units.setdefault(found.id, [])
            self.log.say(line, f"for {self.roster.label(found)}:")
            others = [word for word in header.others if self.roster.own(word) is None]
            self.log.behind_head(line, others, self.roster.label(found))

    def _buy(self, line: Line, buying: Buying) -> None:
        """A BUY line, or one that begins with ``with`` below it."""
        resolver = self._resolver(line, None, SPACESHIP)
        if buying.words or buying.word.type == "BUY":
            at = len(self.log.problems)
            draft = self.shopping.ship(resolver, buying, self.sheet.kind)
            if draft is None:
                self.under = "?"
                self.log.no_header(at)
            else:
                self.under = (draft,)
        elif isinstance(self.under, tuple) and isinstance(self.under[-1], ShipDraft):
            self.shopping.goods(resolver, self.under[-1], buying.goods)
        elif self.under == "?":
            self.log.skip(line)
        else:
            fault = "there is no ship to buy these pods for"
            remedy = "Write it below a line such as  BUY A Clarinet"
            self.log.refuse(line, invalid(fault, line.span(), remedy=remedy))

    def _no_header(self) -> None:
        """The next problem is that of a header."""
        self.under = "?"
        self.log.no_header(len(self.log.problems))

    def _queue(self, line: Line, node: Node) -> None:
        """A move order or missile order; it stands for the whole sheet."""
        resolver = self._resolver(line, None, "")
        found = resolver.listed(refs_of(node.items[-1]), resolver.own)
        order = MoveOrder(resolver.ref, tuple(one.id for one in found))
        of = node.kind.removesuffix("_order")
        if of in self.queues:
            fault = f"there is more than one {of} order"
            resolver.say(invalid(fault, remedy="Write all units in one line"))
        if not resolver.is_understood:
            self.log.refuse(line, *resolver.problems)
            return
        self.log.problems += resolver.problems
        self.queues[of] = order
        self.log.say(line, queue_words(of, order, self.names))

    def _agree(self, line: Line) -> None:
        """The player would end the game; it stands for the whole sheet."""
        if self.sheet.kind != "ORDERS":
            fault = "the game has not begun"
            self.log.refuse(line, invalid(fault, line.span(), remedy="Take the line out"))
            return
        self.agree = self._resolver(line, None, "").ref
        self.log.say(line, "agree to end")

    # --- statements ---

    def _statement(self, line: Line, statement: Statement) -> None:
        self.lost = True
        fleet = self.roster.fleet()
        if not self.under and len(fleet) == 1 and self.roster.purchase is None:
            self.under = (fleet[0],)
            self.units.setdefault(fleet[0].id, [])
            self.log.say(line, f"for {self.roster.label(fleet[0])}, your only unit:")
        if self.under == "?":
            self.log.skip(line)
        elif not self.under:
            example = fleet[0].designation if fleet else "A"
            self.log.refuse(
                line,
                invalid(
                    "this order stands before any SHIP line",
                    line.span(),
                    reason="So it is not clear which unit it is for",
                    remedy=f"Write a line such as  SHIP {example}  above it",
                ),
            )
        elif isinstance(self.under, str):
            self._for_all(line, self.under, statement)
        else:
            lost = [self._for_one(line, unit, statement) for unit in self.under]
            self.lost = all(lost)

    def _resolver(self, line: Line, record: UnitView | None, kind: str) -> UnitResolver:
        ref = OrderRef(self.roster.player, self.sheet.mailing, line.number, line.order)
        return UnitResolver(line, ref, self.roster, self.names, self.options, kind, record)

    def _built(self, resolver: UnitResolver, statement: Statement) -> Any:
        """The order, unless it is invalid or can never be carried out; problems in the resolver."""
        order = BY_VERB[statement.verb]
        line = order.read(resolver, statement)
        if not resolver.is_understood:
            return None
        return checked(resolver, order, line, self.sheet.kind)

    def _for_one(self, line: Line, unit: UnitView | ShipDraft, statement: Statement) -> bool:
        """A statement for a unit; True if it is lost."""
        if isinstance(unit, ShipDraft):
            self.shopping.statement(self._resolver(line, None, SPACESHIP), unit, statement)
            return True
        resolver = self._resolver(line, unit, unit.kind)
        built = self._built(resolver, statement)
        if built is not None:
            self.units[unit.id].append((statement.verb, built))
            say = self.log.say if self.under[0] is unit else self.log.say_once
            say(line, line_text(built, self.names))
        elif not resolver.is_understood:
            self.log.refuse(line)
        self._problems(line, resolver)
        return built is None

    def _for_all(self, line: Line, kind: str, statement: Statement) -> None:
        """A line for all units of a kind, also such as are launched later.

        What is wrong with it for one of them is said only where it is wrong for each.
        """
        resolver = self._resolver(line, None, kind)
        built = self._built(resolver, statement)
        if built is None:
            if not resolver.is_understood:
                self.log.refuse(line)
            self._problems(line, resolver)
            return
        refused: list[Problem] = []
        units = [unit for unit in self.roster.fleet() if kind in (unit.kind, unit.klass)]
        for unit in units:
            one = self._resolver(line, unit, unit.kind)
            if self._built(one, statement) is not None:
                refused.clear()
                break
            refused += one.problems
        self.lost = False
        self._problems(line, resolver)
        self.log.problems += for_none(refused, "ship")
        self.kinds.setdefault(kind, []).append((statement.verb, built))
        self.log.say(line, line_text(built, self.names))

    def _problems(self, line: Line, resolver: UnitResolver) -> None:
        """What was found in a line; parts left out of it make it one that is not wholly read."""
        self.log.problems += resolver.problems
        if resolver.left_out:
            self.log.refuse(line, *resolver.left_out)

    # --- the whole ---

    def reading(self) -> Reading:
        """All of it."""
        buys, fleet = self.shopping.finish()
        orders = Orders(
            self.roster.player,
            {unit: orders_from(unit, lines) for unit, lines in self.units.items() if lines},
            {kind: orders_from(kind, lines) for kind, lines in self.kinds.items()},
            self.queues.get("move"),
            self.queues.get("missile"),
            buys=buys,
            fleet=fleet,
            agree=self.agree,
        )
        for number, problem in together(self.roster, orders, self.options):
            span = self.log.line_span(number)
            self.log.problems.append(replace(problem, span=span))
        return self.log.reading(orders)


def _joined(items: Iterable[Any]) -> list[Any]:
    """The statements of a line; commands without a verb belong to the one before them.

    Behind another order with a condition it is not clear whether that counts for them, unless
    the condition stands behind that order.
    """
    found: list[Any] = []
    for item in items:
        last = found[-1] if found else None
        bare = isinstance(item, Statement) and item.bare and item.holds == Holds()
        if not bare or not isinstance(last, Statement) or last.ends:
            found.append(item)
        elif last.verb == item.verb and not last.behind:
            found[-1] = replace(last, parts=(*last.parts, *item.parts))
        elif last.holds.condition is None and not last.holds.otherwise:
            found.append(item)
        else:
            found.append(_unclear(item))
    return found


def _unclear(item: Statement) -> Problem:
    return invalid(
        f'it is not clear whether the condition counts for "{item.word}" too',
        remedy=f"Write  {item.verb}  before it, with its own condition if it has one",
    )
