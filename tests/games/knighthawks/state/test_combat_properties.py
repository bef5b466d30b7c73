"""What holds in every combat phase, whatever the ships, lines, options and dice are."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.dice.keyed import KeyedDice
from pbm.drawing.hexgrid import SIDES, Hex, distance
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.types import Seat
from pbm.games.knighthawks.orders.fire import FireLine
from pbm.games.knighthawks.orders.ship_orders import ShipOrders
from pbm.games.knighthawks.rules.combat.combat import fire_attacks, fire_defensively, fire_together
from pbm.games.knighthawks.state.state import DESTROYED, SUPPLIES, Screen, Ship, State
from pbm.games.knighthawks.state.weapons import ARMS
from tests.games.knighthawks.builders import planet, ship, state, work
from tests.games.knighthawks.fire import fire, hold, icm, mounts

LABELS = ("LC", "PL", "LB1", "LB2", "T1", "T2", "AR", "RB1", "RB2")
IDS = ("a1", "a2", "b1", "b2", "c1")

places = st.builds(Hex, st.integers(18, 22), st.integers(18, 22))


@st.composite
def ships(draw: st.DrawFn, designation: str) -> Ship:
    path = tuple(draw(st.lists(places, min_size=1, max_size=4)))
    fields: dict[str, Any] = {
        "path": path,
        "came_from": draw(places),
        "facing": draw(st.sampled_from(SIDES)),
        "hull": draw(st.integers(1, 40)),
        "speed": draw(st.integers(0, 3)),
        "reflective": draw(st.booleans()),
        "evades": draw(st.booleans()),
        "screen": draw(st.sampled_from((None, Screen(path[-1])))),
        "mounts": mounts(*draw(st.lists(st.sampled_from(LABELS), unique=True))),
        "supplies": {name: draw(st.integers(0, 3)) for name in SUPPLIES},
    }
    return ship(designation, str(path[-1]), **fields, owner=designation[0].lower() * 3)


targets = st.lists(st.sampled_from((*IDS, "nearest", "any")), min_size=1, max_size=3)
lines = st.one_of(
    st.builds(
        lambda weapon, at, more: fire(weapon, *at, **more),
        st.sampled_from((*LABELS, "LB", "T", "RB")),
        targets,
        st.fixed_dictionaries(
            {},
            optional={
                "least_chance": st.integers(0, 100),
                "within": st.integers(0, 6),
                "keep": st.integers(0, 2),
                "plan": st.sampled_from(("", "all", "spread")),
                "enough": st.integers(0, 20),
                "in_arc": st.booleans(),
                "hexes": st.sampled_from(("best", "first")),
                "hex": st.one_of(st.none(), places),
            },
        ),
    ),
    st.builds(hold, st.sampled_from(LABELS)),
)


@st.composite
def battles(draw: st.DrawFn, *, together: bool) -> PhaseContext:
    table = state(
        *(draw(ships(each.upper())) for each in IDS),
        planets=(planet("P1", str(draw(places))),),
    )
    sheets: dict[str, list[ShipOrders]] = {}
    for each in table.ships:
        written: list[FireLine] = draw(st.lists(lines, max_size=4))
        missiles = draw(st.lists(st.builds(icm, st.integers(0, 2), st.integers(0, 70)), max_size=1))
        fire_orders = tuple(written)
        sheets.setdefault(each.owner, []).append(
            ShipOrders(each.id, attack=fire_orders, defence=fire_orders, icm=tuple(missiles))
        )
    options = {
        "defensive_fire": "simultaneous" if together else "first",
        "screen.round": draw(st.sampled_from(("up", "down"))),
        "rate.rocket_battery": draw(st.sampled_from(("per phase", "per game-turn"))),
        "defensive.start_hex": draw(st.sampled_from(("no", "yes"))),
    }
    seats = tuple(Seat(owner, owner, owner[0].upper()) for owner in sheets)
    dice = KeyedDice(draw(st.binary(max_size=4)), 1)
    return work(table, sheets, options, dice, "phase", seats)


def check(before: State, made: PhaseContext, *, dead_fire: bool) -> None:
    """What must hold after any phase."""
    after: State = made.state
    fired: Counter[tuple[str, str, str]] = Counter()
    gone: set[str] = set()
    for event in made.events:
        facts = event.facts
        if event.kind == "ship_destroyed":
            gone.add(facts["ship"])
        if event.kind != "attack":
            continue
        by, target = before.ship(facts["by"]), before.ship(facts["target"])
        weapon = ARMS[facts["weapon"]]
        fired[event.phase, by.id, facts["mount"]] += 1
        if weapon.limited:
            fired[event.phase, by.id, weapon.kind] += 1
        assert by.side != target.side
        assert dead_fire or by.id not in gone
        assert facts["wasted"] is (target.id in gone)
        assert facts["range"] <= weapon.range
        cut = [term for term in event.terms if term[0] == "damage"]
        parts = event.terms[: event.terms.index(cut[0])] if cut else event.terms
        assert facts["wasted"] or sum(amount for _name, amount in parts) == facts["chance"]
        if not facts["wasted"]:
            hex_ = Hex(int(facts["at_hex"][:2]), int(facts["at_hex"][2:]))
            assert distance(by.at, hex_) == facts["range"]
    assert all(count == 1 for count in fired.values())
    for old in before.ships:
        new = after.ship(old.id)
        assert 0 <= new.hull <= old.hull
        assert (new.status == DESTROYED) is (new.hull == 0) is (new.id in gone)
        assert all(0 <= new.left(name) <= old.left(name) for name in SUPPLIES)
        dealt = sum(
            change.before - change.after
            for event in made.events
            for change in event.changes
            if change.path == f"ship/{old.id}/hull"
        )
        assert dealt == old.hull - new.hull


@settings(max_examples=60, deadline=None)
@given(battles(together=False))
def test_defence_then_attack(made: PhaseContext) -> None:
    before: State = made.state
    made.phase = "1.defence"
    fire_defensively(made, "A")
    assert {event.facts["target"][0] for event in made.events if event.kind == "attack"} <= {"a"}
    made.phase = "1.attack"
    fire_attacks(made, "A")
    check(before, made, dead_fire=False)


@settings(max_examples=60, deadline=None)
@given(battles(together=True))
def test_both_together(made: PhaseContext) -> None:
    before: State = made.state
    fire_together(made, "A")
    check(before, made, dead_fire=True)
    assert not [event for event in made.events if event.facts.get("wasted")]


@settings(max_examples=20, deadline=None)
@given(battles(together=False))
def test_the_same_again(made: PhaseContext) -> None:
    again = PhaseContext(
        GameState(1, 0, (), made.seats, made.state),
        "1",
        made.options,
        made._dice,
        made.ids,
    )
    again.phase, again.commands = made.phase, made.commands
    fire_attacks(made, "B")
    fire_attacks(again, "B")
    assert (again.state, again.events) == (made.state, made.events)
