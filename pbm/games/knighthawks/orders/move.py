"""The ``move`` order, with what a ship does about its facing and its masking screen."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex, Side, distance
from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders.conditions import ALWAYS, Condition, before, behind
from pbm.games.knighthawks.orders.duty import (
    duty_fault,
    duty_speed,
    duty_speeds,
    turns_owed,
    zigzag,
)
from pbm.games.knighthawks.orders.part import ShipOrder
from pbm.games.knighthawks.orders.plots import (
    Course,
    CourseFault,
    course_of,
    legal_speeds,
    plot_faults,
    plot_speed,
    plot_text,
    speed_fault,
    walk,
)
from pbm.games.knighthawks.orders.prefill import Prefill
from pbm.games.knighthawks.orders.resolver import ShipResolver
from pbm.games.knighthawks.orders.roster import Roster, at
from pbm.games.knighthawks.orders.ways import (
    WAYS,
    EnterOrbit,
    LeaveOrbit,
    MoveGoal,
    Plot,
    Stay,
    Way,
    read_leaving,
    read_way,
    targets_text,
    way_text,
)
from pbm.games.knighthawks.view.record import ShipView
from pbm.kit.english import count
from pbm.kit.records import Record
from pbm.language.order import Unreached, after_always
from pbm.language.order_resolver import NOT_DONE
from pbm.language.parse_tree import Node, condition_in
from pbm.sheets.quoting import Name, remark


class MoveLine(Record):
    """One ``move`` line: when it holds, how to move, how to face, what to do with the screen.

    ``facing`` (a clock number) or ``face_ship`` (a list of preference) is a rotation at speed
    0 or in orbit; with a goal it asks for the end of the move. ``screen``: "up", "down" or ""
    for as it is. ``screen_when`` limits the screen alone.
    """

    ref: OrderRef
    condition: Condition
    way: Way | None
    facing: Side | None = None
    face_ships: tuple[str, ...] = ()
    screen: str = ""
    screen_when: Condition = ALWAYS


def _read(resolver: ShipResolver, node: Node) -> MoveLine | None:
    written = [part for part in node.parts if part.kind not in ("holds", "otherwise", "when")]
    parts = resolver.once(written)
    ways = [part for part in written if part.kind in WAYS]
    if len(ways) > 1:
        resolver.bad(
            ways[1].word,
            "there are two movements in one line",
            reason=f'"{ways[0].word}" is one, "{ways[1].word}" another',
            remedy="Write two lines; the first whose condition holds is carried out",
        )
        return None
    face, face_ships = parts.get("face"), parts.get("face_ships")
    facing = resolver.side(face) if face else None
    screen = parts.get("screen") or parts.get("drop")
    if "screen" in parts and "drop" in parts:
        resolver.bad(parts["drop"].word, "a screen cannot be raised and dropped in one line")
    way = read_way(resolver, ways[0] if ways else None, parts.get("speed"))
    if leave := parts.get("leave"):
        way = read_leaving(resolver, leave, way, facing)
        facing = None
    return MoveLine(
        ref=resolver.ref,
        condition=resolver.condition(condition_in(node.items)),
        way=way,
        facing=facing,
        face_ships=resolver.ships(face_ships.part("targets")) if face_ships else (),
        screen="" if screen is None else "up" if screen.kind == "screen" else "down",
        screen_when=resolver.condition(condition_in(screen.items)) if screen else ALWAYS,
    )


_NEAREST = "the nearest legal movement will be made instead"
_ONWARD = "it will move as it would without an order"
_ORBITING = "KH 3 Orbiting Planets"


def _check(resolver: ShipResolver, line: MoveLine) -> MoveLine | None:
    """The line, perhaps with less in it; None if nothing of it can be carried out.

    Rule: KH 3 Speed, KH 3 Turning, KH 4 Masking Screen.
    """
    line = _screen(resolver, line)
    way = line.way
    goal = way.move if isinstance(way, LeaveOrbit) else way
    if isinstance(goal, MoveGoal) and goal.at is None and not resolver.in_play(goal.ships):
        why = "None of the ships it names can be its target"
        resolver.refuse("this movement has no target", reason=why, outcome=NOT_DONE)
        return line if goal.ships else None
    if way is None and line.facing is None and not line.face_ships and not line.screen:
        return None
    onward = isinstance(way, EnterOrbit) or not resolver.ship.adf
    instead = _ONWARD if onward else _NEAREST
    outcome = instead if line.condition == ALWAYS else f"If its condition holds, {instead}"
    for fault in _faults(resolver, line):
        resolver.refuse(
            f"{resolver.name} cannot move like this",
            reason=_sentence(fault.why),
            rule=fault.rule,
            outcome=_sentence(outcome),
            remedy=_remedy(resolver.ship, line),
        )
    speed = plot_speed(way, resolver.ship.speed) if isinstance(way, Plot) else 0
    if way is None and not _owes(resolver.ship, line.condition):
        speed = resolver.ship.speed  # it flies on as without an order
    if speed and (line.facing is not None or line.face_ships) and resolver.ship.orbit is None:
        resolver.refuse(
            f"{resolver.name} cannot rotate while it flies",
            reason=f"Its speed is {speed}; a ship rotates only at speed 0 or in orbit",
            rule="KH 3 Turning",
            outcome="It will face the way its flight ends",
        )
        if way is not None:
            line = replace(line, facing=None, face_ships=())
    return line


def _faults(resolver: ShipResolver, line: MoveLine) -> Iterator[CourseFault]:
    """Everything that is wrong with a movement, as far as it can be known beforehand."""
    ship, way = resolver.ship, line.way
    last, adf, mr = ship.speed, ship.adf, ship.mr
    owed = turns_owed(_owes(ship, line.condition), mr)
    if not adf and not last and not isinstance(way, (Stay, EnterOrbit, type(None))):
        if not isinstance(way, Plot) or plot_speed(way, last):
            yield CourseFault("its speed and its ADF are 0, so it cannot move", "KH 3 Acceleration")
        return
    facing: Side | None = Side(ship.facing)
    if ship.orbit:
        facing = None if line.face_ships else line.facing or facing
    if isinstance(way, LeaveOrbit):
        if ship.orbit is None:
            yield CourseFault("it is not in orbit", _ORBITING)
        elif way.facing is not None:
            facing = way.facing
        way = way.move
        if isinstance(way, Plot) and plot_speed(way, last) == 0:
            yield CourseFault(f"a ship leaves orbit with speed 1 to {adf}", _ORBITING)
            return
    if isinstance(way, MoveGoal) and way.speed == 0 and ship.orbit:
        yield CourseFault(f"a ship leaves orbit with speed 1 to {adf}", _ORBITING)
        return
    if isinstance(way, Plot):
        faults = plot_faults(way, last, adf, mr)
        yield from faults
        if not faults:
            yield from _course_faults(resolver, way, owed, facing)
    elif isinstance(way, MoveGoal) and way.speed is not None:
        if fault := speed_fault(way.speed, last, adf):
            yield fault
        elif way.speed < owed:
            yield CourseFault(
                f"it evaded, so its speed must be {owed} or more", "KH 4 Evasive Maneuvers"
            )
    elif isinstance(way, EnterOrbit):
        yield from _orbit_faults(resolver, way, owed)
    elif way is None and (line.facing is not None or line.face_ships):
        if fault := duty_fault((), owed):
            yield fault
    elif isinstance(way, Stay) and (fault := speed_fault(0, last, adf) or duty_fault((), owed)):
        yield fault


def _owes(ship: ShipView, condition: Condition) -> bool:
    """True if the ship owes turns whenever this condition holds.

    One that owes them now does so until its next move, whatever else the condition asks.
    """
    says = [
        {test.negated for test in group if test.kind == "evading"} for group in condition.any_of
    ]
    if ship.evading:
        return not (says and all(True in negated for negated in says))
    return bool(says) and all(False in negated for negated in says)


def _course_faults(
    resolver: ShipResolver, plot: Plot, owed: int, facing: Side | None
) -> Iterator[CourseFault]:
    """Duty, planets and the edge for a plot that is legal on a free map.

    ``facing`` is the bow's at the start of the flight; None where a ship leaves orbit towards
    others, so that where it leads is open.
    """
    ship, roster = resolver.ship, resolver.roster
    course = course_of(plot, ship.speed)
    if fault := duty_fault(course, owed):
        yield fault
    if facing is None:
        return
    planets = {at(planet): planet.designation for planet in roster.planets}
    for step in walk(at(ship), facing, course).path:
        if step in planets:
            yield CourseFault(f"it would enter the hex of {planets[step]}, {step}", "KH 3 Planets")
            return
        if not (1 <= step.column <= roster.columns and 1 <= step.row <= roster.rows):
            _off_map(resolver, step)
            return


def _off_map(resolver: ShipResolver, step: Hex) -> None:
    roster = resolver.roster
    where = f"The map goes from 0101 to {Hex(roster.columns, roster.rows)}"
    resolver.warn(
        f"this plot takes {resolver.name} off the map",
        reason=f"{where}; a ship that leaves it is lost",
        rule="KH 3 Moving Off The Map",
        outcome=f"It will leave the map towards {step}",
        remedy="Turn earlier if you do not want that",
    )


def _orbit_faults(resolver: ShipResolver, way: EnterOrbit, owed: int) -> Iterator[CourseFault]:
    ship = resolver.ship
    planet = next(one for one in resolver.roster.planets if one.id == way.planet)
    orbit = ship.orbit
    if owed:
        yield CourseFault(
            "a ship that evaded cannot orbit in its next move", "KH 4 Evasive Maneuvers"
        )
    if orbit is not None and orbit.planet == way.planet:
        if orbit.clockwise != way.clockwise:
            yield CourseFault(
                "the direction of an orbit is fixed; it must leave it first", _ORBITING
            )
        return
    apart = distance(at(ship), at(planet))
    if apart != 1:
        where = f"{ship.at}, {apart} hexes from {planet.designation} at {planet.at}"
        yield CourseFault(f"it starts its move in {where}, not next to it", _ORBITING)
    elif resolver.options["orbit.max_speed"] == "adf" and ship.speed > ship.adf:
        yield CourseFault(f"its last speed {ship.speed} is above its ADF {ship.adf}", _ORBITING)
    elif shut := resolver.roster.shut_ring(planet):
        why = f"hex {shut} of the ring of {planet.designation} is off the map or a planet's"
        yield CourseFault(why, _ORBITING)


def _remedy(ship: ShipView, line: MoveLine) -> str:
    """What the ship may fly instead. Rule: KH 3 Acceleration, KH 4 Evasive Maneuvers."""
    if isinstance(line.way, EnterOrbit) or not ship.adf:
        return ""
    speeds = legal_speeds(ship.speed, ship.adf)[0 if ship.orbit is None else 1 :]
    owed = turns_owed(_owes(ship, line.condition), ship.mr)
    fit = duty_speeds(speeds, owed)
    hexes = count(fit[0], "hex", "hexes") if len(fit) == 1 else f"{fit[0]} to {fit[-1]} hexes"
    turns = f"a turn in each of the first {owed}" if owed else f"at most {count(ship.mr, 'turn')}"
    return f"It may fly {hexes} with {turns}"


def _sentence(why: str) -> str:
    return why[:1].upper() + why[1:]


def _screen(resolver: ShipResolver, line: MoveLine) -> MoveLine:
    """The line without a screen order that cannot be carried out."""
    if line.screen == "up" and not resolver.left("masking_screen"):
        had = resolver.had("masking_screen")
        name = resolver.name
        resolver.refuse(
            f"{name} has no masking screen left" if had else f"{name} carries no masking screen",
            reason=f"It has used all {had}" if had else "",
            rule="KH 4 Masking Screen",
            outcome="No screen will be raised",
        )
        return replace(line, screen="", screen_when=ALWAYS)
    if line.screen == "down" and resolver.ship.screen is None:
        resolver.warn(
            f"{resolver.name} has no screen up now",
            outcome="The order to drop it does nothing unless that changes",
        )
    return line


def _text(line: MoveLine, name: Name) -> str:
    parts: list[str] = []
    if line.way is not None:
        parts.append(way_text(line.way, name))
    if line.facing is not None:
        parts.append(f"face {line.facing}")
    if line.face_ships:
        parts.append(f"face {targets_text(line.face_ships, name)}")
    if line.screen:
        verb = "screen" if line.screen == "up" else "drop screen"
        parts.append(f"{verb}{behind(line.screen_when, name)}")
    return f"move {before(line.condition, name)}{', '.join(parts)}"


def _prefill(sheet: Prefill) -> Iterator[str]:
    if "move" not in sheet.idle:
        yield from _suggested(sheet.roster, sheet.ship)


def _suggested(roster: Roster, ship: ShipView) -> list[str]:
    """What the ship would do without an order, as a line; a remark where that is the program's.

    Rule: KH PBM, KH 4 Evasive Maneuvers. Ambiguity: KH-A13.
    """
    if ship.evading:
        owed = turns_owed(True, ship.mr)
        speed = duty_speed(legal_speeds(ship.speed, ship.adf), owed, None)
        course = zigzag(speed, owed)
        if ship.orbit is not None or duty_fault(course, owed):
            return remark("without a move line it flies a zig-zag")
        if _is_clear(roster, ship, course):
            return [f"  move    speed {speed} plot {plot_text(course)}"]
        way = f"speed {speed} plot {plot_text(course)}"
        return remark(
            f"without a move line it flies a zig-zag, and {way} leads off the map or to a planet: "
            "a ship that leaves the map is lost"
        )
    if ship.orbit or ship.station or not ship.speed:
        return ["  move    stay"]
    if _is_clear(roster, ship, (0,) * ship.speed):
        return [f"  move    speed {ship.speed} plot {ship.speed}"]
    return remark("straight on leads off the map or to a planet; without a line it turns clear")


def _is_clear(roster: Roster, ship: ShipView, course: Course) -> bool:
    """True if a course neither leaves the map nor meets a planet."""
    planets = [at(planet) for planet in roster.planets]
    return all(
        1 <= step.column <= roster.columns and 1 <= step.row <= roster.rows and step not in planets
        for step in walk(at(ship), Side(ship.facing), course).path
    )


def _unreached(lines: Sequence[MoveLine], unit: str) -> Iterator[Unreached]:
    moving = [line for line in lines if line.way or line.facing or line.face_ships]
    return _AFTER(moving, unit)


_AFTER = after_always("move")
MOVE = ShipOrder(
    verb="move",
    line=MoveLine,
    rules=("move", "screen_line", "orbit_line"),
    starts=("move", "screen", "drop", "orbit"),
    said=("move", "screen", "orbit"),
    read=_read,
    check=_check,
    line_text=_text,
    prefill=_prefill,
    unreached=_unreached,
    when_moving=True,
)
