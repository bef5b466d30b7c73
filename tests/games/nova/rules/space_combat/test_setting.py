"""Who takes part in a battle and where all stand when it begins, with the book's numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbm.dice.keyed import Roll, roll_name
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.space_combat.battle_result import fields_of
from pbm.games.nova.rules.space_combat.setting import begin_battle, design_of, gate_design
from pbm.games.nova.state.battle.arena import ABOARD, AWAY, IN_PLAY, Battle, Fighter
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.games.nova.state.battle.vectors import distance, step
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import SetUp
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import GateEnd, Passage, Retreat, Ship
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import design, empire, gate_pair, ship, sight, state, work
from tests.games.nova.lines import act, codes, move

AT = "SHOOT"
MORE = {
    f"{one}/{klass}": design(klass, *parts, empire=one)
    for one in ("ann", "bea", "cyd")
    for klass, parts in {
        "Veil": (Component("SS", 1, 5),),
        "Carrier": (Component("LB", 2, 30), Component("CH", 2, 30)),
        "Tender": (Component("CH", 2, 30),),
        "Shield": (Component("SI", 2, 12), Component("BL", 1, 5)),
        "Mute": (Component("ML", 1, 12),),
        "Frigate": (Component("BL", 1, 15),),
        "Scout": (Component("XC"),),
    }.items()
}  # fmt: skip


class Setting:
    """A battle as it is set up; ``dice`` fall in their order, ``rolled`` are their names."""

    def __init__(
        self,
        *things: Any,
        lines: Sequence[Movement] = (),
        theirs: Sequence[Movement] = (),
        pairs: Sequence[tuple[str, str]] = (("ann", "bea"),),
        came: Mapping[str, Passage] | None = None,
        dice: Sequence[int] = (),
        **fields: Any,
    ) -> None:
        options = fields.pop("options", {})
        before = state(*things, players="abc", passages=came or {}, designs=MORE, **fields)
        self.work = work(before, {
            "ann": Orders("ann", movement=tuple(lines)),
            "bea": Orders("bea", movement=tuple(theirs)),
        }, options)  # fmt: skip
        draft = Draft(self.work.state)
        left = list(dice)
        self.rolled: list[tuple[str, ...]] = []
        self.notes: list[BattleNote] = []

        def roll(die: str, *name: str, count: int = 1) -> Roll:
            self.rolled.append((die, *name))
            return Roll(roll_name(name), die, tuple(left.pop(0) for _ in range(count)), "")

        self.battle: Battle = begin_battle(
            self.work,
            draft,
            Effective(draft),
            fields_of(draft, {AT: pairs})[AT],
            pairs,
            roll,
            self.notes.append,
        )
        assert not left

    def __getitem__(self, name: str) -> Fighter:
        return next(one for one in self.battle.fighters.values() if one.name == name)


def jumped(*letters: str, start: str = "TEDDY", end: str = AT, **fields: Any) -> Passage:
    """A jump of this turn."""
    return Passage(start, end, letters or ("A",), "K", **fields)


FOE = ship("Moth", at=AT, owner="bea")


def test_ids_of_ships_and_of_the_battle_are_those_of_one_battle_alone() -> None:
    """So nobody can follow a ship from one battle to the next that they could not know."""
    setting = Setting(ship("Wasp", at=AT), FOE)
    first = setting.battle
    setting.work.turn += 1
    draft = Draft(setting.work.state)
    effective = Effective(draft)
    place = fields_of(draft, {AT: [("ann", "bea")]})[AT]
    later = begin_battle(setting.work, draft, effective, place, [("ann", "bea")], no_dice, print)
    assert first.fighters.keys().isdisjoint({one.ship for one in first.fighters.values()})
    assert first.fighters.keys().isdisjoint(later.fighters) and first.id != later.id


def no_dice(die: str, *name: str, count: int = 1) -> Roll:
    raise AssertionError((die, *name, count))


# --- who takes part --------------------------------------------------------------------------


def test_all_ships_of_the_combatants_take_part_and_nobody_else() -> None:
    """Whatever their orders; a third empire watches, ships elsewhere and on a retreat do not."""
    away = ship("Gone", at="", retreat=Retreat(AT, "TEDDY", ("K",)))
    found = Setting(
        ship("Stinger", at=AT), ship("Second", at=AT), ship("Far", at="TEDDY"), away,
        FOE, ship("Watch", at=AT, owner="cyd"), lines=[move(AT, "second", codes=codes("F"))],
    )  # fmt: skip
    names = {one.name for one in found.battle.fighters.values()}
    assert names == {"Stinger", "Second", "Moth"}
    assert found.battle.sides["ann"].enemies == ("bea",)
    assert (found.battle.sides["ann"].start, found.battle.sides["bea"].start) == (2, 1)
    assert (found.battle.system, found.battle.round, found.battle.over) == (AT, 0, "")
    assert found.battle.seen == {"ann": {}, "bea": {}}


def test_several_hostile_pairs_are_one_battle_of_several_sides() -> None:
    found = Setting(
        ship("Stinger", at=AT), FOE, ship("Third", at=AT, owner="cyd"),
        pairs=[("ann", "bea"), ("ann", "cyd")],
    )  # fmt: skip
    assert {one: side.enemies for one, side in found.battle.sides.items()} == {
        "ann": ("bea", "cyd"), "bea": ("ann",), "cyd": ("ann",),
    }  # fmt: skip


def test_a_ship_goes_in_with_its_damage_full_shields_and_its_missiles() -> None:
    hurt = ship("Stinger", "Shield", at=AT, missiles=("Dart",), builder="bea")
    one = Setting(hurt, FOE)["Stinger"]
    assert (one.shields, one.missiles, one.builder, one.cycle) == (24, ("Dart",), "bea", 0)
    assert (one.ship, one.owner, one.vector) == ("stinger", "ann", (0, 0))
    assert one.id != "stinger"


def test_who_has_orders_r_or_no_arms_will_run() -> None:
    found = Setting(
        ship("Stinger", at=AT), ship("Timid", at=AT), ship("Scouty", "Scout", at=AT),
        ship("Mute", "Mute", at=AT), ship("Loaded", "Mute", at=AT, missiles=("Dart",)), FOE,
        lines=[move(AT, "timid", codes=codes("N/R")), move(AT, "scouty", codes=codes("N/H"))],
    )  # fmt: skip
    runs = {one.name: one.retreats for one in found.battle.fighters.values()}
    assert runs == {
        "Stinger": False, "Timid": True, "Scouty": True, "Mute": True, "Loaded": False,
        "Moth": False,
    }  # fmt: skip


@pytest.mark.parametrize(("shows", "runs"), [("N", False), ("T", False), ("G", True)])
def test_nobody_runs_from_a_stranger_for_what_he_ordered_for_a_friend(
    shows: str, runs: bool
) -> None:
    """F to one who does not show himself is no F: ships with H fight what they attacked."""
    found = Setting(
        ship("Stinger", at=AT), FOE,
        lines=[move(AT, "stinger", codes=codes("F to bea, H to others"))],
        theirs=[move(AT, "moth", codes=codes(shows))],
    )  # fmt: skip
    assert found["Stinger"].retreats == runs


# --- ships that are away ---------------------------------------------------------------------


KNOWS = empire("ann", sights={"VIRUS": sight("VIRUS"), AT: sight(AT)})


@pytest.mark.parametrize(
    ("one", "line", "away"),
    [
        (ship("It", "Scout", at=AT), None, True),
        (ship("It", "Veil", at=AT), None, False),  # as it is written: screens keep it there
        (ship("It", at=AT), None, False),
        (ship("It", "Mute", at=AT), None, True),
        (ship("It", "Scout", at=AT), move(AT, "it", setup=SetUp(4, 7)), False),
        (ship("It", "Scout", at=AT), move(AT, "it", codes=codes("", act("W"))), False),
        (ship("It", "Scout", at=AT), move(AT, "it", codes=codes("", act("X"))), True),
        (ship("It", "Scout", at=AT), move(AT, "it", codes=codes("G")), False),
        (ship("It", "Scout", at=AT), move(AT, "it", codes=codes("F")), True),
    ],
)
def test_unarmed_ships_in_a_known_system_are_away_unless_something_keeps_them(
    one: Ship, line: Movement | None, *, away: bool
) -> None:
    found = Setting(KNOWS, one, FOE, lines=[line] if line else [])
    assert (found["It"].state == AWAY) is away
    (note,) = [note for note in found.notes if note.by == found["It"].id]
    assert note.facts["away"] is away


def test_in_a_system_that_is_not_explored_all_are_at_the_warp_point() -> None:
    assert Setting(ship("It", "Scout", at=AT), FOE)["It"].state == IN_PLAY
    glimpsed = empire("ann", sights={AT: sight(AT, explored=False)})
    assert Setting(glimpsed, ship("It", "Scout", at=AT), FOE)["It"].state == IN_PLAY


def test_who_jumped_in_is_at_the_warp_point() -> None:
    one = ship("It", "Scout", at=AT)
    found = Setting(KNOWS, one, FOE, came={"it": jumped()}, dice=[1, 0])
    assert found["It"].state == IN_PLAY
    elsewhere = Setting(KNOWS, one, FOE, came={"it": jumped(end="TEDDY")})
    assert elsewhere["It"].state == AWAY


def test_what_a_ship_carries_is_where_it_is_and_armed_craft_keep_it_there() -> None:
    carrier = ship("Big", "Carrier", at=AT)
    scout = ship("Small", "Scout", at="", carrier="big", bay="LB1")
    found = Setting(KNOWS, carrier, scout, FOE)
    assert (found["Big"].state, found["Small"].state) == (AWAY, AWAY)
    guard = ship("Guard", at="", carrier="big", bay="LB2")
    found = Setting(KNOWS, carrier, scout, guard, FOE)
    assert [found[one].state for one in ("Big", "Small", "Guard")] == [IN_PLAY, ABOARD, ABOARD]
    assert (found["Small"].carrier, found["Small"].bay) == (found["Big"].id, "LB1")
    assert [note.by for note in found.notes if note.by == found["Small"].id] == []


def test_what_lies_in_holds_goes_along() -> None:
    carrier = ship("Big", "Carrier", at=AT, cargo=[("AA", 1)])
    end = GateEnd("ring-a", "Ring-A", "ann", "ring-b", "", "aboard", carrier="big")
    bayed = GateEnd("ring-b", "Ring-B", "ann", "ring-a", "", "aboard", carrier="big", bay="LB2")
    found = Setting(carrier, end, bayed, FOE)
    assert [(one.kind, one.end) for one in found["Big"].stowed] == [("AA", ""), ("SG", "ring-a")]
    assert found["Big"].ends == (("LB2", "ring-b"),)


# --- places ----------------------------------------------------------------------------------


def test_ships_stand_in_the_center_or_where_they_were_told() -> None:
    lines = [move(AT, "told", setup=SetUp(4, 7)), move(AT, "far", setup=SetUp(1, 40))]
    found = Setting(
        ship("Stinger", at=AT), ship("Told", at=AT), ship("Far", at=AT), FOE, lines=lines
    )
    assert found["Stinger"].at == (0, 0)
    assert found["Told"].at == step(4, 7) == (0, 7)
    assert found["Far"].at == step(1, 20)  # the greatest n
    assert found.rolled == []
    wide = Setting(ship("Far", at=AT), FOE, lines=lines[1:], options={"setup_max": "40"})
    assert wide["Far"].at == step(1, 40)


def test_a_ship_stopped_on_its_way_stands_where_nobody_told_it() -> None:
    found = Setting(
        ship("Told", at=AT), FOE, lines=[move("TEDDY", "told", to="A", setup=SetUp(4, 7))],
        came={"told": jumped()}, dice=[3, 3],
    )  # fmt: skip
    assert found["Told"].at == step(3, 3)
    halted = Setting(
        ship("Told", at=AT), FOE, lines=[move(AT, "told", setup=SetUp(4, 7))],
        stopped={"told": "it is held"},
    )  # fmt: skip
    assert halted["Told"].at == (0, 0)


@pytest.mark.parametrize(
    ("direction", "hexes", "at"), [(4, 7, (0, 7)), (2, 0, (0, 0)), (3, 3, (3, 0)), (4, 9, (0, 9))]
)
def test_arrivals_are_scattered_by_a_direction_and_a_number_of_hexes(
    direction: int, hexes: int, at: tuple[int, int]
) -> None:
    """The book's example, a 0 in the center, the Lewis and the Clark."""
    found = Setting(ship("It", at=AT), FOE, came={"it": jumped()}, dice=[direction, hexes])
    assert (found["It"].at, found["It"].vector) == (at, (0, 0))
    assert [die for die, *_name in found.rolled] == ["d6", "d10_low"]
    (note,) = [note for note in found.notes if note.by == found["It"].id]
    assert (note.facts["direction"], note.facts["hexes"], note.step) == (direction, hexes, "B")
    assert (note.seen, len(note.rolls)) == (("ann",), 2)


