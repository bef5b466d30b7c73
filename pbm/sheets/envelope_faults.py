"""The problems of a text without a whole sheet, or with lines outside its sheets."""

from collections.abc import Sequence

from pbm.kit.english import listed, nearest
from pbm.kit.problems import Problem, Severity, Span, invalid, warning
from pbm.kit.text import shown
from pbm.sheets.blocks import Block, Physical
from pbm.sheets.directives import FINAL, word_in
from pbm.sheets.kinds import HeadExample, SheetKind, head_of, looks_like_head

MOST_BYTES = 1_000_000
MOST_LINES = 10_000
MOST_CHARACTERS = 2_000


# The fault of a text in which nothing looks like a sheet.
NO_SHEET = "there is no order sheet in this text"


def note_on(fault: str, span: Span | None, reason: str = "") -> Problem:
    """A note at a place."""
    return Problem(Severity.NOTE, fault, span, reason)


def too_much(file: str, size: str, most: str) -> Problem:
    """The problem of a text that is too long to be read."""
    return invalid(
        f"the text is too long: {size}",
        Span(file, 1),
        reason=f"At most {most} are read",
        outcome="No sheet was taken from it",
        remedy="Send the sheet by itself, as plain text",
    )


def too_long(file: str, number: int, length: int) -> Problem:
    """The problem of a line that is too long to be read."""
    return invalid(
        f"line {number} is too long: {length:,} characters",
        Span(file, number),
        reason=f"At most {MOST_CHARACTERS:,} are read",
        outcome="The line was not read",
        remedy="Break it after a comma",
    )


def broken_envelope(block: Block, file: str, physical: Sequence[Physical]) -> Problem:
    """The problem of a sheet that breaks off before its END."""
    kind = block.head.kind.name
    if block.broken and block.depth:
        text = shown(physical[block.broken - 1].raw)
        return invalid(
            f"the {kind} sheet on line {block.first} is only partly quoted",
            Span(file, block.broken, 1, len(text), text),
            reason='The lines before this one begin with ">"; this one does not',
            outcome="The sheet was not used",
            remedy='Send it again without the ">" at the start of its lines',
        )
    return invalid(
        f"the {kind} sheet on line {block.first} has no END",
        Span(file, block.first, 1, 1, ""),
        reason="Its last lines may be missing",
        outcome="The sheet was not used",
        remedy="Send it again with END alone on its last line",
    )


def outside_fault(
    physical: Sequence[Physical],
    blocks: Sequence[Block],
    file: str,
    found: bool,
    kinds: Sequence[SheetKind],
    example: HeadExample,
) -> list[Problem]:
    """The problems of lines outside all sheets, head lines with a mistake among them."""
    inside = {number for block in blocks for number in range(block.first, block.last + 1)}
    outside = [line for line in physical if line.number not in inside and line.clean.text.strip()]
    problems: list[Problem] = []
    if not found:
        problems = [
            problem for line in outside if (problem := _bad_head(line, file, kinds, example))
        ]
        if not problems and not blocks:
            problems.append(
                invalid(
                    NO_SHEET,
                    Span(file, 1),
                    reason=f"A sheet begins with a line such as  {example.head()}"
                    "  and ends with END",
                    outcome="Nothing was read",
                )
            )
    if outside and (found or blocks):
        numbers = _ranges([line.number for line in outside])
        lines, were = ("lines", "were") if len(outside) > 1 else ("line", "was")
        fault = f"{lines} {numbers} outside the sheet {were} ignored"
        problems.append(note_on(fault, Span(file, outside[0].number)))
    return problems


def _bad_head(
    line: Physical, file: str, kinds: Sequence[SheetKind], example: HeadExample
) -> Problem | None:
    text = line.clean.text.strip("> ")
    words = text.split()
    if len(words) < 2:
        return None
    kind = words[0].upper()
    names = [kind.name for kind in kinds]
    span = Span(file, line.number, 1, len(line.raw), shown(line.raw))
    if kind not in names and looks_like_head(text):
        near = nearest(kind, names)
        return invalid(
            f'"{words[0]}" is not a kind of sheet',
            span,
            reason=f"Expected {listed(names, 'or')}",
            outcome="The sheet was not read",
            remedy=f"Did you mean {near}?" if near else "",
        )
    if kind in names and head_of(text, kinds) is None and words[0].isupper():
        return invalid(
            "the first line of this sheet is not understood",
            span,
            reason=f"Expected a line such as  {example.head(kind)}",
            outcome="The sheet was not read",
        )
    return None


def without_player(block: Block, file: str, physical: Sequence[Physical]) -> Problem:
    """The problem of a sheet whose head names no player."""
    text = shown(physical[block.first - 1].raw)
    return invalid(
        f"this {block.head.kind.name} sheet does not name its player",
        Span(file, block.first, 1, len(text), text),
        reason="The other sheets of the text name nobody, or several players",
        outcome="The sheet was not used",
        remedy="Write  for  and your name after the turn",
    )


def unchanged_sheet(
    block: Block, file: str, physical: Sequence[Physical], blocks: Sequence[Block]
) -> Problem:
    """The warning for a prefilled sheet that came back as it was sent out."""
    inside = {number for one in blocks for number in range(one.first, one.last + 1)}
    final = [
        line.number
        for line in physical
        if line.number not in inside and word_in(line.clean.text) == FINAL
    ]
    moved = f"The FINAL on line {final[0]} is outside the sheet. " if final else ""
    text = shown(physical[block.first - 1].raw)
    return warning(
        f"this {block.head.kind.name} sheet came back as it was prefilled",
        Span(file, block.first, 1, len(text), text),
        reason="Mail programs quote it in replies, so by itself it does not count",
        outcome="It was not used; your earlier sheets stay as they were",
        remedy=f"{moved}To play it unchanged, add a line FINAL above its END and send it again",
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Line numbers such as 1-3, 7; the first dozen of them."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(a) if a == b else f"{a}-{b}" for a, b in runs]
    return ", ".join(parts[:12]) + (" and more" if len(parts) > 12 else "")
