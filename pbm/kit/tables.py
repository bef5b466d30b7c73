"""Read a printed table from a TOML file: its citation, columns and rows.

    cite = "KH 4 Combat Table"
    columns = ["reflective hull", "masking screen"]
    [rows]
    torpedo = [70, 70]

A cell is a whole number, a word, or "-" if it is empty. Tables are read once, at import; a faulty
table stops the program there.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from pbm.kit.file_part import FilePart
from pbm.kit.package_data import package_data
from pbm.kit.problems import Faults, invalid
from pbm.kit.records import Record
from pbm.kit.toml_reader import load

EMPTY = "-"
Cell = int | str


class Table(Record):
    """A table with its citation; ``at`` returns a cell, ``number`` a cell as a number."""

    cite: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]

    def at(self, row: str, column: str) -> Cell:
        """The cell; KeyError for an unknown row, ValueError for an unknown column."""
        return self.rows[row][self.columns.index(column)]

    def number(self, row: str, column: str) -> int:
        """The cell as a number, 0 if it is empty; ValueError if it is a word."""
        cell = self.at(row, column)
        return 0 if cell == EMPTY else int(cell)


class _Document(FilePart):
    cite: Annotated[str, Meta(min_length=1)]
    columns: Annotated[list[str], Meta(min_length=1)]
    rows: Annotated[dict[str, list[int | str]], Meta(min_length=1)]


def parse_table(data: bytes, file: str) -> Table:
    """The table in these bytes; Faults for a missing citation, row lengths or cells."""
    document = load(_Document, data, file)
    wrong = [
        invalid(f"row {name} of {file} has {len(row)} cells for {len(document.columns)} columns")
        for name, row in document.rows.items()
        if len(row) != len(document.columns)
    ]
    if len(set(document.columns)) != len(document.columns):
        wrong.append(invalid(f"two columns of {file} have the same name"))
    if wrong:
        raise Faults(*wrong)
    rows = {name: tuple(row) for name, row in document.rows.items()}
    return Table(document.cite, tuple(document.columns), rows)


def table(package: str, name: str) -> Table:
    """The table ``tables/NAME.toml`` of a package."""
    return parse_table(package_data(package, f"tables/{name}.toml"), f"{name}.toml")
