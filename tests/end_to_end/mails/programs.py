"""Mails as the programs of people write them: how each wraps, quotes, signs and encodes a text.

A text is what a person typed. ``{quote}`` in it is where the original stands; without it the
original comes below the text, or above it where the program puts it there. ``~~words~~`` are
struck out, ``**words**`` are bold: programs without HTML send the bare words.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from email import encoders
from email.header import Header
from email.message import EmailMessage, Message
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from html import escape
from textwrap import wrap
from typing import Any

from pbm.kit.records import Record

GM = "gm@example.org"


class Program(Record, kw_only=True):
    """How a program writes: ``html`` names the shape of its pages, "" for none.

    ``said`` stands before an original; an original with ``marks`` gets ``> ``. ``wraps`` is the
    width at which it breaks lines, 0 for none.
    """

    agent: str = ""
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    plain: bool = True
    html: str = ""
    wraps: int = 0
    flowed: bool = False
    delsp: bool = False
    said: str = "On Sun, Mar 1, 2026 at 8:00 PM <gm@example.org> wrote:\n"
    marks: bool = True
    below: bool = False
    signature: str = ""


_HEADERS = (
    "From: The game master <gm@example.org>\nSent: Sunday, March 1, 2026 8:00 PM\n"
    "To: A player\nSubject: your report"
)
_OUTLOOK = "________________________________\n" + _HEADERS + "\n"
_GERMAN = (
    "-----Ursprüngliche Nachricht-----\nVon: Spielleiter <gm@example.org>\n"
    "Gesendet: Sonntag, 1. März 2026 20:00\nAn: Spieler\nBetreff: your report\n"
)
# How each program writes a mail.
PROGRAMS: Mapping[str, Program] = {
    "gmail-web": Program(html="gmail", encoding="8bit"),
    "gmail-android": Program(html="gmail", encoding="base64", wraps=78),
    "gmail-ios": Program(
        html="gmail", said="On Sun, 1 Mar 2026 at 20:00, GM <gm@example.org> wrote:\n"
    ),
    "outlook-classic": Program(
        agent="Microsoft Outlook 16.0", charset="windows-1252", html="word", marks=False,
        said=_OUTLOOK,
    ),
    "outlook-german": Program(
        agent="Microsoft Outlook 16.0", charset="iso-8859-1", marks=False, said=_GERMAN, wraps=72,
    ),
    "outlook-new": Program(html="aptos", encoding="base64", marks=False, said=_OUTLOOK),
    "outlook-web": Program(html="owa", charset="iso-8859-1", marks=False, said=_OUTLOOK),
    "outlook-ios": Program(
        html="owa", marks=False, said=_OUTLOOK, signature="Get Outlook for iOS<https://aka.ms/o0ukef>"
    ),
    "apple-mail": Program(
        agent="Apple Mail (2.3826)", flowed=True, delsp=True, encoding="7bit", wraps=68,
        said="On 1 Mar 2026, at 20:00, GM <gm@example.org> wrote:\n",
    ),
    "apple-rich": Program(
        agent="Apple Mail (2.3826)", html="apple",
        said="On 1 Mar 2026, at 20:00, GM <gm@example.org> wrote:\n",
    ),
    "iphone": Program(
        agent="iPhone Mail (22D63)", html="apple", said="On Mar 1, 2026, at 8:00 PM, GM wrote:\n",
        signature="Sent from my iPhone",
    ),
    "thunderbird": Program(
        agent="Mozilla Thunderbird", flowed=True, encoding="8bit", wraps=72,
        said="Am 01.03.26 um 20:00 schrieb gm@example.org:", below=True,
    ),
    "thunderbird-html": Program(
        agent="Mozilla Thunderbird", html="thunderbird", said="On 01/03/2026 20:00, GM wrote:\n"
    ),
    "k9": Program(
        agent="K-9 Mail for Android", html="k9", said="",
        signature="-- \nSent from my phone with K-9.",
    ),
    "proton": Program(
        html="proton", encoding="base64", said="On Sunday, March 1st, 2026 at 8:00 PM, GM wrote:\n",
        signature="Sent with Proton Mail secure email.",
    ),
    "yahoo": Program(
        agent="WebService/1.1.25297 YMailNorrin", html="yahoo", marks=False,
        said="    On Sunday, March 1, 2026 at 08:00:00 PM GMT+1, GM <gm@example.org> wrote:  \n",
    ),
    "gmx": Program(html="gmx", plain=False, said="Gesendet: Sonntag, 1. März 2026 um 20:00 Uhr"),
    "mutt": Program(
        agent="Mutt/2.2.13", encoding="8bit", wraps=72, below=True,
        said="* GM <gm@example.org> [2026-03-01 20:00]:\n",
    ),
    "alpine": Program(
        agent="Alpine 2.26", encoding="8bit", flowed=True, wraps=76, below=True,
        said="On Sun, 1 Mar 2026, GM wrote:\n",
    ),
    "evolution": Program(
        agent="Evolution 3.52.3", html="evolution", encoding="8bit", wraps=71,
        said="On Sun, 2026-03-01 at 20:00 +0100, GM wrote:",
    ),
    "spark": Program(
        agent="Spark", html="spark",
        said="On 1 Mar 2026 at 20:00 +0100, GM <gm@example.org>, wrote:",
        signature="Sent from Spark",
    ),
    "samsung": Program(
        html="samsung", encoding="base64", marks=False,
        said="-------- Original message --------\n" + _HEADERS + "\n",
        signature="Sent from my Galaxy",
    ),
    "kmail": Program(
        agent="KMail/6.1", encoding="quoted-printable", said="Sonntag, 1. März 2026 20:00 GM:",
        below=True,
    ),
    "claws": Program(
        agent="Claws Mail 4.2", encoding="8bit", wraps=72, below=True,
        said="On Sun, 1 Mar 2026 20:00:00 +0100\nGM <gm@example.org> wrote:\n",
    ),
    "fastmail": Program(html="gmail", said="On Sun, 1 Mar 2026, at 8:00 PM, GM wrote:"),
    "aol": Program(
        html="yahoo", marks=False, plain=False, said="-----Original Message-----\n" + _HEADERS
    ),
    "roundcube": Program(
        agent="Roundcube Webmail/1.6.9", encoding="8bit", flowed=True, wraps=72,
        said="On 2026-03-01 20:00, GM wrote:",
    ),
    "emclient": Program(
        agent="eM_Client/10.1", html="aptos", marks=False,
        said="------ Original Message ------\n" + _HEADERS,
    ),
    "plain": Program(encoding="8bit"),
}  # fmt: skip
# The lines of a page of each shape: around all, around a line, an empty line, around a quotation.
_SHAPES: Mapping[str, tuple[str, str, str, str]] = {
    "gmail": (
        '<div dir="ltr">%s</div>', "<div>%s</div>", "<div><br></div>",
        '<div class="gmail_quote"><div>%s<br></div><blockquote>%s</blockquote></div>',
    ),
    "word": (
        "<html><style><!-- p {margin:0cm} --></style><div class=WordSection1>%s</div></html>",
        "<p class=MsoNormal><span lang=EN-US>%s<o:p></o:p></span></p>",
        "<p class=MsoNormal><o:p>&nbsp;</o:p></p>",
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt'>%s</div>%s",
    ),
    "aptos": (
        '<html><body><div class="elementToProof" style="font-family: Aptos">%s</div></body></html>',
        "<div>%s</div>", "<div><br></div>",
        '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">%s</div><div>%s</div>',
    ),
    "owa": (
        '<html><body dir="ltr">%s</body></html>', "<div>%s<br></div>", "<div><br></div>",
        '<hr tabindex="-1"><div id="divRplyFwdMsg">%s</div><div class="BodyFragment">%s</div>',
    ),
    "apple": (
        '<html><head></head><body style="line-break: after-white-space;">%s</body></html>',
        "<div>%s</div>", "<div><br></div>",
        '<div><br><blockquote type="cite"><div>%s</div><br><div>%s</div></blockquote></div>',
    ),
    "thunderbird": (
        '<!DOCTYPE html><html><body text="#000000">%s</body></html>', "%s<br>", "<br>",
        '<div class="moz-cite-prefix">%s</div><blockquote type="cite" cite="mid:1">%s</blockquote>',
    ),
    "k9": (
        '<!DOCTYPE html><html><body><div dir="auto">%s</div></body></html>', "%s<br>", "<br>",
        '<div class="gmail_quote">%s<blockquote class="gmail_quote">%s</blockquote></div>',
    ),
    "proton": (
        '<div style="font-family: Arial">%s</div>', "<div>%s</div>", "<div><br></div>",
        '<div class="protonmail_quote">%s<blockquote>%s</blockquote></div>',
    ),
    "yahoo": (
        '<html><body><div class="ydp">%s</div></body></html>', '<div dir="ltr">%s</div>',
        '<div dir="ltr"><br></div>',
        '<div id="yahoo_quoted_1" class="yahoo_quoted"><div>%s</div><div>%s</div></div>',
    ),
    "gmx": (
        '<html><head></head><body><div style="font-family: Verdana">%s</div></body></html>',
        "<div>%s</div>", "<div>&nbsp;</div>",
        '<div name="quote"><div>%s</div><blockquote>%s</blockquote></div>',
    ),
    "evolution": (
        "<html><body>%s</body></html>", "<div>%s</div>", "<div><br></div>",
        '<div>%s</div><blockquote type="cite">%s</blockquote>',
    ),
    "spark": (
        '<html><body><div name="messageBodySection"><div dir="auto">%s</div></div></body></html>',
        "%s<br />", "<br />",
        '<div name="messageReplySection">%s<blockquote type="cite">%s</blockquote></div>',
    ),
    "samsung": (
        '<html><body dir="auto">%s</body></html>', '<div dir="auto">%s</div>',
        '<div dir="auto"><br></div>', "<div>%s</div><div>%s</div>",
    ),
}  # fmt: skip
_STRUCK, _BOLD = re.compile(r"~~(.*?)~~", re.DOTALL), re.compile(r"\*\*(.*?)\*\*")


def write(
    program: str,
    text: str,
    *,
    sender: str,
    subject: str,
    original: str = "",
    headers: Mapping[str, str] | None = None,
    attached: Sequence[Mapping[str, Any]] = (),
) -> bytes:
    """The bytes of a mail with this text, as a program sends it; ``original`` is quoted."""
    how = PROGRAMS[program]
    body = _body(how, text, original)
    if attached:
        whole: Message = MIMEMultipart("mixed", boundary="=_mixed_7f1c")
        whole.attach(body)
        for one in attached:
            whole.attach(_file(one))
        body = whole
    fields = {
        "From": sender,
        "To": GM,
        "Subject": subject,
        "Date": "Mon, 02 Mar 2026 11:00:00 +0000",
        "Message-ID": "<one@example.org>",
        **({"X-Mailer": how.agent} if how.agent else {}),
        **(headers or {}),
    }
    for name, value in fields.items():
        if name == "Content-Type":
            body.replace_header(name, value)
        elif value:
            body[name] = value if value.isascii() else Header(value, "utf-8").encode()
    return body.as_bytes()


def _body(how: Program, text: str, original: str) -> Message:
    signed = text.rstrip("\n") + (f"\n\n{how.signature}" if how.signature else "")
    mark = "\0"
    if original and mark not in signed:
        signed = (
            f"{mark}\n\n{signed}" if how.below and "{above}" not in text else f"{signed}\n\n{mark}"
        )
    signed = signed.replace("{above}", "")
    parts = [_plain(how, signed, original)] if how.plain else []
    if how.html:
        parts.append(_text(_page(how, signed, original), "html", how))
    if len(parts) == 1:
        return parts[0]
    both = MIMEMultipart("alternative", boundary="=_both_2b7e")
    for one in parts:
        both.attach(one)
    return both


def _plain(how: Program, text: str, original: str) -> Message:
    words = _BOLD.sub(r"*\1*" if how.html == "gmail" else r"\1", _STRUCK.sub(r"\1", text))
    quoted = [f"> {line}".rstrip() if how.marks else line for line in original.split("\n")]
    before, mark, after = words.partition("\0")
    lines = _wrapped(how, before.split("\n"))
    if mark:
        lines += [*how.said.split("\n"), *_wrapped(how, quoted), *_wrapped(how, after.split("\n"))]
    return _text("\n".join(lines) + "\n", "plain", how)


def _wrapped(how: Program, lines: Sequence[str]) -> list[str]:
    """Break long lines as the program does: for good, or softly with format=flowed."""
    if not how.wraps:
        return list(lines)
    found: list[str] = []
    for line in lines:
        quotes = re.match(r"(?:> ?)*", line)
        start = quotes[0] if quotes else ""
        pieces = wrap(
            line[len(start) :], how.wraps, drop_whitespace=not how.flowed, break_on_hyphens=False,
            break_long_words=False, replace_whitespace=False,
        ) or [""]  # fmt: skip
        if how.flowed:
            pieces = [piece.rstrip(" ") + " " * (1 + how.delsp) for piece in pieces[:-1]] + pieces[
                -1:
            ]
            pieces[-1] = pieces[-1].rstrip(" ") if pieces[-1] != "-- " else pieces[-1]
            stuffed = [f" {p}" if not start and p[:1] in (" ", ">") else p for p in pieces]
            pieces = stuffed
        found += [start + piece for piece in pieces]
    return found


def _page(how: Program, text: str, original: str) -> str:
    around, line, empty, quotation = _SHAPES[how.html]

    def lines(words: str) -> str:
        said = []
        for one in words.split("\n"):
            shown = escape(one, quote=False)
            indent = len(shown) - len(shown.lstrip(" "))
            shown = "&nbsp;" * indent + shown[indent:]
            said.append(line % shown if shown.strip() else empty)
        return "\n".join(said)

    before, mark, after = text.partition("\0")
    page = lines(before.rstrip("\n"))
    if mark:
        page += quotation % ("<br>".join(escape(s) for s in how.said.split("\n")), lines(original))
        page += lines(after.strip("\n")) if after.strip() else ""
    page = _BOLD.sub(r"<b>\1</b>", _STRUCK.sub(r"<s>\1</s>", page))
    return around % page + "\n"


def _text(words: str, kind: str, how: Program) -> Message:
    part = MIMENonMultipart("text", kind, charset=how.charset)
    if kind == "plain" and how.flowed:
        part.set_param("format", "flowed")
        if how.delsp:
            part.set_param("delsp", "yes")
    data = words.encode(how.charset, "xmlcharrefreplace" if kind == "html" else "replace")
    encoding = how.encoding
    if encoding == "7bit" and not data.isascii():
        encoding = "quoted-printable"
    part.set_payload(data)
    if encoding == "base64":
        encoders.encode_base64(part)
    elif encoding == "quoted-printable":
        encoders.encode_quopri(part)
        # The encoder writes each blank as =20, which no program does.
        part.set_payload(re.sub(r"=20(?!\n)", " ", str(part.get_payload())))
    else:
        part.set_payload(data.decode("ascii", "surrogateescape"))
        part["Content-Transfer-Encoding"] = encoding
    return part


_KINDS = {
    "txt": "text/plain",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "odt": "application/vnd.oasis.opendocument.text",
    "pdf": "application/pdf",
    "pages": "application/vnd.apple.pages",
    "doc": "application/msword",
    "rtf": "application/rtf",
    "zip": "application/zip",
    "jpg": "image/jpeg",
    "png": "image/png",
    "ics": "text/calendar",
    "vcf": "text/vcard",
    "dat": "application/ms-tnef",
    "p7s": "application/pkcs7-signature",
    "asc": "application/pgp-signature",
    "html": "text/html",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "md": "text/markdown",
    "eml": "message/rfc822",
}
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def _file(one: Mapping[str, Any]) -> Message:
    """An attached file: its text in the format that its name says, or as many bytes as asked."""
    name, text = str(one["name"]), str(one.get("text", ""))
    ending = name.rpartition(".")[2].lower()
    kind = str(one.get("kind", _KINDS[ending]))
    if ending == "eml":
        inner = EmailMessage()
        inner["From"], inner["Subject"] = GM, "your report"
        inner.set_content(text)
        return MIMEMessage(inner)
    if ending == "docx":
        data = _packed("word/document.xml", _docx(text))
    elif ending == "odt":
        data = _packed("content.xml", _odt(text))
    elif ending == "zip":
        data = _packed("orders.txt", text)
    else:
        data = text.encode(str(one.get("charset", "utf-8"))) + b"\xff\xd8\xff\xe0" * (
            int(one.get("size", 0)) // 4
        )
    part = MIMEBase(*kind.split("/"))
    part.set_payload(data)
    encoders.encode_base64(part)
    part.add_header("Content-Disposition", str(one.get("shown", "attachment")), filename=name)
    return part


def _packed(member: str, text: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(zipfile.ZipInfo(member), text)
    return out.getvalue()


def _docx(text: str) -> str:
    lines = "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{escape(line)}</w:t></w:r></w:p>'
        for line in text.split("\n")
    )
    return f'<w:document xmlns:w="{_W}"><w:body>{lines}</w:body></w:document>'


def _odt(text: str) -> str:
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n"))
    return (
        f'<office:document-content xmlns:office="{_ODF}:office:1.0" xmlns:text="{_ODF}:text:1.0">'
        f"<office:body><office:text>{lines}</office:text></office:body></office:document-content>"
    )
