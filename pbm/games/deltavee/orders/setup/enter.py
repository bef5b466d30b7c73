"""How a ship in reserve comes into play: ``enter dir 9 if turn >= 4``. Rule: DV S8, DV S9."""

from collections.abc import Iterator

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, prefix, when
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder
from pbm.games.deltavee.orders.lines.prefill import Prefill, course_in_words, hexes_in_words
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import conditions_of
from pbm.games.deltavee.orders.setup.place import PlaceLine, place_text, placing_fault, read_place
from pbm.games.deltavee.state.units import RESERVE, SPACESHIP
from pbm.kit.english import capital
from pbm.kit.records import Record
from pbm.sheets.quoting import remark


class EnterLine(Record):
    """``enter dir 9 if turn >= 4``: how a ship in reserve comes into play, and when it may.

    ``place`` is its hex, direction and velocity; None in it: as the scenario has it.
    """

    ref: OrderRef
    place: PlaceLine
    condition: Condition = ALWAYS


def _read(resolver: UnitResolver, statement: Statement) -> EnterLine:
    place = read_place(resolver, statement.node)
    return EnterLine(resolver.ref, place, resolver.conditions(conditions_of(statement.node)))


def _text(line: EnterLine, names: SheetNames) -> str:
    words = place_text(line.place, names).removeprefix("place").strip()
    if not words:
        return f"enter {prefix(line.condition, names)}".rstrip(" :")
    return f"enter {words}{when(line.condition, names)}"


def _check(resolver: UnitResolver, line: EnterLine) -> EnterLine | None:
    """An enter line; None for a ship that is not in reserve. Rule: DV S8, DV S9."""
    record = resolver.record
    if record is None:
        return line
    if record.status != RESERVE:
        resolver.not_done(
            f"{resolver.name} is not in reserve",
            "Only a ship that the scenario keeps back comes into play by such a line",
            "DV S8",
        )
        return None
    free = resolver.roster.placements.get(record.id)
    if free is not None and (fault := placing_fault(resolver.roster.state, free, line.place)):
        resolver.refuse(
            f"{resolver.name} cannot come into play like this",
            reason=capital(fault),
            rule="DV S8",
            outcome=(
                f"If it comes, it will be in {record.at}, direction "
                f"{record.direction}, velocity {record.velocity}"
            ),
        )
    return line


def reserve_lines(sheet: Prefill) -> Iterator[str]:
    """A ship that comes into play later: when, and the line that says how."""
    roster, unit, free = sheet.roster, sheet.unit, sheet.free
    coming = roster.view.coming.get(unit.id, "later")
    yield from remark(f"in reserve: comes {coming}")
    if free is None or not roster.turn:
        return
    which = hexes_in_words([roster.maps.label(at) for at in free.hexes])
    course = course_in_words(free.directions, free.velocities)
    yield from remark(f"it enters at {which}; {course}")
    example = f"enter dir {unit.direction} velocity {unit.velocity}"
    yield from remark(f"to have it so write:  {example}")


ORDER = UnitOrder(
    "enter",
    EnterLine,
    _read,
    _text,
    _check,
    kinds=(SPACESHIP,),
    why="Only spaceships are kept in reserve",
    rule="DV S8",
)
