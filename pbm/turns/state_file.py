"""A standing as canonical JSON, and back: what is stored between two legs."""

from __future__ import annotations

import gc
import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pbm.engine.context import GameState
from pbm.engine.events import canonical
from pbm.engine.game import Ruleset
from pbm.engine.types import Seat
from pbm.kit.gc_tuning import collecting_seldom
from pbm.kit.problems import CampaignFault, invalid

STATE_FORMAT = "pbm-state-1"


_adapters: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


@collecting_seldom()
def standing_bytes(ruleset: Ruleset, standing: GameState) -> bytes:
    """The text of state.json."""
    whole = {
        "format": STATE_FORMAT,
        "turn": standing.turn,
        "phase": standing.phase,
        "due": list(standing.due),
        "seats": _adapter(tuple[Seat, ...]).dump_python(standing.seats, mode="json"),
        "result": standing.result,
        # What is as it always begins is left out: nearly half of a large state.
        "state": _adapter(ruleset.state).dump_python(
            standing.state, mode="json", exclude_defaults=True
        ),
    }
    if standing.salt:
        whole["salt"] = standing.salt
    return (canonical(whole) + "\n").encode()


def read_standing(ruleset: Ruleset, data: bytes, file: str) -> GameState:
    """The standing in these bytes; CampaignFault for anything else, never a traceback."""
    collecting = gc.isenabled()
    gc.disable()  # loading a big state is two to five times as fast without it
    try:
        whole = json.loads(data)
        if not isinstance(whole, dict) or whole.get("format") != STATE_FORMAT:
            raise ValueError(f'it does not say "format": "{STATE_FORMAT}"')
        return GameState(
            turn=_whole(whole["turn"]),
            phase=_whole(whole["phase"]),
            due=_adapter(tuple[str, ...]).validate_python(tuple(whole["due"]), strict=True),
            seats=_adapter(tuple[Seat, ...]).validate_python(whole["seats"]),
            state=_adapter(ruleset.state).validate_python(whole["state"]),
            result=_adapter(str).validate_python(whole["result"], strict=True),
            salt=_adapter(str).validate_python(whole.get("salt", ""), strict=True),
        )
    except ValidationError as broken:
        first = broken.errors()[0]
        where = "/".join(str(part) for part in first["loc"])
        reason = f"{where}: {first['msg']}"
    except KeyError as missing:
        reason = f"it has no {missing}"
    except (ValueError, TypeError, RecursionError) as broken:
        reason = str(broken)
    finally:
        if collecting:
            gc.enable()
    raise CampaignFault(
        invalid(
            f"{file} is not a state of {ruleset.title}",
            reason=reason,
            remedy="Put it back from a copy, or take it away: pbm report makes it again",
        )
    )


def settled(ruleset: Ruleset, standing: GameState) -> GameState:
    """The standing as it comes back from state.json.

    So the order inside mappings, and with it every byte made from them, never depends on
    whether a state was read or has just been made.
    """
    return read_standing(ruleset, standing_bytes(ruleset, standing), "state.json")


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} stands where a number of turns or phases belongs")
    return value
