"""What a missed turn repeats, and what it cannot."""

from __future__ import annotations

from msgspec.structs import replace

from pbm.games.nova.orders.missed import carried, default_position, missed_orders, remember
from pbm.games.nova.state.orders.dealings import PermitLine
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import (
    Activity,
    Codes,
    ContactOrder,
    Jump,
    Loading,
    Mover,
    SetUp,
    Units,
)
from pbm.games.nova.state.orders.sheet import Carried, Orders
from pbm.games.nova.state.orders.standing import Battle, Group, Standing
from tests.games.nova.builders import empire, ref, ship, state, told, work

CODES = Codes((ContactOrder("N"),), "R", (Activity("X"),))
GENERAL = Standing(ref("GENERAL all ships: F"), "general", ())
BATTLE = Battle(ref("BATTLE default: flee"), Group("all"), ())
LINE = Movement(
    ref("VIRUS Wasp (2 C), Bee > D N/R, X"),
    "VIRUS",
    (Mover("wasp", (Loading(units=Units("C", 2)),)), Mover("bee"), Mover("=New")),
    (Jump("D"),),
    CODES,
    "VIRUS",
    SetUp(4, 7),
    "hulk",
    True,
)
GUARD = Movement(ref("VIRUS 3 AA T"), "VIRUS", (Mover(units=Units("AA", 3)),), codes=CODES)
ORDERS = Orders(
    "ann",
    plans=(Plan((Expenditure(ref(), "ship", "Scout"),)),),
    movement=(LINE, GUARD, Movement(ref(), "VIRUS", (Mover("=New"),))),
    standing=(GENERAL,),
    battle=(BATTLE,),
    permits=(PermitLine(ref(), "stop", what="VIRUS"),),
)


def test_codes_go_on_but_no_routes_loads_or_tows() -> None:
    """Rule: NV ORD-43. Ambiguity: NV A-ORD-MISSED."""
    table = state(ship("Wasp"), ship("Bee", at="ALGOL"))
    kept = carried(ORDERS, table)
    assert kept.standing == (GENERAL,)
    assert kept.battle == (BATTLE,)
    ships, units = kept.movement
    assert ships == Movement(
        LINE.ref, "", (Mover("wasp"), Mover("bee")), (), CODES, "VIRUS", SetUp(4, 7)
    )
    assert units == GUARD


def test_lost_ships_are_forgotten() -> None:
    kept = carried(ORDERS, state(ship("Bee")))
    assert kept.movement[0].movers == (Mover("bee"),)
    assert carried(ORDERS, state()).movement == (GUARD,)


def test_a_line_for_ships_and_units_is_kept_in_two() -> None:
    both = replace(LINE, movers=(Mover("bee"), Mover(units=Units("AA", 1))))
    ships, units = carried(Orders("ann", movement=(both,)), state(ship("Bee"))).movement
    assert (ships.start, ships.movers) == ("", (Mover("bee"),))
    assert (units.start, units.route) == ("VIRUS", ())


def test_a_missed_turn_is_not_remembered() -> None:
    """The last orders there were go on for as long as no sheet comes."""
    old = Carried(standing=(GENERAL,))
    table = state(empire("ann"), empire("bea", standing=old), ship("Bee"))
    made = work(table, (ORDERS, Orders("bea", missing=True)), phase="L")
    remember(made)
    assert made.state.empires["ann"].standing == carried(ORDERS, table)
    assert made.state.empires["bea"].standing == old


def test_the_orders_of_a_missed_turn() -> None:
    kept = Carried((GENERAL,), (GUARD,), (), (BATTLE,))
    made = work(state(empire("ann", standing=kept)))
    orders = missed_orders(made, "ann")
    assert orders.missing
    (standing,), (movement,), (battle,) = orders.standing, orders.movement, orders.battle
    assert replace(standing, ref=GENERAL.ref) == GENERAL
    assert replace(movement, ref=GUARD.ref) == GUARD
    assert replace(battle, ref=BATTLE.ref) == BATTLE
    # They stand on no sheet of this turn, so they have no line there.
    assert {one.ref.line for one in (standing, movement, battle)} == {0}
    assert standing.ref.text == GENERAL.ref.text
    assert [(one.kind, one.number) for one in orders.plans[-1].expenditures] == [("maintain", 0)]
    assert not (orders.salvage or orders.pillage or orders.research or orders.permits)
    (event,) = told(made, "missed_turn")
    assert event.seen == {"ann": ("*",)}


def test_a_vacated_position_tolerates_others() -> None:
    """One that waits for a player goes on as it was. Ambiguity: NV A-GM-NEUTRAL."""
    kept = Carried((GENERAL,), (GUARD,), (), (BATTLE,))
    table = state(empire("ann", standing=kept, vacant=True))
    orders = missed_orders(work(table), "ann")
    (line,) = orders.standing
    assert line.rank == "special"
    groups = [(one.group.what if one.group else "", one.codes.contact) for one in line.actions]
    assert groups == [("all", (ContactOrder("T"),)), ("armies", (ContactOrder("T"),))]
    assert (orders.plans, orders.movement, orders.missing) == ((), (), True)
    waiting = missed_orders(work(table, options={"vacant": "standby"}), "ann")
    assert [one.ref.text for one in waiting.standing] == [GENERAL.ref.text]


def test_who_is_out_misses_nothing() -> None:
    made = work(state(empire("ann", eliminated=True)))
    assert missed_orders(made, "ann") == Orders("ann", missing=True)
    assert not made.events


def test_a_first_turn_that_is_missed_repeats_nothing() -> None:
    orders = missed_orders(work(state()), "ann")
    assert (orders.standing, orders.movement, orders.battle) == ((), (), ())


def test_who_sends_no_pregame_sheet_begins_with_that_of_the_template() -> None:
    made = work(state())
    made.turn = 0
    orders = missed_orders(made, "ann")
    assert orders.missing
    assert orders == default_position("ann")
    assert orders.pregame is not None
    assert not told(made, "missed_turn")
