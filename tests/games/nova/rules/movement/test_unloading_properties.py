"""Units neither appear nor vanish when they land, settle or are lifted off."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.exploration import establishing
from pbm.games.nova.rules.exploration.control import emptied
from pbm.games.nova.rules.exploration.evacuation import lifted
from pbm.games.nova.rules.movement import landing
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.state import Cargo, Meeting, State
from pbm.games.nova.state.working_state import drafting
from tests.games.nova.builders import design, empire, ship, sight, state, system, work
from tests.games.nova.lines import act, codes, move, sheet

KINDS = ("AA", "RA", "SDU", "C", "IC", "PCB", "TFC")
CARGO = st.lists(
    st.tuples(st.sampled_from(KINDS), st.sampled_from(["ann", "bea"]), st.integers(1, 3)),
    max_size=5,
)
ORDERS = st.lists(
    st.tuples(
        st.sampled_from(["L", "E"]),
        st.lists(
            st.tuples(st.integers(0, 3), st.sampled_from(KINDS)).map(
                lambda one: f"{one[0]} {one[1]}" if one[0] else one[1]
            ),
            max_size=2,
        ),
    ),
    max_size=2,
)


def count(table: State) -> Counter[tuple[str, str]]:
    """Units by kind and owner, wherever they are; what is established counts as units too."""
    found: Counter[tuple[str, str]] = Counter()
    for one in table.ships.values():
        for cargo in one.cargo:
            found[cargo.kind, cargo.owner] += cargo.number
    here = table.systems["TEDDY"]
    for owner, held in here.surface.items():
        for kind, number in held.items():
            assert number > 0
            found[kind, owner] += number
    found["C", here.colonizer] += here.colonies
    found["IC", here.colonizer] += here.ic
    return +found


def settlers(id: str) -> Any:
    return empire(id, sights={"TEDDY": sight("TEDDY", explored_on=1 if id == "ann" else 3)})


@given(
    CARGO, CARGO, ORDERS, ORDERS, st.integers(0, 3), st.sampled_from(["ann", "bea"]), st.booleans()
)
def test_landing_and_establishing(
    one: Any, other: Any, mine: Any, theirs: Any, colonies: int, owner: str, friends: bool
) -> None:
    fields = {"colonies": colonies, "colonizer": owner} if colonies else {}
    here = system("TEDDY", type=5, **fields)
    ships = [
        ship(name, "Hauler", "TEDDY", who, cargo=tuple(Cargo(k, o, n) for k, o, n in cargo))
        for name, who, cargo in (("Bull", "ann", one), ("Cow", "bea", other))
    ]
    sheets = [
        sheet(
            who,
            move("TEDDY", name, codes=codes("N", *(act(code, *what) for code, what in said))),
            move("TEDDY", "2 AA", "1 C", "IC", codes=codes("N", act("L"), act("E"))),
        )
        for who, name, said in (("ann", "bull", mine), ("bea", "cow", theirs))
    ]
    met = (Meeting("TEDDY", "ann", "bea", friendly=True),) if friends else ()
    table = state(here, *ships, settlers("ann"), settlers("bea"), meetings=met)
    made = work(table, sheets, phase="H")
    before = count(made.state)
    landing.land(made)
    assert count(made.state) == before
    made.phase = "K"
    establishing.establish(made)
    after = made.state.systems["TEDDY"]
    assert count(made.state) == before
    assert after.colonies <= 3 and (not after.ic or after.colonies)
    assert bool(after.colonizer) == bool(after.colonies)


@given(CARGO, CARGO, st.lists(st.sampled_from(KINDS), max_size=2))
def test_lifting_off_before_the_end(there: Any, cargo: Any, first: list[str]) -> None:
    surface: dict[str, dict[str, int]] = {}
    for kind, owner, number in there:
        held = surface.setdefault(owner, {})
        held[kind] = held.get(kind, 0) + number
    here = system("TEDDY", surface=surface)
    one = ship("Bull", "Barge", "TEDDY", cargo=tuple(Cargo(k, o, n) for k, o, n in cargo))
    barge = {"ann/Barge": design("Barge", Component("CH", 9, 30))}
    made = work(state(here, one, settlers("ann"), designs=barge), phase="J")
    before = count(made.state)
    with drafting(made) as draft:
        units = act("E", *first).units
        saved = lifted(draft, Effective(draft), "ann", "TEDDY", units)
    assert count(made.state) == before
    with drafting(made) as draft:
        emptied(made, draft, "TEDDY", rule="NV EOT-12", why="devastated")
    aboard = Counter((cargo.kind, cargo.owner) for cargo in made.state.ships["bull"].cargo)
    lost: Counter[tuple[str, str]] = Counter()
    for event in made.events:
        (who,) = event.seen
        for kind, number in event.facts["lost"].items():
            lost[kind, who] += number
    assert count(made.state) + lost == before and set(saved) <= {kind for kind, _o in aboard}
