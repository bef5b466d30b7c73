"""One jump of a route: along a warp line or through a star gate, or the reason why not.

Rule: NV MOV-04, NV MOV-07, NV MOV-25, NV MOV-26, NV UNI-14, NV UNI-15, NV UNI-17, NV UNI-19.
Ambiguity: NV A-SG-LINE.
"""

from msgspec import Struct, field

from pbm.games.nova.rules.movement import gates
from pbm.games.nova.state.orders.parts import Jump
from pbm.games.nova.state.state import PLACED
from pbm.games.nova.state.working_state import Draft


class ShipWay(Struct):
    """A ship under way from ``start``: where it is, the lines it has taken, why it ends there.

    ``used`` holds both ends of every line and gate; ``entered_by`` is the letter of the last
    line at its end, "" of a gate. ``why`` is the reason of an impossible jump, ``code`` that of
    the situation report.
    """

    start: str
    at: str
    letters: list[str] = field(default_factory=list)
    used: set[tuple[str, str]] = field(default_factory=set)
    entered_by: str = ""
    code: str = ""
    why: str = ""
    rule: str = ""

    def ends(self, code: str, why: str, rule: str) -> None:
        """It can go no further."""
        self.code, self.why, self.rule = code, why, rule

    def goes(self, letter: str, to: str, back: str) -> None:
        """It has made a jump."""
        self.letters.append(letter)
        self.at, self.entered_by = to, back


def step(draft: Draft, turn: int, empire: str, way: ShipWay, jump: Jump) -> None:
    """Take one jump, or leave the reason why it cannot be made in ``way``."""
    if jump.gate:
        _through_gate(draft, turn, empire, way, jump.gate)
    else:
        _along_line(draft, way, jump)


def _along_line(draft: Draft, way: ShipWay, jump: Jump) -> None:
    lines = draft.systems[way.at].lines
    letter = jump.letter or _letter_to(draft, way, jump.system)
    if not letter:
        if jump.system == way.at:
            way.ends("IS", f"it is at {way.at} already", "NV MOV-07")
        else:
            why = f"no warp line joins {way.at} and {jump.system}"
            way.ends("NDC", why, "NV MOV-26")
        return
    line = lines.get(letter)
    if line is None:
        way.ends("DNE", f"{way.at} has no warp line {letter}", "NV MOV-26")
    elif jump.system and line.to != jump.system:
        why = f"line {letter} of {way.at} does not lead to {jump.system}"
        way.ends("NDC", why, "NV MOV-26")
    elif (way.at, letter) in way.used:
        why = f"line {letter} of {way.at} was used this turn already"
        way.ends("CUSWLT", why, "NV MOV-04")
    elif line.to == way.start:
        way.ends("IS", f"it began the turn at {way.start}", "NV MOV-07")
    else:
        way.used |= {(way.at, letter), (line.to, line.back)}
        way.goes(letter, line.to, line.back)


def _letter_to(draft: Draft, way: ShipWay, system: str) -> str:
    """The first letter that leads to a system, one not yet used before one that was."""
    lines = draft.systems[way.at].lines
    letters = [letter for letter in sorted(lines) if lines[letter].to == system]
    fresh = [letter for letter in letters if (way.at, letter) not in way.used]
    return next(iter(fresh or letters), "")


def _through_gate(draft: Draft, turn: int, empire: str, way: ShipWay, id: str) -> None:
    """From one end of a star gate to the other; the far system need not be known (UNI-19)."""
    end = draft.gates.get(id)
    if end is None or end.at != way.at or end.place != PLACED:
        way.ends("DNE", f"there is no such gate at {way.at}", "NV UNI-14")
        return
    if not gates.may_enter(draft, end, empire):
        way.ends("", f"you may not pass through {end.name}", "NV UNI-15")
        return
    why = gates.closed(draft, end, turn, empire)
    if why:
        way.ends("", why, "NV UNI-17")
        return
    other = draft.gates[end.pair]
    if (end.id, "") in way.used:
        way.ends("CUSWLT", f"{end.name} was used this turn already", "NV MOV-04")
    elif other.at == way.start:
        way.ends("IS", f"it began the turn at {way.start}", "NV MOV-07")
    else:
        way.used |= {(end.id, ""), (other.id, "")}
        way.goes(gates.GATE, other.at, "")
