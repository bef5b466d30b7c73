"""The bad sheets of this folder, what is said of them, and docs/messages.md made from them.

    python -m tests.errors.messages      # writes the .expected files and the page anew

Look at the difference before you keep it: these are the words players read.
"""

from __future__ import annotations

import re
from pathlib import Path

from pbm.problem import Problem, render_all
from tests.knighthawks.sheet_table import read_text

HERE = Path(__file__).parent
FOLDER = HERE / "knighthawks"
PAGE = HERE.parent.parent / "docs" / "messages.md"
_OPTION = re.compile(r"# with (\S+) = (\S+)")

INTRODUCTION = """\
# Every message a player can get

This page is made from the bad sheets in tests/errors by `python -m tests.errors.messages`;
a test compares it with what the program says. Each part shows a sheet and all that is said
of it. A message gives the place (file:line:column), the line as it was typed with a mark
under the fault, the reason with its numbers and rule, what becomes of the order, and what
to do about it.

*Not understood* (invalid) keeps a sheet from replacing a better one. *Not allowed* (illegal)
does not: the order is understood, but the rules do not permit it. Warnings and notes stop
nothing.
"""


def sheets() -> list[Path]:
    """The bad sheets, in the order of the page."""
    return sorted(FOLDER.glob("*.txt"))


def problems_of(path: Path) -> list[Problem]:
    """Everything that is said of a bad sheet."""
    data = path.read_bytes()
    options = dict(_OPTION.findall(data.decode("utf-8", "replace")))
    found, readings = read_text(data, path.name, options)
    problems = list(found.problems)
    for sheet, reading in zip(found.sheets, readings, strict=True):
        problems += [*sheet.remarks, *reading.problems]
    return problems


def said_of(path: Path) -> str:
    """The same as text."""
    return render_all(problems_of(path)) + "\n"


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for path in sheets():
        title = path.stem.partition("-")[2].replace("-", " ").capitalize()
        sheet = path.read_bytes().decode("utf-8", "replace").rstrip("\n").replace("\ufeff", "")
        if len(sheet) > 1500:
            sheet = f"({len(sheet):,} signs)"
        parts.append(f"## {title}\n\n```text\n{sheet}\n```\n\n```text\n{said_of(path)}```\n")
    return "\n".join(parts)


def main() -> None:
    """Write all of it."""
    for path in sheets():
        path.with_suffix(".expected").write_text(said_of(path), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
