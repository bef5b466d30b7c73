"""The sequence of play: six phases a Game-Turn, first player and second in turn.

Rule: DV 3.0 Sequence of Play. Ambiguity: DV-A78 (how often sheets are mailed). A phase's key
is the number of the phasing player and its name: ``1.move``, ``2.command``, ``1.fire``,
``2.move``, ``1.command``, ``2.fire``. Turn 0 is ``setup``.
"""

import contextlib
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pbm.engine.context import Phase, PhaseContext
from pbm.games.deltavee.orders.orders import Orders
from pbm.games.deltavee.rules.command_phase import command_side
from pbm.games.deltavee.rules.fire_phase import fire_side
from pbm.games.deltavee.rules.movement_phase import move_side
from pbm.games.deltavee.rules.scenario_rules.fleets import show_fleets
from pbm.games.deltavee.rules.setup import set_up
from pbm.games.deltavee.rules.victory.victory import Decided, look
from pbm.games.deltavee.state.specials import AGREED
from pbm.games.deltavee.state.state import Special, State
from pbm.games.deltavee.state.units import UNUSED, WAITING

Step = Callable[[PhaseContext, str], None]

# Player number, phase, mailing with ``orders = phase``: each Command and Fire Phase its own.
_SEQUENCE = (
    (1, "move", None),
    (2, "command", ""),
    (1, "fire", ".2"),
    (2, "move", None),
    (1, "command", ".3"),
    (2, "fire", ".4"),
)
_STEPS: Mapping[str, tuple[str, str, Step]] = {
    "move": ("moves", "DV 6.0", move_side),
    "command": ("gives commands", "DV 7.0", command_side),
    "fire": ("fires", "DV 8.0", fire_side),
}


def phases(state: State, turn: int, options: Mapping[str, str]) -> tuple[Phase, ...]:
    """The phases of a turn; turn 0 is set-up."""
    if turn == 0:
        return (Phase("setup", "Set-up", "DV 10.1", _guarded(set_up), _set_up_due),)
    found = []
    for place, (number, name, mailing) in enumerate(_SEQUENCE):
        side = state.sides[number - 1]
        does, cite, step = _STEPS[name]
        if options["orders"] == "game-turn":
            mailing = "" if place == 0 else None
        found.append(
            Phase(
                f"{number}.{name}",
                f"{state.side_names[side]} {does}",
                cite,
                _guarded(_phase(step, side, last=place == len(_SEQUENCE) - 1)),
                _due(mailing),
            )
        )
    return tuple(found)


def _due(mailing: str | None) -> Callable[[State], tuple[str, ...]]:
    return lambda _state: () if mailing is None else (mailing,)


def _set_up_due(state: State) -> tuple[str, ...]:
    waiting = any(unit.status == WAITING for unit in state.units)
    return ("",) if waiting or state.purchases else ()


def _phase(step: Step, side: str, last: bool) -> Callable[[PhaseContext], None]:
    def resolve(work: PhaseContext) -> None:
        work.state = fresh(work.state)
        step(work, side)
        look(work, phase_end=True)
        if last:
            _agree(work)
            work.state = replace(work.state, turn=work.state.turn + 1)

    return resolve


def _agree(work: PhaseContext) -> None:
    """End the game if the last sheet of every player says so; else tell who would.

    Rule: DV S9. Ambiguity: DV-A90.
    """
    sheets = {seat.id: work.commands.get(seat.id) for seat in work.seats if not seat.closed}
    lines = {who: one.agree for who, one in sheets.items() if isinstance(one, Orders) and one.agree}
    for who, ref in lines.items():
        work.emit("end_offered", who, rule="DV S9", order=ref, player=who)
    if lines and lines.keys() == sheets.keys():
        work.state = replace(work.state, special=(*work.state.special, Special(AGREED)))
        look(work, phase_end=True)


def _guarded(resolve: Callable[[PhaseContext], None]) -> Callable[[PhaseContext], None]:
    """The phase, stopped at once when the game is decided in it; then fleets are shown."""

    def resolve_until_decided(work: PhaseContext) -> None:
        with contextlib.suppress(Decided):
            resolve(work)
        if work.state.result:
            show_fleets(work)

    return resolve_until_decided


def fresh(state: State) -> State:
    """The state at the start of a phase: no unit has used anything yet."""
    return state.with_units(
        *(replace(unit, use=UNUSED) for unit in state.units if unit.use != UNUSED)
    )


def missing(work: PhaseContext, player: str) -> Orders:
    """The orders of a player whose sheet is missing: none, so every default holds."""
    work.emit("missed_turn", player, rule="DV PBM", player=player)
    return Orders(player, missing=True)
