"""Reserves, pods handed over, the parts of a scenario file: what the cases do not show."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.gm.ruling_fields import FIELDS
from pbm.games.deltavee.orders.orders import Orders, UnitOrders
from pbm.games.deltavee.orders.setup.enter import EnterLine
from pbm.games.deltavee.orders.setup.jettison import JettisonLine
from pbm.games.deltavee.orders.setup.place import PlaceLine
from pbm.games.deltavee.orders.setup.transfer import TransferLine
from pbm.games.deltavee.orders.template import template
from pbm.games.deltavee.rules.command_phase import command_side
from pbm.games.deltavee.rules.fire.field import hold
from pbm.games.deltavee.rules.movement_phase import move_side
from pbm.games.deltavee.rules.scenario_rules import reserve
from pbm.games.deltavee.rules.scenario_rules.pod_transfer import held_fault, units_in
from pbm.games.deltavee.rules.victory.victory import Decided, look
from pbm.games.deltavee.scenario.check_scenario import check_scenario
from pbm.games.deltavee.scenario.scenario import begin
from pbm.games.deltavee.state import usable
from pbm.games.deltavee.state.specials import AGREED, FIRST_SHOT
from pbm.games.deltavee.state.state import Special, State
from pbm.games.deltavee.state.units import IN_PLAY, LEFT, PREPARED, RESERVE
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from tests.games.deltavee.builders import ref, shot, told, work
from tests.games.deltavee.scenario.test_scenario import faults
from tests.games.deltavee.scenes import IDS, SEATS, changed, opening, options, scenario, unit


def started(name: str, chosen: dict[str, str] | None = None) -> State:
    """Turn 1 with every ship where the file has it, those in reserve where they are."""
    state = opening(name, chosen)
    units = tuple(
        replace(one, status=IN_PLAY) if one.status == "waiting" else one for one in state.units
    )
    later = {one.id: state.placements[one.id] for one in units if one.status == RESERVE}
    return replace(state, units=units, placements=later, turn=1)


def fired(state: State, turn: int = 0) -> State:
    """The state in which the Gamma has fired in a turn, the one before if none is said."""
    shooters = (unit(state, "1A").id, unit(state, "1B").id)
    return replace(
        state, turn=2, special=(*state.special, Special(FIRST_SHOT, shooters, turn or 1))
    )


def thrown(state: State, faces: str, *lines: EnterLine) -> PhaseContext:
    """The dice of the Federation's Command Phase; the lines are for all its ships."""
    orders = Orders("bea", all={"spaceship": UnitOrders("", enter=lines)})
    run = work(state, {"bea": orders}, faces=faces, phase="2.command")
    reserve.begin_command(run, "2")
    return run


def test_dice_are_thrown_for_the_side_that_waits_and_not_in_the_turn_of_the_shot() -> None:
    assert told(thrown(fired(started("the-bomb"), 2), ""), "reinforcement_roll") == []
    run = work(fired(started("the-bomb")), phase="1.command")
    reserve.begin_command(run, "1")
    assert run.events == []
    assert len(told(thrown(fired(started("the-bomb")), "5 6"), "reinforcement_roll")) == 2


def test_a_place_that_is_not_free_leaves_a_ship_as_its_scenario_has_it() -> None:
    away = EnterLine(ref(player="bea"), PlaceLine(ref(), velocity=3))
    run = thrown(fired(started("the-bomb")), "1 2", away)
    assert "velocity 3 is not open to it" in str(told(run, "not_done")[0].facts["why"])
    assert (unit(run.state, "2C").status, unit(run.state, "2C").velocity) == (IN_PLAY, 0)


def test_who_comes_takes_its_rules_along_and_the_next_gets_them_too() -> None:
    state = fired(started("the-bomb"))
    listed = Special("kill_scores", (unit(state, "2A").id, unit(state, "2C").id), 1)
    run = thrown(replace(state, special=(*state.special, listed)), "1 1")
    names = {unit(run.state, name).id for name in ("2A", "2C", "2D", "2E")}
    (scores,) = [one for one in run.state.special if one.kind == "kill_scores"]
    assert set(scores.units) == names
    logs = [one.units for one in run.state.special if one.kind == "log"]
    assert all((unit(run.state, name).id,) in logs for name in ("2C", "2D", "2E"))
    assert list(run.state.placements) == [unit(run.state, "2E").id]


