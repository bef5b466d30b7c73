"""Makes templates/fonts/coverage.json: what every face of the packaged stacks can draw."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

from fontTools.ttLib import TTFont

from pbm.fonts import font_dir

WIDE = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
FACES = (
    "IBMPlexSans-Regular.woff2",
    "IBMPlexSans-Italic.woff2",
    "IBMPlexSans-Bold.woff2",
    "IBMPlexSans-BoldItalic.woff2",
    "IBMPlexMono-Regular.woff2",
    "IBMPlexMono-Bold.woff2",
)

# Soft hyphen, zero-width space, joiners. Other such characters are shown by number: one that
# turns the direction of writing could make a page say what its writer did not.
HARMLESS = "\u00ad\u200b\u200c\u200d\u2060"


def characters(font: Path) -> frozenset[int]:
    """The code points a font file has a glyph for, without those that steer and draw nothing."""
    with TTFont(font) as opened:
        return frozenset(
            point
            for point in opened.getBestCmap()
            if chr(point) in HARMLESS
            or unicodedata.category(chr(point)) not in ("Cc", "Cf", "Zl", "Zp")
        )


def coverage(folder: Path) -> dict[str, object]:
    """A character counts where each face, or else both weights of the wide font, hold it."""
    wide = frozenset.intersection(*(characters(folder / name) for name in WIDE))
    held = frozenset.intersection(*(characters(folder / name) | wide for name in FACES))
    stretches: list[list[int]] = []
    for point in sorted(held):
        if stretches and stretches[-1][1] == point - 1:
            stretches[-1][1] = point
        else:
            stretches.append([point, point])
    return {
        "fonts": sorted([*FACES, *WIDE]),
        "ranges": [
            f"{first:04X}" if first == last else f"{first:04X}-{last:04X}"
            for first, last in stretches
        ],
    }


def text(folder: Path) -> str:
    """The table as the file holds it."""
    return json.dumps(coverage(folder), indent=1) + "\n"


if __name__ == "__main__":
    (font_dir() / "coverage.json").write_text(text(font_dir()), encoding="utf-8")
