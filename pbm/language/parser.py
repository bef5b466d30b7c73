"""The parser of an order language: single lines with abbreviated keywords.

A grammar file under grammar/ holds the language; its plain words are the keywords. An
abbreviation is clear if no other keyword that could stand in the same place begins with it.
The LALR table tells which those are, so abbreviations cost nothing when a line is parsed. A
TOML file of the same name holds synonyms and the phrases of messages.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.parser_frontends import create_contextual_lexer

from pbm.kit.assets import cache_dir, data_dir
from pbm.kit.records import Record
from pbm.language import table_cache
from pbm.language.fast_lalr import NOT_READ, LineMachine
from pbm.language.natural import Forms, forms_in
from pbm.language.parse_tree import Node, NodeTransformer
from pbm.language.syntax_errors import GrammarWords, SyntaxFault, explain

# Terminals that match any word; where one is possible, two letters are too few for a keyword.
_FREE = ("NAME",)
_AFTER = r"(?![\w'\-])"
_SHORTEST = 2
_SHORTEST_BY_NAMES = 3
# Texts that were refused, and why, which are kept: a sheet that is being written is read at each
# keystroke, and most of its lines are as they were.
_MOST_REFUSED = 5000
_Fault = TypeVar("_Fault", SyntaxFault, int)


class Keyword(Record):
    """A keyword: its full forms and all their clear abbreviations, in lower case."""

    full: tuple[str, ...]
    short: tuple[str, ...]


class LineParser:
    """Parses single lines of one order language; no line depends on the one before.

    ``name`` is the grammar file's; ``transformer`` builds the result, rule by rule. A language
    whose lines differ by section of the sheet has several ``starts``, named in its TOML file.
    ``fresh`` builds the tables anew and does not store them. ``headers`` and ``verbs`` are the
    words that `pbm.language.error_recovery` looks for. ``orders`` replaces ``{orders}`` in the
    phrases of messages.
    """

    def __init__(
        self,
        name: str,
        transformer: Transformer[Token, Any],
        orders: str = "",
        *,
        fresh: bool = False,
    ) -> None:
        folder = data_dir("grammar")
        path = folder / f"{name}.lark"
        said = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        also: Mapping[str, list[str]] = said.get("also", {})
        self.starts: tuple[str, ...] = tuple(said.get("starts", ("start",)))
        self._names: Collection[str] = ()
        self._key = table_cache.key(folder, name, self.starts)
        places = [place for place in (folder, cache_dir()) if place is not None]
        stored = None if fresh else table_cache.load(places, name, self._key, transformer)
        if stored is not None:
            self._lark = stored.lark
            self.keywords = {
                term: Keyword(tuple(full), tuple(short))
                for term, (full, short) in stored.forms.items()
            }
            self._minded()
        else:
            self._lark = Lark(
                path.read_text(encoding="utf-8"),
                start=list(self.starts),
                parser="lalr",
                lexer="contextual",
                source_path=str(path),
                import_paths=[str(folder)],
                transformer=transformer,
            )
            self.keywords = keywords(self._lark, also)
            self._relexed()
            if not fresh:
                table_cache.keep(places, name, self.tables())
        self._machine = LineMachine(
            self._lark,
            {name: by_letter(keyword) for name, keyword in self.keywords.items()},
            Node if type(transformer).__default__ is NodeTransformer.__default__ else None,
        )
        self.words = GrammarWords(
            {term: keyword.full for term, keyword in self.keywords.items()},
            said.get("said", {}),
            tuple(
                (group["said"].replace("{orders}", orders), frozenset(group["has"]))
                for group in said.get("groups", ())
            ),
        )
        tables = [folder / "natural" / f"{part}.txt" for part in (name, "common")]
        self.forms = Forms(
            lambda: forms_in(one.read_text(encoding="utf-8") for one in tables if one.is_file())
        )
        recovery = said.get("recovery", {})
        self.headers: tuple[str, ...] = tuple(recovery.get("headers", ()))
        self.verbs: tuple[str, ...] = tuple(recovery.get("verbs", ()))
        self._expected: dict[tuple[int, ...], tuple[str, ...]] = {}
        # The fault of a text, or only its place, by text, start and names.
        self._refused: dict[tuple[str, str, frozenset[str]], SyntaxFault | int] = {}
        self._one_line = Lock()  # the lexer asks for the names of the line that is parsed

    @cached_property
    def reserved(self) -> frozenset[str]:
        """All forms of keywords, folded: a name like one of them stands in quotes."""
        words = self.keywords.values()
        return frozenset(form.casefold() for word in words for form in (*word.full, *word.short))

    def parse(self, text: str, names: Collection[str] = (), start: str | None = None) -> Any:
        """The transformed parse of the line, or a `SyntaxFault`.

        ``names`` are known names, folded: they take precedence over abbreviations. ``start`` is
        one of the parser's starts, if it has several.
        """
        start = start or self.starts[0]
        with self._one_line:
            self._names = names
            found = self._machine.parse(text, start)
            if found is not NOT_READ:
                return found
            known = self._refused.get(key := (text, start, frozenset(names)))
            if isinstance(known, SyntaxFault):
                return known
            try:
                return self._lark.parse(text, start)
            except UnexpectedInput as error:
                return self._kept(key, self._syntax_fault(text, error, names))

    def stops(self, text: str, names: Collection[str] = (), start: str | None = None) -> int | None:
        """Where a `SyntaxFault` of the line would start; None for a valid line.

        Several times as fast as `parse`, which also works out the message.
        """
        start = start or self.starts[0]
        with self._one_line:
            self._names = names
            found = self._machine.parse(text, start)
            if found is NOT_READ:
                found = self._refused.get(key := (text, start, frozenset(names)))
                if found is None:
                    try:
                        self._lark.parse(text, start)
                    except UnexpectedInput as error:
                        at = _place(text, error)
                        return self._kept(key, at if text[at:].strip() else len(text))
                elif isinstance(found, int):
                    return found
        return found.start if isinstance(found, SyntaxFault) else None

    def _kept(self, key: tuple[str, str, frozenset[str]], fault: _Fault) -> _Fault:
        if len(self._refused) >= _MOST_REFUSED:
            self._refused.clear()
        self._refused[key] = fault
        return fault

    def _syntax_fault(
        self, text: str, error: UnexpectedInput, names: Collection[str]
    ) -> SyntaxFault:
        return explain(text, _place(text, error), self._accepted(error), self.words, names)

    def _accepted(self, error: Any) -> tuple[str, ...]:
        """The terminals that could have stood there, cached by the parser's stack."""
        interactive = error.interactive_parser
        key = tuple(interactive.parser_state.state_stack)
        if key not in self._expected:
            accepts: Any = interactive.accepts
            self._expected[key] = tuple(sorted(accepts()))
        return self._expected[key]

    def _relexed(self) -> None:
        """Give the parser a lexer that knows the abbreviations.

        These follow from the table, which takes half a second to build for a large language; so
        the table is built once, and the lexer twice.
        """
        frontend: Any = self._lark.parser
        conf = frontend.lexer_conf
        for terminal in conf.terminals:
            self._widen(terminal)
        self._minded()
        frontend.lexer = create_contextual_lexer(conf, frontend.parser, None, self._lark.options)

    def _minded(self) -> None:
        """Make the lexer check of each keyword whether it is a known name."""
        conf: Any = self._lark.lexer_conf
        conf.callbacks.update(dict.fromkeys(self.keywords, self._name_first))

    def tables(self) -> str:
        """The text of the file of tables; see `pbm.language.table_cache`."""
        return table_cache.dump(
            self._lark,
            {term: (keyword.full, keyword.short) for term, keyword in self.keywords.items()},
            self._key,
        )

    def _widen(self, terminal: TerminalDef) -> TerminalDef:
        keyword = self.keywords.get(terminal.name)
        if keyword is not None:
            terminal.pattern = PatternRE(pattern_of(keyword), ("i",))
            terminal.priority = 10
        return terminal

    def _name_first(self, token: Token) -> Token:
        word = token.casefold()
        if word in self._names and word != self.keywords[token.type].full[0]:
            return token.update(type="NAME")
        return token


