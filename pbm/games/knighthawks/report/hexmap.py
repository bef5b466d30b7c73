"""The hex map of a report as SVG: planets, ships with their facing, tracks, screens.

Sides differ by the shape of their ships, the reader's own side is filled and all others are
outlines, so no colour is needed.
"""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from pbm.drawing import hex_map
from pbm.drawing.animation_steps import DrawnStep, Stand, steps
from pbm.drawing.canvas import Board
from pbm.drawing.hex_map import Counter, Crop, Lattice, Planet, entry
from pbm.drawing.hexgrid import Hex, parse_hex, side_towards
from pbm.drawing.svg import joined
from pbm.drawing.turn_map import PlacedCounter, Story, Track, ring, scene_of, turn_map, unit_mark
from pbm.games.knighthawks.state.state import IN_PLAY, WAITING
from pbm.games.knighthawks.view.record import ShipView, View
from pbm.kit.english import count

_LATTICE = Lattice()
_FREE = "#eef3d8"

# Ships point to side 12 and are turned by their facing. One shape a side, then round again.
_SHAPES = (
    "M0 -20L13 15L0 8L-13 15Z",
    "M0 -22L11 14L-11 14Z",
    "M0 -20L11 -2L0 17L-11 -2Z",
    "M0 -20L11 -5L9 15L-9 15L-11 -5Z",
    "M0 -20L6 -2L14 14L0 6L-14 14L-6 -2Z",
)
_STATION = "M0 -27L5 -14L13 -8L13 8L0 15L-13 8L-13 -8L-5 -14Z"
_COLOURS = ("#1b4f9c", "#b3261e", "#1d6b38", "#8a4b00", "#6a2c91", "#00606b")


def hexmap(view: View, story: Story) -> dict[str, Any]:
    """The map of a turn with its size, and whether all of it is shown."""
    ships = [ship for ship in view.ships if ship.status in (IN_PLAY, WAITING)]
    lost = _lost_now(view, story)
    crop = _crop(view, ships, lost)
    phases = _steps(view, story)
    label = (
        f"Hex map, columns {crop.left} to {crop.right}, rows {crop.top} to {crop.bottom}, "
        f"with {count(len(ships), 'ship')}. "
        "The tables list where each ship is and how it faces."
    )
    drawn = turn_map(
        label,
        _board(view, crop, phases),
        phases,
        [
            Track(way, _colour(ship.side, view), _is_friend(ship.side, view))
            for ship in ships
            if (way := _way(ship))
        ],
        (_placed(ship, view) for ship in ships),
        (_placed(ship, view) for ship in lost),
        _legend(view, ships, lost),
        "with its damage",
    )
    whole = (1, view.map.columns, 1, view.map.rows)
    return {
        **drawn,
        "whole": (crop.left, crop.right, crop.top, crop.bottom) == whole,
        "shown": {"columns": [crop.left, crop.right], "rows": [crop.top, crop.bottom]},
    }


def _steps(view: View, story: Story) -> list[DrawnStep]:
    """The phases of the turn, as far as their ships are known."""
    last = {
        ship.id: Stand(ship.at, ship.facing, bool(ship.screen)) for ship in view.ships if ship.at
    }
    here = [ship.id for ship in view.ships if ship.status == IN_PLAY]
    return steps(story, last, here, _heading)


def _heading(one: str, other: str) -> int:
    return side_towards(parse_hex(one), parse_hex(other)) or 0


def _board(view: View, crop: Crop, phases: Sequence[DrawnStep]) -> Board:
    ships = {ship.id: ship for ship in view.ships}

    def look(id: str, stand: Stand) -> Counter:
        ship = ships[id]
        mark = glyph(view, ship.side, stand.facing or 12, station=ship.station, screen=stand.screen)
        return Counter(mark, ship.designation, ship.yours, colour=_colour(ship.side, view))

    return Board(
        crop,
        crop.around(at for at in map(parse_hex, scene_of(phases)) if at in crop),
        parse_hex,
        lambda part: joined((hex_map.patch(part, _free(view), _FREE), hex_map.grid(part, _fifth))),
        look,
        lambda id: _colour(ships[id].side, view),
        lambda id: _is_friend(ships[id].side, view),
        "ships",
        str,
        _fifth,
        [Planet(parse_hex(one.at), one.designation, one.name) for one in view.planets],
    )


