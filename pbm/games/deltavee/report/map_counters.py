"""Units on the maps of a report: shape by kind and side, turned by their direction."""

from collections.abc import Mapping

from markupsafe import Markup

from pbm.drawing.hex_map import Counter
from pbm.drawing.svg import joined, path
from pbm.drawing.turn_map import PlacedCounter, ring, unit_mark
from pbm.games.deltavee.state.units import IN_PLAY, SPACESHIP, WAITING
from pbm.games.deltavee.view.record import View
from pbm.kit.records import Record

_COLOURS = ("#1b4f9c", "#b3261e")


# Marks point to 12 and are turned by their direction: of player 1, of player 2.
_SHAPES: Mapping[str, tuple[str, str]] = {
    "spaceship": ("M0 -21L13 15L0 8L-13 15Z", "M0 -22L11 14L-11 14Z"),
    "battlecraft": ("M0 -14L9 11L0 5L-9 11Z", "M0 -15L8 10L-8 10Z"),
    "missile": ("M0 -16L4 -4V12H-4V-4Z", "M0 -16L5 -2L3 12H-3L-5 -2Z"),
}


_CONTACT = "M0 -13L10 0L0 13L-10 0Z"


_POINTER = "M0 -13V-24M-4 -19L0 -24L4 -19"


class Piece(Record):
    """A unit or a contact as it lies on a map."""

    side: str
    mark: str = ""
    kind: str = SPACESHIP
    id: str = ""
    at: str = ""
    direction: int | None = 12
    velocity: int = 0
    status: str = IN_PLAY
    yours: bool = False
    field_up: bool = False
    dormant: bool = False


def pieces_of(view: View) -> list[Piece]:
    """All units and contacts of a view."""
    enemy = next((side.id for side in view.sides if side.id != view.you.side), "")
    units = [
        Piece(
            id=unit.id,
            mark=unit.designation,
            kind=unit.kind,
            side=unit.side,
            at=unit.at,
            direction=unit.direction,
            velocity=unit.velocity,
            status=unit.status,
            yours=unit.yours,
            field_up=unit.field_up,
            dormant=unit.dormant,
        )
        for unit in view.units
    ]
    return units + [
        Piece(
            id=one.id,
            mark=f"c{one.number}",
            kind="contact",
            side=enemy,
            at=one.at or "",
            direction=one.direction,
            velocity=one.velocity,
            status=one.status,
        )
        for one in view.contacts
    ]


def placed(piece: Piece, view: View) -> PlacedCounter:
    """A unit in its hex, with its name and its velocity."""
    speed = f"v{piece.velocity}" if piece.status == IN_PLAY else ""
    mark = glyph(piece, view)
    counter = Counter(mark, piece.mark, piece.yours, speed, colour_of(piece, view))
    return PlacedCounter(piece.at, counter, piece.mark, _whose(piece, view))


def _number(side: str, view: View) -> int:
    """0 for player 1, 1 for player 2."""
    return int(view.sides[1].id == side)


def colour_of(piece: Piece, view: View) -> str:
    """The colour of its side."""
    return _COLOURS[_number(piece.side, view)]


def _whose(piece: Piece, view: View) -> str:
    """Whose a unit is, which its name does not say: both sides use the same letters."""
    if piece.kind == "contact":
        return ""
    if piece.side == view.you.side:
        return "your" if piece.yours else "friendly"
    return "enemy" if view.you.side else view.sides[_number(piece.side, view)].name


def is_friend(piece: Piece, view: View) -> bool:
    """Of the reader's side; for the game master, who has none, every unit is."""
    return view.you.side in ("", piece.side)


def glyph(piece: Piece, view: View) -> Markup:
    """A unit's mark around 0,0: shape by kind and side, turned by its direction."""
    colour = colour_of(piece, view)
    direction = piece.direction
    turn = f"rotate({(direction or 12) % 12 * 30})"
    shape = _CONTACT
    if piece.kind != "contact":
        shape = _SHAPES[piece.kind][_number(piece.side, view)]
    mark = unit_mark(
        shape,
        direction or 12,
        colour,
        filled=is_friend(piece, view),
        pale=piece.status == WAITING or piece.dormant,
    )
    parts = [mark]
    if piece.kind == "contact" and direction is not None:
        parts.append(path([_POINTER], transform=turn, fill="none", stroke=colour, stroke_width=3))
    if piece.field_up:
        parts.append(ring(23))
    return joined(parts) if len(parts) > 1 else mark
