from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbm.engine.events import PUBLIC, Event
from pbm.games.deltavee.game import RULESET
from pbm.games.deltavee.report.art import art
from pbm.games.deltavee.report.forces import forces
from pbm.games.deltavee.report.hexmap import hexmap
from pbm.games.deltavee.report.log import logs, record
from pbm.games.deltavee.report.logsheet import LogSheet, MissileSection, log_sheet
from pbm.games.deltavee.report.map_counters import Piece, glyph
from pbm.games.deltavee.report.story import summary, tell
from pbm.games.deltavee.state.outfit import pod
from pbm.games.deltavee.state.specials import LOG, MISSILES_AT_START
from pbm.games.deltavee.state.state import Dock, Special, State
from pbm.games.deltavee.state.units import ABOARD, DESTROYED, PREPARED, Unit
from pbm.games.deltavee.view.labels import Labels
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from tests.core.stories import section_of
from tests.games.deltavee.builders import planet, ship, shot, state
from tests.games.deltavee.scenes import NAMES, SEATS, opening, options, started

SVG = "{http://www.w3.org/2000/svg}"
OPTIONS = options()


def flute(**fields: Any) -> Unit:
    """The ship of the book's example: all pods of armor class 2."""
    kinds = ("heavy weapon", "energy", "battlecraft", "standard jump")
    pods = tuple(
        pod(kind, box, "flute", OPTIONS, armor=2, holds="1a1" if kind == "battlecraft" else "")
        for box, kind in enumerate(kinds, 1)
    )
    return ship(1, "A", "flute", "A0909", 3, 2, pods=pods, **fields)


def craft(**fields: Any) -> Unit:
    return ship(1, "A1", "terwillicker_5000", "A0909", 3, 0,
                **{"mother": "1a", "pod": 3, "status": ABOARD, **fields})  # fmt: skip


def viewed(*units: Unit, player: str = "ann", **fields: Any) -> View:
    special = (Special(LOG, ("1a",), 1),)
    table = state(*units, ship(2, "A", "dagger", "A1209", 9, 2), special=special, **fields)
    return build_view(table, player, SEATS, OPTIONS)


def sheet(*units: Unit) -> LogSheet:
    view = viewed(*units)
    return log_sheet(view.units[0], view.units)


def section(of: LogSheet, type: str) -> MissileSection:
    return next(one for one in of.missiles if one.type == type)


# --- the example of rule 10 -----------------------------------------------------------------


def test_the_log_of_the_flute_is_filled_in_as_in_the_book() -> None:
    log = sheet(flute(), craft())
    assert (log.type, [part.box for part in log.pods]) == (1, [1, 2, 3, 4])
    assert log.void_pods == (5,)
    assert [(part.name, part.armor, part.field_class) for part in log.hull] == [
        ("bridge", 2, 0),
        ("engine", 2, 0),
        ("force field", 2, 1),
    ]
    assert {part.armor for part in log.pods} == {2}
    counts = {one.type: (one.number, one.void) for one in log.missiles}
    assert counts == {
        "unguided": (6, 4), "guided": (5, 2), "intelligent": (3, 2), "mims": (1, 1),
    }  # fmt: skip
    units = {one.type: one.energy for one in log.missiles}
    assert units == {"unguided": 0, "guided": 9, "intelligent": 7, "mims": 6}
    assert [one.void_energy for one in log.missiles] == [0, 1, 2, 1]
    energy = log.energy
    assert (energy.units, energy.blocks, energy.burn) == (210, 35, 6)
    assert (energy.track, energy.void_track, energy.marker) == (8, range(7, 9), 0)
    assert (energy.marked, energy.void) == (0, 15)
    (battlecraft,) = log.battlecraft
    assert [(part.name, part.armor) for part in battlecraft.parts] == [
        ("bridge", 1),
        ("engine", 1),
    ]
    assert (battlecraft.energy, battlecraft.spent, battlecraft.pod) == (15, 0, 3)


