"""Phase C: priorities, plans, credit, debt, and what is done before anything is bought."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbm.engine.events import Change
from pbm.games.nova.orders.conditions import Presence, Scene
from pbm.games.nova.orders.missed import missed_orders
from pbm.games.nova.rules.economy.finance import allowed, chosen, paid_off
from pbm.games.nova.rules.economy.works import repair_and_refit
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.money import Commission, Expenditure, Plan
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Mover
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import Empire, Hull
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import contact, empire, ref, ship, state, told, work
from tests.games.nova.scenes.economy import buying, hornets, line, spent, why


def rich(mcr: int, production: int = 0, **fields: Any) -> Empire:
    return empire("ann", treasury=mcr, production=production, **fields)


@pytest.mark.parametrize(
    ("treasury", "production", "meant", "may"),
    [
        (921, 500, 956 + 50, 1006),  # Harry meant 956 with 921 at hand
        (921, 20, 956 + 50, 941),  # no further than his income of the turn
        (921, 500, 100, 921),  # what is there may be spent in any case
        (-100, 200, 300, 100),  # fines have come before
        (-300, 200, 300, 0),
    ],
)
def test_what_may_be_spent(treasury: int, production: int, meant: int, may: int) -> None:
    """Rule: NV ECO-15, NV ECO-19."""
    one = empire("ann", treasury=treasury, production=production)
    assert allowed(one, meant) == may


@pytest.mark.parametrize(
    ("debt", "treasury", "paid"),
    [(70, 50, (50, 20)), (70, 70, (70, 0)), (70, 71, (70, 0)), (70, -5, (0, 70)), (70, 0, (0, 70))],
)
def test_debt_is_paid_from_what_there_is(debt: int, treasury: int, paid: tuple[int, int]) -> None:
    assert paid_off(debt, treasury) == paid


FRIGATES = buying(line("ship", "Frigate"), line("ship", "Frigate"), line("ship", "Scout"))


def test_nothing_below_the_first_line_that_cannot_be_paid_is_bought() -> None:
    """63 of 100 for a frigate, then no second one and no scout of 25. Rule: NV ECO-19."""
    made = spent(state(rich(100)), FRIGATES)
    assert sorted(one.name for one in made.state.ships.values()) == ["Frigate-1"]
    assert made.state.empires["ann"].treasury == 100 - 63 - 10
    assert why(made) == [
        "it costs 63 MCr and 37 may still be spent",
        "Frigate 1 above it could not be paid",
    ]


def test_a_cheaper_line_below_is_bought_where_the_option_says_so() -> None:
    """Ambiguity: NV A-DEFICIT-50."""
    made = spent(state(rich(100)), FRIGATES, options={"expenditures.excess": "unpaid"})
    assert sorted(one.name for one in made.state.ships.values()) == ["Frigate-1", "Scout-1"]
    assert made.state.empires["ann"].treasury == 100 - 63 - 25 - 20
    assert why(made) == ["it costs 63 MCr and 37 may still be spent"]


def test_a_line_that_fails_for_another_reason_stops_no_other() -> None:
    made = spent(state(rich(100)), buying(line("ship", "Ghost"), line("ship", "Scout")))
    assert [one.name for one in made.state.ships.values()] == ["Scout-1"]


def test_a_line_that_an_alternative_pays_stops_no_other() -> None:
    dear = line("ship", "Frigate", 2, or_else=(line("ship", "Frigate"),))
    made = spent(state(rich(100)), buying(dear, line("ship", "Scout")))
    assert sorted(one.name for one in made.state.ships.values()) == ["Frigate-1", "Scout-1"]


def test_credit_reaches_to_the_income_of_the_turn() -> None:
    """Rule: NV ECO-15."""
    enough = spent(state(rich(100, 26)), buying(line("ship", "Frigate", 2)))
    assert len(enough.state.ships) == 2
    assert enough.state.empires["ann"].treasury == 100 - 126 - 20
    short = spent(state(rich(100, 25)), buying(line("ship", "Frigate", 2)))
    assert not short.state.ships


@pytest.mark.parametrize(
    ("written", "bought"),
    [
        ({"cost": 76}, 2),  # 76 + 50 = 126
        ({"cost": 75}, 0),
        ({"price": Fraction(38)}, 2),
        ({"price": Fraction(37)}, 0),
        ({"price": Fraction(75, 2)}, 0),
        ({}, 2),
    ],
)
def test_at_most_50_more_than_the_sheet_adds_up_to(written: dict[str, Any], bought: int) -> None:
    """Rule: NV ECO-19. Ambiguity: NV A-DEFICIT-50."""
    made = spent(state(rich(50, 500)), buying(line("ship", "Frigate", 2, **written)))
    assert len(made.state.ships) == bought


def test_every_kind_of_line_has_its_own_cost() -> None:
    """Where nothing is claimed all that can be paid on credit is: 100 are there, 2000 come in."""
    project = Project("TECH", "BL", Fraction(17), "B", 15, 20, 0, 2)
    hulls = {"h": Hull("h", "Bee", "ann", "ann", "ann/Frigate", "VIRUS", 20)}
    table = state(
        rich(0, 2000, projects=(project,), contacts={"bea": contact()}),
        ship("Wasp", "Hornet", damage=Damage(structure=7)),
        ship("Old", "Hornet"),
        designs=hornets(),
        hulls=hulls,
    )
    designs = {**table.empires["ann"].designs, "Hornet": "ann/Hornet", "Hornet-2": "ann/Hornet-2"}
    table = state(
        rich(0, 2000, projects=(project,), contacts={"bea": contact()}, designs=designs),
        *table.ships.values(),
        designs=hornets(),
        hulls=hulls,
    )
    made = spent(
        table,
        buying(
            line("maintain", number=0, price=Fraction(10)),
            line("rdt", "", 1),
            line("ship", "Scout"),
            line("build", "AA", 2),
            line("part", "Frigate", amount=10, price=Fraction(63)),
            line("finish", "", id="h"),
            line("gate", as_names=("Ring-A", "Ring-B")),
            line("repair", id="wasp", number=0),
            line("refit", "Hornet-2", id="old"),
            line("status", project="BL 15-20", price=Fraction(5)),
            line("info", "Wasp"),
            line("copy", "Scout"),
            line("send", amount=40, empire="bea"),
        ),
        options={"research_reports": "bought"},
    )
    assert not why(made)
    reserved = 7 + 28 + 40  # repair, refit and transfer wait for phases D and E
    total = 20 + 40 + 25 + 60 + 10 + 43 + 360 + 5 + 5 + 20
    # The scout has no name, and the new team no project: 10 are lost, 40 come back.
    assert made.state.empires["ann"].treasury == -total - 10 + 40
    assert sum(amount for name, amount in made.state.given.items() if "send" in name) == 40
    short = spent(
        state(rich(0, total + reserved - 1), designs=hornets()), buying(line("ship", "Scout"))
    )
    assert len(short.state.ships) == 1


PROJECT = Project("TECH", "BL", Fraction(17), "B", 15, 20, 0, 2)


@pytest.mark.parametrize(
    ("one", "counts", "costs"),
    [
        (line("maintain", number=0), 20, 20),  # two teams
        (line("maintain", number=0, price=Fraction(15)), 30, 20),
        (line("rdt", "", 1), 40, 40),
        (line("ship", "Scout"), 25, 25),
        (line("ship", "Scout", 3, price=Fraction(35, 2)), 53, 75),  # 52.5, up
        (line("ship", "Scout", cost=30), 30, 25),
        (line("build", "AA", 2), 60, 60),
        (line("part", "Hauler", amount=10, price=Fraction(63), as_names=("Ox",)), 10, 10),
        (line("finish", "", id="h", price=Fraction(99)), 43, 43),  # 63, of which 20 are paid
        (line("gate", as_names=("Ring-A", "Ring-B")), 360, 360),
        (line("repair", id="wasp", number=0, price=Fraction(99)), 7, 7),  # 7 of structure
        (line("refit", "Hornet-2", id="old"), 28, 28),
        (line("status", project="BL 15-20"), 5, 5),
        (line("info", "Wasp"), 5, 5),
        (line("copy", "Scout"), 20, 20),
        (line("send", amount=40, empire="bea", price=Fraction(99)), 40, 40),
        (line("ship", "Ghost", 9), 0, 0),
        (line("finish", "", id="none"), 0, 0),
        (line("repair", id="none", number=0), 0, 0),
    ],
    ids=lambda one: f"{one.kind} {one.name}" if isinstance(one, Expenditure) else None,
)
def test_what_each_kind_of_line_counts_for_on_credit(
    one: Expenditure, counts: int, costs: int
) -> None:
    """The sum of the sheet and 50 more may be spent; what is said to cost nothing takes the rest.

    Rule: NV ECO-19. Ambiguity: NV A-DEFICIT-50.
    """
    rest = counts + 50 - costs
    for amount, fits in ((rest, True), (rest + 1, False)):
        table = state(
            ship("Wasp", "Hornet", damage=Damage(structure=7)),
            ship("Old", "Hornet"),
            rich(
                0,
                2000,
                projects=(PROJECT,),
                contacts={"bea": contact()},
                designs={
                    **empire("ann").designs,
                    **{name: f"ann/{name}" for name in ("Hornet", "Hornet-2")},
                },
            ),
            designs=hornets(),
            hulls={"h": Hull("h", "Bee", "ann", "ann", "ann/Frigate", "VIRUS", 20)},
        )
        last = line("part", "Hornet", amount=amount, cost=0, as_names=("Rest",))
        made = spent(table, buying(one, last), options={"research_reports": "bought"})
        assert ("Rest" in {hull.name for hull in made.state.hulls.values()}) is fits


def test_what_was_spent_adds_up() -> None:
    """100 are there: of 40, 30 and 30 all go, with a unit more the last does not."""
    three = (line("rdt", "", 1), line("build", "AA"), line("part", "Frigate", amount=30))
    assert spent(state(rich(100)), buying(*three)).state.hulls
    more = (*three[:2], line("part", "Frigate", amount=31))
    made = spent(state(rich(100)), buying(*more))
    assert not made.state.hulls
    assert why(made) == ["it costs 31 MCr and 30 may still be spent"]
    # Nothing at all is left: not even one.
    last = (*three, line("part", "Scout", amount=1))
    assert why(spent(state(rich(100)), buying(*last))) == [
        "it costs 1 MCr and 0 may still be spent"
    ]


def test_what_is_paid_names_its_line_and_its_rule() -> None:
    """Rule: NV ECO-08."""
    one = line("part", "Frigate", amount=30, ref=ref("part Frigate 30", 7))
    (event,) = told(spent(state(rich(100)), buying(one)), "hull_begun")
    assert (event.order, event.rule, event.seen) == (one.ref, "NV ECO-08", {"ann": ("*",)})
    assert event.changes == (Change("empire/ann/treasury", 100, 70),)


def test_costs_that_cannot_be_known_count_for_nothing() -> None:
    """A design that is not there, a hull of others: no credit for them."""
    made = spent(
        state(rich(10, 100)),
        buying(line("ship", "Ghost", 9), line("finish", id="none"), line("repair", id="none")),
    )
    assert made.state.empires["ann"].treasury == 10
    assert why(made) == [
        'you have no design "Ghost"',
        "you have no such part-built ship",
        "you have no such ship",
    ]


def test_ships_of_others_are_nobodys_to_repair() -> None:
    """They read like ships that are not there."""
    damaged = ship("Fly", owner="bea", damage=Damage(structure=7))
    made = spent(
        state(rich(100), damaged), buying(line("repair", id="fly", number=0), line("ship", "Scout"))
    )
    assert why(made) == ["you have no such ship"]
    assert "fly" not in str(made.state.given)


def test_an_alternative_takes_the_place_of_what_cannot_be_paid() -> None:
    two = line("ship", "Frigate", 2, or_else=(line("ship", "Frigate"), line("ship", "Scout")))
    made = spent(state(rich(100)), buying(two))
    assert [one.name for one in made.state.ships.values()] == ["Frigate-1"]
    (event,) = told(made, "failed")
    assert event.facts["alternative"] is True
    assert (event.facts["written"], event.facts["code"]) == ("Frigate 2", "")
    assert event.order == two.ref
    poor = spent(state(rich(20)), buying(two))
    assert [e.facts["alternative"] for e in told(poor, "failed")] == [True, True, False]


def plans(*treasuries: int) -> tuple[Plan, ...]:
    """Scouts by the treasury: n + 1 of them under plan n, one armies' worth at last."""
    some = tuple(
        Plan(
            (line("ship", "Scout", number),),
            Condition(((Asked("treasury", op=">=", number=limit),),)),
        )
        for number, limit in enumerate(treasuries, 1)
    )
    return (*some, Plan((line("build", "AA"),)))


