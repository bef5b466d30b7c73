"""Transfers, fines, and the last sums of a turn."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.nova.orders.conditions import Presence, Scene, holds
from pbm.games.nova.rules.economy import payments, penalties, production, treasury
from pbm.games.nova.rules.economy.treasury import debt_from
from pbm.games.nova.state.fees import penalty_on
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Empire
from pbm.games.nova.state.working_state import Draft, drafting
from tests.games.nova.builders import contact, empire, ref, state, system, told, work
from tests.games.nova.scenes.economy import buying, line, spent

# --- transfers --------------------------------------------------------------------------------


def sent(**options: str) -> PhaseContext:
    """Ann sends Bea 40 and Cyd 5, Bea sends Ann 30."""
    table = state(
        empire("ann", contacts={"bea": contact(label="K"), "cyd": contact(label="Q")}),
        empire("bea", contacts={"ann": contact("full", "Z")}),
        empire("cyd", contacts={"ann": contact("minor", "", number=2)}),
        players="abc",
    )
    made = spent(
        table,
        buying(line("send", amount=40, empire="bea"), line("send", amount=5, empire="cyd")),
        buying(line("send", amount=30, empire="ann"), empire="bea"),
        options=options,
    )
    made.phase = "E"
    payments.send(made)
    return made


def money(made: PhaseContext) -> list[tuple[int, int]]:
    return [(one.treasury, one.locked) for one in made.state.empires.values()]


def test_mcr_are_credited_at_once_and_locked_until_next_turn() -> None:
    """Rule: NV ECO-12, NV ECO-46. Ambiguity: NV A-XFER-WHEN."""
    made = sent()
    assert money(made) == [(55, 30), (70, 40), (100, 5)]
    assert made.state.given["mcr/ann/bea/"] == 40
    assert [(e.seen, e.facts["to"], e.facts["amount"]) for e in told(made, "money_sent")] == [
        ({"ann": ("*",)}, "K", 40),
        ({"ann": ("*",)}, "Q", 5),
        ({"bea": ("*",)}, "Z", 30),
    ]
    assert [(e.seen, e.facts["sender"]) for e in told(made, "money_received")] == [
        ({"bea": ("*",)}, "Z"),
        ({"cyd": ("*",)}, "#2"),
        ({"ann": ("*",)}, "K"),
    ]
    assert {e.order.text for e in told(made, "money_sent") if e.order} == {"send  1"}
    made.phase = "L"
    payments.receive(made)
    assert money(made) == [(55, 30), (70, 40), (100, 5)]


def test_plans_ask_for_what_came_last_turn() -> None:
    """Later conditions of the turn for what came in it. Rule: NV ECO-47."""
    for options in ({}, {"transfers.received": "L"}):
        made = sent(**options)
        payments.receive(made)
        assert made.state.empires["bea"].received == {"ann": 40}
        made.state = replace(made.state, given={})
        made.phase = "A"
        production.collect(made)
        assert made.state.given == {
            "mcr/bea/ann/": 30,
            "mcr/ann/bea/": 40,
            "mcr/ann/cyd/": 5,
        }
        assert made.state.empires["bea"].received == {}
        asked = Condition(((Asked("received", "ann", number=40),),))
        scene = Scene(Draft(made.state), Presence(Draft(made.state)), "bea", "MINKY")
        assert holds(asked, scene)
        payments.send(made)
        assert not made.state.given


def test_a_transfer_is_told_to_both_with_its_change() -> None:
    """What came from the same giver before, by a ruling, is added to."""
    ann = empire("ann", contacts={"bea": contact(label="K")})
    bea = empire("bea", contacts={"ann": contact(label="Z")}, locked=7, received={"ann": 7})
    made = work(state(ann, bea, given={"send/ann/bea/": 40}), phase="E")
    payments.send(made)
    assert made.state.empires["bea"].received == {"ann": 47}
    (sent,), (received,) = told(made, "money_sent"), told(made, "money_received")
    assert (sent.rule, received.rule) == ("NV ECO-46", "NV ECO-12")
    assert sent.changes == (Change("empire/ann/treasury", 100, 60),)
    assert received.changes == (Change("empire/bea/locked", 7, 47),)
    assert received.facts == {"amount": 40, "sender": "Z"}


def test_a_transfer_names_the_line_that_sent_it() -> None:
    """Neither a line of another kind nor a transfer to somebody else."""
    lines = (
        line("build", "AA"),
        line("send", amount=5, empire="cyd", ref=ref("to Cyd", 2)),
        line("send", amount=40, empire="bea", ref=ref("to Bea", 3)),
    )
    table = state(
        empire("ann", contacts={"bea": contact(), "cyd": contact(label="C")}),
        given={"send/ann/bea/": 40},
        players="abc",
    )
    made = work(table, (buying(*lines),), phase="E")
    payments.send(made)
    assert [event.order.text for event in told(made, "money_sent") if event.order] == ["to Bea"]


def test_mcr_may_be_received_in_phase_l_only() -> None:
    """No condition of the turn can test them then. Ambiguity: NV A-XFER-WHEN."""
    made = sent(**{"transfers.received": "L"})
    made.state = replace(made.state, given={**made.state.given, "unit/ann/bea/Wasp": 1})
    assert money(made) == [(55, 0), (70, 0), (100, 0)]
    assert "mcr/ann/bea/" not in made.state.given
    made.phase = "L"
    payments.receive(made)
    assert money(made) == [(55, 30), (70, 40), (100, 5)]
    assert made.state.given == {"unit/ann/bea/Wasp": 1}
    payments.receive(made)
    assert money(made) == [(55, 30), (70, 40), (100, 5)]


def test_a_transfer_on_a_ruling_has_no_line() -> None:
    table = state(empire("ann", contacts={"bea": contact()}), given={"send/ann/bea/": 7})
    made = work(table, (buying(line("ship", "Scout")),), phase="E")
    payments.send(made)
    (event,) = told(made, "money_sent")
    assert event.order is None


# --- fines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fines", "turn", "faults", "designs", "fined"),
    [
        ("on", 3, 2, 0, 25),
        ("on", 3, 0, 1, 50),
        ("on", 3, 1, 2, 75),
        ("on", 3, 0, 0, 0),
        ("on", 2, 1, 1, 0),
        ("off", 3, 1, 1, 0),
    ],
)
def test_fines_for_sheets(fines: str, turn: int, faults: int, designs: int, fined: int) -> None:
    """25 MCr a page, 50 for designs among orders. Ambiguity: NV A-ORD-PAPER, NV A-ORD-STRICT."""
    orders = Orders("ann", form_faults=faults, designs_among_orders=designs)
    made = work(state(), (orders,), {"fines": fines}, phase="C")
    made.turn = turn
    penalties.fine(made)
    assert made.state.empires["ann"].treasury == 100 - fined
    assert sum(e.facts["amount"] for e in told(made, "fined")) == fined


def test_fines_know_no_limit() -> None:
    """They add up. Rule: NV PEN-06."""
    made = work(state(empire("ann", treasury=5)), phase="C")
    with drafting(made) as draft:
        penalties.name_fine(made, draft, "ann", 3)
        penalties.name_fine(made, draft, "ann", 2)
    assert made.state.empires["ann"].treasury == -45
    assert made.state.given == {"fines/ann//": 50}


# --- the end of the turn ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "production", "rate", "lost"),
    [
        (350, 200, 10, 15),
        (316, 316, 10, 0),
        (317, 316, 10, 1),
        (326, 316, 10, 1),
        (327, 316, 10, 2),
        (-50, 0, 10, 0),
        (100, 316, 10, 0),
        (350, 200, 0, 0),
        (350, 200, 100, 150),
    ],
)
def test_a_tenth_of_savings_in_excess(held: int, production: int, rate: int, lost: int) -> None:
    """Rule: NV ECO-10."""
    assert penalty_on(held, production, rate) == lost


@pytest.mark.parametrize(
    ("borrowed", "fines", "interest", "due"),
    [(35, 0, True, 70), (35, 10, True, 70), (35, 10, False, 60), (35, 50, False, 35)],
)
def test_what_was_borrowed_is_owed_twice(
    borrowed: int, fines: int, interest: bool, due: int
) -> None:
    """Rule: NV ECO-17. Ambiguity: NV A-DEFICIT-FINES."""
    assert debt_from(borrowed, fines, interest) == due
    assert debt_from(borrowed) == 70


def ended(
    ann: Empire, *things: object, fines: int = 0, options: Mapping[str, str] | None = None
) -> PhaseContext:
    given = {"fines/ann//": fines}
    made = work(state(ann, *things, given=given), options=options, phase="L")
    treasury.penalty(made)
    return made


def test_the_penalty_on_savings() -> None:
    made = ended(empire("ann", treasury=350, production=200, borrowed=9))
    ann = made.state.empires["ann"]
    assert (ann.treasury, ann.debt, ann.borrowed) == (335, 0, 0)
    (event,) = told(made, "treasury_penalty", "ann")
    assert event.terms == (("treasury", 350), ("production", 200), ("per cent", 10))
    assert (event.rule, event.seen) == ("NV ECO-10", {"ann": ("*",)})
    assert event.changes == (Change("empire/ann/treasury", 350, 335),)
    # A tenth of a single MCr is one, rounded up.
    assert ended(empire("ann", treasury=1)).state.empires["ann"].treasury == 0
    assert not told(ended(empire("ann", treasury=200, production=200)), "treasury_penalty", "ann")


@pytest.mark.parametrize(
    ("basis", "lost"),
    [("collected", 49), ("next", 28), ("potential", 23)],
)
def test_savings_are_measured_by(basis: str, lost: int) -> None:
    """10 collected; 220 next turn; 270 if the suppressed world gave too. Ambiguity: NV A-TREAS."""
    things = (
        system("ALGOL", colonies=3, colonizer="ann", suppressed=True),
        system("TEDDY", colonies=1, colonizer="bea", owner="ann", surface={"ann": {"AA": 1}}),
        system("MAVIS", colonies=1, colonizer="bea", owner="ann"),
    )
    made = ended(
        empire("ann", treasury=500, production=10), *things, options={"treasury.basis": basis}
    )
    assert made.state.empires["ann"].treasury == 500 - lost


def test_a_rate_of_the_campaign() -> None:
    made = ended(empire("ann", treasury=300, production=200), options={"treasury.rate": "25"})
    assert made.state.empires["ann"].treasury == 275


def test_what_is_missing_was_borrowed() -> None:
    """Harry's 35 are 70 next turn. Rule: NV ECO-17."""
    made = ended(empire("ann", treasury=-35))
    ann = made.state.empires["ann"]
    assert (ann.treasury, ann.debt, ann.borrowed) == (0, 70, 35)
    (event,) = told(made, "borrowed")
    assert event.facts == {"borrowed": 35, "due": 70}


