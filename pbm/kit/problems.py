"""What is wrong with something a person wrote, and the one way it is shown.

Errors are values: every pass returns all of them, none raises for bad input.
*Invalid* is not understood; *illegal* is understood but not allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from pbm.kit.records import Record
from pbm.kit.text import shown

# The remedy for a file of a campaign that is gone or changed.
PUT_BACK = "Put it back from a copy of the campaign"


class Severity(StrEnum):
    """How bad a problem is, worst first."""

    INVALID = "invalid"
    ILLEGAL = "illegal"
    WARNING = "warning"
    NOTE = "note"


class Span(Record):
    """A place in a text: 1-based line and column, and the line as it was typed."""

    file: str
    line: int
    column: int = 1
    length: int = 1
    text: str = ""


class Problem(Record):
    """One fault: what, why with its numbers and rule, what became of it, the remedy.

    ``path`` leads to its place in a document whose text is not at hand: ``ships``, 2, ``at``.
    """

    severity: Severity
    fault: str
    span: Span | None = None
    reason: str = ""
    rule: str = ""
    outcome: str = ""
    remedy: str = ""
    path: tuple[str | int, ...] = ()

    @property
    def is_error(self) -> bool:
        """True for invalid and illegal; warnings and notes stop nothing."""
        return self.severity in (Severity.INVALID, Severity.ILLEGAL)


# A problem with the number of the line it is about.
Found = tuple[int, Problem]


class Faults(Exception):
    """Carries problems out of a reader that has no result to give with them."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.fault for problem in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[Any, ...]:
        """From another process it comes with its problems."""
        return type(self), self.problems


def invalid(fault: str, span: Span | None = None, **more: Any) -> Problem:
    """A problem of severity invalid."""
    return Problem(Severity.INVALID, fault, span, **more)


def illegal(fault: str, span: Span | None = None, **more: Any) -> Problem:
    """A problem of severity illegal."""
    return Problem(Severity.ILLEGAL, fault, span, **more)


def warning(fault: str, span: Span | None = None, **more: Any) -> Problem:
    """A problem of severity warning."""
    return Problem(Severity.WARNING, fault, span, **more)


def render(problem: Problem) -> str:
    """The message as a person reads it: place, own words with a caret, reason, outcome, remedy."""
    lines = [f"{_place(problem.span)}{_mark(problem.severity)}{problem.fault}"]
    span = problem.span
    if span is not None and span.text:
        gutter = str(span.line)
        text, column = _window(span.text, span.column)
        # A tab before the fault is kept, so that the caret stands under it on any screen.
        lead = "".join("\t" if char == "\t" else " " for char in text[: column - 1])
        room = max(1, min(span.length, len(text) - column + 1))
        lines.append(f"{gutter} | {text}")
        lines.append(f"{' ' * len(gutter)} | {lead}{'^' * room}")
    rule = f" [{problem.rule}]" if problem.rule else ""
    said = " ".join(
        part
        for part in (
            _sentence(problem.reason, rule),
            _sentence(problem.outcome),
            _sentence(problem.remedy),
        )
        if part
    )
    if said:
        lines.append(said)
    # Whatever a person wrote may stand in any part: nothing of it moves or hides another.
    return "\n".join(shown(line) for line in "\n".join(lines).split("\n"))


def render_all(problems: Iterable[Problem]) -> str:
    """All messages, in the order of their places, a blank line between two."""
    return "\n\n".join(render(problem) for problem in in_order(problems))


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by place; those without a place first, in the order they were found."""
    return sorted(
        problems,
        key=lambda problem: (problem.span.line, problem.span.column) if problem.span else (0, 0),
    )


_WIDEST = 160


def _window(text: str, column: int) -> tuple[str, int]:
    """A line, or of a very long one the part around the column, and the column in it."""
    if len(text) <= _WIDEST:
        return text, column
    start = max(0, min(column - _WIDEST // 2, len(text) - _WIDEST))
    before, after = "..." if start else "", "..." if start + _WIDEST < len(text) else ""
    return f"{before}{text[start : start + _WIDEST]}{after}", column - start + len(before)


def _place(span: Span | None) -> str:
    return f"{span.file}:{span.line}:{span.column}: " if span else ""


def _mark(severity: Severity) -> str:
    return f"{severity.value}: " if severity in (Severity.WARNING, Severity.NOTE) else ""


def _sentence(text: str, rule: str = "") -> str:
    if not text:
        return rule.strip()
    body = text.rstrip()
    first = body.split()[0].rstrip(",")
    if first.isalpha() and first != "pbm":  # a command or a name stays as it is typed
        body = body[0].upper() + body[1:]
    end = "" if body[-1] in ".!?" and not rule else "."
    return f"{body.rstrip('.') if rule else body}{rule}{end}"


class CampaignFault(Faults):
    """The campaign, or the disk it is on, is not as it should be (exit code 3)."""


def unreadable(file: str, refused: OSError, remedy: str = "") -> CampaignFault:
    """The fault of a file that the disk does not give."""
    reason = (refused.strerror or "the disk refused").lower()
    return CampaignFault(invalid(f"{file} cannot be read", reason=reason, remedy=remedy))
