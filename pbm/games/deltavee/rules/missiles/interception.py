"""The interception routine: a missile and an enemy unit in one hex.

A unit that comes into a hex brings it about: its own, if it is a missile, and that of every
enemy missile there. Each missile goes for one enemy: of those it has not yet tried to
intercept while they share the hex, the one with the lowest relative velocity.

Rule: DV 9.6, DV 9.7. Ambiguity: DV-A16, DV-A65 to DV-A69, DV-A72, DV-A73.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYBODY, PUBLIC, Seen
from pbm.games.deltavee.rules.detection import reveal
from pbm.games.deltavee.rules.fire import field
from pbm.games.deltavee.rules.fire.choosing import DECLINING_CIV, chosen, refusing
from pbm.games.deltavee.rules.fire.relative import Relative, relative_velocity
from pbm.games.deltavee.rules.telling import destroyed, not_done, orders_of, player_orders
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.bands import band
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit, sorting
from pbm.games.deltavee.view.audience import of_side, shows_direction
from pbm.kit.records import Record
from pbm.kit.tables import table

_TABLE = table("pbm.games.deltavee", "interception")
AUTOMATIC = "A"
_ALWAYS = 10  # what an automatic interception counts as, in ten
# What both sides see of an attempt while a direction is hidden (DV-A15).
_SHOWN = ("missile", "target", "at", "chance", "rolled", "success", "declined", "rolls")


class _Meeting(Record):
    """A missile, the enemy it goes for, their relative velocity, the chance it gives."""

    missile: Unit
    target: Unit
    relative: Relative
    chance: str


def interception_chance(civ: int, relative: int) -> str:
    """The Interception Chance of ten for a missile's Civ Level; ``A``: automatic.

    Rule: DV 9.7.

    >>> interception_chance(7, 4), interception_chance(8, 0), interception_chance(6, 18)
    ('5', 'A', '1')
    """
    return str(_TABLE.at(str(civ), band(_TABLE.columns, relative) or ""))


def meet(work: PhaseContext, unit_id: str) -> None:
    """Conduct the interceptions that a unit's coming into its hex brings about.

    To be called once whenever a unit has come into a hex, however; of a docked pair of one
    side once for each, though only the first to come, the one that leads, brings any about.
    The unit may be gone afterwards. Missiles of the phasing side first, by number or as their
    owner ordered. Rule: DV 9.6. Ambiguity: DV-A36, DV-A66, DV-A68.
    """
    state: State = work.state
    unit = state.unit(unit_id)
    if not unit.in_play or unit.dormant or _follows(state, unit):
        return
    work.state = state = _apart(state, unit)
    if state.planet_at(unit.at) is not None and work.options["planet.shield"] == "yes":
        return
    for missile_id in _missiles(work, unit):
        if work.state.unit(unit_id).in_play and work.state.unit(missile_id).in_play:
            _routine(work, missile_id)


def _partner(state: State, unit: Unit) -> Unit | None:
    """The unit of the same side it is docked to, which came in with it, or None."""
    dock = state.docked_to(unit.id)
    if dock is None:
        return None
    other = state.unit(dock.other if dock.lead == unit.id else dock.lead)
    return other if other.side == unit.side else None


def _follows(state: State, unit: Unit) -> bool:
    """True for the second of a docked pair of one side: it came in with the first."""
    dock = state.docked_to(unit.id)
    return dock is not None and dock.other == unit.id and _partner(state, unit) is not None


def _apart(state: State, unit: Unit) -> State:
    """Forget interceptions tried by or of units that no longer share a hex.

    Whoever has just come into a hex shared none before, nor did what it leads.
    Ambiguity: DV-A66.
    """
    partner = _partner(state, unit)
    came = (unit.id,) if partner is None else (unit.id, partner.id)
    kept = tuple(
        (missile, enemy)
        for missile, enemy in state.tried
        if missile not in came
        and enemy not in came
        and state.unit(missile).at == state.unit(enemy).at
    )
    return state if kept == state.tried else replace(state, tried=kept)


def _missiles(work: PhaseContext, unit: Unit) -> list[str]:
    """The missiles that a unit's coming sets to work, in their order. Ambiguity: DV-A68."""
    state: State = work.state
    number = work.phase.partition(".")[0]
    phasing = state.sides[int(number) - 1] if number.isdigit() else state.sides[0]
    found = [enemy for enemy in state.enemies_of(unit.side) if enemy.at == unit.at]
    found = [one for one in (unit, *found) if one.is_missile]

    def key(missile: Unit) -> tuple[bool, int, str]:
        ordered = player_orders(work, missile.owner).missile_order
        listed = () if ordered is None else ordered.units
        place = listed.index(missile.id) if missile.id in listed else len(listed)
        return missile.side != phasing, place, sorting(missile)

    return [missile.id for missile in sorted(found, key=key)]


