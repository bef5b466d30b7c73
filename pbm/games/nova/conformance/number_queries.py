"""What a conformance case may ask of Nova's numbers: technology, designs, charts, units, bills."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec.structs import asdict

from pbm.games.nova.conformance.builders import design_of
from pbm.games.nova.orders.designs.redesign import missing_ratings, read_redesign, redesigned
from pbm.games.nova.orders.designs.words import read_levels
from pbm.games.nova.report.sentences import ABBREVIATIONS
from pbm.games.nova.state import components, legality, planets, refits, sizes, technology, units
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.components import NAMES, Component, part_text
from pbm.games.nova.state.critical import critical_chart
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import REDESIGN_TP, Design, figures, new_design_tp
from pbm.games.nova.state.missiles import RESEARCH_TP, MissileDesign
from pbm.games.nova.state.presets import preset_named
from pbm.kit.problems import Faults
from pbm.language.syntax_errors import SyntaxFault

Options = Mapping[str, str]
Lines = tuple[str, ...]
Levels = Mapping[str, int]


def _refused(reason: object) -> Faults:
    return Faults.invalid(str(reason))


# --- technology -------------------------------------------------------------------------------


def tech_points(kind: str, level: int) -> str:
    """The tech points of a technology's level."""
    return amount_text(technology.tech_points(kind, level))


def technologies(levels: Levels, home_type: int = 8) -> dict[str, Any]:
    """What a list of technologies costs, line by line and in all, and what MCr are left."""
    lines = {kind: technology.tech_points(kind, level) for kind, level in levels.items()}
    running: list[str] = []
    total = Fraction(0)
    for points in lines.values():
        total += points
        running.append(amount_text(total))
    spent, start = technology.pregame_mcr(total), technology.start_mcr(home_type)
    return {
        "lines": {kind: amount_text(points) for kind, points in lines.items()},
        "running": running,
        "total": amount_text(total),
        "mcr": spent,
        "start": start,
        "left": start - spent,
    }


def levels(text: str) -> Levels:
    """The technology levels a sheet names, such as ``BL 15, JD 3``."""
    found = read_levels(text)
    if isinstance(found, SyntaxFault):
        raise _refused(f"{found.fault}: {found.reason}")
    return found


def preset(name: str) -> dict[str, Any]:
    """The levels of a sample technology and their sum."""
    found = preset_named(name)
    return {"levels": found.levels, "total": amount_text(found.points)}


def free_levels() -> Levels:
    """The levels that belong to everybody."""
    return technology.FREE_LEVELS


# --- designs ----------------------------------------------------------------------------------


def design(lines: Lines, of: str = "") -> dict[str, Any]:
    """The figures of a design from its lines; lines with commas stand in quotes."""
    known = figures(design_of(lines, of=of))
    return {
        **asdict(known),
        "exact_cost": amount_text(known.exact_cost),
        "category": known.category.abbreviation,
        "armed": known.is_armed,
        "lines": [[part_text(x.part), x.ssz, amount_text(x.cost)] for x in known.lines],
    }


def design_faults(lines: Lines, levels: Levels) -> Lines:
    """Everything that keeps an empire with these levels from a design."""
    return _said(legality.faults(design_of(lines), levels))


def intrinsic_tc(lines: Lines, levels: Levels) -> int:
    """The level of the communicator that a new design gets for its size."""
    return legality.with_intrinsic_tc(design_of(lines), levels).intrinsic_tc


def intrinsic_tc_from(level: int) -> str:
    """The smallest class that carries a communicator of a level for nothing."""
    return sizes.intrinsic_tc_from(level).abbreviation


def component(line: str, ssz: int = 0) -> dict[str, Any]:
    """What a line of a sheet says, with SSZ and cost of all of it and the CFS of one."""
    (part,) = design_of([line]).parts
    return {
        "kind": part.kind,
        "count": part.count,
        "level": part.level,
        "lt": part.lt,
        "ssz": part.count * components.piece_size(part),
        "cost": amount_text(part.count * components.piece_cost(part, ssz)),
        "cfs": amount_text(components.factor_size(part, ssz)),
    }


def design_tp(kind: Literal["design", "redesign", "missile"] = "design", cost: int = 0) -> int:
    """The tech points of a new design of a cost, of a redesign, of a missile."""
    if kind == "missile":
        return RESEARCH_TP
    return REDESIGN_TP if kind == "redesign" else new_design_tp(cost)


def missile(md: int, ma: int, mr: int, levels: Levels | None = None) -> dict[str, Any]:
    """Size of a missile, and what keeps an empire with these levels from it."""
    found = MissileDesign("", md, ma, mr)
    wrong = () if levels is None else legality.missile_faults(found, levels)
    return {"exact": amount_text(found.exact_size), "size": found.size, "faults": _said(wrong)}


