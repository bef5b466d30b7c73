"""Read from a mail server's report which mail did not arrive, at which address, and why.

Servers write a delivery report (RFC 3464), an X-Failed-Recipients header, or plain text alone.
"""

import re
from collections.abc import Iterator
from email.message import Message

from pbm.kit.records import Record

_ADDRESS = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}[A-Za-z0-9]"
# Message-IDs of mails that pbm sends, which a report quotes.
OWN_ID = re.compile(r"<(?P<campaign>[A-Za-z0-9_-]{1,60})\.[0-9a-f]{40}@[^>\s]{1,200}>")
_SUBJECT = re.compile(
    r"undeliver|delivery (?:status|has failed|failure)|returned (?:mail|to sender)|failure notice"
    r"|mail delivery failed|unzustellbar|non remis|no se puede entregar|mancato recapito",
    re.IGNORECASE,
)
# Before the address that failed, in reports of plain text: Exim, Exchange, Gmail, qmail.
_BEFORE = re.compile(
    r"(?:following address(?:\(es\)|es)?(?: failed)?[:.]"
    r"|delivery has failed to these recipients or groups:"
    r"|wasn't delivered to|could(?: not|n't) be delivered to|your message to|I've given up\.)",
    re.IGNORECASE,
)
# What a server said: a code of the 500s, and the words behind it.
_REASON = re.compile(r"\b5[0-9]{2}[ -](?:5\.[0-9]{1,3}\.[0-9]{1,3}\s)?[^\n]{3,200}")
_LONGEST = 40_000  # characters of a report that are read
_MOST_WORDS = 200


class Bounce(Record):
    """A mail that did not arrive: the address, the server's words, own Message-IDs named."""

    address: str
    reason: str
    ids: tuple[str, ...]


def bounce_of(whole: Message, text: str) -> Bounce | None:
    """The failure that a server reports; None for other mail, and while the server still tries."""
    reports = list(_reports(whole))
    said = "\n".join(map(str, whole.values()))[:_LONGEST] + "\n" + text[:_LONGEST]
    quoted = "".join(_quoted(whole))[:_LONGEST]
    ids = tuple(dict.fromkeys(found[0] for found in OWN_ID.finditer(f"{said}\n{quoted}")))
    for report in reports:
        if _field(report, "Action").lower() == "failed":
            address = _address(_field(report, "Original-Recipient")) or _address(
                _field(report, "Final-Recipient")
            )
            words = _field(report, "Diagnostic-Code").partition(";")[2] or _said(text)
            return Bounce(address, _short(words or _field(report, "Status")), ids)
    if reports:
        return None
    failed = _address(str(whole.get("X-Failed-Recipients") or ""))
    if not failed and not _SUBJECT.search(str(whole.get("Subject") or "")):
        return None
    if not failed and (before := _BEFORE.search(text[:_LONGEST])):
        failed = _address(text[before.end() : before.end() + 400])
    return Bounce(failed, _short(_said(text)), ids)


def _reports(whole: Message) -> Iterator[Message]:
    """Yield the fields for each recipient in a mail's delivery reports."""
    for part in whole.walk():
        if part.get_content_type() == "message/delivery-status":
            inside = part.get_payload()
            for one in inside if isinstance(inside, list) else ():
                if isinstance(one, Message) and one.get("Action"):
                    yield one


def _quoted(whole: Message) -> Iterator[str]:
    """Yield the headers of the mail that came back, if the report has them."""
    for part in whole.walk():
        if part.get_content_type() == "text/rfc822-headers":
            yield str(part.get_payload())
        elif part.get("Message-ID") and part is not whole:
            yield f"Message-ID: {part.get('Message-ID')}\n"


def _field(report: Message, name: str) -> str:
    return " ".join(str(report.get(name) or "").split())


def _address(words: str) -> str:
    found = re.search(_ADDRESS, words)
    return found[0] if found else ""


def _said(text: str) -> str:
    found = _REASON.search(text[:_LONGEST])
    return found[0] if found else ""


def _short(words: str) -> str:
    return " ".join(words.split())[:_MOST_WORDS]
