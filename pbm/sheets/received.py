"""Records of the texts received: those that count and those that were refused."""

from collections.abc import Iterable

from pbm.kit.records import Record


class Text(Record):
    """One text as a player sent it: its number within the stage, its time, its bytes.

    ``name`` is its name in messages. ``late``: the game master accepted it although it was late.
    ``sent`` is the date of the mail it came in, "" if unknown.
    """

    player: str
    number: int
    received: str
    name: str
    data: bytes
    late: bool = False
    sent: str = ""


class RefusedText(Record):
    """A text that was not accepted: its player, time of arrival, name and the reason."""

    player: str
    received: str
    name: str
    reason: str


def as_sent(texts: Iterable[Text]) -> list[Text]:
    """One player's texts in the order in which they were sent.

    Mails may overtake each other. If any text has a date of sending, texts are sorted by it, or
    by their time of arrival; otherwise by number.
    """
    found = sorted(texts, key=lambda text: text.number)
    if any(text.sent for text in found):
        found.sort(key=lambda text: text.sent or text.received)
    return found
