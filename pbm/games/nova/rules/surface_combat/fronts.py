"""The fronts of surface combat: empires that land in phase I or still fight.

Rule: NV SUR-02, NV SUR-04, NV SUR-12, NV UNI-05, NV UNI-06, NV ORD-20, NV ECO-25, NV CON-22.
Ambiguity: NV A-SUR-COLONY-ARMED, NV A-SUR-CONTINUE, NV A-SUR-R1-LATER, NV A-SUR-LAST-SDU,
NV A-SUR-TURN, NV A-CARGO-ALLY.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.orders.order_precedence import Doing, Effective
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.movement.landing import foreign
from pbm.games.nova.rules.planetside import cannot_reach, short_of, taken, unloaded
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.standing import Standing
from pbm.games.nova.state.planets import armies, with_units
from pbm.games.nova.state.state import Cargo, Ship, System
from pbm.games.nova.state.working_state import Draft

LANDS = (*GROUND_UNITS, "PCB", "TFC", "IC")


class Landing(Struct):
    """An empire's units that one ship lands, assault armies a round before the rest.

    The ship may belong to another empire: units aboard obey their own. Ambiguity: NV A-CARGO-ALLY.
    """

    empire: str
    ship: Ship
    ref: OrderRef | None
    first: list[Cargo]
    later: list[Cargo]


class Front(Struct):
    """The fighting on one planet.

    ``invaders``: what each empire lands. ``there``: empires whose units lived through an earlier
    turn; all their units land at once.
    """

    system: str
    invaders: dict[str, list[Landing]] = field(default_factory=dict)
    there: set[str] = field(default_factory=set)

    def landing(self, empire: str, *, later: bool) -> dict[str, int]:
        """Units an invader lands now, by kind; ``later`` adds those of the second round."""
        found: dict[str, int] = {}
        for one in self.invaders[empire]:
            for cargo in self.units(one, later=later):
                found[cargo.kind] = found.get(cargo.kind, 0) + cargo.number
        return found

    def units(self, one: Landing, *, later: bool) -> list[Cargo]:
        """The units that one ship lands now."""
        both = later or one.empire in self.there
        return [*one.first, *one.later] if both else one.first


def fronts(work: PhaseContext, draft: Draft, effective: Effective) -> list[Front]:
    """The planets where armies land, turn on the owner or still fight, by name of the system.

    Friends of the owner whose armies helped to defend the planet are not invaders.
    """
    found: dict[str, Front] = {}
    for name in sorted(draft.systems):
        system = draft.systems[name]
        for empire in system.survivors:
            invades = empire not in (system.owner, *system.allies) and has_units(system, empire)
            if invades and is_defended(system, (empire,)):
                found.setdefault(name, Front(name)).invaders.setdefault(empire, [])
    for ship, doing in effective.doing("A"):
        landing = _landing(work, draft, effective, ship, doing)
        if landing is not None:
            front = found.setdefault(ship.at, Front(ship.at))
            front.invaders.setdefault(ship.owner, []).append(landing)
    for ship, cargo, line in foreign(draft, "A"):
        landing = _from_an_alien_ship(work, draft, effective, ship, cargo, line)
        if landing is not None:
            front = found.setdefault(ship.at, Front(ship.at))
            front.invaders.setdefault(cargo.owner, []).append(landing)
    for name, empire, ref in _turning(draft, effective):
        front = found.get(name, Front(name))
        if empire in front.invaders:
            continue
        why, rule = _may_not_turn(draft.systems[name], empire)
        if why:
            telling.failed(work, empire, ref, "", "A", why, rule=rule, system=name)
        else:
            found.setdefault(name, front).invaders[empire] = []
    for front in found.values():
        system = draft.systems[front.system]
        front.there = {one for one in front.invaders if has_units(system, one)}
    return [found[name] for name in sorted(found)]


def _turning(draft: Draft, effective: Effective) -> Iterator[tuple[str, str, OrderRef]]:
    """Empires whose units are to assault the planet they stand on, and the order that says so.

    A standing order for all armies leaves planets alone that its empire holds.
    """
    for name, system in draft.systems.items():
        for empire in system.surface:
            if empire in draft.empires and has_units(system, empire):
                line = effective.assault(empire, name)
                mine = system.owner == empire and isinstance(line, Standing)
                if line is not None and not mine:
                    yield name, empire, line.ref


def _may_not_turn(system: System, empire: str) -> tuple[str, str]:
    """Why an empire's units on a planet do not take it, and the rule; two empty texts if they do.

    All units that stand there attack; assault armies must be among them if it is defended.
    Rule: NV ORD-20, NV SUR-02, NV UNI-06. Ambiguity: NV A-SUR-TURN, NV A-SUR-LAST-SDU.
    """
    if system.owner == empire:
        return f"{system.name} is yours already", "NV ORD-20"
    if is_defended(system, (empire,)):
        fault = "the planet is defended, and without assault armies nobody invades"
        return ("" if system.units(empire, "AA") else fault), "NV SUR-02"
    if not system.owner:
        return f"there is nobody to assault on {system.name}", "NV ORD-20"
    return ("" if armies(system, empire) else "SDUs alone take no planet"), "NV UNI-06"


def _landing(
    work: PhaseContext, draft: Draft, effective: Effective, ship: Ship, doing: Doing
) -> Landing | None:
    """The units a ship with A lands; None if it cannot, and its player is told why."""
    ref = doing.line.ref if doing.line is not None else None
    why, rule = cannot_reach(draft, effective, ship)
    asked = [one for one in doing.activity.units if not one.owner]
    own = [one for one in asked if one.kind in LANDS]
    cargo = taken(ship, own, LANDS) if own or not doing.activity.units else []
    if not why and _is_empty(draft.systems[ship.at]):
        why, rule = f"nobody lives on {ship.at}, and nothing lands without a colony", "NV ECO-25"
    if not why and not cargo and (own or not asked):
        why, rule = f"no armies are aboard {ship.name}", "NV ORD-20"
    if why:
        _failed(work, ship.owner, ship, ref, why, rule)
        return None
    for one in asked:
        if one.kind not in LANDS:
            _failed(work, ship.owner, ship, ref, f"{one.kind} does not land with A", "NV ORD-20")
    if not cargo:
        return None
    short = short_of(ship, own)
    if short:
        _failed(work, ship.owner, ship, ref, short, "NV ORD-20")
    first = [one for one in cargo if one.kind == "AA"]
    return Landing(ship.owner, ship, ref, first, [one for one in cargo if one.kind != "AA"])


def _from_an_alien_ship(
    work: PhaseContext, draft: Draft, effective: Effective, ship: Ship, cargo: Cargo, line: Movement
) -> Landing | None:
    """The units an empire lands from an alien ship; None, told why, if it cannot."""
    why, rule = "", "NV CON-22"
    if cannot_reach(draft, effective, ship)[0]:
        why = "the ship that carries them cannot get to the planet"
    elif _is_empty(draft.systems[ship.at]):
        why, rule = f"nobody lives on {ship.at}, and nothing lands without a colony", "NV ECO-25"
    elif cargo.kind not in LANDS:
        why, rule = f"{cargo.kind} does not land with A", "NV ORD-20"
    if why:
        _failed(work, cargo.owner, ship, line.ref, why, rule)
        return None
    first, later = ([cargo], []) if cargo.kind == "AA" else ([], [cargo])
    return Landing(cargo.owner, ship, line.ref, first, later)


def _is_empty(system: System) -> bool:
    return not system.colonies and not any(system.surface.values())


def _failed(
    work: PhaseContext, empire: str, ship: Ship, ref: OrderRef | None, why: str, rule: str
) -> None:
    named = ship.name if ship.owner == empire else ""
    telling.failed(
        work, empire, ref, "", f"A {named}".strip(), why, rule=rule, ship=named, system=ship.at
    )


def without_assault(work: PhaseContext, front: Front, together: Sequence[str]) -> None:
    """Leave out invaders that lack assault armies to land against a defence.

    Only assault armies land where there is a defence. Units already there, or landing for one of
    the empires that invade together, count for all.
    Rule: NV SUR-02, NV SUR-04. Ambiguity: NV A-SUR-THIRD.
    """
    if any(one in front.there or "AA" in front.landing(one, later=False) for one in together):
        return
    why = "the planet is defended, and without assault armies nobody lands"
    refuse(work, front, together, why, "NV SUR-02")


def refuse(work: PhaseContext, front: Front, together: Sequence[str], why: str, rule: str) -> None:
    """Leave invaders out, and tell them why their units stay aboard."""
    for empire in together:
        for one in front.invaders.pop(empire):
            _failed(work, empire, one.ship, one.ref, why, rule)


def has_units(system: System, empire: str) -> bool:
    """True if an empire has units on a planet that fight."""
    return any(system.units(empire, kind) for kind in GROUND_UNITS)


def is_defended(system: System, invaders: Mapping[str, object] | Sequence[str]) -> bool:
    """True if militia, or units of an empire that is not an invader, would fight."""
    if system.militia and system.owner not in invaders:
        return True
    return any(
        held.get(kind, 0)
        for empire, held in system.surface.items()
        if empire not in invaders
        for kind in GROUND_UNITS
    )


def lands_all(work: PhaseContext, draft: Draft, front: Front, empire: str, *, later: bool) -> None:
    """Land an invader's units from each of its ships."""
    for one in front.invaders[empire]:
        land(work, draft, front.system, one, front.units(one, later=later))


def land(
    work: PhaseContext, draft: Draft, name: str, one: Landing, cargo: Sequence[Cargo]
) -> Mapping[str, int]:
    """Land these units of a ship on a planet, as far as they are still aboard.

    Returns the landed units by kind.
    """
    system = draft.systems[name]
    surface: Mapping[str, Mapping[str, int]] = system.surface
    units: dict[str, int] = {}
    for part in cargo:
        aboard = [
            held.number
            for held in draft.ships[one.ship.id].cargo
            if (held.kind, held.owner) == (part.kind, part.owner)
        ]
        number = min(part.number, sum(aboard))
        if number:
            surface = with_units(surface, part.owner, {part.kind: number})
            units[part.kind] = units.get(part.kind, 0) + number
            less = replace(part, number=number)
            draft.put(unloaded(draft.ships[one.ship.id], [less]))
    if not units:
        return units
    draft.systems[name] = replace(system, surface=surface)
    named = one.ship.name if one.ship.owner == one.empire else ""
    work.emit_to(
        "landed",
        one.empire,
        name,
        named,
        rule="NV ORD-20",
        order=one.ref,
        system=name,
        units=units,
        ship=named,
    )
    return units
