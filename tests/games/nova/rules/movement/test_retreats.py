"""Where ships retreat to: the order, the default, and the way over known lines."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.movement.retreats import (
    begin_retreat,
    default,
    is_barred,
    known_lines,
    way_to,
)
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Passage, Retreat, Sight, State
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import TYPES, empire, ship, state, system, work
from tests.games.nova.scenes.movement import line, orders


def chart(*names: str, **barred: int) -> dict[str, Sight]:
    """Sights of these systems (all, if none is named) with all their lines."""
    return {
        name: Sight(
            name,
            lines={letter: one.to for letter, one in system(name).lines.items()},
            interdicted=barred.get(name, 0),
        )
        for name in names or tuple(TYPES)
    }


def ann(*names: str, **barred: int) -> Any:
    return empire("ann", sights=chart(*names, **barred))


def outpost(name: str, **fields: Any) -> Any:
    return system(name, colonies=1, colonizer="ann", **fields)


def fled(table: State, *sheets: Orders, id: str = "africa") -> Retreat | None:
    """The retreat that begins."""
    draft = Draft(work(table, sheets).state)
    before = draft.ships[id]
    begun = begin_retreat(draft, Effective(draft), before)
    after = draft.ships[id]
    assert begun == (after.retreat is not None) == (after.at == "") == (draft.fled == [id])
    return after.retreat


def to(place: str, **more: Any) -> Orders:
    sheet: Movement = line("TEDDY", "africa", retreat=place, **more)
    return orders(sheet)


AFRICA = ship("Africa", at="TEDDY")


def test_the_default_is_the_nearest_complex() -> None:
    """NV MOV-19. Two jumps to VIRUS, by ALGOL (B, B) or by MAVIS (E, V)."""
    assert fled(state(AFRICA, ann())) == Retreat("TEDDY", "VIRUS", ("B", "B"))
    near = state(AFRICA, ann(), outpost("SHOOT", ic=True))
    assert fled(near) == Retreat("TEDDY", "SHOOT", ("A",))
    lost = state(AFRICA, ann(), outpost("SHOOT", ic=True, owner="bea"))
    assert fled(lost) == Retreat("TEDDY", "VIRUS", ("B", "B"))


def test_of_equally_near_ones_the_more_productive() -> None:
    """Outposts of type 6 (SHOOT) give 20 MCr, of type 5 (ALGOL) 10."""
    both = (outpost("SHOOT", ic=True), outpost("ALGOL", ic=True))
    assert fled(state(AFRICA, ann(), *both)) == Retreat("TEDDY", "SHOOT", ("A",))
    equal = (outpost("SHOOT", ic=True, type=5), outpost("ALGOL", ic=True))
    assert fled(state(AFRICA, ann(), *equal)) == Retreat("TEDDY", "ALGOL", ("B",))


def test_only_known_lines_are_ways() -> None:
    shoot = outpost("SHOOT", ic=True)
    known = ann("TEDDY", "ALGOL", "VIRUS")
    dark = {**known.sights, "TEDDY": Sight("TEDDY", lines={"B": "ALGOL", "A": ""})}
    table = state(AFRICA, replace(known, sights=dark), shoot)
    assert fled(table) == Retreat("TEDDY", "VIRUS", ("B", "B"))


def test_what_was_learned_this_turn_does_not_count() -> None:
    """NV MOV-19: the knowledge of the turn's start."""
    one = ann()
    before = replace(one, sights_before=chart("VIRUS"))
    table = state(AFRICA, before)
    assert known_lines(table, "ann", "TEDDY") == {}
    assert known_lines(table, "ann", "VIRUS") == {"D": "ALGOL", "X": "MAVIS"}
    assert fled(table) == Retreat("TEDDY", "A", ("A",))


@pytest.mark.parametrize(("turn", "route"), [(2, ("E", "V")), (3, ("E", "V")), (1, ("B", "B"))])
def test_known_interdictions_are_avoided(turn: int, route: tuple[str, ...]) -> None:
    """Ambiguity: NV A-RET-ROUTE: where ships were stopped last turn (the table is of turn 3)."""
    table = state(AFRICA, ann(ALGOL=turn))
    assert is_barred(table, "ann", "ALGOL") == (turn > 1)
    assert fled(table) == Retreat("TEDDY", "VIRUS", route)


def test_a_barred_way_is_better_than_none() -> None:
    table = state(AFRICA, ann(ALGOL=2, MAVIS=2))
    assert fled(table) == Retreat("TEDDY", "VIRUS", ("B", "B"))


