"""What ./run bench prints and what its gate refuses; nothing is measured here."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tooling.bench.bench import line_of, ratios, worse


def row(**more: Any) -> dict[str, Any]:
    plain = {"part": "start", "what": "pbm --help", "count": 1, "unit": "runs", "per_second": 5.1}
    return {**plain, "calibrations": 0.5, **more}


def test_a_cost_is_told_in_times_and_a_speed_as_a_share() -> None:
    said = line_of(row(times=11.2, of="a bare interpreter"))
    assert said.endswith("    0.5 cal.  11.2 times a bare interpreter\n")
    assert line_of(row(ratio=0.86, of="bare Lark")).endswith(" cal.  0.86 of bare Lark\n")
    assert line_of(row()).endswith(" cal.\n")


@pytest.mark.parametrize(
    ("key", "was", "still", "worse_now"),
    [
        ("times", 8.0, 10.0, 10.1),  # costs: less is better, a quarter more is let pass
        ("calibrations", 4.0, 5.0, 5.1),
        ("count", 400, 500, 501),
        ("ratio", 1.0, 0.8, 0.79),  # speeds: more is better
        ("with_faults", 1.0, 0.8, 0.79),
    ],
)
def test_the_gate_knows_which_way_is_worse(
    key: str, was: float, still: float, worse_now: float
) -> None:
    def gate(value: float) -> list[str]:
        return worse({"start: pbm --help": {key: value}}, {"start: pbm --help": {key: was}})

    assert gate(still) == [] == gate(was)
    assert gate(worse_now) == [f"start: pbm --help: {key} was {was}, is {worse_now}"]


def test_growth_is_held_against_a_fixed_measure() -> None:
    assert worse({"x": {"exponent": 1.12}}, {}) == []
    assert worse({"x": {"exponent": 1.121}}, {"x": {"exponent": 2.0}}) == [
        "x: grows as n^1.121, at most n^1.12 is well"
    ]


def test_what_is_compared_is_what_can_be() -> None:
    rows = [row(times=11.2, of="a bare interpreter"), row(what="calls", unit="calls", count=7)]
    assert ratios(rows) == {
        "start: pbm --help": {"calibrations": 0.5, "times": 11.2},
        "start: calls": {"calibrations": 0.5, "count": 7},
    }
