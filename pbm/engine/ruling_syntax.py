"""The syntax of one ruling: its form, its words, the place of a fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from pbm.kit.assets import data_dir
from pbm.kit.english import nearest
from pbm.kit.problems import Faults, Span

if TYPE_CHECKING:
    from lark import Lark, Token

Spans = Callable[[int, int], Span]

# The form of each statement, without its reason; docs and messages show these.
FORMS: Mapping[str, str] = {
    "set": "set UNIT.FIELD = VALUE",
    "move": "move UNIT to PLACE [facing 4] [speed 3]",
    "add": 'add "NAME" as UNIT class "CLASS" for PLAYER at PLACE [facing 4] [speed 3]',
    "remove": "remove UNIT",
    "result": "result BATTLE: WORDS",
    "cancel": "cancel PLAYER line NUMBER",
    "replace": 'replace PLAYER line NUMBER with "ORDER"',
    "answer": "answer ITEM: WORDS",
    "note": "note PLAYER: WORDS",
    "hand": 'hand PLAYER to "NEW NAME"',
    "close": "close PLAYER",
    "withdraw": "withdraw R2",
    "roll": "roll NAME counts as 37",
    "term": "term NAME without WORDS",
    "address": "address PLAYER NAME@HOST",
    "deadline": "deadline 2026-12-01 20:00 Europe/Berlin",
    "pause": "pause",
    "resume": "resume",
}
# One character for each, so that columns stay as typed.
PLAIN = str.maketrans("“”„‘’\u00a0\ufeff\t", '"""\'\'   ')
_MARKS = re.compile(r'"[^"]*"|#|\bbecause\b', re.IGNORECASE)
# An empire and its ship before a field, without the quotes they need.
_TWO_NAMES = re.compile(r"\s*set\s+([\w'-]+)[. ]([\w'-]+)\.(\w+(?:\.\w+)*)\s*=", re.IGNORECASE)


class WrongRuling(Faults):
    """A statement that cannot be read, with the problem at its place."""


@cache
def _parser() -> Lark:
    from lark import Lark  # slow to import, and most turns have no ruling

    grammar = (data_dir("grammar") / "rulings.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual")


def cut(plain: str, span: Spans) -> tuple[int, str]:
    """The end of the statement, and its reason."""
    stop, because = len(plain), -1
    for mark in _MARKS.finditer(plain):
        if mark.group() == "#":
            stop = mark.start()
            break
        if because < 0 and not mark.group().startswith('"'):
            because = mark.start()
    reason = plain[because + len("because") : stop].strip() if because >= 0 else ""
    if len(reason) > 1 and reason[0] == reason[-1] == '"':
        reason = reason[1:-1].strip()
    if not reason:
        end = len(plain[:stop].rstrip())
        raise WrongRuling.invalid(
            "This ruling has no reason",
            span(end - 1, end) if because < 0 else span(because, end),
            reason="The players it concerns read the reason",
            remedy='End it with "because" and the reason.',
        )
    return because, reason


def verb_of(body: str, start: int, span: Spans) -> str:
    """The verb that a statement begins with."""
    found = re.compile(r"\s*([^\s:=]*)").match(body, start)
    assert found is not None
    verb = found.group(1).casefold()
    if verb in FORMS:
        return verb
    raise WrongRuling.invalid(
        f'"{found.group(1)}" is not a ruling' if verb else "There is no ruling here",
        span(*found.span(1)),
        remedy=meant(verb, FORMS) or f"The rulings are {', '.join(FORMS)}.",
    )


def words_of(verb: str, body: str, start: int, span: Spans) -> list[str]:
    """The words of a statement after its keywords, without quotes."""
    from lark import Token, UnexpectedInput, UnexpectedToken

    try:
        tree = _parser().parse(" " * start + body[start:])
    except UnexpectedInput as wrong:
        ended = isinstance(wrong, UnexpectedToken) and wrong.token.type == "$END"
        at = len(body) if ended or wrong.pos_in_stream is None else wrong.pos_in_stream
        raise WrongRuling.invalid(
            f'This form of "{verb}" is not understood',
            span(at, at + 1),
            remedy=f"Expected {FORMS[verb]} because REASON.{_quoting(body[start:])}",
        ) from None
    return [_unquoted(token) for token in tree.scan_values(lambda part: isinstance(part, Token))]


def _quoting(words: str) -> str:
    """The remedy for a unit with two names and no quotes, "" if there is none."""
    unit = _TWO_NAMES.match(words)
    if unit is None:
        return ""
    both = " ".join(unit.group(1, 2))
    return f' A unit with two names needs quotes: "{both}".{unit[3]}'


def _unquoted(token: Token) -> str:
    text = str(token).strip()
    quoted = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]
    return text[1:-1] if quoted else text


def within(whole: Span, words: str) -> Span:
    """The place of these words of a statement, or of the whole statement."""
    start = whole.text.translate(PLAIN).find(words, whole.column - 1) if words else -1
    if start < 0:
        return whole
    return Span(whole.file, whole.line, start + 1, len(words), whole.text)


def meant(word: str, known: Iterable[str]) -> str:
    """A remedy with the likeliest known word, or ""."""
    near = nearest(word, known)
    return f'Did you mean "{near}"?' if near else ""
