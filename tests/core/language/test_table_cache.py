"""The stored tables of the order languages: up to date, and as good as fresh ones."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Transformer, Tree

from pbm.kit.assets import data_dir
from pbm.language import parser as grammar
from pbm.language.parser import LineParser
from pbm.language.table_cache import _Lexer, key, load, path_of
from tests.tooling.tools.grammar_tables import LANGUAGES

ROOT = Path(__file__).resolve().parents[3]
# Campaigns whose sheets speak the language.
SPOKEN = {"deltavee": "bmali", "knighthawks": "beacon", "nova": "age"}
LARGEST = 300_000


def parser(name: str, fresh: bool) -> LineParser:
    return LineParser(name, Transformer(), *LANGUAGES[name], fresh=fresh)


@cache
def fresh_parser(name: str) -> LineParser:
    """Building takes long, so once for all tests."""
    return parser(name, fresh=True)


def is_stored(made: LineParser) -> bool:
    return bool(made._lark.options._plugins)


def lines(name: str) -> Iterator[str]:
    """Lines of sheets, some cut short, some with a word misspelt, too short or too many."""
    sheets = sorted((ROOT / "campaigns" / SPOKEN[name] / "inbox").rglob("*.txt"))
    told = {
        line.strip(): None
        for sheet in sheets
        if "receipt" not in sheet.name
        for line in sheet.read_text(encoding="utf-8").splitlines()
    }
    for number, line in enumerate([*told][:160]):
        yield line
        at = number % max(len(line), 1)
        yield (line[:at], f"{line} again", f"{line[:at]}~{line[at:]}", line[1:])[number % 4]


def told(found: Any) -> Any:
    """What was made of a line, with the place of each word."""
    if not isinstance(found, Tree):
        return found
    words = found.scan_values(lambda part: isinstance(part, Token))
    places = [(one.type, str(one), one.start_pos, one.end_pos) for one in words]
    return found.pretty(), places


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_stored_tables_are_those_of_the_grammar(name: str) -> None:
    text = path_of(data_dir("grammar"), name).read_text(encoding="utf-8")
    assert text == fresh_parser(name).tables(), "./run grammars makes them again"
    assert len(text) < LARGEST


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_parser_from_stored_tables_says_what_a_fresh_one_says(name: str) -> None:
    stored, fresh = parser(name, fresh=False), fresh_parser(name)
    assert (is_stored(stored), is_stored(fresh)) == (True, False)
    assert stored.keywords == fresh.keywords
    read = misread = 0
    for line in lines(name):
        for start in LANGUAGES[name] or (None,):
            # A word of the line that is also a name is another word.
            for names in (frozenset[str](), frozenset(line.casefold().split())):
                found = told(stored.parse(line, names, start))
                assert found == told(fresh.parse(line, names, start)), line
                read += isinstance(found, tuple)
                misread += not isinstance(found, tuple)
    assert read > 50 and misread > 50


@pytest.mark.parametrize("name", LANGUAGES)
def test_lark_itself_lexes_alike_from_stored_tables(name: str) -> None:
    """Lark's own parse, which says what is wrong: every state's terminals in the same order."""
    stored: Any = parser(name, fresh=False)._lark
    fresh: Any = fresh_parser(name)._lark
    assert stored.options.start == fresh.options.start

    def scanned(lexer: Any) -> list[tuple[Any, ...]]:
        return [
            (one.name, one.pattern.to_regexp(), one.priority, one.pattern.max_width)
            for one in lexer.terminals
        ]

    def walk(made: Any) -> Iterator[tuple[Any, ...]]:
        """States in the order that they are met, whatever their numbers."""
        table = made.parser.parser._parse_table
        waiting = [table.start_states[start] for start in sorted(table.start_states)]
        for state in waiting:
            lexer = made.parser.lexer.lexers[state]
            yield (*scanned(lexer), lexer.ignore_types, lexer.newline_types)
            for _symbol, (_action, to) in sorted(
                ((str(symbol), act) for symbol, act in table.states[state].items()),
                key=lambda one: one[0],
            ):
                if isinstance(to, int) and to not in waiting:
                    waiting.append(to)

    assert list(walk(stored)) == list(walk(fresh))
    assert scanned(stored.parser.lexer.root_lexer) == scanned(fresh.parser.lexer.root_lexer)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the grammars that may be changed, and is what a parser is made from."""
    copy = tmp_path / "grammar"
    shutil.copytree(data_dir("grammar"), copy)
    monkeypatch.setattr(grammar, "data_dir", {"grammar": copy}.__getitem__)
    return copy


def test_tables_lie_beside_their_grammar_and_are_used(folder: Path) -> None:
    assert is_stored(parser("knighthawks", fresh=False))


@pytest.mark.parametrize("file", ["knighthawks.lark", "knighthawks.toml", "common.lark"])
def test_a_changed_language_is_built(folder: Path, file: str) -> None:
    comment = "#" if file.endswith("toml") else "//"
    with (folder / file).open("a", encoding="utf-8") as opened:
        opened.write(f"\n{comment} changed\n")
    made = parser("knighthawks", fresh=False)
    assert not is_stored(made)
    assert isinstance(made.parse("move speed 4"), Tree)


def test_a_new_word_counts_at_once(folder: Path) -> None:
    path = folder / "knighthawks.lark"
    text = path.read_text(encoding="utf-8")
    assert '"speed"' in text
    path.write_text(text.replace('"speed"', '"pace"'), encoding="utf-8")
    assert isinstance(parser("knighthawks", fresh=False).parse("move pace 4"), Tree)


def test_without_tables_they_are_built(folder: Path) -> None:
    path_of(folder, "knighthawks").unlink()
    assert not is_stored(parser("knighthawks", fresh=False))


def test_the_key_follows_from_starts_lark_and_every_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {key(folder, "nova", LANGUAGES["nova"]), key(folder, "nova", ("designs",))}
    monkeypatch.setattr("lark.__version__", "another")
    keys.add(key(folder, "nova", LANGUAGES["nova"]))
    assert len(keys) == 3
    assert load(folder, "nova", LANGUAGES["nova"], None) is None


def test_a_lexer_has_no_names_but_its_own() -> None:
    lexer = _Lexer.__new__(_Lexer)
    assert not hasattr(lexer, "nothing")
