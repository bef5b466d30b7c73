"""Which rules and words of a grammar some lines make use of, so that none is left untried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, partial

from lark import Lark, Token

from pbm.kit.assets import data_dir
from pbm.language.lark_tables import widened
from pbm.language.parser import LineParser

# A line of an order language with the start of the grammar that it is parsed by.
Located = tuple[str, str]


@cache
def plain_grammar(game: str, parser: LineParser) -> Lark:
    """The grammar of a game with all of its words kept, and nothing made of them."""
    folder = data_dir("grammar")
    return Lark(
        (folder / f"{game}.lark").read_text(encoding="utf-8"),
        start=list(parser.starts),
        parser="lalr",
        keep_all_tokens=True,
        maybe_placeholders=False,
        import_paths=[str(folder)],
        edit_terminals=partial(widened, words=parser.keywords),
    )


def forms_used(game: str, parser: LineParser, lines: Iterable[Located]) -> set[str]:
    """The rules and terminals of a grammar that these lines make use of."""
    plain = plain_grammar(game, parser)
    used: set[str] = set()
    for start, line in lines:
        for part in plain.parse(line, start).iter_subtrees():
            used.add(str(part.data))
            used |= {child.type for child in part.children if isinstance(child, Token)}
    return used


def forms_there_are(game: str, parser: LineParser) -> set[str]:
    """The named rules and the terminals of a grammar."""
    plain = plain_grammar(game, parser)
    rules = {
        str(rule.alias or rule.origin.name)
        for rule in plain.rules
        if rule.alias or not (rule.options.expand1 or rule.origin.name.startswith("_"))
    }
    there = rules | {terminal.name for terminal in plain.terminals} - {"BLANKS"}
    return {one for one in there if not one.startswith("__")}


def bare(parsed: object) -> str:
    """A parse with its keywords' spelling left out."""
    return re.sub(r"Token\('(?!(?:NAME|QUOTED|NUMBER|HEX)')(\w+)', '[^']*'\)", r"\1", str(parsed))


def shortened(
    parser: LineParser, term: str, lines: Sequence[Located], free: tuple[str, ...]
) -> Iterable[tuple[str, str, str]]:
    """Lines with an abbreviation of a keyword: their start, the line so, the line as it was.

    Lines that begin with a word of ``free`` hold words of people.
    """
    keyword = parser.keywords[term]
    for whole in (one for one in keyword.full if _is_alone(parser, term, one)):
        shorts = [short for short in keyword.short if whole.startswith(short)]
        for start, line in lines:
            if f" {whole} " in f" {line} " and not line.casefold().startswith(free):
                for short in shorts:
                    yield start, f" {line} ".replace(f" {whole} ", f" {short} ").strip(), line


def _is_alone(parser: LineParser, term: str, whole: str) -> bool:
    """False where the letters are also (part of) another keyword."""
    others = [
        name
        for name, word in parser.keywords.items()
        if any(whole in form.split() for form in word.full)
    ]
    return others == [term]
