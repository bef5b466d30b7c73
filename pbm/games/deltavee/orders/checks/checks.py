"""What is understood but not allowed: each order against the rules, as far as its player knows.

An order that may become possible until it is carried out is kept; one that never can is left
out, or the part of it that cannot. Both are said with their numbers and the rule. Legality
itself stands where the run has it, and is asked there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.games.deltavee.orders.battle_commands import BattleLine
from pbm.games.deltavee.orders.checks.check_battle import check_battle
from pbm.games.deltavee.orders.checks.check_fire import check_fire, check_hits
from pbm.games.deltavee.orders.checks.check_reserve import (
    check_enter,
    check_jettison,
    check_transfer,
)
from pbm.games.deltavee.orders.checks.check_setup import check_place, check_pods
from pbm.games.deltavee.orders.conditions import ALWAYS
from pbm.games.deltavee.orders.doctrine_lines import FieldLine, InterceptLine
from pbm.games.deltavee.orders.fire_lines import FireLine, HitsLine
from pbm.games.deltavee.orders.orders import Orders, UnitOrders
from pbm.games.deltavee.orders.reading.building import Builder
from pbm.games.deltavee.orders.setup_lines import (
    EnterLine,
    JettisonLine,
    PlaceLine,
    PodsLine,
    TransferLine,
)
from pbm.games.deltavee.state.units import (
    BATTLECRAFT,
    MIMS,
    MISSILE,
    MISSILE_TYPES,
    SPACESHIP,
    UNGUIDED,
)
from pbm.games.deltavee.state.usable import fields
from pbm.kit.problems import illegal
from pbm.language.line_log import article
from pbm.language.order_builder import NOT_DONE

DECLINING_CIV = 8
_CRAFT = (SPACESHIP, BATTLECRAFT)
_SETUP = ("place", "pods")

# Which units a line is for, why not for others, and where that stands.
_FOR: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "battle": ((SPACESHIP,), "Only a spaceship takes Battle Commands", "DV 7.3"),
    "fire": (_CRAFT, "Missiles do not fire", "DV 8.0"),
    "own hits": (_CRAFT, "A missile has no parts", "DV 8.7"),
    "hold": (_CRAFT, "Missiles do not fire", "DV 8.0"),
    "floor": (_CRAFT, "Missiles do not fire", "DV 8.2"),
    "field": ((SPACESHIP,), "Only a spaceship has a force field", "DV 4.6"),
    "intercept": ((MISSILE,), "Only missiles intercept", "DV 9.6"),
    "planet": (_CRAFT, "A missile that enters a planet hex is destroyed", "DV 6.5"),
    "orbit": (_CRAFT, "A missile that enters a planet hex is destroyed", "DV 6.5"),
    "release": ((MISSILE,), "Only a MIMS releases missiles", "DV 9.9"),
    "place": (_CRAFT, "Missiles are not placed at set-up", "DV 10.1"),
    "pods": ((SPACESHIP,), "Only a spaceship has pods", "DV 10.1"),
    "enter": ((SPACESHIP,), "Only spaceships are kept in reserve", "DV S8"),
    "transfer": ((SPACESHIP,), "Only a spaceship has pods", "DV S9"),
    "jettison": ((SPACESHIP,), "Only a spaceship has pods", "DV S9"),
}


def check(builder: Builder, verb: str, line: Any, kind: str) -> Any:
    """The order if it is to be kept, perhaps with less in it, else None.

    ``kind`` is that of the sheet. Problems go to the builder. Rule: DV PBM.
    """
    if _misplaced(builder, verb, kind) or _not_for(builder, verb):
        return None
    match line:
        case BattleLine():
            return check_battle(builder, line)
        case FireLine():
            return check_fire(builder, line)
        case HitsLine():
            return check_hits(builder, line)
        case InterceptLine():
            return _intercept(builder, line)
        case FieldLine():
            return _field(builder, line)
        case PlaceLine():
            return check_place(builder, line)
        case PodsLine():
            return check_pods(builder, line)
        case EnterLine():
            return check_enter(builder, line)
        case TransferLine():
            return check_transfer(builder, line)
        case JettisonLine():
            return check_jettison(builder, line)
        case _:
            return line


def _misplaced(builder: Builder, verb: str, kind: str) -> bool:
    if (verb in _SETUP) == (kind == "SETUP"):
        return False
    fault = (
        f"a {verb} line belongs on a SETUP sheet"
        if verb in _SETUP
        else f"{article(verb)} {verb} line has no place on a SETUP sheet"
    )
    why = "Ships are placed and fitted out at set-up, and do nothing else there"
    builder.say(illegal(fault, reason=why, outcome=NOT_DONE))
    return True


def _not_for(builder: Builder, verb: str) -> bool:
    """Say of a line that it is for units of another kind, if it is."""
    kinds, why, rule = _FOR.get(verb, ((*_CRAFT, MISSILE), "", ""))
    klass = builder.kind if builder.record is None else builder.record.klass
    kind = MISSILE if builder.kind in MISSILE_TYPES else builder.kind
    wrong_missile = verb == "release" and klass not in (MIMS, MISSILE)
    if verb == "command" and klass == UNGUIDED:
        why, rule = "An unguided missile takes no Maneuver Commands", "DV 7.1"
    elif kind in kinds and not wrong_missile:
        return False
    fault = f"{builder.name} has no use for {article(verb)} {verb} line"
    builder.say(illegal(fault, reason=why, rule=rule, outcome=NOT_DONE))
    return True


def _field(builder: Builder, line: FieldLine) -> FieldLine | None:
    """Rule: DV 9.8."""
    unit = builder.unit
    if unit is None or fields(unit) or not line.attempt:
        return line
    fault = f"{builder.name} has no force field"
    builder.say(illegal(fault, rule="DV 4.6", outcome=NOT_DONE))
    return None


def _intercept(builder: Builder, line: InterceptLine) -> InterceptLine:
    """Only a missile of Civ Level 8 may decline. Rule: DV 9.6."""
    unit = builder.unit
    declines = not line.attempt or line.least_chance or line.spare or line.only
    if unit is not None and declines and unit.civ < DECLINING_CIV:
        builder.say(
            illegal(
                f"{builder.name} must intercept whatever it meets",
                reason=f"Its Civ Level is {unit.civ}, and only one of {DECLINING_CIV} may decline",
                rule="DV 9.6",
                outcome="Of this line only what it prefers will count" if line.first else NOT_DONE,
            )
        )
    return line


# --- the lines of a unit together -----------------------------------------------------------


def unreached(orders: Orders, names: Mapping[str, str]) -> Iterator[tuple[int, str, str]]:
    """Lines that cannot count because of one above: line number, fault, reason.

    ``names`` are what messages call the units and kinds of units, by id and kind.
    """
    for key, unit in (*orders.units.items(), *orders.all.items()):
        yield from _of_unit(unit, names[key])


def _of_unit(unit: UnitOrders, name: str) -> Iterator[tuple[int, str, str]]:
    for word, lines in (
        ("field", unit.field),
        ("orbit", unit.orbit),
        ("release", unit.release),
    ):
        yield from _after_always(word, lines, name)
    commands = [line for line in unit.commands if not isinstance(line, BattleLine)]
    battles = [line for line in unit.commands if isinstance(line, BattleLine)]
    for word, chain in (("command", commands), ("battle", battles), ("planet", unit.planet)):
        yield from _else_after_always(word, chain, name)
    for word, setting in (("place", unit.place), ("pods", unit.pods)):
        for line in setting[1:]:
            yield line.ref.line, f"there is more than one {word} line for {name}", _LAST


_LAST = "The last that can be carried out counts"


def _after_always(word: str, lines: Sequence[Any], name: str) -> Iterator[tuple[int, str, str]]:
    always = 0
    for line in lines:
        if always:
            reason = f"Line {always} comes first and always holds"
            yield line.ref.line, f"this {word} line of {name} never counts", reason
        elif line.condition == ALWAYS:
            always = line.ref.line


def _else_after_always(
    word: str, lines: Sequence[Any], name: str
) -> Iterator[tuple[int, str, str]]:
    """An ``else`` counts only if nothing of its chain held."""
    always = 0
    for line in lines:
        if not line.otherwise:
            always = 0
        elif always:
            if line.ref.line == always:
                fault = f'what stands behind "else" in this {word} line of {name} never counts'
                yield always, fault, "What stands before it always holds"
            else:
                reason = f"Line {always} always holds, and this one says else"
                yield line.ref.line, f"this {word} line of {name} never counts", reason
        if line.condition == ALWAYS and not always:
            always = line.ref.line
