"""A fast parser of single lines that runs on Lark's own LALR tables.

Lark parses files: it counts line ends, is thread-safe and can be stopped and queried. A line of
a sheet needs none of that, and a turn has ten thousand of them. Tables, terminals and callbacks
are Lark's own, so the parse is the same. A line with a syntax error comes back unparsed; Lark
itself then finds the error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from operator import itemgetter
from sys import intern
from typing import Any, NamedTuple

from lark import Lark, Token
from lark.lexer import CallChain, _create_unless
from lark.parse_tree_builder import ChildFilter, ChildFilterLALR_NoPlaceholders
from lark.parsers.lalr_analysis import Shift

# The result of a parse for a line with a syntax error.
NOT_READ = object()
_END = "$END"
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

    __slots__ = ("above", "below", "lexing", "next", "state")

    def __init__(self, state: int, below: _Place | None) -> None:
        self.state = state
        self.below = below
        self.above: dict[int, _Place] = {}
        self.next: dict[str, tuple[Sequence[_Step], _Place | None] | None] = {}
        self.lexing: _Lexing | None = None  # many places are only passed through


_Kinds = Sequence[tuple[str, bool, Callable[[Token], Token] | None]]


class _Lexing(dict[str, tuple[_Match, _Kinds]]):
    """How a token is matched in a state of the parser, by its first character.

    A pattern has only the words that may begin with the character, and is made when a line first
    has it there. Its kinds: by the number of the group that matched, the terminal, whether its
    token is kept (the rest are dropped before any callback sees them), and the callback, if any.
    """

    def __init__(self, lexer: Any, words: Mapping[str, Mapping[str, str]]) -> None:
        every, called = _told_apart(lexer)
        self._terminals = [one for one in every if one.name not in lexer.ignore_types]
        self._callbacks = {_plain(kind): callback for kind, callback in called.items()}
        self._flags = lexer.g_regex_flags
        self._words = words
        self._letters = {letter for one in self._terminals for letter in words.get(one.name, ())}
        self._by_letters: dict[frozenset[str], tuple[_Match, _Kinds]] = {}

    def __missing__(self, char: str) -> tuple[_Match, _Kinds]:
        letters = frozenset(
            letter for letter in self._letters if re.fullmatch(re.escape(letter), char, re.I)
        )
        if letters not in self._by_letters:
            pattern, names = _pattern(self._terminals, self._words, letters)
            kinds = [(name, name[:1] != "_", self._callbacks.get(name)) for name in names]
            self._by_letters[letters] = re.compile(pattern, self._flags).match, kinds
        self[char] = made = self._by_letters[letters]
        return made


class LexedWord(Token):
    """A token of a single line; its value, end and columns follow from the rest."""

    __slots__ = ()

    line = end_line = 1

    @property
    def value(self) -> str:
        """Its text."""
        return str(self)

    @property
    def end_pos(self) -> int:  # type: ignore[override]
        """The place behind its last character."""
        return int(self.start_pos or 0) + len(self)

    @property
    def column(self) -> int:  # type: ignore[override]
        """The column of its first character, counted from 1."""
        return int(self.start_pos or 0) + 1

    @property
    def end_column(self) -> int:  # type: ignore[override]
        """The column after its last character."""
        return int(self.end_pos or 0) + 1


class LineMachine:
    """Parses single lines with the tables of a Lark parser (LALR, contextual lexer).

    ``words`` are the patterns of terminals that are whole words, by first letter: of fifty that
    could stand in a place only those with the right letter are tried. ``node`` makes the values
    of rules for which the transformer has no method, from the rule's name and their parts.
    """

    def __init__(
        self,
        lark: Lark,
        words: Mapping[str, Mapping[str, str]] | None = None,
        node: Callable[[str, tuple[Any, ...]], Any] | None = None,
    ) -> None:
        self._frontend: Any = lark.parser
        self._words = words or {}
        self._node = node
        table = self._frontend.parser._parse_table
        self._starts = {_plain(start): state for start, state in table.start_states.items()}
        self._ends = frozenset(table.end_states.values())
        self._lexings: dict[Any, _Lexing] = {}
        self._steps: dict[Any, _Step | None] = {}
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
            kind, token = _END, None
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
                    token = new(LexedWord, found[group])
                    token.type = kind
                    token.start_pos = at
                    if callback is not None:
                        token = callback(token)
                        kind = token.type
                at = found.end()  # the match includes the blanks after it
            try:
                known = place.next[kind]
            except KeyError:
                known = self._after(place, kind)
            if known is None:
                return NOT_READ
            steps, place = known
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

    def _first(self, start: str) -> _Place:
        """The place at the beginning of a line."""
        self._known[start] = place = self._place(self._starts[start], None)
        return place

    def _place(self, state: int, below: _Place | None) -> _Place:
        self._places += 1
        return _Place(state, below)

    def _lexing(self, state: int) -> _Lexing:
        """How a token is matched in a state, made once for all states that expect the same."""
        lexer = self._frontend.lexer.lexers[state]
        if lexer not in self._lexings:
            self._lexings[lexer] = _Lexing(lexer, self._words)
        return self._lexings[lexer]

    def _above(self, below: _Place, state: int) -> _Place:
        """The place in a state from which the parser returns to ``below``."""
        if state not in below.above:
            below.above[state] = self._place(state, below)
        return below.above[state]

    def _after(self, place: _Place, kind: str) -> tuple[Sequence[_Step], _Place | None] | None:
        """The steps that a token causes, and the place after it; None for the end of the line.

        None alone: no such token may stand here.
        """
        came, states = place, self._frontend.parser._parse_table.states
        steps: list[_Step] = []
        while True:
            action, arg = states[place.state].get(kind, (None, None))
            if action is None:
                came.next[kind] = None
                break
            if action is Shift:
                came.next[kind] = tuple(steps), self._above(place, arg)
                break
            if (step := self._step(arg)) is not None:
                steps.append(step)
            for _ in arg.expansion:
                assert place.below is not None
                place = place.below
            state = states[place.state][arg.origin.name][1]
            if kind is _END and state in self._ends:
                came.next[kind] = tuple(steps), None
                break
            place = self._above(place, state)
        return came.next[kind]

    def _step(self, rule: Any) -> _Step | None:
        """The step at the end of a rule; None where its only value stays as it is."""
        if rule not in self._steps:
            callbacks = self._frontend.parser.parser.callbacks
            self._steps[rule] = _step_of(rule, callbacks[rule], self._node)
        return self._steps[rule]


def _told_apart(lexer: Any) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """A lexer's terminals in the order of trial, and the callbacks of their tokens.

    As in Lark's ``BasicLexer._build_scanner``, but without compiling its pattern, which only a
    line with a syntax error needs.
    """
    split: Callable[..., Any] = _create_unless
    chained: Callable[..., Any] = CallChain
    terminals, callbacks = split(lexer.terminals, lexer.g_regex_flags, lexer.re, lexer.use_bytes)
    for kind, callback in lexer.user_callbacks.items():
        if kind in callbacks:
            callback = chained(callbacks[kind], callback, _is_of(kind))
        callbacks[kind] = callback
    return terminals, callbacks


def _is_of(kind: str) -> Callable[[Token], bool]:
    return lambda token: token.type == kind


def _pattern(
    terminals: Sequence[Any], words: Mapping[str, Mapping[str, str]], letters: Collection[str]
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
            kinds += [_plain(one.name)] * len(forms)
        else:
            parts.append(f"({one.pattern.to_regexp()})")
            kinds.append(_plain(one.name))
    return f"(?:{'|'.join(parts)}) *" if parts else r"(?!)", kinds


def _plain(symbol: str) -> str:
    """The name of a symbol as a plain string; Lark's subclass compares slowly."""
    return intern("".join(symbol))


def _step_of(
    rule: Any,
    make: Any,
    node: Callable[[str, tuple[Any, ...]], Any] | None,
) -> _Step | None:
    """The step Lark takes at the end of a rule, its filter of children kept separate.

    A rule whose name begins with an underscore becomes a list that its parent splices in; Lark
    makes a tree of it.
    """
    size = len(rule.expansion)
    only = rule.expansion[0] if size == 1 else None
    stays = only is not None and not (only.is_term and only.filter_out)
    if stays and rule.options.expand1 and not rule.alias:
        return None
    origin = _plain(rule.origin.name)
    kept = None
    if isinstance(make, ChildFilter):
        if not isinstance(make, ChildFilterLALR_NoPlaceholders):
            raise TypeError(f"{origin}: parts in square brackets are not read here")
        make, kept = make.node_builder, make.to_include
    if origin[0] == "_":
        return _Step(size, _picking(kept), list)
    if node is not None and isinstance(make, partial):  # the transformer's default, of a name
        return _Step(size, _picking(kept, tuple), partial(node, _plain(make.args[0])))
    return _Step(size, _picking(kept), make)


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
