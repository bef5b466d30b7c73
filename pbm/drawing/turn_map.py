"""Draw the hex map of a turn: the units, the losses and a picture of each step.

Each game hands in its own ground, counters with their labels, and legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pbm.drawing.animation_frames import Board, fire_keys, step_picture
from pbm.drawing.animation_steps import DrawnStep
from pbm.drawing.counters import REACH, CounterTable
from pbm.drawing.hex_map import Counter, Crop
from pbm.drawing.label_placement import LabelPlacer
from pbm.drawing.svg import picture, tag
from pbm.kit.facts import Fact
from pbm.kit.records import Record

GROUND = "map-ground"  # the id of the ground, which the pictures of steps use again

# The sections of a story, as in a packet.
Story = Sequence[Mapping[str, Fact]]


class PlacedCounter(Record):
    """A counter in its hex, with its name in lists."""

    at: str
    counter: Counter
    words: str


def turn_map(
    label: str,
    crop: Crop,
    ground: Markup,
    board: Board,
    phases: Sequence[DrawnStep],
    tracks: Iterable[Markup],
    placed: Iterable[PlacedCounter],
    lost: Iterable[PlacedCounter],
    legend: Sequence[Mapping[str, Any]],
    hit: str,
) -> dict[str, Any]:
    """The map: ``svg``, ``legend``, ``steps``, and hexes with ``stacks``, ``wrecks``.

    ``board`` is the part of the map on which steps are drawn; ``hit`` explains the label at a hit.
    """
    labels = LabelPlacer(crop.box, crop.letters)
    for at in board.planets:
        labels.take(at, REACH)
    table = CounterTable(labels, crop.letters, board.many)
    stacks, wrecks = _by_hex(placed), _by_hex(lost)
    parts = [
        tag("g", ground, id=GROUND),
        *tracks,
        *(
            table.wreck([one.counter.name for one in gone], board.centre(at))
            for at, gone in wrecks.items()
        ),
        *(
            mark
            for at, stack in stacks.items()
            for mark in table.heap([one.counter for one in stack], board.centre(at))
        ),
        *table.names(),
    ]
    return {
        "svg": picture(label, crop.box, *parts, class_="hexmap"),
        "legend": [*legend, *fire_keys(phases, hit)],
        "ground": GROUND,
        "steps": [step_picture(step, board) for step in phases],
        "stacks": [_listed(at, stack, board.many) for at, stack in stacks.items() if stack[1:]],
        "wrecks": [_listed(at, gone, board.many) for at, gone in wrecks.items()],
    }


def _by_hex(counters: Iterable[PlacedCounter]) -> dict[str, list[PlacedCounter]]:
    found: dict[str, list[PlacedCounter]] = {}
    for one in counters:
        found.setdefault(one.at, []).append(one)
    return found


def _listed(at: str, stack: Sequence[PlacedCounter], many: str) -> dict[str, Any]:
    return {"hex": at, many: [one.words for one in stack]}


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
