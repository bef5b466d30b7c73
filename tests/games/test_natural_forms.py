"""Orders as players write them: each form of the tables is read as its table says, or refused.

``natural/<game>.txt`` explains how a table is written.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbm.engine import registry
from pbm.engine.types import Reading
from pbm.kit.assets import data_dir
from pbm.kit.problems import Severity, render_all
from pbm.kit.records import Record
from pbm.sheets.envelope import find_sheets
from tests.games.contract import contract
from tests.games.test_next_sheet import bare
from tests.games.test_order_language import refs_in

TABLES = Path(__file__).parent / "natural"
LEAST = 60
# A game without a table reads no forms but those of its grammar.
for_every_game = pytest.mark.parametrize("game", sorted(one.stem for one in TABLES.glob("*.txt")))


class Form(Record):
    """A form, the sheet in which it stands, and its orders, or the words of its refusal."""

    kind: str
    above: str
    natural: str
    canonical: str = ""
    refusal: str = ""


def forms_of(game: str) -> list[Form]:
    """The table of a game."""
    kind = above = ""
    found: list[Form] = []
    for line in (TABLES / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("=="):
            kind, _, above = (part.strip() for part in line[2:].partition("|"))
        elif line and not line.startswith("#"):
            natural, mark, means = re.split(r"\s\s(=>|!!)\s\s", line)
            said = {"canonical" if mark == "=>" else "refusal": means}
            found.append(Form(kind, above, natural, **said))
    return found


def read(game: str, form: Form, words: str) -> Reading:
    """The reading of a sheet with these words in the place of the form."""
    language = contract(game).language
    assert language is not None
    body = "\n".join(part.strip() for part in f"{form.above} // {words}".split("//"))
    mailing = language.mailings[form.kind]
    head = f"{form.kind} {language.head.format(mailing=mailing)}"
    text = f"{head}\n{body}\nEND\n"
    (sheet,) = find_sheets(text.encode(), "a.txt", registry.ruleset(game).all_kinds).sheets
    return language.read(sheet)


def fault_of(game: str, form: Form) -> str:
    """What is wrong with the reading of a form; "" for nothing."""
    found = read(game, form, form.natural)
    invalid = [one for one in found.problems if one.severity is Severity.INVALID]
    if form.refusal:
        said = render_all(found.problems)
        is_refused = any(one.is_error for one in found.problems)
        return "" if is_refused and form.refusal in said else f"not refused so: {said}"
    wanted = read(game, form, form.canonical)
    assert not [one for one in wanted.problems if one.severity is Severity.INVALID], form
    if invalid:
        return f"not read: {render_all(invalid)}"
    same = bare(found.commands) == bare(wanted.commands)
    return "" if same else f"read as {found.understood}\nwanted {wanted.understood}"


@for_every_game
def test_every_form_is_read_as_its_table_says(game: str) -> None:
    forms = forms_of(game)
    assert len(forms) >= LEAST
    wrong = {one.natural: fault for one in forms if (fault := fault_of(game, one))}
    assert not wrong, "\n".join(f"{form}: {fault}" for form, fault in wrong.items())


_SAID = re.compile(r'lines? [0-9-]+ (?:was|were) read as (?:one: )?"(.*)"')


@for_every_game
def test_what_is_said_back_is_what_is_read(game: str) -> None:
    """A form of one line, replaced by what the receipt says it was read as, says the same."""
    said = 0
    for form in forms_of(game):
        found = read(game, form, form.natural)
        notes = [one for problem in found.problems if (one := _SAID.fullmatch(problem.fault))]
        if not form.refusal and len(notes) == 1 and "//" not in form.natural:
            said += 1
            again = read(game, form, notes[0][1])
            assert bare(again.commands) == bare(found.commands), form
            assert not [one for one in again.problems if _SAID.fullmatch(one.fault)], form
    assert said > LEAST // 2


@for_every_game
def test_the_words_of_an_order_stay_those_of_its_player(game: str) -> None:
    """What is stored and quoted of a line is what was written, not what it was read as."""
    form = next(one for one in forms_of(game) if one.natural.startswith("- ") and one.canonical)
    (line,) = {
        ref.text for ref in refs_in(read(game, form, form.natural).commands) if "-" in ref.text
    }
    assert line == form.natural


def test_every_game_with_forms_of_its_own_has_a_table() -> None:
    own = {one.stem for one in (data_dir("grammar") / "natural").glob("*.txt")} - {"common"}
    assert own == {one.stem for one in TABLES.glob("*.txt")}
