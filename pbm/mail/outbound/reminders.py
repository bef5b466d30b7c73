"""Reminders before the deadline to players without orders, once for each time set."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import counting, entries, text_of
from pbm.campaign.mail_settings import MailPart
from pbm.intake.readiness import Readiness, readiness
from pbm.kit.clock import read_time
from pbm.mail.outbound.compose import Outgoing
from pbm.mail.outbound.delivery_log import SentPart
from pbm.mail.outbound.jobs import Job
from pbm.mail.outbound.recipients import Now
from pbm.mail.outbound.report_packages import label
from pbm.mail.outbound.report_texts import reminder_text
from pbm.storage.turn_folders import folder_name
from pbm.turns.assemble import next_sheet
from pbm.turns.submissions import words_of

REMINDER = "reminder"
AT_ONCE = 0


def reminders(
    campaign: Campaign,
    part: MailPart,
    now: Now,
    known: Mapping[str, SentPart],
    when: str,
    *,
    at_once: bool = False,
) -> Iterator[Job]:
    """List the reminders that are due at a moment and were not sent yet.

    ``remind_hours`` of the settings sets the times before the deadline; if several have passed,
    one mail is sent. ``at_once`` reminds all who were not reminded yet, whatever the time. A
    campaign that is paused or over reminds nobody.
    """
    game_state = now.game_state
    for mailing in game_state.due:
        said = now.dates.get(mailing)
        if game_state.result or said is None or said.paused:
            continue
        hours = AT_ONCE if at_once else _hours(part.remind_hours, said.deadline, when)
        if hours is None:
            continue
        for one in _not_ready(campaign, now, mailing):
            id = f"remind.{folder_name(mailing)}.{one.player}"
            had = [int(other.rpartition(".")[2]) for other in known if other.startswith(f"{id}.")]
            open_one = known.get(f"{id}.{hours}")
            if any(other <= hours or at_once for other in had) and (
                open_one is None or open_one.is_done
            ):
                continue
            yield _job(campaign, part, now, mailing, one, f"{id}.{hours}", open_one)


def _hours(times: Sequence[int], deadline: str, when: str) -> int | None:
    """Choose the latest reminder time that has come; None if none, or too late."""
    if not deadline:
        return None
    left = read_time(deadline) - read_time(when)
    if left <= timedelta(0):
        return None
    return min((one for one in times if left <= timedelta(hours=one)), default=None)


def _not_ready(campaign: Campaign, now: Now, mailing: str) -> list[Readiness]:
    texts = [text_of(entry) for entry in counting(entries(campaign.folder, mailing))]
    words = words_of(campaign, now.game_state, mailing, texts)
    found = readiness(campaign, now.game_state, mailing, words)
    return [one for one in found if not one.is_ready]


def _job(
    campaign: Campaign,
    part: MailPart,
    now: Now,
    mailing: str,
    one: Readiness,
    id: str,
    known: SentPart | None,
) -> Job:
    address = now.addresses.get(one.player, "")
    waits = one.state == "wait"

    def make() -> Outgoing:
        seat = next(seat for seat in now.game_state.seats if seat.id == one.player)
        sheet = next_sheet(
            campaign, now.game_state, seat, passes=campaign.has_passes, prefilled=True
        )
        return Outgoing(
            campaign=campaign.name,
            sender=part.address,
            sender_name=part.name or campaign.part.title,
            to=address,
            name=one.name,
            subject=f"[{campaign.name}] {label(mailing)}: a reminder for {one.name}",
            text=reminder_text(
                campaign.part.title, mailing, now.deadlines.get(mailing, ""), one.name, sheet, waits
            ),
            mark=(REMINDER, one.player, mailing, id.rpartition(".")[2]),
            files={},
        )

    return Job(id, REMINDER, mailing, one.player, one.name, address, known, make)
