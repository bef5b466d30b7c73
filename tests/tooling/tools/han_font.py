"""Makes templates/fonts/NotoSansSC-Subset.woff2 from the collection that Noto Sans CJK comes as.

    python tests/tooling/tools/han_font.py /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc

It holds kana, the punctuation and full-width signs of East Asia, and the characters of
GB 2312 (mainland), of the first level of JIS X 0208 (Japan) and of Big5 (Taiwan).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from pbm.pages.fonts import font_dir

NAME = "NotoSansSC-Subset.woff2"
SIMPLIFIED = 2  # its place in the collection
_TRAILS = (*range(0x40, 0x7F), *range(0xA1, 0xFF))


def _of(encoding: str, leads: Iterable[int]) -> set[int]:
    """The code points of some rows of a two-byte character set."""
    found = set()
    for lead in leads:
        for trail in _TRAILS:
            text = bytes([lead, trail]).decode(encoding, "ignore")
            found |= {ord(text)} if len(text) == 1 and ord(text) > 0x2E7F else set()
    return found


def characters() -> set[int]:
    """The code points asked for."""
    # Spaces too: those between its characters are set in the same font.
    spaces = {0x20, 0xA0, 0x2007, 0x2009, 0x200A, 0x202F}
    signs = {*range(0x3000, 0x3020), *range(0x3041, 0x3100), *range(0x31F0, 0x3200)}
    return (
        spaces
        | signs
        | set(range(0xFF01, 0xFFF0))
        | _of("gb2312", range(0xB0, 0xF8))
        | _of("euc_jp", range(0xB0, 0xD0))
        | _of("big5", range(0xA4, 0xC7))
    )


def make(collection: Path, target: Path) -> None:
    """Cut the font; no tables for setting text upright, since no page does that."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GSUB", "GPOS"]
    with TTFont(collection, fontNumber=SIMPLIFIED, recalcTimestamp=False) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=characters())
        cutter.subset(font)
        font.flavor = "woff2"
        font.save(target)


if __name__ == "__main__":
    make(Path(sys.argv[1]), font_dir() / NAME)
