"""Surface combat in the run: landings, rounds, OS, what each side reads, who takes the planet."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules.surface_combat.invading import invade
from pbm.games.nova.rules.surface_combat.militia import muster
from pbm.games.nova.state.orders.parts import Codes, ContactOrder, Toward
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from pbm.games.nova.state.state import Cargo, Contact, Meeting, Passage
from tests.games.nova.builders import empire, ref, sight, system, told, work
from tests.games.nova.contact_lines import orders
from tests.games.nova.scenes.invasion import (
    a_line,
    barge,
    dice,
    facts,
    fought,
    ground,
    item,
    mavis,
    once,
    ox,
    planet,
)


def landed(done: PhaseContext, empire: str = "ann") -> list[dict[str, int]]:
    return [dict(event.facts)["units"] for event in told(done, "landed", empire)]


# --- the course of it ---


def test_a_planet_is_taken_once_all_defenders_are_dead() -> None:
    done = fought(planet(militia=1), ox(("AA", 1), ("RA", 2)), faces=dice(r1_ann="2", r1_bea="2"))
    assert mavis(done).owner == "ann"
    assert mavis(done).surface == {"ann": {"AA": 1, "RA": 2}}
    assert landed(done) == [{"AA": 1}, {"RA": 2}]
    assert told(done, "system_captured", "ann")
    assert (mavis(done).survivors, mavis(done).allies) == (("ann",), ())
    assert (mavis(done).fought, mavis(done).suppressed) == (3, False)
    assert facts(done, "surface_combat")["alien_militia_lost"] == 1
    assert facts(done, "surface_combat", "bea")["militia"] == [1, 0]


@pytest.mark.parametrize(("face", "owner"), [("2", "ann"), ("3", "bea")])
def test_an_assault_army_needs_a_two(face: str, owner: str) -> None:
    misses = {f"r{n}_{who}": "6" for n in (2, 3) for who in ("ann", "bea")} if face == "3" else {}
    done = fought(planet(militia=1), ox(("AA", 1)), faces=dice(r1_ann=face, r1_bea="6", **misses))
    assert mavis(done).owner == owner


def test_all_fire_is_simultaneous_and_an_empty_planet_stays_its_owners() -> None:
    both = ox(("AA", 1), ("RA", 1))
    done = fought(planet(militia=1), both, faces=dice(r1_ann="1", r1_bea="1"))
    assert (mavis(done).owner, mavis(done).surface, mavis(done).survivors) == ("bea", {}, ())
    assert facts(done, "surface_combat")["rounds"] == 1
    # With the last assault army the landing is over, though nobody is left to resist.
    assert done.state.ships["ox"].cargo == (Cargo("RA", "ann", 1),)


def test_sdus_alone_take_nothing() -> None:
    alone = fought(
        planet(surface={"bea": {"RA": 1}}),
        ox(("AA", 1), ("SDU", 1)),
        ann=(ground(item("withdraw AA", once("round", ">=", 3))),),
        faces=dice(r1_ann="6", r1_bea="6", r2_ann="6 6", r2_bea="6", r3_ann="4", r3_bea="6"),
    )
    assert (mavis(alone).owner, mavis(alone).surface) == ("bea", {"ann": {"SDU": 1}})
    both = fought(
        planet(surface={"bea": {"RA": 1}}),
        ox(("AA", 1), ("SDU", 1)),
        faces=dice(r1_ann="6", r1_bea="6", r2_ann="4 6", r2_bea="6"),
    )
    assert mavis(both).owner == "ann"


def test_what_lives_fights_on_next_turn_and_all_kinds_come_down_at_once() -> None:
    misses = {f"r{n}_{who}": "6" for n in (1, 2, 3) for who in ("ann", "bea")}
    done = fought(planet(militia=1), ox(("AA", 1)), faces=dice(**misses))
    assert (mavis(done).suppressed, mavis(done).survivors) == (True, ("ann", "bea"))
    assert facts(done, "surface_combat")["goes_on"] is True
    more = replace(done.state.ships["ox"], cargo=(Cargo("RA", "ann", 1),))
    later = replace(done.state, ships={"ox": more}, turn=4)
    again = work(
        later,
        (orders("ann", a_line()),),
        {"battles": "doctrine"},
        faces=dice(r1_ann="3 6", r1_bea="6"),
        phase="I",
    )
    invade(again)
    assert mavis(again).owner == "ann"


def test_an_sdu_left_there_holds_the_beach_and_fights_on() -> None:
    held = planet(militia=1, surface={"ann": {"SDU": 1}}, survivors=("ann", "bea"), fought=2)
    done = fought(held, ox(("RA", 1)), faces=dice(r1_ann="6 1", r1_bea="6"))
    assert landed(done) == [{"RA": 1}]
    assert mavis(done).owner == "ann"


def test_an_owners_own_landing_is_no_invasion() -> None:
    done = fought(planet(colonizer="ann", militia=1), ox(("AA", 1), ("RA", 1)))
    assert mavis(done).surface == {"ann": {"AA": 1, "RA": 1}}
    assert not told(done, "surface_combat")


def test_regulars_cannot_begin() -> None:
    done = fought(planet(militia=1), ox(("RA", 1)))
    assert facts(done, "failed")["why"].startswith("the planet is defended")
    assert done.state.ships["ox"].cargo == (Cargo("RA", "ann", 1),)


def test_without_a_defence_everybody_lands_and_no_round_is_fought() -> None:
    done = fought(planet(), ox(("RA", 1)))
    assert mavis(done).owner == "ann"
    assert not told(done, "ground_round")
    sdus = fought(planet(), ox(("SDU", 1)))
    assert mavis(sdus).owner == "bea"


def test_a_planet_of_nobodys_is_fought_for_and_stays_nobodys() -> None:
    wild = system("MAVIS", surface={"bea": {"RA": 1}})
    done = fought(wild, ox(("AA", 1)), faces=dice(r1_ann="1", r1_bea="6"))
    assert (mavis(done).owner, mavis(done).surface) == ("", {"ann": {"AA": 1}})


# --- landing by schedule ---


def test_land_lines_say_how_many_come_when() -> None:
    done = fought(
        planet(colonies=3, militia=3),
        ox(("AA", 2), ("RA", 3)),
        ann=(ground("land 1 RA r2", "land 1 RA r3", "screen none"),),
        faces=dice(
            r1_ann="6 6",
            r1_bea="6 6 6",
            r2_ann="6 6 6",
            r2_bea="6 6 6",
            r3_ann="6 6 6 6",
            r3_bea="6 6 6",
        ),
    )
    assert landed(done) == [{"AA": 2}, {"RA": 1}, {"RA": 1}]
    assert done.state.ships["ox"].cargo == (Cargo("RA", "ann", 1),)


def test_assault_armies_may_come_a_round_later() -> None:
    done = fought(
        planet(militia=1),
        ox(("AA", 1)),
        ann=(ground("land 1 AA r2"),),
        faces=dice(r2_ann="1", r2_bea="6"),
    )
    assert facts(done, "surface_combat")["rounds"] == 1
    assert facts(done, "ground_round")["round"] == 2
    assert mavis(done).owner == "ann"


def test_once_the_first_are_dead_no_more_assault_armies_land() -> None:
    done = fought(
        planet(militia=1),
        ox(("AA", 2)),
        ann=(ground("land 1 AA r1", "land 1 AA r2"),),
        faces=dice(r1_ann="6", r1_bea="1"),
    )
    assert done.state.ships["ox"].cargo == (Cargo("AA", "ann", 1),)
    assert mavis(done).owner == "bea"


def test_a_landing_under_a_condition_waits_for_it() -> None:
    when = once("sdu", "=", 0)
    done = fought(
        planet(surface={"bea": {"SDU": 1}}),
        ox(("AA", 1), ("RA", 1)),
        ann=(ground(item("land 1 RA r2", when)),),
        faces=dice(r1_ann="6", r1_bea="6", r2_ann="6", r2_bea="6", r3_ann="1", r3_bea="6"),
    )
    assert landed(done) == [{"AA": 1}, {"RA": 1}]


def test_a_defender_lands_more_from_his_ships_there() -> None:
    yak = ox(("RA", 3), ("AA", 1), name="Yak", owner="bea")
    more = ox(("RA", 1), name="Zebra", owner="bea")
    done = fought(
        planet(militia=1),
        ox(("AA", 1)),
        yak,
        more,
        bea=(ground("land 4 RA r1", "land 9 RA r3", player="bea"),),
        faces=dice(r1_ann="6", r1_bea="3 6 6 6 6"),
    )
    assert landed(done, "bea") == [{"RA": 3}, {"RA": 1}]
    assert mavis(done).surface == {"bea": {"RA": 4}}
    assert facts(done, "surface_combat", "bea")["had"] == {"RA": 4}


# --- orbital bombardment ---


def os_fight(*things: Any, **fields: Any) -> PhaseContext:
    """An AA and an OS of level 3 against an RA; what is rolled misses, but the OS in round 2."""
    ready = dice(r1_ann="6", r1_bea="6", r2_ann="6", r2_bea="6", r2_ann_OS="3")
    faces = fields.pop("faces", ready)
    there = planet(surface={"bea": {"RA": 1}})
    return fought(there, *things, designs=barge(1), faces=faces, **fields)


@pytest.mark.parametrize(("face", "owner"), [("3", "ann"), ("4", "bea")])
def test_os_fires_from_the_second_round_on_up_to_its_level(face: str, owner: str) -> None:
    rest = {} if owner == "ann" else {"r3_ann": "6", "r3_bea": "6", "r3_ann_OS": "4"}
    faces = dice(r1_ann="6", r1_bea="6", r2_ann="6", r2_bea="6", r2_ann_OS=face, **rest)
    done = os_fight(ox(("AA", 1)), faces=faces)
    assert mavis(done).owner == owner
    shot = facts(done, "ground_round", place=1)["os"]
    assert shot == [
        {"ship": "Ox", "target": "RA", "needs": 3, "die": int(face), "hits": face == "3"}
    ]
    assert facts(done, "ground_round", "bea", 1)["alien_os"] == [
        {"target": "RA", "die": int(face), "hits": face == "3"}
    ]


NO_OS = {f"r{n}_{who}": "6" for n in (1, 2, 3) for who in ("ann", "bea")}


def test_os_of_ships_that_are_not_at_the_planet_is_silent() -> None:
    bee = ox(name="Bee")
    silent: list[dict[str, Any]] = [
        {"fled": ("bee",)},
        {"aborted": {"bee": "told to"}},
        {"passages": {"bee": Passage("TEDDY", "MAVIS", ("E",), "M", interdicted=True)}},
    ]
    for there in silent:
        done = os_fight(ox(("AA", 1), klass="Hauler"), bee, faces=dice(**NO_OS), **there)
        assert mavis(done).owner == "bea"
    guard = (a_line(), a_line("bee", contact="G"))
    done = os_fight(ox(("AA", 1), klass="Hauler"), bee, lines=guard, faces=dice(**NO_OS))
    assert mavis(done).owner == "bea"
    moved = Passage("TEDDY", "MAVIS", ("E",), "M")
    done = os_fight(ox(("AA", 1), klass="Hauler"), bee, passages={"bee": moved})
    assert mavis(done).owner == "ann"


def test_os_needs_friendly_armies_that_lived() -> None:
    beach = planet(
        surface={"ann": {"SDU": 1}, "bea": {"RA": 1}}, survivors=("ann", "bea"), fought=2
    )
    misses = dice(**NO_OS)
    done = fought(beach, ox(name="Bee"), lines=(), designs=barge(1), faces=misses)
    assert mavis(done).owner == "bea"
    army = replace(beach, surface={"ann": {"AA": 1}, "bea": {"RA": 1}})
    faces = dice(r1_ann="6", r1_bea="6", r1_ann_OS="3")
    done = fought(army, ox(name="Bee"), lines=(), designs=barge(1), faces=faces)
    assert mavis(done).owner == "ann"


def test_a_defenders_os_fires_too_and_at_whom_its_lines_say() -> None:
    bee = ox(name="Bee", owner="bea")
    for who in (Group("ship", ("bee",)), Group("class", name="Barge")):
        lines = (ground("OS on RA", player="bea", who=who), ground("OS on AA", player="bea"))
        done = fought(
            planet(militia=1),
            ox(("AA", 1), ("RA", 1), klass="Hauler"),
            bee,
            bea=lines,
            designs=barge(1),
            faces=dice(
                r1_ann="6",
                r1_bea="6",
                r2_ann="6 6",
                r2_bea="6",
                r2_bea_OS="6",
                r3_ann="6 6",
                r3_bea="6",
                r3_bea_OS="3",
            ),
        )
        assert mavis(done).units("ann", "RA") == 0
        assert mavis(done).units("ann", "AA") == 1
    other = (ground("OS on RA", player="bea", who=Group("class", name="Scout")),)
    done = fought(
        planet(militia=1),
        ox(("AA", 1), klass="Hauler"),
        bee,
        bea=(*other, ground("OS on AA", player="bea")),
        designs=barge(1),
        faces=dice(r1_ann="6", r1_bea="6", r2_ann="6", r2_bea="6", r2_bea_OS="3"),
    )
    assert mavis(done).surface == {}


# --- who is told what ---


def test_each_side_reads_what_its_own_units_met() -> None:
    done = fought(
        planet(surface={"bea": {"RA": 1, "SDU": 1}}),
        ox(("AA", 1)),
        faces=dice(r1_ann="6", r1_bea="3"),
    )
    own = {"kind": "AA", "needs": 2, "die": 6, "hits": False}
    alien = {"kind": "RA", "needs": 3, "die": 3, "hits": True}
    mine, theirs = facts(done, "ground_round"), facts(done, "ground_round", "bea")
    assert mine["matches"] == [{"own": [own], "alien": [alien]}]
    assert theirs["matches"] == [{"own": [alien], "alien": [own]}]
    assert (mine["lost"], mine["killed"], mine["screened"]) == ({"AA": 1}, {}, {})
    assert (theirs["lost"], theirs["killed"]) == ({}, {"AA": 1})
    assert theirs["screened"] == {"SDU": 1}
    assert (mine["invades"], theirs["invades"]) == (True, False)
    (roll,) = told(done, "ground_round", "ann")[0].rolls
    assert (roll.name, roll.group) == ("I/ground/MAVIS/r1/ann", "ann")


def test_an_ally_defends_and_reads_only_of_his_own_matches() -> None:
    there = planet(militia=1, surface={"cyd": {"RA": 1}})
    done = fought(
        there,
        ox(("AA", 2)),
        players="abc",
        faces=dice(r1_ann="6 6", r1_bea="1", r1_cyd="1"),
    )
    assert len(facts(done, "ground_round", "cyd")["matches"]) == 1
    assert len(facts(done, "ground_round")["matches"]) == 2
    assert facts(done, "ground_round", "cyd")["killed"] == {"AA": 1}
    assert mavis(done).survivors == ("bea", "cyd")
    assert mavis(done).allies == ("cyd",)
    again = work(done.state, (), {"battles": "doctrine"}, phase="I")
    invade(again)
    assert again.events == []


def test_units_of_friends_in_ones_own_match_are_marked() -> None:
    there = planet(surface={"bea": {"RA": 1}, "cyd": {"RA": 1}})
    done = fought(
        there, ox(("AA", 1)), players="abc", faces=dice(r1_ann="6", r1_bea="6", r1_cyd="1")
    )
    (match,) = facts(done, "ground_round", "bea")["matches"]
    assert [unit.get("friend", False) for unit in match["own"]] == [False, True]
    assert not any(unit.get("friend") for unit in match["alien"])


def test_an_owner_without_units_reads_of_the_fight_on_his_planet() -> None:
    there = planet(surface={"cyd": {"RA": 1}})
    done = fought(there, ox(("AA", 1)), players="abc", faces=dice(r1_ann="6", r1_cyd="1"))
    assert facts(done, "ground_round", "bea")["matches"] == []
    assert facts(done, "ground_round", "bea")["killed"] == {}
    assert facts(done, "surface_combat", "bea")["had"] == {}


# --- lines that depend on the enemy, the place, a condition ---


def forward_of(done: PhaseContext) -> list[str]:
    return [one["own"][0]["kind"] for one in facts(done, "ground_round", "bea")["matches"]]


RICH = {"bea": {"SDU": 1, "RA": 1, "AA": 1}}


@pytest.mark.parametrize(
    ("lines", "forward"),
    [
        ((), ["RA"]),
        ((ground("match", player="bea"),), ["SDU"]),
        ((ground("screen none", player="bea"),), ["SDU"]),
        ((ground("forward SDU > AA", player="bea"),), ["SDU"]),
        ((ground("forward AA", player="bea"),), ["AA"]),
        ((ground("screen sdu > RA", player="bea"),), ["AA"]),
        ((ground("screen all", "forward AA", player="bea"),), ["AA"]),
        ((ground("forward AA", player="bea", who=Group("all", at="TEDDY")),), ["RA"]),
        ((ground("forward AA", player="bea", who=Group("armies", at="MAVIS")),), ["AA"]),
        ((ground("forward AA", player="bea", who=Group("class", name="Barge")),), ["RA"]),
        (
            (
                ground("forward RA", player="bea"),
                ground("forward AA", player="bea", who=Group("all", at="MAVIS")),
            ),
            ["AA"],
        ),
        ((ground("forward AA", player="bea", versus="ann"),), ["RA"]),
        (
            (
                ground(item("forward AA", once("round", ">=", 2)), player="bea"),
                ground("forward RA", player="bea"),
            ),
            ["RA"],
        ),
        (
            (
                ground(
                    item("forward AA", once("round", ">=", 2), item("forward SDU")),
                    player="bea",
                ),
            ),
            ["SDU"],
        ),
        (
            (ground("forward SDU", item("forward AA", once("round", "=", 1)), player="bea"),),
            ["AA"],
        ),
    ],
)
def test_what_is_put_forward(lines: tuple[Any, ...], forward: list[str]) -> None:
    done = fought(planet(surface=RICH), ox(("AA", 1)), bea=lines)
    assert forward_of(done)[:1] == forward


def test_a_line_against_an_empire_counts_once_it_has_shown_itself() -> None:
    met = Meeting("MAVIS", "ann", "bea", hostile=True, one_identified=True)
    lines = (ground("forward RA", player="bea"), ground("forward AA", player="bea", versus="ann"))
    done = fought(planet(surface=RICH), ox(("AA", 1)), bea=lines, meetings=(met,))
    assert forward_of(done)[:1] == ["AA"]


def test_conditions_ask_for_the_losses_of_this_fight_and_leave_no_trace() -> None:
    given = {key("losses", "ann", "", "MAVIS"): 7}
    done = fought(
        planet(militia=1),
        ox(("AA", 2)),
        ann=(ground(item("withdraw", once("losses", ">=", 50))),),
        given=given,
        faces=dice(r1_ann="6 6", r1_bea="1"),
    )
    assert facts(done, "withdrawn")["round"] == 2
    assert done.state.given[key("losses", "ann", "", "MAVIS")] == 7
    assert key("round", "ann", "", "MAVIS") not in done.state.given
    assert done.state.given[key("assault", "ann", "bea", "MAVIS")] == 2


# --- withdrawal ---


def test_who_withdraws_lands_none_that_round_and_the_fight_is_over() -> None:
    done = fought(
        planet(militia=1),
        ox(("AA", 1), ("RA", 1)),
        ann=(ground("withdraw"),),
        faces=dice(r1_ann="6", r1_bea="6"),
    )
    assert landed(done) == [{"AA": 1}]
    assert mavis(done).surface == {}
    assert sorted((one.kind, one.number) for one in done.state.ships["ox"].cargo) == [
        ("AA", 1),
        ("RA", 1),
    ]
    summary = facts(done, "surface_combat")
    assert (summary["withdrawn"], summary["left"], summary["goes_on"]) == ({"AA": 1}, {}, False)
    assert mavis(done).survivors == ("bea",)


def test_assault_armies_land_anew_where_the_last_have_left() -> None:
    beach = planet(militia=1, surface={"ann": {"AA": 1}}, survivors=("ann", "bea"), fought=2)
    done = fought(
        beach,
        ox(name="Bee"),
        moth(("AA", 1), ("RA", 1)),
        players="abc",
        cyd=(orders("cyd", a_line("moth")),),
        lines=(),
        ann=(ground("withdraw"),),
        meetings=(friends(),),
        faces=dice(r1_cyd="1", r1_bea="6"),
    )
    assert landed(done, "cyd") == [{"AA": 1}, {"RA": 1}]
    assert mavis(done).owner == "cyd"


def test_named_units_alone_are_withdrawn() -> None:
    done = fought(
        planet(militia=1),
        ox(("AA", 3)),
        ann=(ground(item("withdraw 2 AA, RA", once("round", "=", 2))),),
        faces=dice(r1_ann="6 6 6", r1_bea="6", r2_ann="1", r2_bea="6"),
    )
    assert facts(done, "withdrawn")["units"] == {"AA": 2}
    assert mavis(done).surface == {"ann": {"AA": 1}}


def test_without_a_hold_nobody_leaves_and_it_is_told_once() -> None:
    beach = planet(militia=1, surface={"ann": {"AA": 1}}, survivors=("ann", "bea"), fought=2)
    done = fought(beach, lines=(), ann=(ground("withdraw"),), faces=dice(**NO_OS))
    assert (
        facts(done, "failed")["why"] == "no ship of yours at MAVIS has a free cargo hold for them"
    )
    assert len(told(done, "failed")) == 1
    assert mavis(done).units("ann", "AA") == 1


def test_a_defender_who_leaves_before_the_first_round_leaves_an_open_planet() -> None:
    yak = ox(name="Yak", owner="bea")
    there = planet(surface={"bea": {"RA": 1}})
    done = fought(there, ox(("AA", 1)), yak, bea=(ground("withdraw", player="bea"),))
    assert mavis(done).owner == "ann"
    assert not told(done, "surface_combat")
    assert done.state.ships["yak"].cargo == (Cargo("RA", "bea", 1),)


@pytest.mark.parametrize(("left", "stays"), [(0, False), (1, True)])
def test_militia_do_not_return_for_those_who_left(left: int, stays: bool) -> None:
    """They are back for a defender who lived and remains; where some lived they stay."""
    there = planet(
        colonies=3,
        militia=left,
        surface={"bea": {"RA": 1}, "ann": {"AA": 1}},
        survivors=("ann", "bea"),
        fought=2,
    )
    scene = fought(ox(name="Yak", owner="bea"), lines=()).state
    made = work(
        replace(scene, systems={**scene.systems, "MAVIS": there}),
        (orders("bea", battle=(ground("withdraw", player="bea"),)),),
        {"battles": "doctrine"},
        phase="I",
    )
    muster(made)
    assert mavis(made).militia == 3
    invade(made)
    assert bool(told(made, "ground_round")) is stays
    assert mavis(made).owner == ("bea" if stays else "ann")
    assert made.state.ships["yak"].cargo == (Cargo("RA", "bea", 1),)


# --- several at once ---


def cyd_invades() -> dict[str, Any]:
    return {"players": "abc", "cyd": (orders("cyd", a_line("moth")),)}


def moth(*cargo: Any) -> Any:
    return ox(*cargo, name="Moth", owner="cyd")


def friends(one: str = "ann", other: str = "cyd") -> Meeting:
    return Meeting("MAVIS", one, other, friendly=True)


def test_friends_invade_together_and_one_of_them_takes_the_planet() -> None:
    done = fought(
        planet(militia=1),
        ox(("AA", 1)),
        moth(("AA", 2), ("RA", 1)),
        **cyd_invades(),
        meetings=(friends(),),
        faces=dice(r1_ann="6", r1_cyd="6 1", r1_bea="6"),
    )
    assert mavis(done).owner == "cyd"
    assert mavis(done).allies == ("ann",)
    assert told(done, "surface_combat", "bea")[0].facts["against"][0]["lost"] == {}


def test_a_friends_beach_is_enough_for_regulars() -> None:
    done = fought(
        planet(militia=1),
        ox(("AA", 1)),
        moth(("RA", 1)),
        **cyd_invades(),
        meetings=(friends(),),
        faces=dice(r1_ann="6", r1_bea="6", r2_ann="6", r2_cyd="3", r2_bea="6"),
    )
    assert mavis(done).surface == {"ann": {"AA": 1}, "cyd": {"RA": 1}}


def test_armies_told_to_be_friends_need_no_ships_to_meet() -> None:
    def friendly(to: str) -> Standing:
        codes = Codes(contact=(ContactOrder("F", Toward((to,))),))
        return Standing(ref(), "general", (Action(Group("armies"), codes),))

    beach = planet(
        militia=1,
        surface={"ann": {"AA": 1}, "cyd": {"AA": 1}},
        survivors=("ann", "bea", "cyd"),
        fought=2,
    )
    done = work(
        fought(players="abc", lines=()).state,
        (
            orders("ann", standing=(friendly("cyd"),)),
            orders("cyd", standing=(friendly("ann"),)),
        ),
        {"battles": "doctrine"},
        faces=dice(r1_ann="6", r1_cyd="1", r1_bea="6"),
        phase="I",
    )
    done.state = replace(done.state, systems={**done.state.systems, "MAVIS": beach})
    invade(done)
    assert mavis(done).owner in ("ann", "cyd")


def test_others_fight_one_after_the_other() -> None:
    """The seed lets Cyd land first; he takes the planet, and Ann meets him there."""
    done = fought(
        planet(militia=1),
        ox(("AA", 2)),
        moth(("AA", 1)),
        **cyd_invades(),
        faces=dice(r1_cyd="1", r1_bea="6", r1_ann="1 6") + "\nground MAVIS r1 cyd 2: 1",
    )
    assert [event.facts["system"] for event in told(done, "system_captured")] == ["MAVIS"] * 2
    assert mavis(done).surface == {"ann": {"AA": 1}}
    assert mavis(done).survivors == ("ann",)


def test_the_second_needs_assault_armies_against_the_first() -> None:
    done = fought(planet(), ox(("RA", 1)), moth(("RA", 1)), **cyd_invades())
    assert mavis(done).owner == "cyd"
    assert facts(done, "failed")["why"].startswith("the planet is defended")


def test_invaders_left_alone_with_each_other_fight() -> None:
    """Cyd's SDU took nothing; it is all that Ann finds."""
    done = fought(
        planet(),
        ox(("AA", 1)),
        moth(("SDU", 1)),
        **cyd_invades(),
        faces="\n".join([dice(r1_ann="1", r1_cyd="6")]),
    )
    assert mavis(done).surface == {"ann": {"AA": 1}}
    assert mavis(done).owner == "ann"


