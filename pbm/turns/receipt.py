"""Write receipts: how a sheet was understood, and whether it counts. Plain text."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pbm.engine.types import Reading
from pbm.kit.english import count, listed, ranges
from pbm.kit.problems import Problem, Severity, in_order, render, warning
from pbm.sheets.directives import WORDS
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import SETUP_MAILING

NO_ORDER = "It has no orders."


def findings(sheet: Sheet, reading: Reading) -> str:
    """List what was understood, line by line, and every problem.

    The bytes are the same for the same sheet, whether a player checks it against a packet, the
    game master against the campaign, or it comes in by mail.
    """
    body = _words(sheet, reading) if sheet.is_message else _understood(sheet, reading)
    first = [*_head(sheet), *_look_at(sheet, reading)]
    return "\n".join([*first, *body, *_taken(sheet), *_problems(sheet, reading)]) + "\n"


def envelope(sheet: Sheet) -> str:
    """Report on a sheet by itself, without a packet or campaign to check it against."""
    unread = (
        "Its orders were not read: they are checked against what the player knows. Give the "
        "player's packet with --packet, or the campaign with --campaign."
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
    """Write the receipt for one text.

    ``problems`` are those of the text as a whole, ``sentences`` say for each sheet which one
    is in force; ``received`` and ``deadline`` are times with their zone, as they are to be
    shown; ``password`` is the result of checking the PASS line.
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
    """Tell how the PASS line was checked, or why a sheet without one is taken."""
    if sheet.password or password == "right":
        return f"PASS: {password}."
    why = "" if password in ("not checked", "checked before") else f": {password}"
    return f"There is no PASS line{why}."


def has_invalid(sheet: Sheet, reading: Reading) -> bool:
    """True if any line of the sheet was not understood."""
    return any(
        problem.severity is Severity.INVALID for problem in (*sheet.remarks, *reading.problems)
    )


def _head(sheet: Sheet) -> Iterator[str]:
    key = f" to {sheet.key}" if sheet.is_message and sheet.key else ""
    yield f"{sheet.kind} {sheet.campaign} turn {sheet.mailing} for {sheet.player}{key}"


# What the first lines say of a line with a problem; a note is not worth a look.
_LOOKS = {
    Severity.INVALID: "not understood",
    Severity.ILLEGAL: "not allowed",
    Severity.WARNING: "warned of",
}


def _look_at(sheet: Sheet, reading: Reading) -> Iterator[str]:
    """Name the lines that the player should look at, the worst first."""
    lines: dict[Severity, list[int]] = {severity: [] for severity in _LOOKS}
    for problem in (*sheet.remarks, *reading.problems):
        if problem.severity in lines and problem.span is not None:
            lines[problem.severity].append(problem.span.line)
    lines[Severity.INVALID] += [number for number, _header in reading.skipped]
    parts: list[str] = []
    named: set[int] = set()
    for severity, numbers in lines.items():
        new = set(numbers) - named
        named |= new
        if new:
            many = "s" if len(new) > 1 else ""
            parts.append(f"line{many} {ranges(sorted(new))} ({_LOOKS[severity]})")
    if parts:
        yield f"Look at {listed(parts)}."


def _words(sheet: Sheet, reading: Reading) -> Iterator[str]:
    lines = count(sum(bool(line.text.strip()) for line in sheet.lines), "line")
    yield f"{lines} of text. Nothing in it is read as an order."
    yield from (one.text for one in reading.understood)


def directive_lines(sheet: Sheet) -> Iterator[str]:
    """List what a sheet says to the game master besides its orders."""
    if sheet.word:
        yield f"{WORDS[sheet.word]}."
    if sheet.absent:
        yield f"ABSENT: no orders are expected before turn {sheet.absent}."


def _taken(sheet: Sheet) -> Iterator[str]:
    """List what was taken from a sheet besides orders."""
    if sheet.phrase:
        yield f'PHRASE: "{sheet.phrase}" was taken.'
    yield from directive_lines(sheet)


def _understood(sheet: Sheet, reading: Reading) -> Iterator[str]:
    if not reading.understood:
        is_faulty = any(problem.is_error for problem in (*sheet.remarks, *reading.problems))
        yield "No line was understood." if is_faulty else NO_ORDER
        return
    good = {one.line for one in reading.understood}
    bad = {
        one.span.line for one in reading.problems if one.span and one.severity is Severity.INVALID
    }
    lost = len((bad | {number for number, _header in reading.skipped}) - good)
    yield f"{count(len(good), 'line')} understood{f', {lost} not' if lost else ''}:"
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
        Severity.INVALID: ("not understood", "not understood"),
        Severity.ILLEGAL: ("not allowed", "not allowed"),
        Severity.WARNING: ("warning", "warnings"),
        Severity.NOTE: ("note", "notes"),
    }
    counts = [
        count(number, *words)
        for severity, words in names.items()
        if (number := sum(problem.severity is severity for problem in found))
    ]
    return f"Problems: {', '.join(counts)}."


def phrased(sheet: Sheet, mailing: str, sealed: bool, late: bool) -> Sheet:
    """Add a note about a sheet's phrase; a phrase that cannot count is removed."""
    if not sheet.phrase:
        return sheet
    if not sealed:
        reason = "The dice of this campaign are not sealed"
    elif mailing != SETUP_MAILING:
        reason = "A phrase counts only on the set-up sheet"
    elif late:
        reason = "Set-up was closed when it came; a later phrase would change all dice"
    else:
        note = f'your phrase is "{sheet.phrase}"'
        reason = "It goes into the dice of the whole campaign; the report of set-up shows it"
        said = Problem(Severity.NOTE, note, sheet.span, reason)
        return replace(sheet, remarks=(*sheet.remarks, said))
    said = warning("the PHRASE line has no effect", sheet.span, reason=reason)
    return replace(sheet, remarks=(*sheet.remarks, said), phrase="")
