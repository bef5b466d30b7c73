"""Invasions: who lands, who is asked for, what a result comes to on both sides."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext, Unanswered
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules.surface_combat.invading import invade
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Mover, Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle, Group
from pbm.games.nova.state.state import Cargo, Contact, State, System
from tests.games.nova.builders import empire, ref, ship, sight, state, system, told, work
from tests.games.nova.contact_lines import codes, line, orders

KNOWS = empire("ann", sights={"MAVIS": sight("MAVIS")})


def mavis(**fields: Any) -> System:
    """An outpost of Bea's, with what defends it."""
    return system("MAVIS", **{"colonies": 1, "colonizer": "bea", **fields})


def ox(*cargo: Any, name: str = "Ox", **fields: Any) -> Any:
    return ship(name, "Hauler", at="MAVIS", cargo=cargo, **fields)


def a_line(ids: str = "ox", units: tuple[Units, ...] = ()) -> Movement:
    given = replace(codes(), activities=(Activity("A", units=units),))
    return line(ids, codes=given, at="MAVIS")


def invaded(
    *things: Any,
    result: str = "",
    sheets: tuple[Orders, ...] = (orders("ann", a_line()),),
    **fields: Any,
) -> PhaseContext:
    results: Mapping[str, str] = {"ground MAVIS": result} if result else {}
    known = () if any(getattr(one, "treasury_at", "") == "VIRUS" for one in things) else (KNOWS,)
    table = state(*known, *things, results=results, **fields)
    done = work(table, sheets, {"battles": "by-hand"}, phase="I")
    invade(done)
    return done


def question(*things: Any, sheets: tuple[Orders, ...] = (orders("ann", a_line()),)) -> str:
    with pytest.raises(Unanswered) as stop:
        invaded(*things, sheets=sheets)
    (item,) = stop.value.items
    assert item.id == "ground-MAVIS"
    return item.question


def facts(done: PhaseContext, kind: str, empire: str = "ann") -> dict[str, Any]:
    (event,) = told(done, kind, empire)
    return dict(event.facts)


def planet(done: PhaseContext) -> System:
    state: State = done.state
    return state.systems["MAVIS"]


# --- without a fight ---


@pytest.mark.parametrize("kind", ["AA", "RA"])
def test_an_undefended_planet_falls_to_any_army(kind: str) -> None:
    done = invaded(mavis(), ox((kind, 2)))
    assert planet(done).owner == "ann"
    assert planet(done).units("ann", kind) == 2
    assert done.state.ships["ox"].cargo == ()
    assert facts(done, "landed")["units"] == {kind: 2}
    assert facts(done, "system_captured")["system"] == "MAVIS"
    assert told(done, "system_lost", "bea")


def test_sdus_alone_do_not_take_it() -> None:
    done = invaded(mavis(), ox(("SDU", 1)))
    assert planet(done).owner == "bea"
    assert planet(done).units("ann", "SDU") == 1


def test_ones_own_planet_needs_no_battle_and_an_empty_one_takes_no_armies() -> None:
    own = invaded(mavis(colonizer="ann", militia=1), ox(("AA", 1), ("RA", 1)))
    assert planet(own).owner == "ann"
    assert planet(own).units("ann", "RA") == 1
    assert not told(own, "system_captured")
    empty = invaded(system("MAVIS"), ox(("AA", 1)))
    assert planet(empty).owner == ""
    assert planet(empty).units("ann", "AA") == 0
    assert empty.state.ships["ox"].cargo
    assert facts(empty, "failed")["why"].startswith("nobody lives on MAVIS")


def test_two_who_land_undefended_together_take_nothing() -> None:
    moth = ox(("AA", 1), name="Moth", owner="cyd")
    cyd = empire("cyd", sights={"MAVIS": sight("MAVIS")})
    sheets = (orders("ann", a_line()), orders("cyd", a_line("moth")))
    done = invaded(mavis(), ox(("AA", 1)), moth, cyd, sheets=sheets, players="abc")
    assert planet(done).owner == "bea"


