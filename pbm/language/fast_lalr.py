"""A fast parser of single lines that runs on Lark's own LALR tables.

Lark parses files: it counts line ends, is thread-safe and can be stopped and queried. A line of
a sheet needs none of that, and a turn has ten thousand of them. Tables, terminals and callbacks
are Lark's own, so the parse is the same. A line with a syntax error comes back unparsed; Lark
itself then finds the error.
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

# The result of a parse for a line with a syntax error.
NOT_READ = object()
_END = "$END"


class _Reduce(NamedTuple):
    """Replace the last ``size`` values by what ``make`` returns; None keeps the value.

    ``kept`` are the positions of the values passed to ``make``, each with True if the value is
    a list to be spliced in; None passes all of them.
    """

    size: int
    make: Callable[[list[Any]], Any] | None
    origin: str
    kept: Sequence[tuple[int, bool]] | None = None


class _State(NamedTuple):
    """A state of the parser: match a terminal, change its token, then shift or reduce."""

    match: Callable[[str, int], re.Match[str] | None]
    kinds: Sequence[str]  # by the number of the group that matched
    callbacks: Mapping[str, Callable[[Token], Token]]
    actions: Mapping[str, Any]  # a state to shift to, or a _Reduce


class LexedWord(Token):
    """A token of a single line; its columns follow from its start and end."""

    __slots__ = ()

    line = end_line = 1

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
    could stand in a place only those with the right letter are tried.
    """

    def __init__(self, lark: Lark, words: Mapping[str, Mapping[str, str]] | None = None) -> None:
        frontend: Any = lark.parser
        table = frontend.parser._parse_table
        self._states = _States(frontend, words or {})
        self._starts = {_plain(start): state for start, state in table.start_states.items()}
        self._ends = {_plain(start): state for start, state in table.end_states.items()}

    def parse(self, text: str, start: str) -> Any:
        """The transformed parse of the line, or `NOT_READ`."""
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
                if kind[0] != "_":  # the rest are dropped before any callback sees them
                    value = found[group]
                    token = str.__new__(LexedWord, value)
                    token.type, token.value = kind, value
                    token.start_pos, token.end_pos = at, found.end(group)
                    if kind in callbacks:
                        token = callbacks[kind](token)
                        kind = token.type
                at = found.end()  # the match includes the blanks after it
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
    """The states of a parser, each made when a line first reaches it."""

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


def _grouped(
    terminals: Sequence[Any], words: Mapping[str, Mapping[str, str]]
) -> tuple[str, Sequence[str]]:
    """A pattern of all terminals in order, and the terminal of each of its groups.

    Adjacent words are grouped by first letter. Words with the same letter keep their order;
    words with different letters never both match.
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
    """The name of a symbol as a plain string; Lark's subclass compares slowly."""
    return intern("".join(symbol))


def _reduce(rule: Any, callbacks: Mapping[Any, Callable[[list[Any]], Any]]) -> _Reduce:
    """The step Lark takes at the end of a rule, its filter of children kept separate.

    A rule whose name begins with an underscore becomes a list that its parent splices in; Lark
    makes a tree of it.
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
