"""Retreats: the place and the way, settled when the retreat begins, in phase G.

What counts is what its empire knew when the turn began. Where it has an Industrial Complex
counts as it stands now: only pillage and planets given up change that earlier in a turn.

Rule: NV MOV-19, NV MOV-20, NV ORD-47. Ambiguity: NV A-RET-ROUTE, NV A-RET-NONE, NV A-RET-WHEN,
NV A-RET-CHAIN, NV A-GM-RANDOM (nothing is left to chance: names settle what is equal).
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.movement.routes import ShipWay, step
from pbm.games.nova.state.orders.parts import Jump
from pbm.games.nova.state.planets import revenue_of
from pbm.games.nova.state.state import Retreat, Ship, Sight, State
from pbm.games.nova.state.working_state import Draft


def known_lines(before: State, empire: str, system: str) -> dict[str, str]:
    """The lines of a system, as an empire knew them at the start of the turn."""
    sight = _known(before, empire, system)
    return {} if sight is None else {letter: to for letter, to in sight.lines.items() if to}


def _known(before: State, empire: str, system: str) -> Sight | None:
    one = before.empires[empire]
    return (one.sights_before or one.sights).get(system)


def is_barred(before: State, empire: str, system: str) -> bool:
    """True if an empire's ships were stopped there by interdiction last turn."""
    sight = _known(before, empire, system)
    return sight is not None and 0 < sight.interdicted >= before.turn - 1


def way_to(
    before: State, empire: str, start: str, is_goal: Callable[[str], bool]
) -> tuple[str, tuple[str, ...]]:
    """The nearest goal over known lines, and the letters that lead to it; "" if there is none.

    Round known interdictions if there is such a way. Of goals equally near the one with the
    highest production, then by name; of ways the one with the first letters.
    Ambiguity: NV A-RET-ROUTE.
    """
    to, route = _nearest(before, empire, start, is_goal, detour=True)
    return (to, route) if route else _nearest(before, empire, start, is_goal, detour=False)


def _nearest(
    before: State, empire: str, start: str, is_goal: Callable[[str], bool], *, detour: bool
) -> tuple[str, tuple[str, ...]]:
    ways: dict[str, tuple[str, ...]] = {start: ()}
    ring = [start]
    while ring:
        following: dict[str, tuple[str, ...]] = {}
        for name in ring:
            if detour and name != start and is_barred(before, empire, name):
                continue
            for letter, to in sorted(known_lines(before, empire, name).items()):
                if to not in ways and (
                    to not in following or (*ways[name], letter) < following[to]
                ):
                    following[to] = (*ways[name], letter)
        goals = [name for name in following if is_goal(name)]
        if goals:
            best = min(goals, key=lambda name: (-revenue_of(before.systems[name]), name))
            return best, following[best]
        ways.update(following)
        ring = sorted(following)
    return "", ()


def fault_of(draft: Draft, turn: int, ship: Ship, route: Sequence[Jump]) -> tuple[str, str]:
    """Why a route cannot be that of a ship's retreat, its code first; two empty texts if it can.

    It leads to where the ship retreats to, and is no longer than the way found when it fled,
    but to go round a known interdiction. Rule: NV MOV-20.
    """
    retreat = ship.retreat
    assert retreat is not None
    way = ShipWay(retreat.start, retreat.start)
    for jump in route:
        step(draft, turn, ship.owner, way, jump)
        if way.why:
            return way.code, way.why
    goal, passed = retreat.start, []
    for letter in retreat.route:
        passed.append(goal)
        goal = draft.systems[goal].lines[letter].to
    if way.at != goal:
        return "", f"{ship.name} retreats to {retreat.to}, but this way leads to {way.at}"
    barred = any(is_barred(draft.base, ship.owner, name) for name in passed[1:])
    if len(route) > len(retreat.route) and not barred:
        return "", f"this way takes {len(route)} jumps, and {len(retreat.route)} would be enough"
    return "", ""


def begin_retreat(draft: Draft, effective: Effective, ship: Ship) -> bool:
    """Send a ship on its retreat; False if it has no jump drive or no way leads out.

    To the place its line names (a system or a letter), else to the nearest established IC
    its owner controlled when the turn began, else home or the nearest own system, else back
    the way it came, else along the first known line.
    """
    if effective.fittings.of(ship).jd < 1 or not ship.at:
        return False
    to, route = _ordered(draft, effective, ship)
    if not route:
        to, route = default(draft, ship)
    if not route:
        return False
    draft.put(replace(ship, at="", retreat=Retreat(ship.at, to, route)))
    draft.fled.append(ship.id)
    return True


def _ordered(draft: Draft, effective: Effective, ship: Ship) -> tuple[str, tuple[str, ...]]:
    """The retreat its line names; a ship already retreating cannot choose. NV A-RET-CHAIN."""
    line = effective.line_of(ship)
    passage = draft.passages.get(ship.id)
    if line is None or not line.retreat or (passage is not None and passage.retreated):
        return "", ()
    if line.retreat in draft.systems[ship.at].lines and len(line.retreat) == 1:
        return line.retreat, (line.retreat,)
    before = draft.base
    found, route = way_to(before, ship.owner, ship.at, lambda name: name == line.retreat)
    if route:
        return found, route
    lines = draft.systems[ship.at].lines
    back = [letter for letter in sorted(lines) if lines[letter].to == line.retreat]
    return (line.retreat, (back[0],)) if back else ("", ())


def default(draft: Draft, ship: Ship) -> tuple[str, tuple[str, ...]]:
    """The retreat of a ship without a retreat order. Ambiguity: NV A-RET-NONE."""
    before, owner = draft.base, ship.owner
    systems = before.systems

    def has_complex(name: str) -> bool:
        return systems[name].ic and systems[name].owner == owner

    def is_own(name: str) -> bool:
        return systems[name].owner == owner and bool(systems[name].colonies)

    for is_goal in (has_complex, is_own):
        found, route = way_to(before, owner, ship.at, is_goal)
        if route:
            return found, route
    passage = draft.passages.get(ship.id)
    if passage is not None and passage.entered_by:
        to = draft.systems[ship.at].lines[passage.entered_by].to
        return to, (passage.entered_by,)
    known = sorted(known_lines(before, owner, ship.at))
    letters = known or sorted(draft.systems[ship.at].lines)
    return (letters[0], (letters[0],)) if letters else ("", ())
