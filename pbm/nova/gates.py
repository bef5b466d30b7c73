"""Star gates as warp lines: who may pass, and why a gate does not work.

Rule: NV UNI-10, NV UNI-14 to NV UNI-20, NV MOV-25. Ambiguity: NV A-SG-EXIT (the controller of
the end that is entered gives leave), NV A-SG-LINE.
"""

from __future__ import annotations

from dataclasses import replace

from pbm.event import only
from pbm.nova.draft import Draft
from pbm.nova.fitted import Fittings
from pbm.nova.state import GONE, PLACED, GateEnd
from pbm.turn import Work

GATE = "*"  # stands for a gate in the letters of a passage


def may_enter(draft: Draft, end: GateEnd, empire: str) -> bool:
    """True for the controller of an end, and for whom he lets pass. Rule: NV UNI-15."""
    if end.owner == empire:
        return True
    owner = draft.empires.get(end.owner)
    return owner is not None and any(
        one.kind == "gate" and one.who == empire and one.what in ("", end.id)
        for one in owner.permits
    )


def closed(draft: Draft, end: GateEnd, turn: int) -> str:
    """Why nobody passes a gate's end this turn; empty if it is open.

    Both ends must stand in warp points since an earlier turn.
    """
    other = draft.gates.get(end.pair)
    if other is None or other.place == GONE:
        return f"the other end of {end.name} is no more"
    if other.place != PLACED:
        return f"the other end of {end.name} stands nowhere"
    if end.place != PLACED:
        return f"{end.name} is not placed"
    if turn in (end.moved, other.moved):
        return f"{end.name} was placed only this turn"
    return ""


def change_hands(work: Work, draft: Draft) -> None:
    """At the end of phase G: placed ends go to who alone holds the space around them.

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
    """Friends of the owner hold a gate for him; it changes hands only to others."""
    (holder,) = holding
    friendly = draft.empires[holder].permits + (
        draft.empires[end.owner].permits if end.owner in draft.empires else ()
    )
    return not any(one.kind == "gate" and one.who in (holder, end.owner) for one in friendly)


def _captured(work: Work, draft: Draft, end: GateEnd, captor: str) -> None:
    loser = end.owner
    draft.gates[end.id] = replace(end, owner=captor)
    other = draft.gates.get(end.pair)
    works = other is not None and other.place == PLACED
    work.emit(
        "gate_captured",
        captor,
        end.name,
        rule="NV UNI-13",
        seen=only(captor),
        gate=end.name,
        system=end.at,
        works=works,
    )
    if loser in draft.empires:
        work.emit(
            "gate_lost",
            loser,
            end.name,
            rule="NV UNI-13",
            seen=only(loser),
            gate=end.name,
            system=end.at,
        )
