"""The tables of a grammar, kept in a file so that they are built only once.

Building the tables of a large language takes half a second, loading them a hundredth of that.
A file has the tables of one grammar, terminals with their abbreviations, under a key of all its
sources. If the key differs (a changed grammar), the file is ignored and the tables
are built and stored anew. A wheel contains these files (.ci/build_tables.py); elsewhere they are
beside the grammar or, if that folder cannot be written, in the user's cache folder. They are not
under version control.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import json, to_builtins

from pbm.kit.problems import CampaignFault
from pbm.kit.records import Record, decoded
from pbm.language.keywords import Keyword

if TYPE_CHECKING:
    from pathlib import Path

# The layout of a file; part of the key.
_FORM = "4"
_IMPORT = re.compile(r"^%import +\.(\w+)", re.MULTILINE)
END = "$END"  # the terminal behind the last word


class Terminal(Record, array_like=True):
    """A kind of word, and the regular expression that matches its words.

    ``begins`` are the ASCII characters that they may begin with, or None where any may.
    """

    name: str
    pattern: str
    begins: str | None

    def may_begin(self, char: str) -> bool:
        """False if no word of this kind begins with a character."""
        return self.begins is None or not char.isascii() or char in self.begins


class Symbol(Record, array_like=True):
    """A symbol of a rule; ``is_dropped`` is None for that of a rule, else of a terminal."""

    name: str
    is_dropped: bool | None = None


class Rule(Record, array_like=True):
    """A rule: what it makes of which symbols.

    ``keeps_all`` keeps words that are dropped elsewhere; a rule that ``gives_way`` to a single
    part of it makes nothing.
    """

    origin: str
    symbols: tuple[Symbol, ...]
    alias: str | None
    keeps_all: bool
    gives_way: bool

    @property
    def name(self) -> str:
        """What it makes is called so."""
        return self.alias or self.origin


class Tables(Record, omit_defaults=False):
    """All of a grammar.

    ``states`` tell for each state of the parser what to do at which symbol, in turns: a symbol by
    its number; a state to go to, or a rule to reduce by as -1 - its number. ``lexers`` are
    terminals in the order in which they are tried, ``lexing`` the lexer of each state.
    """

    key: str
    ignore: tuple[str, ...]
    starts: dict[str, int]
    ends: dict[str, int]
    keywords: dict[str, Keyword]
    symbols: tuple[str, ...]
    lexing: tuple[int, ...]
    lexers: tuple[tuple[int, ...], ...]
    terminals: tuple[Terminal, ...]
    rules: tuple[Rule, ...]
    states: tuple[tuple[int, ...], ...]


def key(folder: Path, name: str, starts: Sequence[str]) -> str:
    """A digest of all sources of a grammar's tables."""
    text = (folder / f"{name}.lark").read_bytes()
    parts = [text, (folder / f"{name}.toml").read_bytes()]
    others = _IMPORT.findall(text.decode())
    parts += [(folder / f"{other}.lark").read_bytes() for other in others]
    digest = hashlib.sha256(" ".join((_FORM, *starts)).encode())
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def path_of(folder: Path, name: str) -> Path:
    """The file of a grammar's tables."""
    return folder / f"{name}.tables.json"


def load(folders: Iterable[Path], name: str, key: str) -> Tables | None:
    """The tables stored under this key in the first folder that has them, or None."""
    for folder in folders:
        try:
            held = decoded(path_of(folder, name).read_bytes(), Tables)
        except (OSError, ValueError):  # missing or unreadable
            continue
        if held.key == key:
            return held
    return None


def keep(folders: Iterable[Path], name: str, tables: Tables) -> None:
    """Store tables in the first folder that can be written, if any."""
    from pbm.storage.atomic_files import put_file

    for folder in folders:
        with contextlib.suppress(CampaignFault):
            put_file(path_of(folder, name), text_of(tables).encode())
            return


def text_of(tables: Tables) -> str:
    """The text of a file, with one row per line."""

    def said(part: Any) -> str:
        return json.encode(part).decode()

    held: Mapping[str, Any] = to_builtins(tables)
    lines = []
    for name, part in held.items():
        if name in ("lexers", "terminals", "rules", "states"):
            lines.append(f"{said(name)}:[\n" + ",\n".join(map(said, part)) + "\n]")
        else:
            lines.append(f"{said(name)}:{said(part)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
