"""Runs one line through the tables that Lark made, without what only a text of many lines needs.

Lark parses files: it counts line ends, keeps threads and can be stopped and asked. A line of a
sheet needs none of that, and there are ten thousand of them in a turn. Tables, terminals and
callbacks are Lark's own, so what is parsed is the same; what is not of the language is given
back unparsed, and Lark itself says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from sys import intern
from typing import Any, NamedTuple

from lark import Lark, Token
from lark.lexer import CallChain, _create_unless
from lark.parse_tree_builder import ChildFilter, ChildFilterLALR_NoPlaceholders
from lark.parsers.lalr_analysis import Shift

# What a parse gives for a line that is not of the language.
NOT_READ = object()
_END = "$END"


class _Reduce(NamedTuple):
    """So many values become one, made by the callback (None: a single value stays itself).

    ``kept`` are the places of those that the callback sees, None for all of them, and of each
    whether it is a list of several, which stand there one by one.
    """

    size: int
    make: Callable[[list[Any]], Any] | None
    origin: str
    kept: Sequence[tuple[int, bool]] | None = None


class _State(NamedTuple):
    """What a state does: match a terminal, change the token, shift to a state or reduce."""

    match: Callable[[str, int], re.Match[str] | None]
    kinds: Sequence[str]  # by the number of the group that matched
    callbacks: Mapping[str, Callable[[Token], Token]]
    actions: Mapping[str, Any]  # a state to shift to, or a _Reduce


class Word(Token):
    """A token of a line by itself: its place follows from where it starts."""

    __slots__ = ()

    line = end_line = 1

    @property
    def column(self) -> int:  # type: ignore[override]
        """The column it begins in, the first being 1."""
        return int(self.start_pos or 0) + 1

    @property
    def end_column(self) -> int:  # type: ignore[override]
        """The column behind it."""
        return int(self.end_pos or 0) + 1


class LineMachine:
    """Parses single lines with the tables of a Lark parser (LALR, contextual lexer).

    ``words`` are the patterns of terminals that are whole words, by the letter they begin with:
    of fifty that could stand in a place only those of the right letter are tried.
    """

    def __init__(self, lark: Lark, words: Mapping[str, Mapping[str, str]] | None = None) -> None:
        frontend: Any = lark.parser
        table = frontend.parser._parse_table
        self._states = _States(frontend, words or {})
        self._starts = {_plain(start): state for start, state in table.start_states.items()}
        self._ends = {_plain(start): state for start, state in table.end_states.items()}

    def parse(self, text: str, start: str) -> Any:
        """What the line says, or `NOT_READ`."""
        states = self._states
        state, last = self._starts[start], self._ends[start]
        stack = [state]
        values: list[Any] = []
        at, size = len(text) - len(text.lstrip(" ")), len(text)
        while True:
            match, kinds, callbacks, actions = states[state]
            kind: Any = _END
            token: Any = None
            if at < size:
                found = match(text, at)
                if found is None:
                    return NOT_READ
                group = found.lastindex or 0
                kind = kinds[group]
                if kind[0] != "_":  # the others are dropped before any callback sees them
                    value = found[group]
                    token = str.__new__(Word, value)
                    token.type, token.value = kind, value
                    token.start_pos, token.end_pos = at, found.end(group)
                    if kind in callbacks:
                        token = callbacks[kind](token)
                        kind = token.type
                at = found.end()  # blanks behind it are skipped with it
            while (action := actions.get(kind)).__class__ is not int:
                if action is None:
                    return NOT_READ
                count, make, origin, kept = action
                if make is None:
                    del stack[-1]
                elif count:
                    parts = values[-count:]
                    del stack[-count:], values[-count:]
                    if kept is not None:
                        given, parts = parts, []
                        for place, are_several in kept:
                            if are_several:
                                parts += given[place]
                            else:
                                parts.append(given[place])
                    values.append(make(parts))
                else:
                    values.append(make([]))
                state = states[stack[-1]].actions[origin]
                if state == last and kind is _END:
                    return values[-1]
                stack.append(state)
                actions = states[state].actions
            state = action
            stack.append(state)
            values.append(token)


class _States(dict[int, _State]):
    """The states of a parser, each made when a line first comes to it."""

    def __init__(self, frontend: Any, words: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__()
        self._frontend = frontend
        self._words = words
        self._matches: dict[Any, tuple[Any, Sequence[str], Mapping[str, Any]]] = {}

    def __missing__(self, state: int) -> _State:
        lexer = self._frontend.lexer.lexers[state]
        actions = self._frontend.parser._parse_table.states[state]
        callbacks = self._frontend.parser.parser.callbacks
        if lexer not in self._matches:
            all_terminals, called = _told_apart(lexer)
            terminals = [one for one in all_terminals if one.name not in lexer.ignore_types]
            pattern, kinds = _grouped(terminals, self._words)
            match = re.compile(pattern, lexer.g_regex_flags).match
            callbacks_by_kind = {_plain(kind): callback for kind, callback in called.items()}
            self._matches[lexer] = (match, kinds, callbacks_by_kind)
        self[state] = made = _State(
            *self._matches[lexer],
            {
                _plain(symbol): arg if action is Shift else _reduce(arg, callbacks)
                for symbol, (action, arg) in actions.items()
            },
        )
        return made


def _told_apart(lexer: Any) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """A lexer's terminals in the order they are tried, and what changes a token of each.

    As Lark does it in ``BasicLexer._build_scanner``, but without compiling a pattern of its own,
    which is needed for a line that is not of the language only.
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