@pytest.mark.parametrize(
    ("treasury", "ships", "armies"), [(300, 1, 0), (299, 2, 0), (200, 2, 0), (199, 0, 1)]
)
def test_the_first_plan_that_holds(treasury: int, ships: int, armies: int) -> None:
    """Rule: NV ECO-47."""
    made = spent(state(rich(treasury)), Orders("ann", plans=plans(300, 200)))
    assert len(made.state.ships) == ships
    assert made.state.systems["VIRUS"].units("ann", "AA") == armies


@pytest.mark.parametrize(("wanted", "ships"), [(2, 1), (3, 0)])
def test_a_plan_may_ask_what_is_at_the_capital(wanted: int, ships: int) -> None:
    """Two ships lie there, a third elsewhere. Rule: NV ECO-47, NV ORD-37."""
    asked = Condition(((Asked("ships", op=">=", number=wanted),),))
    table = state(rich(100), ship("One"), ship("Two"), ship("Far", at="ALGOL"))
    made = spent(table, Orders("ann", plans=(Plan((line("ship", "Scout"),), asked),)))
    assert len(made.state.ships) - 3 == ships


def test_no_plan_at_all() -> None:
    table = state()
    scene = Scene(Draft(table), Presence(Draft(table)), "ann", "VIRUS")
    assert chosen((), scene) == (0, Plan(()))


