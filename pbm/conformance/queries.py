"""The ask form of a case: a named quantity with arguments, answered by a function of the game.

The functions are the ``asks`` of the game's `CaseKit`. Their parameters, with types, are what a
case may write; ``options`` and ``dice`` are supplied by the case's OPTION and DICE lines.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

from pbm.conformance.case_file import Step, split_outside, unquoted
from pbm.conformance.expectations import Miss, compare
from pbm.conformance.values import convert, described, text_of
from pbm.dice.keyed import Dice
from pbm.kit.problems import Faults, Span, invalid
from pbm.kit.records import Record

SUPPLIED = ("options", "dice")
REFUSED = "refused"


class Refusal(Record):
    """The answer of a function that would not: its reason."""

    reason: str


class AskLine(Record):
    """One row of the list of what a case may ask."""

    ask: str
    arguments: str
    gives: str


class DiceAtFault(Faults):
    """Faults of the case's dice, which are no refusal of the function that asked for them."""


class _CaseDice(Record):
    source: Dice

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        try:
            return self.source.faces(name, die, count, group)
        except Faults as fault:
            raise DiceAtFault(*fault.problems) from None


def list_asks(asks: Mapping[str, Callable[..., Any]]) -> list[AskLine]:
    """What a case of a game may ask, by name, from signatures and docstrings."""
    return [
        AskLine(name, "; ".join(map(_argument, _parameters(function))), _gives(function))
        for name, function in sorted(asks.items())
    ]


def _gives(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").partition("\n")[0]


class _Parameter(Record):
    name: str
    kind: Any
    default: Any

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


def _parameters(function: Callable[..., Any]) -> list[_Parameter]:
    kinds = get_type_hints(function)
    return [
        _Parameter(name, kinds[name], parameter.default)
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in SUPPLIED
    ]


def _argument(part: _Parameter) -> str:
    said = f"{part.name}: {described(part.kind)}"
    return said if part.required else f"{said} (may be left out)"


def ask(
    step: Step,
    asks: Mapping[str, Callable[..., Any]],
    options: Mapping[str, str],
    dice: Dice,
) -> list[Any]:
    """The answers of an ASK line, one for each of the values divided by ``|``."""
    words = split_outside(step.rest, " ")
    name = words[0] if words else ""
    function = asks.get(name)
    if function is None:
        near = difflib.get_close_matches(name, asks, 1)
        raise Faults(
            invalid(
                f'nothing of this game is asked by "{name}"',
                step.span,
                remedy=f"Did you mean {near[0]}?" if near else "pbm conform --asks lists them",
            )
        )
    written = _written(words[1:], step.span)
    rounds = {len(values) for values in written.values()} - {1}
    if len(rounds) > 1:
        raise Faults(
            invalid(
                "the arguments have different numbers of values",
                step.span,
                reason=", ".join(f"{key}: {len(values)}" for key, values in written.items()),
                remedy="Give each the same number of values, or one",
            )
        )
    given: dict[str, Any] = {"options": options, "dice": _CaseDice(dice)}
    supplied = {
        word: given[word] for word in SUPPLIED if word in inspect.signature(function).parameters
    }
    answers: list[Any] = []
    for index in range(max(rounds, default=1)):
        chosen = {
            key: values[index] if len(values) > 1 else values[0] for key, values in written.items()
        }
        arguments = _arguments(chosen, _parameters(function), name, step.span)
        try:
            answers.append(function(**arguments, **supplied))
        except DiceAtFault:
            raise
        except Faults as refused:
            answers.append(Refusal("; ".join(problem.fault for problem in refused.problems)))
    return answers


def _written(words: list[str], span: Span) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            raise Faults(
                invalid(
                    f'"{word}" is not understood here' if not equals else f"{key} stands twice",
                    span,
                    remedy="Arguments read  name=value",
                )
            )
        found[key] = split_outside(value, "|")
    return found


def _arguments(
    chosen: Mapping[str, str], parameters: list[_Parameter], ask_name: str, span: Span
) -> dict[str, Any]:
    known = {part.name: part for part in parameters}
    for key in chosen:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            raise Faults(
                invalid(
                    f"{ask_name} has no argument {key}",
                    span,
                    reason=f"it takes {', '.join(known)}",
                    remedy=f"Did you mean {near[0]}?" if near else "",
                )
            )
    lacking = [part.name for part in parameters if part.required and part.name not in chosen]
    if lacking:
        raise Faults(invalid(f"{ask_name} needs {', '.join(lacking)}", span))
    found: dict[str, Any] = {}
    for key, text in chosen.items():
        try:
            found[key] = convert(text, known[key].kind)
        except ValueError as reason:
            raise Faults(invalid(f"{key}: {reason}", span)) from None
    return found


def misses(answers: list[Any], step: Step) -> list[Miss]:
    """How the answers differ from an EXPECT line; parts divided by ``|`` go one to each."""
    wanted = split_outside(step.rest, "|")
    if len(wanted) not in (1, len(answers)):
        raise Faults(
            invalid(
                f"{len(wanted)} results are expected of {len(answers)} questions",
                step.span,
                remedy="Write one result, or one for each question",
            )
        )
    if len(wanted) == 1:
        wanted *= len(answers)
    found = [_miss(answer, text, step.span) for answer, text in zip(answers, wanted, strict=True)]
    return [miss for miss in found if miss is not None]


def _miss(answer: Any, wanted: str, span: Span) -> Miss | None:
    word, _, reason = wanted.partition(" ")
    if isinstance(answer, Refusal):
        if word == REFUSED and unquoted(reason.strip()) in answer.reason:
            return None
        return Miss(wanted, f"{REFUSED} {answer.reason}")
    if word == REFUSED:
        return Miss(wanted, text_of(answer))
    return compare(answer, wanted, span, {})
