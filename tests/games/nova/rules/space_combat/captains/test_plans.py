"""Which BATTLE lines are for which ship, which go before others, and what is settled before."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.battle.doctrine import Plan
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.space_combat.captains.plans import plans
from pbm.games.nova.state.battle.arena import Battle as Arena
from pbm.games.nova.state.battle.arena import BattleSide, Fighter
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Codes, ContactOrder, Mover, Toward
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle, BattleItem, Group
from pbm.games.nova.state.state import Meeting
from pbm.games.nova.state.working_state import drafting
from tests.games.nova.builders import ref, ship, state, work

ALL, ARMED, UNARMED = Group("all"), Group("armed"), Group("unarmed")
STINGER = Group("ship", ("stinger",))
FRIGATES = Group("class", name="Frigate")


def line(who: Group, *items: BattleItem | str, **fields: object) -> Battle:
    made = tuple(one if isinstance(one, BattleItem) else BattleItem("range", one) for one in items)
    return Battle(ref(), who, made, **fields)  # type: ignore[arg-type]


def made(
    *lines: Battle, bea: str = "", named: bool = False, met: tuple[Meeting, ...] = ()
) -> dict[str, Plan]:
    """Ann's plans against Bea and Cyd at SHOOT; ``bea``: the contact order of Bea's ship."""
    at = "SHOOT"
    ships = [ship("Stinger", at=at), ship("Probe", "Scout", at=at), ship("Wasp", at=at)]
    alien = ship("Moth", at=at, owner="bea")
    toward = Toward(("ann",)) if named else Toward()
    codes = Codes((ContactOrder(bea, toward),)) if bea else Codes()
    sheets = {
        "ann": Orders("ann", battle=lines),
        "bea": Orders("bea", movement=(Movement(ref(), at, (Mover("moth"),), codes=codes),)),
    }
    before = state(*ships, alien, players="abc", meetings=met)
    fighters = {one.id: Fighter(one.id, one.id, one.owner, one.name, one.design) for one in ships}
    fighters["moth"] = Fighter("moth", "moth", "bea", "Moth", alien.design)
    fighters["end"] = Fighter("end", "", "bea", "Ring", "", gate="ring")
    fighters["own end"] = Fighter("own end", "", "ann", "Bow", "", gate="bow")
    sides = {
        "ann": BattleSide("ann", ("bea", "cyd")),
        "bea": BattleSide("bea", ("ann",)),
        "cyd": BattleSide("cyd", ("ann",)),
    }
    now = work(before, sheets)
    with drafting(now) as draft:
        arena = Arena("b", at, sides, fighters)
        return plans(draft, Effective(draft), arena, "ann", named=named)


def values(plan: Plan) -> list[str]:
    return [item.value for item in plan.items]


def test_without_lines_every_ship_has_an_empty_plan() -> None:
    assert made() == dict.fromkeys(("stinger", "probe", "wasp"), Plan())


def test_an_empire_without_a_sheet_has_empty_plans() -> None:
    before = state(ship("Moth", owner="cyd", at="SHOOT"), players="abc")
    now = work(before)
    arena = Arena(
        "b",
        "SHOOT",
        {"cyd": BattleSide("cyd", ())},
        {"m": Fighter("m", "moth", "cyd", "Moth", "x")},
    )
    with drafting(now) as draft:
        assert plans(draft, Effective(draft), arena, "cyd") == {"m": Plan()}


def test_a_ship_goes_before_its_class_before_armed_before_all() -> None:
    lines = [line(ALL, "1"), line(ARMED, "2"), line(FRIGATES, "3"), line(STINGER, "4")]
    found = made(*lines)
    assert values(found["stinger"]) == ["4", "3", "2", "1"]
    assert values(found["wasp"]) == ["3", "2", "1"]
    assert values(found["probe"]) == ["1"]
    assert values(made(line(UNARMED, "1"))["probe"]) == ["1"]
    assert [found[id].own for id in ("stinger", "wasp", "probe")] == [3, 2, 0]


def test_lines_of_a_place_go_before_others_and_not_for_other_places() -> None:
    here, there = replace(ALL, at="SHOOT"), replace(ALL, at="VIRUS")
    found = made(line(ALL, "1"), line(here, "2"), line(there, "3"))
    assert values(found["wasp"]) == ["2", "1"]


def test_the_first_of_two_alike_goes_first() -> None:
    assert values(made(line(ALL, "1"), line(ALL, "2"))["wasp"]) == ["1", "2"]


def test_ships_left_out_and_other_groups_have_no_part() -> None:
    found = made(line(replace(ALL, but=("wasp",)), "1"), line(Group("armies"), "2"))
    assert (values(found["wasp"]), values(found["stinger"])) == ([], ["1"])
    assert values(made(line(Group("class", name="Scout"), "1"))["wasp"]) == []


def test_ground_lines_are_not_for_ships() -> None:
    assert values(made(line(ALL, "1", ground=True))["wasp"]) == []


@pytest.mark.parametrize(("order", "shown"), [("F", True), ("G", True), ("Q", True), ("H", False)])
def test_a_line_against_an_empire_holds_once_it_shows_who_it_is(order: str, shown: bool) -> None:
    found = made(line(ALL, "1"), line(ALL, "2", versus="bea"), bea=order)
    assert values(found["wasp"]) == (["2", "1"] if shown else ["1"])
    assert values(made(line(ALL, "2", versus="cyd"), bea=order)["wasp"]) == []


def test_orders_toward_one_empire_show_it_who_one_is_where_the_option_says_so() -> None:
    lines = (line(ALL, "2", versus="bea"),)
    assert values(made(*lines, bea="F", named=True)["wasp"]) == ["2"]
    assert values(made(*lines, bea="H", named=True)["wasp"]) == []


def item(value: str, *groups: tuple[Asked, ...], other: str = "") -> BattleItem:
    instead = BattleItem("range", other) if other else None
    return BattleItem("range", value, when=Condition(groups), instead=instead)


HELD, FAILED = Asked("contact", "bea"), Asked("contact", "cyd")
LATE = Asked("round", number=3)
MET = (Meeting("SHOOT", "ann", "bea", other_identified=True),)


def test_within_a_line_items_with_a_condition_go_first() -> None:
    found = made(line(ALL, "1", item("2", (LATE,)), "3"))
    assert values(found["wasp"]) == ["2", "1", "3"]


def test_what_no_battle_changes_is_judged_before_it() -> None:
    def left(one: BattleItem) -> tuple[BattleItem, ...]:
        return made(line(ALL, one), met=MET)["wasp"].items

    assert left(item("1", (HELD,)))[0].when == Condition()
    assert left(item("1", (FAILED,))) == ()
    assert values(Plan(left(item("1", (FAILED,), other="9")))) == ["9"]
    assert left(item("1", (HELD, LATE)))[0].when == Condition(((LATE,),))
    assert left(item("1", (FAILED, LATE))) == ()
    assert left(item("1", (FAILED,), (LATE,)))[0].when == Condition(((LATE,),))
    assert left(item("1", (HELD,), (LATE,)))[0].when == Condition()
    assert left(item("1", (replace(FAILED, negated=True), LATE)))[0].when == Condition(((LATE,),))
