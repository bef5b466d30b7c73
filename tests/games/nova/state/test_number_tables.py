"""The printed formulae of Nova's tables say what the code computes."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

import pytest

from pbm.games.nova.report.sentences import ABBREVIATIONS
from pbm.games.nova.state import components, planets, technology
from pbm.games.nova.state.components import COMPONENTS, KINDS, Component
from pbm.games.nova.state.sizes import SIZE_CLASSES, size_class
from pbm.games.nova.state.technology import FREE_LEVELS, TECHNOLOGY, tech_points
from pbm.games.nova.state.units import UNITS
from pbm.kit.tables import EMPTY, table


def worth(formula: str, **letters: int) -> Fraction:
    """What a printed formula comes to; ``rd`` and ``ru`` round what stands before them."""
    text, _, rounding = formula.partition(" ")
    for letter, value in letters.items():
        text = text.replace(letter, f"({value})")
    text = re.sub(r"\)\(", ")*(", text)
    text = re.sub(r"(\d)\(", r"\1*(", text).replace("^", "**")
    text = re.sub(r"(?<![\w.(])\.(\d)", r"0.\1", text)
    text = re.sub(r"\d+(?:\.\d+)?", lambda m: f'Fraction("{m.group()}")', text)
    text = re.sub(r'\*\*Fraction\("(\d)"\)', r"**\1", text)
    amount = eval(text, {"Fraction": Fraction})
    assert isinstance(amount, Fraction)
    if rounding:
        return Fraction(floor(amount) if rounding == "rd" else ceil(amount))
    return amount


def test_a_printed_formula_is_understood() -> None:
    assert worth("6n+2(n/10)^2 rd", n=14) == 87
    assert worth(".5n^2", n=3) == Fraction(9, 2)
    assert worth("PR(PD/2) ru", PR=3, PD=5) == 8


# Where a level would cost more again on the far side of the free one, it costs nothing.
FALLS = {"DG": lambda n: n < 10, "LT": lambda n: n > 8}


@pytest.mark.parametrize("kind", technology.technologies())
def test_tech_points_are_those_of_the_chart(kind: str) -> None:
    formula = str(TECHNOLOGY.at(kind, "points"))
    for level in range(1, 151):
        if kind in FALLS and FALLS[kind](level):
            assert tech_points(kind, level) == 0
        else:
            assert tech_points(kind, level) == worth(formula, n=level)


@pytest.mark.parametrize("kind", technology.technologies())
def test_more_is_never_cheaper(kind: str) -> None:
    points = [tech_points(kind, level) for level in range(1, 60)]
    assert points == sorted(points, reverse=kind == "LT")
    assert all(amount >= 0 for amount in points)


def test_the_free_levels_are_those_that_cost_nothing() -> None:
    for kind in technology.technologies():
        free = [level for level in range(1, 60) if not tech_points(kind, level)]
        least = min(free, default=0) if kind == "LT" else max(free, default=0)
        assert FREE_LEVELS.get(kind, 0) == least


def test_technologies_have_names_and_other_words_do_not() -> None:
    assert technology.title("DG") == "Distortion Generator"
    with pytest.raises(ValueError, match="XC is not a technology"):
        technology.title("XC")
    with pytest.raises(ValueError, match="FP is not a technology"):
        technology.may_use({}, "FP", 1)


@pytest.mark.parametrize("kind", KINDS)
def test_components_are_those_of_the_chart(kind: str) -> None:
    for level in (1, 3, 7, 10, 20, 30, 33):
        part = Component(kind, 1, level, 8, accuracy=level * 9, damage=level, pr=level + 2)
        letters = {
            "SSZ": 90,
            "PR": part.pr,
            "PD": part.damage,
            "WA": part.accuracy,
            "WD": part.damage,
        }
        if kind != "WC" and kind != "PA":
            letters = {"SSZ": 90, "n": level}
        for column, own in (
            ("size", Fraction(components.piece_size(part))),
            ("cost", components.piece_cost(part, 90)),
            ("cfs", components.factor_size(part, 90)),
        ):
            assert worth(str(COMPONENTS.at(kind, column)), **letters) == own, column


def test_every_technology_is_needed_by_some_component() -> None:
    needed = {kind for needs in components.NEEDS.values() for kind in needs} | {"LT"}
    assert needed == set(technology.technologies())


def test_what_stands_beside_a_component_is_one_of_its_technologies() -> None:
    for kind in KINDS:
        assert set(components.RATED[kind]) <= set(components.NEEDS[kind])


def test_size_classes_meet_without_gap() -> None:
    assert len(SIZE_CLASSES) == 20
    for smaller, larger in pairwise(SIZE_CLASSES):
        assert smaller.most is not None
        assert smaller.most + 1 == larger.least
        assert size_class(smaller.most) == smaller
        assert size_class(larger.least) == larger
    assert SIZE_CLASSES[0].least == 0
    assert SIZE_CLASSES[-1].most is None


def test_production_of_a_status_is_none_or_more_with_more_colonies() -> None:
    for system_type in range(9):
        made = [planets.production(system_type, status) for status in planets.BY_COLONIES]
        possible = [amount for amount in made if amount is not None]
        assert possible == sorted(possible)
        assert made[len(possible) :] == [None] * (4 - len(possible))


def test_units_and_statuses_are_the_books() -> None:
    assert tuple(UNITS) == ("AA", "RA", "MA", "SDU", "C", "IC", "PCB", "SG", "TFC")
    assert (*planets.BY_COLONIES, "HOME STAR") == tuple(table("pbm.games.nova", "garrisons").rows)


def test_the_abbreviations_are_the_books_41() -> None:
    assert len(ABBREVIATIONS) == 41
    assert ABBREVIATIONS["CUSWLT"] == "can't use the same warp line twice in one turn"
    assert EMPTY not in ABBREVIATIONS.values()
