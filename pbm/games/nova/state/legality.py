"""What is wrong with a design, all at once; what a redesign may change.

Rule: NV TEC-01 to TEC-05, TEC-41 to TEC-46, DSN-13 to DSN-34.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.games.nova.state.components import (
    BAY,
    HOLD,
    IMPROVES,
    NAMES,
    NEEDS,
    NUMBERED,
    RATED,
    Component,
)
from pbm.games.nova.state.design import Design, Installation, figures, parts_of
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.sizes import intrinsic_tc_from, size_class
from pbm.games.nova.state.technology import LT, level_of, may_use
from pbm.kit.english import with_article
from pbm.kit.records import Record

# Of these a design has one line at most: all shields alike, one sort of armour, one engine.
ONE_LINE = ("IE", "AR", "SI")
# Redesigns go upwards, lag time downwards (NV A-RSD-WORSE, A-TECH-DOWN).
IMPROVABLE = ("EW", "FC", "FA", "FD", "HF", "LT", "OS", "SN", "SS", "SI")


class Fault(Record):
    """One thing that is wrong: what, why with its numbers, and the rule.

    ``at`` is the index of the line in the design's parts, -1 where it is of the whole.
    """

    fault: str
    reason: str
    rule: str
    at: int = -1


class RatingChange(Record):
    """What a redesign makes of one installation: ``rating`` from ``old`` to ``new``.

    ``name`` is the installation's, or ``AR`` for the armour, or ``TC`` for the communicator
    that comes with the size.
    """

    name: str
    rating: str
    old: int
    new: int

    @property
    def is_better(self) -> bool:
        """Whether it is an improvement: lag time down, all else up."""
        return self.new < self.old if self.rating == LT else self.new > self.old


def rating_of(part: Component, rating: str) -> int:
    """What a line says of a technology: ``FA`` of a projector, ``LT`` of a jump drive."""
    if rating == LT:
        return part.lt
    if rating == "PR":
        return part.pr
    if rating in ("FA", "WA"):
        return part.accuracy
    if rating in ("FD", "PD", "WD"):
        return part.damage
    return part.count if rating == "SM" else part.level


def faults(design: Design, levels: Mapping[str, int]) -> tuple[Fault, ...]:
    """Everything that keeps an empire with these technology levels from this design.

    Rule: NV TEC-41, DSN-15, DSN-16, DSN-20. Ambiguity: NV A-FP-SIZE, A-DESIGN-MIXED,
    A-IE-MULTI, A-SN-MULTI.
    """
    return tuple(_faults(design, levels))


def _faults(design: Design, levels: Mapping[str, int]) -> Iterator[Fault]:
    if not any(part.level > 0 for part in parts_of(design, "IE")):
        reason = "the design has no impulse engine"
        yield Fault("every ship needs at least IE 1", reason, "NV DSN-16")
    for kind in ONE_LINE:
        number = len(parts_of(design, kind))
        if number > 1:
            yield Fault(
                f"{kind} stands on {number} lines",
                f"a ship has one line of {NAMES[kind].lower()}, all of it alike",
                "NV DSN-25" if kind == "SI" else "NV DSN-16" if kind == "IE" else "NV DSN-11",
            )
    beams = {(part.accuracy, part.damage) for part in parts_of(design, "FP")}
    if len(beams) > 1:
        said = " and ".join(f"FA {fa} FD {fd}" for fa, fd in sorted(beams))
        yield Fault("the force beams differ", f"a ship has one FA and FD, not {said}", "NV DSN-15")
    for at, part in enumerate(design.parts):
        for fault in _part_faults(part, levels):
            yield replace(fault, at=at)
    yield from _communicator_faults(design, levels)


def _part_faults(part: Component, levels: Mapping[str, int]) -> Iterator[Fault]:
    kind = part.kind
    if part.count < 1:
        yield Fault(f"{kind} is listed {part.count} times", "it takes at least 1", "NV DSN-05")
    if kind == "IE" and part.count > 1:
        yield Fault(f"{part.count} impulse engines", "a ship has one", "NV DSN-16")
    if kind in NUMBERED and part.level < 1:
        yield Fault(f"{kind} {part.level} is not allowed", "the number is at least 1", "NV TEC-02")
    elif kind == "CH" and part.level % HOLD:
        yield Fault(f"CH {part.level} is not allowed", f"holds come in {HOLD}s", "NV TEC-08")
    elif kind == "LB" and part.level % BAY:
        yield Fault(f"LB {part.level} is not allowed", f"bays come in tens: {BAY}, 20", "NV DSN-20")
    for rating in (*NEEDS[kind], *((LT,) if kind == "JD" else ())):
        yield from _rating_faults(part, rating, levels)


def _rating_faults(part: Component, rating: str, levels: Mapping[str, int]) -> Iterator[Fault]:
    best = level_of(levels, rating)
    if part.kind == "ML":
        if not best:
            yield Fault("ML cannot be used", f"it needs the technology {rating}", "NV TEC-25")
        return
    own = rating_of(part, rating)
    said = f"{rating} {own}"
    rule = f"NV TEC-03, TEC-41, {'DSN-15' if part.kind == 'FP' else 'DSN-08'}"
    if rating == LT and own < 1:
        yield Fault(f"{said} is not allowed", "lag times are at least 1", "NV DSN-19")
    elif own < 1:
        if rating in RATED[part.kind]:
            yield Fault(f"{rating} of the {part.kind} is not stated", "it is at least 1", rule)
    elif may_use(levels, rating, own):
        return
    elif rating == LT:
        yield Fault(f"{said} is beyond your technology", f"your lag time is {best}", "NV DSN-19")
    elif best:
        yield Fault(f"{said} is beyond your technology", f"your {rating} is {best}", "NV TEC-41")
    else:
        yield Fault(f"{said} is beyond your technology", f"you have no {rating}", "NV TEC-41")


def _communicator_faults(design: Design, levels: Mapping[str, int]) -> Iterator[Fault]:
    level, best = design.intrinsic_tc, level_of(levels, "TC")
    if not level:
        return
    if level > best:
        yield _no_such_tc(level, best)
    ssz, least = figures(design).ssz, intrinsic_tc_from(best)
    if ssz < least.least:
        yield Fault(
            "no communicator comes with this size",
            f"SSZ {ssz} is {with_article(size_class(ssz).name)}; with TC {best} it takes "
            f"{with_article(least.name)}, SSZ {least.least}",
            "NV DSN-28",
        )


def _no_such_tc(level: int, best: int) -> Fault:
    return Fault(f"TC {level} is beyond your technology", f"your TC is {best}", "NV TEC-41")


def with_intrinsic_tc(design: Design, levels: Mapping[str, int]) -> Design:
    """A new design with the communicator its size brings under these levels.

    One that is marked already stays as marked. For redesigns it is not asked: a better
    technology helps later designs only. Rule: NV DSN-28, DSN-30, DSN-31.
    """
    best = level_of(levels, "TC")
    if design.intrinsic_tc or figures(design).ssz < intrinsic_tc_from(best).least:
        return design
    return replace(design, intrinsic_tc=best)


def redesign_faults(
    old: Design, new: Design, levels: Mapping[str, int], turn: int = 1
) -> tuple[Fault, ...]:
    """Everything that keeps ``new`` from being a redesign of ``old`` in this turn.

    Rule: NV DSN-33, DSN-34, SET-32. Ambiguity: NV A-RSD-WORSE, A-RSD-HF, A-RSD-TC.
    """
    found = [*_redesign_faults(old, new), *_improved_faults(old, new, levels)]
    if turn < 1:
        found.insert(0, Fault("no redesigns before turn 1", f"this is turn {turn}", "NV DSN-34"))
    return tuple(found)


def _improved_faults(old: Design, new: Design, levels: Mapping[str, int]) -> list[Fault]:
    """What the new design is faulted for and the old one was not: old parts stay legal."""
    before = set(faults(replace(old, intrinsic_tc=0), levels))
    # A design keeps the communicator it came with; the size its technology asked for has passed.
    level = new.intrinsic_tc
    found = [f for f in faults(replace(new, intrinsic_tc=0), levels) if f not in before]
    if level > max(level_of(levels, "TC"), old.intrinsic_tc):
        found.append(_no_such_tc(level, level_of(levels, "TC")))
    return found


def _redesign_faults(old: Design, new: Design) -> Iterator[Fault]:
    rule = "NV DSN-33"
    if differences(old, new):
        for said in differences(old, new):
            yield Fault(said, f"only {', '.join(IMPROVABLE)} may change", rule)
        return
    found = changes(old, new)
    if not found:
        yield Fault("nothing is improved", f"it is the same as {old.name}", rule)
    for change in found:
        if not change.is_better:
            yield Fault(
                f"{change.rating} of {change.name} gets worse",
                f"it is {change.old} and would be {change.new}",
                rule,
            )
        elif change.name == "TC" and not change.old:
            yield Fault("a communicator is added", "nothing may be added", rule)


def differences(old: Design, new: Design) -> tuple[str, ...]:
    """What differs between two designs that no redesign may change, in words.

    Installations are compared kind by kind, each kind in the order of its sheet.
    """
    ours, theirs = _fixed(old), _fixed(new)
    kinds = [*ours, *(kind for kind in theirs if kind not in ours)]
    found = []
    for kind in kinds:
        before, after = ours.get(kind, []), theirs.get(kind, [])
        if kind == "SI" and len(before) != len(after):
            found.append(f"SM goes from {len(before)} to {len(after)}")
        elif kind == "TC" and not before and old.intrinsic_tc:
            found.append(
                f"TC {after[0].level} is written as a part of its own, where intrinsic TC "
                f"{old.intrinsic_tc} comes with the size"
            )
        elif before != after:
            kept = min(len(before), len(after))
            if before[:kept] == after[:kept]:
                act = "added" if len(after) > len(before) else "taken away"
                found.append(f"{kind} is {act}")
            else:
                found.append(f"{kind} is changed")
    return tuple(found)


def _fixed(design: Design) -> dict[str, list[Component]]:
    """By kind, the pieces of a design without what may be improved of them."""
    found: dict[str, list[Component]] = {}
    armour = [replace(part, level=0) for part in parts_of(design, "AR")]
    if armour:
        found["AR"] = armour
    for piece in figures(design).installations:
        part = piece.part
        if part.kind == "FP":
            part = replace(part, accuracy=0, damage=0)
        elif part.kind == "JD":
            part = replace(part, lt=0)
        elif IMPROVES[part.kind]:
            part = replace(part, level=0)
        found.setdefault(part.kind, []).append(part)
    return found


def changes(old: Design, new: Design) -> tuple[RatingChange, ...]:
    """What a redesign changes, installation by installation, where nothing else differs."""
    after = {piece.name: piece.part for piece in _changeable(new)}
    found = [
        RatingChange(piece.name, rating, rating_of(piece.part, rating), rating_of(other, rating))
        for piece in _changeable(old)
        if (other := after.get(piece.name)) is not None
        for rating in IMPROVES[piece.part.kind]
        if rating_of(piece.part, rating) != rating_of(other, rating)
    ]
    if old.intrinsic_tc != new.intrinsic_tc:
        found.append(RatingChange("TC", "TC", old.intrinsic_tc, new.intrinsic_tc))
    return tuple(found)


def _changeable(design: Design) -> Iterator[Installation]:
    for number, part in enumerate(parts_of(design, "AR")):  # of a legal design one at most
        yield Installation(f"AR{number + 1}" if number else "AR", part)
    yield from figures(design).installations


def missile_faults(missile: MissileDesign, levels: Mapping[str, int]) -> tuple[Fault, ...]:
    """Everything that keeps an empire from this missile. Rule: NV DSN-22."""
    return tuple(
        Fault(
            f"{rating} {own} is not allowed"
            if own < 1
            else f"{rating} {own} is beyond your technology",
            f"your {rating} is {best}" if best else f"you have no {rating}",
            "NV DSN-22",
        )
        for rating, own in (("MD", missile.md), ("MA", missile.ma), ("MR", missile.mr))
        if not may_use(levels, rating, own)
        for best in (level_of(levels, rating),)
    )
