"""RESEND TURN 7: a player's own old report once more, as an answer to the mail that asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.campaign.campaign import Campaign
from pbm.kit.problems import CampaignFault, invalid
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
    """What goes along with the answer: the report's own text, and its files by name."""

    text: str
    files: Mapping[str, bytes]


def resent(campaign: Campaign, now: Now, answer: Answer) -> Resent:
    """The old report that an answer brings, made again if it is not stored.

    Without a right pass it goes to the address that the player is known by and to no other, and
    no pass stands in it. CampaignFault for an answer that would take it elsewhere.
    """
    parcel = parcel_of(campaign, answer.resend, answer.player) if answer.player else None
    if parcel is None:
        return Resent(f"There is no report of turn {answer.resend} for you.\n", {})
    known = now.addresses.get(answer.player, "")
    if not answer.passed and answer.to.casefold() != known.casefold():
        raise CampaignFault(
            invalid(
                f"the report of {parcel.name} would go to {answer.to}",
                reason=f"no pass was given, and {parcel.name} is known by {known or 'no address'}",
                outcome="Nothing was sent to anybody",
                remedy=f"Take {answer.id} out of the outbox",
            )
        )
    files = contents(campaign, parcel)
    if not answer.passed:
        files = without_pass(campaign, files)
    named = {file_name(campaign, parcel, name): data for name, data in files.items()}
    remark = f"Here is your report of {label(parcel.told)} once more, as you asked."
    text = report_text(
        read_packet(files[PACKET]),
        files.get(SHEET, b"").decode(),
        now.deadlines,
        list(named),
        remark,
    )
    return Resent(text, named)


def without_pass(campaign: Campaign, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """A report's files with no pass in any of them: its pages are made again without it."""
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
