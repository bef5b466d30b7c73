"""Prefilled sheets of all games in the mails of the corpus, unchanged and edited.

Each mail is taken apart, its sheets are put in place of those that it holds, in the same wrapping
(quote marks, tags, soft line breaks, documents, charsets), and it is put together again.
"""

from __future__ import annotations

import base64
import io
import quopri
import re
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from html import escape
from itertools import cycle, islice
from textwrap import wrap

import pytest

from pbm.mail.inbound.mime import read_mail
from pbm.sheets.envelope import FoundSheets, find_sheets
from pbm.sheets.kinds import ANY_KINDS
from tests.core.mail.inbound.test_corpus import MAILS
from tests.core.sheets.shipped_sheets import prefilled_sheets

# A sheet in whatever stands between its lines: quote marks, tags, empty lines.
_SHEET = re.compile(
    r"ORDERS\b(?P<head>(?:(?!ORDERS)[\s\S]){5,120}?)"
    r"(?P<gap>(?:<[^>]*>|&nbsp;|[\s>|])+)PASS(?:(?!PASS)[\s\S])*?\bEND\b"
)
# Where Word cuts a line in two for reasons of its own.
_RUN_ENDS = re.compile(r"</w:t></w:r><w:r><w:t[^>]*>")
_SHORT_RUN = 4
# Mails without a sheet, or without a PASS line in it, or with one whose words nobody prints so.
_WITHOUT = {
    "absent", "docx-bomb", "end-with-a-dot", "newsletter", "no-end", "no-pass", "old-word",
    "outlook-winmail", "picture-only", "question", "read-receipt", "resend",
}  # fmt: skip


def _leaves(mail: Message) -> Iterator[Message]:
    for part in mail.walk():
        if not part.is_multipart():
            yield part


def _lines(part: Message, text: str, gap: str, *, tags: bool) -> str:
    """The lines of a sheet as this part of a mail has lines."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if part.get_param("format") == "flowed" and not tags:
        mark = gap.rpartition("\n")[2]
        soft = ("  " if part.get_param("delsp") else " ") + "\n" + mark
        lines = [soft.join(wrap(line, 70, break_long_words=False)) for line in lines]
    if tags:
        lines = [escape(line, quote=False) for line in lines]
    return gap.join(lines)


def _changed(part: Message, text: str, sheet: str, *, tags: bool) -> tuple[str, int]:
    return _SHEET.subn(lambda found: _lines(part, sheet, found["gap"], tags=tags), text)


def _document(part: Message, data: bytes, sheet: str) -> tuple[bytes, int]:
    """A Word or LibreOffice document with the sheet in it."""
    out, count = io.BytesIO(), 0
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            whole = _RUN_ENDS.sub("", old.read(name).decode())
            text, times = _changed(part, whole, sheet, tags=True)
            new.writestr(name, text)
            count += times
    return out.getvalue(), count


def _put_in(part: Message, sheet: str) -> int:
    """Put the sheet in place of those that a part holds; how many it held."""
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    if "opendocument" in (kind := part.get_content_type()) or "openxml" in kind:
        data, count = _document(part, data, sheet)
    else:
        wide = next((code for code, start in _WIDE.items() if data.startswith(start)), "latin-1")
        text, count = _changed(part, data.decode(wide), sheet, tags=kind == "text/html")
        data = text.encode(wide)
    if count:
        how = str(part["Content-Transfer-Encoding"] or "").lower()
        if how == "base64":
            data = base64.encodebytes(data)
        elif how == "quoted-printable":
            data = quopri.encodestring(data)
        part.set_payload(data.decode("ascii", "surrogateescape"))
    return count


# Charsets of two bytes a character; in all others the letters of a sheet are as in ASCII.
_WIDE = {"utf-16": b"\xff\xfe", "utf-16-le": b"O\0", "utf-16-be": b"\0O"}


def _with_sheet(raw: bytes, sheet: str) -> tuple[bytes, int]:
    mail = message_from_bytes(raw)
    count = sum([_put_in(part, sheet) for part in _leaves(mail)])
    return mail.as_bytes(), count


def _read(raw: bytes) -> list[FoundSheets]:
    texts = [letter.text for letter in read_mail(raw).texts]
    return [find_sheets(text.encode(), "mail.txt", ANY_KINDS) for text in texts]


def _sheets_for(mail: str) -> list[str]:
    """Some of the prefilled sheets, other ones for each mail."""
    plain = [text for text in prefilled_sheets() if text.isascii() and "+" not in text]
    start = list(MAILS).index(mail) * _SHORT_RUN % len(plain)
    return list(islice(cycle(plain), start, start + _SHORT_RUN))


HOLDING = [mail for mail in MAILS if mail not in _WITHOUT]


def _check(mail: str, sheets: list[str]) -> None:
    raw = MAILS[mail]
    # A sheet that lost quote marks in the middle is whole once it is put in line by line.
    before = max(1, sum(len(found.sheets) for found in _read(raw)))
    for sheet in sheets:
        put, count = _with_sheet(raw, sheet)
        assert count
        same = _read(put)
        assert [one for found in same for one in found.sheets] == [], sheet
        assert [one for found in same for one in found.unchanged], sheet
        edited = _read(_with_sheet(raw, sheet.replace("\nEND\n", "\nmore\nEND\n"))[0])
        found = [one for found in edited for one in found.sheets]
        assert len(found) == before, sheet
        assert all(one.lines[-1].text.endswith("more") for one in found), sheet


@pytest.mark.parametrize("mail", HOLDING)
def test_only_an_edited_sheet_is_one(mail: str) -> None:
    _check(mail, _sheets_for(mail))


@pytest.mark.slow
@pytest.mark.parametrize("mail", HOLDING)
def test_only_an_edited_sheet_is_one_whatever_it_holds(mail: str) -> None:
    _check(mail, [text for text in prefilled_sheets() if text.isascii()])
