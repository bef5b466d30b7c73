"""Phase J: ships devastate planets, drop PCBs, use TFCs; in this order.

Rule: NV ORD-08, NV ORD-21, NV ECO-48, NV ECO-27, NV EOT-10 to NV EOT-12, NV EOT-22, NV UNI-08,
NV UNI-09, NV UNI-24 to NV UNI-28. Ambiguity: NV A-DC-OWN, NV A-DC-STATUS0, NV A-PCB-ORDER,
NV A-PCB-JOINT, NV A-PCB-LOW, NV A-PCB-ALLOC, NV A-PCB-STORED, NV A-TFC-WHO, NV A-TFC-EVAC.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef, only
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.order_precedence import Doing, Effective, ref_of
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.exploration.control import defended_against, emptied
from pbm.games.nova.rules.exploration.evacuation import lifted
from pbm.games.nova.rules.planetside import cannot_reach, on_planets, taken, unloaded
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.orders.standing import Standing
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import Cargo, Ship, System
from pbm.games.nova.state.working_state import Draft, drafting

SDU_HITS = 4  # NV UNI-09: on 1 to 4
SAFE_SDUS = 2  # NV ECO-26


def devastate(work: PhaseContext) -> None:
    """All of phase J."""
    with drafting(work) as draft:
        effective = Effective(draft)
        for ship, doing in effective.doing("D"):
            _devastated(work, draft, effective, ship, doing)
        drops: dict[str, list[tuple[Ship, Doing]]] = {}
        for ship, doing in effective.doing("PCB"):
            drops.setdefault(ship.at, []).append((ship, doing))
        for name in sorted(drops):
            _bombed(work, draft, effective, name, drops[name])
        is_there = _is_aboard(draft, "TFC") or effective.names("TFC")
        for ship, doing in effective.doing("E") if is_there else ():
            ship = draft.ships[ship.id]
            if _has_tfc(ship, doing):
                order = ref_of(doing), doing.activity.units
                _terraformed(work, draft, effective, ship.owner, ship.at, *order, ship)
            elif any(one.kind == "TFC" for one in doing.activity.units):
                _refused(work, ship, doing, "E TFC", f"no TFC is aboard {ship.name}", "NV ORD-22")
        for empire, line, unit in on_planets(draft, "E", ("TFC",)):
            units = [unit, *(one for do in line.codes.activities or () for one in do.units)]
            _terraformed(work, draft, effective, empire, line.start, line.ref, units, None)


def _is_aboard(draft: Draft, kind: str) -> bool:
    """True if any ship carries units of a kind."""
    return any(one.kind == kind for ship in draft.ships.values() for one in ship.cargo)


def _has_tfc(ship: Ship, doing: Doing) -> bool:
    """True if E is to use a TFC of the ship: all there is, or it is named, and it is its own."""
    named = [one for one in doing.activity.units if one.kind == "TFC" and not one.owner]
    return bool((named or not doing.activity.units) and taken(ship, named, ("TFC",)))


def defending_sdus(system: System, attacker: str) -> int:
    """SDUs on a planet that are not the attacker's own. Rule: NV UNI-08."""
    return sum(held.get("SDU", 0) for one, held in system.surface.items() if one != attacker)


def outcome(sdus: int) -> str:
    """The effect of DC on a planet with so many SDUs: destroyed, suppressed, or only its IC barred.

    >>> outcome(0), outcome(1), outcome(2)
    ('destroyed', 'suppressed', 'barred')

    Rule: NV ECO-48, NV ECO-26, NV ECO-27.
    """
    return ("destroyed", "suppressed", "barred")[min(sdus, SAFE_SDUS)]


def _harms_own(draft: Draft, ship: Ship, doing: Doing) -> str:
    """Why an order that would hurt own units is refused; only special orders allow it.

    Own units are those on the planet, and colonies, even captured. Rule: NV ORD-08.
    Ambiguity: NV A-DC-OWN, NV A-SUR-DC-OWN-ARMY.
    """
    system = draft.systems[ship.at]
    own = ship.owner in (system.owner, system.colonizer) or ship.owner in system.surface
    special = isinstance(doing.line, Standing) and doing.line.rank == "special"
    if own and not (special and doing.activity.allow_harm):
        return f"units of your own are on {ship.at}, and no special order allows harm"
    return ""


