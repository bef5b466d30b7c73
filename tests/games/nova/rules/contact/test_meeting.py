"""Meetings: who identifies himself, what comes of it, who aborts, retreats, surrenders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext, Unanswered
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules.contact.meeting import meet, meet_planets
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.orders.parts import Activity
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from pbm.games.nova.state.state import Meeting, Passage, State
from tests.games.nova.builders import (
    contact,
    design,
    empire,
    ref,
    ship,
    sight,
    state,
    system,
    told,
    work,
)
from tests.games.nova.contact_lines import codes, line, orders

WASP = ship("Wasp", at="TEDDY")
BEE = ship("Bee", at="TEDDY", owner="bea")


def met(
    *things: Any,
    ann: Orders | None = None,
    bea: Orders | None = None,
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> PhaseContext:
    given = [one for one in (ann, bea) if one is not None]
    done = work(state(*things, **fields), given, options, phase="G")
    meet(done)
    return done


def fights(
    *things: Any, ann: Orders | None = None, bea: Orders | None = None, **fields: Any
) -> bool:
    try:
        met(*things, ann=ann, bea=bea, **fields)
    except Unanswered:
        return True
    return False


def of(*lines: Any) -> Orders:
    return orders("ann", *lines)


def by(*lines: Any) -> Orders:
    return orders("bea", *lines)


# --- contact ---


def test_friendly_contact_gives_both_a_letter_of_their_own() -> None:
    done = met(WASP, BEE, ann=of(line("wasp", "F")), bea=by(line("bee", "Q")))
    for viewer, other in (("ann", "bea"), ("bea", "ann")):
        (event,) = told(done, "met", viewer)
        known = done.state.empires[viewer].contacts[other]
        assert known.kind == "normal"
        assert event.facts["who"] == known.label
        assert event.facts["contact"] == "friendly"
        assert event.facts["new_contact"] is True
        assert event.facts["ships"] == 1
        assert event.facts["jumped_in"] == 0
        assert other not in repr(event.facts)
    assert done.state.met == {"TEDDY/ann/bea": "friendly", "TEDDY/bea/ann": "friendly"}
    (meeting,) = done.state.meetings
    assert meeting == Meeting("TEDDY", "ann", "bea", False, True, True, True, ("ann", "bea"))


def test_a_number_that_becomes_a_letter_is_told() -> None:
    known = empire("ann", contacts={"bea": contact("minor", number=4)})
    done = met(WASP, BEE, known, ann=of(line("wasp", "F")), bea=by(line("bee", "F")))
    assert told(done, "met", "ann")[0].facts["was_number"] == 4
    assert told(done, "met", "bea")[0].facts["was_number"] == 0


def test_neutral_contact_tells_nobody_who_it_was() -> None:
    known = empire("ann", contacts={"bea": contact("normal", "B")})
    done = met(WASP, BEE, known, ann=of(line("wasp", "F")), bea=by(line("bee", "N")))
    event = told(done, "met", "ann")[0]
    assert (event.facts["contact"], event.facts["who"]) == ("neutral", "alien")
    assert done.state.empires["bea"].contacts == {}


def test_contact_that_goes_on_is_told_as_such() -> None:
    both: dict[str, Any] = {"ann": of(line("wasp", "F")), "bea": by(line("bee", "F"))}
    again = met(WASP, BEE, met={"TEDDY/ann/bea": "friendly"}, **both)
    assert told(again, "met", "ann")[0].facts["goes_on"] is True
    other = met(WASP, BEE, met={"TEDDY/ann/bea": "neutral"}, **both)
    assert told(other, "met", "ann")[0].facts["goes_on"] is False


def test_ships_that_jumped_in_are_told_as_such() -> None:
    came = {"bee": Passage("SHOOT", "TEDDY", ("K",), "A")}
    done = met(WASP, BEE, passages=came)
    assert told(done, "met", "ann")[0].facts["jumped_in"] == 1
    assert told(done, "met", "bea")[0].facts["jumped_in"] == 0
    waiting = ship("Ant", at="TEDDY", owner="bea")
    event = told(met(WASP, BEE, waiting, passages=came), "met", "ann")[0]
    assert (event.facts["ships"], event.facts["jumped_in"]) == (2, 1)


def test_nobody_meets_alone_or_aboard_or_derelict() -> None:
    aboard = ship("Bee", at="", owner="bea", carrier="wasp")
    drifting = replace(ship("Hulk", at="TEDDY", owner="bea"), owner="", derelict=True)
    done = met(WASP, ship("Moth", at="TEDDY"), aboard, drifting)
    assert not told(done, "met")
    assert not done.state.meetings


# --- hostilities ---


@pytest.mark.parametrize("code", ["F", "Q", "G", "U", "H"])
def test_aroma_hostile_to_muddy_who_identifies_or_attacks(code: str) -> None:
    known = empire("ann", contacts={"bea": contact("normal", "M")})
    assert fights(WASP, BEE, known, ann=of(line("wasp", "H to bea")), bea=by(line("bee", code)))


@pytest.mark.parametrize("code", ["N", "T", "K"])
def test_aroma_does_not_know_muddy_who_keeps_silent(code: str) -> None:
    known = empire("ann", contacts={"bea": contact("normal", "M")})
    done = met(WASP, BEE, known, ann=of(line("wasp", "H to bea")), bea=by(line("bee", code)))
    assert told(done, "met", "ann")[0].facts["contact"] == "neutral"


def test_muddy_that_runs_is_not_fought() -> None:
    known = empire("ann", contacts={"bea": contact("normal", "M")})
    things = (WASP, BEE, known)
    done = met(*things, ann=of(line("wasp", "H to bea")), bea=by(line("bee", "R")))
    assert not told(done, "met")
    assert done.state.ships["bee"].retreat is not None
    assert done.state.ships["bee"].at == ""
    assert done.state.fled == ("bee",)
    (event,) = told(done, "retreats", "bea")
    assert event.facts["to"] == done.state.ships["bee"].retreat.to


def test_activities_of_either_bring_hostilities_among_guards() -> None:
    t, acts = line("wasp", "T"), line("wasp", "T", "W")
    assert not fights(WASP, BEE, ann=of(t), bea=by(line("bee", "T")))
    assert fights(WASP, BEE, ann=of(acts), bea=by(line("bee", "T")))
    assert fights(WASP, BEE, ann=of(t), bea=by(line("bee", "N", "X")))
    assert not fights(WASP, BEE, ann=of(acts), bea=by(line("bee", "N")))


def test_one_hostile_ship_draws_in_all_of_its_empire() -> None:
    moth = ship("Moth", at="TEDDY", owner="bea")
    known = empire("ann", contacts={"bea": contact("normal", "M")})
    given = state(WASP, BEE, moth, known)
    sheets = [of(line("wasp", "H to bea")), by(line("bee", "N"), line("moth", "Q"))]
    done = work(given, sheets, phase="G")
    with pytest.raises(Unanswered) as stop:
        meet(done)
    question = stop.value.items[0].question
    assert "Bee" in question
    assert "Moth" in question


def test_arms_of_others_of_the_empire_count() -> None:
    """An unarmed ship with U orders draws in its armed sister; alone it is no battle."""
    scout = ship("Eye", "Scout", at="TEDDY")
    hauler = ship("Ox", "Hauler", at="TEDDY", owner="bea")
    sheets = {"ann": of(line("eye", "U"), line("wasp", "N")), "bea": by(line("ox", "G"))}
    assert fights(scout, WASP, hauler, **sheets)
    assert not fights(scout, hauler, **sheets)


def test_hostilities_cancel_what_others_of_the_two_agreed() -> None:
    moth = ship("Moth", at="TEDDY", owner="bea")
    given = state(WASP, BEE, moth, results={"battle TEDDY": "rounds 1"})
    sheets = [of(line("wasp", "F")), by(line("bee", "F"), line("moth", "H"))]
    done = work(given, sheets, phase="G")
    meet(done)
    assert not told(done, "met")
    assert done.state.empires["ann"].contacts == {}
    (meeting,) = done.state.meetings
    assert meeting == Meeting("TEDDY", "ann", "bea", hostile=True, there=("ann", "bea"))


def test_a_third_empire_watches() -> None:
    fly = ship("Fly", at="TEDDY", owner="cyd")
    given = state(WASP, BEE, fly, players="abc", results={"battle TEDDY": "rounds 1"})
    sheets = [of(line("wasp", "F")), by(line("bee", "H to ann")), orders("cyd", line("fly", "F"))]
    done = work(given, sheets, phase="G")
    meet(done)
    hostile = {(one.one, one.other): one.hostile for one in done.state.meetings}
    assert hostile == {("ann", "bea"): True, ("ann", "cyd"): False, ("bea", "cyd"): False}
    assert "ann" in done.state.empires["cyd"].contacts


def test_an_order_towards_a_player_identifies_to_him() -> None:
    """Each friendly to the other and hostile to the rest: by default they know each other."""
    known = [
        empire("ann", contacts={"bea": contact("normal", "B")}),
        empire("bea", contacts={"ann": contact("normal", "A")}),
    ]
    sheets = {
        "ann": of(line("wasp", "F to bea, H to others")),
        "bea": by(line("bee", "F to ann, H to others")),
    }
    assert not fights(WASP, BEE, *known, **sheets)
    assert fights(WASP, BEE, *known, options={"iff.mutual": "fight"}, **sheets)


def test_an_ordered_interdiction_counts_as_activity_by_option() -> None:
    guard, other = ship("Wasp", "Guard", at="TEDDY"), ship("Bee", "Guard", at="TEDDY", owner="bea")
    plain = {"ann": of(line("wasp", "T", "I")), "bea": by(line("bee", "T"))}
    assert fights(guard, other, **plain)
    assert not fights(guard, other, options={"interdict_is_activity": "no"}, **plain)
    assert not fights(guard, other)  # an automatic I never counts


# --- what follows ---


def test_who_obeys_aborts_and_both_hear_of_it() -> None:
    done = met(WASP, BEE, ann=of(line("wasp", "F", "X S")), bea=by(line("bee", "G")))
    assert done.state.aborted == {"wasp": "aliens ordered it"}
    (event,) = told(done, "aborted", "ann")
    assert event.facts["ships"] == ["Wasp"]
    assert event.facts["activities"] == ["X"]
    (other,) = told(done, "made_abort", "bea")
    assert other.facts["ships"] == 1
    assert "Wasp" not in repr(other.facts)
    # Friendly contact: each knows the other, by its own letter.
    assert event.facts["who"] == done.state.empires["ann"].contacts["bea"].label
    assert other.facts["who"] == done.state.empires["bea"].contacts["ann"].label


def test_who_obeys_in_neutral_contact_is_not_named() -> None:
    known = empire("bea", contacts={"ann": contact("normal", "A")})
    done = met(WASP, BEE, known, ann=of(line("wasp", "F", "X")), bea=by(line("bee", "T")))
    assert told(done, "aborted", "ann")[0].facts["who"] == ""
    assert told(done, "made_abort", "bea")[0].facts["who"] == ""


@pytest.mark.parametrize("order", ["K", "N"])
def test_both_hear_of_an_ultimatum_that_is_obeyed(order: str) -> None:
    """K leaves by the table (13), others by their default (8). Rule: NV ORD-19."""
    moth = ship("Moth", at="TEDDY", owner="bea")
    leaving = by(line("bee", order, default="R"), line("moth", order, default="R"))
    done = met(WASP, BEE, moth, ann=of(line("wasp", "U")), bea=leaving)
    assert [one.facts["ordered_out"] for one in told(done, "retreats", "bea")] == [True, True]
    (event,) = told(done, "ultimatum_obeyed")
    assert (event.seen, event.facts) == ({"ann": ("*",)}, {"system": "TEDDY", "ships": 2})


def test_nobody_learns_of_how_many_empires_those_are_who_obey() -> None:
    """Unknown ships that drop activities, or leave, are told together."""
    fly = ship("Fly", at="TEDDY", owner="cyd")
    for own, theirs, kind in (("T", "F", "made_abort"), ("U", "K", "ultimatum_obeyed")):
        table = state(WASP, BEE, fly, players="abc")
        sheets = [of(line("wasp", own)), by(line("bee", theirs, "X")),
                  orders("cyd", line("fly", theirs, "W"))]  # fmt: skip
        done = work(table, sheets, phase="G")
        meet(done)
        (event,) = told(done, kind, "ann")
        assert event.facts["ships"] == 2
        assert event.facts.get("activities", ["W", "X"]) == ["W", "X"]


def test_who_leaves_of_itself_obeys_no_ultimatum() -> None:
    done = met(WASP, BEE, ann=of(line("wasp", "U")), bea=by(line("bee", "R")))
    assert told(done, "retreats", "bea")[0].facts["ordered_out"] is False
    assert not told(done, "ultimatum_obeyed")


def test_an_ultimatum_that_cannot_be_obeyed_is_not_told_as_obeyed() -> None:
    slow = design("Slow", Component("BL", 1, 10), Component("JD", 0, 0), empire="bea")
    bee = ship("Bee", "Slow", at="TEDDY", owner="bea")
    done = met(
        WASP, bee, designs={"bea/Slow": slow}, ann=of(line("wasp", "U")), bea=by(line("bee", "K"))
    )
    assert told(done, "failed", "bea")
    assert not told(done, "ultimatum_obeyed")


def test_nothing_to_abort_is_not_told() -> None:
    done = met(WASP, BEE, ann=of(line("wasp", "F")), bea=by(line("bee", "G")))
    assert not told(done, "aborted")
    assert done.state.aborted == {}


def test_two_that_order_the_same_ship_abort_it_once() -> None:
    moth = ship("Moth", "Guard", at="TEDDY", owner="bea")
    done = met(
        WASP, BEE, moth, ann=of(line("wasp", "F", "X")), bea=by(line("bee", "G"), line("moth", "T"))
    )
    assert len(told(done, "aborted", "ann")) == 1


def test_a_ship_without_a_jump_drive_cannot_retreat() -> None:
    slow = design("Slow", Component("BL", 1, 10), Component("JD", 0, 0), empire="bea")
    bee = ship("Bee", "Slow", at="TEDDY", owner="bea")
    done = met(WASP, bee, designs={"bea/Slow": slow}, bea=by(line("bee", "R")))
    (event,) = told(done, "failed", "bea")
    assert "jump drive" in event.facts["why"]
    assert done.state.ships["bee"].at == "TEDDY"


def test_a_retreat_by_general_order_fails_without_a_line_too() -> None:
    slow = design("Slow", Component("BL", 1, 10), Component("JD", 0, 0), empire="bea")
    bee = ship("Bee", "Slow", at="TEDDY", owner="bea")
    general = Standing(ref(player="bea"), "general", (Action(Group("all"), codes("R")),))
    done = met(WASP, bee, designs={"bea/Slow": slow}, bea=Orders("bea", standing=(general,)))
    assert told(done, "failed", "bea")[0].order is None


def test_a_ship_told_twice_to_leave_leaves_once() -> None:
    moth = ship("Moth", at="TEDDY", owner="bea")
    done = met(
        WASP, BEE, moth, ann=of(line("wasp", "R")), bea=by(line("bee", "F"), line("moth", "K"))
    )
    assert len(told(done, "retreats", "ann")) == 1
    assert done.state.fled == ("wasp",)


def test_who_fights_one_empire_neither_obeys_nor_leaves_another() -> None:
    fly = ship("Fly", at="TEDDY", owner="cyd")
    given = state(WASP, BEE, fly, players="abc", results={"battle TEDDY": "rounds 1"})
    sheets = [
        of(line("wasp", "F", "X")),
        by(line("bee", "H to ann, R to others")),
        orders("cyd", line("fly", "F")),
    ]
    done = work(given, sheets, phase="G")
    meet(done)
    assert "bee" not in done.state.fled


# --- surrender ---


def surrender(taker: str = "bea", code: str = "F") -> PhaseContext:
    given = codes(code, "")
    given = replace(given, activities=(Activity("S", empire=taker), Activity("X")))
    mine = of(line("wasp", codes=given))
    return met(WASP, BEE, ann=mine, bea=by(line("bee", "G")))


def test_a_surrender_works_on_friendly_contact_though_orders_abort() -> None:
    done = surrender()
    assert done.state.given == {key("surrender", "ann", "bea", "wasp"): 1}
    assert done.state.aborted == {"wasp": "aliens ordered it"}


def test_nobody_surrenders_to_who_made_no_contact() -> None:
    """The ship it would surrender to holds itself apart (T): no contact, no surrender."""
    given = replace(codes("N"), activities=(Activity("S", empire="bea"),))
    done = met(WASP, BEE, ann=of(line("wasp", codes=given)), bea=by(line("bee", "T")))
    assert done.state.given == {}
    assert surrender("cyd").state.given == {}


# --- planets ---


def planet(**fields: Any) -> State:
    mavis = system("MAVIS", colonies=1, colonizer="bea", **fields)
    wasp = ship("Wasp", at="MAVIS")
    ann = empire("ann", sights={"MAVIS": sight("MAVIS")})
    return state(mavis, wasp, ann)


def colonies(code: str, **fields: Any) -> Orders:
    action = Action(Group("colonies", **fields), codes(code))
    return Orders("bea", standing=(Standing(ref(player="bea"), "general", (action,)),))


def at_planet(
    table: State, ann: Orders, bea: Orders | None = None, options: Mapping[str, str] | None = None
) -> PhaseContext:
    done = work(table, [ann] if bea is None else [ann, bea], options, phase="H")
    meet_planets(done)
    return done


def test_friendly_colonies_make_contact_with_ships_at_an_explored_planet() -> None:
    done = at_planet(planet(), of(line("wasp", "F", at="MAVIS")), colonies("F"))
    assert told(done, "met", "ann")[0].facts["contact"] == "friendly"
    assert done.state.empires["bea"].contacts["ann"].kind == "normal"
    again = work(
        replace(done.state, meetings=(), turn=4),
        [of(line("wasp", "F", at="MAVIS")), colonies("F")],
        phase="G",
    )
    meet(again)
    meet_planets(again)
    assert told(again, "met", "ann")[0].facts["goes_on"] is True


def test_colonies_are_neutral_unless_told() -> None:
    assert not told(at_planet(planet(), of(line("wasp", "F", at="MAVIS"))), "met")


def test_planets_may_be_passive() -> None:
    passive = {"planets.contact": "passive"}
    done = at_planet(planet(), of(line("wasp", "F", at="MAVIS")), colonies("F"), passive)
    assert not told(done, "met")


def test_a_planet_that_guards_makes_who_obeys_abort() -> None:
    done = at_planet(planet(), of(line("wasp", "F", "D", at="MAVIS")), colonies("G"))
    assert done.state.aborted == {"wasp": "aliens ordered it"}


def test_no_contact_with_what_is_not_explored_or_is_ones_own_or_fought_for() -> None:
    mine = of(line("wasp", "F", at="MAVIS"))
    table = planet()
    blind = replace(table, empires={**table.empires, "ann": empire("ann")})
    assert not told(at_planet(blind, mine, colonies("F")), "met")
    own = replace(
        table, systems={**table.systems, "MAVIS": system("MAVIS", colonies=1, colonizer="ann")}
    )
    assert not told(at_planet(own, mine, colonies("F")), "met")
    fled = replace(table, fled=("wasp",))
    assert not told(at_planet(fled, mine, colonies("F")), "met")
    fought = replace(table, meetings=(Meeting("MAVIS", "ann", "bea", hostile=True),))
    assert not told(at_planet(fought, mine, colonies("F")), "met")
    already = replace(table, meetings=(Meeting("MAVIS", "ann", "bea", friendly=True),))
    assert not told(at_planet(already, mine, colonies("F")), "met")
    unowned = replace(
        table,
        ships={"hulk": replace(ship("Hulk", at="MAVIS"), owner="")},
    )
    assert not told(at_planet(unowned, Orders("ann"), colonies("F")), "met")


def test_nobody_learns_of_how_many_empires_unknown_ships_are() -> None:
    """Two aliens of one empire, or one each of two: the same is told."""
    quiet = of(line("wasp", "N"))
    cyd = ship("Cricket", at="TEDDY", owner="cyd")
    second = ship("Bumble", at="TEDDY", owner="bea")
    silent = by(line("bee", "N"), line("bumble", "N"))
    two = met(WASP, BEE, cyd, ann=quiet, bea=silent, players="abc")
    one = met(WASP, BEE, second, ann=quiet, bea=silent, players="abc")
    (seen,), (same,) = told(two, "met", "ann"), told(one, "met", "ann")
    assert seen.facts == same.facts
    assert seen.facts["ships"] == 2
