"""The mails that a campaign has to send, as jobs with a reader and a maker.

A job's mail is made for the check and again for sending, so that nothing large stays in memory.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbm.campaign.campaign import Campaign
from pbm.campaign.mail_settings import MailPart
from pbm.kit.records import Record
from pbm.mail.outbound.compose import Outgoing
from pbm.mail.outbound.delivery_log import SentPart, begun
from pbm.mail.outbound.recipients import Now
from pbm.mail.outbound.reply_queue import Answer, queued
from pbm.mail.outbound.report_packages import (
    PACKET,
    SHEET,
    Parcel,
    contents,
    file_name,
    given_by_hand,
    label,
    parcels,
    read_packet,
)
from pbm.mail.outbound.report_texts import report_text
from pbm.mail.outbound.resend import resent
from pbm.storage.turn_folders import StoredStage

REPORT = "report"


class Job(Record):
    """A mail to be sent; ``turn`` is the turn it is about, ``known`` its record.

    ``make`` makes and checks the mail; CampaignFault if its contents are not its reader's.
    """

    id: str
    kind: str
    turn: str
    player: str
    name: str
    address: str
    known: SentPart | None
    make: Callable[[], Outgoing]


class Jobs(Record):
    """Mails not sent yet; ``by_hand`` are reports from before the first mail.

    ``is_first`` is true where no mail was sent yet.
    """

    jobs: tuple[Job, ...]
    by_hand: tuple[Job, ...]
    is_first: bool


def jobs_of(
    campaign: Campaign,
    part: MailPart,
    chain: Sequence[StoredStage],
    now: Now,
    known: Mapping[str, SentPart],
) -> Jobs:
    """List what a campaign has to send: answers, then reports; ``known`` are records."""
    found = parcels(campaign, chain)
    began = begun(campaign.folder)
    before = given_by_hand(found) if began is None else began.not_by_mail
    waiting = [one for one in found if not _is_done(known, one.id)]
    reports = [_report(campaign, part, now, one, known.get(one.id)) for one in waiting]
    return Jobs(
        (*_answers(campaign, part, now, known), *(job for job in reports if job.id not in before)),
        tuple(job for job in reports if job.id in before),
        began is None,
    )


def _is_done(known: Mapping[str, SentPart], id: str) -> bool:
    return id in known and known[id].is_done


def _report(
    campaign: Campaign, part: MailPart, now: Now, parcel: Parcel, known: SentPart | None
) -> Job:
    def make() -> Outgoing:
        files = contents(campaign, parcel)
        return report_mail(campaign, part, now, parcel, files, now.addresses[parcel.player])

    return Job(
        parcel.id,
        REPORT,
        parcel.told,
        parcel.player,
        parcel.name,
        now.addresses.get(parcel.player, ""),
        known,
        make,
    )


def report_mail(
    campaign: Campaign,
    part: MailPart,
    now: Now,
    parcel: Parcel,
    files: Mapping[str, bytes],
    to: str,
) -> Outgoing:
    """Write the mail of a report."""
    named = {file_name(campaign, parcel, name): data for name, data in files.items()}
    corrected = ", CORRECTED" if parcel.is_corrected else ""
    return Outgoing(
        campaign=campaign.name,
        sender=part.address,
        sender_name=part.name or campaign.part.title,
        to=to,
        name=parcel.name,
        subject=f"[{campaign.name}] {label(parcel.told)}{corrected}: report for {parcel.name}",
        text=report_text(
            read_packet(files[PACKET]), files.get(SHEET, b"").decode(), now.deadlines, list(named)
        ),
        # The player's own files alone, whenever and for whomever else the report was made.
        mark=(REPORT, parcel.player, parcel.told, *sorted(parcel.files.values())),
        files=named,
    )


def _answers(
    campaign: Campaign, part: MailPart, now: Now, known: Mapping[str, SentPart]
) -> Iterator[Job]:
    for answer in queued(campaign.folder):
        id = f"answer.{answer.id}"
        if not _is_done(known, id):
            yield _answer(campaign, part, now, answer, id, known.get(id))


def _answer(
    campaign: Campaign, part: MailPart, now: Now, answer: Answer, id: str, known: SentPart | None
) -> Job:
    name = now.names.get(answer.player, "") if answer.player else ""

    def make() -> Outgoing:
        added = resent(campaign, now, answer) if answer.resend else None
        return Outgoing(
            campaign=campaign.name,
            sender=part.address,
            sender_name=part.name or campaign.part.title,
            to=answer.to,
            name=name,
            subject=answer.subject,
            text=answer.body + (f"\n{added.text}" if added else ""),
            mark=("answer", answer.id),
            files=added.files if added else {},
            answers=answer.in_reply_to,
        )

    return Job(id, answer.kind, answer.resend, answer.player, name, answer.to, known, make)
