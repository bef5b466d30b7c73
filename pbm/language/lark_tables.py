"""Lark builds the tables of a grammar, by which `pbm.language.fast_lalr` reads its lines.

It is slow to load, so that nothing else of a language imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lark import Lark
from lark.grammar import Rule, Symbol, Terminal
from lark.lexer import (
    PatternRE,
    PatternStr,
    TerminalDef,
    _create_unless,
)
from lark.parser_frontends import create_contextual_lexer
from lark.parsers.lalr_analysis import Shift

from pbm.language import table_cache
from pbm.language.first_characters import begins
from pbm.language.keywords import Keyword, pattern_of
from pbm.language.table_cache import Tables

# Terminals that match any word; where one is possible, two letters are too few for a keyword.
_FREE = ("NAME",)
_SHORTEST = 2
_SHORTEST_BY_NAMES = 3


def built(
    text: str, folder: str, starts: Sequence[str], also: Mapping[str, Sequence[str]], key: str
) -> Tables:
    """The tables of a grammar, which may import others of a folder.

    ``also`` are synonyms of its keywords.

    Abbreviations follow from the table, which takes half a second to build for a large language;
    so the table is built once, and the lexer twice.
    """
    made = Lark(
        text,
        start=list(starts),
        parser="lalr",
        lexer="contextual",
        import_paths=[folder],
    )
    words = keywords(made, also)
    frontend: Any = made.parser
    conf = frontend.lexer_conf
    for terminal in conf.terminals:
        widened(terminal, words)
    frontend.lexer = create_contextual_lexer(conf, frontend.parser, None, made.options)
    return tables_of(made, words, key)


def keywords(plain: Lark, also: Mapping[str, Sequence[str]]) -> dict[str, Keyword]:
    """Every keyword of a grammar, with the abbreviations that are always clear."""
    full = {
        str(terminal.name): (terminal.pattern.value.casefold(), *also.get(terminal.name, ()))
        for terminal in plain.terminals
        if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value[0].isalpha()
    }
    beside: dict[str, set[str]] = {name: set() for name in full}
    by_names: set[str] = set()
    for accepted in _states(plain):
        here = accepted & full.keys()
        for name in here:
            beside[name] |= here
        if accepted & set(_FREE):
            by_names |= here
    return {
        name: Keyword(
            forms,
            tuple(
                _abbreviations(
                    forms,
                    [form for other in sorted(beside[name] - {name}) for form in full[other]],
                    _SHORTEST_BY_NAMES if name in by_names else _SHORTEST,
                )
            ),
        )
        for name, forms in full.items()
    }


def _states(plain: Lark) -> list[set[str]]:
    """The terminals that each state of the parser accepts."""
    parser: Any = plain.parser
    table: Mapping[Any, Mapping[str, Any]] = parser.parser._parse_table.states
    return [set(actions) for actions in table.values()]


def _abbreviations(forms: tuple[str, ...], others: list[str], shortest: int) -> list[str]:
    found: list[str] = []
    for form in forms:
        if not form.isalpha():
            continue
        for length in range(len(form) - 1, shortest - 1, -1):
            short = form[:length]
            if any(other.startswith(short) for other in others):
                break
            if short not in forms and short not in found:
                found.append(short)
    return found


def widened(terminal: TerminalDef, words: Mapping[str, Keyword]) -> TerminalDef:
    """The terminal, which if it is a keyword matches all of its forms."""
    keyword = words.get(terminal.name)
    if keyword is not None:
        terminal.pattern = PatternRE(pattern_of(keyword), ("i",))
        terminal.priority = 10
    return terminal


def tables_of(made: Lark, words: Mapping[str, Keyword], key: str) -> Tables:
    """The tables of a parser, the same however they were built.

    TypeError for what `pbm.language.fast_lalr` does not read.
    """
    frontend: Any = made.parser
    table = frontend.parser._parse_table
    numbers = _in_order(table)
    rules = sorted(made.rules, key=lambda rule: (rule.origin.name, rule.order, rule.alias or ""))
    rule_at = {rule: at for at, rule in enumerate(rules)}
    terminals = sorted(made.terminals, key=lambda one: one.name)
    terminal_at = {one.name: at for at, one in enumerate(terminals)}
    symbols = sorted({str(symbol) for actions in table.states.values() for symbol in actions})
    symbol_at = {symbol: at for at, symbol in enumerate(symbols)}
    lexers: dict[tuple[int, ...], int] = {}

    def row(actions: Mapping[Any, Any]) -> tuple[int, ...]:
        by_symbol = sorted((symbol_at[str(symbol)], act) for symbol, act in actions.items())
        return tuple(
            part
            for symbol, (action, arg) in by_symbol
            for part in (symbol, numbers[arg] if action is Shift else -1 - rule_at[arg])
        )

    def lexing(state: int) -> int:
        lexer = frontend.lexer.lexers[state]
        _refuse_words_of_patterns(lexer)
        tried = tuple(terminal_at[one.name] for one in lexer.terminals)
        return lexers.setdefault(tried, len(lexers))

    return Tables(
        key,
        tuple(sorted(map(str, made.lexer_conf.ignore))),
        _numbered(table.start_states, numbers),
        _numbered(table.end_states, numbers),
        {name: words[name] for name in sorted(words)},
        tuple(symbols),
        tuple(map(lexing, numbers)),
        tuple(lexers),
        tuple(map(_terminal_row, terminals)),
        tuple(map(_rule_row, rules)),
        tuple(row(table.states[state]) for state in numbers),
    )


def _refuse_words_of_patterns(lexer: Any) -> None:
    """Lark tells a word that a pattern matches too from its other matches; nobody else does."""
    split: Callable[..., Any] = _create_unless
    _terminals, told = split(lexer.terminals, lexer.g_regex_flags, lexer.re, lexer.use_bytes)
    if told:
        raise TypeError(f"{', '.join(told)}: a pattern that matches a word is not read here")


def _in_order(table: Any) -> dict[int, int]:
    """A number for each state, in the order of reaching them from the starts."""
    waiting = [table.start_states[start] for start in sorted(table.start_states)]
    numbers = {state: at for at, state in enumerate(waiting)}
    for state in waiting:
        actions = sorted((str(symbol), act) for symbol, act in table.states[state].items())
        for _symbol, (action, arg) in actions:
            if action is Shift and arg not in numbers:
                numbers[arg] = len(waiting)
                waiting.append(arg)
    return numbers


def _numbered(states: Mapping[Any, int], numbers: Mapping[int, int]) -> dict[str, int]:
    return {name: numbers[at] for name, at in sorted((str(k), at) for k, at in states.items())}


def _terminal_row(one: TerminalDef) -> table_cache.Terminal:
    pattern = one.pattern.to_regexp()
    return table_cache.Terminal(str(one.name), pattern, begins(pattern))


def _rule_row(rule: Rule) -> table_cache.Rule:
    options = rule.options
    if any(options.empty_indices):
        raise TypeError(f"{rule.origin.name}: parts in square brackets are not read here")
    return table_cache.Rule(
        str(rule.origin.name),
        tuple(map(_symbol_row, rule.expansion)),
        None if rule.alias is None else str(rule.alias),
        bool(options.keep_all_tokens),
        bool(options.expand1),
    )


def _symbol_row(symbol: Symbol) -> table_cache.Symbol:
    is_dropped = symbol.filter_out if isinstance(symbol, Terminal) else None
    return table_cache.Symbol(str(symbol.name), is_dropped)
