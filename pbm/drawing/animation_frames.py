"""Draw the steps of a turn on a hex map: tracks, fire, losses and all units.

A hit is a solid line with an arrowhead and its effect, a miss a dashed line that ends in a ring, so
that no colour is needed. Marks carry the data with which player.js animates them (``data-u``: unit,
``data-way``: the points of its move, ``data-e``: events).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

from markupsafe import Markup

from pbm.drawing.animation_steps import DrawnShot, DrawnStep, Stand
from pbm.drawing.canvas import Board, Canvas
from pbm.drawing.hex_map import Box, Point, Room, entry, label_width, screen_width, track
from pbm.drawing.svg import FONT, joined, path, tag
from pbm.kit.english import count
from pbm.kit.records import Record

HIT, MISS = "#1b1f24", "#56616d"  # no side has these colours


class StepPicture(Record):
    """The picture of a step; ``source`` is the id of its text on the page.

    ``ground`` lies below what is ``drawn``; a page that already has it uses it again.
    """

    source: str
    title: str
    words: str
    box: Box
    ground: Markup
    drawn: Markup
    kind: str = "hexmap"
    width: int = 0

    def svg(self, *, whole: bool, ground: str = "") -> Markup:
        """The picture as SVG: ``whole`` with its ground, else with the ground of this id."""
        below = self.ground if whole else tag("use", href=f"#{ground}")
        return tag(
            "svg",
            tag("title", self.title),
            tag("desc", self.words),
            below,
            self.drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(str, self.box)),
            role="img",
            aria_label=f"{self.title}. {self.words}",
            font_family=FONT,
            class_=f"{self.kind} step",
            width=self.width,
        )


def step_picture(step: DrawnStep, board: Board, room: Room) -> StepPicture:
    """The picture of a step, with a text for readers who cannot see it."""
    canvas = Canvas(board, board.near, room)
    looks = {unit: board.look(unit, stand) for unit, stand in step.after.items()}
    marks = [
        *_ghosts(step, board, canvas),
        *_counters(step, board, canvas),
        *canvas.pointers((stand.at, looks[unit]) for unit, stand in step.after.items()),
    ]
    return StepPicture(
        f"s{step.section}",
        step.title,
        spoken(step, lambda unit: board.look(unit, Stand("")).name),
        board.near.box,
        board.ground(board.near),
        canvas.finished(
            (*_ways(step, board, canvas), *_fire(step.shots, canvas)),
            marks,
            lambda: _hits(step, board, canvas),
        ),
        width=screen_width(board.near.box, canvas.size),
    )


def spoken(step: DrawnStep, name: Callable[[str], str]) -> str:
    """A step in words."""
    parts = [f"{name(one.unit)} moves from {one.way[0]} to {one.way[-1]}" for one in step.moves]
    for shots in _pairs(step.shots).values():
        said = result(shots)
        missed = len([one for one in shots if one.fire in ("miss", "wasted")])
        does = ", ".join(filter(None, (said, count(missed, "miss", "misses") if missed else "")))
        parts.append(f"{name(shots[0].by)} in {shots[0].start} at {name(shots[0].to)}: {does}")
    parts += [f"{name(one.unit)} is gone from {one.at}" for one in step.gone]
    return f"{'; '.join(parts)}." if parts else ""


def result(shots: Sequence[DrawnShot]) -> str:
    """The effect of one unit's shots at another, in a word; "" if all missed."""
    parts = list(dict.fromkeys(one.part for one in shots if one.part))
    hits = len([one for one in shots if one.fire == "hit"])
    damage = sum(one.damage for one in shots)
    if damage:
        return str(damage)
    if parts:
        return ", ".join(parts) if len(parts) <= 2 else f"{len(parts)} parts"
    return (f"{hits} hits" if hits > 1 else "hit") if hits else ""


# --- ways -----------------------------------------------------------------------------------


def _ways(step: DrawnStep, board: Board, canvas: Canvas) -> list[Markup]:
    found = []
    for one in step.moves:
        points = canvas.way(one.way)
        if len(points) > 1 and any(canvas.place(at) for at in one.way):
            drawn = track(points, board.colour(one.unit), dashed=not board.friend(one.unit))
            found.append(tag("g", drawn, class_="way", data_u=one.unit))
    return found


# --- counters -------------------------------------------------------------------------------


def _counters(step: DrawnStep, board: Board, canvas: Canvas) -> list[Markup]:
    """The marks of all units after the step, hex by hex, and of those lost in it."""
    ways = {one.unit: canvas.way(one.way) for one in step.moves}
    hexes: dict[str, list[str]] = {}
    for unit, stand in step.after.items():
        hexes.setdefault(stand.at, []).append(unit)
    lost: dict[str, list[str]] = {}
    for one in step.gone:
        lost.setdefault(one.at, []).append(one.unit)
    marks = [
        canvas.table.wreck([board.look(unit, Stand(at)) for unit in units], place, class_="gone")
        for at, units in lost.items()
        if (place := canvas.place(at))
    ]
    for at, units in hexes.items():
        if place := canvas.place(at):
            looks = [board.look(unit, step.after[unit]) for unit in units]
            marks += canvas.table.heap(looks, place, [_told(unit, ways) for unit in units])
    return marks


def _ghosts(step: DrawnStep, board: Board, canvas: Canvas) -> list[Markup]:
    """Pale marks of units fired at on their way, in the hex where that happened."""
    there = {
        (shot.to, shot.end): None
        for shot in step.shots
        if step.after.get(shot.to, Stand(shot.end)).at != shot.end
    }
    return [
        canvas.table.ghost(board.look(unit, step.after[unit]).mark, place)
        for unit, at in there
        if (place := canvas.place(at))
    ]


