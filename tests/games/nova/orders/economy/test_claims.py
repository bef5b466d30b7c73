"""Sums as a player has them. Rule: NV ORD-04."""

from __future__ import annotations

import pytest

from tests.games.nova.sheet_table import faults, read_body


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("TREASURY 50 TREASURY 50", '"TREASURY" occurs twice'),
        ("TREASURY 50 TREASURY AFTER 366", ""),
        ("RECEIVED B 100\nRECEIVED 3 FROM B", "what B sent occurs twice"),
        ("RECEIVED B 100\nRECEIVED 3 FROM C", ""),
    ],
)
def test_each_sum_stands_once(written: str, fault: str) -> None:
    assert faults(read_body(written)) == ([fault] if fault else [])


def test_what_an_unknown_empire_sent_is_not_compared() -> None:
    reading = read_body("RECEIVED ZORN 100\nRECEIVED 3 FROM ZORN")
    assert len(faults(reading)) == 2
    assert all("ZORN" in fault for fault in faults(reading))
    assert reading.understood == ()