def _fifth(at: Hex) -> bool:
    return at.column % 5 == 0 and at.row % 5 == 0


# --- what is shown --------------------------------------------------------------------------


def _lost_now(view: View, story: Story) -> list[ShipView]:
    """Ships destroyed in this packet's events, to be marked."""
    gone = [
        item.ships[0]
        for section in story
        for item in section.items
        if item.kind in ("ship_destroyed", "collided") and item.ships
    ]
    return [ship for ship in view.ships if ship.id in gone and ship.status == "destroyed"]


def _crop(view: View, ships: Sequence[ShipView], lost: Sequence[ShipView]) -> Crop:
    seen = [parse_hex(planet.at) for planet in view.planets]
    for ship in (*ships, *lost):
        seen.append(parse_hex(ship.at))
        seen += [parse_hex(at) for at in _way(ship)]
    for placement in view.placements.values():
        seen += [parse_hex(at) for at in placement.hexes]
    columns, rows = view.map.columns, view.map.rows
    on_map = [at for at in seen if 1 <= at.column <= columns and 1 <= at.row <= rows]
    left, right = hex_map.stretch([at.column for at in on_map], 1, columns)
    top, bottom = hex_map.stretch([at.row for at in on_map], 1, rows)
    return Crop(left, right, top, bottom, _LATTICE).widened(1, columns)


def _way(ship: ShipView) -> list[str]:
    """The hexes of a ship's last move with the one it started in; empty if it stood still."""
    if ship.status == "waiting" or not ship.came_from or ship.path in ([], [ship.came_from]):
        return []
    return [ship.came_from, *ship.path]


def _free(view: View) -> list[Hex]:
    """The hexes in which the reader may place ships."""
    free = dict.fromkeys(at for placement in view.placements.values() for at in placement.hexes)
    return [parse_hex(at) for at in free]


# --- ships ----------------------------------------------------------------------------------


def _side_number(side: str, view: View) -> int:
    ids = sorted(one.id for one in view.sides)
    return ids.index(side) if side in ids else 0


def _colour(side: str, view: View) -> str:
    return _COLOURS[_side_number(side, view) % len(_COLOURS)]


def _placed(ship: ShipView, view: View) -> PlacedCounter:
    """A ship with its name and its speed."""
    speed = "" if ship.station or ship.status == WAITING else f"v{ship.speed}"
    mark = glyph(
        view,
        ship.side,
        ship.facing,
        station=ship.station,
        screen=ship.screen is not None,
        waits=ship.status == WAITING,
    )
    counter = Counter(mark, ship.designation, ship.yours, speed, _colour(ship.side, view))
    return PlacedCounter(ship.at, counter, ship.designation)


def _is_friend(side: str, view: View) -> bool:
    """True for the reader's side; for the game master, who has none, every side is."""
    return view.you.side in ("", side)


def glyph(
    view: View,
    side: str,
    facing: int = 12,
    *,
    station: bool = False,
    screen: bool = False,
    waits: bool = False,
) -> Markup:
    """A ship's mark around 0,0: shape by side, turned by facing, a ring for a screen."""
    mark = unit_mark(
        _STATION if station else _SHAPES[_side_number(side, view) % len(_SHAPES)],
        facing,
        _colour(side, view),
        filled=_is_friend(side, view),
        pale=waits,
    )
    return joined((ring(24), mark)) if screen else mark


# --- the legend -----------------------------------------------------------------------------


def _legend(
    view: View, ships: Sequence[ShipView], lost: Sequence[ShipView]
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for side in view.sides:
        yours = " (your side, filled)" if side.id == view.you.side else ""
        found.append(entry(f"{side.name}{yours}", glyph(view, side.id)))
    if stations := [ship for ship in ships if ship.station]:
        found.append(entry("station", glyph(view, stations[0].side, station=True)))
    if any(ship.screen for ship in ships):
        found.append(entry("masking screen", ring(20)))
    if lost:
        found.append(entry("destroyed", hex_map.cross_key()))
    if view.placements:
        found.append(entry("where you may place your ships", hex_map.patch_key(_FREE)))
    return found
