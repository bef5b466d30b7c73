"""Commands of a line, from their words: Maneuver Commands, planet orders, Battle Commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial

from pbm.games.deltavee.orders.battle_commands import (
    Battle,
    BattleLine,
    BattleStep,
    Control,
    DockWith,
    Field,
    Launch,
    Prepare,
    Refuel,
    Search,
    Tractor,
    Undock,
)
from pbm.games.deltavee.orders.doctrine_lines import PlanetLine
from pbm.games.deltavee.orders.maneuver_commands import (
    Change,
    Chase,
    CommandLine,
    Jump,
    Maneuver,
    Weave,
)
from pbm.games.deltavee.orders.reading.building import Builder, Hand
from pbm.games.deltavee.orders.reading.common_mistakes import launched_from
from pbm.games.deltavee.orders.syntax.naming import Ref
from pbm.games.deltavee.orders.syntax.parsed_lines import Part, Statement
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.units import GUIDED, MISSILE_TYPES

# Where the next order of a line begins.
_ELSE = re.compile(r";|\belse\b", re.IGNORECASE)
CHANGES = ("accelerate", "decelerate", "left", "right")
_JUMPS = {"prepare jump": "prepare", "jump": "jump", "abort jump": "abort"}


def command_line(builder: Builder, statement: Statement) -> CommandLine:
    """A command line."""
    return CommandLine(
        builder.ref,
        _maneuvers(builder, _whole(builder, statement)),
        builder.condition(statement.holds.condition),
        statement.holds.otherwise,
    )


def _maneuvers(builder: Builder, parts: Iterable[Part]) -> tuple[Maneuver, ...]:
    found: list[Maneuver] = []
    for part in parts:
        last = found[-1] if found else None
        if part.kind == "or abort" and isinstance(last, Jump):
            found[-1] = Jump("jump", last.condition, or_abort=True)
        else:
            found.append(_maneuver(builder, part))
    return tuple(found)


def _whole(builder: Builder, statement: Statement) -> tuple[Part, ...]:
    """The commands of an order, without a condition of which it is not clear what it limits."""
    acts = tuple(part for part in statement.parts if part.kind not in ("when", "nothing"))
    for index, part in enumerate(statement.parts):
        if part.kind == "when":
            _unclear(builder, statement, index)
    return acts


def _unclear(builder: Builder, statement: Statement, index: int) -> None:
    text = builder.line.text
    parts = statement.parts
    starts = [part.word.start_pos or 0 for part in parts]
    ends = [*starts[1:], len(text)]
    words = [
        _ELSE.split(text[start:end])[0].strip(" ,") for start, end in zip(starts, ends, strict=True)
    ]
    acts = [word for word, part in zip(words, parts, strict=True) if part.kind != "when"]
    one = f"{statement.verb} {words[index]}: {acts[max(index - 1, 0)]}"
    builder.bad(
        parts[index].word,
        f'it is not clear what "{words[index]}" counts for',
        reason="Several commands stand in this line",
        remedy=f"Write  {statement.verb} {words[index]}: {', '.join(acts)}  for all of them, or  "
        f"{one}  in a line of its own",
    )


def _maneuver(builder: Builder, part: Part) -> Maneuver:
    if part.kind in CHANGES:
        return change(builder, part)
    if part.kind == "weave":
        return _weave(builder, part)
    if part.kind == "chase":
        return Chase(builder.targets(part.units))
    return Jump(_JUMPS[part.kind], builder.condition(part.condition))


def change(builder: Builder, part: Part) -> Change:
    """Accelerate, Decelerate or Direction Change; only a velocity can be come *to*."""
    if part.to is not None and part.kind in ("left", "right"):
        builder.bad(
            part.word,
            f"{part.kind} takes a number of Direction Changes",
            remedy=f"Write  {part.kind} 2  or the like",
        )
    elif part.number == 0:
        builder.bad(part.word, f'"{part.word}" is to be done no times')
    return Change(part.kind, 1 if part.number is None else part.number, part.to)


def _weave(builder: Builder, part: Part) -> Weave:
    if part.at is not None:
        return Weave(hex=builder.hex(part.at))
    if part.units:
        return Weave(away=builder.listed(part.units, builder.target))
    return Weave(bearing=builder.bearing(part.word, part.number))


def planet_line(builder: Builder, statement: Statement) -> PlanetLine:
    """What to do on entering a planet hex."""
    return PlanetLine(
        builder.ref,
        tuple(change(builder, part) for part in _whole(builder, statement)),
        builder.condition(statement.holds.condition),
        statement.holds.otherwise,
    )


# --- Battle Commands ------------------------------------------------------------------------


def battle_line(builder: Builder, statement: Statement) -> BattleLine:
    """A battle line."""
    return BattleLine(
        builder.ref,
        tuple(builder.each(statement.parts, partial(_step, builder))),
        builder.condition(statement.holds.condition),
        statement.holds.otherwise,
    )


def _step(builder: Builder, part: Part) -> BattleStep:
    if part.kind != "limited":
        return BattleStep(_battle(builder, part))
    (act,) = part.parts
    hand = Hand(reach=act.kind in ("tractor", "dock"), target=act.units)
    return BattleStep(_battle(builder, act), builder.condition(part.condition, hand))


def _battle(builder: Builder, part: Part) -> Battle:
    inner = builder.once(one for one in part.parts if one.kind == "from")
    box = inner["from"].number or 0 if inner else 0
    match part.kind:
        case "prepare":
            return Prepare(part.name, box)
        case "prepare craft":
            return Prepare(battlecraft=_own(builder, part))
        case "control":
            return Control(_guided(builder, part) if part.units else "")
        case "launch craft":
            bearing, direction, speed = placing(builder, part.parts)
            return Launch(_launched(builder, part), bearing, direction, speed)
        case "search":
            return Search()
        case "field on" | "field off":
            return Field(up=part.kind == "field on")
        case "tractor":
            return Tractor(builder.targets(part.units), _pulls(builder, part), box)
        case "dock":
            return DockWith(_docking(builder, part))
        case "undock":
            return Undock()
        case _:
            return Refuel(_own(builder, part), part.number)


def _own(builder: Builder, part: Part) -> str:
    found = builder.own(part.units[0])
    return "" if found is None else found.id


def _launched(builder: Builder, part: Part) -> str:
    """A battlecraft to launch; a missile is launched by its pod's fire."""
    (ref,) = part.units
    kind = ref.text.casefold()
    if kind not in MISSILE_TYPES or builder.roster.own(ref.text) is not None:
        return _own(builder, part)
    builder.bad(
        ref.word,
        f"{kind} is a type of missile, no battlecraft",
        reason="A missile is launched by the fire of a pod",
        remedy=launched_from(builder.roster, builder.record, f"launch {kind}"),
        rule="DV 9.0",
    )
    return ""


