"""Find requests in the lines of a mail outside its sheets.

RESEND turn 7
RESEND eridani turn 7 for Laidley
Please resend my report of turn 7
ABSENT until turn 14
ABSENT eridani until turn 14 for Laidley
CONFIRM K7QM-2XPA-91TD-0000
PASS K7QM-2XPA-91TD-0000        proves who asks, as on a sheet
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pbm.kit.records import Record
from pbm.kit.text import clean
from pbm.sheets.kinds import WORDS

MOST = 10
_LONGEST = 400  # characters of a line that are read

_NAME = r'"[^"]{1,60}"|[^\s":]{1,60}'
# Possessive (++), or a long row of blanks would be searched again and again.
_FOR = rf'(?:\s++(?:for|by|from)\s++(?P<player>"[^"]+"|{WORDS}))?'
_PLEASE = r"(?:(?:please|pls|kindly|(?:could|can|would) you(?: please)?),?\s++)?"
_MINE = r"(?:\s++(?:me|my|the|report|of|for|from))*+"
_RESEND = re.compile(
    rf"{_PLEASE}RE-?SEND{_MINE}(?:\s++(?!turn\s)(?P<campaign>{_NAME}))?\s++turn\s++(?P<turn>[\w./]{{1,40}}){_FOR}\s*+"
    r"(?:,?\s*+please)?\s*+[.!?]?",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    rf"ABSENT(?:\s++(?!(?:un)?(?:til|till|to)\s)(?P<campaign>{_NAME}))?\s++(?:un)?(?:til|till|to)"
    rf"\s++(?:turn\s++)?(?P<turn>\d{{1,5}}){_FOR}\s*+[.!]?",
    re.IGNORECASE,
)
_CONFIRM = re.compile(r"CONFIRM(?:\s*+:\s++|\s++)(?P<code>[\w-]{16,30})\s*+[.!]?", re.IGNORECASE)
_ASKS = re.compile(r"RE-?SEND|ABSENT|CONFIRM", re.IGNORECASE)
# A line that begins with one of these words in capitals, as the guide has them, is a request.
_MEANT = re.compile(r"(?P<what>RESEND|ABSENT|CONFIRM)(?:[\s:].{0,80})?")
_PASS = re.compile(r"PASS(?:\s+|\s*:\s*)(?P<word>\S.{0,60}?)\s*", re.IGNORECASE)
_QUOTES = re.compile(r"(?:\s{0,3}>\s?)*")


class Request(Record):
    """A request: RESEND, ABSENT or CONFIRM, with its parts as typed, or "".

    One without a turn or code was not understood. ``number`` is that of its line.
    """

    what: str
    turn: str
    campaign: str = ""
    player: str = ""
    line: str = ""
    number: int = 0


def requests_in(text: str, inside: Sequence[range] = ()) -> tuple[Request, ...]:
    """Find requests in unquoted lines outside the sheets (lines ``inside``).

    A code may also stand in a quoted line, as in a reply that quotes the question.
    """
    found: dict[tuple[str, str, str, str], Request] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not _ASKS.search(line, 0, _LONGEST) or any(number in lines for lines in inside):
            continue
        if len(found) >= MOST:
            break
        words = clean(line[:_LONGEST]).text
        quotes = _QUOTES.match(words)
        bare = words[quotes.end() if quotes else 0 :].strip()
        quoted = bare != words.strip()
        one = _request(bare, quoted)
        if one is not None:
            one = replace(one, number=number)
            found.setdefault((one.what, one.turn or one.line, one.campaign, one.player), one)
    return tuple(found.values())


def _request(bare: str, quoted: bool) -> Request | None:
    if code := _CONFIRM.fullmatch(bare):
        return Request("CONFIRM", code["code"], line=bare)
    if quoted:
        return None
    for what, pattern in (("RESEND", _RESEND), ("ABSENT", _ABSENT)):
        if said := pattern.fullmatch(bare):
            campaign, player = ((said[n] or "").strip('"') for n in ("campaign", "player"))
            return Request(what, said["turn"].rstrip("."), campaign, player, bare)
    meant = _MEANT.fullmatch(bare)
    return Request(meant["what"], "", line=bare) if meant else None


def passes_in(text: str) -> tuple[str, ...]:
    """List every pass in unquoted lines of a text, inside a sheet or not."""
    found = (_PASS.fullmatch(clean(line[:_LONGEST]).text.strip()) for line in text.split("\n"))
    return tuple(dict.fromkeys(one["word"] for one in found if one))[:MOST]
