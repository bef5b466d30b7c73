"""Whether a MIMS releases its missiles: ``release at range <= 5 of A, fan``.

Rule: DV 9.9.
"""

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, prefix
from pbm.games.deltavee.orders.lines.launch_place import launch_place, launch_place_words
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import conditions_of
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.units import MIMS, MISSILE
from pbm.kit.records import Record
from pbm.language.order import after_always
from pbm.language.parse_tree import Node

_FOUR = 4


class Released(Record):
    """One missile of a MIMS: bearing, direction, speed relative to the MIMS."""

    bearing: Direction
    direction: Direction
    speed: int = 0


class ReleaseLine(Record):
    """``release at range <= 5 of A, fan`` or with four placements; ``keep``: do not."""

    ref: OrderRef
    keep: bool = False
    condition: Condition = ALWAYS
    missiles: tuple[Released, ...] = ()


def _read(resolver: UnitResolver, statement: Statement) -> ReleaseLine:
    return ReleaseLine(
        resolver.ref,
        statement.node.kind == "release_keep",
        resolver.conditions(conditions_of(statement.node)),
        _released(resolver, statement),
    )


def _released(resolver: UnitResolver, statement: Statement) -> tuple[Released, ...]:
    """The placements written, a new one at each bearing."""
    groups: list[list[Node]] = []
    for part in statement.parts:
        if part.kind == "bearing" or (part.kind in ("direction", "speed") and not groups):
            groups.append([part])
        elif part.kind in ("direction", "speed"):
            groups[-1].append(part)
    found: list[Released] = []
    for group in groups:
        bearing, direction, speed = launch_place(resolver, group)
        # "dir same" says nothing here: which way the MIMS will point is not known.
        if not {"bearing", "direction"} <= {p.kind for p in group if p.number is not None}:
            resolver.bad(
                group[0].word,
                "a missile that is released needs a bearing and a direction",
                remedy="Write  bearing 2 dir 3  or  fan",
            )
        elif bearing is not None and direction is not None:
            found.append(Released(bearing, direction, speed))
    if groups and len(groups) != _FOUR and resolver.is_understood:
        are = "is" if len(groups) == 1 else "are"
        resolver.bad(
            groups[0][0].word,
            f"a MIMS releases {_FOUR} missiles, {len(groups)} {are} placed",
            rule="DV 9.9",
            remedy="Place all four, or write  fan",
        )
    return tuple(found)


def _text(line: ReleaseLine, names: SheetNames) -> str:
    start = f"release {prefix(line.condition, names)}"
    if line.keep:
        return f"{start}keep"
    missiles = (
        " ".join(launch_place_words(one.bearing, one.direction, one.speed)) for one in line.missiles
    )
    return f"{start}{', '.join(missiles) or 'fan'}"


def _check(resolver: UnitResolver, line: ReleaseLine) -> ReleaseLine | None:
    """A line of a MIMS that has released its missiles does nothing. Rule: DV 9.9."""
    unit = resolver.unit
    if line.keep or unit is None or not unit.released:
        return line
    why = "A MIMS releases its four missiles once; it is an intelligent missile now"
    resolver.not_done(f"{resolver.name} has released its missiles already", why, "DV 9.9")
    return None


ORDER = UnitOrder(
    "release",
    ReleaseLine,
    _read,
    _text,
    _check,
    rules=("release_keep", "release_fan", "release_four"),
    unreached=after_always("release"),
    kinds=(MISSILE,),
    missiles=(MIMS,),
    why="Only a MIMS releases missiles",
    rule="DV 9.9",
)
