"""A word of a line, with its kind and its place."""

from __future__ import annotations


class Token(str):
    """A word as it stands in its line: ``type`` is the grammar's name for words of its kind.

    ``start_pos`` and ``end_pos`` are where it begins in the line, and the place behind it.
    """

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, kind: str, text: str, start_pos: int = 0, end_pos: int = 0) -> Token:
        """A word of this kind at this place."""
        made = super().__new__(cls, text)
        made.type, made.start_pos, made.end_pos = kind, start_pos, end_pos
        return made

    @classmethod
    def across(cls, kind: str, text: str, *words: Token) -> Token:
        """A word of this kind in the place of one or several."""
        return cls(kind, text, words[0].start_pos, words[-1].end_pos)

    def __eq__(self, other: object) -> bool:
        """As a text; words of two kinds differ."""
        return (not isinstance(other, Token) or self.type == other.type) and str.__eq__(self, other)

    __hash__ = str.__hash__

    def __ne__(self, other: object) -> bool:
        """As a text; words of two kinds differ."""
        return not self == other

    def __repr__(self) -> str:
        """With its kind, for whoever looks at a tree."""
        return f"Token({self.type!r}, {str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        """For workers in other processes."""
        return Token, (self.type, str(self), self.start_pos, self.end_pos)
