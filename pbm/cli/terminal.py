"""Print output to standard output, progress and problems to standard error."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbm.kit.text import shown

Progress = Callable[[str, int, int], None]


def say(text: str) -> None:
    """Print lines to standard output, with control characters shown as marks."""
    sys.stdout.write(_lines(text))


def warn(text: str) -> None:
    """Print lines to standard error in the same way."""
    sys.stderr.write(_lines(text))


def _lines(text: str) -> str:
    whole = "\n".join(shown(line) for line in text.split("\n"))
    return whole if whole.endswith("\n") else f"{whole}\n"


def say_json(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print records as a JSON list, for scripts."""
    text = json.dumps([dict(row) for row in rows], indent=2, ensure_ascii=False)
    # Control characters, which a terminal would obey, are written as JSON escapes.
    whole = "".join(char if shown(char) == char else f"\\u{ord(char):04x}" for char in text)
    sys.stdout.write(f"{whole}\n")


def say_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Print records as a table; lists are joined, and the last column may wrap."""
    texts = [[_cell(row[column]) for column in columns] for row in rows]
    widths = [
        max(len(column), *(len(text[place]) for text in texts)) if texts else len(column)
        for place, column in enumerate(columns)
    ]
    lines = [[column.upper().replace("_", " ") for column in columns], *texts]
    for line in lines:
        padded = [text.ljust(width) for text, width in zip(line[:-1], widths[:-1], strict=True)]
        say("  ".join([*padded, line[-1]]).rstrip())


def _cell(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(str(name) for name in value)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(part) for part in value)
    if value is None or value is False:
        return "-"
    return "yes" if value is True else str(value)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show progress on standard error: a bar on a terminal, else plain lines."""
    if not sys.stderr.isatty():
        yield _plain_progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def advance(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield advance


def _plain_progress() -> Progress:
    last = ""

    def advance(what: str, done: int, total: int) -> None:
        nonlocal last
        if what != last or done == total:
            warn(f"{what} {done}/{total}")
        last = what

    return advance


def open_page(page: Path) -> None:
    """Open a page in the browser of a desktop, and print its path; elsewhere print it alone."""
    if sys.stdout.isatty() and has_desktop():
        import typer  # as in every command; this module serves scripts too

        typer.launch(page.resolve().as_uri())
    say(str(page))


def has_desktop() -> bool:
    """True where a browser has a screen to open on."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
