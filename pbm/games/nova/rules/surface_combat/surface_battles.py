"""Ways to decide the fighting on planets: by doctrine, by the game master.

By doctrine armies fight as `invasion` says. The game master gives the result by a ruling made
beforehand for a planet, or everywhere while battles are by hand.

Rule: NV SUR-01, NV SUR-02, NV SUR-11, NV SUR-12, NV SUR-17, NV SUR-18, NV SUR-20,
NV CON-03, NV EOT-17, NV EOT-22.
Ambiguity: NV A-WHO, NV A-SUR-CONTINUE, NV A-SUR-THIRD, NV A-SUR-ALLY-DEF, NV A-SUR-LAST-SDU,
NV A-SUR-HOLD.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext, Unanswered
from pbm.engine.field_parsers import RefusedValue
from pbm.engine.types import Question
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.exploration.control import capture
from pbm.games.nova.rules.results.result_language import read_result
from pbm.games.nova.rules.results.result_meaning import understood
from pbm.games.nova.rules.results.result_records import BattleSetting, Result
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.rules.space_combat.battle_result import Judge, ground, ruled, with_forms
from pbm.games.nova.rules.surface_combat.fronts import (
    Front,
    has_units,
    is_defended,
    lands_all,
    without_assault,
)
from pbm.games.nova.rules.surface_combat.invasion import invasion
from pbm.games.nova.rules.surface_combat.orbit import OrbitingShips
from pbm.games.nova.rules.surface_combat.surface_outcome import (
    SurfaceOutcome,
    assaulted,
    meet,
    note_survivors,
    report,
)
from pbm.games.nova.state.orders.standing import Battle
from pbm.games.nova.state.planets import armies, with_units
from pbm.games.nova.state.state import Cargo, System
from pbm.games.nova.state.working_state import Draft

GROUND_FORMS = "rounds won loses lifts knows militia control suppressed"
BY_HAND = "by-hand"


def decide(work: PhaseContext, draft: Draft, effective: Effective, found: Sequence[Front]) -> None:
    """Carry out the fighting on these fronts.

    Raises Unanswered with the questions of those whose result the game master has yet to give.
    """
    by_hand = [one for one in found if _is_by_hand(work, draft, one)]
    for front in by_hand:
        if is_defended(draft.systems[front.system], front.invaders):
            for empire in list(front.invaders):
                without_assault(work, front, (empire,))
    results: dict[str, Result] = {}
    waiting: list[Question] = []
    for front in by_hand:
        if not front.invaders or not is_defended(draft.systems[front.system], front.invaders):
            continue
        try:
            results[front.system] = ruled(
                work, draft, ground(front.system), _question(draft, front), _judge(draft, front)
            )
        except Unanswered as stop:
            waiting += stop.items
    if waiting:
        raise Unanswered(*with_forms(waiting, GROUND_FORMS))
    orbit = OrbitingShips(draft, effective, {front.system for front in found})
    for front in found:
        if front.system in results:
            _fought(work, draft, front, results[front.system])
        elif front in by_hand:
            _unopposed(work, draft, front)
        else:
            invasion(work, draft, effective, orbit, front)


def _is_by_hand(work: PhaseContext, draft: Draft, front: Front) -> bool:
    """True if the game master gives the result: beforehand, or as set for the system.

    The way of fighting chosen for a system holds on its planet too; no surface combat is by mail.
    """
    if ground(front.system) in draft.base.results:
        return True
    way = draft.base.ways.get(front.system) or work.options["battles"]
    return way.split()[0] == BY_HAND


def _unopposed(work: PhaseContext, draft: Draft, front: Front) -> None:
    """Land all invaders; one that alone has armies there takes the planet."""
    for empire in front.invaders:
        lands_all(work, draft, front, empire, later=True)
    _settled(work, draft, front, None)


# --- the result ------------------------------------------------------------------------------


def _field(draft: Draft, front: Front, *, later: bool) -> BattleSetting:
    """The battlefield, with the units that land in the first round; ``later``: in all."""
    system = draft.systems[front.system]
    units = {
        one: {kind: held[kind] for kind in GROUND_UNITS if held.get(kind)}
        for one, held in system.surface.items()
        if one in draft.empires
    }
    units = {one: held for one, held in units.items() if held or one == system.owner}
    for empire in front.invaders:
        own = units.setdefault(empire, {})
        for kind, number in front.landing(empire, later=later).items():
            if kind in GROUND_UNITS:
                own[kind] = own.get(kind, 0) + number
    if system.owner:
        units.setdefault(system.owner, {})
    ships = [one.id for one in draft.ships.values() if one.at == front.system and one.owner]
    return BattleSetting(
        front.system,
        tuple(sorted(units)),
        ships,
        units=units,
        militia=system.militia,
        owner=system.owner,
        ground=True,
    )


def _judge(draft: Draft, front: Front) -> Judge:
    def judge(words: str) -> tuple[Result, tuple[RefusedValue, ...]]:
        clauses, faults = read_result(words)
        if faults:
            return Result(), faults
        rounds = next((one.number for one in clauses if one.word == "rounds"), 1)
        return understood(draft, _field(draft, front, later=rounds > 1), clauses)

    return judge


def _question(draft: Draft, front: Front) -> str:
    """The question to the game master: the sides, and the units of each."""
    place = _field(draft, front, later=False)
    system = draft.systems[front.system]
    sides = []
    for empire in place.empires:
        held = place.units[empire]
        told = [f"{number} {kind}" for kind, number in held.items()]
        if empire == system.owner and place.militia:
            told.append(f"{place.militia} militia")
        if empire in front.invaders and empire not in front.there:
            later = {
                kind: number
                for kind, number in front.landing(empire, later=True).items()
                if kind != "AA"
            }
            told += [f"{number} {kind} from round 2" for kind, number in later.items()]
        role = "invades" if empire in front.invaders else "defends"
        lines = "".join(f" | {line.ref.text}" for line in _ground_lines(draft, empire))
        sides.append(f"{draft.empires[empire].name} {role}: {', '.join(told)}{lines}.")
    return f"Armies fight on {front.system}. {' '.join(sides)}"


def _ground_lines(draft: Draft, empire: str) -> list[Battle]:
    orders = draft.base.orders.get(empire)
    return [line for line in orders.battle if line.ground] if orders is not None else []


def _fought(work: PhaseContext, draft: Draft, front: Front, result: Result) -> None:
    """Carry out a result: landings, losses, control of the planet, knowledge."""
    name = front.system
    before = draft.systems[name]
    for empire in front.invaders:
        lands_all(work, draft, front, empire, later=result.rounds > 1)
    place = _field(draft, Front(name), later=False)
    invaders = [one for one in place.empires if one in front.invaders]
    defenders = [one for one in place.empires if one == before.owner and one not in invaders]
    defenders += [
        one
        for one in place.empires
        if one not in (*invaders, *defenders) and any(place.units[one].values())
    ]
    for empire, lost in result.units.items():
        _less(draft, name, empire, lost)
    for id, up in result.lifts.items():
        _lifted(draft, name, id, up)
    system = draft.systems[name]
    militia = system.militia if result.militia is None else result.militia
    draft.systems[name] = replace(system, militia=militia, fought=work.turn)
    for one in invaders:
        number = sum(front.landing(one, later=result.rounds > 1).values())
        for other in defenders:
            assaulted(draft, name, one, other, number)
    outcome = SurfaceOutcome(
        name,
        before.owner,
        invaders,
        defenders,
        result.rounds,
        place.units,
        result.units,
        (place.militia, militia),
        _both_live(draft.systems[name], front),
        result.suppressed,
        knows=result.knows,
    )
    meet(work, draft, outcome)
    report(work, draft, outcome)
    stops = outcome.goes_on or outcome.suppressed
    note_survivors(draft, name, outcome.sides, defenders, suppressed=stops)
    _settled(work, draft, front, result)


def _less(draft: Draft, name: str, empire: str, lost: Mapping[str, int]) -> None:
    system = draft.systems[name]
    gone = {kind: -number for kind, number in lost.items()}
    draft.systems[name] = replace(system, surface=with_units(system.surface, empire, gone))


def _lifted(draft: Draft, name: str, id: str, up: Mapping[str, int]) -> None:
    """Take units up into a ship of their own empire. Rule: NV SUR-11."""
    ship = draft.ships[id]
    _less(draft, name, ship.owner, up)
    more = tuple(Cargo(kind, ship.owner, number) for kind, number in up.items())
    draft.put(replace(ship, cargo=(*ship.cargo, *more)))


def _both_live(system: System, front: Front) -> bool:
    """True if invaders and defenders both have units left."""
    return any(has_units(system, one) for one in front.invaders) and is_defended(
        system, front.invaders
    )


def _settled(work: PhaseContext, draft: Draft, front: Front, result: Result | None) -> None:
    """Settle who holds the planet: by the result, else the one invader with armies."""
    system = draft.systems[front.system]
    captor = result.control if result is not None else None
    if captor is None and not is_defended(system, front.invaders):
        left = [one for one in front.invaders if armies(system, one)]
        captor = left[0] if len(left) == 1 else None
    if captor is None or captor == system.owner or not system.colonies:
        return
    capture(work, draft, front.system, captor)