@pytest.mark.parametrize(
    ("counter", "following"), [("C", "D"), ("Z", "A2"), ("Z2", "A3"), ("XYZ", "C")]
)
def test_counters_go_on_behind_the_alphabet(counter: str, following: str) -> None:
    state = changed(fired(started("the-bomb")), "2C", designation=counter)
    run = thrown(state, "1 2")
    assert unit(run.state, f"2{following}").status == RESERVE


def test_the_first_shot_is_remembered_once() -> None:
    run = work(started("the-bomb"))
    for _ in range(2):
        reserve.shot(run, unit(run.state, "1B").id)
        reserve.shot(run, unit(run.state, "2A").id)
    assert len(told(run, "first_shot")) == 1


def moved(state: State, *orders: UnitOrders, side: str = "1") -> PhaseContext:
    run = work(state, {"ann" if side == "1" else "bea": orders}, phase=f"{side}.move")
    move_side(run, side)
    return run


def test_a_ship_is_called_in_by_its_own_side_and_only_once() -> None:
    state = started("firepower")
    mu, dagger = unit(state, "1A"), unit(state, "1B")
    state = changed(state, "1A", velocity=0, spent=144)
    line = EnterLine(ref(), PlaceLine(ref()))
    assert told(moved(state, UnitOrders(dagger.id, enter=(line,)), side="2"), "entered") == []
    run = moved(state, UnitOrders(dagger.id, enter=(line, line)))
    assert len(told(run, "entered")) == 1
    run = moved(run.state, UnitOrders(dagger.id, enter=(line,)))
    assert told(run, "entered") == []
    assert mu.id in [one.id for one in run.state.units]


def beside(**mu: Any) -> State:
    """The Dagger in play beside the Mu, whose energy pod is empty."""
    state = changed(started("firepower"), "1B", status=IN_PLAY)
    return changed(state, "1A", **{"velocity": 0, "spent": 144, **mu})


def handed(state: State, *parts: str, box: int = 0, to: str = "1A") -> PhaseContext:
    orders = [
        UnitOrders(
            unit(state, "1B").id,
            transfer=(TransferLine(ref(), unit(state, to).id, box),),
        )
    ]
    if parts:
        orders.append(UnitOrders(unit(state, "1A").id, jettison=(JettisonLine(ref(2), parts),)))
    return moved(state, *orders)


def why(run: PhaseContext) -> str:
    return str(told(run, "not_done")[0].facts["why"])


def test_an_empty_energy_pod_makes_room_by_itself() -> None:
    run = handed(beside())
    assert told(run, "pod_jettisoned")[0].facts["pod"] == "pod 12"
    assert usable.fires(unit(run.state, "1A"))["pod 1"] == 2


def test_what_is_put_off_as_written_belongs_to_its_line() -> None:
    put_off = told(handed(beside(), "pod 3"), "pod_jettisoned")[0]
    assert (put_off.facts["pod"], put_off.order) == ("pod 3", ref(2))
    assert told(handed(beside()), "pod_jettisoned")[0].order is None


def test_an_empty_box_is_used_first() -> None:
    state = beside()
    mu = unit(state, "1A")
    state = changed(state, "1A", parts=tuple(one for one in mu.parts if one.name != "pod 4"))
    run = handed(state)
    assert told(run, "pod_jettisoned") == []
    assert told(run, "pod_transferred")[0].facts["pod"] == "pod 4"


@pytest.mark.parametrize(
    ("fields", "parts", "said"),
    [
        ({"status": LEFT}, (), "A is left"),
        ({}, ("crew",), "A has no such pod to put off"),
        ({"velocity": 1}, (), "B is in A0707, A in A0806"),
    ],
)
def test_why_a_pod_is_not_handed_over(
    fields: dict[str, Any], parts: tuple[str, ...], said: str
) -> None:
    assert why(handed(beside(**fields), *parts)).startswith(said)


def test_a_pod_goes_only_where_the_scenario_says_and_only_if_it_is_one() -> None:
    assert "hand over nothing to" in why(handed(beside(), to="1B"))
    assert why(handed(beside(), box=2)) == "pod 2 is not an energy pod"
    assert why(moved(beside(), UnitOrders(unit(beside(), "1A").id,
               jettison=(JettisonLine(ref(), ("pod 1",)),)))) == (
        "no pod was handed over to it"
    )  # fmt: skip


