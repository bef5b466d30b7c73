"""Phase K: colonies and Industrial Complexes are established, ends of star gates placed.

Rule: NV ECO-21 to NV ECO-25, NV ORD-22, NV CON-25, NV EOT-13, NV UNI-11,
NV UNI-16, NV UNI-20, NV UNI-22, NV SUR-14.
Ambiguity: NV A-E-HOSTILE, NV A-E-CAPT, NV A-IC-NUMBER, NV A-E-WHAT, NV A-CAPT-COLONY.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.orders.order_precedence import Doing, Effective, ref_of
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.exploration.control import defended_against
from pbm.games.nova.rules.movement.landing import foreign, land_late
from pbm.games.nova.rules.planetside import (
    ESTABLISHED,
    cannot_reach,
    on_planets,
    short_of,
    taken,
    unloaded,
    used_tfc,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.planets import armies, most_colonies, revenue_of, with_units
from pbm.games.nova.state.state import ABOARD, PLACED, Cargo, GateEnd, Ship, System
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.kit.records import Record

MOST_COLONIES = 3  # NV ECO-21
# All that E may name: what is established, TFCs (phase J), and ends of star gates.
_WITH_E = (*ESTABLISHED, "TFC", "SG")


class _Try(Record):
    """An attempt to establish: what of a ship's cargo, for which empire, by which order."""

    ship: Ship
    empire: str
    cargo: tuple[Cargo, ...]
    ref: OrderRef | None

    def number(self, kind: str) -> int:
        """How many units of a kind it takes."""
        return sum([one.number for one in self.cargo if one.kind == kind])


def establish(work: PhaseContext) -> None:
    """Every ship with E, every unit on a planet with E, system by system; then late landings."""
    with drafting(work) as draft:
        effective = Effective(draft)
        ends = _ends_aboard(draft)
        tries: dict[str, list[_Try]] = {}
        for ship, doing in effective.doing("E"):
            aboard = ends.get(ship.id, ())
            placed = bool(aboard) and place_gates(work, draft, aboard, ship, doing)
            one = _try(work, draft, ship, doing, {end.id for end in aboard}, quiet=placed)
            if one is not None:
                tries.setdefault(ship.at, []).append(one)
        for ship, cargo, line in foreign(draft, "E"):
            if cargo.kind in ESTABLISHED:
                cargo = replace(cargo, number=1) if cargo.kind == "IC" else cargo
                mine = _Try(ship, cargo.owner, (cargo,), line.ref)
                tries.setdefault(ship.at, []).append(mine)
            else:
                why = f"{cargo.kind} is not established from an alien ship"
                written = f"E {cargo.kind}"
                telling.failed(work, cargo.owner, line.ref, "", written, why, rule="NV ORD-22")
        for name in sorted(tries):
            _at_system(work, draft, effective, name, tries[name])
        for empire, line, units in on_planets(draft, "E", ESTABLISHED):
            _stored(work, effective, empire, line, units)
        land_late(work, draft, effective)


def _try(
    work: PhaseContext,
    draft: Draft,
    ship: Ship,
    doing: Doing,
    at_hand: Collection[str],
    *,
    quiet: bool,
) -> _Try | None:
    """What a ship with E is to establish of its own; None, with the reason told, for nothing.

    ``at_hand``: gate ends aboard; ``quiet``: it placed one. A TFC was used in phase J, if at all.
    """
    units = doing.activity.units
    for one in units:
        if one.owner:
            why = f"{one.kind} of another empire are established by its own orders"
            _refused(work, ship.owner, ref_of(doing), ship.name, why, "NV CON-22")
        elif one.kind not in _WITH_E:
            why = f"{one.kind} is landed with L, not established"
            _refused(work, ship.owner, ref_of(doing), ship.name, why, "NV ORD-22")
    own = [one for one in units if not one.owner and one.kind in ESTABLISHED]
    cargo = taken(ship, own, ESTABLISHED) if own or not units else []
    why = short_of(ship, own) if own else ""
    if not why and any(one.gate and one.gate not in at_hand for one in units):
        why = "the star gate end is not aboard"
    if not (cargo or units or quiet or used_tfc(draft, ship) or taken(ship, (), ("TFC",))):
        why = "nothing to establish is aboard"
    if why:
        _refused(work, ship.owner, ref_of(doing), ship.name, why, "NV ORD-22")
    return _Try(ship, ship.owner, tuple(cargo), ref_of(doing)) if cargo else None


