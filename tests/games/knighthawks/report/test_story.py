from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.events import PUBLIC, Event, OrderRef
from pbm.engine.story import OrderLine
from pbm.engine.types import StorySection
from pbm.games.knighthawks.report.sentences import CATALOGUE, chance_sum
from pbm.games.knighthawks.report.story import phase_title, summary, tell
from pbm.games.knighthawks.state.state import DESTROYED, State
from pbm.games.knighthawks.view.labels import Labels, supply_name, weapon_name
from pbm.games.knighthawks.view.view import build_view
from pbm.kit.english import count
from tests.games.knighthawks import worlds

OPTIONS = worlds.options()


def told(player: str, *wanted: str, state: State | None = None) -> tuple[StorySection, ...]:
    state = state or worlds.battle()
    events = [
        event for event in worlds.events(state, OPTIONS) if not wanted or event.kind in wanted
    ]
    return tell(events, build_view(state, player, worlds.SEATS, OPTIONS), player)


def texts(player: str, *wanted: str) -> list[str]:
    return [item.text for section in told(player, *wanted) for item in section.items]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("missed_turn", "Cy sent no sheet; those ships act without orders."),
        (
            "moved",
            (
                "Dread (A1) flies from 1010 to 1412, speed 4 after 3, and faces 4, "
                "to close on your Scimitar (B1): 3 R 1."
            ),
        ),
        ("rotated", "Dread (A1) rotates from facing 12 to facing 4."),
        ("stayed", "Jolly Жук (C1) stays where it is."),
        (
            "orbit_entered",
            "Anvil (B3) enters orbit of Morrow (P1), clockwise, from 1810 to 1910, facing 2.",
        ),
        (
            "orbited",
            (
                "Anvil (B3) goes on in its orbit of Morrow (P1), clockwise, from 1810 to 1910, "
                "facing 2."
            ),
        ),
        ("orbit_left", "Anvil (B3) leaves its orbit of Morrow (P1)."),
        ("left_map", "Jolly Жук (C1) leaves the map from 2215 and is lost."),
        ("collided", "Jolly Жук (C1) finds no way past Eve (P2) and stops at speed 0 in 2617."),
        ("screen_raised", "Your Zz'Nakk (B2) raises a masking screen in 1712."),
        ("screen_fell", "Your Zz'Nakk (B2) loses its masking screen: it fired a laser."),
        ("screen_dropped", "Your Zz'Nakk (B2) drops its masking screen."),
        ("icm", "Your Zz'Nakk (B2) fires 2 ICMs at the torpedo of Dread (A1)."),
        (
            "evaded",
            (
                "Your Scimitar (B1) takes evasive maneuvers (MR 4): "
                "its next move must make as many turns."
            ),
        ),
        ("ship_destroyed", "Doom (A2) is destroyed by your Scimitar (B1)."),
        (
            "not_done",
            'Your Zz\'Nakk (B2) did not carry out "attack T at A1": range 6, torpedo range 4.',
        ),
        (
            "not_needed",
            ('Your Zz\'Nakk (B2) did not need "move else stay": an earlier line was carried out.'),
        ),
        ("placed", "Jolly Жук (C1) begins in 2215, facing 6, speed 3."),
        (
            "order_of_sides",
            (
                "Dice decide who moves first (Sathar 4, Spacefleet 9): "
                "Spacefleet, Sathar then Pirates."
            ),
        ),
        ("something_new", "Dread (A1): something new (deed waves)."),
        ("game_over", "The game is over. Spacefleet wins: A1 is destroyed."),
    ],
)
def test_each_kind_has_a_plain_sentence(kind: str, expected: str) -> None:
    assert texts("bea", kind) == [expected]


def test_every_kind_of_event_occurs_in_the_battle() -> None:
    happened = {event.kind for event in worlds.events(worlds.battle(), OPTIONS)}
    assert happened - {"something_new"} == set(CATALOGUE.kinds)


