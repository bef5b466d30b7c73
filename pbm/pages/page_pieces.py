"""Divide a long page at marks of its templates: each piece is printed in bounded memory."""

import re
from collections.abc import Iterator

from markupsafe import Markup

MOST = 5_000  # tags in a piece: some 20 to 40 pages of paper
_HEADING = re.compile(r"<h3[^>]*>(.*?)</h3>", re.DOTALL)
_MARK = re.compile(r"<!--piece (.*?)\|(.*?)-->", re.DOTALL)


def mark(close: str = "", again: str = "") -> Markup:
    """Mark a place where a page may be divided; ``close`` and ``again`` are HTML.

    ``close`` closes what is open there, ``again`` opens it again on the next piece.
    """
    # Two hyphens would end the comment.
    return Markup("<!--piece {}-->").format(Markup(f"{close}|{again}".replace("--", "&#45;-")))


def pieces(text: str, about: str = "") -> Iterator[str]:
    """Divide a page; what stands before its first mark and after its last is in every piece.

    Only what has these words in its heading, whatever their case; nothing if no heading has them.
    """
    head, *found = _MARK.split(text)
    tail = found[-1] if found else ""
    piece, size, is_wanted, is_shut = "", 0, not about, False
    for close, again, part in zip(found[:-3:3], found[1:-3:3], found[2:-3:3], strict=True):
        if titles := " ".join(_HEADING.findall(part)):
            is_wanted = about.casefold() in titles.casefold()
        more = part.count("<")
        is_full = size > 0 and size + more > MOST
        if (is_full or not is_wanted) and not is_shut:
            piece, is_shut = piece + close, True
        if not is_wanted:
            continue
        if is_full:
            yield head + piece + tail
            piece, size = "", 0
        if is_shut:
            piece, is_shut = piece + again, False
        piece += part
        size += more
    if size or not about:
        yield head + piece + tail
