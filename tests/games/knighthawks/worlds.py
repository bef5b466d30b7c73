"""Whole worlds for tests of views and reports: a battle with every kind of event, and
strategies for states and events that differ where the test wants them to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.drawing.hexgrid import SIDES, Hex, Side, neighbour, parse_hex
from pbm.engine.events import PUBLIC, Change, Event, OrderRef, Seen, only
from pbm.engine.options import settle
from pbm.engine.types import Seat
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.state.state import (
    DESTROYED,
    IN_PLAY,
    SUPPLIES,
    WAITING,
    Map,
    Mount,
    Orbit,
    Placement,
    Planet,
    Screen,
    Ship,
    State,
    Victory,
)
from pbm.games.knighthawks.view.audience import of_records, private
from pbm.kit.problems import Span
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line

SEATS = (
    Seat("ann", "Ann", "A"),
    Seat("bea", "Bea", "B"),
    Seat("bob", "Bob", "B"),
    Seat("cy", "Cy", "C"),
)


def options(**chosen: str) -> dict[str, str]:
    """All options with their values in force."""
    settled, problems = settle(OPTIONS, chosen)
    assert not problems
    return settled


def ship(designation: str, name: str, at: str, owner: str, **fields: Any) -> Ship:
    """A frigate; its id tells nothing of its designation."""
    values: dict[str, Any] = {
        "id": f"id{owner}{designation}".lower(),
        "designation": designation,
        "name": name,
        "klass": "Frigate",
        "side": designation[0],
        "owner": owner,
        "hull": 40,
        "hull_points": 40,
        "adf": 4,
        "mr": 3,
        "reflective": True,
        "evades": False,
        "mounts": (
            Mount("LC", "laser_cannon"),
            Mount("LB1", "laser_battery"),
            Mount("LB2", "laser_battery"),
            Mount("T", "torpedo"),
        ),
        "supplies": {"torpedo": 2, "icm": 4, "masking_screen": 1},
        "supplies_at_start": {"torpedo": 2, "icm": 4, "masking_screen": 1},
        "at": parse_hex(at),
        "facing": Side(12),
        "speed": 3,
        "path": (parse_hex(at),),
    }
    values.update(fields)
    return Ship(**values)


def hexes(*texts: str) -> tuple[Hex, ...]:
    """Hexes of their numbers."""
    return tuple(parse_hex(text) for text in texts)


def battle() -> State:
    """Three sides, four players, two planets, an orbit, a screen, a wreck, a shared hex."""
    return State(
        scenario="test",
        title="The test of the twin moons",
        map=Map(44, 30),
        sides=("A", "B", "C"),
        side_names={"A": "Sathar", "B": "Spacefleet", "C": "Pirates"},
        ships=(
            ship(
                "A1",
                "Dread",
                "1412",
                "ann",
                hull=22,
                facing=Side(4),
                path=hexes("1111", "1211", "1312", "1412"),
                came_from=parse_hex("1010"),
                turns_made=1,
            ),
            ship("A2", "Doom", "1209", "ann", hull=0, status=DESTROYED),
            ship(
                "B1",
                "Scimitar",
                "1712",
                "bea",
                facing=Side(10),
                klass="Assault Scout",
                hull=9,
                hull_points=15,
                evades=True,
                evading=True,
                mr=4,
                mounts=(Mount("AR", "assault_rocket"), Mount("LB", "laser_battery")),
                supplies={"assault_rocket": 3},
                supplies_at_start={"assault_rocket": 4},
                path=hexes("1913", "1812", "1712"),
                came_from=parse_hex("2013"),
            ),
            ship("B2", "Zz'Nakk", "1712", "bea", facing=Side(8), screen=Screen(parse_hex("1712"))),
            ship(
                "B3",
                "Anvil",
                "1910",
                "bob",
                facing=Side(2),
                speed=0,
                station=True,
                klass="Space Station",
                hull_points=90,
                hull=71,
                orbit=Orbit("planet1", clockwise=True),
                screen=Screen(parse_hex("1910"), 3),
            ),
            ship("C1", "Jolly Жук", "2215", "cy", facing=Side(6)),
        ),
        planets=(
            Planet("planet1", "P1", "Morrow", parse_hex("1911")),
            Planet("planet2", "P2", "Eve", parse_hex("2618")),
        ),
        victory=(
            Victory("A", "last_standing", "The Sathar are alone on the map"),
            Victory("B", "destroy", "A1 and A2 are destroyed", ("idanna1", "idanna2")),
        ),
        turn=3,
        last_turn=16,
    )


def before_set_up() -> State:
    """The same fleet while every player still has his ships to place."""
    state = battle()
    free = tuple(Hex(column, row) for column in range(2, 6) for row in range(3, 12))
    ships = tuple(
        replace(one, status=WAITING, evading=False, screen=None, orbit=None, hull=one.hull_points)
        for one in state.ships
    )
    return replace(
        state,
        ships=ships,
        turn=0,
        placements={one.id: Placement(free, (Side(2), Side(4)), 0, 5) for one in ships},
    )


def _roll(name: str, die: str, *faces: int) -> Roll:
    return Roll(name, die, faces, "all")


def events(state: State, in_force: Mapping[str, str]) -> tuple[Event, ...]:
    """One event of every kind of the game, in turn order, with true audiences."""
    del state
    made: list[Event] = []

    def add(
        phase: str,
        kind: str,
        facts: Mapping[str, Any],
        seen: Seen = PUBLIC,
        order: tuple[str, int, str] | None = None,
        **more: Any,
    ) -> None:
        reference = None if order is None else OrderRef(order[0], "3", order[1], order[2])
        made.append(
            Event(f"ev{len(made):03d}", kind, phase, "KH 3", seen, facts, reference, **more)
        )

    def mine(player: str) -> Seen:
        return private(SEATS, in_force, player)

    add("1.move", "missed_turn", {"player": "cy"})
    add("1.move", "ruling", {"text": "set C1.speed = 3"}, ruling="a slip of the pen")
    add(
        "1.move",
        "moved",
        {
            "ship": "idanna1",
            "path": ["1111", "1211", "1312", "1412"],
            "from": "1010",
            "to": "1412",
            "facing": 4,
            "speed_before": 3,
            "speed": 4,
            "turns": 1,
            "plot": "3 R 1",
            "way": "close on",
            "of": "idbeab1",
        },
        order=("ann", 4, "move close on B1"),
    )
    add("1.move", "rotated", {"ship": "idanna1", "facing_before": 12, "facing": 4})
    add("1.move", "stayed", {"ship": "idcyc1"})
    for kind in ("orbit_entered", "orbited"):
        add(
            "1.move",
            kind,
            {
                "ship": "idbobb3",
                "planet": "planet1",
                "clockwise": True,
                "from": "1810",
                "to": "1910",
                "facing": 2,
            },
        )
    add("1.move", "orbit_left", {"ship": "idbobb3", "planet": "planet1"})
    add("1.move", "left_map", {"ship": "idcyc1", "path": ["2215"], "last": "2215"})
    add(
        "1.move",
        "collided",
        {"ship": "idcyc1", "planet": "planet2", "at": "2617", "destroyed": False},
    )
    add("1.move", "screen_raised", {"ship": "idbeab2", "at": "1712"})
    add("1.move", "screen_fell", {"ship": "idbeab2", "why": "it fired a laser"})
    add("1.move", "screen_dropped", {"ship": "idbeab2"})
    add(
        "1.move",
        "move_changed",
        {"ship": "idanna2", "written": "plot 9", "done": "straight on", "why": "ADF is 4"},
        mine("ann"),
        ("ann", 7, "move plot 9"),
    )
    add(
        "1.defence",
        "attack",
        {
            "by": "idbeab1",
            "mount": "LB",
            "weapon": "laser_battery",
            "target": "idanna1",
            "phase": "defensive",
            "from_hex": "1712",
            "at_hex": "1312",
            "range": 4,
            "head_on": False,
            "defence": "reflective hull",
            "chance": 50,
            "rolled": 88,
            "hit": False,
            "automatic": "",
            "damage": 0,
            "halved": False,
            "hull_left": 40,
            "wasted": False,
        },
        order=("bea", 5, "defence LB at nearest"),
        terms=(("laser battery at reflective hull", 70), ("range 4 x 5", -20)),
        rolls=(_roll("1.defence/attack/x/LB/y", "d100", 88),),
    )
    add(
        "1.attack",
        "icm",
        {"ship": "idbeab2", "number": 2, "against": "torpedo", "by": "idanna1"},
    )
    add("1.attack", "evaded", {"ship": "idbeab1", "mr": 4})
    add(
        "1.attack",
        "attack",
        {
            "by": "idanna1",
            "mount": "LC",
            "weapon": "laser_cannon",
            "target": "idbeab2",
            "phase": "own",
            "from_hex": "1412",
            "at_hex": "1712",
            "range": 3,
            "head_on": True,
            "defence": "reflective hull",
            "chance": 55,
            "rolled": 41,
            "hit": True,
            "automatic": "",
            "damage": 13,
            "halved": False,
            "hull_left": 27,
            "wasted": False,
        },
        order=("ann", 5, "attack LC at B2"),
        terms=(
            ("laser cannon at reflective hull", 60),
            ("head-on", 10),
            ("range 3 x 5", -15),
            ("damage", 13),
        ),
        rolls=(
            _roll("1.attack/attack/x/LC/y", "d100", 41),
            _roll("1.attack/damage/x/LC/y", "d10", 4, 9),
        ),
        changes=(Change("ship/idbeab2/hull", 40, 27),),
    )
    add(
        "1.attack",
        "attack",
        {
            "by": "idanna1",
            "mount": "T",
            "weapon": "torpedo",
            "target": "idanna2",
            "phase": "own",
            "from_hex": "1412",
            "at_hex": "1712",
            "range": 3,
            "head_on": False,
            "defence": "reflective hull",
            "chance": 50,
            "rolled": 0,
            "hit": False,
            "automatic": "",
            "damage": 0,
            "halved": False,
            "hull_left": 0,
            "wasted": True,
        },
    )
    add(
        "1.attack",
        "supply_used",
        {"ship": "idanna1", "supply": "torpedo", "number": 1, "left": 1},
        of_records(SEATS, in_force, "ann"),
        changes=(Change("ship/idanna1/supplies/torpedo", 2, 1),),
    )
    add("1.attack", "ship_destroyed", {"ship": "idanna2", "by": "idbeab1"})
    add(
        "1.attack",
        "not_done",
        {
            "ship": "idbeab2",
            "what": "attack",
            "written": "attack T at A1",
            "why": "range 6, torpedo range 4",
        },
        mine("bea"),
        ("bea", 9, "attack T at A1"),
    )
    add(
        "2.move",
        "not_needed",
        {
            "ship": "idbeab2",
            "what": "move",
            "written": "move else stay",
            "why": "an earlier line was carried out",
        },
        mine("bea"),
        ("bea", 10, "move else stay"),
    )
    add("setup", "placed", {"ship": "idcyc1", "at": "2215", "facing": 6, "speed": 3, "orbit": None})
    add(
        "setup",
        "order_of_sides",
        {"sides": ["B", "A", "C"]},
        rolls=(_roll("setup/first/A/1", "d10", 4), _roll("setup/first/B/1", "d10", 9)),
    )
    add("3.attack", "something_new", {"ship": "idanna1", "deed": "waves"})
    add("3.attack", "ruling", {"text": "note Ann: well fought"}, only("ann"), ruling="courtesy")
    add("3.attack", "game_over", {"winner": "B", "title": "Spacefleet wins: A1 is destroyed"})
    return tuple(made)


def sheet(player: str, texts: Sequence[str]) -> Sheet:
    """A sheet with these body lines, numbered from 2."""
    lines = tuple(
        Line(number, text, (), ((number, text),), "sheet.txt")
        for number, text in enumerate(texts, 2)
    )
    return Sheet("ORDERS", "test", "3", player, "", lines, Span("sheet.txt", 1), "sheet.txt")


# --- worlds that differ in what a player cannot know ----------------------------------------


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any table of this fleet: places, facings, hulls, screens, orbits, ships gone."""
    state = draw(st.sampled_from((battle(), before_set_up())))
    ships = []
    for one in state.ships:
        at = Hex(draw(st.integers(1, 44)), draw(st.integers(1, 30)))
        status = one.status if state.turn == 0 else draw(st.sampled_from((IN_PLAY, DESTROYED)))
        ships.append(
            replace(
                one,
                at=at,
                facing=draw(st.sampled_from(SIDES)),
                hull=draw(st.integers(0, one.hull_points)),
                status=status,
                path=(neighbour(at, SIDES[0]), at),
                supplies={kind: draw(st.integers(0, 5)) for kind in SUPPLIES},
            )
        )
    return replace(state, ships=tuple(ships))


