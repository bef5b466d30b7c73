"""The log of all reports of a campaign whose dice take in public values: how it grows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.dice.sealed import length_for, nonce_of
from pbm.engine.events import json_form
from pbm.kit import merkle
from pbm.kit.problems import PUT_BACK, Problem, invalid
from pbm.kit.records import Record
from pbm.packets.build import packet_in
from pbm.packets.published import LogFacts, entry_hash
from pbm.packets.record import PacketRecord
from pbm.packets.shared import shared_hash
from pbm.packets.verify.published import PublishedFolder, PublishedPacket
from pbm.storage.turn_folders import TURNS, StoredStage, all_stages
from pbm.storage.turn_toml import REPORTS, TURN_FILE, LogPart

Packets = Mapping[str, tuple[str, ...]]


class Published(Record):
    """All that was published: the newest log, and each player's packets that are not in it yet."""

    entries: int
    part: LogPart
    packets: Packets


class StageLog(Record):
    """The log as the reports of a stage name it.

    ``leaves`` are the entries of its batch in their order, ``rows`` their hashes level by level.
    """

    entries: int
    part: LogPart
    leaves: Mapping[str, bytes]
    batch: int
    nonces: Mapping[str, str]
    rows: Sequence[Sequence[bytes]] = ()

    def facts(self, player: str) -> LogFacts:
        """What a player's packet says of it."""
        peaks = [bytes.fromhex(peak) for peak in self.part.peaks]
        head = merkle.head((bytes.fromhex(self.part.root), *peaks)).hex()
        if player not in self.nonces:
            return LogFacts(self.entries, self.batch, head)
        place = self.rows[0].index(self.leaves[player])
        proof = (*(one.hex() for one in merkle.path(self.rows, place)), *self.part.peaks)
        packets = self.part.packets[player]
        return LogFacts(
            self.entries, self.batch, head, place, self.nonces[player], packets, tuple(proof)
        )

    def with_packets(self, packets: Mapping[str, PacketRecord[Any, Any]]) -> LogPart:
        """Its record, with the hashes of the stage's own packets."""
        shown = {player: shared_hash(json_form(packet)) for player, packet in packets.items()}
        return replace(self.part, shown=shown)


def published_in(campaign: Campaign) -> Published | None:
    """Collect what a campaign has published; None where its reports name no log."""
    return published(all_stages(campaign.folder)) if campaign.part.beacon else None


def published(stages: Sequence[StoredStage]) -> Published:
    """Collect what was published, of all stages of a campaign whose reports name a log.

    Only records written since the newest log are read, those of replaced turns too.
    """
    entries = max(stage.head.entries for stage in stages)
    newest = [stage for stage in stages if stage.head.entries == entries]
    since = min(stage.head.run_at for stage in newest)
    later = [log for stage in stages if _written(stage) >= since and (log := stage.part.log)]
    listed = {pair for log in later for pair in _pairs(log.packets)}
    found: dict[str, set[str]] = {}
    for log in later:
        for player, one in log.shown.items():
            if (player, one) not in listed:
                found.setdefault(player, set()).add(one)
    packets = {player: tuple(sorted(them)) for player, them in found.items()}
    return Published(entries, newest[0].part.log or LogPart(), packets)


def _written(stage: StoredStage) -> str:
    return stage.head.rerun_at or stage.head.run_at