@pytest.mark.parametrize(
    ("spent", "marked", "marker"), [(5, 0, 5), (6, 1, 0), (7, 1, 1), (209, 34, 5), (210, 35, 0)]
)
def test_units_fill_the_track_and_then_a_block(spent: int, marked: int, marker: int) -> None:
    energy = sheet(flute(spent=spent)).energy
    assert (energy.marked, energy.marker) == (marked, marker)


def test_missiles_stand_on_their_lines_with_pod_and_number() -> None:
    ship_ = flute()
    weapons = replace(
        ship_.pods[0], stock={"unguided": 5, "guided": 3, "intelligent": 3, "mims": 1}
    )
    used = (
        shot(1, "A-03", "guided", "A1009", 3, 3, mother="1a", pod=1, civ=7, spent=4),
        shot(1, "A-01", "guided", "A0909", 3, 0, mother="1a", pod=1, civ=7, status=PREPARED),
        shot(1, "02", "unguided", "A1009", 3, 3, mother="1a", pod=1, status=DESTROYED),
    )
    log = sheet(ship_.with_part(weapons), *used)
    guided = section(log, "guided")
    assert [(line.pod, line.number, line.spent) for line in guided.lines] == [
        (1, "01", 0), (1, "03", 4), (0, "", 0), (0, "", 0), (0, "", 0),
    ]  # fmt: skip
    assert (guided.number, guided.left, guided.void) == (5, 3, 2)
    assert section(log, "unguided").lines[0].status == DESTROYED
    assert guided.lines[0].status == PREPARED


def test_missiles_lost_with_their_pod_are_marked_lost() -> None:
    lost = replace(flute().pods[0], status="D", stock=dict.fromkeys(("guided", "mims"), 0))
    table = state(
        flute().with_part(lost), special=(Special(MISSILES_AT_START, ("1a",), 5, "guided"),)
    )
    view = build_view(table, "ann", SEATS, OPTIONS)
    log = log_sheet(view.units[0], view.units)
    guided = section(log, "guided")
    assert [line.status for line in guided.lines] == ["lost"] * 5
    assert (guided.left, guided.number) == (0, 5)
    assert log.type == 2  # where the scenario names no type
    assert section(log, "mims").number == 0


def test_a_ship_without_a_field_has_its_box_marked_and_a_large_one_gets_room() -> None:
    kinds = ("light weapon", "energy", "standard jump", *(("standard cargo",) * 3))
    zeta = replace(ship(1, "A", "corco_zeta", "A0909", 3, 2, pods=kinds))
    log = sheet(zeta)
    field = log.hull[2]
    assert (field.name, field.status, field.armor) == (
        "force field", "X", None,
    )  # fmt: skip
    assert len(log.pods) == 6
    assert log.void_pods == ()
    assert section(log, "guided").energy == 7  # a light weapon of a Zeta has Civ Level 6
    assert section(log, "mims").void == 2


def test_a_ship_without_a_field_has_an_x_in_its_status_box_and_no_row_crossed_out() -> None:
    """Rule: DV 10.1."""
    zeta = ship(1, "A", "corco_zeta", "A0909", 3, 2, pods=("energy",) * 6)
    view = viewed(zeta)
    (table,) = record(view.units[0], Labels(view)).compartments
    field = next(part for part in table if part.name == "Force field")
    assert (field.armor, field.status, field.void) == (None, "X", False)


# --- pictures -------------------------------------------------------------------------------


def words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_drawn_log_says_what_it_shows() -> None:
    ship_ = flute(spent=13)
    hit = ship_.with_part(replace(ship_.parts[1], status="V"))
    view = viewed(hit, craft(spent=2), shot(1, "A-01", "guided", "A1009", 3, 3, mother="1a", pod=1,
                                            civ=7, spent=4))  # fmt: skip
    log = record(view.units[0], Labels(view))
    (table,) = log.compartments
    assert [part.name for part in table] == [
        "Bridge", "Engine", "Force field", "Pod 1", "Pod 2", "Pod 3", "Pod 4", "Pod 5",
    ]  # fmt: skip
    assert [part.kind for part in table][:4] == ["", "", "class 1", "heavy weapon"]
    assert [part.status for part in table][:3] == ["", "V", ""]
    assert [part.void for part in table] == [False] * 7 + [True]
    assert "35 Energy Blocks, 2 marked" in log.blocks
    assert "Energy Unit Track to 6, marker on 1" in log.track
    assert words(log.track) == [str(number) for number in range(9)]
    guided = next(pictures for one, pictures in log.sections if one.type == "guided")
    assert words(guided[0]) == ["1/01"] + [""] * 5
    assert "1/01 launched, 4 units spent" in guided[0]
    # Crossed out: the tenth box of each of six missiles, all ten of the line beyond them.
    assert guided[0].count("l13 -13") == 6 + 10
    assert "h135" not in guided[0]
    assert "15 Energy Units, 2 spent" in log.battlecraft[0][1]
    assert 'aria-label="direction 3"' in log.compass
    assert log.remarks == []


