"""One round of surface combat: units put forward, matches, attacks and their odds.

Pure functions on lists of units; nothing here knows a planet or rolls a die.

Rule: NV SUR-01, NV SUR-05, NV SUR-06, NV SUR-07, NV SUR-09, NV UNI-02.
Ambiguity: NV A-SUR-MATCH, NV A-SUR-SCREEN, NV A-SUR-DOUBLE, NV A-SUR-SDU-CHOICE,
NV A-SUR-MA-SDU, NV A-SUR-OS-SDU, NV A-SUR-RA-COUNT.
"""

from collections.abc import Mapping, Sequence

from pbm.games.nova.state.units import UNITS
from pbm.kit.records import Record

# From the strongest: the order in which units are best attacked, and best guarded against.
STRONGEST = ("SDU", "RA", "AA", "MA")
ALL = "all"


class GroundUnit(Record):
    """One unit on a planet: its owner, its kind, and its number among units alike."""

    empire: str
    kind: str
    number: int = 0


class FightingWay(Record):
    """How an empire's units fight a round: lists of kinds in order of preference.

    ``forward``: kinds put forward first. ``match``: defenders that an invader answers first, with
    the units it puts forward first. ``screen``: kinds kept back if there are more than enough.
    ``double``: enemies against which spare units are used.
    """

    forward: Sequence[str] = ()
    match: Sequence[str] = ()
    screen: Sequence[str] = ()
    double: Sequence[str] = ()


class UnitMatch(Record):
    """Units matched with one another; at least one side is a single unit."""

    defenders: tuple[GroundUnit, ...]
    invaders: tuple[GroundUnit, ...]

    @property
    def units(self) -> tuple[GroundUnit, ...]:
        """The units of both sides."""
        return (*self.defenders, *self.invaders)


class RoundMatches(Record):
    """Both sides drawn up for a round: matches in defender's order, units kept back.

    Rule: NV SUR-05.
    """

    matches: tuple[UnitMatch, ...]
    screened: tuple[GroundUnit, ...]


class Attack(Record):
    """One unit's attack: its target, and the greatest roll of a d6 that destroys it."""

    by: GroundUnit
    at: GroundUnit
    needs: int


def needs(attacker: str, target: str) -> int:
    """The greatest d6 with which one kind of unit destroys another, 0 if it cannot.

    >>> [needs(one, "RA") for one in ("MA", "AA", "RA", "SDU")]
    [1, 2, 3, 4]
    >>> [needs(one, "SDU") for one in ("MA", "AA", "RA", "SDU")]
    [0, 1, 2, 3]

    Rule: NV SUR-06, NV SUR-07. Ambiguity: NV A-SUR-MA-SDU.
    """
    return (UNITS[attacker].combat_factor or 0) - UNITS[target].defence


def bombardment_needs(level: int, sdus: int, target: str) -> int:
    """The greatest d6 with which an OS of a level destroys a unit, given enemy SDUs.

    >>> bombardment_needs(5, 2, "SDU"), bombardment_needs(5, 2, "RA"), bombardment_needs(5, 0, "MA")
    (2, 3, 5)

    Rule: NV SUR-09. Ambiguity: NV A-SUR-OS-SDU.
    """
    return max(level - sdus - UNITS[target].defence, 0)


def rank(kind: str, first: Sequence[str]) -> int:
    """A kind's place in a list; kinds it does not name follow, from the strongest."""
    if kind in first:
        return first.index(kind)
    return len(first) + STRONGEST.index(kind)


def drawn_up(
    defenders: Sequence[GroundUnit], invaders: Sequence[GroundUnit], ways: Mapping[str, FightingWay]
) -> RoundMatches:
    """Match the units of both sides for a round.

    Each side puts forward as many units as the smaller side has. The invader answers so that its
    best units meet the best defenders, or as its orders say. Spare units are kept back or used
    against enemies already met.
    """
    number = min(len(defenders), len(invaders))
    first, spare = _chosen(defenders, number, ways)
    answer, more = _chosen(invaders, number, ways)
    met: dict[GroundUnit, GroundUnit] = {}
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
    matches = tuple(UnitMatch(tuple(one), tuple(other)) for one, other in pairs)
    return RoundMatches(matches, tuple(screened))


def _chosen(
    units: Sequence[GroundUnit], number: int, ways: Mapping[str, FightingWay]
) -> tuple[list[GroundUnit], list[GroundUnit]]:
    """Units put forward, and spare units; those to be screened are put forward last."""

    def place(unit: GroundUnit) -> tuple[bool, int]:
        return _is_kept_back(unit, ways), rank(unit.kind, ways[unit.empire].forward)

    ordered = sorted(units, key=place)
    return ordered[:number], ordered[number:]


def _is_kept_back(unit: GroundUnit, ways: Mapping[str, FightingWay]) -> bool:
    screen = ways[unit.empire].screen
    return ALL in screen or unit.kind in screen


def _doubled(
    unit: GroundUnit,
    ways: Mapping[str, FightingWay],
    places: Sequence[tuple[list[GroundUnit], GroundUnit]],
) -> None:
    """Use a spare unit where it does most: by kinds named, then where fewest are."""
    wanted = ways[unit.empire].double

    def worth(place: tuple[list[GroundUnit], GroundUnit]) -> tuple[bool, int, int]:
        many, target = place
        return target.kind not in wanted, len(many), rank(target.kind, wanted)

    many, _target = min(places, key=worth)
    many.append(unit)


def attacks(match: UnitMatch) -> list[Attack]:
    """All attacks of a match, one per unit; a single unit attacks the strongest."""
    found = [_attack(unit, match.invaders) for unit in match.defenders]
    return [*found, *(_attack(unit, match.defenders) for unit in match.invaders)]


def _attack(by: GroundUnit, met: Sequence[GroundUnit]) -> Attack:
    """A unit's attack on one of the enemies it met. Ambiguity: NV A-SUR-SDU-CHOICE."""
    target = min(met, key=lambda unit: STRONGEST.index(unit.kind))
    return Attack(by, target, needs(by.kind, target.kind))


def aimed(
    guns: Sequence[tuple[int, Sequence[str]]], enemies: Sequence[GroundUnit]
) -> list[tuple[int, GroundUnit, int]]:
    """The target of each OS unit and what it needs, by its place in ``guns``.

    ``guns``: levels, and kinds of unit to fire at first; the strongest follow. No unit is shot at
    twice before all the others were shot at once. An OS unit that can hit nothing holds its fire.
    All count the enemy SDUs present as the round begins. Rule: NV SUR-08, NV SUR-09.
    """
    sdus = sum(unit.kind == "SDU" for unit in enemies)
    shots: dict[GroundUnit, int] = dict.fromkeys(enemies, 0)
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
