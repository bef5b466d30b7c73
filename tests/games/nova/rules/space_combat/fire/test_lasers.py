"""The laser charts, cell by cell as printed, and beyond their edges."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.games.nova.rules.space_combat.fire.lasers import (
    dropoff,
    laser_damage,
    laser_letter,
    laser_level,
    laser_size,
    letter_of,
    level_of,
)

CHARTS = Path(__file__).parent / "charts"
KINDS = {"BL": "beam", "PL": "pulse"}


def printed(name: str) -> tuple[list[str], dict[int, list[str]]]:
    """The head of a printed chart, and its rows by their number."""
    text = (CHARTS / f"{name}.txt").read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return lines[0][1:], {int(row[0]): row[1:] for row in lines[1:]}


@pytest.mark.parametrize("kind", KINDS)
def test_every_printed_cell_of_the_attack_charts(kind: str) -> None:
    head, rows = printed(KINDS[kind])
    assert head == [str(die) for die in range(-4, 30)]
    assert list(rows) == list(range(43))
    for distance, row in rows.items():
        said = [laser_letter(kind, int(die), distance) or "-" for die in head]
        assert said == row, distance


def test_every_printed_cell_of_the_damage_chart() -> None:
    head, rows = printed("damage")
    assert head == list("ABCDEFGHIJKLMNOPQR")
    assert list(rows) == list(range(1, 43))
    for size, row in rows.items():
        assert [laser_damage(size, letter) for letter in head] == [int(cell) for cell in row], size


def test_every_printed_loss_of_size() -> None:
    head, rows = printed("dropoff")
    assert list(rows) == list(range(43))
    for distance, row in rows.items():
        assert [dropoff(kind, distance) for kind in head] == [int(cell) for cell in row]


def test_size_never_falls_below_nothing() -> None:
    assert [laser_size("BL", 20, distance) for distance in (0, 28, 29, 30, 45)] == [20, 2, 1, 0, 0]
    assert [laser_size("PL", 14, distance) for distance in (0, 13, 14, 15)] == [14, 1, 0, 0]


@pytest.mark.parametrize(
    ("kind", "die", "distance", "letter"),
    [
        ("BL", 29, 0, "I"),
        ("BL", 30, 0, "I"),
        ("BL", 31, 0, "J"),
        ("BL", -4, 1, "A"),  # u = -9
        ("BL", -5, 0, ""),  # u = -10
        ("BL", 16, 42, ""),
        ("BL", 17, 43, "A"),  # u = -9
        ("BL", 17, 44, ""),
        ("PL", 29, 0, "R"),
        ("PL", 30, 0, "S"),
        ("PL", -5, 0, ""),
        ("PL", 20, 42, ""),
        ("PL", 21, 43, "A"),  # u = -1
        ("PL", 21, 44, ""),  # u = -2
    ],
)
def test_the_charts_go_on_by_their_formula(kind: str, die: int, distance: int, letter: str) -> None:
    assert laser_letter(kind, die, distance) == letter


def test_a_better_die_or_a_shorter_range_never_does_less() -> None:
    for kind in KINDS:
        for distance in range(60):
            for die in range(-20, 60):
                here = laser_level(kind, die, distance)
                assert here <= laser_level(kind, die + 1, distance)
                assert here >= laser_level(kind, die, distance + 1)


def test_letters_and_levels() -> None:
    assert [letter_of(level) for level in (0, 1, 18, 26, 27, 52, 53)] == [
        "", "A", "R", "Z", "AA", "AZ", "BA",
    ]  # fmt: skip
    assert [level_of(letter_of(level)) for level in range(800)] == list(range(800))


def test_damage_beyond_the_chart() -> None:
    assert laser_damage(43, "A") == 11
    assert laser_damage(60, "S") == 285
    assert laser_damage(0, "R") == 0
