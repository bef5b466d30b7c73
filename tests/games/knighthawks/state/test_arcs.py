"""Fields of fire, head-on rows, planets in the way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.drawing.hexgrid import (
    SIDES,
    Hex,
    Side,
    distance,
    neighbour,
    parse_hex,
    row_side,
    stepped,
    turned,
)
from pbm.games.knighthawks.state.arcs import head_on, in_field, is_blocked

BESIDE = {"arc.flank_start": "1"}
LATER = {"arc.flank_start": "2"}
SHIP = parse_hex("2020")

hexes = st.builds(Hex, st.integers(5, 35), st.integers(5, 35))
sides = st.sampled_from(SIDES)


def ring(middle: Hex, reach: int) -> list[Hex]:
    found = [
        Hex(column, row)
        for column in range(middle.column - reach, middle.column + reach + 1)
        for row in range(middle.row - reach, middle.row + reach + 1)
    ]
    return [at for at in found if distance(middle, at) == reach]


@pytest.mark.parametrize(
    ("target", "legal", "straight"),
    [
        ("2018", True, True),
        ("2118", True, False),
        ("2119", True, False),
        ("2219", False, False),
        ("2021", False, False),
    ],
)
def test_forward_field_of_fire(target: str, legal: bool, straight: bool) -> None:
    at = parse_hex(target)
    assert in_field(SHIP, Side(12), at, BESIDE) is legal
    assert head_on(SHIP, Side(12), at) is straight


@given(sides, st.integers(1, 12))
def test_three_hexes_at_every_range(facing: Side, reach: int) -> None:
    field = [at for at in ring(SHIP, reach) if in_field(SHIP, facing, at, BESIDE)]
    assert len(field) == 3
    assert [at for at in field if head_on(SHIP, facing, at)] == [stepped(SHIP, facing, reach)]
    later = [at for at in ring(SHIP, reach) if in_field(SHIP, facing, at, LATER)]
    assert later == (field if reach > 1 else [neighbour(SHIP, facing)])


def test_the_own_hex_is_in_no_field() -> None:
    assert not in_field(SHIP, Side(12), SHIP, BESIDE)
    assert not head_on(SHIP, Side(12), SHIP)


@given(hexes, sides, hexes)
def test_fields_of_opposite_facings_never_meet(at: Hex, facing: Side, target: Hex) -> None:
    ahead = in_field(at, facing, target, BESIDE)
    assert not (ahead and in_field(at, turned(facing, 3), target, BESIDE))


def test_a_planet_blocks_along_a_hex_row() -> None:
    planet = [parse_hex("2018")]
    assert is_blocked(SHIP, parse_hex("2016"), planet)
    assert not is_blocked(SHIP, parse_hex("2019"), planet)
    assert not is_blocked(SHIP, parse_hex("2018"), planet)
    assert not is_blocked(parse_hex("2018"), parse_hex("2014"), planet)


def test_a_planet_does_not_block_where_another_shortest_path_passes_it() -> None:
    # From 2020 to 2218 two shortest paths begin, by 2119 and by 2019.
    assert not is_blocked(SHIP, parse_hex("2118"), [parse_hex("2019")])
    assert is_blocked(SHIP, parse_hex("2118"), [parse_hex("2019"), parse_hex("2119")])


def test_nothing_blocks_within_one_hex() -> None:
    assert not is_blocked(SHIP, SHIP, [SHIP, parse_hex("2019")])
    assert not is_blocked(SHIP, parse_hex("2019"), [parse_hex("2119")])


@given(hexes, hexes, st.lists(hexes, max_size=4))
def test_blocking_is_symmetric_and_grows_with_planets(
    one: Hex, other: Hex, planets: Sequence[Hex]
) -> None:
    blocked = is_blocked(one, other, planets)
    assert is_blocked(other, one, planets) is blocked
    assert is_blocked(one, other, [*planets, parse_hex("2020")]) or not blocked


@given(hexes, st.integers(2, 10), st.data())
def test_one_planet_blocks_only_along_its_hex_row(at: Hex, reach: int, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(ring(at, reach)))
    planet = data.draw(st.sampled_from(ring(at, data.draw(st.integers(1, reach - 1)))))
    row = row_side(at, target)
    assert is_blocked(at, target, [planet]) is (row is not None and row_side(at, planet) == row)
