"""A battle as it stands on the pages: what it came to, its pictures, round after round, both sides.

Volleys that are too many to be read one by one are summed up; each stands with its dice in the
packet all the same. Rule: NV REP-07, NV SPC-04.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from pbm.games.nova.report.battles.battle_art import scene_picture
from pbm.games.nova.report.battles.battle_ledger import tables
from pbm.games.nova.report.battles.battle_scenes import Scene, scenes
from pbm.games.nova.report.battles.battle_words import called, some, weapon
from pbm.kit.facts import Fact

Item = Mapping[str, Fact]
VOLLEY = "fight_volley"
SAID = 8  # so many volleys of a round are told one by one
BY_SHIP = 24  # so many are summed by ship, target and weapon; more by target and weapon
RUN_IN = 4  # sentences of a kind from which they stand in one paragraph
MOST_PICTURES = 24


def fights(packet: Mapping[str, Fact]) -> list[dict[str, Any] | None]:
    """For each section of the story the battle that it tells of, None for any other."""
    return [_fight(section) for section in packet["story"]]


def _fight(section: Mapping[str, Fact]) -> dict[str, Any] | None:
    rounds = [item for item in section["items"] if "facts" in item]
    if not rounds:
        return None
    told = [(item["kind"], {**item["facts"], "event": item["event"]}) for item in rounds]
    drawn, left_out = _drawn(scenes(told))
    return {
        "title": section["title"],
        "whole": any("whole" in facts for _kind, facts in told),
        "lead": [item for item in section["items"] if "facts" not in item],
        "last": _last(section["items"]),
        "pictures": [
            {"title": one.title, "round": one.round, "svg": scene_picture(one)} for one in drawn
        ],
        "left_out": left_out,
        "sides": drawn[0].sides if drawn else (),
        "rounds": [
            {
                "title": f"Round {number}" if number else "",
                "number": number,
                "parts": _parts(list(items)),
            }
            for number, items in groupby(rounds, lambda item: int(item["facts"]["round"]))
        ],
        "tables": tables(told),
    }


def _last(items: Sequence[Item]) -> int:
    """The last round of which anything is told of a battle that went on; 0 if it is told whole."""
    kinds = {item["kind"] for item in items}
    if "battle" not in kinds or "fight_ended" in kinds:
        return 0
    return max(int(item["facts"]["round"]) for item in items if "facts" in item)


def _drawn(all: Sequence[Scene]) -> tuple[Sequence[Scene], int]:
    """The scenes that get a picture, those with fire or losses first; how many get none."""
    if len(all) <= MOST_PICTURES:
        return all, 0
    busy = [one for one in all if one.fire or one.gone] or list(all)
    half = MOST_PICTURES // 2
    shown = busy if len(busy) <= MOST_PICTURES else [*busy[:half], *busy[-half:]]
    return shown, len(all) - len(shown)


def _parts(items: Sequence[Item]) -> list[dict[str, Any]]:
    """A round's paragraphs, and its volleys as a table where they are many.

    ``items`` are those that a part tells; a table has its volleys one by one in ``all``.
    """
    volleys = [item["facts"] for item in items if item["kind"] == VOLLEY]
    summed = len(volleys) > SAID
    parts: list[dict[str, Any]] = []
    fired = [item for item in items if item["kind"] == VOLLEY]
    for kind, group in groupby(items, lambda item: item["kind"]):
        those = list(group)
        texts = [item["text"] for item in those]
        if kind == VOLLEY and summed:
            if volleys:
                parts.append({"text": "", "rows": _sums(volleys), "items": [], "all": fired})
                volleys = []
        elif len(texts) >= RUN_IN and kind != VOLLEY:
            parts.append({"text": " ".join(texts), "rows": [], "items": those, "all": []})
        else:
            parts += [{"text": one["text"], "rows": [], "items": [one], "all": []} for one in those]
    return parts


def _sums(volleys: Sequence[Mapping[str, Fact]]) -> list[list[str]]:
    """Rows of volleys with the same weapons at one target, of each ship or of all together."""
    by_ship = len(volleys) <= BY_SHIP
    heaps: dict[tuple[str, str, str], list[Mapping[str, Fact]]] = {}
    for one in volleys:
        by = called(one["by"]) if by_ship else _side(one["by"])
        heaps.setdefault((by, called(one["to"]), weapon(one)), []).append(one)
    return [_sum(to, what, heap) for (_by, to, what), heap in heaps.items()]


def _side(one: Mapping[str, Fact]) -> str:
    return str(one["of"]) if "of" in one else "own" if "own" in one else "alien"


def _sum(to: str, what: str, heap: Sequence[Mapping[str, Fact]]) -> list[str]:
    names = dict.fromkeys(called(one["by"]) for one in heap)
    reach = [one["distance"] for one in heap]
    far = str(min(reach)) if min(reach) == max(reach) else f"{min(reach)}-{max(reach)}"
    damages = [hurt for one in heap for hurt in one["damages"]]
    numbers = (sum(one["shots"] for one in heap), sum(map(bool, damages)), sum(damages))
    return [some(names), to, what, far, *map(str, numbers)]
