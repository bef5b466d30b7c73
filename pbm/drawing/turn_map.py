"""Draw the hex map of a turn: the units, the losses and a picture of each step.

Each game hands in its own board, counters with their labels, and legend.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from markupsafe import Markup

from pbm.drawing.animation_frames import fire_keys, step_picture
from pbm.drawing.animation_steps import DrawnStep, places
from pbm.drawing.canvas import Board, Canvas, around, frame
from pbm.drawing.hex_map import (
    HALF,
    PAGE,
    THIRD,
    Counter,
    Crop,
    Point,
    entry,
    letters_in,
    screen_width,
    track,
)
from pbm.drawing.svg import picture, tag
from pbm.engine.story import Item, Section
from pbm.kit.records import Record

GROUND = "map-ground"  # the id of the ground, which the pictures of steps use again
# The rooms of three, two pictures side by side and of one, each with the largest letters in it.
_ROOMS = ((3, THIRD, 24), (2, HALF, 34), (1, PAGE, 10**6))

Story = Sequence[Section[Item]]


class PlacedCounter(Record):
    """A counter in its hex, with its name in lists, and ``whose`` it is where names do not say."""

    at: str
    counter: Counter
    words: str
    whose: str = ""


class Track(Record):
    """The hexes of a move, drawn in the colour of its side; of friends as a solid line."""

    way: Sequence[str]
    colour: str
    friend: bool


def scene_of(phases: Sequence[DrawnStep]) -> list[str]:
    """The hexes that pictures of these phases show close up: those of fire and losses, if any."""
    fight = [at for step in phases for shot in step.shots for at in (shot.start, shot.end)]
    fight += [loss.at for step in phases for loss in step.gone]
    return list(dict.fromkeys(fight)) or places(phases)


def turn_map(
    label: str,
    board: Board,
    phases: Sequence[DrawnStep],
    tracks: Sequence[Track],
    placed: Iterable[PlacedCounter],
    lost: Iterable[PlacedCounter],
    legend: Sequence[Mapping[str, Any]],
    hit: str,
) -> dict[str, Any]:
    """The map: ``svg``, ``legend``, ``steps``, ``locator``, and hexes with ``stacks``, ``wrecks``.

    ``hit`` explains the label at a hit. Where the phases are drawn close up, the last of ``steps``
    is the map as it stands now in the same part and scale, for screens.
    """
    stacks, wrecks = _by_hex(placed), _by_hex(lost)
    across, room = next(
        (number, room) for number, room, most in _ROOMS if letters_in(board.near.box, room) <= most
    )
    close = bool(phases) and board.near.box != board.whole.box
    drawn = _standing(board, tracks, stacks, wrecks, close=close)
    parts = [tag("g", board.ground(board.whole), id=GROUND), drawn]
    if close:
        parts.append(frame(board.near, max(3, board.whole.box[2] // 400)))
    width = screen_width(board.whole.box, letters_in(board.whole.box, PAGE))
    steps = [step_picture(step, board, room) for step in phases]
    return {
        "svg": picture(label, board.whole.box, *parts, class_="hexmap", width=width),
        "look": " ".join(map(str, board.near.box)),
        "legend": [
            *legend,
            *fire_keys(phases, hit),
            *(
                [entry("outside the picture, this way", _arrow())]
                if any(_is_outside(board, step) for step in phases)
                else []
            ),
        ],
        "ground": GROUND,
        "steps": steps,
        "close": close,
        "across": across,
        "locator": _locator(board, stacks) if close else None,
        "stacks": [_listed(at, stack, board.many) for at, stack in stacks.items() if stack[1:]],
        "wrecks": [_listed(at, gone, board.many) for at, gone in wrecks.items()],
    }


def _standing(
    board: Board,
    tracks: Sequence[Track],
    stacks: Mapping[str, Sequence[PlacedCounter]],
    wrecks: Mapping[str, Sequence[PlacedCounter]],
    *,
    close: bool,
) -> Markup:
    """The units as they stand, with the moves that brought them there."""
    canvas = Canvas(board, board.whole, PAGE)
    if close:
        canvas.labels.cross(around(board.near))
    marks = [
        canvas.table.wreck([one.counter for one in gone], place)
        for at, gone in wrecks.items()
        if (place := canvas.place(at))
    ]
    for at, stack in stacks.items():
        if place := canvas.place(at):
            marks += canvas.table.heap([one.counter for one in stack], place)
    ways = [
        track(canvas.way(one.way), one.colour, dashed=not one.friend)
        for one in tracks
        if any(map(canvas.place, one.way))
    ]
    return canvas.finished(ways, marks, tuple)


def _locator(board: Board, stacks: Mapping[str, Sequence[PlacedCounter]]) -> Markup:
    """The whole map without words: its units as dots, and the frame of the part shown close up."""
    lattice, r = board.whole.lattice, board.whole.box[2] // 90
    found = [(board.find(at), stack[0].counter) for at, stack in stacks.items()]
    spots = {lattice.centre(at): one for at, one in found if at}
    dots = [
        tag("circle", cx=x, cy=y, r=r, fill=one.colour if one.bold else "#ffffff",
            stroke=one.colour, stroke_width=r // 2)
        for (x, y), one in spots.items()
    ]  # fmt: skip
    edge = tag("rect", **_rect(board.whole), fill="#ffffff", stroke="#66727f", stroke_width=r // 2)
    discs = [_disc(lattice.centre(one.at), 3 * r) for one in board.planets]
    words = "The whole map in small: the frame is the part that the pictures of the phases show."
    parts = (edge, *discs, *dots, frame(board.near, r * 3 // 4))
    return picture(words, _with_edge(board.whole, r), *parts, class_="locator")


def _disc(at: Point, r: int) -> Markup:
    return tag("circle", cx=at[0], cy=at[1], r=r, fill="#d9dee4", stroke="#66727f",
               stroke_width=r // 5)  # fmt: skip


def _rect(crop: Crop) -> dict[str, int]:
    x, y, wide, high = crop.box
    return {"x": x, "y": y, "width": wide, "height": high}


def _with_edge(crop: Crop, r: int) -> tuple[int, int, int, int]:
    x, y, wide, high = crop.box
    return x - r, y - r, wide + 2 * r, high + 2 * r


def _is_outside(board: Board, step: DrawnStep) -> bool:
    """True if a unit of the step lies outside the part that is drawn close up."""
    hexes = map(board.find, [stand.at for stand in step.after.values()])
    return any(at and at not in board.near for at in hexes)


def _arrow() -> Markup:
    return tag("path", d="M18 0L-10 10L-10 -10z", fill="#56616d")


def _by_hex(counters: Iterable[PlacedCounter]) -> dict[str, list[PlacedCounter]]:
    found: dict[str, list[PlacedCounter]] = {}
    for one in counters:
        found.setdefault(one.at, []).append(one)
    return found


def _listed(at: str, stack: Sequence[PlacedCounter], many: str) -> dict[str, Any]:
    heaps: dict[str, list[str]] = {}
    for one in stack:
        heaps.setdefault(one.whose, []).append(one.words)
    named = [[f"{whose} {', '.join(them)}"] if whose else them for whose, them in heaps.items()]
    return {"hex": at, many: list(chain.from_iterable(named))}


def unit_mark(shape: str, clock: int, colour: str, *, filled: bool, pale: bool) -> Markup:
    """A shape around 0,0 that points as on a clock, filled for the reader's side."""
    return tag(
        "path",
        d=shape,
        transform=f"rotate({clock % 12 * 30})",
        fill=colour if filled else "#ffffff",
        stroke=colour,
        stroke_width=3,
        stroke_linejoin="round",
        opacity="0.45" if pale else "1",
    )


def ring(radius: int) -> Markup:
    """A dashed ring around 0,0: a screen or a force field."""
    return tag(
        "circle", r=radius, fill="none", stroke="#3d4852", stroke_width=3, stroke_dasharray="4 3"
    )