# --- who cannot land ---


def test_the_planet_must_be_known() -> None:
    blind = empire("ann", sights={})
    done = invaded(blind, mavis(), ox(("AA", 1)))
    assert "no exploration data of MAVIS" in facts(done, "failed")["why"]
    assert told(done, "failed")[0].rule == "NV EXP-05"
    assert planet(done).owner == "bea"


def test_an_empty_hold_lands_nobody() -> None:
    done = invaded(mavis(), ox(("C", 1)))
    assert facts(done, "failed")["why"] == "no armies are aboard Ox"


def test_what_is_short_is_told_and_the_rest_lands() -> None:
    units = (Units("AA", 3),)
    done = invaded(mavis(), ox(("AA", 2)), sheets=(orders("ann", a_line(units=units)),))
    assert facts(done, "failed")["why"] == "2 of the 3 AA are aboard"
    assert planet(done).units("ann", "AA") == 2


def test_regulars_cannot_begin_against_a_defence() -> None:
    for defended in (mavis(militia=1), mavis(surface={"bea": {"SDU": 1}})):
        done = invaded(defended, ox(("RA", 2)))
        assert "without assault armies nobody lands" in facts(done, "failed")["why"]
        assert told(done, "failed")[0].rule == "NV SUR-02"
        assert done.state.ships["ox"].cargo == (Cargo("RA", "ann", 2),)
        assert planet(done) == defended


def test_installations_alone_are_no_defence() -> None:
    done = invaded(mavis(ic=True, surface={"bea": {"PCB": 1, "C": 1}}), ox(("RA", 1)))
    assert planet(done).owner == "ann"
    assert planet(done).units("ann", "PCB") == 1


def test_armies_of_a_friend_defend_too() -> None:
    friend = mavis(surface={"cyd": {"RA": 1}})
    done = invaded(friend, ox(("RA", 1)), players="abc")
    assert told(done, "failed")


# --- asking ---


def test_the_game_master_is_asked() -> None:
    battle = Battle(ref("GROUND default: screen SDU"), Group("all"), (), ground=True)
    space = Battle(ref("BATTLE default: fire"), Group("all"), ())
    asked = question(
        mavis(militia=2, surface={"bea": {"SDU": 1, "C": 1}}),
        ox(("AA", 2), ("RA", 1)),
        sheets=(orders("ann", a_line(), battle=(battle, space)),),
    )
    assert asked.startswith(
        "Armies fight on MAVIS. VIRUS invades: 2 AA, 1 RA from round 2 | GROUND default: "
        "screen SDU. MINKY defends: 1 SDU, 2 militia. "
    )
    assert "militia 4; control EMPIRE" in asked
    assert "retreats" not in asked


def test_every_planet_is_asked_for_at_once() -> None:
    known = empire("ann", sights={n: sight(n) for n in ("MAVIS", "TEDDY")})
    teddy = system("TEDDY", colonies=1, colonizer="bea", militia=1)
    yak = ship("Yak", "Hauler", at="TEDDY", cargo=(("AA", 1),))
    sheet = orders("ann", a_line(), replace(a_line("yak"), start="TEDDY"))
    with pytest.raises(Unanswered) as stop:
        invaded(known, mavis(militia=1), teddy, ox(("AA", 1)), yak, sheets=(sheet,))
    assert [one.id for one in stop.value.items] == ["ground-MAVIS", "ground-TEDDY"]


def test_a_result_that_cannot_be_is_not_taken() -> None:
    with pytest.raises(Unanswered) as stop:
        invaded(mavis(militia=1), ox(("AA", 1), ("RA", 1)), result="VIRUS loses 1 RA")
    assert "VIRUS cannot lose 1 RA. It has 0 there" in stop.value.items[0].question
    with pytest.raises(Unanswered) as stop:
        invaded(mavis(militia=1), ox(("AA", 1)), result="nonsense")
    assert "not understood" in stop.value.items[0].question


