"""How near a unit can come to another before it acts, by what its player knows.

The first player's units move before anybody gives commands, on the course they have; those of
the second are given commands first. Of an enemy its class is known once it is revealed; what it
may do at most is what a sound unit may. Rule: DV 3.0, DV 6.0, DV 7.1.
"""

from collections.abc import Collection, Iterable, Sequence

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.orders.lines.conditions import Condition, ConditionTest
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.state.geometry import Direction, apart
from pbm.games.deltavee.state.ratings import most_commands
from pbm.games.deltavee.state.units import IN_PLAY
from pbm.games.deltavee.view.record import ContactView, UnitView
from pbm.kit.english import count, listed
from pbm.kit.records import Record
from pbm.language.condition import COMPARE, stays_within

# Hexes that a unit is woven at most before an act, by itself and by a tractor beam, and commands
# that a tractor beam gives at most. Rule: DV 5.6, DV 7.5.
_WOVEN = 2
_PULLED = 2


class Reach(Record):
    """How near one of some targets must be for an act: hexes; ``what`` says that none comes.

    ``what`` is a sentence with room for the unit and for the targets.
    """

    targets: tuple[str, ...]
    most: int
    what: str
    rule: str


# Of an act that asks for nobody near it.
ANYWHERE = Reach((), 0, "", "")


class Nearest(Record):
    """The nearest that a target can be: hexes, and whether both can be on the same course."""

    hexes: int
    same_course: bool


class _Known(Record):
    """A unit with what it can do before an act: where it can be, its commands."""

    hexes: tuple[Hex, ...]
    aside: int
    commands: int
    velocity: int
    direction: Direction


def nearest(
    roster: Roster, unit: UnitView, targets: Iterable[str], *, fires: bool
) -> Nearest | None:
    """The nearest that any of some targets can be to a unit when it fires, or gives commands.

    None where that is not known: one is a word, is not on the table or is docked.
    """
    sides = roster.state.sides
    own_is_first = unit.side == sides[0]
    is_late = fires is not own_is_first
    own = _known(roster, unit, is_first=own_is_first, is_late=is_late)
    others: list[_Known] = []
    for target in targets:
        record = roster.record(target)
        contact = next((one for one in roster.contacts.values() if one.id == target), None)
        is_first = own_is_first is (record is not None and record.side == unit.side)
        other = _known(roster, record or contact, is_first=is_first, is_late=is_late)
        if other is None:
            return None
        others.append(other)
    if own is None or not others:
        return None
    return Nearest(
        min(_least(roster, own, other) for other in others),
        any(_may_match(own, other) for other in others),
    )


def enemies(roster: Roster) -> tuple[str, ...]:
    """The enemies on the table that a player knows of."""
    found = [one.id for one in roster.units if one.status == IN_PLAY and one.side != roster.side]
    return (*found, *(one.id for one in roster.contacts.values() if one.status == IN_PLAY))


def called(roster: Roster, targets: Iterable[str]) -> str:
    """Units and contacts in a sentence: ``enemy A (Minky) or contact 7``."""
    names = {one.id: roster.label(one) for one in roster.units}
    names |= {one.id: f"contact {one.number}" for one in roster.contacts.values()}
    return listed((names[target] for target in targets), "or")


def out_of_reach(resolver: UnitResolver, reach: Reach, conditions: Sequence[Condition]) -> None:
    """Warn of a Battle Command where no target comes into reach this turn.

    Nothing is said where one of its own conditions keeps it for a nearer target.
    """
    record, targets, most = resolver.record, reach.targets, reach.most
    found = nearest(resolver.roster, record, targets, fires=False) if record else None
    if found is None or found.hexes <= most:
        return
    if not is_guarded(resolver.roster, conditions, targets, most):
        fault = reach.what.format(resolver.name, called(resolver.roster, targets))
        reason = f"At least {count(found.hexes, 'hex is', 'hexes are')} between them then"
        reason += f", and it reaches {most}" if most else ""
        resolver.warn(fault, reason=reason, rule=reach.rule)


def is_guarded(
    roster: Roster,
    conditions: Iterable[Condition],
    targets: Sequence[str],
    most: int,
    value: int = -1,
) -> bool:
    """True if one of the conditions fails wherever no target is within ``most`` hexes.

    ``value`` is the greatest Target Value at which a shot can hit.
    """
    near = _names_of(roster, targets)
    return any(one.needs(lambda test: _guards(test, near, most, value)) for one in conditions)


def _names_of(roster: Roster, targets: Sequence[str]) -> set[str]:
    """What a condition may call the targets: them, and all enemies where each is one of them."""
    near = set(targets)
    return near | {"enemy", "contact", "missile"} if near.issuperset(enemies(roster)) else near


def _guards(test: ConditionTest, near: Collection[str], most: int, value: int) -> bool:
    """True if a test fails wherever no target is in reach."""
    if test.negated:
        return False
    if test.kind == "in_range":
        return True
    if test.kind == "within":
        return test.unit in near and test.number <= most
    if test.kind == "chance":
        return not COMPARE[test.op](0, test.number)
    if test.kind == "range":
        return test.unit in near and stays_within(test.op, test.number, most)
    return test.kind == "value" and stays_within(test.op, test.number, value)


def _known(
    roster: Roster, unit: UnitView | ContactView | None, *, is_first: bool, is_late: bool
) -> _Known | None:
    """What a unit of the first or second player can do before an early or a late act.

    Early are the second player's commands and the first player's fire, late the other two.
    """
    if unit is None or unit.status != IN_PLAY or unit.at is None or unit.direction is None:
        return None
    at, klass, direction = roster.hex(unit.at), "", Direction(unit.direction)
    if isinstance(unit, UnitView):
        klass = unit.klass
        at = None if unit.docked_with else at
    if at is None:
        return None
    commands, changes = most_commands(klass, unit.velocity)
    if is_first:
        course = roster.maps.grid.course(at, direction, unit.zig, unit.velocity)
        commands = commands if is_late else 0
        return _Known((at, *course), _WOVEN, commands, unit.velocity, direction)
    aside = _WOVEN + (unit.velocity + changes if is_late else 0)
    return _Known((at,), aside, commands, unit.velocity, direction)


def _least(roster: Roster, one: _Known, other: _Known) -> int:
    """The fewest hexes that two units can be apart."""
    away = roster.maps.grid.distance
    between = min(away(a, b) for a in one.hexes for b in other.hexes)
    return max(0, between - one.aside - other.aside)


def _may_match(one: _Known, other: _Known) -> bool:
    """True if both can come to the same direction and velocity. Rule: DV 8.4."""
    needed = abs(one.velocity - other.velocity) + apart(one.direction, other.direction)
    return needed <= one.commands + other.commands + _PULLED
