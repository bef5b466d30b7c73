"""A fight of armies for a planet, fought many times: one turn of it, up to three rounds.

Rule: NV SUR-01 to SUR-12, NV SUR-18. Ambiguity: NV A-DOCTRINE, NV A-SUR-LAST-SDU.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from pbm.dice.keyed import Ids
from pbm.engine.context import GameState, PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.planetside import taken
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.rules.surface_combat import surface
from pbm.games.nova.rules.surface_combat.battlefield import MILITIA, Battlefield
from pbm.games.nova.rules.surface_combat.fronts import Front, Landing, has_units
from pbm.games.nova.rules.surface_combat.ground import STRONGEST
from pbm.games.nova.rules.surface_combat.orbit import OrbitingShips
from pbm.games.nova.state.components import HOLD, Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.planets import armies
from pbm.games.nova.state.state import Cargo, Ship, State
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.tools.odds.stream import Stream
from pbm.games.nova.tools.odds.tally import FLEES, LOSES, LOST, LOST_MCR, OPEN, WINS, Tally
from pbm.kit.records import Record

# No design of a sheet is called so.
_TRANSPORT = "="


class Siege(Record):
    """Who fights for which planet; ships at it land what they carry and bombard."""

    state: State
    system: str
    invader: str
    defender: str
    options: Mapping[str, str]

    @property
    def brought(self) -> dict[str, dict[str, int]]:
        """Units by empire and kind, those still aboard ships too, from the strongest kind."""
        found: dict[str, dict[str, int]] = {}
        for empire in (self.invader, self.defender):
            here = self.state.systems[self.system]
            held = {kind: here.units(empire, kind) for kind in STRONGEST if kind != MILITIA}
            if empire == self.defender:
                held[MILITIA] = here.militia
            for landing in landings(self.state, empire, self.system):
                for cargo in (*landing.first, *landing.later):
                    held[cargo.kind] += cargo.number * (empire == self.invader)
            found[empire] = {kind: held[kind] for kind in STRONGEST if held.get(kind)}
        return found


class SiegeTask(Record):
    """Fights for one process: from the number ``first`` on, ``count`` of them."""

    match: Siege
    seed: str
    first: int
    count: int


class _Dice(Struct):
    """A stream for the phases' dice."""

    stream: Stream
    named: list[str] = field(default_factory=list)

    def faces(self, _name: str, die: str, count: int, _group: str) -> tuple[int, ...]:
        return self.stream(die, count=count).faces


def transport(empire: str, system: str, units: Mapping[str, int]) -> tuple[Ship, Design]:
    """A ship with these units and holds for them all, and its design."""
    holds = sum(number * -(-(UNITS[kind].size or 0) // HOLD) for kind, number in units.items())
    parts = (Component("IE", 1, 1), Component("CH", max(holds, 1), HOLD))
    design = Design(_TRANSPORT, empire, parts)
    cargo = tuple(Cargo(kind, empire, number) for kind, number in units.items())
    key = f"{empire}/{_TRANSPORT}"
    return Ship(f"{empire} {_TRANSPORT}", "transports", empire, empire, key, system, cargo=cargo), (
        design
    )


def landings(state: State, empire: str, system: str) -> list[Landing]:
    """What each ship of an empire at a planet lands; assault armies come first."""
    found: list[Landing] = []
    for ship in sorted(state.ships.values(), key=lambda one: one.name):
        cargo = taken(ship, (), GROUND_UNITS)
        if ship.owner == empire and ship.at == system and cargo:
            first = [one for one in cargo if one.kind == "AA"]
            found.append(
                Landing(empire, ship, None, first, [one for one in cargo if one.kind != "AA"])
            )
    return found


def fought(siege: Siege, seed: str, number: int) -> Battlefield:
    """The fight of this number at its end."""
    state, name = siege.state, siege.system
    standing = GameState(state.turn, 0, (), (), state)
    ids = Ids(f"{seed}\0{number}".encode())
    work = PhaseContext(standing, "", siege.options, _Dice(Stream(seed, number)), ids)
    work.phase = "I"
    draft = Draft(state)
    effective = Effective(draft)
    invader = siege.invader
    there = {invader} if has_units(state.systems[name], invader) else set[str]()
    front = Front(name, {invader: landings(state, invader, name)}, there)
    orbit = OrbitingShips(draft, effective, (name,))
    battle = Battlefield(work, draft, effective, orbit, name, (invader,), (siege.defender,))
    surface.fight(battle, front)
    return battle


def counted(battle: Battlefield) -> Tally:
    """The tally of one fight."""
    tally = Tally(1, battle.rounds)
    both = (battle.invaders[0], battle.defenders[0])
    there = {one: bool(battle.units((one,))) for one in both}
    for empire, enemy in (both, both[::-1]):
        for kind, number in battle.lost.get(empire, {}).items():
            tally.sums[empire, kind] += number
            tally.sums[empire, LOST] += number
            tally.sums[empire, LOST_MCR] += number * (UNITS[kind].full_cost or 0)
        if not there[empire]:
            fate = FLEES if battle.withdrawn.get(empire) else LOSES
        elif there[enemy]:
            fate = OPEN
        else:
            takes = empire in battle.defenders or armies(battle.system, empire)
            fate = WINS if takes else OPEN
        tally.fates[empire, fate] += 1
    tally.squares.update({key: number * number for key, number in tally.sums.items()})
    return tally


def fight(task: SiegeTask) -> Tally:
    """The results of the fights of a task."""
    tally = Tally()
    for number in range(task.first, task.first + task.count):
        tally.add(counted(fought(task.match, task.seed, number)))
    return tally
