"""Tell lines of a sheet that are meant for people from lines that give orders.

Only a line that no order language reads is looked at here: a greeting, a signature, a rule drawn
between two parts. A note to the game master without words has them on the lines below it.
"""

import re
from collections import deque
from collections.abc import Callable
from typing import Any

from pbm.kit.text import folded
from pbm.language.parse_tree import Note
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.line import Line

_GREETING = r"hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day|luck)|hallo|hola"
_FAREWELL = (
    r"(?:many )?thanks|thank you|thx|cheers|(?:kind |best |warm )?(?:regards|wishes)|bye|see you"
    r"|yours(?: truly| sincerely)?|sincerely|have fun|that(?:'s| is) (?:all|it)|sent from my"
)
# At most three words more, none of which names what an order names by a number or a sign.
_POLITE = (
    rf"(?i)(?:(?:{_GREETING}|{_FAREWELL})(?:[ ,\-]+(?:[^\W\d_]|['.])+){{0,3}}"
    r"|(?:thanks|thank you) for [^0-9:;<>=]{0,60})\Z"
)
_DRAWN = " -–—=_*~.+|"
_MESSAGE = re.compile(r"(?:message|letter|mail|msg) (?:to|for)\b ?:? ?(?P<to>[^:]*)", re.IGNORECASE)


def is_remark(text: str, player: str) -> bool:
    """True for a line that no grammar reads and that is only a greeting, a name or a drawn rule.

    >>> is_remark("---", "Rook"), is_remark("Cheers, Rook", "Rook"), is_remark("- Rook", "Rook")
    (True, True, True)
    >>> is_remark("hello, attack LB at the nearest", "Rook"), is_remark("best hex", "Rook")
    (False, False)
    """
    if not text.strip(_DRAWN):
        return True
    bare = text.strip(" -–—~*_,.!")
    return folded(bare) == folded(player) or re.match(_POLITE, bare) is not None


def message_to(text: str) -> str | None:
    """To whom a line begins a message without a head of its own; None for any other line.

    >>> message_to("MESSAGE TO MINKY: hello"), message_to("move to 0411")
    ('MINKY', None)
    """
    found = _MESSAGE.match(text)
    return found["to"].strip() if found else None


def addressed(
    line: Line, found: Any, player: str, waiting: deque[Line], reads: Callable[[Line], bool]
) -> tuple[Line, Any]:
    """The line, with the lines below that belong to it, and a `Note` where it is for people.

    ``reads`` tells whether a line gives an order; such a line, or a blank one, ends a note.
    """
    if not isinstance(found, SyntaxFault):
        return line, found
    if is_remark(line.text, player):
        return line, Note("", "remark")
    to = message_to(line.text)
    return (line, found) if to is None else (with_words(line, waiting, reads), Note(to, "message"))


def with_words(line: Line, waiting: deque[Line], reads: Callable[[Line], bool]) -> Line:
    """The line with those that follow it at once and give no order."""
    while waiting and waiting[0].number == line.typed[-1][0] + 1 and not reads(waiting[0]):
        line = line.joined(waiting.popleft())
    return line
