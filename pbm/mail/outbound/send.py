"""Send answers, reports and reminders of many campaigns in a round, each once.

First everything is checked: a report for the wrong reader stops the round before its first mail.
Then mails go one by one, and each is recorded before the next. A refused reader does not stop
the others, and the next round goes on with one that was broken off.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import timedelta

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.campaign.mail_settings import MailPart, OutPart
from pbm.campaign.outbox import not_noted, note_sent
from pbm.kit.clock import moment, read_time, stamp
from pbm.kit.english import count
from pbm.kit.problems import Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.mail.outbound.compose import mail_bytes
from pbm.mail.outbound.delivery_log import (
    SENT,
    BegunPart,
    SentPart,
    begin,
    prepare,
    record,
    records,
    settle,
)
from pbm.mail.outbound.jobs import REPORT, Job, jobs_of
from pbm.mail.outbound.recipients import now_of
from pbm.mail.outbound.reminders import reminders
from pbm.mail.outbound.transports import Carrier, Carriers, Unreachable
from pbm.mail.settings import settings_of
from pbm.storage.atomic_files import locked, sending_alone
from pbm.storage.turn_folders import digest, in_force
from pbm.turns.history import game_state_after

# The wait before a mail that the server refused for now is tried again; doubled with each try.
REST = timedelta(minutes=5)
LONGEST_REST = timedelta(hours=4)
NO_ADDRESS = "no address"


class SentRow(Record):
    """One mail of a round, and its result."""

    campaign: str
    kind: str
    turn: str
    player: str
    address: str
    state: str
    at: str
    reason: str
    message_id: str


class SendRound(Struct):
    """The result of a round: a row for each mail, and the problems that stopped some."""

    rows: list[SentRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """True if every mail was sent."""
        return not self.problems and all(row.state == "sent" for row in self.rows)


class SendBatch(Record):
    """A campaign's part of a round: its server, its address, the mails to be sent now."""

    campaign: Campaign
    out: OutPart
    sender: str
    jobs: tuple[Job, ...]


class Wish(Record):
    """The options of a round.

    ``again`` also tries mails that a server refused for good. ``old`` sends all reports, where a
    campaign's first round else sends only each player's newest. ``patient``, for a loop, waits
    before it tries a mail again that a server refused for now. ``remind`` sends the reminders that
    are due, ``remind_now`` reminds all who were not reminded; ``only_remind`` sends nothing else.
    """

    again: bool = False
    old: bool = False
    patient: bool = False
    remind: bool = False
    remind_now: bool = False
    only_remind: bool = False


USUAL = Wish()


def send(
    campaigns: Sequence[Campaign],
    wish: Wish = USUAL,
    *,
    at: str | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress = quiet,
) -> SendRound:
    """Send what campaigns have not sent yet; ``stop`` is called before each mail.

    CampaignFault, and nothing is sent, if a report would go to the wrong reader. Faults for
    settings that cannot be used. A server that takes no mail is a problem of the round.
    """
    when = stamp(moment(at))
    done = SendRound()
    _all_have_ways_out(campaigns)
    with ExitStack() as held:
        for campaign in campaigns:
            held.enter_context(sending_alone(campaign.folder, SENT))
        batches = [_batch(campaign, when, wish, done) for campaign in campaigns]
        carriers = Carriers()
        held.callback(carriers.close)
        total = sum(len(batch.jobs) for batch in batches)
        for batch in batches:
            carrier = carriers.of(batch.out, batch.campaign.folder)
            try:
                for job in batch.jobs:
                    if stop():
                        return done
                    progress("mails", len(done.rows), total)
                    done.rows.append(_one(batch, job, carrier, when))
            except Unreachable as fault:
                done.problems += [one for one in fault.problems if one not in done.problems]
            finally:
                _note(batch)
        if done.rows:
            progress("mails", len(done.rows), total)
    return done


def _all_have_ways_out(campaigns: Sequence[Campaign]) -> None:
    """Raise Faults with every fault in the settings of any of them."""
    problems: list[Problem] = []
    for campaign in campaigns:
        try:
            ways_out(campaign)
        except Faults as faults:
            problems += faults.problems
    if problems:
        raise Faults(*problems)


def ways_out(campaign: Campaign) -> tuple[MailPart, OutPart]:
    """Read where a campaign's mail goes; Faults if its settings do not say."""
    part = settings_of(campaign.part.mail, campaign.folder)
    missing = [
        name for name, said in (("address", part.address), ("[mail.out]", part.out)) if not said
    ]
    if missing or part.out is None:
        raise Faults(
            *(
                invalid(
                    f"[mail] of {campaign.name} has no {name}",
                    outcome="Nothing was sent",
                    remedy="docs/mail.md shows what to write there",
                )
                for name in missing
            )
        )
    return part, part.out


