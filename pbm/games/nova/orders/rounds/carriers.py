"""``launch``, ``stay aboard`` and ``pick up``: ships in bays of others. Rule: NV SPC-11."""

from functools import partial

from pbm.games.nova.orders.rounds.round_orders import LAUNCH, PICK_UP, Told
from pbm.games.nova.orders.rounds.ship_resolver import ShipResolver, order
from pbm.games.nova.state.battle.arena import IN_PLAY
from pbm.kit.text import folded


def _launch(resolver: ShipResolver, *, yes: bool) -> Told | None:
    """Out of a bay; nothing leaves a hold in a battle."""
    ship, out = resolver.fighter, resolver.in_play
    held = not out and ship.bay.startswith("CH")
    if out or (held and yes):
        resolver.cannot(
            f"{ship.name} cannot {'leave' if yes else 'stay in'} a carrier",
            reason=f"{ship.name} {'is on the map' if out else 'lies in a cargo hold'}",
            rule="NV SPC-11",
        )
        return None
    return resolver.told(LAUNCH, "launch" if yes else "stay aboard", yes=yes)


def _pick_up(resolver: ShipResolver) -> Told | None:
    """A ship that lies beside this one with full shields at the end of the round."""
    ship = resolver.fighter
    name = resolver.line.text.split(None, 2)[2].strip('"')
    others = {folded(one.name): one for one in resolver.battle.own if one.state == IN_PLAY}
    other = others.get(folded(name))
    bays = [one.name for one in ship.parts if one.kind == "LB" and one.works]
    if other is not None and other.id != ship.id and bays:
        return resolver.told(PICK_UP, f"pick up {other.name}", other=other.id)
    reason = f'"{name}" is not another ship of yours on the map'
    if other is not None and not bays:
        reason = "It has no launch bay that works"
    if resolver.alone or other is None:
        fault = f"{ship.name} cannot pick up {name}"
        resolver.refused_order(fault, reason=reason, rule="NV SPC-11")
    return None


ORDERS = (
    order("launch", "launch", partial(_launch, yes=True)),
    order("stay aboard", r"stay\s+aboard", partial(_launch, yes=False)),
    order("pick up", r"pick\s+up\s+\S.*", _pick_up, "pick up SHIP"),
)