def _at_system(
    work: PhaseContext, draft: Draft, effective: Effective, name: str, tries: list[_Try]
) -> None:
    able: list[_Try] = []
    hostile: dict[str, tuple[str, str]] = {}
    for one in tries:
        why, rule = cannot_reach(draft, effective, one.ship)
        if why and one.empire != one.ship.owner:
            why = "the ship that carries them cannot get to the planet"
        if not why:
            if one.empire not in hostile:
                hostile[one.empire] = _hostile(effective, name, one.empire)
            why, rule = hostile[one.empire]
        if why:
            _refused(work, one.empire, one.ref, _named(one), why, rule)
        else:
            able.append(one)
    settled = bool(draft.systems[name].colonizer)
    allowed = _allowed(draft, name, {one.empire for one in able})
    for one in able:
        colonies = one.number("C")
        if colonies and (settled or one.empire in allowed):
            _colonize(work, draft, one, colonies)
        elif colonies:
            why = f"others tried to establish on {name} at the same time"
            _refused(work, one.empire, one.ref, _named(one), why, "NV CON-25")
    for one in able:
        if one.number("IC"):
            _complex(work, draft, one)


def _named(one: _Try) -> str:
    """The ship, if it is the empire's own."""
    return one.ship.name if one.ship.owner == one.empire else ""


def _allowed(draft: Draft, name: str, empires: set[str]) -> set[str]:
    """The empire that may colonize where several try at once. Rule: NV CON-25.

    The one that hostilities left alone there; else the only one that had explored the system
    before this turn; else none.
    """
    if len(empires) < 2:
        return empires
    before = {
        one
        for one in empires
        if (sight := draft.base.empires[one].sights.get(name)) is not None
        and sight.explored
        and sight.explored_on < draft.base.turn
    }
    return before if len(before) == 1 else set()


def _hostile(effective: Effective, name: str, empire: str) -> tuple[str, str]:
    """Why nothing can be established: colonies or hostile units of aliens, and the rule.

    Hostile are units on the surface that are not friends', and ships it fought that are still
    there. Ambiguity: NV A-E-HOSTILE.
    """
    system = effective.draft.systems[name]
    if system.colonizer and empire not in (system.colonizer, system.owner):
        return f"{name} holds colonies of another empire", "NV ECO-22"
    met = effective.presence.met(name, empire)
    if any(not met.get(one, (False,))[0] for one in defended_against(system, empire)):
        return f"alien units are on the surface of {name}", "NV ECO-23"
    if any(hostile and effective.presence.stays(name, one) for one, (_f, hostile) in met.items()):
        return f"hostile ships are in {name}", "NV ECO-23"
    return "", ""


def _colonize(work: PhaseContext, draft: Draft, one: _Try, wanted: int) -> None:
    """Establish so many colonies of a ship, as far as the type of the system allows."""
    name = one.ship.at
    system = draft.systems[name]
    if system.colonies and system.colonizer != one.empire:
        why = f"{name} holds colonies of another empire"
        _refused(work, one.empire, one.ref, _named(one), why, "NV ECO-22")
        return
    if system.captured:
        _refused(work, one.empire, one.ref, _named(one), f"{name} is captured", "NV ECO-30")
        return
    number = min(wanted, _room(system))
    if number < wanted:
        _refused(work, one.empire, one.ref, _named(one), _excess(system, wanted), "NV ECO-24")
    if number:
        ship = draft.ships[one.ship.id]
        draft.put(unloaded(ship, [Cargo("C", one.empire, number)]))
        colonies_up(work, draft, name, one.empire, number, one.ref)


def _room(system: System) -> int:
    """How many more colonies a system holds."""
    return most_colonies(system.type) - system.colonies


def _excess(system: System, wanted: int) -> str:
    """Why not all of these colonies are established. Rule: NV ECO-24."""
    return (
        f"a system of type {system.type} holds {most_colonies(system.type)} colonies, "
        f"{system.name} has {system.colonies}; {_room(system)} of {wanted} are established"
    )


def colonies_up(
    work: PhaseContext, draft: Draft, name: str, empire: str, number: int, ref: OrderRef | None
) -> None:
    """Add colonies of an empire to a system; tell it the gain in production."""
    system = draft.systems[name]
    before = revenue_of(system)
    after = replace(
        system, colonies=system.colonies + number, colonizer=empire, owner=system.owner or empire
    )
    draft.systems[name] = after
    work.emit_to(
        "established",
        empire,
        name,
        rule="NV ECO-21",
        order=ref,
        system=name,
        what="C",
        number=number,
        status=after.status,
        gain=revenue_of(after) - before,
        terms=(("colonies before", system.colonies), ("established", number)),
    )


