"""Write names, conditions and remarks as they stand on a sheet."""

import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from pbm.kit.english import listed, nearest
from pbm.kit.text import folded, unaccented

T = TypeVar("T")
_BARE = re.compile(r"[^\W\d_][\w'\-]*\Z")
_WIDTH = 70
MOST_LISTED = 8  # units in a remedy

# From an id to its name on a sheet.
Name = Callable[[str], str]


def labels(names: Mapping[str, str], reserved: Collection[str] = ()) -> Name:
    """A function from ids to names on a sheet: designations, quoted where necessary.

    ``reserved`` are words that stand for a name only in quotes, folded.
    """

    def name(id: str) -> str:
        label = names.get(id, id)
        return label if _BARE.match(label) and label.casefold() not in reserved else f'"{label}"'

    return name


class NameTable(dict[str, T]):
    """What has a name, by its folded name."""

    def find(self, name: str) -> T | None:
        """What is called so, with or without accents, apostrophes and quotes; None if nothing is.

        >>> table = NameTable({"viper's tooth": 1, "zoë": 2, "zoé": 3})
        >>> table.find('"Vipers Tooth"'), table.find("Zoë"), table.find("Zoe")
        (1, 2, None)
        """
        typed = name.strip('"')
        found = self.get(folded(typed))
        return found if found is not None else self.get(self._others.get(unaccented(typed), ""))

    @cached_property
    def _others(self) -> dict[str, str]:
        return other_spellings(self)


def other_spellings(names: Iterable[str]) -> dict[str, str]:
    """Folded names with accents or apostrophes, by the form without, where just one has it."""
    found: dict[str, set[str]] = {}
    for name in names:
        found.setdefault(unaccented(name), set()).add(name)
    return {plain: name for plain, (name, *more) in found.items() if not more and plain != name}


def names_of(designation: str, name: str) -> list[str]:
    """The names by which a unit may be ordered, folded: its designation and its name."""
    return [folded(one) for one in (designation, name) if one]


def near(name: str, known: Mapping[str, str]) -> str:
    """The known name closest to this one, as ``known`` shows it, or ""."""
    found = nearest(folded(name.strip('"')), sorted(known), 65)
    return known[found] if found else ""


def yours(labels: Iterable[str]) -> str:
    """A player's units, for a header that names none; "" if none or too many.

    >>> yours(["E (Piccolo)"]), yours(["A1", "A2"]), yours([])
    ('Yours is E (Piccolo)', 'Yours are A1 and A2', '')
    """
    found = list(labels)
    if not 0 < len(found) <= MOST_LISTED:
        return ""
    return f"Yours {'is' if len(found) == 1 else 'are'} {listed(found)}"


def groups_in_words(groups: Sequence[Sequence[T]], words: Callable[[T], str]) -> str:
    """A condition as written after ``if``; empty for one that always holds."""
    return " or ".join(" and ".join(words(test) for test in group) for group in groups)


def remark(text: str) -> list[str]:
    """A remark in lines so short that no mail program wraps them into orders."""
    return [f"  # {line}" for line in textwrap.wrap(text, _WIDTH - 4)]


_SHORT = 30  # characters; so few are said again as fast as referred to


class Told:
    """What the remarks of a sheet have said: of a later unit with the same they name the first."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def remarks(self, unit: str, said: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Remarks on a unit, each a text after what it tells of, ``energy, pods``."""
        like: dict[str, list[str]] = {}
        new: list[str] = []
        for what, text in said:
            first = self._first.setdefault(text, unit)
            if first == unit or len(text) < _SHORT:
                new += remark(text)
            else:
                like.setdefault(first, []).extend(what.split(", "))
        for first, parts in like.items():
            yield from remark(f"{listed(parts)} as for {first}")
        yield from new


def broken(start: str, words: Sequence[str]) -> Iterator[str]:
    """A list in lines too short for a mail program to wrap, each ending in a comma."""
    line = start
    for place, word in enumerate(words):
        piece = word if place == len(words) - 1 else f"{word}, "
        if len(line) + len(piece) > _WIDTH:
            yield line.rstrip()
            line = "       "
        line += piece
    yield line
