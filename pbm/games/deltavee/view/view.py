"""What one player may know of the table, as JSON.

The own side's units whole; of the enemy's what lies open: spaceships, revealed units, and a
numbered contact for each counter that lies face down. Units aboard or prepared are their
own side's secret; of a spaceship not yet placed the enemy knows what the scenario lists, and
not where it may stand. Rule: DV 2.5, DV 2.6. Ambiguity: DV-A15, DV-A102.
"""

from collections.abc import Mapping, Sequence

from pbm.engine.types import Seat
from pbm.engine.view import PlayerView, VictoryView, YouView
from pbm.games.deltavee.state import energy
from pbm.games.deltavee.state.ratings import (
    burn_rate,
    commands_allowed,
    maneuver_rating,
    title,
    velocity_rating,
)
from pbm.games.deltavee.state.specials import (
    LOG,
    MISSILES_AT_START,
    REINFORCEMENT,
    RELIEF,
    transfer_pairs,
)
from pbm.games.deltavee.state.state import Special, State
from pbm.games.deltavee.state.units import (
    ABOARD,
    IN_PLAY,
    PREPARED,
    RESERVE,
    SPACESHIP,
    WAITING,
    Part,
    Unit,
)
from pbm.games.deltavee.state.usable import battle_commands
from pbm.games.deltavee.view.audience import shows_direction
from pbm.games.deltavee.view.record import (
    AboardView,
    CompanyView,
    ContactView,
    MapsView,
    PartView,
    PlacementView,
    PlanetView,
    PurchaseView,
    ShipToBuyView,
    SideView,
    TileView,
    UnitView,
    UnplacedView,
    View,
    WishView,
)
from pbm.kit.facts import Fact
from pbm.kit.records import alike

_SECRET = (ABOARD, PREPARED, WAITING, RESERVE)


