"""The turn: everybody adds what they ordered, and a die."""

from collections.abc import Mapping

from msgspec.structs import replace
from pbm.games.race.state import State

from pbm.engine.context import Phase, PhaseContext
from pbm.engine.events import Change, only


def phases(_state: State, turn: int, _options: Mapping[str, str]) -> tuple[Phase, ...]:
    """The phases of a turn; set-up is turn 0."""
    if turn == 0:
        return (Phase("setup", "Set-up", "RC 1", start),)
    return (Phase("run", "The race", "RC 2", run, lambda _state: ("",)),)


def start(work: PhaseContext) -> None:
    """Begin with turn 1."""
    work.state = replace(work.state, turn=1)


def run(work: PhaseContext) -> None:
    """Add what was ordered and a die, each for its player to see. Rule: RC 2, RC 3."""
    totals = dict(work.state.totals)
    for seat in work.seats:
        add = work.commands[seat.id]
        if add is None:
            continue
        roll = work.roll("d6", seat.id, seen=only(seat.id))
        before, totals[seat.id] = totals[seat.id], totals[seat.id] + add.number + roll.total
        work.emit(
            "added",
            seat.id,
            rule="RC 2",
            seen=only(seat.id),
            order=add.ref,
            rolls=[roll],
            terms=[("written", add.number), ("die", roll.total)],
            changes=[Change(f"total/{seat.id}", before, totals[seat.id])],
            total=totals[seat.id],
        )
    best = max(totals, key=lambda id: totals[id])
    result = f"{best} wins" if totals[best] >= work.state.goal else ""
    if result:
        work.emit("won", best, rule="RC 3", result=result)
    work.state = replace(work.state, totals=totals, turn=work.state.turn + 1, result=result)
