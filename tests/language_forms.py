"""Which rules and words of a grammar some lines make use of, so that none is left untried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lark import Lark, Token, Tree

from pbm.kit.assets import data_dir
from pbm.language.parser import LineParser


def grammar_text(name: str) -> str:
    """The grammar file of a game."""
    return (data_dir("grammar") / f"{name}.lark").read_text(encoding="utf-8")


def plain_parser(name: str, parser: LineParser) -> Lark:
    """The grammar of a game with all of its words kept, and nothing made of them."""
    return Lark(
        grammar_text(name),
        parser="lalr",
        keep_all_tokens=True,
        maybe_placeholders=False,
        import_paths=[str(data_dir("grammar"))],
        edit_terminals=parser._widen,
    )


def forms_used(name: str, parser: LineParser, lines: Iterable[str]) -> set[str]:
    """The rules and terminals of a grammar that these lines make use of."""
    plain = plain_parser(name, parser)
    used: set[str] = set()
    for line in lines:
        tree = plain.parse(line)
        for part in tree.iter_subtrees():
            used.add(str(part.data))
            used |= {child.type for child in part.children if isinstance(child, Token)}
            assert all(isinstance(child, (Token, Tree)) for child in part.children)
    return used


def forms_there_are(name: str) -> set[str]:
    """The named rules and the terminals of a grammar."""
    plain = Lark(grammar_text(name), import_paths=[str(data_dir("grammar"))], parser="lalr")
    rules = {
        str(rule.alias or rule.origin.name)
        for rule in plain.rules
        if rule.alias or not (rule.options.expand1 or rule.origin.name.startswith("_"))
    }
    return rules | {terminal.name for terminal in plain.terminals} - {"BLANKS"}


def bare(parsed: object) -> str:
    """A parse with its keywords' spelling left out."""
    return re.sub(r"Token\('(?!(?:NAME|QUOTED|NUMBER|HEX)')(\w+)', '[^']*'\)", r"\1", str(parsed))


def shortened(parser: LineParser, term: str, lines: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Lines with an abbreviation of a keyword, each with the line as it was."""
    keyword = parser.keywords[term]
    for line in lines:
        for whole in keyword.full:
            if not _is_alone(parser, term, line, whole):
                continue
            for short in keyword.short:
                if whole.startswith(short) and f" {whole} " in f" {line} ":
                    yield f" {line} ".replace(f" {whole} ", f" {short} ").strip(), line


def _is_alone(parser: LineParser, term: str, line: str, whole: str) -> bool:
    """False where the letters are also (part of) another keyword, or words of a note."""
    others = [
        name
        for name, word in parser.keywords.items()
        if any(whole in form.split() for form in word.full)
    ]
    return others == [term] and not line.casefold().startswith("note")
