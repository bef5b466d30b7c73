"""The pictures of every page of the campaigns played here: sound, said in words, within bounds."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Any
from xml.etree import ElementTree

import pytest
from markupsafe import Markup
from msgspec import convert
from msgspec.structs import replace

from pbm.drawing.animation_frames import step_picture
from pbm.drawing.animation_steps import DrawnShot, DrawnStep, Loss, Stand, places, steps
from pbm.drawing.canvas import Board, Canvas
from pbm.drawing.hex_map import HALF, INK, Crop
from pbm.drawing.hex_map import Counter as Mark
from pbm.drawing.hexgrid import parse_hex
from pbm.drawing.label_placement import LabelPlacer, NameLine
from pbm.drawing.turn_map import GROUND
from pbm.engine.registry import ruleset
from pbm.engine.story import Item, Section
from pbm.games.deltavee.view.known_table import maps_of
from pbm.games.deltavee.view.record import View
from pbm.games.nova.rules.charting import neighbours, placed
from pbm.games.nova.view.record import SystemView
from pbm.packets.build import Packet
from pbm.pages.report_files import pages
from pbm.storage.turn_toml import NEW
from tests.core.stories import item_of, section_of
from tests.games.nova.star_lines import seldom_crossed
from tests.retold import retold
from tests.shipped import packets_of

SVG = "{http://www.w3.org/2000/svg}"
# A small and a large stage of each game.
STAGES = (
    ("beacon/turns/003", "heron"),
    ("twin-moons/turns/003", "heron"),
    ("showdown/turns/006", "lynx"),
    ("firepower/turns/003", "wren"),
    ("age/turns/015", "virus"),
    ("age/turns/020", "virus"),
)
HEX_STAGES = [
    (f"{name}/turns/{turn}", player)
    for name in ("beacon", "showdown", "twin-moons", "firepower", "convoy-red", "bmali")
    for turn, player in packets_of(name)
    if turn != NEW
]


@cache
def told(stage: str, player: str) -> Packet:
    return retold(stage, player)


@cache
def drawn(stage: str, player: str) -> Any:
    packet = told(stage, player)
    return ruleset(packet["game"]).art(packet)


def every_picture(stage: str, player: str) -> list[ElementTree.Element]:
    """Each picture of a page with its own ground."""
    page = pages(told(stage, player), "", pdfs=False)["report.html"].decode()
    return [ElementTree.fromstring(one) for one in re.findall(r"<svg.*?</svg>", page, re.S)]


@pytest.mark.parametrize(("stage", "player"), STAGES)
def test_every_picture_says_what_it_shows_and_no_id_comes_twice(stage: str, player: str) -> None:
    page = pages(told(stage, player), "", pdfs=False)["report.html"].decode()
    ids = Counter(re.findall(r'\sid="([^"]+)"', page))
    assert [name for name, number in ids.items() if number > 1] == []
    for name in re.findall(r'(?:href="#|url\(#|data-from=")([^")]+)', page):
        assert name in ids, name
    pictures = every_picture(stage, player)
    assert len(pictures) > 3
    for picture in pictures:
        if picture.get("aria-hidden") == "true":
            continue
        title = picture.find(f"{SVG}title")
        assert (title is not None and title.text) or picture.get("aria-label")


@pytest.mark.parametrize(("stage", "player"), STAGES)
def test_nothing_lies_off_its_canvas(stage: str, player: str) -> None:
    for picture in every_picture(stage, player):
        left, top, width, height = map(int, picture.attrib["viewBox"].split())
        for one in picture.iter():
            if "x" not in one.attrib or one.tag == f"{SVG}rect":
                continue
            assert left <= int(one.attrib["x"]) <= left + width, one.text
            assert top <= int(one.attrib["y"]) <= top + height, one.text
        for mark in picture.iter(f"{SVG}g"):
            found = re.match(r"translate\((-?\d+) (-?\d+)\)", mark.get("transform", ""))
            if found:
                assert left <= int(found[1]) <= left + width
                assert top <= int(found[2]) <= top + height


@pytest.mark.parametrize(("stage", "player"), STAGES)
def test_pictures_hold_whole_numbers_and_are_the_same_each_time(stage: str, player: str) -> None:
    packet = told(stage, player)
    again = ruleset(packet["game"]).art(packet)["map"]
    before = drawn(stage, player)["map"]
    of = attrgetter if hasattr(again, "svg") else itemgetter
    assert str(of("svg")(again)) == str(of("svg")(before))
    for one, other in zip(of("steps")(again), of("steps")(before), strict=True):
        assert one.svg(whole=True) == other.svg(whole=True)
        numbers = re.findall(r' (?:d|x|y|data-way|points)="([^"]*)"', str(one.drawn))
        assert not any("." in said for said in numbers)


# --- steps ----------------------------------------------------------------------------------


def hex_steps(packet: Packet) -> list[DrawnStep]:
    """The steps of a packet of a game on hexes."""
    known = packet["known"]
    units = [*known.get("ships", ()), *known.get("units", ()), *known.get("contacts", ())]
    last = {
        one["id"]: Stand(one["at"], one.get("facing") or one.get("direction") or 0)
        for one in units
        if one["at"]
    }
    here = [one["id"] for one in units if one["at"] and one["status"] == "in play"]
    return steps(convert(packet["story"], list[Section[Item]]), last, here)


@pytest.mark.parametrize(("stage", "player"), HEX_STAGES)
def test_steps_follow_each_other_and_end_in_the_final_positions(stage: str, player: str) -> None:
    packet = told(stage, player)
    found = hex_steps(packet)
    for step in found:
        for move in step.moves:
            gone = {one.unit: one.at for one in step.gone}
            end = step.after.get(move.unit)
            assert (end.at if end else gone[move.unit]) == move.way[-1]
    for one, other in pairwise(found):
        for unit, stand in one.after.items():
            if unit in other.before:
                assert stand.at == other.before[unit].at, unit


@pytest.mark.parametrize(
    "stage", [stage for stage in HEX_STAGES if stage[0].startswith(("beacon", "twin"))]
)
def test_fire_goes_from_where_the_event_says_to_where_it_says(stage: tuple[str, str]) -> None:
    packet = told(*stage)
    words = {item["event"]: item["text"] for part in packet["story"] for item in part["items"]}
    for step in hex_steps(packet):
        for shot in step.shots:
            said = re.search(r"\(\w+\) in (\d{4}):", words[shot.event])
            assert said is None or said[1] == shot.end
            far = re.search(r"range (\d+) x 5", words[shot.event])
            if far:
                assert kh_range(shot) == int(far[1])
            assert ("hit" in words[shot.event].split(":")[-1].split(", ")[0]) <= (
                shot.fire == "hit"
            )


def kh_range(shot: DrawnShot) -> int:
    from pbm.drawing.hexgrid import distance

    return distance(parse_hex(shot.start), parse_hex(shot.end))


def test_a_move_broken_off_is_one_move() -> None:
    def moved(event: str, *track: str) -> Item:
        return item_of(event, ships=["a"], track=track)

    story = [section_of("Move", moved("e1", "0101", "0102"), moved("e2", "0102", "0103"))]
    (step,) = steps(story, {"a": Stand("0103", 6)}, ["a"])
    assert step.moves[0].way == ("0101", "0102", "0103")
    assert step.moves[0].events == ("e1", "e2")
    assert step.before["a"] == Stand("0101", 0)
    assert step.after["a"] == Stand("0103", 6)


def test_lost_units_are_drawn_until_lost_and_new_ones_from_their_arrival() -> None:
    story = [
        section_of("One", shot_item("e1", "a", "b", "miss")),
        section_of(
            "Two",
            shot_item("e2", "a", "b", "hit", damage=9),
            item_of("e3", ships=["b"], scene={"gone": ["b"]}),
            item_of("e4", ships=["c"], scene={"new": ["c"]}),
        ),
    ]
    last = {"a": Stand("0101", 12), "b": Stand("0105", 6), "c": Stand("0101", 2)}
    one, two = steps(story, last, ["a", "c"])
    assert set(one.before) == set(one.after) == {"a", "b"}
    assert set(two.after) == {"a", "c"}
    assert [(loss.unit, loss.at) for loss in two.gone] == [("b", "0105")]
    assert [(shot.start, shot.end, shot.damage) for shot in two.shots] == [("0101", "0105", 9)]
    assert places([one, two]) == ["0101", "0105"]


def test_a_step_is_cropped_to_what_happens_in_it() -> None:
    """The pirates' planet is two maps away from where they fight."""
    found = drawn("pirates/turns/003", "heron")["map"]
    whole = ElementTree.fromstring(str(found["svg"])).attrib["viewBox"].split()
    for step in found["steps"]:
        assert step.box[2] * 2 < int(whole[2])
        assert "Esata" not in step.drawn


