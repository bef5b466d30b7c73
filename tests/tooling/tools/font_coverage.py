"""Makes templates/fonts/coverage.json: what every face of the packaged stacks can draw."""

from __future__ import annotations

import json
import textwrap
import unicodedata
from pathlib import Path

from fontTools.ttLib import TTFont

from pbm.pages.fonts import font_dir

WIDE = ("DejaVuSans.woff2", "DejaVuSans-Bold.woff2")
HAN = "NotoSansSC-Subset.woff2"
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
    """A character counts where each face, or else both weights of the wide font, hold it.

    Under ``han`` stands what only the font of Chinese and kana holds, in its one weight.
    """
    wide = frozenset.intersection(*(characters(folder / name) for name in WIDE))
    held = frozenset.intersection(*(characters(folder / name) | wide for name in FACES))
    return {
        "fonts": sorted([*FACES, *WIDE, HAN]),
        "ranges": _stretches(held),
        "han": _stretches(characters(folder / HAN) - held),
    }


def _stretches(points: frozenset[int]) -> list[str]:
    stretches: list[list[int]] = []
    for point in sorted(points):
        if stretches and stretches[-1][1] == point - 1:
            stretches[-1][1] = point
        else:
            stretches.append([point, point])
    return [
        f"{first:04X}" if first == last else f"{first:04X}-{last:04X}" for first, last in stretches
    ]


def text(folder: Path) -> str:
    """The table as the file holds it."""
    return (
        "{\n"
        + ",\n".join(
            f" {json.dumps(key)}: {_folded(value)}" for key, value in coverage(folder).items()
        )
        + "\n}\n"
    )


def _folded(value: object) -> str:
    """A list with as many items on a line as fit."""
    return textwrap.fill(
        json.dumps(value),
        98,
        break_long_words=False,
        break_on_hyphens=False,
        subsequent_indent="  ",
    )


if __name__ == "__main__":
    (font_dir() / "coverage.json").write_text(text(font_dir()), encoding="utf-8")