def test_attacks_tell_every_term_and_die() -> None:
    assert texts("bea", "attack") == [
        (
            "Your Scimitar (B1) fires its laser battery at Dread (A1) in 1312: "
            "70 (reflective hull) − 20 (range 4 × 5) = 50, rolled 88: miss."
        ),
        (
            "Dread (A1) fires its laser cannon at your Zz'Nakk (B2): 60 (reflective hull) "
            "+ 10 (head-on) − 15 (range 3 × 5) = 55, rolled 41: hit, 4 + 9 = 13 damage, "
            "27 hull points left."
        ),
        (
            "Dread (A1) fires its torpedo at Doom (A2): it is already destroyed, "
            "and the shot is wasted."
        ),
    ]


def attack(**facts: Any) -> str:
    """The second attack of the battle with some facts changed, as Bea reads it."""
    event = [e for e in worlds.events(worlds.battle(), OPTIONS) if e.kind == "attack"][1]
    terms = facts.pop("terms", event.terms)
    rolls = facts.pop("rolls", event.rolls)
    event = replace(event, facts={**event.facts, **facts}, terms=terms, rolls=rolls)
    view = build_view(worlds.battle(), "bea", worlds.SEATS, OPTIONS)
    return tell([event], view, "bea")[0].items[0].text


def test_damage_that_a_screen_halves() -> None:
    text = attack(damage=7, halved=True, hull_left=33)
    assert text.endswith("hit, 4 + 9 = 13, halved to 7 damage, 33 hull points left.")


def test_damage_with_an_addition_to_the_dice() -> None:
    event = [e for e in worlds.events(worlds.battle(), OPTIONS) if e.kind == "attack"][1]
    terms = (*event.terms[:3], ("damage", 17), ("2d10", 13), ("+4", 4))
    text = attack(damage=17, hull_left=1, terms=terms)
    assert text.endswith("hit, 4 + 9 + 4 = 17 damage, 1 hull point left.")


def test_damage_without_what_a_ruling_struck_out() -> None:
    event = [e for e in worlds.events(worlds.battle(), OPTIONS) if e.kind == "attack"][1]
    chance = (("head-on struck out, it fled", 0), *event.terms[:3])
    terms = (*chance, ("damage", 13), ("2d10", 13), ("+4 struck out, a dud", 0))
    text = attack(damage=13, hull_left=5, terms=terms)
    assert text.endswith("hit, 4 + 9 rolled, +4 struck out, a dud: 13 damage, 5 hull points left.")


def test_automatic_results_say_so() -> None:
    assert "rolled 3: hit (always a hit)" in attack(rolled=3, automatic="hit")
    assert "rolled 97: miss (always a miss)." in attack(rolled=97, hit=False, automatic="miss")


def test_a_hit_without_dice_to_show_gives_the_number_alone() -> None:
    assert "hit, 13 damage, no hull points left." in attack(hull_left=0, rolls=())


def test_a_chance_without_terms() -> None:
    assert chance_sum([], 60) == "chance 60"
    assert chance_sum([["torpedo at masking screen", 50]], 50) == "50 (masking screen)"
    icms = [["torpedo at reflective hull", 70], ["3 ICMs x 10", -30]]
    assert chance_sum(icms, 40) == "70 (reflective hull) − 30 (3 ICMs × 10) = 40"


def one(kind: str, **facts: Any) -> str:
    event = Event("e", kind, "1.move", "KH 3", PUBLIC, facts)
    view = build_view(worlds.battle(), "bea", worlds.SEATS, OPTIONS)
    return tell([event], view, "bea")[0].items[0].text


def move(**facts: Any) -> str:
    values = {
        "ship": "idbeab1",
        "path": ["1712"],
        "from": "1812",
        "to": "1712",
        "facing": 10,
        "speed_before": 1,
        "speed": 1,
        "turns": 0,
        "plot": "",
        "way": "as plotted",
    }
    return one("moved", **{**values, **facts})


def test_moves_in_other_words() -> None:
    assert move().endswith(" to 1712, speed 1 as before, and faces 10, as plotted.")
    assert move(path=[], way="") == "Your Scimitar (B1) stays in 1712, facing 10."
    assert "into the hex of Dread (A1)" in move(way="ram", of="idanna1")
    assert "towards the hex it was ordered to" in move(way="towards", of="")
    stopped = one("stayed", ship="idbeab1", speed_before=3)
    assert stopped == "Your Scimitar (B1) stays where it is, after speed 3."


