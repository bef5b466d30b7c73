"""The pages of a battle packet: the hex map as it stands, both sides as known.

Own ships are filled, all others hollow; a line leads where the vector takes a ship if it does
not thrust. Rule: NV SPC-09, NV SPC-13, NV REP-07.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import convert

from pbm.games.nova.orders.rounds.round_words import part_words, vector_words
from pbm.games.nova.report.battles.battle_art import scene_picture
from pbm.games.nova.report.battles.battle_scenes import Moved, Scene
from pbm.games.nova.state.battle.arena import ABOARD, IN_PLAY
from pbm.games.nova.view.record import PartView
from pbm.kit.english import count
from pbm.kit.facts import Fact

Row = Mapping[str, Any]

OWN_HEADS = (
    *("Ship", "Class", "Where", "Vector", "IE", "Shields", "Armour", "Structure"),
    *("Jump drive", "Works", "Lost"),
)
FOE_HEADS = (
    *("Counter", "Size", "Seen", "Where", "Vector", "Shields", "EW", "SS", "FC"),
    *("Weapons seen", "Remarks"),
)


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


def _own(ship: Row) -> list[str]:
    aboard = ship["state"] == ABOARD
    here = ship["state"] == IN_PLAY
    where = f"aboard {ship['carrier']}" if aboard else _where(ship["at"])
    if not (aboard or here):
        return [ship["name"], ship["design"], ship["state"], *[""] * (len(OWN_HEADS) - 3)]
    works = part_words([part for part in convert(ship["parts"], list[PartView]) if part.works])
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
        works,
        ", ".join(lost),
    ]


def _drive(ship: Row) -> str:
    if not ship["jd"]:
        return "none"
    if ship["cycle"] < 0:
        return f"JD {ship['jd']}, stopped"
    return f"JD {ship['jd']}, {ship['cycle']} of {ship['lag']} rounds"


def _foe(foe: Row) -> list[str]:
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


def _map(battle: Row) -> Markup | None:
    """All ships that are on the map, at the places that are known, and their vectors."""
    own = [_standing(ship["name"], 0, ship) for ship in battle["own"] if ship["state"] == IN_PLAY]
    foes = [
        _standing(f"c{foe['counter']}" if foe["now"] else f"(c{foe['counter']})", 1, foe)
        for foe in battle["foes"]
        if not foe["gone"]
    ]
    if not own and not foes:
        return None
    return scene_picture(Scene(f"The battle at {battle['system']}", [*own, *foes], ahead=True))


def _standing(name: str, side: int, ship: Row) -> Moved:
    at, vector = (ship["at"][0], ship["at"][1]), (ship["vector"][0], ship["vector"][1])
    return Moved(name, side, at, at, vector)
