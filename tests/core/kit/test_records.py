"""Records: frozen, compared by their fields, stored canonically and read back checked."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.engine.events import Event
from pbm.kit.records import Record, decoded, encoded

WHOLE, FAR = "in good order", 1000


class _Hold(Record):
    kind: str = "RA"
    number: int = 0


_EMPTY = _Hold()


class _Ship(Record):
    name: str
    status: str = WHOLE
    cargo: tuple[_Hold, ...] = ()
    bays: Mapping[str, _Hold] = {}
    hold: _Hold = _EMPTY
    spare: _Hold | None = None
    tows: tuple[_Ship, ...] = ()
    share: Fraction = Fraction(1, 2)
    range: int = FAR
    number: int = 3


class _Pair(Record):
    two: tuple[_Hold, str]


class _Odd(Record):
    what: Any


def test_a_record_is_frozen_and_has_nothing_but_its_fields() -> None:
    ship = _Ship("Lark")
    with pytest.raises(AttributeError, match="immutable"):
        ship.name = "Wren"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        ship.place = "VEGA"  # type: ignore[attr-defined]
    assert not hasattr(ship, "__dict__")
    assert hash(_Hold("C", 2)) == hash(_Hold("C", 2))


def test_a_copy_differs_in_what_was_changed_alone() -> None:
    ship = _Ship("Lark", bays={"LB1": _Hold("C", 1)})
    assert replace(ship, status="lost") == _Ship("Lark", "lost", bays={"LB1": _Hold("C", 1)})
    assert replace(ship).bays is ship.bays
    with pytest.raises(TypeError, match="place"):
        replace(ship, place="VEGA")


def test_records_that_go_to_other_processes_come_back_as_they_were() -> None:
    roll = Roll("G/shot", "d10", (3, 10), "all")
    event = Event("e", "shot", "G", "B 1", {"ann": ("*",)}, {"at": [1, 2]}, rolls=(roll,))
    assert pickle.loads(pickle.dumps(event)) == event
    assert copy.deepcopy(event) == event


def test_what_is_as_it_always_begins_is_left_out() -> None:
    assert encoded(_Ship("Lark")) == b'{"name":"Lark"}'
    worked_out = _Ship(
        "Lark",
        " ".join(["in", "good", "order"]),
        hold=_Hold("R" + "A".strip(), 0),
        share=Fraction(2, 4),
        range=int("1000"),
    )
    assert encoded(worked_out) == b'{"name":"Lark"}'


def test_values_other_than_the_default_are_written_at_any_depth() -> None:
    armies = _Hold("A" * 2, 1)
    ship = _Ship(
        "Lark", "lost", (armies,), MappingProxyType({"b": _Hold(), "a": armies}), armies, armies,
        (_Ship("Wren", "".join([WHOLE])),), Fraction(83, 3), 999, 4,
    )  # fmt: skip
    said = {"kind": "AA", "number": 1}
    data = encoded(ship)
    assert json.loads(data) == {
        "name": "Lark", "status": "lost", "cargo": [said], "bays": {"a": said, "b": {}},
        "hold": said, "spare": said, "tows": [{"name": "Wren"}], "share": "83/3", "range": 999,
        "number": 4,
    }  # fmt: skip
    assert data.decode() == json.dumps(json.loads(data), sort_keys=True, separators=(",", ":"))
    assert decoded(data, _Ship) == ship


@given(
    st.builds(
        _Ship,
        st.text(st.characters(max_codepoint=0xD7FF)),
        cargo=st.lists(st.builds(_Hold, st.sampled_from(["RA", "AA"]))).map(tuple),
        share=st.fractions(),
        number=st.integers(-(2**63), 2**63 - 1),
    )
)
def test_what_is_stored_comes_back(ship: _Ship) -> None:
    data = encoded(ship)
    assert decoded(data, _Ship) == ship
    assert encoded(decoded(data, _Ship)) == data


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "Expected `object`, got `array`"),
        (b"{}", "missing required field `name`"),
        (b'{"name":7}', "name: Expected `str`, got `int`"),
        (b'{"name":"","cargo":[{},{"number":"x"}]}', r"cargo\[1\]\.number: Expected `int`"),
        (b'{"name":"","bays":{"LB1":{"number":1.5}}}', r"bays\[\.\.\.\]\.number: Expected `int`"),
        (b'{"name":"","share":"1/0"}', "share: '1/0' is not a fraction"),
        (b'{"name":"","share":"half"}', "share: 'half' is not a fraction"),
        (b'{"name":"","share":null}', "share: None is not a fraction"),
    ],
)
def test_other_bytes_than_the_record_are_refused_with_the_path_to_the_fault(
    data: bytes, fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        decoded(data, _Ship)


def test_what_json_cannot_say_is_not_stored() -> None:
    with pytest.raises(TypeError, match=r"range cannot be stored: range\(0, 3\)"):
        encoded(_Odd(range(3)))
    with pytest.raises(TypeError, match="records stand in tuples of one kind"):
        encoded(_Pair((_Hold(), "")))


def test_only_kinds_that_are_stored_are_read() -> None:
    class Held(Record):
        what: range

    with pytest.raises(ValueError, match="range cannot be read"):
        decoded(b'{"what":[0,3]}', Held)
