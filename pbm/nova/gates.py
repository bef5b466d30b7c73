"""Star gates as warp lines: who may pass, and why a gate does not work.

Rule: NV UNI-10, NV UNI-14 to NV UNI-20, NV MOV-25. Ambiguity: NV A-SG-EXIT (the controller of
the end that is entered gives leave), NV A-SG-LINE.
"""

from __future__ import annotations

from pbm.nova.draft import Draft
from pbm.nova.state import PLACED, GateEnd

GATE = "*"  # stands for a gate in the letters of a passage


def may_enter(draft: Draft, end: GateEnd, empire: str) -> bool:
    """True for the controller of an end, and for whom he lets pass. Rule: NV UNI-15."""
    if end.owner == empire:
        return True
    owner = draft.empires.get(end.owner)
    return owner is not None and any(
        one.kind == "gate" and one.who == empire and one.what in ("", end.name)
        for one in owner.permits
    )


def closed(draft: Draft, end: GateEnd, turn: int) -> str:
    """Why nobody passes a gate's end this turn; empty if it is open.

    Both ends must stand in warp points since an earlier turn.
    """
    other = draft.gates.get(end.pair)
    if other is None or other.place == "gone":
        return f"the other end of {end.name} is no more"
    if other.place != PLACED:
        return f"the other end of {end.name} stands nowhere"
    if end.place != PLACED:
        return f"{end.name} is not placed"
    if turn in (end.moved, other.moved):
        return f"{end.name} was placed only this turn"
    return ""
