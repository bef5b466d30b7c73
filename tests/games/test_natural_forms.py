"""Orders as players write them: each form of the tables is read as its table says, or refused.

``natural/<game>.txt`` explains how a table is written.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbm.engine import registry
from pbm.engine.types import Reading
from pbm.kit.problems import Severity, render_all
from pbm.kit.records import Record
from pbm.sheets.envelope import find_sheets
from tests.games.contract import contract
from tests.games.test_next_sheet import bare

TABLES = Path(__file__).parent / "natural"
LEAST = 60
for_every_game = pytest.mark.parametrize("game", registry.names())


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
