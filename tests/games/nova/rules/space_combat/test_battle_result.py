"""Battles by hand: asked for, carried out, and told to each side in its own terms."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.context import PhaseContext, Unanswered
from pbm.engine.rulings import Ruling, answers
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules.contact.meeting import meet
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle, Group
from pbm.games.nova.state.state import ABOARD, GONE, Cargo, GateEnd, Passage, State
from pbm.kit.problems import Span
from tests.games.nova.builders import (
    STILL,
    contact,
    design,
    empire,
    gate_pair,
    ref,
    ship,
    sight,
    state,
    system,
    told,
    work,
)
from tests.games.nova.contact_lines import line, orders

WASP = ship("Wasp", at="TEDDY")
BEE = ship("Bee", at="TEDDY", owner="bea")
ANN = orders("ann", line("wasp", "H"))


def fought(
    text: str,
    *things: Any,
    ann: Orders = ANN,
    bea: Orders | None = None,
    options: dict[str, str] | None = None,
    **fields: Any,
) -> PhaseContext:
    """A battle at TEDDY with this result."""
    table = state(*(things or (WASP, BEE)), results={"battle TEDDY": text}, **fields)
    done = work(table, [ann] if bea is None else [ann, bea], options, phase="G")
    meet(done)
    return done


def report(done: PhaseContext, empire: str) -> dict[str, Any]:
    (event,) = told(done, "battle", empire)
    return dict(event.facts)


# --- asking ---


def question(table: State, *sheets: Orders) -> list[str]:
    done = work(table, sheets, phase="G")
    with pytest.raises(Unanswered) as stop:
        meet(done)
    return [f"{item.id}: {item.question}" for item in stop.value.items]


def test_the_game_master_is_asked_who_fights_with_what() -> None:
    retreating = replace(line("wasp", "H", "I"), retreat="B")
    battle = Battle(ref("BATTLE default: fire BL"), Group("all"), ())
    surface = Battle(ref("GROUND default: screen SDU"), Group("all"), (), ground=True)
    pod = ship("Pod", "Scout", at="", carrier="wasp", bay="LB1")
    (asked,) = question(state(WASP, BEE, pod), orders("ann", retreating, battle=(battle, surface)))
    assert asked.startswith(
        "battle-TEDDY: Ships fight at TEDDY: VIRUS against MINKY. "
        "VIRUS: Wasp (Frigate, H else H I retreat B), Pod (Scout, aboard Wasp) "
        "| BATTLE default: fire BL. MINKY: Bee (Frigate, T else H). "
    )
    assert "SHIP retreats to PLACE" in asked
    assert "militia" not in asked


def test_all_battles_of_a_turn_are_asked_for_at_once() -> None:
    more = (ship("Ant", at="ALGOL"), ship("Bug", at="ALGOL", owner="bea"))
    given = orders("ann", line("wasp", "H"), line("ant", "H"))
    asked = question(state(WASP, BEE, *more), given)
    assert [one.split(":")[0] for one in asked] == ["battle-ALGOL", "battle-TEDDY"]
    # How the result is written stands with the first.
    assert "SHIP retreats to PLACE" in asked[0]
    assert asked[1].endswith(". Give the result in clauses as for battle-ALGOL.")
    one_given = state(WASP, BEE, *more, results={"battle ALGOL": "rounds 1"})
    assert [one.split(":")[0] for one in question(one_given, given)] == ["battle-TEDDY"]


def test_ships_are_asked_for_by_name_each_with_those_aboard() -> None:
    """Whatever their ids are."""
    names = {"z1": "F1", "b2": "F2", "m3": "Mu"}
    ships = [replace(ship(name, at="TEDDY"), id=id) for id, name in names.items()]
    pod = replace(ship("Ant", "Scout", at="", carrier="b2", bay="LB1"), id="c4")
    table = state(BEE, *ships[::-1], pod)
    (asked,) = question(table, orders("ann", line("z1", "H")))
    places = [asked.index(name) for name in ("F1 (", "F2 (", "Ant (", "Mu (")]
    assert places == sorted(places)


def answer(item: str, words: str, number: int = 1) -> Ruling:
    span = Span("rulings", number, 1, 1, words)
    text = f"answer {item}: {words}"
    return Ruling(f"R{number}", "answer", item, "", words, "", "as rolled", text, (), span)


def answered(*rulings: Ruling) -> PhaseContext:
    done = work(state(WASP, BEE), [ANN], phase="G")
    done._answering = answers(rulings)
    return done


def test_an_answer_is_carried_out_and_told_to_nobody_as_such() -> None:
    done = answered(answer("battle-TEDDY", "Bee destroyed"))
    meet(done)
    assert list(done.state.ships) == ["wasp"]
    (ruling,) = told(done, "ruling")
    assert ruling.seen == {}


def test_an_answer_that_cannot_be_is_asked_for_again_with_its_faults() -> None:
    done = answered(answer("battle-TEDDY", "Bee loses 99 armour; Fly destroyed"))
    with pytest.raises(Unanswered) as stop:
        meet(done)
    (item,) = stop.value.items
    assert item.id == "battle-TEDDY-2"
    assert '"Bee loses 99 armour; Fly destroyed", cannot stand' in item.question
    assert "Bee cannot lose 99 points of armour. It has 2 to lose" in item.question
    assert 'There is no ship "Fly" at TEDDY' in item.question
    done = answered(
        answer("battle-TEDDY", "Fly destroyed"), answer("battle-TEDDY-2", "Bee destroyed", 2)
    )
    meet(done)
    assert list(done.state.ships) == ["wasp"]


def test_a_ruling_that_makes_no_sense_there_is_asked_for() -> None:
    done = work(state(WASP, BEE, results={"battle TEDDY": "nonsense"}), [ANN], phase="G")
    with pytest.raises(Unanswered) as stop:
        meet(done)
    assert stop.value.items[0].id == "battle-TEDDY"
    assert '"nonsense" is not understood' in stop.value.items[0].question


# --- carrying out ---


def test_damage_adds_up() -> None:
    worn = replace(WASP, damage=Damage(1, 2, {"JD1": 1}))
    done = fought("Wasp loses 1 armour, 1 structure, 1 JD1, DC", worn, BEE)
    assert done.state.ships["wasp"].damage == Damage(2, 3, {"JD1": 2, "DC1": 1})
    (own,) = report(done, "ann")["own"]
    assert (own["armour"], own["structure"], own["parts"]) == (1, 1, {"JD1": 1, "DC1": 1})


def test_cargo_lost_is_the_last_loaded_of_its_kind() -> None:
    ox = ship("Wasp", "Hauler", at="TEDDY", cargo=(("AA", 2), ("C", 1), ("AA", 1)))
    done = fought("Wasp loses 2 AA", ox, BEE, bea=orders("bea", line("bee", "H")))
    assert done.state.ships["wasp"].cargo == (Cargo("AA", "ann", 1), Cargo("C", "ann", 1))
    assert report(done, "ann")["own"][0]["cargo"] == {"AA": 2}


def test_destroyed_ships_take_down_what_is_aboard() -> None:
    pod = ship("Pod", "Scout", at="", owner="bea", carrier="bee", bay="LB1")
    jet = ship("Jet", "Scout", at="", owner="bea", carrier="bee", bay="LB2")
    end = GateEnd("r", "Ring-A", "bea", "s", "", ABOARD, carrier="bee")
    other = GateEnd("s", "Ring-B", "bea", "r", "", ABOARD, carrier="wasp")
    done = fought(
        "Bee destroyed; Jet captured by VIRUS",
        WASP,
        BEE,
        pod,
        jet,
        end,
        other,
        aborted={"bee": "x"},
    )
    assert sorted(done.state.ships) == ["jet", "wasp"]
    assert done.state.ships["jet"].owner == "ann"
    assert done.state.ships["jet"].carrier == ""
    assert done.state.ships["jet"].at == "TEDDY"
    assert done.state.gates["r"].place == GONE
    assert done.state.gates["s"].place == ABOARD
    assert "bee" not in done.state.aborted


def test_captured_ships_go_over_with_their_missiles_and_what_is_aboard() -> None:
    bee = replace(BEE, missiles=("Dart",))
    pod = ship("Pod", "Scout", at="", owner="bea", carrier="bee", bay="LB1")
    mine = ship("Bee", at="VIRUS", id="mine")
    done = fought("Bee captured by VIRUS", WASP, bee, pod, mine)
    taken = done.state.ships["bee"]
    assert (taken.owner, taken.name, taken.missiles, taken.given) == (
        "ann",
        "Bee-2",
        ("Dart",),
        True,
    )
    assert done.state.ships["pod"].owner == "ann"
    assert done.state.ships["pod"].carrier == "bee"
    facts = [dict(event.facts) for event in told(done, "ship_captured", "ann")]
    assert [one["ship"] for one in facts] == ["Bee-2", "Pod"]
    assert facts[0]["was_called"] == "Bee"
    assert report(done, "ann")["against"][0]["captured"] == 1
    assert report(done, "bea")["report"] == "silent"


@pytest.mark.parametrize(
    ("option", "left", "lost"),
    [
        ("lost", [("IC", "ann", 1), ("AA", "ann", 1)], {"AA": 2, "SDU": 1, "C": 1}),
        (
            "stays",
            [
                ("IC", "ann", 1),
                ("AA", "bea", 2),
                ("SDU", "bea", 1),
                ("C", "cat", 1),
                ("AA", "ann", 1),
            ],
            {},
        ),
    ],
)
def test_what_never_becomes_anothers_is_lost_in_a_captured_ship(
    option: str, left: list[Any], lost: dict[str, int]
) -> None:
    """Ambiguity: NV A-CARGO-CAPT. Own units on an enemy's ship are freed."""
    cargo = [("IC", "bea", 1), ("AA", "bea", 2), ("SDU", "bea", 1), ("C", "cat", 1)]
    bee = replace(BEE, cargo=tuple(Cargo(*one) for one in [*cargo, ("AA", "ann", 1)]))
    done = fought("Bee captured by VIRUS", WASP, bee, options={"captured_cargo": option})
    assert done.state.ships["bee"].cargo == tuple(Cargo(*one) for one in left)
    assert told(done, "ship_captured", "ann")[0].facts["lost"] == lost


