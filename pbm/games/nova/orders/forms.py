"""Lines that differ from one read before in names and warp lines alone.

A player moves a hundred ships with lines of a few forms. A form keeps what its lines share, and
where the names stand in them, and the letters of warp lines; a line of a known form is not parsed:
its names are looked up and put in their places. What cannot be one of its player's names makes a
form of its own, so a line with anything that is not known goes through the parser, which says
what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.addressing import names_in
from pbm.games.nova.orders.naming import Roster
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.line import Line

# A line with quotes splits into words and what stands between them, in turn.
_QUOTES = re.compile(r"(\"[^\"]*\"|[\w'\-]+)")
# Names, one to a line, that need no quotes.
_NAMES = re.compile(r"^[^\W\d_][\w'\-]*$", re.MULTILINE)
# What stands in a form for a name, bare and in quotes.
BARE, _QUOTED = "\1", "\2"
# A word of a form that may be the letter of a warp line, and what stands for one.
_LETTERS = re.compile(r"( > {1,2}| retreat )[a-z](?= |$)")
_LETTER = "\3"
_MOST_FORMS = 5000

# The place of a word in a line; 0 if the line has no such word.
Place = Callable[[Token], int]


class Form(Protocol):
    """What lines share, and the places of the words that are names in them.

    A place is 0 where no name stands.
    """

    @property
    def like(self) -> Any:
        """An order of the form."""

    @property
    def systems(self) -> Sequence[int]:
        """The places of names of systems, and of what else the order holds by name."""

    @property
    def things(self) -> Sequence[int]:
        """The places of names of what the order holds by id."""

    @property
    def letters(self) -> Sequence[int]:
        """The places of letters of warp lines."""

    def order(self, words: Sequence[str], roster: Roster, ref: OrderRef) -> Any:
        """The order of a line of the form; KeyError for a name of the wrong kind."""


# The forms of the sections whose lines may have one, by their texts.
FORMS: Mapping[str, dict[str, Form]] = {"expenditures": {}, "movement": {}}


def marks(names: frozenset[str], taken: frozenset[str], never: frozenset[str]) -> dict[str, str]:
    """What stands in a form for each of a player's names, as it is written.

    ``taken`` are words that can stand for more than a name. A player who has a name of ``never``
    gets none, nor does one with a name of one letter: lines mean something else to them.
    """
    if not never.isdisjoint(names) or 1 in map(len, names):
        return {}
    found = {f'"{name}"': _QUOTED for name in names}
    found.update(dict.fromkeys(_NAMES.findall("\n".join(names - taken)), BARE))
    return found


class Shapes(dict[str, tuple[str, list[str]]]):
    """By the text of a line that of its form, and the line in pieces, its words among them.

    Lines with different pieces differ. The lines of a sheet are taken apart at once, and others
    when they are asked for. ``given`` is what stands in a form for each name.
    """

    def __init__(self, texts: Sequence[str], given: Mapping[str, str]) -> None:
        self._given = given
        # What stands before the first blank of a line is none of its words.
        text = "\n ".join(["", *texts]).lower()
        for sign in ",>=():\n":
            if sign in text:
                text = text.replace(sign, f" {sign} ")
        words = text.split(" ")
        forms = " ".join(map(given.get, words, words)).split(" \n ")
        pieces = [line.split(" ") for line in text.split(" \n ")]
        super().__init__(zip(texts, zip(forms[1:], pieces[1:], strict=True), strict=True))
        for quoted in [one for one in texts if '"' in one] if '"' in text else ():
            words = _QUOTES.split(f" {quoted.lower()}")
            self[quoted] = " ".join(map(given.get, words, words)), words

    def __missing__(self, text: str) -> tuple[str, list[str]]:
        self.update(Shapes([text], self._given))
        return self[text]


def known(line: Line, shapes: Shapes, forms: dict[str, Form], roster: Roster, mailing: str) -> Any:
    """The order of a line of a known form, as reading the parser's tree of it would give it.

    None for a line of another form, and for one with a name of the wrong kind.
    """
    text, words = shapes[line.text]
    form = forms.get(text)
    if form is None:
        form = forms.get(_LETTERS.sub(rf"\1{_LETTER}", text))
        if form is None:
            return None
        _keep(forms, text, form)
    if '"' in line.text:
        words = [word.strip('"') for word in words]
    try:
        return form.order(words, roster, OrderRef(roster.player, mailing, line.number, line.order))
    except KeyError:
        return None


def learn(
    forms: dict[str, Form],
    line: Line,
    given: Mapping[str, str],
    node: Node,
    form_of: Callable[[Place], Form],
) -> None:
    """Keep the form of a line that was parsed and read without a fault, if it has one.

    ``node`` is the tree of the line, or of its last part.
    """
    form_text, words = Shapes([line.text], given)[line.text]
    if form_text in forms:
        return
    text, start, end = f" {line.text.lower()}", 0, 0
    starts: dict[int, int] = {}
    for at, word in enumerate(words):
        start = text.index(word, end)
        starts[start], end = at, start + len(word)
    form = form_of(lambda token: starts.get(1 + token.start_pos, 0))
    names = [at for at in (*form.systems, *form.things) if at]
    marked = [at for at, word in enumerate(words) if word in given]
    blanks = line.text.count(" ") - sum([words[at].count(" ") for at in marked])
    is_whole = not (line.written or node.word.start_pos) and blanks > 1 and line.text[-1] != ":"
    is_of_names = len(names_in(form.like)) == sum(map(bool, form.things))
    if is_whole and is_of_names and sorted(names) == marked:
        shape: list[Any] = list(map(given.get, words, words))
        for at in filter(None, form.letters):
            shape[at] = _LETTER
        _keep(forms, form_text, form)
        _keep(forms, " ".join(shape), form)


def _keep(forms: dict[str, Form], text: str, form: Form) -> None:
    if len(forms) >= _MOST_FORMS:
        forms.clear()
    forms[text] = form
