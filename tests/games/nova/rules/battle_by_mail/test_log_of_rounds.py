"""The log of all reports over a turn of which only those who fight are told the middle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.packets.shared import shared_hash
from pbm.service import api
from pbm.storage.turn_folders import in_force
from tests.core.sealed_table import checked, results, set_key
from tests.games.nova.scenes import battle_by_mail as t

FIGHT = t.ships("SHOOT", "Spy", "Spy2") + t.ships("SHOOT", "Foe", "Foe2", player="Bea")
PLAYERS = ("ann", "bea")


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """A battle by mail to the end of its turn, and the turn after it."""
    with pytest.MonkeyPatch.context() as patch:
        set_key(patch)
        rulings = FIGHT + t.by_mail("SHOOT", "Ann, Bea")
        folder = tmp_path_factory.mktemp("log")
        campaign = t.begun(folder, rulings, sealed=True, beacon="the Saturday draw")
        t.run(campaign)
        t.to_the_end(campaign)
        t.run(campaign, day=3)
        yield campaign


def stages(campaign: Campaign) -> list[str]:
    return [stage.name for stage in in_force(campaign.folder)]


def given(campaign: Campaign, player: str) -> list[tuple[str, bytes]]:
    files = [(one, f"reports/{player}/packet.json") for one in in_force(campaign.folder)]
    return [(f"{one.name}-{player}", one.read(name) or b"") for one, name in files]


def log(campaign: Campaign, stage: str, player: str) -> dict[str, Any]:
    found: dict[str, Any] = t.packet(campaign, stage, player)["seal"]["log"]
    return found


def test_a_round_names_the_head_that_all_know_and_the_end_of_the_turn_all_rounds(
    fought: Campaign,
) -> None:
    names = stages(fought)
    rounds, last = names[2:-2], names[-2]
    assert names[:3] == ["new", "000", "001"] and len(rounds) >= 2 and names[-1] == "002"
    for player in PLAYERS:
        before = log(fought, "000", player)
        for stage in rounds:
            said = log(fought, stage, player)
            assert (said["entries"], said["head"]) == (64, before["head"])
            assert (said["nonce"], said["packets"], said["proof"]) == ("", [], [])
        told = [shared_hash(t.packet(fought, stage, player)) for stage in ("000", *rounds)]
        assert log(fought, last, player)["entries"] == 128
        assert log(fought, last, player)["packets"] == sorted(told)
        assert log(fought, "002", player)["entries"] == 192


def test_every_packet_is_found_in_the_log(fought: Campaign) -> None:
    both = [one for player in PLAYERS for one in given(fought, player)]
    found = checked(*both, folder=api.published_folder(fought))
    assert found.ok and set(results(found, "log")) == {"proven"}
    in_log = [one for one in found.findings if one.text.startswith("The packet is in the log of")]
    assert len(in_log) == len(both) - len(PLAYERS)
    for left_out in stages(fought)[2:-2]:
        assert checked(*(one for one in both if not one[0].startswith(f"{left_out}-"))).ok


def test_a_round_that_names_another_head_is_wrong(fought: Campaign) -> None:
    packets = dict(given(fought, "ann"))
    forged = json.loads(packets["001-ann"])
    forged["seal"]["log"]["head"] = "0" * 64
    packets["001-ann"] = (json.dumps(forged)).encode()
    found = checked(*packets.items())
    assert "wrong" in results(found, "log")


def test_a_rerun_names_the_log_that_was_named(fought: Campaign) -> None:
    before = {one: log(fought, one, "ann") for one in stages(fought)[1:]}
    api.rule(fought, "1", b"set Ann.treasury = 1 because of a test\n", "r.txt", at=t.SENT)
    api.rerun(fought, "1", pdfs=False, at="2026-02-01T10:00+00:00")
    assert {one.partition(".r")[0]: log(fought, one, "ann") for one in stages(fought)[1:]} == before
    assert checked(*(one for player in PLAYERS for one in given(fought, player))).ok
    assert api.replay(fought, pdfs=False) == []
