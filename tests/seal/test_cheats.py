"""Each cheat of a game master who holds the key, and what `pbm verify` says of it."""

from __future__ import annotations

import copy

import pytest

from pbm.dice.sealed import key_text, read_key
from pbm.kit.problems import Faults
from pbm.packets.verify.findings import UNCHECKED, Verified
from pbm.service.api import verify
from tests.seal import known as _known  # noqa: F401 (both take their cheats into the list)
from tests.seal import promised as _promised  # noqa: F401
from tests.seal.duel import PLAYERS, honest
from tests.seal.forging import CHEATS, Cheat, Forgery, canonical, forge

KINDS = ("value", "name", "time", "person", "history", "presentation")
each = pytest.mark.parametrize("one", CHEATS.values(), ids=lambda one: f"{one.kind}-{one.name}")


def checked(made: Forgery) -> Verified:
    """What the program says of packets and sheets."""
    sent = [(f"sheet {number}", data) for number, data in enumerate(made.sent, 1)]
    return verify(made.files(), sent=sent)


@each
def test_a_cheat_is_told(one: Cheat) -> None:
    try:
        found = checked(forge(honest(), one))
    except Faults:
        return  # it is no packet of this program; the command says so and ends with code 1
    if one.verdict == "said":
        assert found.ok and found.lines[1].startswith("NOT CHECKED: ")
    else:
        assert not found.ok


def test_there_are_cheats_of_every_kind_half_of_them_from_the_promise_alone() -> None:
    kinds = [one.kind for one in CHEATS.values()]
    assert len(CHEATS) >= 80
    assert all(kinds.count(kind) >= 6 for kind in KINDS) and set(kinds) == set(KINDS)
    by_module = [one.act.__module__.rpartition(".")[2] for one in CHEATS.values()]
    assert by_module.count("promised") >= 40 and by_module.count("known") >= 40


def test_the_honest_packets_are_proven_and_nothing_is_left_open() -> None:
    made = copy.deepcopy(honest())
    made.sent = []
    found = checked(made)
    assert found.ok and not [one for one in found.findings if one.result == UNCHECKED]
    assert found.lines[0] == "42 rolls: proven, as far as these packets show."
    for player in PLAYERS:
        made = copy.deepcopy(honest())
        made.only(player)
        made.sent = [data for name, data in made.sheets.items() if name.endswith(player)]
        assert checked(made).ok


def test_the_forger_makes_what_the_program_makes() -> None:
    made = copy.deepcopy(honest())
    for name in made.packets:
        made.reroll(name)
    made.rechain()
    assert made.packets == honest().packets
    assert all(data == canonical(made[name]) for name, data in made.files())
    assert key_text(read_key(made.key.text)) == made.key.text
