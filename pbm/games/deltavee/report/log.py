"""Logs of spaceships, drawn like the printed ones and marked as with a pencil."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pbm.drawing.svg import path, picture, tag
from pbm.drawing.tick_boxes import boxes
from pbm.games.deltavee.report.forces import remarks
from pbm.games.deltavee.report.logsheet import log_sheet
from pbm.games.deltavee.state.ratings import CLASSES
from pbm.games.deltavee.view.labels import Labels
from pbm.games.deltavee.view.record import UnitView, View
from pbm.kit.english import count

_CELL = 34  # width of a Pod/# box
# With more the log goes over several pages.
_PODS_OF_A_PAGE = 12
_MISSILES_OF_A_PAGE = 20  # of one type, each with its line
_COLUMNS = 3  # side by side
_LINES_OF_A_COLUMN = 8
_CELLS, _CELLS_WIDE = 5, 17  # in a row
_TITLES = {
    "unguided": "Unguided",
    "guided": "Guided",
    "intelligent": "Intelligent",
    "mims": "MIMS",
}


def logs(views: Iterable[View]) -> list[dict[str, Any]]:
    """A log for each ship of the reader's own; a game master's book has those of all players.

    A battlecraft has its log on its ship's; one that was bought without a ship has its own.
    """
    return [
        record(ship, Labels(view))
        for view in views
        for ship in view.units
        if ship.yours and _has_log(ship)
    ]


def _has_log(unit: UnitView) -> bool:
    alone = unit.kind == "battlecraft" and not unit.mother
    return unit.kind == "spaceship" or alone


def record(ship: UnitView, labels: Labels) -> dict[str, Any]:
    """One ship's log: its numbers, and its boxes as pictures."""
    sheet = log_sheet(ship, labels.view.units)
    energy = sheet["energy"]
    long = _is_long(sheet)
    return {
        "long": long,
        "podless": not sheet["pods"] and not sheet["void_pods"],
        "designation": ship.designation,
        "name": ship.name,
        "title": ship.title,
        "owner": ship.owner,
        "side": labels.side(ship.side),
        "status": ship.status,
        "type": sheet["type"],
        "at": ship.at,
        "figures": _figures(ship),
        "compass": compass(ship.direction),
        "compartments": _compartments(sheet),
        "sections": [_section(section, long) for section in sheet["missiles"]],
        "energy": energy,
        "blocks": boxes(
            energy["blocks"],
            energy["marked"],
            f"{count(energy['blocks'], 'Energy Block')}, {energy['marked']} marked",
            void=energy["void"],
        ),
        "track": track(energy),
        "battlecraft": [_craft(one) for one in sheet["battlecraft"]],
        "stored": sheet["stored"],
        "remarks": [text[:1].upper() + text[1:] for text in remarks(ship, labels)],
    }


def _is_long(sheet: Mapping[str, Any]) -> bool:
    """True for a log with more pods, or more lines of missiles, than a page has room for."""
    pods = len(sheet["pods"]) + len(sheet["void_pods"])
    missiles = max(one["number"] for one in sheet["missiles"] if one["type"] != "unguided")
    return pods > _PODS_OF_A_PAGE or missiles > _MISSILES_OF_A_PAGE


def _figures(ship: UnitView) -> list[tuple[str, str]]:
    row = ship.klass
    return [
        ("Velocity Rating", str(ship.velocity_rating)),
        ("Maneuver Rating", str(ship.maneuver_rating)),
        ("Burn Rate", str(ship.burn)),
        ("Burster", str(CLASSES.at(row, "burster"))),
        ("Civ Level", str(ship.civ)),
        ("Targeting", str(CLASSES.at(row, "targeting"))),
        ("Hex", ship.at),
        ("Velocity", str(ship.velocity)),
        ("Direction", str(ship.direction)),
    ]


