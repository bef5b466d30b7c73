"""Kept inputs of the fuzzer, and inputs as large or as deep as they come, are answered."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pbm.sheets.envelope import find_sheets
from pbm.sheets.envelope_faults import MOST_BYTES, MOST_CHARACTERS, MOST_LINES
from tests.fuzz.targets import CORPUS, TABLES, TARGETS, enveloped, table

KEPT = [(target, name) for target, kept in CORPUS.items() for name in kept]
# So many seconds of computing for a sheet of a megabyte are "seconds"; it takes one to six.
MOST_SECONDS = 15
# A condition of each game that is true or false, to be nested and joined.
LINES = {
    "knighthawks": ("SHIP B1\n", "attack LC at A1 if {}", "turn = 4"),
    "deltavee": ("SHIP A\n", "command if {}: right", "turn = 4"),
    "nova": ("", "CONDITIONAL if {}: all ships: F", "lost"),
}


@pytest.mark.parametrize(("target", "name"), KEPT)
def test_what_was_kept_is_read_without_a_crash(target: str, name: str) -> None:
    TARGETS[target](CORPUS[target][name])


def test_every_target_has_kept_inputs_and_nothing_else_is_kept() -> None:
    assert CORPUS.keys() == set(TARGETS)
    assert sum(len(data) for kept in CORPUS.values() for data in kept.values()) < 300_000


def answered(target: str, data: bytes) -> None:
    TARGETS[target](b"")  # what is read once is not counted
    began = time.process_time()
    TARGETS[target](data)
    assert time.process_time() - began < MOST_SECONDS


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


# Orders of each game: one that is read, one with slips, one that is read beside one that is not.
ORDERS = {
    "knighthawks": ("attack LC at A1", "atack LC att A1 chanse >= 5", "attack LC at A1; qx;"),
    "deltavee": ("command right", "comand rigt, acelerate 1", "command right; qx;"),
    "nova": ("VIRUS Wasp > D F", "VIRUZ Wassp >> D=TEDY N,XX retreet", "VIRUS Wasp F; qx;"),
}
HOSTILE: dict[str, Callable[[str, int], str]] = {
    "no orders": lambda _game, number: f"frobnicate the gostak {number} with 3 doshes, slowly",
    "orders": lambda game, number: f"{ORDERS[game][0]} {number}",
    "slips": lambda game, number: f"{ORDERS[game][1]} {number}",
    "conditions": lambda game, _number: LINES[game][1].format(" or ".join([LINES[game][2]] * 6)),
    "many in a line": lambda game, _number: ORDERS[game][2] * 90,
    "all misread": lambda _game, _number: "qx;" * 650,
    "going on": lambda game, _number: f"{ORDERS[game][0]}, " * 90,
    "brackets": lambda game, _number: LINES[game][1].format("(" * 900),
    "joined": lambda game, _number: LINES[game][1].format(
        " and ".join([f"({LINES[game][2]} or not {LINES[game][2]})"] * 60)
    ),
    "blanks": lambda _game, number: f"x{' ' * 1900}{number};",
    "quotes": lambda _game, _number: '"' * 1900,
    "other heads": lambda _game, number: f"ORDERS eridani turn {number} for Ilse",
    "quoted": lambda _game, _number: "> " * 40 + "x",
}  # fmt: skip


def largest(game: str, line: Callable[[str, int], str], head: bytes) -> bytes:
    """A body of such lines, as long as is read of a sheet: in lines or in bytes."""
    lines: list[bytes] = []
    room = MOST_BYTES - 200  # head and end of the sheet
    while len(lines) < MOST_LINES - 5 and room > 0:
        lines.append(line(game, len(lines)).encode()[:MOST_CHARACTERS])
        room -= len(lines[-1]) + 1
    return head + b"\n".join(lines[:-1]) + b"\n"


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_sheet_of_a_megabyte_is_answered_in_seconds(game: str, kind: str) -> None:
    body = largest(game, HOSTILE[kind], LINES[game][0].encode())
    campaign, game_state = table(game)
    (text,) = enveloped(campaign, game_state.due[0], game_state.seats[0].name, b"ORDERS\n" + body)
    found = find_sheets(text, "sheet.txt", campaign.ruleset.all_kinds)
    # It is not too long, so that it is read indeed.
    assert len(text) <= MOST_BYTES
    assert kind == "other heads" or len(found.sheets) == 1
    answered(f"sheet-{game}", b"ORDERS\n" + body)


def test_a_text_of_more_is_refused_unread() -> None:
    head, end = b"ORDERS beacon turn 5 for Rook\n", b"END\n"
    lines = b"x\n" * (MOST_LINES - 2)
    signs = MOST_BYTES - len(head) - len(end)
    long = (b"y" * (MOST_CHARACTERS - 1) + b"\n") * (signs // MOST_CHARACTERS)
    long += b"z" * (signs - len(long) - 1) + b"\n"
    for body in (lines, long):
        assert len(find_sheets(head + body + end, "a.txt").sheets) == 1
        found = find_sheets(head + b"\n" + body + end, "a.txt")
        assert not found.sheets
        assert "too long" in found.problems[0].fault


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("sign", ["(", "a", ",", '"', "é", "\x00", "> "])
def test_one_line_of_a_megabyte_is_answered_in_seconds(game: str, sign: str) -> None:
    answered(f"sheet-{game}", (sign * MOST_BYTES).encode()[: MOST_BYTES - 200])


@pytest.mark.slow
@pytest.mark.parametrize("target", [name for name in TARGETS if not name.startswith("sheet-")])
def test_a_megabyte_of_anything_else_is_answered_in_seconds(target: str) -> None:
    for sign in (b"[", b"a = 1\n", b"\xff", b"{", b"a.b.", b"a\n", b"<a ", b"1 ", b'"'):
        answered(target, (sign * MOST_BYTES)[:MOST_BYTES])
