"""Cache the tables of a grammar in a file, so that they are built only once.

Building the tables of a large language takes half a second, loading them a thirtieth of that.
A file has the tables of one grammar, terminals with their abbreviations, under a key of all its
sources. If the key differs (a changed grammar, another Lark), the file is ignored and the tables
are built and stored anew. A wheel contains these files (.ci/build_tables.py); elsewhere they are
beside the grammar or, if that folder cannot be written, in the user's cache folder. They are not
under version control.

Rows of a file: terminals ``[name, is a pattern, text, flags, as written, priority, least and most
width or null]``; rules ``[origin, symbols, order, alias, options]``; states ``[symbol, what to do,
...]`` with symbols by number, a state to go to as its number n, a rule to reduce by as -1 - n.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import lark
from lark import Lark
from lark.common import LexerConf
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import (
    AbstractBasicLexer,
    BasicLexer,
    ContextualLexer,
    PatternRE,
    PatternStr,
    TerminalDef,
)
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

from pbm.kit.problems import CampaignFault
from pbm.storage.atomic_files import put_file

if TYPE_CHECKING:
    from pathlib import Path

# The layout of a file; part of the key.
_FORM = "1"
_IMPORT = re.compile(r"^%import +\.(\w+)", re.MULTILINE)
_WIDEST = 1 << 16  # a width above this means "any", and differs between versions of Python
_OPTIONS = {"parser": "lalr", "lexer": "contextual"}

# The forms and the clear abbreviations of each keyword, by its terminal.
Forms = Mapping[str, tuple[Sequence[str], Sequence[str]]]


class Stored(NamedTuple):
    """A parser read from a file, and the forms of its keywords."""

    lark: Lark
    forms: Forms


def key(folder: Path, name: str, starts: Sequence[str]) -> str:
    """A digest of all sources of a grammar's tables."""
    text = (folder / f"{name}.lark").read_bytes()
    parts = [text, (folder / f"{name}.toml").read_bytes()]
    others = _IMPORT.findall(text.decode())
    parts += [(folder / f"{other}.lark").read_bytes() for other in others]
    said = [_FORM, lark.__version__, *starts, *(f"{k}={v}" for k, v in _OPTIONS.items())]
    digest = hashlib.sha256(" ".join(said).encode())
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def path_of(folder: Path, name: str) -> Path:
    """The file of a grammar's tables."""
    return folder / f"{name}.tables.json"


def load(folders: Iterable[Path], name: str, key: str, transformer: Any) -> Stored | None:
    """The parser stored under this key in the first folder that has it, or None."""
    for folder in folders:
        try:
            held = json.loads(path_of(folder, name).read_bytes())
        except (OSError, ValueError):  # missing or unreadable
            continue
        if held["key"] == key:
            return Stored(_parser(held, transformer), held["keywords"])
    return None


def keep(folders: Iterable[Path], name: str, text: str) -> None:
    """Store the text of `dump` in the first folder that can be written, if any."""
    for folder in folders:
        with contextlib.suppress(CampaignFault):
            put_file(path_of(folder, name), text.encode())
            return


def dump(made: Lark, forms: Forms, key: str) -> str:
    """The text of a file, the same for the same tables however they were built."""
    table: Any = made.parser.parser._parse_table
    numbers = _in_order(table)
    rules = sorted(made.rules, key=lambda rule: (rule.origin.name, rule.order, rule.alias or ""))
    rule_at = {rule: at for at, rule in enumerate(rules)}
    terminals = sorted(made.terminals, key=lambda one: one.name)
    symbols = sorted({str(symbol) for actions in table.states.values() for symbol in actions})
    symbol_at = {symbol: at for at, symbol in enumerate(symbols)}

    def row(actions: Mapping[Any, Any]) -> list[int]:
        by_symbol = sorted((symbol_at[str(symbol)], act) for symbol, act in actions.items())
        return [
            part
            for symbol, (action, arg) in by_symbol
            for part in (symbol, numbers[arg] if action is Shift else -1 - rule_at[arg])
        ]

    conf: Any = made.lexer_conf
    held: dict[str, Any] = {
        "key": key,
        "options": {
            "start": [str(start) for start in made.options.start],
            "maybe_placeholders": made.options.maybe_placeholders,
            "keep_all_tokens": made.options.keep_all_tokens,
        },
        "ignore": sorted(map(str, conf.ignore)),
        "starts": _numbered(table.start_states, numbers),
        "ends": _numbered(table.end_states, numbers),
        "keywords": {name: forms[name] for name in sorted(forms)},
        "terminals": [_terminal_row(one) for one in terminals],
        "rules": [_rule_row(rule) for rule in rules],
        "symbols": symbols,
        "states": [row(table.states[state]) for state in numbers],
    }
    return _text(held)


