"""Battlecraft and the ship they belong to: launching them, filling them up.

Rule: DV 5.6 Battlecraft, DV 7.4 Launch Battlecraft, DV 10.4. Ambiguity: DV-A35, DV-A45.
"""

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, OrderRef
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.refuel import Refuel
from pbm.games.deltavee.rules.commands.weaving import around, hex_fault
from pbm.games.deltavee.rules.missiles.launch_arcs import battlecraft_placements
from pbm.games.deltavee.rules.missiles.launch_hexes import launch_velocity, limit_of
from pbm.games.deltavee.rules.missiles.launching import enter
from pbm.games.deltavee.rules.movement import mapping
from pbm.games.deltavee.state.energy import left, spent_more
from pbm.games.deltavee.state.pod_contents import aboard_fault
from pbm.games.deltavee.state.ratings import MOST_SPEED
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import PREPARED, Unit
from pbm.games.deltavee.view.audience import of_side
from pbm.kit.english import count


def launch(work: PhaseContext, ship: Unit, command: Launch, ref: OrderRef | None) -> str:
    """Launch a battlecraft prepared in an earlier phase; gives why it cannot be, else "".

    What it meets in its hex may destroy it at once. A ship out of a storage pod is launched in
    the same way, revealed as every spaceship. Rule: DV EHC Storage Pod. Ambiguity: DV-A97.
    """
    state: State = work.state
    craft = state.unit(command.battlecraft)
    if why := aboard_fault(ship, craft):
        return why
    if craft.status != PREPARED or craft.use.new:
        return f"{craft.designation} was not prepared in an earlier Command Phase"
    if abs(command.speed) > MOST_SPEED:
        return f"a {craft.kind} is launched at velocity {ship.velocity}, one more or one less"
    direction = command.direction or ship.direction
    allowed = battlecraft_placements(state.maps.grid, ship.direction)[0][1]
    if direction not in allowed:
        return f"it may point to {', '.join(map(str, allowed))} o'clock, not {direction}"
    at = _hex(state, ship, command)
    if isinstance(at, str):
        return at
    mapping.entered(work, at)
    velocity = launch_velocity(ship, command.speed, work.options)
    placed = replace(
        craft,
        at=at,
        direction=direction,
        velocity=velocity,
        zig=0,
        landing=False,
        revealed=craft.revealed or craft.is_ship,
    )
    aboard = (replace(one, at=at) for one in state.stacked(craft.id))
    work.state = work.state.with_units(*aboard)
    item = f"pod {craft.pod}"
    enter(work, placed, ref=ref, item=item, limit=limit_of(ship, command.speed, work.options))
    return ""


def _hex(state: State, ship: Unit, command: Launch) -> Hex | str:
    """Where the battlecraft is placed, or why it cannot be: no planet's or asteroids' hex.

    Without a bearing straight ahead, or the first hex clockwise from there that is free to it.
    """
    grid = state.maps.grid
    if command.bearing is not None:
        if not grid.is_side(command.bearing):
            return f"{command.bearing} o'clock is not a hexside"
        at = grid.neighbour(ship.at, command.bearing)
        return hex_fault(state, at) or at
    ahead, _ = grid.step(ship.at, ship.direction, ship.zig)
    bearing = grid.bearing(ship.at, ahead)
    for at in around(grid, ship.at, bearing or ship.direction):
        if not hex_fault(state, at):
            return at
    return "every adjacent hex holds asteroids or a planet"


def refuel(work: PhaseContext, ship: Unit, command: Refuel, ref: OrderRef | None) -> str:
    """Give energy of the ship to a battlecraft in its pod; gives why not, or not all of it."""
    state: State = work.state
    craft = state.unit(command.battlecraft)
    if why := aboard_fault(ship, craft):
        return why
    asked = craft.spent if command.units is None else command.units
    units = min(asked, craft.spent, left(ship))
    if not units:
        return f"{craft.designation} is full" if not craft.spent else "the ship has no energy left"
    before = (ship.spent, craft.spent)
    after = spent_more(ship, units)
    work.state = state.with_units(after, replace(craft, spent=craft.spent - units))
    work.emit(
        "refueled",
        ship.id,
        rule="DV 10.4",
        seen=of_side(work, ship.side),
        order=ref,
        changes=[
            Change(f"unit/{ship.id}/spent", before[0], after.spent),
            Change(f"unit/{craft.id}/spent", before[1], before[1] - units),
        ],
        unit=ship.id,
        battlecraft=craft.id,
        units=units,
    )
    if units == asked:
        return ""
    short = "the ship has no more" if units == left(ship) else "more it cannot hold"
    return (
        f"{units} of {count(asked, 'unit')} {'was' if units == 1 else 'were'} taken over; {short}"
    )
