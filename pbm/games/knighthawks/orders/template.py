"""The body of a player's next sheet: each of their ships with its state and lines to change."""

from collections.abc import Iterator, Mapping

from pbm.games.knighthawks.orders.conditions import SUPPLY_WORDS
from pbm.games.knighthawks.orders.part import moving_side
from pbm.games.knighthawks.orders.prefill import Prefill
from pbm.games.knighthawks.orders.reading import label_of
from pbm.games.knighthawks.orders.roster import Roster
from pbm.games.knighthawks.orders.ship_orders import ORDERS
from pbm.games.knighthawks.view.record import ShipView, View
from pbm.sheets.quoting import Told, remark


def template(view: View, due: str, options: Mapping[str, str]) -> str:
    """Lines that read without a problem and say what would happen without them.

    Where every part of a turn has its own sheet, only lines of that part.
    """
    roster = Roster(view)
    name = label_of(roster)
    is_setup = view.turn == 0
    moving = None if is_setup else moving_side(view, due, options)
    idle = [order.verb for order in ORDERS if order.is_idle(roster.side, moving)]
    told = Told()
    lines: list[str] = []
    if moving is not None:
        who = "your own side moves" if moving.id == roster.side else f"{moving.name} moves"
        lines += ["", *(line.strip() for line in remark(f"For the part in which {who}."))]
    for ship in roster.own_fleet():
        sheet = Prefill(roster, ship, options, name, told, idle)
        lines += ["", _header(sheet)]
        if not is_setup:
            lines += _now(roster, ship)
        for order in ORDERS:
            if order.is_setup == is_setup and order.prefill is not None:
                lines += order.prefill(sheet)
    return "\n".join(lines[1:]) + "\n" if lines else "# You have no ship that could take orders.\n"


def _header(sheet: Prefill) -> str:
    ship = sheet.ship
    shown = ship.name.replace('"', "'")
    other = f'  "{shown}"' if shown and shown != ship.designation else ""
    return f"SHIP {sheet.name(ship.id)}{other}"


def _now(roster: Roster, ship: ShipView) -> Iterator[str]:
    """Remarks on where the ship is and what it has."""
    where = f"at {ship.at}, facing {ship.facing}"
    yield from remark(f"{ship.klass} {where}, {_moving(roster, ship)}")
    hull = f"hull {ship.hull} of {ship.hull_points}"
    yield from remark("; ".join([hull, *_supplies(ship), *_duties(ship)]))


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
