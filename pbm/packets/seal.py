"""Put the seal into a packet: the key, the salt and the proofs of its rolls.

A packet never has the group of a roll, which would reveal who else perceives it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import force_setattr

from pbm.dice.roll_forms import RollForm, matched
from pbm.dice.sealed import IDS_SCHEME, SCRIPTED, Phrases, ids_name
from pbm.engine.types import StorySection
from pbm.kit.records import Record, alike
from pbm.packets import record
from pbm.packets.published import LogFacts
from pbm.packets.record import PacketLog, PacketSeal


class OwnSheet(Record):
    """A text of the player that counted: its number, time of arrival and sha256."""

    number: int
    received: str
    sha256: str


class SealedStage(Record):
    """The public value of a stage, the number of late texts it counted, the names of its rolls."""

    mailing: str
    beacon: str
    late: int
    rolls: Collection[str]


class SealFacts(Record):
    """The facts about sealed dice that a player may know.

    ``proofs`` are those of every roll of the turn by name, of which the packet gets those of its
    rolls; only the first report after set-up has ``phrases``. ``source`` is that of public values,
    ``stages`` those that are told, ``log`` names all reports before, ``cover`` is a random number
    that hides what a shared packet leaves out; a campaign without such values has none of these.
    """

    key: str
    commitment: str
    salt: str = ""
    proofs: Mapping[str, str] = {}
    sheets: Sequence[OwnSheet] = ()
    phrases: Phrases | None = None
    source: str = ""
    stages: Sequence[SealedStage] = ()
    cover: str = ""
    log: LogFacts | None = None


def forms_under(forms: Sequence[RollForm], scheme: str) -> tuple[RollForm, ...]:
    """The forms that names of rolls have under a scheme of dice."""
    return tuple(one for one in forms if one.proven in (None, scheme == IDS_SCHEME))


def scene_of(roll: str, forms: Sequence[RollForm]) -> str:
    """The scene of a roll whose name has proven ids of units; "" for any other."""
    found = matched(roll, forms) if any("=" in form.name for form in forms) else None
    return found.words[0] if found is not None and "=" in found.form.name else ""


def without_groups(story: Sequence[StorySection]) -> None:
    """Remove the groups of rolls from a story that was told for one player, in place."""
    for section in story:
        for item in section.items:
            for roll in item.rolls:
                force_setattr(roll, "group", "")


def seal_of(
    facts: SealFacts,
    player: str,
    story: Sequence[StorySection],
    forms: Sequence[RollForm] = (),
) -> PacketSeal:
    """The field ``seal`` of a packet; ``forms`` are those of the names of its rolls."""
    told = dict.fromkeys(
        roll.name for section in story for item in section.items for roll in item.rolls
    )
    proofs = {name: facts.proofs[name] for name in told if name in facts.proofs}
    scenes = dict.fromkeys(scene for name in proofs if (scene := scene_of(name, forms)))
    ids = {scene: facts.proofs.get(ids_name(scene, player)) for scene in scenes}
    found: dict[str, Any] = {}
    if proven := {scene: proof for scene, proof in ids.items() if proof}:
        found["ids"] = proven
    if facts.source:
        found["source"] = facts.source
        found["stages"] = [
            record.SealedStage(
                mailing=one.mailing,
                beacon=one.beacon,
                late=one.late,
                rolls=[name for name in told if name in one.rolls],
            )
            for one in facts.stages
        ]
        found["cover"] = facts.cover
    if facts.log is not None:
        found["log"] = alike(PacketLog, facts.log)
    if facts.phrases is not None:
        found["phrases"] = list(facts.phrases.entries)
        found["phrase"] = facts.phrases.words.get(player, "")
        found["nonce"] = facts.phrases.nonces.get(player, "")
    return PacketSeal(
        key=facts.key,
        commitment=facts.commitment,
        salt=facts.salt,
        proofs={name: proof for name, proof in proofs.items() if proof != SCRIPTED},
        scripted=[name for name, proof in proofs.items() if proof == SCRIPTED],
        sheets=[alike(record.OwnSheet, one) for one in facts.sheets],
        **found,
    )
