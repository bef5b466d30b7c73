"""What to hit first, and what to lose first: ``hits on A: engine``, ``own hits grid``.

Rule: DV 8.7.
"""

from functools import partial

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import CRAFT, UnitOrder
from pbm.games.deltavee.orders.lines.parts import HULL, part_name, part_word, part_words
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import refs_of
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class HitsLine(Record):
    """What to hit first, ``hits``; with ``own``, what to lose first (asteroids).

    ``parts``: names, pod kinds, ``weapon pods``, ``any``. ``on`` empty: on every target.
    ``finish``: prefer a part that the hit destroys.
    """

    ref: OrderRef
    parts: tuple[str, ...]
    on: tuple[str, ...] = ()
    finish: bool = False
    own: bool = False


def _read(resolver: UnitResolver, statement: Statement) -> HitsLine:
    own = statement.verb == "own hits"
    aimed = statement.node.part("on_units")
    on = resolver.enemies(refs_of(aimed)) if aimed else ()
    named = [part for part in statement.parts if part.kind not in ("on_units", "finish")]
    found = resolver.each(named, partial(_parts, resolver)) if named else []
    words = dict.fromkeys(name for names in found for name in names)
    finish = not own and any(part.kind == "finish" for part in statement.parts)
    return HitsLine(resolver.ref, tuple(words), on, finish, own)


def _parts(resolver: UnitResolver, part: Node) -> tuple[str, ...]:
    """The parts that a word of a hits line means: one, the pods of a range, a kind of pod."""
    if part.kind == "pod_range":
        return resolver.pods_of(part)
    if part.kind == "kind_words":
        return (resolver.pod_kind(part_word(part), part_name(part), HULL),)
    return (part_name(part),)


def _text(line: HitsLine, names: SheetNames) -> str:
    verb = "own hits" if line.own else "hits"
    on = f" on {names.targets(line.on, ' and ')}:" if line.on else ""
    finish = ["finish"] if line.finish else []
    return f"{verb}{on} {', '.join([*map(part_words, line.parts), *finish])}"


def _check(resolver: UnitResolver, line: HitsLine) -> HitsLine:
    """The line without parts that the unit has not got."""
    unit = resolver.unit
    if unit is None:
        return line
    names = {word for part in unit.parts for word in (part.name, part.kind)}
    lacking = [word for word in line.parts if word not in names | {"any", "weapon pods"}]
    if lacking:
        fault = f"{resolver.name} has no {', '.join(lacking)}"
        resolver.refuse(fault, rule="DV 8.7", outcome="The rest of the line stands")
    return replace(line, parts=tuple(word for word in line.parts if word not in lacking))


HITS = UnitOrder("hits", HitsLine, _read, _text)
OWN_HITS = UnitOrder(
    "own hits",
    HitsLine,
    _read,
    _text,
    _check,
    rules=("own_hits",),
    starts=("own +hits",),
    into="hits",
    kinds=CRAFT,
    why="A missile has no parts",
    rule="DV 8.7",
)
