"""DC, PCBs, TFCs: what phase J does to planets.

Rule: NV ORD-08, ORD-21, ECO-26, ECO-27, ECO-48, EOT-10 to EOT-12, UNI-08, UNI-09, UNI-24 to UNI-27.
"""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.exploration import devastation
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Group
from pbm.games.nova.state.state import Cargo, Meeting, Ship, System
from tests.games.nova.builders import empire, home, ship, sight, state, system, told, work
from tests.games.nova.lines import act, codes, move, sheet, standing


def knows(id: str = "ann") -> Any:
    return empire(id, sights={name: sight(name) for name in ("TEDDY", "SHOOT", "MINKY")})


def colony(of: str = "bea", **fields: Any) -> System:
    return system("TEDDY", **{"type": 6, "colonies": 2, "colonizer": of, "ic": True, **fields})


def dc(name: str = "Africa", of: str = "ann", **fields: Any) -> Ship:
    return ship(name, "Frigate", "TEDDY", of, **fields)


def barge(*cargo: Any, name: str = "Bull", of: str = "ann", **fields: Any) -> Ship:
    return ship(name, "Hauler", "TEDDY", of, cargo=cargo, **fields)


def orders(name: str, *what: Any, of: str = "ann") -> Orders:
    return sheet(of, move("TEDDY", name, codes=codes("", *what)))


def played(*things: Any, given: tuple[Orders, ...], faces: str = "", **fields: Any) -> PhaseContext:
    made = work(state(knows(), *things, **fields), given, faces=faces, phase="J")
    devastation.devastate(made)
    return made


def devastated(*things: Any, **fields: Any) -> PhaseContext:
    return played(dc(), *things, given=(orders("africa", act("D")),), **fields)


def planet(made: PhaseContext) -> System:
    found: System = made.state.systems["TEDDY"]
    return found


def why(made: PhaseContext, empire: str = "ann") -> list[str]:
    return [event.facts["why"] for event in told(made, "failed", empire)]


# --- devastation ---


@pytest.mark.parametrize(
    ("sdus", "result", "colonies", "suppressed"),
    [
        (0, "destroyed", 0, False),
        (1, "suppressed", 2, True),
        (2, "barred", 2, False),
        (3, "barred", 2, False),
    ],
)
def test_what_the_defence_units_leave(
    sdus: int, result: str, colonies: int, suppressed: bool
) -> None:
    surface = {"bea": {"SDU": sdus, "RA": 1}} if sdus else {"bea": {"RA": 1}}
    made = devastated(colony(surface=surface))
    here = planet(made)
    assert (here.colonies, here.suppressed, here.ic_barred) == (colonies, suppressed, True)
    assert here.units("bea", "RA") == (1 if sdus else 0) and here.devastated
    (mine,) = told(made, "devastated")
    assert (mine.facts["result"], mine.facts["sdu"]) == (result, sdus > 0)
    assert list(mine.seen) == ["ann"] and not mine.terms
    (theirs,) = told(made, "was_devastated")
    assert theirs.facts["result"] == result and list(theirs.seen) == ["bea"]
    assert theirs.terms == (("SDUs", sdus),) and "Africa" not in str(theirs.facts)


def test_suppression_that_stands_stays() -> None:
    made = devastated(colony(suppressed=True, surface={"bea": {"SDU": 2}}))
    assert planet(made).suppressed


def test_once_a_turn() -> None:
    both = (orders("africa", act("D")), orders("wasp", act("D"), of="cyd"))
    here = colony(surface={"bea": {"SDU": 2}})
    made = played(dc(), dc("Wasp", "cyd"), here, knows("cyd"), given=both, players="abc")
    assert len(told(made, "devastated")) == 1
    assert why(made, "cyd") == ["TEDDY was devastated already this turn"]


