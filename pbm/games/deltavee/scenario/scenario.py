"""From a scenario file to the state before turn 0, and what can be wrong in one.

Rule: DV S1 to DV S5, DV 10.1. Ambiguity: DV-A13, DV-A82 to DV-A86, DV-A92.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import Hex
from pbm.engine.options import settle
from pbm.engine.scenario_base import doubled, owner_of, owner_problems, side_problems
from pbm.engine.types import Seat
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.rules.scenario_rules.victory import OF_POINTS, UNITLESS
from pbm.games.deltavee.scenario.check_parts import part_problems
from pbm.games.deltavee.scenario.purchase_part import purchase_problems, purchases_of
from pbm.games.deltavee.scenario.scenario_file import PlacePart, PodPart, Scenario, ShipPart
from pbm.games.deltavee.scenario.stored import berths, boxed, room_problems, storage_problems
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from pbm.games.deltavee.state.maps import Maps, first_letters
from pbm.games.deltavee.state.outfit import craft, pod
from pbm.games.deltavee.state.ratings import BATTLECRAFT_POD, CLASSES
from pbm.games.deltavee.state.specials import (
    ALERT,
    LANDS,
    LOG,
    NO_ENERGY_UNTIL_DAMAGED,
)
from pbm.games.deltavee.state.specials import MISSILES as MISSILES_AT_START
from pbm.games.deltavee.state.state import Company, Placement, Planet, Special, State, Victory
from pbm.games.deltavee.state.units import (
    ABOARD,
    FORCE_FIELD,
    IN_PLAY,
    MISSILE_TYPES,
    RESERVE,
    SPACESHIP,
    WAITING,
    Part,
    Unit,
)
from pbm.kit.problems import Faults, Problem, invalid


def check_scenario(scenario: Scenario) -> list[Problem]:
    """What is wrong in a scenario beyond the form of its values: names, hexes, pods, parts.

    Every fault says where in the file it is.
    """
    remedy = "Give each side an id of its own, and players_max at least as high as players_min"
    found = [
        replace(one, path=("sides", 0), remedy=remedy) for one in side_problems(scenario.sides)
    ]
    units = unit_names(scenario)
    defaults, _none = settle(OPTIONS, {})
    for name in doubled([*units, *(planet.id for planet in scenario.planets)]):
        remedy = "Give each ship of a side its own counter"
        named = [n for n, ship in enumerate(scenario.ships) if ship.unit == name]
        path = ("ships", max(named, default=0))
        found.append(invalid(f'"{name}" stands for two units', remedy=remedy, path=path))
    for number, ship in enumerate(scenario.ships):
        of_ship = [
            replace(one, remedy=f"The sides and their players are {_who(scenario)}")
            for one in owner_problems(f"ship {ship.unit}", ship, scenario.sides)
        ]
        of_ship += _pod_problems(ship, {**defaults, **scenario.options})
        found += [replace(one, path=("ships", number, *one.path)) for one in of_ship]
        for name in ("at_option", "place_option"):
            found += _option_problems(ship, name, ("ships", number, name))
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
    found += [
        invalid(
            f"{where}: there is no unit {name}",
            remedy=f"The units are {', '.join(units)}",
            path=(*path, "units"),
        )
        for where, names, path in lists
        for name in names
        if name not in units
    ]
    sides = [side.id for side in scenario.sides]
    for number, part in enumerate(scenario.victory):
        if part.side and part.side not in sides:
            fault = f'victory "{part.title}": there is no side {part.side}'
            remedy = f"The sides are {', '.join(sides)}"
            found.append(invalid(fault, remedy=remedy, path=("victory", number, "side")))
        if not part.units and part.kind not in UNITLESS:
            fault = f'victory "{part.title}": it names no units'
            remedy = f'Write  units = ["{units[0]}"]' if units else ""
            found.append(invalid(fault, remedy=remedy, path=("victory", number)))
    found += storage_problems(scenario)
    found += part_problems(scenario, first_letters(scenario.maps + scenario.later_maps))
    values, wrong = settle(OPTIONS, scenario.options)
    found += [replace(one, path=("options",)) for one in wrong]
    settled = {**defaults, **values} if not wrong else defaults
    return found + place_problems(scenario, settled)


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
                f'ship {ship.unit}: "{reading}" is no reading of {key}',
                remedy=f"They are {', '.join(option.readings)}",
                path=path,
            )


def unit_names(scenario: Scenario) -> list[str]:
    """How the file names its units: ships, and the battlecraft of each."""
    return [
        name
        for ship in scenario.ships
        for name in (ship.unit, *(f"{ship.side}{number}" for number in _crafts(ship)))
    ]


def _crafts(ship: ShipPart) -> Iterator[str]:
    """The designations of a ship's battlecraft: A1, A2."""
    holding = [part for part in ship.each_pod if part.holds]
    return (f"{ship.counter}{number}" for number in range(1, len(holding) + 1))


