"""Phase F: ships jump along warp lines and through star gates; last turn's retreats finish.

Each route is taken step by step. What cannot be done ends it there, with the code and the true
reason, and the ship carries out no further order; a stop by interdiction only takes away what
was meant for the destination. Moves without trouble are not told: they stand in the state.
What was learned on the way is told once the fighting is over (arrivals.py).

Rule: NV MOV-01, NV MOV-02, NV MOV-03, NV MOV-05, NV MOV-11, NV MOV-18, NV MOV-20, NV MOV-24,
NV MOV-26, NV MOV-27, NV ORD-07, NV ORD-32, NV ORD-41.
Ambiguity: NV A-ORD-STOP, NV A-INT-DEST, NV A-INT-LEAVE, NV A-INT-MIX, NV A-RET-FREE,
NV A-JUMP-IN-G, NV A-SEQ-RETREATERS.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.orders.empire_orders import orders_of
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.movement import retreats
from pbm.games.nova.rules.movement.interdiction import Interdictor, interdictors, stay_together
from pbm.games.nova.rules.movement.routes import ShipWay, step
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Jump
from pbm.games.nova.state.state import Passage, Ship
from pbm.games.nova.state.working_state import Draft, drafting


class _Fleet(Struct):
    """The data of phase F; ``bound``: ships moving together, by the least DS among them.

    ``ways``: what was found of a route, for all ships of an empire alike.
    """

    work: PhaseContext
    draft: Draft
    effective: Effective
    barred: dict[str, list[Interdictor]]
    bound: dict[str, int]
    ways: dict[tuple[str, str, tuple[Jump, ...], int], tuple[Passage, Sequence[str]]]

    def stops(self, ship: Ship, at: str) -> bool:
        """True if a ship cannot pass through a system."""
        there = self.barred.get(at)
        if not there:
            return False
        ds = self.bound.get(ship.id)
        if ds is None:
            ds = self.effective.fittings.of(ship).ds
        return any(one.stops(ship, ds) for one in there)


def move(work: PhaseContext) -> None:
    """All of phase F."""
    with drafting(work) as draft:
        effective = Effective(draft)
        lines = _lines(work, draft)
        moving = {ship.id for ship, line in lines if line.route}
        radius, most = int(work.options["wp_radius"]), int(work.options["setup_max"])
        barred = interdictors(draft, effective, moving, radius, most)
        bound = stay_together(draft, effective, lines) if barred else {}
        fleet = _Fleet(work, draft, effective, barred, bound, {})
        carried = {ship.id: draft.place_of(ship) for ship, _line in lines if ship.carrier}
        # What a missed turn repeats was written before the retreat, so it says nothing of it.
        absent = {id for id, orders in draft.base.orders.items() if orders.missing}
        for ship in [one for one in draft.ships.values() if one.retreat is not None]:
            _retreat(fleet, ship, None if ship.owner in absent else effective.line_of(ship))
        for ship, line in lines:
            if ship.retreat is None:
                _ordered(fleet, ship, carried.get(ship.id, ship.at), line)


def _lines(work: PhaseContext, draft: Draft) -> list[tuple[Ship, Movement]]:
    """Each ship with the first line written for it; report ships that are not there."""
    found: list[tuple[Ship, Movement]] = []
    for empire, orders in draft.base.orders.items():
        gone: set[str] = set()
        for id, line in orders_of(draft, empire).line.items():
            ship = draft.ships.get(id)
            if ship is not None and ship.owner == empire:
                found.append((ship, line))
            else:
                gone.add(id)
        for line in orders.movement if gone and not orders.missing else ():
            for id in [mover.ship for mover in line.movers if mover.ship in gone]:
                _not_there(work, empire, line, id, draft.ships.get(id))
    return found


def _not_there(work: PhaseContext, empire: str, line: Movement, id: str, ship: Ship | None) -> None:
    """Report a ship that was not built, or is no longer the empire's. Rule: NV MOV-26."""
    if ship is not None:
        why = f"{ship.name} is no longer yours"
    elif id.startswith("="):
        why = f"{id[1:]} was not built"
    else:
        why = "it no longer exists"
    name = ship.name if ship is not None else id.removeprefix("=")
    telling.failed(work, empire, line.ref, "NT", name, why, rule="NV MOV-26", ship=name, at="")


def _ordered(fleet: _Fleet, ship: Ship, place: str, line: Movement) -> None:
    """One ship takes the route of its line; ``place``: where it was when the phase began."""
    draft = fleet.draft
    if ship.id in draft.stopped:
        return
    if ship.unnamed:
        why, code, rule = f"{ship.name} was named only now", "", "NV ORD-41"
    elif line.start and place != line.start:
        why, code, rule = f"{ship.name} is not at {line.start}", "NT", "NV MOV-26"
    elif not line.route:
        return
    elif ship.carrier:
        why = f"{ship.name} is aboard {draft.ships[ship.carrier].name}"
        code, rule = "", "NV MOV-05"
    else:
        if line.tow:
            _cast_off(fleet, ship, line)
        _go(fleet, ship, line.route, line.ref)
        return
    _stop(fleet, ship, line.ref, code, why, rule)


def _cast_off(fleet: _Fleet, ship: Ship, line: Movement) -> None:
    """Nothing is towed through a jump; the tug goes alone. Rule: NV MOV-05."""
    towed = fleet.draft.ships.get(line.tow)
    if towed is None or line.movers[0].ship != ship.id:
        return
    telling.failed(
        fleet.work,
        ship.owner,
        line.ref,
        "",
        f"tow {towed.name}",
        f"nothing can be towed through a jump; {towed.name} is cast off",
        rule="NV MOV-05",
        ship=ship.name,
        at=ship.at,
    )


