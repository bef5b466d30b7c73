"""The kinds of sheet, and the head line with which each begins.

ORDERS   eridani turn 3 for Laidley
BATTLE   age turn 12 SHOOT round 3 for VIRUS
MESSAGE  age turn 12 for VIRUS to CAPLES: the first line of the text
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

from pbm.kit.records import Record

GAME_MASTER = "gm"
# The mailing of set-up, purchase and pregame sheets.
SETUP_MAILING = "0"


class SheetKind(Record):
    """A kind of sheet and how its sheets count.

    ``counts`` is ``one`` (one is in force per player), ``each`` (one per player and key) or
    ``all`` (they add up). ``by`` is the word before the key in the head; "" means no key.
    ``awaited``: the stages of a turn ask for this kind. ``taken``: True for the mailings that
    accept it.
    """

    name: str
    counts: Literal["one", "each", "all"] = "one"
    by: str = ""
    awaited: bool = False
    taken: Callable[[str], bool] = lambda _mailing: True


SETUP = SheetKind("SETUP", awaited=True, taken=lambda mailing: mailing == SETUP_MAILING)
ORDERS = SheetKind("ORDERS", awaited=True, taken=lambda mailing: mailing != SETUP_MAILING)
# A message to people, kept as typed with remarks and blank lines; every game has it.
MESSAGE = SheetKind("MESSAGE", counts="all", by="to")
COMMON_KINDS = (ORDERS, SETUP, MESSAGE)
# The kinds looked for if the game of a text is not known.
ANY_KINDS = (*COMMON_KINDS, SheetKind("PREGAME"), SheetKind("DESIGNS"), SheetKind("BATTLE"))


class HeadExample(Record):
    """The parts of the head line that messages show, as far as they are known."""

    campaign: str = "<campaign>"
    turn: str = "<turn>"
    player: str = "<your name>"
    kind: str = "ORDERS"

    def head(self, kind: str = "") -> str:
        """The head of a sheet of this kind, or of the one that is due.

        >>> HeadExample("vega", "3", "Ann").head(), HeadExample(turn="3").head("MESSAGE")
        ('ORDERS vega turn 3 for Ann', 'MESSAGE <campaign> turn 3 for <your name> to <name>')
        """
        kind = kind or self.kind
        name = f'"{self.campaign}"' if " " in self.campaign else self.campaign
        place = " <system> round <number>" if kind == "BATTLE" else ""
        to = " to <name>" if kind == MESSAGE.name else ""
        return f"{kind} {name} turn {self.turn}{place} for {self.player}{to}"


ANY_HEAD = HeadExample()


class Head(Record):
    """A head line: its kind of sheet, campaign, mailing, player ("" for none) and key.

    ``text`` is where the body begins in the line, -1 if the line is only a head.
    """

    kind: SheetKind
    campaign: str
    mailing: str
    player: str
    key: str
    text: int = -1


_NAME = r'"[^"]+"|[^\s":]+'
# Commas, and a colon behind the kind or "turn", are as people write it.
_START = re.compile(
    rf"\s*+(?P<kind>[^\W\d_]+)(?:\s*+:)?\s++(?P<campaign>{_NAME})(?:\s*+,)?\s++"
    r"turn(?:\s*+:)?\s++(?P<mailing>[^\s:,]+),?",
    re.IGNORECASE,
)
# Any number of words; the run of blanks between two is matched possessively (++). Backtracking
# into it would take a quarter of a minute for one line of two thousand blanks.
WORDS = r"\S(?:\S|\s++\S)*?"
_ROUND = rf"(?:\s++(?P<place>{_NAME})\s++round\s++(?P<round>\d+))?"
_FOR = rf'(?:\s++(?:for|by|from)(?:\s*+:)?\s++(?P<player>"[^"]+"|{WORDS}))?'
_REST = r"\s*+(?::(?:\s++(?P<text>\S.*))?)?\s*+\Z"


@cache
def _tail(by: str) -> re.Pattern[str]:
    key = rf'(?:\s++{re.escape(by)}\s++(?P<key>"[^"]+"|{WORDS}))?' if by else "(?P<key>(?!))?"
    return re.compile(f"{_ROUND}{_FOR}{key}{_REST}", re.IGNORECASE)


def head_of(text: str, kinds: Sequence[SheetKind]) -> Head | None:
    """The head on a line; None for any other line.

    A line without a player, a key and a round of a battle is not a head: prose that happens to
    begin with the name of a kind must not open a sheet.
    """
    start = _START.match(text)
    if start is None:
        return None
    kind = next((kind for kind in kinds if kind.name == start["kind"].upper()), None)
    if kind is None:
        return None
    tail = _tail(kind.by).match(text, start.end())
    if tail is None or not (tail["player"] or tail["key"] or tail["round"]):
        return None
    mailing = start["mailing"]
    if tail["round"]:
        # A mailing cannot contain an apostrophe.
        place = _bare(tail["place"]).replace("'", "_")
        mailing = f"{mailing}/{place}/{int(tail['round'])}"
    return Head(
        kind,
        _bare(start["campaign"]),
        mailing,
        _bare(tail["player"] or ""),
        (tail["key"] or "").strip(),
        tail.start("text"),
    )


def looks_like_head(text: str) -> bool:
    """True for a line that would be a head if the game had the kind of sheet it names."""
    start = _START.match(text)
    if start is None:
        return False
    kind = SheetKind(start["kind"].upper(), by="to")
    return head_of(text, (kind,)) is not None


def _bare(name: str) -> str:
    return name.strip().rstrip(",").strip('"').strip()
