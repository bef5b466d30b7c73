"""Orders of a player without a sheet: standing orders go on, teams are kept.

Rule: NV ORD-43, NV ORD-44. Ambiguity: NV A-GM-NEUTRAL, NV A-ORD-MISSED (no routes, no builds
but the upkeep of teams).
"""

from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.engine.options import settle
from pbm.games.nova.options import OPTIONS
from pbm.games.nova.orders.rounds.round_orders import RoundOrders
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Codes, ContactOrder, Mover
from pbm.games.nova.state.orders.sheet import Carried, Orders
from pbm.games.nova.state.orders.standing import Action, Battle, Group, Standing
from pbm.games.nova.state.state import State
from pbm.games.nova.state.working_state import drafting
from pbm.games.nova.view.record import YouView, empty_view
from pbm.sheets.envelope import envelope, find_sheets
from pbm.sheets.kinds import SheetKind

_Kept = TypeVar("_Kept", Movement, Standing, Battle)


def missing(work: PhaseContext, player: str) -> Orders | RoundOrders:
    """The orders of a player whose sheet is missing; in a battle doctrine decides all."""
    return RoundOrders(player) if "/" in work.mailing else missed_orders(work, player)


def missed_orders(work: PhaseContext, player: str) -> Orders:
    """The orders of a player who sent no sheet for a turn."""
    state: State = work.state
    empire = state.empires[player]
    if empire.eliminated:
        return Orders(player, missing=True)
    if work.turn == 0:  # rules/setup.py tells of it
        return default_position(player)
    work.emit_to("missed_turn", player, rule="NV ORD-43", player=player)
    ref = OrderRef(player, work.mailing, 0, "")
    if empire.vacant and work.options["vacant"] == "neutral":
        return Orders(player, standing=(_tolerant(ref),), missing=True)
    carried = empire.standing or Carried()
    return Orders(
        player,
        plans=(Plan((Expenditure(ref, "maintain", number=0),)),),
        movement=tuple(_of_no_sheet(line, work) for line in carried.movement),
        standing=tuple(_of_no_sheet(line, work) for line in carried.standing),
        battle=tuple(_of_no_sheet(line, work) for line in carried.battle),
        missing=True,
    )


def _of_no_sheet(line: _Kept, work: PhaseContext) -> _Kept:
    """The line without its number: there is no sheet of this turn on which it stands."""
    return replace(line, ref=replace(line.ref, mailing=work.mailing, line=0))


def _tolerant(ref: OrderRef) -> Standing:
    """All that a vacated position orders: ships and armies tolerate others.

    Ambiguity: NV A-GM-NEUTRAL.
    """
    tolerate = Codes(contact=(ContactOrder("T"),))
    groups = (Group("all"), Group("armies"))
    return Standing(ref, "special", tuple(Action(group, tolerate) for group in groups))


_OPTIONS = settle(OPTIONS, {})[0]


@cache
def default_position(player: str) -> Orders:
    """What an empire begins with whose player sends no pregame sheet: that of the template."""
    from pbm.games.nova.orders.sheet import read
    from pbm.games.nova.orders.template import template

    view = empty_view(0, YouView(player=player, name=""))
    text = envelope("PREGAME", "x", "0", player, "", template(view, "0", _OPTIONS))
    kinds = (SheetKind("PREGAME"),)
    (sheet,) = find_sheets(text.encode(), "the default position", kinds).sheets
    orders: Orders = read(sheet, view, _OPTIONS).commands
    return replace(orders, missing=True)


def remember(work: PhaseContext) -> None:
    """At the end of a turn: keep what a missed turn would repeat. A missed turn changes nothing."""
    with drafting(work) as draft:
        for id, orders in draft.base.orders.items():
            if not orders.missing:
                kept = carried(orders, work.state)
                draft.empires[id] = replace(draft.empires[id], standing=kept)


def carried(orders: Orders, state: State) -> Carried:
    """What a missed turn would repeat of these orders: no routes, loads or tows."""
    of_ships: list[Movement] = []
    of_units: list[Movement] = []
    for line in orders.movement:
        ships: list[Mover] = []
        units: list[Mover] = []
        for one in line.movers:
            if one.units is not None:
                units.append(one)
            elif one.ship in state.ships:
                ships.append(one if one.cargo is None else replace(one, cargo=None))
        if ships:  # they may be anywhere by then, so that the start is left open
            of_ships.append(_at_rest(line, "", ships))
        if units:
            of_units.append(_at_rest(line, line.start, units))
    return Carried(standing=orders.standing, movement=(*of_ships, *of_units), battle=orders.battle)


def _at_rest(line: Movement, start: str, movers: Iterable[Mover]) -> Movement:
    return Movement(
        line.ref, start, tuple(movers), codes=line.codes, retreat=line.retreat, setup=line.setup
    )
