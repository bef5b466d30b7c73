from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Event
from pbm.engine.rulings import Ruling
from pbm.engine.turn import carry_out
from pbm.games.deltavee.game import RULESET
from pbm.games.deltavee.gm.ruling_fields import FIELDS
from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.state import Dock, State
from pbm.games.deltavee.state.units import ABOARD, DESTROYED, LEFT, WAITING, Unit
from pbm.kit.problems import render
from tests.games import rulings
from tests.games.deltavee.builders import ship, shot, state, told, work
from tests.games.deltavee.scenes import SEATS


def table(**fields: Any) -> State:
    return state(
        replace(
            ship(1, "A", "sword", "A0909", 3, 2, pods=("arsenal", "energy"), spent=10), name="Lark"
        ),
        ship(2, "A", "dagger", "A1209", 9, 2, pods=("heavy weapon", "energy")),
        ship(1, "A1", "terwillicker_x", "A0909", 3, 2, mother="1a", status=ABOARD),
        shot(1, "03", "guided", "A1009", 3, 3, mother="1a", zig=1, contact=1, spent=4),
        ship(2, "E", "piccolo", "A0101", 3, 1),
        **{"docks": (Dock("1a", "2a"),), "tried": (("103", "2a"),), **fields},
    )


def read(statement: str) -> Ruling:
    return rulings.ruling_of(statement, SEATS)


def ruled(statement: str, at: State | None = None) -> tuple[PhaseContext, Event]:
    given = rulings.ruled(RULESET, work(at or table()), read(statement))
    return given, told(given, "ruling")[0]


def faults(statement: str, at: State | None = None) -> str:
    found = rulings.problems_of(RULESET, work(at or table()), read(statement))
    return "\n".join(render(problem) for problem in found)


def unit(made: PhaseContext, id: str) -> Unit:
    found: Unit = made.state.unit(id)
    return found


@pytest.mark.parametrize(
    ("statement", "id", "field", "value"),
    [
        ("set 1A.direction = 12", "1a", "direction", 12),
        ("set Lark.velocity = 0", "1a", "velocity", 0),
        ("set E.velocity = 9", "2e", "velocity", 9),
        ("set 1A.energy = 0", "1a", "spent", 222),
        ("set 1A.energy = 222", "1a", "spent", 0),
        ("set 1-03.energy = 10", "103", "spent", 0),
        ("set 1A.field = up", "1a", "field_up", True),
        ("set 1A.field = down", "1a", "field_up", False),
        ("set 1A.jump = preparing", "1a", "jump", "preparing"),
        ("set 1A.jump = none", "1a", "jump", ""),
        ("set 1-03.revealed = yes", "103", "revealed", True),
        ("set 2A.dormant = yes", "2a", "dormant", True),
        ("set 1-03.released = yes", "103", "released", True),
        ('set 2A.name = "Old Nan"', "2a", "name", "Old Nan"),
        ("set 1A.owner = Ann", "1a", "owner", "ann"),
        ("set 2A.status = destroyed", "2a", "status", DESTROYED),
        ("set 2A.status = in play", "2a", "status", "in play"),
    ],
)
def test_fields_are_set(statement: str, id: str, field: str, value: Any) -> None:
    made, event = ruled(statement)
    assert getattr(unit(made, id), field) == value
    assert event.facts["unit"] == id


def test_energy_is_what_is_left() -> None:
    made, event = ruled("set 1A.energy = 100")
    assert left(unit(made, "1a")) == 100
    assert [(change.path, change.before, change.after) for change in event.changes] == [
        ("unit/1a/spent", 10, 122)
    ]


@pytest.mark.parametrize("status", ["ok", "V", "D", "X"])
def test_parts_and_stocks_are_set(status: str) -> None:
    made, event = ruled(f"set 1A.pod_1 = {status}")
    part = unit(made, "1a").part("pod 1")
    assert part is not None
    assert part.status == status
    assert len(event.changes) == (status != "ok")
    engine, _event = ruled(f"set 2A.engine = {status.lower()}")
    assert engine.state.unit("2a").parts[1].status == status
    stock, event = ruled("set 1A.pod_1.guided = 2")
    assert stock.state.unit("1a").pods[0].stock["guided"] == 2
    assert event.changes[0].path == "unit/1a/pod 1/stock"


def test_a_unit_is_put_down_with_what_it_carries() -> None:
    made, event = ruled("move 1A to A0101 direction 6 velocity 1")
    sword = unit(made, "1a")
    assert made.state.maps.label(sword.at) == "A0101"
    assert (sword.direction, sword.velocity) == (6, 1)
    assert unit(made, "1a1").at == sword.at
    assert made.state.docks == ()
    assert [change.path for change in event.changes] == [
        "unit/1a/at", "unit/1a/direction", "unit/1a/velocity",
    ]  # fmt: skip
    assert event.seen == PUBLIC
    shell, _event = ruled("set 1-03.at = A0101")
    assert (unit(shell, "103").zig, shell.state.tried) == (0, ())


