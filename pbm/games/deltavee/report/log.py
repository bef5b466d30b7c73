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
    PREPARED,
    SPACESHIP,
    UNGUIDED,
)
from pbm.games.deltavee.view.labels import Labels
from pbm.games.deltavee.view.record import UnitView, View
from pbm.kit.english import capital, count, signed
from pbm.kit.records import Record

_GONE = (DESTROYED, JUMPED, LEFT)
_CELL = 34  # width of a Pod/# box
_COLUMNS = 3  # side by side
_LINES_OF_A_COLUMN = 8
_CELLS, _CELLS_WIDE = 5, 17  # in a row


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
    """A line for each ship of theirs that is out of play."""
    return [
        f"{ship.title} {ship.designation}{f' “{ship.name}”' if ship.name else ''}: {ship.status}"
        for view in views
        for ship in view.units
        if ship.yours and _has_log(ship) and ship.status in _GONE
    ]


def _has_log(unit: UnitView) -> bool:
    return unit.kind == SPACESHIP or (unit.kind == BATTLECRAFT and not unit.mother)


class Compartment(Record):
    """A box of the hull or of a pod with what is written into it."""

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
    compartments: list[Compartment]
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
        [(section, _drawn(section, sheet.is_long)) for section in sheet.missiles],
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


def _compartments(sheet: LogSheet) -> list[Compartment]:
    """The boxes of hull and pods in the order of the log."""
    found = []
    for part in sheet.hull:
        of_class = f" (class {part.field_class})" if part.field_class else ""
        name, void = f"{capital(part.name)}{of_class}", part.armor is None
        found.append(Compartment(name, "", part.armor, _mark(part.status), void=void))
    pods = {part.box: part for part in sheet.pods}
    for box in sorted([*pods, *sheet.void_pods]):
        if (pod := pods.get(box)) is None:
            found.append(Compartment(f"Pod {box}", void=True))
            continue
        last = box + pod.room - 1
        name = f"Pod {box}" if last == box else f"Pod {box} to {last}"
        found.append(Compartment(name, pod.kind, pod.armor, _mark(pod.status), pod.civ))
    return found


def _mark(status: str) -> str:
    return "" if status == OK else status


def _drawn(section: MissileSection, is_long: bool) -> list[Markup]:
    """Pictures of a Missile section: its lines as printed, those not carried crossed out.

    In a long log they stand in several columns, so that no picture is higher than a page.
    """
    if section.type == UNGUIDED:
        if not is_long:
            return [cells(section)]
        return [
            cells(part, _CELLS_WIDE) for part in _pieces(section, section.lines, 2 * _CELLS_WIDE)
        ]
    return [lines(part) for part in (_columns(section) if is_long else [section])]


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


def cells(section: MissileSection, in_row: int = _CELLS) -> Markup:
    """The Pod/# boxes of missiles without energy, five in a row or as many as are wanted."""
    parts: list[Markup] = []
    every = [*section.lines, *([None] * section.void)]
    for place, line in enumerate(every):
        x, y = place % in_row * (_CELL + 4) + 1, place // in_row * 22 + 1
        parts += _cell(x, y, line)
    width, height = in_row * (_CELL + 4), (len(every) + in_row - 1) // in_row * 22
    return _picture(section, width, height, parts)


def lines(section: MissileSection) -> Markup:
    """A line for each missile: its Pod/# box and its Energy Unit boxes."""
    parts: list[Markup] = []
    units = section.energy + section.void_energy
    every = [*section.lines, *([None] * section.void)]
    for place, line in enumerate(every):
        y = place * 20 + 1
        parts += _cell(1, y, line)
        outline, struck, marks = [], [], []
        for unit in range(units):
            x = _CELL + 6 + unit * 16
            outline.append(f"M{x} {y + 1}h14v14h-14z")
            if line is None or unit >= line.energy:
                struck.append(f"M{x} {y + 15}l14 -14M{x} {y + 8}l7 -7M{x + 7} {y + 15}l7 -7")
            elif unit < line.spent:
                lean = (place * 3 + unit * 5) % 3
                marks.append(f"M{x + 2 + lean} {y + 13}L{x + 13} {y + 2 + lean}")
                marks.append(f"M{x + 2} {y + 3}L{x + 12} {y + 13}")
        parts.append(path(outline, fill="#ffffff", stroke="#3d4852", stroke_width=1))
        parts.append(path(struck, fill="none", stroke="#8893a0", stroke_width=1))
        parts.append(path(marks, fill="none", stroke="#2b2b2b", stroke_width=2))
    width, height = _CELL + 6 + units * 16 + 2, len(every) * 20
    return _picture(section, width, height, parts)


def _cell(x: int, y: int, line: MissileLine | None) -> list[Markup]:
    """One Pod/# box; struck out if no missile is carried for it, or it was lost with its pod."""
    parts = [
        tag("rect", x=x, y=y, width=_CELL, height=16, fill="#ffffff", stroke="#3d4852"),
    ]
    if line is None:
        parts.append(path([f"M{x} {y + 16}l{_CELL} -16"], stroke="#8893a0", stroke_width=2))
        return parts
    words = line.entry or line.status
    parts.append(tag("text", words, x=x + _CELL // 2, y=y + 12, font_size=11, text_anchor="middle"))
    if line.status not in ("", PREPARED):
        parts.append(path([f"M{x + 2} {y + 8}h{_CELL - 4}"], stroke="#2b2b2b", stroke_width=1))
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
        x = space * 22 + 1
        parts.append(tag("rect", x=x, y=1, width=20, height=20, fill="#ffffff", stroke="#3d4852"))
        parts.append(tag("text", str(space), x=x + 10, y=15, font_size=11, text_anchor="middle"))
        if space in energy.void_track:
            parts.append(path([f"M{x} 21L{x + 20} 1"], stroke="#8893a0", stroke_width=2))
        if space == energy.marker:
            parts.append(
                tag("circle", cx=x + 10, cy=11, r=9, fill="none", stroke="#2b2b2b", stroke_width=2)
            )
    width = (energy.track + 1) * 22
    label = f"Energy Unit Track to {energy.burn}, marker on {energy.marker}"
    return picture(label, (0, 0, width, 22), *parts, class_="boxes", width=width, height=22)


def compass(direction: int) -> Markup:
    """The directions as on a clock, every third and the one the ship points in, with an arrow."""
    places = (
        (17, -28),
        (30, -13),
        (36, 4),
        (30, 22),
        (17, 36),
        (0, 41),
        (-17, 36),
        (-30, 22),
        (-36, 4),
        (-30, -13),
        (-17, -28),
        (0, -33),
    )
    numbers = [
        tag(
            "text",
            str(clock),
            x=x,
            y=y,
            font_size=17,
            text_anchor="middle",
            font_weight="bold" if clock == direction else "normal",
        )
        for clock, (x, y) in enumerate(places, 1)
        if clock % 3 == 0 or clock == direction
    ]
    return picture(
        f"direction {direction}",
        (-48, -48, 96, 96),
        path(
            ["M0 16V-16M-6 -10L0 -19L6 -10"],
            fill="none",
            stroke="#1b1f24",
            stroke_width=3,
            transform=f"rotate({int(direction) % 12 * 30})",
        ),
        *numbers,
        class_="dial",
    )
