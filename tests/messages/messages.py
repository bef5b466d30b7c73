"""The faulty sheets on the pages of messages, and the messages they get.

    python -m tests.messages.messages      # writes the pages anew

To add a sheet, write a heading and the sheet at the end of a page; its messages are filled in.
A sheet that a page cannot show (too long, or with invisible characters) is a file in this
folder. Read the difference before you commit it: these are the words players read.
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
from pbm.sheets.envelope import FoundSheets
from tests.games.deltavee import sheet_table as deltavee_table
from tests.games.knighthawks import sheet_table as knighthawks_table
from tests.games.nova import sheet_table as nova_table

HERE = Path(__file__).parent
_PART = re.compile(
    r"^## ([^\n]+)\n\n```text\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL | re.MULTILINE
)
_NAME = re.compile(r"^(\S+\.txt):", re.MULTILINE)  # of the sheet, where a message begins
_OPTION = re.compile(r"# with (\S+) = (\S+)")

INTRODUCTION = """\
# Messages of {title}

Each section shows a faulty sheet and the messages it gets. knighthawks.md begins with the faults
that sheets of any game can have. `python -m tests.messages.messages` fills in the messages; a test
compares them with the program's.
"""

ReadText = Callable[[bytes, str, Mapping[str, str]], tuple[FoundSheets, list[Reading]]]


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its page, its folder of faulty sheets, and how its sheets are read."""

    folder: str
    title: str
    parser: Callable[[], LineParser]
    read_text: ReadText

    @property
    def page(self) -> Path:
        """The file with the sheets and their messages."""
        return HERE / f"{self.folder}.md"


GAMES = (
    Game("knighthawks", "Knight Hawks", knighthawks_parser, knighthawks_table.read_text),
    Game("deltavee", "DeltaVee", deltavee_parser, deltavee_table.read_text),
    Game("nova", "Nova", nova_parser, nova_table.read_text),
)
_BY_FOLDER = {game.folder: game for game in GAMES}


@dataclass(frozen=True, slots=True)
class BadSheet:
    """A section of a page: its heading, the sheet, and the messages on the page."""

    folder: str
    title: str
    name: str
    data: bytes
    said: str

    def __str__(self) -> str:
        return f"{self.folder} {self.name.removesuffix('.txt')}"


def sheets(game: Game) -> list[BadSheet]:
    """The faulty sheets of a game, in the order of its page."""
    text = game.page.read_text(encoding="utf-8")
    return [_bad_sheet(game, *found.groups("")) for found in _PART.finditer(text)]


def _bad_sheet(game: Game, title: str, shown: str, said: str) -> BadSheet:
    named = _NAME.search(said)
    name = named[1] if named else title.casefold().replace(" ", "-") + ".txt"
    kept = HERE / game.folder / name
    data = kept.read_bytes() if kept.exists() else shown.encode()
    return BadSheet(game.folder, title, name, data, said)


def all_sheets() -> list[BadSheet]:
    """The faulty sheets of all games."""
    return [sheet for game in GAMES for sheet in sheets(game)]


def problems_of(bad: BadSheet) -> list[Problem]:
    """All problems of a faulty sheet."""
    options = dict(_OPTION.findall(bad.data.decode("utf-8", "replace")))
    found, readings = _BY_FOLDER[bad.folder].read_text(bad.data, bad.name, options)
    problems = list(found.problems)
    for sheet, reading in zip(found.sheets, readings, strict=True):
        problems += [*sheet.remarks, *reading.problems]
    return problems


def said_of(bad: BadSheet) -> str:
    """All messages about a faulty sheet, as text."""
    return render_all(problems_of(bad)) + "\n"


def page(game: Game) -> str:
    """The whole page of a game."""
    parts = [INTRODUCTION.format(title=game.title)]
    for bad in sheets(game):
        sheet = bad.data.decode("utf-8", "replace").rstrip("\n").replace("\ufeff", "")
        if len(sheet) > 1500:
            sheet = f"({len(sheet):,} characters)"
        parts.append(f"## {bad.title}\n\n```text\n{sheet}\n```\n\n```text\n{said_of(bad)}```\n")
    return "\n".join(parts)


def main() -> None:
    """Write the pages."""
    for game in GAMES:
        game.page.write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
