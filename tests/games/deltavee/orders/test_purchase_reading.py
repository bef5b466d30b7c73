"""Purchases as players write them: what is understood, what is refused and with which sums."""

from __future__ import annotations

import pytest

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.purchase.price_list import pod_words
from pbm.games.deltavee.orders.purchase.purchase import _label
from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import Buy
from pbm.games.deltavee.view.record import View
from pbm.kit.problems import Problem, Severity
from tests.games.deltavee.builders import DEFAULTS, MAPS
from tests.games.deltavee.sheet_forms import PURCHASES
from tests.games.deltavee.sheet_table import buying, read_purchase, sheet_of


def words(buy: Buy) -> str:
    pods = ", ".join(map(pod_words, buy.wanted))
    return _label(buy) + (f": {pods}" if pods else "")


def bought(reading: Reading) -> list[str]:
    return [words(line.ship) for line in reading.commands.buys]


def faults(reading: Reading, severity: Severity) -> list[str]:
    return [one.fault for one in reading.problems if one.severity is severity]


def only(reading: Reading) -> Problem:
    (problem,) = reading.problems
    return problem


@pytest.mark.parametrize(("written", "understood"), PURCHASES)
def test_a_ship_is_understood(written: str, understood: str) -> None:
    reading = read_purchase(written)
    assert bought(reading) == [understood]
    assert not reading.problems


def test_pods_add_up_over_lines() -> None:
    reading = read_purchase("BUY A Spear: 2 hunter\n  with crew\n  with 2 energy, 1 hunter")
    assert bought(reading) == ["Spear A: 2 hunter, crew, 2 energy, hunter"]
    assert not reading.problems


def test_the_receipt_shows_every_sum() -> None:
    reading = read_purchase("BUY A Flute: 2 heavy weapon\nBUY B Dagger")
    assert [one.text for one in reading.understood] == [
        (
            "buy Flute A: Flute 20,700, 2 heavy weapon pods 6,000; in all 26,700 Trans; "
            "26,700 of 100,000 Trans spent"
        ),
        "buy Dagger B: Dagger 12,200; in all 12,200 Trans; 38,900 of 100,000 Trans spent",
    ]


def test_a_place_and_boxes_are_for_the_ship_above() -> None:
    reading = read_purchase(
        "BUY A Sword: hunter, energy; at A0910 dir 4\n  pods 1 energy\n"
        "BUY B Dagger\nSHIP A place velocity 2"
    )
    first, second = reading.commands.buys
    at = MAPS.parse("A0910")
    assert [(line.at, line.direction, line.velocity) for line in first.place] == [
        (at, 4, None),
        (None, None, 2),
    ]
    assert [line.boxes for line in first.pods] == [{1: "energy"}]
    assert second.place == ()
    assert not reading.problems


def test_the_fleet_line_names_the_hex() -> None:
    reading = read_purchase("BUY A Dagger\n  at B0809\nFLEET at B0808 dir 4 velocity 2")
    assert not reading.problems
    start = reading.commands.fleet
    assert (start.at, start.direction, start.velocity) == (MAPS.parse("B0808"), 4, 2)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("FLEET at B0808", "The fleet begins at A0909, which is not free to choose"),
        ("FLEET velocity 4", "Velocity 4 is not open to it: 1, 2, 3"),
        ("FLEET velocity 0", "Velocity 0 is not open to it: 1, 2, 3"),
    ],
)
def test_a_fleet_line_outside_the_freedom_does_not_count(line: str, reason: str) -> None:
    reading = read_purchase(f"{line}\nBUY A Dagger", anywhere=False)
    assert only(reading).reason == reason
    assert reading.commands.fleet is None


def test_a_fleet_line_stands_once() -> None:
    reading = read_purchase("FLEET dir 3\nFLEET dir 4\nBUY A Dagger")
    assert faults(reading, Severity.INVALID) == ["there is more than one FLEET line"]
    assert reading.commands.fleet.direction == 3


@pytest.mark.parametrize(
    ("at", "fits"), [("A0909", True), ("A0910", True), ("A0911", False), ("B0909", False)]
)
def test_a_ship_begins_near_its_fleet(at: str, fits: bool) -> None:
    reading = read_purchase(f"BUY A Dagger\n  at {at}")
    said = faults(reading, Severity.ILLEGAL)
    assert said == ([] if fits else ["Dagger A cannot be placed like this"])
    if not fits:
        assert "the FLEET line names the hex" in only(reading).reason


