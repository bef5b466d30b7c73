"""Phase F: ships jump along warp lines and through star gates; last turn's retreats finish.

Each route is taken step by step. What cannot be done ends it there, with the code and the true
reason, and the ship carries out no further order; a stop by interdiction only takes away what
was meant for the destination. Moves without trouble are not told: they stand in the state.

Rule: NV MOV-01 to NV MOV-07, NV MOV-18, NV MOV-24 to NV MOV-27, NV ORD-07, NV EXP-04.
Ambiguity: NV A-ORD-STOP, NV A-INT-DEST, NV A-INT-LEAVE, NV A-INT-MIX, NV A-RET-FREE.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbm.event import OrderRef, only
from pbm.nova import gates, telling
from pbm.nova.draft import Draft, drafting
from pbm.nova.effective import Effective
from pbm.nova.fitted import Fitted
from pbm.nova.interdiction import Interdictor, interdictors
from pbm.nova.orders import Jump, Movement
from pbm.nova.state import Passage, Ship, Sight
from pbm.turn import Work


@dataclass(slots=True)
class _Fleet:
    """What phase F works with: who interdicts where, and what each empire comes to know."""

    work: Work
    draft: Draft
    effective: Effective
    barred: dict[str, list[Interdictor]]
    learned: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)


@dataclass(slots=True)
class _Way:
    """One ship under way: where it is, the lines it has taken, why it stops."""

    at: str
    letters: list[str] = field(default_factory=list)
    used: set[tuple[str, str]] = field(default_factory=set)
    entered_by: str = ""
    before: str = ""
    code: str = ""
    why: str = ""
    rule: str = ""
    by: Interdictor | None = None


def move(work: Work) -> None:
    """All of phase F."""
    with drafting(work) as draft:
        effective = Effective(draft)
        lines = _lines(draft)
        moving = {ship.id for ship, line in lines if line.route}
        barred = interdictors(draft, effective, moving, int(work.options["wp_radius"]))
        fleet = _Fleet(work, draft, effective, barred)
        for ship in [one for one in draft.ships.values() if one.retreat is not None]:
            _retreat(fleet, ship)
        for ship, line in lines:
            _ordered(fleet, ship, line)
        _remember(fleet)


def _lines(draft: Draft) -> list[tuple[Ship, Movement]]:
    """Each ship with the line written for it."""
    found = []
    for empire, orders in draft.base.orders.items():
        for line in orders.movement:
            for mover in line.movers:
                ship = draft.ships.get(mover.ship) if mover.ship else None
                if ship is not None and ship.owner == empire:
                    found.append((ship, line))
    return found


def _ordered(fleet: _Fleet, ship: Ship, line: Movement) -> None:
    """One ship takes the route of its line."""
    draft = fleet.draft
    ship = draft.ships[ship.id]
    if ship.id in draft.stopped or (not line.route and not line.start):
        return
    if ship.retreat is not None or ship.id in draft.passages:
        if not line.retreating:
            _stop(fleet, ship, line.ref, "", "it is on a retreat", "NV MOV-20")
        return
    place = draft.place_of(ship)
    if line.start and place != line.start:
        _stop(fleet, ship, line.ref, "NT", f"{ship.name} is not at {line.start}", "NV MOV-26")
        return
    if not line.route:
        return
    if ship.carrier:
        carrier = draft.ships[ship.carrier].name
        _stop(fleet, ship, line.ref, "", f"{ship.name} is aboard {carrier}", "NV MOV-05")
        return
    if ship.unnamed:
        _stop(fleet, ship, line.ref, "", f"{ship.name} was named only now", "NV ORD-41")
        return
    _go(fleet, ship, line.route, line.ref)


def _go(fleet: _Fleet, ship: Ship, route: Sequence[Jump], ref: OrderRef | None) -> None:
    works = fleet.effective.fittings.of(ship)
    way = _Way(ship.at)
    for jump in route:
        if way.letters and (by := _stopped_by(fleet, ship, works, way.at)) is not None:
            way.by = by
            break
        _jump(fleet, ship, works, way, jump)
        if way.why:
            break
    whole = len(way.letters) == len(route)
    planned = way.at if whole else route[-1].system
    _arrived(fleet, ship, way, planned)
    if way.by is not None:
        _interdicted(fleet, ship, way, ref, planned)
    elif way.why:
        _stop(fleet, ship, ref, way.code, way.why, way.rule)


def _stopped_by(fleet: _Fleet, ship: Ship, works: Fitted, at: str) -> Interdictor | None:
    for one in fleet.barred.get(at, ()):
        if one.stops(ship, works.ds):
            return one
    return None


def _jump(fleet: _Fleet, ship: Ship, works: Fitted, way: _Way, jump: Jump) -> None:
    """One jump, or the reason why it cannot be made, in ``way``."""
    if len(way.letters) >= works.jd:
        reach = f"its jump drive makes {works.jd} jumps a turn"
        way.why, way.rule = (
            (f"{ship.name} has no working jump drive" if not works.jd else reach),
            "NV MOV-01",
        )
        return
    if jump.gate:
        _through_gate(fleet, ship, way, jump)
        return
    letter = jump.letter
    lines = fleet.draft.systems[way.at].lines
    if not letter:
        letter = next((one for one in sorted(lines) if lines[one].to == jump.system), "")
        if not letter:
            way.code, way.rule = "NDC", "NV MOV-26"
            way.why = f"no warp line joins {way.at} and {jump.system}"
            return
    line = lines.get(letter)
    if line is None:
        way.code, way.why, way.rule = "DNE", f"{way.at} has no warp line {letter}", "NV MOV-26"
        return
    if jump.system and line.to != jump.system:
        way.code, way.rule = "NDC", "NV MOV-26"
        way.why = f"line {letter} of {way.at} does not lead to {jump.system}"
        return
    if (way.at, letter) in way.used:
        way.code, way.rule = "CUSWLT", "NV MOV-04"
        way.why = f"line {letter} of {way.at} was used this turn already"
        return
    if line.to == ship.at:
        way.code, way.why, way.rule = "IS", f"it began the turn in {ship.at}", "NV MOV-07"
        return
    way.used |= {(way.at, letter), (line.to, line.back)}
    _taken(way, letter, line.to, line.back)


def _taken(way: _Way, letter: str, to: str, back: str) -> None:
    way.letters.append(letter)
    way.before, way.at, way.entered_by = way.at, to, back


def _through_gate(fleet: _Fleet, ship: Ship, way: _Way, jump: Jump) -> None:
    """A jump from one end of a star gate to the other."""
    draft = fleet.draft
    end = draft.gates.get(jump.gate)
    if end is None or end.at != way.at or end.place != "placed":
        way.code, way.why, way.rule = "DNE", f"there is no such gate at {way.at}", "NV UNI-14"
        return
    if not gates.may_enter(draft, end, ship.owner):
        way.why, way.rule = f"you may not pass through {end.name}", "NV UNI-15"
        return
    shut = gates.closed(draft, end, fleet.work.turn)
    if shut:
        way.why, way.rule = shut, "NV UNI-17"
        return
    other = draft.gates[end.pair]
    if (end.id, "") in way.used:
        way.code, way.rule = "CUSWLT", "NV MOV-04"
        way.why = f"{end.name} was used this turn already"
        return
    if other.at == ship.at:
        way.code, way.why, way.rule = "IS", f"it began the turn in {ship.at}", "NV MOV-07"
        return
    way.used |= {(end.id, ""), (other.id, "")}
    _taken(way, gates.GATE, other.at, "")


def _arrived(
    fleet: _Fleet, ship: Ship, way: _Way, planned: str, *, retreated: bool = False
) -> None:
    """Put a ship where its way ended; its owner learns the system and the letter."""
    if not way.letters:
        return
    start = ship.at or (ship.retreat.start if ship.retreat is not None else "")
    fleet.draft.ships[ship.id] = replace(ship, at=way.at, retreat=None)
    fleet.draft.passages[ship.id] = Passage(
        start,
        way.at,
        tuple(way.letters),
        way.entered_by,
        planned,
        interdicted=way.by is not None,
        retreated=retreated,
    )
    known = fleet.learned.setdefault(ship.owner, {})
    here = known.setdefault(way.at, {})
    if way.entered_by:
        here[way.entered_by] = way.before
        known.setdefault(way.before, {})[way.letters[-1]] = way.at


def _interdicted(fleet: _Fleet, ship: Ship, way: _Way, ref: OrderRef | None, planned: str) -> None:
    fleet.work.emit(
        "interdicted",
        ship.owner,
        ship.name,
        rule="NV MOV-11",
        seen=only(ship.owner),
        order=ref,
        ship=ship.name,
        at=way.at,
        planned=planned,
        jumps=len(way.letters),
    )


def _stop(fleet: _Fleet, ship: Ship, ref: OrderRef | None, code: str, why: str, rule: str) -> None:
    """An impossible order: the ship carries out no later one. Rule: NV ORD-07."""
    if fleet.work.turn > int(fleet.work.options["lenient_turns"]):
        fleet.draft.stopped[ship.id] = why
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


def _retreat(fleet: _Fleet, ship: Ship) -> None:
    """A ship on a retreat goes on as far as its jump drive takes it. Rule: NV MOV-02, MOV-20."""
    retreat = ship.retreat
    if retreat is None:
        return
    works = fleet.effective.fittings.of(ship)
    way = _Way(retreat.start)
    for letter in retreat.route:
        if way.letters and _stopped_by(fleet, ship, works, way.at) is not None:
            way.by = _stopped_by(fleet, ship, works, way.at)
            break
        line = fleet.draft.systems[way.at].lines.get(letter)
        if len(way.letters) >= works.jd or line is None:
            break
        _taken(way, letter, line.to, line.back)
    if not way.letters:
        fleet.draft.ships[ship.id] = replace(ship, at=retreat.start, retreat=None)
        return
    _arrived(fleet, ship, way, retreat.to, retreated=True)
    left = retreat.route[len(way.letters) :]
    if left and way.by is None:
        moved = fleet.draft.ships[ship.id]
        fleet.draft.ships[ship.id] = replace(
            moved, at="", retreat=replace(retreat, start=way.at, route=left)
        )
    elif way.by is not None:
        _interdicted(fleet, ship, way, None, retreat.to)


def _remember(fleet: _Fleet) -> None:
    """What ships without exploration learn of where they come: its name, the letter back.

    Rule: NV EXP-04.
    """
    for id, places in fleet.learned.items():
        empire = fleet.draft.empires[id]
        sights = dict(empire.sights)
        for name, lines in places.items():
            old = sights.get(name) or Sight(name)
            new = {letter: to for letter, to in lines.items() if old.lines.get(letter) != to}
            if new or name not in sights:
                sights[name] = replace(old, lines={**old.lines, **new})
        fleet.draft.empires[id] = replace(empire, sights=sights)