def _told(unit: str, ways: Mapping[str, Sequence[Point]]) -> dict[str, str | int]:
    """The data with which a mark is animated."""
    way = ways.get(unit, ())
    more: dict[str, str | int] = {"class_": "unit", "data_u": unit}
    if len(way) > 1:
        more["data_way"] = " ".join(f"{x},{y}" for x, y in way)
    return more


# --- fire -----------------------------------------------------------------------------------


def _pairs(shots: Sequence[DrawnShot]) -> dict[tuple[str, ...], list[DrawnShot]]:
    """The shots of one unit at another in one hex; damage counts with the shot before."""
    found: dict[tuple[str, ...], list[DrawnShot]] = {}
    ends: dict[tuple[str, str], tuple[str, str]] = {}
    for one in shots:
        if one.fire:
            ends[one.by, one.to] = one.start, one.end
        where = ends.get((one.by, one.to), (one.start, one.end))
        found.setdefault((one.by, one.to, *where), []).append(one)
    return found


def _fire(shots: Sequence[DrawnShot], canvas: Canvas) -> list[Markup]:
    """One line for all shots of a unit at another."""
    lines = []
    for pair in _pairs(shots).values():
        one, other = canvas.place(pair[0].start), canvas.place(pair[0].end)
        if one and other:
            size, said = canvas.size, result(pair)
            canvas.labels.cross((one, other))
            drawn = (
                burst(other, size, said) if one == other else line_of_fire(one, other, size, said)
            )
            lines.append(tag("g", drawn, class_="shot", data_e=_events(pair)))
    return lines


def _events(shots: Sequence[DrawnShot]) -> str:
    return " ".join(dict.fromkeys(one.event for one in shots))


def _hits(step: DrawnStep, board: Board, canvas: Canvas) -> list[Markup]:
    """The result of all hits on a unit, beside it; with its name where several share its hex."""
    found: dict[tuple[str, str], list[DrawnShot]] = {}
    for pair in _pairs(step.shots).values():
        if result(pair):
            found.setdefault((pair[0].to, pair[0].end), []).extend(pair)
    stands = [(unit, stand.at) for unit, stand in step.after.items()]
    there = {*stands, *((one.unit, one.at) for one in step.gone), *found}
    words = []
    for (unit, at), shots in found.items():
        place, said = canvas.place(at), result(shots)
        if place:
            if len([one for one, hex in there if hex == at]) > 1:
                said = f"{board.look(unit, Stand(at)).name}: {said}"
            word = canvas.labels.put(
                said,
                place,
                _near(place, said, canvas.size),
                HIT,
                fill="#ffffff",
                font_weight="bold",
                data_e=_events(shots),
            )
            words.append(tag("g", word, class_="did"))
    return words


def line_of_fire(one: Point, other: Point, size: int, said: str) -> Markup:
    """A line from a unit to another, a little to the right of the direct one."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    far = max(isqrt(dx * dx + dy * dy), 1)
    off = -dy * 5 // far, dx * 5 // far
    x, y = one[0] + dx * 14 // far + off[0], one[1] + dy * 14 // far + off[1]
    to_x, to_y = other[0] - dx * 20 // far + off[0], other[1] - dy * 20 // far + off[1]
    if not said:
        ring = tag("circle", cx=to_x, cy=to_y, r=5, fill="#ffffff", stroke=MISS, stroke_width=2)
        dashes = {"stroke_dasharray": "3 6"}
        return joined(
            (path([f"M{x} {y}L{to_x} {to_y}"], stroke=MISS, stroke_width=2, **dashes), ring)
        )
    head = max(9, size // 2)
    ux, uy = dx * head // far, dy * head // far
    arrow = (
        f"M{to_x + ux} {to_y + uy}L{to_x - uy // 2} {to_y + ux // 2}"
        f"L{to_x + uy // 2} {to_y - ux // 2}z"
    )
    shaft = path([f"M{x} {y}L{to_x} {to_y}"], stroke=HIT, stroke_width=4)
    return joined((shaft, path([arrow], fill=HIT)))


def fire_keys(steps: Sequence[DrawnStep], did: str) -> Iterator[dict[str, Any]]:
    """The legend of the fire in these steps; ``did`` explains the label at a hit."""
    shots = [shot for step in steps for shot in step.shots]
    size = 20
    if any(one.fire == "hit" or one.part for one in shots):
        yield entry(f"hit, {did}", line_of_fire((-38, -5), (36, -5), size, "hit"))
    if any(one.fire in ("miss", "wasted") for one in shots):
        yield entry("miss", line_of_fire((-38, -5), (42, -5), size, ""))


def burst(at: Point, size: int, said: str) -> Markup:
    """Fire within a hex: a star around it for a hit, a dashed ring for a miss."""
    x, y = at
    r = 24
    if not said:
        dashes = {"stroke_dasharray": "3 6"}
        return tag("circle", cx=x, cy=y, r=r, fill="none", stroke=MISS, stroke_width=2, **dashes)
    rays = [
        f"M{x + r * a // 100} {y + r * b // 100}l{a * 9 // 100} {b * 9 // 100}"
        for a, b in ((0, -100), (87, -50), (87, 50), (0, 100), (-87, 50), (-87, -50))
    ]
    return path(rays, stroke=HIT, stroke_width=max(4, size // 5), stroke_linecap="round")


def _near(at: Point, said: str, size: int) -> list[Point]:
    """Places for the label of hits: close to its target, all around it, then farther away."""
    x, y = at
    wide = label_width(said, size) // 2
    return [
        (x + across * (24 + off + wide), y + down * (24 + off) + size * (3 + 5 * down) // 10)
        for off in (0, size, 2 * size, 3 * size)
        for across, down in ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0))
    ]