def test_what_is_borrowed_is_told_to_its_empire_with_all_terms() -> None:
    """35, as much again, and 20 owed before: 90. Rule: NV ECO-17."""
    (event,) = told(ended(empire("ann", treasury=-35, debt=20)), "borrowed")
    assert (event.rule, event.seen) == ("NV ECO-17", {"ann": ("*",)})
    assert event.facts == {"borrowed": 35, "due": 90}
    assert event.terms == (("borrowed", 35), ("interest", 35), ("owed before", 20))
    assert event.changes == (
        Change("empire/ann/treasury", -35, 0),
        Change("empire/ann/debt", 20, 90),
    )


def test_an_old_debt_bears_no_interest_again() -> None:
    """Rule: NV ECO-18."""
    made = ended(empire("ann", treasury=0, debt=20))
    assert made.state.empires["ann"].debt == 20
    assert not told(made, empire="ann")
    more = ended(empire("ann", treasury=-10, debt=20))
    assert more.state.empires["ann"].debt == 40


def test_without_fines_all_that_was_borrowed_bears_interest() -> None:
    made = work(state(empire("ann", treasury=-35)), options={"fines.interest": "no"}, phase="L")
    treasury.penalty(made)
    assert made.state.empires["ann"].debt == 70


@pytest.mark.parametrize(("interest", "due"), [("yes", 70), ("no", 60)])
def test_interest_on_fines(interest: str, due: int) -> None:
    made = ended(empire("ann", treasury=-35), fines=10, options={"fines.interest": interest})
    assert made.state.empires["ann"].debt == due
