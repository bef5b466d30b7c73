"""Problems of a text that a person wrote, and the one way to show them.

Problems are values: each pass returns all of them, and none raises for bad input. *Invalid* is
not understood; *illegal* is understood but not allowed.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Self

from pbm.kit.records import Record
from pbm.kit.text import shown

# The remedy for a missing or changed file of a campaign.
PUT_BACK = "Put it back from a copy of the campaign"
# Stands among the words expected in a place for any name that the player may write.
ANY_NAME = "<name>"


class Severity(StrEnum):
    """How bad a problem is, worst first."""

    INVALID = "invalid"
    ILLEGAL = "illegal"
    WARNING = "warning"
    NOTE = "note"


class Span(Record):
    """A place in a text: line and column, counted from 1, and the line as typed."""

    file: str
    line: int
    column: int = 1
    length: int = 1
    text: str = ""


class Problem(Record):
    """A fault: what, why (numbers, rule), what happened to the order, the remedy.

    ``path`` is its place in a document whose text is not available: ``ships``, 2, ``at``.
    ``expected`` are the words that could have stood at its place, `ANY_NAME` for a name.
    """

    severity: Severity
    fault: str
    span: Span | None = None
    reason: str = ""
    rule: str = ""
    outcome: str = ""
    remedy: str = ""
    path: tuple[str | int, ...] = ()
    expected: tuple[str, ...] = ()

    @property
    def is_error(self) -> bool:
        """True for invalid and illegal problems; warnings and notes stop nothing."""
        return self.severity in (Severity.INVALID, Severity.ILLEGAL)


# A problem with the number of the line it concerns.
Found = tuple[int, Problem]


class Faults(Exception):
    """An exception that carries problems, from a reader that has no result."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.fault for problem in problems))
        self.problems = problems

    @classmethod
    def invalid(cls, fault: str, span: Span | None = None, **more: Any) -> Self:
        """The exception for one invalid problem."""
        return cls(invalid(fault, span, **more))

    @classmethod
    def illegal(cls, fault: str, span: Span | None = None, **more: Any) -> Self:
        """The exception for one illegal problem."""
        return cls(illegal(fault, span, **more))

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the problems when pickled for another process."""
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
    """The message for a person: place, line with a caret, reason, outcome, remedy."""
    lines = [f"{_place(problem.span)}{_mark(problem.severity)}{problem.fault}"]
    span = problem.span
    if span is not None and span.text:
        gutter = str(span.line)
        text, column = _window(span.text, span.column)
        # Keep tabs before the fault, so that the caret is under it on any screen.
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
    # Any part may contain what a person wrote; none of it may move or hide other text.
    return "\n".join(map(shown, "\n".join(lines).split("\n")))


def render_all(problems: Iterable[Problem]) -> str:
    """All messages in the order of their places, separated by blank lines."""
    return "\n\n".join(render(problem) for problem in in_order(problems))


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems sorted by place; those without a place first, in their given order."""
    return sorted(
        problems,
        key=lambda problem: (problem.span.line, problem.span.column) if problem.span else (0, 0),
    )


_WIDEST = 160


def _window(text: str, column: int) -> tuple[str, int]:
    """The line, or the part of a very long line around the column, and the new column."""
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
    if first.isalpha() and first != "pbm":  # a command or a name stays as typed
        body = body[0].upper() + body[1:]
    end = "" if body[-1] in ".!?" and not rule else "."
    return f"{body.rstrip('.') if rule else body}{rule}{end}"


class CampaignFault(Faults):
    """A fault of the campaign's files, or of the disk (exit code 3)."""


def unreadable(file: str, refused: OSError, remedy: str = "") -> CampaignFault:
    """The fault of a file that cannot be read from the disk."""
    reason = (refused.strerror or "the disk refused").lower()
    return CampaignFault.invalid(f"{file} cannot be read", reason=reason, remedy=remedy)