def test_a_missile_that_is_destroyed_has_one_line_through_all_its_boxes() -> None:
    """Rule: DV 8.8."""
    for status, lines in ((PREPARED, 0), (DESTROYED, 1)):
        shot_ = shot(1, "A-01", "guided", "A1009", 3, 3, mother="1a", pod=1, civ=7, status=status)
        view = viewed(flute(), shot_)
        log = record(view.units[0], Labels(view))
        guided = next(pictures for one, pictures in log.sections if one.type == "guided")
        assert guided[0].count("h135") == lines  # nine boxes of 15


def test_a_packet_has_its_players_logs_and_a_book_those_of_all() -> None:
    view = viewed(flute(), craft())
    assert [log.ship.designation for log in logs([view])] == ["A"]
    records = [view, viewed(flute(), player="bea")]
    found = logs(records)
    assert [(log.ship.title, log.side) for log in found] == [
        ("Flute", "Side 1"),
        ("Dagger", "Side 2"),
    ]


# --- tables ---------------------------------------------------------------------------------


def busy() -> State:
    """A table with one of everything the tables and the map can show."""
    return state(
        replace(flute(spent=13), zig=1, jump="preparing", field_up=True),
        craft(),
        replace(ship(2, "A", "dagger", "A1209", 9, 2), dormant=True, jump="jumping"),
        shot(1, "02", "unguided", "A1009", 3, 3, mother="1a", contact=1),
        shot(1, "A-01", "guided", "A0909", 3, 0, mother="1a", pod=1, status=PREPARED),
        replace(shot(1, "10", "intelligent", "A1009", 3, 3, mother="1a"), revealed=True),
        shot(2, "01", "unguided", "A1109", 9, 4, contact=2, zig=1),
        shot(2, "03", "mims", "A1101", 9, 4, contact=3, status=DESTROYED),
        ship(2, "B", "flute", "A0505", 12, 1),
        replace(ship(2, "C", "flute", "A0501", 12, 0), status="left"),
        planets=(planet("A0505"),),
        docks=(Dock("2b", "1a"),),
        asteroids=(ship(1, "X", "dagger", "A1111", 1, 0).at,),
    )


def rows(player: str = "ann", table: State | None = None) -> dict[str, list[dict[str, Any]]]:
    view = build_view(table or busy(), player, SEATS, OPTIONS)
    return {one["title"]: one["rows"] for one in forces(view)}


def test_a_ship_docked_with_another_of_its_owner_says_which() -> None:
    two = state(
        ship(1, "A", "flute", "A0505", 12, 1),
        ship(1, "C", "dagger", "A0505", 12, 1),
        docks=(Dock("1a", "1c"),),
    )
    assert [one["remarks"] for one in rows(table=two)["Your units"]] == [
        "docked with Dagger C",
        "docked with Flute A",
    ]
    (first, _second) = rows("bea", two)["Side 1, as known"]
    assert first["remarks"] == "docked with enemy Dagger C"