def test_a_barred_goal_is_reached_and_a_barred_start_left() -> None:
    """Ambiguity: NV A-INT-DEST, NV A-INT-LEAVE."""
    table = state(AFRICA, ann(SHOOT=2, TEDDY=2), outpost("SHOOT", ic=True))
    assert fled(table) == Retreat("TEDDY", "SHOOT", ("A",))


def test_without_a_complex_the_nearest_own_system() -> None:
    """Ambiguity: NV A-RET-NONE."""
    bare = system("VIRUS", colonies=3, colonizer="ann", ic=False)
    table = state(AFRICA, ann(), bare, outpost("SHOOT"))
    assert fled(table) == Retreat("TEDDY", "SHOOT", ("A",))
    assert fled(state(AFRICA, ann(), bare)) == Retreat("TEDDY", "VIRUS", ("B", "B"))


def test_without_any_way_back_as_it_came_else_the_first_line() -> None:
    """Ambiguity: NV A-RET-NONE."""
    came = Passage("SHOOT", "TEDDY", ("K",), "A", of="ann")
    blind = state(AFRICA, passages={"africa": came})
    assert fled(blind) == Retreat("TEDDY", "SHOOT", ("A",))
    through_gate = replace(came, letters=("*",), entered_by="")
    assert fled(state(AFRICA, passages={"africa": through_gate})) == Retreat("TEDDY", "A", ("A",))
    assert fled(state(AFRICA)) == Retreat("TEDDY", "A", ("A",))
    known = {"TEDDY": Sight("TEDDY", lines={"R": "PAGAN", "A": ""})}
    assert fled(state(AFRICA, empire("ann", sights=known))) == Retreat("TEDDY", "R", ("R",))


def test_from_a_system_without_lines_there_is_no_retreat() -> None:
    alone = replace(system("TEDDY"), lines={})
    table = state(AFRICA, alone)
    assert fled(table) is None
    draft = Draft(table)
    assert default(draft, AFRICA) == ("", ())


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("E", Retreat("TEDDY", "E", ("E",))),
        ("MAVIS", Retreat("TEDDY", "MAVIS", ("E",))),
        ("MINKY", Retreat("TEDDY", "MINKY", ("A", "X"))),
        ("", Retreat("TEDDY", "VIRUS", ("B", "B"))),
        ("Q", Retreat("TEDDY", "VIRUS", ("B", "B"))),
        ("NOWHERE", Retreat("TEDDY", "VIRUS", ("B", "B"))),
    ],
)
def test_the_ordered_destination(place: str, expected: Retreat) -> None:
    """NV ORD-47: a letter, or a system, known or not."""
    assert fled(state(AFRICA, ann()), to(place)) == expected


def test_a_neighbor_is_found_though_its_line_is_not_known() -> None:
    assert fled(state(AFRICA), to("PAGAN")) == Retreat("TEDDY", "PAGAN", ("R",))
    assert fled(state(AFRICA), to("MINKY")) == Retreat("TEDDY", "A", ("A",))


def test_a_ship_off_a_retreat_has_no_second_say() -> None:
    """Ambiguity: NV A-RET-CHAIN."""
    came = Passage("SHOOT", "TEDDY", ("K",), "A", retreated=True, of="ann")
    table = state(AFRICA, ann(), passages={"africa": came})
    assert fled(table, to("E")) == Retreat("TEDDY", "VIRUS", ("B", "B"))
    table = state(AFRICA, ann(), passages={"africa": replace(came, retreated=False)})
    assert fled(table, to("E")) == Retreat("TEDDY", "E", ("E",))


def test_without_a_drive_or_a_place_there_is_no_retreat() -> None:
    broken = replace(AFRICA, damage=Damage(parts={"JD1": 3}))
    assert fled(state(broken, ann())) is None
    slow = replace(AFRICA, damage=Damage(parts={"JD1": 2}))
    assert fled(state(slow, ann())) == Retreat("TEDDY", "VIRUS", ("B", "B"))
    carried = replace(AFRICA, at="", carrier="mum")
    draft = Draft(state(carried, ship("Mum"), ann()))
    assert not begin_retreat(draft, Effective(draft), carried)


def test_a_goal_out_of_reach_has_no_way() -> None:
    assert way_to(state(ann("TEDDY")), "ann", "TEDDY", lambda name: name == "MINKY") == ("", ())
