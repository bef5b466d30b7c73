"""The story of a turn and its first lines, as one empire reads them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, OrderRef, only
from pbm.engine.game import Post
from pbm.engine.story import Undone
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.story import PHASES, phase_title, tell
from pbm.games.nova.report.summary import summary
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.rules.phases import _SEQUENCE
from tests.games.nova.builders import DEFAULTS, SEATS, contact, empire, ref, state, work

LOST = {"ship": "Phantom", "klass": "Scout", "start": "VIRUS", "letters": ["X"]}


def played(**fields: Any) -> PhaseContext:
    return work(state(empire("ann", contacts={"bea": contact(label="B")}, **fields)), phase="G")


def tell_to(made: PhaseContext, kind: str, player: str = "ann", **facts: Any) -> None:
    made.emit(kind, player, str(len(made.events)), rule="NV X", seen=only(player), **facts)


def first_lines(
    made: PhaseContext, player: str = "ann", post: Post = (), **changed: Any
) -> tuple[str, ...]:
    view = replace(build_view(made.state, player, SEATS, DEFAULTS), **changed)
    return summary(made.events, view, player, (), post)


def test_phases_are_called_as_the_sequence_calls_them() -> None:
    titles: dict[str, str] = {}
    for key, title, _rule, _steps in _SEQUENCE:  # a phase may have several steps
        titles.setdefault(key, title)
    assert titles.items() <= PHASES.items()


@pytest.mark.parametrize(
    ("phase", "title"), [("F", "F Movement"), ("setup", "Pregame"), ("mail", "mail")]
)
def test_a_phase_has_a_title(phase: str, title: str) -> None:
    assert phase_title(phase) == title


def test_the_story_tells_a_player_his_own_events_alone() -> None:
    made = played()
    tell_to(made, "crew_lost", ship="Bee", system="TEDDY")
    tell_to(made, "crew_lost", "bea", ship="Fly", system="TEDDY")
    view = build_view(made.state, "ann", SEATS, DEFAULTS)
    (section,) = tell(made.events, view, "ann")
    assert section.title == "G Contact and space combat"
    (item,) = section.items
    assert (item.ships, item.important, item.own) == (["Bee"], True, False)
    assert isinstance(item, Item)
    assert item.sitrep == "* TEDDY - Bee derelict"
    assert not item.mcr


def test_what_a_missed_turn_repeats_has_no_line() -> None:
    made = played()
    for number in (0, 3):
        made.emit("failed", "ann", str(number), rule="NV X", seen=only("ann"), code="",
                  written="Bee", why="it is far away", order=ref(line=number))  # fmt: skip
    view = build_view(made.state, "ann", SEATS, DEFAULTS)
    (section,) = tell(made.events, view, "ann")
    assert [(bool(item.order), item.own) for item in section.items] == [
        (False, False),
        (True, True),
    ]
    said = [line for line in summary(made.events, view, "ann", (), ()) if "not carried out" in line]
    assert said == ["Line 3 of your sheet was not carried out as written; the reasons are below."]
    (first, *_rest) = made.events
    assert not any("not carried out" in line for line in summary([first], view, "ann", (), ()))


@pytest.mark.parametrize(
    ("written", "code", "undone"),
    [
        ("Bee", "NT", Undone(what='"Bee"', why="it is far away (NT, not there)")),
        ("MOVE BEE", "", Undone(why="it is far away")),
    ],
)
def test_an_order_not_carried_out_names_its_words_and_the_reason(
    written: str, code: str, undone: Undone
) -> None:
    made = played()
    made.emit("failed", "ann", rule="NV X", seen=only("ann"), code=code, written=written,
              why="it is far away.", order=OrderRef("ann", "3", 9, "move Bee"))  # fmt: skip
    view = build_view(made.state, "ann", SEATS, DEFAULTS)
    assert tell(made.events, view, "ann")[0].items[0].undone == undone


def test_money_and_order_stand_with_their_item() -> None:
    made = played()
    made.emit("money_sent", "ann", rule="NV ECO-46", seen=only("ann"), order=ref(), amount=40,
              to="B", changes=(Change("empire/ann/treasury", 100, 60),
                               Change("empire/ann/debt", 0, 5)))  # fmt: skip
    item = tell(made.events, build_view(made.state, "ann", SEATS, DEFAULTS), "ann")[0].items[0]
    assert isinstance(item, Item)
    assert (item.mcr, item.own, item.important) == (-40, True, False)
    assert item.order is not None
    assert item.order.line == 1
    assert not item.sitrep


def test_a_new_contact_is_important_and_a_battle_names_its_ships() -> None:
    made = played()
    met: dict[str, Any] = {"system": "TEDDY", "contact": "friendly", "goes_on": False, "who": "B",
           "was_number": 0, "ships": 1, "jumped_in": 0}  # fmt: skip
    tell_to(made, "met", **met, new_contact=True)
    tell_to(made, "met", **met, new_contact=False)
    tell_to(made, "battle", report="silent", system="", own=[LOST])
    tell_to(made, "aborted", system="TEDDY", ships=["Bee", "Wasp"], activities=["X"])
    items = tell(made.events, build_view(made.state, "ann", SEATS, DEFAULTS), "ann")[0].items
    assert [one.important for one in items] == [True, False, True, False]
    assert [one.ships for one in items] == [[], [], ["Phantom"], ["Bee", "Wasp"]]


# --- the first lines --------------------------------------------------------------------------


def test_nothing_to_tell() -> None:
    assert first_lines(played()) == ("Nothing happened that you need to know.",)


def test_losses_come_before_gains() -> None:
    made = played()
    tell_to(made, "established", system="MAVIS", what="C", number=2, status="SETTLEMENT", gain=20)
    tell_to(made, "established", system="MAVIS", what="C", number=1, status="SETTLEMENT", gain=30)
    tell_to(made, "explored", system="TEDDY", new=True)
    tell_to(made, "explored", system="ALGOL", new=False)
    tell_to(made, "system_captured", system="SHOOT")
    tell_to(made, "derelict_taken", ship="Hulk", system="SHOOT")
    tell_to(made, "battle", report="silent", system="", own=[LOST])
    tell_to(made, "battle", report="full", system="SHOOT", outcome="lost",
            own=[{"ship": "Bee", "fate": "destroyed"}, {"ship": "Wasp", "fate": ""},
                 {"ship": "Tug", "fate": "captured"}],
            against=[{"who": "alien", "ships": 2, "destroyed": 2, "captured": 0,
                      "retreats": 0}])  # fmt: skip
    tell_to(made, "crew_lost", ship="Gnat", system="SHOOT")
    tell_to(made, "system_lost", system="ALGOL")
    tell_to(made, "gate_lost", gate="Ring-A", system="ALGOL")
    assert first_lines(made) == (
        "You lost the battle at SHOOT.",
        "You lost Phantom, Bee, Tug, Gnat, ALGOL and Ring-A.",
        "You destroyed 2 alien ships.",
        "You took Hulk.",
        "You took SHOOT.",
        "Established: 3 colonies at MAVIS.",
        "Explored: TEDDY.",
    )


def test_each_battle_says_who_won() -> None:
    made = played()
    for place, outcome in (("A", "won"), ("B", ""), ("C", "won"), ("D", "lost")):
        tell_to(made, "battle", report="full", system=place, outcome=outcome, own=[], against=[])
    tell_to(made, "battle", report="garbled", system="E", own=[], aliens=1)
    assert first_lines(made) == (
        "You won the battles at A and C.",
        "You lost the battle at D.",
        "Nobody won at B.",
        "A garbled report came of a fight at E.",
    )


def test_armies_that_fight_on_are_told_apart() -> None:
    made = played()
    tell_to(made, "surface_combat", system="A", goes_on=True)
    tell_to(made, "surface_combat", system="B", goes_on=False)
    assert first_lines(made) == (
        "Armies fought on B.",
        "Armies fight on A; the fighting goes on next turn.",
    )


def test_what_changes_hands_is_not_called_lost() -> None:
    made = played()
    for what, surrendered in (("Fly", True), ("Ant", True), ("Bug", False)):
        tell_to(made, "unit_given", what=what, surrendered=surrendered, to="B")
    tell_to(made, "unit_received", what="Kite", surrendered=True, sender="B")
    tell_to(made, "unit_received", what="Lark", surrendered=False, sender="B")
    tell_to(made, "money_received", amount=40, sender="B")
    tell_to(made, "money_received", amount=2, sender="B")
    assert first_lines(made) == (
        "Fly and Ant surrendered to empire B.",
        "Bug went over to empire B.",
        "Kite of empire B surrendered to you.",
        "Empire B gave you Lark.",
        "Empire B sent you 42 MCr.",
    )


@pytest.mark.parametrize(
    ("what", "status", "world"),
    [("C", "WORLD", True), ("IC", "WORLD", False), ("C", "SETTLEMENT", False)],
)
def test_a_world_is_told_when_it_becomes_one(what: str, status: str, world: bool) -> None:
    made = played()
    tell_to(made, "established", system="MAVIS", what=what, number=1, status=status, gain=0)
    assert ("New world: MAVIS." in first_lines(made)) is world


def test_emptied_and_devastated_planets_are_told_once() -> None:
    made = played()
    tell_to(made, "system_emptied", system="PAGAN", was="own", why="pillage")
    tell_to(made, "system_emptied", system="MINKY", was="", why="PCB")
    tell_to(made, "devastated", system="MINKY")
    tell_to(made, "devastated", system="TEDDY")
    tell_to(made, "was_devastated", system="PAGAN")
    tell_to(made, "was_devastated", system="ALGOL")
    assert first_lines(made) == (
        "Emptied, and no longer yours: PAGAN (pillage).",
        "Emptied: MINKY (PCB).",
        "Aliens devastated ALGOL.",
        "You devastated TEDDY.",
    )


def test_messages_are_told_by_whom_they_come_from() -> None:
    post = [
        {"sent": False, "name": "B", "refused": ""},
        {"sent": False, "name": "B", "refused": ""},
        {"sent": True, "name": "MUDDY", "refused": ""},
        {"sent": True, "name": "COMET", "refused": "the message is empty"},
    ]
    assert first_lines(played(), post=post) == (
        "You have messages from B.",
        "Not delivered: your message to COMET.",
    )


def test_many_systems_are_counted() -> None:
    made = played()
    for name in "ABCDEFGH":
        tell_to(made, "explored", system=name, new=True)
    assert first_lines(made) == ("Explored: A, B, C, D, E, F and 2 more.",)


def test_contacts_research_and_failed_orders() -> None:
    made = played()
    ships: dict[str, Any] = {"goes_on": False, "ships": 1, "jumped_in": 1}
    tell_to(made, "met", system="TEDDY", contact="friendly", who="B", new_contact=True, **ships)
    tell_to(made, "met", system="ALGOL", contact="neutral", who="alien", **ships)
    tell_to(made, "full_contact", who="B", name="MINKY")
    tell_to(made, "research_done", project="MD7")
    made.emit("failed", "ann", rule="NV X", seen=only("ann"), order=ref(line=22), code="NT",
              written="Bee", why="no")  # fmt: skip
    assert first_lines(made) == (
        "New contact with empire B at TEDDY.",
        "Full contact with MINKY.",
        "Unknown aliens at ALGOL.",
        "MD7 came in.",
        "Line 22 of your sheet was not carried out as written; the reasons are below.",
    )


def test_money_is_told_when_any_moved() -> None:
    made = played(treasury=60, debt=30)
    made.emit("production", "ann", rule="NV X", seen=only("ann"), amount=-40, suppressed=[],
              changes=(Change("empire/ann/treasury", 20, 60),))  # fmt: skip
    assert first_lines(made) == (
        "Your treasury holds 60 MCr; next turn's production is 200.",
        "You owe 30 MCr.",
    )
    begun = played(treasury=60)
    tell_to(begun, "pregame", system="VIRUS")
    assert first_lines(begun)[0].startswith("Your treasury holds 60 MCr")
    # The game master has no treasury.
    made.emit("production", rule="NV X", changes=(Change("empire/ann/treasury", 20, 60),))
    assert first_lines(made, "") == ("Nothing happened that you need to know.",)


def test_what_ends_an_empire_comes_first() -> None:
    made = played()
    made.emit("missed_turn", rule="NV ORD-43", seen=only("ann"), player="ann")
    tell_to(made, "world_needed")
    tell_to(made, "vacated", missed=2, resigned=False)
    tell_to(made, "eliminated")
    made.emit("game_over", rule="NV VIC-01", title="MINKY wins", winner="MINKY")
    assert first_lines(made, result="MINKY wins") == (
        "The game is over. MINKY wins.",
        "Your last world is lost and you cannot make another: your empire is out of the game.",
        "Your position is vacant (2 turns missed in a row). A sheet from you fills it again.",
        "You hold no world. Make one before your colonies are gone, or you are out of the game.",
        "Your sheet did not arrive: your units acted as they do without orders.",
    )


def test_a_position_that_was_given_is_told_first() -> None:
    made = played(treasury=362)
    tell_to(made, "pregame", system="VIRUS", default=True)
    assert first_lines(made)[0] == ("Your pregame sheet did not arrive; you are given a position.")


def test_before_the_pregame_it_says_what_to_choose() -> None:
    assert first_lines(played(), turn=0) == (
        "The campaign begins: choose technology, designs and forces on your pregame sheet.",
    )
