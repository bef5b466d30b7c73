"""Phase I: armies land on planets that are not their own (activity A), and fight for them.

Who meets no defence takes the planet at once. Where there is one, assault armies land first;
the fighting itself is the game master's, who gives its result. Fighting goes on turn after turn
as long as both sides have units left.

Rule: NV SUR-01 to SUR-04, NV SUR-11, NV SUR-12, NV SUR-14, NV SUR-17, NV SUR-18, NV SUR-20,
NV UNI-05, NV UNI-06, NV ORD-20, NV CON-03, NV ECO-25, NV EOT-17, NV EOT-22.
Ambiguity: NV A-SUR-COLONY-ARMED, NV A-SUR-CONTINUE, NV A-SUR-R1-LATER, NV A-SUR-THIRD,
NV A-SUR-ALLY-DEF, NV A-SUR-LAST-SDU, NV A-SUR-HOLD.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbm.event import Fact, OrderRef, only
from pbm.nova import telling
from pbm.nova.battle_result import Judge, ground, minor_contact, ruled, with_forms
from pbm.nova.conditions import key
from pbm.nova.control import armies, capture, with_units
from pbm.nova.draft import Draft, drafting
from pbm.nova.effective import Doing, Effective
from pbm.nova.labels import label
from pbm.nova.landing import foreign
from pbm.nova.orders import Battle, Movement
from pbm.nova.planetside import cannot_reach, short_of, taken, unloaded
from pbm.nova.result_language import read_result
from pbm.nova.result_meaning import Field, Result, understood
from pbm.nova.result_words import GROUND_UNITS
from pbm.nova.state import Cargo, Ship, System
from pbm.refusal import Refused
from pbm.ruleset import DocketItem
from pbm.turn import Unanswered, Work

LANDS = (*GROUND_UNITS, "PCB", "TFC", "IC")
ROUNDS = 3
_GROUND_FORMS = "rounds won loses lifts knows militia control suppressed"


@dataclass(slots=True)
class _Landing:
    """Units of an empire that one ship lands: assault armies at once, the rest a round later.

    The ship may be another empire's: units aboard obey their own. Ambiguity: NV A-CARGO-ALLY.
    """

    empire: str
    ship: Ship
    ref: OrderRef | None
    first: list[Cargo]
    later: list[Cargo]


@dataclass(slots=True)
class _Front:
    """The fighting on one planet. ``invaders`` by empire, with what each lands.

    ``there``: those whose armies lived through an earlier turn; for them all land at once.
    """

    system: str
    invaders: dict[str, list[_Landing]] = field(default_factory=dict)
    there: set[str] = field(default_factory=set)

    def landing(self, empire: str, *, later: bool) -> dict[str, int]:
        """Units an invader lands now, by kind; with ``later`` those of the second round too."""
        found: dict[str, int] = {}
        for one in self.invaders[empire]:
            for cargo in self.units(one, later=later):
                found[cargo.kind] = found.get(cargo.kind, 0) + cargo.number
        return found

    def units(self, one: _Landing, *, later: bool) -> list[Cargo]:
        """What one ship lands now."""
        both = later or one.empire in self.there
        return [*one.first, *one.later] if both else one.first


def invade(work: Work) -> None:
    """All surface combat of the turn."""
    with drafting(work) as draft:
        effective = Effective(draft)
        fronts = _fronts(work, draft, effective)
        open_fronts: dict[str, _Front] = {}
        for name, front in fronts.items():
            if _defence(draft.systems[name], front.invaders):
                open_fronts[name] = front
            else:
                _unopposed(work, draft, front)
        results: dict[str, Result] = {}
        waiting: list[DocketItem] = []
        for name, front in open_fronts.items():
            try:
                results[name] = ruled(
                    work, draft, ground(name), _question(draft, front), _judge(draft, front)
                )
            except Unanswered as stop:
                waiting += stop.items
        if waiting:
            raise Unanswered(*with_forms(waiting, _GROUND_FORMS))
        for name, result in results.items():
            _fought(work, draft, open_fronts[name], result)


def _fronts(work: Work, draft: Draft, effective: Effective) -> dict[str, _Front]:
    """Where armies land or still fight, by name of the system."""
    fronts: dict[str, _Front] = {}
    for name in sorted(draft.systems):
        system = draft.systems[name]
        for empire in system.survivors:
            still = empire != system.owner and armies(system, empire)
            if still and _defence(system, (empire,)):
                fronts.setdefault(name, _Front(name)).invaders.setdefault(empire, [])
    for ship, doing in effective.doing("A"):
        landing = _landing(work, draft, effective, ship, doing)
        if landing is not None:
            front = fronts.setdefault(ship.at, _Front(ship.at))
            front.invaders.setdefault(ship.owner, []).append(landing)
    for ship, cargo, line in foreign(draft, "A"):
        landing = _from_an_alien_ship(work, draft, effective, ship, cargo, line)
        if landing is not None:
            front = fronts.setdefault(ship.at, _Front(ship.at))
            front.invaders.setdefault(cargo.owner, []).append(landing)
    for front in fronts.values():
        _without_assault(work, draft, front)
    return {name: fronts[name] for name in sorted(fronts) if fronts[name].invaders}


def _landing(
    work: Work, draft: Draft, effective: Effective, ship: Ship, doing: Doing
) -> _Landing | None:
    """What a ship with A lands; None, and told why, if it cannot."""
    ref = doing.line.ref if doing.line is not None else None
    why, rule = cannot_reach(draft, effective, ship)
    own = [one for one in doing.activity.units if not one.owner]
    cargo = taken(ship, own, LANDS) if own or not doing.activity.units else []
    if not why and _is_empty(draft.systems[ship.at]):
        why, rule = f"nobody lives on {ship.at}, and nothing lands without a colony", "NV ECO-25"
    if not why and not cargo:
        why, rule = f"no armies are aboard {ship.name}", "NV ORD-20"
    if why:
        _failed(work, ship.owner, ship, ref, why, rule)
        return None
    short = short_of(ship, own)
    if short:
        _failed(work, ship.owner, ship, ref, short, "NV ORD-20")
    first = [one for one in cargo if one.kind == "AA"]
    return _Landing(ship.owner, ship, ref, first, [one for one in cargo if one.kind != "AA"])


def _from_an_alien_ship(
    work: Work, draft: Draft, effective: Effective, ship: Ship, cargo: Cargo, line: Movement
) -> _Landing | None:
    """What an empire lands from a ship that is not its own; None, and told why, if it cannot."""
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
    return _Landing(cargo.owner, ship, line.ref, first, later)


def _is_empty(system: System) -> bool:
    return not system.colonies and not any(system.surface.values())


def _failed(work: Work, empire: str, ship: Ship, ref: OrderRef | None, why: str, rule: str) -> None:
    named = ship.name if ship.owner == empire else ""
    telling.failed(
        work,
        empire,
        ref,
        "",
        f"A {named}".strip(),
        why,
        rule=rule,
        ship=named,
        system=ship.at,
    )


def _without_assault(work: Work, draft: Draft, front: _Front) -> None:
    """Only assault armies begin an invasion of a defended planet. Rule: NV SUR-02, NV SUR-04."""
    system = draft.systems[front.system]
    front.there = {one for one in front.invaders if armies(system, one)}
    if not _defence(system, front.invaders):
        return
    for empire, landings in list(front.invaders.items()):
        if "AA" in front.landing(empire, later=False) or empire in front.there:
            continue
        for one in landings:
            why = "the planet is defended, and without assault armies nobody lands"
            _failed(work, empire, one.ship, one.ref, why, "NV SUR-02")
        del front.invaders[empire]


def _defence(system: System, invaders: Mapping[str, object] | Sequence[str]) -> bool:
    """True if militia, or units of anybody but the invaders, would fight."""
    if system.militia and system.owner not in invaders:
        return True
    return any(
        held.get(kind, 0)
        for empire, held in system.surface.items()
        if empire not in invaders
        for kind in GROUND_UNITS
    )


def _unopposed(work: Work, draft: Draft, front: _Front) -> None:
    """Everybody lands; who alone has armies there takes the planet."""
    for empire in front.invaders:
        _lands(work, draft, front, empire, later=True)
    _settled(work, draft, front, None)


def _lands(work: Work, draft: Draft, front: _Front, empire: str, *, later: bool) -> None:
    """Bring an invader's units down, from each ship."""
    for one in front.invaders[empire]:
        cargo = front.units(one, later=later)
        if not cargo:
            continue
        system = draft.systems[front.system]
        surface: Mapping[str, Mapping[str, int]] = system.surface
        for part in cargo:
            surface = with_units(surface, part.owner, {part.kind: part.number})
        draft.systems[front.system] = replace(system, surface=surface)
        draft.ships[one.ship.id] = unloaded(draft.ships[one.ship.id], cargo)
        units: dict[str, int] = {}
        for part in cargo:
            units[part.kind] = units.get(part.kind, 0) + part.number
        named = one.ship.name if one.ship.owner == empire else ""
        work.emit(
            "landed",
            empire,
            front.system,
            named,
            rule="NV ORD-20",
            seen=only(empire),
            order=one.ref,
            system=front.system,
            units=units,
            ship=named,
        )


