"""Phase D: repairs and refits, their prices reserved in phase C."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.economy.works import repair_and_refit, repaired_damage
from pbm.games.nova.state.damage import Damage, minus
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.state import Retreat, Ship, State
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import empire, home, ship, state, system, told
from tests.games.nova.scenes.economy import HARRY, buying, drawn, hornets, line, spent, why


def docked(*things: Any, mcr: int = 100, **designs: Any) -> State:
    """Ann with the designs Hornet and Hornet-2."""
    own = {"Scout": "ann/Scout", "Hornet": "ann/Hornet", "Hornet-2": "ann/Hornet-2"}
    made = hornets()
    for name, one in designs.items():
        own[name] = f"ann/{name}"
        made[f"ann/{name}"] = one
    return state(empire("ann", treasury=mcr, designs=own), *things, designs=made)


def wasp(damage: Damage = HARRY, **fields: Any) -> Ship:
    return ship("Wasp", "Hornet", **{"damage": damage, **fields})


def repair(number: int = 0, **fields: Any) -> Expenditure:
    return line("repair", number=number, id="wasp", **fields)


def refit(name: str = "Hornet-2", **fields: Any) -> Expenditure:
    return line("refit", name, id="wasp", **fields)


def done(table: State, *lines: Expenditure, **options: str) -> PhaseContext:
    made = spent(table, buying(*lines), options=options)
    made.phase = "D"
    repair_and_refit(made)
    return made


def test_harrys_frigate() -> None:
    """12 for armour, 7 for structure, 4 for the projector, 3 for the drive: 26 MCr."""
    made = done(docked(wasp()), repair())
    assert made.state.ships["wasp"].damage.is_none
    assert made.state.empires["ann"].treasury == 74
    (event,) = told(made, "repaired")
    assert event.terms == (("armour", 12), ("structure", 7), ("FP1", 4), ("JD1", 3))
    assert event.facts["items"] == {"FP1": 1, "JD1": 1, "armour": 12, "structure": 7}
    assert event.facts["left"] is False
    assert made.state.given == {}


@pytest.mark.parametrize(("mcr", "repaired"), [(26, True), (25, False)])
def test_a_repair_must_be_paid(mcr: int, repaired: bool) -> None:
    made = done(docked(wasp(), mcr=mcr), repair())
    assert made.state.ships["wasp"].damage.is_none == repaired


BATTERED = Damage(9, 5, {"BL1": 1, "BL2": 1, "IE1": 2, "JD1": 2})
GUNS = drawn("Wasp", "IE 4", "JD 3", "2 BL 15", "10 AR 1")


def repaired(*repairs: tuple[str, int], limit: int = 0) -> Damage:
    table = docked(ship("Wasp", "Wasp", damage=BATTERED), Wasp=GUNS)
    draft = Draft(table)
    return repaired_damage(draft, draft.ships["wasp"], repair(repairs=repairs, amount=limit))


@pytest.mark.parametrize(
    ("repairs", "left"),
    [
        ((), Damage()),
        ((("armour", 4),), Damage(5, 5, BATTERED.parts)),
        ((("armour", 0),), Damage(0, 5, BATTERED.parts)),
        ((("armour", 99),), Damage(0, 5, BATTERED.parts)),
        ((("armour", 4), ("armour", 2)), Damage(3, 5, BATTERED.parts)),
        ((("structure", 2),), Damage(9, 3, BATTERED.parts)),
        ((("BL", 1),), Damage(9, 5, {"BL2": 1, "IE1": 2, "JD1": 2})),
        ((("BL", 0),), Damage(9, 5, {"IE1": 2, "JD1": 2})),
        ((("BL2", 0),), Damage(9, 5, {"BL1": 1, "IE1": 2, "JD1": 2})),
        ((("IE", 1),), Damage(9, 5, {"BL1": 1, "BL2": 1, "IE1": 1, "JD1": 2})),
        ((("IE1", 0), ("JD1", 5)), Damage(9, 5, {"BL1": 1, "BL2": 1})),
        ((("SM", 0),), BATTERED),
    ],
)
def test_partial_repairs(repairs: tuple[tuple[str, int], ...], left: Damage) -> None:
    """Rule: NV ECO-43."""
    assert minus(BATTERED, repaired(*repairs)) == left


@pytest.mark.parametrize(
    ("limit", "paid"),
    [
        (8, Damage(8)),
        (9, Damage(9)),
        (14, Damage(9, 5)),
        (28, Damage(9, 5)),  # a laser of 15 is too dear with what is left
        (29, Damage(9, 5, {"BL1": 1})),
    ],
)
def test_up_to_so_many_mcr(limit: int, paid: Damage) -> None:
    assert repaired(("armour", 0), ("structure", 0), ("BL", 0), limit=limit) == paid


def test_levels_are_repaired_one_by_one_as_far_as_the_limit_goes() -> None:
    level = figures(GUNS).ssz / 10
    assert repaired(("IE", 0), limit=int(2 * level) - 1) == Damage(parts={"IE1": 1})


def test_two_lines_for_one_ship() -> None:
    """The second costs what the first has left."""
    made = done(docked(wasp(), mcr=26), repair(repairs=(("armour", 0),)), repair())
    assert made.state.ships["wasp"].damage.is_none
    assert [e.facts["amount"] for e in told(made, "repaired")] == [12, 14]
    again = done(docked(wasp()), repair(), repair())
    assert why(again) == ["Wasp has no such damage"]


@pytest.mark.parametrize(
    ("damage", "one", "reason"),
    [
        (Damage(), repair(), "Wasp has no such damage"),
        (Damage(3), repair(repairs=(("structure", 0),)), "Wasp has no such damage"),
        (Damage(0, 0, {"FC1": 1}), repair(amount=5), "5 MCr repair none of its damage"),
        (Damage(), repair(amount=5), "Wasp has no such damage"),
        (HARRY, repair(at="ALGOL"), "Wasp is not at ALGOL"),
        (HARRY, line("repair", id="bee", number=0), "you have no such ship"),
        (HARRY, line("repair", id="=New", number=0), "you have no such ship"),
    ],
)
def test_what_keeps_from_repairs(damage: Damage, one: Expenditure, reason: str) -> None:
    made = done(docked(wasp(damage), ship("Bee", owner="bea")), one)
    assert why(made) == [reason]
    assert made.state.empires["ann"].treasury == 100


def test_a_ship_on_a_retreat_is_nowhere() -> None:
    made = done(docked(wasp(at="", retreat=Retreat("ALGOL", "VIRUS"))), repair())
    assert why(made) == ["Wasp is not at any system"]


def test_a_ship_in_a_bay_is_repaired_where_its_carrier_is() -> None:
    made = done(docked(wasp(at="", carrier="mule", bay="LB1"), ship("Mule", "Hauler")), repair())
    assert made.state.ships["wasp"].damage.is_none


_MINE: dict[str, Any] = {"colonies": 3, "colonizer": "ann", "ic": True}


@pytest.mark.parametrize(
    ("fields", "repaired", "refitted"),
    [
        (_MINE, True, True),
        ({**_MINE, "suppressed": True}, False, False),
        ({**_MINE, "ic_barred": True}, False, False),
        ({**_MINE, "ic": False}, False, False),
        ({**_MINE, "colonizer": "bea"}, False, False),
    ],
)
def test_where_ships_are_worked_on(fields: dict[str, Any], repaired: bool, refitted: bool) -> None:
    """Neither after a devastation nor under suppression.

    Ambiguity: NV A-IC-SUPPR, NV A-REFIT-SUPPR.
    """
    here = system("ALGOL", **fields)
    hurt = done(docked(here, wasp(at="ALGOL")), repair())
    assert hurt.state.ships["wasp"].damage.is_none == repaired
    sound = done(docked(here, wasp(Damage(), at="ALGOL")), refit())
    assert (sound.state.ships["wasp"].design == "ann/Hornet-2") == refitted


def test_the_refit_of_the_book() -> None:
    """28 MCr: FC 4 for 12, projectors for 16. Rule: NV ECO-41."""
    made = done(docked(wasp(Damage())), refit())
    assert made.state.ships["wasp"].design == "ann/Hornet-2"
    assert made.state.empires["ann"].treasury == 72
    (event,) = told(made, "refitted")
    assert (event.facts["design_before"], event.facts["design"]) == ("Hornet", "Hornet-2")


def test_what_has_no_price_may_be_free() -> None:
    """Ambiguity: NV A-REFIT-LT."""
    made = done(docked(wasp(Damage())), refit(), **{"refit.intangibles": "free"})
    assert made.state.empires["ann"].treasury == 100 - 12


def test_repaired_and_refitted_in_one_turn() -> None:
    """Rule: NV ECO-42."""
    made = done(docked(wasp()), repair(), refit())
    one = made.state.ships["wasp"]
    assert (one.damage.is_none, one.design) == (True, "ann/Hornet-2")
    assert made.state.empires["ann"].treasury == 100 - 26 - 28


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((refit(),), "Wasp is damaged; repair it first"),
        ((repair(repairs=(("armour", 0),)), refit()), "Wasp is damaged; repair it first"),
        ((repair(), refit("Ghost")), 'you have no design "Ghost"'),
        ((repair(), refit(), refit("Hornet")), "FC of FC1 would fall from 4 to 2"),
    ],
)
def test_what_keeps_from_refits(lines: tuple[Expenditure, ...], reason: str) -> None:
    made = done(docked(wasp()), *lines)
    assert len(why(made)) == 1
    assert reason in why(made)[0]


def test_alternatives_are_carried_out_by_their_own_mark() -> None:
    both = repair(or_else=(repair(repairs=(("structure", 0),)),))
    made = done(docked(wasp(), mcr=7), both)
    assert made.state.ships["wasp"].damage == Damage(12, 0, HARRY.parts)
    assert made.state.empires["ann"].treasury == 0


def test_a_captor_needs_an_army() -> None:
    for armies in (0, 1):
        here = home("bea", owner="ann", surface={"ann": {"AA": armies}} if armies else {})
        made = done(docked(here, wasp(at="MINKY")), repair())
        assert made.state.ships["wasp"].damage.is_none == bool(armies)
