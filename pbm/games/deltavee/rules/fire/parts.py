"""Which of several parts is hit, by the doctrine of whoever may choose.

Rule: DV 8.7. Ambiguity: DV-A52, DV-A54, DV-A102.
"""

from collections.abc import Sequence

from pbm.games.deltavee.orders.fire.hits import HitsLine
from pbm.games.deltavee.state.ratings import BATTLE_COMM, WEAPON_PODS
from pbm.games.deltavee.state.units import (
    BRIDGE,
    DAMAGED,
    DESTROYED_PART,
    ENGINE,
    FORCE_FIELD,
    OK,
    VULNERABLE,
    Part,
)

ALL_WEAPON_PODS = "weapon pods"
ANY = "any"

# What an attacker hits first where the lines do not say.
_FIRST = (ENGINE, BRIDGE, *WEAPON_PODS, BATTLE_COMM, FORCE_FIELD)
_WEAPONS = _FIRST.index(WEAPON_PODS[0])
_BETTER = (OK, VULNERABLE, DAMAGED, DESTROYED_PART)


def means(word: str, part: Part) -> bool:
    """True if a word of a sheet means this part: its name, its kind, weapon pods, any."""
    if word == ALL_WEAPON_PODS:
        return part.kind in WEAPON_PODS
    return word == ANY or part.is_called(word)


def attacker_chooses(
    parts: Sequence[Part], lines: Sequence[HitsLine], target: str, next_status: Sequence[str]
) -> Part:
    """The part the attacker hits; ``next_status`` is what each part would become.

    Lines for this target come before those for every target; then engine, bridge, weapon
    pods, battle communications, force field, other pods; then the lower box.
    """
    applying = applying_to(lines, target)
    words = [word for line in applying for word in line.parts]
    finish = any(line.finish for line in applying)

    def key(place: int) -> tuple[bool, int, int, int]:
        part = parts[place]
        ends = finish and next_status[place] == DESTROYED_PART
        return (not ends, _listed(words, part), _importance(part), part.box)

    return parts[min(range(len(parts)), key=key)]


def applying_to(lines: Sequence[HitsLine], target: str) -> list[HitsLine]:
    """An attacker's lines for a target, in the order in which they count."""
    own = [line for line in lines if not line.own]
    return [line for line in own if target in line.on] + [line for line in own if not line.on]


def line_naming(lines: Sequence[HitsLine], part: Part) -> HitsLine | None:
    """The first of some lines that names a part; None if none of them decided for it."""
    return next((line for line in lines if any(means(word, part) for word in line.parts)), None)


def owner_chooses(parts: Sequence[Part], lines: Sequence[HitsLine]) -> Part:
    """The part an owner gives up: first of the list, then the soundest, then the higher box."""
    words = [word for line in lines if line.own for word in line.parts]
    return min(parts, key=lambda p: (_listed(words, p), _BETTER.index(p.status), -p.box))


def _listed(words: Sequence[str], part: Part) -> int:
    return next((place for place, word in enumerate(words) if means(word, part)), len(words))


def _importance(part: Part) -> int:
    if part.kind in WEAPON_PODS:
        return _WEAPONS
    return _FIRST.index(part.kind) if part.kind in _FIRST else len(_FIRST)
