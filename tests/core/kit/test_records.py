"""Records are what dataclasses would give, and so are changed copies of them."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pbm.dice.keyed import Roll
from pbm.engine.events import Event
from pbm.kit.records import record, replace


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
    @record(frozen=True, slots=True)
    class Ship:
        name: str
        cargo: tuple[str, ...] = ()

    ship = Ship("Lark", ("C",))
    assert ship.__reduce__() == (Ship, ("Lark", ("C",)))
    assert pickle.loads(pickle.dumps(_Armed("Lark", mass=4))) == _Armed("Lark", mass=4)


def test_records_that_go_to_other_processes_come_back_as_they_were() -> None:
    roll = Roll("G/shot", "d10", (3, 10), "all")
    event = Event("e", "shot", "G", "B 1", {"ann": ("*",)}, {"at": [1, 2]}, rolls=(roll,))
    assert pickle.loads(pickle.dumps(event)) == event
    assert copy.deepcopy(event) == event


@dataclass(frozen=True, slots=True)
class _Plain:
    """As Python makes it."""

    name: str
    at: str = "SOL"
    cargo: tuple[str, ...] = ()
    seen: list[int] = field(default_factory=list)
    mass: int = field(default=3, kw_only=True)


@record(frozen=True, slots=True)
class _Quick:
    """The same, quickly made."""

    name: str
    at: str = "SOL"
    cargo: tuple[str, ...] = ()
    seen: list[int] = field(default_factory=list)
    mass: int = field(default=3, kw_only=True)


@record(frozen=True, slots=True)
class _Armed(_Quick):
    """One that has the fields of another, and asks something of them."""

    guns: int = 0

    def __post_init__(self) -> None:
        if self.guns > self.mass:
            raise ValueError("too heavy")


_GIVEN = st.fixed_dictionaries(
    {"name": st.text()},
    optional={
        "at": st.text(),
        "cargo": st.lists(st.text()).map(tuple),
        "seen": st.lists(st.integers()),
        "mass": st.integers(),
    },
)


@given(_GIVEN, _GIVEN)
def test_a_record_is_what_a_dataclass_is(one: dict[str, Any], other: dict[str, Any]) -> None:
    first, plain = _Quick(**one), _Plain(**one)
    assert dataclasses.asdict(first) == dataclasses.asdict(plain)
    assert repr(first) == repr(plain).replace("_Plain", "_Quick")
    assert (first == _Quick(**other)) == (plain == _Plain(**other))
    assert dataclasses.astuple(dataclasses.replace(first, at="X")) == dataclasses.astuple(
        dataclasses.replace(plain, at="X")
    )
    assert pickle.loads(pickle.dumps(first)) == copy.deepcopy(first) == first
    adapter: TypeAdapter[Any] = TypeAdapter(_Quick)
    assert adapter.validate_python(adapter.dump_python(first)) == first
    assert adapter.dump_json(first) == TypeAdapter(_Plain).dump_json(plain)


def test_a_record_is_frozen_and_has_nothing_else() -> None:
    made = _Quick("Lark", mass=4)
    assert type(made) is _Quick
    for name in ("name", "mass", "other"):
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
            setattr(made, name, "x")
    with pytest.raises(dataclasses.FrozenInstanceError):
        del made.name
    assert (made.name, made.mass) == ("Lark", 4)
    assert not hasattr(made, "__dict__")
    same = _Quick("Lark", seen=()), _Quick("Lark", seen=())  # type: ignore[arg-type]
    assert hash(same[0]) == hash(same[1])


def test_each_record_has_a_default_of_its_own() -> None:
    assert _Quick("Lark").seen == []
    assert _Quick("Lark").seen is not _Quick("Lark").seen
    with pytest.raises(ValidationError):
        TypeAdapter(_Quick).validate_python({"at": "SOL"})


def test_what_does_not_fit_a_record_is_refused_as_of_a_dataclass() -> None:
    quick, plain = inspect.signature(_Quick), inspect.signature(_Plain)
    assert list(quick.parameters) == list(plain.parameters)
    assert [one.kind for one in quick.parameters.values()] == [
        one.kind for one in plain.parameters.values()
    ]
    wrong: list[tuple[Any, ...]] = [(), ("a", "b", (), [], 4), ("a", "b", (), [], 4, 5)]
    for given_ in wrong:
        with pytest.raises(TypeError):
            _Plain(*given_)
        with pytest.raises(TypeError, match="__init__"):
            _Quick(*given_)


def test_a_record_of_a_record_has_the_fields_of_both() -> None:
    made = _Armed("Lark", guns=3)
    assert (made.guns, made.mass, type(made)) == (3, 3, _Armed)
    assert made != _Quick("Lark")
    assert replace(_Whole(1, 2), of=3) == _Whole(1, 3)
    with pytest.raises(ValueError, match="too heavy"):
        _Armed("Lark", guns=4)


def test_a_record_that_could_be_changed_or_has_a_field_nobody_gives_is_refused() -> None:
    with pytest.raises(TypeError, match="frozen and has slots"):
        record(frozen=False, slots=True)
    with pytest.raises(TypeError, match="frozen and has slots"):
        record(frozen=True, slots=False)
    with pytest.raises(TypeError, match=r"_Counted\.size cannot be given"):

        @record(frozen=True, slots=True)
        class _Counted:
            size: int = field(init=False, default=3)
