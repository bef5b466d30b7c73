"""The events every part of the game emits alike."""

from collections.abc import Sequence

from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, OrderRef
from pbm.games.deltavee.orders.orders import Orders, UnitOrders
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED, Unit
from pbm.games.deltavee.view.audience import hidden, private
from pbm.kit.facts import Fact


def orders_of(work: PhaseContext, unit: Unit) -> UnitOrders:
    """The lines that hold for a unit, those for all of its kind included."""
    orders = player_orders(work, unit.owner)
    return orders.of(unit.id, *((unit.klass,) if unit.is_missile else ()), unit.kind)


def player_orders(work: PhaseContext, player: str) -> Orders:
    """A player's orders; none where no sheet was asked for."""
    orders = work.commands.get(player)
    return orders if isinstance(orders, Orders) else Orders(player, missing=True)


def not_done(
    work: PhaseContext,
    unit: Unit,
    ref: OrderRef | None,
    what: str,
    why: str,
    *,
    rule: str,
    written: str,
    missiles: Sequence[str] = (),
) -> None:
    """Tell a unit's player what of a line was not carried out, and why. Ambiguity: DV-A101.

    ``what``: command, battle, fire, launch, release, planet, orbit, refuel, field,
    intercept, place, pods.
    ``written`` are the words of that part of the line. ``missiles`` are the ids of all that it
    stands for where a line for all missiles came to nothing for them alike.
    """
    facts: dict[str, Fact] = {"missiles": list(missiles)} if missiles else {}
    work.emit(
        "not_done",
        unit.id,
        rule=rule,
        seen=private(work, unit),
        order=ref,
        unit=unit.id,
        what=what,
        written=written,
        why=why,
        **facts,
    )


def destroyed(
    work: PhaseContext, unit: Unit, *, rule: str, why: str, by: str = "", alone: bool = True
) -> None:
    """Take a unit out of play as destroyed and say so to everybody; then look at victory.

    ``why``: planet, hits, interception. ``by`` is the id of the unit that did it. What kind
    of unit it was stays unknown to its enemies if it was unrevealed. Not ``alone``: something
    is hit by the same blow, and victory waits for that.
    """
    state: State = work.state
    work.state = out_of_play(state, unit.id, DESTROYED)
    at = state.maps.label(unit.at)
    # Only missiles die in a planet's hex: there the cause would tell what the contact was.
    shown = hidden(work, unit) if why == "planet" else PUBLIC
    work.emit("destroyed", unit.id, rule=rule, seen=shown, unit=unit.id, at=at, why=why, by=by)
    if shown is not PUBLIC:
        contact_lost(work, unit)
    if alone:
        look(work)


def contact_lost(work: PhaseContext, unit: Unit) -> None:
    """Tell its enemies that a contact is no longer there, not why."""
    state: State = work.state
    enemies = [seat.id for seat in work.seats if seat.side != unit.side]
    work.emit(
        "contact_lost",
        unit.id,
        rule="DV 2.5",
        seen=dict.fromkeys(enemies, ("*",)),
        unit=unit.id,
        at=state.maps.label(unit.at),
    )
