"""A battle on the pages: pictures of its rounds, tables of both sides, volleys summed up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import convert
from msgspec.structs import replace

from pbm.drawing.hex_map import Lattice
from pbm.drawing.hexgrid import from_cube
from pbm.drawing.label_placement import LabelPlacer
from pbm.engine.story import Section
from pbm.games.nova.report.battles.battle_art import scene_picture
from pbm.games.nova.report.battles.battle_ledger import FOE_HEADS, OWN_HEADS, tables
from pbm.games.nova.report.battles.battle_pages import FightPage, fights
from pbm.games.nova.report.battles.battle_scenes import Moved, Scene, Shots, scenes, spoken
from pbm.games.nova.report.battles.fight_facts import fight
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.saying import Names
from pbm.games.nova.report.sentences import CATALOGUE
from pbm.games.nova.rules.space_combat.fire.gunnery import Weapon, hit, shot
from pbm.games.nova.rules.space_combat.fire.striking import blow_up_chance
from pbm.games.nova.state.critical import critical_chart
from pbm.games.nova.view.record import YouView, empty_view
from pbm.pages.book_tables import BRIEF
from pbm.pages.render import print_html
from pbm.pages.report_files import context_of
from tests.core.stories import item_as, section_of
from tests.games.nova.scenes.battle import EXPLORER, MISSILES, fleets, fought, huron, packet, page

SVG = "{http://www.w3.org/2000/svg}"
HURON = Moved("Huron", 0, (0, 0), (2, 0))
VOLLEY: dict[str, Any] = {
    "mode": "BL", "size": 20, "missile": "", "shots": 2, "fc": 3, "ew": 2, "damages": [10, 4],
}  # fmt: skip
FOE = Moved("c1", 1, (6, 0), (6, 0))


def drawn(*moves: Moved, **fields: Any) -> ElementTree.Element:
    return ElementTree.fromstring(str(scene_picture(Scene("Round 1", moves, **fields))))


def words(svg: ElementTree.Element) -> list[str]:
    return [str(one.text) for one in svg.iter(f"{SVG}text")]


def place(svg: ElementTree.Element, text: str) -> tuple[int, int]:
    (found,) = (one for one in svg.iter(f"{SVG}text") if one.text == text)
    return int(str(found.get("x"))), int(str(found.get("y")))


def lines(svg: ElementTree.Element) -> list[str]:
    return [str(one.get("d")) for one in svg.iter(f"{SVG}path")]


def centre(x: int, z: int) -> tuple[int, int]:
    return Lattice().centre(from_cube(x, z))


# --- pictures ---------------------------------------------------------------------------------


def test_a_track_leads_from_where_a_ship_was_to_where_it_is() -> None:
    svg = drawn(HURON, FOE)
    (x1, y1), (x2, y2) = centre(0, 0), centre(2, 0)
    assert f"M{x1} {y1}L{x2} {y2}" in lines(svg)
    assert {"Huron", "c1"} <= set(words(svg))
    assert svg.get("aria-label") == "Round 1. Huron from the center to 3*2. In place: c1."
    assert not [one for one in lines(drawn(FOE)) if "L" in one and "z" not in one.lower()]


def test_tracks_of_aliens_are_broken() -> None:
    svg = drawn(replace(HURON, side=1))
    (track,) = (one for one in svg.iter(f"{SVG}path") if str(one.get("d")).startswith("M")
                and "L" in str(one.get("d")) and "z" not in str(one.get("d")))  # fmt: skip
    assert track.get("stroke-dasharray")


def test_fire_is_a_line_with_the_damage_of_all_who_fire_that_way() -> None:
    fire = [Shots("Huron", "c1", 0, 10), Shots("Bee", "c1", 0, 5), Shots("c1", "Huron", 1, 9)]
    svg = drawn(HURON, replace(HURON, who="Bee"), FOE, fire=fire)
    assert {"15", "Huron 9"} <= set(words(svg))
    assert "Fire and damage: Huron at c1, 10, Bee at c1, 5 and c1 at Huron, 9." in str(
        svg.get("aria-label")
    )
    # Nothing is drawn of what is not on the map.
    assert "15" not in words(drawn(HURON, FOE, fire=[Shots("c9", "Huron", 1, 15)]))


def test_fire_within_a_hex_says_whom_it_hurt() -> None:
    here = [replace(HURON, who=name, side=n) for n, name in enumerate(("Huron", "c1"))]
    fire = [Shots("Huron", "c1", 0, 10), Shots("c1", "Huron", 1, 9)]
    assert "c1 10, Huron 9" in words(drawn(*here, fire=fire))
    three = [replace(HURON, who=name) for name in ("A", "B", "C")]
    shots = [Shots("c1", name, 1, 4) for name in ("A", "B", "C")]
    assert "3 ships 12" in words(drawn(*three, FOE, fire=shots))
    assert not [
        one for one in words(drawn(HURON, FOE, fire=[Shots("c1", "Huron", 1, 0)])) if "0" in one
    ]


def test_all_rounds_of_a_battle_are_drawn_at_one_scale() -> None:
    one = Scene("Round 1", [HURON, FOE])
    other = Scene("Round 2", [replace(HURON, end=(0, 9)), FOE])
    boxes = {
        ElementTree.fromstring(str(scene_picture(scene, [one, other]))).get("viewBox")
        for scene in (one, other)
    }
    assert len(boxes) == 1


def test_rounds_too_far_apart_for_one_picture_are_drawn_each_at_its_place_at_one_scale() -> None:
    def round_at(x: int, apart: int) -> Scene:
        ships = [
            replace(one, start=(x + n, 0), end=(x + n, 0)) for one, n in ((HURON, 0), (FOE, apart))
        ]
        return Scene("Round", ships, fire=[Shots("Huron", "c1", 0, 10)])

    one, other = round_at(0, 9), round_at(60, 4)
    boxes = []
    for scene in (one, other):
        svg = ElementTree.fromstring(str(scene_picture(scene, [one, other])))
        assert {"Huron", "c1", "10"} <= set(words(svg))
        assert "h30l15" in "".join(lines(svg))  # there is room for the hexes
        boxes.append([int(number) for number in str(svg.get("viewBox")).split()])
    assert boxes[0][2:] == boxes[1][2:]
    assert boxes[1][0] > boxes[0][0] + boxes[0][2]


def test_long_names_are_counted_in_a_label_of_damage() -> None:
    here = [replace(HURON, who=name) for name in ("Temperance", "Constance")]
    fire = [Shots("c1", one.who, 1, 9) for one in here]
    assert "Temperance 9, Constance 9" in words(drawn(*here, FOE, fire=fire))
    longer = [replace(one, who=f"{one.who} (PAGAN)") for one in here]
    fire = [Shots("c1", one.who, 1, 9) for one in longer]
    assert "2 ships 18" in words(drawn(*longer, FOE, fire=fire))
    # One alone has no shorter name.
    assert "Temperance (PAGAN) 9" in words(drawn(*longer, FOE, fire=fire[:1]))


def test_ships_far_from_the_fire_are_named_at_the_edge() -> None:
    far = replace(FOE, who="c2", start=(60, 0), end=(60, 0))
    svg = drawn(HURON, FOE, far, fire=[Shots("Huron", "c1", 0, 10)])
    box = [int(number) for number in str(svg.get("viewBox")).split()]
    assert place(svg, "c2")[0] > box[0] + box[2] * 2 // 3
    assert "h30l15" in "".join(lines(svg))


def test_who_is_gone_is_marked() -> None:
    gone = {"c1": "destroyed", "Huron": "jumped"}
    svg = drawn(HURON, FOE, gone=gone)
    assert {"Huron jumped", "c1 lost"} <= set(words(svg))
    assert str(svg.get("aria-label")).endswith("Destroyed: c1. Jumped: Huron.")
    both = [replace(FOE, who=f"c{n}") for n in (1, 2, 3)]
    assert "c3, 2 lost" in words(drawn(*both, gone={"c1": "destroyed", "c2": "destroyed"}))


def test_many_ships_of_a_hex_are_counted_by_side() -> None:
    own = [replace(HURON, who=f"A{n}") for n in range(5)]
    foes = [replace(FOE, who=f"c{n}", end=HURON.end) for n in range(4)]
    svg = drawn(*own, *foes)
    assert "5 own, 4 alien" in words(svg)
    marks = [one for one in svg.iter(f"{SVG}g") if "scale" in str(one.get("transform"))]
    assert len(marks) == 6  # three of each
    named = drawn(*own, *foes, sides=("VIRUS", "MINKY"))
    assert "5 VIRUS, 4 MINKY" in words(named)


@pytest.mark.parametrize(("far", "shown"), [(8, True), (9, False)])
def test_the_center_is_shown_while_it_is_near_else_pointed_to(far: int, shown: bool) -> None:
    svg = drawn(replace(FOE, start=(far, 0), end=(far + 4, 0)))
    assert ("center" not in words(svg)) is shown
    if not shown:  # in the direction it lies
        assert place(svg, "center")[0] < place(svg, "c1")[0]


def test_a_wide_battle_has_dots_for_hexes() -> None:
    near, far = drawn(HURON, FOE), drawn(HURON, replace(FOE, start=(50, 0), end=(50, 0)))
    assert "h30l15" in "".join(lines(near))
    assert "h30l15" not in "".join(lines(far))


def test_a_view_ahead_draws_vectors() -> None:
    ship = replace(HURON, start=(2, 0), vector=(0, 3))
    svg = drawn(ship, FOE, ahead=True)
    (x1, y1), (x2, y2) = centre(2, 0), centre(2, 3)
    assert f"M{x1} {y1}L{x2} {y2}" in lines(svg)
    assert svg.get("aria-label") == ("Round 1. Huron at 3*2, vector 4*3. c1 at 3*6, vector 0.")


def test_words_do_not_hide_one_another() -> None:
    labels = LabelPlacer((0, 0, 1000, 1000), 20)
    labels.take((500, 500), 10)
    found = [ElementTree.fromstring(f"<g>{labels.beside('Huron', (500, 500), 0)}</g>")
             for _ in range(3)]  # fmt: skip
    heights = [str(one.findall("text")[0].get("y")) for one in found]
    assert len(set(heights)) == 3
    # A line leads to the mark from words that stand far from it, and from no others.
    assert not ElementTree.fromstring(
        f"<g>{labels.put('Near', (300, 300), [(330, 300)])}</g>"
    ).findall("path")
    far = ElementTree.fromstring(f"<g>{labels.put('Far', (300, 300), [(300, 400)])}</g>")
    assert [one.get("d") for one in far.findall("path")] == ["M300 300L300 384"]
    # Where there is no room at all they stand in their first place.
    full = LabelPlacer((0, 0, 1000, 1000), 20)
    full.take((500, 500), 2000)
    first = ElementTree.fromstring(f"<g>{full.put('Huron', (500, 500), [(500, 530), (9, 9)])}</g>")
    assert first.findall("text")[0].get("y") == "530"


def test_a_picture_of_nothing_stands_too() -> None:
    assert drawn().get("aria-label") == "Round 1."


# --- scenes -----------------------------------------------------------------------------------


def test_scenes_are_of_rounds_of_which_moves_are_told() -> None:
    own, foe = {"own": "Huron"}, {"foe": 1}
    moved = {"round": 1, "ships": [[own, 0, 0, 2, 0, 2, 0, 2], [foe, 6, 0, 6, 0, 0, 0, 0]]}
    shot = {**VOLLEY, "round": 1, "by": own, "to": foe, "damages": [10, 0]}
    told: list[tuple[str, dict[str, Any]]] = [
        ("fight_placed", {"round": 0, "all": []}),
        ("fight_moved", moved),
        ("fight_volley", shot),
        ("fight_volley", {**shot, "damages": [5]}),
        ("fight_destroyed", {"round": 1, "to": foe, "cause": "damage"}),
        ("fight_picked_up", {"round": 1, "by": own, "to": {"own": "Hive"}}),
        ("fight_ended", {"round": 2, "why": "alone"}),
    ]
    (scene,) = scenes(fight(kind, facts, "e") for kind, facts in told)
    assert scene.title == "Round 1"
    assert [(one.who, one.side, one.start, one.end) for one in scene.moves] == [
        ("Huron", 0, (0, 0), (2, 0)), ("c1", 1, (6, 0), (6, 0)),
    ]  # fmt: skip
    assert scene.fire == [Shots("Huron", "c1", 0, 15, ("e", "e"))]
    assert scene.gone == {"c1": "destroyed", "Huron": "aboard"}
    assert spoken(replace(scene, moves=(), fire=(), gone={})) == "Round 1."


# --- tables -----------------------------------------------------------------------------------


def rows(*told: tuple[str, dict[str, Any]]) -> dict[str, list[dict[str, str]]]:
    found = tables(fight(f"fight_{kind}", {"round": 2, **facts}) for kind, facts in told)
    return {
        one.title: [dict(zip(one.heads, row, strict=True)) for row in one.rows] for one in found
    }


def test_own_ships_stand_with_what_they_lost() -> None:
    own = {"own": "Huron"}
    struck = {"shields": [9, 0], "armour": [1, 4], "structure": [0, 2]}
    found = rows(
        ("placed", {"all": [{"by": own, "away": False}, {"by": {"own": "Tug"}, "away": True}]}),
        ("volley", {**VOLLEY, "by": {"foe": 1}, "to": own, "struck": struck}),
        ("critical", {"to": own, "parts": ["BL1", "IE1", "", "BL1"],
                      "effects": ["destroyed", "reduced", "nothing", "again"],
                      "faces": [1, 2, 3, 4], "dead": [], "shields": 0}),
        ("shields", {"all": [{"to": own, "recovered": 6, "shields": 15, "full": 24}]}),
    )["Your ships"]  # fmt: skip
    assert found[0] == dict(zip(
        OWN_HEADS, ["Huron", "15 of 24", "5", "2", "BL1 and 1 level of IE1", "in play"],
        strict=True))  # fmt: skip
    assert found[1]["Outcome"] == "away"
    assert found[1]["Shields"] == "–"


def test_fates_and_full_shields() -> None:
    ant, bee = {"own": "Ant"}, {"own": "Bee"}
    found = rows(
        ("shields", {"all": [{"to": ant, "recovered": 6, "shields": 24, "full": 24}]}),
        ("destroyed", {"to": bee, "cause": "damage"}),
        ("picked_up", {"by": ant, "to": {"own": "Hive"}}),
        ("launched", {"by": ant, "to": {"own": "Hive"}}),
        ("jumped", {"by": {"own": "Cow"}}),
    )["Your ships"]
    assert [(one["Ship"], one["Shields"], one["Outcome"]) for one in found] == [
        ("Ant", "full", "in play"),
        ("Bee", "–", "destroyed, round 2"),
        ("Cow", "full", "jumped, round 2"),
    ]


def test_aliens_stand_with_what_was_learned_of_them() -> None:
    one, two = {"foe": 10}, {"foe": 2}
    probed = {"size": "FG", "shields": 12, "ew": 1, "ss": 20, "dg": 0, "sn": True, "new": True}
    alien = {key: value for key, value in VOLLEY.items() if key not in ("size", "ew")}
    found = rows(
        ("moved", {"ships": [[two, 0, 0, 1, 0, 1, 0, 1], [one, 0, 0, 0, 0, 0, 0, 0]]}),
        ("moved", {"ships": [[two, 1, 0, 4, 0, 3, 0, 2]]}),
        ("probed", {"all": [{"to": two, **probed}]}),
        ("volley", {**VOLLEY, "by": {"own": "Huron"}, "to": two}),
        ("volley", {**alien, "mode": "ML", "by": two, "to": {"own": "Huron"}, "shots": 1}),
        ("blow_up", {"to": two, "face": 80, "blown": False}),
        ("volley", {**VOLLEY, "by": {}, "to": {"own": "Huron"}}),
    )["Alien ships, as you know them"]
    assert [row["Counter"] for row in found] == ["c2", "c10"]
    assert found[0] == dict(zip(
        FOE_HEADS, ["c2", "FG", "12", "2", "3", "20", "0", "2", "1 ML", "14", "structure hit"],
        strict=True))  # fmt: skip
    assert found[1] == dict(zip(
        FOE_HEADS, ["c10", "?", "?", "?", "?", "?", "?", "?", "?", "–", "–"],
        strict=True))  # fmt: skip


# --- the whole --------------------------------------------------------------------------------


def test_the_report_of_the_huron_has_pictures_tables_and_sentences() -> None:
    made = packet(fought(huron()), "ann")
    found = fights(story_of(made))
    assert [one is None for one in found] == [True, False]
    battle = found[1]
    assert battle is not None
    assert [one.round for one in battle.pictures] == [number for number, _ in battle.rounds[1:]]
    assert not battle.whole
    assert not battle.left_out
    text = page(made)
    for part in ("The battle at SHOOT", "<h4>Round 1</h4>", "Alien ships, as you know them",
                 "Huron fires 1 BL 20 at c2", "Dark marks are yours"):  # fmt: skip
        assert part in text, part
    assert "<h4></h4>" not in text


def test_the_book_shows_a_battle_once_with_all_names() -> None:
    made = packet(fought(huron()), "")
    text = page(made, "book")
    battles = text.partition(">Battles</h2>")[2].partition(">All events</h2>")[0]
    assert battles.count("<h3>The battle at SHOOT</h3>") == 1
    for part in ("Ships of MINKY", "Ships of VIRUS", "Dark marks are of "):
        assert part in battles, part
    assert "As bea reads it." not in text
    assert re.search(r"<strong>\w+ (won|lost|did not win): \d+ of \d+ ships? destroyed", battles)
    assert [one.whole for one in fights(story_of(made)) if one] == [True, False]


def test_the_printed_book_of_a_battle_alone_has_no_head_of_other_events() -> None:
    made = packet(fought(huron()), "")
    said = {**context_of(made, ""), "parts_shown": BRIEF}
    assert "All events" in print_html("nova/book.html", said)
    kept = [n for n, one in enumerate(fights(story_of(made))) if one]
    said["story"] = [said["story"][n] for n in kept]
    said["art"]["fights"] = [said["art"]["fights"][n] for n in kept]
    assert "All events" not in print_html("nova/book.html", said)


@pytest.mark.parametrize(("ships", "rows_of"), [(2, None), (6, "ship"), (16, "side")])
def test_volleys_of_a_round_are_summed_up_where_they_are_many(
    ships: int, rows_of: str | None
) -> None:
    made = packet(fought(fleets(ships)), "")
    battle = next(one for one in fights(story_of(made)) if one)
    parts = battle.rounds[1][1]
    summed = [part.rows for part in parts if part.rows]
    volleys = [item["facts"] for section in made["story"] for item in section["items"]
               if item["kind"] == "fight_volley" and "whole" in item["facts"]
               and item["facts"]["round"] == 1]  # fmt: skip
    if rows_of is None:
        assert summed == []
        assert sum("fires" in part.text for part in parts) == len(volleys)
        return
    (table,) = summed
    assert sum(int(row[-1]) for row in table) == sum(sum(one["damages"]) for one in volleys)
    assert sum(int(row[-3]) for row in table) == sum(one["shots"] for one in volleys)
    assert sum(int(row[-2]) for row in table) == sum(
        bool(hurt) for one in volleys for hurt in one["damages"]
    )
    assert any(" and " in row[0] for row in table) is (rows_of == "side")


def story_of(made: dict[str, Any]) -> list[Section[Item]]:
    return convert(made["story"], list[Section[Item]])


def item(kind: str, round: int, **facts: Any) -> Item:
    text = f"{kind} {round}."
    return item_as(Item, "ev1", kind=f"fight_{kind}", text=text, facts={"round": round, **facts})


def of_items(*items: Item) -> FightPage:
    (found,) = fights([section_of("The battle", *items)])
    assert found is not None
    return found


MOVE = {"ships": [[{"own": "Huron"}, 0, 0, 2, 0, 2, 0, 2]]}


@pytest.mark.parametrize(
    ("rounds", "busy", "shown"),
    [
        (24, (), list(range(1, 25))),
        (30, (2, 29), [2, 29]),
        (30, (), [*range(1, 13), *range(19, 31)]),
    ],
)
def test_of_a_long_battle_the_rounds_of_fire_are_drawn(
    rounds: int, busy: tuple[int, ...], shown: list[int]
) -> None:
    made = [item("moved", number, **MOVE) for number in range(1, rounds + 1)]
    made += [item("jumped", number, by={"own": "Huron"}) for number in busy]
    battle = of_items(*sorted(made, key=lambda one: int(one.facts["round"])))
    assert [one.title for one in battle.pictures] == [f"Round {one}" for one in shown]
    assert battle.left_out == rounds - len(shown)
    assert len(battle.rounds) == rounds


def test_a_battle_without_moves_has_no_pictures() -> None:
    battle = of_items(
        item_as(Item, "ev0", kind="battle", text="Battle."), item("ended", 1, why="alone")
    )
    assert (battle.pictures, battle.sides) == ([], ())
    assert [one.text for one in battle.lead] == ["Battle."]


@pytest.mark.parametrize(("number", "parts"), [(3, 3), (4, 1)])
def test_many_like_sentences_stand_in_one_paragraph(number: int, parts: int) -> None:
    battle = of_items(*[item("jumped", 1, by={"own": f"A{one}"}) for one in range(number)])
    assert len(battle.rounds[0][1]) == parts


def test_volleys_of_a_round_stand_in_one_table_whatever_is_between_them() -> None:
    one_shot = {"by": {"own": "A"}, "to": {"foe": 1}, "mode": "BL", "size": 20, "missile": "",
             "shots": 1, "distance": 3, "damages": [4], "fc": 0}  # fmt: skip
    volleys = [item("volley", 1, **{**one_shot, "distance": one}) for one in range(9)]
    battle = of_items(*volleys[:4], item("destroyed", 1, to={"foe": 2}), *volleys[4:])
    parts = battle.rounds[0][1]
    assert [part.text for part in parts] == ["", "destroyed 1."]
    assert parts[0].rows == [["A", "c1", "BL 20", "0-8", "9", "9", "36"]]


def test_many_volleys_are_summed_by_side_own_and_alien() -> None:
    missile = {"mode": "ML", "shots": 1, "distance": 3, "damages": [0], "fc": 0}
    own = [item("volley", 1, by={"own": f"A{one}"}, to={"foe": 1}, **missile) for one in range(13)]
    foe = [item("volley", 1, by={"foe": one}, to={"own": "A1"}, **missile) for one in range(12)]
    unseen = [item("volley", 1, by={}, to={"own": "A1"}, **missile)]
    rows_ = of_items(*own, *foe, *unseen).rounds[0][1][0].rows
    assert [row[0] for row in rows_] == [
        "A0, A1, A2, A3, A4 and 8 more", "c0, c1, c2, c3, c4 and 8 more",
    ]  # fmt: skip


# --- the players' guide -----------------------------------------------------------------------

GUIDE = (Path(__file__).parents[5] / "docs" / "players" / "nova.md").read_text(encoding="utf-8")


def fired(by: str, hexes: int, die: int, loss: int = 0, second: int = 0) -> str:
    """The sentence of one shot between the Huron and an alien, by the rules' own sums."""
    if by == "Huron":
        gun = Weapon("BL1", "BL", 20)
        one = shot(gun, hexes, 3, 0)
        did = hit(one, die)
        assert did is not None
        told = {"by": {"own": by}, "to": {"foe": 1}, "mode": "BL", "size": 20, "left": one.size,
                "dropoff": one.dropoff, "shift": one.shift, "letters": [did.letter],
                "faces": [[die]]}  # fmt: skip
    else:
        one = shot(Weapon("ML1", "ML", 12), hexes, 0, 2, missile=MISSILES["One"])
        assert one.percent == 76
        did = hit(one, die, second)
        assert did is not None
        told = {"by": {"foe": int(by)}, "to": {"own": "Huron"}, "mode": "ML", "dropoff": 0,
                "letters": [""], "faces": [[die], [second]],
                "struck": {"shields": [loss], "armour": [0], "structure": [0]}}  # fmt: skip
    facts = {**told, "shots": 1, "distance": hexes, "echoes": 0, "bears": True, "missile": "",
             "layers": [""], "damages": [did.damage]}  # fmt: skip
    return said("volley", facts, [list(term) for term in one.terms])