def _guided(builder: Builder, part: Part) -> str:
    """A missile to control; where there is none of the number, those that there are are named."""
    (ref,) = part.units
    if builder.roster.own(ref.text) is not None or ref.whose not in ("", "own"):
        return _own(builder, part)
    guided = [
        unit.designation
        for unit in builder.roster.fleet()
        if unit.klass == GUIDED and builder.record in (None, builder.roster.record(unit.mother))
    ]
    builder.bad(
        ref.word,
        f"there is no missile {ref.text} of yours",
        reason="A missile gets its number when it is prepared or launched",
        remedy=_there_are(guided, "Of this ship there" if builder.record else "There"),
    )
    return ""


def _there_are(guided: Sequence[str], where: str) -> str:
    if not guided:
        return f"One that has none yet is meant by  control {GUIDED}"
    return f"{where} {'are' if guided[1:] else 'is'} {' and '.join(guided)}"


def _pulls(builder: Builder, part: Part) -> tuple[Change | Weave, ...]:
    return tuple(
        _weave(builder, one) if one.kind == "weave" else change(builder, one)
        for one in part.parts
        if one.kind != "from"
    )


def _docking(builder: Builder, part: Part) -> tuple[str, ...]:
    """One's own units, or where there is none of the name the enemy's."""

    def meant(ref: Ref) -> str:
        own = builder.roster.own(ref.text) if ref.whose in ("", "own") else None
        if own is None or builder.is_itself(ref):
            return "".join(builder.targets([ref]))
        return own.id

    return builder.listed(part.units, meant)


def placing(
    builder: Builder, parts: Iterable[Part]
) -> tuple[Direction | None, Direction | None, int]:
    """Bearing, direction and difference of velocity of what is launched."""
    found = builder.once(part for part in parts if part.kind in ("bearing", "direction", "speed"))
    bearing, direction, speed = (found.get(kind) for kind in ("bearing", "direction", "speed"))
    return (
        builder.bearing(bearing.word, bearing.number) if bearing else None,
        builder.direction(direction.word, direction.number) if direction else None,
        (speed.number or 0) if speed else 0,
    )
