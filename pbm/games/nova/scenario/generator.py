"""A star map made from the campaign's seed, by the advice of the book.

The same number of warp lines at every system, random letters, short names, about 800 MCr a
position after full colonization, and places that do not depend on anybody's technology. The
systems lie along a curve that fills the plane; each position is a stretch of it with its home
star in the middle, so that all have as much room, and neighbors on the map are near.

Rule: NV SET-14, NV SET-18. Ambiguity: NV A-MISS-MAP.
"""

from collections.abc import Iterator, Mapping, Sequence

from pbm.dice.keyed import Ids
from pbm.games.nova.scenario.star_map import HOME_TYPE, StarMap, jumps_between
from pbm.games.nova.state.state import System, WarpLine
from pbm.kit.records import Record
from pbm.kit.tables import table

TARGET = 800  # MCr a position, its home star among them (NV SET-18)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CONSONANTS = "BCDFGHJKLMNPRSTVZ"
_VOWELS = "AEIOU"
_SHAPES = ("cvcv", "cvcvc", "cvccv", "vcvc", "vccvc", "cvcc")
# Words that orders, reports or rules use, so that no system is called by one.
_RESERVED = """
    AGE ALL BASE BEAM COPY DATA DROP FINE FIRE FLEE FORM FREE FROM GATE HAND HOLD HOME HULL KEEP
    LAND LIFT LINE LOST MAIL NAME NEXT NONE NOTE OPEN OPTION OVER PART PASS PLAN PULSE REFIT
    REPAIR ROUND SAME SEND SEED SETUP SIDE STOP TAKE TASK TEAM TECH TOTAL TOW TURN TYPE UNIT
    UNITS VALUE WORLD
"""
_TAKEN = frozenset(_RESERVED.split())
_PRODUCTION = table("pbm.games.nova", "production")
_APART = 5  # home stars this many jumps apart are far enough
_NEAR = 3  # how far along each axis lines are looked for first


class Advice(Record):
    """How near a generated map came to the advice, in whole numbers.

    ``lines`` warp lines at every system, ``least`` and ``most`` MCr a position, ``wanted``
    what they were to be, ``apart`` the fewest jumps between two home stars, ``longest`` the
    most jumps from a home to the farthest system of its own stretch.
    """

    systems: int
    lines: int
    least: int
    most: int
    wanted: int
    apart: int
    longest: int

    def words(self) -> tuple[str, ...]:
        """As ``pbm new`` prints it."""
        spread = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return (
            f"{self.systems} systems, {self.lines} warp lines at each",
            f"{spread} MCr a position after full colonization (about {self.wanted} were wanted)",
            f"home stars at least {self.apart} jumps apart",
            f"each position's own systems lie within {self.longest} jumps of its home star",
        )


