"""Logs of spaceships, drawn like the printed ones and marked as with a pencil."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pbm.deltavee.forces import remarks
from pbm.deltavee.labels import Labels
from pbm.deltavee.logsheet import log_sheet
from pbm.deltavee.ratings import CLASSES
from pbm.event import Fact
from pbm.pencil import boxes
from pbm.phrases import count
from pbm.svg import path, picture, tag

_TITLES = {
    "unguided": "Unguided missiles",
    "guided": "Guided missiles",
    "intelligent": "Intelligent missiles",
    "mims": "MIMS",
}


def logs(packet: Mapping[str, Fact]) -> list[dict[str, Any]]:
    """A log for each ship of the reader's own; a game master's book has those of all players."""
    views: Sequence[Mapping[str, Fact]] = packet.get("records") or [packet["known"]]
    return [
        record(ship, view["units"], Labels(dict(view)))
        for view in views
        for ship in view["units"]
        if ship["yours"] and ship["kind"] == "spaceship"
    ]


def record(
    ship: Mapping[str, Fact], units: Sequence[Mapping[str, Fact]], labels: Labels
) -> dict[str, Any]:
    """One ship's log: its numbers, and its boxes as pictures."""
    sheet = log_sheet(ship, units)
    energy = sheet["energy"]
    return {
        "designation": ship["designation"],
        "name": ship["name"],
        "title": ship["title"],
        "owner": ship["owner"],
        "side": labels.side(ship["side"]),
        "status": ship["status"],
        "type": sheet["type"],
        "at": ship["at"],
        "figures": _figures(ship),
        "compass": compass(ship["direction"]),
        "compartments": _compartments(sheet),
        "sections": [_section(section) for section in sheet["missiles"] if section["number"]],
        "bare": [_TITLES[one["type"]] for one in sheet["missiles"] if not one["number"]],
        "energy": energy,
        "blocks": boxes(
            energy["blocks"],
            energy["marked"],
            f"{count(energy['blocks'], 'Energy Block')}, {energy['marked']} marked",
            void=energy["void"],
        ),
        "track": track(energy),
        "battlecraft": [_craft(one) for one in sheet["battlecraft"]],
        "remarks": [text[:1].upper() + text[1:] for text in remarks(ship, labels)],
    }


def _figures(ship: Mapping[str, Fact]) -> list[tuple[str, str]]:
    row = ship["klass"]
    return [
        ("Velocity Rating", str(ship["velocity_rating"])),
        ("Maneuver Rating", str(ship["maneuver_rating"])),
        ("Burn Rate", str(ship["burn"])),
        ("Burster", str(CLASSES.at(row, "burster"))),
        ("Civ Level", str(ship["civ"])),
        ("Targeting", str(CLASSES.at(row, "targeting"))),
        ("Hex", ship["at"]),
        ("Velocity", str(ship["velocity"])),
        ("Direction", str(ship["direction"])),
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
    pods = {part["box"]: part for part in sheet["pods"]}
    for box in sorted([*pods, *sheet["void_pods"]]):
        if box in pods:
            pod = pods[box]
            civ = f", Civ {pod['civ']}" if pod["civ"] else ""
            found.append(
                _compartment(
                    f"Pod {box}", f"{pod['kind']}{civ}", str(pod["armor"]), pod["status"], False
                )
            )
        else:
            found.append(_compartment(f"Pod {box}", "", "", "ok", True))
    return found


def _compartment(name: str, kind: str, armor: str, status: str, void: bool) -> dict[str, Any]:
    mark = "" if status == "ok" else status
    return {"name": name, "kind": kind, "armor": armor, "status": mark, "void": void}


def _section(section: Mapping[str, Any]) -> dict[str, Any]:
    """A Missile section: a line for each missile, and how many lines are crossed out."""
    lines = [
        {
            "entry": f"{line['pod']}/{line['number']}" if line["number"] else "",
            "boxes": boxes(
                line["energy"],
                line["spent"],
                f"{count(line['energy'], 'Energy Unit')}, {line['spent']} spent",
                void=section["void_energy"],
            )
            if line["energy"]
            else None,
            "status": line["status"],
        }
        for line in section["lines"]
    ]
    used = sum(bool(line["entry"]) or line["status"] == "lost" for line in lines)
    return {
        "title": _TITLES[section["type"]],
        "number": section["number"],
        "left": section["left"],
        "has_energy": section["energy"] > 0,
        "lines": lines,
        "shown": [line for line in lines if line["entry"]],
        "void": section["void"],
        "count": boxes(
            section["number"],
            used,
            f"{section['number']} carried, {used} used or lost",
            void=section["void"],
        ),
    }


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
