"""The star map of a report: what its reader knows of systems and warp lines, as a picture.

Systems keep their places from turn to turn (charting.py), but for empty space, which is left out.
Ownership shows by filling and by hatching, so that no colour is needed; for the game master each
empire has its pattern and its letters. Each line's letters stand at its ends, and lines whose
other end is unknown are dashes. Whole numbers only.
"""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from pbm.drawing.animation_frames import StepPicture
from pbm.drawing.hex_map import Room, label, letters_in, screen_width, text
from pbm.drawing.svg import joined, path, picture, tag
from pbm.engine.story import Section
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.star_map.arrows import STUB, TIP, Arrow, arrows_of, open_lines
from pbm.games.nova.report.star_map.legend import Entry, legend_of
from pbm.games.nova.report.star_map.letters import arrow_name, letter_drawn, letter_spots
from pbm.games.nova.report.star_map.lines import Lines, Point, half, lines_of
from pbm.games.nova.report.star_map.looks import (
    ALIEN,
    GROUND,
    INK,
    KEY,
    LINE,
    LOOKS,
    OWN,
    PALE,
    PATTERNS,
    RADIUS,
    STATUS,
    look_of,
    short_names,
)
from pbm.games.nova.report.star_map.map_steps import map_steps, ways_drawn
from pbm.games.nova.report.star_map.names import Box, Name, names_of
from pbm.games.nova.report.star_map.places import drawn_together, places_of
from pbm.games.nova.report.trips import Trip, trips
from pbm.games.nova.rules.charting import Cell
from pbm.games.nova.view.record import SystemView, View
from pbm.kit.english import capital, count, listed
from pbm.kit.records import Record
from pbm.packets.record import Order

MOST_PRINTED = 150  # systems whose names find room on a page
MOST_DRAWN = 400  # on a screen, where a picture may be twice as wide and high
_STEP_X, _STEP_Y = (60, 110), 104  # a lattice unit in picture units, at least and at most
_EDGE = 40  # free around the outermost systems
_ROOM: Room = (504, 317)  # less than print.css gives the map, in points


class StarMap(Record):
    """The map as ``svg``; ``text`` says why there is none. ``steps`` stand on ``ground``.

    ``left`` is where ships of empires are that the picture has no room for.
    """

    svg: Markup | None
    text: str
    legend: Sequence[Entry] = ()
    ways: Sequence[Trip] = ()
    steps: Sequence[StepPicture] = ()
    ground: str = GROUND
    look: str = ""
    left: Sequence[str] = ()
    across: int = 1
    locator: Markup | None = None


def unprinted(view: View) -> str:
    """Say why a map is not printed; "" for one that is."""
    many = len(view.systems)
    if many <= MOST_PRINTED or many > MOST_DRAWN:
        return ""
    return f"The names of {many} systems find no room on paper. The map is in report.html."


