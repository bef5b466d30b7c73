"""Which unit lies in which hold, and what lost holds take."""

from __future__ import annotations

import pytest

from pbm.games.nova.rules.space_combat.holds import cargo_of, hold_lost, stow
from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.state import Cargo
from pbm.games.nova.state.stowage import holds_of


def holds(number: int, first: int = 1) -> tuple[str, ...]:
    return tuple(f"CH{place}" for place in range(first, first + number))


def kinds(stowed: tuple[Stowed, ...]) -> list[str]:
    return [one.kind for one in stowed]


def test_holds_are_filled_first_to_last() -> None:
    cargo = (Cargo("AA", "ann", 2), Cargo("SDU", "ann", 1), Cargo("IC", "bea", 1))
    assert stow(holds(10), cargo) == (
        Stowed("AA", "ann", ("CH1",)),
        Stowed("AA", "ann", ("CH2",)),
        Stowed("SDU", "ann", ("CH3", "CH4", "CH5")),
        Stowed("IC", "bea", ("CH6", "CH7", "CH8", "CH9")),
    )


def test_holds_with_ships_in_them_take_nothing_else() -> None:
    found = stow(holds(4), (Cargo("C", "ann", 1),), taken=("CH1", "CH3"))
    assert found == (Stowed("C", "ann", ("CH2", "CH4")),)


def test_gate_ends_lie_before_what_costs_more() -> None:
    cargo = (Cargo("AA", "ann", 1), Cargo("PCB", "ann", 1), Cargo("TFC", "ann", 1))
    found = stow(holds(50), cargo, ends=[("g1", "ann")])
    assert kinds(found) == ["AA", "PCB", "SG", "TFC"]
    assert found[2] == Stowed("SG", "ann", holds(6, 8), 0, "g1")
    assert kinds(stow(holds(50), (Cargo("AA", "ann", 1),), ends=[("g1", "ann")])) == ["AA", "SG"]


def test_a_unit_that_lost_a_hold_in_an_earlier_battle() -> None:
    assert stow(holds(3), (Cargo("IC", "ann", 1),)) == (Stowed("IC", "ann", holds(3), 30),)


@pytest.mark.parametrize(
    ("kind", "hits", "dies"),
    [
        ("AA", 1, True),
        ("C", 1, True),
        ("SDU", 1, True),  # exactly a third
        ("IC", 1, False),  # a quarter
        ("IC", 2, True),
        ("SG", 1, False),
        ("SG", 2, True),  # exactly a third
    ],
)
def test_a_unit_dies_with_a_third_of_its_size(kind: str, hits: int, dies: bool) -> None:
    ends = [("g1", "ann")] if kind == "SG" else []
    stowed = stow(holds(8), () if ends else (Cargo(kind, "ann", 1),), ends=ends)
    dead: tuple[Stowed, ...] = ()
    for hold in holds(hits):
        assert not dead
        stowed, dead, explodes = hold_lost(stowed, hold)
        assert not explodes
    assert bool(dead) is dies
    assert bool(stowed) is not dies
    (unit,) = (*stowed, *dead)
    assert (unit.lost, len(unit.holds)) == (30 * hits, holds_of(kind) - hits)


@pytest.mark.parametrize("kind", ["PCB", "TFC"])
def test_bombs_and_constructs_blow_up_with_any_hold(kind: str) -> None:
    stowed = stow(holds(32), (Cargo("AA", "ann", 1), Cargo(kind, "ann", 1)))
    assert not hold_lost(stowed, "CH1")[2]
    assert hold_lost(stowed, "CH2")[2]
    assert not hold_lost(stowed, "CH32")[2]


def test_an_empty_hold_takes_nothing_with_it_and_the_others_lie_where_they_lay() -> None:
    stowed = stow(holds(6), (Cargo("AA", "ann", 2), Cargo("SDU", "ann", 1)))
    assert hold_lost(stowed, "CH6") == (stowed, (), False)
    alive, dead, _explodes = hold_lost(stowed, "CH1")
    assert dead == (Stowed("AA", "ann", (), 30),)
    assert alive == stowed[1:]


def test_what_lives_is_cargo_again() -> None:
    cargo = (Cargo("AA", "ann", 2), Cargo("AA", "bea", 1))
    stowed = stow(holds(9), cargo, ends=[("g1", "ann")])
    assert cargo_of(stowed) == cargo
    assert cargo_of(hold_lost(stowed, "CH2")[0]) == (Cargo("AA", "ann", 1), Cargo("AA", "bea", 1))