def test_units_stand_in_tables_by_side_and_kind() -> None:
    found = rows()
    assert list(found) == ["Your units", "Side 2, as known", "Out of play"]
    mine = {row["designation"]: row for row in found["Your units"]}
    assert list(mine) == ["A", "A1", "A-01", "02", "10"]
    assert mine["A"]["energy"] == "32 of 35 blocks"
    assert mine["A"]["commands"] == "0 + 1"
    assert mine["A"]["remarks"] == (
        "force field active; prepares a hyperjump; docked with enemy Flute B; "
        "prepared: A-01 of pod 1; next step right"
    )
    assert (mine["A1"]["remarks"], mine["A1"]["energy"]) == ("aboard pod 3", "15 of 15")
    assert (mine["A-01"]["remarks"], mine["A-01"]["direction"]) == ("prepared", "")
    assert (mine["02"]["remarks"], mine["02"]["commands"], mine["02"]["energy"]) == (
        "the enemy's contact 1", "", "",
    )  # fmt: skip
    assert (mine["10"]["remarks"], mine["10"]["commands"]) == ("revealed", "4")
    theirs = {row["designation"]: row for row in found["Side 2, as known"]}
    assert theirs["A"]["remarks"] == "not yet alerted; jumps next"
    assert "in orbit" in theirs["B"]["remarks"]
    assert (theirs["contact 2"]["at"], theirs["contact 2"]["remarks"]) == (
        "A1109",
        "next step right",
    )
    assert [row["remarks"] for row in found["Out of play"]] == ["left play"]


def test_before_set_up_enemy_ships_stand_in_the_table_without_a_place() -> None:
    (first, *_) = found = rows(table=opening("convoy-red"))["Uprising, as known"]
    assert (first["title"], first["remarks"]) == ("Clarinet", "to be set up")
    assert {(row["at"], row["direction"], row["damage"]) for row in found} == {("", "", "")}


def test_the_master_has_a_whole_table_for_each_side() -> None:
    found = rows("")
    assert list(found) == ["Side 1", "Side 2", "Out of play"]
    assert [row["designation"] for row in found["Side 1"]][:2] == ["1A", "1A1"]


def test_waiting_ships_and_damage_are_said() -> None:
    found = rows(table=opening("first-shot"))["Your units"]
    assert found[0]["remarks"] == "to be set up"
    hit = flute().with_part(replace(flute().parts[0], status="X"))
    assert rows(table=state(hit))["Your units"][0]["damage"] == "bridge destroyed"
    shared = replace(flute(), owner="bob")
    assert "Other units of your side" in rows(table=state(shared))


def test_marks_told_of_an_enemy_stand_by_the_numbers_of_its_pods() -> None:
    view = build_view(busy(), "ann", SEATS, OPTIONS)
    marks = {"pod 10": "V", "pod 2": "X"}  # as they stand in a packet that is read
    units = [replace(one, damage=marks) if one.side != view.you.side else one for one in view.units]
    found = {one["title"]: one["rows"] for one in forces(replace(view, units=units))}
    enemy = [row["damage"] for row in found["Side 2, as known"] if row["damage"]]
    assert enemy and set(enemy) == {"pod 2 destroyed, pod 10 vulnerable"}


# --- the map --------------------------------------------------------------------------------


def drawn(table: State, player: str = "ann", events: tuple[Event, ...] = ()) -> dict[str, Any]:
    view = build_view(table, player, SEATS, OPTIONS)
    story = [section_of(part.title, *part.items) for part in tell(events, view, player)]
    assert summary(events, view, player, (), ())
    return hexmap(view, story)


def happened() -> Iterator[Event]:
    facts: dict[str, Any] = {"unit": "1a", "from": "A0709", "path": ["A0809", "A0909"],
                             "to": "A0909", "velocity": 2, "direction": 3}  # fmt: skip
    yield Event("e1", "moved", "1.move", "DV", PUBLIC, facts)
    yield Event("e2", "destroyed", "1.move", "DV", PUBLIC, {"unit": "203", "at": "A1101"})
    yield Event("e3", "destroyed", "1.move", "DV", PUBLIC, {"unit": "2c", "at": "A0909"})
    yield Event("e4", "moved", "1.move", "DV", PUBLIC, {**facts, "unit": "nobody"})