def _go(fleet: _Fleet, ship: Ship, route: tuple[Jump, ...], ref: OrderRef | None) -> None:
    passage = _passage(fleet, ship, ship.at, route)
    if passage.letters:
        fleet.draft.put(replace(ship, at=passage.end))
        fleet.draft.passed(ship.id, passage)
    if passage.fault:
        code, why, rule = passage.fault
        if passage.letters:
            _bar(fleet, ship, why)
        else:
            _stop(fleet, ship, ref, code, why, rule)


def _passage(fleet: _Fleet, ship: Ship, start: str, route: tuple[Jump, ...]) -> Passage:
    """How far a ship comes along a route, by its jump drive, the lines and interdiction."""
    reach = fleet.effective.fittings.of(ship).jd
    alike = ship.owner, start, route, reach
    found = fleet.ways.get(alike)
    if found is None:
        found = fleet.ways[alike] = _unstopped(fleet, *alike)
    passage, passed = found
    for number, at in enumerate(passed, 1):
        if fleet.stops(ship, at):
            stopped, _passed = _unstopped(fleet, ship.owner, start, route[:number], reach)
            return replace(stopped, planned=passage.planned, interdicted=True)
    return passage


def _unstopped(
    fleet: _Fleet, empire: str, start: str, route: tuple[Jump, ...], reach: int
) -> tuple[Passage, Sequence[str]]:
    """The passage of all ships that nobody stops on a route, and the systems to pass through."""
    way = ShipWay(start, start)
    places: list[str] = []
    for jump in route:
        if len(way.letters) >= reach:
            jumps = "1 jump" if reach == 1 else f"{reach} jumps"
            why = f"its jump drive makes {jumps} a turn, and the route takes {len(route)}"
            way.ends("", why if reach else "its jump drive does not work", "NV MOV-01")
        else:
            step(fleet.draft, fleet.work.turn, empire, way, jump)
        if way.why:
            break
        places.append(way.at)
    passage = Passage(
        start,
        way.at,
        tuple(way.letters),
        way.entered_by,
        _destination(fleet.draft, empire, start, route),
        of=empire,
        fault=(way.code, way.why, way.rule) if way.why else (),
    )
    return passage, places[: len(route) - 1]


def _destination(draft: Draft, empire: str, at: str, route: Sequence[Jump]) -> str:
    """Where a route leads as its empire knows, "" if it does not."""
    sights = draft.empires[empire].sights
    for jump in route:
        if jump.system or jump.gate:
            end = draft.gates.get(jump.gate)
            other = draft.gates.get(end.pair) if end is not None else None
            at = jump.system or (other.at if other is not None and other.owner == empire else "")
        else:
            at = sights[at].lines.get(jump.letter, "") if at in sights else ""
    return at


def _bar(fleet: _Fleet, ship: Ship, why: str) -> None:
    """After an impossible order the ship carries out no later one. Rule: NV ORD-07."""
    if fleet.work.turn > int(fleet.work.options["lenient_turns"]):
        fleet.draft.stopped[ship.id] = why


def _stop(fleet: _Fleet, ship: Ship, ref: OrderRef | None, code: str, why: str, rule: str) -> None:
    """Report an impossible order at once."""
    _bar(fleet, ship, why)
    telling.failed(
        fleet.work,
        ship.owner,
        ref,
        code,
        ship.name,
        why,
        rule=rule,
        ship=ship.name,
        at=fleet.draft.place_of(fleet.draft.ships[ship.id]),
    )


def _retreat(fleet: _Fleet, ship: Ship, line: Movement | None) -> None:
    """A ship on a retreat goes as far as its jump drive takes it, and is free from there.

    Its orders may name another way to the same place. Rule: NV MOV-02, NV MOV-20.
    """
    retreat = ship.retreat
    assert retreat is not None
    draft = fleet.draft
    route = tuple([Jump(letter) for letter in retreat.route])
    if line is not None:
        route = _way_ordered(fleet, ship, line) or route
    reach = fleet.effective.fittings.of(ship).jd
    passage = _passage(fleet, ship, retreat.start, route[:reach])
    draft.put(replace(ship, at=passage.end, retreat=None))
    if passage.letters:
        planned = "" if retreat.route == (retreat.to,) else retreat.to
        draft.passed(ship.id, replace(passage, planned=planned, retreated=True))


def _way_ordered(fleet: _Fleet, ship: Ship, line: Movement) -> tuple[Jump, ...]:
    """The route a line orders for a retreat if it may be taken, else none, and that is told."""
    retreat = ship.retreat
    assert retreat is not None
    code, rule = "", "NV MOV-20"
    if not line.retreating:
        why, rule = "it is on a retreat and its line does not say so", "NV ORD-32"
    elif line.start and line.start != retreat.start:
        code, why = "NT", f"{ship.name} retreats from {retreat.start}, not from {line.start}"
    elif not line.route:
        return ()
    else:
        code, why = retreats.fault_of(fleet.draft, fleet.work.turn, ship, line.route)
    if not why:
        return line.route
    telling.failed(
        fleet.work,
        ship.owner,
        line.ref,
        code,
        ship.name,
        f"{why}; it goes on to {retreat.to} by the way found when it fled",
        rule=rule,
        ship=ship.name,
        at="",
    )
    return ()
