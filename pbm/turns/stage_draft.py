"""A stage before it is stored: its predecessor, marks, draft and files."""

from collections.abc import Mapping
from typing import Any

from pbm.engine.context import GameState
from pbm.engine.events import CHAIN_START
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.correction import read_corrections
from pbm.packets.record import CauseOfChange, PacketRecord
from pbm.storage.turn_folders import StoredStage, digest
from pbm.storage.turn_toml import CORRECTION_FILE, REPORTS, TURN_FILE, LogPart, NextPart, TurnPart
from pbm.turns.published_log import Published


class Before(Record):
    """Facts that a stage's record takes from the stage before it.

    ``packets`` are the hashes of each player's newest packet, ``next`` the stages that were due,
    ``published`` all that the next log takes in.
    """

    sequence: int = -1
    digest: str = ""
    chain: str = CHAIN_START
    packets: Mapping[str, str] = {}
    addresses: Mapping[str, str] = {}
    next: tuple[NextPart, ...] = ()
    published: Published | None = None


class Marks(Record):
    """What distinguishes a revision from a first run: number, time, reason, readers.

    ``corrected`` are all reports marked as corrected, ``changed`` those that this revision
    changes, ``next`` the deadlines announced before, ``passes`` whether next sheets had passes
    (None: as the campaign now has them), ``prefilled`` whether they had a PREFILLED line.
    ``corrections`` is for each player what changed in their report, and why; ``entries`` and
    ``log`` are what the reports said of the log when the stage was first run.
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
    corrections: Mapping[str, tuple[CauseOfChange, ...]] = {}
    entries: int = 0
    log: LogPart | None = None


def marks_of(stage: StoredStage) -> Marks:
    """Read the marks of a stored stage."""
    part = stage.part
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
        read_corrections(stage.read(CORRECTION_FILE)),
        part.entries,
        part.log,
    )


class StageDraft(Record):
    """A stage before its pages are printed: record, files, packets and book."""

    game_state: GameState
    part: TurnPart
    files: Mapping[str, bytes]
    packets: Mapping[str, PacketRecord[Any, Any]]
    book: Packet


class MadeStage(Record):
    """All files of a stage by name, with its record."""

    part: TurnPart
    files: Mapping[str, bytes]

    @property
    def before(self) -> Before:
        """The facts that the next stage takes from it."""
        return before_from(self.part, digest(self.files[TURN_FILE]))


def before_of(stage: StoredStage) -> Before:
    """Collect the facts that the next stage takes from a stored one."""
    return before_from(stage.part, stage.digest)


def before_from(part: TurnPart, turn_digest: str) -> Before:
    """The same from a record; a player without a report keeps the packet they had."""
    packets = {
        player: part.files.get(
            f"{REPORTS}/{player}/packet.json", part.packets_before.get(player, "")
        )
        for player in part.names
    }
    return Before(part.sequence, turn_digest, part.chain, packets, part.addresses, part.next)
