"""Public values: their sources, their spelling, the rounds of a drand chain."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbm.dice.beacon import CHAINS, chain_of, is_signed, round_of, source_fault, value_fault
from pbm.dice.sealed import SealedDice, beacon_text
from pbm.dice.vrf import verified
from pbm.kit.clock import read_time
from tests.core.sealed_table import KEY

QUICKNET = "drand:quicknet"
# Round 1000 of quicknet, as drand published it on 23 August 2023.
ROUND = (
    "1000 b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39"
)


def test_sources_are_a_known_chain_or_any_line() -> None:
    assert source_fault(QUICKNET) == source_fault("Lotto 6 aus 49, Saturday") == ""
    assert source_fault("x" * 200) == ""
    for source in ("drand:other", "", "x" * 201, "two  blanks", "a\nb", "a\u202eb"):
        assert source_fault(source)
    assert chain_of(QUICKNET) is CHAINS["quicknet"]
    assert chain_of("quicknet") is None


def test_a_value_has_one_spelling() -> None:
    assert value_fault(QUICKNET, ROUND) == value_fault("a draw", "3 14 22") == ""
    for value in (ROUND.upper(), ROUND + "0", "0" + ROUND, ROUND.replace(" ", "  "), "1000", ""):
        assert value_fault(QUICKNET, value)
    for value in ("", " 3", "3  4", "3\n4", "x" * 201):
        assert value_fault("a draw", value)


@pytest.mark.parametrize(
    ("seconds", "number"), [(0, 2), (2, 2), (3, 3), (5, 3), (999 * 3 - 1, 1000), (999 * 3, 1001)]
)
def test_the_round_after_a_time_is_the_first_that_nobody_knows_then(
    seconds: int, number: int
) -> None:
    chain = CHAINS["quicknet"]
    when = datetime.fromtimestamp(chain.genesis + seconds, UTC)
    assert chain.round_after(when) == number
    assert chain.time_of(number) > when.timestamp() >= chain.time_of(number - 1)


def test_a_round_is_of_its_time() -> None:
    assert round_of(ROUND) == 1000
    assert CHAINS["quicknet"].time_of(1000) == read_time("2023-08-23T15:59:24Z").timestamp()


def test_a_signature_is_that_of_its_round_alone() -> None:
    assert is_signed(QUICKNET, ROUND)
    assert not is_signed(QUICKNET, ROUND.replace("1000", "1001", 1))
    assert not is_signed(QUICKNET, f"1000 {'f' * 96}")
    assert not is_signed(QUICKNET, f"1000 c0{'0' * 94}")  # the point at infinity


def test_a_roll_is_bound_to_stage_value_number_and_die() -> None:
    def proof(
        *, mailing: str = "3", value: str = "7 12", count: int = 2, die: str = "d10"
    ) -> bytes:
        dice = SealedDice(KEY, "vega", 3, "salt", mailing, value)
        dice.faces("attack", die, count, "")
        return dice.thrown["attack"]

    text = beacon_text("vega", "3", "salt", "7 12", "2 d10", "attack")
    assert verified(KEY.public, text, proof()) is not None
    others = [proof(mailing="3.2"), proof(value="7 13"), proof(count=3), proof(die="d100")]
    assert all(verified(KEY.public, text, other) is None for other in others)
    assert len({proof(), *others}) == 5
