"""Read TOML that a person wrote, check it against a model, place every fault."""

import re
import tomllib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbm.kit.english import nearest
from pbm.kit.file_part import FilePart, P, names_in, part_of
from pbm.kit.problems import Faults, Problem, Span, invalid

if TYPE_CHECKING:
    from pbm.kit.misfits import Misfit

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]#]+?)\s*\]")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*[A-Za-z0-9_"'-]+)*)\s*=""")
# A name of ten thousand parts takes the parser a second, one of a hundred thousand minutes. A name
# ends with its line; what stands in quotes may have any length, as a player's note in turn.toml.
_MOST_DOTS = 1_000
_IN_QUOTES = re.compile(r"""\"(?:[^"\\]|\\.)*+"|'[^']*+'|\#.*+""")
_HUGE = re.compile(r"[0-9_]{4300,}")
# What may be a password where a name of an environment variable or a file should stand.
_SECRET = re.compile(r"(?P<key>[^=#]*(?:pass|secret|pwd)[^=#]*=\s*)\S.*", re.IGNORECASE)
_HARMLESS = re.compile(r"_(?:env|file)\W*=", re.IGNORECASE)
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def read_toml(data: bytes, file: str) -> dict[str, Any]:
    """The TOML document; Faults with their place for anything else."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        line = data[: broken.start].count(b"\n") + 1
        raise Faults.invalid(
            "this file is not UTF-8 text",
            Span(file, line),
            reason=f"byte {broken.start} cannot be read",
            remedy="Save it as UTF-8",
        ) from None
    for number, typed in enumerate(text.split("\n"), 1):
        if typed.count(".") <= _MOST_DOTS:
            continue
        dots = _IN_QUOTES.sub("", typed).count(".")
        if dots > _MOST_DOTS:
            raise Faults.invalid(
                f"line {number} has {dots:,} dots outside of quotes",
                Span(file, number),
                reason=f"At most {_MOST_DOTS:,} are read; a name has a few",
                remedy="Write text in quotes, and each value on a line of its own",
            )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Faults(_syntax_fault("it is nested too deeply", text, file)) from None
    except tomllib.TOMLDecodeError as broken:
        raise Faults(_syntax_fault(str(broken), text, file)) from None
    except ValueError:  # of Python's own, for a number of more than 4,300 digits
        huge = _HUGE.search(text)
        at = huge.start() if huge else 0
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        said = f"a number has more digits than are read (at line {line}, column {column})"
        raise Faults(_syntax_fault(said, text, file)) from None


def _lines(text: str) -> list[str]:
    """The lines of a text as TOML counts them; values may contain other line ends."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def _syntax_fault(message: str, text: str, file: str) -> Problem:
    lines = _lines(text)
    place = _PLACE.search(message)
    line, column = (int(place[1]), int(place[2])) if place else (max(1, len(lines)), 1)
    said = _PLACE.sub("", message).strip()
    typed = _shown(lines[line - 1]) if 0 < line <= len(lines) else ""
    return invalid(
        "this line is not TOML",
        Span(file, line, column, 1, typed),
        reason=said,
        remedy='Values are written as  key = 5  or  key = "text"; see the guide for game masters',
    )


def load(model: type[P], data: bytes, file: str) -> P:
    """The document as this part; Faults with every fault at its place."""
    document = read_toml(data, file)
    try:
        return part_of(model, document)
    except ValueError:
        from pbm.kit.misfits import misfits  # slow to import, and only a fault needs it

        text = data.decode("utf-8-sig")
        raise Faults(
            *(_fault(misfit, model, text, file) for misfit in misfits(model, document))
        ) from None


def without_unknown(model: type[P], data: bytes) -> P | None:
    """The document without its unknown names, if these are its only faults; else None.

    An unknown name that is much like a known one is read as that one.
    """
    from pbm.kit.misfits import misfits

    document = tomllib.loads(data.decode("utf-8-sig"))
    known = sorted(names_in(model))
    for misfit in misfits(model, document):
        if misfit.kind != "unknown":
            continue
        *path, name = misfit.path
        table: Any = document
        for part in path:
            table = table[part]
        value = table.pop(name)
        near = nearest(str(name), known)
        if near:
            table.setdefault(near, value)
    try:
        return part_of(model, document)
    except ValueError:
        return None


def span_of(text: str, file: str, path: Sequence[str | int]) -> Span:
    """The place of the value with this path; the nearest table for a missing value."""
    lines = _lines(text)
    wanted = tuple(path)
    best, depth = (1, 1, 1), -1
    for number, here, column, length in _keys(lines):
        shared = _shared(here, wanted)
        if shared == len(here) and shared > depth:
            best, depth = (number, column, length), shared
    line, column, length = best
    return Span(file, line, column, length, _shown(lines[line - 1]) if lines else "")


def _shown(line: str) -> str:
    """A line as a message shows it; a password that does not belong there is hidden."""
    secret = _SECRET.fullmatch(line)
    return f"{secret['key']}..." if secret and not _HARMLESS.search(secret["key"]) else line


def _keys(lines: Sequence[str]) -> list[tuple[int, tuple[str | int, ...], int, int]]:
    """The line, path, column and length of every header and key of a text."""
    found: list[tuple[int, tuple[str | int, ...], int, int]] = []
    counts: dict[tuple[str | int, ...], int] = {}
    table: tuple[str | int, ...] = ()
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            table = ()
            names = _names(header[2])
            for place, name in enumerate(names):
                table = (*table, name)
                last = place == len(names) - 1
                if last and header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                if table in counts:
                    table = (*table, counts[table])
            found.append((number, table, header.start(1) + 1, len(line.strip())))
        elif key := _KEY.match(line):
            found.append((number, (*table, *_names(key[1])), key.start(1) + 1, len(key[1])))
    return found


def _names(dotted: str) -> list[str]:
    return [name.strip().strip("\"'") for name in re.findall(r'"[^"]*"|\'[^\']*\'|[^.]+', dotted)]


def _shared(one: Sequence[str | int], other: Sequence[str | int]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _fault(misfit: "Misfit", model: type[FilePart], text: str, file: str) -> Problem:
    path = misfit.path
    span = span_of(text, file, path)
    name = ".".join(str(part) for part in path)
    if misfit.kind == "unknown":
        near = nearest(str(path[-1]), sorted(names_in(model)))
        return invalid(
            f'"{path[-1]}" is not known here',
            span,
            reason=f"{name} has no meaning",
            remedy=f'Did you mean "{near}"?' if near else "Take the line out",
        )
    if misfit.kind == "missing":
        return invalid(f'"{path[-1]}" is missing', span, remedy=f"Write a line for {name}")
    what = name or "the file"
    return invalid(f"{what} does not fit", span, reason=misfit.reason)