def shot_item(event: str, by: str, to: str, fire: str, damage: int = 0) -> Item:
    scene = {"by": by, "to": to, "fire": fire, "damage": damage}
    return item_of(event, ships=[by, to], scene=scene)


# --- words where there is room ---------------------------------------------------------------


def _grounds(picture: ElementTree.Element) -> list[tuple[int, ...]]:
    """The grounds of all words of a picture."""
    return [
        tuple(int(one.attrib[name]) for name in ("x", "y", "width", "height"))
        for group in picture.iter(f"{SVG}g")
        if group.get("class") in ("names", "did")
        for one in group.iter(f"{SVG}rect")
    ]


def _hidden(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, wide) * max(0, high)


@pytest.mark.parametrize(("stage", "player"), STAGES[:4])
def test_words_of_a_step_hide_hardly_anything(stage: str, player: str) -> None:
    """At most one in ten words lies upon another by more than a third, none upon a lone mark."""
    for step in drawn(stage, player)["map"]["steps"]:
        picture = ElementTree.fromstring(str(step.svg(whole=True)))
        words = _grounds(picture)
        bad = [
            one
            for place, one in enumerate(words)
            if any(3 * _hidden(one, other) > one[2] * one[3] for other in words[:place])
        ]
        assert len(bad) * 10 <= len(words) + 9, step.title


