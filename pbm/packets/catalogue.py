"""The wording of events: a catalogue with one sentence for each kind.

A game writes one table, from kinds of events to texts, and the formatters that its texts use::

    CATALOGUE = Catalogue(
        {
            "rotated": "{ship:whose} rotates from facing {before} to facing {facing}.",
            "screen_fell": "{ship:whose} loses its masking screen[: {why:clause}].",
            "collided": "{ship:whose} [{destroyed?}is destroyed|stops] in {at}.",
            "icm": "{ship:whose} fires {number:count ICM} at [the {what}|what attacks it].",
            "attack": _attack,
        },
        {"whose": Labels.whose},
        about="[{ship:whose}: ]",
    )
    text = CATALOGUE.sentence(shown, labels)

``{field}`` is a fact of the event as it is (``terms`` are those of its sums), and
``{field:formatter words}`` the fact as a formatter prints it: a function of the reader's labels,
the fact and the ``words``, separated by ``/``, of which ``*field`` is another fact. A part in
brackets is left out if a fact in it is missing or prints nothing; of alternatives separated by
``|`` the first that has all its facts is used, and the last may have none. ``{field?}`` prints
nothing and tests whether the fact is true, ``{field=word}`` whether it is that word. Brackets may
be nested.

A kind whose sentence needs a decision has a function of the event; it may ``read`` the facts as a
record and ``fill`` a text with facts of its own. A text with a syntax error or an unknown formatter
fails when its module is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct, ValidationError, convert

from pbm.kit.english import capital, count, listed
from pbm.kit.facts import Fact
from pbm.packets.narrative import UNDONE, Facts, Shown, ruling_words, struck_terms

_Labels = TypeVar("_Labels")
_Record = TypeVar("_Record", bound=Struct)
Formatter = Callable[..., str]


class ShownEvent(Generic[_Labels]):
    """An event as its reader may know it, with the reader's labels."""

    def __init__(self, shown: Shown, labels: _Labels, texts: _Texts | None = None) -> None:
        self.shown = shown
        self.facts: Facts = shown["facts"]
        self.terms: Sequence[tuple[str, Fact]] = shown.get("terms", ())
        self.labels = labels
        self._texts = _OF_EVERY_GAME if texts is None else texts

    @property
    def rolls(self) -> Sequence[Mapping[str, Fact]]:
        """Its dice."""
        found: Sequence[Mapping[str, Fact]] = self.shown.get("rolls", ())
        return found

    def read(self, kind: type[_Record]) -> _Record:
        """The facts of this event as a record; msgspec.ValidationError if one is missing."""
        return convert(self.facts, kind)

    def fill(self, text: str, **more: Fact) -> str:
        """A catalogue text filled with ``more`` and the facts of this event.

        Raises KeyError for a missing fact outside brackets.

        >>> ShownEvent({"facts": {"why": "it fired.", "left": 0}}, None).fill(
        ...     "[{left?}{left} left|None left][ of {all}][: {why:clause}]."
        ... )
        'None left: it fired.'
        """
        facts = self.facts
        if more or self.terms:
            facts = {"terms": self.terms, **facts, **more}
        return self._texts[text](facts, self.labels)


Say = Callable[[ShownEvent[_Labels]], str]
Sentences = Mapping[str, str | Say[Any]]


def _clause(_labels: object, text: Fact) -> str:
    return str(text).rstrip(".")


def _counted(_labels: object, number: int, one: str, many: str = "") -> str:
    return count(number, one, many)


def _some(_labels: object, number: int, one: str, many: str = "") -> str:
    return count(number, one, many) if number else ""


def _list(_labels: object, parts: Iterable[str], last: str = "and") -> str:
    return listed(parts, last)


# Formatters of every game: a reason without its full stop, a number with its noun (``some``:
# nothing for 0), a list with "and", a number with thousands separators, terms that are struck out.
FORMATTERS: Mapping[str, Formatter] = {
    "clause": _clause,
    "count": _counted,
    "some": _some,
    "list": _list,
    "thousands": lambda _labels, number: f"{number:,}",
    "struck": lambda _labels, terms: listed(struck_terms(terms)),
}


class Catalogue(Generic[_Labels]):
    """The sentence of each kind of event of a game; ``about`` begins the others."""

    def __init__(
        self, sentences: Sentences, formatters: Mapping[str, Formatter], about: str = ""
    ) -> None:
        self.kinds = tuple(sentences)
        self._sentences = sentences
        self._about = about
        self._texts = _Texts({**FORMATTERS, **formatters})
        for text in (about, *sentences.values()):
            if isinstance(text, str):
                self._texts.expression(text)

    def sentence(self, shown: Shown, labels: _Labels) -> str:
        """The sentence of an event as one player may know it; every kind has one.

        For a kind without an entry, or an event without a fact of its sentence (not perceived, or
        not recorded by an older version), the sentence lists the plain facts.
        """
        try:
            text = self.text(shown, labels)
        except (KeyError, ValidationError):
            text = ""
        return capital(text or self._plainly(ShownEvent(shown, labels, self._texts)))

    def text(self, shown: Shown, labels: _Labels) -> str:
        """The text of an event from the catalogue, "" for a kind without one.

        Raises KeyError or msgspec.ValidationError for a missing fact.
        """
        entry = self._sentences.get(shown["kind"])
        if entry is None:
            return ""
        told = ShownEvent(shown, labels, self._texts)
        return told.fill(entry) if isinstance(entry, str) else entry(told)

    def _plainly(self, told: ShownEvent[_Labels]) -> str:
        """The kind of an event with its plain facts, without the one already named."""
        about = told.fill(self._about)
        given = ", ".join(
            f"{name.replace('_', ' ')} {value}"
            for name, value in told.facts.items()
            if f"{{{name}:" not in self._about
            and isinstance(value, (str, int))
            and not isinstance(value, bool)
        )
        kind = str(told.shown["kind"]).replace("_", " ")
        return f"{about}{kind}{f' ({given})' if given else ''}."


