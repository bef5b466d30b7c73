"""What holds for the order language of every registered game that has a grammar.

What only a game knows it says in its contract: see tests/games/language.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from pbm.engine import registry
from pbm.engine.events import OrderRef
from pbm.engine.types import Reading
from pbm.kit.problems import Severity, render_all
from pbm.kit.records import Record
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.turns.receipt import findings
from tests.case_files import folder_of
from tests.games.contract import contract
from tests.games.language import Examples, Forms, Language
from tests.language_forms import bare, forms_there_are, forms_used, shortened
from tests.sheets import accounted_for


def language(game: str) -> Language:
    """The order language of a game."""
    found = contract(game).language
    assert found is not None
    return found


GAMES = [game for game in registry.names() if contract(game).language is not None]
for_every_game = pytest.mark.parametrize("game", GAMES)


def sheets_of(game: str, body: str, kind: str) -> Sequence[Sheet]:
    """A text with this body as a game's sheets."""
    mailing = language(game).mailings[kind]
    head = f"{kind} {language(game).head.format(mailing=mailing)}"
    text = f"{head}\n{body}\nEND\n"
    return find_sheets(text.encode(), "a.txt", registry.ruleset(game).all_kinds).sheets


def read_body(game: str, body: str) -> Reading:
    """The reading of an order sheet with this body."""
    (sheet,) = sheets_of(game, body, "ORDERS")
    return language(game).read(sheet)


# --- forms ------------------------------------------------------------------------------------


@for_every_game
def test_every_form_of_the_grammar_occurs_in_the_examples(game: str) -> None:
    parser, lines = language(game).parser, language(game).lines
    assert forms_there_are(game, parser) - forms_used(game, parser, lines) == set()


@pytest.mark.parametrize(
    ("game", "forms", "written", "understood"),
    [
        pytest.param(game, forms, written, understood, id=f"{game}-{forms.kind}-{written}")
        for game in GAMES
        for forms in language(game).forms
        for written, understood in forms.pairs
    ],
)
def test_a_line_is_understood(game: str, forms: Forms, written: str, understood: Any) -> None:
    reading = forms.read(written)
    wanted = [understood] if isinstance(understood, str) else understood or ()
    printed = [forms.prints.replace("{}", line) for line in wanted if line]
    assert language(game).printed(reading) == printed
    found = {problem.severity for problem in reading.problems}
    assert (Severity.INVALID in found) == (understood == "")
    assert (Severity.ILLEGAL in found) >= (understood is None)
    assert not (forms.is_faultless and printed and found)


@for_every_game
def test_every_abbreviation_of_a_keyword_means_the_same(game: str) -> None:
    parser, tried = language(game).parser, 0
    for term in parser.keywords:
        for start, short, line in shortened(
            parser, term, language(game).lines, language(game).free
        ):
            tried += 1
            assert bare(parser.parse(short, (), start)) == bare(parser.parse(line, (), start))
    assert tried > 50


@for_every_game
def test_case_does_not_matter(game: str) -> None:
    parser = language(game).parser
    for start, line in language(game).lines:
        assert not isinstance(parser.parse(line.upper(), (), start), SyntaxFault), line
        assert not isinstance(parser.parse(line.lower(), (), start), SyntaxFault), line


@pytest.mark.parametrize(
    ("game", "written", "understood"),
    [(game, *pair) for game in GAMES for pair in language(game).notes],
)
def test_a_note_goes_to_the_docket(game: str, written: str, understood: str) -> None:
    reading = read_body(game, written)
    assert [item.question for item in reading.docket] == [understood]
    assert not reading.problems


def refs_in(value: Any) -> Iterator[OrderRef]:
    """Where the commands of a sheet were written."""
    if isinstance(value, OrderRef):
        yield value
    elif isinstance(value, Record):
        for one in fields(value):
            yield from refs_in(getattr(value, one.name))
    elif isinstance(value, dict):
        for part in value.values():
            yield from refs_in(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from refs_in(part)


@for_every_game
def test_an_order_remembers_its_line_and_words(game: str) -> None:
    body, words = language(game).spread
    (ref,) = set(refs_in(read_body(game, body).commands))
    assert (ref.mailing, ref.line, ref.text) == (language(game).mailings["ORDERS"], 4, words)


# --- sheets of any kind -----------------------------------------------------------------------


@st.composite
def bodies(draw: st.DrawFn, game: str) -> str:
    """Lines of the language, nonsense made of its words, and nothing; none ends the sheet."""
    known = st.sampled_from([line for _start, line in language(game).lines])
    nonsense = st.lists(st.sampled_from(language(game).words), min_size=1, max_size=9)
    any_line = known | nonsense.map(" ".join) | st.text(max_size=30) | st.just("")
    lines = draw(st.lists(any_line, min_size=1, max_size=12))
    return "\n".join(line for line in lines if not line.strip().casefold().startswith("end"))


@for_every_game
@settings(max_examples=80)
@given(data=st.data())
def test_no_line_of_any_sheet_is_lost(game: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(language(game).mailings)))
    for sheet in sheets_of(game, data.draw(bodies(game)), kind):
        reading = language(game).read(sheet)
        assert findings(sheet, reading) == findings(sheet, language(game).read(sheet))
        told = set(language(game).told(sheet))
        for line in sheet.lines:
            if line.number in told and line.text:
                numbers = [number for number, _typed in line.typed]
                assert any(accounted_for(reading, number, line.text) for number in numbers), (
                    line,
                    findings(sheet, reading),
                )


# --- the players' guide -----------------------------------------------------------------------


def guide(game: str) -> str:
    """The text of the players' guide of a game."""
    file = folder_of(game).parent / "docs" / "players" / f"{game}.md"
    return file.read_text(encoding="utf-8")


def blocks(game: str, kind: str) -> list[str]:
    """The examples of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", guide(game), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("game", "examples"),
    [
        pytest.param(game, one, id=f"{game}-{one.kind}")
        for game in GAMES
        for one in language(game).examples
    ],
)
def test_every_example_of_the_guide_reads_without_a_fault(game: str, examples: Examples) -> None:
    assert blocks(game, examples.kind)
    for block in blocks(game, examples.kind):
        faults = [
            problem
            for problem in examples.read(block).problems
            if problem.severity not in examples.borne and problem.rule not in examples.rules
        ]
        assert not faults, render_all(faults)


@for_every_game
def test_every_block_of_the_guide_that_is_marked_is_an_example(game: str) -> None:
    kinds = set(re.findall(r"^```([\w-]+)$", guide(game), re.MULTILINE))
    assert kinds - {one.kind for one in language(game).examples} <= {"text", "report"}


@for_every_game
def test_the_guide_leaves_no_form_out(game: str) -> None:
    parser = language(game).parser
    lines = [*language(game).inline]
    for examples in language(game).examples:
        for block in blocks(game, examples.kind):
            lines += language(game).lines_of(examples.kind, block)
    there = forms_there_are(game, parser) - set(language(game).seldom)
    assert there - forms_used(game, parser, lines) == set()
