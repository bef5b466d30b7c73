"""Order lines: parsed with every place and full reports of faults, against bare Lark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from lark import Lark, Tree

from pbm.games.nova.orders.order_parser import ParseTreeTransformer as Nova
from pbm.kit.assets import data_dir
from pbm.language.parse_tree import NodeTransformer
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from tests.tooling.bench import nova
from tests.tooling.bench.inputs import OPTIONS, Fleet, order_lines, sheet_of, sheet_text
from tests.tooling.bench.measure import Row, calls, growth, measure, paced

LINES = 9_000  # as many as a text may hold
GROWTH = (360, 1_800, 9_000)
EVERY = 20  # one line of so many is misspelt
Line = tuple[str, str]  # where it stands in a sheet, and itself


def bare(game: str, transformer: Any, starts: Sequence[str]) -> Lark:
    """A game's grammar in plain Lark, with places and the transformer the game has itself."""
    folder = data_dir("grammar")
    path = folder / f"{game}.lark"
    return Lark(
        path.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=list(starts),
        transformer=_for_lark(transformer),
        propagate_positions=True,
        source_path=str(path),
        import_paths=[str(folder)],
    )


def _for_lark(transformer: Any) -> Any:
    """The transformer with Lark's trees of the rules that are spliced into others."""
    kind: Any = type(transformer)

    class Spliced(kind):  # type: ignore[misc]  # of any kind
        def __default__(self, data: str, items: list[Any], meta: Any) -> Any:
            spliced = data.startswith("_")
            return Tree(data, items) if spliced else super().__default__(data, items, meta)

    return Spliced()


def misspelt(lines: Sequence[Line]) -> list[Line]:
    """The lines, one of twenty with a sign too many in its last word."""
    return [
        (start, f"{line}~") if number % EVERY == 0 else (start, line)
        for number, (start, line) in enumerate(lines)
    ]


def _parsing(title: str, game: str, transformer: Any, lines: Any) -> Row:
    ours = LineParser(game, transformer)
    lark = bare(game, transformer, ours.starts)
    wrong = misspelt(lines)

    def plain() -> None:
        for start, line in lines:
            lark.parse(line, start=start)

    def parsed(given: Sequence[Line]) -> int:
        return sum(isinstance(ours.parse(line, (), start), SyntaxFault) for start, line in given)

    assert parsed(lines) == 0
    assert parsed(wrong) == len(wrong[::EVERY])
    found = measure(plain, lambda: parsed(lines), lambda: parsed(wrong))
    row = paced(f"{title}: lines parsed, with every place", len(lines), "lines", found, 1)
    return row | {
        "ratio": round(found.seconds[0] / found.seconds[1], 3),
        "of": "bare Lark with positions and the same transformer",
        "with_faults": round(found.seconds[0] / found.seconds[2], 3),
    }


def rows() -> list[Row]:
    """The rows of this part."""
    lines = order_lines(LINES)
    plain = [("start", line) for line in lines]
    first = _parsing("Knight Hawks", "knighthawks", NodeTransformer(), plain)
    cluster = nova.cluster(LINES // 120 + 1)
    # Names are looked up folded; the keywords of bare Lark are in small letters only.
    told = [(start, line.lower()) for start, line in nova.order_lines(cluster)][:LINES]
    second = _parsing("Nova", "nova", Nova(), told)
    return [first, second, *_whole(lines)]


def _whole(lines: Sequence[str]) -> list[Row]:
    fleet = Fleet()
    known = fleet.known()

    def whole(count: int) -> None:
        sheet = sheet_of(sheet_text(lines[:count]))
        assert len(fleet.ruleset.read(sheet, known, OPTIONS).understood) > count // 2

    found = measure(partial(whole, LINES))
    counted = [(count, calls(partial(whole, count))) for count in GROWTH]
    return [
        paced("Knight Hawks: a sheet read, checked, receipted", LINES, "lines", found),
        growth("Knight Hawks: calls of reading a sheet", counted, "lines"),
    ]
