"""PCBs set off by GROUND lines as a round of surface combat ends.

A bomb on the planet goes off; one in a ship at the planet falls, and the SDUs of the other side
fire at it first. The bombs that get through in one round add up. The order is explicit, so an
empire's own units on the planet do not prevent it.

Rule: NV SUR-15, NV SUR-16, NV UNI-09, NV UNI-26 to UNI-28.
Ambiguity: NV A-PCB-STORED, NV A-PCB-ALLOC, NV A-PCB-JOINT, NV A-PCB-COMBAT.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.engine.events import OrderRef, only
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.exploration.devastation import hit, shot_down
from pbm.games.nova.rules.planetside import taken, unloaded
from pbm.games.nova.rules.surface_combat.battlefield import Battlefield
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import Cargo


def set_off(battle: Battlefield, round: int, told: set[str]) -> None:
    """Set off all PCBs of this round; ``told``: empires told already of too few PCBs."""
    sides = (battle.invaders, battle.defenders)
    fell: dict[str, int] = {}
    got: list[int] = []
    for side in sides:
        resting = falling = 0
        for empire in side:
            on_planet, from_ships = _armed(battle, empire, round, told)
            resting, falling = resting + on_planet, falling + from_ships
            if on_planet + from_ships:
                fell[empire] = on_planet + from_ships
        enemies = battle.defenders if side is battle.invaders else battle.invaders
        got.append(resting + _past_guns(battle, enemies, falling, round))
    through = sum(got)
    for number, side in zip(got, sides, strict=True):
        dropped = sum(fell.get(one, 0) for one in side)
        if not dropped:
            continue
        for empire in battle.empires:
            battle.work.emit_to(
                "pcbs_fell",
                empire,
                battle.name,
                f"r{round}",
                rule="NV SUR-15",
                system=battle.name,
                through=number,
                fell=dropped,
                yours=empire in side,
            )
    if through:
        battle.emptied = True
        hit(battle.work, battle.draft, battle.name, through)


def _armed(battle: Battlefield, empire: str, round: int, told: set[str]) -> tuple[int, int]:
    """PCBs an empire sets off on the planet, and PCBs that fall from its ships."""
    wanted, ref = battle.doctrines[empire].bombs()
    if not wanted:
        return 0, 0
    stored = battle.system.units(empire, "PCB")
    ships = battle.orbit.ships(battle.name, empire)
    aboard = sum(one.number for ship in ships for one in taken(ship, (), ("PCB",)))
    if stored + aboard < wanted and empire not in told:
        told.add(empire)
        why = f"{stored} are on {battle.name} and {aboard} in your ships there"
        telling.failed(
            battle.work, empire, ref, "", f"PCB {wanted}", why, rule="NV SUR-15", system=battle.name
        )
    resting = min(wanted, stored)
    falling = min(wanted - resting, aboard)
    if resting:
        surface = with_units(battle.system.surface, empire, {"PCB": -resting})
        battle.draft.systems[battle.name] = replace(battle.system, surface=surface)
    left = falling
    for ship in ships:
        number = min(left, sum(one.number for one in taken(ship, (), ("PCB",))))
        if number:
            left -= number
            battle.draft.put(unloaded(ship, [Cargo("PCB", empire, number)]))
    if resting + falling:
        _tell_armed(battle, empire, round, resting, falling, ref)
    return resting, falling


def _tell_armed(
    battle: Battlefield, empire: str, round: int, resting: int, falling: int, ref: OrderRef | None
) -> None:
    battle.work.emit_to(
        "pcbs_set_off",
        empire,
        battle.name,
        str(round),
        rule="NV SUR-15",
        order=ref,
        system=battle.name,
        round=round,
        on_planet=resting,
        from_ships=falling,
    )


def _past_guns(battle: Battlefield, gunners: Sequence[str], falling: int, round: int) -> int:
    """The number of falling PCBs that get past the SDUs of the other side.

    Each SDU fires once; its owner's lines share out all fire before a die is rolled.
    """
    if not falling:
        return 0
    struck: set[int] = set()
    spread = 0
    for empire in gunners:
        guns = battle.system.units(empire, "SDU")
        if not guns:
            continue
        aims = [0] * guns
        if battle.doctrines[empire].spreads_guns():
            aims = [(spread + n) % falling for n in range(guns)]
            spread += guns
        roll: Roll = battle.work.roll(
            "d6",
            "pcb",
            battle.name,
            f"r{round}",
            empire,
            *battle.nth(empire),
            count=guns,
            seen=only(empire),
        )
        shot = shot_down(aims, roll.faces)
        struck |= shot
        battle.work.emit_to(
            "sdus_fired",
            empire,
            battle.name,
            str(round),
            rule="NV SUR-16",
            rolls=(roll,),
            system=battle.name,
            bombs=falling,
            shots=guns,
            dice=list(roll.faces),
            destroyed=len(shot),
        )
    return falling - len(struck)
