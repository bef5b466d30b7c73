"""The duel `lantern` played again from its players' texts, as its players get it."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pbm.dice.vrf import PrivateKey
from pbm.service.api import How, new_campaign, run_turn, submit
from pbm.storage.turn_folders import in_force
from tests.core.sealed_table import KEY, set_key
from tests.games.nova.scenes import battle_by_mail as scene
from tests.seal.forging import Cheat, Forgery, Key
from tests.shipped import CAMPAIGNS

LANTERN = CAMPAIGNS / "lantern"
PLAYERS = ("dunlin", "plover")
_RFC = Path(__file__).parents[1] / "core/data/rfc9381.json"


DRAW = "the Saturday draw"
SHOOT = "SHOOT"  # where the two of Nova fight


@cache
def honest(source: str = "", name: str = LANTERN.name) -> Forgery:
    """All packets and sheets of the duel, or of another campaign, with the key that sealed them.

    It is played anew under the scheme of today; with a source of public values it has a log.
    """
    kept = CAMPAIGNS / name
    secret = tomllib.loads((kept / "secret.toml").read_text(encoding="utf-8"))
    part = tomllib.loads((kept / "campaign.toml").read_text(encoding="utf-8"))
    other = json.loads(_RFC.read_text(encoding="utf-8"))["examples"][1]
    packets, sheets = {}, {}
    with TemporaryDirectory() as folder:
        key = PrivateKey(*(int(prime, 16) for prime in secret["primes"]))
        campaign = new_campaign(
            Path(folder) / name,
            str(kept / "scenario.toml"),
            players=[f"{one['side']}={one['name']}" for one in part["players"]],
            options=part["options"],
            seed=secret["seed"],
            at=part["begun"],
            sealed=True,
            beacon=source,
            key=key,
        )
        for stage in in_force(kept)[1:]:
            for sheet in stage.part.sheets:
                data = (kept / "inbox" / stage.name / sheet.player / "1.txt").read_bytes()
                sheets[f"{stage.name}-{sheet.player}"] = data
                submit(campaign, [(sheet.name, data)], at=sheet.received)
            value = f"3 14 {stage.label}" if source else ""
            run_turn(campaign, how=How(pdfs=False), beacon=value, at=stage.part.run_at)
        for stage in in_force(campaign.folder):
            for player in (one["id"] for one in part["players"]):
                packet = stage.read(f"reports/{player}/packet.json")
                packets[f"{stage.name}-{player}"] = json.loads(packet or b"")
    return Forgery(
        Key(key.p, key.q),
        packets,
        sheets,
        other=Key(int(other["p"], 16), int(other["q"], 16)),
    )


@cache
def battle() -> Forgery:
    """All packets of two empires of Nova to the first round of their battle."""
    fleets = scene.ships(SHOOT, "Spy", "Spy2") + scene.ships(SHOOT, "Foe", "Foe2", player="Bea")
    fleets += scene.by_mail(SHOOT, "Ann, Bea")
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        set_key(patch)
        campaign = scene.begun(Path(folder), fleets, sealed=True)
        for mailing in (None, f"1/{SHOOT}/1"):
            scene.run(campaign, mailing)
        packets = {
            f"{stage}-{player}": scene.packet(campaign, stage, player)
            for stage in ("new", "000", "001", f"001@{SHOOT}@1")
            for player in ("ann", "bea")
        }
    return Forgery(Key(KEY.p, KEY.q), packets, {})


def against(one: Cheat) -> Forgery:
    """The honest packets that a cheat alters."""
    return battle() if one.battle else honest(DRAW if one.logged else "")
