"""Answer RESEND TURN 7: send a player's own old report again."""

from collections.abc import Mapping

from pbm.campaign.campaign import Campaign
from pbm.kit.problems import CampaignFault
from pbm.kit.records import Record
from pbm.mail.outbound.recipients import Now
from pbm.mail.outbound.reply_queue import Answer
from pbm.mail.outbound.report_packages import (
    PACKET,
    SHEET,
    contents,
    file_name,
    label,
    parcel_of,
    read_packet,
)
from pbm.mail.outbound.report_texts import report_text
from pbm.sheets.envelope import find_sheets
from pbm.turns import assemble


class Resent(Record):
    """The additions to the answer: the report's text, and its files by name."""

    text: str
    files: Mapping[str, bytes]


def resent(campaign: Campaign, now: Now, answer: Answer) -> Resent:
    """Collect the old report for an answer; made again if it is not stored.

    Without a right pass it goes only to the player's known address, and contains no pass.
    CampaignFault for an answer to another address.
    """
    parcel = parcel_of(campaign, answer.resend, answer.player) if answer.player else None
    if parcel is None:
        return Resent(f"You have no report of turn {answer.resend}.\n", {})
    known = now.addresses.get(answer.player, "")
    if not answer.passed and answer.to.casefold() != known.casefold():
        raise CampaignFault.invalid(
            f"the report of {parcel.name} would go to {answer.to}",
            reason=f"no pass was given, and the address of {parcel.name} is {known or 'not known'}",
            outcome="No mail was sent",
            remedy=f"Delete {answer.id} from the outbox",
        )
    files = contents(campaign, parcel)
    if not answer.passed:
        files = without_pass(campaign, files)
    named = {file_name(campaign, parcel, name): data for name, data in files.items()}
    remark = f"Here is your report of {label(parcel.told)} again, as you asked."
    text = report_text(
        read_packet(files[PACKET]),
        files.get(SHEET, b"").decode(),
        now.deadlines,
        list(named),
        remark,
    )
    return Resent(text, named)


def without_pass(campaign: Campaign, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Remove the pass from a report's files: its pages are made again without it."""
    sheet = files.get(SHEET, b"")
    found = find_sheets(sheet, SHEET, campaign.ruleset.all_kinds)
    passes = {one.password for one in (*found.sheets, *found.unchanged) if one.password}
    if not passes:
        return dict(files)
    bare = "".join(
        line
        for line in sheet.decode().splitlines(keepends=True)
        if not any(word in line for word in passes)
    )
    pdfs = any(name.endswith(".pdf") for name in files)
    made = assemble.made_pages(read_packet(files[PACKET]), bare, pdfs=pdfs)
    return {name: made[name] for name in files if name in made}
