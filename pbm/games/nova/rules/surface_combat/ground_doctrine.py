"""The GROUND lines of one empire on one planet, with a default for each item.

A line for ships applies to their OS alone; one against an empire applies once that empire has
identified itself here. Lines against an empire go before others, lines for the system before
lines for everywhere. Each item is chosen by itself: the first whose condition holds. Within a
line, items with a condition go before the others. Conditions are judged anew each round.

Rule: NV ORD-50, NV SUR-05, NV SUR-11, NV SUR-15, NV SUR-21.
Ambiguity: NV A-SUR-MATCH, NV A-SUR-DOUBLE, NV A-SUR-WITHDRAW, NV A-SUR-REINF-DEF,
NV A-PCB-ALLOC, NV A-DOCTRINE.
"""

from collections.abc import Iterator, Sequence

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.conditions import Scene, holds
from pbm.games.nova.rules.surface_combat.ground import ALL, FightingWay
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.state import Ship
from pbm.kit.records import Record

# The kinds withdrawn if no units are named, in this order.
_WITHDRAWN = ("RA", "AA", "SDU")


class Said(Record):
    """An item that holds now, and the line that contains it."""

    word: str
    value: str
    ref: OrderRef


class GroundDoctrine:
    """The GROUND lines of an empire that apply on a planet against these enemies."""

    def __init__(self, scene: Scene, enemies: Sequence[str], *, invades: bool) -> None:
        self.scene = scene
        self._invades = invades
        orders = scene.draft.base.orders.get(scene.empire)
        lines = [one for one in (orders.battle if orders is not None else ()) if one.ground]
        lines = [one for one in lines if one.who.at in ("", scene.system)]
        lines = [
            one
            for one in lines
            if not one.versus or (one.versus in enemies and scene.identified(one.versus))
        ]
        self._lines = sorted(lines, key=lambda one: (not one.versus, not one.who.at))
        # Kinds that land only as their lines say, whether the lines hold now or not.
        self.scheduled = frozenset(
            one.value.upper().split()[1]
            for line in self._lines
            for item in line.items
            for one in (item, item.instead)
            if one is not None and one.word == "land"
        )

    def way(self) -> FightingWay:
        """How units are put forward, kept back and doubled this round.

        A defender keeps its SDUs back, unless its lines name them to be put forward.
        """
        forward = _kinds(self._first("forward"))
        named = self._first("screen")
        if named is None:
            keeps = not self._invades and "SDU" not in forward and self._first("match") is None
            screen: Sequence[str] = ("SDU",) if keeps else ()
        elif named.value.casefold() == "none":
            screen = ()
        else:
            screen = (ALL,) if named.value.casefold() == ALL else _kinds(named)
        match, double = _kinds(self._first("match")), _kinds(self._first("double on"))
        return FightingWay(forward, match, screen, double)

    def bombarded(self, ship: Ship) -> tuple[str, ...]:
        """Kinds of unit at which a ship's OS fires first."""
        return _kinds(self._first("OS on", ship))

    def to_land(self, kind: str, round: int) -> int:
        """How many units of a kind are to have landed by a round, as the lines say."""
        total = 0
        for one in self._said():
            if one.word == "land":
                number, named, when = one.value.upper().split()
                if named == kind and int(when[1:]) <= round:
                    total += int(number)
        return total

    def withdrawn(self) -> tuple[tuple[Units, ...], OrderRef | None]:
        """Units that ships take up as this round begins, and the line that orders it."""
        found = self._first("withdraw")
        if found is None:
            return (), None
        if not found.value:
            return tuple(Units(kind) for kind in _WITHDRAWN), found.ref
        named = []
        for one in found.value.upper().split(","):
            *number, kind = one.split()
            named.append(Units(kind, int(number[0]) if number else 0))
        return tuple(named), found.ref

    def bombs(self) -> tuple[int, OrderRef | None]:
        """The number of PCBs set off as this round ends, and the line that orders it."""
        found = self._first("PCB")
        return (int(found.value), found.ref) if found is not None else (0, None)

    def spreads_guns(self) -> bool:
        """True if SDUs share their fire among falling PCBs, else all fire at the first."""
        found = self._first("guard PCB")
        return found is None or found.value.casefold() != ALL

    def _first(self, wanted: str, ship: Ship | None = None) -> Said | None:
        """The first item with this word that holds; None if none does."""
        return next((one for one in self._said(ship) if one.word == wanted), None)

    def _said(self, ship: Ship | None = None) -> Iterator[Said]:
        """All items that hold now; for a ship, those of its own lines first."""
        own = [
            one for one in self._lines if ship is not None and one.who.names(ship.id, ship.klass)
        ]
        for line in (*own, *(one for one in self._lines if one.who.what in (ALL, "armies"))):
            for item in sorted(line.items, key=lambda item: not item.condition):
                found = item if holds(item.when, self.scene) else item.instead
                if found is not None:
                    yield Said(found.word, found.value, line.ref)


def _kinds(said: Said | None) -> tuple[str, ...]:
    """The kinds of unit of a list such as ``RA > SDU``."""
    found = said.value.upper().split(">") if said is not None and said.value else ()
    return tuple(one.strip() for one in found)
