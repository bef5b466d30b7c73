"""The lines of a SET-UP block: a word, a name, fields; which there are is the game's own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, get_type_hints

from pbm.conformance.case_file import Step, cut_remark, split_outside
from pbm.conformance.values import convert, described
from pbm.kit.problems import Faults, Span, invalid
from pbm.kit.records import Record


class SceneLine(Record):
    """One line of a SET-UP block; ``name`` is "" where the word takes none."""

    word: str
    name: str
    given: dict[str, Any]
    span: Span


def scene_lines(step: Step, words: Mapping[str, Any], nameless: Collection[str]) -> list[SceneLine]:
    """The lines of a SET-UP block; Faults for one that is not understood.

    ``words`` says which fields a word takes, as a TypedDict; ``nameless`` take no name.
    """
    return list(_lines(step, words, nameless))


def _lines(step: Step, words: Mapping[str, Any], nameless: Collection[str]) -> Iterator[SceneLine]:
    for number, typed in step.block:
        parts = split_outside(cut_remark(typed), " ")
        if not parts:
            continue
        span = step.line_span(number)
        word = parts.pop(0).upper()
        if word not in words:
            raise Faults(
                invalid(f'"{word}" is not a word of a set-up', span, reason=", ".join(words))
            )
        name = "" if not parts or "=" in parts[0] else parts.pop(0)
        if (name == "") != (word in nameless):
            raise Faults(
                invalid(f"{word} is followed by {'a name' if not name else 'no name'}", span)
            )
        yield SceneLine(word, name, _fields(parts, get_type_hints(words[word]), span), span)


def _fields(parts: list[str], kinds: Mapping[str, Any], span: Span) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in parts:
        key, _, text = part.partition("=")
        if key not in kinds:
            raise Faults(
                invalid(
                    f'"{key}" is not a field here', span, reason=f"there are {', '.join(kinds)}"
                )
            )
        try:
            found[key] = convert(text, kinds[key])
        except ValueError as reason:
            raise Faults(
                invalid(f"{key}: {reason}", span, remedy=f"Write a {described(kinds[key])}")
            ) from None
    return found


def refuse_doubles(lines: Collection[SceneLine], often: Collection[str]) -> None:
    """Refuse a word and name that stand twice; the words ``often`` may."""
    names: set[tuple[str, str]] = set()
    for line in lines:
        if line.word not in often and (line.word, line.name) in names:
            raise Faults(invalid(f"{line.name or line.word} stands twice", line.span))
        names.add((line.word, line.name))