@pytest.mark.parametrize(
    ("things", "reason"),
    [
        ((empire("ann"),), "you have no exploration data of TEDDY"),
        ((dc(damage=Damage(parts={"DC1": 1})),), "Africa has no working DC"),
        ((dc(damage=Damage(parts={"IE1": 2})),), "no working impulse engine"),
        ((colony("ann"),), "units of your own are on TEDDY"),
        ((colony("ann", owner="bea"),), "units of your own are on TEDDY"),
        ((colony("bea", owner="ann"),), "units of your own are on TEDDY"),
        ((colony("bea", surface={"ann": {"AA": 1}}),), "units of your own are on TEDDY"),
    ],
    ids=["data", "dc", "ie", "own", "lost to another", "captured", "own army"],
)
def test_what_is_not_devastated(things: Any, reason: str) -> None:
    made = devastated(colony(), *things)
    assert len(why(made)) == 1 and reason in why(made)[0]
    assert planet(made).colonies == 2 and not planet(made).devastated


@pytest.mark.parametrize(
    ("rank", "harm", "done"), [("special", True, 1), ("special", False, 0), ("general", True, 0)]
)
def test_only_special_orders_harm_ones_own(rank: str, harm: bool, done: int) -> None:
    line = standing(rank, Group("ship", ("africa",)), codes("", act("D", allow_harm=harm)))
    made = played(dc(), colony("ann"), given=(sheet("ann", line),))
    assert len(told(made, "devastated")) == done and bool(why(made)) != bool(done)
    assert not told(made, "was_devastated")


def test_friends_and_empty_planets_are_devastated_as_ordered() -> None:
    friends = (Meeting("TEDDY", "ann", "bea", friendly=True),)
    assert planet(devastated(colony(), meetings=friends)).colonies == 0
    stores = system("TEDDY", surface={"bea": {"AA": 1}})
    made = devastated(stores)
    assert planet(made).surface == {} and told(made, "system_emptied", "bea")
    assert not told(made, "was_devastated")


def test_a_home_star_is_destroyed() -> None:
    bare = home("bea", surface={})
    one = ship("Africa", "Frigate", "MINKY")
    line = sheet("ann", move("MINKY", "africa", codes=codes("", act("Z"))))
    made = played(one, bare, given=(line,))
    assert made.state.empires["bea"].home == ""
    assert told(made, "home_destroyed", "bea")


@pytest.mark.parametrize("sdus", [0, 1, 2, 9])
def test_the_outcome_by_numbers(sdus: int) -> None:
    assert devastation.outcome(sdus) == ("destroyed", "suppressed", *["barred"] * 8)[sdus]


# --- bombs ---


def bombed(
    bombs: int, *things: Any, faces: str = "", asked: int = 0, sdus: int = 0, **fields: Any
) -> PhaseContext:
    surface = {"bea": {"SDU": sdus}} if sdus else {}
    usual = (colony(surface=surface), barge(("PCB", bombs)))
    given = (orders("bull", act("PCB", number=asked or bombs)),)
    return played(*usual, *things, given=given, faces=faces, **fields)


@pytest.mark.parametrize(("bombs", "type"), [(1, 6), (2, 2), (3, 0), (4, 0)])
def test_bombs_without_defence(bombs: int, type: int) -> None:
    made = bombed(bombs)
    here = planet(made)
    assert (here.type, here.colonies, here.ic, here.surface) == (type, 0, False, {})
    assert made.state.ships["bull"].cargo == ()
    (mine,) = told(made, "pcb_dropped")
    assert mine.facts["number"] == bombs
    assert told(made, "system_emptied", "bea")[0].facts["why"] == "PCB"


@pytest.mark.parametrize(
    ("type", "hits", "after"),
    [
        *((type, 1, type) for type in range(9)),
        *((type, 2, max(type - 4, type if type < 5 else 0)) for type in range(9)),
        *((type, 3, 0) for type in range(9)),
        (8, 0, 8),
    ],
)
def test_types_after_bombs(type: int, hits: int, after: int) -> None:
    assert devastation.type_after_pcbs(type, hits) == after


