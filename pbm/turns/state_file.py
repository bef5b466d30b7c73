"""Write and read state.json, the game state between two stages, as canonical JSON."""

import gc
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta

from pbm.engine.context import GameState
from pbm.engine.game import Ruleset
from pbm.engine.types import Seat
from pbm.kit.gc_tuning import rare_collections
from pbm.kit.problems import CampaignFault
from pbm.kit.records import Record, decoded, encoded

STATE_FORMAT = "pbm-state-1"

S = TypeVar("S")
_Count = Annotated[int, Meta(ge=0)]


class _Head(Record):
    format: str


class _StateFile(Record, Generic[S]):
    """The contents of state.json; ``state`` is the game's own record."""

    format: str
    turn: _Count
    phase: _Count
    due: tuple[str, ...]
    seats: tuple[Seat, ...]
    result: str
    state: S
    salt: str = ""


@rare_collections()
def game_state_bytes(game_state: GameState) -> bytes:
    """Write state.json."""
    return (
        encoded(
            _StateFile(
                STATE_FORMAT,
                game_state.turn,
                game_state.phase,
                game_state.due,
                game_state.seats,
                game_state.result,
                game_state.state,
                game_state.salt,
            )
        )
        + b"\n"
    )


def read_game_state(ruleset: Ruleset, data: bytes, file: str) -> GameState:
    """Parse state.json; CampaignFault for anything else, never a traceback."""
    collecting = gc.isenabled()
    gc.disable()  # loading a large state is then two to five times as fast
    try:
        if decoded(data, _Head).format != STATE_FORMAT:
            raise ValueError(f'it lacks "format": "{STATE_FORMAT}"')
        kind: Any = _StateFile
        whole = decoded(data, kind[ruleset.state])
        return GameState(
            whole.turn, whole.phase, whole.due, whole.seats, whole.state, whole.result, whole.salt
        )
    except (ValueError, RecursionError) as broken:
        reason = str(broken)
    finally:
        if collecting:
            gc.enable()
    raise CampaignFault.invalid(
        f"{file} is not a state of {ruleset.title}",
        reason=reason,
        remedy="Put it back from a copy, or delete it: pbm report makes it again",
    )


def settled(ruleset: Ruleset, game_state: GameState) -> GameState:
    """Return the game state as it would be read from state.json.

    The order inside mappings, and with it every byte made from them, thus never depends on
    whether a state was read or has just been made.
    """
    return read_game_state(ruleset, game_state_bytes(game_state), "state.json")