def test_a_word_goes_where_it_hides_least() -> None:
    labels = LabelPlacer((0, 0, 200, 60), 20)
    labels.take((100, 30), 22)
    first = str(labels.block([NameLine("AAAA")], (100, 30), 24))
    second = str(labels.block([NameLine("BBBB")], (100, 30), 24))
    places = [int(re.search(r' x="(\d+)"', one)[1]) for one in (first, second)]  # type: ignore[index]
    assert places[0] > 122 > 78 > places[1]


# --- the star map ----------------------------------------------------------------------------


def _known(player: str) -> list[tuple[str, Packet]]:
    return [
        (turn, retold(f"age/turns/{turn}", player))
        for turn, whose in packets_of("age")
        if whose == player and turn.isdigit()
    ]


@pytest.mark.parametrize("player", ["aroma", "mersy", "minky", "muddy", "pagan", "virus"])
def test_known_systems_stay_where_they_are_and_lines_seldom_cross(player: str) -> None:
    """The map grown turn by turn from what was known, and the one that was kept."""
    grown: dict[str, tuple[int, int]] = {}
    kept: dict[str, tuple[int, int]] = {}
    known = _known(player)
    assert len(known) > 15
    for path, packet in known:
        systems = {one["name"]: one for one in packet["known"]["systems"]}
        joined = neighbours({name: list(one["lines"].values()) for name, one in systems.items()})
        own = packet["known"]["empire"]
        after = placed(grown, joined, (own or {}).get("home") or "")
        assert {name: after[name] for name in grown} == grown, path
        assert len(set(after.values())) == len(after)
        grown = after
        stored = {
            name: (one["place"][0], one["place"][1])
            for name, one in systems.items()
            if one["place"]
        }
        if stored:
            assert {name: stored.get(name) for name in kept} == kept, path
            kept = stored
        views = {name: convert(one, SystemView) for name, one in systems.items()}
        told, lines = seldom_crossed(views, grown)
        # The worst of these maps tells 5 of 37 lines by arrows.
        assert told * 6 <= lines, path
        seldom_crossed(views, {**after, **stored})


