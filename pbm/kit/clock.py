"""Times: the only module that reads the clock. Everything else gets times as stored inputs.

A stored time is ISO 8601 in universal time to the second, ``2026-12-01T19:00:00Z``.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbm.kit.problems import Faults, invalid


def now() -> datetime:
    """This moment, in universal time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


_PARTED = re.compile(r"\d[T ]\d")


def read_time(text: str) -> datetime:
    """A time with its zone, in universal time; Faults for anything else."""
    remedy = "Write date, time and zone, such as 2026-12-01T20:00+01:00 or 2026-12-01T19:00Z"
    try:
        found = datetime.fromisoformat(text.strip())
        # Python takes any character between date and time; a stored one that was altered must show.
        if ":" in text and not _PARTED.search(text):
            raise ValueError(text)
    except ValueError:
        raise Faults(invalid(f'"{text}" is not a time', remedy=remedy)) from None
    if found.tzinfo is None:
        raise Faults(invalid(f'"{text}" does not say its time zone', remedy=remedy))
    try:
        return found.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        raise Faults(invalid(f'"{text}" is out of the calendar', remedy=remedy)) from None


def moment(at: str | None) -> datetime:
    """The time that was given, or this moment."""
    return now() if at is None else read_time(at)


def stamp(when: datetime) -> str:
    """The stored form of a time."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_zone(name: str) -> bool:
    """True for a time zone's name such as Europe/Berlin."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def days_after(when: datetime, days: int, hour: str, zone: str) -> datetime:
    """That many days after a moment, at an hour of a zone such as 20:00, Europe/Berlin."""
    place = ZoneInfo(zone)
    day = when.astimezone(place).date() + timedelta(days=days)
    return datetime.combine(day, time.fromisoformat(hour), place).astimezone(UTC)


def shown(when: datetime, zone: str) -> str:
    """A time as people read it: 2026-12-01 20:00 Europe/Berlin."""
    return f"{when.astimezone(ZoneInfo(zone or 'UTC')).strftime('%Y-%m-%d %H:%M')} {zone or 'UTC'}"
