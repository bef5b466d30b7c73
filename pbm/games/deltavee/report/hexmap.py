"""The maps of a report in vectors: planets, asteroids, units with their direction, tracks.

Sides differ by the shape of their counters, the reader's own side is filled and all others
are outlines, so no colour is needed. Counters lying face down are diamonds.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from pbm.drawing import hex_map
from pbm.drawing.animation_steps import DrawnStep, Stand, steps
from pbm.drawing.canvas import Board
from pbm.drawing.hex_map import Counter, Crop, Lattice, Planet, entry
from pbm.drawing.hexgrid import Hex
from pbm.drawing.svg import joined
from pbm.drawing.turn_map import Story, Track, ring, scene_of, turn_map
from pbm.games.deltavee.report.map_counters import (
    Piece,
    colour_of,
    glyph,
    is_friend,
    pieces_of,
    placed,
)
from pbm.games.deltavee.report.map_ground import (
    ShownMaps,
    edge_lines,
    map_edges,
    map_letters,
    stones,
)
from pbm.games.deltavee.state.maps import Maps, Tile
from pbm.games.deltavee.state.scale import scale_words
from pbm.games.deltavee.state.units import IN_PLAY
from pbm.games.deltavee.view.known_table import maps_of
from pbm.games.deltavee.view.record import View
from pbm.kit.english import count

_FREE = "#eef3d8"
_ROCK = "#ece4d8"


def hexmap(view: View, story: Story) -> dict[str, Any]:
    """The maps of a turn, how they lie, and whether all of them are shown."""
    table = _Table(view, story)
    phases = table.steps(story)
    letters = ", ".join(tile.letter for tile in table.maps.tiles)
    label = (
        f"Hex maps {letters}, with {count(len(table.counters), 'unit')}. "
        "The tables list where each unit is, its direction and velocity."
    )
    drawn = turn_map(
        label,
        table.board(phases),
        phases,
        table.tracks(),
        (placed(one, view) for one in table.counters),
        (placed(one, view) for one in table.lost),
        table.legend(),
        "with what it damaged",
    )
    return {
        **drawn,
        "whole": all(_tile_is_whole(tile, table.maps, table.crop) for tile in table.maps.tiles),
        "layout": layout(table.maps),
        "scale": scale_words(),
    }


def layout(maps: Maps) -> list[list[str]]:
    """The letters of the maps as they lie, row by row, "" where there is none."""
    columns = [tile.x for tile in maps.tiles]
    rows = [tile.y for tile in maps.tiles]
    letters = {(tile.x, tile.y): tile.letter for tile in maps.tiles}
    return [
        [letters.get((x, y), "") for x in range(min(columns), max(columns) + 1)]
        for y in range(min(rows), max(rows) + 1)
    ]


def _tile_is_whole(tile: Tile, maps: Maps, crop: Crop) -> bool:
    left, top = tile.x * maps.columns + 1, tile.y * maps.rows + 1
    right, bottom = left + maps.columns - 1, top + maps.rows - 1
    return crop.left <= left and crop.right >= right and crop.top <= top and crop.bottom >= bottom


# --- what is shown --------------------------------------------------------------------------


class _Table:
    """What a packet holds for its map."""

    def __init__(self, view: View, story: Story) -> None:
        self.view = view
        self.maps = maps_of(view.maps)
        self.lattice = Lattice(view.maps.pointed, view.maps.even_down)
        self._things = {one.id: one for one in pieces_of(view)}
        self.counters = [
            one for one in self._things.values() if one.status in ("in play", "waiting")
        ]
        items = [item for section in story for item in section.items if item.track]
        self._moves = [item for item in items if item.kind != "destroyed" and item.ships]
        self.lost = [
            replace(self._things[item.ships[0]], at=item.track[0])
            for item in items
            if item.kind == "destroyed" and item.ships and self.hexes(item.track[:1])
        ]
        self.crop = self._crop()

    def hexes(self, labels: Iterable[str]) -> list[Hex]:
        """The hexes of labels that lie on the maps; a map may have been taken up meanwhile."""
        letters = {tile.letter for tile in self.maps.tiles}
        return [self.maps.parse(label) for label in labels if label[:-4] in letters]

    def find(self, label: str) -> Hex | None:
        """The hex of a label; None on a map that has been taken up."""
        return next(iter(self.hexes([label])), None)

    def is_fifth(self, at: Hex) -> bool:
        """True for every fifth hex of each map."""
        column = (at.column - 1) % self.maps.columns + 1
        return column % 5 == 0 and ((at.row - 1) % self.maps.rows + 1) % 5 == 0

    def free(self) -> list[Hex]:
        """The hexes in which the reader may place ships, where there is a choice."""
        labels = dict.fromkeys(
            at
            for placement in self.view.placements.values()
            if len(placement.hexes) > 1
            for at in placement.hexes
        )
        return self.hexes(sorted(labels)) if not self.view.turn else []

    def tracks(self) -> list[Track]:
        """The moves told in the report."""
        moved = [(self._things.get(item.ships[0]), item.track) for item in self._moves]
        return [
            Track(way, colour_of(one, self.view), is_friend(one, self.view))
            for one, way in moved
            if one is not None and len(way) > 1
        ]

    def steps(self, story: Story) -> list[DrawnStep]:
        """The phases of the report, as far as their units are known."""
        last = {
            id: Stand(one.at, one.direction or 0, one.field_up)
            for id, one in self._things.items()
            if one.at
        }
        here = [one.id for one in self.counters if one.status == "in play"]
        return steps(story, last, here)

    def board(self, phases: Sequence[DrawnStep]) -> Board:
        """The table as its steps are drawn on it."""
        view = self.view

        def look(id: str, stand: Stand) -> Counter:
            one = replace(
                self._things[id],
                direction=stand.facing or None,
                field_up=stand.screen,
                status=IN_PLAY,
                dormant=False,
            )
            return Counter(glyph(one, view), one.mark, one.yours, colour=colour_of(one, view))

        return Board(
            self.crop,
            self.crop.around(at for at in self.hexes(scene_of(phases)) if at in self.crop),
            self.find,
            self.ground,
            look,
            lambda id: colour_of(self._things[id], view),
            lambda id: is_friend(self._things[id], view),
            "units",
            self.maps.label,
            self.is_fifth,
            [
                Planet(at, one.designation, one.name)
                for one in view.planets
                for at in self.hexes([one.at])
            ],
            map_letters(self.maps),
            edge_lines(self.crop, self.maps),
        )

    def ground(self, crop: Crop) -> Markup:
        """What lies below the counters."""
        view = self.view
        return joined(
            (
                hex_map.patch(crop, self.hexes(view.asteroids), _ROCK),
                hex_map.patch(crop, self.free(), _FREE),
                stones(crop, self.hexes(view.asteroids)),
                hex_map.grid(crop, self.is_fifth),
                map_edges(crop, self.maps),
            )
        )

    def _crop(self) -> ShownMaps:
        labels = [one.at for one in (*self.counters, *self.lost)]
        labels += [at for item in self._moves for at in item.track]
        labels += [planet.at for planet in self.view.planets]
        seen = [*self.hexes(labels), *self.free()]
        maps = self.maps
        lefts = [tile.x * maps.columns + 1 for tile in maps.tiles]
        tops = [tile.y * maps.rows + 1 for tile in maps.tiles]
        first, last = min(lefts), max(lefts) + maps.columns - 1
        left, right = hex_map.stretch([at.column for at in seen], first, last)
        top, bottom = hex_map.stretch([at.row for at in seen], min(tops), max(tops) + maps.rows - 1)
        shown = ShownMaps(left, right, top, bottom, self.lattice, maps)
        return shown.widened(first, last)

    def legend(self) -> list[dict[str, Any]]:
        """What the marks mean."""
        view, kinds = self.view, {one.kind for one in self.counters}
        found = []
        mine = view.you.side
        for side in view.sides:
            mark = glyph(Piece(side.id), view)
            yours = " (your side, filled)" if side.id == mine else ""
            found.append(entry(f"{side.name}{yours}", mark))
        words = (("battlecraft", "battlecraft"), ("missile", "missile"), ("contact", "contact"))
        for kind, name in words:
            if kind in kinds:
                side_id = next(one.side for one in self.counters if one.kind == kind)
                mark = glyph(Piece(side_id, kind=kind), view)
                found.append(entry(name, mark))
        if any(one.field_up for one in self.counters):
            found.append(entry("force field", ring(23)))
        if view.asteroids:
            found.append(entry("asteroids", hex_map.patch_key(_ROCK)))
        if self.lost:
            found.append(entry("destroyed", hex_map.cross_key()))
        if self.free():
            found.append(entry("where you may place your ships", hex_map.patch_key(_FREE)))
        return found
