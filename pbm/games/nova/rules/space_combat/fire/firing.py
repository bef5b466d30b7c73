"""Steps F and G: aims, the dice of every attack, and damage.

All attacks are resolved before any ship takes damage. On each target the attacks of a side count
in the order its captain gave. If several sides hit one ship, the sides count in an order drawn
from the seed.

Rule: NV SPC-18 to SPC-34, NV SPC-50, NV SPC-53 to SPC-57. Ambiguity: NV A-FIRE-ORDER,
NV A-ECHO-AIM, NV A-MUTUAL-AUTO, NV A-SPOT.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field

from pbm.dice.keyed import Roll
from pbm.games.nova.rules.space_combat.captain import Aim
from pbm.games.nova.rules.space_combat.fire.gunnery import (
    COMBINATION,
    LASERS,
    MISSILE,
    Hit,
    Shot,
    Weapon,
    counted_as,
    hit,
    hits,
    shot,
    weapons,
)
from pbm.games.nova.rules.space_combat.fire.striking import Defences, Struck, destroyed, strike
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.sensing import Sensing
from pbm.games.nova.state.battle.arena import DESTROYED, BattleSide
from pbm.games.nova.state.battle.notes import BattleDice, BattleNote, RuledDice, Tell, silent
from pbm.games.nova.state.battle.vectors import distance
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.facts import Fact

SIZED = (*LASERS, COMBINATION)  # the sizes of lasers alone are seen. Rule: NV SPC-13.
Missiles = Mapping[str, Mapping[str, MissileDesign]]


class Volley(Struct):
    """Like weapons of one ship fired at one target, and their results.

    ``results``: in the order of ``names``, None for a miss. ``echoes``: shots that went to false
    positions, which roll nothing. ``struck``: the points the target took, hit by hit.
    """

    by: Live
    to: Live
    weapon: Weapon
    names: tuple[str, ...]
    shot: Shot
    rank: int
    missile: str = ""
    echoes: int = 0
    rolls: tuple[Roll, ...] = ()
    results: tuple[Hit | None, ...] = ()
    struck: list[Struck] = field(default_factory=list)


class Firing:
    """One round's fire."""

    def __init__(
        self,
        round: int,
        lives: Mapping[str, Live],
        sides: Mapping[str, BattleSide],
        sensing: Sensing,
        missiles: Missiles,
        dice: BattleDice,
        tell: Tell,
    ) -> None:
        self._round = round
        self._lives = lives
        self._sides = sides
        self._sensing = sensing
        self._missiles = missiles
        self._dice = dice
        self._ruled = dice if isinstance(dice, RuledDice) else None
        self._tell = tell
        self._volleys: dict[str, list[Volley]] = {}
        self._real: dict[str, int] = {}
        self._spread: dict[tuple[str, str], int] = {}
        self._counted: dict[tuple[str, str], int] = {}
        self.damaged = False

    # --- step F ---

    def allocate(self, empire: str, aims: Mapping[str, Sequence[Aim]]) -> None:
        """Take a side's allocation, and report weapons that cannot fire as wasted."""
        for id, wanted in aims.items():
            ship = self._lives[id]
            works = {one.name: one for one in weapons(ship.design, ship.parts)}
            for aim in wanted:
                self._aimed(empire, ship, works, aim)

    def _aimed(self, empire: str, ship: Live, works: Mapping[str, Weapon], aim: Aim) -> None:
        why = self._cannot(empire, ship, aim)
        names: list[str] = []
        lost: list[str] = []
        for one in aim.weapons:  # each fires once in a round, however often it is aimed
            if why or one not in works or one in ship.fired:
                lost.append(one)
                continue
            names.append(one)
            ship.fired.add(one)
        if lost:
            why = why or "does not work, or has fired this round"
            facts: dict[str, Fact] = {"weapons": lost, "why": why}
            self._tell(
                BattleNote("wasted", self._round, "F", (empire,), ship.id, aim.target, facts)
            )
        for _figures, group in groupby(names, lambda name: _alike(works[name])):
            self._volley(empire, ship, works, tuple(group), aim)

    def _cannot(self, empire: str, ship: Live, aim: Aim) -> str:
        """Why a ship may not fire at a target, "" if it may. Rule: NV SPC-18, NV SPC-19."""
        target = self._lives.get(aim.target)
        if not ship.in_play or ship.owner != empire:
            return "it is not on the map"
        if target is None or aim.target not in self._sensing.detected[empire]:
            return "the target is not detected"
        if target.owner not in self._sides[empire].enemies:
            return "the target is not an enemy"
        return ""

    def _volley(
        self, empire: str, ship: Live, works: Mapping[str, Weapon], names: tuple[str, ...], aim: Aim
    ) -> None:
        """Roll for like weapons: first to hit, then for the effects of the hits."""
        target, weapon = self._lives[aim.target], works[names[0]]
        missile = self._missile(ship, aim.missile) if weapon.kind == MISSILE else None
        fired = shot(
            weapon,
            distance(ship.at, target.at),
            ship.fc_level,
            target.ew_level,
            self._sensing.probed_for_fire(empire, target.id),
            missile,
            aim.mode,
        )
        real = self._at_the_real_one(empire, target, len(names), aim.position)
        volley = Volley(ship, target, weapon, names, fired, aim.rank, aim.missile)
        volley.echoes = len(names) - real
        first = fired.dice[0]
        # The owner of the target reads this name, so it must not show the attacker's other weapons.
        number = self._counted[ship.id, target.id] = self._counted.get((ship.id, target.id), 0) + 1
        name = (f"r{self._round}", "fire", ship.id, target.id, str(number))
        if self._ruled is not None:
            volley.shot = fired = counted_as(fired, self._ruled.counted(fired.terms, *name))
        if fired.bears and real:
            faces = (0,) * real
            if first:
                roll = self._dice(first, *name, count=real)
                volley.rolls, faces = (roll,), roll.faces
            volley.results = self._effects(fired, faces, name, volley)
        self._volleys.setdefault(target.id, []).append(volley)
        if real:
            self._learned(volley)

    def _effects(
        self, fired: Shot, faces: tuple[int, ...], name: tuple[str, ...], volley: Volley
    ) -> tuple[Hit | None, ...]:
        second = fired.dice[1]
        if not second:
            return tuple(hit(fired, face) for face in faces)
        on = sum(hits(fired, face) for face in faces)
        if not on:
            return (None,) * len(faces)
        roll = self._dice(second, *name, "effect", count=on)
        volley.rolls = (*volley.rolls, roll)
        effects = iter(roll.faces)
        return tuple(
            hit(fired, face, next(effects)) if hits(fired, face) else None for face in faces
        )

    def _missile(self, ship: Live, name: str) -> MissileDesign | None:
        """A missile design the ship may fire; None for any other. Rule: NV SPC-53."""
        if name not in ship.first.missiles:
            return None
        return self._missiles.get(ship.first.builder, {}).get(name)

    def _at_the_real_one(self, empire: str, target: Live, shots: int, position: int) -> int:
        """The number of shots aimed at the ship itself and not at one of its echoes.

        The defender draws the true position once a round. Rule: NV SPC-16.
        """
        known = self._sensing.seen[empire][target.id]
        if not known.ghosts:
            return shots
        places = known.echoes + 1
        if target.id not in self._real:
            drawn = self._dice(f"d{places}", f"r{self._round}", "echo", target.id)
            self._real[target.id] = drawn.total
        real = self._real[target.id]
        if position:
            return shots if position == real else 0
        first = self._spread.get((empire, target.id), 0)
        self._spread[empire, target.id] = first + shots
        return sum((first + one) % places + 1 == real for one in range(shots))

    def _learned(self, volley: Volley) -> None:
        """Show the attacker the target's EW, and the target the attacker's FC and weapons.

        Rule: NV SPC-13.
        """
        by, to = volley.by, volley.to
        self._sensing.learn(by.owner, to.id, ew=to.ew_level)
        known = self._sensing.seen[to.owner].get(by.id)
        if known is not None:
            kind = volley.weapon.kind
            what = f"{volley.shot.mode} {volley.weapon.size}" if kind in SIZED else kind
            guns = {**known.guns, what: max(known.guns.get(what, 0), len(volley.names))}
            self._sensing.learn(to.owner, by.id, fc=by.fc_level, guns=guns)

    # --- step G ---

    def resolve(self) -> list[Live]:
        """Let damage take effect; returns the ships it destroyed."""
        ended: list[Live] = []
        rank = {one: place for place, one in enumerate(self._by_lot())}
        for id in sorted(self._volleys):
            target, volleys = self._lives[id], self._volleys[id]
            volleys.sort(key=lambda one: (rank[one.by.owner], one.rank))
            if self._take(target, volleys):
                ended.append(target)
            for volley in volleys:
                self._told(volley)
        return ended

    def _by_lot(self) -> list[str]:
        """The sides in an order drawn from the campaign's seed. Ambiguity: NV A-FIRE-ORDER."""
        first: dict[str, str] = {}
        for id, one in self._lives.items():
            first[one.owner] = min(first.get(one.owner, id), id)
        return sorted(first, key=lambda empire: first[empire])

    def _take(self, target: Live, volleys: Sequence[Volley]) -> bool:
        """Apply all hits on one ship in their order; True if it is destroyed."""
        figures = target.figures
        armour = target.ta
        has = Defences(target.shields, figures.si, armour, target.structure, figures.ssz)
        for volley in volleys:
            for one in volley.results:
                if one is not None:
                    took = strike(has, one)
                    volley.struck.append(took)
                    target.hits += took.is_critical
                    self.damaged |= bool(took.armour or took.structure)
        target.shields = has.shields
        target.armour += armour - has.armour
        target.structure = has.structure
        if target.in_play and destroyed(has):
            target.state, target.since = DESTROYED, self._round
            return True
        return False

    def _told(self, volley: Volley) -> None:
        if self._tell is silent:  # nobody reads notes where odds are counted
            return
        by, to, fired = volley.by, volley.to, volley.shot
        results = volley.results
        facts: dict[str, Fact] = {
            "mode": fired.mode,
            "weapons": list(volley.names),
            "size": volley.weapon.size,
            "distance": fired.distance,
            "dropoff": fired.dropoff,
            "left": fired.size,
            "fc": by.fc_level,
            "missile": volley.missile,
            "bears": fired.bears,
            "echoes": volley.echoes,
            "letters": [one.letter if one else "" for one in results],
            "layers": [one.layer if one else "" for one in results],
            "damages": [one.damage if one else 0 for one in results],
            "faces": [list(roll.faces) for roll in volley.rolls],
        }
        terms = fired.terms
        if volley.echoes == len(volley.names):
            terms = ()  # a ship that fired only at echoes learns nothing of the target
        else:
            facts |= {"shift": fired.shift, "percent": fired.percent, "ew": to.ew_level}
        both = tuple(sorted({by.owner, to.owner}))
        self._tell(
            BattleNote("volley", self._round, "G", both, by.id, to.id, facts, volley.rolls, terms)
        )
        if volley.struck:
            took: dict[str, Fact] = {
                "shields": [one.shields for one in volley.struck],
                "armour": [one.armour for one in volley.struck],
                "structure": [one.structure for one in volley.struck],
            }
            self._tell(BattleNote("struck", self._round, "G", (to.owner,), by.id, to.id, took))


def _alike(weapon: Weapon) -> tuple[str, int, int, int, int]:
    """The figures that like weapons share."""
    return weapon.kind, weapon.size, weapon.accuracy, weapon.damage, weapon.pr
