"""Changed copies of records are what dataclasses.replace would give."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import dataclass, field

import pytest

from pbm.dice import Roll
from pbm.event import Event
from pbm.records import packs, replace


@dataclass(frozen=True, slots=True)
class _Ship:
    name: str
    at: str = ""
    cargo: tuple[str, ...] = ()
    seen: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Whole:
    number: int
    of: int = 1

    def __post_init__(self) -> None:
        if self.number > self.of:
            raise ValueError("more than there is")


@dataclass(frozen=True, slots=True)
class _Counted:
    name: str
    size: int = field(init=False, default=3)


def test_a_copy_differs_in_what_was_changed_alone() -> None:
    ship = _Ship("Lark", "SOL", ("C",), ["a"])
    assert replace(ship, at="VEGA") == dataclasses.replace(ship, at="VEGA")
    assert replace(ship, at="VEGA", cargo=()) == _Ship("Lark", "VEGA", (), ["a"])
    assert replace(ship) == ship
    assert replace(ship) is not ship
    assert replace(ship).seen is ship.seen


def test_what_a_record_asks_of_its_fields_is_asked_of_the_copy() -> None:
    assert replace(_Whole(1, 2), number=2) == _Whole(2, 2)
    with pytest.raises(ValueError, match="more than there is"):
        replace(_Whole(1, 2), number=3)


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="_Ship has no field 'place'"):
        replace(_Ship("Lark"), place="VEGA")  # type: ignore[call-arg]


def test_a_record_that_is_not_made_by_position_is_refused() -> None:
    with pytest.raises(TypeError, match="_Counted is not made of"):
        replace(_Counted("Lark"), name="Wren")


def test_a_packed_record_is_a_call_with_its_values() -> None:
    @packs
    @dataclass(frozen=True, slots=True)
    class Ship:
        name: str
        cargo: tuple[str, ...] = ()

    ship = Ship("Lark", ("C",))
    assert ship.__reduce__() == (Ship, ("Lark", ("C",)))
    with pytest.raises(TypeError, match="_Counted is not made of"):
        packs(_Counted)


def test_records_that_go_to_other_processes_come_back_as_they_were() -> None:
    roll = Roll("G/shot", "d10", (3, 10), "all")
    event = Event("e", "shot", "G", "B 1", {"ann": ("*",)}, {"at": [1, 2]}, rolls=(roll,))
    assert pickle.loads(pickle.dumps(event)) == event
    assert copy.deepcopy(event) == event
