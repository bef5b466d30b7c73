"""Pictures of a space battle on its hexes: tracks, fire with damage, who is gone.

Own ships are dark marks with full lines, aliens hollow ones with broken lines, so that a picture
reads without colours. A track is the vector that a ship keeps. What lies near is shown;
where the center of the warp point is farther off, an arrow at the edge points to it.
Rule: NV SPC-04, NV SPC-09.
"""

from collections.abc import Sequence

from markupsafe import Markup

from pbm.drawing.hex_map import Box, Crop, Lattice, Point, grid, label_width
from pbm.drawing.hexgrid import Hex, from_cube
from pbm.drawing.label_placement import LabelPlacer
from pbm.drawing.svg import joined, path, picture, tag
from pbm.games.nova.report.battles.battle_scenes import Moved, Scene, Shots, spoken
from pbm.games.nova.state.battle.arena import CENTER, Place
from pbm.games.nova.state.battle.vectors import length, plus

LATTICE = Lattice()
EDGE = 1  # hexes around what is shown
LEAST = 6  # hexes shown each way at least
FAR = 8  # the center is shown up to this distance from the nearest ship
WHOLE_GRID = 700  # above this number of hexes only every fifth is drawn, as a dot
LETTERS = 42  # names are this many thousandths of a small picture's width
LETTERS_AHEAD = 26  # the same for the large picture on which the next moves are chosen
INK, ALIEN, SHOT = "#1b1f24", "#7a3b10", "#9a1f1f"
_FILLS = ("#1b1f24", "#ffffff", "#9aa4ae")
MOST_MARKS = 3  # of one side in one hex
NAMED = 2  # up to this number of ships in a hex are named, more are counted
LONG = 26  # up to so many characters of names have room in a picture
DEAD = "destroyed"
_CROSS = path(["M-14 -14l28 28M14 -14l-28 28"], stroke="#3d4852", stroke_width=6)


