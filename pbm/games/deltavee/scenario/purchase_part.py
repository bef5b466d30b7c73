"""The purchases of a scenario file: what can be wrong in them, and what they are in the state.

Rule: DV S6, DV S10, DV COST. Ambiguity: DV-A87, DV-A91, DV-A93.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.scenario_base import doubled
from pbm.engine.types import Seat
from pbm.games.deltavee.scenario.scenario_file import BoughtPart, PurchasePart, Scenario
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from pbm.games.deltavee.state.maps import Maps
from pbm.games.deltavee.state.prices import settle
from pbm.games.deltavee.state.ratings import CLASSES
from pbm.games.deltavee.state.state import Buy, Purchase, Wanted
from pbm.kit.problems import Problem, invalid


def purchase_problems(
    scenario: Scenario, maps: Maps, options: Mapping[str, str]
) -> Iterator[Problem]:
    """What is wrong with the purchases of a scenario, each fault with its place."""
    sides = [side.id for side in scenario.sides]
    parts = enumerate(scenario.purchases)
    for side, path in doubled((part.side, ("purchases", number)) for number, part in parts):
        remedy = "Write one purchases table for a side"
        yield invalid(f"side {side} buys two fleets", remedy=remedy, path=path)
    for number, part in enumerate(scenario.purchases):
        for problem in _of_one(scenario, part, maps, options, sides):
            yield replace(problem, path=("purchases", number, *problem.path))


def _of_one(
    scenario: Scenario,
    part: PurchasePart,
    maps: Maps,
    options: Mapping[str, str],
    sides: Sequence[str],
) -> Iterator[Problem]:
    what = f"the purchase of side {part.side}"
    if part.side not in sides:
        remedy = f"The sides are {', '.join(sides)}"
        yield invalid(f"{what}: there is no such side", remedy=remedy, path=("side",))
    try:
        maps.parse(part.at)
    except ValueError:
        letters = ", ".join(tile.letter for tile in maps.tiles)
        reason = f"it is at {part.at}; the maps are {letters}"
        yield invalid(f"{what} is off the maps", reason=reason, path=("at",))
    least, most = part.speeds
    if not least <= part.velocity <= most:
        reason = f"it is {part.velocity}, and {least} to {most} are allowed"
        yield invalid(f"{what}: its velocity is not allowed", reason=reason, path=("velocity",))
    if part.direction not in part.pointing:
        reason = f"it is {part.direction}, and {', '.join(map(str, part.pointing))} are allowed"
        yield invalid(f"{what}: its direction is not allowed", reason=reason, path=("direction",))
    given = [ship.counter for ship in scenario.ships if ship.side == part.side]
    bought = [ship.counter for ship in part.fleet]
    for counter, path in doubled((one, ("fleet",)) for one in (*given, *bought)):
        fault = f"{what}: {counter} could be either of two ships"
        remedy = "Give each ship of a side its own counter"
        yield invalid(fault, remedy=remedy, path=path)
    yield from _of_fleet(part, options, what)


def _of_fleet(part: PurchasePart, options: Mapping[str, str], what: str) -> Iterator[Problem]:
    wrong = [ship.klass for ship in part.fleet if ship.klass not in CLASSES.rows]
    for klass in dict.fromkeys(wrong):
        reason = f"they are {', '.join(CLASSES.rows)}"
        yield invalid(f'{what}: "{klass}" is not a class', reason=reason, path=("fleet",))
    if wrong:
        return
    bill = settle(part.budget, [_buy(ship) for ship in part.fleet], options)
    for refusal in bill.refused:
        yield invalid(
            f"{what}: its fleet cannot have {refusal.named}",
            reason=refusal.why,
            rule="DV COST",
            remedy=refusal.remedy,
            path=("fleet",),
        )


def _buy(ship: BoughtPart) -> Buy:
    wanted = tuple(Wanted(pod.kind, pod.number, pod.holds) for pod in ship.pods)
    return Buy(ship.counter, ship.klass, ship.name, wanted)


def purchases_of(scenario: Scenario, maps: Maps, seats: Sequence[Seat]) -> tuple[Purchase, ...]:
    """The purchases in the state before turn 0, each for the first player of its side."""
    return tuple(
        Purchase(
            owner=next(seat.id for seat in seats if seat.side == part.side),
            side=part.side,
            budget=part.budget,
            start=maps.parse(part.at),
            within=part.within,
            anywhere=part.anywhere,
            direction=Direction(part.direction),
            velocity=part.velocity,
            directions=tuple(way for way in DIRECTIONS if way in part.pointing),
            velocities=tuple(range(part.speeds[0], part.speeds[1] + 1)),
            fleet=tuple(_buy(ship) for ship in part.fleet),
        )
        for part in scenario.purchases
    )
