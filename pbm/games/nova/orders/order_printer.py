"""Orders in the language of the sheets again: one canonical form for all they can say.

What is printed here reads back as the same orders; receipts use it for "understood as".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pbm.games.nova.orders.catalogue import ORDERS
from pbm.games.nova.orders.code_printer import Names, foe, units_text
from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.money import (
    Commission,
    Expenditure,
    Pillage,
    Research,
    Salvage,
)

# --- front ----------------------------------------------------------------------------------


def salvage_words(line: Salvage, names: Names) -> str:
    """What is salvaged, and where."""
    things = [names(ship) for ship in line.ships]
    things += [f"hull {names(hull)}" for hull in line.hulls]
    things += [units_text(units, names) for units in line.units]
    return f"SALVAGE {', '.join(things)} at {names(line.at)}{_worth(line.claim)}"


def pillage_words(line: Pillage, names: Names) -> str:
    """A system pillaged."""
    lift = ", ".join(units_text(units, names) for units in line.lift)
    return f"PILLAGE {names(line.at)}{_worth(line.claim)}" + (f" lift {lift}" if lift else "")


def _worth(sum: int | None) -> str:
    return "" if sum is None else f" = {sum}"


# --- expenditures ---------------------------------------------------------------------------


EXPENDITURES = "EXPENDITURES"


def section_words(section: str, condition: Condition, names: Names) -> str:
    """The line that heads a list of expenditures: ``section`` is expenditures or plan."""
    if section == "expenditures":
        return EXPENDITURES
    if condition == ALWAYS:
        return "PLAN else:"
    return f"PLAN if {condition_text(condition, names)}:"


def expenditure_words(line: Expenditure, names: Names) -> str:
    """One expenditure."""
    return f"{_BUYS[line.kind](line, names)}{_price(line)}{_at(line, names)}{_as(line, names)}"


def _price(line: Expenditure) -> str:
    if line.kind == "part":
        return ""
    price = "" if line.price is None else f" @ {line.price}"
    return f"{price}{_worth(line.cost)}"


def _at(line: Expenditure, names: Names) -> str:
    if not line.at or line.kind == "repair":
        return ""
    return f" at {names(line.at)}" + (f" + {names(line.at_other)}" if line.at_other else "")


def _as(line: Expenditure, names: Names) -> str:
    return f" as {' + '.join(map(names, line.as_names))}" if line.as_names else ""


def _maintain(line: Expenditure, names: Names) -> str:
    return f"Maintain {project_words(line.project, names)}" + (
        f" [{line.number}]" if line.number else ""
    )


def project_words(project: str, names: Names) -> str:
    """A project; its design in quotes where it must be."""
    kind, _, name = project.partition(" ")
    return f"{kind} {names(name)}" if kind in ("NSD", "RSD", "NMD") else project or "all"


def _number(line: Expenditure) -> str:
    return f"up to {line.number}" if line.up_to else str(line.number)


def _part(line: Expenditure, names: Names) -> str:
    whole = "" if line.price is None else f" of {line.price}"
    return f"Part {names(line.name)} {line.amount}{whole}"


def _finish(line: Expenditure, names: Names) -> str:
    return f"Finish {names(line.id)}" + (f" {line.amount}" if line.amount else "")


def _repair(line: Expenditure, names: Names) -> str:
    at = f" at {names(line.at)}" if line.at else ""
    items = ", ".join(f"{what} {number}" if number else what for what, number in line.repairs)
    limit = f" up to {line.amount}" if line.amount else ""
    return f"Repair {names(line.id)}{at}" + (f": {items}" if items else "") + limit


_BUYS: Mapping[str, Callable[[Expenditure, Names], str]] = {
    "maintain": _maintain,
    "rdt": lambda line, _names: f"RDT {_number(line)}",
    "ship": lambda line, names: f"{names(line.name)} {_number(line)}",
    "build": lambda line, _names: f"{line.name} {_number(line)}",
    "part": _part,
    "finish": _finish,
    "gate": lambda _line, _names: "SG",
    "repair": _repair,
    "refit": lambda line, names: f"Refit {names(line.id)} to {names(line.name)}",
    "status": lambda line, names: f"Status {project_words(line.project, names)}",
    "info": lambda line, names: f"Info {names(line.name)}",
    "copy": lambda line, names: f"Copy {_copied(line.name, names)}",
    "send": lambda line, _names: f"Send {line.amount} to {foe(line.empire)}",
}


def _copied(name: str, names: Names) -> str:
    return name if name in ("designs", "orders") else names(name)


def commission_words(line: Commission, names: Names) -> str:
    """Names for ships that are built."""
    return f"{names(line.at)} {names(line.design)}: {', '.join(map(names, line.names))}"


def research_words(line: Research, names: Names) -> str:
    """A line of research."""
    project = f"{line.subject} {line.start}-{line.goal_level}"
    if line.kind != "TECH":
        project = f"{line.kind} {names(line.subject)}"
    parts = ["drop"] if line.drop else []
    parts += [project, line.table] if line.table else [project]
    parts += [f"({goal_words(line.goal)})"] if line.goal is not None else []
    parts += [f"[{line.teams_before}]"] if line.teams_before is not None else []
    parts += [f"+{line.add}"] if line.add else [f"-{line.remove}"] if line.remove else []
    parts += [f"[{line.teams_after}]"] if line.teams_after is not None else []
    return " ".join(parts)


def goal_words(goal: Fraction) -> str:
    """Tech points: a whole number, a decimal if it has one, else a fraction.

    >>> goal_words(Fraction(25, 4)), goal_words(Fraction(17))
    ('6.25', '17')
    """
    if goal.denominator == 1:
        return str(goal.numerator)
    if 10000 % goal.denominator:
        return f"{goal.numerator}/{goal.denominator}"
    digits = f"{goal.numerator % goal.denominator * (10000 // goal.denominator):04}"
    return f"{goal.numerator // goal.denominator}.{digits.rstrip('0')}"


LINES: Mapping[type[Any], Callable[[Any, Names], str]] = {
    **{order.line: order.line_text for order in ORDERS},
    Salvage: salvage_words,
    Pillage: pillage_words,
    Expenditure: expenditure_words,
    Commission: commission_words,
    Research: research_words,
}


def line_words(line: Any, names: Names) -> str:
    """Any line of the sheet as it is understood."""
    return LINES[type(line)](line, names)