def build_view(
    state: State, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    """The state as one player may know it; an id of no seat gives all of it, for the master.

    Rule: DV PBM. Ambiguity: DV-R154 (share).
    """
    seat = next((seat for seat in seats if seat.id == player), None)
    side = seat.side if seat else ""
    reader = _Reader(state, player, side, seats, options)
    return alike(
        View,
        state,
        maps=MapsView(
            columns=state.maps.columns,
            rows=state.maps.rows,
            pointed=state.maps.grid.pointed,
            even_down=state.maps.grid.even_down,
            tiles=[alike(TileView, tile) for tile in state.maps.tiles],
            later=[alike(TileView, tile) for tile in state.maps.later],
        ),
        sides=[
            SideView(
                id=one,
                name=state.side_names[one],
                number=place,
                moves=place,
                players=[seat.name for seat in seats if seat.side == one],
                points=state.points.get(one, 0),
            )
            for place, one in enumerate(state.sides, 1)
        ],
        you=YouView(player=player, name=seat.name if seat else "", side=side),
        players=[alike(PlayerView, one) for one in seats],
        units=[reader.unit(unit) for unit in state.units if reader.sees(unit)],
        contacts=[reader.contact(unit) for unit in state.units if reader.is_contact(unit)],
        aboard=[reader.carried(unit) for unit in state.units if reader.is_carried(unit)],
        unplaced=[reader.unplaced(unit) for unit in state.units if reader.is_unplaced(unit)],
        planets=[
            alike(PlanetView, planet, at=state.maps.label(planet.at)) for planet in state.planets
        ],
        asteroids=[state.maps.label(at) for at in state.asteroids],
        placements={
            unit_id: PlacementView(
                hexes=[state.maps.label(at) for at in placement.hexes],
                directions=list(map(int, placement.directions)),
                velocities=list(placement.velocities),
                arrange=placement.arrange,
            )
            for unit_id, placement in state.placements.items()
            if state.unit(unit_id).owner == player
        },
        companies=[
            alike(CompanyView, company, units=list(company.units))
            for company in state.companies
            if not state.turn and state.unit(company.units[0]).side == side
        ],
        purchase=reader.purchase(),
        coming=reader.coming(),
        transfers=[
            list(pair) for pair in transfer_pairs(state) if reader.is_own(state.unit(pair[0]))
        ],
        victory=[alike(VictoryView, part) for part in state.victory],
        points=dict(state.points),
        notes=list(state.notes),
    )


class _Reader:
    """One reader of the table, and how each unit looks to them."""

    def __init__(
        self,
        state: State,
        player: str,
        side: str,
        seats: Sequence[Seat],
        options: Mapping[str, str],
    ) -> None:
        self._state = state
        self._player = player
        self._side = side
        self._names = {seat.id: seat.name for seat in seats}
        self._options = options
        self._atop: dict[str, int] = {}
        for unit in state.units:
            if unit.status == PREPARED:
                self._atop[unit.mother] = self._atop.get(unit.mother, 0) + 1
        self._docked = {
            one: other for dock in state.docks for one, other in _both_ways(dock.lead, dock.other)
        }
        self._leads = {dock.lead for dock in state.docks}
        self._start: dict[str, dict[str, int]] = {}
        self._logs: dict[str, int] = {}
        for special in state.special:
            if special.kind == LOG:
                self._logs.update(dict.fromkeys(special.units, special.number))
            if special.kind == MISSILES_AT_START:
                for one in special.units:
                    self._start.setdefault(one, {})[special.name] = special.number

    def is_own(self, unit: Unit) -> bool:
        """True for a unit of the reader's side; the game master has both."""
        return unit.side == self._side or not self._side

    def sees(self, unit: Unit) -> bool:
        """True for a unit the reader knows for what it is."""
        return self.is_own(unit) or (unit.revealed and unit.status not in _SECRET)

    def is_contact(self, unit: Unit) -> bool:
        """True for an unrevealed enemy that has been in play."""
        return not self.is_own(unit) and not unit.revealed and unit.contact > 0

    def is_carried(self, unit: Unit) -> bool:
        """True for a revealed enemy unit that went aboard its ship, prepared again or not.

        One that was never revealed, or has not been in play, is not known to be there.
        """
        carried = unit.status in (ABOARD, PREPARED) and not unit.is_missile
        return not self.is_own(unit) and unit.revealed and carried

    def carried(self, unit: Unit) -> AboardView:
        """What the docking of a battlecraft told of it."""
        return alike(AboardView, unit, title=title(unit), ship=unit.mother)

    def is_unplaced(self, unit: Unit) -> bool:
        """True for an enemy spaceship that its player must still place."""
        return not self.is_own(unit) and unit.kind == SPACESHIP and unit.status == WAITING

    def unplaced(self, unit: Unit) -> UnplacedView:
        """What the scenario lists of a ship."""
        owner = self._names.get(unit.owner, "")
        return alike(UnplacedView, unit, title=title(unit), owner=owner)

    def contact(self, unit: Unit) -> ContactView:
        """What a counter lying face down shows; where it is, only while it is in play."""
        here = unit.in_play
        pointing = here and shows_direction(self._options)
        return ContactView(
            id=unit.id,
            number=unit.contact,
            status=IN_PLAY if here else "gone",
            at=self._state.maps.label(unit.at) if here else None,
            direction=int(unit.direction) if pointing else None,
            velocity=unit.velocity if here else 0,
            zig=unit.zig if pointing else 0,
            damage=_told(unit),
        )

    def coming(self) -> dict[str, str]:
        """What brings each ship of the side's reserve on, in the few scenarios with such things."""
        return {
            special.units[0]: self._coming(special)
            for special in self._state.special
            if special.kind in (REINFORCEMENT, RELIEF)
            and self._state.unit(special.units[0]).status == RESERVE
            and self.is_own(self._state.unit(special.units[0]))
        }

    def _coming(self, special: Special) -> str:
        """What must happen for a ship to come into play, in a phrase."""
        if special.kind == RELIEF:
            other = self._state.unit(special.units[1]).designation
            return f"when it is called in, once an energy pod of {other} is hit or empty"
        face = "1" if special.limit == 1 else f"1 to {special.limit}"
        return f"with a die of {face}, in the turns after the first shot"

    def purchase(self) -> PurchaseView | None:
        """What the reader may buy, before the game and in a scenario with purchases alone."""
        terms = next((one for one in self._state.purchases if one.owner == self._player), None)
        if terms is None or self._state.turn:
            return None
        return alike(
            PurchaseView,
            terms,
            start=self._state.maps.label(terms.start),
            direction=int(terms.direction),
            directions=list(map(int, terms.directions)),
            velocities=list(terms.velocities),
            fleet=[
                alike(ShipToBuyView, ship, pods=[alike(WishView, one) for one in ship.wanted])
                for ship in terms.fleet
            ],
        )

    def unit(self, unit: Unit) -> UnitView:
        """A unit as the reader may know it."""
        own = self.is_own(unit)
        logged = own or self._shows_log(unit)
        return UnitView(
            id=unit.id,
            kind=unit.kind,
            klass=unit.klass,
            title=title(unit),
            designation=unit.designation if self._side else marked(unit),
            name=unit.name,
            side=unit.side,
            owner=self._names.get(unit.owner, ""),
            yours=unit.owner == self._player,
            status=unit.status,
            at=self._state.maps.label(unit.at),
            direction=int(unit.direction),
            velocity=unit.velocity,
            zig=unit.zig,
            revealed=unit.revealed,
            contact=unit.contact if own else 0,
            in_orbit=self._state.in_orbit(unit),
            docked_with=self._docked.get(unit.id, ""),
            lead=unit.id in self._leads,
            jump=unit.jump,
            field_up=unit.field_up,
            prepared=self._atop.get(unit.id, 0),
            dormant=unit.dormant,
            parts=[_part(part, own=own) for part in unit.parts] if logged else [],
            damage={} if own else _told(unit),
            **(self._inside(unit) if own else {}),
        )

    def _shows_log(self, unit: Unit) -> bool:
        """True for an enemy's log that was looked at: a hit has marked it."""
        wanted = self._options["log_inspection"] == "show log"
        return wanted and any(part.told for part in unit.parts)

    def _inside(self, unit: Unit) -> dict[str, Fact]:
        craft = not unit.is_missile
        return {
            "energy": energy.capacity(unit),
            "endless": energy.endless(unit),
            "energy_left": energy.on_log(unit),
            "blocks_left": energy.on_log(unit) // burn_rate(unit),
            "burn": burn_rate(unit),
            "spent": unit.spent,
            "mother": unit.mother,
            "pod": unit.pod,
            "civ": unit.civ,
            "released": unit.released,
            "maneuver_rating": maneuver_rating(unit),
            "velocity_rating": velocity_rating(unit),
            "commands_allowed": commands_allowed(unit),
            "battle_commands": battle_commands(unit, self._options) if craft else 0,
            "log": self._logs.get(unit.id, 0),
            "missiles_at_start": self._start.get(unit.id, {}),
        }


def marked(unit: Unit) -> str:
    """A unit's counter with its side in front, as the game master names it: ``1A``, ``2-05``."""
    dash = "" if unit.designation[:1].isalpha() else "-"
    return f"{unit.side}{dash}{unit.designation}"


def _told(unit: Unit) -> dict[str, Fact]:
    """The marks on an enemy's log that were reported. Ambiguity: DV-A102."""
    return {part.name: part.told for part in unit.parts if part.told}


def _both_ways(one: str, other: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one, other), (other, one)


def _part(part: Part, *, own: bool) -> PartView:
    return PartView(
        name=part.name,
        kind=part.kind,
        armor=part.armor,
        status=part.status,
        box=part.box,
        room=part.room,
        civ=part.civ if own else 0,
        strength=part.strength if own else 0,
        stock=dict(part.stock) if own else {},
        holds=part.holds if own else "",
    )
