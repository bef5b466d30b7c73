"""``jump``, ``stay``, ``cycle`` and ``stop cycle``: the jump drive in a round. Rule: NV SPC-41."""

from functools import partial

from pbm.games.nova.orders.rounds.round_orders import CYCLE, LEAVE, Told
from pbm.games.nova.orders.rounds.ship_resolver import ShipResolver, order
from pbm.kit.english import count


def _leave(resolver: ShipResolver, *, yes: bool) -> Told | None:
    """Jump out at the end of the round, if the drive is ready by then."""
    ship = resolver.fighter
    cycled = max(ship.cycle, 0)
    left = ship.lag - cycled - 1
    reason = ""
    if not resolver.in_play:
        reason = f"It is aboard {ship.carrier}"
    elif not ship.jd:
        reason = "Its jump drive does not work"
    elif left > 0:
        reason = (
            f"Its lag time is {ship.lag}, and its jump drive has cycled "
            f"{count(cycled, 'round')}: {left} more after this one"
        )
    if yes and reason:
        fault = f"{ship.name} cannot jump in this round"
        resolver.cannot(fault, reason=reason, rule="NV SPC-41")
        return None
    return resolver.told(LEAVE, "jump" if yes else "stay", yes=yes)


def _cycle(resolver: ShipResolver, *, yes: bool) -> Told | None:
    return resolver.told(CYCLE, "cycle the jump drive" if yes else "stop cycling", yes=yes)


ORDERS = (
    order("jump", r"jump(?:\s+out)?", partial(_leave, yes=True)),
    order("stay", "stay", partial(_leave, yes=False)),
    order("stop cycle", r"stop\s+(?:the\s+)?cycl(?:e|ing)", partial(_cycle, yes=False)),
    order("cycle", "cycle", partial(_cycle, yes=True)),
)
