"""Step D: the plots of a side by doctrine.

Ships of a class that stand together stay together. Ships that fight close to the range they want,
ships that flee open it, small ships fly to their carriers. Carriers that wait for small ships keep
their vector, so that these can match it.

Rule: NV SPC-08, SPC-09, SPC-11, SPC-46. Ambiguity: NV A-DOCTRINE, NV A-FLEE, NV A-ORD-M,
NV A-PICKUP, NV A-IE0-CAPTURE.
"""

from collections.abc import Mapping

from pbm.games.nova.orders.battle.doctrine import BEST_RANGE, CLOSE, OPEN
from pbm.games.nova.orders.battle.targets import Target, precedence
from pbm.games.nova.rules.space_combat.captains.steering import hold, leave, meet, rest
from pbm.games.nova.rules.space_combat.doctrine_decisions import Council, Member
from pbm.games.nova.rules.space_combat.fire.armament import Armament
from pbm.games.nova.state.battle.arena import PLAIN_SIGHT, Place, Seen
from pbm.games.nova.state.battle.vectors import distance, minus, plus
from pbm.kit.records import Record


class Mark(Record):
    """A ship that others steer by: its place, and its vector if it keeps it.

    ``ahead``: its place one round later.
    """

    known: Seen
    at: Place
    vector: Place
    ahead: Place


def plots(council: Council, armament: Armament) -> dict[str, Place]:
    """The change of vector of each ship that changes it."""
    waiting = set(council.homes.values())
    found: dict[str, Place] = {}
    marks = _marks(council)
    sight = _sight(council)
    for stack in _stacks(council, waiting):
        lead = stack[0]
        thrust = min(one.live.fitted.ie for one in stack)
        change = _change(council, armament, lead, thrust, marks, sight)
        found.update({one.live.id: change for one in stack})
    for id, carrier in council.homes.items():
        ship, other = council.by_id[id].live, council.by_id[carrier].live
        vector = plus(other.vector, found.get(carrier, (0, 0)))
        apart = minus(ship.at, other.at)
        found[id] = meet(apart, minus(ship.vector, vector), ship.fitted.ie)
    return {id: change for id, change in found.items() if change != (0, 0)}


def _stacks(council: Council, waiting: set[str]) -> list[list[Member]]:
    """Ships that plot as one: in one hex, with one vector, alike or told to stay so."""
    stacks: dict[tuple[object, ...], list[Member]] = {}
    for one in council.afloat:
        live = one.live
        if live.id in council.homes or live.id in waiting or not live.fitted.ie:
            continue
        alike: tuple[object, ...] = (
            () if one.doctrine.together else (live.first.design, live.fitted.ie)
        )
        key = (one.doctrine, one.flees, live.at, live.vector, live.first.keeps, *alike)
        stacks.setdefault(key, []).append(one)
    return list(stacks.values())


def _sight(council: Council) -> int:
    """The greatest distance at which the side detects ships."""
    levels = [one.live.best("SN")[1] for one in council.afloat if one.doctrine.sn != "never"]
    return max(PLAIN_SIGHT, *levels, 0)


def _marks(council: Council) -> dict[str, Mark]:
    """Enemies to steer by; those out of sight at the place they would have reached."""
    view = council.view
    seen = {id: _mark(foe.known, foe.at) for id, foe in view.foes.items()}
    if seen:
        return seen
    lost: dict[str, Mark] = {}
    for id, known in view.lost.items():
        if known.detected >= 0:
            at = known.at
            for _ in range(view.round - 1 - known.detected):
                at = plus(at, known.vector)
            lost[id] = _mark(known, at)
    return lost


def _mark(known: Seen, at: Place) -> Mark:
    return Mark(known, at, known.vector, plus(at, known.vector))


def _change(
    council: Council,
    armament: Armament,
    one: Member,
    thrust: int,
    marks: Mapping[str, Mark],
    sight: int,
) -> Place:
    """The change of vector of one ship."""
    if not marks:
        return rest(one.live.vector, thrust)
    live = one.live
    spared = council.spared(one)
    due = () if one.flees or one.doctrine.goal == OPEN else one.doctrine.targets
    mark = marks[_first(one, marks, spared, due)]
    apart, drift = minus(live.at, mark.at), minus(live.vector, mark.vector)
    way = sum(map(ord, live.id))
    if one.flees or one.doctrine.goal == OPEN:
        return leave(apart, drift, thrust, way)
    if len(spared) == len(marks):
        return hold(apart, drift, thrust, sight, way)
    return hold(apart, drift, thrust, _range(council, armament, one, mark, sight), way)


def _first(
    one: Member, marks: Mapping[str, Mark], spared: set[str], targets: tuple[str, ...]
) -> str:
    """The enemy a ship steers by: by its targets, else the nearest a round ahead."""
    ahead = plus(one.live.at, one.live.vector)
    if not targets and not spared:
        every = ((distance(ahead, one.ahead), one.known.number, id) for id, one in marks.items())
        return min(every)[2]

    def due(id: str) -> tuple[object, ...]:
        target = Target(id, marks[id].known, distance(ahead, marks[id].ahead))
        return (id in spared, *precedence(target, targets), id)

    return min(marks, key=due)


def _range(council: Council, armament: Armament, one: Member, mark: Mark, sight: int) -> int:
    """The range a ship wants. Ambiguity: NV A-ORD-M."""
    goal = one.doctrine.goal
    if goal.isdigit():
        return int(goal)
    if goal == CLOSE:
        return 0
    if goal != BEST_RANGE and one.live.first.keeps >= 0:
        return one.live.first.keeps
    fresh = mark.known.probed >= council.view.round - 1 and mark.known.probed > 0
    kit = armament.kit_of(one)
    return kit.best_range(one.live.fc_level, mark.known.ew or 0, fresh, sight)