def _routine(work: PhaseContext, missile_id: str) -> None:
    """The routine of one missile. Rule: DV 9.6 (steps 1 to 3)."""
    meeting = _meeting(work, work.state.unit(missile_id))
    if meeting is None or _declines(work, meeting):
        return
    if work.options["reveal.on_interception"] == "yes":
        reveal(work, (meeting.missile,), rule="DV 9.6", how="interception")
    count = str(work.emitted("interception", meeting.missile.id, meeting.target.id) + 1)
    if _attempt(work, meeting, count):
        _explode(work, meeting, count)


def _meeting(work: PhaseContext, missile: Unit) -> _Meeting | None:
    """Whom a missile goes for; None if there is nobody it has not tried to intercept."""
    state: State = work.state
    found = [
        (relative_velocity(state, missile, enemy, work.options, same_course=False), enemy)
        for enemy in state.enemies_of(missile.side)
        if enemy.at == missile.at and (missile.id, enemy.id) not in state.tried
    ]
    if not found:
        return None
    lowest = min(relative.value for relative, _enemy in found)
    chance = interception_chance(missile.civ, lowest)
    equals = {enemy.id: relative for relative, enemy in found if relative.value == lowest}
    lines = orders_of(work, missile).intercept
    target = chosen(lines, [state.unit(enemy) for enemy in equals], _number(chance))
    return _Meeting(missile, target, equals[target.id], chance)


def _number(chance: str) -> int:
    return _ALWAYS if chance == AUTOMATIC else int(chance)


def _declines(work: PhaseContext, meeting: _Meeting) -> bool:
    """True if the missile's owner declines; the pair stays untried. Ambiguity: DV-A69."""
    missile, target = meeting.missile, meeting.target
    line = refusing(orders_of(work, missile).intercept, target, _number(meeting.chance))
    if line is None:
        return False
    if missile.civ < DECLINING_CIV:
        why = f"its Civ Level is {missile.civ}: only a missile of Civ Level 8 may decline"
        not_done(work, missile, line.ref, "intercept", why, rule="DV 9.6", written=line.ref.text)
        return False
    work.emit(
        "interception",
        missile.id,
        target.id,
        "declined",
        rule="DV 9.6",
        seen=of_side(work, missile.side),
        order=line.ref,
        terms=meeting.relative.terms,
        missile=missile.id,
        target=target.id,
        at=work.state.maps.label(missile.at),
        relative=meeting.relative.value,
        chance=meeting.chance,
        rolled=0,
        success=False,
        declined=True,
    )
    return True


def _attempt(work: PhaseContext, meeting: _Meeting, count: str) -> bool:
    """Roll the die, or none where interception is automatic; True if the missile explodes."""
    state: State = work.state
    missile, target = meeting.missile, meeting.target
    name = ("intercept", missile.id, target.id, count)
    relative = meeting.relative
    terms = work.counted(relative.terms, *name)
    if terms != relative.terms:
        value = max(0, sum(amount for _term, amount in terms))
        relative = replace(relative, terms=terms, value=value)
        chance = interception_chance(missile.civ, value)
        meeting = replace(meeting, relative=relative, chance=chance)
    automatic = meeting.chance == AUTOMATIC
    rolls = [] if automatic else [work.roll("d10", *name)]
    rolled = sum(roll.total for roll in rolls)
    success = automatic or rolled <= int(meeting.chance)
    if not success:
        work.state = replace(state, tried=(*state.tried, (missile.id, target.id)))
    work.emit(
        "interception",
        missile.id,
        target.id,
        rule="DV 9.6",
        seen=_witnesses(work, meeting),
        rolls=rolls,
        terms=meeting.relative.terms,
        missile=missile.id,
        target=target.id,
        at=state.maps.label(missile.at),
        relative=meeting.relative.value,
        chance=meeting.chance,
        rolled=rolled,
        success=success,
        declined=False,
    )
    return success


def _witnesses(work: PhaseContext, meeting: _Meeting) -> Seen:
    """Everybody, but the relative velocity only where the enemy's direction is seen."""
    if shows_direction(work.options):
        return PUBLIC
    units = (work.state.unit(meeting.missile.id), meeting.target)
    seen: dict[str, tuple[str, ...]] = {EVERYBODY: _SHOWN}
    for unit, enemy in (units, units[::-1]):
        if enemy.revealed:
            seen.update(of_side(work, unit.side))
    return seen


def _explode(work: PhaseContext, meeting: _Meeting, count: str) -> None:
    """Missile and target are destroyed at once, unless a force field holds.

    Ambiguity: DV-A72, DV-A103 (the two are one event).
    """
    missile, target = meeting.missile, meeting.target
    strength = field.protects(work, target.id, missile, count)
    destroyed(work, work.state.unit(missile.id), rule="DV 9.6", why="interception", alone=False)
    if strength:
        field.hold(work, target.id, missile, strength, count)
        look(work)
    else:
        target = work.state.unit(target.id)
        destroyed(work, target, rule="DV 9.6", why="interception", by=missile.id)
