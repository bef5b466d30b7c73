"""Phase K: colonies and Industrial Complexes are established, ends of star gates placed.

Rule: NV ECO-21 to NV ECO-25, NV ORD-22, NV CON-25, NV EOT-13, NV UNI-11.
Ambiguity: NV A-E-HOSTILE, NV A-E-CAPT, NV A-IC-NUMBER, NV A-E-WHAT.
"""

from __future__ import annotations

from dataclasses import replace

from pbm.event import OrderRef, only
from pbm.nova import telling
from pbm.nova.control import armies, with_units
from pbm.nova.draft import Draft, drafting
from pbm.nova.effective import Doing, Effective
from pbm.nova.landing import unload
from pbm.nova.orders import Movement
from pbm.nova.planetside import cannot_reach, short_of, taken, unloaded
from pbm.nova.production import revenue_of
from pbm.nova.state import ABOARD, PLACED, STATUSES, Cargo, GateEnd, Ship, System
from pbm.table import EMPTY, table
from pbm.turn import Work

MOST_COLONIES = 3  # NV ECO-21

_PRODUCTION = table("pbm.nova", "production")


def most_colonies(type: int) -> int:
    """How many colonies a system of a type can hold. Rule: NV ECO-20, NV ECO-24.

    >>> [most_colonies(type) for type in (0, 1, 4, 5)]
    [0, 1, 2, 3]
    """
    return max(
        number
        for number, status in enumerate(STATUSES)
        if _PRODUCTION.at(str(type), status) != EMPTY
    )


def establish(work: Work) -> None:
    """Every ship with E, and every unit on a planet with E, system by system."""
    with drafting(work) as draft:
        effective = Effective(draft)
        tried: dict[str, list[tuple[Ship, Doing]]] = {}
        for ship, doing in effective.doing("E"):
            tried.setdefault(ship.at, []).append((ship, doing))
        for name in sorted(tried):
            _at_system(work, draft, effective, name, tried[name])
        _from_stores(work, draft)
        for ship, doing in effective.doing("L"):
            if not _waited(work, ship):
                continue
            if draft.systems[ship.at].colonies:
                unload(work, draft, effective, ship, doing)
            else:
                _refused(
                    work, ship, doing, f"there is no colony on {ship.at} to land by", "NV ECO-25"
                )


def _waited(work: Work, ship: Ship) -> bool:
    """True for a landing that phase H left to this one: the planet had no colony then."""
    system: System = work.state.systems[ship.at]
    return not system.colonies


def _at_system(
    work: Work,
    draft: Draft,
    effective: Effective,
    name: str,
    tries: list[tuple[Ship, Doing]],
) -> None:
    able: list[tuple[Ship, Doing]] = []
    for ship, doing in tries:
        place_gates(work, draft, draft.ships[ship.id], doing)
        if not taken(ship, doing.activity.units, ("C", "IC")):
            _nothing_aboard(work, ship, doing)
            continue
        why, rule = cannot_reach(draft, effective, ship)
        if not why:
            why, rule = _hostile(draft, name, ship.owner)
        if why:
            _refused(work, ship, doing, why, rule)
        else:
            able.append((ship, doing))
    allowed = _allowed(draft, name, {ship.owner for ship, _doing in able})
    colonies = [one for one in able if taken(one[0], one[1].activity.units, ("C",))]
    for ship, doing in colonies:
        if draft.systems[name].colonies or ship.owner in allowed:
            _colonize(work, draft, ship, doing)
        else:
            _refused(
                work,
                ship,
                doing,
                f"other ships tried to establish on {name} at the same time",
                "NV CON-25",
            )
    for ship, doing in able:
        if taken(draft.ships[ship.id], doing.activity.units, ("IC",)):
            _complex(work, draft, draft.ships[ship.id], doing)


def _nothing_aboard(work: Work, ship: Ship, doing: Doing) -> None:
    """Say of an E without anything to establish that it is so, unless a gate's end or TFC is."""
    wanted = [one for one in doing.activity.units if one.kind in ("C", "IC")]
    if wanted or (not doing.activity.units and not ship.cargo):
        aboard = ", ".join(short_of(ship, wanted)) or "nothing"
        _refused(work, ship, doing, f"aboard is {aboard} to establish", "NV ORD-22")


