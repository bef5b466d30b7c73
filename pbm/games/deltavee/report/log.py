"""Logs of spaceships, drawn like the printed ones and marked as with a pencil."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup
from msgspec.structs import replace

from pbm.drawing.svg import path, picture, tag
from pbm.drawing.tick_boxes import boxes
from pbm.games.deltavee.report.forces import remarks
from pbm.games.deltavee.report.logsheet import (
    EnergyRecord,
    LogSheet,
    MissileLine,
    MissileSection,
    log_sheet,
)
from pbm.games.deltavee.state.ratings import CLASSES
from pbm.games.deltavee.state.units import (
    BATTLECRAFT,
    DESTROYED,
    JUMPED,
    LEFT,
    OK,
    SPACESHIP,
    UNGUIDED,
)
from pbm.games.deltavee.view.labels import Labels
from pbm.games.deltavee.view.record import UnitView, View
from pbm.kit.english import capital, count, signed
from pbm.kit.records import Record

_GONE = (DESTROYED, JUMPED, LEFT)
_CELL, _BOX, _LINE = 30, 13, 16  # width of a Pod/# box, of an Energy Unit box, height of a line
_COLUMNS = 3  # side by side
_LINES_OF_A_COLUMN = 8
_CELLS, _CELLS_WIDE = {1: 5, 2: 8}, 17  # in a row, by the type of the log
_ROWS = 15  # of compartments, as many as log type 2 has


def logs(views: Iterable[View]) -> list[ShipLog]:
    """A log for each ship of the reader's own; a game master's book has those of all players.

    A battlecraft has its log on its ship's; one that was bought without a ship has its own.
    """
    return [
        record(ship, Labels(view))
        for view in views
        for ship in view.units
        if ship.yours and _has_log(ship) and ship.status not in _GONE
    ]


def gone(views: Iterable[View]) -> list[str]:
    """Name each ship of theirs that is out of play."""
    return [
        f"{ship.title} {ship.designation}{f' “{ship.name}”' if ship.name else ''} ({ship.status})"
        for view in views
        for ship in view.units
        if ship.yours and _has_log(ship) and ship.status in _GONE
    ]


def _has_log(unit: UnitView) -> bool:
    return unit.kind == SPACESHIP or (unit.kind == BATTLECRAFT and not unit.mother)


class Compartment(Record):
    """A row of the hull or of a pod with what is written into it; ``void`` if crossed out."""

    name: str
    kind: str = ""
    armor: int | None = None
    status: str = ""
    civ: int = 0
    void: bool = False


class ShipLog(Record):
    """One ship's log: its numbers, and its boxes as pictures."""

    ship: UnitView
    sheet: LogSheet
    side: str
    figures: list[tuple[str, str]]
    compass: Markup
    compartments: list[list[Compartment]]
    sections: list[tuple[MissileSection, list[Markup]]]
    blocks: Markup
    track: Markup
    battlecraft: list[tuple[UnitView, Markup]]
    remarks: list[str]


def record(ship: UnitView, labels: Labels) -> ShipLog:
    """One ship's log."""
    sheet = log_sheet(ship, labels.view.units)
    energy = sheet.energy
    return ShipLog(
        ship,
        sheet,
        labels.side(ship.side),
        _figures(ship),
        compass(ship.direction),
        _compartments(sheet),
        [(section, _drawn(section, sheet)) for section in sheet.missiles],
        boxes(
            energy.blocks,
            energy.marked,
            f"{count(energy.blocks, 'Energy Block')}, {energy.marked} marked",
            void=energy.void,
        ),
        track(energy),
        [(craft, _energy_boxes(craft)) for craft in sheet.battlecraft],
        [capital(text) for text in remarks(ship, labels)],
    )


