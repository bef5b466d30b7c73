"""What can be wrong in a scenario file.

Rule: DV S1 to DV S5, DV 10.1. Ambiguity: DV-A13, DV-A82 to DV-A86, DV-A92.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.engine.options import settle
from pbm.engine.scenario_base import FilePath, doubled, owner_problems, placed, side_problems
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.rules.victory.victory import UNITLESS
from pbm.games.deltavee.scenario.check_parts import part_problems
from pbm.games.deltavee.scenario.places import free_hexes, hex_of, place_of
from pbm.games.deltavee.scenario.purchase_part import purchase_problems
from pbm.games.deltavee.scenario.scenario_file import Scenario, ShipPart
from pbm.games.deltavee.scenario.stored import room_problems, storage_problems
from pbm.games.deltavee.state.maps import Maps, first_letters
from pbm.games.deltavee.state.ratings import BATTLECRAFT_POD
from pbm.kit.english import with_article
from pbm.kit.problems import Problem, invalid


def check_scenario(scenario: Scenario) -> Iterator[Problem]:
    """What is wrong in a scenario beyond the form of its values: names, hexes, pods, parts.

    Every fault says where in the file it is.
    """
    remedy = "Give each side an id of its own, and players_max at least as high as players_min"
    for problem in side_problems(scenario.sides):
        yield replace(problem, path=("sides", 0), remedy=remedy)
    units = unit_names(scenario)
    defaults, _none = settle(OPTIONS, {})
    names: list[tuple[str, FilePath]] = [
        *((name, ("ships", at)) for at, ship in enumerate(scenario.ships) for name in _names(ship)),
        *((planet.id, ("planets", at)) for at, planet in enumerate(scenario.planets)),
    ]
    for name, path in doubled(names):
        remedy = "Give each ship of a side its own counter"
        yield invalid(f'"{name}" could be either of two units', remedy=remedy, path=path)
    for number, ship in enumerate(scenario.ships):
        remedy = f"The sides and their players are {_who(scenario)}"
        owner = owner_problems(f"ship {ship.unit}", ship, scenario.sides)
        yield from placed((replace(one, remedy=remedy) for one in owner), "ships", number)
        pods = _pod_problems(ship, {**defaults, **scenario.options})
        yield from placed(pods, "ships", number)
        for name in ("at_option", "place_option"):
            yield from _option_problems(ship, name, ("ships", number, name))
    lists = [
        *(
            (f'victory "{part.title}"', part.units, ("victory", number))
            for number, part in enumerate(scenario.victory)
        ),
        *(
            (f"special {part.kind}", part.units, ("special", number))
            for number, part in enumerate(scenario.special)
        ),
        *(
            ("a company", part.units, ("companies", number))
            for number, part in enumerate(scenario.companies)
        ),
    ]
    for where, named, path in lists:
        remedy = f"The units are {', '.join(units)}"
        for name in named:
            if name not in units:
                fault = f"{where}: there is no unit {name}"
                yield invalid(fault, remedy=remedy, path=(*path, "units"))
    sides = [side.id for side in scenario.sides]
    for number, part in enumerate(scenario.victory):
        if part.side and part.side not in sides:
            fault = f'victory "{part.title}": there is no side {part.side}'
            remedy = f"The sides are {', '.join(sides)}"
            yield invalid(fault, remedy=remedy, path=("victory", number, "side"))
        if not part.units and part.kind not in UNITLESS:
            fault = f'victory "{part.title}": it names no units'
            remedy = f'Write  units = ["{units[0]}"]' if units else ""
            yield invalid(fault, remedy=remedy, path=("victory", number))
    yield from storage_problems(scenario)
    yield from part_problems(scenario, first_letters(scenario.maps + scenario.later_maps))
    values, wrong = settle(OPTIONS, scenario.options)
    yield from placed(wrong, "options")
    yield from place_problems(scenario, {**defaults, **values} if not wrong else defaults)


def _who(scenario: Scenario) -> str:
    """The sides with the numbers of their players: ``1 (player 1), 2 (players 1 to 3)``."""
    return ", ".join(
        f"{side.id} ({'player 1' if side.players_max == 1 else f'players 1 to {side.players_max}'})"
        for side in scenario.sides
    )


def _option_problems(ship: ShipPart, name: str, path: tuple[str | int, ...]) -> Iterator[Problem]:
    """What is wrong with the option that decides where a ship begins."""
    key = str(getattr(ship, name))
    if not key:
        return
    option = next((one for one in OPTIONS if one.key == key), None)
    if option is None:
        remedy = "pbm options deltavee lists them"
        fault = f"ship {ship.unit}: there is no option {key}"
        yield invalid(fault, remedy=remedy, path=path)
        return
    for reading in ship.places if name == "place_option" else ():
        if reading not in option.readings:
            yield invalid(
                f'ship {ship.unit}: "{reading}" is not a reading of {key}',
                remedy=f"They are {', '.join(option.readings)}",
                path=path,
            )


def unit_names(scenario: Scenario) -> list[str]:
    """How the file names its units: ships, and the battlecraft of each."""
    return [name for ship in scenario.ships for name in _names(ship)]


def _names(ship: ShipPart) -> list[str]:
    return [ship.unit, *(f"{ship.side}{number}" for number in ship.crafts)]


def _pod_problems(ship: ShipPart, options: Mapping[str, str]) -> list[Problem]:
    return [
        *room_problems(ship, options),
        *(
            invalid(
                f"ship {ship.unit}: {with_article(part.kind)} pod holds no battlecraft",
                rule="DV 5.6",
                remedy="Take  holds  out, or write the kind battlecraft",
                path=("pods",),
            )
            for part in ship.pods
            if part.holds and part.kind != BATTLECRAFT_POD
        ),
    ]


def place_problems(scenario: Scenario, options: Mapping[str, str]) -> list[Problem]:
    """Hexes of a scenario that are not on its maps, as large as these options make them."""
    maps = first_maps(scenario.maps, options, scenario.later_maps)
    landed = [(n, ship) for n, ship in enumerate(scenario.ships) if hex_of(ship, options)]
    places: list[tuple[str, str, tuple[str | int, ...]]] = [
        *((f"ship {ship.unit}", hex_of(ship, options), ("ships", n, "at")) for n, ship in landed),
        *(
            (f"planet {planet.id}", planet.at, ("planets", n, "at"))
            for n, planet in enumerate(scenario.planets)
        ),
        *(("an asteroid field", at, ("asteroids",)) for at in scenario.asteroids),
    ]
    places += [
        (f"ship {ship.unit}: around", place.around, ("ships", n, "place"))
        for n, ship in landed
        if (place := place_of(ship, options)).around is not None
    ]
    found = []
    for what, at, path in places:
        try:
            maps.parse(at)
        except ValueError:
            size = f"{maps.columns} columns and {maps.rows} rows"
            found.append(
                invalid(
                    f"{what} is off the maps",
                    reason=f"it is at {at}; the maps are {_letters(maps)}, each of {size}",
                    remedy="Name a hex of these maps, or ask for more maps",
                    path=path,
                )
            )
    if not found:
        found += [
            invalid(
                f"ship {ship.unit}: its place table holds no hex of the maps",
                remedy=f"The maps are {_letters(maps)}",
                path=("ships", n, "place"),
            )
            for n, ship in landed
            if not free_hexes(ship, maps, options)
        ]
    return [*found, *purchase_problems(scenario, maps, options)]


def _letters(maps: Maps) -> str:
    return ", ".join(tile.letter for tile in maps.tiles)
