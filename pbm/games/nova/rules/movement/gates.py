"""Star gates as warp lines: who may pass, and why a gate does not work.

Rule: NV UNI-13, NV UNI-15, NV UNI-16, NV UNI-17, NV UNI-20, NV EOT-21, NV REP-13. Ambiguity:
NV A-SG-EXIT (the controller of the end that is entered gives leave), NV A-SG-CONTROL.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.state.fitted import Fittings
from pbm.games.nova.state.state import ABOARD, GONE, PLACED, GateEnd, Meeting
from pbm.games.nova.state.working_state import Draft, drafting

GATE = "*"  # stands for a gate in the letters of a passage


def may_enter(draft: Draft, end: GateEnd, empire: str) -> bool:
    """True for the controller of an end, and for those it lets pass. Rule: NV UNI-15."""
    if end.owner == empire:
        return True
    owner = draft.empires.get(end.owner)
    return owner is not None and any(
        one.kind == "gate" and one.who == empire and one.what in ("", end.id)
        for one in owner.permits
    )


def closed(draft: Draft, end: GateEnd, turn: int, empire: str) -> str:
    """Why nobody passes a placed end this turn; empty if it is open.

    Both ends must stand in warp points since an earlier turn. A traveller learns nothing about an
    end that another empire owns.
    """
    if end.moved == turn:
        return f"{end.name} was placed only this turn"
    other = draft.gates.get(end.pair)
    if other is None or other.owner != empire:
        shut = other is None or other.place != PLACED or other.moved == turn
        return f"{end.name} leads nowhere" if shut else ""
    if other.place == GONE:
        return f"{end.name} leads nowhere: {other.name} no longer exists"
    if other.place != PLACED:
        return f"{end.name} leads nowhere: {other.name} is not in a warp point"
    return f"{other.name} was placed only this turn" if other.moved == turn else ""


def change_hands(work: PhaseContext, draft: Draft) -> None:
    """At the end of phase G: give placed ends to the empire that alone holds the space there.

    Rule: NV UNI-13. Ambiguity: NV A-SG-CONTROL (armed ships of one side alone, and none of the
    gate owner's).
    """
    ends = [end for end in draft.gates.values() if end.place == PLACED]
    if not ends:
        return
    fittings = Fittings(draft)
    present: dict[str, set[str]] = {}
    armed: dict[str, set[str]] = {}
    for ship in draft.ships.values():
        if ship.at and ship.owner:
            present.setdefault(ship.at, set()).add(ship.owner)
            if fittings.is_armed(ship):
                armed.setdefault(ship.at, set()).add(ship.owner)
    for end in ends:
        here, holding = present.get(end.at, set()), armed.get(end.at, set())
        if end.owner not in here and len(holding) == 1 and _took_by_force(draft, end, holding):
            _captured(work, draft, end, next(iter(holding)))


def _took_by_force(draft: Draft, end: GateEnd, holding: set[str]) -> bool:
    """False for friends of the owner, who hold a gate for it unless they fought it there."""
    (holder,) = holding
    both = {holder, end.owner}
    if any(one.hostile and {one.one, one.other} == both for one in _meetings(draft, end.at)):
        return True
    friendly = draft.empires[holder].permits + (
        draft.empires[end.owner].permits if end.owner in draft.empires else ()
    )
    return not any(one.kind == "gate" and one.who in (holder, end.owner) for one in friendly)


def _meetings(draft: Draft, system: str) -> list[Meeting]:
    return [one for one in draft.meetings if one.system == system]


def numbered(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if it is one of those taken.

    >>> numbered("Wasp", ["wasp", "Wasp-2"])
    'Wasp-3'
    """
    used = {one.casefold() for one in taken}
    found, number = name, 1
    while found.casefold() in used:
        number += 1
        found = f"{name[:12]}-{number}"
    return found


def hand_over(draft: Draft, end: GateEnd, taker: str, *, captured: bool = False) -> GateEnd:
    """Hand over an end; it gets a number behind its name if the taker has one of that name."""
    name = end.name
    if end.owner != taker:
        name = numbered(name, (one.name for one in draft.gates.values() if one.owner == taker))
    draft.gates[end.id] = replace(end, owner=taker, name=name, captured=captured)
    return draft.gates[end.id]


def hand_over_aboard(draft: Draft, ship: str, taker: str, *, by_force: bool) -> list[GateEnd]:
    """The ends aboard a ship that changes hands go with it."""
    return [
        hand_over(draft, end, taker, captured=end.captured or (by_force and end.owner != taker))
        for end in list(draft.gates.values())
        if end.carrier == ship
    ]


def _captured(work: PhaseContext, draft: Draft, end: GateEnd, captor: str) -> None:
    loser = end.owner
    taken = hand_over(draft, end, captor, captured=True)
    other = draft.gates.get(end.pair)
    works = other is not None and other.place == PLACED
    work.emit_to(
        "gate_captured",
        captor,
        taken.name,
        rule="NV UNI-13",
        gate=taken.name,
        system=end.at,
        works=works,
    )
    if loser in draft.empires:
        work.emit_to("gate_lost", loser, end.name, rule="NV UNI-13", gate=end.name, system=end.at)


def notices(work: PhaseContext) -> None:
    """At the turn's end: whoever captured an end hears that the matching one is no more.

    An end that was aboard a ship that was lost is lost with it. Rule: NV EOT-21, NV REP-13.
    """
    with drafting(work) as draft:
        for end in list(draft.gates.values()):
            if end.place == ABOARD and end.carrier not in draft.ships:
                draft.gates[end.id] = replace(end, place=GONE, at="", carrier="", bay="")
        for end in list(draft.gates.values()):
            other = draft.gates.get(end.pair)
            if end.place == GONE or other is None or other.place != GONE:
                continue
            draft.gates[end.id] = replace(end, pair="")
            if end.captured and end.owner in draft.empires and other.owner != end.owner:
                work.emit_to(
                    "gate_dead", end.owner, end.name, rule="NV REP-13", gate=end.name, system=end.at
                )
