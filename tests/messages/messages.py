"""The bad sheets of this folder, what is said of them, and the pages made from them.

    python -m tests.messages.messages      # writes the .expected files and the pages anew

Look at the difference before you keep it: these are the words players read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.reading.reading import parser as deltavee_parser
from pbm.games.knighthawks.orders.reading import parser as knighthawks_parser
from pbm.games.nova.orders.reading.reading import parser as nova_parser
from pbm.kit.problems import Problem, render_all
from pbm.language.parser import LineParser
from pbm.sheets.envelope import Found
from tests.games.deltavee import sheet_table as deltavee_table
from tests.games.knighthawks import sheet_table as knighthawks_table
from tests.games.nova import sheet_table as nova_table

HERE = Path(__file__).parent
DOCS = HERE.parent.parent / "docs"
_OPTION = re.compile(r"# with (\S+) = (\S+)")

INTRODUCTION = """\
# Every message a player can get

This page is made from the bad sheets in tests/messages by `python -m tests.messages.messages`;
a test compares it with what the program says. Each part shows a sheet and all that is said
of it. A message gives the place (file:line:column), the line as it was typed with a mark
under the fault, the reason with its numbers and rule, what becomes of the order, and what
to do about it.

*Not understood* (invalid) keeps a sheet from replacing a better one. *Not allowed* (illegal)
does not: the order is understood, but the rules do not permit it. Warnings and notes stop
nothing.
"""
OF_NOVA = """\
# What Nova says of a sheet

This page is made from the bad sheets in tests/messages by `python -m tests.messages.messages`;
a test compares it with what the program says. What can be wrong with a sheet of any game (no
END, quotes, passwords, signs) and how a message is to be read stands in messages.md.
"""
OF_DELTAVEE = """\
# What DeltaVee says of a sheet

This page is made from the bad sheets in tests/messages by `python -m tests.messages.messages`;
a test compares it with what the program says. What can be wrong with a sheet of any game (no
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


def sheets(game: Game) -> list[Path]:
    """The bad sheets of a game, in the order of its page."""
    return sorted((HERE / game.folder).glob("*.txt"))


def all_sheets() -> list[Path]:
    """The bad sheets of all games."""
    return [path for game in GAMES for path in sheets(game)]


def problems_of(path: Path) -> list[Problem]:
    """Everything that is said of a bad sheet."""
    data = path.read_bytes()
    options = dict(_OPTION.findall(data.decode("utf-8", "replace")))
    found, readings = _BY_FOLDER[path.parent.name].read_text(data, path.name, options)
    problems = list(found.problems)
    for sheet, reading in zip(found.sheets, readings, strict=True):
        problems += [*sheet.remarks, *reading.problems]
    return problems


def said_of(path: Path) -> str:
    """The same as text."""
    return render_all(problems_of(path)) + "\n"


def page(game: Game) -> str:
    """The whole page of a game."""
    parts = [game.introduction]
    for path in sheets(game):
        title = path.stem.partition("-")[2].replace("-", " ").capitalize()
        sheet = path.read_bytes().decode("utf-8", "replace").rstrip("\n").replace("\ufeff", "")
        if len(sheet) > 1500:
            sheet = f"({len(sheet):,} signs)"
        parts.append(f"## {title}\n\n```text\n{sheet}\n```\n\n```text\n{said_of(path)}```\n")
    return "\n".join(parts)


def main() -> None:
    """Write all of it."""
    for path in all_sheets():
        path.with_suffix(".expected").write_text(said_of(path), encoding="utf-8")
    for game in GAMES:
        game.page.write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