def test_repairs_of_another_plan_are_not_carried_out() -> None:
    """What phase C reserves belongs to its plan."""
    first = Plan(
        (line("repair", id="wasp", number=0, repairs=(("armour", 0),)),),
        Condition(((Asked("treasury", op=">=", number=1000),),)),
    )
    second = Plan((line("repair", id="wasp", number=0, repairs=(("structure", 0),)),))
    table = state(ship("Wasp", "Hornet", damage=Damage(5, 3)), designs=hornets())
    made = spent(table, Orders("ann", plans=(first, second)))
    repair_and_refit(made)
    assert (made.state.ships["wasp"].damage.armour, made.state.ships["wasp"].damage.structure) == (
        5,
        0,
    )


# --- debt -----------------------------------------------------------------------------------


def indebted(treasury: int, debt: int, teams: int = 1) -> Empire:
    project = Project("TECH", "BL", Fraction(17), "B", 15, 20, 0, teams)
    return empire("ann", treasury=treasury, production=60, debt=debt, projects=(project,))


def test_debt_after_teams_and_before_everything_else() -> None:
    """Of 60 a team has 10, 50 go to a debt of 70; 20 are left and nothing is bought."""
    made = spent(
        state(indebted(60, 70)),
        buying(line("ship", "Scout"), line("maintain", number=0), line("send", amount=1)),
    )
    ann = made.state.empires["ann"]
    assert (ann.treasury, ann.debt) == (0, 20)
    assert ann.projects[0].teams == 1
    assert not made.state.ships
    assert [(e.rule, e.facts["why"]) for e in told(made, "failed")] == [
        ("NV ECO-18", "20 MCr of debt are still unpaid")
    ] * 2
    assert [e.facts["alternative"] for e in told(made, "failed")] == [False, False]
    (paid,) = told(made, "debt_paid")
    assert (paid.rule, paid.seen) == ("NV ECO-16", {"ann": ("*",)})
    assert (paid.facts["amount"], paid.facts["owed"], paid.facts["left"]) == (50, 70, 20)


