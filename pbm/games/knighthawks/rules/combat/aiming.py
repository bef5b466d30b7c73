"""Announce attacks: a side chooses all of them on one state, before the first die is rolled.

A ship's lines are taken from the top; a mount fires once. What a line asks for and cannot
have becomes a refusal with its reason, and the mount is free for the next line. Weapons
that no line names fire by the house's default: at the nearest legal target, of two the one
with the best chance; those of limited supply only in the own combat phase, and at a chance
of at least 50.

With ``spread`` a line passes over targets at which enough is aimed already; when all have
enough, the next line counts. ``all``, or no plan, aims every weapon at the first it can hit.

Rule: KH 4 Aiming Weapons, KH 4 Rate of Fire. Ambiguity: KH-A09, KH-A11, KH-A33, KH-A41.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from pbm.drawing.hexgrid import distance
from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders.conditions import ALWAYS, holds
from pbm.games.knighthawks.orders.fire import FireLine
from pbm.games.knighthawks.orders.roster import ALL_WEAPONS
from pbm.games.knighthawks.orders.ship_orders import Orders
from pbm.games.knighthawks.rules.combat.chance import defence_against
from pbm.games.knighthawks.rules.combat.damage import is_halved
from pbm.games.knighthawks.rules.combat.nearby import Nearby
from pbm.games.knighthawks.rules.combat.reach import (
    TargetSpot,
    fires_ahead,
    is_head_on,
    shot_fault,
    spots,
)
from pbm.games.knighthawks.rules.combat.shot import Shot, ShotRefusal, mounts_meant, supply_fault
from pbm.games.knighthawks.state.state import DESTROYED, LOST, Mount, Ship, State
from pbm.games.knighthawks.state.weapons import ARMS, Weapon

LEAST_CHANCE_OF_LIMITED = 50  # per cent; the house's default for weapons without a line


def announce(
    state: State, side: str, moving: str, orders: Mapping[str, Orders], options: Mapping[str, str]
) -> tuple[tuple[Shot, ...], tuple[ShotRefusal, ...]]:
    """The attacks of a side in the order in which they are resolved, and its refused lines.

    ``moving`` is the side whose part of the turn it is; every other side fires in defence,
    at ships of the moving side alone. ``orders`` by player.
    Rule: KH 4 Aiming Weapons, KH 4 Defensive Attacks. Ambiguity: KH-A33.
    """
    shots: list[Shot] = []
    refusals: list[ShotRefusal] = []
    defending = side != moving
    enemies = state.fleet(moving) if defending else state.enemies_of(side)
    nearby = Nearby(enemies, options, defending=defending)
    for ship in state.fleet(side):
        given = orders.get(ship.owner, Orders(ship.owner)).of(ship.id)
        crew = _Crew(state, ship, moving, options, shots, nearby)
        for line in given.attack if side == moving else given.defence:
            refusals += crew.carry_out(line)
        crew.fire_the_rest()
        shots += crew.shots
    return tuple(shots), tuple(refusals)


class _Crew:
    """One ship's gunners while they choose: which mounts are taken, what is aimed at whom."""

    def __init__(
        self,
        state: State,
        ship: Ship,
        moving: str,
        options: Mapping[str, str],
        before: Sequence[Shot],
        enemies: Nearby,
    ) -> None:
        self.state = state
        self.ship = ship
        self.moving = moving
        self.options = options
        self.defending = ship.side != moving
        self.enemies = enemies
        self.shots: list[Shot] = []
        self.before = before
        self.named: set[str] = set()
        self.taken: set[str] = set()
        self.kinds_fired: set[str] = set()

    def carry_out(self, line: FireLine) -> list[ShotRefusal]:
        """Fire what this line asks for; gives the refusals, one for each reason."""
        if line.weapon == ALL_WEAPONS:
            arms = dict.fromkeys(ARMS[mount.kind] for mount in self.ship.mounts)
            able = [arm for arm in arms if not self.defending or arm.fires_in_defence(self.options)]
            lines = [replace(line, weapon=arm.short) for arm in able]
            return [refusal for one in lines for refusal in self.carry_out(one)]
        meant = mounts_meant(self.ship, line.weapon)
        self.named |= {mount.label for mount in meant}
        if not meant:
            return self._refused(line, {f"it has no {line.weapon or 'such weapon'}": []})
        free = [mount for mount in meant if mount.label not in self.taken]
        if not free:
            return []
        if line.hold:
            if not holds(line.condition, self.state, self.ship, self.options):
                return self._refused(line, {"its condition does not hold": []})
            self.taken |= {mount.label for mount in free}
            return []
        if self._is_for_others(line):
            return []
        weapon = ARMS[free[0].kind]
        if weapon.once_a_ship:
            free = free[:1]
            if weapon.kind in self.kinds_fired:
                if len(meant) > 1:
                    return []
                why = f"a ship fires one of its {weapon.plural} at a time"
                return self._refused(line, {why: []})
        whys: dict[str, list[str]] = {}
        for mount in free:
            aimed = self._aim(line, mount, line.ref)
            if isinstance(aimed, Shot):
                self._fire(aimed)
            else:
                whys.setdefault(aimed, []).append(mount.label)
        if [len(free)] == [len(mounts) for mounts in whys.values()]:
            whys = {why: [] for why in whys}  # said of the line as a whole
        return self._refused(line, whys)

    def fire_the_rest(self) -> None:
        """Fire the mounts that no line names, by default."""
        for mount in self.ship.mounts:
            weapon = ARMS[mount.kind]
            if mount.label in self.named or weapon.kind in self.kinds_fired & LIMITED:
                continue
            if weapon.limited and self.defending:
                continue
            least = LEAST_CHANCE_OF_LIMITED if weapon.limited else 0
            line = FireLine(_NOBODY, ALWAYS, mount.label, ("nearest",), least_chance=least)
            aimed = self._aim(line, mount, None)
            if isinstance(aimed, Shot):
                self._fire(aimed)

    def _fire(self, shot: Shot) -> None:
        self.shots.append(shot)
        self.taken.add(shot.mount)
        self.kinds_fired.add(shot.weapon.kind)

    def _refused(self, line: FireLine, whys: Mapping[str, Sequence[str]]) -> list[ShotRefusal]:
        return [
            ShotRefusal(self.ship.id, line.ref, f"{', '.join(who)}: {why}" if who else why)
            for why, who in whys.items()
        ]

    def _is_for_others(self, line: FireLine) -> bool:
        """True for a defence line that names only enemies whose part of the turn it is not."""
        targets = [self.state.ship(name) for name in line.targets if name not in WORDS]
        return (
            self.defending
            and len(targets) == len(line.targets)
            and all(
                target.in_play and target.side not in (self.moving, self.ship.side)
                for target in targets
            )
        )

    def _aim(self, line: FireLine, mount: Mount, order: OrderRef | None) -> Shot | str:
        """The shot of this mount by this line, or why there is none."""
        weapon = ARMS[mount.kind]
        by_turn = self.options["rate.rocket_battery"] == "per game-turn"
        turn = self.state.turn
        fault = supply_fault(self.ship, weapon, line.keep, turn, by_turn=by_turn)
        if fault:
            return fault
        whys: list[str] = []
        for name in line.targets:
            aimed = [self._at(target, line, mount, order) for target in self._meant(name, weapon)]
            found = [shot for shot in aimed if isinstance(shot, Shot)]
            if found:
                return min(found, key=_by_chance if name == "any" else _by_range)
            if order is not None:  # nobody is told why a mount without a line does not fire
                whys += self._why_not(name, line, mount, order)
        return "; ".join(dict.fromkeys(whys[:MOST_REASONS])) or "no enemy can be fired at"

    def _why_not(self, name: str, line: FireLine, mount: Mount, order: OrderRef) -> Iterator[str]:
        """Why no target of a word of a line can be fired at; of several, the nearest is named."""
        many = len(self.enemies.ships) if name in WORDS else 1
        if many:
            at = self.ship.at
            target = self.enemies.nearest(at) if name in WORDS else self.state.ship(name)
            why = f"{target.designation}: {self._at(target, line, mount, order)}"
            yield f"none of {many} enemies; the nearest, {why}" if many > 1 else why

    def _meant(self, name: str, weapon: Weapon) -> Sequence[Ship]:
        """The targets of one word of a line: of several those in range, the nearest first."""
        if name not in WORDS:
            return (self.state.ship(name),)
        return self.enemies.within(self.ship.at, weapon.range)

    def _at(self, target: Ship, line: FireLine, mount: Mount, order: OrderRef | None) -> Shot | str:
        """The best shot at this target by this line, or why there is none."""
        fault = self._target_fault(target, line)
        if fault:
            return fault
        fit: list[Shot] = []
        misfit: list[tuple[int, str]] = []
        for spot in spots(target, self.options, defending=self.defending):
            if line.hex is not None and spot.at != line.hex:
                continue
            shot = self._shot(target, spot, mount, order)
            why = self._spot_fault(shot, line)
            if why:
                misfit.append((shot.range, why))
            else:
                fit.append(shot)
        if fit:
            return fit[0] if line.hexes == "first" else min(fit, key=_best)
        if misfit:
            return min(misfit, key=lambda reason: reason[0])[1]
        return f"it was not in {line.hex}"

    def _shot(self, target: Ship, spot: TargetSpot, mount: Mount, order: OrderRef | None) -> Shot:
        weapon, own = ARMS[mount.kind], self.ship
        return Shot(
            ship=own.id,
            mount=mount.label,
            weapon=weapon,
            target=target.id,
            spot=spot,
            range=distance(own.at, spot.at),
            head_on=is_head_on(own, weapon, spot, defending=self.defending),
            defence=defence_against(
                weapon,
                reflective=target.reflective,
                screened=target.screened,
                out_of_screen=own.screened,
            ),
            halved=is_halved(weapon, screened=target.screened, out_of_screen=own.screened),
            defending=self.defending,
            order=order,
        )

    def _target_fault(self, target: Ship, line: FireLine) -> str:
        """Why this line cannot fire at this ship; "" if it can."""
        if not target.in_play:
            return _GONE.get(target.status, "not on the map")
        if target.side == self.ship.side:
            return "it is on your own side"
        if target.id not in self.enemies.ids:
            return "it is not its part of the turn"
        if line.plan == "spread":
            aimed = sum((shot.expected(self.options) for shot in self._aimed_at(target)), _NONE)
            if aimed >= line.enough:
                return f"{int(aimed)} points expected already, {line.enough} are enough"
        return ""

    def _aimed_at(self, target: Ship) -> Iterable[Shot]:
        """The shots this player has aimed at a target so far; those of others stay secret."""
        for shot in (*self.before, *self.shots):
            if shot.target == target.id and self.state.ship(shot.ship).owner == self.ship.owner:
                yield shot

    def _spot_fault(self, shot: Shot, line: FireLine) -> str:
        """Why this line cannot have this shot."""
        fault = shot_fault(
            self.state, self.ship, shot.weapon, shot.spot, self.options, defending=self.defending
        )
        if fault:
            return fault
        if line.in_arc and not fires_ahead(
            self.ship, shot.spot, self.options, defending=self.defending
        ):
            return f"{shot.spot.at} is not in arc from {self.ship.at} facing {self.ship.facing}"
        if line.within is not None and shot.range > line.within:
            return f"range {shot.range}, wanted within {line.within}"
        if line.least_chance and shot.chance < line.least_chance:
            return f"chance {shot.chance}, wanted {line.least_chance}"
        if not holds(line.condition, self.state, self.ship, self.options, chance=shot.chance):
            return "its condition does not hold"
        return ""


WORDS = ("nearest", "any")
LIMITED = frozenset(kind for kind, weapon in ARMS.items() if weapon.limited)
MOST_REASONS = 3  # so many of a line's targets are named in a refusal
_GONE: Mapping[str, str] = {DESTROYED: "it is destroyed", LOST: "it has left the map"}
_NONE = Fraction(0)
_NOBODY = OrderRef("", "", 0, "")


def _best(shot: Shot) -> tuple[int, bool]:
    """Choose among hexes passed: best chance, then head-on, then (min is stable) earliest."""
    return -shot.chance, not shot.head_on


def _by_chance(shot: Shot) -> tuple[int, int]:
    return -shot.chance, shot.range


def _by_range(shot: Shot) -> tuple[int, int]:
    return shot.range, -shot.chance
