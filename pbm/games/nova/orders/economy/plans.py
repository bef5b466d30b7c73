"""The lists of expenditures of a sheet while it is read. Rule: NV ECO-47."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.sheets.envelope import Line
from pbm.sheets.quoting import Name

EXPENDITURES = "EXPENDITURES"


@dataclass(slots=True)
class PlanList:
    """A list of expenditures while it is read."""

    line: Line
    condition: Condition
    lines: list[Expenditure] = field(default_factory=list)
    # The line that heads it, as it is understood.
    words: str = ""
    # False while the line above is one that was not read, so that no "|" can follow it.
    follows: bool = False
    # False for a list whose condition was not understood: it is never carried out.
    counts: bool = True

    @property
    def is_last(self) -> bool:
        """Whether it is one that always holds."""
        return self.counts and self.condition == Condition()


@dataclass(slots=True)
class PlanLists:
    """All lists in the order written."""

    lists: list[PlanList] = field(default_factory=list)

    @property
    def has_last(self) -> bool:
        """Whether one that always holds is written already."""
        return any(one.is_last for one in self.lists)

    def heading(self) -> Line | None:
        """Take away a list just begun that holds nothing: it is the heading of those below it."""
        if self.lists and self.lists[-1].is_last and not self.lists[-1].lines:
            return self.lists.pop().line
        return None

    def broken(self) -> None:
        """A line was not read: no alternative can follow it."""
        if self.lists:
            self.lists[-1].follows = False

    def used(self) -> list[PlanList]:
        """Lists with a condition first, then the one that always holds, if there is one."""
        some = [one for one in self.lists if one.counts and not one.is_last]
        return [*some, *[one for one in self.lists if one.is_last][:1]]

    def made(self) -> tuple[Plan, ...]:
        """The same as records; the last always holds, and buys nothing if none was written."""
        plans = tuple(Plan(tuple(one.lines), one.condition) for one in self.used())
        return plans if plans and plans[-1].condition == Condition() else (*plans, Plan(()))


def section_text(section: str, condition: Condition, names: Name) -> str:
    """The line that heads a list of expenditures: ``section`` is expenditures or plan."""
    if section == "expenditures":
        return EXPENDITURES
    if condition == ALWAYS:
        return "PLAN else:"
    return f"PLAN if {condition_text(condition, names)}:"