def test_ships_of_one_start_and_route_are_scattered_together_even_of_two_empires() -> None:
    came = {"one": jumped(), "two": jumped(), "moth": jumped(), "other": jumped("X", start="MINKY")}
    found = Setting(
        ship("One", at=AT), ship("Two", at=AT), ship("Other", at=AT), FOE, came=came,
        dice=[4, 7, 1, 2],
    )  # fmt: skip
    places = {one.name: one.at for one in found.battle.fighters.values()}
    assert places["One"] == places["Two"] == places["Moth"]
    assert sorted({places["One"], places["Other"]}) == sorted({(0, 7), (0, -2)})


def test_routes_that_differ_on_the_way_are_not_scattered_together() -> None:
    came = {"one": jumped("D", "A", start="ALGOL"), "two": jumped("A", start="ALGOL")}
    found = Setting(ship("One", at=AT), ship("Two", at=AT), FOE, came=came, dice=[1, 1, 1, 2])
    assert {found["One"].at, found["Two"].at} == {(0, -1), (0, -2)}


def keeping(hexes: int, *others: Any, **fields: Any) -> Setting:
    """A ship with an order M, and others."""
    line = move(AT, "it", codes=codes("", act("M", number=hexes)))
    return Setting(ship("It", at=AT), *others, lines=[line], **fields)