# --- results ---


def test_a_planet_taken_in_the_third_round() -> None:
    done = invaded(
        mavis(militia=2, surface={"bea": {"SDU": 1}}),
        ox(("AA", 2), ("RA", 1)),
        result="rounds 3; VIRUS loses 2 AA; MINKY loses SDU; militia 0",
    )
    now = planet(done)
    assert (now.owner, now.militia, now.fought) == ("ann", 0, 3)
    assert now.surface == {"ann": {"RA": 1}}
    assert now.survivors == ("ann",)
    assert now.suppressed is False
    mine, theirs = facts(done, "surface_combat"), facts(done, "surface_combat", "bea")
    assert mine["invades"] is True
    assert mine["rounds"] == 3
    assert mine["had"] == {"AA": 2, "RA": 1}
    assert mine["lost"] == {"AA": 2}
    assert mine["left"] == {"RA": 1}
    assert mine["alien_militia_lost"] == 2
    assert mine["goes_on"] is False
    assert "militia" not in mine
    assert theirs["invades"] is False
    assert theirs["militia"] == [2, 0]
    assert theirs["against"] == [{"who": "#1", "lost": {"AA": 2}}]


def test_after_one_round_only_assault_armies_have_landed() -> None:
    done = invaded(mavis(militia=1), ox(("AA", 1), ("RA", 1)), result="rounds 1; VIRUS loses 1 AA")
    assert done.state.ships["ox"].cargo == (Cargo("RA", "ann", 1),)
    assert planet(done).owner == "bea"
    assert planet(done).militia == 1
    assert planet(done).survivors == ("bea",)
    assert done.state.empires["ann"].contacts == {}
    assert facts(done, "surface_combat")["against"] == [{"who": "alien", "lost": {}}]
    assert done.state.given == {key("assault", "ann", "bea", "MAVIS"): 1}


def test_more_than_one_round_gives_both_sides_a_number() -> None:
    done = invaded(mavis(militia=1), ox(("AA", 1)), result="rounds 2; VIRUS loses 1 AA")
    for viewer, other in (("ann", "bea"), ("bea", "ann")):
        assert done.state.empires[viewer].contacts[other].number == 1
        assert facts(done, "minor_contact", viewer)["new"] is True
    known = replace(KNOWS, contacts={"bea": Contact("normal", "B")})
    done = invaded(known, mavis(militia=1), ox(("AA", 1)), result="rounds 2; VIRUS loses 1 AA")
    assert not told(done, "minor_contact", "ann")
    done = invaded(known, mavis(militia=1), ox(("AA", 1)), result="rounds 1; VIRUS knows MINKY")
    assert facts(done, "minor_contact")["who"] == "B"


def test_fighting_that_goes_on_suppresses_the_planet_and_is_asked_for_next_turn() -> None:
    done = invaded(mavis(militia=2), ox(("AA", 2)), result="rounds 3; militia 1")
    now = planet(done)
    assert (now.owner, now.suppressed, now.survivors) == ("bea", True, ("ann", "bea"))
    assert facts(done, "surface_combat")["goes_on"] is True
    later = work(replace(done.state, results={}, turn=4), [], {"battles": "by-hand"}, phase="I")
    with pytest.raises(Unanswered) as stop:
        invade(later)
    assert "VIRUS invades: 2 AA" in stop.value.items[0].question


def test_where_armies_stand_already_regulars_land_in_the_first_round() -> None:
    held = mavis(militia=1, surface={"ann": {"AA": 1}}, survivors=("ann", "bea"), fought=2)
    asked = question(held, ox(("RA", 2)))
    assert "VIRUS invades: 1 AA, 2 RA. MINKY defends: 1 militia." in asked
    done = invaded(held, ox(("RA", 2)), result="rounds 1; VIRUS loses 2 RA")
    assert planet(done).units("ann", "AA") == 1
    assert facts(done, "surface_combat")["lost"] == {"RA": 2}
    later = "rounds 1; VIRUS loses 1 RA"
    with pytest.raises(Unanswered):
        invaded(mavis(militia=1), ox(("AA", 1), ("RA", 2)), result=later)