def test_a_ship_taken_from_its_carrier_is_in_space() -> None:
    pod = ship("Pod", "Scout", at="", owner="bea", carrier="bee", bay="LB1")
    taken = fought("Pod captured by VIRUS", WASP, BEE, pod).state.ships["pod"]
    assert (taken.owner, taken.carrier, taken.bay, taken.at) == ("ann", "", "", "TEDDY")


def test_retreats_by_letter_neighbour_known_way_or_order() -> None:
    going = done = fought("Bee retreats to r").state.ships["bee"]
    assert going.retreat is not None
    assert (going.at, going.retreat.start, going.retreat.to) == ("", "TEDDY", "R")
    going = fought("Bee retreats to shoot").state.ships["bee"]
    assert going.retreat is not None
    assert (going.retreat.to, going.retreat.route) == ("SHOOT", ("A",))
    knows = empire(
        "bea",
        sights={
            "TEDDY": sight("TEDDY", lines={"A": "SHOOT"}),
            "SHOOT": sight("SHOOT", lines={"X": "MINKY"}),
        },
    )
    done = fought("Bee retreats to MINKY", WASP, BEE, knows)
    retreat = done.state.ships["bee"].retreat
    assert retreat is not None
    assert (retreat.to, retreat.route) == ("MINKY", ("A", "X"))
    assert done.state.fled == ("bee",)
    done = fought("Bee retreats", bea=orders("bea", replace(line("bee", "N"), retreat="E")))
    retreat = done.state.ships["bee"].retreat
    assert retreat is not None
    assert retreat.to == "E"
    assert report(done, "bea")["own"][0]["fate"] == "retreats"
    assert report(done, "bea")["own"][0]["to"] == "E"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Bee retreats to MAVIS; Bee loses JD1", "It has no jump drive left"),
        ("Bee retreats to MINKY", "No line that its empire knows leads there"),
    ],
)
def test_retreats_that_cannot_be(text: str, fault: str) -> None:
    done = work(state(WASP, BEE, results={"battle TEDDY": text}), [ANN], phase="G")
    with pytest.raises(Unanswered) as stop:
        meet(done)
    assert fault in stop.value.items[0].question


