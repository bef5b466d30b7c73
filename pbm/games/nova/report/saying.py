"""How a player's report names things: empires by his labels, units and sums in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.games.nova.view.labels import ALIEN
from pbm.games.nova.view.record import DamageView, View
from pbm.kit.english import capital, count, listed
from pbm.packets.narrative import Facts

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

    >>> mcr(40)
    '40 MCr'
    """
    return f"{amount} MCr"


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
    return units({kind: number})


def lettered(letters: Sequence[str], back: str) -> str:
    """Letters of warp lines; a star behind the one that leads back.

    >>> lettered(["A", "B"], "B")
    'A,B*'

    Ambiguity: NV A-MISS-UNDERLINE.
    """
    return ",".join(f"{one}*" if one == back else one for one in letters)


def presence(facts: Facts) -> list[str]:
    """What X or O found on a planet, as a list of words. Rule: NV EXP-01, NV ORD-27."""
    found = []
    for key, words in (("sdu", "SDUs"), ("armies", "armies"), ("ic", "an Industrial Complex")):
        if facts.get(key):
            found.append(words)
    stored = [kind for kind in facts.get("installations", ()) if kind != "SDU"]
    if stored:
        found.append(f"installations in store ({', '.join(stored)})")
    return found


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


def lost_aboard(facts: Facts) -> str:
    """Units that perish when a ship with them aboard is taken, as a sentence of their own."""
    held: Mapping[str, int] = facts["lost"]
    is_ = "is" if sum(held.values()) == 1 else "are"
    return f" {capital(units(held))} aboard {is_} lost." if held else ""


def with_gates(facts: Facts) -> str:
    """Ends of star gates that go with a ship, for its sentence."""
    return f" with {listed(facts['gates'])} aboard" if facts["gates"] else ""