def test_a_pod_with_something_prepared_stays() -> None:
    state = beside()
    mu = unit(state, "1A")
    held = replace(unit(state, "2G1"), id="x", mother=mu.id, pod=3, status=PREPARED)
    state = state.with_new((held,))
    assert "still has" in held_fault(state, mu, mu.pods[2])
    assert "still has" in why(handed(state, "pod 3"))


def test_an_empty_pod_that_something_belongs_to_makes_no_room() -> None:
    state = beside()
    held = replace(unit(state, "2G1"), id="x", mother=unit(state, "1A").id, pod=12, status=PREPARED)
    assert "all boxes of A are full" in why(handed(state.with_new((held,))))


def test_a_map_that_is_needed_elsewhere_takes_its_missiles_along() -> None:
    state = started("the-bomb")
    for name in ("1A", "1B"):
        state = changed(state, name, at=state.maps.parse("A1508"), velocity=2)
    shots = (
        shot(1, "01", "guided", "A0303", 3, 0, contact=1),
        shot(2, "02", "guided", "B0303", 3, 0, contact=1),
    )
    run = moved(state.with_new(shots))
    assert [event.facts["unit"] for event in told(run, "left_maps")] == ["101"]
    assert [tile.letter for tile in run.state.maps.tiles] == ["B", "C", "D", "E"]
    assert told(moved(run.state), "map_taken_up") == []


def test_an_agreement_that_no_condition_speaks_of_is_a_draw() -> None:
    state = started("showdown")
    run = work(replace(state, special=(*state.special, Special(AGREED))))
    with pytest.raises(Decided):
        look(run)
    assert (run.state.winner, run.state.result) == (
        "",
        "A draw: both sides have agreed to end the game",
    )


def test_units_of_pods_are_used_in_the_order_of_their_boxes() -> None:
    mu = unit(beside(spent=0), "1A")
    pod = mu.pods_of("energy")[0]
    assert [units_in(replace(mu, spent=spent), pod) for spent in (0, 1, 144, 200)] == [
        144,
        143,
        0,
        0,
    ]


def test_the_field_of_a_scenario_lets_one_hit_through() -> None:
    state = changed(started("firepower"), "1A", field_up=True)
    mu = unit(state, "1A")
    assert usable.field_class(mu) == 2
    assert usable.field_class(unit(state, "2G")) == 0
    run = work(state, faces="5")
    hold(run, mu.id, mu, 2, "1")
    assert len(told(run, "hit")) == 1
    field = mu.part("force field")
    assert field is not None
    damaged = mu.with_part(replace(field, status="D"))
    assert usable.field_class(damaged) == 1


def test_the_enemy_sees_no_reserve_and_its_player_reads_how_it_comes() -> None:
    state = started("firepower")
    mine = build_view(state, "ann", SEATS, options()).written()
    theirs = build_view(state, "bea", SEATS, options()).written()
    dagger = unit(state, "1B").id
    assert dagger in [one["id"] for one in mine["units"]]
    assert dagger not in [one["id"] for one in theirs["units"]]
    assert "coming" not in theirs
    assert "transfers" not in theirs
    text = template(View.read(mine), "", options())
    assert "in reserve: comes when it is called in" in text
    assert "enter dir 3 velocity 0" in text
    assert "enter dir" not in template(
        build_view(opening("firepower"), "ann", SEATS, options()), "", {}
    )


def test_a_ruling_may_bring_a_ship_out_of_the_reserve() -> None:
    state = started("firepower")
    assert (
        unit(FIELDS.set(state, unit(state, "1B").id, "status", "in play"), "1B").status == IN_PLAY
    )


def test_nobody_comes_once_a_ruling_has_taken_the_next_one_out_of_the_reserve() -> None:
    state = fired(started("the-bomb"))
    state = FIELDS.set(state, unit(state, "2C").id, "status", "in play")
    assert thrown(state, "").events == []


def test_orders_for_a_ship_in_reserve_come_to_nothing() -> None:
    state = started("the-bomb")
    run = work(state, phase="2.command")
    command_side(run, "2")
    assert told(run, "not_done") == []


@pytest.mark.parametrize(
    ("chosen", "velocity", "hexes"),
    [({}, 0, 1), ({"scenario8.daggers": "orbit"}, 1, 1), ({"scenario8.daggers": "map E"}, 0, 272)],
)
def test_an_option_decides_how_the_daggers_begin(
    chosen: dict[str, str], velocity: int, hexes: int
) -> None:
    state = opening("the-bomb", chosen)
    dagger = unit(state, "2A")
    assert dagger.velocity == velocity
    assert len(state.placements[dagger.id].hexes) == hexes