def test_from_a_system_without_lines_nobody_retreats() -> None:
    island = replace(system("TEDDY"), lines={})
    table = state(WASP, BEE, island, results={"battle TEDDY": "Bee retreats"})
    done = work(table, [ANN], phase="G")
    with pytest.raises(Unanswered) as stop:
        meet(done)
    assert "Bee cannot retreat. No line" in stop.value.items[0].question


def test_ends_of_gates_are_destroyed_and_their_owner_hears_of_it() -> None:
    done = fought("Ring-A destroyed", WASP, BEE, *gate_pair("Ring", "TEDDY", "VIRUS", "bea"))
    assert done.state.gates["ring-a"].place == GONE
    assert told(done, "gate_destroyed", "bea")[0].facts == {"gate": "Ring-A", "system": "TEDDY"}
    nobodys = [replace(one, owner="") for one in gate_pair("Ring", "TEDDY", "VIRUS")]
    done = fought("Ring-A destroyed", WASP, BEE, *nobodys)
    assert not told(done, "gate_destroyed")


# --- what each side knows ---


def test_who_stays_among_wrecks_learns_a_number() -> None:
    done = fought("rounds 3; Bee destroyed")
    known = done.state.empires["ann"].contacts["bea"]
    assert (known.kind, known.number) == ("minor", 1)
    assert done.state.empires["bea"].contacts == {}
    (event,) = told(done, "minor_contact")
    assert event.seen == {"ann": ("*",)}
    assert (event.facts["who"], event.facts["new"]) == ("#1", True)
    facts = report(done, "ann")
    assert facts["outcome"] == "won"
    assert facts["rounds"] == 3
    assert facts["against"] == [
        {"who": "#1", "ships": 1, "destroyed": 1, "captured": 0, "retreats": 0, **STILL}
    ]


