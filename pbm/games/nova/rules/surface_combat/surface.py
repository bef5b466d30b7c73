"""A surface combat by doctrine: up to three rounds between invaders and defenders.

In a round armies are taken up, others land, both sides are drawn up, all units attack at the same
time, OS fires, and PCBs are set off. The draft changes with each step, since conditions read it.

Rule: NV SUR-01 to SUR-11, NV SUR-15, NV SUR-21, NV UNI-05, NV UNI-06.
Ambiguity: NV A-SUR-R1-LATER, NV A-SUR-OS-PHASE, NV A-SUR-OS-SDU, NV A-DOCTRINE.
"""

from collections.abc import Sequence

from pbm.engine.events import only
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules.surface_combat.battlefield import Battlefield
from pbm.games.nova.rules.surface_combat.fronts import Front
from pbm.games.nova.rules.surface_combat.ground import Attack, aimed, attacks, drawn_up
from pbm.games.nova.rules.surface_combat.ground_bombs import set_off
from pbm.games.nova.rules.surface_combat.ground_landing import LAST, Landings, withdraw
from pbm.games.nova.rules.surface_combat.ground_told import GroundRound, OrbitalShot, tell_round


def fight(battle: Battlefield, front: Front) -> None:
    """Fight all rounds of this turn."""
    given = battle.draft.given
    names = [
        key(what, empire, "", battle.name)
        for empire in battle.empires
        for what in ("round", "losses")
    ]
    before = {name: given[name] for name in names if name in given}
    landings = Landings(battle, front)
    told: set[str] = set()
    for number in range(1, LAST + 1):
        if battle.emptied:
            break
        _round(battle, landings, number, told)
    for name in names:
        given.pop(name, None)
    given.update(before)
    if battle.units(battle.invaders) and not battle.units(battle.defenders):
        landings.rest()


def _round(battle: Battlefield, landings: Landings, number: int, told: set[str]) -> None:
    """Fight one round; nothing happens while one side has no units there."""
    battle.note(number)
    leaving = withdraw(battle, number, told)
    lived = battle.rounds > 0 or (battle.continued and number == 1)
    veterans = [
        side for side in (battle.invaders, battle.defenders) if lived and battle.has_armies(side)
    ]
    landings.come_down(number, leaving)
    defenders, invaders = battle.units(battle.defenders), battle.units(battle.invaders)
    if not defenders or not invaders:
        return
    battle.rounds += 1
    ways = {one: battle.doctrines[one].way() for one in battle.empires}
    round = GroundRound(number, drawn_up(defenders, invaders, ways))
    _attack(battle, round)
    for side in veterans:
        for empire in side:
            _bombard(battle, round, empire)
    viewers = _viewers(battle, round)
    for unit in round.dead:
        battle.destroy(unit)
    tell_round(battle, round, viewers)
    battle.note(number)
    set_off(battle, number, told)


def _attack(battle: Battlefield, round: GroundRound) -> None:
    """Let every unit that met an enemy attack once, all at the same time."""
    by_empire: dict[str, list[Attack]] = {}
    for match in round.line.matches:
        for attack in attacks(match):
            by_empire.setdefault(attack.by.empire, []).append(attack)
    for empire in battle.empires:
        own = by_empire.get(empire, [])
        if own:
            faces = _dice(battle, round, empire, len(own))
            round.blows.update(
                {attack.by: (attack, die) for attack, die in zip(own, faces, strict=True)}
            )


def _bombard(battle: Battlefield, round: GroundRound, empire: str) -> None:
    """Fire an empire's OS, also at units that are kept back."""
    doctrine = battle.doctrines[empire]
    guns = battle.orbit.bombardment(battle.name, empire)
    targets = aimed(
        [(level, doctrine.bombarded(ship)) for ship, level in guns],
        battle.units(battle.enemies(empire)),
    )
    if targets:
        faces = _dice(battle, round, empire, len(targets), "OS")
        round.shots += [
            OrbitalShot(empire, guns[place][0].name, target, needs, die)
            for (place, target, needs), die in zip(targets, faces, strict=True)
        ]


def _dice(
    battle: Battlefield, round: GroundRound, empire: str, count: int, *what: str
) -> Sequence[int]:
    """Dice of one empire in a round; it alone sees the rolls, others the faces."""
    name = ("ground", battle.name, f"r{round.number}", empire, *what, *battle.nth(empire))
    roll = battle.work.roll("d6", *name, count=count, seen=only(empire))
    round.rolls.setdefault(empire, []).append(roll)
    return roll.faces


def _viewers(battle: Battlefield, round: GroundRound) -> list[str]:
    """Empires that see a round: those with units or OS in it, and the planet's owner."""
    there = {unit.empire for match in round.line.matches for unit in match.units}
    there |= {unit.empire for unit in round.line.screened}
    there |= {shot.empire for shot in round.shots} | {battle.system.owner}
    return [one for one in battle.empires if one in there]