def starmap(
    view: View, story: Sequence[Section[Item]] = (), orders: Sequence[Order] = ()
) -> StarMap:
    """The map of a view, with the ways of the reader's ships and a picture of each phase."""
    systems = {one.name: one for one in view.systems}
    if not systems:
        return StarMap(None, "No part of the map is known yet.")
    if len(systems) > MOST_DRAWN:
        text = f"{len(systems)} systems are too many for a picture; the table lists them all."
        return StarMap(None, text)
    places = drawn_together(places_of(view.empire, systems))
    step = _step(places)
    points = {name: (x * step, y * _STEP_Y) for name, (x, y) in places.items()}
    empires = short_names(one.owner for one in systems.values() if one.owner)
    fleets = _fleets(view)
    here = {name: _of_all(fleets.get(name, {}), empires) for name in systems}
    rows = {
        name: tuple(filter(None, (name, here[name], _under(one, view.turn, empires))))
        for name, one in systems.items()
    }
    plan = _planned(systems, points, rows, fleets)
    lines, arrows, names, size, box = plan.lines, plan.arrows, plan.names, plan.size, plan.box
    bends = lines.bends
    gone = trips(view, orders)
    ground = (
        *_lines(systems, points, plan),
        tag("g", *(letter_drawn(*one, size) for one in plan.letters), class_="names"),
        tag("g", *(arrow_name(arrow, size) for some in arrows.values() for arrow in some)),
        *(_system(one, points[name], empires, size) for name, one in systems.items()),
        *(
            part
            for name, one in systems.items()
            for part in _markers(one, points[name], fleets, size)
        ),
        tag("g", *(_named(one, size) for one in names.values()), class_="names"),
    )
    label = (
        f"Star map of {count(len(systems), 'system')}. "
        "The table of systems lists each with its lines and what is known of it."
    )
    return StarMap(
        picture(
            label,
            box,
            tag("desc", _spoken(systems, gone, arrows)),
            _hatches(len(empires)),
            tag("g", ways_drawn(gone, points, bends), class_="ways"),
            tag("g", *ground, id=GROUND),
            class_="starmap",
            width=screen_width(box, size),
        ),
        label,
        list(
            legend_of(
                systems,
                bool(fleets),
                bool(gone),
                bool(arrows),
                empires,
                whose="your " if view.empire.name else "",
            )
        ),
        gone,
        map_steps(story, gone, points, bends, box, size),
        left=[
            f"{name} {said}" for name, said in here.items() if said and said not in names[name].rows
        ],
        look=" ".join(map(str, _around([points[name] for name in _own(view, points)], []))),
    )