def test_once_the_debt_is_paid_money_may_be_borrowed_again() -> None:
    """Nothing is borrowed for the debt itself. Rule: NV ECO-16."""
    made = spent(
        state(indebted(80, 70)), buying(line("maintain", number=0, cost=10), line("ship", "Scout"))
    )
    ann = made.state.empires["ann"]
    assert (ann.treasury, ann.debt) == (-25 - 10, 0)
    assert len(made.state.ships) == 1
    more = spent(state(indebted(80, 70)), buying(line("maintain", number=0), _part(60)))
    assert len(more.state.hulls) == 1
    too_much = spent(state(indebted(80, 70)), buying(line("maintain", number=0), _part(61)))
    assert not too_much.state.hulls


def _part(amount: int) -> Expenditure:
    return line("part", "Frigate", amount=amount, as_names=("Bee",))


def test_teams_without_money_vanish_and_deepen_no_debt() -> None:
    """Ambiguity: NV A-DEBT-RDT."""
    made = spent(state(indebted(15, 70, teams=3)), buying(line("maintain", number=0)))
    ann = made.state.empires["ann"]
    assert (ann.treasury, ann.debt, ann.projects[0].teams) == (0, 65, 1)
    broke = spent(state(indebted(-5, 70)), buying(line("maintain", number=0)))
    ann = broke.state.empires["ann"]
    assert (ann.treasury, ann.debt, ann.projects) == (-5, 70, ())
    assert not told(broke, "debt_paid")


