"""The language of a battle's result, and what it is checked against."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.field_parsers import RefusedValue
from pbm.games.nova.rules.results.result_language import FORMS, Clause, read_result
from pbm.games.nova.rules.results.result_meaning import understood
from pbm.games.nova.rules.results.result_records import BattleSetting, Result
from pbm.games.nova.rules.results.result_words import plausible
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.state import State
from tests.games.nova.builders import gate_pair, ship, state


def clause(text: str) -> Clause:
    (found,), faults = read_result(text)
    assert not faults
    return found


def test_every_form_is_understood() -> None:
    for word, form in FORMS.items():
        assert clause(form).word == word


def test_clauses_stand_between_semicolons_and_quotes_hold_names() -> None:
    found, faults = read_result('rounds 2;; "Old; Moth" destroyed ; VIRUS loses 2 AA, SDU;')
    assert not faults
    assert [one.word for one in found] == ["rounds", "destroyed", "loses"]
    assert found[0].number == 2
    assert found[1].subject == ("Old; Moth",)
    assert found[2].losses == ((2, "AA"), (0, "SDU"))


def test_words_in_any_case_and_names_that_begin_like_words() -> None:
    assert clause("Tom RETREATS To Toledo") == Clause(
        "retreats", "Tom RETREATS To Toledo", ("Tom",), 0, ("Toledo",)
    )
    assert clause("VIRUS Byrd captured by MINKY").subject == ("VIRUS", "Byrd")
    assert clause("won by VIRUS, MINKY").names == ("VIRUS", "MINKY")
    assert clause("Fly retreats").names == ()


@pytest.mark.parametrize(
    ("text", "reason", "remedy"),
    [
        ("Wasp loses", "too early", "SHIP loses"),
        ("Wasp captured by", "too early", "SHIP captured by EMPIRE"),
        ("Wasp explodes", "too early", "rounds 3 | won by"),
        ("rounds many", '"many"', "rounds 3"),
        ("militia 4 5", '"5"', "militia 4"),
        ("Wasp loses 3 %", '"%"', "SHIP loses"),
    ],
)
def test_a_clause_that_is_not_understood_says_where(text: str, reason: str, remedy: str) -> None:
    found, (fault,) = read_result(f"rounds 1; {text}")
    assert [one.word for one in found] == ["rounds"]
    assert text in fault.fault
    assert reason in fault.reason
    assert remedy in fault.remedy


def test_nothing_said_is_a_fault() -> None:
    assert read_result(" ; ")[1][0].fault == "The result says nothing about the battle"


# --- what it means ---


WORLD = state(
    ship("Wasp", at="TEDDY", cargo=(("AA", 2),)),
    ship("Bee", at="TEDDY", owner="bea"),
    ship("Moth", at="TEDDY"),
    ship("Moth", at="TEDDY", owner="bea", id="moth2"),
    ship("Pod", at="", carrier="wasp", bay="LB1"),
    ship("Far", at="VIRUS"),
    *gate_pair("Ring", "TEDDY", "VIRUS"),
    players="abc",
)
SPACE = BattleSetting("TEDDY", ("ann", "bea"), ("wasp", "bee", "moth", "moth2", "pod"), ("ring-a",))
GROUND = BattleSetting(
    "MINKY",
    ("ann", "bea"),
    ("wasp",),
    (),
    {"ann": {"AA": 3}, "bea": {"SDU": 2, "RA": 1}},
    10,
    "bea",
    ground=True,
)


def meant(text: str, place: BattleSetting = SPACE, world: State = WORLD) -> Result:
    clauses, faults = read_result(text)
    assert not faults
    result, faults = understood(world, place, clauses)
    assert not faults, [one.why for one in faults]
    return result


def wrong(text: str, place: BattleSetting = SPACE, world: State = WORLD) -> RefusedValue:
    clauses, faults = read_result(text)
    assert not faults
    (fault,) = understood(world, place, clauses)[1]
    return fault


def test_a_space_battle() -> None:
    result = meant(
        "rounds 4; won by VIRUS; Wasp loses 1 armour, 2 structure, BL1, 1 JD1, AA, 1 ar, SD;"
        "Bee destroyed; VIRUS Moth retreats to SHOOT; MINKY Moth captured by VIRUS;"
        "Ring-A destroyed; VIRUS reports; MINKY ACL; VIRUS knows MINKY"
    )
    assert result.rounds == 4
    assert result.won == ("ann",)
    assert result.damage == {"wasp": Damage(2, 3, {"BL1": 1, "JD1": 1})}
    assert result.cargo == {"wasp": {"AA": 1}}
    assert result.destroyed == ["bee"]
    assert result.retreats == {"moth": "SHOOT"}
    assert result.captured == {"moth2": "ann"}
    assert result.gates == ["ring-a"]
    assert result.reports == {"ann": "full", "bea": "silent"}
    assert result.knows == [("ann", "bea")]


def test_several_of_a_kind_and_whole_drives() -> None:
    assert meant("Wasp loses 1 BL, JD1, 2 IE1").damage["wasp"].parts == {
        "BL1": 1,
        "JD1": 3,
        "IE1": 2,
    }
    assert meant("Wasp loses BL").damage["wasp"].parts == {"BL1": 1}


def test_empires_go_by_id_or_name() -> None:
    assert meant("bea garbled; BEA knows virus; Bee destroyed; MINKY Moth destroyed").reports == {
        "bea": "garbled"
    }


def _worn(**lost: Any) -> State:
    ships = {**WORLD.ships, "wasp": replace(WORLD.ships["wasp"], damage=Damage(**lost))}
    return replace(WORLD, ships=ships)


def test_no_more_damage_than_there_is() -> None:
    """A Frigate: SSZ and armour of the design; what it lost before counts."""
    known = figures(WORLD.designs["ann/Frigate"])
    assert meant(f"Wasp loses {known.ta} armour").damage["wasp"].armour == known.ta
    assert f"It has {known.ta} to lose" in wrong(f"Wasp loses {known.ta + 1} armour").reason
    assert f"It has {known.ta - 1} to lose" in (
        wrong(f"Wasp loses {known.ta} armour", world=_worn(armour=1)).reason
    )
    most = known.ssz - 1
    assert meant(f"Wasp loses {most} structure").damage["wasp"].structure == most
    assert "destroyed" in wrong(f"Wasp loses {known.ssz} structure").reason
    assert wrong("Wasp loses 1 structure", world=_worn(structure=most)).fault
    assert meant("Wasp loses 3 JD1").damage["wasp"].parts == {"JD1": 3}
    assert wrong("Wasp loses 4 JD1").fault == "Wasp cannot lose 4 levels of JD1"
    assert wrong("Wasp loses JD1", world=_worn(parts={"JD1": 3})).fault
    assert wrong("Wasp loses BL1", world=_worn(parts={"BL1": 1})).fault
    assert wrong("Wasp loses BL", world=_worn(parts={"BL1": 1})).fault
    assert wrong("Wasp loses BL1, BL1").fault == "Wasp cannot lose 1 working BL1"
    assert wrong("Wasp loses 2 BL").fault == "Wasp cannot lose 2 working BL"
    assert wrong("Wasp loses 2 BL1").remedy == "Write 2 BL"
    assert wrong("Wasp loses 3 AA").fault == "Wasp cannot lose 3 AA aboard"
    assert wrong("Wasp loses PL1").fault == "Wasp has no PL1"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("rounds 0", "at least one round"),
        ("won by PAGAN", "PAGAN takes no part"),
        ("won by NOBODY", 'no empire "NOBODY"'),
        ("Far destroyed", 'no ship "Far" at TEDDY'),
        ("VIRUS Bee destroyed", 'no ship "VIRUS Bee"'),
        ("Moth destroyed", "could be either of two ships"),
        ("Bee destroyed; Bee retreats", "Two outcomes"),
        ("Ring-A destroyed; Ring-A destroyed", 'no ship "Ring-A"'),
        ("Ring-B destroyed", 'no ship "Ring-B"'),
        ("Bee captured by MINKY", "belongs to MINKY already"),
        ("Pod retreats", "aboard another ship"),
        ("MINKY loses 2 AA", "does not belong in space combat"),
        ("militia 3", "does not belong in space combat"),
        ("control VIRUS", "does not belong in space combat"),
        ("suppressed", "does not belong in space combat"),
        ("Wasp lifts 1 AA", "does not belong in space combat"),
        ("VIRUS Wasp reports", "said of an empire"),
        ("VIRUS knows VIRUS", "no contact with itself"),
        ("MINKY ACL", "without a full report"),
        ("MINKY garbled", "without a full report"),
    ],
)
def test_what_cannot_be_in_space(text: str, fault: str) -> None:
    assert fault in wrong(text).fault


def test_ends_of_gates_go_by_their_empire_too_and_ships_come_first() -> None:
    """Two empires have an end of one name there, and a ship may be called like a gate."""
    more = gate_pair("Ring", "TEDDY", "MINKY", "bea")
    twin = replace(more[0], id="twin")
    world = replace(WORLD, gates={**WORLD.gates, "twin": twin})
    place = replace(SPACE, gates=("ring-a", "twin"))
    assert meant("MINKY Ring-A destroyed", place, world).gates == ["twin"]
    assert meant("Ring-A destroyed; Ring-A destroyed", place, world).gates == ["ring-a", "twin"]
    bee = {**WORLD.ships, "bee": replace(WORLD.ships["bee"], name="Ring-A")}
    assert meant("Ring-A destroyed", world=replace(WORLD, ships=bee)).destroyed == ["bee"]


def test_no_ship_at_all_has_nothing_to_be_named() -> None:
    assert wrong("Bee destroyed", BattleSetting("SHOOT", ("ann", "bea"))).remedy == ""


def before(text: str) -> list[str]:
    clauses, faults = read_result(text)
    assert not faults
    return [one.fault for one in plausible(WORLD.empires, clauses)]


def test_before_the_turn_only_empires_and_words_are_looked_at() -> None:
    """A ship may be built and another refitted before they fight."""
    assert before("Newborn destroyed; Wasp loses 99 armour, PL7, SM1, 3 AA, 2 sd; PAGAN ACL") == []
    assert before("VIRUS loses 99 AA; militia 99; control PAGAN; rounds 9; suppressed") == []
    assert before("Fly retreats to NOWHERE; Ox lifts 2 RA; VIRUS knows MINKY") == []
    assert (
        before("BUGS Wasp destroyed; Wasp captured by BUGS; won by BUGS; BUGS reports")
        == ['There is no empire "BUGS"'] * 4
    )
    assert before("BUGS knows VIRUS; rounds 0; Wasp loses QQ3") == [
        'There is no empire "BUGS"',
        "A battle lasts at least one round",
        '"QQ3" is not a part of a ship',
    ]
    assert before("VIRUS loses 1 PCB; Ox lifts 2 C") == [
        '"PCB" does not fight on a planet',
        '"C" does not fight on a planet',
    ]


# --- on the ground ---


def test_a_surface_combat() -> None:
    result = meant(
        "rounds 3; VIRUS loses 1 AA; MINKY loses 2 SDU, RA; militia 0; control VIRUS; suppressed;"
        "Wasp lifts 1 AA",
        GROUND,
    )
    assert result.units == {"ann": {"AA": 1}, "bea": {"SDU": 2, "RA": 1}}
    assert result.lifts == {"wasp": {"AA": 1}}
    assert (result.militia, result.control, result.suppressed) == (0, "ann", True)
    assert meant("rounds 1; control MINKY", GROUND).control == "bea"
    assert meant("militia 10", GROUND).militia == 10


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("rounds 4", "cannot last 4 rounds"),
        ("Wasp destroyed", "does not belong in surface combat"),
        ("Wasp captured by MINKY", "does not belong in surface combat"),
        ("Wasp retreats", "does not belong in surface combat"),
        ("VIRUS reports", "does not belong in surface combat"),
        ("VIRUS loses 4 AA", "VIRUS cannot lose 4 AA"),
        ("VIRUS loses 2 AA, 2 AA", "VIRUS cannot lose 4 AA"),
        ("VIRUS loses 1 PCB", '"PCB" does not fight'),
        ("militia 11", "11 militia cannot be left"),
        ("Wasp lifts 4 AA", "fewer AA than"),
        ("Wasp lifts 2 AA; VIRUS loses 2 AA", "fewer AA than"),
        ("Wasp lifts 1 PCB", '"PCB" does not fight'),
        ("control VIRUS", "cannot have taken"),
        ("control VIRUS; militia 0; MINKY loses 2 SDU", "cannot have taken"),
        ("control VIRUS; militia 1; MINKY loses 2 SDU, RA", "cannot have taken"),
        ("control VIRUS; militia 0; MINKY loses 2 SDU, RA; VIRUS loses 3 AA", "no army left"),
    ],
)
def test_what_cannot_be_on_the_ground(text: str, fault: str) -> None:
    assert fault in wrong(text, GROUND).fault


def test_who_still_defends_is_said() -> None:
    fault = wrong("control VIRUS; MINKY loses 1 SDU", GROUND)
    assert fault.reason == "Its defenders still have 1 SDU, 1 RA, 10 militia"
