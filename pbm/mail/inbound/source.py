"""A place that mail comes from: it lists mails, gives the bytes of one, marks it as taken.

A mail is marked only when the source is told so, which is after its bytes are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pbm.kit.records import Record


class Item(Record):
    """A mail in a source: its name there, its size in bytes, when it says that it was sent."""

    id: str
    size: int
    date: str


class Source(Protocol):
    """Mails to be taken; ``where`` is what messages call the place."""

    where: str

    def items(self) -> Iterator[Item]:
        """The mails that were not taken yet."""

    def read(self, id: str, most: int) -> bytes:
        """The first bytes of a mail, all of it if it has no more than ``most``."""

    def taken(self, id: str) -> None:
        """Mark or move a mail whose bytes are kept."""

    def close(self) -> None:
        """Let go of the place."""