def _pod_problems(ship: ShipPart, options: Mapping[str, str]) -> list[Problem]:
    return [
        *room_problems(ship, options),
        *(
            invalid(
                f"ship {ship.unit}: a {part.kind} pod holds no battlecraft",
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
    landed = [(n, ship) for n, ship in enumerate(scenario.ships) if _at(ship, options)]
    places: list[tuple[str, str, tuple[str | int, ...]]] = [
        *((f"ship {ship.unit}", _at(ship, options), ("ships", n, "at")) for n, ship in landed),
        *(
            (f"planet {planet.id}", planet.at, ("planets", n, "at"))
            for n, planet in enumerate(scenario.planets)
        ),
        *(("an asteroid field", at, ("asteroids",)) for at in scenario.asteroids),
    ]
    places += [
        (f"ship {ship.unit}: around", place.around, ("ships", n, "place"))
        for n, ship in landed
        if (place := _place(ship, options)).around is not None
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
            if not _free_hexes(ship, maps, options)
        ]
    return [*found, *purchase_problems(scenario, maps, options)]


def _letters(maps: Maps) -> str:
    return ", ".join(tile.letter for tile in maps.tiles)


def _at(ship: ShipPart, options: Mapping[str, str]) -> str:
    return options.get(ship.at_option, ship.at)


def _velocity(ship: ShipPart, options: Mapping[str, str]) -> int:
    """Its velocity, as near to what its file says as its place leaves it free."""
    least, most = _place(ship, options).velocities or (ship.velocity, ship.velocity)
    return min(max(ship.velocity, least), most)


def _place(ship: ShipPart, options: Mapping[str, str]) -> PlacePart:
    """What its player may choose by these options; an empty table where nothing is said."""
    chosen = ship.places.get(options.get(ship.place_option, ""))
    return chosen or ship.place or PlacePart()


def _free_hexes(ship: ShipPart, maps: Maps, options: Mapping[str, str]) -> tuple[Hex, ...]:
    """The hexes a ship may be placed in, its own first where it is free to it."""
    own, place = maps.parse(_at(ship, options)), _place(ship, options)
    if place.around is None and place.map is None:
        return (own,)
    found: list[Hex] = []
    for tile in maps.tiles:
        left, top = tile.x * maps.columns, tile.y * maps.rows
        for column in range(1, maps.columns + 1):
            for row in range(1, maps.rows + 1):
                at = Hex(left + column, top + row)
                if place.around is not None:
                    near = maps.grid.distance(at, maps.parse(place.around)) <= place.within
                else:
                    near = (
                        tile.letter == place.map
                        and _between(column, place.columns)
                        and _between(row, place.rows)
                    )
                if near:
                    found.append(at)
    return tuple(found)


def _between(number: int, span: tuple[int, int] | None) -> bool:
    return span is None or span[0] <= number <= span[1]


# --- the state before turn 0 ----------------------------------------------------------------


def begin(scenario: Scenario, seats: Sequence[Seat], options: Mapping[str, str], ids: Ids) -> State:
    """The state before turn 0: ships with a choice wait for their player's set-up sheet.

    Faults where these options leave no room for the scenario's hexes.
    """
    if problems := place_problems(scenario, options):
        raise Faults(*problems)
    table = _Table(scenario, seats, options, ids)
    for ship in scenario.ships:
        table.put(ship)
    return table.state()


@dataclass(slots=True)
class _Table:
    """The pieces of a scenario as they are laid out one by one."""

    scenario: Scenario
    seats: Sequence[Seat]
    options: Mapping[str, str]
    ids: Ids
    units: list[Unit] = field(default_factory=list)
    placements: dict[str, Placement] = field(default_factory=dict)
    memory: list[Special] = field(default_factory=list)

    @property
    def berths(self) -> Mapping[str, tuple[ShipPart, int]]:
        return berths(self.scenario)

    @property
    def maps(self) -> Maps:
        return first_maps(self.scenario.maps, self.options, self.scenario.later_maps)

    def id_of(self, name: str) -> str:
        """The id of a unit by its name in the file; it tells nothing of the unit."""
        return self.ids.opaque("unit", name)

    def put(self, ship: ShipPart) -> None:
        """Lay out one ship with its pods and its battlecraft."""
        unit_id = self.id_of(ship.unit)
        crafts = [self.id_of(f"{ship.side}{name}") for name in _crafts(ship)]
        waiting = iter(crafts)
        stored = {
            box: self.id_of(name) for name, (carrier, box) in self.berths.items() if carrier is ship
        }
        pods = [
            self._pod(ship, part, box, next(waiting) if part.holds else stored.get(box, ""))
            for box, part in boxed(ship)
        ]
        carrier, berth = self.berths.get(ship.unit, (ship, 0))
        at, owner = self.maps.parse(_at(carrier, self.options)), owner_of(ship, self.seats)
        placement = None if ship.aboard else self._placement(ship, pods)
        unit = craft(
            ship.klass,
            tuple(pods),
            id=unit_id,
            designation=ship.counter,
            name=ship.name,
            side=ship.side,
            owner=owner,
            at=at,
            direction=Direction(ship.direction or carrier.direction),
            velocity=_velocity(ship, self.options),
            revealed=not ship.aboard,
            mother=self.id_of(carrier.unit) if ship.aboard else "",
            pod=berth,
            spent=ship.spent_blocks * CLASSES.number(ship.klass, "burn"),
            status=self._status(ship, placement),
            dormant=self._is(ALERT, ship),
            tireless=self._is(NO_ENERGY_UNTIL_DAMAGED, ship),
        )
        unit = _as_the_scenario_has_it(ship, unit)
        self.units.append(unit)
        if placement is not None:
            self.placements[unit_id] = placement
        holding = [(part, box) for box, part in boxed(ship) if part.holds]
        for craft_id, name, (part, box) in zip(crafts, _crafts(ship), holding, strict=True):
            self.units.append(_aboard(unit, craft_id, name, part.holds, box))
        self._remember(ship, unit)

    def _status(self, ship: ShipPart, placement: Placement | None) -> str:
        if ship.aboard:
            return ABOARD
        return RESERVE if ship.reserve else IN_PLAY if placement is None else WAITING

    def _is(self, kind: str, ship: ShipPart) -> bool:
        """True if a special of a kind names a ship."""
        return any(ship.unit in part.units for part in self.scenario.special if part.kind == kind)

    def _pod(self, ship: ShipPart, part: PodPart, box: int, holds: str) -> Part:
        armor = ship.armor if part.armor is None else part.armor
        made = pod(part.kind, box, ship.klass, self.options, armor=armor, civ=part.civ, holds=holds)
        stock = {type: n for type, n in made.stock.items() if type not in part.without}
        return replace(made, stock=stock)

    def _placement(self, ship: ShipPart, pods: Sequence[Part]) -> Placement | None:
        """What its player may choose; None where nothing is left open."""
        hexes = _free_hexes(ship, self.maps, self.options)
        place = _place(ship, self.options)
        pointing = place.pointing or (ship.direction,)
        least, most = place.velocities or (ship.velocity, ship.velocity)
        arrange = len({(p.kind, p.armor, p.civ, p.holds, tuple(p.stock.items())) for p in pods}) > 1
        room = CLASSES.number(ship.klass, "pods") > len(pods) > 0
        if ship.reserve:
            arrange = room = False
        elif len(hexes) == len(pointing) == 1 and least == most and not arrange and not room:
            return None
        return Placement(
            hexes,
            tuple(way for way in DIRECTIONS if way in pointing),
            tuple(range(least, most + 1)),
            arrange or room,
        )

    def _remember(self, ship: ShipPart, unit: Unit) -> None:
        """What its log shows of the start."""
        self.memory.append(Special(LOG, (unit.id,), ship.log))
        for type in MISSILE_TYPES:
            number = sum(pod.stock.get(type, 0) for pod in unit.pods)
            if number:
                self.memory.append(Special(MISSILES_AT_START, (unit.id,), number, type))

    def state(self) -> State:
        """The state before turn 0."""
        scenario, maps = self.scenario, self.maps
        first, second = (side.id for side in scenario.sides)
        return State(
            scenario=scenario.name,
            title=scenario.title,
            maps=maps,
            sides=(first, second),
            side_names={side.id: side.name for side in scenario.sides},
            units=tuple(self.units),
            planets=tuple(
                Planet(self.ids.opaque("planet", part.id), part.id, part.name, maps.parse(part.at))
                for part in scenario.planets
            ),
            asteroids=field_hexes(maps, scenario.asteroids),
            victory=tuple(
                Victory(part.side, part.kind, part.title, self._ids(part.units), part.number)
                for part in scenario.victory
            ),
            special=(
                *(
                    Special(part.kind, self._ids(part.units), part.number, part.name, part.limit)
                    for part in scenario.special
                    if part.kind != LANDS or part.name in ("", self.options["scenario6.landing"])
                ),
                *self.memory,
            ),
            placements=self.placements,
            companies=tuple(
                Company(
                    self._ids(part.units),
                    part.different_hexes,
                    part.same_direction,
                    part.same_velocity,
                )
                for part in scenario.companies
            ),
            points={first: 0, second: 0}
            if any(part.kind in OF_POINTS for part in scenario.victory)
            else {},
            purchases=purchases_of(scenario, maps, self.seats),
            jumps=scenario.jumps,
            notes=(scenario.text,) if scenario.text else (),
        )

    def _ids(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.id_of(name) for name in names)


def _as_the_scenario_has_it(ship: ShipPart, unit: Unit) -> Unit:
    """A ship with the hull armor and the force field its scenario gives it.

    A battlecraft flown as a spaceship has the parts and the energy of its class.
    Rule: DV S7, DV S9. Ambiguity: DV-A88.
    """
    hull = ship.hull_armor
    if hull is not None:
        armored = (part if part.is_pod else replace(part, armor=hull) for part in unit.parts)
        unit = replace(unit, parts=tuple(armored))
    if ship.field is not None:
        others = [part for part in unit.parts if part.kind != FORCE_FIELD]
        armor = CLASSES.number(ship.klass, "armor") if hull is None else hull
        field = Part(FORCE_FIELD, FORCE_FIELD, armor, strength=ship.field)
        place = sum(not part.is_pod for part in others)
        unit = replace(unit, parts=(*others[:place], field, *others[place:]))
    return replace(unit, kind=SPACESHIP) if ship.flies_as else unit


def _aboard(ship: Unit, craft_id: str, name: str, klass: str, box: int) -> Unit:
    """A battlecraft in its pod."""
    return craft(
        klass,
        (),
        id=craft_id,
        designation=name,
        name="",
        side=ship.side,
        owner=ship.owner,
        at=ship.at,
        direction=ship.direction,
        velocity=0,
        status=ABOARD,
        revealed=False,
        mother=ship.id,
        pod=box,
    )


def field_hexes(maps: Maps, markers: Sequence[str]) -> tuple[Hex, ...]:
    """All hexes of asteroid fields: each marker's and the six around it. Rule: DV S4."""
    found: dict[Hex, None] = {}
    for marker in markers:
        at = maps.parse(marker)
        found.update(dict.fromkeys((at, *maps.grid.neighbours(at))))
    return tuple(found)
