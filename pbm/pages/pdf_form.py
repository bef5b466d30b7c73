"""The order sheet as a PDF form to fill in, and the text of a form that came back.

Every line of the prefilled sheet is a field, in the order of the sheet, with a few empty fields
after each part; the sheet's remarks are printed above the fields. A field's name gives the place
of its line, so the filled form is the text that a player would have typed.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from io import BytesIO
from typing import Any

from pbm.kit.problems import Faults, Problem, invalid
from pbm.kit.records import Record
from pbm.pages.sheet_columns import WRAPPED
from pbm.sheets.envelope import GOES_ON

TEMPLATE = "form.html"
# A field's name: the number of its line, the number of the added line after it, its indent.
_NAME = re.compile(r"pbm1-(\d{4})-(\d\d)-([mi])")
_MARGIN, _INDENTED = "m", "i"
FEWEST_EMPTY, MOST_EMPTY = 2, 6
WIDE = 88  # characters in one row of a field
MOST_BYTES = 8_000_000
MOST_FIELDS = 10_000


class FormField(Record):
    """One line to fill in: its name in the form, its prefilled text, its rows."""

    name: str
    text: str = ""
    rows: int = 1
    title: str = ""


class Panel(Record):
    """A part of the sheet: ``parts`` are its fields and, as plain text, its remarks.

    A ``frame`` is a line around the orders: the sheet's first line, or END.
    """

    parts: tuple[FormField | str, ...]
    frame: bool = False


def panels(sheet: str) -> tuple[Panel, ...]:
    """Divide a sheet's text into parts at its empty lines."""
    found: list[Panel] = []
    parts: list[FormField | str] = []
    before = ""
    last = 0
    for number, line in _logical(sheet):
        if not line.strip():
            found += _closed(parts, last)
            parts = []
        elif line.strip().startswith("#"):
            remark = line.strip().lstrip("# ").rstrip()
            if parts and isinstance(parts[-1], str):
                # A long line goes on in the next one; a short one is complete.
                joint = " " if len(before) > WRAPPED else "\n"
                remark = f"{parts.pop()}{joint}{remark}"
            parts.append(remark)
        else:
            parts.append(_field(number, 0, line))
        before, last = line, number
    return (*found, *_closed(parts, last))


def _logical(sheet: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, continued lines joined."""
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


def _field(number: int, after: int, line: str, *, indented: bool | None = None) -> FormField:
    indented = line[:1].isspace() if indented is None else indented
    text = line.strip()
    name = f"pbm1-{number:04d}-{after:02d}-{_INDENTED if indented else _MARGIN}"
    more = f", {after} after it" if after else ""
    return FormField(name, text, 1 + len(text) // WIDE, f"Line {number}{more}")


def _closed(parts: list[FormField | str], last: int) -> list[Panel]:
    """Close a panel, with empty fields after the ``last`` line for more orders."""
    fields = [part for part in parts if isinstance(part, FormField)]
    if not parts:
        return []
    if fields and _is_frame(fields):
        return [Panel(tuple(parts), frame=True)]
    indented = len(fields) < 2 or fields[-1].name.endswith(_INDENTED)
    more = min(MOST_EMPTY, max(FEWEST_EMPTY, 1 + len(fields) // 3))
    empty = [_field(last, after, "", indented=indented) for after in range(1, more + 1)]
    return [Panel((*parts, *empty))]


def _is_frame(fields: list[FormField]) -> bool:
    """True for the lines around the orders: the first one, with its pass, and END."""
    first = fields[0].text.split()
    return fields[0].text == "END" or (
        first[:1] != [] and first[0].isupper() and "turn" in first and "for" in first
    )


def form_pdf(
    packet: Mapping[str, Any], sheet: str, made: datetime, *, paper: str = "a4", kept: bytes = b""
) -> bytes:
    """Make a player's next sheet as a form; ``packet`` names player and campaign.

    ``kept`` is a form made earlier, which is used again if nothing changed.
    """
    from pbm.pages.render import pdf  # templates and fonts are not needed to read a form

    said = {"packet": packet, "panels": panels(sheet), "made": made.isoformat()}
    return pdf(TEMPLATE, said, made, paper=paper, kept=kept, forms=True)


# --- forms that came back -------------------------------------------------------------------


def is_pdf(data: bytes) -> bool:
    """True if these bytes are a PDF, filled in or not."""
    return data[:1024].lstrip()[:5] == b"%PDF-"


def as_text(data: bytes, file: str) -> bytes:
    """Give the text of a filled form; other files unchanged. Faults for another PDF."""
    # A field may contain half of a UTF-16 pair, which is not a character.
    return text_of_form(data, file).encode("utf-8", "replace") if is_pdf(data) else data


def text_of_form(data: bytes, file: str = "the PDF") -> str:
    """Give the sheet as its player would have typed it; Faults for any other PDF."""
    if len(data) > MOST_BYTES:
        raise _refused(
            file, f"it has {len(data):,} bytes; an order form has far fewer than {MOST_BYTES:,}"
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
            file, "it has none of the form's fields; printing a form to a new PDF removes them"
        )
    text = [line for _place, typed in sorted(lines.items()) for line in typed]
    return "".join(f"{line}\n" for line in text)


def _values(data: bytes, file: str) -> list[tuple[str, str]]:
    """Read the names and contents of all fields of a PDF."""
    import pypdf  # slow to import, and only forms need it

    # Its remarks about a damaged file do not help the sender.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(BytesIO(data))
        if reader.is_encrypted:
            raise _refused(file, "it is locked with a password")
        fields = reader.get_fields() or {}
        if len(fields) > MOST_FIELDS:
            raise _refused(file, f"it has {len(fields):,} fields; an order form has fewer")
        return [
            (str(name), "" if field.value is None else str(field.value))
            for name, field in fields.items()
        ]
    except Faults:
        raise
    # A broken PDF can make pypdf raise any exception.
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