def test_a_collision_that_destroys() -> None:
    text = one("collided", ship="idbeab1", planet="planet2", at="2617", destroyed=True)
    assert text == "Your Scimitar (B1) finds no way past Eve (P2) and is destroyed in 2617."


def test_placing_in_orbit() -> None:
    expected = "Your Scimitar (B1) begins in 1910, in orbit of Morrow (P1), facing 2."
    assert one("placed", ship="idbeab1", at="1910", facing=2, speed=0, orbit="planet1") == expected


def test_a_fact_that_is_missing_gives_a_plain_sentence() -> None:
    assert one("moved", ship="idbeab1", to="1712") == "Your Scimitar (B1): moved (to 1712)."
    assert one("strange") == "Strange."
    assert one("ship_destroyed", ship="nobody", by="") == "A ship is destroyed."


def test_small_turns_of_phrase() -> None:
    assert one("screen_fell", ship="idbeab1") == "Your Scimitar (B1) loses its masking screen."
    assert one("icm", ship="idbeab1", number=1) == "Your Scimitar (B1) fires 1 ICM at the attack."
    assert one("ruling", text="set B1.hull = 3") == "The game master ruled: set B1.hull = 3."
    assert one("missed_turn", player="bea").startswith("Your sheet did not arrive")
    assert weapon_name("laser_battery", "LB2") == "laser battery LB2"
    assert supply_name("odd_thing", 2) == "2 odd things"
    assert count(1, "hex", "hexes") == "1 hex"
    labels = Labels(build_view(worlds.battle(), "bea", worlds.SEATS, OPTIONS))
    assert labels.planet("nowhere") == "a planet"
    assert labels.side("Z") == "Z"
    assert labels.player("zoe") == "zoe"
    assert CATALOGUE.sentence({"kind": "odd", "facts": {"ship": ""}}, labels) == "Odd."


def test_what_only_others_know_is_not_told() -> None:
    kinds = {item.kind for section in told("bea") for item in section.items}
    assert "supply_used" not in kinds
    assert "move_changed" not in kinds
    kinds = {item.kind for section in told("ann") for item in section.items}
    assert {"supply_used", "move_changed"} <= kinds
    assert "not_done" not in kinds
    assert texts("ann", "supply_used") == ["Your Dread (A1) uses 1 torpedo; 1 left."]
    assert texts("ann", "move_changed") == [
        'Your Doom (A2) could not move as written ("plot 9"): ADF is 4. Done instead: straight on.'
    ]


def test_items_carry_what_pages_and_tools_need() -> None:
    (section,) = told("ann", "moved")
    (item,) = section.items
    assert section.title == "Sathar moves"
    assert item.order == OrderLine(line=4, text="move close on B1")
    assert item.ships == ["idanna1", "idbeab1"]
    assert item.own
    assert not item.important
    (item,) = told("bea", "moved")[0].items
    assert not item.order
    hit = told("bea", "attack")[-1].items[0]
    assert hit.important
    assert tuple(hit.terms[0]) == ("laser cannon at reflective hull", 60)
    assert [roll.faces for roll in hit.rolls] == [[41], [4, 9]]


def test_own_hits_and_changed_moves_are_important_and_failed_shots_are_not() -> None:
    (changed,) = told("ann", "move_changed")[0].items
    (failed,) = told("bea", "not_done")[0].items
    missed = told("bea", "attack")[0].items[0]
    assert changed.important
    assert not failed.important
    assert not missed.important
    assert not told("cy", "attack")[-1].items[0].important


def test_titles_of_phases() -> None:
    view = build_view(worlds.battle(), "bea", worlds.SEATS, OPTIONS)
    assert phase_title("setup", view) == "Set-up"
    assert phase_title("2.defence", view) == "Defensive fire at Spacefleet"
    assert phase_title("3.attack", view) == "Pirates fires"
    assert phase_title("1.combat", view) == "Sathar and its enemies fire together"
    assert phase_title("odd", view) == "odd"


# --- summary --------------------------------------------------------------------------------


