"""Turn bytes into clean text, undoing what mail programs and word processors do.

Every character keeps its column in the text as received, so that a message can point at what was
typed. Changes are counted by kind, for the receipt.
"""

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from pbm.kit.records import Record

# Characters, their replacement, and the name of the change in a receipt.
_BLANKS = "\t\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CHANGES: tuple[tuple[str, str, str], ...] = (
    (_BLANKS[0], " ", "tabs"),
    (_BLANKS[1:] + "\u202f\u205f\u3000", " ", "special blanks"),
    ("\u200b\u200c\u200d\u2060\ufeff\u180e", "", "invisible characters"),
    ("\u00ad", "", "soft hyphens"),
    ("\u200e\u200f\u061c" + _TURNS, "", "writing-direction marks"),
    ("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"', "curly quotes"),
    ("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc", "'", "curly quotes"),
    ("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-", "dashes"),
    ("\u2265", ">=", "\u2265 and \u2264"),
    ("\u2264", "<=", "\u2265 and \u2264"),
    ("\u2026", "...", "dots"),
)  # fmt: skip
_MAP: dict[str, tuple[str, str]] = {
    chr(code): (chr(code - 0xFEE0), "full-width characters") for code in range(0xFF01, 0xFF5F)
}
_MAP |= {char: (becomes, kind) for chars, becomes, kind in _CHANGES for char in chars}
_MAP |= {
    chr(code): ("", "control characters")
    for code in (*range(32), *range(127, 160))
    if chr(code) not in _MAP and chr(code) not in "\n\r"
}
# Cyrillic and Greek capitals that look like Latin ones; before a number they name a unit.
_ALIKE = dict(zip("АВЕКМНОРСТХΑΒΕΗΚΜΝΟΡΤΧ", "ABEKMHOPCTXABEHKMNOPTX", strict=True))
# Letters that are not Latin ones with an accent, as people without that keyboard write them.
_OTHERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
_LINE_END = re.compile("\r\n|[\n\r\u0085\u2028\u2029]")
_PLAIN = re.compile(r"[ -~]*\Z")
# Characters that would move or hide their neighbours on a screen.
_UNSHOWN = str.maketrans(
    {
        char: "\N{REPLACEMENT CHARACTER}"
        for char, (becomes, kind) in _MAP.items()
        if not becomes or char in "\v\f"
    }
    | dict.fromkeys("\r\u2028\u2029", "\N{REPLACEMENT CHARACTER}")
)


class Clean(Record):
    """A physical line: its normalised text, and each character's column as received."""

    text: str
    columns: Sequence[int]
    changes: Counter[str] | None = None


def decode(data: bytes) -> tuple[str, str]:
    """The text of the bytes and the encoding they were read in; never an error.

    In this order: UTF-16 by its byte order mark; UTF-16 without one, by zero bytes in every other
    place only; UTF-8 if the bytes are valid; else Windows-1252.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), "UTF-16"
    for zeros, others, name in ((1, 0, "utf-16-le"), (0, 1, "utf-16-be")):
        # Latin letters, blanks and line ends have one zero byte each.
        enough = data and len(data) % 2 == 0 and 4 * data[zeros::2].count(0) >= len(data)
        if enough and not data[others::2].count(0):
            return data.decode(name, "replace"), "UTF-16"
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "Windows-1252"


def lines_of(text: str) -> list[str]:
    """The physical lines of a text, for any line ends, without an empty last line."""
    lines = _LINE_END.split(text)
    if not lines[-1]:
        lines.pop()
    return lines


def clean(line: str) -> Clean:
    """A line in NFC with plain quotes, dashes and blanks and no invisible characters.

    >>> clean("SHIP B1 “Scimitar”").text
    'SHIP B1 "Scimitar"'
    """
    if _PLAIN.match(line):
        return Clean(line, range(1, len(line) + 1))
    changes: Counter[str] = Counter()
    clusters: list[tuple[str, int]] = []
    for column, char in enumerate(line, 1):
        becomes, kind = _MAP.get(char, (char, ""))
        if kind:
            changes[kind] += 1
        for part in becomes:
            if clusters and _joins(clusters[-1][0], part):
                clusters[-1] = (clusters[-1][0] + part, clusters[-1][1])
            else:
                clusters.append((part, column))
    text: list[str] = []
    columns: list[int] = []
    for cluster, column in clusters:
        composed = unicodedata.normalize("NFC", cluster)
        if composed != cluster:
            changes["accents written apart"] += 1
        text.append(composed)
        columns += [column] * len(composed)
    for at, char in enumerate(text[:-1]):
        if char in _ALIKE and text[at + 1].isdigit() and not (at and text[at - 1].isalpha()):
            text[at] = _ALIKE[char]
            changes["letters of other alphabets"] += 1
    return Clean("".join(text), tuple(columns), changes)


def _joins(before: str, char: str) -> bool:
    """True if NFC could join the character to the one before."""
    if char.isascii():
        return False
    if unicodedata.combining(char):
        return len(before) < 32  # a bound on towers of accents
    joined = unicodedata.normalize("NFC", before + char)
    return joined != unicodedata.normalize("NFC", before) + unicodedata.normalize("NFC", char)


def shown(line: str) -> str:
    """A line as typed, with a mark for each character a screen would obey or hide."""
    return line if _PLAIN.match(line) else line.translate(_UNSHOWN)


def unaccented(name: str) -> str:
    """A name in the form for comparison without its accents and apostrophes.

    >>> unaccented("Zoë  O'Ångström")
    'zoe oangstrom'
    """
    if _PLAIN.match(name):
        return " ".join(name.replace("'", "").split()).casefold()
    apart = unicodedata.normalize("NFKD", folded(name).replace("'", "").translate(_OTHERS))
    return "".join(char for char in apart if not unicodedata.combining(char))


def folded(name: str) -> str:
    """A name in the form for comparison: normalised, case folded, single blanks."""
    return " ".join(clean(name).text.split()).casefold()
