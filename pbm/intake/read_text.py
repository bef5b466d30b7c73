"""From the bytes that came to the text that is kept and the sheets in it."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.kit.problems import Faults
from pbm.pages.pdf_form import as_text
from pbm.sheets.envelope import Found, find_sheets
from pbm.sheets.kinds import SheetKind


def read_text(data: bytes, file: str, kinds: Sequence[SheetKind]) -> tuple[bytes, Found]:
    """The bytes to keep, and the sheets and problems in them; never an exception.

    Of an order form that was filled in its text is kept; a PDF that cannot be read as one is
    kept as it came and holds no sheet.
    """
    try:
        text = as_text(data, file)
    except Faults as unreadable:
        return data, Found((), tuple(unreadable.problems))
    return text, find_sheets(text, file, kinds)
