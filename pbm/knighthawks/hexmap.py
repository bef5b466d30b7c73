"""The hex map of a report in vectors: planets, ships with their facing, tracks, screens.

Whole numbers only: a hex is 60 units wide and 52 high. Sides differ by the shape of their
ships, the reader's own side is filled and all others are outlines, so no colour is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pbm.event import Fact
from pbm.hexes import SIDES, Hex, neighbour, parse_hex
from pbm.svg import joined, path, picture, tag

MARGIN = 2  # hexes around what is shown
LEAST = 9  # hexes shown each way at least
_ALL_NUMBERS = 140  # with no more hexes than these every hex shows its number
_WHOLE_GRID = 5000  # of more hexes than these only every fifth is drawn
_OUTLINE = "M{} {}h30l15 26l-15 26h-30l-15 -26z"

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


@dataclass(frozen=True, slots=True)
class _Crop:
    """The part of the map that is shown."""

    left: int
    right: int
    top: int
    bottom: int

    def hexes(self) -> list[Hex]:
        return [
            Hex(column, row)
            for column in range(self.left, self.right + 1)
            for row in range(self.top, self.bottom + 1)
        ]

    def __contains__(self, at: Hex) -> bool:
        return self.left <= at.column <= self.right and self.top <= at.row <= self.bottom

    @property
    def box(self) -> tuple[int, int, int, int]:
        x, y = _centre(Hex(self.left | 1, self.top))
        x = 45 * self.left
        width = 45 * (self.right - self.left) + 60
        height = 52 * (self.bottom - self.top) + 78
        return x - 32, y - 28, width + 4, height + 4


def hexmap(packet: Mapping[str, Fact]) -> dict[str, Any]:
    """The map as ``svg`` with its ``legend`` and the hexes that hold several ships."""
    known = packet["known"]
    ships = [ship for ship in known["ships"] if ship["status"] in ("in play", "waiting")]
    lost = _lost_now(packet)
    crop = _crop(known, ships, lost)
    size = _letters(crop)
    stacks = _stacks(ships)
    parts: list[Markup] = [
        _free(known, crop),
        _grid(crop),
        _numbers(crop, size),
        *(_planet(planet, size) for planet in known["planets"]),
        *(_track(ship, known) for ship in ships),
        *(_wrecks(at, ships, stacks, size) for at, ships in _stacks(lost).items()),
        *(_stack(stack, known, size) for stack in stacks.values()),
    ]
    label = (
        f"Hex map, columns {crop.left} to {crop.right}, rows {crop.top} to {crop.bottom}, "
        f"with {len(ships)} ships. The tables list where each ship is and how it faces."
    )
    return {
        "svg": picture(label, crop.box, *parts, class_="hexmap"),
        "legend": _legend(known, ships, lost),
        "stacks": [
            {"hex": at, "ships": [ship["designation"] for ship in stack]}
            for at, stack in stacks.items()
            if len(stack) > 1
        ],
        "wrecks": [
            {"hex": at, "ships": [ship["designation"] for ship in wrecks]}
            for at, wrecks in _stacks(lost).items()
        ],
        "whole": (crop.left, crop.top) == (1, 1)
        and (crop.right, crop.bottom) == (known["map"]["columns"], known["map"]["rows"]),
        "shown": {
            "columns": [crop.left, crop.right],
            "rows": [crop.top, crop.bottom],
        },
    }


def _letters(crop: _Crop) -> int:
    """The size of names that makes them 2.1 mm high on the page of print.css."""
    _x, _y, width, height = crop.box
    return max(15, 21 * width // 1780, 21 * height // 1350)


def _centre(at: Hex) -> tuple[int, int]:
    return 45 * at.column, 52 * at.row + (0 if at.column % 2 else 26)


# --- what is shown --------------------------------------------------------------------------


def _lost_now(packet: Mapping[str, Fact]) -> list[Mapping[str, Fact]]:
    """Ships that were destroyed in what this packet tells, for their marks."""
    gone = [
        item["ships"][0]
        for section in packet["story"]
        for item in section["items"]
        if item["kind"] in ("ship_destroyed", "collided") and item["ships"]
    ]
    return [
        ship
        for ship in packet["known"]["ships"]
        if ship["id"] in gone and ship["status"] == "destroyed"
    ]


def _crop(
    known: Mapping[str, Fact],
    ships: Sequence[Mapping[str, Fact]],
    lost: Sequence[Mapping[str, Fact]],
) -> _Crop:
    seen = [parse_hex(planet["at"]) for planet in known["planets"]]
    for ship in (*ships, *lost):
        seen.append(parse_hex(ship["at"]))
        seen += [parse_hex(at) for at in _way(ship)]
    for placement in known["placements"].values():
        seen += [parse_hex(at) for at in placement["hexes"]]
    columns, rows = known["map"]["columns"], known["map"]["rows"]
    on_map = [at for at in seen if 1 <= at.column <= columns and 1 <= at.row <= rows]
    left, right = _stretch([at.column for at in on_map], columns)
    top, bottom = _stretch([at.row for at in on_map], rows)
    return _Crop(left, right, top, bottom)


def _stretch(numbers: Sequence[int], most: int) -> tuple[int, int]:
    """The least and greatest of what must be shown, with a margin, within the map."""
    if not numbers:
        return 1, most
    low, high = max(1, min(numbers) - MARGIN), min(most, max(numbers) + MARGIN)
    while high - low + 1 < min(LEAST, most):
        low, high = max(1, low - 1), min(most, high + 1)
    return low, high


def _way(ship: Mapping[str, Fact]) -> list[str]:
    """The hexes of a ship's last move with the one it started in; empty if it stood still."""
    if (
        ship["status"] == "waiting"
        or not ship["came_from"]
        or ship["path"] in ([], [ship["came_from"]])
    ):
        return []
    return [ship["came_from"], *ship["path"]]


