"""Whatever is ordered: every ship is in one place, carried ships follow, none goes too far."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.games.nova.rules.movement import arrivals, loading, movement
from pbm.games.nova.rules.movement.gates import GATE
from pbm.games.nova.rules.movement.retreats import default
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.fitted import Fittings
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Codes, ContactOrder, Jump, Mover
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Permit, Retreat, Ship, State
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import (
    TYPES,
    contact,
    empire,
    gate_pair,
    ref,
    ship,
    state,
    system,
    work,
)
from tests.games.nova.scenes.movement import MORE, brackets

PLAYERS = ("ann", "bea")
CLASSES = ("Frigate", "Guard", "Hauler", "Slow", "Mother", "Gnat", "Slip")
WORDS = (*(Jump(letter) for letter in "ABDEKMPRVX"), *(Jump(system=name) for name in TYPES))
WORDS += (Jump(gate="ring-a"), Jump(gate="ring-b"))


def a_cluster(chance: Any) -> State:
    """Ships of two empires anywhere, some damaged, carried or on a retreat, and a gate."""
    ships: list[Ship] = []
    for number in range(16):
        name = f"S{number}"
        parts = chance.choice(({}, {}, {}, {"IE1": 2}, {"JD1": 1}, {"JD1": 3}))
        ships.append(
            ship(
                name,
                chance.choice(CLASSES),
                chance.choice(list(TYPES)),
                chance.choice(PLAYERS),
                builder="ann",
                damage=Damage(parts=parts),
            )
        )
    made = state(
        *ships,
        *gate_pair("Ring", "ALGOL", "SHOOT", owner=chance.choice(PLAYERS)),
        empire(
            "ann",
            contacts={"bea": contact()},
            permits=tuple(chance.sample([Permit("gate", "bea"), Permit("interdiction", "bea")], 1)),
        ),
        designs=MORE,
    )
    table = dict(made.ships)
    for one in chance.sample(ships, 3):
        to, route = default(Draft(made), one)
        table[one.id] = replace(one, at="", retreat=Retreat(one.at, to, route))
    return replace(made, ships=table)


def a_sheet(chance: Any, made: State, player: str) -> Orders:
    lines: list[Movement] = []
    for one in made.ships.values():
        if one.owner != player or chance.random() < 0.3:
            continue
        start = one.at or (one.retreat.start if one.retreat is not None else "")
        cargo = None
        if chance.random() < 0.3:
            cargo = brackets(*(f"ship s{n}" for n in chance.sample(range(16), 2)))
        codes = Codes(
            (ContactOrder(chance.choice("FNTQ")),),
            activities=(Activity("I"),) if chance.random() < 0.3 else None,
        )
        route = tuple(chance.choice(WORDS) for _ in range(chance.randrange(5)))
        lines.append(
            Movement(
                ref(one.name, len(lines), player),
                start,
                (Mover(one.id, cargo),),
                route,
                codes,
                retreating=one.retreat is not None and chance.random() < 0.8,
            )
        )
    return Orders(player, movement=tuple(lines))


@settings(max_examples=60)
@given(chance=st.randoms(use_true_random=False))
def test_every_ship_is_in_one_place(chance: Any) -> None:
    made = a_cluster(chance)
    sheets = [a_sheet(chance, made, player) for player in PLAYERS]
    done = work(made, sheets, {"cargo_short": "go"}, phase="D")
    loading.load(done)
    before = dict(done.state.ships)
    done.phase = "F"
    movement.move(done)
    after = done.state
    fittings = Fittings(after)
    assert set(after.ships) == set(made.ships)
    for id, one in after.ships.items():
        assert (one.at in TYPES) != bool(one.carrier)
        assert one.retreat is None
        assert (one.carrier, one.bay, one.owner) == (
            before[id].carrier,
            before[id].bay,
            made.ships[id].owner,
        )
        passage = after.passages.get(id)
        if passage is None:
            retreat = before[id].retreat
            assert one.at == (before[id].at or (retreat.start if retreat is not None else ""))
            continue
        assert passage.end == one.at != passage.start
        assert 0 < len(passage.letters) <= fittings.of(one).jd
        assert passage.of == one.owner
        _is_a_way(passage.start, passage.letters, passage.end)
    done.phase = "G"
    arrivals.report(done)
    for player in PLAYERS:
        for name, sight in done.state.empires[player].sights.items():
            for letter, to in sight.lines.items():
                assert to in ("", system(name).lines[letter].to)


def _is_a_way(start: str, letters: tuple[str, ...], end: str) -> None:
    """Every letter leads on, no line is taken twice, and none back to the start."""
    at = start
    used: set[tuple[str, str]] = set()
    for letter in letters:
        if letter == GATE:
            to, ends = {"ALGOL": "SHOOT", "SHOOT": "ALGOL"}[at], {("gate", "")}
        else:
            line = system(at).lines[letter]
            to, ends = line.to, {(at, letter), (line.to, line.back)}
        assert not ends & used
        used |= ends
        at = to
        assert at != start
    assert at == end
