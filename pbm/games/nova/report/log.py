"""Ship logs: what each design is, what each ship has lost, and what a critical hit strikes.

A log is one design's chart with the ships of that design below it; each
with its load and its losses. Rule: NV DSN-37, NV REP-19.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pbm.drawing.tick_boxes import gauge
from pbm.games.nova.report.saying import Row, parts_lost
from pbm.games.nova.view.labels import YOU
from pbm.kit.english import count
from pbm.kit.facts import Fact

_COLUMNS = 3  # columns of a critical chart on a page


def logs(packet: Mapping[str, Fact]) -> list[dict[str, Any]]:
    """The logs of a packet, by design; in a book those of all players."""
    views: Sequence[Mapping[str, Fact]] = packet.get("records") or [packet["known"]]
    return [log for view in views for log in _of_view(view)]


def _of_view(view: Mapping[str, Fact]) -> Iterator[dict[str, Any]]:
    ships: dict[str, list[Row]] = {}
    for ship in view["ships"]:
        ships.setdefault(ship["design"], []).append(ship)
    for design in view["designs"]:
        if design["name"] in ships:
            yield log(design, ships[design["name"]], view["you"]["name"])


def log(design: Row, ships: Sequence[Row], owner: str) -> dict[str, Any]:
    """One design and its ships."""
    return {
        "owner": owner,
        "name": design["name"],
        "figures": figures(design),
        "lines": design["lines"],
        "chart": chart_columns(design["chart"]),
        "ships": rows(ships, design),
        "number": count(len(ships), "ship"),
    }


def figures(design: Row) -> list[tuple[str, str]]:
    """The figures of a design as the head of its log."""
    armour = str(design["armour"])
    if design.get("intrinsic_armour"):
        armour += f" ({design['intrinsic_armour']} intrinsic)"
    shields = str(design["shields"])
    if design["shields"]:
        shields += f", +{design['recovery']} a round"
    return [
        ("Class", design["category"]),
        ("SSZ", str(design["ssz"])),
        ("Cost", str(design["cost"])),
        ("Armour", armour),
        ("Shields", shields),
        ("Structure", str(design["ssz"])),
    ]


def chart_columns(chart: Sequence[Sequence[Fact]]) -> list[list[tuple[str, str]]]:
    """The critical-hit chart as columns of rolls and what they strike; 1000 is 000."""
    told = [(f"{first:03}-{last % 1000:03}", label) for label, first, last in chart]
    high = -(-len(told) // _COLUMNS)
    return [told[start : start + high] for start in range(0, len(told), high)]


def rows(ships: Sequence[Row], design: Row) -> list[dict[str, Any]]:
    """Ships in the order of their names, each with place, load, missiles and losses."""
    return [
        {
            "name": ship["name"],
            "at": place_of(ship),
            "cargo": cargo(ship),
            "missiles": ", ".join(ship["missiles"]),
            "damage": ", ".join(parts_lost(ship["damage"])) or "none",
            "hurt": bool(parts_lost(ship["damage"])),
            "armour": design["armour"] - ship["damage"]["armour"],
            "structure": design["ssz"] - ship["damage"]["structure"],
            "gauges": {
                what: _gauge(what, full, ship["damage"][what])
                for what, full in (("armour", design["armour"]), ("structure", design["ssz"]))
            },
            "ie": ship["ie"],
            "jd": ship["jd"],
        }
        for ship in ships
    ]


def _gauge(what: str, full: int, lost: int) -> Markup | None:
    """A pencilled gauge of what is lost; None if nothing is."""
    return gauge(full - lost, full, f"{what}: {lost} of {full} lost") if lost and full else None


def place_of(ship: Row) -> str:
    """Where a ship is: a system, aboard another, on a retreat."""
    if ship["carrier"]:
        bay = f", {ship['bay']}" if ship["bay"] else ""
        return f"aboard {ship['carrier']}{bay}"
    if ship["retreat"] and not ship["at"]:
        return f"retreats to {ship['retreat']['to']}"
    return str(ship["at"])


def cargo(ship: Row) -> str:
    """What is in a ship's holds."""
    return ", ".join(
        f"{one['number']} {one['kind']}"
        + ("" if one["owner"] in ("", YOU) else f" of {one['owner']}")
        for one in ship["cargo"]
    )