def _figures(ship: UnitView) -> list[tuple[str, str]]:
    row = ship.klass
    return [
        ("Velocity Rating", str(ship.velocity_rating)),
        ("Maneuver Rating", str(ship.maneuver_rating)),
        ("Burn Rate", str(ship.burn)),
        ("Burster", str(CLASSES.at(row, "burster"))),
        ("Civ Level", str(ship.civ)),
        ("Targeting", signed(CLASSES.at(row, "targeting"))),
        ("Hex", ship.at),
        ("Velocity", str(ship.velocity)),
        ("Direction", str(ship.direction)),
    ]


def _compartments(sheet: LogSheet) -> list[list[Compartment]]:
    """The rows of hull and pods in the order of the log, in tables side by side."""
    found = []
    for part in sheet.hull:
        kind = f"class {part.field_class}" if part.field_class else ""
        found.append(Compartment(capital(part.name), kind, part.armor, _mark(part.status)))
    pods = {part.box: part for part in sheet.pods}
    for box in sorted([*pods, *sheet.void_pods]):
        if (pod := pods.get(box)) is None:
            found.append(Compartment(f"Pod {box}", void=True))
            continue
        last = box + pod.room - 1
        name = f"Pod {box}" if last == box else f"Pod {box} to {last}"
        found.append(Compartment(name, pod.kind, pod.armor, _mark(pod.status), pod.civ))
    return [found[start : start + _ROWS] for start in range(0, len(found), _ROWS)]


def _mark(status: str) -> str:
    return "" if status == OK else status


def _drawn(section: MissileSection, sheet: LogSheet) -> list[Markup]:
    """Pictures of a Missile section: its lines as printed, those not carried crossed out.

    In a long log they stand in several columns, so that no picture is higher than a page.
    """
    if section.type == UNGUIDED:
        if not sheet.is_long:
            return [cells(section, _CELLS[sheet.type])]
        return [
            cells(part, _CELLS_WIDE) for part in _pieces(section, section.lines, 2 * _CELLS_WIDE)
        ]
    return [lines(part) for part in (_columns(section) if sheet.is_long else [section])]


