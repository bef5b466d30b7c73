"""Lines of a sheet that tell the game master about the sheet or its player.

WAIT                    I may still change this sheet
FINAL                   I will not change it
ABSENT until turn 14    do not expect sheets from me for the turns before 14
"""

import re

FINAL = "FINAL"
_WORD = re.compile(r"\s*+(?P<word>WAIT|FINAL)\s*+[.!]?\s*+\Z", re.IGNORECASE)
_ABSENT = re.compile(
    r"\s*+ABSENT\s++(?:un)?(?:til|till|to)\s++(?:turn\s++)?(?P<turn>\d{1,5})\s*+[.!]?\s*+\Z",
    re.IGNORECASE,
)


def word_in(line: str) -> str:
    """WAIT or FINAL if the line is that word alone, else "".

    >>> word_in("Final."), word_in("FINAL assault")
    ('FINAL', '')
    """
    found = _WORD.match(line)
    return found["word"].upper() if found else ""


def absent_until(line: str) -> int:
    """The turn in an ABSENT line, 0 for any other line.

    >>> absent_until("absent until turn 14"), absent_until("ABSENT TILL 9."), absent_until("ABSENT")
    (14, 9, 0)
    """
    found = _ABSENT.match(line)
    return int(found["turn"]) if found else 0


WORDS = {
    "WAIT": "WAIT: this sheet may still be changed",
    "FINAL": "FINAL: this sheet will not be changed",
}
