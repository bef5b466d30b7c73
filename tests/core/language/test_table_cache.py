"""The kept tables of the order languages: as good as fresh ones, and kept where they can be."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

from pbm.kit.assets import cache_dir, data_dir
from pbm.kit.problems import CampaignFault, invalid
from pbm.language import lark_tables, parser
from pbm.language.lark_tables import built, widened
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from pbm.language.table_cache import key, load, path_of, text_of
from pbm.storage import atomic_files
from pbm.storage.atomic_files import put_file

ROOT = Path(__file__).resolve().parents[3]
# Campaigns whose sheets speak the language.
SPOKEN = {"deltavee": "bmali", "knighthawks": "beacon", "nova": "age"}
LANGUAGES = sorted(SPOKEN)
LARGEST = 300_000


class _Told:
    """Each rule by its name, each token with its kind and its place."""

    def __default__(self, data: str, items: list[Any], _meta: Any) -> Any:
        if data.startswith("_"):  # which nobody but Lark asks for
            return Tree(data, items)
        return str(data), *[told(one) if isinstance(one, str) else one for one in items]


def told(word: Any) -> tuple[str, str, int, int]:
    """A word with its kind and its place."""
    return word.type, str(word), word.start_pos, word.end_pos


def parser_of(name: str, *, fresh: bool) -> LineParser:
    return LineParser(name, _Told(), fresh=fresh)


@cache
def fresh_parser(name: str) -> LineParser:
    """Building takes long, so once for all tests."""
    return parser_of(name, fresh=True)


def started(name: str) -> tuple[LineParser, bool]:
    """A parser, and whether its tables were stored and not built."""
    builds: list[str] = []

    def spied(text: str, *more: Any) -> Any:
        builds.append(text)
        return built(text, *more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(lark_tables, "built", spied)
        made = parser_of(name, fresh=False)
    return made, not builds


def is_stored(name: str) -> bool:
    return started(name)[1]


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
    path_of(folder, name).write_text(text_of(fresh_parser(name).tables), encoding="utf-8")


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_first_start_keeps_the_tables_for_the_second(folder: Path, name: str) -> None:
    assert not is_stored(name)
    text = path_of(folder, name).read_text(encoding="utf-8")
    assert text == text_of(fresh_parser(name).tables)
    assert len(text) < LARGEST
    assert is_stored(name)


def bare(name: str, made: LineParser) -> Any:
    """The language in Lark as it is, with the same keywords and the same transformer."""
    return Lark(
        (data_dir("grammar") / f"{name}.lark").read_text(encoding="utf-8"),
        start=list(made.starts),
        parser="lalr",
        lexer="contextual",
        import_paths=[str(data_dir("grammar"))],
        transformer=_Told(),
        edit_terminals=partial(widened, words=made.keywords),
    )


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_parser_from_stored_tables_equals_a_fresh_one_and_lark(folder: Path, name: str) -> None:
    kept(folder, name)
    (stored, is_stored), fresh = started(name), fresh_parser(name)
    assert is_stored
    assert stored.tables == fresh.tables
    lark = bare(name, fresh)
    read = wrong = 0
    for line in lines(name):
        for start in fresh.starts:
            found = stored.parse(line, (), start)
            if isinstance(found, SyntaxFault):
                wrong += 1
                assert stored._machine.stop(line, start) == refused(lark, line, start), line
            else:
                read += 1
                assert plain(found) == plain(lark.parse(line, start)), line
            # A word of the line that is also a name is another word.
            names = frozenset(line.casefold().split())
            assert stored.parse(line, names, start) == fresh.parse(line, names, start), line
    assert read > 50 and wrong > 50


def refused(lark: Lark, line: str, start: str) -> tuple[int, tuple[str, ...]]:
    """Where Lark stops in a line, and the terminals that it would have taken there."""
    with pytest.raises(UnexpectedInput) as caught:
        lark.parse(line, start)
    error: Any = caught.value
    ended = getattr(getattr(error, "token", None), "type", "") == "$END"
    at = len(line) if ended or error.pos_in_stream is None else error.pos_in_stream
    return at, tuple(sorted(error.interactive_parser.accepts()))


def plain(found: Any) -> Any:
    """What was made of a line; of a rule that is spliced in Lark has a tree."""
    return found.children if isinstance(found, Tree) else found


@pytest.mark.parametrize("file", ["knighthawks.lark", "knighthawks.toml", "common.lark"])
def test_a_changed_language_is_built_and_kept_anew(folder: Path, file: str) -> None:
    kept(folder, "knighthawks")
    comment = "#" if file.endswith("toml") else "//"
    with (folder / file).open("a", encoding="utf-8") as opened:
        opened.write(f"\n{comment} changed\n")
    made, was_stored = started("knighthawks")
    assert not was_stored
    assert not isinstance(made.parse("move speed 4"), SyntaxFault)
    assert is_stored("knighthawks")


def test_a_new_word_counts_at_once(folder: Path) -> None:
    kept(folder, "knighthawks")
    path = folder / "knighthawks.lark"
    text = path.read_text(encoding="utf-8")
    assert '"speed"' in text
    path.write_text(text.replace('"speed"', '"pace"'), encoding="utf-8")
    made = parser_of("knighthawks", fresh=False)
    assert not isinstance(made.parse("move pace 4"), SyntaxFault)
    assert isinstance(made.parse("move speed 4"), SyntaxFault)


@pytest.mark.parametrize("text", ["", '{"key":"', "[\xff"])
def test_a_spoilt_file_counts_for_nothing_and_is_replaced(folder: Path, text: str) -> None:
    path_of(folder, "knighthawks").write_text(text, encoding="latin-1")
    assert not is_stored("knighthawks")
    assert is_stored("knighthawks")


def test_asked_for_afresh_nothing_is_kept(folder: Path) -> None:
    parser_of("knighthawks", fresh=True)
    assert not path_of(folder, "knighthawks").exists()


def refuse_inside(monkeypatch: pytest.MonkeyPatch, *refused: Path) -> None:
    """Have the disk refuse to write in some folders, also where root runs the tests."""

    def put(path: Path, data: bytes) -> None:
        if any(path.is_relative_to(folder) for folder in refused):
            raise CampaignFault(invalid("read-only file system"))
        put_file(path, data)

    monkeypatch.setattr(atomic_files, "put_file", put)


def test_where_the_grammar_cannot_be_written_the_users_cache_keeps_them(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_inside(monkeypatch, folder)
    assert not is_stored("knighthawks")
    assert not path_of(folder, "knighthawks").exists()
    assert path_of(tmp_path / "cache" / "pbm", "knighthawks").is_file()
    assert is_stored("knighthawks")


def test_stale_tables_of_a_wheel_do_not_hide_those_in_the_cache(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where its grammar was changed since."""
    kept(folder, "knighthawks")
    held = json.loads(path_of(folder, "knighthawks").read_bytes())
    path_of(folder, "knighthawks").write_text(json.dumps(held | {"key": "another"}))
    refuse_inside(monkeypatch, folder)
    assert not is_stored("knighthawks")
    assert is_stored("knighthawks")


def test_where_nothing_can_be_written_a_sheet_is_read_all_the_same(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_inside(monkeypatch, tmp_path)
    made, was_stored = started("knighthawks")
    assert not was_stored
    assert not isinstance(made.parse("move speed 4"), SyntaxFault)
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
    assert is_stored("knighthawks")


def test_the_key_follows_from_starts_and_every_file(folder: Path) -> None:
    kept(folder, "nova")
    starts = fresh_parser("nova").starts
    keys = [key(folder, "nova", starts), key(folder, "nova", ("designs",))]
    common = folder / "common.lark"
    common.write_text(f"{common.read_text(encoding='utf-8')}\n", encoding="utf-8")
    keys.append(key(folder, "nova", starts))
    assert len({*keys}) == 3
    assert [load([folder], "nova", one) is not None for one in keys] == [True, False, False]