def _batch(campaign: Campaign, when: str, wish: Wish, done: SendRound) -> SendBatch:
    """Collect and check what a campaign has to send, before the first mail is sent."""
    part, out = ways_out(campaign)
    chain = tuple(in_force(campaign.folder))
    now = now_of(campaign, chain, game_state_after(campaign, chain))
    known = records(campaign.folder)
    extra = (
        reminders(campaign, part, now, known, when, at_once=wish.remind_now)
        if wish.remind or wish.remind_now
        else ()
    )
    if wish.only_remind:
        jobs = tuple(job for job in extra if _is_ready(job, when, wish))
        return SendBatch(campaign, out, part.address, jobs)
    found = jobs_of(campaign, part, chain, now, known)
    if found.is_first:
        left_out = () if wish.old else tuple(job.id for job in found.by_hand)
        with locked(campaign.folder, patient=True):
            begin(campaign.folder, BegunPart(at=when, not_by_mail=left_out))
        if left_out:
            done.lines.append(
                f"{campaign.name}: not sent: {count(len(left_out), 'report')} from before this "
                "campaign's first mail. pbm mail send --old sends old reports, too."
            )
    every = (*(found.by_hand if wish.old else ()), *found.jobs, *extra)
    ready = tuple(job for job in every if _is_ready(job, when, wish))
    for job in ready:
        if job.address:
            job.make()
    return SendBatch(campaign, out, part.address, ready)


def _is_ready(job: Job, when: str, wish: Wish) -> bool:
    """False for a mail that was refused for good or came back, or whose wait is not over."""
    known = job.known
    if known is None or known.state == "trying" or known.address != job.address:
        return True
    if known.state in ("refused", "bounced"):
        return wish.again
    rest = min(REST * 2 ** min(known.tries - 1, 10), LONGEST_REST)
    return not wish.patient or read_time(when) >= read_time(known.at) + rest


def _part(job: Job, when: str) -> SentPart:
    known = job.known
    same = known is not None and known.state == "trying" and known.address == job.address
    return SentPart(
        id=job.id,
        kind=job.kind,
        turn=job.turn,
        player=job.player,
        address=job.address,
        message_id="",
        state="trying",
        # A mail that may have been sent already is sent again as the same mail.
        date=known.date if known is not None and same else when,
        at=when,
        tries=known.tries + 1 if known is not None else 1,
    )


def _one(batch: SendBatch, job: Job, carrier: Carrier, when: str) -> SentRow:
    """Send one mail and record the result."""
    root = batch.campaign.folder
    if not job.address:
        return _row(batch, job, NO_ADDRESS, when, f"{job.name} has no address", "")
    if not job.address.isascii():
        return _row(batch, job, "refused", when, "mail servers do not take such an address", "")
    mail = job.make()
    part = _part(job, when)
    data = mail_bytes(mail, part.date)
    part = replace(part, message_id=mail.message_id, size=len(data), sha256=digest(data))
    with locked(root, patient=True):
        prepare(root, part)
    told = carrier.carry(f"{batch.campaign.name}.{job.id}", data, batch.sender, job.address)
    with locked(root, patient=True):
        if told.outcome == "sent":
            settle(root, job.id)
        elif told.outcome != "unknown":  # else its record stays "trying"
            record(root, replace(part, state=told.outcome, reason=told.reason))
    state = "unknown" if told.outcome == "unknown" else told.outcome
    return _row(batch, job, state, when, told.reason, mail.message_id)


def _row(
    batch: SendBatch, job: Job, state: str, when: str, reason: str, message_id: str
) -> SentRow:
    name = job.name or job.player
    return SentRow(
        batch.campaign.name, job.kind, job.turn, name, job.address, state, when, reason, message_id
    )


def _note(batch: SendBatch) -> None:
    """Note in the outbox's lists, for people, what was sent: of this round, and what is not noted.

    A round may have ended before it noted what it sent.
    """
    root = batch.campaign.folder
    reports = [part for part in records(root).values() if part.kind == REPORT]
    stages = {job.id.rpartition(".")[0] for job in batch.jobs if job.kind == REPORT}
    with locked(root, patient=True):
        stages |= not_noted(root) & {part.id.rpartition(".")[0] for part in reports}
        for name in sorted(stages):
            sent = {
                part.player: part.at
                for part in reports
                if part.state == "sent" and part.id == f"{name}.{part.player}"
            }
            note_sent(batch.campaign, name, sent)
