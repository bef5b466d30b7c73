"""A table with sealed dice: one key for all tests, campaigns of the tiny game, their packets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.dice.vrf import PrivateKey
from pbm.packets.build import packet_bytes
from pbm.service import create
from pbm.service.api import Verified, run_turn, verify
from tests.core import table

# The 2048-bit key of RFC 9381: everybody knows it, so it seals nothing but tests.
_RFC = json.loads((Path(__file__).parent / "data" / "rfc9381.json").read_text())["examples"]
KEY = PrivateKey(int(_RFC[0]["p"], 16), int(_RFC[0]["q"], 16))
OTHER_KEY = PrivateKey(int(_RFC[1]["p"], 16), int(_RFC[1]["q"], 16))


def set_key(monkeypatch: pytest.MonkeyPatch, key: PrivateKey = KEY) -> None:
    """Every campaign begun with sealed dice gets this key."""
    monkeypatch.setattr(create, "new_key", lambda: key)


def sheet(player: str, turn: str, *lines: str) -> bytes:
    """A sheet of the tiny game for the campaign of this table."""
    return table.sheet(player, turn, *lines)


def begin(folder: Path, **more: Any) -> Campaign:
    """A campaign of the tiny game under seal."""
    return table.begin(folder, sealed=True, **more)


def play(
    campaign: Campaign,
    turns: int = 3,
    phrases: Sequence[str] = ("PHRASE purple ink", "PHRASE: seven o'clock"),
) -> Campaign:
    """Set-up with phrases and that many turns, a day after the other."""
    for turn in range(turns + 1):
        order = ("hide 3", "hide 4") if turn == 0 else ("add 2", "add 3")
        said = phrases if turn == 0 else ("", "")
        table.send(
            campaign,
            sheet("Ilse", str(turn), *filter(None, (said[0], order[0]))),
            sheet("Bob", str(turn), *filter(None, (said[1], order[1]))),
            at=f"2026-03-{turn + 2:02d}T12:00:00Z",
        )
        run_turn(campaign, at=f"2026-03-{turn + 2:02d}T20:00:00Z")
    return campaign


def raw(campaign: Campaign, stage: str, player: str = "ilse") -> tuple[str, bytes]:
    """A stored packet with the name it is given under."""
    path = campaign.folder / "turns" / stage / "reports" / player / "packet.json"
    return f"{stage}-{player}", path.read_bytes()


def packet(campaign: Campaign, stage: str, player: str = "ilse") -> dict[str, Any]:
    """A stored packet, read."""
    found: dict[str, Any] = json.loads(raw(campaign, stage, player)[1])
    return found


def again(name: str, packet: dict[str, Any]) -> tuple[str, bytes]:
    """A packet as somebody altered it."""
    return name, packet_bytes(packet)


def results(found: Verified, what: str = "roll") -> list[str]:
    """What came of each thing of a kind that was looked at."""
    return [one.result for one in found.findings if one.what == what]


def texts(found: Verified, what: str) -> str:
    """What is said of the things of a kind."""
    return "\n".join(one.text for one in found.findings if one.what == what)


def checked(*packets: tuple[str, bytes], **more: Any) -> Verified:
    """These packets verified."""
    return verify(packets, **more)