def _devastated(
    work: PhaseContext, draft: Draft, effective: Effective, ship: Ship, doing: Doing
) -> None:
    """Use a ship's DC on the planet of its system."""
    system = draft.systems[ship.at]
    why, rule = cannot_reach(draft, effective, ship)
    if not why and "DC" not in effective.fittings.of(ship).kinds:
        why, rule = f"{ship.name} has no working DC", "NV ORD-21"
    if not why:
        why, rule = _harms_own(draft, ship, doing), "NV ORD-08"
    if not why and system.devastated:
        why, rule = f"{ship.at} was devastated already this turn", "NV EOT-11"
    if why:
        _refused(work, ship, doing, "D", why, rule)
        return
    sdus = defending_sdus(system, ship.owner)
    result = outcome(sdus)
    draft.systems[ship.at] = replace(
        system,
        devastated=True,
        ic_barred=True,
        suppressed=system.suppressed or result == "suppressed",
    )
    work.emit_to(
        "devastated",
        ship.owner,
        ship.at,
        ship.name,
        rule="NV ECO-48",
        order=ref_of(doing),
        system=ship.at,
        ship=ship.name,
        result=result,
        sdu=sdus > 0,
    )
    if system.owner and system.owner != ship.owner:
        work.emit_to(
            "was_devastated",
            system.owner,
            ship.at,
            rule="NV ECO-48",
            system=ship.at,
            result=result,
            terms=(("SDUs", sdus),),
        )
    if result == "destroyed":
        emptied(work, draft, ship.at, rule="NV EOT-12", why="devastated")


def _bombed(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    name: str,
    drops: Sequence[tuple[Ship, Doing]],
) -> None:
    """Drop all PCBs of this phase on one planet; those that get through add up."""
    falling: list[str] = []
    for ship, doing in drops:
        ship = draft.ships[ship.id]
        why, rule = cannot_reach(draft, effective, ship)
        asked = doing.activity.number or 1
        aboard = sum(one.number for one in taken(ship, (), ("PCB",)))
        if not why and not aboard:
            why, rule = f"no PCB is aboard {ship.name}", "NV UNI-26"
        if not why:
            why, rule = _harms_own(draft, ship, doing), "NV ORD-08"
        if why:
            _refused(work, ship, doing, "PCB", why, rule)
            continue
        number = min(asked, aboard)
        if number < asked:
            why = f"{aboard} of {asked} PCBs are aboard {ship.name}"
            _refused(work, ship, doing, "PCB", why, "NV UNI-26")
        draft.put(unloaded(ship, [Cargo("PCB", ship.owner, number)]))
        work.emit_to(
            "pcb_dropped",
            ship.owner,
            name,
            ship.name,
            rule="NV UNI-26",
            order=ref_of(doing),
            system=name,
            ship=ship.name,
            number=number,
        )
        falling += [ship.owner] * number
    if falling:
        attackers = list(dict.fromkeys(falling))
        drop(work, draft, name, attackers, len(falling), attackers)


def drop(
    work: PhaseContext,
    draft: Draft,
    name: str,
    attackers: Sequence[str],
    bombs: int,
    friendly: Sequence[str],
) -> int:
    """PCBs fall on a planet: SDUs fire, each once; those that get through do their work.

    ``friendly`` are empires whose SDUs do not fire. All fire is shared out before a die is
    rolled, evenly, the rest on the first. How many SDUs fired is told to the planet's owner
    alone. Gives how many got through.
    Rule: NV UNI-09, NV UNI-26. Ambiguity: NV A-PCB-ALLOC, NV A-PCB-JOINT.
    """
    system = draft.systems[name]
    guns = sum(held.get("SDU", 0) for one, held in system.surface.items() if one not in friendly)
    owner = system.owner if system.owner not in attackers else ""
    rolls: list[Roll] = []
    struck: set[int] = set()
    if guns:
        shown = only(owner) if owner else only()
        rolls = [work.roll("d6", "pcb", name, count=guns, seen=shown)]
        struck = shot_down([n % bombs for n in range(guns)], rolls[0].faces)
    terms = work.counted((("fell", bombs), ("destroyed by SDUs", -len(struck))), "pcb", name)
    through = max(0, sum(number for _term, number in terms))
    for empire in (*attackers, *([owner] if owner else ())):
        yours = empire in attackers
        work.emit(
            "pcbs_fell",
            empire,
            name,
            rule="NV UNI-09",
            seen={empire: ("system", "through", "fell", "yours")} if yours else only(empire),
            rolls=rolls,
            terms=terms,
            system=name,
            through=through,
            fell=bombs,
            shots=guns,
            yours=yours,
        )
    hit(work, draft, name, through)
    return through