def test_the_sums_of_a_sheet_do_not_count_teams_twice() -> None:
    """70 of debt and one team are paid of 80; 25 written and 50 more may be borrowed."""
    table = state(empire("ann", treasury=80, production=500, debt=70, projects=(_running(),)))
    lines = (line("maintain", number=0, cost=10), line("build", "AA", 2, cost=25))
    assert spent(table, buying(*lines)).state.systems["VIRUS"].units("ann", "AA") == 2
    three = (line("maintain", number=0, cost=10), line("build", "AA", 3, cost=25))
    assert spent(table, buying(*three)).state.systems["VIRUS"].units("ann", "AA") == 0
    own = {**empire("ann").designs, "Hornet": "ann/Hornet"}
    ann = empire("ann", treasury=80, production=500, debt=70, projects=(_running(),), designs=own)
    for amount, fits in ((75, True), (76, False)):
        last = line("part", "Hornet", amount=amount, cost=25)
        orders = buying(line("maintain", number=0, cost=10), last)
        made = spent(state(ann, designs=hornets()), orders)
        assert bool(made.state.hulls) is fits


def _running() -> Project:
    return Project("TECH", "BL", Fraction(17), "B", 15, 20, 0, 1)


# --- missed turns -----------------------------------------------------------------------------


@pytest.mark.parametrize(("how", "teams"), [("neutral", 0), ("standby", 1)])
def test_a_vacated_position_spends_nothing(how: str, teams: int) -> None:
    """One that waits for a player keeps its teams. Ambiguity: NV A-GM-NEUTRAL."""
    table = state(empire("ann", vacant=True, projects=(_running(),)))
    orders = missed_orders(work(table, options={"vacant": how}), "ann")
    made = spent(table, orders)
    assert sum(one.teams for one in made.state.empires["ann"].projects) == teams
    assert made.state.empires["ann"].treasury == 100 - 10 * teams


def test_a_missed_turn_borrows_nothing() -> None:
    """Teams are kept as far as the money goes. Rule: NV ORD-43."""
    table = state(empire("ann", treasury=15, production=500, projects=(_two_teams(),)))
    made = spent(table, buying(line("maintain", number=0), missing=True))
    assert made.state.empires["ann"].treasury == 5
    assert made.state.empires["ann"].projects[0].teams == 1


def _two_teams() -> Project:
    return Project("TECH", "BL", Fraction(17), "B", 15, 20, 0, 2)


# --- what has been built gets its orders ------------------------------------------------------


def test_orders_for_what_is_built_find_it() -> None:
    orders = buying(
        line("ship", "Scout", 2),
        commissions=(Commission(ref(), "VIRUS", "Scout", ("Stinger",)),),
        movement=(Movement(ref(), "VIRUS", (Mover("=Stinger"), Mover("=Sting"))),),
    )
    made = spent(state(), orders)
    named = {one.name: one for one in made.state.ships.values()}
    movers = made.state.orders["ann"].movement[0].movers
    assert [one.ship for one in movers] == [named["Stinger"].id, "=Sting"]
    assert not named["Stinger"].unnamed
    assert named["Scout-1"].unnamed
