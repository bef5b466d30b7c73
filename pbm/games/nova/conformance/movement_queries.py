"""What a conformance case may ask of Nova's movement: interdiction, holds and bays."""

from collections.abc import Mapping

from pbm.games.nova.rules.movement.interdiction import covers, hexes_out
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.fitted import Fitted, fitted
from pbm.games.nova.state.orders.parts import SetUp
from pbm.games.nova.state.state import Cargo
from pbm.games.nova.state.stowage import Guest, bay_for_end, berths, holds_of, in_order
from pbm.games.nova.state.units import UNITS
from pbm.kit.problems import Faults

Options = Mapping[str, str]


def interdicts(dg: int, options: Options, hexes: int = 0) -> bool:
    """Whether a generator set up so many hexes from the center covers the whole warp point."""
    out = hexes_out(SetUp(1, hexes), int(options["setup_max"]))
    return covers(dg, out, int(options["wp_radius"]))


def _unit(kind: str) -> str:
    if kind not in UNITS or not UNITS[kind].size:
        raise Faults.invalid(f"{kind} is not a unit that can be carried")
    return kind


def holds_taken(unit: str) -> int:
    """Cargo holds that one unit takes."""
    return holds_of(_unit(unit))


def _carrier(bays: tuple[int, ...], holds: int) -> Fitted:
    parts = [Component("LB", 1, size) for size in bays]
    if holds:
        parts.append(Component("CH", holds, 30))
    return fitted(Design("carrier", "", tuple(parts)), {})


def stowed(sizes: Mapping[str, int], bays: tuple[int, ...] = (), holds: int = 0) -> dict[str, str]:
    """The bay or hold of each ship by name, of equal price; "-" if it finds no room."""
    guests = [Guest(name, name, max(size, 1), 0) for name, size in sizes.items()]
    found = berths(_carrier(bays, holds), {}, holds, guests)
    return {name: found.get(name, "-") for name in sizes}


def gate_end_stowed(bays: tuple[int, ...] = (), holds: int = 0) -> str:
    """The bay that takes the end of a star gate, ``holds``, or "-"."""
    bay = bay_for_end(_carrier(bays, holds), {}, holds, "")
    return "-" if bay is None else bay or "holds"


def loading_order(units: tuple[str, ...]) -> list[str]:
    """Units in the order in which they fill the holds, if no order says another."""
    cargo = [Cargo(_unit(kind), "", 1) for kind in units]
    return [one.kind for one in in_order(cargo, (), "")]
