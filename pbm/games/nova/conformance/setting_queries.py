"""What a conformance case may ask of Nova's beginning and end: start position, budget, victory."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec.structs import replace

from pbm.dice.keyed import READINGS, Ids, KeyedDice
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.types import Seat
from pbm.games.nova.rules import victory
from pbm.games.nova.rules.setup import set_up
from pbm.games.nova.scenario.generator import generate
from pbm.games.nova.scenario.star_map import drawn
from pbm.games.nova.state.orders.designs import Pregame
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.planets import revenue_of
from pbm.games.nova.state.state import Empire, Goal, State, System
from pbm.games.nova.state.technology import pregame_mcr, start_mcr
from pbm.games.nova.state.units import UNITS
from pbm.kit.problems import Faults, invalid
from pbm.kit.rounding import ceil_div

Options = Mapping[str, str]

_OWN, _ALIEN, _HOME = "own", "alien", "HOME"


def _work(state: State, options: Options) -> PhaseContext:
    """A work for one question, without any dice that matter."""
    seats = tuple(Seat(id, id, "E") for id in state.empires)
    game_state = GameState(state.turn, 0, (str(state.turn),), seats, state)
    return PhaseContext(
        game_state, str(state.turn), options, KeyedDice(b"ask", state.turn), Ids(b"ask")
    )


def _empire(id: str) -> Empire:
    return Empire(id, id, _HOME, _HOME, _HOME)


def start_position(options: Options, home_type: int = 8) -> dict[str, Any]:
    """What an empire begins with that buys nothing: MCr, home star, forces.

    Rule: NV SET-16, NV SET-22, NV SET-27, NV SET-28.
    """
    state = State("ask", "", {_HOME: System(_HOME, 8, {})}, {_OWN: _empire(_OWN)})
    work = _work(state, options)
    work.commands = {_OWN: Orders(_OWN, pregame=Pregame(home_type=home_type))}
    set_up(work)
    refusals = [event.facts["why"] for event in work.events if event.kind == "failed"]
    if refusals:
        raise Faults(*(invalid(str(why)) for why in refusals))
    home = work.state.systems[_HOME]
    return {
        "treasury": work.state.empires[_OWN].treasury,
        "home_production": revenue_of(home),
        "status": home.status,
        "type": home.type,
        "militia": home.militia,
        "established_IC": int(home.ic),
        "loose_IC": home.units(_OWN, "IC"),
        "SDU": home.units(_OWN, "SDU"),
    }


def pregame_budget(
    tech_points: Fraction,
    home_type: int = 8,
    units: Mapping[str, int] | None = None,
    ships: int = 0,
    ship_price: int = 0,
) -> dict[str, Any]:
    """What is left before turn 1 of tech points, units by kind, and ships of one price."""
    start, tech = start_mcr(home_type), pregame_mcr(tech_points)
    costs = {kind: (UNITS[kind].full_cost or 0) * n for kind, n in (units or {}).items()}
    total = tech + sum(costs.values()) + ships * ship_price
    return {
        "start": start,
        "tech_mcr": tech,
        "units_mcr": costs,
        "ships_mcr": ships * ship_price,
        "total": total,
        "left": start - total,
        "home_production": revenue_of(System(_HOME, home_type, {}, colonies=3)),
    }


def round_cost(mcr: Fraction) -> int:
    """A cost in whole MCr. Rule: NV SET-20."""
    return ceil_div(mcr.numerator, mcr.denominator)


def drawn_map(systems: tuple[str, ...], lines: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """Where each line of each system of a map file leads: letter, then system and letter there.

    Rule: NV SET-07, NV SET-08. Ambiguity: NV A-WL-LETTERS.
    """
    map, problems = drawn(systems, lines)
    if problems:
        raise Faults(*problems)
    return {
        name: {letter: f"{line.to} {line.back}" for letter, line in one.lines.items()}
        for name, one in map.systems.items()
    }


def generated_map(seed: str, positions: int, each: int = 10, lines: int = 4) -> dict[str, Any]:
    """How near a map made from a seed comes to the advice.

    ``mcr`` are the least and the most a position is worth after full colonization, ``lines``
    the fewest and the most warp lines of a system. Rule: NV SET-18. Ambiguity: NV A-MISS-MAP.
    """
    map, advice = generate(positions, each, lines, Ids(seed.encode()))
    counts = [len(one.lines) for one in map.systems.values()]
    return {
        "systems": advice.systems,
        "homes": len(map.homes),
        "lines": [min(counts), max(counts)],
        "mcr": [advice.least, advice.most],
        "longest_name": max(len(name) for name in map.systems),
    }


def dice_range(die: str) -> list[int]:
    """The lowest and the highest a reading of the dice can be.

    Rule: NV SET-24, NV SET-25 (research and warp cannon read d10, scatter d10_low), NV SET-26.
    """
    if die not in READINGS:
        raise Faults.invalid(f"there is no die {die}; they are {', '.join(READINGS)}")
    sides, lowest = READINGS[die]
    return [lowest, lowest + sides - 1]


def victory_points(
    options: Options,
    method: Literal["population", "territory"] = "population",
    outposts: int = 0,
    settlements: int = 0,
    worlds: int = 0,
    captured: int = 0,
    lost: int = 0,
    controlled: tuple[int, ...] = (),
) -> int:
    """Victory points of an empire.

    population: by own systems, worlds it ``captured``, own worlds it ``lost`` to a captor.
    territory: by the number of systems ``controlled`` in each turn so far.
    """
    if method == "territory":
        points = 0
        for turn, number in enumerate(controlled, 1):
            points = _after_a_turn(options, turn, number, points)
        return points
    kinds = (
        (outposts, 1, _OWN, _OWN),
        (settlements, 2, _OWN, _OWN),
        (worlds, 3, _OWN, _OWN),
        (captured, 3, _ALIEN, _OWN),
        (lost, 3, _OWN, _ALIEN),
    )
    systems: dict[str, System] = {}
    for number, colonies, colonizer, owner in kinds:
        for _ in range(number):
            name = f"S{len(systems)}"
            systems[name] = System(name, 8, {}, colonies, colonizer, owner)
    return victory.population(systems, _OWN, options["victory.captured"])


def _after_a_turn(options: Options, turn: int, number: int, points: int) -> int:
    """Territory points at the end of a turn in which so many systems are controlled."""
    systems = {f"S{n}": System(f"S{n}", 1, {}, 1, _OWN, _OWN) for n in range(number)}
    empires = {_OWN: replace(_empire(_OWN), points=points), _ALIEN: _empire(_ALIEN)}
    goals = (Goal("territory", 1_000_000),)
    work = _work(State("ask", "", systems, empires, goals=goals, turn=turn), options)
    victory.look(work)
    after: int = work.state.empires[_OWN].points
    return after
