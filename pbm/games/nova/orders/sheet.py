"""Reads a sheet of Nova: lines under their sections become orders, or problems.

Everything is judged against what the player knows and nothing else, so a hidden thing and a
misspelt one read the same. The check before the turn and the reading in the turn are this.
Rule: NV ORD-01 to ORD-06. Ambiguity: NV A-ORD-STRICT (one bad line spoils no other),
NV A-ORD-FREE.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import UNSET
from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.engine.types import Question, Reading
from pbm.games.nova.orders.announced import announce
from pbm.games.nova.orders.catalogue import BY_RULE, DESIGNS, PREGAME, line_text
from pbm.games.nova.orders.checks.check_sheet import wrong_kind
from pbm.games.nova.orders.economy import commission, expenditures
from pbm.games.nova.orders.economy.budget import sums_of
from pbm.games.nova.orders.economy.destroy import mcr
from pbm.games.nova.orders.economy.plans import EXPENDITURES, PlanList, PlanLists, section_text
from pbm.games.nova.orders.movement.routes import route_text
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.order_parser import names_for, parser
from pbm.games.nova.orders.pregame.buy import BUY
from pbm.games.nova.orders.pregame.sums import compared
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.scanning import Scanned, scan
from pbm.games.nova.orders.together import together
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.designs import Pregame
from pbm.games.nova.state.orders.money import (
    Claims,
    Commission,
    Expenditure,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Free
from pbm.games.nova.view.record import View
from pbm.kit.problems import Problem, Severity
from pbm.language.line_log import LineLog
from pbm.language.order import by_rule
from pbm.language.parse_tree import Node, Note
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Line, Sheet
from pbm.sheets.quoting import Name

# The list of Orders that a record stands in.
_LISTS: Mapping[type[Any], str] = {
    get_args(hint)[0]: name
    for name, hint in get_type_hints(Orders).items()
    if get_origin(hint) is tuple
}
# Parses of designs and missiles, which have a sheet of their own.
_DRAWN = by_rule(DESIGNS).keys() - {"design_end"}


def read(sheet: Sheet, view: View, options: Mapping[str, str]) -> Reading:
    """A player's orders from one of his sheets, with every problem and line as understood.

    An ORDERS sheet gives all but designs; a DESIGNS sheet gives ``Orders.designs`` only, a
    PREGAME sheet ``Orders.pregame``. Rule: NV ORD-01 to ORD-06, NV SET-11 to SET-13.
    """
    roster = Roster(view)
    if sheet.kind == "BATTLE" and view.battles is not UNSET:
        from pbm.games.nova.orders.rounds.round_reading import read_round

        return read_round(sheet, roster, view.battles, options)
    if (wrong := wrong_kind(sheet, roster)) is not None:
        return Reading(Orders(roster.player), (wrong,))
    reader = _Reader(sheet, roster, options, LineLog(sheet, roster.player))
    scanned = scan(parser(), sheet, roster)
    announce(roster, scanned)
    for one in sorted(scanned, key=_turn) if sheet.kind == "PREGAME" else scanned:
        reader.take(one)
    return reader.reading()


def _turn(scanned: Scanned) -> int:
    """On a pregame sheet technology is read before designs, and these before what is bought."""
    order = BY_RULE.get(getattr(scanned.found, "kind", ""))
    return 1 if order not in PREGAME else 2 if order is BUY else 0


@dataclass(slots=True)
class _Reader:
    sheet: Sheet
    roster: Roster
    options: Mapping[str, str]
    log: LineLog
    lists: dict[str, list[Any]] = field(default_factory=dict)
    plans: PlanLists = field(default_factory=PlanLists)
    sums: dict[str, tuple[int, OrderRef]] = field(default_factory=dict)
    received: dict[str, int] = field(default_factory=dict)
    resigned: OrderRef | None = None
    blocks: int = 0
    names: Name = field(init=False)

    def __post_init__(self) -> None:
        self.names = names_for(self.roster)

    # --- lines ---

    def take(self, scanned: Scanned) -> None:
        """One line with its parse."""
        line, found = scanned.line, scanned.found
        match found:
            case SyntaxFault():
                self._syntax_fault(line, found, scanned.header)
            case Note():
                self.log.note(line, found)
            case Node(kind="section"):
                self._section(line, found)
            case Node(kind="sums" | "spendings"):
                for item in found.parts:
                    self.take(Scanned(line, item))
            case Node(kind="sum" | "treasury_after"):
                self._sum(line, found)
            case Node(kind="or_else"):
                self._alternative(line, found)
            case Node(kind="resign"):
                self.resigned = self._ref(line)
                self.log.say(line, "RESIGN: you give up your empire")
            case Node() if BY_RULE[found.kind] is expenditures.EXPENDITURE:
                self._expenditure(line, found)
            case _:
                self._line(line, found, scanned.block)

    def _syntax_fault(self, line: Line, found: SyntaxFault, header: str) -> None:
        """A line that was not read; what stands below a PLAN of that kind is nobody's."""
        self.plans.broken()
        if header == "plan":
            self.log.no_header(len(self.log.problems))
        if header in ("plan", "expenditures"):
            self.plans.lists.append(PlanList(line, Condition(), counts=header != "plan"))
        self.log.syntax_fault(line, found)

    def _ref(self, line: Line) -> OrderRef:
        return OrderRef(self.roster.player, self.sheet.mailing, line.number, line.text)

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
        for read_one in built:
            checked = order.check(resolver, read_one)
            for one in checked if isinstance(checked, tuple) else filter(None, (checked,)):
                if type(one) in _LISTS:
                    self.lists.setdefault(_LISTS[type(one)], []).append(one)
                if isinstance(one, Free):
                    self.log.docket.append(Question(one.item, self.roster.player, one.text))
                self.log.say(line, self._words(one))
        self.log.problems += resolver.problems

    def _words(self, record: Any) -> str:
        if isinstance(record, Free):
            return f"an order for the game master: {record.text}"
        words = line_text(record, self.names)
        if isinstance(record, Movement) and record.route:
            return f"{words} [{route_text(self.roster, record)}]"
        return words

    # --- front and expenditures ---

    def _sum(self, line: Line, node: Node) -> None:
        """A sum as the player has it: what it is of, from whom, and how much."""
        resolver = self._resolver(line)
        what = "after" if node.kind == "treasury_after" else node.word.type.lower()
        who = next((word for word in node.tokens()[1:] if word.type not in ("FROM", "AFTER")), None)
        number = mcr(node)
        if who is not None:
            sender = resolver.empire(who)
            if sender in self.received:
                resolver.bad(node.word, f"what {sender} sent stands twice")
            self.received[sender] = number
        elif what in self.sums:
            resolver.bad(node.word, f'"{node.word}" stands twice')
        if not resolver.is_understood:
            self.log.refuse(line, *resolver.problems)
            return
        self.sums.setdefault(what, (number, resolver.ref))
        self.log.say(line, f"{what}{f' {who}' if who is not None else ''} {number}, to be compared")

    def _section(self, line: Line, node: Node) -> None:
        resolver = self._resolver(line)
        name = node.word.type.lower()
        if name in ("expenditures", "plan"):
            condition = resolver.condition(node.condition, plan=True)
            heading = self.plans.heading() if name == "plan" else None
            if heading is not None:
                self.log.say(heading, EXPENDITURES)
            if node.condition is None and self.plans.has_last:
                resolver.refuse(
                    "there are two lists of expenditures that always hold",
                    rule="NV ECO-47",
                    outcome="This one never counts",
                    remedy="Write  PLAN if treasury < 300:  for the one that has a condition",
                )
            if not resolver.is_understood:
                self.log.no_header(len(self.log.problems))
                self.log.refuse(line, *resolver.problems)
            else:
                self.log.problems += resolver.problems
            made = PlanList(line, condition, counts=resolver.is_understood)
            made.words = section_text(name, condition, self.names)
            self.plans.lists.append(made)
        for first in node.parts:
            self.take(Scanned(line, first))

    def _built_expenditure(self, line: Line, node: Node) -> Expenditure | None:
        resolver = self._resolver(line)
        (made,) = expenditures.read(resolver, node)
        if not resolver.is_understood:
            self.log.refuse(line, *resolver.problems)
            return None
        expenditures.check(resolver, made)
        if made.kind == "ship" and made.as_names:
            self._named(resolver, made)
        self.log.problems += resolver.problems
        return made

    def _named(self, resolver: Resolver, made: Expenditure) -> None:
        """Names behind a ship that is built are a line of COMMISSIONS; two plans may share it."""
        at = made.at or self.roster.empire.capital
        line = Commission(resolver.ref, at, made.name, made.as_names)
        given = self.lists.setdefault(_LISTS[Commission], [])
        if all(replace(one, ref=line.ref) != line for one in given):
            given += filter(None, (commission.check(resolver, line),))

    def _expenditure(self, line: Line, node: Node) -> None:
        plan = self.plans.lists[-1]
        if not plan.counts:
            self.log.skip(line)
            return
        made = self._built_expenditure(line, node)
        plan.follows = made is not None
        if made is not None:
            plan.lines.append(made)
            self.log.say(line, line_text(made, self.names))

    def _alternative(self, line: Line, node: Node) -> None:
        plan = self.plans.lists[-1]
        if not plan.counts:
            self.log.skip(line)
            return
        made = self._built_expenditure(line, node.parts[0])
        if made is None:
            return
        if not plan.follows:
            resolver = self._resolver(line)
            resolver.bad(
                node.word,
                "there is no line above that this could stand for",
                reason="Behind | stands what to buy if the line above cannot be paid",
            )
            self.log.refuse(line, *resolver.problems)
            return
        above = plan.lines[-1]
        plan.lines[-1] = replace(above, or_else=(*above.or_else, made))
        self.log.say(line, f"if not: {line_text(made, self.names)}")

    # --- the whole ---

    def _claims(self) -> Claims:
        values = {key: number for key, (number, _ref) in self.sums.items()}
        return Claims(
            values.get("production"),
            values.get("treasury"),
            values.get("bonus"),
            dict(self.received),
            {key: ref for key, (_number, ref) in self.sums.items()},
        )

    def reading(self) -> Reading:
        """All of it."""
        lists: dict[str, Any] = {name: tuple(lines) for name, lines in self.lists.items()}
        orders = Orders(
            self.roster.player,
            self._claims(),
            plans=self.plans.made(),
            designs=self.roster.drawn,
            pregame=self._pregame() if self.sheet.kind == "PREGAME" else None,
            resign=self.resigned,
            form_faults=len(self.log.unread),
            designs_among_orders=self.blocks,
            **lists,
        )
        if self.sheet.kind == "ORDERS":
            self._say_sums(orders)
            for number, problem in together(self.roster, orders, self.options, self.sheet.beside):
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

    def _say_sums(self, orders: Orders) -> None:
        """What each list of expenditures comes to, and what the player's own sums say."""
        sums = sums_of(self.roster, orders, self.options)
        for written, sum in zip(self.plans.used(), sums.plans, strict=False):
            if written.line.number not in self.log.unread:
                self.log.say(written.line, f"{written.words} {sum.words}")
            if sum.problem is not None:
                span = written.line.span()
                self.log.problems.append(replace(sum.problem, span=span))
        for key, own in sums.claims:
            claimed, ref = self.sums[key]
            if claimed != own:
                self.log.problems.append(
                    Problem(
                        Severity.WARNING,
                        f"{key} is {own}, not {claimed}",
                        self.log.line_span(ref.line),
                        "The sums of a sheet are compared, never used",
                        "NV ORD-04",
                    )
                )
