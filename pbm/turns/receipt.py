"""A receipt: what a sheet was understood to say, and whether it counts. Plain text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from pbm.engine.types import Reading
from pbm.kit.problems import Problem, Severity, in_order, render
from pbm.sheets.directives import WORDS
from pbm.sheets.envelope import Sheet

NO_ORDER = "There is no order in it."


def findings(sheet: Sheet, reading: Reading) -> str:
    """What was understood line by line, and every problem.

    The same bytes for the same sheet, whether a player checks it against his packet, the
    game master against the campaign, or it comes in by mail.
    """
    body = _words(sheet, reading) if sheet.is_message else _understood(sheet, reading)
    return "\n".join([*_head(sheet), *body, *_taken(sheet), *_problems(sheet, reading)]) + "\n"


def envelope(sheet: Sheet) -> str:
    """What can be said of a sheet by itself, when nobody says what its player knows."""
    unread = (
        "Its orders were not read: they are checked against what the player knows. Give his "
        "packet with --packet, or the campaign with --campaign."
    )
    remarks = [f"\n{render(problem)}" for problem in in_order(sheet.remarks)]
    return "\n".join([*_head(sheet), unread, *remarks]) + "\n"


def receipt(
    data: bytes,
    sheets: Sequence[tuple[Sheet, Reading]],
    problems: Iterable[Problem] = (),
    sentences: Sequence[str] = (),
    received: str = "",
    deadline: str = "",
    password: str = "not checked",
) -> str:
    """The receipt for one text.

    ``problems`` are those of the text as a whole, ``sentences`` say for each sheet which one
    is in force; ``received`` and ``deadline`` are times with their zone, as they are to be
    shown; ``password`` says what became of the PASS line.
    """
    parts = [f"sha256 {hashlib.sha256(data).hexdigest()}, {len(data)} bytes"]
    if received:
        parts[0] += f"\nreceived {received}"
    whole = in_order(problems)
    if whole:
        parts.append("\n\n".join(render(problem) for problem in whole))
    for place, (sheet, reading) in enumerate(sheets):
        parts.append(findings(sheet, reading).rstrip("\n"))
        lines = [_pass_line(sheet, password)]
        if place < len(sentences):
            lines.append(sentences[place])
        parts.append("\n".join(lines))
    if deadline:
        parts.append(f"The deadline is {deadline}.")
    return "\n\n".join(parts) + "\n"


def _pass_line(sheet: Sheet, password: str) -> str:
    """What became of the PASS line, or why a sheet without one is its player's all the same."""
    if sheet.password or password == "right":
        return f"PASS: {password}."
    why = "" if password in ("not checked", "checked before") else f": {password}"
    return f"There is no PASS line{why}."


def has_invalid(sheet: Sheet, reading: Reading) -> bool:
    """True if something of the sheet was not understood."""
    return any(
        problem.severity is Severity.INVALID for problem in (*sheet.remarks, *reading.problems)
    )


def _head(sheet: Sheet) -> Iterator[str]:
    key = f" to {sheet.key}" if sheet.is_message and sheet.key else ""
    yield f"{sheet.kind} {sheet.campaign} turn {sheet.mailing} for {sheet.player}{key}"


def _words(sheet: Sheet, reading: Reading) -> Iterator[str]:
    count = sum(bool(line.text.strip()) for line in sheet.lines)
    yield f"{count} line{'' if count == 1 else 's'} of words; nothing in it is read as an order."
    yield from (one.text for one in reading.understood)


def directive_lines(sheet: Sheet) -> Iterator[str]:
    """What it says to the game master beside its orders."""
    if sheet.word:
        yield f"{WORDS[sheet.word]}."
    if sheet.absent:
        yield f"ABSENT: no sheet is expected for the turns before turn {sheet.absent}."


def _taken(sheet: Sheet) -> Iterator[str]:
    """What was taken from it that is no order."""
    if sheet.phrase:
        yield f'PHRASE: "{sheet.phrase}" was taken.'
    yield from directive_lines(sheet)


def _understood(sheet: Sheet, reading: Reading) -> Iterator[str]:
    if not reading.understood:
        is_faulty = any(problem.is_error for problem in (*sheet.remarks, *reading.problems))
        yield "No line was understood." if is_faulty else NO_ORDER
        return
    count = len(reading.understood)
    yield f"{count} line{'' if count == 1 else 's'} understood:"
    width = max(len(str(one.line)) for one in reading.understood)
    for one in reading.understood:
        yield f"  {one.line:>{width}}  {one.text}"


def _problems(sheet: Sheet, reading: Reading) -> Iterator[str]:
    found = in_order((*sheet.remarks, *reading.problems))
    if not found:
        yield "No problems."
        return
    yield _counted(found)
    for problem in found:
        yield ""
        yield render(problem)


def _counted(found: Sequence[Problem]) -> str:
    names = {
        Severity.INVALID: "not understood",
        Severity.ILLEGAL: "not allowed",
        Severity.WARNING: "to look at",
        Severity.NOTE: "for your information",
    }
    counts = [
        f"{count} {words}"
        for severity, words in names.items()
        if (count := sum(problem.severity is severity for problem in found))
    ]
    return f"Problems: {', '.join(counts)}."
