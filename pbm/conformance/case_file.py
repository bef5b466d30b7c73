"""Read conformance cases, which docs/cases.md describes.

    GAME knighthawks

    CASE KH-D-CH7
    RULE KH 4 Attack Modifiers
    ASK chance weapon=assault_rocket head_on=yes range=3 icm=3
    EXPECT 55     # 60 + 10 - 15

The reader knows only the form of cases; `pbm.conformance.runner` carries them out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbm.engine.types import Seat
from pbm.kit.english import nearest
from pbm.kit.problems import Problem, Span, invalid
from pbm.kit.records import Record
from pbm.sheets.kinds import ANY_KINDS

# Statements about a case itself, once each (OPTION any number of times).
ABOUT = ("RULE", "AMBIGUITY", "ABOUT", "GAME", "OPTION", "DIFFERS")
# Steps of a case, in order. Blocks continue to a line END.
SHEETS = tuple(kind.name for kind in ANY_KINDS)
BLOCKS = ("SET-UP", *SHEETS, "DICE", "RULINGS")
STEPS = (*BLOCKS, "RUN", "ASK", "EXPECT")


class CaseStep(Record):
    """A statement of a case: its word, the rest of its line, the lines of its block."""

    word: str
    rest: str
    span: Span
    block: tuple[tuple[int, str], ...] = ()

    def line_span(self, number: int) -> Span:
        """The place of a line of the block."""
        text = dict(self.block).get(number, self.span.text)
        return Span(self.span.file, number, 1, max(1, len(text)), text)


class Case(Record):
    """A case: its id, the rule it shows, its steps and expectations.

    ``differs``: with every option at its default the result must be another.
    """

    id: str
    game: str
    rule: str
    file: str
    span: Span
    about: str = ""
    ambiguity: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    differs: bool = False
    steps: tuple[CaseStep, ...] = ()


class CaseScene(Record):
    """The result of a SET-UP block: a game at the beginning of a turn.

    ``labels`` maps opaque ids to their names in the case.
    """

    state: Any
    seats: tuple[Seat, ...]
    turn: int
    labels: Mapping[str, str]


class _Draft(Struct):
    id: str
    span: Span
    words: dict[str, str]
    options: dict[str, str]
    steps: list[CaseStep]


def read_cases(text: str, file: str) -> tuple[list[Case], list[Problem]]:
    """The cases of a file in order, and all problems of its form."""
    return _Reader(text, file).read()


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self._lines: Iterator[tuple[int, str]] = iter(enumerate(text.splitlines(), 1))
        self._file = file
        self._game = ""
        self._drafts: list[_Draft] = []
        self.problems: list[Problem] = []

    def read(self) -> tuple[list[Case], list[Problem]]:
        for number, typed in self._lines:
            body = cut_remark(typed)
            if not body.strip():
                continue
            found = re.match(r"\s*(\S+)\s*(.*)", body)
            assert found is not None  # the line is not blank
            span = Span(self._file, number, found.start(1) + 1, len(found.group(1)), typed)
            self._statement(found.group(1).upper(), found.group(2).strip(), span)
        cases = [self._case(draft) for draft in self._drafts]
        self._doubles(cases)
        return cases, self.problems

    def _statement(self, word: str, rest: str, span: Span) -> None:
        if word == "CASE":
            if not rest or " " in rest:
                self._fault("a case has one word as its id", span, "Write  CASE KH-D-CH7")
            self._drafts.append(_Draft(rest, span, {}, {}, []))
        elif word == "GAME" and not self._drafts:
            self._game = rest
        elif word not in ABOUT and word not in STEPS:
            near = nearest(word, (*ABOUT, *STEPS, "CASE"))
            self._fault(
                f'"{word}" is not a word of a case',
                span,
                f"Did you mean {near}?" if near else f"They are {', '.join((*ABOUT, *STEPS))}",
            )
        elif not self._drafts:
            self._fault(f"{word} comes before the first CASE", span, "Begin with  CASE ID")
        elif word in STEPS:
            self._step(word, rest, span)
        else:
            self._about(word, rest, span)

    def _step(self, word: str, rest: str, span: Span) -> None:
        block: tuple[tuple[int, str], ...] = ()
        if word in BLOCKS and not (word == "DICE" and rest):
            block = self._block(span, word)
        self._drafts[-1].steps.append(CaseStep(word, rest, span, block))

    def _about(self, word: str, rest: str, span: Span) -> None:
        draft = self._drafts[-1]
        if word == "OPTION":
            key, equals, value = (part.strip() for part in rest.partition("="))
            if not equals or not key or not value:
                self._fault(
                    "an option has the form KEY = VALUE", span, "Write  OPTION screen.round = up"
                )
            elif key in draft.options:
                self._fault(f"option {key} is set twice in one case", span, "Leave one out")
            draft.options[key] = value
        elif word in draft.words:
            self._fault(f"{word} occurs twice in case {draft.id}", span, "Leave one out")
        else:
            draft.words[word] = rest

    def _block(self, span: Span, word: str) -> tuple[tuple[int, str], ...]:
        lines: list[tuple[int, str]] = []
        for number, typed in self._lines:
            if cut_remark(typed).strip().upper() == "END":
                return tuple(lines)
            lines.append((number, typed))
        self._fault(f"the {word} block has no END", span, "Close it with a line END")
        return tuple(lines)

    def _case(self, draft: _Draft) -> Case:
        game = draft.words.get("GAME", self._game)
        if not game:
            self._fault(f"case {draft.id} does not name its game", draft.span, "Write  GAME NAME")
        if not draft.words.get("RULE"):
            self._fault(f"case {draft.id} names no rule", draft.span, "Write  RULE KH 3 Turning")
        if not any(step.word == "EXPECT" for step in draft.steps):
            self._fault(f"case {draft.id} expects nothing", draft.span, "Write an EXPECT line")
        return Case(
            draft.id,
            game,
            draft.words.get("RULE", ""),
            self._file,
            draft.span,
            draft.words.get("ABOUT", ""),
            tuple(re.split(r"[\s,]+", draft.words["AMBIGUITY"]))
            if "AMBIGUITY" in draft.words
            else (),
            draft.options,
            "DIFFERS" in draft.words,
            tuple(draft.steps),
        )

    def _doubles(self, cases: Sequence[Case]) -> None:
        seen: dict[str, Case] = {}
        for case in cases:
            if case.id in seen:
                self._fault(
                    f"there are two cases {case.id}",
                    case.span,
                    f"The first is on line {seen[case.id].span.line}; rename one",
                )
            seen.setdefault(case.id, case)

    def _fault(self, fault: str, span: Span, remedy: str) -> None:
        self.problems.append(invalid(fault, span, remedy=remedy))


def cut_remark(line: str) -> str:
    """The line up to a ``#`` outside quotes."""
    quoted = False
    for index, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return line[:index].rstrip()
    return line.rstrip()


_OPEN, _CLOSE = "[{(", "]})"


def split_outside(text: str, at: str) -> list[str]:
    """The parts of a text between separators outside quotes and brackets.

    A blank as separator matches any run of blanks.

    >>> split_outside('a=1 b=[2, 3] c="x y"', " ")
    ['a=1', 'b=[2, 3]', 'c="x y"']
    """
    parts, depth, quoted = [""], 0, False
    for char in text:
        if char == '"':
            quoted = not quoted
        elif not quoted:
            depth += (char in _OPEN) - (char in _CLOSE)
        if not quoted and depth == 0 and (char == at or (at == " " and char.isspace())):
            parts.append("")
        else:
            parts[-1] += char
    if at == " ":
        return [part for part in parts if part]
    return [part.strip() for part in parts]


def unquoted(text: str) -> str:
    """A word without the quotes around it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
