"""A file with many faults: all of them at once, each with its place and a remedy."""

from __future__ import annotations

import pytest

from pbm.campaign.scenarios import read_scenario
from pbm.kit.problems import Faults, Problem

WRONG = """\
game = "deltavee"
name = "bad"
title = "Bad"
maps = 1
options = { "map.limit" = "five", "nonsense" = "1" }

[[sides]]
id = "1"
name = "One"
players_min = 3

[[sides]]
id = "2"
name = "Two"

[[planets]]
id = "P1"
name = "Rock"
at = "C0101"

[[ships]]
side = "3"
counter = "A"
class = "dagger"
at = "A0101"
direction = 3
pods = ["energy", "hunter", "arsenal"]

[[ships]]
side = "2"
counter = "B"
player = 4
class = "dagger"
at = "A0101"
direction = 3
reserve = true

[[special]]
kind = "pod_transfer"
units = ["2B"]

[[victory]]
side = "2"
kind = "destroyed"
title = "x"
units = ["2B"]
number = 3
"""
# The line of each fault and how it begins.
SAID = [
    (5, '"five" is not a reading of option map.limit'),
    (5, '"nonsense" is not an option of this game'),
    (7, "side 1 needs more players than it takes"),
    (19, "planet P1 is off the maps"),
    (22, "ship 3A: there is no side 3"),
    (27, "ship 3A carries 3 pods"),
    (32, "ship 2B: side 2 has no player 4"),
    (36, "ship 2B is in reserve and nothing brings it into play"),
    (40, "special pod_transfer names 1 unit"),
    (40, "special pod_transfer: 2B carries no energy pod"),
    (47, 'victory "x" asks for 3 of 1 unit'),
]


def problems(text: str) -> list[Problem]:
    with pytest.raises(Faults) as found:
        read_scenario(text.encode(), "bad.toml")
    return list(found.value.problems)


def test_all_faults_are_said_at_once_each_at_its_line() -> None:
    found = [(one.span.line if one.span else 0, one.fault) for one in problems(WRONG)]
    assert sorted(found) == sorted(SAID)


def test_each_fault_says_how_it_is_mended() -> None:
    silent = [one.fault for one in problems(WRONG) if not (one.remedy or one.reason)]
    assert silent == []
    (nobody,) = [one for one in problems(WRONG) if "no player 4" in one.fault]
    assert nobody.remedy == "The sides and their players are 1 (player 1), 2 (player 1)"


def test_a_word_that_is_not_known_hides_no_other_fault() -> None:
    found = problems(WRONG.replace("options =", "optons =", 1))
    assert '"optons" is not known here' in [one.fault for one in found]
    assert "planet P1 is off the maps" in [one.fault for one in found]


def test_a_special_part_knows_its_readings() -> None:
    """Rule: DV SC."""
    text = WRONG.replace('kind = "pod_transfer"', 'kind = "lands"\nname = "some may land"')
    (found,) = [one for one in problems(text) if "not a reading it knows" in one.fault]
    assert found.fault == 'special lands: "some may land" is not a reading it knows'
    assert found.remedy == "They are battlecraft count, any ship may land"
