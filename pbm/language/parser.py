"""The parser of an order language: single lines with abbreviated keywords.

A grammar file under grammar/ holds the language; its plain words are the keywords. An
abbreviation is clear if no other keyword that could stand in the same place begins with it.
The LALR table tells which those are, so abbreviations cost nothing when a line is parsed. A
TOML file of the same name holds synonyms and the phrases of messages.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

from pbm.kit.assets import cache_dir, data_dir
from pbm.language import table_cache
from pbm.language.fast_lalr import NOT_READ, LineMachine
from pbm.language.keywords import Keyword, by_letter
from pbm.language.natural import Forms, forms_in
from pbm.language.syntax_errors import GrammarWords, SyntaxFault, explain
from pbm.language.token import Token

# Texts that were refused, and why, which are kept: a sheet that is being written is read at each
# keystroke, and most of its lines are as they were.
_MOST_REFUSED = 5000
_Fault = TypeVar("_Fault", SyntaxFault, int)


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
        transformer: Any,
        orders: str = "",
        *,
        fresh: bool = False,
    ) -> None:
        folder = data_dir("grammar")
        said = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        self.starts: tuple[str, ...] = tuple(said.get("starts", ("start",)))
        self._names: Collection[str] = ()
        key = table_cache.key(folder, name, self.starts)
        places = [place for place in (folder, cache_dir()) if place is not None]
        tables = None if fresh else table_cache.load(places, name, key)
        if tables is None:
            from pbm.language.lark_tables import built

            text = (folder / f"{name}.lark").read_text(encoding="utf-8")
            tables = built(text, str(folder), self.starts, said.get("also", {}), key)
            if not fresh:
                table_cache.keep(places, name, tables)
        self.tables = tables
        self.keywords: Mapping[str, Keyword] = tables.keywords
        self._machine = LineMachine(
            tables,
            transformer,
            {name: by_letter(keyword) for name, keyword in self.keywords.items()},
            self._name_first,
        )
        self.words = GrammarWords(
            {term: keyword.full for term, keyword in self.keywords.items()},
            said.get("said", {}),
            tuple(
                (group["said"].replace("{orders}", orders), frozenset(group["has"]))
                for group in said.get("groups", ())
            ),
        )
        natural = [folder / "natural" / f"{part}.txt" for part in (name, "common")]
        self.forms = Forms(
            lambda: forms_in(one.read_text(encoding="utf-8") for one in natural if one.is_file())
        )
        recovery = said.get("recovery", {})
        self.headers: tuple[str, ...] = tuple(recovery.get("headers", ()))
        self.verbs: tuple[str, ...] = tuple(recovery.get("verbs", ()))
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
            at, accepted = self._machine.stop(text, start)
            return self._kept(key, explain(text, at, accepted, self.words, names))

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
                    at, _accepted = self._machine.stop(text, start)
                    return self._kept(key, at if text[at:].strip() else len(text))
                if isinstance(found, int):
                    return found
        return found.start if isinstance(found, SyntaxFault) else None

    def _kept(self, key: tuple[str, str, frozenset[str]], fault: _Fault) -> _Fault:
        if len(self._refused) >= _MOST_REFUSED:
            self._refused.clear()
        self._refused[key] = fault
        return fault

    def _name_first(self, token: Token) -> Token:
        """A keyword, or the name that it is, which its full form never is."""
        word = token.casefold()
        if word in self._names and word != self.keywords[token.type].full[0]:
            token.type = "NAME"
        return token
