"""What a missile intercepts: ``intercept chance >= 5, not B, first A``. Rule: DV 9.6."""

from collections.abc import Iterator

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder
from pbm.games.deltavee.orders.lines.prefill import Prefill
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import Ref, refs_of
from pbm.games.deltavee.state.units import MISSILE
from pbm.kit.records import Record
from pbm.language.conditions_syntax import comparison, wrong_way
from pbm.language.order_resolver import NOT_DONE
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import remark

DECLINING_CIV = 8
_MOST_CHANCE = 10


class InterceptLine(Record):
    """``intercept always | never | chance >= 5 | not B, C | only A`` (Civ 8), and ``first``.

    ``first`` is the preference among equals.
    """

    ref: OrderRef
    attempt: bool = True
    least_chance: int = 0
    spare: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


def _read(resolver: UnitResolver, statement: Statement) -> InterceptLine:
    lists: dict[str, list[Ref]] = {"spare": [], "only": [], "first_of": []}
    attempt, least = True, 0
    last: list[Ref] | None = None
    for part in statement.parts:
        if part.kind == "more_of":
            if last is None:
                resolver.bad(
                    part.word,
                    f'"{part.word}" needs a word before it such as  not  or  only',
                    remedy=f"Write  not {part.word}  or  only {part.word}",
                )
            else:
                last += refs_of(part)
        elif part.kind in lists:
            last = lists[part.kind]
            last += refs_of(part)
        else:
            last = None
            attempt = part.kind != "never" and attempt
            least = max(least, _least(resolver, part))
    if not attempt and len(statement.parts) > 1:
        resolver.bad(statement.parts[0].word, '"never" leaves nothing else to be said')
    return InterceptLine(resolver.ref, attempt, least, *map(resolver.enemies, lists.values()))


def _least(resolver: UnitResolver, part: Node) -> int:
    if part.kind != "least_chance":
        return 0
    sign_at = part.items[1]
    number = (part.number or 0) + (sign_at.type == "COMPARE" and comparison(sign_at) == ">")
    wrong = wrong_way(sign_at, ">")
    if wrong is not None:
        resolver.bad(wrong, f'"{wrong}" points the wrong way', remedy="Write chance >=")
    elif number > _MOST_CHANCE:
        resolver.bad(part.word, f"a chance is 0 to {_MOST_CHANCE} in ten, not {number}")
    return number


def _text(line: InterceptLine, names: SheetNames) -> str:
    if not line.attempt:
        return "intercept never"
    words = [f"chance >= {line.least_chance}"] if line.least_chance else []
    for word, units in (("not", line.spare), ("only", line.only), ("first", line.first)):
        if units:
            words.append(f"{word} {names.targets(units)}")
    return f"intercept {', '.join(words) or 'always'}"


def _check(resolver: UnitResolver, line: InterceptLine) -> InterceptLine:
    """Only a missile of Civ Level 8 may decline."""
    unit = resolver.unit
    declines = not line.attempt or line.least_chance or line.spare or line.only
    if unit is not None and declines and unit.civ < DECLINING_CIV:
        resolver.not_done(
            f"{resolver.name} must intercept whatever it meets",
            f"Its Civ Level is {unit.civ}, and only one of {DECLINING_CIV} may decline",
            "DV 9.6",
            "Of this line only what it prefers will count" if line.first else NOT_DONE,
        )
    return line


def _prefill(sheet: Prefill) -> Iterator[str]:
    """What missiles do without a line, said with the first of them."""
    missiles = (one.id for one in sheet.roster.fleet() if one.kind == MISSILE)
    if sheet.unit.id == next(missiles, ""):
        yield from remark(
            "missiles intercept what they meet unless an intercept line says otherwise"
        )


ORDER = UnitOrder(
    "intercept",
    InterceptLine,
    _read,
    _text,
    _check,
    kinds=(MISSILE,),
    why="Only missiles intercept",
    rule="DV 9.6",
    prefill=_prefill,
)
