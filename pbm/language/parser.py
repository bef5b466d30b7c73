"""One order language: each logical line parsed alone, keywords in any clear abbreviation.

A grammar file under grammar/ holds the language; keywords are its plain words. An
abbreviation is clear where no other keyword that the parser could meet in the same place
begins with it; the LALR table tells which those are, so abbreviations cost nothing when a
line is parsed. A TOML file of the same name holds synonyms and what messages call things.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.parser_frontends import create_contextual_lexer

from pbm.kit.assets import cache_dir, data_dir
from pbm.kit.records import Record
from pbm.language import table_cache
from pbm.language.fast_lalr import NOT_READ, LineMachine
from pbm.language.syntax_errors import SyntaxFault, Words, explain

# Terminals that take any word; beside them two letters are too few to tell a keyword.
_FREE = ("NAME",)
_AFTER = r"(?![\w'\-])"
_SHORTEST = 2
_SHORTEST_BY_NAMES = 3


class Keyword(Record):
    """A keyword: its full forms, and every clear abbreviation of them, in small letters."""

    full: tuple[str, ...]
    short: tuple[str, ...]


class LineParser:
    """Parses single lines of one order language.

    ``name`` is that of the grammar file; ``transformer`` builds the result from the parse,
    rule by rule. A language whose lines differ by section of the sheet has several ``starts``,
    which its TOML file names. Nothing is kept from one line to the next. ``fresh``: the tables
    are built, kept ones or not, and not kept. ``headers`` and ``verbs`` are the words of the game
    that `pbm.language.error_recovery` looks for. ``orders`` stands for ``{orders}`` in what
    messages say.
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
            self._lark, {name: by_letter(keyword) for name, keyword in self.keywords.items()}
        )
        self.words = Words(
            {term: keyword.full for term, keyword in self.keywords.items()},
            said.get("said", {}),
            tuple(
                (group["said"].replace("{orders}", orders), frozenset(group["has"]))
                for group in said.get("groups", ())
            ),
        )
        recovery = said.get("recovery", {})
        self.headers: tuple[str, ...] = tuple(recovery.get("headers", ()))
        self.verbs: tuple[str, ...] = tuple(recovery.get("verbs", ()))
        self._expected: dict[tuple[int, ...], tuple[str, ...]] = {}

    def parse(self, text: str, names: Collection[str] = (), start: str | None = None) -> Any:
        """What the line says, or a `SyntaxFault`.

        ``names`` are known names, folded: an abbreviation that is one of them is the name.
        ``start`` is one of the parser's starts, if it has several.
        """
        self._names = names
        found = self._machine.parse(text, start or self.starts[0])
        if found is not NOT_READ:
            return found
        try:
            return self._lark.parse(text, start)
        except UnexpectedInput as error:
            return self._syntax_fault(text, error, names)

    def stops(self, text: str, names: Collection[str] = (), start: str | None = None) -> int | None:
        """Where a `SyntaxFault` of a line would start; None for a line that is read.

        As `parse`, without looking for what is wrong: that takes several times as long.
        """
        self._names = names
        found = self._machine.parse(text, start or self.starts[0])
        if found is not NOT_READ:
            return found.start if isinstance(found, SyntaxFault) else None
        try:
            self._lark.parse(text, start)
        except UnexpectedInput as error:
            at = _place(text, error)
            return at if text[at:].strip() else len(text)
        return None

    def _syntax_fault(
        self, text: str, error: UnexpectedInput, names: Collection[str]
    ) -> SyntaxFault:
        return explain(text, _place(text, error), self._accepted(error), self.words, names)

    def _accepted(self, error: Any) -> tuple[str, ...]:
        """The terminals that could have stood there, remembered by the parser's stack."""
        interactive = error.interactive_parser
        key = tuple(interactive.parser_state.state_stack)
        if key not in self._expected:
            accepts: Any = interactive.accepts
            self._expected[key] = tuple(sorted(accepts()))
        return self._expected[key]

    def _relexed(self) -> None:
        """Give the parser a lexer that knows the abbreviations.

        They follow from the table alone, and making that is half a second for a large language;
        so it is made once, and the lexer twice.
        """
        frontend: Any = self._lark.parser
        conf = frontend.lexer_conf
        for terminal in conf.terminals:
            self._widen(terminal)
        self._minded()
        frontend.lexer = create_contextual_lexer(conf, frontend.parser, None, self._lark.options)

    def _minded(self) -> None:
        """Have the lexer ask of each keyword whether it is a known name."""
        conf: Any = self._lark.lexer_conf
        conf.callbacks.update(dict.fromkeys(self.keywords, self._name_first))

    def tables(self) -> str:
        """The text of the file that keeps the tables, see `pbm.language.table_cache`."""
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
    """Where Lark could not go on."""
    token = getattr(error, "token", None)
    at = len(text) if token is not None and token.type == "$END" else error.pos_in_stream
    return len(text) if at is None else at


def keywords(plain: Lark, also: Mapping[str, list[str]]) -> dict[str, Keyword]:
    """Every keyword of a grammar with the abbreviations that are clear wherever it can stand."""
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
    """For each state of the parser the terminals it accepts."""
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
    """A regular expression for all forms of a keyword, as a whole word."""
    return _pattern_of_forms((*keyword.full, *keyword.short))


def by_letter(keyword: Keyword) -> dict[str, str]:
    """The same, taken apart by the letter the forms begin with."""
    found: dict[str, list[str]] = {}
    for form in (*keyword.full, *keyword.short):
        found.setdefault(form[0], []).append(form)
    return {letter: _pattern_of_forms(forms) for letter, forms in found.items()}


def _pattern_of_forms(given: Iterable[str]) -> str:
    forms = sorted(given, key=lambda form: (-len(form), form))
    parts = "|".join(re.escape(form).replace(r"\ ", " +") for form in forms)
    return f"(?:{parts}){_AFTER}"
