"""A fast parser of single lines that runs on the LALR tables that Lark built.

Lark parses files: it counts line ends, is thread-safe and can be stopped and queried. A line of
a sheet needs none of that, and a turn has ten thousand of them. Tables and terminals are Lark's
own, so the parse is the same, and so is the place where a line with a syntax error stops.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from operator import itemgetter
from sys import intern
from typing import Any, NamedTuple

from pbm.language.parse_tree import Node, NodeTransformer
from pbm.language.table_cache import END, Rule, Tables, Terminal
from pbm.language.token import Token

# The result of a parse for a line with a syntax error.
NOT_READ = object()
_MOST_PLACES = 50_000  # that are kept from line to line


_Match = Callable[[str, int], re.Match[str] | None]


class _Step(NamedTuple):
    """Replace the last ``size`` values by what ``make`` returns for those that ``pick`` keeps."""

    size: int
    pick: Callable[[list[Any]], Any]
    make: Callable[[Any], Any]


class _Place:
    """A place in a line: a state of the parser above the places it returns to.

    It tells which tokens may come next, and for each kind of token the steps it causes and the
    place after it. Lines of the same form pass through the same places, so what the tables say
    of a token is looked up once for all of them.
    """

    __slots__ = ("above", "accepted", "below", "lexing", "next", "state")

    def __init__(self, state: int, below: _Place | None) -> None:
        self.state = state
        self.below = below
        self.above: dict[int, _Place] = {}
        # The steps of a token, None if it may not stand here, and the place where that leads.
        self.next: dict[str, tuple[Sequence[_Step] | None, _Place | None]] = {}
        self.accepted: tuple[str, ...] | None = None
        self.lexing: _Lexing | None = None  # many places are only passed through


_Kinds = Sequence[tuple[str, bool, Callable[[Token], Token] | None]]


class _Lexing(dict[str, tuple[_Match, _Kinds]]):
    """How a token is matched in a state of the parser, by its first character.

    A pattern has only the words that may begin with the character, and is made when a line first
    has it there. Its kinds: by the number of the group that matched, the terminal, whether its
    token is kept (the rest are dropped before any callback sees them), and the callback, if any.
    """

    def __init__(
        self,
        terminals: Sequence[Terminal],
        words: Mapping[str, Mapping[str, str]],
        change: Callable[[Token], Token],
    ) -> None:
        self._terminals = terminals
        self._words = words
        self._change = change
        self._letters = {letter for one in terminals for letter in words.get(one.name, ())}
        self._by_words: dict[Any, tuple[_Match, _Kinds]] = {}

    def __missing__(self, char: str) -> tuple[_Match, _Kinds]:
        if char.isascii():
            letters = frozenset(self._letters & {char.lower()})
        else:  # such as the long s
            letters = frozenset(one for one in self._letters if re.fullmatch(one, char, re.I))
        tried = [one for one in self._terminals if one.may_begin(char)]
        key = letters, *tried
        if key not in self._by_words:
            pattern, names = _pattern(tried, self._words, letters)
            kinds = [
                (name, name[:1] != "_", self._change if name in self._words else None)
                for name in names
            ]
            self._by_words[key] = re.compile(pattern).match, kinds
        self[char] = made = self._by_words[key]
        return made


class LineMachine:
    """Parses single lines with the tables of a grammar.

    ``transformer`` makes the values of rules, as Lark's do: by its method of the rule's name, or
    by ``__default__``. ``words`` are the patterns of terminals that are whole words, by first
    letter: of fifty that could stand in a place only those with the right letter are tried; each
    that is found is as ``change`` leaves it.
    """

    def __init__(
        self,
        tables: Tables,
        transformer: Any,
        words: Mapping[str, Mapping[str, str]] | None = None,
        change: Callable[[Token], Token] = lambda word: word,
    ) -> None:
        self._tables = tables
        self._transformer = transformer
        self._words = words or {}
        self._change = change
        self._ends = frozenset(tables.ends.values())
        self._lexings: dict[int, _Lexing] = {}
        self._actions: dict[int, dict[str, int]] = {}
        self._steps: dict[int, _Step | None] = {}
        self._known: dict[str, _Place] = {}
        self._places = 0

    def parse(self, text: str, start: str) -> Any:
        """The transformed parse of the line, or `NOT_READ`."""
        if self._places > _MOST_PLACES:
            self._known.clear()
            self._places = 0
        place: Any = self._known.get(start) or self._first(start)
        values: list[Any] = []
        push, new = values.append, str.__new__
        at, size = len(text) - len(text.lstrip(" ")), len(text)
        while True:
            kind, token = END, None
            if at < size:
                if (lexing := place.lexing) is None:
                    place.lexing = lexing = self._lexing(place.state)
                match, kinds = lexing[text[at]]
                found = match(text, at)
                if found is None:
                    return NOT_READ
                group = found.lastindex
                kind, is_kept, callback = kinds[group]
                if is_kept:
                    token = new(Token, found[group])
                    token.type, token.start_pos, token.end_pos = kind, at, found.end(group)
                    if callback is not None:
                        token = callback(token)
                        kind = token.type
                at = found.end()  # the match includes the blanks after it
            try:
                steps, place = place.next[kind]
            except KeyError:
                steps, place = self._after(place, kind)
            if steps is None:
                return NOT_READ
            for count, pick, make in steps:
                if count == 1:
                    values[-1] = make(pick(values[-1:]))
                elif count:
                    parts = values[-count:]
                    del values[-count:]
                    push(make(pick(parts)))
                else:
                    push(make(pick([])))
            if place is None:
                return values[-1]
            push(token)

    def stop(self, text: str, start: str) -> tuple[int, tuple[str, ...]]:
        """Where a line that cannot be read stops, and the terminals that could stand there."""
        place = self._known.get(start) or self._first(start)
        at, size = len(text) - len(text.lstrip(" ")), len(text)
        while True:
            kind, end = END, at
            if at < size:
                match, kinds = (place.lexing or self._lexing(place.state))[text[at]]
                found = match(text, at)
                if found is None:
                    return at, self._accepted(place)
                group = found.lastindex or 0
                kind, is_kept, change = kinds[group]
                if is_kept and change is not None:
                    kind = change(Token(kind, found[group])).type
                end = found.end()
            steps, after = place.next.get(kind) or self._after(place, kind)
            assert after is not None  # the line cannot be read
            if steps is None:
                return at, self._accepted(after)
            at, place = end, after

    def _accepted(self, place: _Place) -> tuple[str, ...]:
        """The terminals that may stand in a place."""
        if place.accepted is None:
            terminals = sorted(filter(str.isupper, self._does(place.state)))
            found = [one for one in terminals if self._after(place, one)[0] is not None]
            place.accepted = tuple(found)
        return place.accepted

    def _first(self, start: str) -> _Place:
        """The place at the beginning of a line."""
        self._known[start] = place = self._place(self._tables.starts[start], None)
        return place

    def _place(self, state: int, below: _Place | None) -> _Place:
        self._places += 1
        return _Place(state, below)

    def _lexing(self, state: int) -> _Lexing:
        """How a token is matched in a state, made once for all states that expect the same."""
        tables, number = self._tables, self._tables.lexing[state]
        if number not in self._lexings:
            tried = [tables.terminals[at] for at in tables.lexers[number]]
            tried = [one for one in tried if one.name not in tables.ignore]
            self._lexings[number] = _Lexing(tried, self._words, self._change)
        return self._lexings[number]

    def _does(self, state: int) -> dict[str, int]:
        """What the tables say is done in a state, by symbol."""
        if state not in self._actions:
            parts = iter(self._tables.states[state])
            found = {self._tables.symbols[at]: act for at, act in zip(parts, parts, strict=True)}
            self._actions[state] = found
        return self._actions[state]

    def _above(self, below: _Place, state: int) -> _Place:
        """The place in a state from which the parser returns to ``below``."""
        if state not in below.above:
            below.above[state] = self._place(state, below)
        return below.above[state]

    def _after(self, place: _Place, kind: str) -> tuple[Sequence[_Step] | None, _Place | None]:
        """The steps that a token causes, and the place after it; None for the end of the line.

        No steps: no such token may stand in the place, to which those before it lead.
        """
        came = place
        steps: list[_Step] = []
        while True:
            act = self._does(place.state).get(kind)
            if act is None:
                came.next[kind] = None, place
                break
            if act >= 0:
                came.next[kind] = tuple(steps), self._above(place, act)
                break
            if (step := self._step(-1 - act)) is not None:
                steps.append(step)
            rule = self._tables.rules[-1 - act]
            for _ in rule.symbols:
                assert place.below is not None
                place = place.below
            state = self._does(place.state)[rule.origin]
            if kind == END and state in self._ends:
                came.next[kind] = tuple(steps), None
                break
            place = self._above(place, state)
        return came.next[kind]

    def _step(self, number: int) -> _Step | None:
        """The step at the end of a rule; None where its only value stays as it is."""
        if number not in self._steps:
            self._steps[number] = _step_of(self._tables.rules[number], self._transformer)
        return self._steps[number]


def _pattern(
    terminals: Sequence[Terminal], words: Mapping[str, Mapping[str, str]], letters: Collection[str]
) -> tuple[str, Sequence[str]]:
    """A pattern of the terminals in order, and the terminal of each of its groups.

    Of words only the forms that begin with one of these letters are in it.
    """
    parts: list[str] = []
    kinds = [""]
    for one in terminals:
        if one.name in words:
            forms = [form for letter, form in words[one.name].items() if letter in letters]
            parts += [f"(?i:({form}))" for form in forms]
            kinds += [intern(one.name)] * len(forms)
        else:
            parts.append(f"({one.pattern})")
            kinds.append(intern(one.name))
    return f"(?:{'|'.join(parts)}) *" if parts else r"(?!)", kinds


def _step_of(rule: Rule, transformer: Any) -> _Step | None:
    """The step that Lark takes at the end of a rule.

    A rule whose name begins with an underscore becomes a list that its parent splices in; Lark
    makes a tree of it.
    """
    size, gives_way = len(rule.symbols), rule.gives_way and not rule.alias
    kept = [
        (at, one.is_dropped is None and one.name[0] == "_")
        for at, one in enumerate(rule.symbols)
        if rule.keeps_all or not one.is_dropped
    ]
    if gives_way and size == len(kept) == 1:
        return None
    is_whole = len(kept) == size and not any(are_several for _place, are_several in kept)
    picked = None if is_whole else kept
    if rule.origin[0] == "_":
        return _Step(size, _picking(picked), list)
    method = getattr(transformer, rule.name, None)
    make: Callable[[Any], Any] = method or partial(_default, transformer, rule.name)
    if gives_way:
        return _Step(size, _picking(picked), partial(_single, make))
    if method is None and type(transformer).__default__ is NodeTransformer.__default__:
        return _Step(size, _picking(picked, tuple), partial(Node, rule.name))
    return _Step(size, _picking(picked), make)


def _default(transformer: Any, name: str, items: list[Any]) -> Any:
    return transformer.__default__(name, items, None)


def _single(make: Callable[[list[Any]], Any], items: list[Any]) -> Any:
    """The only part as it is, or what is made of several."""
    return items[0] if len(items) == 1 else make(items)


def _picking(
    kept: Sequence[tuple[int, bool]] | None, form: type[list[Any]] | type[tuple[Any, ...]] = list
) -> Callable[[list[Any]], Any]:
    """Picks the values in these places, or all; True: the value is a list to be spliced in."""
    if kept is None:
        return form
    if any(are_several for _place, are_several in kept):
        return lambda given: form(_spliced(given, kept))
    places = [place for place, _are_several in kept]
    if form is tuple and len(places) > 1:
        return itemgetter(*places)
    return lambda given: form([given[place] for place in places])


def _spliced(given: list[Any], kept: Sequence[tuple[int, bool]]) -> list[Any]:
    parts: list[Any] = []
    for place, are_several in kept:
        if are_several:
            parts += given[place]
        else:
            parts.append(given[place])
    return parts
