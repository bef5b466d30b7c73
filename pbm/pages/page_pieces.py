"""Divide a long page at marks of its templates: each piece is printed in bounded memory."""

import re
from collections.abc import Iterator

from markupsafe import Markup

MOST = 5_000  # tags in a piece: some 20 to 40 pages of paper
_MARK = re.compile(r"<!--piece (.*?)\|(.*?)-->", re.DOTALL)


def mark(close: str = "", again: str = "") -> Markup:
    """Mark a place where a page may be divided; ``close`` and ``again`` are HTML.

    ``close`` closes what is open there, ``again`` opens it again on the next piece.
    """
    # Two hyphens would end the comment.
    return Markup("<!--piece {}-->").format(Markup(f"{close}|{again}".replace("--", "&#45;-")))


def pieces(text: str) -> Iterator[str]:
    """Divide a page; what stands before its first mark and after its last is in every piece."""
    head, *found = _MARK.split(text)
    tail = found[-1] if found else ""
    piece, size = "", 0
    for close, again, part in zip(found[:-3:3], found[1:-3:3], found[2:-3:3], strict=True):
        more = part.count("<")
        if size and size + more > MOST:
            yield head + piece + close + tail
            piece, size = again, 0
        piece += part
        size += more
    yield head + piece + tail
