"""The duel `lantern` played again from its players' texts, as its players get it."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.dice.vrf import PrivateKey
from pbm.service.api import How, new_campaign, run_turn, submit
from pbm.storage.turn_folders import in_force
from tests.seal.forging import Forgery, Key
from tests.shipped import CAMPAIGNS

LANTERN = CAMPAIGNS / "lantern"
PLAYERS = ("dunlin", "plover")
_RFC = Path(__file__).parents[1] / "core/data/rfc9381.json"


DRAW = "the Saturday draw"


@cache
def honest(source: str = "") -> Forgery:
    """All packets and sheets of the duel, with the key that sealed them.

    With a source of public values they have a log.
    """
    secret = tomllib.loads((LANTERN / "secret.toml").read_text(encoding="utf-8"))
    part = tomllib.loads((LANTERN / "campaign.toml").read_text(encoding="utf-8"))
    other = json.loads(_RFC.read_text(encoding="utf-8"))["examples"][1]
    packets, sheets = {}, {}
    with TemporaryDirectory() as folder:
        key = PrivateKey(*(int(prime, 16) for prime in secret["primes"]))
        campaign = new_campaign(
            Path(folder) / "lantern",
            str(LANTERN / "scenario.toml"),
            players=[f"{one['side']}={one['name']}" for one in part["players"]],
            options=part["options"],
            seed=secret["seed"],
            at=part["begun"],
            sealed=True,
            beacon=source,
            key=key,
        )
        for stage in in_force(LANTERN)[1:]:
            for sheet in stage.part.sheets:
                data = (LANTERN / "inbox" / stage.name / sheet.player / "1.txt").read_bytes()
                sheets[f"{stage.name}-{sheet.player}"] = data
                submit(campaign, [(sheet.name, data)], at=sheet.received)
            value = f"3 14 {stage.label}" if source else ""
            run_turn(campaign, how=How(pdfs=False), beacon=value, at=stage.part.run_at)
        for stage in in_force(campaign.folder):
            for player in PLAYERS:
                packet = stage.read(f"reports/{player}/packet.json")
                packets[f"{stage.name}-{player}"] = json.loads(packet or b"")
    return Forgery(
        Key(key.p, key.q),
        packets,
        sheets,
        other=Key(int(other["p"], 16), int(other["q"], 16)),
    )