def _place(text: str, error: UnexpectedInput) -> int:
    """The place in the line where Lark could not go on."""
    token = getattr(error, "token", None)
    at = len(text) if token is not None and token.type == "$END" else error.pos_in_stream
    return len(text) if at is None else at


def keywords(plain: Lark, also: Mapping[str, list[str]]) -> dict[str, Keyword]:
    """Every keyword of a grammar, with the abbreviations that are always clear."""
    full = {
        terminal.name: (terminal.pattern.value.casefold(), *also.get(terminal.name, ()))
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


def pattern_of(keyword: Keyword) -> str:
    """A regular expression for all forms of a keyword as whole words."""
    return _pattern_of_forms((*keyword.full, *keyword.short))


def by_letter(keyword: Keyword) -> dict[str, str]:
    """Regular expressions for the forms of a keyword, by first letter."""
    found: dict[str, list[str]] = {}
    for form in (*keyword.full, *keyword.short):
        found.setdefault(form[0], []).append(form)
    return {letter: _pattern_of_forms(forms) for letter, forms in found.items()}


def _pattern_of_forms(given: Iterable[str]) -> str:
    forms = sorted(given, key=lambda form: (-len(form), form))
    parts = "|".join(re.escape(form).replace(r"\ ", " +") for form in forms)
    return f"(?:{parts}){_AFTER}"
