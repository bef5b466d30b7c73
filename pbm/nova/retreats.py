"""Where a ship retreats to, and by which way: settled when the retreat begins, in phase G.

Rule: NV MOV-19, NV MOV-20, NV ORD-47. Ambiguity: NV A-RET-ROUTE, NV A-RET-NONE, NV A-RET-WHEN,
NV A-RET-CHAIN, NV A-GM-RANDOM.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pbm.nova.draft import Draft
from pbm.nova.effective import Effective
from pbm.nova.production import revenue_of
from pbm.nova.state import Retreat, Ship, State


def known_lines(before: State, empire: str, system: str) -> dict[str, str]:
    """Where the lines of a system lead, as an empire knew at the start of the turn."""
    sight = before.empires[empire].sights.get(system)
    return {} if sight is None else {letter: to for letter, to in sight.lines.items() if to}


def way_to(
    before: State, empire: str, start: str, is_goal: Callable[[str], bool]
) -> tuple[str, tuple[str, ...]]:
    """The nearest goal over known lines, and the letters that lead to it; "" if there is none.

    Of goals equally near the one with the highest production, then by name; of ways the one
    with the first letters. Ambiguity: NV A-RET-ROUTE.
    """
    ways: dict[str, tuple[str, ...]] = {start: ()}
    ring = [start]
    while ring:
        following: dict[str, tuple[str, ...]] = {}
        for name in ring:
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
    draft.ships[ship.id] = replace(ship, at="", retreat=Retreat(ship.at, to, route))
    draft.fled.append(ship.id)
    return True


def _ordered(draft: Draft, effective: Effective, ship: Ship) -> tuple[str, tuple[str, ...]]:
    """The retreat its line names; a ship already retreating has no say. NV A-RET-CHAIN."""
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
    """Where a ship without a retreat order goes. Ambiguity: NV A-RET-NONE."""
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
