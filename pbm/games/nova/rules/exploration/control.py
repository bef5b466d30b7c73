"""Control of systems: capture, garrison, abandonment, liberation, the end of a colony.

Rule: NV ECO-28 to NV ECO-30, NV SUR-18, NV ECO-14. Ambiguity: NV A-CAPT-RETURN, NV A-CAPT-ALLY,
NV A-CAPT-THIRD, NV A-CAPT-LIBERATE, NV A-TREAS-LOC, NV A-TREAS-NEW, NV A-HOME-WORDS.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.nova.rules.movement.gates import hand_over
from pbm.games.nova.state.planets import armies, revenue_of, with_units
from pbm.games.nova.state.state import GONE, STORED, System
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.kit.facts import Fact

# What fights on a planet beside militia. Rule: NV SUR-01.
FIGHTS = ("AA", "RA", "SDU")
# What a captor may use on a captured planet (NV ECO-29); not its colonies.
CAPTURED = ("IC", "PCB", "TFC")


def defended_against(system: System, empire: str) -> tuple[str, ...]:
    """Other empires with units that fight on a planet, in the order in which they came."""
    return tuple(
        one
        for one, held in system.surface.items()
        if one != empire and any(held.get(kind) for kind in FIGHTS)
    )


def settle(work: PhaseContext) -> None:
    """Give back captured systems that the captor's last army has left. Rule: NV ECO-28.

    Where armies of others stay, but not the colonizer's, most of them make a captor.
    Ambiguity: NV A-CAPT-ALLY.
    """
    with drafting(work) as draft:
        for name, system in draft.systems.items():
            if system.captured and system.owner and not armies(system, system.owner):
                stay = [one for one in system.surface if armies(system, one)]
                if stay and system.colonizer not in stay:
                    capture(work, draft, name, max(stay, key=lambda one: armies(system, one)))
                else:
                    _abandoned(work, draft, name)


def _abandoned(work: PhaseContext, draft: Draft, name: str) -> None:
    """Return control to the colonizer; to nobody if that empire is out of the game."""
    system = draft.systems[name]
    captor, colonizer = system.owner, system.colonizer
    alive = colonizer in draft.empires and not draft.empires[colonizer].eliminated
    back = colonizer if alive else ""
    draft.systems[name] = replace(system, owner=back, captured_on=0, loot={})
    if back:
        _goods_over(draft, name, captor, back)
    _told(work, captor, "system_abandoned", name, rule="NV ECO-28")
    seat(work, draft, captor)
    if back:
        _told(work, back, "system_returned", name, rule="NV ECO-28")
        seat(work, draft, back)


def _goods_over(draft: Draft, name: str, loser: str, taker: str) -> dict[str, int]:
    """Hand over installations on a planet, unfinished ships and gate ends.

    What fights there and belongs to the loser is not touched. Gives the units taken, by kind.
    """
    system = draft.systems[name]
    held = dict(system.surface.get(loser, {}))
    taken = {kind: held.pop(kind) for kind in CAPTURED if kind in held}
    surface = {**system.surface, loser: held}
    draft.systems[name] = replace(system, surface=with_units(surface, taker, taken))
    for id, hull in draft.hulls.items():
        if hull.at == name and hull.owner == loser:
            draft.hulls[id] = replace(hull, owner=taker)
    for end in list(draft.gates.values()):
        if end.at == name and end.place == STORED and end.owner == loser:
            hand_over(draft, end, taker, captured=system.captured)
    return taken


def capture(work: PhaseContext, draft: Draft, name: str, captor: str) -> None:
    """Give an empire control of a planet: all defenders are dead, an army of its own is left.

    What lies there is captured, the loser's treasury too if it is there; loose colonies stay
    its own, of use to nobody. A colonizer that takes its system back owns it at once.
    What its home star's owner knew before is kept for pillage.
    Rule: NV SUR-18, NV ECO-29, NV UNI-21, NV UNI-23, NV RES-17.
    """
    system = draft.systems[name]
    loser = system.owner
    left = {kind: number for kind, number in system.surface.get(loser, {}).items() if number}
    surface = {**system.surface, loser: {k: n for k, n in left.items() if k not in FIGHTS}}
    home = system.home_of == loser and bool(loser)
    loot = dict(draft.empires[loser].tech_before) if home else system.loot
    draft.systems[name] = replace(
        system,
        owner=captor,
        militia=0,
        surface=surface if loser else system.surface,
        captured_on=work.turn,
        loot={} if system.colonizer == captor else loot,
    )
    taken = _goods_over(draft, name, loser, captor) if loser else {}
    kind = "system_retaken" if system.colonizer == captor else "system_captured"
    _told(work, captor, kind, name, rule="NV SUR-18", status=system.status, taken=taken)
    if loser:
        _told(work, loser, "system_lost", name, rule="NV SUR-18", status=system.status)
        _keep_in_mind(work, draft, name, loser)
        _treasury_taken(work, draft, name, loser, captor)
        seat(work, draft, loser)
    seat(work, draft, captor)


def _treasury_taken(work: PhaseContext, draft: Draft, name: str, loser: str, captor: str) -> None:
    """Give the captor what lies in a fallen system, usable next turn. Rule: NV ECO-14."""
    empire = draft.empires[loser]
    amount = max(empire.treasury, 0) + empire.locked
    if empire.treasury_at != name or not amount:
        return
    draft.empires[loser] = replace(empire, treasury=min(empire.treasury, 0), locked=0)
    taker = draft.empires[captor]
    draft.empires[captor] = replace(taker, locked=taker.locked + amount)
    _told(
        work,
        loser,
        "treasury_lost",
        name,
        rule="NV ECO-14",
        amount=amount,
        changes=(
            Change(f"empire/{loser}/treasury", empire.treasury, min(empire.treasury, 0)),
            Change(f"empire/{loser}/locked", empire.locked, 0),
        ),
    )
    _told(
        work,
        captor,
        "treasury_captured",
        name,
        rule="NV ECO-14",
        amount=amount,
        changes=(Change(f"empire/{captor}/locked", taker.locked, taker.locked + amount),),
    )


def emptied(work: PhaseContext, draft: Draft, name: str, *, rule: str, why: str) -> None:
    """A planet loses its colonies and every unit on it: status NONE.

    A home star so destroyed is gone for good. Its owner, its colonizer and whoever lost units
    are told; the caller tells the empire that did it. Rule: NV EOT-12, NV SUR-13.
    """
    system = draft.systems[name]
    gone = {one: dict(held) for one, held in system.surface.items()}
    things: dict[str, list[str]] = {}
    draft.systems[name] = replace(
        system,
        colonies=0,
        colonizer="",
        owner="",
        home_of="",
        ic=False,
        militia=0,
        surface={},
        survivors=(),
        captured_on=0,
        loot={},
        fought=0,
    )
    for id, hull in list(draft.hulls.items()):
        if hull.at == name:
            things.setdefault(hull.owner, []).append(hull.name)
            del draft.hulls[id]
    for id, end in draft.gates.items():
        if end.at == name and end.place == STORED:
            things.setdefault(end.owner, []).append(end.name)
            draft.gates[id] = replace(end, place=GONE, at="")
    for empire in dict.fromkeys((system.owner, system.colonizer, *gone, *things)):
        if empire:
            _told(
                work,
                empire,
                "system_emptied",
                name,
                rule=rule,
                why=why,
                status=system.status,
                lost=gone.get(empire, {}),
                lost_things=things.get(empire, []),
                ic=system.ic and empire == system.owner,
                was=_whose(system, empire),
            )
            _keep_in_mind(work, draft, name, empire)
    if system.home_of:
        _home_gone(work, draft, name, system.home_of)
    for empire in dict.fromkeys((system.owner, system.colonizer)):
        if empire:
            seat(work, draft, empire)


def _whose(system: System, empire: str) -> str:
    """The standing of a planet to an empire: its own, captured, lost to another, or none."""
    if empire == system.owner:
        return "captured" if system.captured else "own"
    return "lost" if empire == system.colonizer else ""


def _keep_in_mind(work: PhaseContext, draft: Draft, name: str, empire: str) -> None:
    """Keep what an empire is told about a planet as its sight, until it sees it again."""
    one, system = draft.empires[empire], draft.systems[name]
    sight = one.sights.get(name)
    if sight is not None:
        left = None if system.colonies else False
        sight = replace(
            sight,
            status=system.status,
            alien_surface=bool(system.colonies),
            sdu=left,
            armies=left,
            ic=system.ic,
            seen=work.turn,
        )
        draft.empires[empire] = replace(one, sights={**one.sights, name: sight})


def _home_gone(work: PhaseContext, draft: Draft, name: str, empire: str) -> None:
    """Once destroyed a home star is never recreated. Rule: NV SET-17."""
    draft.empires[empire] = replace(draft.empires[empire], home="")
    _told(work, empire, "home_destroyed", name, rule="NV SET-17")


def seat(work: PhaseContext, draft: Draft, empire_id: str) -> None:
    """Give an empire that lost them a designated home star and a place for its treasury.

    The richest world it controls, else the system of most revenue, ties by name.
    Ambiguity: NV A-TREAS-NEW.
    """
    empire = draft.empires[empire_id]
    own = [one for one in draft.systems.values() if one.owner == empire_id and one.colonies]
    if not own:
        return
    best = min(own, key=_worth).name
    names = {one.name for one in own}
    capital = empire.capital if empire.capital in names else best
    treasury_at = empire.treasury_at if empire.treasury_at in names else capital
    if (capital, treasury_at) != (empire.capital, empire.treasury_at):
        draft.empires[empire_id] = replace(empire, capital=capital, treasury_at=treasury_at)
        _told(work, empire_id, "seat_moved", capital, rule="NV ECO-05", treasury_at=treasury_at)


def _worth(system: System) -> tuple[bool, int, str]:
    """The sort key of systems, best first: worlds, revenue, name."""
    return system.status != "WORLD", -revenue_of(system), system.name


def _told(
    work: PhaseContext,
    empire: str,
    kind: str,
    system: str,
    *,
    rule: str,
    changes: Iterable[Change] = (),
    **facts: Fact,
) -> None:
    work.emit_to(kind, empire, system, rule=rule, changes=tuple(changes), system=system, **facts)
