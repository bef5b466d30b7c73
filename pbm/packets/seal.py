"""What a packet holds of sealed dice: the key, the salt, the proofs of the rolls it tells of.

Of a roll a packet names no group, sealed or not: who else perceives the roll is not told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.dice.sealed import SCRIPTED, Phrases
from pbm.kit.facts import Fact
from pbm.kit.records import Record


class OwnSheet(Record):
    """A text of the player that counted in the turn: its number, when it came, its sha256."""

    number: int
    received: str
    sha256: str


class SealFacts(Record):
    """What a player may know of the sealed dice of his campaign.

    ``proofs`` are those of every roll of the turn by name, of which his packet gets those it
    tells of; ``phrases`` stand in the first report after set-up alone.
    """

    key: str
    commitment: str
    salt: str = ""
    proofs: Mapping[str, str] = {}
    sheets: Sequence[OwnSheet] = ()
    phrases: Phrases | None = None


def without_groups(story: Sequence[Mapping[str, Fact]]) -> None:
    """Take out of a story, in place, who else perceives each roll."""
    for section in story:
        for item in section["items"]:
            item["rolls"] = [{**roll, "group": ""} for roll in item["rolls"]]


def seal_of(facts: SealFacts, player: str, story: Sequence[Mapping[str, Fact]]) -> dict[str, Fact]:
    """The field ``seal`` of a packet."""
    told = dict.fromkeys(
        roll["name"] for section in story for item in section["items"] for roll in item["rolls"]
    )
    proofs = {name: facts.proofs[name] for name in told if name in facts.proofs}
    found: dict[str, Fact] = {
        "key": facts.key,
        "commitment": facts.commitment,
        "salt": facts.salt,
        "proofs": {name: proof for name, proof in proofs.items() if proof != SCRIPTED},
        "scripted": [name for name, proof in proofs.items() if proof == SCRIPTED],
        "sheets": [
            {"number": one.number, "received": one.received, "sha256": one.sha256}
            for one in facts.sheets
        ],
    }
    if facts.phrases is not None:
        found["phrases"] = list(facts.phrases.entries)
        found["phrase"] = facts.phrases.words.get(player, "")
        found["nonce"] = facts.phrases.nonces.get(player, "")
    return found
