"""Phase C: what is built, where, how much of it, and how it is called."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.rules.economy.yards import (
    army_limit,
    complex_rests,
    world_works,
)
from pbm.games.nova.state.orders.money import Commission
from pbm.games.nova.state.state import STORED, Hull, System
from tests.games.nova.builders import (
    DEFAULTS,
    empire,
    gate_pair,
    home,
    ref,
    ship,
    state,
    system,
    told,
)
from tests.games.nova.scenes.economy import buying, drawn, hornets, line, spent, why

WEALTHY = empire("ann", treasury=10_000)


def names(*given: str, design: str = "Scout", at: str = "VIRUS") -> tuple[Commission, ...]:
    return (Commission(ref("COMMISSIONS"), at, design, given),)


# --- ships ------------------------------------------------------------------------------------


def test_ships_with_their_names() -> None:
    """Rule: NV ORD-41, NV ECO-02."""
    orders = buying(line("ship", "Scout", 2), commissions=names("Stinger", "Wasp", "Bee"))
    made = spent(state(WEALTHY), orders)
    assert [(one.name, one.at, one.built) for one in made.state.ships.values()] == [
        ("Stinger", "VIRUS", 3),
        ("Wasp", "VIRUS", 3),
    ]
    (event,) = told(made, "ships_built")
    assert event.facts["names"] == ["Stinger", "Wasp"]
    assert event.facts["unnamed"] == []
    assert (event.facts["amount"], event.facts["price"]) == (50, 25)
    assert not told(made, "fined")


@pytest.mark.parametrize(("turn", "fine"), [(2, 0), (3, 20)])
def test_ships_the_program_had_to_name(turn: int, fine: int) -> None:
    """10 MCr each, but not in the first two turns. Rule: NV PEN-01, NV ORD-09."""
    orders = buying(line("ship", "Scout", 3), commissions=names("Stinger"))
    made = spent(state(WEALTHY, ship("Scout-1", "Scout")), orders, turn=turn)
    assert made.state.empires["ann"].treasury == 10_000 - 75 - fine
    named = {one.name: one.unnamed for one in made.state.ships.values()}
    assert named == {"Scout-1": False, "Stinger": False, "Scout-2": True, "Scout-3": True}
    (event,) = told(made, "ships_built")
    assert event.facts["unnamed"] == ["Scout-2", "Scout-3"]


@pytest.mark.parametrize(
    ("name", "taken"),
    [("x" * 15, True), ("x" * 16, False), ("", False), ("OLD", False), ("new", True)],
)
def test_a_name_is_short_and_new(name: str, taken: bool) -> None:
    """Fewer than 16 signs, and none of one's own ships has it. Rule: NV ORD-41."""
    orders = buying(line("ship", "Scout"), commissions=names(name))
    table = state(WEALTHY, ship("Old"), ship("New", owner="bea"))
    made = spent(table, orders)
    built = [one for one in made.state.ships.values() if one.built]
    assert [one.name == name for one in built] == [taken]
    assert [e.rule for e in told(made, "failed")] == ([] if taken else ["NV ORD-41"])


def test_a_long_design_name_is_cut_for_the_program_s_names() -> None:
    long = drawn("Superdreadnought", "IE 1", "XC")
    table = state(
        empire("ann", treasury=999, designs={long.name: f"ann/{long.name}"}),
        designs={f"ann/{long.name}": long},
    )
    made = spent(table, buying(line("ship", long.name)))
    assert [one.name for one in made.state.ships.values()] == ["Superdreadn"[:11] + "-1"]


def test_only_designs_of_one_s_own() -> None:
    """Rule: NV DSN-38."""
    made = spent(state(WEALTHY, designs=hornets("bea")), buying(line("ship", "Hornet")))
    assert [e.rule for e in told(made, "failed")] == ["NV DSN-38"]


def test_missiles_of_a_new_launcher_are_those_known_before_the_turn() -> None:
    launcher = drawn("Archer", "IE 1", "ML 5")
    table = state(
        empire(
            "ann",
            treasury=999,
            designs={"Archer": "ann/Archer", "Scout": "ann/Scout"},
            missiles_from={"Lance": 2, "Dart": 1, "New": 3},
        ),
        designs={"ann/Archer": launcher},
    )
    made = spent(table, buying(line("ship", "Archer"), line("ship", "Scout")))
    assert [one.missiles for one in made.state.ships.values()] == [("Dart", "Lance"), ()]


def test_as_many_as_can_be_paid() -> None:
    made = spent(state(), buying(line("ship", "Scout", 9, up_to=True)))
    assert len(made.state.ships) == 4
    assert not why(made)
    broke = spent(state(empire("ann", treasury=24)), buying(line("ship", "Scout", 9, up_to=True)))
    assert why(broke) == ["it costs 225 MCr and 24 may still be spent"]


