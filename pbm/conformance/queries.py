"""Answer the ASK lines of a case with functions of the game.

The functions are the ``queries`` of the game's `CaseKit`. Their parameters, with types, are what
a case may write; ``options`` and ``dice`` are supplied by the case's OPTION and DICE lines.
"""

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from pbm.conformance.arguments import SUPPLIED, ArgumentReader, Parameter, parameters, written_in
from pbm.conformance.case_file import CaseStep, split_outside, unquoted
from pbm.conformance.expectations import Miss, compare
from pbm.conformance.values import text_of
from pbm.dice.keyed import Dice
from pbm.kit.english import nearest
from pbm.kit.problems import Faults, Span
from pbm.kit.records import Record

REFUSED = "refused"


class QueryRefusal(Record):
    """A query the rules refuse, with the reason."""

    reason: str


class AskLine(Record):
    """A row of the list of queries."""

    ask: str
    arguments: str
    gives: str


class DiceAtFault(Faults):
    """Faults of a case's dice, as distinct from a refusal by the function."""


class _CaseDice(Record):
    source: Dice

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        try:
            return self.source.faces(name, die, count, group)
        except Faults as fault:
            raise DiceAtFault(*fault.problems) from None


def named(*functions: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Functions by their names in cases, without the ``_`` after a builtin."""
    return {function.__name__.rstrip("_"): function for function in functions}


def defined_in(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """The public functions of these modules, by their names in cases."""
    return named(
        *(
            part
            for module in modules
            for name, part in vars(module).items()
            if inspect.isfunction(part)
            and part.__module__ == module.__name__
            and not name.startswith("_")
        )
    )


def list_asks(queries: Mapping[str, Callable[..., Any]], reader: ArgumentReader) -> list[AskLine]:
    """The queries of a game, by name, from their signatures and docstrings."""

    def argument(part: Parameter) -> str:
        said = f"{part.name}: {reader.described(part.kind)}"
        return said if part.required else f"{said} (may be left out)"

    return [
        AskLine(
            name,
            "; ".join(map(argument, parameters(function))),
            (inspect.getdoc(function) or "").partition("\n")[0],
        )
        for name, function in sorted(queries.items())
    ]


def ask(
    step: CaseStep,
    queries: Mapping[str, Callable[..., Any]],
    reader: ArgumentReader,
    options: Mapping[str, str],
    dice: Dice,
) -> list[Any]:
    """The answers of an ASK line, one for each value separated by ``|``."""
    words = split_outside(step.rest, " ")
    name = words[0] if words else ""
    function = queries.get(name)
    if function is None:
        near = nearest(name, queries)
        raise Faults.invalid(
            f'"{name}" is not a query of this game',
            step.span,
            remedy=f"Did you mean {near}?" if near else "pbm conform --asks lists them",
        )
    given: dict[str, Any] = {"options": options, "dice": _CaseDice(dice)}
    taken = inspect.signature(function).parameters
    supplied = {word: given[word] for word in SUPPLIED if word in taken}
    answers: list[Any] = []
    for written in _rounds(words[1:], step.span):
        arguments = reader.arguments(function, written, step.span, name)
        try:
            answers.append(function(**arguments, **supplied))
        except DiceAtFault:
            raise
        except Faults as refused:
            answers.append(QueryRefusal("; ".join(problem.fault for problem in refused.problems)))
        except ValueError as refused:  # a value that no table has
            answers.append(QueryRefusal(str(refused)))
    return answers


def _rounds(words: list[str], span: Span) -> list[dict[str, str]]:
    """The arguments of each query, one for each value separated by ``|``."""
    written = {name: split_outside(text, "|") for name, text in written_in(words, span).items()}
    rounds = {len(values) for values in written.values()} - {1}
    if len(rounds) > 1:
        raise Faults.invalid(
            "the arguments have different numbers of values",
            span,
            reason=", ".join(f"{key}: {len(values)}" for key, values in written.items()),
            remedy="Give each the same number of values, or one",
        )
    return [
        {key: values[index if len(values) > 1 else 0] for key, values in written.items()}
        for index in range(max(rounds, default=1))
    ]


def misses(answers: list[Any], step: CaseStep) -> list[Miss]:
    """The differences of answers from an EXPECT line, with one part for each."""
    wanted = split_outside(step.rest, "|")
    if len(wanted) not in (1, len(answers)):
        raise Faults.invalid(
            f"{len(wanted)} results are expected from {len(answers)} queries",
            step.span,
            remedy="Write one result, or one for each query",
        )
    if len(wanted) == 1:
        wanted *= len(answers)
    found = [_miss(answer, text, step.span) for answer, text in zip(answers, wanted, strict=True)]
    return [miss for miss in found if miss is not None]


def _miss(answer: Any, wanted: str, span: Span) -> Miss | None:
    word, _, reason = wanted.partition(" ")
    if isinstance(answer, QueryRefusal):
        if word == REFUSED and unquoted(reason.strip()) in answer.reason:
            return None
        return Miss(wanted, f"{REFUSED} {answer.reason}")
    if word == REFUSED:
        return Miss(wanted, text_of(answer))
    return compare(answer, wanted, span, {})