def test_the_owner_keeps_an_empty_planet() -> None:
    done = invaded(mavis(militia=1), ox(("AA", 1)), result="rounds 1; VIRUS loses 1 AA; militia 0")
    assert planet(done).owner == "bea"
    assert planet(done).survivors == ()


def test_suppression_may_be_ruled() -> None:
    done = invaded(mavis(militia=1), ox(("AA", 1)), result="rounds 3; VIRUS loses 1 AA; suppressed")
    assert planet(done).suppressed is True
    assert facts(done, "surface_combat")["suppressed"] is True
    assert facts(done, "surface_combat")["goes_on"] is False


def test_armies_may_be_lifted() -> None:
    done = invaded(
        mavis(militia=1), ox(("AA", 2)), result="rounds 1; VIRUS loses 1 AA; Ox lifts 1 AA"
    )
    assert done.state.ships["ox"].cargo == (Cargo("AA", "ann", 1),)
    assert planet(done).units("ann", "AA") == 0
    assert planet(done).survivors == ("bea",)


def test_friends_of_the_owner_fight_and_hear_of_it() -> None:
    ally = mavis(militia=1, surface={"cyd": {"RA": 1}, "bea": {"C": 1}})
    done = invaded(
        ally,
        ox(("AA", 1)),
        result="rounds 2; VIRUS loses 1 AA; PAGAN loses 1 RA",
        players="abc",
    )
    assert facts(done, "surface_combat", "cyd")["lost"] == {"RA": 1}
    assert "militia" not in facts(done, "surface_combat", "cyd")
    assert done.state.empires["cyd"].contacts["ann"].kind == "minor"
    assert "bea" not in done.state.empires["cyd"].contacts


def test_of_two_invaders_the_result_says_who_holds_it() -> None:
    moth = ox(("AA", 1), name="Moth", owner="cyd")
    cyd = empire("cyd", sights={"MAVIS": sight("MAVIS")})
    sheets = (orders("ann", a_line()), orders("cyd", a_line("moth")))
    things = (mavis(militia=1), ox(("AA", 1)), moth, cyd)
    open_end = invaded(*things, result="militia 0", sheets=sheets, players="abc")
    assert planet(open_end).owner == "bea"
    ruled = invaded(*things, result="militia 0; control PAGAN", sheets=sheets, players="abc")
    assert planet(ruled).owner == "cyd"


def test_units_of_one_who_takes_no_part_any_more_are_left_alone() -> None:
    """Surface units of an owner that is no empire of the game are no side."""
    ruins = mavis(militia=1, surface={"gone": {"C": 1}})
    done = invaded(ruins, ox(("AA", 1)), result="rounds 1; VIRUS loses 1 AA")
    assert planet(done).surface == {"gone": {"C": 1}}


def test_nothing_happens_without_orders() -> None:
    done = invaded(mavis(militia=1), ox(("AA", 1)), sheets=())
    assert done.events == []


def test_a_fight_over_a_planet_that_is_nobodys() -> None:
    wild = system("MAVIS", surface={"bea": {"RA": 1}})
    done = invaded(
        wild, ox(("AA", 1), ("PCB", 1)), result="rounds 2; MINKY loses 1 RA; VIRUS knows MINKY"
    )
    assert planet(done).owner == ""
    assert planet(done).surface == {"ann": {"AA": 1, "PCB": 1}}
    assert planet(done).survivors == ("ann",)
    assert facts(done, "surface_combat", "bea")["left"] == {}


