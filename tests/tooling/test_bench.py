"""What ./run bench prints and what its gate refuses; nothing is measured here."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tooling.bench import bench
from tests.tooling.bench.bench import gate, line_of, ratios, worse


def row(**more: Any) -> dict[str, Any]:
    plain = {"part": "paces", "what": "a turn", "count": 1, "unit": "runs", "per_second": 5.1}
    return {**plain, "calibrations": 0.5, **more}


def counted(count: int) -> dict[str, Any]:
    return {"part": "counts", "what": "layouts", "count": count, "unit": "layouts"}


def test_a_cost_is_told_in_times_and_a_speed_as_a_share_beside_what_was_kept() -> None:
    said = line_of(row(times=11.2, of="import typer"), {"calibrations": 0.4})
    assert said.endswith("    0.5 cal. (0.4)  11.2 times import typer\n")
    assert line_of(row(ratio=0.86, of="bare Lark"), {}).endswith(" cal.  0.86 of bare Lark\n")
    assert line_of(row(memory_mb=90), {}).endswith(" cal.; 90 MB\n")
    assert line_of(counted(2), {"count": 1}).endswith(" 2 layouts   (1)\n")


KEPT = {"counts: layouts": {"count": 100}, "paces: a turn": {"calibrations": 1.0}}


@pytest.mark.parametrize(
    ("still", "slower"),
    [
        (counted(110), counted(111)),  # a tenth more calls are let pass, of paces a half
        (row(calibrations=1.5), row(calibrations=1.51)),
    ],
)
def test_more_than_its_share_is_refused(still: dict[str, Any], slower: dict[str, Any]) -> None:
    assert worse([still], KEPT) == []
    (said,) = worse([slower], KEPT)
    assert "1.1 times" in said if slower["part"] == "counts" else "1.5 times" in said


def test_what_is_not_kept_is_not_let_pass() -> None:
    assert worse([counted(1)], {}) == ["counts: layouts: nothing is kept to compare with"]


@pytest.mark.parametrize(
    ("paces", "refused", "measurements"),
    [
        ([1.0], 0, 1),
        ([1.6, 1.0], 0, 2),  # once in a while the machine is busy
        ([1.6, 1.6], 1, 2),
    ],
)
def test_a_slow_pace_is_measured_again_and_a_count_is_not(
    monkeypatch: pytest.MonkeyPatch, paces: list[float], refused: int, measurements: int
) -> None:
    asked = []

    def measured(part: str, _turns: int) -> tuple[list[dict[str, Any]], int]:
        asked.append(part)
        if part == "counts":
            return [counted(111)], 0
        return [row(calibrations=paces[asked.count("paces") - 1])], 0

    monkeypatch.setattr(bench, "measured", measured)
    assert len(gate(KEPT)) == 1 + refused
    assert asked == ["counts", *["paces"] * measurements]


def test_what_is_kept_is_what_can_be_compared() -> None:
    rows = [row(times=11.2, of="import typer", memory_mb=90), counted(7)]
    assert ratios(rows) == {
        "paces: a turn": {"calibrations": 0.5, "times": 11.2, "memory_mb": 90},
        "counts: layouts": {"count": 7},
    }