def test_the_map_names_units_contacts_planets_and_losses() -> None:
    found = drawn(busy(), events=tuple(happened()))
    names = words(found["svg"])
    for name in ("A", "B", "c2", "P1", "Planet P1", "c3"):
        assert name in names
    assert found["stacks"] == [{"hex": "A1009", "units": ["your 02, 10"]}]
    assert found["wrecks"] == [
        {"hex": "A1101", "units": ["c3"]},
        {"hex": "A0909", "units": ["enemy C"]},
    ]
    legend = [one["text"] for one in found["legend"]]
    assert legend == [
        "Side 1 (your side, filled)", "Side 2", "missile", "contact", "force field", "asteroids",
        "destroyed", "outside the picture, this way",
    ]  # fmt: skip
    assert found["layout"] == [["A", "B", "C"]]
    assert found["scale"] == "A hex is 20,000 km across, a Game-Turn 15 minutes."
    assert found["whole"] is False
    assert "polyline" in found["svg"]


def test_maps_in_play_are_drawn_and_no_other_ground() -> None:
    maps = busy().maps
    south = maps.grown(ship(1, "X", "dagger", "A0101", 1, 0).at._replace(row=18))
    low = ship(1, "B", "dagger", "A0101", 12, 1)
    table = replace(busy(), maps=south).with_new((replace(low, at=low.at._replace(row=20)),))
    found = drawn(table)
    assert found["layout"] == [["A", "B", "C"], ["D", "", ""]]
    assert "D" in words(found["svg"])
    assert not [word for word in words(found["svg"]) if word.startswith("-")]
    small = replace(state(), maps=replace(maps, columns=4, rows=4))
    assert drawn(small)["whole"] is True


def test_words_at_the_edges_of_the_map_stay_within_it() -> None:
    """Ships, wrecks and a planet in the corners of a small map, with long names."""
    ground = replace(state().maps, columns=4, rows=4, tiles=state().maps.tiles[:1])
    corners = ("A0101", "A0104", "A0401", "A0404")
    one = ship(1, "Q", "dagger", "A0101", 1, 0)
    units = [
        replace(one, id=f"1q{place}{corner}", designation="QQQQQQ", at=ground.parse(corner))
        for corner in corners
        for place in range(1 + (corner == "A0104") * 3)
    ]
    world = replace(planet("A0404"), name="New Fredonia", at=ground.parse("A0404"))
    table = replace(state(*units, planets=(world,)), maps=ground)
    picture = ElementTree.fromstring(drawn(table)["svg"])
    left, top, width, height = (int(number) for number in picture.attrib["viewBox"].split())
    grounds = [one for one in picture.iter(f"{SVG}rect") if one.get("fill-opacity") == "0.8"]
    # Three alone, four in two rows, and the planet.
    assert len(grounds) == 6
    for ground_of in grounds:
        x, y, wide, high = (int(ground_of.attrib[k]) for k in ("x", "y", "width", "height"))
        assert left <= x and x + wide <= left + width + 1
        assert top <= y and y + high <= top + height


def test_the_map_shows_where_ships_may_be_placed_and_lies_pointed_too() -> None:
    table = opening("tau-ceti", {"grid.orientation": "pointed"})
    found = drawn(table)
    assert "where you may place your ships" in [one["text"] for one in found["legend"]]
    ElementTree.fromstring(found["svg"])
    assert found["svg"] != drawn(opening("tau-ceti"))["svg"]


@pytest.mark.parametrize("direction", [12, 3])
def test_marks_point_where_units_point(direction: int) -> None:
    view = build_view(busy(), "ann", SEATS, OPTIONS)
    one = Piece("2", kind="contact", direction=direction)
    assert f"rotate({direction % 12 * 30})" in glyph(one, view)
    hidden = glyph(replace(one, direction=None), view)
    assert hidden.count("<path") == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("player", ["ann", "bea", ""])
def test_every_scenario_can_be_drawn(name: str, player: str) -> None:
    for table in (opening(name), started(name)):
        view = build_view(table, player, SEATS, OPTIONS)
        found = art({"known": view.written(), "story": [], "records": []})
        ElementTree.fromstring(found["map"]["svg"])
        assert found["forces"]


def test_the_record_of_the_game_is_whole() -> None:
    assert (RULESET.name, RULESET.title) == ("deltavee", "DeltaVee")
    assert RULESET.result(state(result="over")) == "over"