def grown(
    campaign: Campaign, before: Published, players: Iterable[str], *, is_held: bool = False
) -> StageLog:
    """Add a batch with what these players got; a stage reported to some players alone adds none."""
    if is_held:
        return stage_log(campaign, before.entries, replace(before.part, packets={}))
    batch = length_for(len(campaign.seats))
    peaks = _after(before.entries // batch, before.part)
    packets = {player: before.packets.get(player, ()) for player in players}
    return stage_log(campaign, before.entries + batch, LogPart(peaks=peaks, packets=packets))


def _after(batches: int, part: LogPart) -> tuple[str, ...]:
    """The peaks of the tree with the newest batch."""
    if not batches:
        return ()
    peaks = [bytes.fromhex(peak) for peak in part.peaks]
    found = merkle.grown(peaks, batches - 1, bytes.fromhex(part.root))
    return tuple(peak.hex() for peak in found)


def stage_log(campaign: Campaign, entries: int, part: LogPart) -> StageLog:
    """The log that a stage's record names, with its entries made again."""
    batch = length_for(len(campaign.seats))
    if not part.packets:
        return StageLog(entries, part, {}, batch, {})
    assert campaign.key is not None
    more = (f"#{number}" for number in range(batch - len(part.packets)))
    nonces = {
        who: nonce_of(campaign.key, campaign.name, "log", str(entries), who)
        for who in (*part.packets, *more)
    }
    made = {who: entry_hash(nonce, part.packets.get(who, ())) for who, nonce in nonces.items()}
    leaves = dict(sorted(made.items(), key=lambda one: one[1]))
    rows = merkle.levels(list(leaves.values()))
    own = {who: nonces[who] for who in part.packets}
    rooted = replace(part, root=rows[-1][0].hex())
    return StageLog(entries, rooted, leaves, batch, own, rows)


def log_faults(campaign: Campaign, stages: Sequence[StoredStage]) -> Iterator[Problem]:
    """List where the log is not made of the stored packets, of all of them and of nothing else."""
    if not campaign.part.beacon:
        return
    logs = [(stage, log) for stage in stages if (log := stage.part.log) is not None]
    shown = {(player, one) for _stage, log in logs for player, one in log.shown.items()}
    batches: dict[int, LogPart] = {0: LogPart()}
    for stage, log in sorted(logs, key=lambda one: one[0].head.entries):
        entries = stage.head.entries
        if log.packets and entries not in batches:
            newest = max(batches)
            follows = grown(campaign, Published(newest, batches[newest], log.packets), log.packets)
            if (follows.entries, follows.part.peaks) != (entries, log.peaks):
                yield _fault(stage, "its log does not follow from the one before")
            batches[entries] = log
        like = batches.get(entries, LogPart())
        again = stage_log(campaign, entries, log).part
        if again != log or (log.peaks, log.root) != (like.peaks, like.root):
            yield _fault(stage, "its log is not the one that its entries make")
        if not _pairs(log.packets) <= shown:
            yield _fault(stage, "its log has a packet that is not there")
        for player, recorded in log.shown.items():
            data = stage.read(f"{REPORTS}/{player}/packet.json")
            if data is not None and shared_hash(packet_in(data)) != recorded:
                yield _fault(stage, f"the log has another packet of {player}")
    told = {pair for log in batches.values() for pair in _pairs(log.packets)}
    if shown - told - _pairs(published(stages).packets):
        yield _fault(logs[-1][0], "a packet that was published is not in the log")


def _pairs(packets: Packets) -> set[tuple[str, str]]:
    return {(player, one) for player, listed in packets.items() for one in listed}


def _fault(stage: StoredStage, reason: str) -> Problem:
    return invalid(
        f"{TURNS}/{stage.name}/{TURN_FILE} was changed after it was written",
        reason=reason,
        remedy=PUT_BACK,
    )


def published_folder(campaign: Campaign) -> PublishedFolder:
    """The packets of all turns, replaced ones too, with every fault of the log of reports.

    That its turns are played by the rules, and its packets are made of them, `replay` checks.
    """
    stages = all_stages(campaign.folder)
    packets: dict[str, dict[str, PublishedPacket]] = {}
    for stage in stages:
        for player in stage.part.names:
            for found in _packets(stage, player):
                # A rerun keeps the packets of those for whom nothing changes.
                packets.setdefault(player, {}).setdefault(found.sha256, found)
    return PublishedFolder(
        campaign.folder.name,
        campaign.name,
        campaign.part.seal,
        {player: list(found.values()) for player, found in packets.items()},
        [f"{one.fault}: {one.reason}" for one in log_faults(campaign, stages)],
    )


def _packets(stage: StoredStage, player: str) -> Iterator[PublishedPacket]:
    """The packet of a player, if the stage has one."""
    file = f"{REPORTS}/{player}/packet.json"
    for recorded in [sha256 for name, sha256 in stage.part.files.items() if name == file]:
        shown = stage.part.log.shown.get(player, "") if stage.part.log else ""
        if not shown and (data := stage.read(file)) is not None:
            shown = shared_hash(packet_in(data))
        yield PublishedPacket(stage.name, recorded, shown)