def test_a_hex_map_shows_no_part_that_is_not_there() -> None:
    packet = told("firepower/turns/003", "wren")
    maps = maps_of(View.read(packet["known"]).maps)
    for step in hex_steps(packet):
        for stand in step.after.values():
            assert maps.parse(stand.at) in maps
    assert GROUND in str(drawn("beacon/turns/003", "heron")["map"]["svg"])


def board_of(own: set[str], missing: str = "", near: Crop | None = None) -> Board:
    """A board of 20 by 20; these units are the reader's; ``missing`` is a hex of no map."""
    whole = Crop(1, 20, 1, 20)
    return Board(
        whole,
        near or whole,
        lambda at: None if at == missing else parse_hex(at),
        lambda _part: Markup("<g/>"),
        lambda unit, _stand: Mark(Markup("<g/>"), unit, unit in own),
        lambda _unit: "#000000",
        lambda _unit: True,
        "units",
        str,
        lambda at: at.column % 5 == 0 and at.row % 5 == 0,
    )


def test_units_off_the_maps_are_listed_and_not_drawn() -> None:
    """A hex of a map that was taken up has no place in a picture."""

    def shot(event: str, end: str) -> DrawnShot:
        return DrawnShot(event, "a", "b", "0101", end, "hit", 3, "")

    board = board_of({"a", "b", "c"}, missing="0909")
    gone = (Loss("b", "0105"), Loss("c", "0909"))
    after = {"a": Stand("0101")}
    step = DrawnStep(0, "Fire", after, after, (), (shot("e1", "0105"), shot("e2", "0909")), gone)
    picture = step_picture(step, board, HALF)
    assert picture.drawn.count('class="shot"') == 1
    assert picture.drawn.count('class="gone"') == 1
    assert "c is gone from 0909" in picture.words
    assert "at b: 3" in picture.words


# --- the parts of a picture --------------------------------------------------------------------


def words_of(drawn: str) -> list[tuple[str, str, str]]:
    """Each word of a picture with its weight and its ink."""
    return [
        (one.text or "", one.get("font-weight", ""), one.get("fill", ""))
        for one in ElementTree.fromstring(f"<svg>{drawn}</svg>").iter("text")
    ]


def step_of(after: dict[str, str], *shots: DrawnShot) -> DrawnStep:
    stands = {unit: Stand(at) for unit, at in after.items()}
    return DrawnStep(0, "Fire", stands, stands, (), shots, ())


def test_in_one_hex_the_readers_own_alone_are_bold_and_each_side_has_its_row() -> None:
    step = step_of({"B1": "0505", "A": "0505", "B": "0505"})
    words = words_of(step_picture(step, board_of({"A", "B"}), HALF).drawn)
    named = [one for one in words if one[1]]
    assert named == [("A B", "bold", INK), ("B1", "normal", INK)]


@pytest.mark.parametrize(("number", "said"), [(6, ["u0 u1 u2", "u3 u4 u5"]), (7, ["7 units"])])
def test_of_a_side_up_to_six_in_a_hex_are_named(number: int, said: list[str]) -> None:
    step = step_of({f"u{n}": "0505" for n in range(number)})
    words = words_of(step_picture(step, board_of(set()), HALF).drawn)
    assert [text for text, weight, _ink in words if weight == "normal"] == said


