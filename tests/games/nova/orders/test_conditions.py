"""Conditions, each judged in the unit's own system. Rule: NV ORD-37, NV ORD-38."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.orders.conditions import TESTS, Presence, Scene, holds, key
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.state import Meeting, Passage, State
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import home, ship, state, system
from tests.games.nova.lines import when


def scene(*things: Any, at: str = "TEDDY", who: str = "africa", **fields: Any) -> Scene:
    table: State = state(*(things or (ship("Africa", at=at),)), players="abc", **fields)
    draft = Draft(table)
    return Scene(draft, Presence(draft), "ann", at, who)


def met(system: str = "TEDDY", one: str = "ann", other: str = "bea", **fields: Any) -> Meeting:
    return Meeting(system, one, other, **fields)


def test_a_condition_without_tests_holds() -> None:
    assert holds(Condition(), scene())


def test_every_kind_of_test_is_known() -> None:
    assert len(TESTS) == 16
    with pytest.raises(KeyError):
        holds(when("weather"), scene())


@pytest.mark.parametrize(("sent", "expected"), [(99, False), (100, True)])
def test_received(sent: int, expected: bool) -> None:
    here = scene(given={key("mcr", "bea", "ann"): sent, key("mcr", "cyd", "ann"): 500})
    assert holds(when("received", empire="bea", number=100), here) == expected
    assert holds(when("received", empire="bea", number=100, negated=True), here) != expected


def test_transferred() -> None:
    here = scene(given={key("unit", "bea", "ann", "Bee"): 1})
    assert holds(when("transferred", empire="bea", name="Bee"), here)
    assert not holds(when("transferred", empire="bea", name="Wasp"), here)
    assert not holds(when("transferred", empire="cyd", name="Bee"), here)


def test_interdicted() -> None:
    def passage(stopped: bool) -> dict[str, Passage]:
        return {"africa": Passage("VIRUS", "TEDDY", ("D",), "B", interdicted=stopped)}

    assert holds(when("interdicted"), scene(passages=passage(True)))
    assert not holds(when("interdicted"), scene(passages=passage(False)))
    assert not holds(when("interdicted"), scene())


def test_contact_and_whose_the_system_is() -> None:
    theirs = system("TEDDY", colonies=1, colonizer="bea")
    things = (theirs, ship("Africa", at="TEDDY"))
    told = scene(*things, meetings=(met(other_identified=True),))
    assert holds(when("contact", empire="bea"), told)
    assert holds(when("system_of", empire="bea"), told)
    assert not holds(when("contact", empire="cyd"), told)
    assert not holds(when("system_of", empire="cyd"), told)
    silent = scene(*things, meetings=(met(one_identified=True),))
    assert not holds(when("contact", empire="bea"), silent)
    assert not holds(when("system_of", empire="bea"), silent)
    elsewhere = scene(*things, meetings=(met("SHOOT", other_identified=True),))
    assert not holds(when("contact", empire="bea"), elsewhere)


def test_who_shows_himself_is_told_apart() -> None:
    meetings = (met(one_identified=True), met("TEDDY", "ann", "cyd", other_identified=True))
    here = scene(meetings=meetings)
    assert here.identified("cyd") and not here.identified("bea")
    bea = Scene(here.draft, here.presence, "bea", "TEDDY")
    assert bea.identified("ann") and not bea.identified("cyd")


def test_meetings_added_later_count() -> None:
    here = scene()
    assert not here.identified("bea")
    here.draft.meetings.append(met(other_identified=True))
    assert here.identified("bea")


def test_counting_ships_armies_and_defence_units() -> None:
    things = (
        system("TEDDY", colonies=1, colonizer="bea", surface={"bea": {"SDU": 2}, "ann": {"AA": 1}}),
        ship("Africa", at="TEDDY"),
        ship("Aboard", at="", carrier="africa"),
        ship("Wasp", at="TEDDY", owner="bea"),
        ship("Pug", at="TEDDY", owner="cyd"),
        ship("Far", at="SHOOT", owner="cyd"),
    )
    here = scene(*things)
    for kind, number in (("aliens", 2), ("ships", 1), ("armies", 1), ("sdu", 2)):
        assert holds(when(kind, op="=", number=number), here), kind
        assert not holds(when(kind, op=">", number=number), here), kind
    assert not holds(when("alone"), here)
    assert holds(when("alone"), scene(ship("Africa", at="TEDDY")))
    assert holds(when("sdu", op="=", number=0), scene(at="VIRUS"))
    both = scene(system("TEDDY", surface={"ann": {"AA": 1, "RA": 3}}))
    assert holds(when("armies", op="=", number=4), both)


@pytest.mark.parametrize(
    ("op", "low", "same", "high"),
    [
        (">=", False, True, True),
        (">", False, False, True),
        ("<=", True, True, False),
        ("<", True, False, False),
        ("=", False, True, False),
    ],
)
def test_the_signs(op: str, low: bool, same: bool, high: bool) -> None:
    for number, expected in ((2, low), (3, same), (4, high)):
        here = scene(*(ship(f"S{n}", at="TEDDY") for n in range(number)))
        assert holds(when("ships", op=op, number=3), here) == expected


def test_assaulted_by_one_or_anybody() -> None:
    here = scene(given={key("assault", "bea", "ann", "TEDDY"): 1})
    assert holds(when("assaulted"), here)
    assert holds(when("assaulted", empire="bea"), here)
    assert not holds(when("assaulted", empire="cyd"), here)
    assert not holds(when("assaulted"), scene())


@pytest.mark.parametrize(("kind", "value"), [("losses", 50), ("round", 3)])
def test_battles(kind: str, value: int) -> None:
    here = scene(given={key(kind, "ann", "", "TEDDY"): value})
    assert holds(when(kind, number=value), here)
    assert not holds(when(kind, number=value + 1), here)


def test_won_and_lost() -> None:
    here = scene(given={key("won", "ann", "", "TEDDY"): 1})
    assert holds(when("won"), here) and not holds(when("lost"), here)
    assert holds(when("lost"), scene(given={key("lost", "ann", "", "TEDDY"): 1}))


def test_treasury() -> None:
    here = scene(home("ann"))
    assert holds(when("treasury", op="<", number=101), here)
    assert not holds(when("treasury", op="<", number=100), here)


def test_whom_an_empire_met_and_who_stays() -> None:
    here = scene(
        ship("Africa", at="TEDDY"),
        ship("Wasp", at="TEDDY", owner="bea"),
        ship("Pug", at="TEDDY", owner="cyd"),
        ship("Dog", at="TEDDY", owner="cyd"),
        meetings=(met(friendly=True), met(hostile=True), met("TEDDY", "ann", "cyd")),
        fled=("wasp", "pug", "destroyed"),
    ).presence
    assert here.met("TEDDY", "ann") == {"bea": (True, True), "cyd": (False, False)}
    assert here.met("TEDDY", "bea") == {"ann": (True, True)}
    assert here.met("SHOOT", "ann") == {}
    assert [here.stays("TEDDY", one) for one in ("ann", "bea", "cyd")] == [True, False, True]