# --- what every game says alike --------------------------------------------------------------


def _ruling(told: ShownEvent[_Labels]) -> str:
    """The text of a ruling, or of an answer by the game master, with its reason."""
    verb = "answers" if "asked" in told.facts else "ruled:"
    return told.fill(
        "The game master {verb} {words:clause}[, because {reason:clause}].",
        verb=verb,
        words=ruling_words(told.facts),
        reason=told.shown.get("ruling", ""),
    )


COMMON: Sentences = {"game_over": "The game is over. {title:clause}.", "ruling": _ruling}
# The part of an order line that was not carried out, after the name of the unit.
NOT_DONE = f'{UNDONE} "{{written}}": {{why:clause}}.'


def missed_turn(things: str) -> str:
    """The text for a missing sheet; ``other`` names its player to everybody else."""
    return (
        f"[{{player:other}} sent no sheet; those {things} act without orders."
        f"|Your sheet did not arrive: your {things} act as they do without orders.]"
    )


# --- how a text is read ----------------------------------------------------------------------


_Filled = Callable[[Facts, object], str]

_TOKEN = re.compile(
    r"(?P<lead>[^{}\[|\]]*)"
    r"(?:\{(?P<asked>\w+)(?:\?|=(?P<word>[^}]*))\}"
    r"|\{(?P<name>\w+)(?::(?P<formatter>\w+)(?: (?P<words>[^}]*))?)?\}"
    r"|(?P<mark>[\[|\]])|\Z)"
)


class _Alternative(NamedTuple):
    """A text, or one of those in brackets, in Python: when it is used, and the parts it prints."""

    tests: list[str]
    parts: list[str]

    @property
    def printed(self) -> str:
        """The expression for what it prints."""
        return f"''.join(({', '.join(self.parts)},))" if self.parts else "''"


class _Texts(dict[str, _Filled]):
    """The functions that fill texts, each made when it is first needed, with its formatters."""

    def __init__(self, formatters: Mapping[str, Formatter]) -> None:
        super().__init__()
        self._formatters = formatters
        self._names = {f"as_{name}": formatter for name, formatter in formatters.items()}

    def __missing__(self, text: str) -> _Filled:
        found: _Filled = eval(f"lambda facts, labels: {self.expression(text)}", self._names)
        self[text] = found
        return found

    def expression(self, text: str) -> str:
        """A text as an expression of Python, as a template is: nothing fills many texts faster.

        >>> _Texts({}).expression("{ship} stops[ in {at}].")[:40]
        "''.join((str(facts['ship']), ' stops', ("
        >>> _Texts({}).expression("[{a?}b")
        Traceback (most recent call last):
        ValueError: "[{a?}b" cannot be read: a bracket is not closed
        """
        levels = [[_Alternative([], [])]]  # of brackets, the whole text first
        at = 0
        while at < len(text):
            token = _TOKEN.match(text, at)
            mark = token["mark"] if token else ""
            if token is None or ((mark in ("|", "]") or token["asked"]) and len(levels) == 1):
                raise ValueError(f'"{text}" cannot be read from "{text[at:]}" on')
            at = token.end()
            now, name, asked, word = levels[-1][-1], token["name"], token["asked"], token["word"]
            if token["lead"]:
                now.parts.append(repr(token["lead"]))
            if mark == "[":
                levels.append([_Alternative([], [])])
            elif mark == "|":
                levels[-1].append(_Alternative([], []))
            elif mark == "]":
                choice = _first_of(levels.pop())
                levels[-1][-1].parts.append(choice)
            elif asked:
                value = f"facts.get({asked!r})"
                now.tests.append(value if word is None else f"str({value}) == {word!r}")
            elif name and len(levels) == 1:
                now.parts.append(self._printed(f"facts[{name!r}]", token))
            elif name:
                value, said = f"value_{at}", f"said_{at}"
                now.tests.append(f"(({value} := facts.get({name!r})) or type({value}) is int)")
                now.tests.append(f"({said} := {self._printed(value, token)})")
                now.parts.append(said)
        if len(levels) > 1:
            raise ValueError(f'"{text}" cannot be read: a bracket is not closed')
        return levels[0][0].printed

    def _printed(self, value: str, field: re.Match[str]) -> str:
        """The expression for a value as its field prints it."""
        formatter, words = field["formatter"], field["words"]
        if not formatter:
            return f"str({value})"
        if formatter not in self._formatters:
            raise ValueError(f"there is no formatter {formatter} for {field['name']}")
        given = [
            f"facts.get({one[1:]!r})" if one[:1] == "*" else repr(one)
            for one in (words.split("/") if words else ())
        ]
        return f"as_{formatter}({', '.join(['labels', value, *given])})"


def _first_of(choice: Sequence[_Alternative]) -> str:
    """The expression for the first of alternatives that can be used; for none it is empty."""
    found = "''"
    for one in reversed(choice):
        tests = " and ".join(one.tests)
        found = f"({one.printed} if {tests} else {found})" if tests else one.printed
    return found


_OF_EVERY_GAME = _Texts(FORMATTERS)
