"""Texts as they were received: which counted, which were refused, in what order they were sent."""

from __future__ import annotations

from collections.abc import Iterable

from pbm.kit.records import Record


class Text(Record):
    """One text as a player sent it: its number in his mailing, when it came, its bytes.

    ``name`` is what messages call it; ``late`` that the game master took it all the same;
    ``sent`` when the mail it came in said that it was sent, "" where nothing said it.
    """

    player: str
    number: int
    received: str
    name: str
    data: bytes
    late: bool = False
    sent: str = ""


class Refused(Record):
    """A text that a mailing did not take: whose, when it came, what it was called, why."""

    player: str
    received: str
    name: str
    reason: str


def as_sent(texts: Iterable[Text]) -> list[Text]:
    """One player's texts in the order in which they were sent.

    Mails may overtake each other: where one says when it was sent, that counts, and for the
    others when they came; else their numbers say it.
    """
    found = sorted(texts, key=lambda text: text.number)
    if any(text.sent for text in found):
        found.sort(key=lambda text: text.sent or text.received)
    return found
