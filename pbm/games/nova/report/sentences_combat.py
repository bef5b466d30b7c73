"""Sentences on battles: the outcome for own ships, and what was seen of the enemy.

Rule: NV REP-06, NV REP-07, NV REP-11, NV REP-16, NV SPC-47.
"""

from collections.abc import Iterable, Sequence

from pbm.games.nova.report.battles.battle_words import together
from pbm.games.nova.report.facts import Blow, Enemy, GroundEnemy, Match, OwnShip
from pbm.games.nova.report.saying import Names, units
from pbm.games.nova.report.sentences_space import doing
from pbm.kit.english import count, listed
from pbm.packets.catalogue import Sentences

MOST_SHIPS = 6  # so many are told one by one


def losses(ship: OwnShip) -> list[str]:
    """What a ship lost, in words: points, installations, units aboard."""
    points = (("armour", ship.armour), ("structure", ship.structure))
    found = [f"{number} {name}" for name, number in points if number]
    found += [
        f"{count(number, 'level')} of {name}" if name[:2] in ("IE", "JD") else name
        for name, number in ship.parts.items()
    ]
    return [*found, units(ship.cargo)] if ship.cargo else found


def outcomes(ships: Sequence[OwnShip]) -> str:
    """Own ships with the damage they took; of many those with one outcome together."""
    if len(ships) <= MOST_SHIPS:
        return "; ".join(f"{one.ship} ({one.klass}){_fate(one)}" for one in ships)
    heaps = together((_in_short(one), one.ship) for one in ships)
    return "; ".join(f"{said}: {', '.join(names)}" for said, names in heaps.items())


def _fate(ship: OwnShip) -> str:
    if ship.is_lost:
        return f" is {ship.fate}{' by aliens' if ship.fate == 'captured' else ''}"
    lost = listed(losses(ship))
    damage = f" loses {lost}" if lost else ""
    if ship.fate:
        to = f" to {ship.to}" if ship.to else ""
        return f"{damage + ' and' if damage else ''} retreats{to}"
    return damage or " is not damaged"


def _in_short(ship: OwnShip) -> str:
    """What stands before the names of ships with one outcome."""
    if ship.is_lost:
        return ship.fate
    lost = listed(losses(ship))
    to = f", retreats{' to ' + ship.to if ship.to else ''}" if ship.fate else ""
    return f"{f'lost {lost}' if lost else 'not damaged'}{to}"


def enemy(names: Names, one: Enemy) -> str:
    """The ships of an enemy in a battle, and their losses."""
    fates = ((one.destroyed, "destroyed"), (one.captured, "captured"), (one.retreats, "retreated"))
    came = "" if not one.jumped_in else "jumped in"
    if one.jumped_in != one.ships:
        came = came and f"{one.jumped_in} {came}"
    tried = f"tried to {doing(one.tried)}" if one.tried else ""
    did = listed(f"{number} {fate}" for number, fate in fates if number)
    more = "; ".join(filter(None, (did, came, tried)))
    return f"{count(one.ships, 'ship')} of {names.who(one.who)}{f' ({more})' if more else ''}"


def heard(own: Iterable[OwnShip]) -> str:
    """Ships with which contact is lost, as they were last heard of."""
    found = []
    for one in own:
        way = f", which jumped from {one.start} by line {one.letters[0]}" if one.letters else ""
        found.append(f"{one.ship} ({one.klass}){way if one.start else ''}")
    return listed(found)


def ground_enemies(names: Names, enemies: Iterable[GroundEnemy]) -> str:
    """Who fought on a planet, and what they lost."""
    return listed(
        f"{names.who(one.who)} (who lost {units(one.lost)})"
        if units(one.lost)
        else names.who(one.who)
        for one in enemies
    )


def match(one: Match) -> str:
    """Units that met and their dice, one's own units first."""
    return " against ".join(", ".join(map(_fighter, side)) for side in (one.own, one.alien))


def _fighter(unit: Blow) -> str:
    friend = "a friend's " if unit.friend else ""
    return f"{friend}{unit.kind} {_die(unit)}"


def fire(one: Blow) -> str:
    """Fire of a ship at a target on a planet; who fires from there is not told."""
    aimed = f"at {one.target} {_die(one)}"
    return f"{one.ship} {aimed} (needs {one.needs})" if one.ship else aimed


def _die(one: Blow) -> str:
    """A die, an x behind one that destroys."""
    return f"{one.die}{'x' if one.hits else ''}"


SENTENCES: Sentences = {
    "battle": (
        "[{report=full}Battle at {system}, {rounds:count round}, against {against:enemies}. "
        "[{outcome=won}You won|{outcome=lost}You lost|Nobody won]. {own:outcomes}."
        "|{report=garbled}A garbled report of a fight[ at {system}] against "
        "{aliens:count alien ship}; your {own:own_names} took part."
        "|All contact is lost with {own:heard}[ at {system}].]"
    ),
    "surface_combat": (
        "[{invades?}You invade|You defend] {system} against {against:ground_enemies}, "
        "{rounds:count round}. [Your units: {had:units}|You had no units there], lost: "
        "[{lost:units}|nothing], left: [{left:units}|nothing]."
        "[ Militia: {militia:first} before, {militia:last} now.]"
        "[{alien_militia_lost?} {alien_militia_lost:count army/armies} of alien militia fell.]"
        "[ Withdrawn: {withdrawn:units}.][{emptied?} Then PCBs destroyed everything on the planet.]"
        "[{goes_on?} The fighting goes on, and the system gives no revenue.]"
    ),
    "ground_round": (
        "Round {round} on {system}, your units first, x destroys: "
        "[{matches:matches}|none of your units met an enemy][. Your OS: {os:fire}]"
        "[. Fire from orbit: {alien_os:fire}].[ Kept back: {screened:units}.] "
        "You destroy [{killed:units}|nothing] and lose [{lost:units}|nothing]."
    ),
    "withdrawn": "As round {round} on {system} begins, your ships take up {units:units}.",
    "pcbs_set_off": (
        "At the end of round {round} on {system} you set off [{on_planet?}{on_planet:unit PCB} on "
        "the planet[{from_ships?} and ]][{from_ships?}{from_ships:unit PCB} from your ships]."
    ),
    "sdus_fired": (
        "Your SDUs on {system} fire at {bombs:unit PCB}, {shots:count shot} ({dice:names}; up to 4 "
        "hits): {destroyed} destroyed."
    ),
    "minor_contact": (
        "The aliens at {system} are {who:who}. [{new?}They are new to you|You knew them before]."
    ),
    "ship_captured": (
        "You capture {was_called} ({klass})[ with {gates:list} aboard] at {system}; it is called "
        "{ship}.[ {lost:perished}]"
    ),
    "gate_destroyed": "Your star gate end {gate} at {system} is destroyed.",
}
