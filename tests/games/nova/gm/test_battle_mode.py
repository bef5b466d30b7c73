"""How the game master says in which way one battle is fought. Rule: NV SPC-01, NV SPC-52."""

from __future__ import annotations

import pytest

from pbm.engine.field_parsers import RefusedValue
from pbm.engine.rulings import Ruling
from pbm.games.nova.game import RULESET
from pbm.games.nova.gm.battle_mode import chosen
from pbm.kit.problems import Span
from tests.games import rulings
from tests.games.nova import builders as t
from tests.games.nova.scenes import third_round as r


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("by doctrine", "doctrine"),
        ("doctrine", "doctrine"),
        ("by hand", "by-hand"),
        ("by-mail", "by-mail"),
        ("By Mail VIRUS", "by-mail ann"),
        ("by mail VIRUS MINKY", "by-mail ann bea"),
        ("by mail virus, bea,", "by-mail ann bea"),
    ],
)
def test_the_ways(words: str, kept: str) -> None:
    assert chosen(t.state(), "shoot", words).ways == {"SHOOT": kept}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("by lot", '"by lot" is not a way to fight a battle'),
        ("mailbox", '"mailbox" is not a way to fight a battle'),
        ("by hand VIRUS", '"VIRUS" is unexpected after "by hand"'),
        ("by mail NOBODY", 'There is no empire "NOBODY"'),
    ],
)
def test_what_is_no_way(words: str, fault: str) -> None:
    with pytest.raises(RefusedValue) as caught:
        chosen(t.state(), "SHOOT", words)
    assert caught.value.fault == fault


def test_an_empire_of_two_words_is_named_without_a_comma() -> None:
    state = t.state(t.empire("ann", name="Old Nan"))
    assert chosen(state, "SHOOT", "by mail Old Nan").ways == {"SHOOT": "by-mail ann"}


def test_a_battle_that_is_fought_by_mail_keeps_its_way() -> None:
    with pytest.raises(RefusedValue) as caught:
        chosen(r.state(), "SHOOT", "by doctrine")
    assert caught.value.remedy == "End it with  result SHOOT: WORDS"


def ruling(verb: str, subject: str, field: str = "", value: str = "") -> Ruling:
    return Ruling("R1", verb, subject, field, value, "", "a test", "", (), Span("r", 1))


@pytest.mark.parametrize(
    "one",
    [
        ruling("remove", "Africa"),
        ruling("move", "Gnat", value="TEDDY"),
        ruling("set", "Africa", "at", "TEDDY"),
    ],
)
def test_a_ship_in_a_battle_by_mail_is_left_where_it_is(one: Ruling) -> None:
    (problem,) = rulings.problems_of(RULESET, t.work(r.state()), one)
    assert problem.fault == f"{one.subject} is fighting at SHOOT"


def test_a_ship_that_is_out_of_the_battle_may_be_ruled_on() -> None:
    rulings.ruled(RULESET, t.work(r.state()), ruling("remove", "Clark"))


def test_only_the_game_master_reads_how_a_battle_is_fought() -> None:
    given = ruling("set", "SHOOT", "battle", "by mail VIRUS")
    work = rulings.ruled(RULESET, t.work(t.state()), given)
    assert work.state.ways == {"SHOOT": "by-mail ann"}
    (event,) = t.told(work, "ruling")
    assert event.seen == {}