def fires(launcher: int, md: int, ma: int, mr: int) -> bool:
    """Whether a missile launcher of a size fires such a missile."""
    return MissileDesign("", md, ma, mr).fits(launcher)


def _said(faults: Sequence[legality.Fault]) -> Lines:
    return tuple(f"{fault.fault}: {fault.reason}" for fault in faults)


# --- redesigns, refits, repairs ---------------------------------------------------------------


def _redesign(lines: Lines, becomes: str) -> tuple[Design, Design]:
    old = design_of(lines)
    read = read_redesign(f"new of old: {becomes}")
    if isinstance(read, SyntaxFault):
        raise _refused(f"{read.fault}: {read.reason}")
    if missing_ratings(old, read):
        raise _refused(f"there is no {', '.join(missing_ratings(old, read))} to improve")
    return old, redesigned(old, read)


def redesign(lines: Lines, becomes: str, levels: Levels, turn: int = 1) -> Lines:
    """Everything that keeps an empire from improving a design so in this turn."""
    old, new = _redesign(lines, becomes)
    return _said(legality.redesign_faults(old, new, levels, turn))


def redesign_to(lines: Lines, to: Lines, levels: Levels) -> Lines:
    """Everything that keeps one design from being a redesign of another."""
    return _said(legality.redesign_faults(design_of(lines), design_of(to, "new", "old"), levels))


def refit(lines: Lines, becomes: str, options: Options, ships: int = 1) -> dict[str, Any]:
    """What a refit costs, for each ship and for all, and for which lines."""
    old, new = _redesign(lines, becomes)
    free = options.get("refit.intangibles") == "free"
    paid = refits.refit_lines(old, new, free)
    cost = refits.refit_cost(old, new, free)
    bill = {part_text(part): amount_text(price) for part, price in paid}
    return {"cost": cost, "total": cost * ships, "bill": bill}


def refit_to(lines: Lines, to: Lines, options: Options) -> int:
    """What a ship of one design costs to refit to another."""
    free = options.get("refit.intangibles") == "free"
    return refits.refit_cost(design_of(lines), design_of(to, "new"), free)


def repair(
    lines: Lines, armour: int = 0, structure: int = 0, parts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """What the repair of this damage costs, item by item and in all."""
    repaired, ship = Damage(armour, structure, parts or {}), design_of(lines)
    prices = refits.repair_prices(ship, repaired)
    return {
        "cost": refits.repair_cost(ship, repaired),
        "bill": {name: amount_text(price) for name, price in prices.items()},
    }


def salvage(
    lines: Lines, armour: int = 0, structure: int = 0, parts: Mapping[str, int] | None = None
) -> int:
    """What a ship with this damage gives when it is broken up."""
    return refits.salvage_value(design_of(lines), Damage(armour, structure, parts or {}))


def salvage_of(cost: int) -> int:
    """What an undamaged unit of this cost gives when it is broken up."""
    return refits.salvaged(cost)


# --- critical hits ----------------------------------------------------------------------------


def critical(lines: Lines) -> dict[str, Any]:
    """The critical-hit chart of a design: each row with its rolls, and the sum of CFS."""
    chart = critical_chart(design_of(lines))
    return {
        "chart": [[row.label, row.span] for row in chart.rows],
        "cfs": [amount_text(row.cfs) for row in chart.rows],
        "total": amount_text(chart.total),
    }


def struck(lines: Lines, roll: int) -> str | None:
    """The installation that a permillage roll strikes, none for no effect."""
    return critical_chart(design_of(lines)).struck(roll) or None


def critical_factors(ssz: int, level: int = 1) -> dict[str, str]:
    """The critical factor size of each kind of component with this number behind it."""
    rated = {kind: Component(kind, 1, level, 8, 25 * level, level, 2) for kind in NAMES}
    return {
        kind: amount_text(components.factor_size(part, ssz)) for kind, part in rated.items()
    } | {"No Effect": amount_text(Fraction(ssz, 10))}


# --- units and charts -------------------------------------------------------------------------


def unit(abbreviation: str) -> units.UnitKind:
    """The attributes of a unit other than a ship."""
    return units.UNITS[abbreviation]


def production(type: int) -> dict[str, Any]:
    """MCr a turn of a type of system by status, and how many colonies it holds."""
    found: dict[str, Any] = {
        status: planets.production(type, status) for status in planets.BY_COLONIES
    }
    return found | {"colonies": planets.most_colonies(type)}


def abbreviations() -> int:
    """How many abbreviations situation reports have."""
    return len(ABBREVIATIONS)
