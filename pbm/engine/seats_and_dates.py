"""Rulings on seats and dates: players' names, addresses, deadlines, pauses."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from pbm.engine.rulings import Ruling
from pbm.kit.records import Record

_DEADLINE = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d) ([A-Za-z][\w+-]*(?:/[\w+-]+)*)")


class SeatsAndDates(Record):
    """The rulings about people and dates, by seat; the last one counts.

    ``deadline`` is in UTC, ``zone`` the time zone to show it in; ``paused`` is None if no ruling
    mentions it.
    """

    addresses: Mapping[str, str] = {}
    names: Mapping[str, str] = {}
    closed: tuple[str, ...] = ()
    deadline: datetime | None = None
    zone: str = ""
    paused: bool | None = None


def seats_and_dates(rulings: Iterable[Ruling]) -> SeatsAndDates:
    """The seats and dates after these rulings."""
    addresses: dict[str, str] = {}
    names: dict[str, str] = {}
    closed: list[str] = []
    deadline: tuple[datetime | None, str] = (None, "")
    paused: bool | None = None
    for ruling in rulings:
        match ruling.verb:
            case "address":
                addresses[ruling.subject] = ruling.value
            case "hand":
                names[ruling.subject] = ruling.value
            case "close" if ruling.subject not in closed:
                closed.append(ruling.subject)
            case "deadline":
                deadline = read_deadline(ruling.value)
            case "pause" | "resume":
                paused = ruling.verb == "pause"
    return SeatsAndDates(addresses, names, tuple(closed), *deadline, paused)


def read_deadline(words: str) -> tuple[datetime, str]:
    """The time in UTC and the zone to show it in; ValueError for anything else.

    A time that the clocks skip is an error; of one that they show twice, the earlier is meant.
    """
    found = _DEADLINE.fullmatch(words)
    if found is None:
        raise ValueError("A deadline is a date, a time and a zone")
    day, clock, zone = found.groups()
    try:
        local = datetime.fromisoformat(f"{day}T{clock}")
    except ValueError:
        raise ValueError(f"{day} {clock} does not exist") from None
    try:
        there = local.replace(tzinfo=ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        raise ValueError(f"No time zone is called {zone}") from None
    try:
        when = there.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{day} is beyond the calendar") from None
    if when.astimezone(there.tzinfo).replace(tzinfo=None) != local:
        raise ValueError(f"The clocks of {zone} skip {day} {clock}")
    return when, zone
