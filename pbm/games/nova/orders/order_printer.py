"""Orders in the language of the sheets again: one canonical form for all they can say.

What is printed here reads back as the same orders; receipts use it for "understood as".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from pbm.games.nova.orders.catalogue import ORDERS
from pbm.games.nova.orders.code_printer import (
    Names,
    codes_words,
    condition_words,
    foe,
    group_words,
    units_words,
)
from pbm.games.nova.orders.diplomacy import transfer
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.money import (
    Commission,
    Expenditure,
    Pillage,
    Research,
    Salvage,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Jump, Loading, Mover
from pbm.games.nova.state.orders.standing import Action, Standing

# --- front ----------------------------------------------------------------------------------


def salvage_words(line: Salvage, names: Names) -> str:
    """What is salvaged, and where."""
    things = [names(ship) for ship in line.ships]
    things += [f"hull {names(hull)}" for hull in line.hulls]
    things += [units_words(units, names) for units in line.units]
    return f"SALVAGE {', '.join(things)} at {names(line.at)}{_worth(line.claim)}"


def pillage_words(line: Pillage, names: Names) -> str:
    """A system pillaged."""
    lift = ", ".join(units_words(units, names) for units in line.lift)
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
    return f"PLAN if {condition_words(condition, names)}:"


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


# --- movement -------------------------------------------------------------------------------


def movement_words(line: Movement, names: Names) -> str:
    """A movement line."""
    parts = ["retreating"] if line.retreating else []
    parts += [names(line.start), ", ".join(_mover(one, names) for one in line.movers)]
    parts += [f"> {jump_words(jump, names)}" for jump in line.route]
    if codes := codes_words(line.codes, names):
        parts.append(codes)
    if line.retreat:
        parts.append(f"retreat {place_words(line.retreat, names)}")
    if line.setup is not None:
        parts.append(f"setup {line.setup.direction}/{line.setup.hexes}")
    if line.tow:
        parts.append(f"tow {names(line.tow)}")
    return " ".join(parts)


def _mover(mover: Mover, names: Names) -> str:
    if mover.units is not None:
        return units_words(mover.units, names)
    return f"{names(mover.ship)}{_cargo(mover.cargo, names)}"


def _cargo(cargo: tuple[Loading, ...] | None, names: Names) -> str:
    if cargo is None:
        return ""
    if not cargo:
        return " (empty)"
    holds: list[tuple[str, list[str]]] = []
    for one in cargo:
        if not holds or holds[-1][0] != one.hold:
            holds.append((one.hold, []))
        holds[-1][1].append(_loading(one, names))
    parts = [(f"{hold}: " if hold else "") + ", ".join(loads) for hold, loads in holds]
    return f" ({'; '.join(parts)})"


def _loading(one: Loading, names: Names) -> str:
    if one.units is not None:
        return units_words(one.units, names)
    return f"{names(one.ship)}{_cargo(one.cargo, names) if one.cargo else ''}"


def jump_words(jump: Jump, names: Names) -> str:
    """One jump: letter, name, letter=name, or a gate end."""
    if jump.gate:
        return f"gate {names(jump.gate)}"
    system = names(jump.system) if jump.system else ""
    return "=".join(filter(None, (jump.letter, system)))


def place_words(place: str, names: Names) -> str:
    """A system or the letter of a warp line."""
    return place if len(place) == 1 else names(place)


# --- standing orders ------------------------------------------------------------------------


def standing_words(line: Standing, names: Names) -> str:
    """A GENERAL, CONDITIONAL or SPECIAL line."""
    words = line.rank.upper()
    if line.condition != ALWAYS:
        words += f" if {condition_words(line.condition, names)}:"
    words += f" {_actions(line.actions, names)}"
    return words + (f"; else {_actions(line.otherwise, names)}" if line.otherwise else "")


def _actions(actions: Iterable[Action], names: Names) -> str:
    return "; ".join(_action(one, names) for one in actions)


def _action(action: Action, names: Names) -> str:
    if action.transfer is not None:
        return transfer.line_text(action.transfer, names)
    assert action.group is not None
    return f"{group_words(action.group, names)}: {codes_words(action.codes, names)}"


LINES: Mapping[type[Any], Callable[[Any, Names], str]] = {
    **{order.line: order.line_text for order in ORDERS},
    Salvage: salvage_words,
    Pillage: pillage_words,
    Expenditure: expenditure_words,
    Commission: commission_words,
    Research: research_words,
    Movement: movement_words,
    Standing: standing_words,
}


def line_words(line: Any, names: Names) -> str:
    """Any line of the sheet as it is understood."""
    return LINES[type(line)](line, names)