@pytest.mark.parametrize("aboard", [1, 3])
def test_who_reinforced_against_another_invader_lands_what_is_left(aboard: int) -> None:
    """Ann's armies meet Cyd's first; she lands one more for that, the rest once they are dead."""
    there = planet(owner="", surface={"ann": {"AA": 1}})
    done = fought(
        there,
        ox(("AA", aboard)),
        moth(("AA", 1)),
        **cyd_invades(),
        ann=(ground("land 1 AA r1"),),
        faces=dice(r1_cyd="6", r1_ann="6 1"),
    )
    assert mavis(done).surface == {"ann": {"AA": 1 + aboard}}
    assert done.state.ships["ox"].cargo == ()


def test_units_of_who_is_no_empire_of_the_game_do_not_fight() -> None:
    ruins = planet(militia=1, surface={"gone": {"RA": 1}})
    done = fought(ruins, ox(("AA", 1)), faces=dice(r1_ann="1", r1_bea="6"))
    assert mavis(done).owner == "ann"


# --- contact ---


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_second_round_gives_both_a_number_one_round_the_victor_on_the_ground(
    rounds: int,
) -> None:
    more = {"r2_ann": "6", "r2_bea": "1"} if rounds == 2 else {}
    first = "6" if rounds == 2 else "1"
    done = fought(planet(militia=1), ox(("AA", 1)), faces=dice(r1_ann="6", r1_bea=first, **more))
    assert bool(told(done, "minor_contact", "ann")) is (rounds == 2)
    assert told(done, "minor_contact", "bea")
    who = facts(done, "surface_combat")["against"][0]["who"]
    assert who == ("#1" if rounds == 2 else "alien")


def test_a_known_enemy_is_told_by_his_letter() -> None:
    knows = empire(
        "ann", sights={"MAVIS": sight("MAVIS")}, contacts={"bea": Contact("normal", "B")}
    )
    done = fought(
        knows,
        planet(militia=1),
        ox(("AA", 1)),
        faces=dice(r1_ann="6", r1_bea="6", r2_ann="6", r2_bea="1"),
    )
    assert facts(done, "surface_combat")["against"][0]["who"] == "B"
    assert not told(done, "minor_contact", "ann")