class Chance:
    """Numbers that follow from the campaign's seed and a name."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids

    def below(self, limit: int, *name: str) -> int:
        """A number from 0 to below the limit; so even that nobody could tell."""
        digits = self._ids.opaque("map", *name, length=13)
        value = 0
        for sign in digits:
            value = value * 32 + "abcdefghjkmnpqrstuvwxyz234567890".index(sign)
        return value % limit

    def shuffled(self, items: Sequence[str], *name: str) -> list[str]:
        """The items in an order that the seed gives."""
        return sorted(items, key=lambda one: (self._ids.opaque("map", *name, one, length=12), one))


def highest_revenue(type: int) -> int:
    """What a system of a type gives at the highest status it can have. Rule: NV ECO-20."""
    return max(_PRODUCTION.number(str(type), status) for status in _PRODUCTION.columns)


def systems_of(positions: int, each: int, lines: int) -> int:
    """Systems of a generated map: one more where lines could not be shared out evenly.

    >>> systems_of(3, 5, 4), systems_of(3, 5, 3)
    (15, 16)
    """
    count = positions * each
    return count + count * lines % 2


def generate(
    positions: int, each: int, lines: int, ids: Ids, mcr: int = TARGET
) -> tuple[StarMap, Advice]:
    """A map with ``each`` systems a position and ``lines`` warp lines at every system.

    ``mcr`` is what a position is to be worth after full colonization, its home star included.
    ``lines`` is 3 to 8, ``each`` at least 4; where their product is odd one position gets a
    system more. ValueError for a map too small for so many lines.
    """
    count = systems_of(positions, each, lines)
    if count <= lines + 1:
        raise ValueError(f"{count} systems are too few for {lines} lines each")
    chance = Chance(ids)
    names = _names(count, chance)
    joined = _regular(count, lines, chance)
    middles = _homes(joined, positions, each)
    types = _types(count, each, middles, mcr - highest_revenue(HOME_TYPE), chance)
    systems = _lettered(names, types, joined, chance)
    order = chance.shuffled([str(number) for number in range(positions)], "positions")
    homes = tuple(names[middles[int(number)]] for number in order)
    return StarMap(systems, homes), _advice(systems, names, types, middles, each, lines, mcr)


def _advice(
    systems: Mapping[str, System],
    names: Sequence[str],
    types: Sequence[int],
    middles: Sequence[int],
    each: int,
    lines: int,
    mcr: int,
) -> Advice:
    totals, apart, longest = [], 99, 0
    homes = {names[middle] for middle in middles}
    for number, middle in enumerate(middles):
        stretch = range(number * each, (number + 1) * each)
        totals.append(sum(highest_revenue(types[place]) for place in stretch))
        distances = jumps_between(systems, names[middle], each)
        apart = min([apart, *(distances.get(home, 99) for home in homes - {names[middle]})])
        longest = max([longest, *(distances.get(names[place], 99) for place in stretch)])
    return Advice(len(systems), lines, min(totals), max(totals), mcr, apart, longest)


def _names(count: int, chance: Chance) -> list[str]:
    """Short names that can be spoken, all different."""
    found: dict[str, None] = {}
    number = 0
    while len(found) < count:
        tag = str(number)
        shape = _SHAPES[chance.below(len(_SHAPES), "shape", tag)]
        name = "".join(
            (_CONSONANTS if sound == "c" else _VOWELS)[
                chance.below(
                    len(_CONSONANTS if sound == "c" else _VOWELS), "sound", tag, str(place)
                )
            ]
            for place, sound in enumerate(shape)
        )
        number += 1
        if name not in _TAKEN:
            found[name] = None
    return list(found)


def _curve(place: int, side: int) -> tuple[int, int]:
    """Column and row of a place along Hilbert's curve in a square whose side is a power of 2."""
    column = row = 0
    size = 1
    while size < side:
        right = 1 & (place // 2)
        up = 1 & (place ^ right)
        if up == 0:
            if right == 1:
                column, row = size - 1 - column, size - 1 - row
            column, row = row, column
        column, row = column + size * right, row + size * up
        place //= 4
        size *= 2
    return column, row


def _regular(count: int, lines: int, chance: Chance) -> list[set[int]]:
    """Which systems are joined: a ring along the curve, then the nearest that have room left."""
    side = 1
    while side * side < count:
        side *= 2
    at = [_curve(place, side) for place in range(count)]
    cell = {spot: place for place, spot in enumerate(at)}
    joined: list[set[int]] = [set() for _ in range(count)]

    def join(one: int, other: int) -> None:
        joined[one].add(other)
        joined[other].add(one)

    ring = {frozenset((place, (place + 1) % count)) for place in range(count)}
    for place in range(count):
        join(place, (place + 1) % count)
    for _distance, _order, one, other in sorted(_candidates(at, cell, chance)):
        if other not in joined[one] and len(joined[one]) < lines and len(joined[other]) < lines:
            join(one, other)
    _fill(joined, lines, ring)
    return joined


def _candidates(
    at: Sequence[tuple[int, int]], cell: Mapping[tuple[int, int], int], chance: Chance
) -> Iterator[tuple[int, int, int, int]]:
    """Pairs of systems near each other: distance squared, an order by chance, the pair."""
    for place, (column, row) in enumerate(at):
        for over in range(-_NEAR, _NEAR + 1):
            for up in range(-_NEAR, _NEAR + 1):
                other = cell.get((column + over, row + up))
                if other is not None and other > place:
                    order = chance.below(1 << 30, "near", str(place), str(other))
                    yield over * over + up * up, order, place, other


def _fill(joined: list[set[int]], lines: int, ring: set[frozenset[int]]) -> None:
    """Give every system its last lines: a line elsewhere is opened and joined to two of them."""
    short = [place for place, others in enumerate(joined) for _ in range(lines - len(others))]
    while short:
        one, other = short.pop(), short.pop()
        if one != other and other not in joined[one]:
            joined[one].add(other)
            joined[other].add(one)
            continue
        a, b = _opened(joined, one, other, ring)
        joined[a].discard(b)
        joined[b].discard(a)
        for end, far in ((one, a), (other, b)):
            joined[end].add(far)
            joined[far].add(end)


def _opened(
    joined: Sequence[set[int]], one: int, other: int, ring: set[frozenset[int]]
) -> tuple[int, int]:
    """The nearest line along the curve that may be opened between two systems that are short."""
    near = sorted(range(len(joined)), key=lambda place: (abs(place - one), place))
    return next(
        (a, b)
        for a in near
        if a not in (one, other) and a not in joined[one]
        for b in sorted(joined[a])
        if b not in (one, other) and b not in joined[other] and frozenset((a, b)) not in ring
    )


def _homes(joined: Sequence[set[int]], positions: int, each: int) -> list[int]:
    """The place of each home star: in the middle half of its stretch, far from the others."""
    found: list[int] = []
    for number in range(positions):
        middle = each * number + each // 2
        reach = each // 4
        taken = set(found)
        found.append(
            max(
                range(middle - reach, middle + reach + 1),
                key=lambda place: (_alone(joined, place, taken), -abs(place - middle), place),
            )
        )
    return found


def _alone(joined: Sequence[set[int]], place: int, others: set[int]) -> int:
    """Jumps from a place to the nearest of the others, at most those looked for."""
    seen = {place}
    ring = seen
    for distance in range(_APART):
        if ring & others:
            return distance
        ring = {far for near in ring for far in joined[near]} - seen
        seen |= ring
    return _APART


def _types(count: int, each: int, middles: Sequence[int], mcr: int, chance: Chance) -> list[int]:
    """A type for each system, so that each home star's others are worth ``mcr`` or near it."""
    found = [0] * count
    homes = set(middles)
    for number in range((count + each - 1) // each):
        stretch = range(number * each, min((number + 1) * each, count))
        free = [place for place in stretch if place not in homes]
        for place in stretch:
            if place in homes:
                found[place] = HOME_TYPE
        wanted = mcr if len(free) < len(stretch) else 0
        for place, type in zip(free, _mix(len(free), wanted, str(number), chance), strict=True):
            found[place] = type
    return found


def _mix(count: int, wanted: int, tag: str, chance: Chance) -> list[int]:
    """Types whose highest revenues add up to a number as near as they can, in any order."""
    revenue = [highest_revenue(type) for type in range(9)]
    mix = [chance.below(7, "type", tag, str(place)) + 1 for place in range(count)]
    off = abs(sum(revenue[type] for type in mix) - wanted)
    while True:
        total = sum(revenue[type] for type in mix)
        best, at, type = min(
            (abs(total - revenue[mix[place]] + revenue[type] - wanted), place, type)
            for place in range(count)
            for type in range(8)
        )
        if best >= off:
            break
        off, mix[at] = best, type
    order = chance.shuffled([str(place) for place in range(count)], "mix", tag)
    return [mix[int(place)] for place in order]


def _lettered(
    names: Sequence[str], types: Sequence[int], joined: Sequence[set[int]], chance: Chance
) -> dict[str, System]:
    """The systems with a letter for each end of each line, unique within the system."""
    letter: list[dict[int, str]] = []
    for place, others in enumerate(joined):
        letters = chance.shuffled(_LETTERS, "letters", names[place])
        letter.append(dict(zip(sorted(others), letters, strict=False)))
    return {
        name: System(
            name,
            types[place],
            {
                letter[place][other]: WarpLine(names[other], letter[other][place])
                for other in sorted(joined[place], key=lambda one: letter[place][one])
            },
        )
        for place, name in enumerate(names)
    }
