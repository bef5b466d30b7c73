"""Fire and launches of a line, from their words; what to hit, when to hold fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from pbm.games.deltavee.orders.fire_lines import (
    FireLine,
    FireWay,
    FloorLine,
    HitsLine,
    HoldLine,
    MissileLaunch,
    Shot,
)
from pbm.games.deltavee.orders.reading.build_commands import placing
from pbm.games.deltavee.orders.reading.build_doctrine import pod_kind, pods_of
from pbm.games.deltavee.orders.reading.building import Builder, Hand
from pbm.games.deltavee.orders.reading.pod_kinds import HULL
from pbm.games.deltavee.orders.syntax.naming import Ref
from pbm.games.deltavee.orders.syntax.parsed_lines import Part, Statement

# What each act has no use for, and what messages call it.
_FOREIGN = {
    "shot": ("bearing", "direction", "speed", "towards"),
    "launch": ("until", "at_most"),
}
_WHAT = {"shot": "fire", "launch": "a launch"}


@dataclass(slots=True)
class _Way:
    """One way to use a fire, with the limits written behind it."""

    act: Part
    limits: list[Part] = field(default_factory=list)


def fire_line(builder: Builder, statement: Statement) -> FireLine:
    """A fire, pod or extra line."""
    ways = list(_split(statement.parts))
    # A condition before the ways may ask of the fire at hand, whichever it is.
    fires = any(way.act.kind == "shot" for way in ways)
    hand = Hand(fire=fires, target=_targets(ways[0]))
    return FireLine(
        builder.ref,
        statement.item,
        tuple(builder.each(ways, partial(_way, builder))),
        builder.condition(statement.holds.condition, hand),
        statement.holds.otherwise,
        statement.source,
    )


def _split(parts: Sequence[Part]) -> Iterator[_Way]:
    """The ways of a line, each with its limits."""
    way = _Way(parts[0])
    for part in parts[1:]:
        if part.kind == "else":
            yield way
            way = _Way(part.parts[0])
        else:
            way.limits.append(part)
    yield way


def _targets(way: _Way) -> tuple[Ref, ...]:
    towards = (ref for part in way.limits if part.kind == "towards" for ref in part.units)
    return way.act.units or tuple(towards)


def _way(builder: Builder, way: _Way) -> FireWay:
    limits = builder.once(part for part in way.limits if part.kind != "when")
    hand = Hand(fire=way.act.kind == "shot", target=_targets(way))
    raws = [part.condition for part in way.limits if part.kind == "when"]
    condition = builder.conditions(raws, hand)
    foreign = _FOREIGN[way.act.kind]
    for kind, part in limits.items():
        if kind in foreign:
            builder.bad(part.word, f'"{part.word}" does not go with {_WHAT[way.act.kind]}')
    if way.act.kind == "launch":
        towards = limits.get("towards")
        bearing, direction, speed = placing(builder, limits.values())
        return MissileLaunch(
            way.act.name,
            bool(way.act.number),
            bearing,
            direction,
            speed,
            builder.targets(towards.units) if towards else (),
            condition,
        )
    most, until = limits.get("at_most"), limits.get("until")
    if most is not None and not most.number:
        builder.bad(most.word, "at most 0 fires are none", remedy="Leave the line out")
    return Shot(
        way.act.name,
        builder.enemies(way.act.units),
        condition,
        until.name if until else "destroyed",
        (most.number or 0) if most else 0,
    )


def hits_line(builder: Builder, statement: Statement) -> HitsLine:
    """What to hit first, or with ``own`` what to lose first."""
    on: list[str] = []
    for part in statement.parts:
        if part.kind == "on":
            on += builder.enemies(part.units)
    named = [part for part in statement.parts if part.kind not in ("on", "finish")]
    found = builder.each(named, partial(_parts, builder)) if named else []
    words = dict.fromkeys(name for names in found for name in names)
    finish = any(part.kind == "finish" for part in statement.parts)
    own = statement.verb == "own hits"
    return HitsLine(builder.ref, tuple(words), tuple(on), finish and not own, own)


def _parts(builder: Builder, part: Part) -> tuple[str, ...]:
    """The parts that a word of a hits line means: one, the pods of a range, a kind of pod."""
    if part.kind == "pods":
        return pods_of(builder, part)
    if part.kind == "words":
        return (pod_kind(builder, part.word, part.name, HULL),)
    return (part.name,)


def hold_line(builder: Builder, statement: Statement) -> HoldLine:
    """No fire until a condition holds."""
    return HoldLine(builder.ref, builder.condition(statement.holds.condition))


def floor_line(builder: Builder, statement: Statement) -> FloorLine:
    """No fire that would spend energy below this."""
    return FloorLine(builder.ref, statement.parts[0].number or 0)