@pytest.mark.parametrize(
    ("at", "left", "top"), [("2005", 1, 0), ("0520", 0, 1), ("0501", 0, -1), ("0105", -1, 0)]
)
def test_what_lies_outside_is_named_at_the_edge_in_its_direction(
    at: str, left: int, top: int
) -> None:
    near = Crop(3, 8, 3, 8)
    picture = step_picture(step_of({"A": "0505", "B": at}), board_of(set(), near=near), HALF)
    root = ElementTree.fromstring(f"<svg>{picture.drawn}</svg>")
    (name,) = [one for one in root.iter("text") if one.text == "B"]
    x, y, wide, high = near.box
    across = (int(name.attrib["x"]) - x - wide / 2) / (wide / 2)
    down = (int(name.attrib["y"]) - y - high / 2) / (high / 2)
    assert max(left * across, top * down) > 0.6


def test_a_step_whose_units_are_all_inside_names_nothing_at_the_edge() -> None:
    inside = step_picture(step_of({"A": "0505", "B": "0606"}), board_of(set()), HALF).drawn
    assert 'fill="#56616d"/>' not in inside


def test_hits_stand_beside_their_target_and_say_whom_where_several_are() -> None:
    shots = [
        DrawnShot("e1", "A", "B", "0505", "0510", "hit", 4, ""),
        DrawnShot("e2", "D", "B", "0909", "0510", "hit", 5, ""),
        DrawnShot("e3", "A", "C", "0505", "0909", "hit", 7, ""),
    ]
    stands = {"A": "0505", "B": "0510", "C": "0909", "D": "0909"}
    picture = step_picture(step_of(stands, *shots), board_of(set()), HALF)
    root = ElementTree.fromstring(f"<svg>{picture.drawn}</svg>")
    hits = {
        one.findtext("text"): one.find("text")
        for one in root.iter("g")
        if one.get("class") == "did"
    }
    assert set(hits) == {"9", "C: 7"}
    for said, at in (("9", "0510"), ("C: 7", "0909")):
        found = hits[said]
        assert found is not None
        x, y = Crop(1, 20, 1, 20).lattice.centre(parse_hex(at))
        assert abs(int(found.attrib["x"]) - x) < 100
        assert abs(int(found.attrib["y"]) - y) < 80
    assert hits["9"].attrib["data-e"] == "e1 e2"  # type: ignore[union-attr]


def test_a_hex_number_gives_way_to_a_name() -> None:
    near = Crop(4, 8, 4, 8)
    empty = step_picture(step_of({}), board_of(set(), near=near), HALF).drawn
    full = step_picture(step_of({"A": "0505"}), board_of(set(), near=near), HALF).drawn
    assert "0505" in empty
    assert "0505" not in full
    assert "0404" in full


def test_numbers_stand_along_two_edges_at_every_fifth_hex_and_where_something_is() -> None:
    board = board_of(set(), near=Crop(4, 8, 4, 8))
    canvas = Canvas(board, board.near, HALF)
    assert canvas.place("0707") and canvas.place("0909") is None
    drawn = canvas.finished((), (), tuple)
    edges = {*(f"04{n:02}" for n in range(4, 9)), "0604", "0804"}
    assert set(re.findall(">([0-9]{4})<", drawn)) == {*edges, "0505", "0707"}


def numbers_on(*way: str, size: int = 1) -> dict[str, tuple[int, int, bool]]:
    """Each number of a part of a map with its place, and whether it has a ground."""
    near = Crop(4, 4 + 4 * size, 4, 8)
    canvas = Canvas(board_of(set(), near=near), near, HALF)
    canvas.way(way)
    for at in way:
        canvas.place(at)
    root = ElementTree.fromstring(f"<svg>{canvas.finished((), (), tuple)}</svg>")
    found = {}
    for group in root.iter("g"):
        before = ""
        for one in group:
            if one.tag == "text" and re.fullmatch("[0-9]{4}", one.text or ""):
                place = int(one.attrib["x"]), int(one.attrib["y"])
                found[one.text or ""] = (*place, before == "rect")
            before = one.tag
    return found