def test_points_and_results_are_the_masters() -> None:
    made, event = ruled("set 2.points = -3", table(points={"1": 1, "2": 0}))
    assert made.state.points == {"1": 1, "2": -3}
    assert event.changes[0].path == "points/2"
    won, _event = ruled("result game: Side 2")
    assert (won.state.winner, told(won, "game_over")[0].facts["winner"]) == ("2", "2")
    drawn, _event = ruled("result game: draw")
    assert (drawn.state.winner, drawn.state.result) == ("", "A draw by the game master's ruling")


def test_a_removed_unit_left_play_and_its_contact_is_gone() -> None:
    made, event = ruled("remove 1-03")
    assert unit(made, "103").status == LEFT
    assert event.shown_to("bea") is None
    lost = told(made, "contact_lost")[0]
    assert lost.shown_to("bea") is not None
    assert lost.shown_to("ann") is None
    open_, event = ruled("remove 2A")
    assert (told(open_, "contact_lost"), event.seen) == ([], PUBLIC)


@pytest.mark.parametrize(
    ("statement", "open_to_all"),
    [
        ("set 1A.velocity = 3", True),
        ("set 1A.energy = 3", False),
        ("set 1A.pod_1 = X", False),
        ("set 1-03.velocity = 4", False),
        ("set A1.energy = 3", False),
        ("set 1-03.revealed = yes", True),
    ],
)
def test_rulings_are_read_by_those_who_see_what_they_change(
    statement: str, open_to_all: bool
) -> None:
    _made, event = ruled(statement)
    assert (event.shown_to("bea") is not None) is open_to_all
    assert event.shown_to("ann") is not None


def test_a_missile_turned_face_down_again_is_a_new_contact() -> None:
    shell = replace(table().unit("103"), revealed=True)
    made, _event = ruled("set 1-03.revealed = no", table().with_units(shell))
    assert (unit(made, "103").contact, made.state.contacts) == (1, {})
    bare = replace(shell, contact=0)
    made, _event = ruled("set 1-03.revealed = no", table().with_units(bare))
    assert (unit(made, "103").contact, made.state.contacts) == (1, {"1": 1})


def test_a_new_ship_comes_with_its_pods() -> None:
    statement = 'add "Old Nan" as C class Dagger for Bea at A0505 pods "energy, hunter" velocity 2'
    made, event = ruled(statement)
    ship_ = made.state.units[-1]
    assert (ship_.designation, ship_.name, ship_.side, ship_.owner) == ("C", "Old Nan", "2", "bea")
    assert [(pod.kind, pod.box) for pod in ship_.pods] == [("energy", 1), ("hunter", 2)]
    assert (ship_.velocity, ship_.direction, ship_.in_play) == (2, 12, True)
    assert event.changes[0].after == "C"
    plain, _event = ruled("add Nan as D class corco_mu for Ann at A0505")
    assert plain.state.units[-1].pods == ()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("set 1Z.velocity = 2", 'no unit "1Z"'),
        ("set A.velocity = 2", "could be either of two units"),
        ("set 1A.speed = 2", '"speed" is not a field'),
        ("set 1A.direction = 13", "from 1 to 12"),
        ("set 1A.direction = 0", "from 1 to 12"),
        ("set 1A.velocity = 100", "from 0 to 99"),
        ("set 1A.energy = 223", "from 0 to 222"),
        ("set 1A.at = Z0101", "not a hex of the maps"),
        ("set 1A.field = maybe", "not a state of a force field"),
        ("set 2E.field = up", "has no force field"),
        ("set 1A.jump = soon", "not a jump marker"),
        ("set 1-03.jump = jumping", "Only a spaceship"),
        ("set 1A.revealed = no", "always revealed"),
        ("set 2A.dormant = perhaps", "neither yes nor no"),
        ("set 2A.status = lost", "not a status of a unit"),
        (f'set 2A.name = "{"x" * 61}"', "at most 60 characters"),
        ("set 1A.owner = Bea", "cannot change sides"),
        ("set 2E.force_field = V", "has no force field"),
        ("set 1-03.bridge = V", "has no bridge"),
        ("set 1A.pod_1 = broken", "not a status of a part"),
        ("set 1A.pod_2.guided = 2", "no guided missiles in pod 2"),
        ("set 1A.pod_9.guided = 2", "no guided missiles in pod 9"),
        ("set 1A.pod_1.guided = 100", "from 0 to 99"),
        ("set 2.velocity = 3", "not a field of a side"),
        ("set 2.points = x", "cannot be the points"),
        ("move 1A to A0101 facing 6", "is not a detail of a move"),
        ("result game: glory", "not a result"),
        ("add Nan as C class Dagger for Bea at A0505 boxes 2", "is not a detail of a new ship"),
        ("add Nan as C class Dagger for Bea", '"at" is missing'),
        ("add Nan as C9 class Dagger for Bea at A0505", "not the counter of a ship"),
        ("add Nan as C class Yacht for Bea at A0505", 'no class "Yacht"'),
        ("add Nan as C class Sword for Bea at A0505 pods storage", "can carry no storage pod"),
        ("add Nan as C class Dagger for Bea at A0505 pods \"crew,crew,crew\"", "too many"),
        ("add Nan as C class Dagger for Bea at A0505 pods huntre", 'no pod "huntre"'),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_reason(statement: str, why: str) -> None:
    assert why in faults(statement)


