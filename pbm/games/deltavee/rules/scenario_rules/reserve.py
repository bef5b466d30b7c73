"""Ships in reserve: reinforcements that a die brings, and ships called in when they are needed.

A ship in reserve is in no hex; it comes into play where its place in the scenario says, as its
player's ``enter`` lines choose. One that a die brings is followed by another of its kind.
Rule: DV S8, DV S9. Ambiguity: DV-A89, DV-A90.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.lines.conditions import NOT_HELD, holds, not_held
from pbm.games.deltavee.orders.setup.enter import EnterLine
from pbm.games.deltavee.orders.setup.place import placing_fault
from pbm.games.deltavee.rules.missiles.interception import meet
from pbm.games.deltavee.rules.telling import not_done, orders_of
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.energy import emptied_at
from pbm.games.deltavee.state.ratings import ENERGY_POD, title
from pbm.games.deltavee.state.specials import (
    FIRST_SHOT,
    LOG,
    MISSILES_AT_START,
    REINFORCEMENT,
    RELIEF,
)
from pbm.games.deltavee.state.state import Special, State
from pbm.games.deltavee.state.units import IN_PLAY, RESERVE, Unit


def shot(work: PhaseContext, unit_id: str) -> None:
    """Remember that a unit fired or launched, where the first such shot calls reinforcements."""
    state: State = work.state
    for special in state.special:
        others = special.units[1:]
        if special.kind != REINFORCEMENT or unit_id not in others or _shot_in(state, others):
            continue
        first = Special(FIRST_SHOT, others, state.turn)
        work.state = state = replace(state, special=(*state.special, first))
        work.emit("first_shot", unit_id, rule="DV S8", unit=unit_id)


def _shot_in(state: State, units: tuple[str, ...]) -> int:
    """The turn of the first shot of some units; 0 if there was none."""
    found = [one for one in state.special if (one.kind, one.units) == (FIRST_SHOT, units)]
    return found[0].number if found else 0


def begin_command(work: PhaseContext, side: str) -> None:
    """Throw the dice for a side's reinforcements, in each turn after the first shot."""
    for special in work.state.special:
        if special.kind != REINFORCEMENT:
            continue
        state: State = work.state
        coming, shot_in = state.unit(special.units[0]), _shot_in(state, special.units[1:])
        # A ruling may have taken the ship out of the reserve: then none is left to come.
        if (coming.side, coming.status) == (side, RESERVE) and 0 < shot_in < state.turn:
            _throw(work, special)


def _throw(work: PhaseContext, special: Special) -> None:
    coming = special.units[0]
    for number in range(1, special.number + 1):
        unit: Unit = work.state.unit(coming)
        roll = work.roll("d10", "reinforcement", special.units[0], str(number))
        work.emit(
            "reinforcement_roll",
            special.units[0],
            rule="DV S8",
            rolls=[roll],
            side=unit.side,
            title=title(unit),
            die=number,
            rolled=roll.total,
            needed=special.limit,
        )
        if roll.total <= special.limit:
            following = _next(work, unit)
            _enter(work, unit, _line(work, unit), rule="DV S8")
            coming = following


def _next(work: PhaseContext, unit: Unit) -> str:
    """Put another ship of its kind into the reserve; gives its id."""
    state: State = work.state
    counter = _counter(state, unit)
    copy = replace(unit, id=work.ids.opaque("unit", f"{unit.side}{counter}"), designation=counter)
    special = []
    for one in state.special:
        if one.units[:1] == (unit.id,) and one.kind in (LOG, MISSILES_AT_START):
            special += [one, replace(one, units=(copy.id,))]
        elif one.units[:1] == (unit.id,) and one.kind == REINFORCEMENT:
            special.append(replace(one, units=(copy.id, *one.units[1:])))
        elif unit.id in one.units:
            special.append(replace(one, units=(*one.units, copy.id)))
        else:
            special.append(one)
    placements = {**state.placements, copy.id: state.placements[unit.id]}
    state = replace(state, special=tuple(special), placements=placements)
    work.state = state.with_new((copy,))
    return copy.id


def _counter(state: State, unit: Unit) -> str:
    """The next counter that no ship of the side bears: C, D ... Z, A2, B2 ..."""
    taken = {one.designation for one in state.units if one.side == unit.side}
    letters = [chr(number) for number in range(ord("A"), ord("Z") + 1)]
    names = [f"{letter}{round_}" for round_ in ("", *map(str, range(2, 100))) for letter in letters]
    later = names[names.index(unit.designation) + 1 :] if unit.designation in names else names
    return next(name for name in (*later, *names) if name not in taken)


def end_move(work: PhaseContext, side: str) -> None:
    """Bring on the ships of a side that were called in, if they are needed by now."""
    for special in work.state.special:
        if special.kind != RELIEF:
            continue
        unit: Unit = work.state.unit(special.units[0])
        if unit.side != side or unit.status != RESERVE:
            continue
        for line in orders_of(work, unit).enter:
            why = _unneeded(work.state, special.units[1])
            if not why and not holds(work.state, line.condition, unit):
                why = not_held(work.state, line.condition, unit)
            if not why:
                _enter(work, unit, line, rule="DV S9")
                break
            not_done(work, unit, line.ref, "enter", why, rule="DV S9", written=line.ref.text)


def _unneeded(state: State, unit_id: str) -> str:
    """Why a ship needs no relief, in a phrase; empty once an energy pod is hit or empty."""
    unit = state.unit(unit_id)
    pods = unit.pods_of(ENERGY_POD)
    if any(not pod.sound or emptied_at(unit, pod) <= unit.spent for pod in pods):
        return ""
    return f"{NOT_HELD}: no energy pod of {unit.designation} is damaged, destroyed or empty"


def _line(work: PhaseContext, unit: Unit) -> EnterLine | None:
    """The first line whose condition holds, of a ship that comes in any case."""
    lines = orders_of(work, unit).enter
    return next((one for one in lines if holds(work.state, one.condition, unit)), None)


def _enter(work: PhaseContext, unit: Unit, line: EnterLine | None, *, rule: str) -> None:
    """Put a ship into its hex; what is not said, or not free to it, is as the scenario has it."""
    state: State = work.state
    if line is not None and (fault := placing_fault(state, state.placements[unit.id], line.place)):
        not_done(work, unit, line.ref, "enter", fault, rule=rule, written=line.ref.text)
        line = None
    place = None if line is None else line.place
    at = unit.at if place is None or place.at is None else place.at
    direction = unit.direction if place is None or place.direction is None else place.direction
    velocity = unit.velocity if place is None or place.velocity is None else place.velocity
    here = replace(unit, status=IN_PLAY, at=at, direction=direction, velocity=velocity)
    carried = [replace(one, at=at, direction=direction) for one in state.stacked(unit.id)]
    left = {key: free for key, free in state.placements.items() if key != unit.id}
    work.state = replace(state.with_units(here, *carried), placements=left)
    work.emit(
        "entered",
        unit.id,
        rule=rule,
        order=None if line is None else line.ref,
        unit=unit.id,
        at=state.maps.label(at),
        direction=direction,
        velocity=velocity,
    )
    meet(work, unit.id)
    look(work)
