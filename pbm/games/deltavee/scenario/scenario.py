"""From a scenario file to the state before turn 0.

Rule: DV S1 to DV S5, DV 10.1. Ambiguity: DV-A13, DV-A82 to DV-A86, DV-A92.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import Hex
from pbm.engine.scenario_base import owner_of
from pbm.engine.types import Seat
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.rules.victory.victory import OF_POINTS
from pbm.games.deltavee.scenario.check_scenario import place_problems
from pbm.games.deltavee.scenario.places import free_hexes, hex_of, place_of, velocity_of
from pbm.games.deltavee.scenario.purchase_part import purchases_of
from pbm.games.deltavee.scenario.scenario_file import PodPart, Scenario, ShipPart
from pbm.games.deltavee.scenario.stored import berths, boxed
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from pbm.games.deltavee.state.maps import Maps
from pbm.games.deltavee.state.outfit import craft, pod
from pbm.games.deltavee.state.ratings import CLASSES
from pbm.games.deltavee.state.specials import (
    ALERT,
    LANDS,
    LOG,
    MISSILES_AT_START,
    NO_ENERGY_UNTIL_DAMAGED,
)
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
from pbm.kit.problems import Faults


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


class _Table(Struct):
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
        crafts = [self.id_of(f"{ship.side}{name}") for name in ship.crafts]
        waiting = iter(crafts)
        stored = {
            box: self.id_of(name) for name, (carrier, box) in self.berths.items() if carrier is ship
        }
        pods = [
            self._pod(ship, part, box, next(waiting) if part.holds else stored.get(box, ""))
            for box, part in boxed(ship)
        ]
        carrier, berth = self.berths.get(ship.unit, (ship, 0))
        at, owner = self.maps.parse(hex_of(carrier, self.options)), owner_of(ship, self.seats)
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
            velocity=velocity_of(ship, self.options),
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
        for craft_id, name, (part, box) in zip(crafts, ship.crafts, holding, strict=True):
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
        hexes = free_hexes(ship, self.maps, self.options)
        place = place_of(ship, self.options)
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