def test_a_ship_of_regulars_waits_for_the_assault_armies_of_another() -> None:
    yak = ox(("RA", 2), name="Yak")
    sheet = (orders("ann", a_line("ox yak")),)
    first = "rounds 1; VIRUS loses 1 AA"
    done = invaded(mavis(militia=1), ox(("AA", 1)), yak, result=first, sheets=sheet)
    assert done.state.ships["yak"].cargo == (Cargo("RA", "ann", 2),)
    assert [dict(event.facts)["ship"] for event in told(done, "landed")] == ["Ox"]
    done = invaded(mavis(militia=1), ox(("AA", 1)), yak, result="rounds 2; militia 0", sheets=sheet)
    assert planet(done).surface["ann"] == {"AA": 1, "RA": 2}


def test_no_side_reads_of_another_by_id_or_name() -> None:
    ally = mavis(militia=1, surface={"cyd": {"RA": 1}})
    text = "rounds 3; PAGAN loses 1 RA; militia 0"
    done = invaded(ally, ox(("AA", 1)), result=text, players="abc")
    assert told(done, "system_captured", "ann")
    names = {"ann": ("VIRUS", "'Ox'"), "bea": ("MINKY",), "cyd": ("PAGAN",)}
    for event in done.events:
        (viewer,) = event.seen
        words = repr(dict(event.facts))
        for other in names:
            hidden = (f"'{other}'", *names[other])
            assert other == viewer or not any(word in words for word in hidden)


# --- armies aboard an ally's ship ---


def aboard(kind: str = "AA", **fields: Any) -> Any:
    """An ox of Cyd's that carries an army of Ann's."""
    return ship("Yak", "Hauler", at="MAVIS", owner="cyd", cargo=(Cargo(kind, "ann", 1),), **fields)


def by_units(kind: str = "AA") -> Orders:
    given = replace(codes(), activities=(Activity("A"),))
    mover = Mover(units=Units(kind, 1))
    return Orders("ann", movement=(Movement(ref("1 AA A"), "MAVIS", (mover,), codes=given),))


CYD = empire("cyd", sights={"MAVIS": sight("MAVIS")})


def test_armies_aboard_an_allys_ship_obey_their_own_empire() -> None:
    for kind in ("AA", "RA"):
        done = invaded(CYD, mavis(), aboard(kind), sheets=(by_units(kind),), players="abc")
        assert planet(done).owner == "ann"
        assert done.state.ships["yak"].cargo == ()


@pytest.mark.parametrize(
    ("place", "carrier", "kind", "why"),
    [
        (mavis(), empire("cyd", sights={}), "AA", "cannot get to the planet"),
        (system("MAVIS"), CYD, "AA", "nobody lives on MAVIS"),
        (mavis(), CYD, "C", "C does not land with A"),
    ],
)
def test_why_they_do_not_land(place: System, carrier: Any, kind: str, why: str) -> None:
    done = invaded(carrier, place, aboard(kind), sheets=(by_units(kind),), players="abc")
    assert why in facts(done, "failed", "ann")["why"]
    assert len(done.state.ships["yak"].cargo) == 1


@pytest.mark.parametrize(
    ("option", "way", "asked"),
    [
        ("by-hand", "", True),
        ("by-hand", "by-hand", True),
        ("by-hand", "doctrine", False),
        ("by-hand", "by-mail bea", False),
        ("doctrine", "by-hand", True),
        ("doctrine", "by-mail", False),
        ("by-mail", "", False),
    ],
)
def test_what_is_chosen_of_a_system_holds_on_its_planet(option: str, way: str, asked: bool) -> None:
    """By mail nobody can fight there: then GROUND lines decide, as they do by doctrine."""
    done = work(
        state(
            KNOWS,
            mavis(militia=2, surface={"bea": {"SDU": 1}}),
            ox(("AA", 3)),
            ways={"MAVIS": way} if way else {},
        ),
        (orders("ann", a_line()),),
        {"battles": option},
        phase="I",
    )
    with pytest.raises(Unanswered) if asked else nullcontext():
        invade(done)
    assert bool(told(done, "surface_combat", "ann")) != asked
