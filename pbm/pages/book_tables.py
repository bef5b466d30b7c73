"""Tables of the game master's book: an overview of the players, and the dice by name."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from pbm.kit.english import count
from pbm.kit.facts import Fact
from pbm.packets.labels import labels_of


class BookPart(StrEnum):
    """A part of the book that can be printed alone."""

    OVERVIEW = "overview"
    BATTLES = "battles"
    EVENTS = "events"
    FORCES = "forces"
    SHEETS = "sheets"
    DICE = "dice"
    LOGS = "logs"


# What ``report.pdf`` of the game master has; the page on the screen has every part.
BRIEF = (BookPart.OVERVIEW, BookPart.BATTLES, BookPart.EVENTS)
_ID = re.compile(r"(?=.*[0-9])[0-9a-z]{5,8}")  # an id that the book has no name for


def events_of(book: Mapping[str, Fact]) -> dict[str, Mapping[str, Any]]:
    """Give every event of the book whole, by its id."""
    return {one["event"]: one["record"] for section in book["story"] for one in section["items"]}


def overview(book: Mapping[str, Fact]) -> list[dict[str, Any]]:
    """Say of each player what they hold, what they read and sent, and what is open.

    ``record`` is the player's own view, from which a game's template says what they hold.
    """
    read: Counter[str] = Counter()
    for one in events_of(book).values():
        read.update(["*"] if "*" in one["seen"] else list(one["seen"]))
    return [
        {
            "name": seat["name"],
            "record": record,
            "read": read[seat["id"]] + read["*"],
            "sent": "; ".join(_sent(book, seat["id"])) or "nothing",
            "open": ", ".join(
                one["id"]
                for one in book["docket"]
                if one["player"] == seat["id"] and not one["answer"]
            ),
        }
        for seat, record in zip(book["seats"], book["records"], strict=True)
    ]


def _sent(book: Mapping[str, Fact], player: str) -> Iterator[str]:
    for sheet in book["sheets"]:
        if sheet["player"] == player and sheet["text"]:
            if sheet["counts"] != "sheet":
                yield "a message" if sheet["counts"] else "a text not in force"
                continue
            remarks = len(sheet["problems"])
            lines = count(len(sheet["understood"]), "line")
            yield lines + (f", {count(remarks, 'remark')}" if remarks else "")
    refused = sum(one["player"] == player for one in book.get("refused", ()))
    if refused:
        yield f"{count(refused, 'text')} refused"


def dice(book: Mapping[str, Fact]) -> list[tuple[str, str, str, str, str]]:
    """List every die once: its first event, the die, faces, what it decided, its name in the book.

    Events that report a battle to one of its sides have the same dice as the battle.
    """
    names = labels_of([book["known"], book["records"]])
    first: dict[tuple[str, str, str], tuple[str, str]] = {}
    for event, record in events_of(book).items():
        for roll in record["rolls"]:
            if name := roll["name"]:
                key = name, roll["die"], " ".join(map(str, roll["faces"]))
                if key not in first:
                    first[key] = event, _read(roll, names)
    return [(event, die, faces, read, name) for (name, die, faces), (event, read) in first.items()]


def _read(roll: Mapping[str, Fact], names: Mapping[str, str]) -> str:
    """Name a roll for people: ids by the names of their units, ``r1`` as ``round 1``."""
    parts = [
        names.get(part, part)
        for part in roll["name"].split("/")
        if part in names or not _ID.fullmatch(part)
    ]
    return ", ".join(re.sub(r"^r(\d+)$", r"round \1", part) for part in parts)