def test_over_budget_is_refused_ship_by_ship_with_the_sum() -> None:
    ships = "\n".join(f"BUY {letter} Piccolo: hunter" for letter in "ABCDEFGHIJKLMN")
    reading = read_purchase(ships)
    problem = only(reading)
    assert problem.fault == "you cannot buy Piccolo N"
    assert problem.reason == (
        "It costs 5,400 Trans and 3,800 of 100,000 are left; all that is written would cost 103,600"
    )
    assert problem.rule == "DV COST"
    assert problem.remedy == "Take away what costs 3,600 Trans or more"
    assert problem.outcome.startswith("It is not bought, nor are its pods")
    assert not read_purchase(ships, budget=103_600).problems
    (last,) = read_purchase(ships, budget=103_599).problems
    assert last.fault == "you cannot buy the hunter pod for N"


def test_pods_without_room_or_price_are_refused_where_they_stand() -> None:
    reading = read_purchase("BUY A Dagger: hunter, 2 energy\nBUY B Sword: buffered cargo, 3 crew")
    assert [(one.fault, one.span and one.span.column) for one in reading.problems] == [
        ("you cannot buy the energy pod for A", 25),
        ("you cannot buy the buffered cargo pod for B", 14),
    ]
    assert reading.problems[0].reason == "A Dagger has room for 2 pods, 3 are written"
    assert reading.problems[1].reason.startswith("It has no price; for sale are arsenal, ")


def test_a_pod_that_a_class_cannot_carry_is_refused() -> None:
    reading = read_purchase("BUY T Terwillicker-X: hunter")
    assert only(reading).reason == "A Terwillicker-X carries no pods"
    reading = read_purchase("BUY A Sword: hunter with Terwillicker-X")
    assert only(reading).reason == "Only a battlecraft pod holds a Terwillicker-X"


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("Heavy Cruiser", "Its cost is classified"),
        ("Military Transport", "Its cost is classified"),
        ("Ram Jet", "It is an alien ship"),
        ("Corco Omega", "Its 1,000 Trans count only with the option extra_craft = yes"),
    ],
)
def test_a_class_without_price_is_refused(title: str, why: str) -> None:
    reading = read_purchase(f"BUY A {title}\nBUY B Dagger")
    assert only(reading).fault == f"you cannot buy {title} A"
    assert only(reading).reason.startswith(f"{why}; for sale are Terwillicker-5000, ")


def test_the_omega_is_for_sale_by_option() -> None:
    assert not read_purchase("BUY A Corco Omega", {"extra_craft": "yes"}).problems


