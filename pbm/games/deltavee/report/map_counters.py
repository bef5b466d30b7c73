"""Units on the maps of a report: shape by kind and side, turned by their direction."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from pbm.drawing.hex_map import Counter
from pbm.drawing.svg import joined, path, tag
from pbm.kit.facts import Fact

_COLOURS = ("#1b4f9c", "#b3261e")


# Marks point to 12 and are turned by their direction: of player 1, of player 2.
_SHAPES: Mapping[str, tuple[str, str]] = {
    "spaceship": ("M0 -21L13 15L0 8L-13 15Z", "M0 -22L11 14L-11 14Z"),
    "battlecraft": ("M0 -14L9 11L0 5L-9 11Z", "M0 -15L8 10L-8 10Z"),
    "missile": ("M0 -16L4 -4V12H-4V-4Z", "M0 -16L5 -2L3 12H-3L-5 -2Z"),
}


_CONTACT = "M0 -13L10 0L0 13L-10 0Z"


_POINTER = "M0 -13V-24M-4 -19L0 -24L4 -19"


def counter_of(one: Mapping[str, Fact], known: Mapping[str, Fact]) -> Counter:
    """A unit with its name and its velocity."""
    moving = one["status"] == "in play" and one.get("velocity") is not None
    speed = f"v{one['velocity']}" if moving else ""
    return Counter(glyph(one, known), one["mark"], bool(one.get("yours")), speed)


def _number(side: str, known: Mapping[str, Fact]) -> int:
    """0 for player 1, 1 for player 2."""
    return int(known["sides"][1]["id"] == side)


def colour_of(one: Mapping[str, Fact], known: Mapping[str, Fact]) -> str:
    """The colour of its side."""
    return _COLOURS[_number(one["side"], known)]


def in_words(one: Mapping[str, Fact], known: Mapping[str, Fact]) -> str:
    """A unit in words: both sides use the same letters, so one of the other side says whose."""
    if one["kind"] == "contact" or one["side"] == known["you"]["side"]:
        return str(one["mark"])
    side = known["sides"][_number(one["side"], known)]["name"]
    return f"{'enemy' if known['you']['side'] else side} {one['mark']}"


def is_friend(one: Mapping[str, Fact], known: Mapping[str, Fact]) -> bool:
    """Of the reader's side; for the game master, who has none, every unit is."""
    mine = known["you"]["side"]
    return not mine or bool(one["side"] == mine)


def glyph(one: Mapping[str, Fact], known: Mapping[str, Fact]) -> Markup:
    """A unit's mark around 0,0: shape by kind and side, turned by its direction."""
    colour = colour_of(one, known)
    direction = one["direction"]
    turn = f"rotate({int(direction or 12) % 12 * 30})"
    shape = _CONTACT
    if one["kind"] != "contact":
        shape = _SHAPES[one["kind"]][_number(one["side"], known)]
    mark = tag(
        "path",
        d=shape,
        transform=turn,
        fill=colour if is_friend(one, known) else "#ffffff",
        stroke=colour,
        stroke_width=3,
        stroke_linejoin="round",
        opacity="0.45" if one["status"] == "waiting" or one.get("dormant") else "1",
    )
    parts = [mark]
    if one["kind"] == "contact" and direction is not None:
        parts.append(path([_POINTER], transform=turn, fill="none", stroke=colour, stroke_width=3))
    if one.get("field_up"):
        parts.append(ring())
    return joined(parts) if len(parts) > 1 else mark


def ring() -> Markup:
    """The mark of an active force field around 0,0."""
    return tag(
        "circle", r=23, fill="none", stroke="#3d4852", stroke_width=3, stroke_dasharray="4 3"
    )
