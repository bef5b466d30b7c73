"""Turn 0: what a pregame sheet gives, what it costs, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Event, OrderRef
from pbm.games.nova.orders.missed import default_position
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.rules.setup import set_up
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.designs import Pregame, Purchase
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.presets import PRESETS
from pbm.games.nova.state.state import STORED, Empire, Sight, State
from pbm.games.nova.state.technology import FREE_LEVELS
from pbm.games.nova.state.units import UNITS
from tests.games.nova.builders import DEFAULTS, HOMES, NAMES, SEATS, TYPES, system, told, work

REF = OrderRef("ann", "0", 1, "")
JD1 = Component("JD", 1, 1, lt=8)
IE1 = Component("IE", 1, 1)
SCOUT = Design("Scout", "ann", (IE1, JD1, Component("XC")))
# 3 MCr without the XC: under 10 MCr a design costs no tech point.
BARGE = Design("Barge", "ann", (IE1, Component("CH", 1, 30)))


def before(*players: str) -> State:
    empires = {}
    for id in players or ("ann",):
        home = HOMES[id]
        empires[id] = Empire(id, NAMES[id], home, home, home, tech=dict(FREE_LEVELS))
    return State("test", "Test", {name: system(name) for name in TYPES}, empires)


def begun(
    pregame: Pregame | None, options: Mapping[str, str] | None = None, *, missing: bool = False
) -> PhaseContext:
    made = work(before(), options=options, phase="setup")
    made.turn = 0
    made.commands = {"ann": Orders("ann", pregame=pregame, missing=missing)}
    set_up(made)
    return made


def buying(*lines: tuple[Any, ...], **more: Any) -> Pregame:
    """Purchases: name, number, and names for what is bought."""
    found = tuple(Purchase(REF, name, number, tuple(names)) for name, number, *names in lines)
    return Pregame(purchases=found, **more)


def drawing(*designs: Design, **more: Any) -> dict[str, Any]:
    return {"tech": {"JD": 1}, "designs": tuple((REF, one) for one in designs), **more}


def pregame_of(made: PhaseContext) -> Event:
    (event,) = told(made, "pregame")
    return event


def refusals(made: PhaseContext) -> list[tuple[Any, Any]]:
    return [(event.facts["written"], event.facts["why"]) for event in told(made, "failed")]


# --- the home star ---------------------------------------------------------------------------


@pytest.mark.parametrize(("type", "money"), [(8, 3500), (7, 3900), (6, 4300), (5, 4700)])
def test_a_home_star_and_what_goes_with_it(type: int, money: int) -> None:
    """Rule: NV SET-16, NV SET-22, NV SET-27, NV SET-28. Ambiguity: NV A-START-IC."""
    made = begun(Pregame(home_type=type))
    state = made.state
    home = state.systems["VIRUS"]
    assert (home.type, home.status, home.owner, home.colonizer, home.home_of) == (
        (type, "WORLD", "ann", "ann", "ann")
    )
    assert (home.ic, home.militia, home.surface) == (True, 10, {"ann": {"SDU": 2, "IC": 1}})
    assert home.lines == system("VIRUS").lines
    empire = state.empires["ann"]
    assert empire.treasury == money
    assert empire.sights == {
        "VIRUS": Sight("VIRUS", True, ("D", "X"), {"D": "", "X": ""}, type, "WORLD")
    }
    assert (state.turn, state.ships, refusals(made)) == (1, {}, [])
    assert state.systems["ALGOL"] == system("ALGOL")


@pytest.mark.parametrize("type", [4, 9])
def test_a_home_star_of_another_type_stays_as_it_is(type: int) -> None:
    made = begun(Pregame(home_type=type, refs={"home": REF}))
    assert made.state.systems["VIRUS"].type == 8
    assert made.state.empires["ann"].treasury == 3500
    why = "a home star is of type 8, and may be reduced to 5"
    assert refusals(made) == [(f"HOME TYPE {type}", why)]
    assert told(made, "failed")[0].order == REF


def test_a_sheet_that_says_nothing_keeps_everything() -> None:
    """Rule: NV SET-35."""
    assert begun(None).state == begun(Pregame()).state
    assert begun(None).state.empires["ann"].treasury == 3500


# --- technology ------------------------------------------------------------------------------


def test_technology_is_rounded_up_once() -> None:
    """SN 25 is 6.25 TP, MR 3 is 2.25: 85 MCr, not 63 + 23. Ambiguity: NV A-TP-ROUND."""
    made = begun(Pregame(tech={"SN": 25, "MR": 3}))
    event = pregame_of(made)
    assert event.facts["tech_points"] == Fraction(17, 2)
    assert event.terms == (("to spend", 3500), ("technology", -85))
    assert made.state.empires["ann"].treasury == 3415


def test_what_is_free_belongs_to_everybody() -> None:
    """A level below the free one is no loss. Ambiguity: NV A-TECH-FREE."""
    empire = begun(Pregame(tech={"DG": 5, "LT": 9, "IE": 2})).state.empires["ann"]
    assert empire.tech == {**FREE_LEVELS, "IE": 2}
    assert empire.treasury == 3500 - 310


def test_a_preset_with_own_levels_over_it() -> None:
    """Rule: NV TEC-47."""
    hun = PRESETS["hun"]
    empire = begun(Pregame(preset="Hun")).state.empires["ann"]
    assert empire.tech == {**FREE_LEVELS, **hun.levels}
    other = begun(Pregame(preset="hun", tech={"JD": 9})).state.empires["ann"]
    assert other.tech == {**FREE_LEVELS, **hun.levels, "JD": 9}


def test_technology_may_take_all_the_money_and_no_more() -> None:
    """350 TP are 3500 MCr."""
    exact = {"JD": 17, "SI": 21, "SM": 4, "FD": 1, "SN": 10, "DS": 5}  # 289 + 49 + 8 + 2 + 1 + 1
    made = begun(Pregame(tech=exact))
    assert made.state.empires["ann"].treasury == 0
    assert not refusals(made)
    over = begun(Pregame(tech={**exact, "MA": 1}, refs={"levels": REF}))  # 1/100 TP: 1 MCr
    assert over.state.empires["ann"].tech == made.state.empires["ann"].tech
    why = "with it the technology is worth 350.01 TP, 3501 MCr, and 3500 may be spent"
    assert refusals(over) == [("TECH MA 1", why)]
    assert told(over, "failed")[0].rule == "NV SET-30"


def test_the_last_levels_go_first() -> None:
    """JD 20 is 400 TP by itself: what stands after it goes before it does."""
    made = begun(Pregame(tech={"SN": 10, "JD": 20, "SM": 2}, refs={"preset": REF}))
    assert [written for written, _why in refusals(made)] == ["TECH JD 20", "TECH SM 2"]
    assert "worth 401 TP, 4010 MCr" in refusals(made)[0][1]
    assert "worth 403 TP, 4030 MCr" in refusals(made)[1][1]
    assert made.state.empires["ann"].treasury == 3490


# --- designs ---------------------------------------------------------------------------------


def test_designs_cost_their_tech_points() -> None:
    """Rule: NV SET-32. Ambiguity: NV A-TP-DESIGN-0 (under 10 MCr none)."""
    cost = figures(SCOUT).cost
    assert 10 <= cost < 40
    assert figures(BARGE).cost < 10
    made = begun(Pregame(**drawing(SCOUT, BARGE)))
    assert pregame_of(made).terms == (
        ("to spend", 3500),
        ("technology", -10),
        ("design Scout", -10),
        ("design Barge", 0),
    )
    empire = made.state.empires["ann"]
    assert empire.designs == {"Scout": "ann/Scout", "Barge": "ann/Barge"}
    assert made.state.designs == {"ann/Scout": SCOUT, "ann/Barge": BARGE}
    assert empire.treasury == 3480


def test_a_design_belongs_to_who_made_it_and_has_the_communicator_of_its_size() -> None:
    """TC 1 comes with size 181 and more. Rule: NV DSN-28."""
    big = Design("Big", "", (IE1, JD1, Component("CH", 7, 30)))
    assert figures(big).ssz >= 181
    made = begun(Pregame(**drawing(big)))
    assert made.state.designs["ann/Big"] == replace(big, empire="ann", intrinsic_tc=1)


def test_a_design_beyond_the_technology_is_refused() -> None:
    """Rule: NV TEC-41."""
    made = begun(Pregame(designs=((REF, SCOUT),)))
    assert refusals(made) == [("DESIGN Scout", "JD 1 is beyond your technology: you have no JD")]
    assert made.state.designs == {}
    assert made.state.empires["ann"].treasury == 3500


def test_no_redesign_before_turn_1() -> None:
    made = begun(Pregame(**drawing(SCOUT, replace(SCOUT, name="Scout-2", of="Scout"))))
    assert refusals(made) == [("DESIGN Scout-2", "nothing is redesigned before turn 1")]


def test_two_things_of_one_kind_have_two_names() -> None:
    dart = MissileDesign("Scout", 1, 1, 1)
    levels = {"JD": 1, "MD": 1, "MA": 1, "MR": 1}
    again = replace(SCOUT, name="SCOUT")
    made = begun(
        Pregame(
            **drawing(SCOUT, again, tech=levels),
            missiles=((REF, dart), (REF, replace(dart, name="scout"))),
        )
    )
    assert refusals(made) == [
        ("DESIGN SCOUT", "this sheet has another design of this name"),
        ("MISSILE scout", "this sheet has another missile of this name"),
    ]
    assert made.state.empires["ann"].missiles == {"Scout": dart}


def test_a_missile_costs_one_tech_point_and_lies_in_every_launcher() -> None:
    """Rule: NV DSN-22, NV RES-18."""
    dart = MissileDesign("Dart", 5, 60, 10)
    wrong = MissileDesign("Spear", 6, 60, 10)
    boat = Design("Boat", "ann", (IE1, JD1, Component("ML", 1, 8)))
    levels = {"JD": 1, "MD": 5, "MA": 60, "MR": 10}
    made = begun(
        buying(
            ("Boat", 1),
            ("Scout", 1),
            **drawing(SCOUT, boat, tech=levels),
            missiles=((REF, dart), (REF, wrong)),
        )
    )
    ((written, why),) = refusals(made)
    assert written == "MISSILE Spear"
    assert "MD 6 is beyond your technology: your MD is 5" in why
    assert ("missile Dart", -10) in pregame_of(made).terms
    assert made.state.empires["ann"].missiles == {"Dart": dart}
    assert made.state.empires["ann"].missiles_from == {"Dart": 0}
    ships = {one.name: one.missiles for one in made.state.ships.values()}
    assert ships == {"Boat-1": ("Dart",), "Scout-1": ()}


def test_designs_that_go_over_the_money_are_left_out_from_the_last() -> None:
    """JD 18 and SN 20 are 324 + 4 TP; eleven designs of 2 TP make that 350."""
    two = [replace(SCOUT, name=f"D{n}", parts=(*SCOUT.parts, _plates(40))) for n in range(15)]
    tech = {"JD": 18, "SN": 20}
    made = begun(Pregame(**drawing(*two, BARGE, tech=tech), missiles=()))
    each = [cost for name, cost in pregame_of(made).terms if name.startswith("design D")]
    assert set(each) == {-20}
    assert len(each) == 11
    assert [written for written, _why in refusals(made)] == [f"DESIGN D{n}" for n in range(11, 15)]
    assert refusals(made)[0][1] == (
        "with it technology and designs are worth 352 TP, 3520 MCr, and 3500 may be spent"
    )
    assert "Barge" in made.state.empires["ann"].designs
    assert made.state.empires["ann"].treasury == 0


def _plates(number: int) -> Component:
    return Component("AR", number, 1)


# --- forces ----------------------------------------------------------------------------------


def test_ships_stand_at_the_home_star_and_units_lie_on_its_planet() -> None:
    """Rule: NV SET-12, NV SET-23. Ambiguity: NV A-START-PLACE."""
    lines = (("scout", 3, "Nip", "Tuck"), ("C", 4), ("SDU", 1), ("RA", 2), ("C", 1))
    made = begun(buying(*lines, **drawing(SCOUT)))
    ships = list(made.state.ships.values())
    assert [one.name for one in ships] == ["Nip", "Tuck", "Scout-1"]
    for ship in ships:
        assert (ship.owner, ship.builder, ship.at, ship.design, ship.built) == (
            ("ann", "ann", "VIRUS", "ann/Scout", 0)
        )
        assert not ship.unnamed
    surface = made.state.systems["VIRUS"].surface
    assert surface == {"ann": {"SDU": 3, "IC": 1, "C": 5, "RA": 2}}
    assert pregame_of(made).facts["named"] == ["Scout-1"]
    cost = figures(SCOUT).cost
    assert pregame_of(made).terms[3:] == (
        ("3 Scout", -3 * cost),
        ("4 C", -240),
        ("1 SDU", -90),
        ("2 RA", -60),
        ("1 C", -60),
    )


def test_two_ships_have_two_names() -> None:
    """Rule: NV ORD-41."""
    lines = (("Scout", 2, "Nip", "nip"), ("Scout", 1, "NIP"), ("Scout", 1, "A" * 16))
    made = begun(buying(*lines, **drawing(SCOUT)))
    names = [one.name for one in made.state.ships.values()]
    assert names == ["Nip", "Scout-1", "Scout-2", "Scout-3"]
    assert [why for _written, why in refusals(made)] == [
        "you have a ship of this name",
        "you have a ship of this name",
        "a name has 1 to 15 characters, this one has 16",
    ]
    assert pregame_of(made).facts["named"] == ["Scout-1", "Scout-2", "Scout-3"]


def test_star_gates_lie_in_store_with_two_ends() -> None:
    """Both ends together are 360 MCr. Rule: NV UNI-10. Ambiguity: NV A-SG-PRICE."""
    made = begun(buying(("SG", 2, "Ring"), ("SG", 1, "ring"), ("SG", 1, "ABCDEFGHIJKLMNO")))
    gates = made.state.gates
    assert [one.name for one in gates.values()] == [
        "Ring-A",
        "Ring-B",
        "Gate-1-A",
        "Gate-1-B",
        "Gate-2-A",
        "Gate-2-B",
        "ABCDEFGHIJKLM-A",
        "ABCDEFGHIJKLM-B",
    ]
    for end in gates.values():
        assert (end.owner, end.at, end.place) == ("ann", "VIRUS", STORED)
        other = gates[end.pair]
        assert other.pair == end.id != other.id
        assert other.name[:-1] == end.name[:-1]
    assert refusals(made) == [("ring-A + ring-B", "you have a ship or a gate end of this name")]
    assert made.state.empires["ann"].treasury == 3500 - 4 * 360


@pytest.mark.parametrize("name", ["RDT", "MA", "Hornet", "aa"])
def test_teams_and_what_there_is_not_cannot_be_bought(name: str) -> None:
    """Rule: NV SET-23."""
    made = begun(buying((name, 2)))
    ((written, why),) = refusals(made)
    assert written == f"BUY {name} 2"
    assert why.startswith("you have no design of that name")
    assert made.state.empires["ann"].treasury == 3500


@pytest.mark.parametrize(("number", "bought"), [(58, True), (59, False)])
def test_all_the_money_may_be_spent_and_no_more(number: int, bought: bool) -> None:
    """58 x 60 = 3480 and 59 x 60 = 3540. Rule: NV SET-30, NV SET-35."""
    made = begun(buying(("C", number)))
    assert made.state.empires["ann"].treasury == (3500 - 60 * number if bought else 3500)
    if not bought:
        why = "it costs 3540 MCr; with it purchases come to 3540, and 3500 are there for them"
        assert refusals(made) == [("BUY C 59", why)]


def test_to_the_last_mcr() -> None:
    """JD 1 and the design cost 10 MCr each; armies 30 each. Rule: NV SET-30."""
    price = figures(SCOUT).cost
    left = 3480 - 2 * price
    armies, rest = divmod(left, 30)
    made = begun(buying(("Scout", 2), ("RA", armies), **drawing(SCOUT)))
    assert made.state.empires["ann"].treasury == rest
    over = begun(buying(("Scout", 2), ("RA", armies + 1), **drawing(SCOUT)))
    assert over.state.empires["ann"].treasury == left


def test_the_last_lines_are_left_out_until_the_rest_is_paid_for() -> None:
    """A line is bought whole or not at all."""
    made = begun(buying(("C", 50), ("IC", 5), ("RA", 1), ("SDU", 1)))  # 3000 600 30 90
    assert refusals(made) == [
        (
            "BUY IC 5",
            "it costs 600 MCr; with it purchases come to 3600, and 3500 are there for them",
        ),
        (
            "BUY RA 1",
            "it costs 30 MCr; with it purchases come to 3630, and 3500 are there for them",
        ),
        (
            "BUY SDU 1",
            "it costs 90 MCr; with it purchases come to 3720, and 3500 are there for them",
        ),
    ]
    assert made.state.empires["ann"].treasury == 500


@pytest.mark.parametrize(
    ("limit", "armies", "left"),
    [("none", {"RA": 3, "AA": 3}, 3320), ("4", {"RA": 3, "AA": 1}, 3380)],
)
def test_how_many_armies_may_be_bought(limit: str, armies: dict[str, int], left: int) -> None:
    """Ambiguity: NV A-BUILD-PREGAME."""
    lines = (("RA", 3), ("AA", 2), ("AA", 1))
    made = begun(buying(*lines), {"pregame.army_limit": limit})
    own = made.state.systems["VIRUS"].surface["ann"]
    assert {kind: own[kind] for kind in ("RA", "AA")} == armies
    assert made.state.empires["ann"].treasury == left
    expected = (
        []
        if limit == "none"
        else [
            ("BUY AA 2", "4 armies may be bought before turn 1, of these 1"),
            ("BUY AA 1", "4 armies may be bought before turn 1, of these 0"),
        ]
    )
    assert refusals(made) == expected


# --- all of it -------------------------------------------------------------------------------


def test_every_sum_is_told_to_nobody_else() -> None:
    made = work(before("ann", "bea"), phase="setup")
    made.turn = 0
    made.commands = {
        "ann": Orders("ann", pregame=buying(("C", 59), ("SG", 1))),
        "bea": Orders("bea", pregame=Pregame(home_type=5)),
    }
    set_up(made)
    assert {tuple(event.seen) for event in told(made, "pregame")} == {("ann",), ("bea",)}
    for event in made.events:
        mine = {"ann": "VIRUS", "bea": "MINKY"}[next(iter(event.seen))]
        other = {"ann": "MINKY", "bea": "VIRUS"}[next(iter(event.seen))]
        assert other not in str(event.facts)
        assert mine in str(event.facts) or event.kind == "failed"
    assert set(made.state.empires["bea"].sights) == {"MINKY"}


def test_what_a_player_knows_does_not_depend_on_what_another_chose() -> None:
    """Rule: NV SET-07, NV SET-09."""
    views = []
    for other in (Pregame(), Pregame(home_type=5, preset="hun"), default_position("bea").pregame):
        made = work(before("ann", "bea"), phase="setup")
        made.turn = 0
        made.commands = {"ann": default_position("ann"), "bea": Orders("bea", pregame=other)}
        set_up(made)
        seen = [event.shown_to("ann") for event in made.events if "ann" in event.seen]
        views.append((build_view(made.state, "ann", SEATS[:2], DEFAULTS).written(), seen))
    assert views[0] == views[1] == views[2]


def test_the_same_names_of_two_empires_are_different_ships() -> None:
    made = work(before("ann", "bea"), phase="setup")
    made.turn = 0
    made.commands = {id: default_position(id) for id in ("ann", "bea")}
    set_up(made)
    names = [one.name for one in made.state.ships.values()]
    assert len(names) == 26
    assert sorted(names[:13]) == sorted(names[13:])
    assert {one.owner for one in list(made.state.ships.values())[:13]} == {"ann"}


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False))
def test_money_is_followed_to_the_last_mcr(dice: Any) -> None:
    """Whatever a sheet says, its terms add up to what is left, which is never below 0."""
    pool = [
        SCOUT,
        BARGE,
        *(replace(SCOUT, name=f"D{n}", parts=(*SCOUT.parts, _plates(9 * n))) for n in range(1, 6)),
    ]
    kinds = [*(kind for kind, unit in UNITS.items() if unit.is_built), "RDT"]
    designs = dice.sample(pool, dice.randint(0, 6))
    things = [*(one.name for one in designs), *kinds]
    lines = [(dice.choice(things), dice.randint(1, 20)) for _ in range(dice.randint(0, 8))]
    levels = {"JD": dice.randint(1, 12), "SN": dice.randint(1, 60), "SI": dice.randint(1, 40)}
    limit = dice.choice(["none", "4"])
    sheet = buying(*lines, **drawing(*designs, tech=levels), home_type=dice.randint(5, 8))
    made = begun(sheet, {"pregame.army_limit": limit})
    event = pregame_of(made)
    left = made.state.empires["ann"].treasury
    assert left == sum(mcr for _name, mcr in event.terms) >= 0
    assert event.facts["treasury"] == left
    assert event.facts["budget"] - event.facts["spent"] == left
    (change,) = event.changes
    assert (change.path, change.before, change.after) == ("empire/ann/treasury", 0, left)
    bought = sum(int(name.split()[0]) for name, _mcr in event.terms if name[0].isdigit())
    own = made.state.systems["VIRUS"].surface["ann"]
    here = sum(own.values()) - 3 + len(made.state.ships) + len(made.state.gates) // 2
    assert here == bought


def test_who_sends_no_sheet_begins_with_a_sensible_position() -> None:
    """Nothing of it is refused, and nearly all of the money is spent. Rule: NV SET-35."""
    given = default_position("ann")
    assert given.missing
    assert given.pregame is not None
    made = begun(given.pregame, missing=True)
    assert not refusals(made)
    event = pregame_of(made)
    assert event.facts["default"]
    assert 150 <= event.facts["points"] <= 230  # NV SET-31
    assert made.state.empires["ann"].treasury == given.pregame.keep == 362
    kinds = {part.kind for key in made.state.designs for part in made.state.designs[key].parts}
    assert {"XC", "CH", "BL"} <= kinds  # to explore, to carry, to fight
    assert made.state.systems["VIRUS"].units("ann", "C") == 9
    assert not pregame_of(begun(given.pregame)).facts["default"]
    assert not DEFAULTS["pregame.army_limit"].isdigit()
    assert not refusals(begun(given.pregame, {"pregame.army_limit": "4"}))
