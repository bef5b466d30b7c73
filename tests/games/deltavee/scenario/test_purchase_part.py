"""The purchases of a scenario file: what the guide shows, and every fault with its place."""

from __future__ import annotations

import pytest

from pbm.campaign.scenarios import read_scenario
from pbm.games.deltavee.scenario.scenario import begin
from pbm.kit.problems import Faults, render_all
from tests.games.deltavee.scenario.test_scenario_guide import WHOLE, blocks
from tests.games.deltavee.scenes import IDS, SEATS, options

(PURCHASE,) = blocks("toml purchase")
FILE = f"{WHOLE}\n{PURCHASE}"


def said(text: str) -> str:
    try:
        read_scenario(text.encode(), "mine.toml")
    except Faults as faults:
        return render_all(faults.problems)
    return ""


def test_the_purchase_of_the_guide_has_no_fault() -> None:
    assert said(FILE) == ""
    state = begin(read_scenario(FILE.encode(), "mine.toml").scenario, SEATS, options(), IDS)
    (terms,) = state.purchases
    assert (terms.owner, terms.budget, terms.velocities) == ("bea", 25_000, (2, 3, 4))
    assert len(terms.directions) == 12
    assert [ship.name for ship in terms.fleet] == ["", "Gnat"]


@pytest.mark.parametrize(
    ("was", "now", "faults"),
    [
        ("budget = 25000", "budget = 22849",
         ["its fleet cannot have the hunter pod for F",
          "1,999 of 22,849 are left; all that is written would cost 22,850"]),
        ("budget = 25000", "budget = 0", ["budget"]),
        ('at = "B1409"\nwithin', 'at = "Z1409"\nwithin', ["purchase of side 2 is off the maps"]),
        ("velocity = 3\nvelocities", "velocity = 1\nvelocities",
         ["its velocity is not allowed", "it is 1, and 2 to 4 are allowed"]),
        ("direction = 9\nvelocity = 3\nvelocities = [2, 4]\nfleet",
         "direction = 9\ndirections = [3]\nvelocity = 3\nfleet",
         ["its direction is not allowed", "it is 9, and 3 are allowed"]),
        ('counter = "E"', 'counter = "A"', ["A could be either of two ships"]),
        ('side = "2"\nbudget', 'side = "9"\nbudget', ["there is no such side"]),
        ('pods = ["hunter"]', 'pods = ["buffered cargo"]', ["it has no price"]),
        ('class = "piccolo"', 'class = "picolo"', ['"picolo" is not a class']),
        ("[[purchases]]", f"{PURCHASE}\n[[purchases]]", ["side 2 buys two fleets"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(was: str, now: str, faults: list[str]) -> None:
    changed = f"{WHOLE}\n{PURCHASE.replace(was, now, 1)}"
    assert changed != FILE
    found = said(changed)
    assert found.startswith("mine.toml:")
    assert [fault for fault in faults if fault.casefold() not in found.casefold()] == []


def test_a_scenario_has_ships_or_a_purchase() -> None:
    end = '[[victory]]\nkind = "apart"\ntitle = "far away"\nnumber = 30\n'
    head = FILE[: FILE.index("[[ships]]")] + end
    assert "There is neither a ship nor a purchase" in said(head)
    assert said(f"{head}\n{PURCHASE}") == ""
