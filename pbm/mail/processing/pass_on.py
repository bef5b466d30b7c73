"""Put before the game master what mails say beside their sheets, and mails that came back."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pbm.campaign.gm_mail import GmMail, Seems, put_gm_mail
from pbm.mail.inbound.bounces import Bounce
from pbm.mail.inbound.message import Mail
from pbm.mail.inbound.mime import SHEET_HEAD
from pbm.mail.outbound.delivery_log import SentPart, record, records
from pbm.mail.processing.meaning import own_lines, seems
from pbm.mail.processing.post_office import Office, home_of

# Mails of unknown senders that are listed; of more there are only records and bytes.
MOST_OF_STRANGERS = 200
# Subjects of confirmations that a mail was read, which say nothing else.
_READ = re.compile(r"\s*(?:read|gelesen|lu|leído|lido|letto|gelezen|lest|läst)\s*:", re.IGNORECASE)


def put(
    office: Office, mail: Mail, what: Seems, words: str, failed: str = "", *, is_ours: bool = False
) -> None:
    """Put a mail before the game master, with the words that count.

    Of unknown senders' mails, and of reports on mails that are not ``is_ours``, only so many are
    listed: most of them are advertising.
    """
    seats = office.seats_at(failed or mail.sender)
    if not seats and not is_ours:
        office.strangers += 1
        if office.strangers > MOST_OF_STRANGERS:
            return
    item = GmMail(
        key=mail.key,
        seems=what,
        player=seats[0].id if len(seats) == 1 else "",
        sender=mail.sender,
        subject=mail.subject,
        received=office.when,
        words=words or mail.subject or "it has no text",
        failed=failed,
    )
    office.said.add((mail.sender.casefold(), item.words))
    put_gm_mail(office.root, item)


def was_said(office: Office, mail: Mail, words: str) -> bool:
    """True if a mail from this address said the same before: perhaps a program answers."""
    return (mail.sender.casefold(), words) in office.said


def take_automatic(offices: Sequence[Office], mail: Mail) -> tuple[Office, str, str]:
    """Take a mail that no person sent: its campaign, how it was taken, and why."""
    if mail.bounce is not None:
        return _bounced(offices, mail, mail.bounce)
    home = home_of(offices, mail)
    own = own_lines(mail.text)
    what, line = seems([mail.subject, *own])
    has_sheet = any(SHEET_HEAD.match(one) for one in own)
    is_receipt = "disposition-notification" in mail.automatic or _READ.match(mail.subject)
    if has_sheet or (home.seats_at(mail.sender) and not is_receipt):
        put(home, mail, "absence" if what == "absence" else "automatic", line)
    return home, "automatic", mail.automatic


def _bounced(offices: Sequence[Office], mail: Mail, bounce: Bounce) -> tuple[Office, str, str]:
    """Mark the mails that did not arrive, in the campaign that sent them."""
    sent = [
        (office, part)
        for office in offices
        if any(office.is_named(id[1:].rpartition("@")[0].rpartition(".")[0]) for id in bounce.ids)
        for part in records(office.root).values()
        if part.message_id in bounce.ids
    ]
    for office, part in sent:
        if part.state == "sent":
            _mark(office, part, bounce)
    failed = bounce.address or (sent[0][1].address if sent else "")
    home = sent[0][0] if sent else home_of(offices, mail, failed)
    reason = bounce.reason or "the server gave no reason"
    put(home, mail, "bounce", reason, failed, is_ours=bool(sent))
    where = f"mail to {failed}" if failed else "a mail"
    return home, "bounced", f"{where} did not arrive: {bounce.reason}".rstrip(": ")


def _mark(office: Office, part: SentPart, bounce: Bounce) -> None:
    record(office.root, replace(part, state="bounced", at=office.when, reason=bounce.reason))
