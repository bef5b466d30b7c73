"""Choosing a fire: the first target of a line at which it can be carried out, from which item.

Nothing here changes the table. Rule: DV 8.0 (declaring), DV 8.1, DV 8.2.
Ambiguity: DV-A48, DV-A50, DV-A51, DV-A58.
"""

from collections.abc import Mapping, Sequence

from pbm.games.deltavee.orders.fire.fire import ShotWay
from pbm.games.deltavee.orders.lines.conditions import Attempt, Condition, holds, not_held
from pbm.games.deltavee.orders.lines.targets import called, named, wanted
from pbm.games.deltavee.rules.fire.chance import (
    IMPOSSIBLE,
    TargetValue,
    aim,
    chance_of,
    in_ten,
    units_of,
)
from pbm.games.deltavee.rules.fire.parts import means
from pbm.games.deltavee.state.command_cost import energy_units, left_over
from pbm.games.deltavee.state.energy import endless, left
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED_PART, Unit
from pbm.games.deltavee.state.usable import fire_types, item_fault, targeting
from pbm.kit.english import count
from pbm.kit.records import Record


class Gun(Record):
    """A unit's gunners while it fires: ``floor`` of energy, fires made at each target so far."""

    unit: Unit
    floor: int = 0
    made: Mapping[str, int] = {}


class ReadyFire(Record):
    """A fire that can be carried out: type, the item it comes from, target, chance, cost."""

    type: str
    source: str
    target: Unit
    aim: TargetValue
    chance: str
    units: int


def choose(
    state: State,
    gun: Gun,
    shot: ShotWay,
    conditions: Sequence[Condition],
    sources: Sequence[str],
    options: Mapping[str, str],
) -> ReadyFire | str:
    """The fire a shot makes now, or why there is none.

    ``sources`` are the items it may come from; of several the one with the best chance fires.
    ``conditions`` must hold at the target besides the shot's own limits.
    """
    able = [item for item in sources if shot.type in fire_types(gun.unit, item)]
    if not able:
        return item_fault(gun.unit, sources[0], shot.type)
    units = 0 if endless(gun.unit) else units_of(shot.type)
    if fault := _energy_fault(gun, units):
        return fault
    whys = []
    for target in wanted(state, gun.unit, shot.targets):
        ready = max(
            (_ready(state, gun.unit, shot.type, item, target, units, options) for item in able),
            key=lambda one: in_ten(one.chance),
        )
        fault = _target_fault(state, gun, shot, conditions, ready)
        if not fault:
            return ready
        whys.append(f"{called(state, target.id, gun.unit.side)}: {fault}")
    if not whys:
        return f"{named(state, shot.targets, gun.unit.side)}: nothing of it is in play"
    return "; ".join(whys)


def _ready(
    state: State,
    unit: Unit,
    type: str,
    item: str,
    target: Unit,
    units: int,
    options: Mapping[str, str],
) -> ReadyFire:
    aimed = aim(state, unit, target, targeting(unit, item), options)
    return ReadyFire(type, item, target, aimed, chance_of(type, aimed.value), units)


def _energy_fault(gun: Gun, units: int) -> str:
    """Rule: DV 8.2. The floor is the player's own."""
    has = left(gun.unit)
    if not units:
        return ""
    if units > has:
        return f"it costs {energy_units(units)}, of which {left_over(has)}"
    if has - units < gun.floor:
        return f"it costs {units} of {energy_units(has)} left, and the floor is {gun.floor}"
    return ""


def _target_fault(
    state: State, gun: Gun, shot: ShotWay, conditions: Sequence[Condition], ready: ReadyFire
) -> str:
    """Why a target is passed over, in a phrase; empty if it is fired at."""
    target, value = ready.target, ready.aim.value
    if ready.chance == IMPOSSIBLE:
        return f"no hit is possible at Target Value {value}"
    if shot.most and gun.made.get(target.id, 0) >= shot.most:
        return f"fired at {count(shot.most, 'time')} already"
    if _is_done(target, shot.until):
        return f"{shot.until} destroyed"
    chance = in_ten(ready.chance)
    attempt = Attempt(chance=chance, value=value)
    for condition in conditions:
        if not holds(state, condition, gun.unit, attempt):
            return not_held(state, condition, gun.unit, attempt)
    return ""


def _is_done(target: Unit, until: str) -> bool:
    """True when all parts meant by ``until`` are destroyed, as its enemies were told."""
    meant = [part for part in target.parts if means(until, part)]
    return bool(meant) and all(part.told == DESTROYED_PART for part in meant)
