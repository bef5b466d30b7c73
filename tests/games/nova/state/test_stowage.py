"""Which bay or hold takes what, and in which order."""

from __future__ import annotations

import pytest

from pbm.games.nova.state.components import Component
from pbm.games.nova.state.fitted import Fitted, fitted
from pbm.games.nova.state.state import Cargo
from pbm.games.nova.state.stowage import (
    Guest,
    bay_for_end,
    berths,
    holds_of,
    in_order,
    merged,
    wanted,
)
from tests.games.nova.builders import design
from tests.games.nova.scenes.movement import brackets


def works(*bays: int, holds: int = 0) -> Fitted:
    """A ship with launch bays of these sizes and so many holds."""
    parts = [Component("LB", 1, size) for size in bays]
    if holds:
        parts.append(Component("CH", holds, 30))
    return fitted(design("Mother", *parts), {})


def guest(size: int, name: str = "", cost: int = 0, hold: str = "") -> Guest:
    name = name or f"g{size}"
    return Guest(name, name, size, cost, hold)


@pytest.mark.parametrize(
    ("kind", "holds"),
    [("AA", 1), ("RA", 1), ("C", 2), ("SDU", 3), ("IC", 4), ("PCB", 6), ("SG", 6), ("TFC", 30)],
)
def test_holds_that_a_unit_takes(kind: str, holds: int) -> None:
    """NV DSN-12: 30 points a hold."""
    assert holds_of(kind) == holds


@pytest.mark.parametrize(
    ("bays", "holds", "guests", "expected"),
    [
        # The smallest bay that takes it.
        ((30, 10), 0, [guest(10)], {"g10": "LB2"}),
        ((10, 30), 0, [guest(11)], {"g11": "LB2"}),
        # The smallest ship first; a bay takes several, up to its size.
        ((30,), 0, [guest(20), guest(10)], {"g10": "LB1", "g20": "LB1"}),
        ((30,), 0, [guest(21), guest(10)], {"g10": "LB1"}),
        # Bays do not combine.
        ((10, 10), 0, [guest(20)], {}),
        # Cheapest, then by name.
        ((10,), 0, [guest(10, "a", 9), guest(10, "b", 8)], {"b": "LB1"}),
        ((10,), 0, [guest(10, "b", 8), guest(10, "a", 8)], {"a": "LB1"}),
        # Out of order if size forces it: 10 and 20 into 20, 30 into 30 would leave the 30 out.
        (
            (20, 30),
            0,
            [guest(10), guest(15), guest(30)],
            {"g15": "LB2", "g10": "LB1"},
        ),
        ((20, 30), 0, [guest(5), guest(16), guest(25)], {"g25": "LB2", "g16": "LB1", "g5": "LB2"}),
        # Holds after bays, one ship each, up to 30.
        ((10,), 2, [guest(10), guest(11), guest(12)], {"g10": "LB1", "g11": "CH1", "g12": "CH2"}),
        ((), 1, [guest(30), guest(29)], {"g29": "CH1"}),
        ((), 1, [guest(31)], {}),
        # As ordered.
        ((10, 30), 1, [guest(10, hold="LB2")], {"g10": "LB2"}),
        ((10, 30), 2, [guest(10, hold="CH2")], {"g10": "CH2"}),
        ((10, 30), 1, [guest(10, hold="LB3")], {}),
        ((10,), 0, [guest(1, "a"), guest(10, "z", hold="LB1")], {"z": "LB1"}),
    ],
)
def test_where_ships_lie(
    bays: tuple[int, ...], holds: int, guests: list[Guest], expected: dict[str, str]
) -> None:
    """NV MOV-10, NV DSN-20."""
    assert berths(works(*bays, holds=holds), {}, holds, guests) == expected


def test_room_that_is_taken() -> None:
    ship = works(30, holds=2)
    assert berths(ship, {"LB1": 20}, 2, [guest(10)]) == {"g10": "LB1"}
    assert berths(ship, {"LB1": 21}, 2, [guest(10)]) == {"g10": "CH1"}
    assert berths(ship, {"LB1": 21, "CH1": 5}, 1, [guest(10)]) == {"g10": "CH2"}
    assert berths(ship, {"LB1": 21}, 0, [guest(10)]) == {}


@pytest.mark.parametrize(
    ("bays", "used", "free", "hold", "expected"),
    [
        ((180,), {}, 0, "", "LB1"),
        ((170,), {}, 6, "", ""),
        ((170,), {}, 5, "", None),
        ((200, 180), {}, 0, "", "LB2"),
        ((180,), {"LB1": 1}, 0, "", None),
        ((190,), {"LB1": 10}, 0, "", "LB1"),
        ((180,), {}, 6, "CH1", ""),
        ((180, 180), {}, 6, "LB2", "LB2"),
        ((180,), {}, 6, "LB2", None),
    ],
)
def test_where_the_end_of_a_gate_lies(
    bays: tuple[int, ...], used: dict[str, int], free: int, hold: str, expected: str | None
) -> None:
    """Ambiguity: NV A-CARGO-LB."""
    assert bay_for_end(works(*bays, holds=6), used, free, hold) == expected


def test_holds_are_filled_by_price_size_and_name() -> None:
    """NV MOV-08. AA and RA cost 30, C 60, SDU 90, IC 120."""
    cargo = [Cargo(kind, "ann", 1) for kind in ("IC", "RA", "SDU", "C", "AA")]
    assert [one.kind for one in in_order(cargo, (), "ann")] == ["AA", "RA", "C", "SDU", "IC"]


def test_what_is_ordered_into_a_hold_comes_first() -> None:
    cargo = [Cargo(kind, "ann", 1) for kind in ("AA", "RA", "C", "SDU")]
    ordered = brackets("CH2: SDU", "CH1: C", "1 AA", "CH9: 1 RA")
    assert [one.kind for one in in_order(cargo, ordered, "ann")] == ["C", "SDU", "RA", "AA"]


def test_units_of_one_kind_and_owner_lie_together() -> None:
    cargo = [Cargo("AA", "ann", 1), Cargo("AA", "bea", 2), Cargo("AA", "ann", 3)]
    assert merged(cargo) == (Cargo("AA", "ann", 4), Cargo("AA", "bea", 2))


def test_what_brackets_ask_for() -> None:
    cargo = brackets("CH3: 2 AA", "CH1: 1 AA", "C", "2 AA of bea", "ship gnat", "gate ring-a")
    assert wanted(cargo, "ann") == {
        ("AA", "ann"): 3,
        ("AA", "bea"): 2,
        ("C", "ann"): None,
    }
    assert list(wanted(brackets("SDU", "2 C", "1 AA"), "ann")) == [
        ("AA", "ann"),
        ("C", "ann"),
        ("SDU", "ann"),
    ]
    assert wanted(brackets("2 AA", "AA"), "ann") == {("AA", "ann"): None}
    assert wanted(brackets("AA", "2 AA"), "ann") == {("AA", "ann"): None}
    assert wanted(brackets("LB1: 2 AA"), "ann") == {}
