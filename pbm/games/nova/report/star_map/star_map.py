"""The star map of a report: what its reader knows of systems and warp lines, as a picture.

Systems keep their places from turn to turn (charting.py). Ownership shows by filling and by
hatching, so that no colour is needed; each line's letters stand at its ends, and lines whose
other end is unknown are dashes. Whole numbers only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from pbm.drawing.animation_frames import StepPicture
from pbm.drawing.svg import joined, path, picture, tag
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.star_map.arrows import STUB, TIP, Arrow, arrows_of, open_lines
from pbm.games.nova.report.star_map.lines import Lines, Point, half, lines_of, toward
from pbm.games.nova.report.star_map.looks import (
    ALIEN,
    GROUND,
    INK,
    KEY,
    LINE,
    LOOKS,
    OWN,
    PALE,
    STATUS,
    STRIPES,
    look_of,
)
from pbm.games.nova.report.star_map.map_steps import map_steps, way_key, ways_drawn
from pbm.games.nova.report.trips import Trip, trips
from pbm.games.nova.rules.charting import Cell, neighbours, placed
from pbm.games.nova.view.record import EmpireView, SystemView, View
from pbm.kit.english import capital, count, listed
from pbm.kit.records import Record
from pbm.packets.schema import Order, Section

MOST_DRAWN = 400  # systems a page has room for
_STEP_X, _STEP_Y = 60, 104  # a lattice unit in picture units
_RADIUS = 19
_EDGE = 70  # free around the outermost systems
_LETTER = 29  # how far from a system's middle its letters stand


class Entry(Record):
    """A look or sign of the legend and what it means."""

    svg: Markup
    text: str


class StarMap(Record):
    """The map as ``svg``; ``text`` says why there is none. ``steps`` stand on ``ground``."""

    svg: Markup | None
    text: str
    legend: Sequence[Entry] = ()
    ways: Sequence[Trip] = ()
    steps: Sequence[StepPicture] = ()
    ground: str = GROUND
    look: str = ""
    wide: bool = True
    locator: Markup | None = None


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
    places = _places(view.empire, systems)
    points = {name: (x * _STEP_X, y * _STEP_Y) for name, (x, y) in places.items()}
    ships = Counter(ship.at for ship in view.ships if ship.at)
    lines = lines_of(systems, points)
    bends = lines.bends
    signs = [
        at for name, one in systems.items() for at in _marked(one, points[name], ships.get(name, 0))
    ]
    arrows = arrows_of(systems, points, lines, signs)
    # A bow reaches half as far as it is pulled.
    tops = [
        half(half(points[one], points[other]), pull) for (one, other), pull in bends.items() if pull
    ]
    across, down = zip(*points.values(), *tops, strict=True)
    rooms = [arrow.box for some in arrows.values() for arrow in some]
    left = min([min(across) - _EDGE, *(room[0] - 4 for room in rooms)])
    top = min([min(down) - _EDGE, *(room[1] - 4 for room in rooms)])
    width = max([max(across) + _EDGE, *(room[2] + 4 for room in rooms)]) - left
    height = max([max(down) + _EDGE, *(room[3] + 4 for room in rooms)]) - top
    gone = trips(view, orders)
    box = (left, top, width, height)
    ground = (
        *_lines(systems, points, lines, arrows),
        *_letters(systems, points, lines, arrows, ships),
        *(
            _system(one, points[name], ships.get(name, 0), view.turn)
            for name, one in systems.items()
        ),
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
            _hatches(),
            tag("g", ways_drawn(gone, points, bends), class_="ways"),
            tag("g", *ground, id=GROUND),
            class_="starmap",
            width=width * 3 // 4,
            height=height * 3 // 4,
        ),
        label,
        list(
            _legend(
                systems,
                ships,
                bool(gone),
                bool(arrows),
                whose="your " if view.empire.name else "",
            )
        ),
        gone,
        map_steps(story, gone, points, bends, box),
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


def _places(own: EmpireView, systems: Mapping[str, SystemView]) -> dict[str, Cell]:
    """The places kept in the view; those that have none yet get theirs for this picture."""
    old = {name: (one.place[0], one.place[1]) for name, one in systems.items() if one.place}
    joined_to = neighbours({name: list(one.lines.values()) for name, one in systems.items()})
    return placed(old, joined_to, own.home or own.capital)


# --- lines ----------------------------------------------------------------------------------


def _lines(
    systems: Mapping[str, SystemView],
    points: Mapping[str, Point],
    lines: Lines,
    arrows: Mapping[str, Sequence[Arrow]],
) -> Iterator[Markup]:
    """Known lines, arrows for those not drawn through, dashes for unknown ends."""
    whole, stubs, shafts, heads = [], [], [], []
    for (name, to), pull in lines.bends.items():
        (x, y), (end_x, end_y) = points[name], points[to]
        way = "L" if pull is None else f"Q{pull[0]} {pull[1]} "
        whole.append(f"M{x} {y}{way}{end_x} {end_y}")
    for name, one in systems.items():
        x, y = points[name]
        for arrow in arrows.get(name, ()):
            dx, dy = arrow.way
            end = (x + dx * TIP // 100, y + dy * TIP // 100)
            root = (end[0] - dx * 11 // 100, end[1] - dy * 11 // 100)
            shafts.append(f"M{x} {y}L{root[0]} {root[1]}")
            side = (dy * 6 // 100, -dx * 6 // 100)
            heads.append(
                f"M{end[0]} {end[1]}L{root[0] + side[0]} {root[1] + side[1]}"
                f"L{root[0] - side[0]} {root[1] - side[1]}z"
            )
        for _letter, (dx, dy) in open_lines(one, lines, arrows.get(name, ())):
            stubs.append(f"M{x} {y}L{x + dx * STUB // 100} {y + dy * STUB // 100}")
    yield path(whole, fill="none", stroke=LINE, stroke_width=2)
    if heads:
        yield path(shafts, fill="none", stroke=LINE, stroke_width=2)
        yield path(heads, fill=PALE)
    yield path(stubs, fill="none", stroke=LINE, stroke_width=2, stroke_dasharray="4 4")


def _letters(
    systems: Mapping[str, SystemView],
    points: Mapping[str, Point],
    lines: Lines,
    arrows: Mapping[str, Sequence[Arrow]],
    ships: Mapping[str, int],
) -> Iterator[Markup]:
    """Each line's letter at its end; where it would meet another or a marker, farther out."""
    for name, one in systems.items():
        here = points[name]
        taken = list(_marked(one, here, ships.get(name, 0)))
        for arrow in arrows.get(name, ()):
            # There is no farther out: its name stands there.
            taken.append(toward(here, (here[0] + arrow.way[0], here[1] + arrow.way[1]), _LETTER))
            yield _letter(arrow.letter, taken[-1])
            yield _haloed(arrow.to, *arrow.label, 12, fill=PALE, font_weight="bold")
        for letter, to in one.lines.items():
            pair = (min(name, to), max(name, to))
            if pair in lines.bends:
                pull = lines.bends[pair] or points[to]
                ways = (toward(here, pull, far) for far in range(_LETTER, 4 * _LETTER, 15))
                taken.append(next((at for at in ways if _is_free(at, taken)), here))
                yield _letter(letter, taken[-1])
        for letter, (dx, dy) in open_lines(one, lines, arrows.get(name, ())):
            at = (here[0] + dx * (STUB + 7) // 100, here[1] + dy * (STUB + 7) // 100)
            yield _letter(letter, at)


def _is_free(at: Point, taken: Sequence[Point]) -> bool:
    return all((at[0] - x) ** 2 + (at[1] - y) ** 2 >= 14**2 for x, y in taken)


def _letter(letter: str, at: Point) -> Markup:
    return joined(
        (
            tag("circle", cx=at[0], cy=at[1], r=8, fill="#ffffff"),
            _text(letter, at[0], at[1] + 5, 13, fill=INK, font_weight="bold"),
        )
    )


# --- systems --------------------------------------------------------------------------------


def _text(words: str, x: int, y: int, size: int, **more: str | int) -> Markup:
    return tag("text", words, x=x, y=y, font_size=size, text_anchor="middle", **more)


def _haloed(words: str, x: int, y: int, size: int, **more: str | int) -> Markup:
    """Text on a white edge, so that no line runs through it."""
    edge = dict(more)
    edge.update(fill="#ffffff", stroke="#ffffff", stroke_width=5, stroke_linejoin="round")
    return joined((_text(words, x, y, size, **edge), _text(words, x, y, size, **more)))


def _system(one: SystemView, at: Point, ships: int, turn: int) -> Markup:
    x, y = at
    look = LOOKS[look_of(one)]
    rim: dict[str, str | int] = {"stroke": INK, "stroke_width": 2}
    if look.dashed:
        rim = {"stroke": PALE, "stroke_width": 2, "stroke_dasharray": "5 4"}
    parts = [tag("circle", cx=x, cy=y, r=_RADIUS + 3, fill="#ffffff")]
    if one.home:
        ring: dict[str, str | int] = {"fill": "none", "stroke": INK, "stroke_width": 2}
        parts.append(tag("circle", cx=x, cy=y, r=_RADIUS + 5, **ring))
    parts.append(tag("circle", cx=x, cy=y, r=_RADIUS, fill=look.fill, **rim))
    type = str(one.type) if one.type >= 0 else "?"
    if look.fill.startswith("url"):
        parts.append(tag("circle", cx=x, cy=y, r=10, fill="#ffffff"))
    parts.append(_text(type, x, y + 6, 18, fill=look.ink, font_weight="bold"))
    parts += _markers(one, at, ships)
    parts.append(_haloed(one.name, x, y + 48, 15, fill=INK, font_weight="bold"))
    under = _under(one, turn)
    if under:
        parts.append(_haloed(under, x, y + 62, 12, fill=PALE))
    return tag("g", *parts)


def _under(one: SystemView, turn: int) -> str:
    """Status, IC, and when it was last seen unless that is now."""
    words = [STATUS.get(one.status, "")]
    words.append("IC" if one.ic else "")
    words.append(str(one.owner or ""))
    words.append("" if one.yours or not one.last_seen else _seen(one.last_seen, turn))
    return " · ".join(word for word in words if word)


def _seen(last: int, turn: int) -> str:
    return "seen now" if last == turn - 1 else f"turn {last}"


def _marked(one: SystemView, at: Point, ships: int) -> Iterator[Point]:
    """Where the signs and numbers of ships stand beside a system."""
    x, y = at
    if ships:
        yield from ((x + 33, y - 18), (x + 49, y - 17))
    if one.alien_ships or one.met:
        yield from ((x - 31, y - 18), (x - 46, y - 17))


def _markers(one: SystemView, at: Point, ships: int) -> Iterator[Markup]:
    """Own ships right above a system, alien ones left."""
    x, y = at
    if ships:
        yield path([f"M{x + 26} {y - 12}l7 -13l7 13z"], fill=OWN, stroke=OWN, stroke_width=1)
        yield _haloed(str(ships), x + 49, y - 12, 14, fill=INK)
    aliens = one.alien_ships or (1 if one.met else 0)
    if aliens:
        yield path([f"M{x - 38} {y - 24}h14l-7 13z"], fill="#ffffff", stroke=ALIEN, stroke_width=2)
        number = str(one.alien_ships) if one.alien_ships else "?"
        yield _haloed(number, x - 46, y - 12, 14, fill=INK)


def _hatches() -> Markup:
    """Stripes leaning right for what was captured, left for what aliens hold."""
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
            for name, ink, way in (
                ("own-hatch", OWN, "M-2 10L10 -2M-6 6L6 -6M2 14L14 2"),
                ("alien-hatch", ALIEN, "M-2 -2L10 10M-6 2L6 14M2 -6L14 6"),
            )
        ),
    )


