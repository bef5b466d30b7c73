"""Which orders a unit obeys. Rule: NV ORD-06 to ORD-40, NV MOV-18, NV CON-14."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.empire_orders import toward
from pbm.games.nova.orders.order_precedence import Effective, ref_of
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Group
from pbm.games.nova.state.state import Passage, Retreat, Ship, State
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import ship, state, work
from tests.games.nova.lines import ALL, act, codes, contact, move, sheet, standing, when


def effective(*orders: Orders, ships: tuple[Ship, ...] = (), **fields: Any) -> Effective:
    table = state(*(ships or (ship("Africa"), ship("Bull", "Hauler"))), **fields)
    return of(table, *orders)


def of(table: State, *orders: Orders) -> Effective:
    return Effective(Draft(work(table, orders).state))


def doing(made: Effective, name: str) -> str:
    """Activity codes of a ship, run together."""
    return "".join(one.activity.code for one in made.activities(made.draft.ships[name]))


def test_without_orders_armed_ships_tolerate_and_unarmed_ones_are_neutral() -> None:
    made = effective()
    assert made.contact(made.draft.ships["africa"]) == "T"
    assert made.contact(made.draft.ships["bull"]) == "N"
    assert made.surface("ann", "VIRUS", "armies") == "H"
    assert made.surface("ann", "VIRUS", "colonies") == "N"


def test_without_orders_a_ship_with_a_generator_interdicts() -> None:
    made = effective(ships=(ship("Fence", "Guard"), ship("Africa")))
    assert doing(made, "fence") == "I" and doing(made, "africa") == ""
    (one,) = made.activities(made.draft.ships["fence"])
    assert one.line is None and ref_of(one) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (move("VIRUS", "fence", codes=codes("G")), "I"),
        (move("VIRUS", "fence", to="D", codes=codes("G")), ""),
        (move("VIRUS", "fence", codes=codes("", act("M"))), "M"),
    ],
    ids=["contact only", "it moves", "other activity"],
)
def test_a_generator_interdicts_unless_the_ship_moves_or_does_something_else(
    line: Any, expected: str
) -> None:
    made = effective(sheet("ann", line), ships=(ship("Fence", "Guard"),))
    assert doing(made, "fence") == expected


RANKED = [
    standing("general", ALL, codes("Q")),
    standing("conditional", ALL, codes("K")),
    standing("special", ALL, codes("U")),
]


@pytest.mark.parametrize(("ranks", "expected"), [(0, "H"), (1, "Q"), (2, "K"), (3, "U")])
def test_special_stands_before_conditional_before_general_before_the_line(
    ranks: int, expected: str
) -> None:
    line = move("VIRUS", "africa", codes=codes("H"))
    made = effective(sheet("ann", line, *RANKED[:ranks]))
    assert made.contact(made.draft.ships["africa"]) == expected


def test_each_field_goes_by_itself() -> None:
    line = move("VIRUS", "africa", codes=codes("H", act("X")))
    made = effective(sheet("ann", line, standing("special", ALL, codes("F"))))
    assert made.contact(made.draft.ships["africa"]) == "F"
    assert doing(made, "africa") == "X"
    (one,) = made.activities(made.draft.ships["africa"])
    assert ref_of(one) == line.ref
    assert made.line_of(made.draft.ships["africa"]) == line


def test_a_plain_order_of_a_stronger_kind_stands_before_a_named_one_of_a_weaker() -> None:
    made = effective(
        sheet(
            "ann",
            standing("general", ALL, codes("F to bea")),
            standing("special", Group("ship", ("africa",)), codes("H")),
        )
    )
    assert made.contact(made.draft.ships["africa"], "bea") == "H"
    assert made.contact(made.draft.ships["bull"], "bea") == "F"
    assert made.contact(made.draft.ships["bull"]) == "N"


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("F to bea, H", "bea", "F"),
        ("F to bea, H", "cyd", "H"),
        ("F to bea, H", "", "H"),
        ("F to bea", "", ""),
        ("F to bea, U to others", "cyd", "U"),
        ("F to bea, U to others", "", "U"),
        ("N to all but bea", "bea", ""),
        ("N to all but bea", "", "N"),
        ("N to all but bea, F to others", "bea", "F"),
    ],
)
def test_a_field_toward_an_empire(text: str, other: str, expected: str) -> None:
    assert toward(contact(text), other) == expected


@pytest.mark.parametrize(
    ("text", "armed", "unarmed"),
    [
        ("F", "R", "R"),
        ("G", "H", "F"),
        ("K", "H", "R"),
        ("N", "H", "R"),
        ("Q", "H", "R"),
        ("R", "R", "R"),
        ("T", "H", "N"),
        ("U", "H", "R"),
        ("N/R", "R", "R"),
        ("N/H", "H", "R"),
        ("G/F", "F", "F"),
        ("F/T", "H", "R"),
    ],
)
def test_what_hostilities_turn_a_contact_order_into(text: str, armed: str, unarmed: str) -> None:
    made = effective(sheet("ann", move("VIRUS", "africa", "bull", codes=codes(text))))
    assert made.on_hostilities(made.draft.ships["africa"]) == armed
    assert made.on_hostilities(made.draft.ships["bull"]) == unarmed


def test_the_second_contact_order_goes_with_the_first() -> None:
    line = move("VIRUS", "africa", codes=codes("N/R"))
    made = effective(sheet("ann", line, standing("special", ALL, codes("H to bea"))))
    assert made.on_hostilities(made.draft.ships["africa"], "bea") == "H"
    assert made.on_hostilities(made.draft.ships["africa"], "cyd") == "R"


@pytest.mark.parametrize(
    ("klass", "at", "expected"),
    [
        ("Frigate", "VIRUS", "O"),
        ("Frigate", "MINKY", "D"),
        ("Scout", "VIRUS", "X"),
        ("Scout", "MINKY", "X"),
        ("Guard", "MINKY", "I"),
        ("Hauler", "MINKY", ""),
    ],
    ids=["own planet", "alien planet", "own scout", "scout", "generator", "nothing"],
)
def test_z_is_everything_a_ship_can_do_where_it_is(klass: str, at: str, expected: str) -> None:
    zap = sheet("ann", move(at, "africa", codes=codes("", act("Z"))))
    made = effective(zap, ships=(ship("Africa", klass, at),))
    assert doing(made, "africa") == expected


def test_z_stands_beside_other_activities() -> None:
    line = move("MINKY", "africa", codes=codes("", act("M"), act("Z")))
    made = effective(sheet("ann", line), ships=(ship("Africa", "Guard", "MINKY"),))
    assert doing(made, "africa") == "MI"
    assert list(made.letters(made.draft.ships["africa"])) == ["M", "I"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([act("E", "2 C"), act("E", "IC")], ["C", "IC"]),
        ([act("E", "2 C"), act("E")], []),
        ([act("E"), act("E", "2 C")], []),
    ],
)
def test_an_activity_written_twice_is_one(said: Any, expected: list[str]) -> None:
    line = move("VIRUS", "africa", codes=codes("", act("X"), *said))
    made = effective(sheet("ann", line))
    assert doing(made, "africa") == "XE"
    last = made.activities(made.draft.ships["africa"])[-1]
    assert [one.kind for one in last.activity.units] == expected


def test_z_of_a_ship_on_its_way_and_of_one_aboard() -> None:
    zap = sheet("ann", move("VIRUS", "africa", "bull", codes=codes("", act("Z"))))
    away = ship("Africa", at="", retreat=Retreat("VIRUS", "ALGOL"))
    made = effective(zap, ships=(away, ship("Bull", at="", carrier="cow"), ship("Cow")))
    assert doing(made, "africa") == "D" and doing(made, "bull") == "O"


def test_z_makes_an_armed_ship_hostile() -> None:
    made = effective(sheet("ann", move("VIRUS", "africa", "bull", codes=codes("", act("Z")))))
    assert made.contact(made.draft.ships["africa"]) == "H"
    assert made.contact(made.draft.ships["bull"]) == "N"


def test_z_that_a_stronger_order_replaces_makes_nobody_hostile() -> None:
    made = effective(
        sheet(
            "ann",
            move("VIRUS", "africa", codes=codes("", act("Z"))),
            standing("special", ALL, codes("", act("X"))),
        )
    )
    assert made.contact(made.draft.ships["africa"]) == "T" and doing(made, "africa") == "X"


def test_a_guard_does_nothing_that_leads_to_the_planet() -> None:
    every = [act(code) for code in "ADEILMOSWX"] + [act("PCB", number=1)]
    made = effective(sheet("ann", move("VIRUS", "africa", codes=codes("G", *every))))
    assert doing(made, "africa") == "IMSW"
    made = effective(sheet("ann", move("VIRUS", "africa", codes=codes("T", *every))))
    assert doing(made, "africa") == "ADEILMOSWXPCB"


STOPPED = {"africa": Passage("VIRUS", "ALGOL", ("D",), "B", "TEDDY", interdicted=True)}
ALL_OF_THEM = codes("N", *(act(code) for code in "ADELX"))


def test_an_interdicted_ship_does_not_assault_devastate_establish_or_land() -> None:
    line = move("VIRUS", "africa", codes=ALL_OF_THEM)
    made = effective(sheet("ann", line), passages=STOPPED)
    assert doing(made, "africa") == "X" and made.contact(made.draft.ships["africa"]) == "N"
    free = {"africa": replace(STOPPED["africa"], interdicted=False)}
    assert doing(effective(sheet("ann", line), passages=free), "africa") == "ADELX"


@pytest.mark.parametrize(
    ("rank", "condition", "said", "expected"),
    [
        ("conditional", when("interdicted"), codes(keep=True), "ADELX"),
        ("conditional", when("interdicted", negated=True), codes(keep=True), "X"),
        ("conditional", when("interdicted"), codes("", act("E")), "E"),
        ("conditional", when("alone"), codes("", act("E")), ""),
        ("special", Condition(), codes("", act("E")), ""),
    ],
    ids=["keep", "condition fails", "foreseen", "not foreseen", "special"],
)
def test_conditional_orders_may_foresee_interdiction(
    rank: str, condition: Condition, said: Any, expected: str
) -> None:
    made = effective(
        sheet(
            "ann",
            move("VIRUS", "africa", codes=ALL_OF_THEM),
            standing(rank, ALL, said, condition=condition),
        ),
        passages=STOPPED,
    )
    assert doing(made, "africa") == expected


def test_what_is_taken_away_is_taken_from_weaker_orders_alone() -> None:
    line = move("VIRUS", "africa", codes=codes("", act("E"), act("X")))
    no_e = codes(without=("E",))
    assert doing(effective(sheet("ann", line, standing("general", ALL, no_e))), "africa") == "X"
    again = standing("special", ALL, codes("", act("E")))
    both = effective(sheet("ann", line, standing("general", ALL, no_e), again))
    assert doing(both, "africa") == "E"


def test_a_ship_that_stopped_obeys_its_line_no_longer_but_its_empire() -> None:
    line = move("VIRUS", "africa", codes=codes("F", act("X")))
    made = effective(sheet("ann", line), stopped={"africa": "no such line"})
    assert made.contact(made.draft.ships["africa"]) == "T" and doing(made, "africa") == ""
    general = standing("general", ALL, codes("F"))
    made = effective(sheet("ann", line, general), stopped={"africa": "no such line"})
    assert made.contact(made.draft.ships["africa"]) == "F"
    zap = move("VIRUS", "africa", codes=codes("", act("Z")))
    made = effective(sheet("ann", zap), stopped={"africa": "no such line"})
    assert made.contact(made.draft.ships["africa"]) == "T"


def test_a_ship_the_program_named_obeys_no_orders() -> None:
    line = move("VIRUS", "africa", codes=codes("", act("X")))
    made = effective(sheet("ann", line), ships=(ship("Africa", unnamed=True),))
    assert doing(made, "africa") == ""


@pytest.mark.parametrize(
    ("group", "names"),
    [
        (ALL, ["africa", "bull", "cow"]),
        (Group("armed"), ["africa"]),
        (Group("unarmed"), ["bull", "cow"]),
        (Group("class", name="Hauler"), ["bull", "cow"]),
        (Group("ship", ("cow",)), ["cow"]),
        (Group("all", at="ALGOL"), ["cow"]),
        (Group("all", but=("bull",)), ["africa", "cow"]),
        (Group("armies"), []),
    ],
)
def test_groups_of_ships(group: Group, names: list[str]) -> None:
    ships = (ship("Africa"), ship("Bull", "Hauler"), ship("Cow", "Hauler", at="ALGOL"))
    made = effective(sheet("ann", standing("general", group, codes("", act("X")))), ships=ships)
    assert [one.id for one, _doing in made.doing("X")] == sorted(
        names, key=lambda name: (made.draft.ships[name].at, name)
    )


def test_a_transfer_in_a_standing_line_orders_no_codes() -> None:
    line = standing("general", ALL, codes("F"))
    empty = replace(line, actions=(replace(line.actions[0], group=None),))
    made = effective(sheet("ann", empty))
    assert made.contact(made.draft.ships["africa"]) == "T"


def test_else_stands_where_the_condition_does_not_hold() -> None:
    line = standing(
        "conditional", ALL, codes("F"), condition=when("ships", number=3), otherwise=codes("U")
    )
    made = effective(sheet("ann", line))
    assert made.contact(made.draft.ships["africa"]) == "U"
    made = effective(sheet("ann", line), ships=(ship("A"), ship("B"), ship("C")))
    assert made.contact(made.draft.ships["a"]) == "F"


def test_a_deadlock_of_conditions_moves_nobody() -> None:
    """Two who assault if the other does: neither (the example of the conditional orders)."""
    orders = [
        sheet(
            one,
            standing(
                "conditional",
                ALL,
                codes("", act("A")),
                condition=when("assaulted", empire=other),
            ),
        )
        for one, other in (("ann", "bea"), ("bea", "ann"))
    ]
    made = effective(*orders, ships=(ship("Africa"), ship("Wasp", owner="bea")))
    assert made.doing("A") == []


def test_who_does_something_is_told_by_system_owner_and_name() -> None:
    ships = (
        ship("Zulu", at="ALGOL"),
        ship("Africa", at="TEDDY"),
        ship("Wasp", at="ALGOL", owner="bea"),
        ship("Aboard", at="", carrier="zulu"),
        ship("Gone", at="", retreat=Retreat("ALGOL", "VIRUS")),
        ship("Fled", at="ALGOL"),
        ship("Obeys", at="ALGOL"),
    )
    every = ("zulu", "africa", "aboard", "gone", "fled", "obeys", "=New", "wasp")
    made = effective(
        sheet("ann", move("VIRUS", *every, codes=codes("", act("X"), act("M")))),
        sheet("bea", move("ALGOL", "wasp", codes=codes("", act("Z")))),
        ships=(*ships, ship("Wasp", "Scout", "ALGOL", "bea")),
        fled=("fled",),
        aborted={"obeys": "told to"},
    )
    assert [one.name for one, _doing in made.doing("X")] == ["Zulu", "Wasp", "Africa"]
    assert [one.name for one, _doing in made.doing("E")] == []


def test_standing_activities_reach_ships_without_a_line_of_their_own() -> None:
    ships = (ship("Africa"), ship("Wasp", owner="bea", at="ALGOL"))
    line = standing("general", ALL, codes("", act("O")))
    assert len(effective(sheet("ann", line), ships=ships).doing("O")) == 1
    without = effective(sheet("cyd", line), ships=ships, players="abc")
    assert without.doing("O") == []


def test_the_first_line_of_a_ship_holds() -> None:
    made = effective(
        sheet(
            "ann",
            move("VIRUS", "africa", codes=codes("K")),
            move("VIRUS", "africa", codes=codes("H")),
        )
    )
    assert made.contact(made.draft.ships["africa"]) == "K"


@pytest.mark.parametrize(
    ("who", "what", "other", "expected"),
    [
        (["3 AA"], "armies", "", "T"),
        (["3 AA"], "colonies", "", "N"),
        (["2 SDU"], "armies", "bea", "T"),
        (["1 C"], "colonies", "", "T"),
        (["1 PCB"], "armies", "", "H"),
    ],
)
def test_a_line_for_units_on_a_planet(who: list[str], what: str, other: str, expected: str) -> None:
    made = effective(sheet("ann", move("VIRUS", *who, codes=codes("T"))))
    assert made.surface("ann", "VIRUS", what, other) == expected
    assert made.surface("ann", "ALGOL", what, other) == ("H" if what == "armies" else "N")


def test_a_line_for_units_that_says_nothing_of_contact() -> None:
    made = effective(sheet("ann", move("VIRUS", "3 AA", codes=codes("F to bea", act("L")))))
    assert made.surface("ann", "VIRUS", "armies") == "H"
    assert made.surface("ann", "VIRUS", "armies", "bea") == "F"


def test_standing_orders_for_armies_and_colonies() -> None:
    made = effective(
        sheet(
            "ann",
            standing("general", Group("armies"), codes("F to bea")),
            standing("general", Group("colonies", at="ALGOL"), codes("Q")),
            move("VIRUS", "3 AA", codes=codes("K")),
        )
    )
    assert made.surface("ann", "VIRUS", "armies", "bea") == "F"
    assert made.surface("ann", "VIRUS", "armies") == "K"
    assert made.surface("ann", "ALGOL", "colonies") == "Q"
    assert made.surface("ann", "VIRUS", "colonies") == "N"


def test_the_tug_of_a_ship() -> None:
    made = effective(
        sheet("ann", move("VIRUS", "africa", tow="bull"), replace(move("VIRUS"), tow="cow")),
        ships=(ship("Africa"), ship("Bull", "Hauler"), ship("Wasp", owner="bea")),
    )
    assert made.tug_of(made.draft.ships["bull"]) == "africa"
    assert made.tug_of(made.draft.ships["africa"]) == ""
    assert made.tug_of(made.draft.ships["wasp"]) == ""
    stray = replace(ship("Stray"), owner="nobody")
    assert made.tug_of(stray) == "" and made.contact(stray) == "T"


def test_conditions_in_a_field_of_tests_all_must_hold() -> None:
    both = Condition(((Asked("alone"), Asked("ships", number=2)), (Asked("ships", number=9),)))
    line = standing("conditional", ALL, codes("F"), condition=both)
    made = effective(sheet("ann", line), ships=(ship("Africa"), ship("Bull", "Hauler")))
    assert made.contact(made.draft.ships["africa"]) == "F"
    made = effective(sheet("ann", line), ships=(ship("Africa"),))
    assert made.contact(made.draft.ships["africa"]) == "T"
