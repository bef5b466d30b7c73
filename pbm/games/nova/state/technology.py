"""Technologies: what a level costs in tech points, what everybody has, what may be used.

Rule: NV TEC-01 to TEC-48. Ambiguity: NV A-MISS-SUPER.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor

from pbm.kit.rounding import ceil_div
from pbm.kit.tables import table

TECHNOLOGY = table("pbm.games.nova", "technology")

LT = "LT"  # counts downwards: a smaller lag time is the better one
DEFAULT_LT = 8
# Single-purpose lasers that combination lasers allow as well (NV TEC-42).
OF_XL = ("BL", "PL")

# Levels that cost nothing and belong to everybody. Rule: NV TEC-48. Ambiguity: NV A-TECH-FREE.
FREE_LEVELS: Mapping[str, int] = {
    kind: TECHNOLOGY.number(kind, "free")
    for kind in TECHNOLOGY.rows
    if TECHNOLOGY.number(kind, "free")
}

HOME_MCR = 3500  # NV SET-22
HOME_TYPE = 8
REDUCED_MCR = 400  # NV SET-28, for each level a home star is reduced
LEAST_HOME_TYPE = 5
MCR_OF_TP = 10  # NV SET-30


def _rise(n: int, by: int, less: int = 0) -> Fraction:
    return (Fraction(n, by) - less) ** 2


_POINTS: Mapping[str, Callable[[int], Fraction | int]] = {
    "BL": lambda n: floor(3 * n + _rise(n, 10)),  # NV TEC-07
    "XL": lambda n: floor(6 * n + 2 * _rise(n, 10)),  # NV TEC-09
    # A low level whose base is negative costs nothing. Ambiguity: NV A-TECH-DG.
    "DG": lambda n: _rise(max(n, 10), 5, 2),  # NV TEC-11
    "DS": lambda n: _rise(n, 5),  # NV TEC-12
    "EW": lambda n: (n + 3) ** 2,  # NV TEC-13
    "FC": lambda n: (n + 2) ** 2,  # NV TEC-15
    "FA": lambda n: _rise(n, 20, -2),  # NV TEC-17
    "FD": lambda n: 2 * n**2,  # NV TEC-18
    "IE": lambda n: 30 * (n - 1) + (n - 1) ** 2,  # NV TEC-19
    "HF": lambda n: 3 * n**2 - 3,  # NV TEC-21
    "JD": lambda n: n**2,  # NV TEC-22
    LT: lambda n: max(DEFAULT_LT - n, 0) ** 2,  # NV TEC-24. Ambiguity: NV A-TECH-LT.
    "MA": lambda n: _rise(n, 10),  # NV TEC-26
    "MD": lambda n: n**2,  # NV TEC-26
    "MR": lambda n: _rise(n, 2),  # NV TEC-26
    "OS": lambda n: n**2,  # NV TEC-27
    "PL": lambda n: floor(3 * n + _rise(n, 10)),  # NV TEC-28
    "PR": lambda n: n**3,  # NV TEC-30
    "PD": lambda n: 2 * n**2,  # NV TEC-30
    "SN": lambda n: _rise(n, 10),  # NV TEC-31
    "SS": lambda n: _rise(n, 10, -1),  # NV TEC-32
    "SI": lambda n: _rise(n, 3),  # NV TEC-33
    "SM": lambda n: Fraction(n**2, 2),  # NV TEC-34
    "TC": lambda n: 2 * n**2 - 2,  # NV TEC-37
    "TJ": lambda n: 2 * n**2,  # NV TEC-38
    "WA": lambda n: _rise(n, 25),  # NV TEC-40
    "WD": lambda n: (n - 1) ** 3,  # NV TEC-40
}


def technologies() -> tuple[str, ...]:
    """The abbreviations of all technologies, in the order of the chart."""
    return tuple(TECHNOLOGY.rows)


def title(kind: str) -> str:
    """The full name of a technology; ValueError if there is none of that kind."""
    _must_be(kind)
    return str(TECHNOLOGY.at(kind, "name"))


def tech_points(kind: str, level: int) -> Fraction:
    """The tech points a level costs from nothing; ValueError for no technology or level.

    >>> tech_points("SN", 25), tech_points("BL", 15)
    (Fraction(25, 4), Fraction(47, 1))

    Rule: NV TEC-01, TEC-02. Ambiguity: NV A-TECH-DG, A-TECH-LT.
    """
    _must_be(kind)
    if level < 1:
        raise ValueError(f"{kind} {level} is not allowed; levels are whole numbers from 1")
    return Fraction(_POINTS[kind](level))


def total_points(levels: Mapping[str, int]) -> Fraction:
    """The tech points of all these levels together."""
    return sum((tech_points(kind, level) for kind, level in levels.items()), Fraction(0))


def pregame_mcr(points: Fraction) -> int:
    """What tech points cost before turn 1, in MCr, rounded up once on the total.

    >>> pregame_mcr(Fraction("235.75"))
    2358

    Rule: NV SET-30, SET-34, SET-20. Ambiguity: NV A-TP-ROUND.
    """
    return ceil_div(MCR_OF_TP * points.numerator, points.denominator)


def start_mcr(home_type: int) -> int:
    """MCr to spend before turn 1; ValueError for a type a home star cannot have.

    Rule: NV SET-22, SET-27, SET-28.
    """
    if not LEAST_HOME_TYPE <= home_type <= HOME_TYPE:
        raise ValueError("home star may only be type 8, 7, 6 or 5")
    return HOME_MCR + REDUCED_MCR * (HOME_TYPE - home_type)


def level_of(levels: Mapping[str, int], kind: str) -> int:
    """The best level an empire may build of a technology, 0 if none.

    ``levels`` are those it paid for; what is free to all need not stand there.
    Rule: NV TEC-42, TEC-48. Ambiguity: NV A-TECH-FREE.
    """
    _must_be(kind)
    if kind == LT:
        return min(levels.get(LT, DEFAULT_LT), DEFAULT_LT)
    own = max(levels.get(kind, 0), FREE_LEVELS.get(kind, 0))
    return max(own, levels.get("XL", 0)) if kind in OF_XL else own


def may_use(levels: Mapping[str, int], kind: str, level: int) -> bool:
    """Whether a design may hold this level of a technology; lower ones are always allowed.

    Rule: NV TEC-41, TEC-42. Ambiguity: NV A-TECH-DOWN (LT is turned round).
    """
    best = level_of(levels, kind)
    return level >= best if kind == LT else 1 <= level <= best


def _must_be(kind: str) -> None:
    if kind not in _POINTS:
        raise ValueError(f"{kind} is not a technology; they are {', '.join(TECHNOLOGY.rows)}")