def _stacks(ships: Iterable[Mapping[str, Fact]]) -> dict[str, list[Mapping[str, Fact]]]:
    found: dict[str, list[Mapping[str, Fact]]] = {}
    for ship in ships:
        found.setdefault(ship["at"], []).append(ship)
    return found


# --- the ground -----------------------------------------------------------------------------


def _grid(crop: _Crop) -> Markup:
    """All hexsides once: three of each hex, the others where no neighbour draws them.

    Of a map too large for that every fifth hex stands alone, as its numbers do.
    """
    steps: list[str] = []
    hexes = crop.hexes()
    if len(hexes) > _WHOLE_GRID:
        steps = [_OUTLINE.format(x - 15, y - 26) for x, y in map(_centre, _fifths(hexes))]
        return path(steps, fill="none", stroke="#b9c2cc", stroke_width=1)
    for at in hexes:
        x, y = _centre(at)
        steps.append(f"M{x - 15} {y - 26}h30l15 26l-15 26")
        if neighbour(at, SIDES[3]) not in crop:
            steps.append(f"M{x - 15} {y + 26}h30")
        if neighbour(at, SIDES[4]) not in crop:
            steps.append(f"M{x - 15} {y + 26}l-15 -26")
        if neighbour(at, SIDES[5]) not in crop:
            steps.append(f"M{x - 30} {y}l15 -26")
    return path(steps, fill="none", stroke="#b9c2cc", stroke_width=1)


def _free(known: Mapping[str, Fact], crop: _Crop) -> Markup:
    """The hexes in which the reader may place ships."""
    free = dict.fromkeys(
        at for placement in known["placements"].values() for at in placement["hexes"]
    )
    steps = []
    for text in free:
        at = parse_hex(text)
        if at in crop:
            x, y = _centre(at)
            steps.append(_OUTLINE.format(x - 15, y - 26))
    return path(steps, fill="#eef3d8", stroke="none") if steps else Markup("")


