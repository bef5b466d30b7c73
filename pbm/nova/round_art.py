"""The pages of a battle packet: the hex map as it stands, both sides as known.

Own ships are filled, all others hollow; a line leads where the vector takes a ship if it does
not thrust. Rule: NV SPC-09, NV SPC-13, NV REP-07.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pbm.event import Fact
from pbm.nova.battle_view import vector_words
from pbm.nova.fighting.arena import ABOARD, IN_PLAY
from pbm.phrases import count
from pbm.svg import path, picture, tag

Record = Mapping[str, Any]
Point = tuple[int, int]

OWN_HEADS = (
    *("Ship", "Class", "Where", "Vector", "IE", "Shields", "Armour", "Structure"),
    *("Jump drive", "Works", "Lost"),
)
FOE_HEADS = (
    *("Counter", "Size", "Seen", "Where", "Vector", "Shields", "EW", "SS", "FC"),
    *("Weapons seen", "Remarks"),
)
_MARGIN = 2  # hexes around what is shown
_GRID = 40  # with no more hexes than these each way the grid is drawn


def battles(packet: Mapping[str, Fact]) -> list[dict[str, Any]]:
    """What the page shows of each battle."""
    return [
        {
            "title": f"The battle at {one['system']} "
            + (f"after round {one['round']}" if one["round"] else "before its first round"),
            "map": _map(one),
            "own_heads": OWN_HEADS,
            "own": [_own(ship) for ship in one["own"]],
            "foe_heads": FOE_HEADS,
            "foes": [_foe(foe) for foe in one["foes"]],
        }
        for one in packet["known"]["battles"]
    ]


# --- tables ----------------------------------------------------------------------------------


def _where(at: Sequence[int]) -> str:
    words = vector_words((at[0], at[1]))
    return "center" if words == "none" else words


def _own(ship: Record) -> list[str]:
    aboard = ship["state"] == ABOARD
    here = ship["state"] == IN_PLAY
    where = f"aboard {ship['carrier']}" if aboard else _where(ship["at"])
    if not (aboard or here):
        return [ship["name"], ship["design"], ship["state"], *[""] * (len(OWN_HEADS) - 3)]
    weapons = [part["name"] for part in ship["parts"] if part["works"]]
    lost = [
        f"{name} {'' if gone == 1 else f'-{gone}'}".strip() for name, gone in ship["lost"].items()
    ]
    return [
        ship["name"],
        ship["design"],
        where,
        vector_words(tuple(ship["vector"])) if here else "",
        str(ship["ie"]),
        f"{ship['shields']} of {ship['shields_full']}",
        str(ship["armour"]),
        str(ship["structure"]),
        _drive(ship),
        ", ".join(weapons),
        ", ".join(lost),
    ]


def _drive(ship: Record) -> str:
    if not ship["jd"]:
        return "none"
    if ship["cycle"] < 0:
        return f"JD {ship['jd']}, stopped"
    return f"JD {ship['jd']}, {ship['cycle']} of {ship['lag']} rounds"


def _foe(foe: Record) -> list[str]:
    guns = [f"{number} {what}" for what, number in foe["guns"].items()]
    remarks = ["" if foe["enemy"] else "no enemy", "star gate" if foe["gate"] else ""]
    remarks += ["gone" if foe["gone"] else "", "damaged" if foe["hurt"] else ""]
    remarks += [f"{count(foe['echoes'], 'echo', 'echoes')}" if foe["echoes"] else ""]
    remarks += [f"cycles since round {foe['cycling']}" if foe["cycling"] else ""]
    remarks += [f"IE {foe['ie']} or more" if foe["ie"] else ""]
    return [
        f"c{foe['counter']}",
        foe["size"],
        "now" if foe["now"] else f"round {foe['last']}",
        _where(foe["at"]),
        vector_words(tuple(foe["vector"])),
        _number(foe["shields"]) + (f" in round {foe['probed']}" if foe["probed"] else ""),
        _number(foe["ew"]),
        _number(foe["ss"]),
        _number(foe["fc"]),
        ", ".join(guns),
        ", ".join(filter(None, remarks)),
    ]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


# --- the map ---------------------------------------------------------------------------------


def _point(at: Sequence[int]) -> Point:
    """The middle of a hex; direction 1 is straight up."""
    return 45 * at[0], 52 * at[1] + 26 * at[0]


def _map(battle: Record) -> Markup | None:
    """All ships that are on the map, at the places that are known."""
    own = [ship for ship in battle["own"] if ship["state"] == IN_PLAY]
    foes = [foe for foe in battle["foes"] if not foe["gone"]]
    heaps: dict[tuple[int, int], list[tuple[str, bool]]] = {}
    tracks: list[tuple[Point, Point, bool]] = []
    for ships, mine in ((own, True), (foes, False)):
        for ship in ships:
            at = (ship["at"][0], ship["at"][1])
            name = ship["name"] if mine else f"c{ship['counter']}"
            if not mine and not ship["now"]:
                name = f"({name})"
            heaps.setdefault(at, []).append((name, mine))
            to = (at[0] + ship["vector"][0], at[1] + ship["vector"][1])
            if to != at:
                tracks.append((_point(at), _point(to), mine))
    if not heaps:
        return None
    spots = [*(_point(at) for at in heaps), *(end for _start, end, _mine in tracks), (0, 0)]
    left, right = min(x for x, _y in spots), max(x for x, _y in spots)
    top, bottom = min(y for _x, y in spots), max(y for _x, y in spots)
    box = (
        left - 52 * _MARGIN,
        top - 52 * _MARGIN,
        right - left + 104 * _MARGIN + 60,
        bottom - top + 104 * _MARGIN,
    )
    size = max(15, 21 * box[2] // 1200, 21 * box[3] // 1200)
    label = f"The battle at {battle['system']}: " + "; ".join(
        f"{', '.join(name for name, _mine in heap)} at {_where(at)}"
        for at, heap in sorted(heaps.items())
    )
    return picture(
        label,
        box,
        *_grid(box),
        tag("path", d="M-12 0h24M0 -12v24", stroke="#1b1f24", stroke_width=3),
        *(_track(start, end, mine) for start, end, mine in tracks),
        *(mark for at, heap in sorted(heaps.items()) for mark in _heap(_point(at), heap, size)),
        class_="map",
    )


def _grid(box: tuple[int, int, int, int]) -> Iterator[Markup]:
    """The hexes, where they are not too many to be seen."""
    left, top, wide, high = box
    if wide > 45 * _GRID or high > 52 * _GRID:
        return
    lines = []
    for x in range(left // 45 + 1, (left + wide) // 45):
        first = -((26 * x - top) // 52) + 1
        for z in range(first, first + high // 52 - 1):
            a, b = _point((x, z))
            lines.append(f"M{a - 15} {b - 26}h30l15 26l-15 26h-30l-15 -26z")
    yield path(lines, fill="none", stroke="#c9ced6", stroke_width=1)


def _track(start: Point, end: Point, mine: bool) -> Markup:
    more = {} if mine else {"stroke_dasharray": "9 6"}
    ways = [f"M{start[0]} {start[1]}L{end[0]} {end[1]}"]
    return path(ways, fill="none", stroke="#1b1f24", stroke_width=2, **more)


def _heap(at: Point, heap: Sequence[tuple[str, bool]], size: int) -> Iterator[Markup]:
    """One mark for each side in a hex, and the names beside it."""
    x, y = at
    for mine in sorted({side for _name, side in heap}):
        fill = "#1b4f9c" if mine else "#ffffff"
        shift = 6 if len({side for _name, side in heap}) > 1 and mine else 0
        yield tag(
            "circle", cx=x + shift, cy=y + shift, r=10, fill=fill, stroke="#1b1f24", stroke_width=2
        )
    names = ", ".join(name for name, _mine in heap)
    yield tag("text", names, x=x + 16, y=y - 10, font_size=size)