def _step(places: Mapping[str, Cell]) -> int:
    """A lattice unit across, so that a high map is as wide as there is room for."""
    across, down = [x for x, _y in places.values()], [y for _x, y in places.values()]
    wide, high = max(across) - min(across), (max(down) - min(down)) * _STEP_Y
    least, most = _STEP_X
    return max(least, min(most, high * _ROOM[0] // (_ROOM[1] * max(wide, 1))))


class _Plan(Record):
    """Where all is that is written and drawn beside the systems, in letters of ``size``."""

    lines: Lines
    size: int
    names: Mapping[str, Name]
    arrows: Mapping[str, Sequence[Arrow]]
    taken: Sequence[Box]
    letters: Sequence[tuple[str, Point]]
    box: tuple[int, int, int, int]


def _planned(
    systems: Mapping[str, SystemView],
    points: Mapping[str, Point],
    rows: Mapping[str, Sequence[str]],
    fleets: Mapping[str, Mapping[str, int]],
) -> _Plan:
    """The plan of a map, in letters that can be read where print.css puts it.

    Larger letters make a map larger, and a larger one needs larger letters; thrice is enough.
    """
    lines = lines_of(systems, points)
    room = _ROOM if len(systems) <= MOST_PRINTED else (2 * _ROOM[0], 2 * _ROOM[1])
    # A bow reaches half as far as it is pulled.
    tops = [
        half(half(points[one], points[other]), pull)
        for (one, other), pull in lines.bends.items()
        if pull
    ]
    ends = [*points.values(), *tops]
    size = letters_in(_around(ends, []), room)
    for _attempt in range(4):
        signs = [
            at for name, one in systems.items() for at in _marked(one, points[name], fleets, size)
        ]
        names = names_of(rows, points, lines, signs, size)
        taken = [one.box for one in names.values()]
        arrows = arrows_of(systems, points, lines, signs, taken, size)
        taken += [arrow.box for some in arrows.values() for arrow in some]
        taken += [_square(at, size) for at in signs]
        letters = list(letter_spots(systems, points, lines, arrows, taken, signs, size))
        box = _around(ends, [*taken, *(_square(at, size) for _letter, at in letters)])
        plan = _Plan(lines, size, names, arrows, taken, letters, box)
        size = max(size, letters_in(box, room))
        if size == plan.size:
            break
    return plan


def _square(at: Point, size: int) -> Box:
    half = size * 6 // 10
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _own(view: View, points: Mapping[str, Point]) -> Sequence[str]:
    """The reader's systems, or else where their ships are; everywhere for one who has none."""
    own = [one.name for one in view.systems if one.yours]
    return own or [ship.at for ship in view.ships if ship.at in points] or list(points)


def _around(points: Sequence[Point], boxes: Sequence[Box]) -> tuple[int, int, int, int]:
    """Left, top, width and height of what holds points with free space, and boxes."""
    across, down = zip(*points, strict=True)
    left = min([min(across) - _EDGE, *(box[0] - 4 for box in boxes)])
    top = min([min(down) - _EDGE, *(box[1] - 4 for box in boxes)])
    right = max([max(across) + _EDGE, *(box[2] + 4 for box in boxes)])
    bottom = max([max(down) + _EDGE, *(box[3] + 4 for box in boxes)])
    return left, top, right - left, bottom - top


def _fleets(view: View) -> dict[str, dict[str, int]]:
    """The number of ships at each system, by owner; "" is the reader."""
    found: dict[str, dict[str, int]] = {}
    for ship in view.ships:
        if ship.at:
            here = found.setdefault(ship.at, {})
            here[ship.owner or ""] = here.get(ship.owner or "", 0) + 1
    return found


def _of_all(fleet: Mapping[str, int], empires: Mapping[str, str]) -> str:
    """The ships of each empire at a system, as the game master sees them."""
    return ", ".join(
        f"{number} {empires.get(owner, owner)}" for owner, number in sorted(fleet.items()) if owner
    )


def _spoken(
    systems: Mapping[str, SystemView], gone: Sequence[Trip], arrows: Mapping[str, Sequence[Arrow]]
) -> str:
    """Owners of systems, lines shown by arrows and ways of ships, in words."""
    by_look: dict[str, list[str]] = {}
    for name, one in systems.items():
        by_look.setdefault(look_of(one), []).append(name)
    said = [f"{capital(words)}: {listed(by_look[look])}." for look, words in KEY if look in by_look]
    told = [
        f"{arrow.letter} of {name} to {arrow.to}" for name, some in arrows.items() for arrow in some
    ]
    if told:
        said.append(f"Shown by arrows instead of lines: {listed(told)}.")
    return " ".join([*said, *(trip.words for trip in gone)])


# --- lines ----------------------------------------------------------------------------------


def _lines(
    systems: Mapping[str, SystemView], points: Mapping[str, Point], plan: _Plan
) -> Iterator[Markup]:
    """Known lines, arrows for those not drawn through, dashes for unknown ends."""
    whole, stubs, shafts, heads = [], [], [], []
    for (name, to), pull in plan.lines.bends.items():
        (x, y), (end_x, end_y) = points[name], points[to]
        way = "L" if pull is None else f"Q{pull[0]} {pull[1]} "
        whole.append(f"M{x} {y}{way}{end_x} {end_y}")
    for name, one in systems.items():
        x, y = points[name]
        own = plan.arrows.get(name, ())
        for arrow in own:
            dx, dy = arrow.way
            end = (x + dx * TIP // 100, y + dy * TIP // 100)
            root = (end[0] - dx * 11 // 100, end[1] - dy * 11 // 100)
            shafts.append(f"M{x} {y}L{root[0]} {root[1]}")
            side = (dy * 6 // 100, -dx * 6 // 100)
            heads.append(
                f"M{end[0]} {end[1]}L{root[0] + side[0]} {root[1] + side[1]}"
                f"L{root[0] - side[0]} {root[1] - side[1]}z"
            )
        for _letter, (dx, dy) in open_lines(
            one, points[name], plan.lines, own, plan.taken, plan.size
        ):
            stubs.append(f"M{x} {y}L{x + dx * STUB // 100} {y + dy * STUB // 100}")
    yield path(whole, fill="none", stroke=LINE, stroke_width=2)
    if heads:
        yield path(shafts, fill="none", stroke=LINE, stroke_width=2)
        yield path(heads, fill=PALE)
    yield path(stubs, fill="none", stroke=LINE, stroke_width=2, stroke_dasharray="4 4")


# --- systems --------------------------------------------------------------------------------


def _named(name: Name, size: int) -> Markup:
    """The name of a system and the rows under it."""
    left, top, right, _bottom = name.box
    return joined(
        label(
            row,
            (left + right) // 2,
            top + n * size + size * 8 // 10,
            size,
            fill=PALE if n else INK,
            font_weight="normal" if n else "bold",
        )
        for n, row in enumerate(name.rows)
    )


def _system(one: SystemView, at: Point, empires: Mapping[str, str], size: int) -> Markup:
    x, y = at
    look = LOOKS[look_of(one)]
    fill = (
        f"url(#held-{list(empires).index(one.owner) % len(PATTERNS)})" if one.owner else look.fill
    )
    rim: dict[str, str | int] = {"stroke": INK, "stroke_width": 2}
    if look.dashed:
        rim = {"stroke": PALE, "stroke_width": 2, "stroke_dasharray": "5 4"}
    parts = [tag("circle", cx=x, cy=y, r=RADIUS + 3, fill="#ffffff")]
    if one.home:
        ring: dict[str, str | int] = {"fill": "none", "stroke": INK, "stroke_width": 2}
        parts.append(tag("circle", cx=x, cy=y, r=RADIUS + 5, **ring))
    parts.append(tag("circle", cx=x, cy=y, r=RADIUS, fill=fill, **rim))
    type = str(one.type) if one.type >= 0 else "?"
    if fill.startswith("url"):
        parts.append(tag("circle", cx=x, cy=y, r=10, fill="#ffffff"))
    letters = max(18, size)
    parts.append(text(type, x, y + letters // 3, letters, fill=look.ink, font_weight="bold"))
    return tag("g", *parts)


def _under(one: SystemView, turn: int, empires: Mapping[str, str]) -> str:
    """Status, IC, owner, and when it was last seen unless that is now."""
    words = [STATUS.get(one.status, "")]
    words.append("IC" if one.ic else "")
    words.append(empires[one.owner] if one.owner else "")
    words.append("" if one.yours or not one.last_seen else _seen(one.last_seen, turn))
    return " · ".join(word for word in words if word)


def _seen(last: int, turn: int) -> str:
    return "seen now" if last == turn - 1 else f"turn {last}"


def _marked(
    one: SystemView, at: Point, fleets: Mapping[str, Mapping[str, int]], size: int
) -> Iterator[Point]:
    """Where the signs and numbers of ships stand beside a system."""
    x, y = at
    if "" in fleets.get(one.name, {}):
        yield from ((x + 33, y - 18), (x + 41 + size // 2, y - 17))
    if one.alien_ships or one.met:
        yield from ((x - 31, y - 18), (x - 39 - size // 2, y - 17))


def _markers(
    one: SystemView, at: Point, fleets: Mapping[str, Mapping[str, int]], size: int
) -> Iterator[Markup]:
    """Own ships right above a system, alien ones left."""
    x, y = at
    own = fleets.get(one.name, {}).get("", 0)
    if own:
        yield path([f"M{x + 26} {y - 12}l7 -13l7 13z"], fill=OWN, stroke=OWN, stroke_width=1)
        yield text(str(own), x + 41 + size // 2, y - 12, size, fill=INK)
    aliens = one.alien_ships or (1 if one.met else 0)
    if aliens:
        yield path([f"M{x - 38} {y - 24}h14l-7 13z"], fill="#ffffff", stroke=ALIEN, stroke_width=2)
        number = str(one.alien_ships) if one.alien_ships else "?"
        yield text(number, x - 39 - size // 2, y - 12, size, fill=INK)


def _hatches(empires: int) -> Markup:
    """Stripes leaning right for what was captured, left for what aliens hold; empires' patterns."""
    own, alien = PATTERNS[:2]
    held = [(f"held-{n}", *pattern) for n, pattern in enumerate(PATTERNS[:empires])]
    return tag(
        "defs",
        *(
            tag(
                "pattern",
                tag("rect", width=8, height=8, fill="#ffffff"),
                path([way], fill="none", stroke=ink, stroke_width=3),
                id=name,
                width=8,
                height=8,
                patternUnits="userSpaceOnUse",
                # Other pictures of the page use it while this one is not shown.
                visibility="visible",
            )
            for name, ink, way in (("own-hatch", *own), ("alien-hatch", *alien), *held)
        ),
    )
