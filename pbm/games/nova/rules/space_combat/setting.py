"""Steps A and B: the ships that take part in a battle, and where they begin.

Ships that jumped in this turn are scattered, ships with one start and route together. Others begin
as ordered, M+n near aliens, else in the center. Unarmed ships that have nothing to do at the warp
point of a system their empire knows are away from it and out of the battle.

Rule: NV SPC-02 to SPC-07, NV ORD-46, NV MOV-06. Ambiguity: NV A-SETUP-AWAY, NV A-SETUP-STAYS,
NV A-SCATTER-ROUTE, NV A-SETUP-SS,
NV A-ORD-M, NV A-ORD-M-EMPTY, NV A-ORD-SETUP-MAX, NV A-ARRIVE-STACK, NV A-CON-THREE.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.results.result_records import BattleSetting
from pbm.games.nova.rules.space_combat.holds import stow
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import (
    ABOARD,
    AWAY,
    CENTER,
    IN_PLAY,
    Battle,
    BattleSide,
    Fighter,
    Place,
)
from pbm.games.nova.state.battle.notes import BattleDice, BattleNote, Tell
from pbm.games.nova.state.battle.vectors import limited, minus, plus, step
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.contact_table import IDENTIFY
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.state import PLACED, Ship
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft
from pbm.kit.facts import Fact

# Orders that keep an unarmed ship at the warp point. Rule: NV SPC-06.
_STAYS_FOR = frozenset(("I", "M", "W"))
_STAYS_TO = ("G", "U")
# Dice for the direction and the hexes of a group that jumped in.
SCATTER = ("d6", "d10_low")


def begin_battle(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    place: BattleSetting,
    pairs: Sequence[tuple[str, str]],
    dice: BattleDice,
    tell: Tell,
) -> Battle:
    """Set up the battle between these pairs of empires, ships scattered."""
    system, empires = place.system, place.empires
    ships = {id: draft.ships[id] for id in place.ships}
    ids = {id: work.ids.opaque("fighter", str(work.turn), system, id) for id in ships}
    away = ships_away(draft, effective, system, ships.values())
    placed = _Placing(work, draft, effective, system, ids, dice, tell)
    enemies = {
        one: tuple(sorted({b if a == one else a for a, b in pairs if one in (a, b)}))
        for one in empires
    }
    named = work.options["iff.mutual"] == "identify"
    met = {one: _met(effective, ships, one, enemies[one], named=named) for one in empires}
    listed = sorted(ships.values(), key=lambda one: ids[one.id])
    keeps = {ship.id: _keeps(effective, ship) for ship in listed}
    waiting: list[Ship] = []
    places: dict[str, Place] = {}
    for ship in listed:
        if ship.carrier or ship.id in away:
            continue
        if keeps[ship.id] >= 0 and not placed.jumped_in(ship):
            waiting.append(ship)
        else:
            places[ship.id] = placed.of(ship)
    for ship in waiting:
        foes = [one for one in places if ships[one].owner in enemies[ship.owner]]
        places[ship.id] = placed.at_range(ship, keeps[ship.id], [places[one] for one in foes])
    berths = [(ship.carrier, ship.bay) for ship in ships.values() if ship.carrier]
    fighters = {
        ids[ship.id]: _fighter(
            draft,
            effective,
            ship,
            ids,
            met,
            places.get(ship.id),
            ship.id in away,
            berths,
            keeps[ship.id],
        )
        for ship in listed
    }
    sides = {
        one: BattleSide(
            one,
            enemies[one],
            away_reports=work.options["battle_reports"] == "system",
            start=sum(ship.owner == one for ship in ships.values()),
        )
        for one in empires
    }
    for end in _gates(work, draft, system, empires):
        fighters[end.id] = end
    id = work.ids.opaque("battle", str(work.turn), system)
    placed.told(fighters)
    return Battle(id, system, sides, fighters, {one: {} for one in empires})


def _met(
    effective: Effective,
    ships: Mapping[str, Ship],
    empire: str,
    enemies: Sequence[str],
    *,
    named: bool,
) -> list[str]:
    """The enemies of an empire as it knows them: "" for any that stays unidentified.

    So no ship flees from a stranger because of an order about a friend. Rule: NV CON-04.
    """
    shown = {
        ship.owner
        for ship in ships.values()
        if ship.owner in enemies
        and (
            effective.contact(ship) in IDENTIFY
            or (named and effective.contact(ship, empire) in IDENTIFY)
        )
    }
    return [one if one in shown else "" for one in enemies]


def _fighter(
    draft: Draft,
    effective: Effective,
    ship: Ship,
    ids: Mapping[str, str],
    met: Mapping[str, Sequence[str]],
    at: Place | None,
    away: bool,
    berths: Sequence[tuple[str, str]],
    keeps: int,
) -> Fighter:
    """A ship as it goes into the battle, with full shields."""
    state = AWAY if away else ABOARD if ship.carrier else IN_PLAY
    runs = not effective.fittings.is_armed(ship) or any(
        effective.on_hostilities(ship, other) == "R" for other in met[ship.owner]
    )
    lying = [(one.bay, one.id) for one in draft.gates.values() if one.carrier == ship.id]
    aboard = [(id, draft.gates[id].owner) for bay, id in lying if not bay]
    taken = [bay for carrier, bay in berths if carrier == ship.id]
    sound = effective.fittings.of(ship).holds
    fighter = Fighter(
        ids[ship.id],
        ship.id,
        ship.owner,
        ship.name,
        ship.design,
        at=at or CENTER,
        damage=ship.damage,
        stowed=stow(sound, ship.cargo, taken, aboard),
        ends=tuple((bay, id) for bay, id in lying if bay),
        missiles=ship.missiles,
        builder=ship.builder,
        state=state,
        carrier=ids.get(ship.carrier, ""),
        bay=ship.bay,
        retreats=runs,
        keeps=keeps,
    )
    live = Live(fighter, draft.designs[ship.design])
    live.shields = live.full_shields
    return live.frozen()


def scattered(direction: int, hexes: int) -> Place:
    """The place a group is scattered to; 0 hexes leave it in the center. Rule: NV SPC-07.

    >>> scattered(4, 7), scattered(2, 0)
    ((0, 7), (0, 0))
    """
    return step(direction, hexes)


def gate_design(tc: int) -> Design:
    """The design of a star gate end as a target: size 180, TA 18, a communicator.

    Rule: NV UNI-12.
    """
    return Design("star gate end", "", (Component("CH", (UNITS["SG"].size or 0) // 30, 30),), tc)


def design_of(designs: Mapping[str, Design], fighter: Fighter) -> Design:
    """The design of a fighter, of a gate end too."""
    if fighter.gate:
        return gate_design(int(fighter.design))
    return designs[fighter.design]


def _gates(work: PhaseContext, draft: Draft, system: str, empires: Sequence[str]) -> list[Fighter]:
    """The placed ends of the empires that fight, in the center of the warp point."""
    return [
        Fighter(
            work.ids.opaque("fighter", str(work.turn), system, end.id),
            "",
            end.owner,
            end.name,
            str(draft.empires[end.owner].tech.get("TC", 0)),
            retreats=True,
            gate=end.id,
        )
        for end in sorted(draft.gates.values(), key=lambda one: one.id)
        if end.at == system and end.place == PLACED and end.owner in empires
    ]


def _keeps(effective: Effective, ship: Ship) -> int:
    """The range of an order M, -1 without one."""
    found = [one.activity for one in effective.activities(ship) if one.activity.code == "M"]
    return found[0].number if found else -1


def ships_away(
    draft: Draft, effective: Effective, system: str, ships: Collection[Ship]
) -> set[str]:
    """Ids of ships of a system that are not at its warp point, with the ships they carry.

    Rule: NV SPC-06. Ambiguity: NV A-SETUP-AWAY.
    """
    carried = [ship for ship in ships if ship.carrier]
    guards = {ship.carrier for ship in carried if effective.fittings.is_armed(ship)}
    away: set[str] = set()
    for ship in ships:
        if ship.carrier or ship.id in guards or effective.conduct(ship).armed:
            continue
        passage = draft.passages.get(ship.id)
        if passage is not None and passage.end == system and passage.letters:
            continue
        sight = draft.empires[ship.owner].sights.get(system)
        line = effective.line_of(ship)
        needed = (
            sight is None
            or not sight.explored
            or "SS" in effective.fittings.of(ship).kinds
            or (line is not None and line.setup is not None)
            or effective.contact(ship) in _STAYS_TO
            or not _STAYS_FOR.isdisjoint(effective.letters(ship))
        )
        if not needed:
            away.add(ship.id)
    for ship in carried:
        carrier = ship
        while carrier.carrier:
            carrier = draft.ships[carrier.carrier]
        if carrier.id in away:
            away.add(ship.id)
    return away


class _Placing:
    """Place ships, and roll the scatter of each group once."""

    def __init__(
        self,
        work: PhaseContext,
        draft: Draft,
        effective: Effective,
        system: str,
        ids: Mapping[str, str],
        dice: BattleDice,
        tell: Tell,
    ) -> None:
        self._work = work
        self._is_proven = work.unit_ids is not None
        self._draft = draft
        self._effective = effective
        self._system = system
        self._ids = ids
        self._dice = dice
        self._tell = tell
        self._scattered: dict[tuple[str, ...], tuple[Roll, Roll]] = {}
        self._rolled: dict[str, tuple[Roll, Roll]] = {}  # by ship

    def jumped_in(self, ship: Ship) -> bool:
        """True if it came by a jump this turn."""
        passage = self._draft.passages.get(ship.id)
        return passage is not None and passage.end == self._system and bool(passage.letters)

    def of(self, ship: Ship) -> Place:
        """The place of a ship without an order M."""
        if self.jumped_in(ship):
            return self._scatter(ship)
        line = self._effective.line_of(ship)
        if line is None or line.setup is None or ship.id in self._draft.stopped:
            return CENTER
        most = int(self._work.options["setup_max"])
        return step(line.setup.direction, min(line.setup.hexes, most))

    def _scatter(self, ship: Ship) -> Place:
        """The scattered place of a group that jumped in by one route. Rule: NV SPC-07."""
        passage = self._draft.passages[ship.id]
        group = (passage.start, *passage.letters)
        if group not in self._scattered:
            name = self._work.ids.opaque("scatter", str(self._work.turn), self._system, *group)
            if self._is_proven:
                name = self._route(ship.id)
            way, far = SCATTER
            self._scattered[group] = (
                self._dice(way, "scatter", name, "direction"),
                self._dice(far, "scatter", name, "hexes"),
            )
        both = self._rolled[ship.id] = self._scattered[group]
        return scattered(both[0].total, both[1].total)

    def _route(self, ship: str) -> str:
        """The way by which a ship jumped in, as rolls are named that are proven to its owner."""
        passage = self._draft.passages[ship]
        return " ".join((passage.start, *passage.letters))

    def at_range(self, ship: Ship, keeps: int, aliens: Sequence[Place]) -> Place:
        """The place of a ship with M+n: n hexes from a random alien, towards the center."""
        if not aliens:
            return self.of(ship)
        name = self._ids[ship.id]
        alien = aliens[0]
        if len(set(aliens)) > 1:
            alien = aliens[self._dice(f"d{len(aliens)}", "maintain", name).total - 1]
        if alien == CENTER and keeps:
            return step(self._dice("d6", "maintain", name, "direction").total, keeps)
        return plus(alien, limited(minus(CENTER, alien), keeps))

    def told(self, fighters: Mapping[str, Fighter]) -> None:
        """Note where all ships begin, and how groups were scattered."""
        for one in fighters.values():
            rolls = self._rolled.get(one.ship, ())
            scatter: dict[str, Fact] = (
                {"direction": rolls[0].total, "hexes": rolls[1].total} if rolls else {}
            )
            if rolls and self._is_proven:
                scatter["route"] = self._route(one.ship)
            if one.state != ABOARD:
                self._tell(
                    BattleNote(
                        "placed",
                        0,
                        "B" if rolls else "A",
                        (one.owner,),
                        one.id,
                        facts={"at": list(one.at), "away": one.state == AWAY, **scatter},
                        rolls=rolls,
                    )
                )