def _columns(section: MissileSection) -> list[MissileSection]:
    """The section in columns, between rows of which a page may end; the last row is level."""
    whole = section.number - section.number % (_COLUMNS * _LINES_OF_A_COLUMN)
    level = max(1, -(-(section.number - whole) // _COLUMNS))
    return [
        *_pieces(section, section.lines[:whole], _LINES_OF_A_COLUMN),
        *_pieces(section, section.lines[whole:], level),
    ]


def _pieces(
    section: MissileSection, every: tuple[MissileLine, ...], most: int
) -> list[MissileSection]:
    """These lines of the section in pieces of so many."""
    pieces = [every[start : start + most] for start in range(0, len(every), most)]
    return [replace(section, number=len(some), lines=some, void=0) for some in pieces]


def cells(section: MissileSection, in_row: int) -> Markup:
    """The Pod/# boxes of missiles without energy, so many in a row."""
    parts: list[Markup] = []
    every = [*section.lines, *([None] * section.void)]
    for place, line in enumerate(every):
        parts += _cell(place % in_row * (_CELL + 3) + 1, place // in_row * (_LINE + 2) + 1, line)
    width, height = in_row * (_CELL + 3), -(-len(every) // in_row) * (_LINE + 2)
    return _picture(section, width, height, parts)


def lines(section: MissileSection) -> Markup:
    """A line for each missile: its Pod/# box and its Energy Unit boxes.

    One line through all boxes: the missile is lost or destroyed. Rule: DV 8.8.
    """
    parts: list[Markup] = []
    units = section.energy + section.void_energy
    every = [*section.lines, *([None] * section.void)]
    start = _CELL + 5
    for place, line in enumerate(every):
        y = place * _LINE + 1
        parts += _cell(1, y, line)
        outline, struck, marks = [], [], []
        for unit in range(units):
            x = start + unit * (_BOX + 2)
            outline.append(f"M{x} {y}h{_BOX}v{_BOX}h-{_BOX}z")
            if line is None or unit >= line.energy:
                struck.append(f"M{x} {y + _BOX}l{_BOX} -{_BOX}")
            elif unit < line.spent:
                lean = (place * 3 + unit * 5) % 3
                marks.append(f"M{x + 2 + lean} {y + 11}L{x + 12} {y + 1 + lean}")
                marks.append(f"M{x + 2} {y + 2}L{x + 11} {y + 11}")
        if line is not None and line.is_gone and line.energy:
            marks.append(f"M{start} {y + 7}h{line.energy * (_BOX + 2)}")
        parts.append(path(outline, fill="#ffffff", stroke="#3d4852", stroke_width=1))
        parts.append(path(struck, fill="none", stroke="#6b7680", stroke_width=1))
        parts.append(path(marks, fill="none", stroke="#2b2b2b", stroke_width=2))
    width, height = start + units * (_BOX + 2) + 1, len(every) * _LINE
    return _picture(section, width, height, parts)


def _cell(x: int, y: int, line: MissileLine | None) -> list[Markup]:
    """One Pod/# box; struck out if no missile is carried for it, or it was lost with its pod."""
    parts = [tag("rect", x=x, y=y, width=_CELL, height=_BOX, fill="#ffffff", stroke="#3d4852")]
    if line is None:
        parts.append(path([f"M{x} {y + _BOX}l{_CELL} -{_BOX}"], stroke="#6b7680", stroke_width=1))
        return parts
    words = line.entry or line.status
    parts.append(tag("text", words, x=x + _CELL // 2, y=y + 11, font_size=11, text_anchor="middle"))
    if line.is_gone:
        parts.append(path([f"M{x + 2} {y + 7}h{_CELL - 4}"], stroke="#2b2b2b", stroke_width=1))
    return parts


def _picture(section: MissileSection, width: int, height: int, parts: Sequence[Markup]) -> Markup:
    used = [
        f"{line.entry or 'one'} {line.status or 'launched'}, {count(line.spent, 'unit')} spent"
        for line in section.lines
        if line.number or line.status
    ]
    label = f"{section.number} carried, {section.void} lines crossed out"
    label += f", {section.energy} Energy Units each" if section.energy else ""
    if used:
        label += f": {'; '.join(used)}"
    return picture(label, (0, 0, width, height), *parts, class_="boxes", width=width, height=height)


def _energy_boxes(craft: UnitView) -> Markup:
    spent = min(craft.spent, craft.energy)
    return boxes(craft.energy, spent, f"{count(craft.energy, 'Energy Unit')}, {spent} spent")


def track(energy: EnergyRecord) -> Markup:
    """The Energy Unit Track: its spaces from 0, those beyond the Burn Rate crossed out."""
    parts: list[Markup] = []
    for space in range(energy.track + 1):
        x = space * 17 + 1
        parts.append(tag("rect", x=x, y=1, width=16, height=16, fill="#ffffff", stroke="#3d4852"))
        parts.append(tag("text", str(space), x=x + 8, y=13, font_size=11, text_anchor="middle"))
        if space in energy.void_track:
            parts.append(path([f"M{x} 17l16 -16"], stroke="#6b7680", stroke_width=1))
        if space == energy.marker:
            parts.append(
                tag("circle", cx=x + 8, cy=9, r=7, fill="none", stroke="#2b2b2b", stroke_width=2)
            )
    width = (energy.track + 1) * 17 + 1
    label = f"Energy Unit Track to {energy.burn}, marker on {energy.marker}"
    return picture(label, (0, 0, width, 18), *parts, class_="boxes", width=width, height=18)


def compass(direction: int) -> Markup:
    """An arrow to where the ship points; directions are as on a clock."""
    return picture(
        f"direction {direction}",
        (-20, -20, 40, 40),
        path(
            ["M0 16V-16M-6 -10L0 -19L6 -10"],
            fill="none",
            stroke="#1b1f24",
            stroke_width=4,
            transform=f"rotate({int(direction) % 12 * 30})",
        ),
        class_="dial",
    )
