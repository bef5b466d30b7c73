"""``plot 2*3 1*1``: thrust in directions, each with its hexes. Rule: NV SPC-08, NV SPC-09."""

import re

from pbm.games.nova.orders.rounds.round_orders import PLOT, Told
from pbm.games.nova.orders.rounds.round_words import vector_words
from pbm.games.nova.orders.rounds.ship_resolver import ShipResolver, order
from pbm.games.nova.state.battle.vectors import DIRECTIONS, length, of_directions
from pbm.kit.english import count

_THRUST = re.compile(r"([0-9]+)\s*\*\s*([0-9]{1,3})")


def _read(resolver: ShipResolver) -> Told | None:
    """What the thrusts come to is a change of the vector."""
    text = resolver.line.text
    rest = text.split(None, 1)[1] if " " in text else ""
    parts = [(int(way), int(hexes)) for way, hexes in _THRUST.findall(rest)]
    left = _THRUST.sub("", rest).replace(",", " ").replace("+", " ").split()
    if left not in ([], ["none"]) or not (parts or left):
        resolver.bad_order(
            f'"{text}" is not a plot',
            reason="A plot is thrust in directions 1 to 6, each with its hexes",
            remedy="Write  plot 2*3 1*1 , or  plot none",
        )
        return None
    if wrong := [way for way, _hexes in parts if way not in DIRECTIONS]:
        resolver.bad_order(
            f"there is no direction {wrong[0]}",
            reason="Directions go from 1, straight up, clockwise to 6",
            rule="NV SPC-09",
        )
        return None
    ship = resolver.fighter
    if not resolver.in_play:
        resolver.cannot(
            f"{ship.name} cannot be steered",
            reason=f"It is aboard {ship.carrier}",
            rule="NV SPC-11",
            remedy="Order  launch  first",
        )
        return None
    steps = [of_directions({way: hexes}) for way, hexes in parts]
    by = (sum(one[0] for one in steps), sum(one[1] for one in steps))
    most, needed = ship.ie, length(by)
    said = " + ".join(f"{hexes} in direction {way}" for way, hexes in parts) or "0"
    if needed > most:
        resolver.refuse(
            f"{ship.name} cannot change its vector by {count(needed, 'hex', 'hexes')}",
            reason=f"{said} comes to {needed}, and IE {most} is left to it",
            rule="NV SPC-09",
            outcome="It is steered as your BATTLE lines say",
            remedy=f"Plot {most} or less" if most else "Leave the plot out",
        )
        return None
    new = (ship.vector[0] + by[0], ship.vector[1] + by[1])
    words = f"plot {vector_words(by)} ({needed} of IE {most}), vector then {vector_words(new)}"
    return resolver.told(PLOT, words, by=by)


ORDER = order("plot", r"plot\b.*", _read, "plot 2*3 1*1")
