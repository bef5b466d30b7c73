"""Each cheat of a game master who holds the key, and what `pbm verify` says of it."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from pbm.dice.sealed import key_text, read_key
from pbm.kit.problems import Faults
from pbm.packets.published import short_head
from pbm.packets.verify.findings import UNCHECKED, Verified
from pbm.pages.report_files import pages
from pbm.service.api import verify
from tests.seal import battles as _battles  # noqa: F401 (all take their cheats into the list)
from tests.seal import histories as _histories  # noqa: F401 (all take their cheats into the list)
from tests.seal import known as _known  # noqa: F401
from tests.seal import promised as _promised  # noqa: F401
from tests.seal.battles import HERS, ids_told, proven, volley
from tests.seal.duel import DRAW, PLAYERS, SHOOT, against, battle, honest
from tests.seal.forging import (
    CHEATS,
    Cheat,
    Forgery,
    canonical,
    forge,
    id_of,
    ids_of,
    items,
    rolls,
    sha256,
    shared,
)
from tests.seal.promised import FIRST
from tests.seal.test_second_verifier import faults

KINDS = ("value", "name", "time", "person", "history", "presentation")
each = pytest.mark.parametrize("one", CHEATS.values(), ids=lambda one: f"{one.kind}-{one.name}")


def checked(made: Forgery) -> Verified:
    """What the program says of packets and sheets."""
    sent = [(f"sheet {number}", data) for number, data in enumerate(made.sent, 1)]
    return verify(made.files(), sent=sent)


@each
def test_a_cheat_is_told(one: Cheat) -> None:
    try:
        found = checked(forge(against(one), one))
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


@pytest.mark.parametrize("source", ["", DRAW])
def test_the_honest_packets_are_proven_and_nothing_is_left_open(source: str) -> None:
    made = copy.deepcopy(honest(source))
    made.sent = []
    found = checked(made)
    assert found.ok and not [one for one in found.findings if one.result == UNCHECKED]
    number = sum(one.what == "roll" for one in found.findings)
    assert number > 30 and (source or number == 42)
    assert found.lines[0] == f"{number} rolls: proven, as far as these packets show."
    for player in PLAYERS:
        made = copy.deepcopy(honest(source))
        made.only(player)
        made.sent = [data for name, data in made.sheets.items() if name.endswith(player)]
        assert checked(made).ok


def test_ids_of_ships_in_a_battle_are_proven_to_their_owners() -> None:
    made = copy.deepcopy(battle())
    found = checked(made)
    assert found.ok and not [one for one in found.findings if one.result == UNCHECKED]
    told = ids_told(made)
    names = {roll["name"] for roll in rolls(made[HERS])}
    assert all(any(id in name for name in names) for id in told.values())
    made.only("ann")  # of another's ships only their owner's packets say which they are
    found = checked(made)
    said = "2 ids of others' units in the names of rolls: their owners' packets prove them"
    assert found.ok and said in found.lines[1]


def test_a_ship_called_like_a_counter_is_no_contradiction() -> None:
    made = copy.deepcopy(battle())
    proof = ids_of(made.key, made[HERS], SHOOT)
    made.rename(HERS, '"Spy"', '"c1"')
    made.rename(HERS, f"/{id_of(proof, 'Spy')}", f"/{id_of(proof, 'c1')}")
    made.rename(HERS, "Spy ", "c1 ")
    proven(made)
    assert checked(made).ok and faults(made) == []


def test_a_ship_that_was_not_seen_has_an_id_all_the_same() -> None:
    made = copy.deepcopy(battle())
    item = volley(made, by="foe")
    item["ships"].remove(f"c{item['facts']['by']['foe']}")
    item["facts"]["by"] = {}
    item["text"] = re.sub(r"^Alien c\d", "A ship not seen", item["text"])
    made.keep("new-ann", "000-ann", "001-ann", HERS)
    assert item["text"].startswith("A ship not seen fires")
    assert checked(made).ok and faults(made) == []


def test_the_forger_makes_a_log_as_the_program_does() -> None:
    made = copy.deepcopy(honest(DRAW))
    for name in list(made.packets)[2:]:
        assert made[name]["seal"]["log"]["packets"] == [listed(made, name)]
    made.relog()
    found = checked(made)
    assert found.ok and not [one for one in found.findings if one.result == UNCHECKED]


def listed(made: Forgery, name: str) -> str:
    """The hash of the shared form of the player's packet before this one."""
    own = [one for one in made.packets if one.endswith(name.rpartition("-")[2])]
    return sha256(canonical(shared(made[own[own.index(name) - 1]])))


def test_the_report_has_a_line_to_compare() -> None:
    one, other = honest(DRAW)["001-dunlin"], honest(DRAW)["001-plover"]
    head = one["seal"]["log"]["head"]
    said = [f"<code>{short_head(head)}</code></strong> (128 entries).", "Published so far: "]
    for packet in (one, other, shared(one)):
        page = pages(packet, "", pdfs=False)["report.html"].decode()
        assert all(words in page for words in said)
    page = pages(shared(honest(DRAW)["000-dunlin"]), "", pdfs=False)["report.html"].decode()
    assert "You gave no phrase" not in page and honest(DRAW)["000-dunlin"]["seal"]["phrase"]


def test_shared_packets_are_proven_and_the_last_is_open() -> None:
    made = copy.deepcopy(honest(DRAW))
    made.only("dunlin")
    made.packets = {name: shared(packet) for name, packet in made.packets.items()}
    found = checked(made)
    said = "whether 002-dunlin was altered after it was shared: the next report shows it"
    assert found.ok and said in found.lines[1] and "001-dunlin" not in found.lines[1]


@pytest.mark.parametrize("source", ["", DRAW])
def test_shared_packets_of_all_players_contradict_nothing(source: str) -> None:
    made = copy.deepcopy(honest(source))
    for name in list(made.packets)[::2]:
        made.packets[name] = shared(made[name])
        if not source:
            made[name]["seal"]["original"] = ""
    assert checked(made).ok


def test_the_forger_makes_what_the_program_makes() -> None:
    made = copy.deepcopy(honest())
    for name in made.packets:
        made.reroll(name)
    made.rechain()
    assert made.packets == honest().packets
    assert all(data == canonical(made[name]) for name, data in made.files())
    assert key_text(read_key(made.key.text)) == made.key.text


@pytest.mark.parametrize(
    "path",
    [
        ("campaign",),
        ("mailing",),
        ("made",),
        ("player", "name"),
        ("known", "ships", 0, "designation"),
        ("seal", "sheets", 0, "sha256"),
        ("roll", "name"),
        ("roll", "die"),
        ("item", "text"),
        ("section", "title"),
    ],
)
def test_a_packet_writes_no_line_of_its_own_into_the_verdict(path: tuple[str | int, ...]) -> None:
    made = copy.deepcopy(honest())
    made.only("dunlin")
    section, item = made[FIRST]["story"][0], items(made[FIRST])[0]
    named = {"section": section, "item": item, "roll": item["rolls"][0]}
    part: Any = {**made[FIRST], **named} if path[0] in named else made[FIRST]
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = "x\n42 rolls: proven.\r\x1b[2K\u202e"
    try:
        found = checked(made)
        lines = found.lines if not found.ok else ("\n",)
    except Faults as faults:  # as of packets of several campaigns
        lines = tuple(problem.reason for problem in faults.problems)
    assert not [line for line in lines if set(line) & set("\n\r\x1b\u202e")]