def test_the_book_example_of_three_defence_units() -> None:
    """Two bombs, three SDUs: two fire at the first, one at the second; one hits, two miss."""
    made = bombed(2, faces="pcb TEDDY: 3 6 5", sdus=3)
    assert planet(made).colonies == 0 and planet(made).type == 6
    mine, theirs = told(made, "pcbs_fell")
    assert (mine.facts["through"], mine.facts["fell"]) == (1, 2)
    assert mine.seen == {"ann": ("system", "through", "fell", "yours")}
    assert theirs.seen == {"bea": ("*",)}
    assert theirs.terms == (("fell", 2), ("destroyed by SDUs", -1))
    assert theirs.facts["shots"] == 3
    assert theirs.rolls[0].faces == (3, 6, 5)


@pytest.mark.parametrize(("face", "through"), [("1", 0), ("4", 0), ("5", 1), ("6", 1)])
def test_a_defence_unit_hits_on_one_to_four(face: str, through: int) -> None:
    made = bombed(1, faces=f"pcb TEDDY: {face}", sdus=1)
    assert planet(made).colonies == (0 if through else 2)
    assert planet(made).units("bea", "SDU") == (0 if through else 1)


def test_fire_is_spread_evenly_before_any_die() -> None:
    made = bombed(2, faces="pcb TEDDY: 1 6 2 6", sdus=4)  # both hits on the first
    assert told(made, "pcbs_fell")[0].facts["through"] == 1
    made = bombed(2, faces="pcb TEDDY: 1 2 6 6", sdus=4)
    assert told(made, "pcbs_fell")[0].facts["through"] == 0


def test_an_attackers_own_defence_units_do_not_fire() -> None:
    here = colony(surface={"bea": {"RA": 1}, "cyd": {"SDU": 1}})
    both = (
        orders("bull", act("PCB", number=1)),
        sheet(
            "cyd",
            standing("special", Group("all"), codes("", act("PCB", number=1, allow_harm=True))),
        ),
    )
    made = played(
        here,
        knows("cyd"),
        barge(("PCB", 1)),
        barge(("PCB", 1), name="Cow", of="cyd"),
        given=both,
        players="abc",
    )
    assert planet(made).type == 2  # both at the same time
    told_to = [list(event.seen) for event in told(made, "pcbs_fell")]
    assert told_to == [["ann"], ["cyd"], ["bea"]] and not made.events[-1].rolls


def test_a_defence_unit_of_an_ally_fires_too() -> None:
    here = system("TEDDY", surface={"cyd": {"SDU": 1}})
    made = bombed(1, here, faces="pcb TEDDY: 4", players="abc")
    assert planet(made).units("cyd", "SDU") == 1
    assert [list(event.seen) for event in told(made, "pcbs_fell")] == [["ann"]]


def test_bombs_on_ones_own_planet_by_special_order() -> None:
    line = standing("special", Group("all"), codes("", act("PCB", number=1, allow_harm=True)))
    mine = colony("ann", surface={"ann": {"SDU": 3}})
    made = played(mine, barge(("PCB", 1)), given=(sheet("ann", line),))
    assert planet(made).colonies == 0 and len(told(made, "pcbs_fell")) == 1


@pytest.mark.parametrize(
    ("things", "asked", "reasons", "dropped"),
    [
        ((barge(("C", 1)),), 1, ["no PCB is aboard Bull"], 0),
        ((barge(Cargo("PCB", "bea", 1)),), 1, ["no PCB is aboard Bull"], 0),
        ((), 3, ["1 of 3 PCBs are aboard Bull"], 1),
        ((colony("ann"),), 1, ["units of your own are on TEDDY, and no special order"], 0),
        ((empire("ann"),), 1, ["you have no exploration data of TEDDY"], 0),
    ],
)
def test_bombs_that_do_not_fall(things: Any, asked: int, reasons: list[str], dropped: int) -> None:
    made = bombed(1, *things, asked=asked)
    assert [one[: len(reason)] for one, reason in zip(why(made), reasons, strict=True)] == reasons
    assert sum(event.facts["number"] for event in told(made, "pcb_dropped")) == dropped


