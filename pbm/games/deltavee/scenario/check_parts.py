"""What is wrong with the specials, the victory conditions and the reserves of a scenario file.

Each problem says where in the file it is, and how to fix it. Rule: DV S6 to DV S10.
"""

from collections.abc import Iterator

from pbm.games.deltavee.rules.victory.victory import COUNTING
from pbm.games.deltavee.scenario.scenario_file import Scenario, ShipPart, SpecialPart, VictoryPart
from pbm.games.deltavee.state.ratings import ENERGY_POD
from pbm.games.deltavee.state.specials import (
    MAP_MOVES,
    POD_TRANSFER,
    REINFORCEMENT,
    SPECIAL_KINDS,
    Needs,
)
from pbm.kit.english import count
from pbm.kit.problems import Problem, invalid

Path = tuple[str | int, ...]


def part_problems(scenario: Scenario, letters: list[str]) -> Iterator[Problem]:
    """What the parts of a scenario lack or say in vain; ``letters`` are those of its maps."""
    ships = {ship.unit: ship for ship in scenario.ships}
    for place, special in enumerate(scenario.special):
        yield from _special(special, ("special", place), ships, letters)
        if special.kind == MAP_MOVES:
            yield from _moving(scenario, special, ("special", place))
    for place, victory in enumerate(scenario.victory):
        yield from _victory(victory, ("victory", place))
    coming = [
        special.units[0]
        for special in scenario.special
        if _needs(special).reserve and special.units
    ]
    for place, ship in enumerate(scenario.ships):
        yield from _reserve(ship, ("ships", place), coming)


def _needs(special: SpecialPart) -> Needs:
    return SPECIAL_KINDS[special.kind]


def _special(
    special: SpecialPart, path: Path, ships: dict[str, ShipPart], letters: list[str]
) -> Iterator[Problem]:
    needs, where = _needs(special), f"special {special.kind}"
    if len(special.units) < needs.units:
        units = count(len(special.units), "unit")
        yield invalid(
            f"{where} names {units}",
            reason=f"it needs at least {needs.units}",
            remedy='Write them as  units = ["1A"]' if needs.units == 1 else _OF_TWO,
            path=(*path, "units"),
        )
    for name, value, bounds in (
        ("number", special.number, needs.number),
        ("limit", special.limit, needs.limit),
    ):
        yield from _number(where, name, value, bounds, path)
    if needs.map and special.name not in letters:
        yield invalid(
            f"{where}: there is no map {special.name}" if special.name else f"{where} names no map",
            remedy=f'Write  name = "{letters[0]}"; the maps are {", ".join(letters)}',
            path=(*path, "name"),
        )
    elif special.name not in ("", *needs.names) and needs.names:
        yield invalid(
            f'{where}: "{special.name}" is not a reading it knows',
            remedy=f"They are {', '.join(needs.names)}",
            path=(*path, "name"),
        )
    elif special.name and not needs.map and not needs.names:
        yield _in_vain(where, "name", path)
    first = ships.get(special.units[0]) if special.units else None
    if needs.reserve and first is not None and not first.reserve:
        yield invalid(
            f"{where}: {first.unit} is not in reserve",
            reason="its first unit is the ship that is to come",
            remedy=f"Write  reserve = true  for ship {first.unit}",
            path=(*path, "units"),
        )
    if special.kind == POD_TRANSFER and first is not None and not _has(first, ENERGY_POD):
        yield invalid(
            f"{where}: {first.unit} carries no energy pod",
            remedy="Its first unit is the ship that gives, its second the one that takes",
            path=(*path, "units"),
        )
    if special.kind == REINFORCEMENT and first is not None and any(pod.holds for pod in first.pods):
        yield invalid(
            f"{where}: {first.unit} carries a battlecraft",
            reason="a ship that comes again and again carries none",
            remedy="Take  holds  out of its pods",
            path=(*path, "units"),
        )


def _has(ship: ShipPart, kind: str) -> bool:
    return any(pod.kind == kind for pod in ship.pods)


_OF_TWO = 'Write them as  units = ["2C", "1A"], the first being the one it is about'


def _number(
    where: str, name: str, value: int, bounds: tuple[int, int] | None, path: Path
) -> Iterator[Problem]:
    if bounds is None:
        if value:
            yield _in_vain(where, name, path)
    elif not bounds[0] <= value <= bounds[1]:
        yield invalid(
            f"{where}: its {name} is {value}",
            reason=f"it is {bounds[0]} to {bounds[1]}",
            remedy=f"Write  {name} = {max(1, bounds[0])}  or what it shall be",
            path=(*path, name),
        )


def _in_vain(where: str, name: str, path: Path) -> Problem:
    return invalid(
        f"{where} has no {name}",
        reason="it would say nothing",
        remedy="Take the line out",
        path=(*path, name),
    )


def _moving(scenario: Scenario, special: SpecialPart, path: Path) -> Iterator[Problem]:
    """A map that is taken up must hold nothing that stays."""
    things = [(f"planet {planet.id}", planet.at) for planet in scenario.planets]
    things += [("an asteroid field", at) for at in scenario.asteroids]
    for what, at in things:
        if at[:-4].upper() == special.name:
            yield invalid(
                f"special {special.kind}: {what} lies on map {special.name}",
                reason="a map that is taken up can hold no planet and no asteroids",
                remedy="Name another map, or put it elsewhere",
                path=(*path, "name"),
            )


def _victory(part: VictoryPart, path: Path) -> Iterator[Problem]:
    where = f'victory "{part.title}"'
    if part.kind in COUNTING and not part.number:
        yield invalid(
            f"{where} has no number",
            reason=f"{part.kind} asks for one",
            remedy="Write  number = 2  or what it shall be",
            path=(*path, "number"),
        )
    elif part.number > len(part.units) > 0 and part.kind in _OF_UNITS:
        yield invalid(
            f"{where} asks for {part.number} of {count(len(part.units), 'unit')}",
            remedy="Name more units, or a smaller number; 0 means all of them",
            path=(*path, "number"),
        )
    if part.kind in _SIDED and not part.side:
        yield invalid(
            f"{where} says no side",
            reason="the points of a side decide it",
            remedy="Write  side =  and the id of a side",
            path=(*path, "side"),
        )


_SIDED = ("points", "over_with_points")
_OF_UNITS = ("destroyed", "destroyed_with_first", "jumped", "orbit", "landed")


def _reserve(ship: ShipPart, path: Path, coming: list[str]) -> Iterator[Problem]:
    if ship.reserve and ship.unit not in coming:
        kinds = " or ".join(kind for kind, needs in SPECIAL_KINDS.items() if needs.reserve)
        yield invalid(
            f"ship {ship.unit} is in reserve and nothing brings it into play",
            remedy=f"Name it first in a special of the kind {kinds}",
            path=(*path, "reserve"),
        )
    if ship.reserve and ship.aboard:
        yield invalid(
            f"ship {ship.unit} is in reserve and aboard of another",
            remedy="Take one of the two lines out",
            path=(*path, "reserve"),
        )
