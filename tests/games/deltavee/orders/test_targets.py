"""What targets on a sheet mean."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.games.deltavee.orders.lines.targets import counter, means, wanted
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED
from tests.games.deltavee.builders import ship, shot, state


def table() -> State:
    """Enemies at 1, 2, 3, 4 and 5 hexes, and one of Ann's own."""
    return state(
        ship(1, "A", "sword", "A0909", 12, 1),
        shot(1, "01", "unguided", "A0909", 12, 1),
        shot(2, "05", "unguided", "A0908", 12, 1, contact=9),
        shot(2, "06", "guided", "A0907", 12, 1, revealed=True),
        ship(2, "B", "sword", "A0906", 12, 1),
        ship(2, "B1", "terwillicker_x", "A0905", 12, 1),
        ship(2, "B2", "terwillicker_x", "A0904", 12, 1, revealed=False, contact=2),
        ship(2, "A", "sword", "A0906", 12, 1),
    )


@pytest.mark.parametrize(
    ("targets", "found"),
    [
        (("2b", "2a"), ["2b", "2a"]),
        (("any",), ["206", "2a", "2b", "2b1"]),
        (("any enemy",), ["205", "206", "2a", "2b", "2b1", "2b2"]),
        (("any ship",), ["2a", "2b"]),
        (("any battlecraft",), ["2b1"]),
        (("any missile",), ["206"]),
        (("any contact",), ["205", "2b2"]),
        (("2b2", "any missile", "any ship", "2b2"), ["2b2", "206", "2a", "2b"]),
        (("1a", "101", "nobody"), []),
        ((), []),
    ],
)
def test_targets_by_preference_nearest_first(targets: tuple[str, ...], found: list[str]) -> None:
    now = table()
    assert [one.id for one in wanted(now, now.unit("1a"), targets)] == found


def test_who_is_out_of_play_or_dormant_is_no_target() -> None:
    now = table()
    gone = replace(now.unit("2a"), status=DESTROYED)
    asleep = replace(now.unit("2b"), dormant=True)
    now = now.with_units(gone, asleep)
    assert wanted(now, now.unit("1a"), ("2a", "2b", "any ship")) == ()


def test_a_word_never_tells_what_an_unrevealed_unit_is() -> None:
    hidden = (table().unit("205"), table().unit("2b2"))
    for word in ("any", "any ship", "any battlecraft", "any missile"):
        assert not any(means(word, one) for one in hidden)
    assert all(means("any contact", one) and means("any enemy", one) for one in hidden)


def test_enemies_of_one_hex_sort_by_their_open_counters() -> None:
    units = [one for one in table().units if one.side == "2"]
    assert [one.id for one in sorted(units, key=counter)] == [
        "2a",
        "2b",
        "2b1",
        "2b2",
        "205",
        "206",
    ]
