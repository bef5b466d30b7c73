"""Kept inputs of the fuzzer, and inputs as large or as deep as they come, are answered."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pbm.sheet import MOST_BYTES
from tests.fuzz.targets import CORPUS, TABLES, TARGETS, table

KEPT = sorted(path for path in CORPUS.rglob("*") if path.is_file())
# So many seconds of computing for a sheet of a megabyte are "seconds"; it takes one or two.
MOST_SECONDS = 20
# A condition of each game that is true or false, to be nested and joined.
LINES = {
    "knighthawks": ("SHIP B1\n", "attack LC at A1 if {}", "turn = 4"),
    "deltavee": ("SHIP A\n", "command if {}: right", "turn = 4"),
    "nova": ("", "CONDITIONAL if {}: all ships: F", "lost"),
}


@pytest.mark.parametrize("path", KEPT, ids=[f"{one.parent.name}-{one.stem}" for one in KEPT])
def test_what_was_kept_is_read_without_a_crash(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


def test_every_target_has_kept_inputs_and_nothing_else_is_kept() -> None:
    assert {path.parent.name for path in KEPT} == set(TARGETS)
    assert sum(path.stat().st_size for path in KEPT) < 300_000


def answered(target: str, data: bytes) -> None:
    TARGETS[target](b"")  # what is read once is not counted
    began = time.process_time()
    TARGETS[target](data)
    # A sheet is read bare and in the envelope of each kind.
    times = 1 + len(table(target[6:])[0].ruleset.all_kinds) if target[:6] == "sheet-" else 1
    assert (time.process_time() - began) / times < MOST_SECONDS


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("nesting", ["(" * 900, "not " * 400, "(not " * 150])
def test_nested_conditions_are_bounded(game: str, nesting: str) -> None:
    head, line, test = LINES[game]
    condition = nesting + test + ")" * nesting.count("(")
    answered(f"sheet-{game}", f"{head}{line.format(condition)}\n".encode())


@pytest.mark.parametrize("game", TABLES)
def test_long_conditions_are_bounded(game: str) -> None:
    """A hundred ``(a or b) and`` in a row would be more cases than there are atoms."""
    head, line, test = LINES[game]
    condition = " and ".join(f"({test} or not {test})" for _ in range(60))
    answered(f"sheet-{game}", f"{head}{line.format(condition)}\n".encode())


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("line", ["", "x", "move speed 3 plot 2 L 1", ">", "if (((", "\\"])
def test_a_sheet_of_a_megabyte_is_answered_in_seconds(game: str, line: str) -> None:
    answered(f"sheet-{game}", (f"{line}\n" * MOST_BYTES)[:MOST_BYTES].encode())


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("sign", ["(", "a", ",", '"', "é", "\x00", "> "])
def test_one_line_of_a_megabyte_is_answered_in_seconds(game: str, sign: str) -> None:
    answered(f"sheet-{game}", (sign * MOST_BYTES).encode()[:MOST_BYTES])


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_ten_thousand_lines_nobody_understands_are_answered_in_seconds(game: str) -> None:
    answered(f"sheet-{game}", b"frobnicate the gostak with 3 doshes\n" * 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["mail", "packet", "scenario", "case", "dice", "turn"])
def test_a_megabyte_of_anything_else_is_answered_in_seconds(target: str) -> None:
    for sign in (b"[", b"a = 1\n", b"\xff", b"{"):
        answered(target, (sign * MOST_BYTES)[:MOST_BYTES])
