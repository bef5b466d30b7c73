"""The forms that the names of a game's rolls have, so that each roll has one spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pbm.kit.records import Record

# In ``facts`` of a form: the reader's own id; the number of the event among those alike.
READER, NUMBERED = ":reader", ":number"
_PLACES: Mapping[str, str] = {
    "@": r"[a-z0-9]{5,7}",
    "~": r"[a-z0-9]{5,7}",
    "?": r"[a-z0-9]{5,7}",
    "&": r"[a-z0-9]{5,7}",
    "=": r"[0-9a-f]{16}",
    "#": r"(?:0|[1-9][0-9]{0,5})",
    "*": r"[^/]{1,100}",
}
_DIE = re.compile(r"d(?:[1-9][0-9]{0,5}|10_low)")


class RollForm(Record):
    """The form of a roll's name, and its dice: ``d6 d10``, or ``d#`` for any.

    In a name ``@`` is the id of a unit that the reader's packet has and its sentence names, ``~``
    one that the sentence is about but that may be gone, ``?`` one that the packet need not have,
    ``&`` one that only its scene (the first id) has, of a unit that the sentence names, ``=`` one
    that is proven to the unit's owner (`pbm.dice.sealed.unit_id`), ``#`` a number and ``*`` any
    word. ``summed``: the sentence need not show each face. ``called``: a pattern of what it may
    call a unit instead of its label, with the facts of a unit in it. ``counted``: a roll of the
    last number follows one of each before. ``kind``: the kind of event that it belongs to, to one
    event alone. ``facts``: for each place the fact of the event that it must agree with, READER for
    the reader's own id, NUMBERED for the number of the event among those alike, "" for none.
    ``said``: a pattern of what the sentence says, with the places by number and the ``face``.
    ``each``: the last place is a fact of each thing in ``all``, which tells the face by this fact.
    ``proven``: it is used only where ids of units are proven to their owners, or only elsewhere.
    """

    name: str
    dice: str
    summed: bool = False
    called: str = ""
    counted: bool = False
    kind: str = ""
    facts: tuple[str, ...] = ()
    said: str = ""
    each: str = ""
    proven: bool | None = None

    def takes(self, die: str) -> bool:
        """True if a roll of this form is made with this die."""
        return is_die(die) if self.dice == "d#" else die in self.dice.split()


class Matched(Record):
    """A name that fits a form: each part at a place of it, with the kind of place."""

    form: RollForm
    parts: tuple[tuple[str, str], ...]

    @property
    def ids(self) -> tuple[tuple[str, str], ...]:
        """Its ids with their kind of place."""
        return tuple((place, part) for place, part in self.parts if place in "@~?&=")

    @property
    def words(self) -> tuple[str, ...]:
        """Its words."""
        return tuple(part for place, part in self.parts if place == "*")


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
            match = Matched(form, tuple(zip(places, found.groups(), strict=True)))
            if all(map(is_plain, match.words)):
                return match
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
