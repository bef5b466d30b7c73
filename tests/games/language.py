"""What a game hands the suites over all games of its order language: a table and examples."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pbm.engine.types import Reading
from pbm.engine.view import GameView
from pbm.kit.problems import Severity
from pbm.kit.records import Record
from pbm.language.parser import LineParser
from pbm.sheets.envelope import Sheet
from tests.language_forms import Located


class Forms(Record):
    """Lines of one kind, each as it is written and as a next sheet prints it.

    ``read`` reads a sheet with the line in it. Printed is a line, lines, "" for a line that is not
    understood, None for one that is, but not allowed; ``prints`` is what stands around it in the
    sheet (``{}`` for it).
    ``is_faultless``: nothing is said of those that are understood.
    """

    kind: str
    pairs: Sequence[tuple[str, Any]]
    read: Callable[[str], Reading]
    prints: str = "{}"
    is_faultless: bool = True


class Examples(Record):
    """Examples of the players' guide, in blocks marked with ``kind``.

    ``borne`` and ``rules`` are the severities and the rules of problems that they may have, where
    what is shown would be too much for one turn.
    """

    kind: str
    read: Callable[[str], Reading]
    borne: tuple[Severity, ...] = ()
    rules: tuple[str, ...] = ()


class Table(Record):
    """What a player knows as a sheet is due, and what they may choose."""

    view: GameView
    kind: str
    due: str
    player: str
    options: Mapping[str, str]


def without_remarks(block: str) -> list[Located]:
    """The lines of an example of a language that has one start."""
    lines = (line.partition("#")[0].strip() for line in block.splitlines())
    return [("start", line) for line in lines if line]


class Language(Record):
    """The order language of a game, against a table as one player knows it.

    ``read(sheet)`` reads a sheet of any kind for that table, ``head`` is the head of a sheet
    without its kind and mailing, ``mailings`` the mailing of each kind of sheet.
    ``lines`` are examples of all its lines; those that begin with a word of ``free`` hold words
    of people. ``words`` make nonsense. ``printed`` are the lines of the commands of a reading.
    ``notes`` are notes to the game master with the question that each becomes, ``spread`` is an
    order over two lines below two others, with its words.
    ``lines_of`` are the lines of an example of the guide, ``inline`` those of its text,
    ``seldom`` the forms that it leaves out.
    ``tables`` are more whose next sheets are tried; ``body(view, commands)`` is the body of a
    sheet that gives these commands, if the game can print a whole one.
    ``told(sheet)`` are the numbers of its lines that say something by themselves.
    """

    parser: LineParser
    head: str
    mailings: Mapping[str, str]
    read: Callable[[Sheet], Reading]
    lines: Sequence[Located]
    words: Sequence[str]
    printed: Callable[[Reading], list[str]]
    forms: Sequence[Forms]
    notes: Sequence[tuple[str, str]]
    spread: tuple[str, str]
    examples: Sequence[Examples]
    lines_of: Callable[[str, str], Sequence[Located]] = lambda _kind, block: without_remarks(block)
    inline: Sequence[Located] = ()
    seldom: Collection[str] = ()
    free: tuple[str, ...] = ("note",)
    tables: Sequence[Table] = ()
    body: Callable[[Any, Any], str] | None = None
    told: Callable[[Sheet], Collection[int]] = lambda sheet: [line.number for line in sheet.lines]