# --- where ------------------------------------------------------------------------------------

_MINE: dict[str, Any] = {"colonies": 3, "colonizer": "ann", "ic": True}
_TAKEN: dict[str, Any] = {"colonies": 3, "colonizer": "bea", "owner": "ann", "ic": True}


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        (_MINE, ""),
        ({**_MINE, "colonies": 1}, ""),
        ({**_MINE, "ic": False}, "NV ECO-04"),
        ({**_MINE, "colonizer": "bea"}, "NV ECO-04"),
        ({**_MINE, "suppressed": True}, ""),
        ({**_MINE, "ic_barred": True}, "NV ECO-07"),
        ({**_TAKEN, "surface": {"ann": {"RA": 1}}}, ""),
        ({**_TAKEN, "surface": {"ann": {"SDU": 1}}}, "NV ECO-29"),
        ({**_TAKEN, "ic_barred": True, "surface": {"ann": {"RA": 1}}}, "NV ECO-07"),
    ],
)
def test_an_ic_builds(fields: dict[str, Any], rule: str) -> None:
    one = system("ALGOL", **fields)
    reason, cited = complex_rests(one, "ann", "build", DEFAULTS)
    assert (cited, bool(reason)) == (rule, bool(rule))


@pytest.mark.parametrize(
    ("suppressed", "barred", "idle", "repairs"),
    [
        (False, False, "", ""),
        (False, True, "NV ECO-27", ""),
        (True, False, "NV ECO-26", "NV ECO-26"),
        (True, True, "NV ECO-27", "NV ECO-26"),
    ],
)
def test_what_an_ic_does_after_a_devastation(
    suppressed: bool, barred: bool, idle: str, repairs: str
) -> None:
    """Ambiguity: NV A-IC-SUPPR."""
    one = system("ALGOL", **_MINE, suppressed=suppressed, ic_barred=barred)
    for work in ("repair", "salvage", "refit"):
        assert complex_rests(one, "ann", work, DEFAULTS)[1] == idle
    reading = {**DEFAULTS, "devastated_ic": "repairs"}
    assert complex_rests(one, "ann", "repair", reading)[1] == repairs
    assert complex_rests(one, "ann", "refit", reading)[1] == idle


@pytest.mark.parametrize(("armies", "rule"), [(2, "NV ECO-29"), (3, "")])
def test_a_garrison_for_a_captured_ic(armies: int, rule: str) -> None:
    """Ambiguity: NV A-CAPT-IC."""
    one = system("ALGOL", **_TAKEN, surface={"ann": {"AA": armies}})
    assert complex_rests(one, "ann", "build", {**DEFAULTS, "captured_ic": "garrison"})[1] == rule


@pytest.mark.parametrize(
    ("one", "limit", "rule"),
    [
        (home("ann"), 4, ""),
        (system("ALGOL", **_MINE), 2, ""),
        (system("ALGOL", **{**_MINE, "ic": False}), 2, ""),
        (system("ALGOL", **{**_MINE, "colonies": 2}), 0, "NV ECO-03"),
        (system("ALGOL", **{**_MINE, "colonies": 1}), 0, "NV ECO-03"),
        (system("ALGOL", **_TAKEN), 0, "NV ECO-30"),
        (system("MINKY", **_TAKEN, home_of="bea"), 0, "NV ECO-30"),
        (system("ALGOL", colonies=3, colonizer="bea"), 2, "NV ECO-03"),
    ],
)
def test_armies_and_colonies_are_built_on_worlds_of_one_s_own(
    one: System, limit: int, rule: str
) -> None:
    """Rule: NV ECO-03, NV ECO-30."""
    assert army_limit(one) == limit
    assert world_works(one, "ann")[1] == rule


def test_two_armies_a_world_and_four_at_home() -> None:
    """Both kinds together; what is above the limit is not built. Rule: NV ECO-03, NV ECO-06."""
    table = state(WEALTHY, system("ALGOL", **_MINE))
    made = spent(
        table,
        buying(
            line("build", "AA", 3),
            line("build", "RA", 2),
            line("build", "RA", 1),
            line("build", "AA", 2, at="ALGOL"),
            line("build", "C", 5, at="ALGOL"),
        ),
    )
    assert made.state.systems["VIRUS"].surface["ann"] == {"SDU": 2, "AA": 3, "RA": 1}
    assert made.state.systems["ALGOL"].surface["ann"] == {"AA": 2, "C": 5}
    assert made.state.empires["ann"].treasury == 10_000 - 6 * 30 - 5 * 60
    assert [(e.rule, e.facts.get("built")) for e in told(made, "failed")] == [
        ("NV ECO-03", 1),
        ("NV ECO-03", None),
    ]