def _compartments(sheet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The boxes of hull and pods in the order of the log."""
    found = []
    for part in sheet["hull"]:
        name = part["name"][:1].upper() + part["name"][1:]
        if part["class"]:
            name += f" (class {part['class']})"
        armor = "" if part["armor"] is None else str(part["armor"])
        found.append(_compartment(name, "", armor, part["status"], not part["has"]))
    pods = {part.box: part for part in sheet["pods"]}
    for box in sorted([*pods, *sheet["void_pods"]]):
        if box in pods:
            pod = pods[box]
            last = box + pod.room - 1
            name = f"Pod {box}" if last == box else f"Pod {box} to {last}"
            made = _compartment(name, pod.kind, str(pod.armor), pod.status, False)
            found.append({**made, "civ": pod.civ})
        else:
            found.append(_compartment(f"Pod {box}", "", "", "ok", True))
    return found


def _compartment(name: str, kind: str, armor: str, status: str, void: bool) -> dict[str, Any]:
    mark = "" if status == "ok" else status
    return {"name": name, "kind": kind, "armor": armor, "status": mark, "void": void, "civ": 0}


def _section(section: Mapping[str, Any], long: bool) -> dict[str, Any]:
    """A Missile section: its lines as on the printed log, those not carried crossed out.

    In a long log they stand in several columns, so that no picture is higher than a page.
    """
    if section["type"] == "unguided":
        parts = _pieces(section, 2 * _CELLS_WIDE) if long else [section]
        pictures = [cells(part, _CELLS_WIDE if long else _CELLS) for part in parts]
    else:
        parts = _columns(section) if long else [section]
        pictures = [lines(part) for part in parts]
    return {
        "type": section["type"],
        "title": _TITLES[section["type"]],
        "number": section["number"],
        "left": section["left"],
        "pictures": pictures,
    }


def _columns(section: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The section in columns, between rows of which a page may end; the last row is level."""
    number = section["number"]
    whole = number - number % (_COLUMNS * _LINES_OF_A_COLUMN)
    level = max(1, -(-(number - whole) // _COLUMNS))
    full, rest = section["lines"][:whole], section["lines"][whole:]
    return [
        *_pieces({**section, "lines": full}, _LINES_OF_A_COLUMN),
        *_pieces({**section, "lines": rest}, level),
    ]


def _pieces(section: Mapping[str, Any], most: int) -> list[Mapping[str, Any]]:
    """The section in pieces of so many lines."""
    every = section["lines"]
    pieces = [every[start : start + most] for start in range(0, len(every), most)]
    return [{**section, "number": len(some), "lines": some, "void": 0} for some in pieces]


def _entry(line: Mapping[str, Any]) -> str:
    return f"{line['pod']}/{line['number']}" if line["number"] else ""


def cells(section: Mapping[str, Any], in_row: int = _CELLS) -> Markup:
    """The Pod/# boxes of missiles without energy, five in a row or as many as are wanted."""
    parts: list[Markup] = []
    every = [*section["lines"], *([None] * section["void"])]
    for place, line in enumerate(every):
        x, y = place % in_row * (_CELL + 4) + 1, place // in_row * 22 + 1
        parts += _cell(x, y, line)
    width, height = in_row * (_CELL + 4), (len(every) + in_row - 1) // in_row * 22
    return _picture(section, width, height, parts)


def lines(section: Mapping[str, Any]) -> Markup:
    """A line for each missile: its Pod/# box and its Energy Unit boxes."""
    parts: list[Markup] = []
    units = section["energy"] + section["void_energy"]
    every = [*section["lines"], *([None] * section["void"])]
    for place, line in enumerate(every):
        y = place * 20 + 1
        parts += _cell(1, y, line)
        outline, struck, marks = [], [], []
        for unit in range(units):
            x = _CELL + 6 + unit * 16
            outline.append(f"M{x} {y + 1}h14v14h-14z")
            if line is None or unit >= line["energy"]:
                struck.append(f"M{x} {y + 15}l14 -14M{x} {y + 8}l7 -7M{x + 7} {y + 15}l7 -7")
            elif unit < line["spent"]:
                lean = (place * 3 + unit * 5) % 3
                marks.append(f"M{x + 2 + lean} {y + 13}L{x + 13} {y + 2 + lean}")
                marks.append(f"M{x + 2} {y + 3}L{x + 12} {y + 13}")
        parts.append(path(outline, fill="#ffffff", stroke="#3d4852", stroke_width=1))
        parts.append(path(struck, fill="none", stroke="#8893a0", stroke_width=1))
        parts.append(path(marks, fill="none", stroke="#2b2b2b", stroke_width=2))
    width, height = _CELL + 6 + units * 16 + 2, len(every) * 20
    return _picture(section, width, height, parts)


def _cell(x: int, y: int, line: Mapping[str, Any] | None) -> list[Markup]:
    """One Pod/# box; struck out if no missile is carried for it, or it was lost with its pod."""
    parts = [
        tag("rect", x=x, y=y, width=_CELL, height=16, fill="#ffffff", stroke="#3d4852"),
    ]
    if line is None:
        parts.append(path([f"M{x} {y + 16}l{_CELL} -16"], stroke="#8893a0", stroke_width=2))
        return parts
    words = _entry(line) or line["status"]
    parts.append(tag("text", words, x=x + _CELL // 2, y=y + 12, font_size=11, text_anchor="middle"))
    if line["status"] and line["status"] != "prepared":
        parts.append(path([f"M{x + 2} {y + 8}h{_CELL - 4}"], stroke="#2b2b2b", stroke_width=1))
    return parts


def _picture(
    section: Mapping[str, Any], width: int, height: int, parts: Sequence[Markup]
) -> Markup:
    used = [
        f"{_entry(line) or 'one'} {line['status'] or 'launched'}, "
        f"{count(line['spent'], 'unit')} spent"
        for line in section["lines"]
        if line["number"] or line["status"]
    ]
    label = f"{section['number']} carried, {section['void']} lines crossed out"
    label += f", {section['energy']} Energy Units each" if section["energy"] else ""
    if used:
        label += f": {'; '.join(used)}"
    return picture(label, (0, 0, width, height), *parts, class_="boxes", width=width, height=height)


def _craft(craft: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **craft,
        "boxes": boxes(
            craft["energy"],
            craft["spent"],
            f"{count(craft['energy'], 'Energy Unit')}, {craft['spent']} spent",
        ),
    }


def track(energy: Mapping[str, Any]) -> Markup:
    """The Energy Unit Track: its spaces from 0, those beyond the Burn Rate crossed out."""
    parts: list[Markup] = []
    for space in range(energy["track"] + 1):
        x = space * 22 + 1
        parts.append(tag("rect", x=x, y=1, width=20, height=20, fill="#ffffff", stroke="#3d4852"))
        parts.append(tag("text", str(space), x=x + 10, y=15, font_size=11, text_anchor="middle"))
        if space in energy["void_track"]:
            parts.append(path([f"M{x} 21L{x + 20} 1"], stroke="#8893a0", stroke_width=2))
        if space == energy["marker"]:
            parts.append(
                tag("circle", cx=x + 10, cy=11, r=9, fill="none", stroke="#2b2b2b", stroke_width=2)
            )
    width = (energy["track"] + 1) * 22
    label = f"Energy Unit Track to {energy['burn']}, marker on {energy['marker']}"
    return picture(label, (0, 0, width, 22), *parts, class_="boxes", width=width, height=22)


def compass(direction: int) -> Markup:
    """The twelve directions as on a clock, with an arrow to the one the ship points in."""
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
            font_size=11,
            text_anchor="middle",
            font_weight="bold" if clock == direction else "normal",
        )
        for clock, (x, y) in enumerate(places, 1)
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
