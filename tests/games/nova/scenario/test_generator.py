"""Generated maps keep to the book's advice. Rule: NV SET-14, NV SET-18."""

from __future__ import annotations

from collections import Counter

import pytest

from pbm.dice.keyed import Ids
from pbm.games.nova.scenario.generator import Chance, generate, highest_revenue
from pbm.games.nova.scenario.star_map import StarMap, jumps_between, reached


def ids(seed: str = "seed") -> Ids:
    return Ids(seed.encode())


def is_sound(map: StarMap, lines: int) -> None:
    """Every line has two ends that know each other; as many at every system; all joined."""
    for name, system in map.systems.items():
        assert system.name == name
        assert len(system.lines) == lines
        assert len({line.to for line in system.lines.values()}) == lines
        for letter, line in system.lines.items():
            assert line.to != name
            assert map.systems[line.to].lines[line.back].to == name
            assert map.systems[line.to].lines[line.back].back == letter
    assert reached(map.systems, map.homes[0]) == set(map.systems)


@pytest.mark.parametrize("positions", [2, 3, 6])
@pytest.mark.parametrize("each", [5, 10, 13])
@pytest.mark.parametrize("lines", [3, 4, 7, 8])
def test_every_system_has_the_same_number_of_lines(positions: int, each: int, lines: int) -> None:
    for seed in ("a", "b"):
        map, advice = generate(positions, each, lines, ids(seed))
        is_sound(map, lines)
        count = positions * each
        assert len(map.systems) == count + count * lines % 2
        assert len(set(map.homes)) == positions
        assert all(map.systems[home].type == 8 for home in map.homes)
        assert advice.lines == lines
        assert advice.systems == len(map.systems)


@pytest.mark.parametrize(("positions", "each", "lines"), [(1, 4, 3), (2, 4, 7), (1, 8, 7)])
def test_a_map_too_small_for_its_lines(positions: int, each: int, lines: int) -> None:
    with pytest.raises(ValueError, match=f"are too few for {lines} lines each"):
        generate(positions, each, lines, ids())


@pytest.mark.parametrize(("positions", "each", "lines"), [(1, 5, 3), (2, 5, 8), (2, 4, 6)])
def test_the_smallest_maps(positions: int, each: int, lines: int) -> None:
    for seed in "abcdefgh":
        is_sound(generate(positions, each, lines, ids(seed))[0], lines)


def test_a_position_is_worth_800_mcr() -> None:
    """200 of the home star, 600 of nine others. Rule: NV SET-18."""
    for seed in "abcd":
        map, advice = generate(6, 10, 4, ids(seed))
        assert (advice.least, advice.most) == (800, 800)
        assert sum(highest_revenue(one.type) for one in map.systems.values()) == 6 * 800
        assert Counter(one.type for one in map.systems.values())[8] == 6


def test_four_systems_cannot_be_worth_so_much() -> None:
    """The home star's 200 and three of type 7 with 150."""
    map, advice = generate(2, 4, 3, ids())
    assert sorted(one.type for one in map.systems.values()) == [7] * 6 + [8] * 2
    assert (advice.least, advice.most) == (650, 650)
    assert "650 MCr a position after full colonization" in advice.words()[1]


@pytest.mark.parametrize(("mcr", "found"), [(200, 200), (500, 500), (1550, 1550), (1600, 1550)])
def test_the_game_master_may_want_richer_or_poorer_positions(mcr: int, found: int) -> None:
    """200 of the home star; nine systems of 150 are the most that can be had."""
    advice = generate(2, 10, 4, ids(), mcr)[1]
    assert (advice.least, advice.most, advice.wanted) == (found, found, mcr)
    assert f"(about {mcr} were wanted)" in advice.words()[1]


def test_the_advice_is_true_of_the_map() -> None:
    map, advice = generate(6, 10, 4, ids())
    distances = {home: jumps_between(map.systems, home) for home in map.homes}
    apart = min(distances[one][other] for one in map.homes for other in map.homes if one != other)
    assert advice.apart == apart >= 3
    assert advice.longest <= 6
    assert advice.words()[0] == "60 systems, 4 warp lines at each"
    assert advice.words()[2] == f"home stars at least {apart} jumps apart"
    spread = generate(40, 5, 4, ids())[1]
    assert spread.least <= spread.most


def test_a_spread_is_told_as_one() -> None:
    words = next(
        advice.words()
        for seed in range(60)
        for advice in [generate(3, 6, 5, ids(str(seed)))[1]]
        if advice.least != advice.most
    )
    assert " to " in words[1]


def test_names_are_short_and_letters_as_random_as_can_be() -> None:
    map = generate(12, 10, 4, ids())[0]
    assert all(3 < len(name) < 6 and name.isupper() for name in map.systems)
    letters = Counter(letter for one in map.systems.values() for letter in one.lines)
    assert len(letters) == 26
    assert max(letters.values()) < 4 * min(letters.values()) + 20


def test_the_same_seed_gives_the_same_map_and_another_another() -> None:
    assert generate(6, 10, 4, ids("a")) == generate(6, 10, 4, ids("a"))
    assert generate(6, 10, 4, ids("a"))[0] != generate(6, 10, 4, ids("b"))[0]


def test_no_system_is_called_by_a_word_of_the_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(iter(generate(2, 10, 4, ids())[0].systems))
    monkeypatch.setattr("pbm.games.nova.scenario.generator._TAKEN", frozenset({first}))
    assert first not in generate(2, 10, 4, ids())[0].systems


def test_chance_is_even_enough() -> None:
    chance = Chance(ids())
    faces = Counter(chance.below(6, str(number)) for number in range(6000))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert all(800 < times < 1200 for times in faces.values())
    assert sorted(chance.shuffled("ABC", "x")) == ["A", "B", "C"]
    assert len({tuple(chance.shuffled("ABC", str(number))) for number in range(60)}) == 6
