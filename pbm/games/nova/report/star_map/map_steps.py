"""The steps of a turn on the star map: the ways of own ships, and where things happened.

Everything is in units of the picture, in whole numbers.
"""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from pbm.drawing.animation_frames import StepPicture
from pbm.drawing.hex_map import Box, Point, screen_width
from pbm.drawing.svg import joined, path, tag
from pbm.engine.story import Section
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.star_map.lines import Bends, half, toward
from pbm.games.nova.report.trips import Trip
from pbm.kit.english import count, listed

WAYS = "ways"  # the id of the list of ways on the page
_WAY, _RING = "#1b4f9c", "#8f1d1d"
_ASIDE = 7  # how far beside its line a way runs
_MOVEMENT = "F"  # the phase in which ships jump


def ways_drawn(trips: Sequence[Trip], points: Mapping[str, Point], bends: Bends) -> Markup:
    """Arrows along the lines that ships used, once each way; broken ones for lost ships."""
    legs: dict[tuple[str, str], bool] = {}
    for trip in trips:
        for leg in zip(trip.way, trip.way[1:], strict=False):
            legs[leg] = legs.get(leg, True) and trip.lost
    return joined(_arrow(*leg, points, bends, lost) for leg, lost in legs.items())


def way_key() -> Markup:
    """The arrow of the legend."""
    line = path(["M-16 6L8 -3"], stroke=_WAY, stroke_width=5, stroke_opacity="0.55")
    return joined((line, path(["M16 -6L5 -9L9 3z"], fill=_WAY)))


def _arrow(one: str, other: str, points: Mapping[str, Point], bends: Bends, lost: bool) -> Markup:
    start, turn, end = _leg(one, other, points, bends)
    x, y = toward(end, turn, 27)
    dx, dy = toward((0, 0), (end[0] - turn[0], end[1] - turn[1]), 12)
    head = (
        f"M{x + dx // 2} {y + dy // 2}L{x - dx - dy * 2 // 3} {y - dy + dx * 2 // 3}"
        f"L{x - dx + dy * 2 // 3} {y - dy - dx * 2 // 3}z"
    )
    more: dict[str, str | int] = {"stroke_dasharray": "10 6"} if lost else {}
    line = path(
        [f"M{start[0]} {start[1]}Q{turn[0]} {turn[1]} {x} {y}"],
        fill="none",
        stroke=_WAY,
        stroke_width=5,
        stroke_opacity="0.55",
        **more,
    )
    return joined((line, path([head], fill=_WAY)))


def _leg(
    one: str, other: str, points: Mapping[str, Point], bends: Bends
) -> tuple[Point, Point, Point]:
    """A way from a system to the next, a little to the right of its line: begin, pull, end."""
    start, end = points[one], points[other]
    pull = bends.get((min(one, other), max(one, other))) or half(start, end)
    dx, dy = toward((0, 0), (end[0] - start[0], end[1] - start[1]), _ASIDE)
    return (
        (start[0] - dy, start[1] + dx),
        (pull[0] - dy, pull[1] + dx),
        (end[0] - dy, end[1] + dx),
    )


def map_steps(
    story: Sequence[Section[Item]],
    trips: Sequence[Trip],
    points: Mapping[str, Point],
    bends: Bends,
    box: Box,
    size: int,
) -> list[StepPicture]:
    """A picture of every phase with something to show on the map, in turn order."""
    width = screen_width(box, size)
    found: list[tuple[str, StepPicture]] = []
    for number, section in enumerate(story):
        if any(item.facts for item in section.items):
            continue
        there: dict[str, list[str]] = {}
        for item in section.items:
            for name in item.track[-1:]:
                if name in points:
                    there.setdefault(name, []).append(item.event)
        if there:
            drawn = joined(_rings(there, points, size))
            words = f"Something happened at {listed(there)}."
            step = StepPicture(
                f"s{number}", section.title, words, box, Markup(""), drawn, "starmap"
            )
            found.append((section.title[:1], step))
    if trips:
        drawn = joined((ways_drawn(trips, points, bends), *_travellers(trips, points, bends)))
        words = " ".join(trip.words for trip in trips)
        step = StepPicture(WAYS, "F Movement", words, box, Markup(""), drawn, "starmap", width)
        place = next((n for n, (letter, _) in enumerate(found) if letter > _MOVEMENT), len(found))
        found.insert(place, (_MOVEMENT, step))
    return [step for _letter, step in found]


def _rings(
    there: Mapping[str, Sequence[str]], points: Mapping[str, Point], size: int
) -> Iterator[Markup]:
    for name, events in there.items():
        x, y = points[name]
        ring = tag("circle", cx=x, cy=y, r=33, fill="none", stroke=_RING, stroke_width=5)
        number = tag(
            "text",
            str(len(events)),
            x=x - 36,
            y=y + 34,
            font_size=max(20, size),
            font_weight="bold",
            fill=_RING,
            text_anchor="middle",
        )
        inside = (ring, number) if len(events) > 1 else (ring,)
        yield tag("g", *inside, class_="shot", data_e=" ".join(events))


def _travellers(
    trips: Sequence[Trip], points: Mapping[str, Point], bends: Bends
) -> Iterator[Markup]:
    """A mark for the ships of each way at its end, with their number."""
    for trip in trips:
        way = [points[trip.way[0]]]
        for one, other in zip(trip.way, trip.way[1:], strict=False):
            start, pull, end = _leg(one, other, points, bends)
            way += [half(half(start, end), pull), points[other]]
        x, y = way[-1][0] + 33, way[-1][1] - 19
        way.append((x, y))
        told = " ".join(f"{a},{b}" for a, b in way)
        inside = joined(
            (
                path(["M-11 9L0 -13L11 9z"], fill=_WAY, stroke="#ffffff", stroke_width=2),
                tag("title", f"{count(len(trip.ships), 'ship')}: {trip.words}"),
            )
        )
        yield tag(
            "g",
            inside,
            class_="unit",
            data_u=" ".join(name.replace(" ", "_") for name in trip.ships),
            data_way=told,
            transform=f"translate({x} {y}) scale(1.00)",
        )
