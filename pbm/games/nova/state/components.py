"""One line of a design sheet: what it is, how much of a ship it takes, what it costs.

Rule: NV TEC-04 to TEC-39, DSN-05, SPC-37.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from pbm.kit.records import Record
from pbm.kit.rounding import ceil_div, floor_div
from pbm.kit.tables import EMPTY, table

COMPONENTS = table("pbm.games.nova", "components")

HOLD = 30  # NV DSN-12: a cargo hold is 30 SSZ, and carries 30
BAY = 10  # NV DSN-20: bays come in tens


class Component(Record):
    """``count`` installations of one kind, alike.

    ``level`` is the number behind the abbreviation: the size of a laser, FP, ML, CH, LB, the
    level of anything else, 0 for what has none (DC, XC, SX, PA, WC). Of armour ``count`` are
    the points of AR and ``level`` is HF, of shields ``count`` is SM and ``level`` SI.
    ``lt`` is the lag time of a jump drive; ``accuracy`` FA or WA, ``damage`` FD, PD or WD,
    ``pr`` the range of a plasma accelerator.
    """

    kind: str
    count: int = 1
    level: int = 0
    lt: int = 0
    accuracy: int = 0
    damage: int = 0
    pr: int = 0


def _words(column: str) -> dict[str, tuple[str, ...]]:
    cells = ((kind, str(COMPONENTS.at(kind, column))) for kind in COMPONENTS.rows)
    return {kind: () if cell == EMPTY else tuple(cell.split()) for kind, cell in cells}


KINDS: tuple[str, ...] = tuple(COMPONENTS.rows)
NAMES: Mapping[str, str] = {kind: str(COMPONENTS.at(kind, "name")) for kind in KINDS}
# Technologies a component may not exceed, and ratings that stand at its side.
NEEDS: Mapping[str, tuple[str, ...]] = _words("needs")
RATED: Mapping[str, tuple[str, ...]] = _words("rated")
# What a redesign may change of it (NV DSN-33).
IMPROVES: Mapping[str, tuple[str, ...]] = _words("improves")
NUMBERED = tuple(kind for kind in KINDS if COMPONENTS.at(kind, "number") != EMPTY)
ARMED = tuple(kind for kind in KINDS if COMPONENTS.at(kind, "armed") == "yes")


def launcher_size(pr: int, pd: int) -> int:
    """Size and cost of a plasma accelerator. Rule: NV TEC-29, DSN-24.

    >>> launcher_size(3, 5)
    8
    """
    return ceil_div(pr * pd, 2)


def cannon_size(wa: int, wd: int) -> int:
    """Size and cost of a warp cannon. Rule: NV TEC-39, DSN-32.

    >>> cannon_size(120, 4)
    9
    """
    return wd + ceil_div(wa, 25)


def twenty_over(level: int) -> int:
    """Size of a tachyon communicator or jammer. Rule: NV TEC-37, TEC-38, DSN-29."""
    return ceil_div(20, max(level, 1))


def beam_range(size: int) -> int:
    """How many hexes a force beam projector reaches; 0 is the same hex only.

    >>> beam_range(1), beam_range(4)
    (0, 3)

    Rule: NV TEC-16, DSN-15.
    """
    return floor_div(3 * size, 4)


def piece_size(part: Component) -> int:
    """SSZ of one installation of a line."""
    return _SIZE.get(part.kind, _level)(part)


def piece_cost(part: Component, ssz: int) -> Fraction:
    """MCr of one installation of a line on a ship of this SSZ, fractions kept.

    Rule: NV TEC-05 (only a ship's total is rounded). Ambiguity: NV A-XL-COST.
    """
    return Fraction(_COST[part.kind](part, ssz) if part.kind in _COST else piece_size(part))


def factor_size(part: Component, ssz: int) -> Fraction:
    """Critical factor size (CFS) of one installation; 0 where nothing can hit it.

    A ship without size counts as one of 1. Rule: NV SPC-37. Ambiguity: NV A-SIZE-0.
    """
    if part.kind == "AR":
        return Fraction(0)
    if part.kind == "SI":  # a hit takes one shield multiple
        return Fraction(2)
    if part.kind in ("IE", "JD"):
        return Fraction(part.level * max(ssz, 1), 20)
    return Fraction(piece_size(part))


def _level(part: Component) -> int:
    return part.level


_SIZE: Mapping[str, Callable[[Component], int]] = {
    "AR": lambda _part: 1,
    "DC": lambda _part: 20,
    "EW": lambda _part: 1,
    "XC": lambda _part: 10,
    "FC": lambda _part: 1,
    "IE": lambda _part: 0,
    "JD": lambda _part: 0,
    "OS": lambda _part: 10,
    "PA": lambda part: launcher_size(part.pr, part.damage),
    "SN": lambda _part: 1,
    "SS": lambda _part: 10,
    "SI": lambda _part: 1,
    "SX": lambda _part: 20,
    "TC": lambda part: twenty_over(part.level),
    "TJ": lambda part: twenty_over(part.level),
    "WC": lambda part: cannon_size(part.accuracy, part.damage),
}


def _drive(part: Component, ssz: int) -> Fraction:
    return Fraction(part.level * ssz, 10) + 5  # NV TEC-19, TEC-22


# Where a component's cost is not its size.
_COST: Mapping[str, Callable[[Component, int], Fraction | int]] = {
    "AR": lambda part, _ssz: part.level,  # NV TEC-21: HF for each point of AR
    "CH": lambda part, _ssz: Fraction(part.level, HOLD),
    "XL": lambda part, _ssz: floor_div(3 * part.level, 2),
    "EW": lambda part, _ssz: 5 * part.level,
    "FC": lambda part, _ssz: 3 * part.level,
    "IE": _drive,
    "JD": _drive,
    "LB": lambda part, _ssz: Fraction(part.level, 2),
    "SN": lambda part, _ssz: Fraction(part.level, 5),
    "SS": lambda part, _ssz: 10 + Fraction(part.level, 5),
    "SI": lambda part, _ssz: part.level,  # NV TEC-33: SI for each of SM
    "TJ": lambda part, _ssz: Fraction(20, max(part.level, 1)),
}


def part_text(part: Component) -> str:
    """A component as a sheet writes it. Rule: NV DSN-05 to DSN-08.

    >>> part_text(Component("BL", 4, 15)), part_text(Component("JD", 1, 3, lt=8))
    ('4 BL 15', 'JD3 L8')
    """
    beside = "".join(f" {rating} {value}" for rating, value in ratings_of(part).items())
    return f"{bare_text(part)}{beside}"


def bare_text(part: Component) -> str:
    """A component without the ratings at its side."""
    count = f"{part.count} " if part.count != 1 or part.kind in ("AR", "SI") else ""
    if part.kind == "JD":
        return f"{count}JD{part.level} L{part.lt}"
    shown = part.kind in NUMBERED and not (part.kind == "CH" and part.level == HOLD)
    return f"{count}{part.kind}{f' {part.level}' if shown else ''}"


def ratings_of(part: Component) -> dict[str, int]:
    """What is listed at a component's side. Rule: NV DSN-08."""
    values = {
        "FA": part.accuracy,
        "WA": part.accuracy,
        "FD": part.damage,
        "PD": part.damage,
        "WD": part.damage,
        "PR": part.pr,
    }
    return {rating: values[rating] for rating in RATED[part.kind]}
