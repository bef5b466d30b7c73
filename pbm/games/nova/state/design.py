"""A ship design: the lines of its sheet, and the figures that follow from them.

Ten thousand ships share a few hundred designs, so the figures of a design are computed once
and kept (`figures`). All amounts are exact; only a ship's cost is rounded, once, upwards.

Rule: NV DSN-01, DSN-02, DSN-10, DSN-11, DSN-17, DSN-20.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt

from msgspec.structs import replace

from pbm.games.nova.state.components import ARMED, Component, beam_range, piece_cost, piece_size
from pbm.games.nova.state.sizes import SizeClass, carry_size, intrinsic_armour, size_class
from pbm.kit.records import Record

REDESIGN_TP = 1  # NV DSN-34: whatever the price


class Design(Record, cache_hash=True):
    """One ship design of an empire.

    ``parts`` are the lines of the sheet in their order, engines, armour and shields among
    them; the order is that of the critical-hit chart. ``intrinsic_tc`` is the level of a
    communicator that comes with the size, 0 if none does. ``of`` names the design this one
    redesigns, "" for a new one.
    """

    name: str
    empire: str
    parts: tuple[Component, ...]
    intrinsic_tc: int = 0
    of: str = ""


class Installation(Record):
    """One piece of a design: its name (``BL2``), and its line with a count of 1."""

    name: str
    part: Component


class LineFigures(Record):
    """SSZ and cost in MCr of one line, all its pieces together."""

    part: Component
    ssz: int
    cost: Fraction


class Figures(Record):
    """What follows from a design.

    ``cost`` in MCr is ``exact_cost`` rounded up; ``tp`` the tech points it is researched for;
    ``ta`` total armour of which ``ia`` is intrinsic; ``shields`` their full strength, ``sr``
    what they recover in a round; ``fp_range`` in hexes, -1 without force beams; ``holds`` the
    number of cargo holds, ``bays`` the size of each launch bay; ``carried`` the room it takes
    in them itself. Of drives the best counts; ``lt`` is that of the best jump drive, 0
    without one.
    """

    ssz: int
    category: SizeClass
    exact_cost: Fraction
    cost: int
    tp: int
    ar: int
    hf: int
    ia: int
    ta: int
    ie: int
    jd: int
    lt: int
    si: int
    sm: int
    shields: int
    sr: int
    fa: int
    fd: int
    fp_range: int
    is_armed: bool
    holds: int
    bays: tuple[int, ...]
    carried: int
    lines: tuple[LineFigures, ...]
    installations: tuple[Installation, ...]


def parts_of(design: Design, kind: str) -> tuple[Component, ...]:
    """The lines of one kind."""
    return tuple(part for part in design.parts if part.kind == kind)


def installations(design: Design) -> Iterator[Installation]:
    """Every piece by its name, in the order of the sheet; armour does not count."""
    numbers: dict[str, int] = {}
    for part in design.parts:
        if part.kind == "AR":
            continue
        one = replace(part, count=1)
        named = "SM" if part.kind == "SI" else part.kind
        for _ in range(part.count):
            numbers[named] = numbers.get(named, 0) + 1
            yield Installation(f"{named}{numbers[named]}", one)


def levels_of(design: Design, kind: str) -> tuple[int, ...]:
    """The level of each installation of a kind, in the order of the sheet."""
    return tuple(part.level for part in parts_of(design, kind) for _ in range(part.count))


def ssz_of(design: Design) -> int:
    """Ship size, the sum of its components. Rule: NV DSN-10."""
    return sum(part.count * piece_size(part) for part in design.parts)


def shield_recovery(si: int, sm: int) -> int:
    """Points that shields recover in a round, 0 for a ship without.

    >>> shield_recovery(15, 3), shield_recovery(3, 1), shield_recovery(9, 0)
    (11, 1, 0)

    Rule: NV SPC-40, TEC-35.
    """
    return max(si * sm // 4, 1) if si * sm else 0


def new_design_tp(cost: int) -> int:
    """Tech points of a new design of this cost in MCr.

    >>> [new_design_tp(cost) for cost in (78, 89, 90, 9)]
    [2, 2, 3, 0]

    Rule: NV DSN-01. Ambiguity: NV A-TP-DESIGN-0.
    """
    return isqrt(cost // 10)


@lru_cache(maxsize=65536)
def figures(design: Design) -> Figures:
    """Everything computed from a design, once; designs of the same lines share it."""
    return _figures(design.parts, is_new=not design.of)


@lru_cache(maxsize=65536)
def _figures(parts: tuple[Component, ...], *, is_new: bool) -> Figures:
    design = Design("", "", parts)
    ssz = ssz_of(design)
    lines = tuple(
        LineFigures(part, part.count * piece_size(part), part.count * piece_cost(part, ssz))
        for part in parts
    )
    exact = sum((line.cost for line in lines), Fraction(0))
    cost = ceil(exact)
    armour = _first(design, "AR")
    shields = _first(design, "SI")
    beams = _first(design, "FP")
    jump = max(parts_of(design, "JD"), key=_by_drive, default=Component("JD"))
    ia = intrinsic_armour(ssz)
    return Figures(
        ssz=ssz,
        category=size_class(ssz),
        exact_cost=exact,
        cost=cost,
        tp=new_design_tp(cost) if is_new else REDESIGN_TP,
        ar=armour.count,
        hf=armour.level,
        ia=ia,
        ta=armour.count * armour.level + ia,
        ie=_first(design, "IE").level,
        jd=jump.level,
        lt=jump.lt,
        si=shields.level,
        sm=shields.count,
        shields=shields.level * shields.count,
        sr=shield_recovery(shields.level, shields.count),
        fa=beams.accuracy,
        fd=beams.damage,
        fp_range=max((beam_range(part.level) for part in parts_of(design, "FP")), default=-1),
        is_armed=any(part.kind in ARMED for part in parts),
        holds=sum(part.count for part in parts_of(design, "CH")),
        bays=levels_of(design, "LB"),
        carried=carry_size(ssz),
        lines=lines,
        installations=tuple(installations(design)),
    )


def _first(design: Design, kind: str) -> Component:
    """The line of a kind that stands once; one of nothing if there is none."""
    return next(iter(parts_of(design, kind)), Component(kind, count=0))


def _by_drive(part: Component) -> tuple[int, int]:
    return part.level, -part.lt
