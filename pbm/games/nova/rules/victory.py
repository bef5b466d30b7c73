"""Victory: by population, production, territory, or the most when time is up.

Rule: NV VIC-01 to NV VIC-05, NV VIC-08. Ambiguity: NV A-CAPT-VP, NV A-VIC-CONTROL, NV A-VIC-TIE.
"""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.economy.production import next_turn
from pbm.games.nova.state.state import Goal, System
from pbm.games.nova.state.working_state import Draft, drafting

# Victory points by number of colonies: none, outpost, settlement, world. Rule: NV VIC-02.
POPULATION = (0, 1, 3, 5)


def look(work: PhaseContext) -> None:
    """At the end of the turn: territory points, then whether a goal is reached."""
    with drafting(work) as draft:
        held = _held(draft)
        for id, empire in list(draft.empires.items()):
            gain = held[id]
            if gain and not empire.eliminated:
                draft.empires[id] = replace(empire, points=empire.points + gain)
                if any("territory" in (goal.method, goal.by) for goal in draft.base.goals):
                    work.emit_to(
                        "territory", id, rule="NV VIC-05", gain=gain, points=empire.points + gain
                    )
        result, winners = _decided(work, draft)
    if result:
        work.state = replace(work.state, result=result, winners=winners)
        work.emit("game_over", rule="NV VIC-01", title=result, winner=", ".join(winners))


def _held(draft: Draft) -> Counter[str]:
    """The number of systems each empire controls. Ambiguity: NV A-VIC-CONTROL."""
    return Counter(
        system.owner for system in draft.systems.values() if system.owner and system.colonies
    )


def population(systems: Mapping[str, System], empire: str, captured: str) -> int:
    """Victory points by outposts, settlements and worlds; captured systems are worth nothing.

    Rule: NV VIC-02. Ambiguity: NV A-CAPT-VP (``captured``: nobody or colonizer).
    """
    return sum(
        POPULATION[one.colonies]
        for one in systems.values()
        if one.colonizer == empire and (not one.captured or captured == "colonizer")
    )


def standing(work: PhaseContext, draft: Draft, method: str) -> dict[str, int]:
    """Each empire's number by a method, those that are out left out."""
    alive = [id for id, one in draft.empires.items() if not one.eliminated]
    if method == "production":
        return {id: next_turn(draft, id) for id in alive}
    if method == "territory":
        return {id: draft.empires[id].points for id in alive}
    captured = work.options["victory.captured"]
    return {id: population(draft.systems, id, captured) for id in alive}


def _decided(work: PhaseContext, draft: Draft) -> tuple[str, tuple[str, ...]]:
    """The result in words and the winners' names; empty while nobody has won."""
    alive = [id for id, one in draft.empires.items() if not one.eliminated]
    if not alive:
        return "No empire is left", ()
    if len(alive) == 1 < len(draft.empires):
        name = draft.empires[alive[0]].name
        return f"{name} is the last empire left", (name,)
    for goal in draft.base.goals:
        method = goal.by if goal.method == "time" else goal.method
        over = goal.last and work.turn >= goal.last
        numbers = standing(work, draft, method)
        passed = {id: n for id, n in numbers.items() if goal.level and _reaches(goal, n)}
        if passed or over:
            best = _best(work, draft, passed or numbers, at_goal=bool(passed))
            names = tuple(draft.empires[id].name for id in best)
            how = f"{method} of {' and '.join(str(numbers[id]) for id in best)}"
            end = "reached first" if passed else f"the most after turn {goal.last}"
            verb = "win" if len(names) > 1 else "wins"
            return f"{' and '.join(names)} {verb}: {how}, {end}", names
    return "", ()


def _reaches(goal: Goal, number: int) -> bool:
    """Production must exceed its level (VIC-03), points reach theirs (VIC-02, VIC-05)."""
    return number > goal.level if goal.method == "production" else number >= goal.level


def _best(
    work: PhaseContext, draft: Draft, numbers: Mapping[str, int], *, at_goal: bool
) -> list[str]:
    """The winners among these: the most, then the most production, then all that are level.

    Where victory is shared, all do who have reached the goal in one turn, and when time is up
    all that have the most. Ambiguity: NV A-VIC-TIE.
    """
    if work.options["victory.tie"] == "shared":
        top = 0 if at_goal else max(numbers.values())
        return [id for id, number in numbers.items() if number >= top]
    rank = {id: (number, next_turn(draft, id)) for id, number in numbers.items()}
    top_rank = max(rank.values())
    return [id for id, one in rank.items() if one == top_rank]