def _grouped(
    terminals: Sequence[Any], words: Mapping[str, Mapping[str, str]]
) -> tuple[str, Sequence[str]]:
    """A pattern of all terminals in their order, and what each of its groups stands for.

    Words that follow each other are sorted by their first letter; those of one letter keep
    their order, and of two letters never both match.
    """
    parts: list[str] = []
    kinds = [""]
    for are_words, some in groupby(terminals, lambda one: one.name in words):
        if not are_words:
            for one in some:
                parts.append(f"({one.pattern.to_regexp()})")
                kinds.append(_plain(one.name))
            continue
        letters: dict[str, list[tuple[str, str]]] = {}
        for one in some:
            for letter, pattern in words[one.name].items():
                letters.setdefault(letter, []).append((one.name, pattern))
        for letter, here in letters.items():
            either = "|".join(f"({pattern})" for _name, pattern in here)
            parts.append(f"(?i:(?={re.escape(letter)})(?:{either}))")
            kinds += [_plain(name) for name, _pattern in here]
    return f"(?:{'|'.join(parts)}) *" if parts else r"(?!)", kinds


def _plain(symbol: str) -> str:
    """The name of a symbol without what Lark adds to a string, which makes comparing slow."""
    return intern("".join(symbol))


def _reduce(rule: Any, callbacks: Mapping[Any, Callable[[list[Any]], Any]]) -> _Reduce:
    """What Lark does where a rule ends, its filter of children apart from the callback.

    A rule whose name begins with an underscore is a list that its parent takes in; Lark makes
    a tree of it.
    """
    size = len(rule.expansion)
    only = rule.expansion[0] if size == 1 else None
    stays = only is not None and not (only.is_term and only.filter_out)
    itself = stays and rule.options.expand1 and not rule.alias
    origin = _plain(rule.origin.name)
    if itself:
        return _Reduce(size, None, origin)
    make, kept = callbacks[rule], None
    if isinstance(make, ChildFilter):
        if not isinstance(make, ChildFilterLALR_NoPlaceholders):
            raise TypeError(f"{origin}: parts in square brackets are not read here")
        make, kept = make.node_builder, make.to_include
    return _Reduce(size, list if origin[0] == "_" else make, origin, kept)
