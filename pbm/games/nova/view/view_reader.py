"""One empire's player, and how each thing looks to them.

Rule: NV CON-02, NV CON-10, NV EXP-01, NV EXP-04, NV RES-16, NV REP-12, NV UNI-15, NV ECO-09.
Ambiguity: NV A-XC-OWNERSHIP, NV A-CON-LETTERS, NV A-REP-QUIET.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import UNSET
from msgspec.structs import replace

from pbm.games.nova.state.damage import UNDAMAGED
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.planets import potential
from pbm.games.nova.state.projects import Project, table_now
from pbm.games.nova.state.state import (
    FULL,
    GONE,
    PLACED,
    Cargo,
    GateEnd,
    Hull,
    Ship,
    Sight,
    State,
    System,
)
from pbm.games.nova.view.known_designs import alien_design, design_view, missile_view
from pbm.games.nova.view.labels import ALIEN, YOU, label
from pbm.games.nova.view.record import (
    CapacityView,
    ContactView,
    DamageView,
    EmpireView,
    GateView,
    HullView,
    PermitView,
    ProjectView,
    RetreatView,
    ShipView,
    SystemView,
    UnitsView,
    View,
)
from pbm.games.nova.view.view_index import index_of
from pbm.kit.records import alike


class ViewReader:
    """One empire's player, and how each thing looks to them.

    ``designs``: the names of the designs they know, by key.
    """

    def __init__(self, state: State, player: str, options: Mapping[str, str]) -> None:
        self._state = state
        self._index = index_of(state)
        self._player = player
        self._empire = state.empires[player]
        self._options = options
        self._aliens: dict[str, str] = {}
        self._ships = sorted(self._index.ships.get(player, ()), key=lambda one: one.name)
        self.designs = self._named_designs()

    def told(self, view: View) -> View:
        """The view with every list of it."""
        state, empire, index = self._state, self._empire, self._index
        return replace(
            view,
            empire=self._own(),
            designs=[design_view(state.designs[key], name) for key, name in self.designs.items()],
            missiles=[
                missile_view(one, empire.missiles_from.get(name, 0))
                for name, one in sorted(empire.missiles.items())
            ],
            projects=[self._project(one) for one in empire.projects],
            systems=list(self._systems()),
            ships=[self._ship(one) for one in self._ships],
            hulls=[
                self._hull(one)
                for one in sorted(index.hulls.get(self._player, ()), key=lambda one: one.name)
            ],
            gates=list(self._gates()),
            contacts=[
                alike(
                    ContactView,
                    one,
                    name=state.empires[other].name if one.kind == FULL else "",
                    address=state.empires[other].address if one.kind == FULL else "",
                )
                for other, one in sorted(
                    empire.contacts.items(), key=lambda pair: (pair[1].number, pair[1].label)
                )
            ],
            permits=[alike(PermitView, one, who=self._called(one.who)) for one in empire.permits],
        )

    def _called(self, other: str) -> str:
        """What the reader calls an empire: "you", their label, "" for nobody."""
        if not other:
            return ""
        if other == self._player:
            return YOU
        if other not in self._aliens:
            self._aliens[other] = label(self._state, self._player, other)
        return self._aliens[other]

    def _own(self) -> EmpireView:
        one = self._empire
        held = [each for each in self._index.held.get(one.id, ()) if each.owner == one.id]
        return alike(
            EmpireView,
            one,
            production_next=sum(
                0 if each.suppressed else potential(each) for each in held if each.colonies
            ),
            tech=dict(one.tech),
            open=dict(one.open),
            annals=[list(entry) for entry in one.annals],
        )

    # --- designs ---

    def _named_designs(self) -> dict[str, str]:
        """Names of the designs they know by key: their own, then those of ships given to them."""
        own = {key: name for name, key in sorted(self._empire.designs.items())}
        designs = self._state.designs
        # In the order of ships' names, so that nothing of their builders shows in the names.
        others = [
            key for key in dict.fromkeys(ship.design for ship in self._ships) if key not in own
        ]
        for key in others:
            if designs[key].empire == self._player:
                own[key] = designs[key].name
        aliens = [key for key in others if key not in own]
        for key in sorted(aliens, key=lambda one: (designs[one].name, str(designs[one].parts))):
            own[key] = alien_design(designs[key].name, own.values())
        return own

    # --- research ---

    def _project(self, one: Project) -> ProjectView:
        """A project; its progress only where the campaign tells it. Rule: NV RES-16, NV RES-17."""
        told = self._options["research_reports"] == "all"
        return alike(
            ProjectView,
            one,
            goal=str(one.goal),
            table=table_now(one, self._empire.open.get(one.subject, 0)),
            done=one.done if told else None,
        )

    # --- systems ---

    def _systems(self) -> Iterator[SystemView]:
        """Systems they control, colonized, have units or ships in, or know of; by name."""
        sights = self._empire.sights
        ways = _ways_home(sights, self._empire.capital)
        for name in sorted(self._heard_of()):
            sight = sights.get(name) or Sight(name)
            yield self._system(self._state.systems[name], sight, ways.get(name, ""))

    def _heard_of(self) -> set[str]:
        """Names of all systems they know of."""
        sights = self._empire.sights
        names = {*sights, *self._index.surface.get(self._player, ())}
        names |= {one.name for one in self._index.held.get(self._player, ())}
        names |= {ship.at for ship in self._ships if ship.at}
        return names | {to for sight in sights.values() for to in sight.lines.values() if to}

    def _system(self, system: System, sight: Sight, way: str) -> SystemView:
        yours = bool(system.colonies) and system.owner == self._player
        colonized = system.colonizer == self._player
        # Who colonized a system learns of all that ends its status.
        open_to = yours or colonized
        units = system.surface.get(self._player)
        seen = max(self._state.turn - 1, 0)
        met = self._index.met.get(self._player, {}).get(system.name, [])
        lines = {letter: sight.lines.get(letter, "") for letter in sight.letters}
        return SystemView(
            name=system.name,
            explored=sight.explored or yours,
            type=system.type if open_to else sight.type,
            status=system.status if open_to else sight.status,
            yours=yours,
            colonizer=(YOU if colonized else ALIEN) if open_to and system.colonies else "",
            captured=open_to and system.captured,
            home=system.name == self._empire.home,
            ic=system.ic if yours else sight.ic,
            militia=system.militia if yours else 0,
            letters=list(sight.letters),
            lines={**lines, **sight.lines},
            surface=[
                UnitsView(kind=kind, number=number, owner=YOU)
                for kind, number in sorted((units or {}).items())
                if number
            ]
            + (self._guests(system) if yours else []),
            alien_surface=sight.alien_surface and not yours,
            alien_ships=sight.alien_ships if sight.seen == seen or not yours else 0,
            met=sorted(self._called(one) or ALIEN for one in met),
            sdu=bool(system.sdus()) if yours else sight.sdu,
            armies=sight.armies,
            last_seen=seen if yours else sight.seen,
            explored_on=sight.explored_on,
            interdicted=sight.interdicted,
            revenue=potential(system) if yours else 0,
            suppressed=yours and system.suppressed,
            ic_barred=yours and system.ic_barred,
            return_letter=way,
            place=list(self._empire.chart.get(system.name, ())),
        )

    def _guests(self, system: System) -> list[UnitsView]:
        """Units of others on a planet of theirs; of those that fight there they know no numbers.

        Friends who landed are known by label, the people of a captured system are not.
        """
        fighting = [one for one in system.survivors if one not in system.allies]
        found = [
            (ALIEN if owner == system.colonizer else self._called(owner), kind, number)
            for owner, held in system.surface.items()
            if owner != self._player and owner not in fighting
            for kind, number in held.items()
            if number
        ]
        return [
            UnitsView(kind=kind, number=number, owner=owner)
            for owner, kind, number in sorted(found)
        ]

    # --- ships, hulls, gates ---

    def _ship(self, ship: Ship) -> ShipView:
        state, works = self._state, self._index.fittings.of(ship)
        carrier = state.ships.get(ship.carrier)
        return replace(
            _plain(self.designs[ship.design], works.ie, works.jd, len(works.holds), works.bays),
            id=ship.id,
            name=ship.name,
            at=ship.at,
            carrier=self._carrier(carrier) if carrier is not None else "",
            bay=ship.bay,
            cargo=self._cargo(ship.cargo) if ship.cargo else [],
            damage=_UNDAMAGED if ship.damage is UNDAMAGED else _damage(ship),
            retreat=alike(RetreatView, ship.retreat) if ship.retreat is not None else None,
            missiles=list(ship.missiles),
            armed=works.guns or (works.launchers and bool(ship.missiles)),
            unnamed=ship.unnamed,
            built=ship.built,
        )

    def _carrier(self, carrier: Ship) -> str:
        return carrier.name if carrier.owner == self._player else ALIEN

    def _cargo(self, cargo: Iterable[Cargo]) -> list[UnitsView]:
        called = self._called
        return [
            UnitsView(kind=one.kind, number=one.number, owner=called(one.owner)) for one in cargo
        ]

    def _hull(self, hull: Hull) -> HullView:
        """A hull; of one begun by aliens no design. Rule: NV ECO-09."""
        own = hull.builder == self._player
        design = self._state.designs[hull.design]
        return alike(
            HullView,
            hull,
            design=design.name if own else "",
            cost=figures(design).cost,
            yours_to_finish=own,
            owner=UNSET,
        )

    def _gates(self) -> Iterator[GateView]:
        """Their gate ends, and those that others let them pass in systems they know of.

        Rule: NV UNI-15.
        """
        ends = [(end, YOU) for end in self._index.gates.get(self._player, ())]
        lent = self._index.lent.get(self._player, ())
        heard_of = self._heard_of() if lent else set()
        for owner, permit in lent:
            ends += [
                (end, self._called(owner))
                for end in self._index.gates.get(owner, ())
                if permit.what in ("", end.id) and end.place == PLACED and end.at in heard_of
            ]
        for end, owner in sorted(ends, key=lambda pair: (pair[0].name, pair[1], pair[0].at)):
            yield self._gate(end, owner)

    def _gate(self, end: GateEnd, owner: str) -> GateView:
        pair = self._state.gates.get(end.pair)
        ours = pair is not None and pair.owner == end.owner == self._player
        carrier = self._state.ships.get(end.carrier)
        return alike(
            GateView,
            end,
            other=pair.name if ours and pair is not None and pair.place != GONE else "",
            usable=end.place == PLACED and pair is not None and pair.place == PLACED,
            carrier=self._carrier(carrier) if carrier is not None else "",
            owner=owner,
        )


_UNDAMAGED = DamageView(armour=0, structure=0, parts={}, ie=0, jd=0)


@lru_cache(maxsize=4096)
def _plain(
    design: str, ie: int, jd: int, holds: int, bays: tuple[tuple[str, int], ...]
) -> ShipView:
    """What ships of a design share; to copy it is quicker than to make each of all its parts."""
    return ShipView(
        id="",
        name="",
        design=design,
        at="",
        carrier="",
        bay="",
        cargo=[],
        damage=_UNDAMAGED,
        retreat=None,
        missiles=[],
        armed=False,
        ie=ie,
        jd=jd,
        unnamed=False,
        capacity=CapacityView(holds=holds, bays=[size for _name, size in bays]),
    )


def _damage(ship: Ship) -> DamageView:
    """Losses of a ship, with levels of impulse engines and jump drives added up."""
    if ship.damage == UNDAMAGED:
        return _UNDAMAGED
    lost = {"IE": 0, "JD": 0}
    parts: dict[str, int] = {}
    for name, number in ship.damage.parts.items():
        if name[:2] in lost:
            lost[name[:2]] += number
        else:
            parts[name] = number
    return alike(DamageView, ship.damage, parts=parts, ie=lost["IE"], jd=lost["JD"])


def _ways_home(sights: Mapping[str, Sight], home: str) -> dict[str, str]:
    """The letter by which the shortest known way home begins, by system; nearest first."""
    back: dict[str, list[tuple[str, str]]] = {}
    for name, sight in sights.items():
        for letter, to in sight.lines.items():
            if to:
                back.setdefault(to, []).append((name, letter))
    found: dict[str, str] = {}
    ring = [home]
    while ring:
        reached = sorted(pair for name in ring for pair in back.get(name, ()))
        ring = []
        for name, letter in reached:
            if name not in found and name != home:
                found[name] = letter
                ring.append(name)
    return found