# --- what is wrong in a file ----------------------------------------------------------------

VICTORY = "[[victory]]"
PLACE = (
    'place = { map = "A", columns = [9, 10], rows = [9, 9], '
    "directions = [3, 9], velocities = [0, 2] }"
)


def special(text: str) -> tuple[str, str]:
    return VICTORY, f"[[special]]\n{text}\n{VICTORY}"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (special('kind = "alert"\nnumber = 2'), "special alert names 0 units"),
        (special('kind = "relief"\nunits = ["1A"]'), "special relief names 1 unit"),
        (special('kind = "relief"\nunits = ["1A", "2A"]'), "special relief: 1A is not in reserve"),
        (special('kind = "alert"\nunits = ["1A"]'), "special alert: its number is 0"),
        (special('kind = "alert"\nunits = ["1A"]\nnumber = 11'), "its number is 11"),
        (special('kind = "alert"\nunits = ["1A"]\nnumber = 2\nlimit = 1'), "alert has no limit"),
        (special('kind = "alert"\nunits = ["1A"]\nnumber = 2\nname = "A"'), "alert has no name"),
        (special('kind = "map_moves"'), "special map_moves names no map"),
        (special('kind = "map_moves"\nname = "Z"'), "there is no map Z"),
        (special('kind = "map_moves"\nname = "A"'), "planet P1 lies on map A"),
        (special('kind = "pod_transfer"\nunits = ["2A", "1A"]'), ""),
        (("velocities = [0, 2] }", 'velocities = [0, 2] }\nreserve = true'), "nothing brings it"),
        (('kind = "destroyed"', 'kind = "destroyed"\nnumber = 2'), "asks for 2 of 1 unit"),
        (('kind = "destroyed"', 'kind = "apart"'), "has no number"),
        (('side = "1"\nkind', 'kind'), ""),
        (('side = "1"\nkind = "destroyed"', 'number = 1\nkind = "points"'), "says no side"),
        (('at = "A0101"', 'at = "A0101"\nplace_option = "x"'), "there is no option x"),
        (
            (
                'pods = ["energy", "hunter"]',
                'place_option = "map.limit"\nplaces.five = { directions = "any" }',
            ),
            '"five" is not a reading of map.limit',
        ),
    ],
)  # fmt: skip
def test_faults_of_the_parts_are_said_with_their_place(change: tuple[str, str], fault: str) -> None:
    found = faults(change)
    assert any(fault in one for one in found) if fault else found == [], found


def test_a_ship_that_gives_a_pod_must_have_one_and_one_that_comes_again_no_battlecraft() -> None:
    given = faults(("[\"energy\"]", '["crew"]'),
                   special('kind = "pod_transfer"\nunits = ["2A", "1A"]'))  # fmt: skip
    assert any("2A carries no energy pod" in one for one in given)
    again = faults(
        ('["energy"]', '[{ kind = "battlecraft", holds = "terwillicker_x" }]'),
        ("velocities = [0, 2] }", "velocities = [0, 2] }\nreserve = true"),
        special('kind = "reinforcement"\nunits = ["2A", "1A"]\nnumber = 2\nlimit = 1'),
    )
    assert again == ["special reinforcement: 2A carries a battlecraft"]


def test_a_ship_is_in_reserve_or_aboard_of_another() -> None:
    found = faults(
        ('at = "A0909"\n', 'aboard = "1A"\nreserve = true\n'),
        (PLACE, ""),
    )
    assert any("in reserve and aboard of another" in one for one in found)


def test_a_field_on_a_map_that_moves_is_a_fault() -> None:
    found = faults(("maps = 1", 'maps = 1\nasteroids = ["A0901"]'),
                   special('kind = "map_moves"\nname = "A"'))  # fmt: skip
    assert sum("lies on map A" in one for one in found) == 2


def test_every_fault_of_the_shipped_files_would_have_a_place() -> None:
    for problem in check_scenario(replace(scenario("the-bomb"), maps=3)):
        assert problem.path
    state = begin(scenario("firepower"), SEATS, options(), IDS)
    assert unit(state, "1A").part("force field") is not None