def _complex(work: PhaseContext, draft: Draft, one: _Try) -> None:
    """Establish one IC of a ship."""
    fault = complex_fault(draft.systems[one.ship.at], one.empire)
    if fault:
        _refused(work, one.empire, one.ref, _named(one), *fault)
        return
    ship = draft.ships[one.ship.id]
    draft.put(unloaded(ship, [Cargo("IC", one.empire, 1)]))
    _complex_up(work, draft, ship.at, one.empire, one.ref)


def _complex_up(
    work: PhaseContext, draft: Draft, name: str, empire: str, ref: OrderRef | None
) -> None:
    draft.systems[name] = replace(draft.systems[name], ic=True)
    work.emit_to(
        "established",
        empire,
        name,
        "IC",
        rule="NV UNI-22",
        order=ref,
        system=name,
        what="IC",
        number=1,
        status=draft.systems[name].status,
        gain=0,
    )


def complex_fault(system: System, empire: str) -> tuple[str, str] | None:
    """Why no IC of this empire can be established in a system, and the rule; None if one can."""
    if not system.colonies:
        return f"{system.name} has no colony", "NV UNI-22"
    if system.ic:
        return f"{system.name} has an established IC already", "NV ECO-25"
    if system.owner != empire:
        return f"you do not control {system.name}", "NV ECO-25"
    if system.captured and not armies(system, empire):
        return f"you have no army on {system.name}", "NV ECO-29"
    return None


def _stored(
    work: PhaseContext, effective: Effective, empire: str, line: Movement, units: Units
) -> None:
    """Colonies, or one IC, that lie on a planet its empire controls."""
    draft, kind = effective.draft, units.kind
    system = draft.systems[line.start]
    there = system.units(empire, kind)
    wanted = min(units.number or there, there) if kind == "C" else 1
    number = min(wanted, _room(system)) if kind == "C" else 1
    fault = _hostile(effective, line.start, empire)
    if not fault[0] and kind == "IC":
        fault = complex_fault(system, empire) or fault
    elif not fault[0] and (system.owner != empire or system.captured):
        fault = (f"{line.start} is not yours to colonize", "NV ECO-22")
    if fault[0]:
        number = 0
    elif number < wanted:
        fault = (_excess(system, wanted), "NV ECO-24")
    if fault[0]:
        telling.failed(work, empire, line.ref, "", f"E {kind}", fault[0], rule=fault[1])
    if not number:
        return
    draft.systems[line.start] = replace(
        system, surface=with_units(system.surface, empire, {kind: -number})
    )
    if kind == "C":
        colonies_up(work, draft, line.start, empire, number, line.ref)
    else:
        _complex_up(work, draft, line.start, empire, line.ref)


def _ends_aboard(draft: Draft) -> dict[str, list[GateEnd]]:
    found: dict[str, list[GateEnd]] = {}
    for end in draft.gates.values():
        if end.place == ABOARD:
            found.setdefault(end.carrier, []).append(end)
    return found


def place_gates(
    work: PhaseContext, draft: Draft, ends: Sequence[GateEnd], ship: Ship, doing: Doing
) -> bool:
    """Place gate ends aboard a ship in the center of the warp point; True if any was.

    All of them, or those its order names. Rule: NV UNI-11. Ambiguity: NV A-E-WHAT.
    """
    units = doing.activity.units
    named = {one.gate for one in units if one.gate}
    going = [one for one in ends if one.id in named or not units]
    for end in going:
        placed(work, draft, end, ship.at, ref_of(doing))
    return bool(going)


def placed(
    work: PhaseContext, draft: Draft, end: GateEnd, system: str, ref: OrderRef | None
) -> None:
    """A gate's end stands in the warp point; nobody passes before next turn. Rule: NV UNI-16."""
    draft.gates[end.id] = replace(end, at=system, carrier="", bay="", place=PLACED, moved=work.turn)
    work.emit_to(
        "gate_placed",
        end.owner,
        end.name,
        rule="NV UNI-11",
        order=ref,
        gate=end.name,
        system=system,
        waits_for=_waits_for(draft, end),
    )


def _waits_for(draft: Draft, end: GateEnd) -> str:
    """The other end if it must be placed first; the state of an alien's end is unknown.

    Rule: NV UNI-16.
    """
    other = draft.gates.get(end.pair)
    if other is None or other.owner != end.owner:
        return "its other end"
    return "" if other.place == PLACED else other.name


def _refused(
    work: PhaseContext, empire: str, ref: OrderRef | None, ship: str, why: str, rule: str
) -> None:
    telling.failed(work, empire, ref, "", f"E {ship}".strip(), why, rule=rule, ship=ship)
