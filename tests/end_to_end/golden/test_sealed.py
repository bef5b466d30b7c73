"""The campaigns that were played under seal: their players can check every die."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.campaign import open_campaign
from pbm.dice.sealed import SEALED_SCHEME
from pbm.service.api import verify
from pbm.storage.turn_folders import in_force
from tests.end_to_end.golden.renew import files_of
from tests.shipped import CAMPAIGNS, played

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
        wrong = [one for one in found.findings if one.result not in ("proven", "noted")]
        assert wrong == []
        assert sum(one.what == "roll" for one in found.findings) > 4
        assert sum(one.what == "before" for one in found.findings) == len(packets) - 1


@sealed
def test_the_private_key_stands_in_secret_toml_alone(name: str) -> None:
    campaign = played(name)
    primes = open_campaign(campaign).secret.primes
    assert primes is not None
    files = files_of(campaign)
    secrets = [name for name, data in files.items() if any(p.encode() in data for p in primes)]
    assert secrets == ["secret.toml"]
