"""From a scenario file to the state before turn 0, and what can be wrong in one.

Rule: DV S1 to DV S5, DV 10.1. Ambiguity: DV-A13, DV-A82 to DV-A86, DV-A92.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbm.deltavee import scenario_file
from pbm.deltavee.geometry import DIRECTIONS, Direction
from pbm.deltavee.mapping import first_maps
from pbm.deltavee.maps import Maps
from pbm.deltavee.options import OPTIONS
from pbm.deltavee.outfit import craft, pod
from pbm.deltavee.ratings import BATTLECRAFT_POD, CLASSES
from pbm.deltavee.scenario_file import PodPart, Scenario, ShipPart
from pbm.deltavee.special import ALERT, LOG
from pbm.deltavee.special import MISSILES as MISSILES_AT_START
from pbm.deltavee.state import (
    ABOARD,
    IN_PLAY,
    MISSILE_TYPES,
    WAITING,
    Company,
    Part,
    Placement,
    Planet,
    Special,
    State,
    Unit,
    Victory,
)
from pbm.dice import Ids
from pbm.hexes import Hex
from pbm.options import settle
from pbm.problem import Faults, Problem, invalid
from pbm.ruleset import Seat
from pbm.scenario_parts import doubled, owner_of, owner_problems, side_problems


def check_scenario(scenario: Scenario) -> list[Problem]:
    """What is wrong in a scenario beyond the form of its values: names, hexes, pods."""
    found = side_problems(scenario.sides)
    units = unit_names(scenario)
    found += [
        invalid(f'"{name}" stands for two units', remedy="Give each ship of a side its own counter")
        for name in doubled([*units, *(planet.id for planet in scenario.planets)])
    ]
    for ship in scenario.ships:
        found += owner_problems(f"ship {ship.unit}", ship, scenario.sides) + _pod_problems(ship)
        if ship.at_option and ship.at_option not in [option.key for option in OPTIONS]:
            found.append(invalid(f"ship {ship.unit}: there is no option {ship.at_option}"))
    lists = [
        *((f'victory "{part.title}"', part.units) for part in scenario.victory),
        *((f"special {part.kind}", part.units) for part in scenario.special),
        *(("a company", part.units) for part in scenario.companies),
    ]
    found += [
        invalid(f"{where}: there is no unit {name}", remedy=f"The units are {', '.join(units)}")
        for where, names in lists
        for name in names
        if name not in units
    ]
    sides = [side.id for side in scenario.sides]
    for part in scenario.victory:
        if part.side and part.side not in sides:
            found.append(invalid(f'victory "{part.title}": there is no side {part.side}'))
        if not part.units and part.kind not in ("points", "apart"):
            found.append(invalid(f'victory "{part.title}": it names no units'))
    values, wrong = settle(OPTIONS, scenario.options)
    found += wrong
    return found + ([] if wrong else place_problems(scenario, values))


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


def _pod_problems(ship: ShipPart) -> list[Problem]:
    room = CLASSES.number(ship.klass, "pods")
    found = []
    if len(ship.each_pod) > room:
        found.append(
            invalid(
                f"ship {ship.unit} carries {len(ship.each_pod)} pods",
                reason=f"a {CLASSES.at(ship.klass, 'title')} has room for {room}",
                rule="DV 4.0",
            )
        )
    return found + [
        invalid(f"ship {ship.unit}: a {part.kind} pod holds no battlecraft", rule="DV 5.6")
        for part in ship.pods
        if part.holds and part.kind != BATTLECRAFT_POD
    ]


def place_problems(scenario: Scenario, options: Mapping[str, str]) -> list[Problem]:
    """Hexes of a scenario that are not on its maps, as large as these options make them."""
    maps = first_maps(scenario.maps, options, scenario.later_maps)
    places = [
        *((f"ship {ship.unit}", _at(ship, options)) for ship in scenario.ships),
        *((f"planet {planet.id}", planet.at) for planet in scenario.planets),
        *(("an asteroid field", at) for at in scenario.asteroids),
    ]
    places += [
        (f"ship {ship.unit}: around", ship.place.around)
        for ship in scenario.ships
        if ship.place is not None and ship.place.around is not None
    ]
    found = []
    for what, at in places:
        try:
            maps.parse(at)
        except ValueError:
            size = f"{maps.columns} columns and {maps.rows} rows"
            found.append(
                invalid(
                    f"{what} is off the maps",
                    reason=f"it is at {at}; the maps are {_letters(maps)}, each of {size}",
                )
            )
    if not found:
        found += [
            invalid(f"ship {ship.unit}: its place table holds no hex of the maps")
            for ship in scenario.ships
            if not _free_hexes(ship, maps, options)
        ]
    return found


def _letters(maps: Maps) -> str:
    return ", ".join(tile.letter for tile in maps.tiles)


def _at(ship: ShipPart, options: Mapping[str, str]) -> str:
    return options.get(ship.at_option, ship.at)


def _free_hexes(ship: ShipPart, maps: Maps, options: Mapping[str, str]) -> tuple[Hex, ...]:
    """The hexes a ship may be placed in, its own first where it is free to it."""
    own, place = maps.parse(_at(ship, options)), ship.place
    if place is None or (place.around is None and place.map is None):
        return (own,)
    found = []
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
        pods = [
            self._pod(ship, part, box, next(waiting) if part.holds else "")
            for box, part in enumerate(ship.each_pod, 1)
        ]
        at, owner = self.maps.parse(_at(ship, self.options)), owner_of(ship, self.seats)
        placement = self._placement(ship, pods)
        unit = craft(
            ship.klass,
            tuple(pods),
            id=unit_id,
            designation=ship.counter,
            name=ship.name,
            side=ship.side,
            owner=owner,
            at=at,
            direction=Direction(ship.direction),
            velocity=ship.velocity,
            spent=ship.spent_blocks * CLASSES.number(ship.klass, "burn"),
            status=IN_PLAY if placement is None else WAITING,
            dormant=any(
                ship.unit in part.units for part in self.scenario.special if part.kind == ALERT
            ),
        )
        self.units.append(unit)
        if placement is not None:
            self.placements[unit_id] = placement
        holding = [(part, box) for box, part in enumerate(ship.each_pod, 1) if part.holds]
        for craft_id, name, (part, box) in zip(crafts, _crafts(ship), holding, strict=True):
            self.units.append(_aboard(unit, craft_id, name, part.holds, box))
        self._remember(ship, unit)

    def _pod(self, ship: ShipPart, part: PodPart, box: int, holds: str) -> Part:
        armor = ship.armor if part.armor is None else part.armor
        made = pod(part.kind, box, ship.klass, self.options, armor=armor, civ=part.civ, holds=holds)
        stock = {type: n for type, n in made.stock.items() if type not in part.without}
        return replace(made, stock=stock)

    def _placement(self, ship: ShipPart, pods: Sequence[Part]) -> Placement | None:
        """What its player may choose; None where nothing is left open."""
        hexes = _free_hexes(ship, self.maps, self.options)
        place = ship.place or scenario_file.PlacePart()
        pointing = place.pointing or (ship.direction,)
        least, most = place.velocities or (ship.velocity, ship.velocity)
        arrange = len({(p.kind, p.armor, p.civ, p.holds, tuple(p.stock.items())) for p in pods}) > 1
        room = CLASSES.number(ship.klass, "pods") > len(pods) > 0
        if len(hexes) == len(pointing) == 1 and least == most and not arrange and not room:
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
                    Special(part.kind, self._ids(part.units), part.number, part.name)
                    for part in scenario.special
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
            if any(part.kind == "points" for part in scenario.victory)
            else {},
            jumps=scenario.jumps,
            notes=(scenario.text,) if scenario.text else (),
        )

    def _ids(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.id_of(name) for name in names)


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
