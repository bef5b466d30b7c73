"""Events: one line of JSON each, chained, and shown to each player as far as he perceives them."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from pbm.dice.keyed import Roll
from pbm.engine.events import (
    PUBLIC,
    Change,
    Event,
    OrderRef,
    canonical,
    chained,
    only,
    plain,
    unchained,
)
from pbm.kit.records import decoded

ATTACK = Event(
    id="e1",
    kind="attack",
    phase="1.attack",
    rule="KH 4 Combat Procedure",
    seen={"*": ("by", "target"), "ann": ("*",), "bea": ("by", "rolls")},
    facts={"by": "s1", "target": "s2", "secret": 7},
    order=OrderRef("ann", "3", 14, "attack LC at B1"),
    rolls=(Roll("1.attack/attack/s1/LC/s2", "d100", (41,), "ann+bea"),),
    terms=(("base", 60), ("half", Fraction(83, 3))),
    changes=(Change("ship/s2/hull", 15, 4),),
    options=("KH-A17",),
    ruling="",
)


def test_a_player_named_in_seen_perceives_what_stands_there() -> None:
    whole = ATTACK.shown_to("ann")
    assert whole is not None
    assert whole["facts"] == {"by": "s1", "target": "s2", "secret": 7}
    assert whole["terms"] == [["base", 60], ["half", "83/3"]]
    assert whole["changes"] == [{"path": "ship/s2/hull", "before": 15, "after": 4}]
    assert whole["order"]["line"] == 14
    part = ATTACK.shown_to("bea")
    assert part is not None
    assert part["facts"] == {"by": "s1"}
    assert part["rolls"][0]["faces"] == [41]
    assert "terms" not in part
    assert "changes" not in part
    assert "order" not in part


def test_everybody_else_perceives_what_everybody_does() -> None:
    shown = ATTACK.shown_to("cy")
    assert shown is not None
    assert shown["facts"] == {"by": "s1", "target": "s2"}
    assert "rolls" not in shown


def test_an_event_for_some_is_nothing_to_others() -> None:
    event = Event("e", "note", "p", "", only("ann"))
    assert event.shown_to("bea") is None
    assert event.shown_to("ann") == {"id": "e", "kind": "note", "phase": "p", "facts": {}}


def test_a_ruling_is_shown_with_its_reason() -> None:
    event = Event("e", "ruling", "p", "", PUBLIC, ruling="typed wrongly")
    shown = event.shown_to("bea")
    assert shown is not None
    assert shown["ruling"] == "typed wrongly"


def test_an_event_survives_its_line() -> None:
    back = decoded(canonical(plain(ATTACK)).encode(), Event)
    assert plain(back) == plain(ATTACK)


def test_a_chain_reads_back_and_notices_any_change() -> None:
    lines = list(chained([ATTACK, Event("e2", "note", "p", "", PUBLIC)]))
    assert [event.id for event in unchained(lines)] == ["e1", "e2"]
    changed = [lines[0].replace('"secret":7', '"secret":8'), lines[1]]
    with pytest.raises(ValueError, match="line 2"):
        list(unchained(changed))
    with pytest.raises(ValueError, match="line 1"):
        list(unchained(lines[1:]))
    with pytest.raises(ValueError, match="line 1"):
        list(unchained(["[]"]))


@pytest.mark.parametrize("value", [1.5, {1, 2}, b"x", object()])
def test_what_is_not_exact_cannot_stand_in_an_event(value: Any) -> None:
    with pytest.raises(TypeError, match="cannot be part of an event"):
        plain({"fact": value})


def test_plain_values() -> None:
    assert plain({"a": (1, True, None, Fraction(1, 2))}) == {"a": [1, True, None, "1/2"]}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=0xD7FF)), inner)
    ),
    max_leaves=20,
)


@given(JSON)
def test_canonical_json_agrees_with_rfc_8785(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


def test_kinds_of_number_and_of_word_stand_as_plain_ones() -> None:
    class Level(IntEnum):
        HIGH = 3

    class Word(StrEnum):
        YES = "yes"

    found = plain({"level": Level.HIGH, "word": Word.YES})
    assert found == {"level": 3, "word": "yes"}
    assert isinstance(found, dict)
    assert type(found["level"]) is int
    assert canonical(found) == '{"level":3,"word":"yes"}'
