"""Sends what is to be sent: answers, reports, reminders, each once, of many campaigns in a round.

First everything is looked at: a report in a wrong envelope stops the round before its first mail.
Then mails go one by one; what became of each is kept before the next. A reader who is refused
stops nobody else, and a round that is broken off is taken up by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.campaign.mail_settings import MailPart, OutPart
from pbm.campaign.outbox import note_sent
from pbm.kit.clock import moment, read_time, stamp
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

# How long a mail rests that a server did not take for now, doubled with each try.
REST = timedelta(minutes=5)
LONGEST_REST = timedelta(hours=4)
NO_ADDRESS = "no address"


class SentRow(Record):
    """What a round did with one mail."""

    campaign: str
    kind: str
    turn: str
    player: str
    address: str
    state: str
    at: str
    reason: str
    message_id: str


@dataclass(slots=True)
class Round:
    """What a round came to: a row for each mail it dealt with, and what stopped some of it."""

    rows: list[SentRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """True if everything that was to go went."""
        return not self.problems and all(row.state == "sent" for row in self.rows)


class SendBatch(Record):
    """A campaign at work: its way out, its own address, the mails to be sent now."""

    campaign: Campaign
    out: OutPart
    sender: str
    jobs: tuple[Job, ...]


class Wish(Record):
    """What a round is to do beside what it always does.

    ``again`` tries those too that a server refused for good. ``old`` sends all reports where by
    itself a campaign's first round sends each player's newest alone. ``patient`` lets mails rest
    that a server did not take for now: for a loop. ``remind`` sends reminders where it is time
    for them, ``remind_now`` to all who were not reminded; ``only_remind`` sends nothing else.
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
) -> Round:
    """Send what these campaigns have to send and did not send yet; ``stop`` is asked before each.

    CampaignFault, and nothing is sent, where a report does not fit its envelope. Faults for
    settings that cannot be used. A server that takes nothing is a problem of the round.
    """
    when = stamp(moment(at))
    done = Round()
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
    """Faults with what is wrong with the settings of any of them."""
    problems: list[Problem] = []
    for campaign in campaigns:
        try:
            ways_out(campaign)
        except Faults as faults:
            problems += faults.problems
    if problems:
        raise Faults(*problems)


def ways_out(campaign: Campaign) -> tuple[MailPart, OutPart]:
    """Where a campaign's mail goes; Faults if its settings do not say."""
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


def _batch(campaign: Campaign, when: str, wish: Wish, done: Round) -> SendBatch:
    """What a campaign has to send now; all of it is looked at here, before the first one leaves."""
    part, out = ways_out(campaign)
    chain = tuple(in_force(campaign.folder))
    now = now_of(campaign, chain)
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
                f"{campaign.name}: {len(left_out)} reports are older than this campaign's first "
                "mail and were not sent; pbm mail send --old sends them, too."
            )
    every = (*(found.by_hand if wish.old else ()), *found.jobs, *extra)
    ready = tuple(job for job in every if _is_ready(job, when, wish))
    for job in ready:
        if job.address:
            job.make()
    return SendBatch(campaign, out, part.address, ready)


def _is_ready(job: Job, when: str, wish: Wish) -> bool:
    """False for a mail that was refused for good, and for one that rests."""
    known = job.known
    if known is None or known.state == "trying" or known.address != job.address:
        return True
    if known.state == "refused":
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
        # One that may have gone already goes again as the very same mail.
        date=known.date if known is not None and same else when,
        at=when,
        tries=known.tries + 1 if known is not None else 1,
    )


def _one(batch: SendBatch, job: Job, carrier: Carrier, when: str) -> SentRow:
    """Send one mail and keep what became of it."""
    root = batch.campaign.folder
    if not job.address:
        return _row(batch, job, NO_ADDRESS, when, f"{job.name} has no address", "")
    if not job.address.isascii():
        return _row(batch, job, "refused", when, "mail servers take no such address", "")
    mail = job.make()
    part = _part(job, when)
    data = mail_bytes(mail, part.date)
    part = part.model_copy(
        update={"message_id": mail.message_id, "size": len(data), "sha256": digest(data)}
    )
    with locked(root, patient=True):
        prepare(root, part)
    told = carrier.carry(f"{batch.campaign.name}.{job.id}", data, batch.sender, job.address)
    with locked(root, patient=True):
        if told.outcome == "sent":
            settle(root, job.id)
        elif told.outcome != "unknown":  # else it stays as one that is being tried
            record(root, part.model_copy(update={"state": told.outcome, "reason": told.reason}))
    state = "unknown" if told.outcome == "unknown" else told.outcome
    return _row(batch, job, state, when, told.reason, mail.message_id)


def _row(
    batch: SendBatch, job: Job, state: str, when: str, reason: str, message_id: str
) -> SentRow:
    name = job.name or job.player
    return SentRow(
        batch.campaign.name,
        job.kind,
        job.turn,
        name,
        job.address,
        state,
        when,
        reason,
        message_id,
    )


def _note(batch: SendBatch) -> None:
    """Write into the outbox's lists what was sent, for people."""
    root = batch.campaign.folder
    known = records(root)
    stages = {job.id.rpartition(".")[0] for job in batch.jobs if job.kind == REPORT}
    with locked(root, patient=True):
        for name in sorted(stages):
            sent = {
                part.player: part.at
                for part in known.values()
                if part.kind == REPORT
                and part.state == "sent"
                and part.id == f"{name}.{part.player}"
            }
            note_sent(batch.campaign, name, sent)