def lines(player: str, events: list[Event], state: State | None = None) -> tuple[str, ...]:
    state = state or worlds.battle()
    return summary(events, build_view(state, player, worlds.SEATS, OPTIONS), player, (), ())


def of_kinds(*kinds: str) -> list[Event]:
    return [e for e in worlds.events(worlds.battle(), OPTIONS) if e.kind in kinds]


def test_the_first_lines_of_the_player_who_was_hit() -> None:
    assert lines("bea", of_kinds("attack", "ship_destroyed", "not_done")) == (
        "Sathar lost Doom (A2).",
        "Hits on your ships: Zz'Nakk (B2) 1 hit for 13 (40 of 40 hull points left).",
        "Your shot missed.",
        "Line 9 of your sheet was not carried out as written; the reasons are below.",
        "Turn 3 of 16 is next.",
    )


def test_the_first_lines_of_the_player_who_hit() -> None:
    assert lines("ann", of_kinds("attack", "ship_destroyed", "move_changed")) == (
        "You lost Doom (A2).",
        "All shots at your ships missed.",
        "Your shot hit Zz'Nakk (B2) for 13.",
        "Line 7 of your sheet was not carried out as written; the reasons are below.",
        "Turn 3 of 16 is next.",
    )


def test_after_a_half_turn_the_rest_of_the_turn_is_next() -> None:
    view = build_view(worlds.battle(), "bea", worlds.SEATS, OPTIONS)
    two = replace(view, sides=view.sides[:2])
    moved = of_kinds("moved")
    for due, sides, line in (
        ("3", view, "Turn 3 of 16 is next."),
        ("3.2", view, "Part 2 of turn 3 of 16 is next."),
        ("3.2", two, "The second half of turn 3 of 16 is next."),
    ):
        assert summary(moved, sides, "bea", (due,), ())[-1] == line


def test_a_player_whose_sheet_is_missing_reads_it_first() -> None:
    assert lines("cy", of_kinds("missed_turn"))[0].startswith("Your sheet did not arrive")
    assert len(lines("bea", of_kinds("missed_turn"))) == 1


def test_several_ships_lines_and_shots() -> None:
    shot = of_kinds("attack")[0]
    failed = of_kinds("not_done")[0]
    again = replace(failed, order=OrderRef("bea", "3", 11, "x"))
    assert "Both of your shots missed." in lines("bea", [shot, shot])
    hit = of_kinds("attack")[1]
    missed = replace(hit, facts={**hit.facts, "hit": False})
    assert "2 of your 3 shots hit: Zz'Nakk (B2) for 26." in lines("ann", [hit, missed, hit])
    assert any(
        line.startswith("Lines 9 and 11 of your sheet were not")
        for line in lines("bea", [failed, again])
    )
    gone = of_kinds("ship_destroyed", "left_map", "collided")
    assert lines("bea", gone)[:2] == ("Pirates lost Jolly Жук (C1).", "Sathar lost Doom (A2).")
    assert lines("ann", gone)[:2] == ("You lost Doom (A2).", "Pirates lost Jolly Жук (C1).")


def test_a_hit_on_a_ship_that_is_gone_gives_no_hull() -> None:
    state = worlds.battle()
    dead = replace(state.ship("idbeab2"), status=DESTROYED)
    found = lines("bea", of_kinds("attack"), state.with_ships([dead]))
    assert "Hits on your ships: Zz'Nakk (B2) 1 hit for 13." in found


def test_the_end_and_the_beginning() -> None:
    over = replace(worlds.battle(), result="Spacefleet wins: A1 is destroyed", winner="B")
    assert lines("bea", of_kinds("game_over"), over) == (
        "The game is over. Spacefleet wins: A1 is destroyed.",
    )
    assert lines("bea", [], worlds.before_set_up()) == (
        "The campaign begins: place Scimitar (B1) and Zz'Nakk (B2) with your set-up sheet.",
    )
    fixed = replace(worlds.before_set_up(), placements={})
    assert lines("bea", [], fixed) == ("The campaign begins. The scenario places your ships.",)
    endless = replace(worlds.battle(), last_turn=0, turn=1)
    assert lines("bea", [], endless) == ("The campaign begins with turn 1.",)