def shot_down(aims: Sequence[int], faces: Sequence[int]) -> set[int]:
    """Which PCBs shots of SDUs destroy: the bomb each is aimed at, and its die.

    >>> shot_down([0, 1, 0], [3, 5, 6])
    {0}

    Rule: NV UNI-09.
    """
    return {aim for aim, face in zip(aims, faces, strict=True) if face <= SDU_HITS}


def hit(work: PhaseContext, draft: Draft, name: str, bombs: int) -> None:
    """What PCBs that got through at the same time do to a planet. Rule: NV UNI-26, NV UNI-27."""
    if bombs:
        type = type_after_pcbs(draft.systems[name].type, bombs)
        emptied(work, draft, name, rule="NV UNI-26", why="PCB")
        draft.systems[name] = replace(draft.systems[name], type=type)


def type_after_pcbs(type: int, hits: int) -> int:
    """The type of a system after PCBs got through at the same time.

    >>> [type_after_pcbs(8, hits) for hits in (0, 1, 2, 3)]
    [8, 8, 4, 0]
    >>> type_after_pcbs(3, 2)
    3

    Rule: NV UNI-27. Ambiguity: NV A-PCB-LOW.
    """
    if hits > 2:
        return 0
    return type - 4 if hits == 2 and type > 4 else type


def type_after_tfc(type: int) -> int:
    """The type a TFC makes of a system.

    >>> [type_after_tfc(type) for type in range(9)]
    [0, 5, 6, 7, 8, 5, 6, 7, 8]

    Rule: NV UNI-24, NV UNI-25.
    """
    return type + 4 if 1 <= type <= 4 else type


def _terraformed(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    empire: str,
    name: str,
    ref: OrderRef | None,
    units: Sequence[Units],
    ship: Ship | None,
) -> None:
    """Use one TFC of a ship, or of the planet's store; what is not lifted dies, the type rises.

    On a planet of the same empire only if the order names the TFC: otherwise it would hurt own
    units without leave (NV ORD-08). Ambiguity: NV A-TFC-WHO, NV A-TFC-EVAC.
    """
    system = draft.systems[name]
    why, rule = cannot_reach(draft, effective, ship) if ship is not None else ("", "")
    sdus = sum(held.get("SDU", 0) for held in system.surface.values())
    own = empire in (system.owner, system.colonizer) or empire in system.surface
    if not why and sdus:
        why, rule = f"an SDU is on {name}", "NV UNI-24"
    militia = system.militia if system.owner != empire else 0
    if not why and (militia or defended_against(system, empire)):
        why, rule = f"alien units are on {name}", "NV UNI-24"
    if not why and own and not any(one.kind == "TFC" for one in units):
        why = f"it would destroy what you have on {name}, and the order does not name the TFC"
        rule = "NV ORD-08"
    called = ship.name if ship is not None else ""
    if why:
        written = f"E TFC {called}".strip()
        telling.failed(work, empire, ref, "", written, why, rule=rule, ship=called)
        return
    if ship is not None:
        draft.put(unloaded(ship, [Cargo("TFC", empire, 1)]))
        draft.given[key("tfc", empire, "", ship.id)] = 1
    else:
        surface = with_units(system.surface, empire, {"TFC": -1})
        draft.systems[name] = replace(system, surface=surface)
    saved = lifted(draft, effective, empire, name, units)
    type = type_after_tfc(system.type)
    emptied(work, draft, name, rule="NV UNI-24", why="TFC")
    draft.systems[name] = replace(draft.systems[name], type=type)
    work.emit_to(
        "terraformed",
        empire,
        name,
        rule="NV UNI-24",
        order=ref,
        system=name,
        ship=called,
        type_before=system.type,
        type=type,
        saved=saved,
    )


def _refused(work: PhaseContext, ship: Ship, doing: Doing, code: str, why: str, rule: str) -> None:
    telling.failed(
        work, ship.owner, ref_of(doing), "", f"{code} {ship.name}", why, rule=rule, ship=ship.name
    )