def test_an_order_m_puts_a_ship_so_far_from_an_alien() -> None:
    found = keeping(6, FOE, came={"moth": jumped()}, dice=[3, 9])
    assert (found["It"].keeps, found["Moth"].at) == (6, step(3, 9))
    assert found["It"].at == step(3, 3)  # towards the center
    at_center = keeping(6, FOE, dice=[2])
    assert at_center["It"].at == step(2, 6)
    assert at_center.rolled[0][0] == "d6"
    beside = keeping(0, FOE)
    assert (beside["It"].at, beside.rolled) == ((0, 0), [])


def test_of_several_aliens_the_one_to_keep_off_is_drawn_by_lot() -> None:
    two = (FOE, ship("Wasp", at=AT, owner="bea"))
    found = keeping(2, *two, came={"moth": jumped(), "wasp": jumped("X")}, dice=[3, 9, 4, 9, 1])
    aliens = [found["Moth"].at, found["Wasp"].at]
    assert found.rolled[-1][:2] == ("d2", "maintain")
    assert 2 in [distance(found["It"].at, one) for one in aliens]


def test_an_order_m_of_arrivals_and_without_aliens_counts_for_nothing() -> None:
    found = keeping(6, FOE, came={"it": jumped()}, dice=[3, 9])
    assert found["It"].at == step(3, 9)
    alone = Setting(
        KNOWS, ship("It", at=AT), ship("Moth", "Scout", at=AT, owner="bea"),
        empire("bea", sights={AT: sight(AT)}),
        lines=[move(AT, "it", setup=SetUp(1, 2), codes=codes("", act("M", number=6)))],
    )  # fmt: skip
    assert (alone["Moth"].state, alone["It"].at) == (AWAY, step(1, 2))


# --- gate ends -------------------------------------------------------------------------------


def test_placed_gate_ends_of_the_combatants_lie_in_the_center() -> None:
    ends = gate_pair("Ring", AT, "TEDDY", owner="bea")
    theirs = gate_pair("Far", AT, "PAGAN", owner="cyd")
    rich = empire("bea", tech={"TC": 2})
    found = Setting(ship("Stinger", at=AT), FOE, rich, *ends, *theirs)
    gates = [one for one in found.battle.fighters.values() if one.gate]
    assert [(one.name, one.at, one.owner, one.ship) for one in gates] == [
        ("Ring-A", (0, 0), "bea", "")
    ]
    assert found.battle.sides["bea"].start == 1  # it is no ship
    made = design_of(found.work.state.designs, gates[0])
    assert made == gate_design(2)
    assert (made.intrinsic_tc, figures(made).ssz, figures(made).ta) == (2, 180, 18)
    frigate = design_of(found.work.state.designs, found["Stinger"])
    assert frigate is found.work.state.designs["ann/Frigate"]
