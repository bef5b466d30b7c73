"""The packaged fonts, and what is shown for a character they do not have.

Pages use no font of the machine, since their bytes would then depend on it. Players may write
any character, so text goes through shown() on its way to a page.
"""

import json
import os
import re
import warnings
from bisect import bisect_right
from functools import cache
from pathlib import Path

from pbm.kit.assets import data_dir

SANS = '"Pbm Sans", "Pbm Symbols", "Pbm Han", sans-serif'
MONO = '"Pbm Mono", "Pbm Symbols", "Pbm Han", monospace'

# White space that the page lays out and never draws.
_LAYOUT = frozenset("\t\n\r")
# Control characters that turn or hide their neighbours; some fonts draw them as nothing.
_OBEYED = frozenset(
    chr(code)
    for code in (
        *range(9),
        *range(11, 13),
        *range(14, 32),
        *range(127, 160),
        *(0x61C, 0x200E, 0x200F),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
)


def font_dir() -> Path:
    """The folder of the font files, their licences, fonts.css and coverage.json."""
    return data_dir("templates") / "fonts"


def font_css() -> str:
    """The address of the style sheet for the families in SANS and MONO."""
    return (font_dir() / "fonts.css").resolve().as_uri()


def han_css() -> str:
    """The address of the style sheet of "Pbm Han", read only where it is needed."""
    return (font_dir() / "han.css").resolve().as_uri()


def lock_fonts() -> None:
    """Keep this process from using any font of the machine.

    Call it before WeasyPrint makes its first font configuration. It imports WeasyPrint, which
    warns on import when it finds no fonts but the packaged ones.
    """
    os.environ["FONTCONFIG_FILE"] = str((font_dir() / "fonts.conf").resolve())
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "No fonts configured", UserWarning)
        import weasyprint  # noqa: F401  # slow to import, and only pages need it


@cache
def _ranges(key: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the first and last code points of the ranges in coverage.json under a key."""
    table = json.loads((font_dir() / "coverage.json").read_text(encoding="utf-8"))
    stretches = [stretch.split("-") for stretch in table[key]]
    return (
        tuple(int(stretch[0], 16) for stretch in stretches),
        tuple(int(stretch[-1], 16) for stretch in stretches),
    )


def _within(character: str, key: str) -> bool:
    firsts, lasts = _ranges(key)
    place = bisect_right(firsts, ord(character)) - 1
    return place >= 0 and ord(character) <= lasts[place]


@cache
def is_held(character: str) -> bool:
    """True if the packaged fonts can draw this character anywhere.

    >>> is_held("Ж"), is_held("→"), is_held("名"), is_held("한")
    (True, True, True, False)
    """
    if character in _LAYOUT:
        return True
    held = _within(character, "ranges") or is_han(character)
    return held and character not in _OBEYED


@cache
def is_han(character: str) -> bool:
    """True if only "Pbm Han" can draw it: Chinese and Japanese characters.

    >>> is_han("名"), is_han("Ж")
    (True, False)
    """
    return _within(character, "han")


def has_han(text: str) -> bool:
    """True if a page with this text needs "Pbm Han"."""
    return not text.isascii() and any(map(is_han, set(text)))


_OBEYED_CHARACTER = re.compile(f"[{re.escape(''.join(sorted(_OBEYED)))}]")


def unobeyed(text: str) -> str:
    r"""Replace control characters of a text by their numbers.

    >>> unobeyed("gnp\u202eexe")
    'gnp[U+202E]exe'
    """
    return _OBEYED_CHARACTER.sub(lambda char: f"[U+{ord(char.group()):04X}]", text)


def shown(text: str) -> str:
    """Replace characters that no packaged font has by their numbers.

    >>> shown("Ürümqi → 名 한")
    'Ürümqi → 名 [U+D55C]'
    """
    if text.isascii() and text.isprintable():
        return text
    for character in set(text):
        if not is_held(character):
            text = text.replace(character, f"[U+{ord(character):04X}]")
    return text
