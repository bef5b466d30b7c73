"""One announced attack, its expected damage, and the limits on what a ship may fire."""

from collections.abc import Mapping
from fractions import Fraction

from pbm.engine.events import OrderRef
from pbm.games.knighthawks.rules.combat.chance import Terms, chance_of, chance_terms, odds
from pbm.games.knighthawks.rules.combat.damage import mean_damage
from pbm.games.knighthawks.rules.combat.reach import TargetSpot
from pbm.games.knighthawks.state.state import Mount, Ship
from pbm.games.knighthawks.state.weapons import ARMS, Weapon
from pbm.kit.records import Record


class Shot(Record):
    """One announced attack: whose mount at whom, in which hex, against what.

    ``range`` in hexes; ``order`` is None where the default fires.
    """

    ship: str
    mount: str
    weapon: Weapon
    target: str
    spot: TargetSpot
    range: int
    head_on: bool
    defence: str
    halved: bool
    defending: bool
    order: OrderRef | None

    def terms(self, *, evading_mr: int = 0, icms: int = 0) -> Terms:
        """The parts of its chance to hit, with what the target does against it."""
        return chance_terms(
            self.weapon,
            self.defence,
            self.range,
            head_on=self.head_on,
            evading_mr=evading_mr,
            icms=icms,
        )

    @property
    def chance(self) -> int:
        """The chance to hit as announced, before evasion and ICMs, per cent."""
        return chance_of(self.terms())

    def expected(self, options: Mapping[str, str]) -> Fraction:
        """The damage points to be expected of it, exact."""
        return odds(self.chance) * mean_damage(self.weapon, halved=self.halved, options=options)


class ShotRefusal(Record):
    """A line that was considered and not carried out, and why."""

    ship: str
    order: OrderRef
    why: str


def mounts_meant(ship: Ship, weapon: str) -> tuple[Mount, ...]:
    """The mounts a line names: the one with this label, else all of this kind."""
    wanted = weapon.casefold()
    labelled = tuple(mount for mount in ship.mounts if mount.label.casefold() == wanted)
    if labelled:
        return labelled
    return tuple(m for m in ship.mounts if wanted in (ARMS[m.kind].short.casefold(), m.kind))


def supply_fault(ship: Ship, weapon: Weapon, keep: int, turn: int, *, by_turn: bool) -> str:
    """Why supply or rate of fire forbids this weapon now, with the numbers; empty if not.

    ``by_turn``: rocket batteries fire once in a Game-Turn.
    Rule: KH 4 Rate of Fire. Ambiguity: KH-A11 (option ``rate.rocket_battery``).
    """
    if not weapon.limited:
        return ""
    left = ship.left(weapon.kind)
    if not left:
        return f"no {weapon.plural} left"
    if left <= keep:
        return f"{left} {weapon.title if left == 1 else weapon.plural} left, {keep} to be kept"
    if by_turn and weapon.kind == "rocket_battery" and ship.rockets_fired_in == turn:
        return "its rocket batteries have fired in this Game-Turn"
    return ""