def test_units_without_energy_and_ships_not_placed_are_refused() -> None:
    shell = shot(2, "01", "unguided", "A1109", 9, 4)
    assert "holds no energy" in faults("set 2-01.energy = 1", table().with_new((shell,)))
    waiting = table().with_units(replace(table().unit("2e"), status=WAITING))
    assert "placed by its set-up" in faults("set 2E.status = in play", waiting)


def test_what_can_no_longer_be_done_is_for_the_master_alone() -> None:
    given = work(table())
    carry_out(RULESET, given, read("add Nan as E class Dagger for Bea at A0505"))
    (event,) = given.events
    assert event.facts["void"] == '"E" is already a unit of this side.'
    assert event.shown_to("bea") is None
    assert given.state == table()


def test_every_plain_field_is_tried() -> None:
    assert {"at", "direction", "velocity", "energy", "status", "field", "jump"} <= set(FIELDS.rows)
    assert "pod_20.mims" in FIELDS.rows


def wreck(**last: str) -> State:
    """Ship A of side 1 with all parts of a wreck destroyed but ``last``, and out of play."""
    made = table()
    ship_a = made.unit("1a")
    for part in ship_a.parts:
        ship_a = ship_a.with_part(replace(part, status=last.get(part.name, "X")))
    return made.with_units(replace(ship_a, status="destroyed"))


def test_a_wreck_does_not_come_back_into_play() -> None:
    refused = faults("set 1A.status = in play", wreck())
    assert "A is a wreck" in refused
    assert "Write first: set A.bridge = ok" in refused
    given, _ = ruled("set 1A.status = in play", wreck(bridge="ok"))
    assert unit(given, "1a").in_play


def test_a_unit_in_play_does_not_become_a_wreck() -> None:
    at = wreck(bridge="D")
    at = at.with_units(replace(at.unit("1a"), status="in play"))
    refused = faults("set 1A.bridge = X", at)
    assert "A would be a wreck in play" in refused
    assert "Write instead: set A.status = destroyed" in refused
    given, _ = ruled("set 1A.bridge = V", at)
    assert unit(given, "1a").in_play


def test_what_is_aboard_is_nowhere_else() -> None:
    refused = faults("move 1A1 to A0101")
    assert "A1 is aboard A" in refused
    assert "Write first: set A1.status = in play" in refused


@pytest.mark.parametrize(
    ("statement", "id", "status", "words"),
    [
        ("set 1A.energy = 3", "1a", DESTROYED, "1A was destroyed"),
        ("set 1A1.velocity = 3", "1a1", LEFT, "1A1 left play"),
        # A missile is there to be spent, but not to be put in play for nothing.
        ("set 1-03.velocity = 3", "103", DESTROYED, ""),
        ("set 1A.energy = 3", "1a", "jumped", ""),
    ],
)
def test_a_ruling_on_a_unit_is_lost_with_it(
    statement: str, id: str, status: str, words: str
) -> None:
    given, event = ruled(statement)
    then: State = given.state
    now = FIELDS.set(then, id, "status", status)
    loss = RULESET.undone(then, now, event)
    assert (loss.words if loss else "") == words
    assert RULESET.undone(then, then, event) is None
    assert RULESET.undone(now, now, event) is None
    if loss is not None:
        (remedy,) = loss.remedy
        assert unit(ruled(remedy, now)[0], id).in_play


def test_a_missile_that_a_ruling_put_in_play_is_lost() -> None:
    gone = FIELDS.set(table(), "103", "status", DESTROYED)
    given, event = ruled("set 1-03.status = in play", gone)
    loss = RULESET.undone(given.state, gone, event)
    assert loss is not None
    assert loss.words == "1-03 was destroyed"


def test_the_remedy_for_a_wreck_mends_a_part_of_it_first() -> None:
    given, event = ruled("set 1A.energy = 3")
    then: State = given.state
    whole = then.unit("1a")
    wreck = replace(whole, parts=tuple(replace(part, status="X") for part in whole.parts))
    now = FIELDS.set(then.with_units(wreck), "1a", "status", DESTROYED)
    loss = RULESET.undone(then, now, event)
    assert loss is not None
    for remedy in loss.remedy:
        now = ruled(remedy, now)[0].state
    assert (len(loss.remedy), now.unit("1a").in_play) == (2, True)


def test_a_ruling_on_no_unit_is_not_lost() -> None:
    given, event = ruled("set 1.points = 3")
    assert RULESET.undone(given.state, given.state, event) is None
