"""The cluster as Ann knows it in turn 12: the sheets of the tests are for it.

She plays VIRUS and knows B (MINKY, full contact), C (normal), D (normal) and #1 (minor).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.engine.types import Reading
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.order_parser import names_for
from pbm.games.nova.orders.sheet import read
from pbm.games.nova.view.record import View
from pbm.kit.problems import Severity
from pbm.sheets.envelope import FoundSheets, Sheet, find_sheets
from pbm.sheets.kinds import SheetKind
from tests.games.nova.builders import DEFAULTS

KINDS = tuple(SheetKind(name) for name in ("ORDERS", "DESIGNS", "PREGAME", "BATTLE"))


def design(name: str, *lines: str, cost: int = 83, of: str = "") -> dict[str, Any]:
    return {
        "name": name,
        "kind": "design",
        "lines": list(lines),
        "ssz": 30,
        "category": "FG",
        "cost": cost,
        "tp": 2,
        "armour": 12,
        "shields": 18,
        "of": of,
        "chart": [],
    }


def system(name: str, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": name,
        "explored": True,
        "type": 5,
        "status": "NONE",
        "yours": False,
        "colonizer": "",
        "home": False,
        "ic": False,
        "militia": 0,
        "letters": [],
        "lines": {},
        "surface": [],
        "alien_surface": False,
        "alien_ships": 0,
        "sdu": None,
        "armies": None,
        "last_seen": 11,
        "revenue": 0,
        "suppressed": False,
        "ic_barred": False,
        "return_letter": "",
    }
    return made | more


def ship(name: str, klass: str = "Frigate", at: str = "VIRUS", **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": f"s-{name.casefold().replace(' ', '-')}",
        "name": name,
        "design": klass,
        "at": at,
        "carrier": "",
        "bay": "",
        "cargo": [],
        "damage": {"armour": 0, "structure": 0, "parts": {}, "ie": 0, "jd": 0},
        "retreat": None,
        "missiles": [],
        "armed": klass in ("Frigate", "Frigate-2", "Hornet", "Guard"),
        "jd": 3,
        "unnamed": False,
        "capacity": {"holds": 4, "bays": []},
    }
    return made | more


def units(kind: str, number: int, owner: str = "you") -> dict[str, Any]:
    return {"kind": kind, "number": number, "owner": owner}


def gate(name: str, at: str, other: str) -> dict[str, Any]:
    return {
        "id": f"g-{name.casefold()}",
        "name": name,
        "at": at,
        "place": "placed",
        "other": other,
        "usable": True,
        "carrier": "",
        "owner": "you",
    }


def contact(label: str, number: int, kind: str, name: str = "") -> dict[str, Any]:
    return {"label": label, "number": number, "kind": kind, "since": 3, "name": name, "address": ""}


def known(turn: int = 12, **more: Any) -> dict[str, Any]:
    """What Ann knows; ``more`` replaces whole entries."""
    made: dict[str, Any] = {
        "game": "nova",
        "scenario": "cluster",
        "title": "The Cluster",
        "turn": turn,
        "you": {"player": "ann", "name": "VIRUS"},
        "empire": {
            "name": "VIRUS",
            "treasury": 50,
            "treasury_at": "VIRUS",
            "debt": 0,
            "locked": 0,
            "production": 300,
            "production_next": 316,
            "home": "VIRUS",
            "capital": "VIRUS",
            "tech": {"BL": 15, "JD": 3, "MD": 5, "LT": 8, "FC": 3, "FD": 4, "IE": 2},
            "open": {},
            "points": 5,
            "missed": 0,
            "vacant": False,
        },
        "designs": [
            design("Hornet", "4 BL 15", "JD3", "IE 4"),
            design("Frigate", "2 BL 15", "EW 2", "1 DC", "JD3", "IE 2", "FC 3"),
            design("Frigate-2", "2 BL 15", "EW 3", "1 DC", "JD3", "IE 2", "FC 4", of="Frigate"),
            design("Guard", "DG 20", "1 BL 10", "JD3", "IE 2"),
            design("alien Moth", "1 SX", "JD3", "IE 2"),
            design("Scout", "1 XC", "JD3", "IE 2", cost=40),
            design("Hauler", "2 CH", "2 LB 10", "JD3", "IE 2", cost=60),
        ],
        "missiles": [
            {"name": "Dart", "md": 5, "ma": 60, "mr": 10, "size": 8, "from": 9},
            {"name": "Lance", "md": 5, "ma": 60, "mr": 4, "size": 5, "from": 10},
        ],
        "projects": [
            {
                "kind": "TECH",
                "subject": "MD",
                "start": 5,
                "goal_level": 7,
                "goal": "24",
                "table": "B",
                "teams": 3,
                "done": None,
            },
            {
                "kind": "NSD",
                "subject": "Wasp Mark 2",
                "start": 0,
                "goal_level": 0,
                "goal": "3",
                "table": "C",
                "teams": 1,
                "done": 2,
            },
        ],
        "systems": [
            system(
                "VIRUS",
                type=8,
                status="WORLD",
                yours=True,
                colonizer="you",
                home=True,
                ic=True,
                letters=["B", "D", "X"],
                lines={"D": "ALGOL", "X": "MAVIS", "B": ""},
                surface=[units("AA", 4), units("SDU", 2), units("C", 2), units("IC", 1)],
                revenue=200,
            ),
            system(
                "ALGOL",
                status="WORLD",
                yours=True,
                colonizer="you",
                ic=True,
                letters=["B", "D"],
                lines={"B": "VIRUS", "D": "TEDDY"},
                revenue=50,
            ),
            system("TEDDY", letters=["A", "B", "E", "R"], lines={"B": "ALGOL", "E": "MAVIS"}),
            system(
                "MAVIS",
                status="WORLD",
                yours=True,
                colonizer="B",
                letters=["M", "V"],
                lines={"M": "TEDDY", "V": "VIRUS"},
                surface=[units("AA", 3), units("SDU", 1), units("RA", 1, "B")],
                revenue=60,
            ),
            system("SHOOT", status="OUTPOST", yours=True, colonizer="you", ic=True),
            system("Old Home", explored=False, type=-1),
        ],
        "ships": [
            ship("Stinger", "Hornet"),
            ship("Wasp", "Hauler", cargo=[units("C", 2)]),
            ship("Valhalla Express", "Hauler", capacity={"holds": 2, "bays": [10, 10]}),
            ship("Pup", "Scout"),
            ship("Gnat", "Scout", at="", carrier="Valhalla Express", bay="LB1"),
            ship("Scout-3", "Scout", at="ALGOL"),
            ship(
                "Africa",
                at="SHOOT",
                damage={"armour": 9, "structure": 3, "parts": {"BL1": 1}, "ie": 1, "jd": 0},
            ),
            ship("Carrion", "Guard", at="SHOOT"),
            ship("Tug", "Hauler", at="SHOOT"),
            ship("Hulk", at="SHOOT"),
            ship("Runner", "Hauler", at="SHOOT", retreat={"to": "VIRUS"}),
            ship("Frigate 1", unnamed=True),
        ],
        "hulls": [
            {
                "id": "h-bumble",
                "name": "Bumble",
                "design": "Hornet",
                "at": "VIRUS",
                "paid": 40,
                "cost": 83,
                "yours_to_finish": True,
            },
            {
                "id": "h-spoil",
                "name": "Spoil",
                "design": "",
                "at": "MAVIS",
                "paid": 30,
                "cost": 90,
                "yours_to_finish": False,
            },
        ],
        "gates": [
            gate("Ring-A", "TEDDY", "Ring-B"),
            gate("Ring-B", "SHOOT", "Ring-A"),
            gate("Ring-C", "SHOOT", ""),
            {**gate("Bridge", "ALGOL", ""), "owner": "B"},
        ],
        "contacts": [
            contact("B", 0, "full", "MINKY"),
            contact("C", 0, "normal"),
            contact("D", 0, "normal"),
            contact("", 1, "minor"),
        ],
        "permits": [],
        "goals": [],
        "options_told": {},
        "result": "",
        "notes": [],
    }
    if turn == 0:  # nothing is there yet but the empires
        nothing = ("designs", "missiles", "projects", "systems", "ships", "hulls", "gates")
        made |= {key: [] for key in (*nothing, "contacts")}
        made["empire"] = {"name": "VIRUS", "treasury": 0, "tech": {}, "capital": "", "home": ""}
    return made | more


ROSTER = Roster(View.read(known()))
NAMES = names_for(ROSTER)


def sheet_of(body: str, kind: str = "ORDERS", turn: int = 12) -> Sheet:
    text = f"{kind} age turn {turn} for VIRUS\n{body}\nEND\n"
    (sheet,) = find_sheets(text.encode(), "sheet", KINDS).sheets
    return sheet


def read_body(body: str, kind: str = "ORDERS", turn: int = 12, **more: Any) -> Reading:
    """The reading of a sheet of Ann's; ``more`` are entries of what she knows, and options."""
    options = dict(DEFAULTS) | more.pop("options", {})
    return read(sheet_of(body, kind, turn), View.read(known(turn, **more)), options)


def read_text(
    data: bytes, file: str, options: Mapping[str, str]
) -> tuple[FoundSheets, list[Reading]]:
    """All sheets of a text and their readings; one for a round is read in its battle."""
    from tests.games.nova.scenes import third_round

    found = find_sheets(data, file, KINDS)
    settled = dict(DEFAULTS) | dict(options)
    readings = []
    for sheet in found.sheets:
        turn = int(sheet.mailing) if sheet.mailing.isdigit() else 12
        view = third_round.known() if "/" in sheet.mailing else known(turn)
        readings.append(read(sheet, View.read(view), settled))
    return found, readings


def faults(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems]


def rules(reading: Reading) -> list[str]:
    return [p.rule for p in reading.problems if p.severity is Severity.ILLEGAL]