def test_a_known_empire_is_named_to_the_examiner_only() -> None:
    knows = empire("ann", contacts={"bea": contact("normal", "B")})
    done = fought("Bee destroyed", WASP, BEE, knows)
    assert done.state.empires["ann"].contacts["bea"].kind == "normal"
    assert told(done, "minor_contact")[0].facts["who"] == "B"
    assert told(done, "minor_contact")[0].facts["new"] is False
    unnamed = fought("Bee retreats", WASP, BEE, knows)
    assert report(unnamed, "ann")["against"][0]["who"] == "alien"
    assert not told(unnamed, "minor_contact")


def test_who_leaves_examines_nothing() -> None:
    moth = ship("Moth", at="TEDDY", owner="bea")
    done = fought("Bee destroyed; Wasp retreats", WASP, BEE, moth)
    assert done.state.empires["ann"].contacts == {}
    assert report(done, "ann")["outcome"] == "lost"
    assert report(done, "bea")["outcome"] == "won"


def test_the_master_may_give_contact_where_the_rule_does_not() -> None:
    done = fought("Bee retreats; VIRUS knows MINKY; Wasp loses 1 armour")
    assert done.state.empires["ann"].contacts["bea"].number == 1
    assert report(done, "ann")["against"][0]["who"] == "#1"


def test_all_contact_lost_tells_neither_the_course_nor_an_unseen_place() -> None:
    came = {"bee": Passage("SHOOT", "TEDDY", ("K",), "A")}
    done = fought("rounds 3; Bee destroyed", passages=came)
    assert report(done, "bea") == {
        "report": "silent",
        "system": "",
        "own": [{"ship": "Bee", "klass": "Frigate", "start": "SHOOT", "letters": ["K"]}],
    }
    knew = {"bee": replace(came["bee"], planned="TEDDY")}
    assert report(fought("Bee destroyed", passages=knew), "bea")["system"] == "TEDDY"
    assert report(fought("Bee destroyed"), "bea")["system"] == "TEDDY"


def test_of_ships_stopped_on_their_way_contact_is_lost_at_their_destination() -> None:
    """The owner must not learn where: nor by how many letters the ship went."""
    stopped = Passage("MINKY", "TEDDY", ("C", "K"), "A", planned="MAVIS", interdicted=True)
    guard = ship("Moth", at="TEDDY", owner="bea")
    pod = ship("Pod", "Scout", at="", owner="bea", carrier="bee", bay="LB1")
    knew = empire("bea", sights={"TEDDY": sight("TEDDY")})
    done = fought(
        "Bee destroyed; Moth destroyed", WASP, BEE, guard, pod, knew, passages={"bee": stopped}
    )
    lost = {event.facts["system"]: event.facts["own"] for event in told(done, "battle", "bea")}
    one = {"klass": "Frigate", "start": "MINKY", "letters": ["C"]}
    assert lost == {
        "MAVIS": [{"ship": "Bee", **one}, {"ship": "Pod", **one, "klass": "Scout"}],
        "TEDDY": [{"ship": "Moth", "klass": "Frigate", "start": "", "letters": []}],
    }


def test_reports_that_come_though_all_are_dead() -> None:
    done = fought("rounds 2; Bee destroyed; MINKY reports")
    assert report(done, "bea")["against"][0]["ships"] == 1
    assert report(done, "bea")["own"][0]["fate"] == "destroyed"
    pod = ship("Pod", "Scout", at="", carrier="wasp", bay="LB1")
    done = fought("rounds 2; Bee destroyed; MINKY garbled", WASP, BEE, pod)
    facts = report(done, "bea")
    assert facts["report"] == "garbled"
    assert facts["aliens"] == 1  # what is aboard was not seen
    assert facts["system"] == "TEDDY"
    assert "against" not in facts


