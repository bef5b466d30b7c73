"""Read the sheets in bytes received, including filled-in PDF forms."""

from collections.abc import Sequence

from pbm.kit.problems import Faults
from pbm.pages.pdf_form import as_text
from pbm.sheets.envelope import FoundSheets, find_sheets
from pbm.sheets.kinds import ANY_HEAD, HeadExample, SheetKind


def read_text(
    data: bytes, file: str, kinds: Sequence[SheetKind], example: HeadExample = ANY_HEAD
) -> tuple[bytes, FoundSheets]:
    """The bytes to keep, and the sheets and problems in them; never an exception.

    For a filled-in order form the bytes to keep are its text; any other PDF is kept as it came
    and has no sheet. ``example`` is the head that messages show.
    """
    try:
        text = as_text(data, file)
    except Faults as unreadable:
        return data, FoundSheets((), tuple(unreadable.problems))
    return text, find_sheets(text, file, kinds, example)