@pytest.mark.parametrize(
    ("line", "fault", "remedy"),
    [
        ("BUY Dagger: hunter", "this Dagger has no letter", "Write  BUY B Dagger"),
        ("BUY B Daggr", '"B Daggr" names no class of ship', "Did you mean Dagger?"),
        ("BUY B Terwillicker", '"B Terwillicker" can mean Terwillicker-5000 or Terwillicker-X',
         "Write more of its words"),
        ("BUY 3 Piccolo", "each ship is bought by a line of its own",
         "Write  BUY B  and its class, as many lines as ships"),
        ("BUY A Dagger", "A could be either of two ships",
         "Give it a letter of its own, such as B"),
        ('BUY B Dagger "Rook"', "Rook could be either of two ships", "Give it a name of its own"),
        ('BUY B Dagger "R" "S"', "a ship has one name", "Write one name in quotes"),
        ('BUY B Dagger ""', "a name has 1 to 30 characters, not 0", ""),
        ("with energy", "there is no ship to buy these pods for",
         "Write it below a line such as  BUY A Clarinet"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_understood_says_what_to_write(
    line: str, fault: str, remedy: str
) -> None:
    first = 'BUY A Sword "Rook"'
    reading = read_purchase(f"{line}\n{first}" if line.startswith("with") else f"{first}\n{line}")
    assert only(reading).fault == fault
    assert only(reading).remedy == remedy
    assert bought(reading) == ['Sword A "Rook"']


@pytest.mark.parametrize(
    ("pods", "fault", "remedy"),
    [
        ("hevy weapon", '"hevy weapon" is not a kind of pod', "Did you mean heavy weapon?"),
        ("cargo", '"cargo" can mean standard cargo or buffered cargo', "Write more of its words"),
        (
            "Terwillicker-X",
            "a Terwillicker-X is not a pod",
            "Write  battlecraft with Terwillicker-X",
        ),
        ("Corco Mu", "a Corco Mu is not a pod", "Write  BUY  before Corco Mu"),
        ("battlecraft with Sword", '"sword" is not a battlecraft', ""),
        ("2 battlecraft with 3 Terwillicker-X", "2 pods do not hold 3 battlecraft", ""),
        ("0 hunter", "0 pods cannot be bought", ""),
    ],
)
def test_a_pod_that_is_not_understood_is_left_out(pods: str, fault: str, remedy: str) -> None:
    reading = read_purchase(f"BUY A Sword: energy, {pods}")
    assert faults(reading, Severity.INVALID) == [fault]
    assert only(reading).remedy == remedy
    assert bought(reading) == ["Sword A: energy"]


def test_lines_below_a_ship_that_is_not_understood_are_nobody_s() -> None:
    reading = read_purchase("BUY A Sword\nBUY B Daggr\n  at A0909\n  with energy\n  pods 1 energy")
    assert only(reading).outcome == "This line and the orders below it (lines 4-6) were not read"
    assert bought(reading) == ["Sword A"]


def test_other_orders_have_no_place_there() -> None:
    reading = read_purchase("BUY A Sword\n  fire laser burst at A")
    assert only(reading).fault == "a fire line does not belong on a SETUP sheet"


def test_a_sheet_that_buys_nothing_says_what_comes() -> None:
    problem = only(read_purchase("FLEET dir 3"))
    assert problem.severity is Severity.WARNING
    assert problem.outcome == "Without a purchase you get the fleet of the scenario: Piccolo A"


def test_who_buys_nothing_is_told_so() -> None:
    known = buying()
    del known["purchase"]
    reading = read(
        sheet_of("BUY A Sword: energy\n  at A0909", "SETUP", "0"), View.read(known), DEFAULTS
    )
    assert only(reading).fault == "you have nothing to buy with"
    assert only(reading).severity is Severity.ILLEGAL
    assert reading.commands.buys == ()
    known["turn"] = 3
    reading = read(sheet_of("BUY A Sword: energy"), View.read(known), DEFAULTS)
    assert only(reading).fault == "nothing can be bought now"


def test_a_line_of_which_nothing_is_understood_keeps_its_ship() -> None:
    reading = read_purchase("BUY A Sword: hevy\n  at Z0101\n  pods 1 hevy\n  pods 9 energy")
    assert faults(reading, Severity.INVALID) == [
        '"hevy" is not a kind of pod',
        "Z0101 is on none of the maps",
        '"hevy" is not a kind of pod',
    ]
    assert faults(reading, Severity.ILLEGAL) == ["the pods of Sword A cannot stand like this"]
    assert reading.problems[-1].reason == "There is no box 9: its boxes are 1 to 5"
    (buy,) = reading.commands.buys
    assert (buy.ship.wanted, buy.place, len(buy.pods)) == ((), (), 1)


def test_a_direction_that_is_not_free_is_refused_for_the_whole_fleet() -> None:
    reading = read_purchase("FLEET dir 4\nBUY A Dagger", directions=(Direction(3),))
    assert only(reading).reason == "Direction 4 is not open to it: 3"


def test_a_fleet_line_is_for_those_who_buy() -> None:
    known = buying()
    del known["purchase"]
    reading = read(sheet_of("FLEET dir 3", "SETUP", "0"), View.read(known), DEFAULTS)
    assert only(reading).fault == "you have nothing to buy with"
    assert reading.commands.fleet is None


def test_a_letter_of_a_given_ship_is_taken() -> None:
    known = buying()
    mine = {**known["units"][0], "id": "mine", "side": "1", "designation": "B", "yours": True}
    whole = {"parts": [], "energy": 48, "spent": 0, "mother": "", "pod": 0, "civ": 8}
    known["units"].append({**mine, **whole, "released": False})
    reading = read(sheet_of("BUY B Dagger\nBUY A Dagger", "SETUP", "0"), View.read(known), DEFAULTS)
    assert only(reading).fault == "B could be either of two units"
    assert only(reading).remedy == "Give it a letter of its own, such as A"


def test_a_ship_that_was_not_bought_yet_is_to_be_bought_first() -> None:
    remedies = [one.remedy for one in read_purchase("SHIP Pelican\n  field try").problems]
    assert "If you want to buy it, write  BUY Pelican  and its class" in remedies