# --- legend ---------------------------------------------------------------------------------


def _legend(
    systems: Mapping[str, SystemView],
    ships: Mapping[str, int],
    went: bool,
    told: bool,
    *,
    whose: str,
) -> Iterator[Entry]:
    """The meaning of the looks and signs on this map."""
    there = {look_of(one) for one in systems.values()}
    for key, words in KEY:
        if key in there:
            said = words if whose else words.removesuffix(" by aliens")
            yield Entry(_entry(_sample(key), said), said)
    if any(one.home for one in systems.values()):
        ring: Sequence[Markup] = (
            tag("circle", cx=0, cy=0, r=14, fill="none", stroke=INK, stroke_width=2),
            tag("circle", cx=0, cy=0, r=9, fill="none", stroke=INK, stroke_width=2),
        )
        yield Entry(_entry(ring, "home star"), "home star")
    if ships:
        own = (path(["M-9 8l9 -17l9 17z"], fill=OWN),)
        yield Entry(_entry(own, f"{whose}ships"), f"{whose}ships, and how many")
    if told:
        arrow = (
            path(["M-16 0H6"], stroke=LINE, stroke_width=2),
            path(["M16 0L5 -6L5 6z"], fill=PALE),
        )
        words = "a line shown by arrows: the system at its other end"
        yield Entry(_entry(arrow, "arrow"), words)
    if went:
        yield Entry(_entry((way_key(),), "ways"), "where your ships went this turn")
    if any(one.alien_ships or one.met for one in systems.values()):
        alien = (path(["M-9 -8h18l-9 17z"], fill="#ffffff", stroke=ALIEN, stroke_width=2),)
        yield Entry(_entry(alien, "alien ships"), "alien ships, as last seen")


def _sample(key: str) -> Sequence[Markup]:
    """A circle with the look; its stripes are drawn, since hatches belong to the map alone."""
    look = LOOKS[key]
    rim: dict[str, str | int] = {"stroke": PALE if look.dashed else INK, "stroke_width": 2}
    if look.dashed:
        rim["stroke_dasharray"] = "5 4"
    fill = "none" if key in STRIPES else look.fill
    circle = tag("circle", cx=0, cy=0, r=14, fill=fill, **rim)
    if key not in STRIPES:
        return (circle,)
    ink, way = STRIPES[key]
    return (path([way], fill="none", stroke=ink, stroke_width=3), circle)


def _entry(parts: Sequence[Markup], words: str) -> Markup:
    return picture(words, (-18, -18, 36, 36), *parts, class_="key", width=20, height=20)