def test_enemies_nobody_can_tell_apart_are_one() -> None:
    fly = ship("Fly", at="TEDDY", owner="cyd")
    done = fought("rounds 1; Fly retreats", WASP, BEE, fly, players="abc")
    assert report(done, "ann")["against"] == [
        {"who": "alien", "ships": 2, "destroyed": 0, "captured": 0, "retreats": 1, **STILL}
    ]
    assert report(done, "ann")["outcome"] == ""


def test_no_side_reads_of_another_by_id_or_name() -> None:
    fly = ship("Fly", at="TEDDY", owner="cyd")
    done = fought("rounds 1; Bee destroyed; Fly retreats", WASP, BEE, fly, players="abc")
    names = {"ann": ("wasp", "VIRUS"), "bea": ("bee", "MINKY"), "cyd": ("fly", "PAGAN")}
    for event in done.events:
        (viewer,) = event.seen
        for other in names:
            if other != viewer:
                words = repr(event.facts).casefold()
                assert not any(word.casefold() in words for word in (other, *names[other]))


# --- for conditions ---


def test_what_conditions_of_later_phases_find() -> None:
    moth = ship("Moth", at="TEDDY", owner="bea")
    done = fought("rounds 4; won by MINKY; Bee destroyed", WASP, BEE, moth)
    given = done.state.given
    assert given[key("won", "bea", "", "TEDDY")] == 1
    assert given[key("lost", "ann", "", "TEDDY")] == 1
    assert given[key("losses", "bea", "", "TEDDY")] == 50
    assert given[key("losses", "ann", "", "TEDDY")] == 0
    assert given[key("round", "ann", "", "TEDDY")] == 4
    undecided = fought("rounds 1")
    assert key("won", "ann", "", "TEDDY") not in undecided.state.given
    assert report(undecided, "ann")["outcome"] == ""
    nobody = fought("Wasp destroyed; Bee destroyed")
    assert key("won", "ann", "", "TEDDY") not in nobody.state.given
    assert key("lost", "ann", "", "TEDDY") not in nobody.state.given


def test_who_lost_to_one_and_stood_against_another_has_not_won() -> None:
    fly = ship("Fly", at="TEDDY", owner="cyd")
    cyd = orders("cyd", line("fly", "H"))
    table = state(
        WASP,
        BEE,
        fly,
        players="abc",
        results={"battle TEDDY": "Bee retreats; Wasp loses 1 armour"},
    )
    done = work(table, [orders("ann", line("wasp", "H to bea, H")), cyd], phase="G")
    meet(done)
    assert report(done, "bea")["outcome"] == "lost"
    assert report(done, "ann")["outcome"] == ""


# --- no ship in two places ---


FATES = ("", "destroyed", "captured by", "retreats", "loses 1 structure")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(FATES), min_size=10, max_size=10))
def test_every_ship_is_in_one_place_or_gone(fates: list[str]) -> None:
    ships = [ship(f"A{n}", at="TEDDY") for n in range(4)]
    ships += [ship(f"B{n}", at="TEDDY", owner="bea") for n in range(4)]
    ships += [ship(f"P{n}", "Scout", at="", carrier=f"a{n}", bay="LB1") for n in range(2)]
    clauses = ["rounds 1"]
    for one, fate in zip(ships, fates, strict=True):
        if fate and not (fate == "retreats" and one.carrier):
            enemy = "MINKY" if one.owner == "ann" else "VIRUS"
            clauses.append(f"{one.name} {fate}{' ' + enemy if fate.endswith('by') else ''}")
    text = "; ".join(clauses)
    done = fought(text, *ships, ann=orders("ann", line("a0 a1 a2 a3", "H")))
    assert len(ships) - len(done.state.ships) >= text.count("destroyed")
    for left in done.state.ships.values():
        assert [bool(left.at), bool(left.carrier), left.retreat is not None].count(True) == 1
        assert not left.carrier or left.carrier in done.state.ships
        assert not left.carrier or done.state.ships[left.carrier].owner == left.owner
        assert left.owner in ("ann", "bea")


def test_a_design_without_jump_drive_does_not_retreat_unasked() -> None:
    """Without a place the ship goes by its orders; one that cannot go at all is refused."""
    slow = design("Slow", Component("BL", 1, 10), Component("JD", 0, 0), empire="bea")
    bee = ship("Bee", "Slow", at="TEDDY", owner="bea")
    table = state(WASP, bee, designs={"bea/Slow": slow}, results={"battle TEDDY": "Bee retreats"})
    done = work(table, [ANN], phase="G")
    with pytest.raises(Unanswered) as stop:
        meet(done)
    assert "no jump drive left" in stop.value.items[0].question