def said(kind: str, facts: dict[str, Any], terms: list[Any] | None = None) -> str:
    shown = {"id": "e", "kind": f"fight_{kind}", "facts": facts, "terms": terms or [], "rule": ""}
    return CATALOGUE.sentence(shown, Names(empty_view(1, YouView(player="ann", name=""))))


def test_the_guide_shows_the_books_example_as_it_is_told() -> None:
    probe = {"new": True, "size": "FG", "shields": 12, "ew": 0, "sn": True, "dg": 0, "ss": 0}
    lewis = {"own": "Lewis"}
    expected = [
        said("probed", {"all": [{"to": {"foe": one}, **probe} for one in (1, 2)]}),
        fired("1", 2, 41, 6, 3),
        fired("2", 9, 12, 3, 1),
        fired("Huron", 2, 2),
        said("shields", {"all": [{"to": {"own": "Huron"}, "recovered": 6, "shields": 21,
                                  "full": 24}]}),
        fired("1", 1, 33, 9, 5),
        fired("2", 8, 70, 12, 6),
        fired("Huron", 1, 7),
        said("blow_up", {"to": {"foe": 1}, "face": 88, "blown": False}),
        said("blow_up", {"to": lewis, "face": 88, "blown": False, "chance": blow_up_chance(4, 30)}),
        said("critical", {"to": lewis, "faces": [203], "effects": ["destroyed"], "dead": [],
                          "parts": [critical_chart(EXPLORER).struck(203)], "shields": 0}),
    ]  # fmt: skip
    blocks = re.findall(r"^```report\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    assert "".join(blocks).splitlines() == expected


@pytest.mark.parametrize(("ships", "rows_"), [(12, 12), (13, 2)])
def test_like_ships_of_a_long_table_share_a_row(ships: int, rows_: int) -> None:
    own = [{"by": {"own": f"A{one}"}, "away": one == 0} for one in range(ships)]
    (table,) = tables([fight("fight_placed", {"round": 0, "all": own})])
    assert len(table.rows) == rows_
    if rows_ == 2:
        assert table.rows[1][0] == ", ".join(f"A{one}" for one in range(1, ships))


@pytest.mark.parametrize(("ships", "more"), [(12, ""), (14, "; and so on for 2 more")])
def test_of_many_ships_told_apart_only_the_first_are_told(ships: int, more: str) -> None:
    own = [{"to": {"own": f"A{one}"}, "recovered": 6, "shields": one, "full": 24}
           for one in range(ships)]  # fmt: skip
    text = said("shields", {"all": own})
    assert text.endswith(f"A11 +6 to 11 of 24{more}.")


@pytest.mark.parametrize(
    ("kinds", "last"),
    [(("battle", "ended"), 0), (("battle",), 3), ((), 0), (("ended",), 0)],
)
def test_a_report_that_ends_early_says_so(kinds: tuple[str, ...], last: int) -> None:
    items = [item("jumped", 3, by={"own": "Huron"})]
    items += [item("ended", 4, why="alone")] if "ended" in kinds else []
    items += [item_as(Item, "ev0", kind="battle", text="Battle.")] if "battle" in kinds else []
    assert of_items(*items).last == last


def test_the_page_says_where_a_report_ends() -> None:
    made = packet(fought(huron()), "ann")
    assert "you know nothing" not in page(made)
    section = made["story"][1]
    section["items"] = [one for one in section["items"] if one["kind"] != "fight_ended"]
    assert "You know nothing of what came after round 8." in page(made)
