"""Times as they are read, stored and shown."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbm.kit.clock import days_after, is_zone, moment, now, read_time, shown, stamp
from pbm.kit.problems import Faults


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("2026-12-01T20:00+01:00", "2026-12-01T19:00:00Z"),
        ("2026-12-01T19:00:00Z", "2026-12-01T19:00:00Z"),
        (" 2026-12-01 23:59:59.9-05:00 ", "2026-12-02T04:59:59Z"),
    ],
)
def test_times_are_stored_in_universal_time(text: str, stored: str) -> None:
    assert stamp(read_time(text)) == stored


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("tomorrow", "is not a time"),
        ("2026-02-30T10:00Z", "is not a time"),
        ("2026-12-01U20:00Z", "is not a time"),
        ("2026-12-01:20:00Z", "is not a time"),
        ("2026-12-01", "has no time zone"),
        ("2026-12-01T20:00", "has no time zone"),
        ("0001-01-01T00:00+14:00", "beyond the calendar"),
    ],
)
def test_other_times_are_refused(text: str, fault: str) -> None:
    with pytest.raises(Faults, match=fault):
        read_time(text)


def test_a_given_time_goes_before_the_clock() -> None:
    assert stamp(moment("2026-12-01T19:00Z")) == "2026-12-01T19:00:00Z"
    assert moment(None).tzinfo is UTC
    assert now().microsecond == 0


def test_days_are_counted_where_the_hour_is() -> None:
    # 23:30 in universal time is the next day in Berlin, and summer time begins in between.
    after = days_after(datetime(2026, 3, 27, 23, 30, tzinfo=UTC), 2, "20:00", "Europe/Berlin")
    assert stamp(after) == "2026-03-30T18:00:00Z"
    assert shown(after, "Europe/Berlin") == "2026-03-30 20:00 Europe/Berlin"
    assert shown(after, "") == "2026-03-30 18:00 UTC"


def test_zones() -> None:
    assert is_zone("Europe/Berlin")
    assert not is_zone("Middle/Earth")
    assert not is_zone("../etc/passwd")
