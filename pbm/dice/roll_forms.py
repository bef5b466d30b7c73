"""The forms that the names of a game's rolls have, so that each roll has one spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pbm.kit.records import Record

_PLACES: Mapping[str, str] = {
    "@": r"[a-z0-9]{5,7}",
    "~": r"[a-z0-9]{5,7}",
    "?": r"[a-z0-9]{5,7}",
    "&": r"[a-z0-9]{5,7}",
    "#": r"(?:0|[1-9][0-9]{0,5})",
    "*": r"[^/]{1,100}",
}
_DIE = re.compile(r"d(?:[1-9][0-9]{0,5}|10_low)")


class RollForm(Record):
    """The form of a roll's name, and its dice: ``d6 d10``, or ``d#`` for any.

    In a name ``@`` is the id of a unit that the reader's packet has and its sentence names, ``~``
    one that the sentence is about but that may be gone, ``?`` one that the packet need not have,
    ``&`` one that only its scene (the first id) has, of a unit that the sentence names, ``#`` a
    number and ``*`` any word.
    ``summed``: the sentence need not show each face. ``called``: a pattern of what it may call a
    unit instead of its label. ``counted``: a roll of the last number follows one of each before.
    """

    name: str
    dice: str
    summed: bool = False
    called: str = ""
    counted: bool = False

    def takes(self, die: str) -> bool:
        """True if a roll of this form is made with this die."""
        return is_die(die) if self.dice == "d#" else die in self.dice.split()


class Matched(Record):
    """A name that fits a form: its ids with their kind of place, and its words."""

    form: RollForm
    ids: tuple[tuple[str, str], ...]
    words: tuple[str, ...]


def matched(name: str, forms: Sequence[RollForm]) -> Matched | None:
    """Find the form of a name; None for a name of no form.

    >>> matched("1.fire/fire/ab3de/2", [RollForm("#.fire/fire/@/#", "d10")]).ids
    (('@', 'ab3de'),)
    >>> matched("1.fire/fire/ab3de/02", [RollForm("#.fire/fire/@/#", "d10")])
    """
    for form in forms:
        found = _pattern(form.name).fullmatch(name)
        if found is not None:
            places = [place for place in form.name if place in _PLACES]
            parts = list(zip(places, found.groups(), strict=True))
            words = tuple(part for place, part in parts if place == "*")
            if all(map(is_plain, words)):
                ids = tuple((place, part) for place, part in parts if place in "@~?&")
                return Matched(form, ids, words)
    return None


def is_plain(word: str) -> bool:
    r"""True for text with one spelling: composed, nothing invisible, single blanks inside.

    >>> is_plain("laser cannon"), is_plain("laser  cannon"), is_plain("cannon\u200b")
    (True, False, False)
    """
    if unicodedata.normalize("NFC", word) != word or " ".join(word.split()) != word:
        return False
    return all(letter == " " or unicodedata.category(letter)[0] not in "CZ" for letter in word)


def is_die(die: str) -> bool:
    """True for the one spelling of a die.

    >>> is_die("d100"), is_die("d0100"), is_die("d10_low")
    (True, False, True)
    """
    return _DIE.fullmatch(die) is not None


@lru_cache(maxsize=1000)
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(
        "".join(f"({_PLACES[it]})" if it in _PLACES else re.escape(it) for it in form)
    )