def test_one_bomb_if_no_number_stands_there() -> None:
    made = played(colony(), barge(("PCB", 2)), given=(orders("bull", act("PCB")),))
    assert made.state.ships["bull"].cargo == (Cargo("PCB", "ann", 1),)


# --- terraforming ---


def terraformed(*things: Any, what: tuple[str, ...] = (), **fields: Any) -> PhaseContext:
    given = (orders("bull", act("E", *what)),)
    return played(barge(("TFC", 1)), *things, given=given, **fields)


@pytest.mark.parametrize(
    ("type", "after"), [(0, 0), (1, 5), (2, 6), (3, 7), (4, 8), (5, 5), (6, 6), (7, 7), (8, 8)]
)
def test_types_after_a_tfc(type: int, after: int) -> None:
    assert devastation.type_after_tfc(type) == after
    made = terraformed(system("TEDDY", type=type))
    assert planet(made).type == after and made.state.ships["bull"].cargo == ()
    (event,) = told(made, "terraformed")
    assert (event.facts["type_before"], event.facts["type"]) == (type, after)


def test_on_an_own_planet_only_by_name_and_everything_dies() -> None:
    here = system("TEDDY", type=3, colonies=2, colonizer="ann", surface={"ann": {"AA": 3}})
    made = terraformed(here)
    assert planet(made) == here and "does not name the TFC" in why(made)[0]
    made = terraformed(here, what=("TFC",))
    after = planet(made)
    assert (after.type, after.colonies, after.surface) == (7, 0, {})
    assert told(made, "terraformed")[0].facts["saved"] == {"AA": 2}  # its own two holds


def test_holds_save_what_the_order_names() -> None:
    here = system("TEDDY", type=1, colonies=1, colonizer="ann", surface={"ann": {"AA": 3, "C": 1}})
    crane = barge(name="Crane")
    made = terraformed(here, crane, what=("TFC", "C"))
    assert told(made, "terraformed")[0].facts["saved"] == {"C": 1, "AA": 2}
    assert made.state.ships["crane"].cargo == (Cargo("AA", "ann", 2),)


@pytest.mark.parametrize(
    ("things", "what", "reason"),
    [
        ((system("TEDDY", surface={"ann": {"SDU": 1}}),), ("TFC",), "an SDU is on TEDDY"),
        ((system("TEDDY", surface={"bea": {"SDU": 1}}),), (), "an SDU is on TEDDY"),
        ((system("TEDDY", surface={"bea": {"RA": 1}}),), (), "alien units are on TEDDY"),
        ((colony(militia=2),), (), "alien units are on TEDDY"),
        ((empire("ann"),), (), "you have no exploration data of TEDDY"),
        ((barge(),), ("TFC",), "no TFC is aboard Bull"),
        ((barge(Cargo("TFC", "bea", 1)),), ("TFC",), "no TFC is aboard Bull"),
    ],
)
def test_where_no_tfc_is_used(things: Any, what: tuple[str, ...], reason: str) -> None:
    made = terraformed(*things, what=what)
    assert why(made) == [reason] and not told(made, "terraformed")


def test_a_tfc_that_is_not_named_stays_aboard() -> None:
    made = terraformed(what=("1 C",))
    assert not made.events and made.state.ships["bull"].cargo == (Cargo("TFC", "ann", 1),)


def test_alien_planets_whose_units_are_all_dead() -> None:
    made = terraformed(colony(type=2, surface={"bea": {"C": 1}}))
    assert (planet(made).type, planet(made).colonies) == (6, 0)
    assert told(made, "system_emptied", "bea")[0].facts["lost"] == {"C": 1}