def _text(held: Mapping[str, Any]) -> str:
    """JSON with one row per line."""

    def said(part: Any) -> str:
        return json.dumps(part, separators=(",", ":"))

    lines = []
    for name, part in held.items():
        if name in ("terminals", "rules", "states"):
            lines.append(f"{said(name)}:[\n" + ",\n".join(map(said, part)) + "\n]")
        else:
            lines.append(f"{said(name)}:{said(part)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


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


def _terminal_row(one: TerminalDef) -> list[Any]:
    pattern = one.pattern
    widths = [pattern.min_width, pattern.max_width]
    is_re = isinstance(pattern, PatternRE)
    return [
        one.name,
        int(is_re),
        pattern.value,
        sorted(pattern.flags),
        pattern.raw,
        one.priority,
        widths if is_re and widths[1] < _WIDEST else None,
    ]


def _rule_row(rule: Rule) -> list[Any]:
    options = rule.options
    return [
        str(rule.origin.name),
        [_symbol_row(symbol) for symbol in rule.expansion],
        rule.order,
        None if rule.alias is None else str(rule.alias),
        [
            options.keep_all_tokens,
            options.expand1,
            options.priority,
            None if options.template_source is None else str(options.template_source),
            [int(empty) for empty in options.empty_indices],
        ],
    ]


def _symbol_row(symbol: Symbol) -> list[Any]:
    name = str(symbol.name)
    return [name, int(symbol.filter_out)] if isinstance(symbol, Terminal) else [name]


class _Tables(LALR_Parser):
    """Lark's parser with ready-made tables."""

    @classmethod
    def deserialize(  # type: ignore[override]  # as Lark's own
        cls, data: Any, _memo: Any, callbacks: Any, debug: bool = False
    ) -> _Tables:
        """The parser with the table in ``data``."""
        made = cls.__new__(cls)
        made._parse_table = data["table"]
        made.parser = _Parser(made._parse_table, callbacks, debug)
        return made


class _Lexers(dict[int, AbstractBasicLexer]):
    """Lark's lexer of each state, made when a line first reaches it."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Iterable[str]]) -> None:
        super().__init__()
        self._conf, self._states = conf, states
        self._by_terminals: dict[frozenset[str], BasicLexer] = {}

    def __missing__(self, state: int) -> BasicLexer:
        known = self._conf.terminals_by_name
        names = frozenset({*self._states[state], *self._conf.ignore} & known.keys())
        if names not in self._by_terminals:
            self._by_terminals[names] = _lexer(self._conf, [known[name] for name in sorted(names)])
        self[state] = made = self._by_terminals[names]
        return made


class _Lexer(ContextualLexer):
    """Lark's contextual lexer, which makes the lexer of a state on demand."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Iterable[str]], **_none: Any) -> None:
        self.lexers = _Lexers(conf, states)
        self._conf = conf

    def __getattr__(self, name: str) -> Any:
        if name != "root_lexer":
            raise AttributeError(name)
        self.root_lexer = made = _lexer(self._conf, list(self._conf.terminals))
        return made


def _lexer(conf: LexerConf, terminals: list[TerminalDef]) -> BasicLexer:
    own = LexerConf(
        terminals,
        conf.re_module,
        conf.ignore,
        callbacks=conf.callbacks,
        g_regex_flags=conf.g_regex_flags,
        skip_validation=True,  # the terminals were checked when the tables were built
    )
    own.callbacks = conf.callbacks  # even if it is still empty
    return BasicLexer(own)


def _parser(held: Mapping[str, Any], transformer: Any) -> Lark:
    rules = [_rule(*row) for row in held["rules"]]
    terminals = [_terminal(*row) for row in held["terminals"]]
    table = _table(held, rules)
    # As Lark stores a parser, but with ready-made tables and rules.
    memo = dict(enumerate([*rules, *terminals]))
    rule_places = [{"@": at} for at in range(len(rules))]
    data = {
        "options": {**_OPTIONS, **held["options"]},
        "rules": rule_places,
        "parser": {
            "lexer_conf": {
                "terminals": [{"@": at} for at in range(len(rules), len(memo))],
                "ignore": held["ignore"],
                "g_regex_flags": 0,
                "use_bytes": False,
                "lexer_type": "contextual",
            },
            "parser_conf": {
                "rules": rule_places,
                "start": held["options"]["start"],
                "parser_type": "lalr",
            },
            "parser": {"table": table},
        },
    }
    plugins = {"LALR_Parser": _Tables, "ContextualLexer": _Lexer}
    load: Callable[..., Lark] = Lark._load_from_dict
    return load(data, memo, transformer=transformer, _plugins=plugins)


def _terminal(
    name: str,
    is_re: int,
    value: str,
    flags: Sequence[str],
    raw: str | None,
    priority: int,
    widths: tuple[int, int] | None,
) -> TerminalDef:
    if not is_re:
        return TerminalDef(name, PatternStr(value, flags, raw), priority)
    pattern = PatternRE(value, flags, raw)
    pattern._width = widths
    return TerminalDef(name, pattern, priority)


def _rule(
    origin: str,
    expansion: Sequence[Sequence[Any]],
    order: int,
    alias: str | None,
    options: Sequence[Any],
) -> Rule:
    *plain, empty = options
    symbols: list[Symbol] = [
        Terminal(row[0], bool(row[1])) if len(row) > 1 else NonTerminal(row[0]) for row in expansion
    ]
    made: Callable[..., RuleOptions] = RuleOptions
    own = made(*plain, tuple(map(bool, empty)))
    return Rule(NonTerminal(origin), symbols, order, alias, own)


def _table(held: Mapping[str, Any], rules: Sequence[Rule]) -> IntParseTable:
    symbols = held["symbols"]
    reduces = [(Reduce, rule) for rule in rules]
    shifts = [(Shift, state) for state in range(len(held["states"]))]
    states: dict[int, dict[str, tuple[Any, Any]]] = {}
    for state, row in enumerate(held["states"]):
        parts = iter(row)
        states[state] = {
            symbols[symbol]: shifts[act] if act >= 0 else reduces[-1 - act]
            for symbol, act in zip(parts, parts, strict=True)
        }
    made: Callable[..., IntParseTable] = IntParseTable
    return made(states, held["starts"], held["ends"])
