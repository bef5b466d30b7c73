"""How a player's report names things: empires by the reader's labels, units and sums in words."""

from collections.abc import Mapping, Sequence

from pbm.games.nova.view.labels import ALIEN
from pbm.games.nova.view.record import DamageView, View
from pbm.kit.english import capital, count, listed, signed

_UNITS: Mapping[str, tuple[str, str]] = {
    "AA": ("assault army", "assault armies"),
    "RA": ("regular army", "regular armies"),
    "MA": ("militia army", "militia armies"),
    "SDU": ("SDU", "SDUs"),
    "C": ("colony", "colonies"),
    "IC": ("Industrial Complex", "Industrial Complexes"),
    "PCB": ("PCB", "PCBs"),
    "TFC": ("TFC", "TFCs"),
    "SG": ("star gate end", "star gate ends"),
}
STATUS_WORDS: Mapping[str, str] = {
    "NONE": "nobody's",
    "OUTPOST": "an outpost",
    "SETTLEMENT": "a settlement",
    "WORLD": "a world",
}


class Names:
    """Names as one reader knows them."""

    def __init__(self, view: View) -> None:
        self.player = view.you.player
        self.systems = frozenset(one.name for one in view.systems)
        self._names = {one.label or f"#{one.number}": one.name for one in view.contacts}

    def who(self, called: str) -> str:
        """An empire by the reader's label for it, with its name where that is known."""
        if called == ALIEN:
            return "aliens unknown to you"
        name = self._names.get(called, "")
        return f"empire {called} ({name})" if name else f"empire {called}"


def mcr(amount: int) -> str:
    """A sum of money.

    >>> mcr(40), mcr(-5)
    ('40 MCr', '−5 MCr')
    """
    return f"{signed(amount)} MCr"


def units(held: Mapping[str, int]) -> str:
    """Numbers of units by kind, in words.

    >>> units({"AA": 2, "C": 1})
    '2 assault armies and 1 colony'
    """
    return listed(
        count(number, *_UNITS.get(kind, (kind, ""))) for kind, number in held.items() if number
    )


def unit(kind: str, number: int) -> str:
    """A number of units of a kind."""
    return count(number, *_UNITS.get(kind, (kind, ""))) if number else ""


def parts_lost(damage: DamageView) -> list[str]:
    """Losses of a ship in words: armour, structure, drives, installations."""
    found = []
    if damage.armour:
        found.append(f"{damage.armour} armour")
    if damage.structure:
        found.append(f"{damage.structure} structure")
    for name, lost in (("impulse engine", damage.ie), ("jump drive", damage.jd)):
        if lost:
            found.append(f"{count(lost, 'level')} of the {name}")
    return [*found, *damage.parts]


def perished(held: Mapping[str, int]) -> str:
    """Units that perish when a ship with them aboard is taken, as a sentence of their own."""
    return f"{capital(units(held))} aboard {'is' if sum(held.values()) == 1 else 'are'} lost."


def first_of(parts: Sequence[str], most: int = 6) -> str:
    """A list of not too many parts.

    >>> first_of("ABC", 3), first_of("ABC", 2)
    ('A, B and C', 'A, B and 1 more')
    """
    if len(parts) <= most:
        return listed(parts)
    return f"{', '.join(parts[:most])} and {len(parts) - most} more"
