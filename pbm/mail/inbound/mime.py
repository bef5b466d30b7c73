"""Read a mail from its bytes; any bytes give a `Mail`, never an exception."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32
from typing import Any

from msgspec import Struct, field

from pbm.kit.clock import read_time
from pbm.kit.text import shown
from pbm.mail.inbound import headers, limits
from pbm.mail.inbound.attachments import Unread, texts_of
from pbm.mail.inbound.bounces import OWN_ID, bounce_of
from pbm.mail.inbound.charset import decoded
from pbm.mail.inbound.html_to_text import STRUCK, text_of_html
from pbm.mail.inbound.message import Mail, MailText
from pbm.mail.inbound.quoting import marked, unflowed
from pbm.mail.inbound.slim import LEFT_OUT
from pbm.storage.turn_folders import digest

# A line that may be the head of a sheet, quoted or not; and one that may be that or a request.
_SHEET = r"[^\W\d_]{4,12}\s++(?:\"[^\"\n]{1,60}\"|\S{1,60})\s++turn\s++\S"
SHEET_HEAD = re.compile(rf"[>\s]*+(?!\w+\s+(?:for|in|of)\s){_SHEET}", re.IGNORECASE)
HEAD = re.compile(rf"[>\s]*+(?:{_SHEET}|RESEND\s|ABSENT\s|CONFIRM\s)", re.IGNORECASE)
THE_TEXT = "the text"


def read_mail(data: bytes) -> Mail:
    """Read a mail; a part that cannot be read is listed in ``ignored``."""
    body = _cut(data)[1]
    gathered = _Gathered()
    whole = parsed(data)
    if whole is None:
        many = data.count(b"\n--") > limits.MOST_BOUNDARIES
        why = "it has too many parts" if many else "its parts cannot be separated"
        gathered.ignored.append(f"{why}, so none was read")
        whole = header_of(data)
    else:
        try:
            _gather(whole, gathered, 0)
        except RecursionError:
            gathered.texts.clear()
            gathered.ignored.append("its parts are nested too deeply, so none was read")
    texts = tuple(_within(gathered))
    sender = headers.sender_of(whole)
    message_id = headers.message_id(whole)
    automatic = headers.why_automatic(whole)
    text = "\n".join(one.text for one in texts)
    about = f"{headers.word(whole, 'In-Reply-To')} {headers.word(whole, 'References')}"
    return Mail(
        key=key_of(message_id, sender, headers.word(whole, "Date"), body),
        sha256=digest(data),
        size=len(data),
        message_id=message_id,
        sender=sender,
        subject=headers.words(whole, "Subject")[:200],
        date=headers.said_date(whole),
        arrived=headers.arrived(whole),
        automatic=automatic,
        bounce=bounce_of(whole, text) if automatic else None,
        answers=tuple(found["campaign"] for found in OWN_ID.finditer(about)),
        is_list=headers.is_list(whole),
        texts=texts,
        ignored=tuple(gathered.ignored),
        advice=tuple(gathered.advice),
    )


def key_of(message_id: str, sender: str, date: str, body: bytes) -> str:
    """Hash a mail's Message-ID (else sender and date) and body, to recognize it."""
    said = message_id or f"{sender} {date}"
    return digest(f"{said}\n{digest(body.strip())}".encode("utf-8", "replace"))[:40]