def test_installations_lie_where_they_were_built() -> None:
    """Rule: NV ECO-04, NV UNI-01, NV UNI-22. Ambiguity: NV A-BUILD-STORE."""
    kinds = ("SDU", "PCB", "IC", "TFC")
    made = spent(state(WEALTHY), buying(*(line("build", kind) for kind in kinds)))
    assert made.state.systems["VIRUS"].surface["ann"] == {"SDU": 3, "PCB": 1, "IC": 1, "TFC": 1}
    assert made.state.empires["ann"].treasury == 10_000 - 90 - 180 - 120 - 900
    barred = spent(state(WEALTHY, home("ann", ic_barred=True)), buying(line("build", "SDU")))
    assert [e.rule for e in told(barred, "failed")] == ["NV ECO-07"]


def test_no_armies_and_colonies_where_no_world_is() -> None:
    table = state(WEALTHY, system("ALGOL", **{**_MINE, "colonies": 2}))
    lines = (line("build", kind, at="ALGOL") for kind in ("AA", "C"))
    made = spent(table, buying(*lines))
    assert [e.rule for e in told(made, "failed")] == ["NV ECO-03"] * 2


def test_units_too_dear() -> None:
    made = spent(state(), buying(line("build", "AA", 4)))
    assert why(made) == ["it costs 120 MCr and 100 may still be spent"]
    partly = spent(state(), buying(line("build", "AA", 4, up_to=True)))
    assert partly.state.systems["VIRUS"].units("ann", "AA") == 3


def test_the_default_place_is_the_designated_home_star() -> None:
    """Rule: NV ECO-05."""
    table = state(empire("ann", treasury=99, capital="ALGOL"), system("ALGOL", **_MINE))
    made = spent(table, buying(line("build", "AA")))
    assert made.state.systems["ALGOL"].units("ann", "AA") == 1


# --- hulls ------------------------------------------------------------------------------------


def test_a_ship_paid_in_parts() -> None:
    """Rule: NV ECO-08. Ambiguity: NV A-PARTIAL (any whole MCr)."""
    table = state(WEALTHY)
    begun = spent(table, buying(line("part", "Frigate", amount=1, as_names=("Bee",))))
    (hull,) = begun.state.hulls.values()
    assert (hull.name, hull.paid, hull.design, hull.at) == ("Bee", 1, "ann/Frigate", "VIRUS")
    assert not begun.state.ships
    more = spent(begun.state, buying(line("finish", id=hull.id, amount=61)))
    assert more.state.hulls[hull.id].paid == 62
    (paid,) = told(more)
    assert (paid.kind, dict(paid.facts)) == (
        "hull_paid",
        {"amount": 61, "paid": 62, "price": 63, "what": "Frigate", "name": "Bee", "at": "VIRUS"},
    )
    done = spent(more.state, buying(line("finish", id=hull.id)))
    assert not done.state.hulls
    assert [(one.name, one.unnamed) for one in done.state.ships.values()] == [("Bee", False)]
    assert done.state.empires["ann"].treasury == 10_000 - 63
    assert not told(done, "fined")


@pytest.mark.parametrize(("amount", "begun"), [(0, False), (1, True), (62, True), (63, False)])
def test_a_part_is_less_than_the_whole(amount: int, begun: bool) -> None:
    made = spent(state(WEALTHY), buying(line("part", "Frigate", amount=amount)))
    assert bool(made.state.hulls) == begun


def test_more_than_the_rest_is_not_taken() -> None:
    table = state(WEALTHY, hulls={"h": Hull("h", "Bee", "ann", "ann", "ann/Scout", "VIRUS", 20)})
    made = spent(table, buying(line("finish", id="h", amount=100)))
    assert made.state.empires["ann"].treasury == 10_000 - 5
    assert [e.kind for e in told(made)] == ["hull_finished"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"owner": "bea"}, "you have no such part-built ship"),
        ({"builder": "bea"}, "Bee was begun by aliens; it may be salvaged or destroyed"),
        ({"at": "ALGOL"}, "you have no established IC at ALGOL"),
        ({"paid": 5}, "it costs 20 MCr and 19 may still be spent"),
        ({"paid": 6}, ""),
    ],
)
def test_what_keeps_a_ship_from_being_finished(fields: dict[str, Any], reason: str) -> None:
    """Rule: NV ECO-09."""
    values = {"id": "h", "name": "Bee", "owner": "ann", "builder": "ann", "at": "VIRUS", "paid": 6}
    hull = Hull(**{**values, "design": "ann/Scout", **fields})
    made = spent(
        state(empire("ann", treasury=19), hulls={"h": hull}), buying(line("finish", id="h"))
    )
    assert why(made) == ([reason] if reason else [])


