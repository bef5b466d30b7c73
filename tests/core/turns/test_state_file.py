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
from pbm.turns.state_file import read_standing, standing_bytes
from tests.core.tiny import RULESET, State

SEATS = (Seat("ilse", "Ilse", "A"), Seat("bob", "Böb", "B", closed=True))
STANDING = GameState(
    3, 1, ("3.2",), SEATS, State({"ilse": 4, "bob": 5}, {"ilse": 1, "bob": 2}, 60, True, 3)
)


def test_the_same_standing_comes_back() -> None:
    data = standing_bytes(RULESET, STANDING)
    assert read_standing(RULESET, data, "state.json") == STANDING
    assert standing_bytes(RULESET, read_standing(RULESET, data, "state.json")) == data
    assert gc.isenabled()


def test_the_collector_stays_off_where_it_was() -> None:
    gc.disable()
    try:
        read_standing(RULESET, standing_bytes(RULESET, STANDING), "state.json")
        assert not gc.isenabled()
        with pytest.raises(CampaignFault):
            read_standing(RULESET, b"", "state.json")
        assert not gc.isenabled()
    finally:
        gc.enable()


def changed(**fields: Any) -> bytes:
    whole = json.loads(standing_bytes(RULESET, STANDING))
    for name, value in fields.items():
        if value is None:
            del whole[name]
        else:
            whole[name] = value
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "Expecting value"),
        (b"\xff\xfe{", ""),
        (b"[]", '"format"'),
        (b"[" * 100_000, ""),
        (changed(format="pbm-state-9"), '"format"'),
        (changed(turn=-1), "-1 stands where"),
        (changed(turn=True), "True stands where"),
        (changed(phase="1"), "'1' stands where"),
        (changed(due=[3]), "valid string"),
        (changed(due=7), ""),
        (changed(seats=[{"id": "x"}]), "0/name"),
        (changed(state={"totals": []}), "totals"),
        (changed(state=None), "it has no 'state'"),
        (changed(result=5), "valid string"),
    ],
)
def test_anything_else_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(CampaignFault, match=r"state\.json is not a state of Tiny") as fault:
        read_standing(RULESET, data, "state.json")
    assert reason in fault.value.problems[0].reason


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
        lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    )
)
def test_any_json_is_refused_in_words(value: Any) -> None:
    whole = json.loads(standing_bytes(RULESET, STANDING)) | {"state": value}
    with pytest.raises(CampaignFault):
        read_standing(RULESET, json.dumps(whole).encode(), "state.json")
    with pytest.raises(CampaignFault):
        read_standing(RULESET, json.dumps(value).encode(), "state.json")