def hidden_from(player: str, state: State, in_force: Mapping[str, str]) -> list[str]:
    """Ids of the ships whose records this player does not see."""
    return [
        one.id
        for one in state.ships
        if "*" not in (seen := of_records(SEATS, in_force, one.owner)) and player not in seen
    ]


@st.composite
def twins(draw: st.DrawFn, player: str, in_force: Mapping[str, str]) -> tuple[State, State]:
    """Two states that differ only in what this player cannot know."""
    state = draw(states())
    hidden = hidden_from(player, state, in_force)
    changed = []
    for one in state.ships:
        if one.id in hidden:
            changed.append(
                replace(one, supplies={kind: draw(st.integers(0, 9)) for kind in SUPPLIES})
            )
        if one.status == WAITING and one.owner != player:
            secret = next((ship for ship in changed if ship.id == one.id), one)
            changed = [ship for ship in changed if ship.id != one.id]
            changed.append(
                replace(
                    secret,
                    at=Hex(draw(st.integers(1, 44)), draw(st.integers(1, 30))),
                    facing=draw(st.sampled_from(SIDES)),
                    speed=draw(st.integers(0, 5)),
                )
            )
    placements = {
        ship_id: placement
        if state.ship(ship_id).owner == player
        else replace(placement, speed_most=draw(st.integers(0, 9)))
        for ship_id, placement in state.placements.items()
    }
    return state, replace(state.with_ships(changed), placements=placements)


def otherwise(events: Sequence[Event], player: str, salt: int) -> tuple[Event, ...]:
    """The same events with all changed that this player does not perceive."""
    changed: list[Event] = []
    for number, event in enumerate(events):
        if event.keys_for(player) is None:
            if (number + salt) % 2:
                facts = {**event.facts, "why": f"secret {salt}", "left": salt}
                changed.append(replace(event, facts=facts))
            continue
        order = event.order
        if order is not None and order.player != player:
            order = replace(order, line=order.line + salt, text=f"secret {salt}")
        changed.append(replace(event, order=order))
    return tuple(changed)
