"""The interception routine (DV 9.6, 9.7)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Event
from pbm.games.deltavee.orders.doctrine.intercept import InterceptLine
from pbm.games.deltavee.orders.orders import MoveOrder, Orders, UnitOrders
from pbm.games.deltavee.rules.missiles.interception import interception_chance, meet
from pbm.games.deltavee.rules.movement_phase import move_side
from pbm.games.deltavee.rules.victory.victory import Decided
from pbm.games.deltavee.state.state import Dock, State, Victory
from pbm.games.deltavee.state.units import DESTROYED, IN_PLAY, WAITING, Unit
from tests.games.deltavee.builders import MAPS, planet, ref, ship, shot, state, told, work

HERE = "A0909"


def met(table: State, unit_id: str, faces: str = "", **more: object) -> PhaseContext:
    made = work(table, faces=faces, **more)  # type: ignore[arg-type]
    meet(made, unit_id)
    return made


def tries(made: PhaseContext) -> list[tuple[str, str, bool]]:
    return [
        (event.facts["missile"], event.facts["target"], event.facts["success"])
        for event in told(made, "interception")
    ]


def only_try(made: PhaseContext) -> Event:
    (event,) = told(made, "interception")
    return event


def mu(side: int, designation: str, direction: int, velocity: int, **more: object) -> Unit:
    """A ship without a force field."""
    return ship(side, designation, "corco_mu", HERE, direction, velocity, **more)


# DV 9.7, both ends of every column.
TABLE = {
    6: {0: "8", 1: "6", 2: "6", 3: "4", 4: "4", 5: "2", 7: "2", 8: "1", 10: "1", 11: "1", 18: "1"},
    7: {0: "9", 1: "7", 2: "7", 3: "5", 4: "5", 5: "3", 7: "3", 8: "2", 10: "2", 11: "1", 18: "1"},
    8: {0: "A", 1: "8", 2: "8", 3: "6", 4: "6", 5: "4", 7: "4", 8: "3", 10: "3", 11: "2", 18: "2"},
}


@pytest.mark.parametrize("civ", [6, 7, 8])
def test_the_missile_interception_table(civ: int) -> None:
    assert {v: interception_chance(civ, v) for v in TABLE[civ]} == TABLE[civ]


def test_opposite_courses_in_one_hex_are_in_line_and_halved() -> None:
    # Sum 8, halved 4: chance 5 at Civ Level 7. Both sides of the edge: 5 hits, 6 does not.
    table = state(shot(1, "01", "unguided", HERE, 3, 5, civ=7), mu(2, "A", 9, 3))
    made = met(table, "101", "5")
    event = only_try(made)
    assert event.facts["relative"] == 4 and event.facts["chance"] == "5"
    assert sum(amount for _name, amount in event.terms) == 4
    assert (event.facts["rolled"], event.facts["success"]) == (5, True)
    assert event.facts["at"] == HERE
    assert [made.state.unit(one).status for one in ("101", "2a")] == [DESTROYED, DESTROYED]
    assert [event.facts["unit"] for event in told(made, "destroyed")] == ["101", "2a"]
    assert told(made, "destroyed")[1].facts["by"] == "101"
    missed = met(table, "101", "6")
    assert only_try(missed).facts["success"] is False
    assert [missed.state.unit(one).status for one in ("101", "2a")] == [IN_PLAY, IN_PLAY]
    assert missed.state.tried == (("101", "2a"),)


def test_the_same_course_and_velocity_is_automatic_at_civ_8() -> None:
    table = state(shot(1, "01", "unguided", HERE, 3, 4), mu(2, "A", 3, 4))
    made = met(table, "101")
    event = only_try(made)
    assert (event.facts["relative"], event.facts["chance"]) == (0, "A")
    assert event.rolls == () and event.facts["rolled"] == 0
    assert made.state.unit("2a").status == DESTROYED
    civ_7 = state(shot(1, "01", "unguided", HERE, 3, 4, civ=7), mu(2, "A", 3, 4))
    assert only_try(met(civ_7, "101", "9")).facts["success"] is True
    assert only_try(met(civ_7, "101", "10")).facts["success"] is False


def test_the_explosion_leaves_others_in_the_hex_alone() -> None:
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4), mu(2, "A", 3, 4), mu(2, "B", 9, 4), mu(1, "C", 3, 4)
    )
    made = met(table, "101")
    assert made.state.unit("2b").in_play and made.state.unit("1c").in_play


def test_friendly_units_are_never_intercepted() -> None:
    table = state(shot(1, "01", "unguided", HERE, 3, 4), mu(1, "A", 3, 4))
    assert met(table, "101").events == [] and met(table, "1a").events == []


def test_a_ship_that_comes_in_is_tried_by_the_missile_there_in_any_phase() -> None:
    table = state(shot(1, "01", "unguided", HERE, 3, 4), mu(2, "A", 3, 4))
    for phase in ("2.move", "2.command", "1.command", "setup"):
        assert tries(met(table, "2a", phase=phase)) == [("101", "2a", True)]


def test_units_out_of_play_dormant_or_elsewhere_are_left_out() -> None:
    missile = shot(1, "01", "unguided", HERE, 3, 4)
    assert met(state(missile, mu(2, "A", 3, 4, status=WAITING)), "101").events == []
    dormant = state(missile, mu(2, "A", 3, 4, dormant=True))
    assert met(dormant, "101").events == [] and met(dormant, "2a").events == []
    elsewhere = state(missile, ship(2, "A", "corco_mu", "A0908", 3, 4))
    assert met(elsewhere, "101").events == []
    gone = state(replace(missile, status=DESTROYED), mu(2, "A", 3, 4))
    assert met(gone, "101").events == [] and met(gone, "2a").events == []


def test_only_the_lowest_relative_velocity_is_tried() -> None:
    # Velocities 3 and 5 against 4, all alike: differences 1 and 2 would tie after halving,
    # so B points one position off and is not in line.
    missile = shot(1, "01", "unguided", HERE, 3, 4, civ=7)
    table = state(missile, mu(2, "A", 4, 6), mu(2, "B", 4, 5))
    made = met(table, "101", "8")
    assert tries(made) == [("101", "2b", False)]
    assert only_try(made).facts["relative"] == 1
    # The next that comes in is tried among those that have not been.
    joined = replace(made.state, units=(*made.state.units, mu(2, "C", 4, 9)))
    again = met(joined, "2c", "8")
    assert tries(again) == [("101", "2a", False)]
    assert again.state.tried == (("101", "2b"), ("101", "2a"))


def test_no_second_try_while_they_share_the_hex() -> None:
    missile = shot(1, "01", "unguided", HERE, 3, 4, civ=7)
    table = state(missile, mu(2, "A", 3, 4), tried=(("101", "2a"),))
    newcomer = replace(table, units=(*table.units, mu(1, "Z", 3, 1)))
    assert met(newcomer, "1z").events == []
    # An enemy that comes in does not make the missile try the first one again.
    other = replace(table, units=(*table.units, mu(2, "B", 3, 3)))
    assert tries(met(other, "2b", "10")) == [("101", "2b", False)]


def test_leaving_and_coming_back_begins_anew() -> None:
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4, civ=7), mu(2, "A", 3, 4), tried=(("101", "2a"),)
    )
    for comer in ("101", "2a"):
        made = met(table, comer, "10")
        assert tries(made) == [("101", "2a", False)] and made.state.tried == (("101", "2a"),)


def test_pairs_that_have_parted_are_forgotten() -> None:
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4, civ=7),
        shot(1, "02", "unguided", "A0202", 3, 4, civ=7),
        ship(2, "A", "corco_mu", "A0101", 3, 4),
        ship(2, "B", "corco_mu", "A0202", 3, 4),
        mu(2, "C", 3, 4),
        tried=(("101", "2a"), ("102", "2b")),
    )
    assert met(table, "101", "10").state.tried == (("102", "2b"), ("101", "2c"))


def test_two_meetings_of_one_phase_have_rolls_of_two_names() -> None:
    table = state(shot(1, "01", "unguided", HERE, 3, 4, civ=7), mu(2, "A", 3, 4))
    made = work(table, faces="intercept 101 2a 1: 10\nintercept 101 2a 2: 9")
    meet(made, "101")
    meet(made, "101")
    assert tries(made) == [("101", "2a", False), ("101", "2a", True)]


def test_a_missile_against_a_missile_the_phasing_players_first() -> None:
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4, civ=7), shot(2, "01", "unguided", HERE, 3, 4, civ=7)
    )
    made = met(table, "101", "10 9")
    assert tries(made) == [("101", "201", False), ("201", "101", True)]
    assert all(unit.status == DESTROYED for unit in made.state.units)
    assert tries(met(table, "101", "9")) == [("101", "201", True)]
    assert tries(met(table, "101", "10 10", phase="2.move"))[0] == ("201", "101", False)


def test_missiles_in_a_hex_by_number_or_as_ordered() -> None:
    table = state(
        shot(1, "B-12", "guided", HERE, 3, 4, civ=7),
        shot(1, "03", "unguided", HERE, 3, 4, civ=7),
        mu(2, "A", 3, 4),
    )
    by_number = met(table, "2a", "10 10", phase="2.move")
    assert [one[0] for one in tries(by_number)] == ["103", "1b-12"]
    order = Orders("ann", missile_order=MoveOrder(ref(), ("1b-12",)))
    ordered = met(table, "2a", "10 10", phase="2.move", orders={"ann": order})
    assert [one[0] for one in tries(ordered)] == ["1b-12", "103"]
    # Once the ship is gone the second has nobody to go for.
    assert [one[0] for one in tries(met(table, "2a", "9"))] == ["103"]


def test_a_missile_destroyed_by_another_does_nothing_more() -> None:
    # 01 comes in and goes for 02, which explodes: 03 then has nobody.
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4),
        shot(2, "02", "unguided", HERE, 3, 4),
        shot(2, "03", "unguided", HERE, 9, 9),
    )
    assert tries(met(table, "101")) == [("101", "202", True)]


def test_a_missile_does_not_go_on_after_its_own_target_took_it() -> None:
    # Side 2 moves first: 202 destroys 201's chance to be tried by 101, which is gone too.
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4),
        shot(2, "02", "unguided", HERE, 3, 4),
        mu(2, "A", 3, 4),
    )
    made = met(table, "2a", phase="2.move")
    assert tries(made) == [("101", "2a", True)]


def equal_table(*more: Unit, civ: int = 7) -> State:
    return state(shot(1, "01", "unguided", HERE, 3, 4, civ=civ), *more)


def test_among_equals_the_most_pods_then_battlecraft_contacts_missiles() -> None:
    big = mu(2, "B", 3, 4)
    small = ship(2, "A", "corco_gamma", HERE, 3, 4)
    craft = ship(2, "B1", "terwillicker_x", HERE, 3, 4)
    contact = shot(2, "01", "unguided", HERE, 3, 4, contact=4)
    missile = shot(2, "02", "unguided", HERE, 3, 4, revealed=True)
    units = [missile, contact, craft, small, big]
    order = ["2b", "2a", "2b1", "201", "202"]
    while units:
        made = met(equal_table(*units), "101", "10 10 10 10", phase="1.move")
        assert tries(made)[0][1] == order[0]
        units.pop()
        order.pop(0)


def doctrine(*lines: InterceptLine) -> dict[str, list[UnitOrders]]:
    return {"ann": [UnitOrders("101", intercept=lines)]}


def test_intercept_first_chooses_among_equals() -> None:
    table = equal_table(mu(2, "A", 3, 4), mu(2, "B", 3, 4), mu(2, "C", 3, 4))
    assert tries(met(table, "101", "10"))[0][1] == "2a"
    first = doctrine(InterceptLine(ref(), first=("2c", "2b")))
    assert tries(met(table, "101", "10", orders=first))[0][1] == "2c"
    words = doctrine(InterceptLine(ref(), first=("any contact", "2b", "any ship")))
    assert tries(met(table, "101", "10", orders=words))[0][1] == "2b"
    # It does not reach past the lowest relative velocity.
    slower = equal_table(mu(2, "A", 3, 4), mu(2, "C", 3, 3))
    assert tries(met(slower, "101", "10", orders=first))[0][1] == "2a"


def declined(made: PhaseContext) -> bool:
    return bool(only_try(made).facts["declined"])


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (InterceptLine(ref(), attempt=False), InterceptLine(ref())),
        (InterceptLine(ref(), least_chance=7), InterceptLine(ref(), least_chance=6)),
        (InterceptLine(ref(), spare=("2a",)), InterceptLine(ref(), spare=("2b",))),
        (InterceptLine(ref(), only=("2b",)), InterceptLine(ref(), only=("2b", "2a"))),
        (InterceptLine(ref(), spare=("any ship",)), InterceptLine(ref(), spare=("any missile",))),
    ],
)
def test_a_missile_of_civ_8_may_decline(line: InterceptLine, other: InterceptLine) -> None:
    # Velocities 4 and 7, one position apart: relative velocity 3, chance 6 at Civ Level 8.
    table = equal_table(mu(2, "A", 4, 7), civ=8)
    made = met(table, "101", orders=doctrine(line))
    assert declined(made) and made.state.tried == () and made.state.unit("2a").in_play
    event = only_try(made)
    assert event.order == line.ref and event.rolls == ()
    assert event.shown_to("bea") is None and event.shown_to("ann") is not None
    assert not declined(met(table, "101", "10", orders=doctrine(other)))
    both = doctrine(other, line)
    assert declined(met(table, "101", orders=both))


def test_automatic_is_a_chance_of_ten() -> None:
    table = equal_table(mu(2, "A", 3, 4), civ=8)
    line = InterceptLine(ref(), least_chance=10)
    assert not declined(met(table, "101", orders=doctrine(line)))


def test_declined_it_may_be_tried_at_the_next_coming() -> None:
    table = equal_table(mu(2, "A", 4, 7), civ=8)
    made = met(table, "101", orders=doctrine(InterceptLine(ref(), spare=("2a",))))
    later = replace(made.state, units=(*made.state.units, mu(2, "B", 9, 9)))
    assert tries(met(later, "2b", "10")) == [("101", "2a", False)]


@pytest.mark.parametrize("civ", [6, 7])
def test_below_civ_8_it_may_not_decline_and_its_player_is_told(civ: int) -> None:
    table = equal_table(mu(2, "A", 4, 7), civ=civ)
    made = met(table, "101", "10", orders=doctrine(InterceptLine(ref(text="never"), attempt=False)))
    assert tries(made) == [("101", "2a", False)] and not declined(made)
    (refused,) = told(made, "not_done")
    assert refused.facts["what"] == "intercept" and refused.facts["written"] == "never"
    assert refused.facts["why"].startswith(f"its Civ Level is {civ}:")
    assert refused.shown_to("bea") is None


def test_below_civ_8_a_spared_enemy_is_passed_over_among_equals() -> None:
    table = equal_table(mu(2, "A", 3, 4), mu(2, "B", 3, 4))
    made = met(table, "101", "10", orders=doctrine(InterceptLine(ref(), spare=("2a",))))
    assert tries(made) == [("101", "2b", False)] and told(made, "not_done") == []


def test_who_is_intercepted_cannot_decline_it() -> None:
    table = state(shot(1, "01", "unguided", HERE, 3, 4), shot(2, "01", "unguided", HERE, 3, 4))
    lines = {"bea": [UnitOrders("201", intercept=(InterceptLine(ref(), attempt=False),))]}
    assert tries(met(table, "101", orders=lines)) == [("101", "201", True)]


def test_of_a_docked_pair_one_is_tried_and_the_owner_chooses() -> None:
    pair = (mu(2, "A", 3, 4), mu(2, "B", 3, 4))
    table = equal_table(*pair)
    table = replace(table, docks=(Dock("2b", "2a"),))
    assert tries(met(table, "101", "10")) == [("101", "2a", False)]
    first = doctrine(InterceptLine(ref(), first=("2b",)))
    assert tries(met(table, "101", "10", orders=first)) == [("101", "2b", False)]


def test_a_docked_pair_that_comes_in_is_one_event() -> None:
    table = equal_table(mu(2, "A", 3, 4), mu(2, "B", 3, 4))
    table = replace(table, docks=(Dock("2b", "2a"),), tried=(("101", "2a"), ("101", "2b")))
    made = work(table, faces="10", phase="2.move")
    meet(made, "2b")
    meet(made, "2a")
    assert tries(made) == [("101", "2a", False)]
    # Docked with an enemy: each side's missiles go for their own enemy.
    enemy = equal_table(mu(1, "A", 3, 4), mu(2, "B", 3, 4))
    enemy = replace(enemy, docks=(Dock("1a", "2b"),))
    made = work(enemy, faces="10", phase="1.move")
    meet(made, "1a")
    meet(made, "2b")
    assert tries(made) == [("101", "2b", False)]


def test_docked_with_an_enemy_each_comes_in_for_itself() -> None:
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4, civ=7),
        mu(1, "A", 3, 4),
        mu(2, "B", 3, 4),
        docks=(Dock("1a", "2b"),),
    )
    for order in (("1a", "2b"), ("2b", "1a")):
        made = work(table, faces="10")
        for one in order:
            meet(made, one)
        assert made.state.tried == (("101", "2b"),)


def test_the_partner_of_a_ship_lost_is_tried_by_the_next_missile_alone() -> None:
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4),
        shot(1, "02", "unguided", HERE, 3, 4, civ=7),
        mu(2, "A", 3, 4),
        mu(2, "B", 3, 4),
        docks=(Dock("2a", "2b"),),
    )
    made = work(table, faces="10", phase="2.move")
    meet(made, "2a")
    meet(made, "2b")
    assert tries(made) == [("101", "2a", True), ("102", "2b", False)]


def test_in_a_planets_hex_nobody_is_intercepted_unless_by_option() -> None:
    table = equal_table(mu(2, "A", 3, 4), civ=8)
    table = replace(table, planets=(planet(HERE),))
    assert met(table, "101").events == []
    assert tries(met(table, "101", options={"planet.shield": "no"})) == [("101", "2a", True)]


def test_a_ship_in_orbit_is_safe_from_a_missile_that_comes_to_it() -> None:
    # DV-A73: destroyed on entering, the ship is not affected.
    table = state(
        shot(1, "01", "unguided", "A0908", 6, 1),
        ship(2, "A", "corco_mu", HERE, 12, 1),
        planets=(planet(HERE),),
    )
    made = work(table)
    move_side(made, "1")
    assert tries(made) == [] and made.state.unit("101").status == DESTROYED
    other = work(table, options={"planet.shield": "no"}, faces="10")
    move_side(other, "1")
    assert [one[:2] for one in tries(other)] == [("101", "2a")]
    assert other.state.unit("101").status == DESTROYED and other.state.unit("2a").in_play


def test_interceptions_happen_in_every_hex_of_a_move() -> None:
    table = state(
        shot(1, "01", "unguided", "A0909", 12, 3, civ=7),
        ship(2, "A", "corco_mu", "A0908", 12, 3),
        ship(2, "B", "corco_mu", "A0907", 12, 3),
    )
    made = work(table, faces="10 9")
    move_side(made, "1")
    assert tries(made) == [("101", "2a", False), ("101", "2b", True)]
    assert [event.facts["path"] for event in told(made, "moved")] == [["A0908"], ["A0907"]]


def test_an_attempt_does_not_reveal_unless_by_option() -> None:
    table = equal_table(mu(2, "A", 3, 4))
    made = met(table, "101", "10")
    assert not made.state.unit("101").revealed and told(made, "detected") == []
    made = met(table, "101", "10", options={"reveal.on_interception": "yes"})
    assert made.state.unit("101").revealed
    assert [event.kind for event in made.events] == ["detected", "interception"]
    assert made.events[0].facts["how"] == "interception"


def test_everybody_sees_an_attempt_but_not_what_the_missile_is() -> None:
    event = only_try(met(equal_table(mu(2, "A", 3, 4)), "101", "10"))
    for player in ("ann", "bea"):
        shown = event.shown_to(player)
        assert shown is not None and shown["facts"]["chance"] == "9"
        assert not any(word in str(shown) for word in ("unguided", "Civ", "civ"))
        assert shown["rolls"] and shown["terms"]


@pytest.mark.parametrize(
    ("missile_revealed", "target_revealed", "ann", "bea"),
    [(True, True, True, True), (False, True, True, False), (True, False, False, True)],
)
def test_hidden_directions_hide_the_relative_velocity(
    missile_revealed: bool, target_revealed: bool, ann: bool, bea: bool
) -> None:
    table = equal_table(shot(2, "01", "unguided", HERE, 3, 4, revealed=target_revealed))
    table = table.with_units(replace(table.unit("101"), revealed=missile_revealed))
    made = met(table, "101", "10 10", options={"contacts.direction": "hidden"})
    event = told(made, "interception")[0]
    for player, sees in (("ann", ann), ("bea", bea)):
        shown = event.shown_to(player)
        assert shown is not None and shown["facts"]["chance"] == "9"
        assert ("relative" in shown["facts"]) is ("terms" in shown) is sees


def test_the_game_ends_with_the_interception_that_decides_it() -> None:
    table = equal_table(mu(2, "A", 3, 4), civ=8)
    table = replace(table, victory=(Victory("1", "destroyed", "A is destroyed", ("2a",)),))
    made = work(table)
    with pytest.raises(Decided):
        meet(made, "101")
    assert made.state.winner == "1" and made.state.unit("101").status == DESTROYED
    assert MAPS.label(made.state.unit("2a").at) == HERE
