"""The only module that reads the clock; everything else gets times as inputs.

A stored time is ISO 8601 in UTC to the second: ``2026-12-01T19:00:00Z``.
"""

import re
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pbm.kit.problems import Faults


def now() -> datetime:
    """The current time in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


_PARTED = re.compile(r"\d[T ]\d")


@lru_cache(maxsize=1024)  # the same times stand in many records
def read_time(text: str) -> datetime:
    """The time in this text, in UTC; Faults for a text that is not a time with a zone."""
    remedy = "Write date, time and zone, such as 2026-12-01T20:00+01:00 or 2026-12-01T19:00Z"
    try:
        found = datetime.fromisoformat(text.strip())
        # Python accepts any character between date and time; an altered stored time must fail.
        if ":" in text and not _PARTED.search(text):
            raise ValueError(text)
    except ValueError:
        raise Faults.invalid(f'"{text}" is not a time', remedy=remedy) from None
    if found.tzinfo is None:
        raise Faults.invalid(f'"{text}" has no time zone', remedy=remedy)
    try:
        return found.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        raise Faults.invalid(f'"{text}" is beyond the calendar', remedy=remedy) from None


def moment(at: str | None) -> datetime:
    """The given time, or the current one."""
    return now() if at is None else read_time(at)


def stamp(when: datetime) -> str:
    """The stored form of a time."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_zone(name: str) -> bool:
    """True for the name of a time zone such as Europe/Berlin."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def days_after(when: datetime, days: int, hour: str, zone: str) -> datetime:
    """The time ``days`` days later, at an hour of a zone such as 20:00, Europe/Berlin."""
    place = ZoneInfo(zone)
    day = when.astimezone(place).date() + timedelta(days=days)
    return datetime.combine(day, time.fromisoformat(hour), place).astimezone(UTC)


def shown(when: datetime, zone: str) -> str:
    """A time for people: 2026-12-01 20:00 Europe/Berlin."""
    return f"{when.astimezone(ZoneInfo(zone or 'UTC')).strftime('%Y-%m-%d %H:%M')} {zone or 'UTC'}"
