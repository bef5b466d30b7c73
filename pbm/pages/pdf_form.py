"""The order sheet as a form: a PDF to fill in, and the text of one that came back.

Every line of the prefilled sheet is a field, in the order of the sheet, with a few empty lines
after each part of it; the sheet's remarks are printed above the fields. A field's name says
where its line stands, so the filled form is the text that a player would have typed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from io import BytesIO
from typing import Any

from pbm.kit.problems import Faults, Problem, invalid
from pbm.kit.records import Record

TEMPLATE = "form.html"
# A field is named by the number of its line, which line after it, and whether it is set in.
_NAME = re.compile(r"pbm1-(\d{4})-(\d\d)-([mi])")
_MARGIN, _INDENTED = "m", "i"
GOES_ON = (",", ";", ">", "(", "\\")
FEWEST_EMPTY, MOST_EMPTY = 2, 6
WRAPPED = 60  # characters of a remark's line that may have been too long for one
WIDE = 88  # characters of a line that one row of a field holds
MOST_BYTES = 8_000_000
MOST_FIELDS = 10_000


class Field(Record):
    """One line to fill in: its name in the form, what it is prefilled with, its rows."""

    name: str
    text: str = ""
    rows: int = 1
    title: str = ""


class Panel(Record):
    """A part of the sheet: ``parts`` are its fields and, as plain text, its remarks.

    A ``frame`` is what stands around the orders: the sheet's first line, and END.
    """

    parts: tuple[Field | str, ...]
    frame: bool = False


def panels(sheet: str) -> tuple[Panel, ...]:
    """The parts of a sheet's text, as empty lines divide it."""
    found: list[Panel] = []
    parts: list[Field | str] = []
    before = ""
    last = 0
    for number, line in _logical(sheet):
        if not line.strip():
            found += _closed(parts, last)
            parts = []
        elif line.strip().startswith("#"):
            remark = line.strip().lstrip("# ").rstrip()
            if parts and isinstance(parts[-1], str):
                # A long line goes on in the next one; a short one was an end.
                joint = " " if len(before) > WRAPPED else "\n"
                remark = f"{parts.pop()}{joint}{remark}"
            parts.append(remark)
        else:
            parts.append(_field(number, 0, line))
        before, last = line, number
    return (*found, *_closed(parts, last))


def _logical(sheet: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, those that go on joined to what they go on with."""
    held, begun = "", 0
    for number, line in enumerate(sheet.splitlines(), 1):
        if held:
            line = f"{held} {line.strip()}"
        else:
            begun = number
        if line.rstrip().endswith(GOES_ON) and "#" not in line:
            held = line.rstrip()
        else:
            held = ""
            yield begun, line
    if held:
        yield begun, held


def _field(number: int, after: int, line: str, *, indented: bool | None = None) -> Field:
    indented = line[:1].isspace() if indented is None else indented
    text = line.strip()
    name = f"pbm1-{number:04d}-{after:02d}-{_INDENTED if indented else _MARGIN}"
    more = f", {after} after it" if after else ""
    return Field(name, text, 1 + len(text) // WIDE, f"Line {number}{more}")


def _closed(parts: list[Field | str], last: int) -> list[Panel]:
    """The panel of these parts, with empty lines after the ``last`` where more can be ordered."""
    fields = [part for part in parts if isinstance(part, Field)]
    if not parts:
        return []
    if fields and _is_frame(fields):
        return [Panel(tuple(parts), frame=True)]
    indented = len(fields) < 2 or fields[-1].name.endswith(_INDENTED)
    more = min(MOST_EMPTY, max(FEWEST_EMPTY, 1 + len(fields) // 3))
    empty = [_field(last, after, "", indented=indented) for after in range(1, more + 1)]
    return [Panel((*parts, *empty))]


def _is_frame(fields: list[Field]) -> bool:
    """True for the lines around a sheet: its first, with its pass, and its END."""
    first = fields[0].text.split()
    return fields[0].text == "END" or (
        first[:1] != [] and first[0].isupper() and "turn" in first and "for" in first
    )


def form_pdf(
    packet: Mapping[str, Any], sheet: str, made: datetime, *, paper: str = "a4", kept: bytes = b""
) -> bytes:
    """The form of a player's next sheet; ``packet`` says whose, of what and when.

    ``kept`` is one made earlier, which is good again if it was made of the same.
    """
    from pbm.pages.render import pdf  # templates and fonts, which reading a form needs not

    said = {"packet": packet, "panels": panels(sheet), "made": made.isoformat()}
    return pdf(TEMPLATE, said, made, paper=paper, kept=kept, forms=True)


# --- what came back -------------------------------------------------------------------------


def is_pdf(data: bytes) -> bool:
    """Whether these bytes are a PDF, filled in or not."""
    return data[:1024].lstrip()[:5] == b"%PDF-"


def as_text(data: bytes, file: str) -> bytes:
    """The text of a filled form; what is no PDF stays as it is. Faults for another PDF."""
    # A field may hold half of a UTF-16 pair, which is no character.
    return text_of_form(data, file).encode("utf-8", "replace") if is_pdf(data) else data


def text_of_form(data: bytes, file: str = "the PDF") -> str:
    """The sheet as its player would have typed it; Faults for a PDF that is no form of ours."""
    if len(data) > MOST_BYTES:
        raise _refused(
            file, f"it has {len(data):,} bytes; a form has far fewer than {MOST_BYTES:,}"
        )
    lines: dict[tuple[int, int], list[str]] = {}
    for name, value in _values(data, file):
        found = _NAME.fullmatch(name)
        if found is None:
            continue
        indent = "  " if found[3] == _INDENTED else ""
        typed = value.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines[int(found[1]), int(found[2])] = [indent + one.strip() for one in typed if one.strip()]
    if not lines:
        raise _refused(
            file,
            "it has no fields of an order form; one that was printed to a new PDF has lost them",
        )
    text = [line for _place, typed in sorted(lines.items()) for line in typed]
    return "".join(f"{line}\n" for line in text)


def _values(data: bytes, file: str) -> list[tuple[str, str]]:
    """The names of all fields of a PDF, with what stands in them."""
    import pypdf  # slow to import, and needed for forms alone

    # What it thinks of a damaged file is no news to whoever sent it.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(BytesIO(data))
        if reader.is_encrypted:
            raise _refused(file, "it is locked with a password")
        fields = reader.get_fields() or {}
        if len(fields) > MOST_FIELDS:
            raise _refused(file, f"it has {len(fields):,} fields; no form of ours has that many")
        return [
            (str(name), "" if field.value is None else str(field.value))
            for name, field in fields.items()
        ]
    except Faults:
        raise
    # A PDF from anywhere can be broken in any way, and pypdf then raises whatever it stumbles on.
    except Exception as broken:
        raise _refused(file, f"it is damaged ({type(broken).__name__})") from None


def _refused(file: str, reason: str) -> Faults:
    return Faults(_problem(file, reason))


def _problem(file: str, reason: str) -> Problem:
    return invalid(
        f"{file} is not an order form that can be read",
        reason=reason,
        remedy="Fill in form.pdf in a PDF reader, save it and send that file; or send the orders "
        "as plain text, as in orders.txt",
    )