# --- the result ------------------------------------------------------------------------------


def _field(draft: Draft, front: _Front, *, later: bool) -> Field:
    """The battlefield, with what lands in the first round or in all."""
    system = draft.systems[front.system]
    units = {
        one: {kind: held[kind] for kind in GROUND_UNITS if held.get(kind)}
        for one, held in system.surface.items()
        if one in draft.empires
    }
    units = {one: held for one, held in units.items() if held or one == system.owner}
    for empire in front.invaders:
        own = units.setdefault(empire, {})
        for kind, number in front.landing(empire, later=later).items():
            if kind in GROUND_UNITS:
                own[kind] = own.get(kind, 0) + number
    if system.owner:
        units.setdefault(system.owner, {})
    ships = [one.id for one in draft.ships.values() if one.at == front.system and one.owner]
    return Field(
        front.system,
        tuple(sorted(units)),
        ships,
        units=units,
        militia=system.militia,
        owner=system.owner,
        ground=True,
    )


def _judge(draft: Draft, front: _Front) -> Judge:
    def judge(words: str) -> tuple[Result, tuple[Refused, ...]]:
        clauses, faults = read_result(words)
        if faults:
            return Result(), faults
        rounds = next((one.number for one in clauses if one.word == "rounds"), 1)
        return understood(draft, _field(draft, front, later=rounds > 1), clauses)

    return judge


