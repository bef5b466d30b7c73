"""The legend of a star map: its looks, patterns and signs, and what they mean."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from pbm.drawing.svg import path, picture, tag
from pbm.games.nova.report.star_map.looks import (
    ALIEN,
    INK,
    KEY,
    LINE,
    LOOKS,
    OWN,
    PALE,
    PATTERNS,
    STRIPES,
    look_of,
)
from pbm.games.nova.report.star_map.map_steps import way_key
from pbm.games.nova.view.record import SystemView
from pbm.kit.records import Record


class Entry(Record):
    """A look or sign of the legend and what it means."""

    svg: Markup
    text: str


def legend_of(
    systems: Mapping[str, SystemView],
    ships: bool,
    went: bool,
    told: bool,
    empires: Mapping[str, str],
    *,
    whose: str,
) -> Iterator[Entry]:
    """The meaning of the looks and signs on this map."""
    there = {look_of(one) for one in systems.values()}
    for key, words in KEY:
        if key in there and (key != "alien" or not empires):
            yield Entry(_entry(_sample(key), words), words)
    for n, (name, short) in enumerate(empires.items()):
        yield Entry(_entry(_patch(n), name), f"{short} {name}")
    if ships and empires:
        least = min(empires.values())
        own = (path(["M-9 8l9 -17l9 17z"], fill=PALE),)
        yield Entry(_entry(own, "ships"), f"under a name: the ships of each empire, as 3 {least}")
    if any(one.home for one in systems.values()):
        ring: Sequence[Markup] = (
            tag("circle", cx=0, cy=0, r=14, fill="none", stroke=INK, stroke_width=2),
            tag("circle", cx=0, cy=0, r=9, fill="none", stroke=INK, stroke_width=2),
        )
        yield Entry(_entry(ring, "home star"), "home star")
    if ships and not empires:
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


def _patch(n: int) -> Sequence[Markup]:
    """The pattern of an empire, drawn; hatches belong to the map alone."""
    ink, way = PATTERNS[n % len(PATTERNS)]
    tiles = [
        tag(
            "g",
            path([way], fill="none", stroke=ink, stroke_width=3),
            transform=f"translate({x} {y})",
        )
        for x in (-12, -4, 4)
        for y in (-12, -4, 4)
    ]
    edge = tag("rect", x=-14, y=-14, width=28, height=28, fill="none", stroke=INK, stroke_width=2)
    return (*tiles, edge)


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