def _numbers(crop: _Crop, size: int) -> Markup:
    """Hex numbers: all on a small map, else along the edges and every fifth."""
    hexes = crop.hexes()
    fifths = frozenset(_fifths(hexes))
    few = len(hexes) <= _ALL_NUMBERS
    small = max(11, size * 8 // 10)
    huge = len(hexes) > _WHOLE_GRID
    every = 1 if small <= 15 else 2
    shown = [
        at
        for at in hexes
        if few
        or at in fifths
        or (at.row == crop.top and (at.column - crop.left) % every == 0 and not huge)
        or (at.column == crop.left and (at.row - crop.top) % every == 0 and not huge)
    ]
    return tag(
        "g",
        *(_text(str(at), _centre(at)[0], _centre(at)[1] - 26 + small, small) for at in shown),
        fill="#66727f",
    )


def _fifths(hexes: Iterable[Hex]) -> list[Hex]:
    return [at for at in hexes if at.column % 5 == 0 and at.row % 5 == 0]


def _text(text: str, x: int, y: int, size: int, **more: str | int) -> Markup:
    return tag("text", text, x=x, y=y, font_size=size, text_anchor="middle", **more)


def _label(text: str, x: int, y: int, size: int, **more: str | int) -> Markup:
    """Text on a white ground, so that lines below it do not cross it."""
    width = len(text) * size * 62 // 100 + 4
    ground = tag(
        "rect",
        x=x - width // 2,
        y=y - size * 8 // 10,
        width=width,
        height=size,
        fill="#ffffff",
        fill_opacity="0.8",
    )
    return joined((ground, _text(text, x, y, size, **more)))


def _planet(planet: Mapping[str, Fact], size: int) -> Markup:
    x, y = _centre(parse_hex(planet["at"]))
    return joined(
        (
            tag("circle", cx=x, cy=y, r=24, fill="#d9dee4", stroke="#3d4852", stroke_width=2),
            _text(planet["designation"], x, y + size // 3, size, font_weight="bold"),
            _label(planet["name"], x, y + 24 + size, size),
        )
    )


# --- ships ----------------------------------------------------------------------------------


def _side_number(side: str, known: Mapping[str, Fact]) -> int:
    ids = sorted(entry["id"] for entry in known["sides"])
    return ids.index(side) if side in ids else 0


def _colour(ship: Mapping[str, Fact], known: Mapping[str, Fact]) -> str:
    return _COLOURS[_side_number(ship["side"], known) % len(_COLOURS)]


def _track(ship: Mapping[str, Fact], known: Mapping[str, Fact]) -> Markup:
    way = [_centre(parse_hex(at)) for at in _way(ship)]
    if not way:
        return Markup("")
    colour = _colour(ship, known)
    line = " ".join(f"{x},{y}" for x, y in way)
    own = _is_friend(ship, known)
    dashes: dict[str, str | int] = {} if own else {"stroke_dasharray": "7 5"}
    dots = [f"M{x - 3} {y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z" for x, y in way[:-1]]
    return tag(
        "g",
        tag(
            "polyline",
            points=line,
            fill="none",
            stroke=colour,
            stroke_width=3,
            stroke_opacity="0.6",
            **dashes,
        ),
        path(dots, fill=colour),
    )


def _is_friend(ship: Mapping[str, Fact], known: Mapping[str, Fact]) -> bool:
    """Of the reader's side; for the game master, who has none, every ship is."""
    mine = known["you"]["side"]
    return not mine or bool(ship["side"] == mine)


def glyph(ship: Mapping[str, Fact], known: Mapping[str, Fact]) -> Markup:
    """A ship's mark around 0,0: shape by side, turned by facing, a ring for a screen."""
    number = _side_number(ship["side"], known)
    colour = _colour(ship, known)
    turn = (int(ship["facing"]) % 12) * 30
    mark = tag(
        "path",
        d=_STATION if ship["station"] else _SHAPES[number % len(_SHAPES)],
        transform=f"rotate({turn})",
        fill=colour if _is_friend(ship, known) else "#ffffff",
        stroke=colour,
        stroke_width=3,
        stroke_linejoin="round",
        opacity="0.45" if ship["status"] == "waiting" else "1",
    )
    if not ship["screen"]:
        return mark
    ring = tag(
        "circle", r=24, fill="none", stroke="#3d4852", stroke_width=3, stroke_dasharray="4 3"
    )
    return joined((ring, mark))


def _stack(stack: Sequence[Mapping[str, Fact]], known: Mapping[str, Fact], size: int) -> Markup:
    """The ships of one hex: one with its name, two side by side, more in rows with a count."""
    x, y = _centre(parse_hex(stack[0]["at"]))
    if len(stack) == 1:
        return joined(
            (_at(glyph(stack[0], known), x, y - 4, 90, size), _named(stack[0], x, y + 24, size))
        )
    if len(stack) == 2:
        return joined(
            part
            for ship, aside in zip(stack, (-14, 14), strict=True)
            for part in (
                _at(glyph(ship, known), x + aside, y - 4, 60, size),
                _named(ship, x + aside, y + 22, size * 7 // 10),
            )
        )
    across, apart, percent = (2, 10, 45) if len(stack) <= 4 else (3, 8, 35)
    marks = [
        _at(
            glyph(ship, known),
            x + (place % across * 2 - across + 1) * apart,
            y - 14 + place // across * 16,
            percent,
            size,
        )
        for place, ship in enumerate(stack[:9])
    ]
    return joined((*marks, _label(f"{len(stack)} ships", x, y + 26, size * 8 // 10)))


def _at(mark: Markup, x: int, y: int, percent: int, size: int) -> Markup:
    """A mark in its place, so many per cent of its size; larger where letters are large."""
    scale = percent * max(24, size) // 24
    transform = f"translate({x} {y}) scale({scale // 100}.{scale % 100:02d})"
    return tag("g", mark, transform=transform)


def _named(ship: Mapping[str, Fact], x: int, y: int, size: int) -> Markup:
    weight = "bold" if ship["yours"] else "normal"
    return _label(ship["designation"], x, y, size, font_weight=weight)


def _wrecks(
    at: str, lost: Sequence[Mapping[str, Fact]], occupied: Mapping[str, object], size: int
) -> Markup:
    """One cross for all that was destroyed in a hex; named where no ship stands in it."""
    x, y = _centre(parse_hex(at))
    cross = path(
        [f"M{x - 14} {y - 16}l28 28M{x + 14} {y - 16}l-28 28"],
        stroke="#3d4852",
        stroke_width=5,
        stroke_linecap="round",
    )
    if at in occupied:
        return cross
    label = lost[0]["designation"] if len(lost) == 1 else f"{len(lost)} lost"
    return joined((cross, _label(label, x, y + 26, size * 9 // 10, fill="#3d4852")))


# --- the legend -----------------------------------------------------------------------------


def _legend(
    known: Mapping[str, Fact],
    ships: Sequence[Mapping[str, Fact]],
    lost: Sequence[Mapping[str, Fact]],
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    plain = {"facing": 12, "station": False, "status": "in play", "screen": None}
    mine = known["you"]["side"]
    for side in known["sides"]:
        mark = glyph({**plain, "side": side["id"]}, known)
        yours = " (your side, filled)" if side["id"] == mine else ""
        found.append(_entry(f"{side['name']}{yours}", mark))
    if any(ship["station"] for ship in ships):
        side_id = next(ship["side"] for ship in ships if ship["station"])
        mark = glyph({**plain, "station": True, "side": side_id}, known)
        found.append(_entry("station", mark))
    if any(ship["screen"] for ship in ships):
        ring = tag(
            "circle", r=20, fill="none", stroke="#3d4852", stroke_width=3, stroke_dasharray="4 3"
        )
        found.append(_entry("masking screen", ring))
    if lost:
        cross = path(["M-14 -14l28 28M14 -14l-28 28"], stroke="#3d4852", stroke_width=5)
        found.append(_entry("destroyed", cross))
    if known["placements"]:
        patch = tag("rect", x=-20, y=-20, width=40, height=40, fill="#eef3d8", stroke="#b9c2cc")
        found.append(_entry("where you may place your ships", patch))
    return found


def _entry(text: str, mark: Markup) -> dict[str, Any]:
    return {"text": text, "svg": picture(text, (-26, -26, 52, 52), mark, class_="key")}
