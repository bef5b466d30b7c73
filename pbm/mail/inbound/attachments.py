"""Read attached files: text, .docx, .odt, filled PDF forms; advise on others."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from xml.etree import ElementTree as ET

from pbm.kit.problems import Faults
from pbm.mail.inbound.charset import decoded
from pbm.mail.inbound.html_to_text import text_of_html
from pbm.mail.inbound.limits import MOST_DOCX, MOST_DOCX_DEPTH
from pbm.pages.pdf_form import text_of_form

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ODF = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_FEW = re.compile(r"[0-9]{1,2}")
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"


class Unread(Exception):
    """Raised with the reason, for the sender, why an attached file cannot be read."""


def texts_of(name: str, data: bytes, charset: str = "") -> tuple[str, ...]:
    """Read the texts of an attached file that may have sheets; () for other files.

    Unread, with advice for the sender, for a file that may have sheets and cannot be read.
    """
    ending = name.rpartition(".")[2].casefold()
    if ending in ("txt", "text", "asc", "md"):
        return (decoded(data, charset).replace("\r\n", "\n").replace("\r", "\n"),)
    if ending in ("htm", "html"):
        return (text_of_html(decoded(data, charset, is_html=True)),)
    if ending in READERS:
        return READERS[ending](data)
    if name.casefold() == "winmail.dat":
        raise Unread(
            "your mail program packed the mail in its own format (winmail.dat); in Outlook, "
            'choose "Plain text" as the format of the message and send it again'
        )
    if ending in _ADVICE:
        raise Unread(f"{_ADVICE[ending]} cannot be read; save it as plain text (.txt) or .docx")
    return ()


_ADVICE = {
    "doc": "an old Word document (.doc)",
    "rtf": "a rich-text document (.rtf)",
    "pages": "a Pages document",
    "wps": "a Works document (.wps)",
    "xls": "a table (.xls)",
    "xlsx": "a table (.xlsx)",
    "ods": "a table (.ods)",
    "zip": "a packed file (.zip)",
    "gz": "a packed file (.gz)",
    "7z": "a packed file (.7z)",
    "rar": "a packed file (.rar)",
}


def _docx(data: bytes) -> tuple[str, ...]:
    root = _xml_of(data, "word/document.xml", "Word document")
    body = root.find(f"{_W}body")
    return ("\n".join(_docx_lines(root if body is None else body, 0)),)


def _docx_lines(parent: ET.Element, depth: int) -> Iterator[str]:
    """Yield the paragraphs of a document in order; a table's row is one line."""
    if depth > MOST_DOCX_DEPTH:
        raise Unread("the Word document is nested too deeply; paste its text into the mail")
    for child in parent:
        if child.tag == f"{_W}p":
            yield from _run(child).split("\n")
        elif child.tag == f"{_W}tr":
            cells = (" ".join(_docx_lines(cell, depth + 1)) for cell in _cells(child, depth))
            yield "  ".join(cells).rstrip()
        else:
            yield from _docx_lines(child, depth + 1)


def _cells(row: ET.Element, depth: int) -> Iterator[ET.Element]:
    """Yield the cells of a row; a table inside a cell belongs to that cell."""
    for child in row if depth <= MOST_DOCX_DEPTH else ():
        if child.tag == f"{_W}tc":
            yield child
        else:
            yield from _cells(child, depth + 1)


def _run(paragraph: ET.Element) -> str:
    said: list[str] = []
    for part in paragraph.iter():
        if part.tag == f"{_W}t":
            said.append(part.text or "")
        elif part.tag == f"{_W}tab":
            said.append("\t")
        elif part.tag in (f"{_W}br", f"{_W}cr"):
            said.append("\n")
        elif part.tag == f"{_W}noBreakHyphen":
            said.append("-")
    return "".join(said)


def _odt(data: bytes) -> tuple[str, ...]:
    root = _xml_of(data, "content.xml", "OpenDocument text")
    lines: list[str] = []
    inside: set[ET.Element] = set()
    for part in root.iter():
        if part in inside:
            continue
        if part.tag == f"{_TABLE}table-row":
            inside.update(part.iter())
            cells = (_odt_words(cell).replace("\n", " ") for cell in part)
            lines.append("  ".join(cells).rstrip())
        elif part.tag in (f"{_ODF}p", f"{_ODF}h"):
            inside.update(part.iter())
            lines += _odt_words(part).split("\n")
    return ("\n".join(lines),)


def _odt_words(part: ET.Element) -> str:
    said: list[str] = []
    for event, one in _walk(part):
        if event == "text":
            said.append(one.text or "")
            if one.tag == f"{_ODF}s":
                count = one.get(f"{_ODF}c", "1")
                said.append(" " * int(count if _FEW.fullmatch(count) else "1"))
            elif one.tag == f"{_ODF}tab":
                said.append("\t")
            elif one.tag == f"{_ODF}line-break":
                said.append("\n")
        else:
            said.append(one.tail or "")
    return "".join(said)


def _walk(part: ET.Element) -> Iterator[tuple[str, ET.Element]]:
    """Yield each element at its start, and each but the first at its end, in order."""
    yield "text", part
    waiting = [(part, iter(part))]
    while waiting:
        child = next(waiting[-1][1], None)
        if child is None:
            done, _ = waiting.pop()
            if waiting:
                yield "tail", done
        else:
            yield "text", child
            waiting.append((child, iter(child)))


def _xml_of(data: bytes, member: str, what: str) -> ET.Element:
    """Read the XML inside a packed document, up to a limit."""
    paste = "paste its text into the mail"
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed, packed.open(member, "r") as file:
            text = file.read(MOST_DOCX + 1)
    # A stranger's file can be broken in any way, and may raise any exception.
    except Exception as broken:
        why = type(broken).__name__
        raise Unread(f"the {what} is damaged or locked ({why}); {paste}") from None
    if len(text) > MOST_DOCX:
        raise Unread(f"the {what} unpacks to more than {MOST_DOCX:,} bytes; {paste}")
    plain = text.replace(b"\0", b"")  # finds the words in UTF-16, too
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        raise Unread(f"the {what} is not one that a word processor writes; {paste}")
    try:
        return ET.fromstring(text)
    except (ET.ParseError, LookupError, ValueError):  # the last two for unknown encodings
        raise Unread(f"the {what} is damaged; {paste}") from None


def _pdf(data: bytes) -> tuple[str, ...]:
    """Read the sheet in the fields of a filled form."""
    try:
        return (text_of_form(data),)
    except Faults as faults:
        fault = faults.problems[0]
        raise Unread(f"{fault.fault}: {fault.reason}. {fault.remedy}") from None


# The function that reads each kind of file, by the end of its name.
READERS: Mapping[str, Callable[[bytes], tuple[str, ...]]] = {
    "docx": _docx,
    "odt": _odt,
    "pdf": _pdf,
}
