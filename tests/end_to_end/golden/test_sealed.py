"""The campaigns that were played under seal: their players can check every die."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pbm.campaign.campaign import open_campaign
from pbm.dice.sealed import SEALED_SCHEME
from pbm.packets.build import packet_bytes
from pbm.packets.verify import story
from pbm.packets.verify.chain import follows, shared
from pbm.packets.verify.findings import Finding, Given
from pbm.packets.verify.story import roll_faults
from pbm.packets.verify.unit_ids import ids, own_ids
from pbm.service.api import verify
from pbm.storage.turn_folders import in_force
from tests.end_to_end.golden.renew import files_of
from tests.seal.test_second_verifier import SECOND
from tests.shipped import CAMPAIGNS, NAMES, played

SEALED = sorted(
    path.parent.name
    for path in CAMPAIGNS.glob("*/campaign.toml")
    if f'dice = "{SEALED_SCHEME}"' in path.read_text(encoding="utf-8")
)
sealed = pytest.mark.parametrize("name", SEALED)


def packets_of(campaign: Path, player: str) -> list[tuple[str, bytes]]:
    """A player's packets as they came to him, in their order."""
    name = f"reports/{player}/packet.json"
    found = [(stage.label, stage.read(name)) for stage in in_force(campaign)]
    return [(label, data) for label, data in found if data is not None]


@sealed
def test_every_packet_of_every_player_is_proven(name: str) -> None:
    campaign = played(name)
    for seat in open_campaign(campaign).seats:
        packets = packets_of(campaign, seat.id)
        found = verify(packets)
        wrong = [one for one in found.findings if one.result in ("wrong", "not proven")]
        assert wrong == []
        assert sum(one.what == "roll" for one in found.findings) > 4
        before = [one for one in found.findings if one.what == "before"]
        assert [one.result for one in before] == ["proven"] * (len(packets) - 1)
        assert SECOND.check(packets, []) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_report_of_every_campaign_is_spelled_and_told_as_a_seal_asks(name: str) -> None:
    """Honest packets of every game, sealed or not, have nothing that `pbm verify` calls wrong."""
    given: list[Given] = []
    for path in sorted(played(name).glob("turns/*/reports/*/packet.json")):
        data = path.read_bytes()
        given.append(Given(str(path), data, json.loads(data)))
    found = [
        *ids(given),
        *(one for it in given for check in (spelling, fitting) for one in check(it, given)),
    ]
    assert [(one.packet, one.text) for one in found if one.result == "wrong"] == []
    names = {it.file: roll_faults(it.packet, own_ids(it, (), None)) for it in given}
    assert {file: faults for file, faults in names.items() if faults} == {}


def spelling(one: Given, given: Sequence[Given]) -> Iterator[Finding]:
    """How a packet is spelled, and whether it follows the one before it."""
    yield from story.spelling(one)
    yield from follows(one, given)


def fitting(one: Given, given: Sequence[Given]) -> Iterator[Finding]:
    """What the packet and others of its turn tell together."""
    yield from shared(one, [it for it in given if it.packet["turn"] == one.packet["turn"]])


@sealed
def test_the_private_key_stands_in_secret_toml_alone(name: str) -> None:
    campaign = played(name)
    primes = open_campaign(campaign).secret.primes
    assert primes is not None
    files = files_of(campaign)
    secrets = [name for name, data in files.items() if any(p.encode() in data for p in primes)]
    assert secrets == ["secret.toml"]


@pytest.mark.parametrize("length", [63, 65])
def test_a_list_that_hides_who_plays_has_its_length(length: int) -> None:
    path = played("two-lamps") / "turns/000/reports/linnet/packet.json"
    packet = json.loads(path.read_bytes())
    listed = packet["seal"]["phrases"]
    packet["seal"]["phrases"] = sorted([*listed, "0" * 64][:length] if length > 64 else listed[:63])
    found = verify([("000", packet_bytes(packet))])
    assert "does not have 64 or 1024 entries" in "\n".join(found.lines)


def test_ids_that_no_packet_names_are_said_first() -> None:
    found = verify(packets_of(played("two-lamps"), "linnet"))
    assert found.ok and "ids of units that the packet does not name" in found.lines[1]


def test_a_ship_called_like_a_counter_is_no_contradiction() -> None:
    """As any packet of the earlier scheme, whose ids follow from no name."""
    packets = [
        (file, data.replace(b"Lance", b"c1"))
        for file, data in packets_of(played("two-lamps"), "linnet")
    ]
    found = [one for one in verify(packets).findings if one.what in ("spelling", "roll")]
    assert b"c1 fires" in packets[-2][1] and not [one for one in found if one.result == "wrong"]
