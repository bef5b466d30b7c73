"""Read the lines of a SET-UP block: a word, a name and fields of the game."""

from collections.abc import Collection, Mapping
from typing import Any

from pbm.conformance.arguments import ArgumentReader, written_in
from pbm.conformance.case_file import CaseStep, cut_remark, split_outside
from pbm.kit.english import nearest
from pbm.kit.problems import Faults, Span
from pbm.kit.records import Record


class SetUpLine(Record):
    """A line of a SET-UP block; ``name`` is "" if its word takes none."""

    word: str
    name: str
    given: Any
    span: Span


class Form(Record):
    """The words of a game's SET-UP blocks, each with its fields as a record.

    ``nameless`` words take no name; ``often`` words may be repeated for one name.
    """

    words: Mapping[str, type[Record]]
    reader: ArgumentReader = ArgumentReader()
    nameless: Collection[str] = ()
    often: Collection[str] = ()

    def lines(self, step: CaseStep) -> list[SetUpLine]:
        """The lines of a block; Faults for one not understood or repeated."""
        found: list[SetUpLine] = []
        for number, typed in step.block:
            if words := split_outside(cut_remark(typed), " "):
                line = self._line(words.pop(0).upper(), words, step.line_span(number))
                if line.word not in self.often and any(_doubles(line, one) for one in found):
                    raise Faults.invalid(f"{line.name or line.word} occurs twice", line.span)
                found.append(line)
        return found

    def _line(self, word: str, words: list[str], span: Span) -> SetUpLine:
        kind = self.words.get(word)
        if kind is None:
            near = nearest(word, self.words)
            raise Faults.invalid(
                f'"{word}" is not a word of a set-up',
                span,
                reason=f"they are {', '.join(self.words)}",
                remedy=f"Did you mean {near}?" if near else "",
            )
        name = "" if not words or "=" in words[0] else words.pop(0)
        if (name == "") != (word in self.nameless):
            raise Faults.invalid(f"{word} is followed by {'no' if name else 'a'} name", span)
        called = f"{word.lower()} {name}".rstrip()
        given = kind(**self.reader.arguments(kind, written_in(words, span), span, called))
        return SetUpLine(word, name, given, span)


def _doubles(one: SetUpLine, other: SetUpLine) -> bool:
    return (one.word, one.name) == (other.word, other.name)


def shared(given: Record, kind: type[Record]) -> dict[str, Any]:
    """The fields of a line that this kind of record has too."""
    return {
        name: getattr(given, name)
        for name in kind.__struct_fields__
        if name in given.__struct_fields__
    }
