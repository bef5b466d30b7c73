"""Whether fires and launches are possible, as far as their player can know."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.games.deltavee.orders.fire_lines import FireLine, FireWay, HitsLine, MissileLaunch
from pbm.games.deltavee.orders.fire_printer import way_words
from pbm.games.deltavee.orders.reading.building import Builder
from pbm.games.deltavee.orders.reading.names import ANY
from pbm.games.deltavee.orders.roster import GONE
from pbm.games.deltavee.state.pod_contents import stock_fault, weapon_pod
from pbm.games.deltavee.state.ratings import MOST_SPEED, WEAPON_PODS
from pbm.games.deltavee.state.units import BATTLECRAFT, Unit
from pbm.games.deltavee.state.usable import BURSTER, EXTRA, fire_types, fires, item_fault
from pbm.kit.problems import illegal
from pbm.language.order_builder import NOT_DONE

_NO_EXTRA = "only a battle communications pod that works gives an extra fire"


def check_fire(builder: Builder, line: FireLine) -> FireLine | None:
    """A fire line without the ways that can never be used; None if none is left.

    Rule: DV 8.1, DV 9.2.
    """
    if builder.kind == BATTLECRAFT and line.item != BURSTER:
        why = "A battlecraft has a burster and no pods"
        _refuse(builder, f"{builder.name} has no {line.item}", why, "DV 8.1")
        return None
    unit = builder.unit
    if unit is not None and (why := _item(unit, line)):
        by = line.source or line.item
        fault = f"{builder.name} makes no {'extra fire' if by == EXTRA else f'fire by {by}'}"
        _refuse(builder, fault, f"{why[:1].upper()}{why[1:]}", "DV 8.1")
        return None
    kept = tuple(way for way in line.ways if _kept(builder, unit, line, way))
    return replace(line, ways=kept) if kept else None


def _refuse(builder: Builder, fault: str, reason: str, rule: str) -> None:
    builder.say(illegal(fault, reason=reason, rule=rule, outcome=NOT_DONE))


def _item(unit: Unit, line: FireLine) -> str:
    """Why an item makes no fire at all, in a phrase."""
    if line.item not in fires(unit):
        return _NO_EXTRA if line.item == EXTRA else item_fault(unit, line.item, "fire")
    if line.source and line.source not in fires(unit):
        return item_fault(unit, line.source, "fire")
    return ""


def _kept(builder: Builder, unit: Unit | None, line: FireLine, way: FireWay) -> bool:
    if isinstance(way, MissileLaunch):
        why = _launch(builder, unit, line, way)
        rule = "DV 9.2"
    else:
        why = _shot(unit, line, way.type)
        rule = "DV 8.1"
        if not why and not _has_target(builder, way.targets):
            _no_target(builder)
    if why:
        words = way_words(way, builder.names)
        fault = f"{builder.name} cannot do this: {words}"
        _refuse(builder, fault, f"{why[:1].upper()}{why[1:]}", rule)
    return not why


def _shot(unit: Unit | None, line: FireLine, type: str) -> str:
    if line.item == BURSTER and type.startswith("particle"):
        return "a burster is a laser"
    if unit is None:
        return ""
    sources = [line.source or line.item]
    if sources == [EXTRA]:
        sources = [item for item in fires(unit) if item != EXTRA]
    if any(type in fire_types(unit, source) for source in sources):
        return ""
    return item_fault(unit, sources[0], type)


def _launch(builder: Builder, unit: Unit | None, line: FireLine, way: MissileLaunch) -> str:
    if line.item == BURSTER or line.source == BURSTER:
        return "only a weapon pod launches missiles"
    if abs(way.speed) > MOST_SPEED:
        return "a missile is launched at its ship's velocity, one more or one less"
    if unit is None:
        return ""
    sources = [line.source or line.item]
    if sources == [EXTRA]:
        sources = [pod.name for pod in unit.pods_of(*WEAPON_PODS)]
    faults = [_from_pod(builder, unit, source, way.missile) for source in sources]
    return "" if not all(faults) else faults[0] if faults else "it has no weapon pod"


def _from_pod(builder: Builder, unit: Unit, source: str, missile: str) -> str:
    """Why a pod can launch no missile of a type now or later, in a phrase."""
    pod = weapon_pod(unit, int(source.removeprefix("pod ")))
    if isinstance(pod, str):
        return pod
    atop = builder.roster.state.atop(unit.id)
    if any((one.klass, one.pod) == (missile, pod.box) for one in atop):
        return ""
    return stock_fault(pod, missile, preparing=True)


def _has_target(builder: Builder, targets: Sequence[str]) -> bool:
    gone = {unit.id for unit in builder.roster.units if unit.status in GONE}
    gone |= {one.id for one in builder.roster.contacts.values() if one.status == "gone"}
    return any(target in ANY or target not in gone for target in targets)


def _no_target(builder: Builder) -> None:
    why = "None of the units it names can be fired at"
    outcome = "Nothing will be fired by it"
    builder.say(illegal("this line has no target left", reason=why, outcome=outcome))


def check_hits(builder: Builder, line: HitsLine) -> HitsLine:
    """A hits line; parts that the unit has not got are left out of ``own hits``."""
    unit = builder.unit
    if unit is None or not line.own:
        return line
    names = {word for part in unit.parts for word in (part.name, part.kind)}
    lacking = [word for word in line.parts if word not in names | {"any", "weapon pods"}]
    if lacking:
        fault = f"{builder.name} has no {', '.join(lacking)}"
        builder.say(illegal(fault, rule="DV 8.7", outcome="The rest of the line stands"))
    return replace(line, parts=tuple(word for word in line.parts if word not in lacking))
