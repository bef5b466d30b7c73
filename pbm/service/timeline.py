"""The steps of a campaign in the order they were taken, from its own files.

They are enough to repeat all of it: texts come from the inbox, rulings from the heads that
`pbm rule` writes above them, runs and reruns from each turn.toml.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pbm.campaign.inbox import CLOSED, InboxEntry, entries, kept_rulings, text_of, unread
from pbm.kit.records import Record
from pbm.storage.turn_folders import INBOX, StoredStage, all_stages, mailing_of
from pbm.storage.turn_toml import DICE_FILE, NEW, RULINGS_FILE

_KEPT = re.compile(r"^# kept (\S+) from (.+)$", re.MULTILINE)


class Sent(Record):
    """A text came in, in time or late.

    ``mail`` is the key of the mail it came in, ``sent`` the time that mail was sent. Such a text
    was taken for one player and stage only; other sheets in it may have been refused.
    """

    at: str
    name: str
    data: bytes
    late: bool
    mail: str = ""
    sent: str = ""
    player: str = ""
    mailing: str = ""


class Ruled(Record):
    """Rulings were kept for a turn."""

    at: str
    turn: str
    name: str
    data: bytes


class HeldRun(Record):
    """A run of a turn stopped at the docket, at a time that is not recorded.

    Whether it ran past open notes is not kept either; see `_went_past`.
    """

    at: str
    turn: str
    go_on: bool = False


class Run(Record):
    """A turn was run, with its dice script and options."""

    at: str
    turn: str
    script: bytes | None
    go_on: bool
    fresh: bool


class TimelineRerun(Record):
    """A turn and all after it were run again."""

    at: str
    turn: str


Step = Sent | Ruled | HeldRun | Run | TimelineRerun

# Steps of the same second are ordered by their turn, then by the order of work in a turn.
_SENT, _CLOSED, _RULED, _RUN, _SENT_AFTER, _RULED_AFTER, _RERUN = range(1, 14, 2)
_Key = tuple[str, int, int, str, int]


def steps_of(root: Path) -> list[Step]:
    """List all steps after the campaign's beginning; CampaignFault if it is damaged."""
    stages = [stage for stage in all_stages(root) if stage.name != NEW]
    found = [*_runs(root, stages), *_texts(root, stages), *_rulings(root, stages)]
    return [step for _key, step in sorted(found, key=lambda one: one[0])]


def _runs(root: Path, stages: Sequence[StoredStage]) -> Iterator[tuple[_Key, Step]]:
    again: dict[str, StoredStage] = {}
    for stage in stages:
        part = stage.part
        if part.rerun_at:
            again.setdefault(part.rerun_at, stage)
            continue
        step = Run(
            part.run_at, part.mailing, stage.read(DICE_FILE), part.go_on, _is_fresh(root, stage)
        )
        yield (part.run_at, part.sequence, _RUN, "", 0), step
    for when, stage in again.items():
        # A rerun follows every turn that it ran again.
        newest = max(other.part.sequence for other in stages if other.part.run_at <= when)
        yield (when, newest, _RERUN, "", 0), TimelineRerun(when, stage.part.mailing)


def _is_fresh(root: Path, stage: StoredStage) -> bool:
    """True if a sheet counted that was refused while the docket held the turn."""
    counted = {(sheet.player, sheet.number) for sheet in stage.part.sheets}
    found = entries(root, stage.part.mailing)
    return any(e.part.is_closed and (e.part.player, e.number) in counted for e in found)


def _texts(root: Path, stages: Sequence[StoredStage]) -> Iterator[tuple[_Key, Step]]:
    seen: set[tuple[str, str, str, int]] = set()
    for mailing in _mailings(root):
        first = _first(stages, mailing)
        counted = {(sheet.player, sheet.number) for sheet in first.part.sheets} if first else set()
        for entry in _new(entries(root, mailing), seen):
            part = entry.part
            closed = part.refused == CLOSED
            in_time = first is None or closed or (part.player, entry.number) in counted
            rank = (_CLOSED if closed or part.late else _SENT) if in_time else _SENT_AFTER
            key = (part.received, _sequence(stages, first), rank, part.player, entry.number)
            if rank == _CLOSED and first is not None:
                yield _just_before(key), HeldRun(part.received, mailing)
            yield key, _sent(entry)
    for entry in _new(unread(root), seen):
        when = entry.part.received
        sequence = sum(stage.head.run_at < when for stage in stages) + 1
        yield (when, sequence, _SENT, "", entry.number), _sent(entry)


def _new(found: Sequence[InboxEntry], seen: set[tuple[str, str, str, int]]) -> Iterator[InboxEntry]:
    """Leave out entries whose text another folder holds too."""
    times: dict[tuple[str, str, str, str], int] = {}
    for entry in found:
        part = entry.part
        text = (part.received, part.name, part.sha256)
        count = times[*text, part.player] = times.get((*text, part.player), 0) + 1
        if part.mail or (*text, count) not in seen:
            seen.add((*text, count))
            yield entry


def _sent(entry: InboxEntry) -> Sent:
    text = text_of(entry)
    part = entry.part
    by_mail = (part.mail, part.sent, part.player, part.mailing) if part.mail else ()
    return Sent(text.received, text.name, text.data, text.late, *by_mail)


def _rulings(root: Path, stages: Sequence[StoredStage]) -> Iterator[tuple[_Key, Step]]:
    for mailing in _mailings(root):
        first = _first(stages, mailing)
        taken = b"" if first is None else first.read(RULINGS_FILE) or b""
        stopped = first is not None and any(item.phase for item in first.part.docket)
        whole = kept_rulings(root, mailing)
        text = whole.decode("utf-8", "surrogateescape")
        heads = list(_KEPT.finditer(text))
        ends = [*(head.start() for head in heads[1:]), len(text)][: len(heads)]
        for number, (head, end) in enumerate(zip(heads, ends, strict=True)):
            data = text[head.end() + 1 : end].encode("utf-8", "surrogateescape")
            before_run = first is None or text[:end].encode("utf-8", "surrogateescape") in taken
            rank = _RULED if before_run else _RULED_AFTER
            key = (head[1], _sequence(stages, first), rank, "", number)
            if first is not None and stopped and before_run and b"answer" in data:
                yield _just_before(key), HeldRun(head[1], mailing, _went_past(first, data))
            yield key, Ruled(head[1], mailing, head[2], data)


def _went_past(stage: StoredStage, answers: bytes) -> bool:
    """True if the run before these answers went past notes to the game master.

    It did if the run that came through did, unless one of the answers is to a note.
    """
    notes = [item.id.encode() for item in stage.part.docket if item.player]
    return stage.part.go_on and not any(note in answers for note in notes)


def _mailings(root: Path) -> list[str]:
    folder = root / INBOX
    names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    return [found[0] for name in names if (found := mailing_of(name)) is not None]


def _first(stages: Sequence[StoredStage], mailing: str) -> StoredStage | None:
    return next((stage for stage in stages if stage.label == mailing), None)


def _sequence(stages: Sequence[StoredStage], stage: StoredStage | None) -> int:
    return stage.head.sequence if stage else len(stages) + 1


def _just_before(key: _Key) -> _Key:
    when, sequence, rank, player, number = key
    return when, sequence, rank - 1, player, number
