"""Reads a sheet of Nova: lines under their sections become orders, or problems.

Everything is judged against what the player knows and nothing else, so a hidden thing and a
misspelt one read the same. The check before the turn and the reading in the turn are this.
Rule: NV ORD-01 to ORD-06. Ambiguity: NV A-ORD-STRICT (one bad line spoils no other),
NV A-ORD-FREE.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import UNSET
from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.engine.types import Question, Reading
from pbm.games.nova.orders.announced import announce
from pbm.games.nova.orders.catalogue import BY_RULE, DESIGNS, PREGAME, line_text
from pbm.games.nova.orders.economy.bill_form import form_of as bill_form
from pbm.games.nova.orders.economy.budget import Outlay, outlay, plan_sum
from pbm.games.nova.orders.economy.expenditures import EXPENDITURE
from pbm.games.nova.orders.economy.plans import PlanLists
from pbm.games.nova.orders.forms import FORMS, Form, Place, learn
from pbm.games.nova.orders.movement.move import MOVE
from pbm.games.nova.orders.movement.move import line_text as move_text
from pbm.games.nova.orders.movement.move_form import form_of as move_form
from pbm.games.nova.orders.movement.routes import walk
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.order_parser import marks_for, names_for, parser
from pbm.games.nova.orders.pregame.buy import BUY
from pbm.games.nova.orders.pregame.sums import compared
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.scanning import Scanned, scan
from pbm.games.nova.orders.together import together
from pbm.games.nova.state.orders.designs import Pregame
from pbm.games.nova.state.orders.money import Commission, Expenditure
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Free
from pbm.games.nova.view.record import View
from pbm.kit.problems import Problem, invalid
from pbm.language.line_log import LineLog
from pbm.language.order import OrderKind, by_rule
from pbm.language.parse_tree import Node, Note
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line

# The list of Orders that a record stands in.
_LISTS: Mapping[type[Any], str] = {
    get_args(hint)[0]: name
    for name, hint in get_type_hints(Orders).items()
    if get_origin(hint) is tuple
}
# Parses of designs and missiles, which have a sheet of their own.
_DRAWN = by_rule(DESIGNS).keys() - {"design_end"}


def read(sheet: Sheet, view: View, options: Mapping[str, str]) -> Reading:
    """A player's orders from one of their sheets, with every problem and line as understood.

    An ORDERS sheet gives all but designs; a DESIGNS sheet gives ``Orders.designs`` only, a
    PREGAME sheet ``Orders.pregame``. Rule: NV ORD-01 to ORD-06, NV SET-11 to SET-13.
    """
    roster = Roster(view)
    if sheet.kind == "BATTLE" and view.battles is not UNSET:
        from pbm.games.nova.orders.rounds.round_reading import read_round

        return read_round(sheet, roster, view.battles, options)
    if (wrong := _wrong_kind(sheet, roster)) is not None:
        return Reading(Orders(roster.player), (wrong,))
    reader = _Reader(sheet, roster, options)
    scanned = scan(parser(), sheet, roster)
    announce(roster, scanned)
    for one in sorted(scanned, key=_turn) if sheet.kind == "PREGAME" else scanned:
        reader.take(one)
    return reader.reading()


def _wrong_kind(sheet: Sheet, roster: Roster) -> Problem | None:
    """That this turn or this battle takes no sheet of that kind; None if it does.

    Rule: NV ORD-01.
    """
    if sheet.kind == "BATTLE":
        return invalid(
            "no battle needs a sheet from you",
            sheet.span,
            reason="A BATTLE sheet is for one round of a battle that is fought by mail",
            outcome="None of it was used",
            remedy="Write  BATTLE  lines on your ORDERS sheet; your ships fight by them",
        )
    if roster.view.battles is not UNSET:
        return invalid(
            f"a battle takes no {sheet.kind} sheet",
            sheet.span,
            reason="It takes a BATTLE sheet for its next round",
            outcome="None of it was used",
            remedy="Use the sheet of your battle report",
        )
    wanted = ("ORDERS", "DESIGNS") if roster.turn else ("PREGAME",)
    if sheet.kind in wanted:
        return None
    return invalid(
        f"turn {roster.turn} takes no {sheet.kind} sheet",
        sheet.span,
        reason=f"It takes {' and '.join(wanted)}",
        outcome="None of it was used",
        remedy=f"Begin it with {wanted[0]}",
    )


def _turn(scanned: Scanned) -> int:
    """On a pregame sheet technology is read before designs, and these before what is bought."""
    order = BY_RULE.get(getattr(scanned.found, "kind", ""))
    return 1 if order not in PREGAME else 2 if order is BUY else 0


class _Reader:
    def __init__(self, sheet: Sheet, roster: Roster, options: Mapping[str, str]) -> None:
        self.sheet, self.roster, self.options = sheet, roster, options
        self.log = LineLog(sheet, roster.player)
        self.names = names_for(roster)
        self.lists: defaultdict[str, list[Any]] = defaultdict(list)
        self.plans = PlanLists(self.log, self.names, self.lists[_LISTS[Commission]])
        self.resigned: OrderRef | None = None
        self.blocks = 0

    # --- lines ---

    def take(self, scanned: Scanned) -> None:
        """One line with its parse."""
        line, found = scanned.line, scanned.found
        self.log.take(line)
        match found:
            case Movement():
                known = Resolver(line, found.ref, self.roster, self.options)
                self._keep(known, MOVE, (found,))
            case Expenditure():
                known = Resolver(line, found.ref, self.roster, self.options)
                self.plans.take_known(known, found)
            case SyntaxFault():
                self._syntax_fault(line, found, scanned.header)
            case Note():
                self.log.note(line, found)
            case Node(kind="section"):
                self._section(line, found)
            case Node(kind="sums" | "spendings"):
                for item in found.parts:
                    self.take(Scanned(line, item))
            case Node(kind="resign"):
                self.resigned = self._ref(line)
                self.log.say(line, "RESIGN: you give up your empire")
            case Node() if found.kind == "or_else" or BY_RULE[found.kind] is EXPENDITURE:
                made = self.plans.take(self._resolver(line), found)
                if made is not None:
                    self._learn(FORMS["expenditures"], line, found, partial(bill_form, found, made))
            case _:
                self._line(line, found, scanned.block)

    def _syntax_fault(self, line: Line, found: SyntaxFault, header: str) -> None:
        """A line that was not read; lines below such a PLAN belong to no list."""
        self.plans.broken(line, header)
        if header == "plan":
            self.log.no_header(len(self.log.problems))
        self.log.syntax_fault(line, found)

    def _ref(self, line: Line) -> OrderRef:
        return OrderRef(self.roster.player, self.sheet.mailing, line.number, line.order)

    def _resolver(self, line: Line, block: tuple[Line, ...] = ()) -> Resolver:
        return Resolver(line, self._ref(line), self.roster, self.options, block)

    def _line(self, line: Line, node: Node, block: tuple[Line, ...]) -> None:
        """A line that becomes one record, or several of a kind; ``block`` are those below it."""
        resolver = self._resolver(line, block)
        order = BY_RULE[node.kind]
        self.blocks += node.kind in _DRAWN and self.sheet.kind == "ORDERS"
        built = order.read(resolver, node)
        self.log.unread |= resolver.unread
        self.log.problems += resolver.left_out
        if not resolver.is_understood:
            self.log.refuse(line, *resolver.problems)
            return
        if order is MOVE and not resolver.problems and not resolver.left_out:
            self._learn(FORMS["movement"], line, node, partial(move_form, node, built[0]))
        self._keep(resolver, order, built)

    def _learn(
        self, forms: dict[str, Form], line: Line, node: Node, form_of: Callable[[Place], Form]
    ) -> None:
        learn(forms, line, marks_for(self.roster.names), node, form_of)

    def _keep(self, resolver: Resolver, order: OrderKind, built: Iterable[Any]) -> None:
        """What a line was read as, as far as it is allowed."""
        for read_one in built:
            checked = order.check(resolver, read_one)
            for one in checked if isinstance(checked, tuple) else filter(None, (checked,)):
                if (kind := type(one)) in _LISTS:
                    self.lists[_LISTS[kind]].append(one)
                if kind is Free:
                    self.log.docket.append(Question(one.item, self.roster.player, one.text))
                self.log.say(resolver.line, self._words(one))
        self.log.problems += resolver.problems

    def _words(self, record: Any) -> str:
        if isinstance(record, Movement):
            words = move_text(record, self.names)
            route = record.route and walk(self.roster, record.start, record.route).words
            return f"{words} [{route}]" if route else words
        if isinstance(record, Free):
            return f"an order for the game master: {record.text}"
        return line_text(record, self.names)

    def _section(self, line: Line, node: Node) -> None:
        """A line that begins a section; the first line of the section may stand behind it."""
        if node.word.type in ("EXPENDITURES", "PLAN"):
            self.plans.begin(self._resolver(line), node)
        for first in node.parts:
            self.take(Scanned(line, first))

    # --- the whole ---

    def reading(self) -> Reading:
        """All of it."""
        lists: dict[str, Any] = {name: tuple(lines) for name, lines in self.lists.items()}
        orders = Orders(
            self.roster.player,
            plans=self.plans.made(),
            designs=self.roster.drawn,
            pregame=self._pregame() if self.sheet.kind == "PREGAME" else None,
            resign=self.resigned,
            form_faults=len(self.log.unread),
            designs_among_orders=self.blocks,
            **lists,
        )
        if self.sheet.kind == "ORDERS":
            roster, options, beside = self.roster, self.options, self.sheet.beside
            outlays = [outlay(roster, orders, plan, options) for plan in orders.plans]
            self._say_sums(orders, outlays)
            found = together(roster, orders, outlays, options, beside, self.names)
            for number, problem in found:
                span = self.log.line_span(number)
                self.log.problems.append(replace(problem, span=span))
        if self.sheet.kind != "ORDERS":  # lines of two sheets may have one number
            self.log.mark_docket(self.sheet.kind.lower())
        return self.log.reading(orders)

    def _pregame(self) -> Pregame:
        drawn = self.roster.drawn
        sheet = replace(self.roster.pregame, designs=drawn.designs, missiles=drawn.missiles)
        self.log.problems += compared(sheet, self.log, self.options)
        return sheet

    def _say_sums(self, orders: Orders, outlays: Sequence[Outlay]) -> None:
        """What each list of expenditures comes to."""
        for written, meant in zip(self.plans.used(), outlays, strict=False):
            sum = plan_sum(self.roster, orders, meant, self.options)
            if written.line.number not in self.log.unread:
                words = self.log.words.setdefault(written.line.number, [])
                words.insert(0, f"{written.words} {sum.words}")
            if sum.problem is not None:
                span = written.line.span()
                self.log.problems.append(replace(sum.problem, span=span))