class _Short(Compat32):
    """Headers as they are written, cut at a length that no real header reaches.

    File names and boundaries are decoded by whatever charset a header names, and for some
    charsets that takes minutes if the header is long.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[: limits.MOST_OF_A_HEADER]


_SHORT = _Short()


def parsed(data: bytes) -> Message | None:
    """Parse a mail with its parts; None if they cannot be separated, or are too many."""
    if data.count(b"\n--") > limits.MOST_BOUNDARIES:
        return None
    try:
        return BytesParser(policy=_SHORT).parsebytes(data)
    except Exception:  # as below; and a boundary may have a number of 5,000 digits
        return None


def header_of(data: bytes) -> Message:
    """Parse the header of a mail, without its parts."""
    return BytesHeaderParser(policy=_SHORT).parsebytes(_cut(data)[0])


def read_head(data: bytes) -> Message:
    """Parse the header of a mail from its first bytes."""
    return header_of(data[: limits.MOST_HEAD])


def _cut(data: bytes) -> tuple[bytes, bytes]:
    """Split a mail into header and body."""
    found = re.search(rb"\r?\n\r?\n", data)
    return (data, b"") if found is None else (data[: found.end()], data[found.end() :])


_OLDEST = timedelta(days=7)


def sent_at(mail: Mail, came: str) -> str:
    """Tell when a mail was sent, as far as its headers can be believed, else "".

    A Date after the mail was taken in, or more than a week before, is not believed; the time of
    its arrival in the mailbox is used instead.
    """
    for said in (mail.date, mail.arrived):
        if said and timedelta(0) <= read_time(came) - read_time(said) <= _OLDEST:
            return said
    return ""


class _Gathered(Struct):
    texts: list[MailText] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)
    parts: int = 0


def _gather(part: Message, into: _Gathered, depth: int) -> None:
    """Collect every text of a part and of the parts inside it."""
    into.parts += 1
    if into.parts > limits.MOST_PARTS or depth > limits.MOST_DEPTH:
        if into.parts == limits.MOST_PARTS + 1 or into.parts <= limits.MOST_PARTS:
            into.ignored.append("it has more parts than are read; the rest was left out")
        return
    kind = part.get_content_type()
    # Asked of a text part, this would decode it by whatever charset the part names.
    inside: Any = part.get_payload() if part.is_multipart() else None
    if kind == "multipart/alternative" and isinstance(inside, list):
        _gather_best(inside, into, depth)
    elif isinstance(inside, list):  # a multipart, or a mail inside
        for one in inside:
            _gather(one, into, depth + 1)
    else:
        _gather_leaf(part, kind, into)


def _gather_best(parts: list[Any], into: _Gathered, depth: int) -> None:
    """Choose an alternative: the first that may have a sheet, plain text first.

    Only a page shows that words were struck out, so one that does goes before plain text.
    """
    tried: list[_Gathered] = []
    for part in parts:
        one = _Gathered(parts=into.parts)
        _gather(part, one, depth + 1)
        into.parts = one.parts
        tried.append(one)
    holds = [one for one in tried if any(_may_hold_a_sheet(a.text) for a in one.texts)]
    reads = [one for one in tried if one.texts]
    struck = [one for one in holds if any(STRUCK in a.text for a in one.texts)]
    best = next(iter(struck or holds or reads), None)
    for one in tried:
        into.ignored += one.ignored
        into.advice += one.advice
    if best is not None:
        into.texts += best.texts


def _may_hold_a_sheet(text: str) -> bool:
    return any(map(HEAD.match, text.split("\n")))


def _gather_leaf(part: Message, kind: str, into: _Gathered) -> None:
    name = _file_name(part)
    shown_name = shown(name)[:80]
    raw = _payload(part)
    if left := headers.word(part, LEFT_OUT):
        into.ignored.append(f"{shown_name or kind} was not read or kept: {shown(left)[:120]}")
        return
    attached = bool(name) or "attachment" in headers.word(part, "Content-Disposition").lower()
    if kind in ("text/plain", "text/html") and not attached:
        text = _text(part, raw, kind)
        if text.strip():
            into.texts.append(MailText(THE_TEXT, text))
        return
    if kind in _SILENT:
        return
    if kind in _NEVER:
        into.ignored.append(f"{_NEVER[kind]} was ignored")
        return
    file = _file(name, kind)
    try:
        texts = texts_of(file, raw, _charset(part))
    except Unread as why:
        into.ignored.append(f"{shown_name or file} was not read: {why}")
        into.advice.append(str(why))
        return
    if not texts:
        into.ignored.append(f"{shown_name or kind} was ignored")
    into.texts += [MailText(shown_name or "attached text", text) for text in texts if text.strip()]


# Parts that belong to others, and parts that never have orders.
_SILENT = ("application/pgp-signature", "application/pkcs7-signature",
           "application/x-pkcs7-signature", "application/pgp-keys")  # fmt: skip
_NEVER = {
    "text/calendar": "a calendar entry",
    "text/x-vcard": "an address card",
    "text/vcard": "an address card",
    "application/ics": "a calendar entry",
    "text/x-amp-html": "a page for one mail program",
}
_BY_KIND = {
    "text/plain": "text.txt",
    "text/html": "page.html",
    "application/ms-tnef": "winmail.dat",
    "application/vnd.ms-tnef": "winmail.dat",
    "application/msword": "document.doc",
    "application/rtf": "document.rtf",
    "text/rtf": "document.rtf",
    "application/pdf": "document.pdf",
    "application/vnd.oasis.opendocument.text": "document.odt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "document.docx",
    "application/pgp-encrypted": "message.gpg",
    "application/pkcs7-mime": "smime.p7m",
}


def _file(name: str, kind: str) -> str:
    """Choose a file name whose ending says how to read the file."""
    known = name.rpartition(".")[2].casefold() if "." in name else ""
    by_kind = _BY_KIND.get(kind, "")
    if kind == "application/octet-stream" or known in ("txt", "docx", "odt", "pdf", "doc", "rtf"):
        return name or by_kind
    return by_kind or name


def _file_name(part: Message) -> str:
    try:
        name = str(make_header(decode_header(part.get_filename("") or "")))
    except Exception:  # as above
        return "attachment"
    return name.encode("utf-8", "replace").decode().replace("\\", "/").rpartition("/")[2]


def _payload(part: Message) -> bytes:
    try:
        raw = part.get_payload(decode=True)
    except Exception:  # as above
        return b""
    return raw if isinstance(raw, bytes) else b""


def _charset(part: Message) -> str:
    try:
        return str(part.get_content_charset("") or "")
    except Exception:  # as above
        return ""


def _text(part: Message, raw: bytes, kind: str) -> str:
    text = decoded(raw, _charset(part), is_html=kind == "text/html")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if kind == "text/html":
        text = text_of_html(text)
    elif _parameter(part, "format") == "flowed":
        text = unflowed(text, delsp=_parameter(part, "delsp") == "yes")
    return marked(text, HEAD)


def _parameter(part: Message, name: str) -> str:
    try:
        return str(part.get_param(name) or "").strip().lower()
    except Exception:  # as above
        return ""


def _within(gathered: _Gathered) -> Iterator[MailText]:
    """Yield the texts up to their limit; those left out are listed in ``ignored``."""
    room = limits.MOST_TEXT
    for one in gathered.texts:
        if len(one.text) > room:
            gathered.ignored.append(
                f"{one.where} was not read: it has {len(one.text):,} characters; the limit for "
                f"all texts of a mail is {limits.MOST_TEXT:,}"
            )
            continue
        room -= len(one.text)
        yield one
