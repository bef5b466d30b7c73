"""What a stage is made of before it is stored: marks, what came before, the draft, the whole."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.engine.context import GameState
from pbm.engine.events import CHAIN_START
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.storage.turn_folders import StoredStage, digest
from pbm.storage.turn_toml import REPORTS, TURN_FILE, NextPart, TurnPart


class Before(Record):
    """What a stage's record takes from the stage before it.

    ``packets`` are the hashes of each player's newest packet, ``next`` the mailings that were
    waited for.
    """

    sequence: int = -1
    digest: str = ""
    chain: str = CHAIN_START
    packets: Mapping[str, str] = {}
    addresses: Mapping[str, str] = {}
    next: tuple[NextPart, ...] = ()


class Marks(Record):
    """What tells a revision from a first run: its number, when and why, whom it corrects.

    ``corrected`` are all marked reports, ``changed`` those that this very revision changes,
    ``next`` the deadlines that were said before, ``passes`` whether next sheets bore passes
    (None: as the campaign now has it), ``prefilled`` whether they said what they held.
    """

    revision: int = 1
    rerun_at: str = ""
    correction: str = ""
    corrected: Mapping[str, str] = {}
    packets_before: Mapping[str, str] = {}
    drops: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    next: tuple[NextPart, ...] = ()
    passes: bool | None = None
    prefilled: bool = True


def marks_of(part: TurnPart) -> Marks:
    """The marks of a stored stage."""
    return Marks(
        part.revision,
        part.rerun_at,
        part.correction,
        part.corrected,
        part.packets_before,
        part.drops,
        part.outbox,
        part.next,
        part.passes,
        part.prefilled,
    )


class StageDraft(Record):
    """A stage before its pages are printed: record, files so far, what the pages are made of."""

    game_state: GameState
    part: TurnPart
    files: Mapping[str, bytes]
    packets: Mapping[str, Packet]
    book: Packet


class MadeStage(Record):
    """All files of a stage by name, with its record."""

    part: TurnPart
    files: Mapping[str, bytes]

    @property
    def before(self) -> Before:
        """What the stage after this one needs of it."""
        return before_from(self.part, digest(self.files[TURN_FILE]))


def before_of(stage: StoredStage) -> Before:
    """What the stage after a stored one needs of it."""
    return before_from(stage.part, stage.digest)


def before_from(part: TurnPart, turn_digest: str) -> Before:
    """A stage that did not tell a player anything leaves him the packet he had."""
    packets = {
        player: part.files.get(
            f"{REPORTS}/{player}/packet.json", part.packets_before.get(player, "")
        )
        for player in part.names
    }
    return Before(part.sequence, turn_digest, part.chain, packets, part.addresses, part.next)
