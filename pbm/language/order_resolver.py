"""The part of reading an order that all games share: places of words, and faults."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.kit.problems import Problem, Severity, Span, illegal, invalid, warning
from pbm.language.condition import COMPARE, AnyOf
from pbm.language.conditions_syntax import MOST_GROUPS, RawCondition, comparison, wrong_way
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.line import Line

NOT_DONE = "This order will not be carried out"


class StatementPart(Protocol):
    """A part of a statement: its kind, and its first word."""

    @property
    def kind(self) -> str:
        """The name of its grammar rule."""

    @property
    def word(self) -> Token:
        """The word that messages point at."""


P = TypeVar("P", bound=StatementPart)
S = TypeVar("S")
R = TypeVar("R")


class _Found(Struct, kw_only=True):
    """The problems of a line; ``left_out`` are of parts without which the rest of it stands."""

    problems: list[Problem] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)


class OrderResolver(_Found):
    """One line and the problems found in it; each game's resolver looks up its names."""

    line: Line
    ref: OrderRef

    @property
    def is_understood(self) -> bool:
        """False once something of the statement was invalid."""
        return not self.problems or not any(
            problem.severity is Severity.INVALID for problem in self.problems
        )

    def each(self, parts: Iterable[S], build: Callable[[S], R]) -> list[R]:
        """What ``build`` makes of independent parts; those not understood are left out.

        If none is understood, neither is the line.
        """
        found: list[R] = []
        before, self.problems = self.problems, []
        for part in parts:
            built = build(part)
            if self.is_understood:
                found.append(built)
                before += self.problems
            else:
                self.left_out += self.problems
            self.problems = []
        self.problems = before
        if not found:
            self.problems += self.left_out
            self.left_out = []
        return found

    def listed(self, units: Iterable[S], find: Callable[[S], R | None]) -> tuple[R, ...]:
        """The units of a list that exist; the others are left out with a warning.

        If none exists, the line is not understood.
        """
        found: list[R] = []
        before, self.problems = self.problems, []
        for unit in units:
            if (one := find(unit)) and one not in found:
                found.append(one)
        if found:
            self.problems = [_left_out(problem) for problem in self.problems]
        self.problems = [*before, *self.problems]
        return tuple(found)

    def span(self, token: Token) -> Span:
        """The place of a word in the text as received."""
        return self.line.span(token.start_pos, token.end_pos)

    def bad(self, token: Token, fault: str, **more: str) -> None:
        """Report a word that is not understood."""
        self.problems.append(invalid(fault, self.span(token), **more))

    def not_allowed(self, token: Token, fault: str, **more: str) -> None:
        """Report a word that is understood but not allowed."""
        self.problems.append(illegal(fault, self.span(token), **more))

    def say(self, problem: Problem) -> None:
        """Report a problem of the whole line."""
        self.problems.append(replace(problem, span=self.line.span()))

    def refuse(self, fault: str, **more: str) -> None:
        """Report that the whole line is understood but not allowed."""
        self.say(illegal(fault, None, **more))

    def warn(self, fault: str, **more: str) -> None:
        """Report a warning about the whole line."""
        self.say(warning(fault, None, **more))

    def unknown(self, token: Token, fault: str, near: str) -> None:
        """Report an unknown name, with ``near``, a known one much like it, or ""."""
        self.bad(token, fault, remedy=f"Did you mean {near}?" if near else "")

    def once(self, parts: Iterable[P]) -> dict[str, P]:
        """Parts by kind; a kind that occurs twice is a fault."""
        found: dict[str, P] = {}
        for part in parts:
            if part.kind in found:
                self.bad(part.word, f'"{part.word}" occurs twice in this line')
            found[part.kind] = part
        return found

    def percent(self, part: Node, op: str) -> int:
        """The chance, in per cent, of a limit; ``op`` is the comparison it takes."""
        written = part.token("COMPARE")
        number = part.number or 0
        if written is not None and comparison(written) == op[0]:
            number += 1 if op == ">=" else -1
        if written is not None and (wrong := wrong_way(written, op[0])) is not None:
            self.bad(wrong, f'"{wrong}" points the wrong way', remedy=f"Write chance {op}")
        elif not 0 <= number <= 100:
            self.bad(part.word, f"a chance is from 0 to 100 per cent, not {number}")
        return number

    def bounded(self, raw: RawCondition[Any]) -> None:
        """Report a condition that is too long."""
        if raw.too_long:
            self.say(
                invalid(
                    "this condition is too long",
                    reason=f"Written out, it has more than {MOST_GROUPS} parts",
                    remedy="Split it over several lines",
                )
            )

    def in_turn(self, condition: AnyOf[Any], turn: int) -> None:
        """Warn of a condition that asks for another turn than that of the sheet."""

        def may(test: Any) -> bool:
            asks = test.kind == "turn"
            return not asks or COMPARE[test.op](turn, test.number) is not test.negated

        if not condition.holds(may):
            reason = f"The sheet is for turn {turn}"
            self.warn("this condition cannot hold", reason=reason)


def _left_out(problem: Problem) -> Problem:
    if problem.severity is not Severity.INVALID:
        return problem
    outcome = "It was left out; the rest of the line stands"
    return replace(problem, severity=Severity.WARNING, outcome=outcome)


def quoted(token: Token) -> str:
    """A word as a message shows it, in quotes."""
    return str(token) if token.startswith('"') else f'"{token}"'