def scene_picture(scene: Scene, all: Sequence[Scene] = ()) -> Markup:
    """The picture of a scene, with a text for those who cannot see it.

    Pictures of ``all`` scenes of a battle show one part of space, so that they can be compared, or
    parts of one size where it is too large.
    """
    crop = _crop(scene, all or (scene,))
    box = crop.box
    letters = LETTERS_AHEAD if scene.ahead else LETTERS
    size = max(14, max(box[2], box[3]) * letters // 1000)
    labels = LabelPlacer(box, size)
    away = None if _hex(CENTER) in crop else _edge(_point(CENTER), box, size)
    if away:
        labels.take(away[0], size // 2)
    ships = _ships(scene, crop, size, labels)
    lines, damage = _fire(scene, crop, size, labels)
    return picture(
        spoken(scene),
        box,
        _ground(crop),
        _center() if away is None else _head(*away),
        *(_track(one, scene, size) for one in scene.moves),
        *lines,
        *ships,
        *damage,
        *_far_off(scene, crop, size, labels),
        labels.beside("center", away[0], 0, fill="#56616d") if away else "",
        class_="battle",
    )


def mark(side: int) -> Markup:
    """The mark of a ship of a side, around 0,0: dark, hollow or grey."""
    fill = _FILLS[side % len(_FILLS)]
    return path(["M0 -15L15 0L0 15L-15 0z"], fill=fill, stroke=INK, stroke_width=3)


# --- what is shown ---------------------------------------------------------------------------


def _crop(scene: Scene, scenes: Sequence[Scene]) -> Crop:
    """The hexes of all that moved, and the center if it is not too far from them.

    Where that is too much to be drawn with its hexes, those of the scene's fire.
    """
    moves = [one for scene in scenes for one in scene.moves]
    places = [at for one in moves for at in (one.start, one.end)]
    places += [plus(one.end, one.vector) for scene in scenes if scene.ahead for one in scene.moves]
    if not places or min(map(length, places)) <= FAR:
        places.append(CENTER)
    whole = _bounds(places)
    if whole.count <= WHOLE_GRID or not any(one.fire for one in scenes):
        return whole
    own, *others = map(_fought, (scene, *scenes))
    wide = max(one.right - one.left for one in others)
    high = max(one.bottom - one.top for one in others)
    left, top = (own.left + own.right - wide) // 2, (own.top + own.bottom - high) // 2
    return Crop(left, left + wide, top, top + high, LATTICE)


def _fought(scene: Scene) -> Crop:
    """The hexes of a scene's fire, or of its ships."""
    ends = {one.who: one.end for one in scene.moves}
    fire = [ends[who] for shots in scene.fire for who in (shots.by, shots.to) if who in ends]
    return _bounds(fire or list(ends.values()))


def _bounds(places: Sequence[Place]) -> Crop:
    hexes = [_hex(at) for at in places]
    columns, rows = [at.column for at in hexes], [at.row for at in hexes]
    wide = max((max(columns) - min(columns)) * 5 // 4, LEAST) + 2 * EDGE
    high = max((max(rows) - min(rows)) * 5 // 4, LEAST) + 2 * EDGE
    # Every picture has nearly the same form: 4 to 3, in hexes of 45 by 52.
    wide, high = max(wide, high * 52 * 4 // (45 * 3)), max(high, wide * 45 * 3 // (52 * 4))
    left, top = (min(columns) + max(columns) - wide) // 2, (min(rows) + max(rows) - high) // 2
    return Crop(left, left + wide, top, top + high, LATTICE)


def _far_off(scene: Scene, crop: Crop, size: int, labels: LabelPlacer) -> list[Markup]:
    """Arrows at the edge towards the ships that lie outside, which are named there."""
    spots: dict[tuple[Point, Point], list[Moved]] = {}
    for one in scene.moves:
        if _hex(one.end) not in crop and one.who not in scene.gone:
            spots.setdefault(_edge(_point(one.end), crop.box, size), []).append(one)
    drawn = []
    for (at, way), ships in spots.items():
        labels.take(at, size // 2)
        words = ", ".join(_counted(ships, scene))
        drawn += [_head(at, way), labels.beside(words, at, 0)]
    return drawn


def _hex(at: Place) -> Hex:
    return from_cube(*at)


def _point(at: Place) -> Point:
    return LATTICE.centre(_hex(at))


def _ground(crop: Crop) -> Markup:
    if crop.count <= WHOLE_GRID:
        return grid(crop, lambda _at: False)
    fifth = [
        Hex(column, row)
        for column in range(crop.left + -crop.left % 5, crop.right + 1, 5)
        for row in range(crop.top + -crop.top % 5, crop.bottom + 1, 5)
    ]
    dots = [f"M{x} {y}h0" for x, y in map(LATTICE.centre, fifth)]
    return path(dots, stroke="#b9c2cc", stroke_width=10, stroke_linecap="round")


def _center() -> Markup:
    """A ring with a cross in the center of the warp point."""
    x, y = _point(CENTER)
    return joined(
        (
            tag("circle", cx=x, cy=y, r=22, fill="#eef1f4", stroke="#66727f", stroke_width=2),
            path([f"M{x - 30} {y}h60M{x} {y - 30}v60"], stroke="#66727f", stroke_width=2),
        )
    )


def _edge(to: Point, box: Box, size: int) -> tuple[Point, Point]:
    """The place at the edge of a picture towards a point outside, and a step that way."""
    left, top, width, height = box
    middle = left + width // 2, top + height // 2
    x = max(left + size, min(to[0], left + width - size))
    y = max(top + size, min(to[1], top + height - size))
    dx, dy = to[0] - middle[0], to[1] - middle[1]
    reach = max(abs(dx), abs(dy), 1)
    return (x, y), (dx * size // reach, dy * size // reach)


def _head(at: Point, way: Point) -> Markup:
    (x, y), (dx, dy) = at, way
    head = f"M{x + dx * 2 // 3} {y + dy * 2 // 3}L{x - dy // 3} {y + dx // 3}"
    return path([f"{head}L{x + dy // 3} {y - dx // 3}z"], fill="#66727f")


# --- ships and shots -------------------------------------------------------------------------


def _line(one: Point, other: Point, colour: str, width: int, dashes: str = "") -> Markup:
    more: dict[str, str | int] = {"stroke_dasharray": dashes} if dashes else {}
    return tag("path", d=f"M{one[0]} {one[1]}L{other[0]} {other[1]}", fill="none",
               stroke=colour, stroke_width=width, **more)  # fmt: skip


def _dashes(side: int, size: int) -> str:
    return f"{size} {size // 2}" if side else ""


def _track(one: Moved, scene: Scene, size: int) -> Markup:
    """The track of a ship from a dot; in a scene that looks ahead, its vector."""
    colour = INK if one.side == 0 else ALIEN
    start, end = _point(one.start), _point(one.end)
    if scene.ahead:
        if one.vector == CENTER:
            return Markup("")
        to = _point(plus(one.end, one.vector))
        goal = tag("circle", cx=to[0], cy=to[1], r=9, fill="none", stroke=colour, stroke_width=2)
        return joined((_line(end, to, colour, 3, _dashes(1, size)), goal))
    if start == end:
        return Markup("")
    dot = tag("circle", cx=start[0], cy=start[1], r=max(5, size // 5), fill=colour)
    return joined((dot, _line(start, end, colour, max(3, size // 8), _dashes(one.side, size))))


def _fire(
    scene: Scene, crop: Crop, size: int, labels: LabelPlacer
) -> tuple[list[Markup], list[Markup]]:
    """Lines of fire between hexes, one each way, and the damage beside those who took it."""
    where = {one.who: one.end for one in scene.moves}
    sums: dict[tuple[Place, Place], list[Shots]] = {}
    hurt: dict[Place, list[Shots]] = {}
    for shots in scene.fire:
        if shots.by in where and shots.to in where:
            sums.setdefault((where[shots.by], where[shots.to]), []).append(shots)
            hurt.setdefault(where[shots.to], []).append(shots)
    lines: list[Markup] = []
    for (by, to), all in sums.items():
        if by == to:
            continue
        one, other = _point(by), _point(to)
        aside = _aside(one, other, size)
        wide = max(3, size // 8) if any(shots.damage for shots in all) else max(2, size // 16)
        dashes = f"{size // 5} {size // 5}"
        line = _line(plus(one, aside), plus(other, aside), SHOT, wide, dashes)
        lines.append(tag("g", line, class_="shot", data_e=_events(all)))
    words: list[Markup] = []
    for at, all in hurt.items():
        alone = len([who for who, there in where.items() if there == at]) == 1
        said = _damage(all, alone=alone)
        if said and _hex(at) in crop:
            spots = _around(_point(at), said, size)
            word = labels.put(said, _point(at), spots, SHOT, fill="#ffffff", font_weight="bold")
            words.append(tag("g", word, class_="did", data_e=_events(all)))
    return lines, words


def _events(all: Sequence[Shots]) -> str:
    return " ".join(id for shots in all for id in shots.events)


def _damage(all: Sequence[Shots], *, alone: bool) -> str:
    """The damage done in a hex, with the names of those who took it where they are few."""
    sums: dict[str, int] = {}
    for shots in all:
        if shots.damage:
            sums[shots.to] = sums.get(shots.to, 0) + shots.damage
    if not sums:
        return ""
    if alone:
        return str(sum(sums.values()))
    named = ", ".join(f"{who} {damage}" for who, damage in sums.items())
    if len(sums) == 1 or (len(sums) <= NAMED and len(named) <= LONG):
        return named
    return f"{len(sums)} ships {sum(sums.values())}"


def _around(at: Point, said: str, size: int) -> list[Point]:
    """Where the damage done in a hex may stand: close above it or aside, then farther away."""
    x, y = at
    wide = size + label_width(said, size) // 2
    return [
        (x + across * wide, y + down * size + size // 3)
        for far in (1, 2, 3, 4, 6, 8)
        for across, down in ((0, -far), (far, 0), (-far, 0), (1, -far), (-1, -far), (0, far + 1))
    ]


def _aside(one: Point, other: Point, size: int) -> Point:
    """A little step to the right of the way from one point to another."""
    x, y = other[0] - one[0], other[1] - one[1]
    reach = 4 * max(abs(x), abs(y))
    return -y * size // reach, x * size // reach


def _ships(scene: Scene, crop: Crop, size: int, labels: LabelPlacer) -> list[Markup]:
    """All ships by hex, with crosses and names; first all marks, then words around them."""
    places: dict[Place, list[Moved]] = {}
    for one in scene.moves:
        if _hex(one.end) in crop:
            places.setdefault(one.end, []).append(one)
    drawn: list[Markup] = []
    names: list[tuple[str, Point, int]] = []
    for at, ships in sorted(places.items()):
        x, y = _point(at)
        here = [one for one in ships if scene.gone.get(one.who) != DEAD]
        lost = [one.who for one in ships if scene.gone.get(one.who) == DEAD]
        marks, rows = _marks(here, (x, y), size)
        drawn += [
            _put(mark(one.side), *spot, size, **_moving(one, spot, (x, y))) for one, spot in marks
        ]
        drawn += [] if marks else [_put(_CROSS, x, y, size, class_="gone")]
        words = _counted(here, scene)
        if lost:
            is_named = len(lost) == 1 and len(", ".join([*words, *lost])) <= LONG
            words.append(f"{lost[0] if is_named else len(lost)} lost")
        names.append((", ".join(words), (x, y), (max(rows, 1) - 1) * size))
        for spot in [spot for _one, spot in marks] or [(x, y)]:
            labels.take(spot, size // 2)
    return [*drawn, tag("g", *(labels.beside(*name) for name in names), class_="names")]


def _moving(one: Moved, spot: Point, at: Point) -> dict[str, str | int]:
    """What the script of the page needs to move a mark: its ship, and the way to its spot."""
    told: dict[str, str | int] = {"class_": "unit", "data_u": one.who.replace(" ", "_")}
    if one.start != one.end:
        x, y = _point(one.start)
        told["data_way"] = f"{x + spot[0] - at[0]},{y + spot[1] - at[1]} {spot[0]},{spot[1]}"
    return told


def _marks(ships: Sequence[Moved], at: Point, size: int) -> tuple[list[tuple[Moved, Point]], int]:
    """Where the marks of the ships of a hex stand, a row for each side, and how many rows."""
    x, y = at
    rows = [ships_of[:MOST_MARKS] for ships_of in _by_side(ships).values()]
    marks = [
        (one, (x + (2 * place - len(row) + 1) * size * 3 // 5, y + n * size))
        for n, row in enumerate(rows)
        for place, one in enumerate(row)
    ]
    return marks, len(rows)


def _by_side(ships: Sequence[Moved]) -> dict[int, list[Moved]]:
    found: dict[int, list[Moved]] = {}
    for one in sorted(ships, key=lambda ship: ship.side):
        found.setdefault(one.side, []).append(one)
    return found


def _counted(ships: Sequence[Moved], scene: Scene) -> list[str]:
    """Names of the ships of a hex, or how many there are of each side."""
    if len(ships) <= NAMED and sum(len(one.who) for one in ships) <= LONG:
        return [f"{one.who} {scene.gone.get(one.who, '')}".strip() for one in ships]
    return [f"{len(who)} {scene.sides[side]}" for side, who in _by_side(ships).items()]


def _put(drawn: Markup, x: int, y: int, size: int, /, **more: str | int) -> Markup:
    scale = size * 100 // 30
    transform = f"translate({x} {y}) scale({scale // 100}.{scale % 100:02d})"
    return tag("g", drawn, transform=transform, **more)
