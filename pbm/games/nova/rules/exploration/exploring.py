"""Phase H: systems and warp points are explored, planets observed.

Rule: NV SET-15, NV EXP-01 to NV EXP-07, NV EXP-09, NV EXP-10, NV ORD-23, NV ORD-27, NV ORD-29,
NV REP-09. Ambiguity: NV A-WP-COUNT, NV A-XC-OWNERSHIP, NV A-XC-ARMIES, NV A-AXS, NV A-XC-W,
NV A-XC-WHEN, NV A-SX-XC.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.orders.order_precedence import Doing, Effective
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.planetside import is_towed
from pbm.games.nova.state.planets import armies
from pbm.games.nova.state.state import PLACED, Ship, Sight, System
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.view.labels import label
from pbm.kit.facts import Fact


def explore(work: PhaseContext) -> None:
    """Every ship with X, W or O, by system; each empire is told once of a system."""
    with drafting(work) as draft:
        effective = Effective(draft)
        done: set[tuple[str, str]] = set()
        noticed: set[tuple[str, ...]] = set()
        for ship, doing in effective.doing("X", "W"):
            _explores(work, draft, effective, ship, doing, done, noticed)
        for ship, doing in effective.doing("O"):
            if (ship.owner, ship.at) not in done:
                _observes(work, draft, effective, ship, doing, done)


def _explores(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    ship: Ship,
    doing: Doing,
    done: set[tuple[str, str]],
    noticed: set[tuple[str, ...]],
) -> None:
    """One ship explores its system, or its warp point alone.

    ``noticed``: viewer and system of what is reported already; empire, system, XC or SX of it.
    """
    works = effective.fittings.of(ship)
    code = doing.activity.code
    why = ""
    if not works.explores:
        why = f"{ship.name} has no working XC or SX"
    elif works.ie < 1 and not is_towed(draft, effective, ship):
        why = f"{ship.name} has no working impulse engine and nobody tows it"
    if why:
        telling.failed(
            work,
            ship.owner,
            _ref(doing),
            "CX",
            f"{code} {ship.name}",
            why,
            rule="NV EXP-06",
            ship=ship.name,
            system=ship.at,
        )
        return
    if code == "W" and _met_aliens(draft, ship):
        code = "X"  # NV EXP-03: with aliens at the warp point W becomes X
    if code == "W":
        warp_point(work, draft, ship, _ref(doing))
        return
    first = (ship.owner, ship.at) not in done
    done.add((ship.owner, ship.at))
    if first:
        system_seen(work, draft, effective, ship, _ref(doing))
    by = ship.owner, ship.at, "XC" if "XC" in works.kinds else "SX"
    if by not in noticed:
        noticed.add(by)
        _noticed(work, draft, effective, ship, stealthy=by[2] == "SX", noticed=noticed)


def _met_aliens(draft: Draft, ship: Ship) -> bool:
    """True if ships met in contact this turn were at the warp point. Ambiguity: NV A-XC-W."""
    return any(
        one.system == ship.at
        and ship.owner in (one.one, one.other)
        and any(alien != ship.owner for alien in one.there)
        for one in draft.meetings
    )


def with_sight(draft: Draft, empire: str, sight: Sight) -> None:
    """Keep what an empire now knows of a system."""
    one = draft.empires[empire]
    draft.empires[empire] = replace(one, sights={**one.sights, sight.name: sight})


def warp_point(work: PhaseContext, draft: Draft, ship: Ship, ref: OrderRef | None) -> None:
    """W: the letters of all lines are known from now on. Rule: NV EXP-03."""
    system = draft.systems[ship.at]
    old = draft.empires[ship.owner].sights.get(ship.at) or Sight(ship.at)
    letters = tuple(sorted(system.lines))
    with_sight(draft, ship.owner, replace(old, letters=letters, seen=work.turn))
    work.emit_to(
        "warp_point_explored",
        ship.owner,
        ship.at,
        rule="NV EXP-03",
        order=ref,
        system=ship.at,
        letters=list(letters),
        ship=ship.name,
        **_from(draft, ship),
    )


def _from(draft: Draft, ship: Ship) -> dict[str, Fact]:
    """The system a ship came from this turn and the letters, for the report's line.

    Of a way of several jumps the last one, or all from the start if its owner knows no name for
    where that began.
    """
    came = draft.passages.get(ship.id)
    if came is None:
        return {"start": "", "letter": "", "back": ""}
    sights = draft.empires[ship.owner].sights
    before = came.start
    for letter in came.letters[:-1]:
        before = sights[before].lines.get(letter, "") if before in sights else ""
    before = before or sights[ship.at].lines.get(came.entered_by, "")
    letters = came.letters[-1:] if before else came.letters
    return {"start": before or came.start, "letter": " > ".join(letters), "back": came.entered_by}


def seen_of(system: System, viewer: str, aliens: int, turn: int, old: Sight) -> Sight:
    """What X or O shows of a planet: never its owner, never numbers.

    Rule: NV EXP-01, NV ORD-27. Ambiguity: NV A-XC-OWNERSHIP, NV A-XC-ARMIES.
    """
    others = [one for one in system.surface if one != viewer]
    return replace(
        old,
        type=system.type,
        status=system.status,
        alien_surface=bool(others) or system.owner not in ("", viewer),
        alien_ships=aliens,
        sdu=any(held.get("SDU") for held in system.surface.values()),
        armies=any(armies(system, one) for one in system.surface) or system.militia > 0,
        ic=system.ic,
        seen=turn,
    )


def system_seen(
    work: PhaseContext, draft: Draft, effective: Effective, ship: Ship, ref: OrderRef | None
) -> None:
    """X: everything that exploration shows, kept and told. Rule: NV EXP-01."""
    system = draft.systems[ship.at]
    old = draft.empires[ship.owner].sights.get(ship.at) or Sight(ship.at)
    aliens = effective.presence.aliens(ship.at, ship.owner)
    new = not old.explored
    letters = tuple(sorted(system.lines))
    sight = replace(
        seen_of(system, ship.owner, aliens, work.turn, old),
        explored=True,
        explored_on=old.explored_on if old.explored else work.turn,
        letters=letters,
        lines={**dict.fromkeys(letters, ""), **old.lines},
    )
    with_sight(draft, ship.owner, sight)
    work.emit_to(
        "explored",
        ship.owner,
        ship.at,
        rule="NV EXP-01",
        order=ref,
        system=ship.at,
        letters=list(letters),
        type=sight.type,
        status=sight.status,
        sdu=sight.sdu,
        armies=sight.armies,
        ic=sight.ic,
        alien_ships=aliens,
        alien_surface=sight.alien_surface,
        installations=_installations(draft, system, ship.owner),
        new=new,
        ship=ship.name,
        yours=system.owner == ship.owner,
        **_from(draft, ship),
    )


def _installations(draft: Draft, system: System, viewer: str) -> list[str]:
    """Kinds of installations of others on the planet or, of gate ends, at the warp point.

    Rule: NV EXP-01, NV UNI-10.
    """
    found = {
        kind
        for one, held in system.surface.items()
        if one != viewer
        for kind in held
        if kind in ("IC", "PCB", "TFC", "C")
    }
    if any(
        end.at == system.name and end.place == PLACED and end.owner != viewer
        for end in draft.gates.values()
    ):
        found.add("SG")
    return sorted(found)


def _noticed(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    ship: Ship,
    *,
    stealthy: bool,
    noticed: set[tuple[str, ...]],
) -> None:
    """Tell all who have ships there (AXS), and the owner of the planet unless it was SX.

    Name only aliens that identified themselves to its ships. Rule: NV EXP-02, NV EXP-07.
    """
    system = draft.systems[ship.at]
    ships = effective.presence.ships.get(ship.at, {})
    at_home = [system.owner] if system.owner and system.colonies and not stealthy else []
    for viewer in dict.fromkeys((*sorted(ships), *at_home)):
        if viewer == ship.owner or (viewer, ship.at) in noticed:
            continue
        noticed.add((viewer, ship.at))
        met = effective.presence.met(ship.at, viewer).get(ship.owner)
        knows = viewer in ships and met is not None and met[0]
        work.emit_to(
            "was_explored",
            viewer,
            ship.at,
            rule="NV EXP-02",
            system=ship.at,
            seen_by_ships=viewer in ships,
            who=label(draft, viewer, ship.owner) if knows else "",
        )


def _observes(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    ship: Ship,
    doing: Doing,
    done: set[tuple[str, str]],
) -> None:
    """O: status and presence, in a system explored before. Rule: NV ORD-27."""
    old = draft.empires[ship.owner].sights.get(ship.at)
    if old is None or not old.explored:
        telling.failed(
            work,
            ship.owner,
            _ref(doing),
            "CX",
            f"O {ship.name}",
            f"you have no exploration data of {ship.at}",
            rule="NV ORD-27",
            ship=ship.name,
            system=ship.at,
        )
        return
    done.add((ship.owner, ship.at))
    system = draft.systems[ship.at]
    aliens = effective.presence.aliens(ship.at, ship.owner)
    sight = seen_of(system, ship.owner, aliens, work.turn, old)
    with_sight(draft, ship.owner, sight)
    work.emit_to(
        "observed",
        ship.owner,
        ship.at,
        rule="NV ORD-27",
        order=_ref(doing),
        system=ship.at,
        status=sight.status,
        sdu=sight.sdu,
        armies=sight.armies,
        ic=sight.ic,
        ship=ship.name,
        type=sight.type,
        yours=system.owner == ship.owner,
    )


def _ref(doing: Doing) -> OrderRef | None:
    return doing.line.ref if doing.line is not None else None