def _allowed(draft: Draft, name: str, empires: set[str]) -> set[str]:
    """Who may begin to colonize where several try at once. Rule: NV CON-25.

    After hostilities the survivors that are left; else the one that alone knew the system
    before this turn.
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


def _hostile(draft: Draft, name: str, empire: str) -> tuple[str, str]:
    """Hostile aliens in the system: units on the surface, or ships it fought that are there."""
    system = draft.systems[name]
    others = [
        one for one in system.surface if one != empire and one not in _friends(draft, name, empire)
    ]
    if system.colonizer and system.colonizer != empire and system.owner != empire:
        return f"{name} holds colonies of another empire", "NV ECO-22"
    if others:
        return f"alien units are on the surface of {name}", "NV ECO-23"
    for met in draft.meetings:
        if met.system == name and met.hostile and empire in (met.one, met.other):
            enemy = met.other if met.one == empire else met.one
            if any(s.owner == enemy and s.at == name for s in draft.ships.values()):
                return f"hostile ships are in {name}", "NV ECO-23"
    return "", ""


def _friends(draft: Draft, name: str, empire: str) -> set[str]:
    return {
        one
        for met in draft.meetings
        if met.system == name and met.friendly and empire in (met.one, met.other)
        for one in (met.one, met.other)
    }


def _colonize(work: Work, draft: Draft, ship: Ship, doing: Doing) -> None:
    """Establish one ship's colonies, as far as the type of the system allows."""
    system = draft.systems[ship.at]
    if system.colonies and system.colonizer != ship.owner:
        _refused(work, ship, doing, f"{ship.at} holds colonies of another empire", "NV ECO-22")
        return
    if system.captured:
        _refused(work, ship, doing, f"{ship.at} is captured", "NV ECO-30")
        return
    cargo = taken(draft.ships[ship.id], doing.activity.units, ("C",))
    wanted = sum(one.number for one in cargo)
    room = most_colonies(system.type) - system.colonies
    number = min(wanted, room)
    if number < wanted:
        _refused(
            work,
            ship,
            doing,
            f"a system of type {system.type} holds {most_colonies(system.type)} colonies, "
            f"{ship.at} has {system.colonies}; {number} of {wanted} are established",
            "NV ECO-24",
        )
    if number:
        draft.ships[ship.id] = unloaded(draft.ships[ship.id], [Cargo("C", ship.owner, number)])
        colonies_up(work, draft, ship.at, ship.owner, number, _ref(doing))


def colonies_up(
    work: Work, draft: Draft, name: str, empire: str, number: int, ref: OrderRef | None
) -> None:
    """More colonies of an empire stand in a system; it is told the gain in production."""
    system = draft.systems[name]
    before = revenue_of(system)
    after = replace(
        system, colonies=system.colonies + number, colonizer=empire, owner=system.owner or empire
    )
    draft.systems[name] = after
    work.emit(
        "established",
        empire,
        name,
        rule="NV ECO-21",
        seen=only(empire),
        order=ref,
        system=name,
        what="C",
        number=number,
        status=after.status,
        gain=revenue_of(after) - before,
        terms=(("colonies before", system.colonies), ("established", number)),
    )


def _complex(work: Work, draft: Draft, ship: Ship, doing: Doing) -> None:
    """Establish one IC of a ship."""
    why = complex_fault(draft.systems[ship.at], ship.owner)
    if why:
        _refused(work, ship, doing, *why)
        return
    draft.ships[ship.id] = unloaded(ship, [Cargo("IC", ship.owner, 1)])
    _complex_up(work, draft, ship.at, ship.owner, _ref(doing))


def _complex_up(work: Work, draft: Draft, name: str, empire: str, ref: OrderRef | None) -> None:
    draft.systems[name] = replace(draft.systems[name], ic=True)
    work.emit(
        "established",
        empire,
        name,
        "IC",
        rule="NV UNI-22",
        seen=only(empire),
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


def _from_stores(work: Work, draft: Draft) -> None:
    """Units that lie on a planet and are told to establish there, without a ship."""
    for empire, orders in draft.base.orders.items():
        for line in orders.movement:
            if any(one.code == "E" for one in line.codes.activities or ()):
                for mover in line.movers:
                    if mover.units is not None and mover.units.kind in ("C", "IC"):
                        _stored(work, draft, empire, line, mover.units.kind, mover.units.number)


def _stored(work: Work, draft: Draft, empire: str, line: Movement, kind: str, number: int) -> None:
    system = draft.systems[line.start]
    there = system.units(empire, kind)
    number = min(number or there, there)
    if kind == "C":
        room = most_colonies(system.type) - system.colonies if system.owner == empire else 0
        number = min(number, 0 if system.captured else room)
        why = (f"{line.start} has no room for another colony", "NV ECO-24")
    else:
        fault = complex_fault(system, empire)
        number = 0 if fault else min(number, 1)
        why = fault or (f"there is no {kind} on {line.start}", "NV ORD-22")
    if not number:
        telling.failed(work, empire, line.ref, "", f"E {kind}", why[0], rule=why[1])
        return
    draft.systems[line.start] = replace(
        system, surface=with_units(system.surface, empire, {kind: -number})
    )
    if kind == "C":
        colonies_up(work, draft, line.start, empire, number, line.ref)
    else:
        _complex_up(work, draft, line.start, empire, line.ref)


def place_gates(work: Work, draft: Draft, ship: Ship, doing: Doing) -> None:
    """Place the gate ends aboard a ship in the center of the warp point. Rule: NV UNI-11."""
    named = {one.gate for one in doing.activity.units if one.gate}
    if doing.activity.units and not named:
        return
    for end in [
        one for one in draft.gates.values() if one.carrier == ship.id and one.place == ABOARD
    ]:
        if not named or end.id in named:
            placed(work, draft, end, ship.at, _ref(doing))


def placed(work: Work, draft: Draft, end: GateEnd, system: str, ref: OrderRef | None) -> None:
    """A gate's end stands in the warp point; nobody passes before next turn. Rule: NV UNI-16."""
    draft.gates[end.id] = replace(end, at=system, carrier="", place=PLACED, moved=work.turn)
    work.emit(
        "gate_placed",
        end.owner,
        end.name,
        rule="NV UNI-11",
        seen=only(end.owner),
        order=ref,
        gate=end.name,
        system=system,
    )


def _refused(work: Work, ship: Ship, doing: Doing, why: str, rule: str) -> None:
    telling.failed(
        work, ship.owner, _ref(doing), "", f"E {ship.name}", why, rule=rule, ship=ship.name
    )


def _ref(doing: Doing) -> OrderRef | None:
    return doing.line.ref if doing.line is not None else None