def _question(draft: Draft, front: _Front) -> str:
    """Who fights, and with what."""
    place = _field(draft, front, later=False)
    system = draft.systems[front.system]
    sides = []
    for empire in place.empires:
        held = place.units[empire]
        told = [f"{number} {kind}" for kind, number in held.items()]
        if empire == system.owner and place.militia:
            told.append(f"{place.militia} militia")
        if empire in front.invaders and empire not in front.there:
            later = {
                kind: number
                for kind, number in front.landing(empire, later=True).items()
                if kind != "AA"
            }
            told += [f"{number} {kind} from round 2" for kind, number in later.items()]
        role = "invades" if empire in front.invaders else "defends"
        lines = "".join(f" | {line.ref.text}" for line in _ground_lines(draft, empire))
        sides.append(f"{draft.empires[empire].name} {role}: {', '.join(told)}{lines}.")
    return f"Armies fight on {front.system}. {' '.join(sides)}"


def _ground_lines(draft: Draft, empire: str) -> list[Battle]:
    orders = draft.base.orders.get(empire)
    return [line for line in orders.battle if line.ground] if orders is not None else []


def _fought(work: Work, draft: Draft, front: _Front, result: Result) -> None:
    """Carry out a result: landings, losses, who holds the planet, what both sides learn."""
    name = front.system
    before = draft.systems[name]
    later = result.rounds > 1
    for empire in front.invaders:
        _lands(work, draft, front, empire, later=later)
    place = _field(draft, _Front(name), later=False)
    sides = [one for one in place.empires if one in front.invaders or one == before.owner]
    sides += [one for one in place.empires if one not in sides and any(place.units[one].values())]
    for empire, lost in result.units.items():
        _less(draft, name, empire, lost)
    for id, up in result.lifts.items():
        _lifted(draft, name, id, up)
    system = draft.systems[name]
    militia = system.militia if result.militia is None else result.militia
    draft.systems[name] = replace(system, militia=militia, fought=work.turn)
    for one in sides:
        for other in sides:
            if (one in front.invaders) != (other in front.invaders):
                _met(work, draft, front, result, one, other)
    goes_on = _both_live(draft.systems[name], front)
    _report(work, draft, front, place, result, sides, goes_on=goes_on)
    _survivors(draft, name, sides, goes_on=goes_on or result.suppressed)
    _settled(work, draft, front, result)


