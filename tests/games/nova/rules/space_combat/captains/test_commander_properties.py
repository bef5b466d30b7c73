"""Whatever a side has, sees and was told: it orders only what its ships can do, each once."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pbm.games.nova.orders.battle.doctrine import SPACE
from pbm.games.nova.rules.space_combat.captain import JUMP, RESTART, CaptainView
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.fire.gunnery import weapons
from pbm.games.nova.state.battle.arena import Place
from pbm.games.nova.state.battle.vectors import length
from tests.games.nova.scenes.doctrine import DESIGNS, MISSILES, commander, foe, own, plan, view

EXAMPLES = [item.example for item in SPACE.values()] + [
    "flee",
    "spread",
    "capture",
    "pick up",
    "together",
    "range 7",
    "range open",
    "target gates > farthest",
    "missiles Lance",
    "if own losses >= 20% then flee else range close",
]
PLANS = {example: plan(example, own=1) for example in EXAMPLES}

hexes = st.integers(-15, 15)
places: st.SearchStrategy[Place] = st.tuples(hexes, hexes)
vectors: st.SearchStrategy[Place] = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
known = st.fixed_dictionaries(
    {
        "vector": vectors,
        "size": st.sampled_from(["", "FG", "DN"]),
        "hurt": st.booleans(),
        "shields": st.sampled_from([None, 0, 40]),
        "ew": st.sampled_from([None, 0, 9]),
        "guns": st.sampled_from([{}, {"BL 20": 2}]),
        "probed": st.integers(0, 4),
    }
)


@st.composite
def sides(draw: st.DrawFn) -> CaptainView:
    ships: list[Any] = []
    for number in range(draw(st.integers(1, 5))):
        klass = draw(st.sampled_from(sorted(DESIGNS)))
        fields = {"at": draw(places), "vector": draw(vectors), "cycle": draw(st.integers(-1, 9))}
        ship = own(f"s{number}", klass, retreats=draw(st.booleans()), **fields)
        for one in draw(st.lists(st.sampled_from(ship.figures.installations), max_size=2)):
            ship.parts[one.name] = 1
        ship.refit()
        ships.append(ship)
    if draw(st.booleans()):
        ships.append(own("z", "Gnat", carrier="s0"))
    ships.extend(foe(n + 1, draw(places), **draw(known)) for n in range(draw(st.integers(0, 4))))
    gone = draw(st.integers(0, 3))
    lost = {"x": foe(9, draw(places), **draw(known)).known} if draw(st.booleans()) else {}
    fields = {"lost": lost, "gates": {"foe8": foe(8, (0, 0))} if draw(st.booleans()) else {}}
    return view(*ships, round=draw(st.integers(1, 5)), started=9, gone=gone, **fields)


@given(sides(), st.lists(st.sampled_from(EXAMPLES), max_size=3))
def test_nothing_is_ordered_that_cannot_be_done(side: CaptainView, items: list[str]) -> None:
    plans = {id: PLANS[items[n % len(items)]] for n, id in enumerate(side.own)} if items else {}
    by = Commander(plans, MISSILES)
    assert set(by.ready(side)) == set(side.own)
    afloat = {id for id, one in side.own.items() if one.in_play}
    for id, change in by.steer(side).items():
        assert id in afloat
        assert 0 < length(change) <= side.own[id].fitted.ie
    for id, aims in by.fire(side).items():
        works = {one.name for one in weapons(side.own[id].design, side.own[id].parts)}
        fired = [name for aim in aims for name in aim.weapons]
        assert id in afloat
        assert len(fired) == len(set(fired)) > 0
        assert set(fired) <= works
        assert {aim.target for aim in aims} <= {*side.foes, *side.gates}
        assert [aim.rank for aim in aims] == sorted(aim.rank for aim in aims)
    for id, carrier in by.pick_up(side).items():
        assert side.own[id].at == side.own[carrier].at
        assert side.own[carrier].fitted.bays
    for id, wish in by.leave(side).items():
        assert side.own[id].jump_ready
        assert wish in (JUMP, RESTART)
    assert by.lost(side) in (True, False)


@given(sides())
def test_a_side_seen_from_the_other_end_of_the_map_does_the_same_there(side: CaptainView) -> None:
    def turned(at: Place) -> Place:
        return -at[0], -at[1]

    first = commander().steer(side)
    for one in side.own.values():
        one.at, one.vector = turned(one.at), turned(one.vector)
    foes = {
        id: foe(one.known.number, turned(one.at), **_known(one.known, turned))
        for id, one in side.foes.items()
    }
    lost = {
        id: foe(one.number, turned(one.at), **_known(one, turned)).known
        for id, one in side.lost.items()
    }
    other = view(*side.own.values(), *foes.values(), round=side.round, lost=lost)
    other.started, other.gone = side.started, side.gone
    again = commander().steer(other)
    same = {
        id: turned(change)
        for id, change in first.items()
        if side.own[id].at not in {one.at for one in (*foes.values(),)}
    }
    assert {id: change for id, change in again.items() if id in same} == same


def _known(one: Any, turned: Any) -> dict[str, Any]:
    kept = ("size", "hurt", "shields", "ew", "guns", "probed")
    return {"vector": turned(one.vector), **{name: getattr(one, name) for name in kept}}
