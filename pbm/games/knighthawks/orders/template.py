"""The body of a player's next sheet: each of his ships with its state and lines to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbm.drawing.hexgrid import Side
from pbm.games.knighthawks.orders.duty import duty_fault, duty_speed, turns_owed, zigzag
from pbm.games.knighthawks.orders.order_printer import SUPPLY_WORDS, orbit_words
from pbm.games.knighthawks.orders.orders import EnterOrbit
from pbm.games.knighthawks.orders.part import idle_verbs, moving_side
from pbm.games.knighthawks.orders.plots import Course, legal_speeds, plot_text, walk
from pbm.games.knighthawks.orders.reading import label_of
from pbm.games.knighthawks.orders.roster import Roster, at
from pbm.games.knighthawks.state.weapons import ARMS
from pbm.games.knighthawks.view.record import ShipView, View
from pbm.sheets.quoting import Name, remark


def template(view: View, due: str, options: Mapping[str, str]) -> str:
    """Lines that read without a problem and say what would happen without them.

    Where every part of a turn has its own sheet, only lines of that part.
    """
    roster = Roster(view)
    name = label_of(roster)
    lines: list[str] = []
    if view.turn == 0:
        for ship in roster.own_fleet():
            lines += ["", *_placing(roster, ship, name)]
    else:
        moving = moving_side(view, due, options)
        idle = idle_verbs(roster.side, moving)
        if moving is not None:
            who = "your own side moves" if moving.id == roster.side else f"{moving.name} moves"
            lines += ["", *(line.strip() for line in remark(f"For the part in which {who}."))]
        for ship in roster.own_fleet():
            lines += ["", *_ordering(roster, ship, name, options, idle)]
    return "\n".join(lines[1:]) + "\n" if lines else "# You have no ship that could take orders.\n"


def _header(ship: ShipView, name: Name) -> str:
    shown = ship.name.replace('"', "'")
    other = f'  "{shown}"' if shown and shown != ship.designation else ""
    return f"SHIP {name(ship.id)}{other}"


def _placing(roster: Roster, ship: ShipView, name: Name) -> Iterator[str]:
    yield _header(ship, name)
    free = roster.placements.get(ship.id)
    if free is None:
        where = f"stands at {ship.at}, facing {ship.facing}, speed {ship.speed}"
        yield from remark(f"{ship.klass}, {where}")
        return
    hexes = sorted(free.hexes)
    facings = ", ".join(str(facing) for facing in free.facings)
    yield from remark(f"{ship.klass}; free to choose: {_block(hexes)}")
    yield from remark(f"facing {facings}; speed {free.speed_least} to {free.speed_most}")
    if ship.orbit:
        orbit = EnterOrbit(ship.orbit.planet, ship.orbit.clockwise)
        yield f"  place {orbit_words(orbit, name)} facing {ship.facing}"
    else:
        yield f"  place at {ship.at} facing {ship.facing} speed {ship.speed}"


def _block(hexes: list[str]) -> str:
    if not hexes:
        return "no hex"
    columns = sorted({at.partition(".")[0] if "." in at else at[:2] for at in hexes})
    rows = sorted({at.partition(".")[2] if "." in at else at[2:] for at in hexes})
    return (
        f"columns {columns[0]} to {columns[-1]}, rows {rows[0]} to {rows[-1]}"
        f" ({len(hexes)} hexes), no planet's hex"
    )


def _ordering(
    roster: Roster,
    ship: ShipView,
    name: Name,
    options: Mapping[str, str],
    idle: Sequence[str],
) -> Iterator[str]:
    yield _header(ship, name)
    where = f"at {ship.at}, facing {ship.facing}"
    yield from remark(f"{ship.klass} {where}, {_moving(roster, ship)}")
    hull = f"hull {ship.hull} of {ship.hull_points}"
    yield from remark("; ".join([hull, *_supplies(ship), *_duties(ship)]))
    if "move" not in idle:
        yield from _move(roster, ship)
    for mount in ship.mounts:
        arm = ARMS[mount.kind]
        if arm.limited and not (ship.supplies or {}).get(arm.kind):
            continue
        limit = ", chance >= 50" if arm.limited else ""
        if "attack" not in idle:
            yield f"  attack  {mount.label} at nearest{limit}"
        if "defence" not in idle and arm.fires_in_defence(options):
            hold = f"{mount.label} hold" if arm.limited else f"{mount.label} at nearest, best hex"
            yield f"  defence {hold}"
    if (ship.supplies or {}).get("icm", 0) > 1:
        yield "  icm     torpedo 9, until chance <= 40, keep 1"
    if "evade" not in idle and ship.evades:
        yield "  evade   if chance >= 50"


def _moving(roster: Roster, ship: ShipView) -> str:
    if ship.station:
        return "a station"
    if ship.orbit:
        planet = roster.designations.get(ship.orbit.planet, "a planet")
        way = "clockwise" if ship.orbit.clockwise else "counterclockwise"
        return f"in orbit of {planet} {way}; leaves it at speed 1 to {ship.adf}"
    least, most = max(0, ship.speed - ship.adf), ship.speed + ship.adf
    turns = f"{ship.mr} turn{'' if ship.mr == 1 else 's'}"
    return f"speed {ship.speed}; this turn {least} to {most}, at most {turns}"


def _supplies(ship: ShipView) -> Iterator[str]:
    left = ship.supplies or {}
    for kind, words in SUPPLY_WORDS.items():  # an order of our own: JSON keeps none
        if kind in left:
            yield f"{words} {left[kind]}"


def _duties(ship: ShipView) -> Iterator[str]:
    if ship.screen:
        yield "masking screen up"
    if ship.evading:
        yield f"evaded: speed {ship.mr} at least, a turn in each of the first {ship.mr} hexes"


def _move(roster: Roster, ship: ShipView) -> list[str]:
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
