"""The stored state: the same back, and a message for anything else."""

from __future__ import annotations

import gc
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.engine.context import GameState
from pbm.engine.types import Seat
from pbm.kit.problems import CampaignFault
from pbm.turns.state_file import game_state_bytes, read_game_state
from tests.core.tiny import RULESET, State

SEATS = (Seat("ilse", "Ilse", "A"), Seat("bob", "Böb", "B", closed=True))
STANDING = GameState(
    3, 1, ("3.2",), SEATS, State({"ilse": 4, "bob": 5}, {"ilse": 1, "bob": 2}, 60, True, 3)
)


def test_the_same_standing_comes_back() -> None:
    data = game_state_bytes(STANDING)
    assert read_game_state(RULESET, data, "state.json") == STANDING
    assert game_state_bytes(read_game_state(RULESET, data, "state.json")) == data
    assert gc.isenabled()


def test_the_collector_stays_off_where_it_was() -> None:
    gc.disable()
    try:
        read_game_state(RULESET, game_state_bytes(STANDING), "state.json")
        assert not gc.isenabled()
        with pytest.raises(CampaignFault):
            read_game_state(RULESET, b"", "state.json")
        assert not gc.isenabled()
    finally:
        gc.enable()


def changed(**fields: Any) -> bytes:
    whole = json.loads(game_state_bytes(STANDING))
    for name, value in fields.items():
        if value is None:
            del whole[name]
        else:
            whole[name] = value
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "truncated"),
        (b"\xff\xfe{", ""),
        (b"[]", "Expected `object`, got `array`"),
        (b"{}", "missing required field `format`"),
        (b"[" * 100_000, ""),
        (changed(format="pbm-state-9"), '"format"'),
        (changed(turn=-1), "turn: Expected `int` >= 0"),
        (changed(turn=True), "turn: Expected `int`, got `bool`"),
        (changed(phase="1"), "phase: Expected `int`, got `str`"),
        (changed(due=[3]), "due[0]: Expected `str`, got `int`"),
        (changed(due=7), "due: Expected `array`, got `int`"),
        (changed(seats=[{"id": "x"}]), "seats[0]: Object missing required field `name`"),
        (changed(state={"totals": []}), "state.totals: Expected `object`, got `array`"),
        (changed(state=None), "missing required field `state`"),
        (changed(result=5), "result: Expected `str`, got `int`"),
    ],
)
def test_anything_else_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(CampaignFault, match=r"state\.json is not a state of Tiny") as fault:
        read_game_state(RULESET, data, "state.json")
    assert reason in fault.value.problems[0].reason


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
        lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    )
)
def test_any_json_is_refused_in_words(value: Any) -> None:
    whole = json.loads(game_state_bytes(STANDING)) | {"state": value}
    with pytest.raises(CampaignFault):
        read_game_state(RULESET, json.dumps(whole).encode(), "state.json")
    with pytest.raises(CampaignFault):
        read_game_state(RULESET, json.dumps(value).encode(), "state.json")
