"""Drawing up, matching, doubling, keeping back and the numbers of one round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.games.nova.rules.surface_combat.ground import (
    ALL,
    STRONGEST,
    FightingWay,
    GroundUnit,
    RoundMatches,
    aimed,
    attacks,
    bombardment_needs,
    drawn_up,
    needs,
    rank,
)

PLAIN = {"d": FightingWay(), "i": FightingWay()}
KEEPS = {"d": FightingWay(screen=("SDU",)), "i": FightingWay()}


def units(side: str, *kinds: str) -> list[GroundUnit]:
    return [GroundUnit(side, kind, place) for place, kind in enumerate(kinds)]


def shown(line: RoundMatches) -> list[tuple[list[str], list[str]]]:
    return [
        ([u.kind for u in one.defenders], [u.kind for u in one.invaders]) for one in line.matches
    ]


@pytest.mark.parametrize(
    ("attacker", "army", "sdu"), [("MA", 1, 0), ("AA", 2, 1), ("RA", 3, 2), ("SDU", 4, 3)]
)
def test_combat_factors_and_one_less_against_an_sdu(attacker: str, army: int, sdu: int) -> None:
    assert [needs(attacker, kind) for kind in ("RA", "AA", "MA")] == [army] * 3
    assert needs(attacker, "SDU") == sdu


def test_os_counts_all_sdus_and_one_more_at_an_sdu() -> None:
    assert [bombardment_needs(5, sdus, "RA") for sdus in (0, 1, 2, 4, 5, 6)] == [5, 4, 3, 1, 0, 0]
    assert [bombardment_needs(5, sdus, "SDU") for sdus in (1, 2, 3, 4)] == [3, 2, 1, 0]


def test_the_defender_puts_the_strongest_forward_and_keeps_his_sdu_back() -> None:
    line = drawn_up(units("d", "SDU", "MA", "RA", "RA", "MA"), units("i", "AA", "AA"), KEEPS)
    assert shown(line) == [(["RA", "MA"], ["AA"]), (["RA", "MA"], ["AA"])]
    assert [unit.kind for unit in line.screened] == ["SDU"]


def test_nothing_is_kept_back_from_as_many() -> None:
    line = drawn_up(units("d", "SDU", "MA"), units("i", "AA", "AA"), KEEPS)
    assert shown(line) == [(["MA"], ["AA"]), (["SDU"], ["AA"])]
    assert line.screened == ()


def test_of_several_sdus_as_many_as_are_to_spare_are_kept_back() -> None:
    line = drawn_up(units("d", "SDU", "SDU", "MA"), units("i", "AA", "AA"), KEEPS)
    assert shown(line) == [(["MA"], ["AA"]), (["SDU"], ["AA"])]
    assert len(line.screened) == 1


def test_the_invaders_best_meet_the_best_and_one_to_spare_goes_for_the_sdu() -> None:
    line = drawn_up(units("d", "RA", "SDU", "MA"), units("i", "AA", "RA", "AA", "RA"), PLAIN)
    assert shown(line) == [
        (["SDU"], ["RA", "AA"]),
        (["RA"], ["RA"]),
        (["MA"], ["AA"]),
    ]


def test_more_to_spare_are_shared_out_from_the_strongest() -> None:
    line = drawn_up(units("d", "MA", "SDU"), units("i", *["AA"] * 6), PLAIN)
    assert [len(one.invaders) for one in line.matches] == [3, 3]
    line = drawn_up(units("d", "MA", "SDU"), units("i", *["AA"] * 5), PLAIN)
    assert [len(one.invaders) for one in line.matches] == [3, 2]


def test_lists_say_otherwise() -> None:
    ways = {"d": FightingWay(forward=("MA",)), "i": FightingWay(("AA",), ("MA",), (), ("RA",))}
    line = drawn_up(units("d", "RA", "MA"), units("i", "RA", "RA", "AA", "AA"), ways)
    assert shown(line) == [(["MA"], ["AA"]), (["RA"], ["AA", "RA", "RA"])]


def test_all_to_spare_may_be_kept_back() -> None:
    ways = {"d": FightingWay(), "i": FightingWay(screen=(ALL,))}
    line = drawn_up(units("d", "MA"), units("i", "RA", "AA"), ways)
    assert shown(line) == [(["MA"], ["RA"])]
    assert [unit.kind for unit in line.screened] == ["AA"]


def test_without_an_enemy_nobody_is_matched() -> None:
    line = drawn_up(units("d", "MA", "SDU"), [], KEEPS)
    assert line.matches == ()
    assert [unit.kind for unit in line.screened] == ["SDU"]


def test_who_is_met_by_several_shoots_at_the_strongest_once() -> None:
    (match,) = drawn_up(units("d", "SDU"), units("i", "AA", "RA"), PLAIN).matches
    made = attacks(match)
    assert [(one.by.kind, one.at.kind, one.needs) for one in made] == [
        ("SDU", "RA", 4),
        ("RA", "SDU", 2),
        ("AA", "SDU", 1),
    ]


def test_os_fires_at_the_strongest_it_can_hit_then_at_the_others() -> None:
    enemies = units("d", "SDU", "RA", "MA")
    assert [(u.kind, n) for _gun, u, n in aimed([(3, ())] * 4, enemies)] == [
        ("SDU", 1),
        ("RA", 2),
        ("MA", 2),
        ("SDU", 1),
    ]
    assert [u.kind for _gun, u, _n in aimed([(2, ())] * 2, enemies)] == ["RA", "MA"]
    assert aimed([(1, ())], enemies) == []
    assert [gun for gun, _u, _n in aimed([(1, ()), (3, ("MA",))], enemies)] == [1]
    assert [u.kind for _g, u, _n in aimed([(3, ("MA",))] * 2, enemies)] == ["MA", "MA"]


def test_ranks() -> None:
    assert [rank(kind, ("MA", "RA")) for kind in ("MA", "RA", "SDU", "AA")] == [0, 1, 2, 4]


KINDS = st.lists(st.sampled_from(STRONGEST), max_size=9)
ORDER = st.lists(st.sampled_from(STRONGEST), unique=True, max_size=4).map(tuple)
WAY = st.builds(FightingWay, ORDER, ORDER, st.one_of(ORDER, st.just((ALL,))), ORDER)


@given(KINDS, KINDS, WAY, WAY)
def test_everybody_is_matched_or_kept_back_exactly_once(
    defenders: list[str], invaders: list[str], own: FightingWay, other: FightingWay
) -> None:
    both = units("d", *defenders) + units("i", *invaders)
    line = drawn_up(units("d", *defenders), units("i", *invaders), {"d": own, "i": other})
    matched = [unit for one in line.matches for unit in one.units]
    assert len(line.matches) == min(len(defenders), len(invaders))
    if line.matches:
        assert sorted(map(str, [*matched, *line.screened])) == sorted(map(str, both))
    assert all(min(len(one.defenders), len(one.invaders)) == 1 for one in line.matches)
    # Only the side with more units can keep any back or use two on one enemy.
    more = "d" if len(defenders) > len(invaders) else "i"
    if line.matches:
        assert {unit.empire for unit in line.screened} <= {more}
    for one in line.matches:
        fewer = one.invaders if more == "d" else one.defenders
        assert len(fewer) == 1
        made = attacks(one)
        assert [attack.by for attack in made] == list(one.units)
        assert all(
            attack.at in one.units and attack.at.empire != attack.by.empire for attack in made
        )


@given(KINDS, KINDS)
def test_a_mirrored_fight_mirrors(defenders: list[str], invaders: list[str]) -> None:
    """With the same lists on both sides, who defends makes no difference to who meets whom."""
    ways = {"d": FightingWay(), "i": FightingWay()}

    def pairs(
        one: list[str], other: list[str], *, turned: bool
    ) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        line = drawn_up(units("d", *one), units("i", *other), ways)
        found = []
        for match in line.matches:
            own = tuple(sorted(u.kind for u in match.defenders))
            alien = tuple(sorted(u.kind for u in match.invaders))
            found.append((alien, own) if turned else (own, alien))
        return sorted(found)

    assert pairs(defenders, invaders, turned=False) == pairs(invaders, defenders, turned=True)