def test_a_number_stands_in_the_middle_of_its_hex_and_needs_no_ground_there() -> None:
    x, y, has_ground = numbers_on()["0406"]
    at = Crop(4, 8, 4, 8).lattice.centre(parse_hex("0406"))
    assert x == at[0]
    assert 0 < y - at[1] < 8  # the line that letters of 15 stand on
    assert not has_ground


def test_a_number_wider_than_its_hex_has_a_ground() -> None:
    # So many columns in half a page's width need letters of 24: 58 wide, where 46 are free.
    assert all(has_ground for _x, _y, has_ground in numbers_on(size=5).values())


def test_a_number_of_a_hex_on_a_way_stands_beside_it_or_not_at_all() -> None:
    found = numbers_on("0506", "0507")
    centre = Crop(4, 8, 4, 8).lattice.centre
    upper, lower = found["0506"], found["0507"]
    assert upper[1] < centre(parse_hex("0506"))[1]  # the way leaves it downward
    assert lower[1] > centre(parse_hex("0507"))[1]  # and comes into this from above
    assert upper[2] and lower[2]
    assert "0506" not in numbers_on("0505", "0506", "0507")
    assert "0406" not in numbers_on("0405", "0408")


def test_a_number_stands_on_no_edge_between_two_maps() -> None:
    board = board_of(set(), near=Crop(4, 8, 4, 8))
    x, y = board.near.lattice.centre(parse_hex("0406"))
    edged = replace(board, lines=[((x, y - 26), (x, y + 26))])
    drawn = Canvas(edged, edged.near, HALF).finished((), (), tuple)
    assert ">0406<" not in drawn
    assert ">0405<" in drawn and ">0407<" in drawn


# --- contrast ----------------------------------------------------------------------------------

NIGHT = 0.9  # player.css turns pictures round so far, and their hues by half a circle


def light(colour: str, *, night: bool) -> float:
    """How light a colour is, 0 to 1, by day or as it is seen at night (WCAG 2.2)."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    if night:
        # Filter Effects 1: invert, then a turn of the hue by 180 degrees.
        red, green, blue = (NIGHT + (1 - 2 * NIGHT) * one for one in parts)
        rows = ((-0.574, 1.43, 0.144), (0.426, 0.43, 0.144), (0.426, 1.43, -0.856))
        parts = [min(1, max(0, a * red + b * green + c * blue)) for a, b, c in rows]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: str, ground: str, *, night: bool) -> float:
    one, other = sorted((light(ink, night=night), light(ground, night=night)))
    return (other + 0.05) / (one + 0.05)


def lettered(picture: ElementTree.Element) -> set[tuple[str, str]]:
    """The ink and the ground of every word of a picture.

    A word's ground is the shape that comes before it in its group, else white.
    """
    found: set[tuple[str, str]] = set()

    def walk(one: ElementTree.Element, ink: str) -> None:
        before = ""
        for part in one:
            own = part.get("fill", ink)
            if part.tag == f"{SVG}text":
                ground = before if before.startswith("#") else "#ffffff"
                found.add((own, ground))
                found.update((span.get("fill", own), ground) for span in part.iter(f"{SVG}tspan"))
            elif part.tag in (f"{SVG}rect", f"{SVG}circle"):
                before = own
            else:
                walk(part, own)

    walk(picture, "#000000")
    return found


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize(("stage", "player"), STAGES)
def test_every_word_of_a_picture_stands_out_by_day_and_at_night(
    stage: str, player: str, night: bool
) -> None:
    """Rule: WCAG 2.2, 1.4.3: a contrast of 4.5 to 1."""
    pairs = set().union(*map(lettered, every_picture(stage, player)))
    assert len(pairs) > 1
    weak = {pair: contrast(*pair, night=night) for pair in pairs}
    assert {pair: found for pair, found in weak.items() if found < 4.5} == {}


def test_contrast_is_counted_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff", night=False) == pytest.approx(21)
    assert (
        contrast("#777777", "#ffffff", night=False)
        < 4.5
        < contrast("#767676", "#ffffff", night=False)
    )