def _less(draft: Draft, name: str, empire: str, lost: Mapping[str, int]) -> None:
    system = draft.systems[name]
    gone = {kind: -number for kind, number in lost.items()}
    draft.systems[name] = replace(system, surface=with_units(system.surface, empire, gone))


def _lifted(draft: Draft, name: str, id: str, up: Mapping[str, int]) -> None:
    """Units taken up by a ship of their own empire. Rule: NV SUR-11."""
    ship = draft.ships[id]
    _less(draft, name, ship.owner, up)
    more = tuple(Cargo(kind, ship.owner, number) for kind, number in up.items())
    draft.ships[id] = replace(ship, cargo=(*ship.cargo, *more))


def _met(work: Work, draft: Draft, front: _Front, result: Result, one: str, other: str) -> None:
    """What two enemies leave each other: a test of being attacked, and contact after a round."""
    if one in front.invaders:
        number = sum(front.landing(one, later=result.rounds > 1).values())
        draft.given[key("assault", one, other, front.system)] = max(number, 1)
    known = draft.empires[one].contacts.get(other)
    if (result.rounds > 1 and known is None) or (one, other) in result.knows:
        minor_contact(work, draft, front.system, one, other, "NV CON-03")


def _both_live(system: System, front: _Front) -> bool:
    """True if invaders and defenders both have units left."""
    invading = any(system.units(one, kind) for one in front.invaders for kind in GROUND_UNITS)
    return invading and _defence(system, front.invaders)


def _survivors(draft: Draft, name: str, sides: Sequence[str], *, goes_on: bool) -> None:
    """Who lived; revenue stops while the fighting goes on. Rule: NV SUR-12, NV SUR-17."""
    system = draft.systems[name]
    lived = tuple(
        one
        for one in sides
        if any(system.units(one, kind) for kind in GROUND_UNITS)
        or (one == system.owner and system.militia)
    )
    draft.systems[name] = replace(system, survivors=lived, suppressed=system.suppressed or goes_on)


def _settled(work: Work, draft: Draft, front: _Front, result: Result | None) -> None:
    """Who holds the planet now: as the result says, else the one invader with armies left."""
    system = draft.systems[front.system]
    captor = result.control if result is not None else None
    if captor is None and not _defence(system, front.invaders):
        left = [one for one in front.invaders if armies(system, one)]
        captor = left[0] if len(left) == 1 else None
    if captor is None or captor == system.owner or not system.colonies:
        return
    capture(work, draft, front.system, captor)


def _report(
    work: Work,
    draft: Draft,
    front: _Front,
    before: Field,
    result: Result,
    sides: Sequence[str],
    *,
    goes_on: bool,
) -> None:
    """The combat as each side knows it."""
    system = draft.systems[front.system]
    for empire in sides:
        invades = empire in front.invaders
        enemies = [one for one in sides if (one in front.invaders) != invades]
        owner = empire == before.owner
        facts: dict[str, Fact] = {}
        if owner:
            facts["militia"] = [before.militia, system.militia]
        elif invades:
            facts["alien_militia_lost"] = before.militia - system.militia
        work.emit(
            "surface_combat",
            empire,
            front.system,
            rule="NV SUR-01",
            seen=only(empire),
            system=front.system,
            invades=invades,
            rounds=result.rounds,
            had=dict(before.units.get(empire, {})),
            lost=dict(result.units.get(empire, {})),
            left={
                kind: system.units(empire, kind)
                for kind in GROUND_UNITS
                if system.units(empire, kind)
            },
            against=[
                {
                    "who": label(draft, empire, one) if result.rounds > 1 else "alien",
                    "lost": dict(result.units.get(one, {})),
                }
                for one in enemies
            ],
            goes_on=goes_on,
            suppressed=goes_on or result.suppressed,
            **facts,
        )
