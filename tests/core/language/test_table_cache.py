"""The kept tables of the order languages: as good as fresh ones, and kept where they can be."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Transformer, Tree

from pbm.kit.assets import cache_dir, data_dir
from pbm.kit.problems import CampaignFault, invalid
from pbm.language import parser, table_cache
from pbm.language.parser import LineParser
from pbm.language.table_cache import _Lexer, key, load, path_of
from pbm.storage.atomic_files import put_file

ROOT = Path(__file__).resolve().parents[3]
# Campaigns whose sheets speak the language.
SPOKEN = {"deltavee": "bmali", "knighthawks": "beacon", "nova": "age"}
LANGUAGES = sorted(SPOKEN)
LARGEST = 300_000


def parser_of(name: str, fresh: bool) -> LineParser:
    return LineParser(name, Transformer(), fresh=fresh)


@cache
def fresh_parser(name: str) -> LineParser:
    """Building takes long, so once for all tests."""
    return parser_of(name, fresh=True)


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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the grammars without tables that may be changed; parsers are made from it."""
    copy = tmp_path / "grammar"
    shutil.copytree(data_dir("grammar"), copy, ignore=shutil.ignore_patterns("*.tables.json"))
    monkeypatch.setattr(parser, "data_dir", {"grammar": copy}.__getitem__)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return copy


def kept(folder: Path, name: str) -> None:
    """Put the tables of a language beside its grammar, without building them again."""
    path_of(folder, name).write_text(fresh_parser(name).tables(), encoding="utf-8")


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_first_start_keeps_the_tables_for_the_second(folder: Path, name: str) -> None:
    assert not is_stored(parser_of(name, fresh=False))
    text = path_of(folder, name).read_text(encoding="utf-8")
    assert text == fresh_parser(name).tables()
    assert len(text) < LARGEST
    assert is_stored(parser_of(name, fresh=False))


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_parser_from_stored_tables_equals_a_fresh_one(folder: Path, name: str) -> None:
    kept(folder, name)
    stored, fresh = parser_of(name, fresh=False), fresh_parser(name)
    assert (is_stored(stored), is_stored(fresh)) == (True, False)
    assert stored.keywords == fresh.keywords
    read = wrong = 0
    for line in lines(name):
        for start in fresh.starts:
            # A word of the line that is also a name is another word.
            for names in (frozenset[str](), frozenset(line.casefold().split())):
                found = told(stored.parse(line, names, start))
                assert found == told(fresh.parse(line, names, start)), line
                read += isinstance(found, tuple)
                wrong += not isinstance(found, tuple)
    assert read > 50 and wrong > 50


@pytest.mark.parametrize("name", LANGUAGES)
def test_lark_itself_lexes_alike_from_stored_tables(folder: Path, name: str) -> None:
    """Lark's own parse, which says what is wrong: every state's terminals in the same order."""
    kept(folder, name)
    stored: Any = parser_of(name, fresh=False)._lark
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


@pytest.mark.parametrize("file", ["knighthawks.lark", "knighthawks.toml", "common.lark"])
def test_a_changed_language_is_built_and_kept_anew(folder: Path, file: str) -> None:
    kept(folder, "knighthawks")
    comment = "#" if file.endswith("toml") else "//"
    with (folder / file).open("a", encoding="utf-8") as opened:
        opened.write(f"\n{comment} changed\n")
    made = parser_of("knighthawks", fresh=False)
    assert not is_stored(made)
    assert isinstance(made.parse("move speed 4"), Tree)
    assert is_stored(parser_of("knighthawks", fresh=False))


def test_a_new_word_counts_at_once(folder: Path) -> None:
    kept(folder, "knighthawks")
    path = folder / "knighthawks.lark"
    text = path.read_text(encoding="utf-8")
    assert '"speed"' in text
    path.write_text(text.replace('"speed"', '"pace"'), encoding="utf-8")
    assert isinstance(parser_of("knighthawks", fresh=False).parse("move pace 4"), Tree)


@pytest.mark.parametrize("text", ["", '{"key":"', "[\xff"])
def test_a_spoilt_file_counts_for_nothing_and_is_replaced(folder: Path, text: str) -> None:
    path_of(folder, "knighthawks").write_text(text, encoding="latin-1")
    assert not is_stored(parser_of("knighthawks", fresh=False))
    assert is_stored(parser_of("knighthawks", fresh=False))


def test_asked_for_afresh_nothing_is_kept(folder: Path) -> None:
    parser_of("knighthawks", fresh=True)
    assert not path_of(folder, "knighthawks").exists()


def refuse_inside(monkeypatch: pytest.MonkeyPatch, *refused: Path) -> None:
    """Have the disk refuse to write in some folders, also where root runs the tests."""

    def put(path: Path, data: bytes) -> None:
        if any(path.is_relative_to(folder) for folder in refused):
            raise CampaignFault(invalid("read-only file system"))
        put_file(path, data)

    monkeypatch.setattr(table_cache, "put_file", put)


def test_where_the_grammar_cannot_be_written_the_users_cache_keeps_them(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_inside(monkeypatch, folder)
    assert not is_stored(parser_of("knighthawks", fresh=False))
    assert not path_of(folder, "knighthawks").exists()
    assert path_of(tmp_path / "cache" / "pbm", "knighthawks").is_file()
    assert is_stored(parser_of("knighthawks", fresh=False))


def test_stale_tables_of_a_wheel_do_not_hide_those_in_the_cache(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another Lark was installed than the one that the wheel was built with."""
    kept(folder, "knighthawks")
    held = json.loads(path_of(folder, "knighthawks").read_bytes())
    path_of(folder, "knighthawks").write_text(json.dumps(held | {"key": "another"}))
    refuse_inside(monkeypatch, folder)
    assert not is_stored(parser_of("knighthawks", fresh=False))
    assert is_stored(parser_of("knighthawks", fresh=False))


def test_where_nothing_can_be_written_a_sheet_is_read_all_the_same(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_inside(monkeypatch, tmp_path)
    made = parser_of("knighthawks", fresh=False)
    assert not is_stored(made)
    assert isinstance(made.parse("move speed 4"), Tree)
    assert [*tmp_path.rglob("*.tables.json")] == []


def test_the_cache_is_in_the_users_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/rook")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/rook")
    assert cache_dir() == Path("/var/rook/pbm")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_dir() == Path("/home/rook/.cache/pbm")
    monkeypatch.delenv("HOME")
    assert cache_dir() is None


def test_a_user_without_a_home_has_tables_beside_the_grammar_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME")
    parser_of("knighthawks", fresh=False)
    assert is_stored(parser_of("knighthawks", fresh=False))


def test_the_key_follows_from_starts_lark_and_every_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(folder, "nova")
    starts = fresh_parser("nova").starts
    keys = [key(folder, "nova", starts), key(folder, "nova", ("designs",))]
    monkeypatch.setattr("lark.__version__", "another")
    keys.append(key(folder, "nova", starts))
    assert len({*keys}) == 3
    assert [load([folder], "nova", one, None) is not None for one in keys] == [True, False, False]


def test_a_lexer_has_only_its_own_names() -> None:
    lexer = _Lexer.__new__(_Lexer)
    assert not hasattr(lexer, "nothing")
