"""The lists of expenditures of a sheet while it is read. Rule: NV ECO-47."""

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.orders.economy import commission
from pbm.games.nova.orders.economy.bill_form import may_have_form
from pbm.games.nova.orders.economy.expenditures import check, line_text, read
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.money import Commission, Expenditure, Plan
from pbm.language.line_log import LineLog
from pbm.language.parse_tree import Node
from pbm.sheets.line import Line
from pbm.sheets.quoting import Name

EXPENDITURES = "EXPENDITURES"


class PlanList(Struct):
    """A list of expenditures while it is read."""

    line: Line
    condition: Condition
    words: str = ""  # the line that heads it, as it is understood
    lines: list[Expenditure] = field(default_factory=list)
    # False while the line above is one that was not read, so that no "|" can follow it.
    follows: bool = False
    # False for a list whose condition was not understood: it is never carried out.
    counts: bool = True

    @property
    def is_last(self) -> bool:
        """Whether it is one that always holds."""
        return self.counts and self.condition == ALWAYS


class PlanLists(Struct):
    """All lists in the order written; ``commissions`` gets the names that bills give."""

    log: LineLog
    names: Name
    commissions: list[Commission]
    lists: list[PlanList] = field(default_factory=list)

    def begin(self, resolver: Resolver, head: Node) -> None:
        """EXPENDITURES, or a PLAN with or without a condition."""
        condition = resolver.condition(head.condition, plan=True)
        words = EXPENDITURES
        if head.word.type == "PLAN":
            words = f"PLAN if {condition_text(condition, self.names)}:"
            words = "PLAN else:" if condition == ALWAYS else words
            self._take_heading()
        if head.condition is None and any(one.is_last for one in self.lists):
            resolver.refuse(
                "there are two lists of expenditures that always hold",
                rule="NV ECO-47",
                outcome="This one never counts",
                remedy="Write  PLAN if treasury < 300:  for the one that has a condition",
            )
        counts = resolver.is_understood
        if counts:
            self.log.problems += resolver.problems
        else:
            self.log.no_header(len(self.log.problems))
            self.log.refuse(resolver.line, *resolver.problems)
        self.lists.append(PlanList(resolver.line, condition, words, counts=counts))

    def _take_heading(self) -> None:
        """A list just begun that holds nothing is the heading of those below it."""
        if self.lists and self.lists[-1].is_last and not self.lists[-1].lines:
            self.log.say(self.lists.pop().line, EXPENDITURES)

    def broken(self, line: Line, header: str) -> None:
        """A line was not read: no alternative can follow it; below a PLAN nothing counts."""
        if self.lists:
            self.lists[-1].follows = False
        if header in ("plan", "expenditures"):
            self.lists.append(PlanList(line, ALWAYS, counts=header != "plan"))

    def take(self, resolver: Resolver, node: Node) -> Expenditure | None:
        """A bill, or behind ``|`` what to buy if the line above cannot be paid.

        The bill, if other lines like this one can be read by its form.
        """
        plan, line = self.lists[-1], resolver.line
        if not plan.counts:
            self.log.skip(line)
            return None
        is_other = node.kind == "or_else"
        (made,) = read(resolver, node.parts[0] if is_other else node)
        if is_other and not plan.follows and resolver.is_understood:
            resolver.bad(
                node.word,
                "there is no line above for this one to replace",
                reason="Behind | stands what to buy if the line above cannot be paid",
            )
        plan.follows = resolver.is_understood or (plan.follows and is_other)
        if not resolver.is_understood:
            self.log.refuse(line, *resolver.problems)
            return None
        has_form = not (is_other or resolver.problems) and may_have_form(line.text, node, made)
        self._keep(resolver, made, is_other=is_other)
        return made if has_form else None

    def take_known(self, resolver: Resolver, made: Expenditure) -> None:
        """A bill whose line has a known form."""
        if not self.lists[-1].counts:
            self.log.skip(resolver.line)
            return
        self.lists[-1].follows = True
        self._keep(resolver, made)

    def _keep(self, resolver: Resolver, made: Expenditure, *, is_other: bool = False) -> None:
        """A bill that was understood, or behind ``|`` one for that above it."""
        check(resolver, made)
        self._name(resolver, made)
        self.log.problems += resolver.problems
        words, lines = line_text(made, self.names), self.lists[-1].lines
        if is_other:
            above = lines.pop()
            made, words = replace(above, or_else=(*above.or_else, made)), f"if not: {words}"
        lines.append(made)
        self.log.say(resolver.line, words)

    def _name(self, resolver: Resolver, made: Expenditure) -> None:
        """Names behind a ship that is built are a line of COMMISSIONS; two plans may share it."""
        if made.kind == "ship" and made.as_names:
            at = made.at or resolver.roster.empire.capital
            line = Commission(resolver.ref, at, made.name, made.as_names)
            if all(replace(one, ref=line.ref) != line for one in self.commissions):
                self.commissions += filter(None, (commission.check(resolver, line),))

    def used(self) -> list[PlanList]:
        """Lists with a condition first, then the one that always holds, if there is one."""
        some = [one for one in self.lists if one.counts and not one.is_last]
        return [*some, *[one for one in self.lists if one.is_last][:1]]

    def made(self) -> tuple[Plan, ...]:
        """The same as records; the last always holds, and buys nothing if none was written."""
        plans = tuple(Plan(tuple(one.lines), one.condition) for one in self.used())
        return plans if plans and plans[-1].condition == ALWAYS else (*plans, Plan(()))
