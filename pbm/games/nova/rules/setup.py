"""Turn 0: every empire's pregame position, paid from its first treasury.

The sheet is checked again, whoever checked it before: what is not allowed or not paid for is
left out line by line, the last lines first, with every sum told.

Rule: NV SET-11 to NV SET-17, NV SET-20 to NV SET-35. Ambiguity: NV A-START-IC, NV A-START-PLACE,
NV A-TP-ROUND, NV A-BUILD-PREGAME.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules import armory, telling
from pbm.games.nova.rules.economy.start_designs import draw, levels_of
from pbm.games.nova.rules.economy.start_forces import buy
from pbm.games.nova.state.orders.designs import Pregame
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Sight
from pbm.games.nova.state.technology import (
    HOME_TYPE,
    LEAST_HOME_TYPE,
    MCR_OF_TP,
    pregame_mcr,
    start_mcr,
    total_points,
)
from pbm.games.nova.state.units import militia
from pbm.games.nova.state.working_state import Draft, drafting

# Forces that cost nothing (NV SET-22): SDUs and a loose IC on the planet, besides the IC there.
GIVEN: Mapping[str, int] = {"SDU": 2, "IC": 1}


def set_up(work: PhaseContext) -> None:
    """Set up every empire's position; then turn 1 may begin. Nobody sees another's."""
    with drafting(work) as draft:
        for id in list(draft.empires):
            _position(work, draft, id, work.commands[id])
    armory.distribute(work)
    work.state = replace(work.state, turn=1)


def _position(work: PhaseContext, draft: Draft, id: str, orders: Orders) -> None:
    """One empire: home star, technology, designs, forces, and what is left of its money.

    The technology's cost is rounded up once; designs cost whole tech points, so that the
    parts add up to what all tech points together cost. Ambiguity: NV A-TP-ROUND.
    """
    pregame = orders.pregame or Pregame()
    type = _home_type(work, id, pregame)
    budget = start_mcr(type)
    _home(draft, id, type)
    levels = levels_of(work, id, pregame, budget)
    tech = total_points(levels)
    draft.empires[id] = replace(draft.empires[id], tech=levels)
    designs = draw(work, draft, id, pregame, tech, budget)
    terms = [("to spend", budget), ("technology", -pregame_mcr(tech))]
    terms += [(name, -MCR_OF_TP * points) for name, points in designs]
    bought, named = buy(work, draft, id, pregame.purchases, sum(mcr for _name, mcr in terms))
    terms += [(name, -cost) for name, cost in bought]
    left = sum(mcr for _name, mcr in terms)
    empire = draft.empires[id]
    telling.paid(
        work,
        draft,
        id,
        -left,
        "pregame",
        rule="NV SET-12",
        terms=terms,
        system=empire.home,
        home_type=type,
        budget=budget,
        tech_points=tech,
        points=tech + sum(points for _name, points in designs),
        spent=budget - left,
        treasury=left,
        levels=levels,
        designs=list(empire.designs),
        named=named,
        default=orders.missing,
    )


def _home_type(work: PhaseContext, id: str, pregame: Pregame) -> int:
    """The type chosen for the home star; 8 if it cannot have that. Rule: NV SET-27."""
    type = pregame.home_type
    if LEAST_HOME_TYPE <= type <= HOME_TYPE:
        return type
    why = f"a home star is of type {HOME_TYPE}, and may be reduced to {LEAST_HOME_TYPE}"
    written = f"HOME TYPE {type}"
    telling.failed(work, id, pregame.refs.get("home"), "", written, why, rule="NV SET-27")
    return HOME_TYPE


def _home(draft: Draft, id: str, type: int) -> None:
    """The home star: a world with an IC, militia and the forces that cost nothing.

    It is explored; where its warp lines lead is not known. Rule: NV SET-16, NV SET-22, NV SET-27.
    """
    name = draft.empires[id].home
    system = replace(
        draft.systems[name],
        type=type,
        colonies=3,
        colonizer=id,
        owner=id,
        home_of=id,
        ic=True,
        militia=militia("HOME STAR"),
        surface={id: dict(GIVEN)},
    )
    draft.systems[name] = system
    letters = tuple(sorted(system.lines))
    sight = Sight(
        name,
        explored=True,
        letters=letters,
        lines=dict.fromkeys(letters, ""),
        type=type,
        status=system.status,
    )
    draft.empires[id] = replace(draft.empires[id], sights={name: sight})
