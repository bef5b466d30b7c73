"""The kinds of sheet there are, and the head line by which each begins.

ORDERS   eridani turn 3 for Laidley
BATTLE   age turn 12 SHOOT round 3 for VIRUS
MESSAGE  age turn 12 for VIRUS to CAPLES: the first line of the text
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

from pbm.kit.records import Record

HEAD_FORM = "ORDERS eridani turn 3 for Laidley"
# Heads that name more than a turn and a player.
_HEAD_FORMS = {
    "BATTLE": "BATTLE age turn 12 SHOOT round 3 for VIRUS",
    "MESSAGE": "MESSAGE age turn 12 for VIRUS to CAPLES",
}
GAME_MASTER = "gm"
# The mailing of set-up, purchase and pregame sheets.
SETUP_MAILING = "0"


class SheetKind(Record):
    """A kind of sheet and how its sheets count.

    ``counts`` is ``one`` (one is in force per player), ``each`` (one per player and key) or
    ``all`` (they add up). ``by`` is the word before the key in the head; "" means no key.
    ``awaited`` marks the kind a mailing waits for; ``taken`` says which mailings take it.
    """

    name: str
    counts: Literal["one", "each", "all"] = "one"
    by: str = ""
    awaited: bool = False
    taken: Callable[[str], bool] = lambda _mailing: True


SETUP = SheetKind("SETUP", awaited=True, taken=lambda mailing: mailing == SETUP_MAILING)
ORDERS = SheetKind("ORDERS", awaited=True, taken=lambda mailing: mailing != SETUP_MAILING)
# Words for people, kept as typed with remarks and blank lines; every game has it.
MESSAGE = SheetKind("MESSAGE", counts="all", by="to")
COMMON_KINDS = (ORDERS, SETUP, MESSAGE)
# Looked for where nobody says which game a text is of.
ANY_KINDS = (*COMMON_KINDS, SheetKind("PREGAME"), SheetKind("DESIGNS"), SheetKind("BATTLE"))


def head_form(kind: str) -> str:
    """How the head of a kind of sheet reads, as an example."""
    return _HEAD_FORMS.get(kind, HEAD_FORM)


class Head(Record):
    """A head line. ``player`` is "" where it says none, ``text`` is where the body begins in it.

    ``text`` is -1 where the line holds nothing but the head.
    """

    kind: SheetKind
    campaign: str
    mailing: str
    player: str
    key: str
    text: int = -1


_NAME = r'"[^"]+"|[^\s":]+'
_START = re.compile(
    rf"\s*(?P<kind>[^\W\d_]+)\s+(?P<campaign>{_NAME})\s+turn\s+(?P<mailing>[^\s:]+)",
    re.IGNORECASE,
)
# Words of any number, each row of blanks between two taken once and for all (++). Gone through
# again for each place where the words could end, one line of two thousand blanks would take a
# quarter of a minute.
WORDS = r"\S(?:\S|\s++\S)*?"
_ROUND = rf"(?:\s++(?P<place>{_NAME})\s++round\s++(?P<round>\d+))?"
_FOR = rf'(?:\s++(?:for|by|from)\s++(?P<player>"[^"]+"|{WORDS}))?'
_REST = r"\s*+(?::(?:\s++(?P<text>\S.*))?)?\s*+\Z"


@cache
def _tail(by: str) -> re.Pattern[str]:
    key = rf'(?:\s++{re.escape(by)}\s++(?P<key>"[^"]+"|{WORDS}))?' if by else "(?P<key>(?!))?"
    return re.compile(f"{_ROUND}{_FOR}{key}{_REST}", re.IGNORECASE)


def head_of(text: str, kinds: Sequence[SheetKind]) -> Head | None:
    """The head that a line is; None for any other line.

    A line that names neither a player, nor a key, nor a round of a battle is none: prose
    that happens to begin with the name of a kind must not open a sheet.
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
        # No mailing holds an apostrophe.
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
    """True for a line that would be a head if the kind it names were one of the game's."""
    start = _START.match(text)
    if start is None:
        return False
    kind = SheetKind(start["kind"].upper(), by="to")
    return head_of(text, (kind,)) is not None


def _bare(name: str) -> str:
    return name.strip().strip('"').strip()
