"""The bad sheets on the pages of messages, and what the program says of them.

    python -m tests.messages.messages      # writes the pages anew

A new one is a heading and a sheet at the end of a page; what is said of it is filled in. A sheet
that a page cannot show as it is (too long, or with a sign that nobody sees) is a file in this
folder. Look at the difference before you keep it: these are the words players read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.sheet import parser as deltavee_parser
from pbm.games.knighthawks.orders.reading import parser as knighthawks_parser
from pbm.games.nova.orders.order_parser import parser as nova_parser
from pbm.kit.problems import Problem, render_all
from pbm.language.parser import LineParser
from pbm.sheets.envelope import Found
from tests.games.deltavee import sheet_table as deltavee_table
from tests.games.knighthawks import sheet_table as knighthawks_table
from tests.games.nova import sheet_table as nova_table

HERE = Path(__file__).parent
DOCS = HERE.parent.parent / "docs"
_PART = re.compile(
    r"^## ([^\n]+)\n\n```text\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL | re.MULTILINE
)
_NAME = re.compile(r"^(\S+\.txt):", re.MULTILINE)  # of the sheet, where a message begins
_OPTION = re.compile(r"# with (\S+) = (\S+)")

INTRODUCTION = """\
# Every message a player can get

What is said here of each sheet is filled in by `python -m tests.messages.messages`; a test
compares it with what the program says. Each part shows a sheet and all that is said
of it. A message gives the place (file:line:column), the line as it was typed with a mark
under the fault, the reason with its numbers and rule, what becomes of the order, and what
to do about it.

*Not understood* (invalid) keeps a sheet from replacing a better one. *Not allowed* (illegal)
does not: the order is understood, but the rules do not permit it. Warnings and notes stop
nothing.
"""
OF_NOVA = """\
# What Nova says of a sheet

What is said here of each sheet is filled in by `python -m tests.messages.messages`; a test
compares it with what the program says. What can be wrong with a sheet of any game (no
END, quotes, passwords, signs) and how a message is to be read stands in messages.md.
"""
OF_DELTAVEE = """\
# What DeltaVee says of a sheet

What is said here of each sheet is filled in by `python -m tests.messages.messages`; a test
compares it with what the program says. What can be wrong with a sheet of any game (no
END, quotes, passwords, signs) and how a message is to be read stands in messages.md.
"""

ReadText = Callable[[bytes, str, Mapping[str, str]], tuple[Found, list[Reading]]]


@dataclass(frozen=True, slots=True)
class Game:
    """The messages of one game: folder of its bad sheets, its page and how that begins."""

    folder: str
    page: Path
    introduction: str
    parser: Callable[[], LineParser]
    read_text: ReadText


GAMES = (
    Game(
        "knighthawks",
        DOCS / "messages.md",
        INTRODUCTION,
        knighthawks_parser,
        knighthawks_table.read_text,
    ),
    Game(
        "deltavee",
        DOCS / "messages-deltavee.md",
        OF_DELTAVEE,
        deltavee_parser,
        deltavee_table.read_text,
    ),
    Game("nova", DOCS / "messages-nova.md", OF_NOVA, nova_parser, nova_table.read_text),
)
_BY_FOLDER = {game.folder: game for game in GAMES}


@dataclass(frozen=True, slots=True)
class BadSheet:
    """A part of a page: its heading, the sheet as it came, and what the page says of it."""

    folder: str
    title: str
    name: str
    data: bytes
    said: str

    def __str__(self) -> str:
        return f"{self.folder} {self.name.removesuffix('.txt')}"


def sheets(game: Game) -> list[BadSheet]:
    """The bad sheets of a game, in the order of its page."""
    text = game.page.read_text(encoding="utf-8")
    return [_bad_sheet(game, *found.groups("")) for found in _PART.finditer(text)]


def _bad_sheet(game: Game, title: str, shown: str, said: str) -> BadSheet:
    named = _NAME.search(said)
    name = named[1] if named else title.casefold().replace(" ", "-") + ".txt"
    kept = HERE / game.folder / name
    data = kept.read_bytes() if kept.exists() else shown.encode()
    return BadSheet(game.folder, title, name, data, said)


def all_sheets() -> list[BadSheet]:
    """The bad sheets of all games."""
    return [sheet for game in GAMES for sheet in sheets(game)]


def problems_of(bad: BadSheet) -> list[Problem]:
    """Everything that is said of a bad sheet."""
    options = dict(_OPTION.findall(bad.data.decode("utf-8", "replace")))
    found, readings = _BY_FOLDER[bad.folder].read_text(bad.data, bad.name, options)
    problems = list(found.problems)
    for sheet, reading in zip(found.sheets, readings, strict=True):
        problems += [*sheet.remarks, *reading.problems]
    return problems


def said_of(bad: BadSheet) -> str:
    """The same as text."""
    return render_all(problems_of(bad)) + "\n"


def page(game: Game) -> str:
    """The whole page of a game."""
    parts = [game.introduction]
    for bad in sheets(game):
        sheet = bad.data.decode("utf-8", "replace").rstrip("\n").replace("\ufeff", "")
        if len(sheet) > 1500:
            sheet = f"({len(sheet):,} signs)"
        parts.append(f"## {bad.title}\n\n```text\n{sheet}\n```\n\n```text\n{said_of(bad)}```\n")
    return "\n".join(parts)


def main() -> None:
    """Write the pages."""
    for game in GAMES:
        game.page.write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
