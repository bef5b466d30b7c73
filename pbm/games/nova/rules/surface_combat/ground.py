"""One round of surface combat: who is put forward, who is matched with whom, who destroys whom.

Pure functions on lists of units; nothing here knows a planet or rolls a die by itself.

Rule: NV SUR-01, NV SUR-05, NV SUR-06, NV SUR-07, NV SUR-09, NV UNI-02.
Ambiguity: NV A-SUR-MATCH, NV A-SUR-SCREEN, NV A-SUR-DOUBLE, NV A-SUR-SDU-CHOICE,
NV A-SUR-MA-SDU, NV A-SUR-OS-SDU, NV A-SUR-RA-COUNT.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.games.nova.state.units import UNITS
from pbm.kit.records import Record

# From the strongest; whom a unit is best used against, and best guarded from.
STRONGEST = ("SDU", "RA", "AA", "MA")
ALL = "all"


class Unit(Record):
    """One unit on a planet: whose it is, its kind, and its number among those alike."""

    empire: str
    kind: str
    number: int = 0


class Way(Record):
    """How an empire's units fight a round: lists of kinds, the first first.

    ``forward``: what is put forward first. ``match``: which defenders an invader answers first,
    with what he puts forward first. ``screen``: what is kept back if there are more than enough.
    ``double``: on which enemies units to spare are used.
    """

    forward: Sequence[str] = ()
    match: Sequence[str] = ()
    screen: Sequence[str] = ()
    double: Sequence[str] = ()


class Match(Record):
    """Units matched with one another; at least one side of a match is a single unit."""

    defenders: tuple[Unit, ...]
    invaders: tuple[Unit, ...]

    @property
    def units(self) -> tuple[Unit, ...]:
        """All of both sides."""
        return (*self.defenders, *self.invaders)


class Line(Record):
    """Both sides drawn up for a round: the matches in the order of the defender, who is kept back.

    Rule: NV SUR-05.
    """

    matches: tuple[Match, ...]
    screened: tuple[Unit, ...]


class Attack(Record):
    """One unit's attack: at whom, and the greatest number on a d6 that destroys."""

    by: Unit
    at: Unit
    needs: int


def needs(attacker: str, target: str) -> int:
    """The greatest d6 with which a kind of unit destroys another; 0: it cannot.

    >>> [needs(one, "RA") for one in ("MA", "AA", "RA", "SDU")]
    [1, 2, 3, 4]
    >>> [needs(one, "SDU") for one in ("MA", "AA", "RA", "SDU")]
    [0, 1, 2, 3]

    Rule: NV SUR-06, NV SUR-07. Ambiguity: NV A-SUR-MA-SDU.
    """
    return (UNITS[attacker].combat_factor or 0) - UNITS[target].defence


def bombardment_needs(level: int, sdus: int, target: str) -> int:
    """The greatest d6 with which an OS of a level destroys a unit below so many enemy SDUs.

    >>> bombardment_needs(5, 2, "SDU"), bombardment_needs(5, 2, "RA"), bombardment_needs(5, 0, "MA")
    (2, 3, 5)

    Rule: NV SUR-09. Ambiguity: NV A-SUR-OS-SDU.
    """
    return max(level - sdus - UNITS[target].defence, 0)


def rank(kind: str, first: Sequence[str]) -> int:
    """The place of a kind in a list, what it does not name behind that from the strongest."""
    if kind in first:
        return first.index(kind)
    return len(first) + STRONGEST.index(kind)


def drawn_up(defenders: Sequence[Unit], invaders: Sequence[Unit], ways: Mapping[str, Way]) -> Line:
    """Who meets whom in a round.

    As many are put forward as the smaller side has. The invader answers them so that his best
    meet the best, or as he says. Units to spare are kept back or used against those already met.
    """
    number = min(len(defenders), len(invaders))
    first, spare = _chosen(defenders, number, ways)
    answer, more = _chosen(invaders, number, ways)
    met: dict[Unit, Unit] = {}
    for unit in answer:
        left = [one for one in first if one not in met]
        met[min(left, key=lambda one: rank(one.kind, ways[unit.empire].match))] = unit
    pairs = [([unit], [met[unit]]) for unit in first]
    screened = [unit for unit in (*spare, *more) if _is_kept_back(unit, ways)]
    if pairs:
        for unit in spare:
            if unit not in screened:
                _doubled(unit, ways, [(many, one[0]) for many, one in pairs])
        for unit in more:
            if unit not in screened:
                _doubled(unit, ways, [(many, one[0]) for one, many in pairs])
    matches = tuple(Match(tuple(one), tuple(other)) for one, other in pairs)
    return Line(matches, tuple(screened))


def _chosen(
    units: Sequence[Unit], number: int, ways: Mapping[str, Way]
) -> tuple[list[Unit], list[Unit]]:
    """Those put forward, and those to spare; who would be screened is put forward last."""

    def place(unit: Unit) -> tuple[bool, int]:
        return _is_kept_back(unit, ways), rank(unit.kind, ways[unit.empire].forward)

    ordered = sorted(units, key=place)
    return ordered[:number], ordered[number:]


def _is_kept_back(unit: Unit, ways: Mapping[str, Way]) -> bool:
    screen = ways[unit.empire].screen
    return ALL in screen or unit.kind in screen


def _doubled(
    unit: Unit, ways: Mapping[str, Way], places: Sequence[tuple[list[Unit], Unit]]
) -> None:
    """Use a unit to spare where it does most: kinds named first, then where fewest are."""
    wanted = ways[unit.empire].double

    def worth(place: tuple[list[Unit], Unit]) -> tuple[bool, int, int]:
        many, target = place
        return target.kind not in wanted, len(many), rank(target.kind, wanted)

    many, _target = min(places, key=worth)
    many.append(unit)


def attacks(match: Match) -> list[Attack]:
    """All attacks of a match, one a unit: the single unit shoots at the strongest it meets."""
    found = [_attack(unit, match.invaders) for unit in match.defenders]
    return [*found, *(_attack(unit, match.defenders) for unit in match.invaders)]


def _attack(by: Unit, met: Sequence[Unit]) -> Attack:
    """Ambiguity: NV A-SUR-SDU-CHOICE."""
    target = min(met, key=lambda unit: STRONGEST.index(unit.kind))
    return Attack(by, target, needs(by.kind, target.kind))


def aimed(
    guns: Sequence[tuple[int, Sequence[str]]], enemies: Sequence[Unit]
) -> list[tuple[int, Unit, int]]:
    """The target of each OS unit and what it needs, by its place in ``guns``.

    ``guns``: levels, and kinds of unit to fire at first; then at the strongest; nobody is shot
    at twice before all the others were once. Who can hit nothing holds its fire. All count the
    enemy SDUs that are there as the round begins. Rule: NV SUR-08, NV SUR-09.
    """
    sdus = sum(unit.kind == "SDU" for unit in enemies)
    shots: dict[Unit, int] = dict.fromkeys(enemies, 0)
    found = []
    for place, (level, first) in enumerate(guns):
        can = {unit: bombardment_needs(level, sdus, unit.kind) for unit in enemies}
        targets = [unit for unit in enemies if can[unit]]
        if targets:
            keys = {unit: (unit.kind not in first, shots[unit]) for unit in targets}
            target = min(targets, key=lambda unit: (*keys[unit], rank(unit.kind, first)))
            shots[target] += 1
            found.append((place, target, can[target]))
    return found
