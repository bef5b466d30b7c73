"""What a conformance case may ask of Nova's fighting: weapons, hits, critical hits, vectors."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pbm.dice.keyed import Dice, Roll, roll_name
from pbm.games.nova.conformance.builders import MissileFigures, design_of, weapon_of
from pbm.games.nova.rules.space_combat import holds
from pbm.games.nova.rules.space_combat.captain import Aim
from pbm.games.nova.rules.space_combat.fire import chances, gunnery, lasers, striking
from pbm.games.nova.rules.space_combat.fire.accuracy import warp_layer
from pbm.games.nova.rules.space_combat.fire.criticals import HOLD, critical
from pbm.games.nova.rules.space_combat.fire.firing import Firing
from pbm.games.nova.rules.space_combat.fire.gunnery import Hit, Shot
from pbm.games.nova.rules.space_combat.fire.striking import Defences, Struck
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.sensing import Sensing
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.battle import vectors
from pbm.games.nova.state.battle.arena import BattleSide, Fighter
from pbm.games.nova.state.battle.notes import BattleNote, silent
from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.state import Cargo
from pbm.games.nova.state.stowage import holds_of

Lines = tuple[str, ...]
Laser = Literal["BL", "PL"]
Figures = Mapping[str, int]
Missile = MissileFigures | None

_SHIP, _ONE, _OTHER = "ship", "one", "other"
_ROLLS = range(-4, 30)  # the columns of the printed attack charts
_DAMAGE_CODES = range(1, 19)


# --- weapons ----------------------------------------------------------------------------------


def _shot(
    weapon: str, distance: int, fc: int, ew: int, probed: bool, missile: Missile, mode: str
) -> Shot:
    fired = missile.called() if missile else None
    return gunnery.shot(weapon_of(weapon), distance, fc, ew, probed, fired, mode)


def shot(
    weapon: str,
    distance: int,
    fc: int = 0,
    ew: int = 0,
    probed: bool = False,
    missile: Missile = None,
    mode: str = "",
) -> dict[str, Any]:
    """What a weapon needs to hit over a distance, before its dice."""
    found = _shot(weapon, distance, fc, ew, probed, missile, mode)
    return {
        "bears": found.bears,
        "size": found.size,
        "dropoff": found.dropoff,
        "shift": found.shift,
        "percent": found.percent,
        "damage": found.damage,
        "terms": dict(found.terms),
        "dice": [die for die in found.dice if die],
    }


def attack(
    weapon: str,
    distance: int,
    dice: Dice,
    fc: int = 0,
    ew: int = 0,
    probed: bool = False,
    missile: Missile = None,
    mode: str = "",
) -> dict[str, Any]:
    """One attack with its dice: whether it hits, and what it brings to its target."""
    found = _shot(weapon, distance, fc, ew, probed, missile, mode)
    first = second = 0
    if found.bears and found.dice[0]:
        (first,) = dice.faces("attack", found.dice[0], 1, "all")
    if gunnery.hits(found, first) and found.dice[1]:
        (second,) = dice.faces("damage", found.dice[1], 1, "all")
    done = gunnery.hit(found, first, second) or Hit(0, found.mode)
    return {
        "modified": first + found.shift,
        "size": found.size,
        "percent": found.percent,
        "letter": done.letter,
        "layer": done.layer,
        "damage": done.damage,
    }


def advantage(weapon: str, fc: int, ew: int) -> int:
    """What FC and EW together add to the die or to the percentage of a weapon in the same hex."""
    missile = MissileFigures() if weapon.startswith("ML") else None
    terms = _shot(weapon, 0, fc, ew, True, missile, "").terms
    return sum(term for name, term in terms if name in ("FC", "EW"))


def expects(
    weapon: str,
    distance: int,
    fc: int = 0,
    ew: int = 0,
    probed: bool = False,
    missile: Missile = None,
) -> dict[str, Any]:
    """What a weapon does on average at a distance, how far it reaches, and its better mode."""
    fired = missile.called() if missile else None
    one = weapon_of(weapon)
    mean = chances.expected_damage(one, distance, fc, ew, probed, fired)
    return {
        "damage": amount_text(mean),
        "reach": chances.reach(one, fc, ew, probed, fired),
        "mode": chances.best_shot(one, distance, fc, ew, probed, fired).mode,
    }


def allocate(lines: Lines, aims: Mapping[str, Lines]) -> dict[str, Any]:
    """Which weapons of a ship fire at which target, as they are allocated, and which do not.

    ``aims``: names of installations (ML1) by target; all targets lie in the ship's hex.
    """
    ship = Live(Fighter(_SHIP, "", _ONE, "", ""), design_of(lines))
    hull = design_of(["IE 1"])
    lives = {_SHIP: ship, **{one: Live(Fighter(one, "", _OTHER, one, ""), hull) for one in aims}}
    sides = {_ONE: BattleSide(_ONE, (_OTHER,)), _OTHER: BattleSide(_OTHER, (_ONE,))}
    notes: list[BattleNote] = []
    sensing = Sensing(1, lives, {_ONE: {}, _OTHER: {}}, silent)
    sensing.look()
    firing = Firing(1, lives, sides, sensing, {}, _no_dice, notes.append)
    firing.allocate(_ONE, {_SHIP: [Aim(target, names) for target, names in aims.items()]})
    firing.resolve()
    found = {
        kind: {note.to: note.facts["weapons"] for note in notes if note.kind == kind}
        for kind in ("volley", "wasted")
    }
    return {
        "fired": {one: found["volley"][one] for one in aims if one in found["volley"]},
        "wasted": found["wasted"],
        "total": len(ship.fired),
    }


def _no_dice(die: str, *name: str, count: int = 1) -> Roll:
    return Roll(roll_name(name), die, (1,) * count, "")


# --- the charts of lasers ---------------------------------------------------------------------


def laser_row(mode: Laser, distance: int) -> str:
    """The damage codes at a distance for modified dice from -4 to 29, ``-`` for none."""
    return "".join(lasers.laser_letter(mode, die, distance) or "-" for die in _ROLLS)


def laser_code(mode: Laser, distance: int, roll: int) -> dict[str, Any]:
    """The damage code of a modified die at a distance, and how many quarters it stands for."""
    level = lasers.laser_level(mode, roll, distance)
    return {"level": level, "letter": lasers.letter_of(level)}


def laser_damage(size: int) -> list[int]:
    """Points of damage by the codes A to R of a laser of this remaining size."""
    return [lasers.laser_damage(size, lasers.letter_of(level)) for level in _DAMAGE_CODES]


def laser_dropoff(distance: int) -> dict[str, int]:
    """Points of size that beam and pulse lasers lose at a distance."""
    return {mode: lasers.dropoff(mode, distance) for mode in gunnery.LASERS}


# --- hits -------------------------------------------------------------------------------------


def _hit(words: str, dice: Dice, number: int) -> Hit:
    """A hit such as ``32 PL``, ``4 FP``, ``4 WC TA``; ``4 WC`` rolls what it affects."""
    damage, kind, *layer = words.split()
    if kind == gunnery.WARP and not layer:
        (die,) = dice.faces(f"location {number}", "d10", 1, "all")
        layer = [warp_layer(die, int(damage))]
    return Hit(int(damage), kind, *layer)


def strikes(
    hits: Lines,
    dice: Dice,
    shields: int = 0,
    si: int = 0,
    sm: int = 1,
    armour: int = 0,
    structure: int = 0,
    ssz: int = 1000,
) -> dict[str, Any]:
    """What hits do one after the other, and what is left; ``32 PL``, ``4 WC`` (rolls), ``4 WC TA``.

    ``taken``: shields, armour and structure by each hit. ``SR``: what shields then recover.
    """
    ship = Defences(shields, si, armour, structure, ssz)
    taken: list[Struck] = []
    after: list[int] = []
    for number, words in enumerate(hits):
        taken.append(striking.strike(ship, _hit(words, dice, number)))
        after.append(ship.shields)
    return {
        "taken": [[one.shields, one.armour, one.structure] for one in taken],
        "SL_after_each": after,
        "SL": ship.shields,
        "TA": ship.armour,
        "SD": ship.structure,
        "criticals": sum(one.is_critical for one in taken),
        "destroyed": striking.destroyed(ship),
        "SR": striking.recovery(si, sm, ship.shields),
    }


def recovery(si: int, sm: int, shields: int = 0) -> dict[str, int]:
    """Points that shields recover at the end of a round, and the most they can be."""
    return {"SR": striking.recovery(si, sm, shields), "max": si * sm}


def multiple_lost(si: int, sm: int, shields: int) -> dict[str, int]:
    """Shields after one of their multiples is lost."""
    cut = striking.above_most(si, sm - 1, shields)
    back = striking.recovery(si, sm - 1, 0)
    return {"cut": cut, "SL": shields - cut, "max": si * (sm - 1), "SR": back}


def blow_up(structure: int, ssz: int) -> dict[str, Any]:
    """The chance that a ship with so much structural damage blows up, or that it is destroyed."""
    ship = Defences(0, 0, 0, structure, ssz)
    return {
        "percent": striking.blow_up_chance(structure, ssz),
        "destroyed": striking.destroyed(ship),
    }


def criticals(structure: Sequence[int]) -> int:
    """Critical hits of a ship, from the structural damage that each hit did."""
    return sum(Struck(0, 0, points).is_critical for points in structure)


# --- critical hits ----------------------------------------------------------------------------


def critical_hit(
    lines: Lines, roll: int, lost: Figures | None = None, cargo: Lines = ()
) -> dict[str, Any]:
    """What a permillage roll does to a ship of a design; cargo as ``2 AA``, in its order."""
    design = design_of(lines)
    sound = [
        piece.name
        for piece in figures(design).installations
        if piece.part.kind == HOLD and piece.name not in (lost or {})
    ]
    aboard = [Cargo(one.split()[1], "", int(one.split()[0])) for one in cargo]
    found = critical(design, lost or {}, roll, holds.stow(sound, aboard))
    return {
        "part": found.part or None,
        "effect": found.effect,
        "level": found.level,
        "dead": [one.kind for one in found.dead],
        "aboard": [one.kind for one in found.stowed],
        "opens": found.opens,
        "explodes": found.explodes,
    }


def hold_hits(unit: str, holds_hit: int) -> dict[str, Any]:
    """What is left of a unit when so many of its cargo holds are hit."""
    names = [f"CH{number}" for number in range(1, 1 + holds_of(unit))]
    stowed = holds.stow(names, (Cargo(unit, "", 1),))
    dead: list[Stowed] = []
    explodes = False
    for name in names[:holds_hit]:
        stowed, gone, blown = holds.hold_lost(stowed, name)
        dead, explodes = [*dead, *gone], explodes or blown
    return {
        "lost": (*dead, *stowed)[0].lost,
        "holds": len(names),
        "destroyed": bool(dead),
        "ship_destroyed": explodes,
    }


# --- vectors ----------------------------------------------------------------------------------


def vector(vector: Figures, thrust: Figures | None = None) -> dict[str, int]:
    """A vector after thrust, in at most two directions; both as hexes by direction 1 to 6."""
    parts = [{int(way): hexes for way, hexes in one.items()} for one in (vector, thrust or {})]
    total = vectors.plus(*map(vectors.of_directions, parts))
    return {str(way): hexes for way, hexes in vectors.simplified(total).items()}