def test_names_of_hulls() -> None:
    """The one written, else the next commissioned, else the program's, and never a fine."""
    part = line("part", "Scout", amount=5)
    lines = (
        line("part", "Scout", amount=5, as_names=("Bee",)),
        line("part", "Scout", amount=5, as_names=("bee",)),
        part,
        part,
    )
    made = spent(state(WEALTHY), buying(*lines, commissions=names("Cow", "Bee")))
    assert [one.name for one in made.state.hulls.values()] == ["Bee", "Cow", "Scout-1", "Scout-2"]
    assert not told(made, "fined")


def test_a_part_needs_a_design_an_ic_and_money() -> None:
    made = spent(
        state(system("ALGOL")),
        buying(
            line("part", "Ghost", amount=5),
            line("part", "Scout", amount=5, at="ALGOL"),
            line("part", "Frigate", amount=62),
            line("part", "Frigate", amount=62),
        ),
    )
    assert why(made) == [
        'you have no design "Ghost"',
        "you have no established IC at ALGOL",
        "it costs 62 MCr and 38 may still be spent",
    ]


# --- star gates -------------------------------------------------------------------------------


def gate(**fields: Any) -> Any:
    return line("gate", as_names=("Ring-A", "Ring-B"), **fields)


def test_both_ends_of_a_gate_in_one_turn() -> None:
    """Two ends of 180. Rule: NV UNI-10. Ambiguity: NV A-SG-PRICE, NV A-BUILD-IC-LIST."""
    made = spent(state(WEALTHY, system("ALGOL", **_MINE)), buying(gate(at_other="ALGOL")))
    one, other = made.state.gates.values()
    assert (one.name, one.at, one.place, one.pair) == ("Ring-A", "VIRUS", STORED, other.id)
    assert (other.name, other.at, other.place, other.pair) == ("Ring-B", "ALGOL", STORED, one.id)
    assert made.state.empires["ann"].treasury == 10_000 - 360


def test_both_ends_at_one_ic() -> None:
    made = spent(state(WEALTHY), buying(gate()))
    assert [one.at for one in made.state.gates.values()] == ["VIRUS", "VIRUS"]


@pytest.mark.parametrize(
    ("bought", "mcr", "rule"),
    [
        (gate(), 360, ""),
        (gate(), 359, "NV ECO-15"),
        (gate(at_other="TEDDY"), 360, "NV ECO-04"),
        (gate(at="TEDDY", at_other="VIRUS"), 360, "NV ECO-04"),
        (line("gate", as_names=("Ring-A", "ring-a")), 360, "NV UNI-11"),
        (line("gate", as_names=("Ring-A", "old-a")), 360, "NV UNI-11"),
        (line("gate", as_names=("Ring-A", "Far-A")), 360, ""),
        (line("gate"), 360, "NV UNI-11"),
    ],
)
def test_what_a_gate_takes(bought: Any, mcr: int, rule: str) -> None:
    """Names of other empires' gates are theirs."""
    table = state(
        empire("ann", treasury=mcr),
        *gate_pair("Old", "VIRUS", "ALGOL"),
        *gate_pair("Far", "MINKY", "SHOOT", owner="bea"),
    )
    made = spent(table, buying(bought))
    assert [e.rule for e in told(made, "failed")] == ([rule] if rule else [])
    assert len(made.state.gates) == (4 if rule else 6)


# --- how a line is called that was not carried out ----------------------------------------------


@pytest.mark.parametrize(
    ("bought", "words"),
    [
        (line("ship", "Ghost", 2), "Ghost 2"),
        (line("build", "TFC", 1), "TFC 1"),
        (line("repair", number=0, id="wasp"), "repair Wasp"),
        (line("repair", number=0, id="alien"), "repair  0"),  # the line as it was written
        (line("repair", number=0, id="=New"), "repair New"),
        (line("refit", "Ghost", id="wasp"), "refit Wasp to Ghost"),
        (line("finish", id="h"), "finish Relic"),
        (line("maintain", project="BL 15-20"), "maintain BL 15-20"),
        (line("status", project="BL 15-20"), "status BL 15-20"),
        (line("part", "Ghost", amount=9), "part Ghost"),
        (line("info", "Nobody"), "info Nobody"),
        (line("copy", "Ghost"), "copy Ghost"),
        (line("send", amount=40, empire="bea"), "send 40"),
        (gate(), "SG Ring-A + Ring-B"),
        (line("rdt", number=9), "RDT 9"),
    ],
)
def test_what_was_not_carried_out_is_called_by_its_names(bought: Any, words: str) -> None:
    hull = Hull("h", "Relic", "ann", "bea", "bea/Scout", "VIRUS", 5)
    table = state(ship("Wasp"), ship("Alien", owner="bea"), hulls={"h": hull})
    made = spent(table, buying(bought))
    assert next(e.facts["written"] for e in told(made, "failed")) == words
