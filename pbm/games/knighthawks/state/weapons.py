"""The weapons: what the Combat Table and the Weapon Restrictions Table say of each kind."""

from collections.abc import Mapping

from pbm.games.knighthawks.state.state import WEAPONS
from pbm.kit.records import Record
from pbm.kit.tables import EMPTY, table

COMBAT = table("pbm.games.knighthawks", "combat")
RESTRICTIONS = table("pbm.games.knighthawks", "restrictions")
MODIFIERS = table("pbm.games.knighthawks", "modifiers")

LASERS = ("laser_cannon", "pod_laser", "laser_battery")


class Weapon(Record):
    """One kind of weapon.

    ``range`` in hexes; ``dice`` d10s and ``plus`` make its damage; ``icm`` is what each ICM
    takes off its chance, per cent (0: no ICM stops it). ``forward``, ``diffuses``,
    ``moving_only`` and ``limited`` are the table's FF, RD, MPO and LTD.
    Rule: KH 4 Weapon Systems, KH 4 Combat Table, KH 4 Weapon Restrictions Table.
    Ambiguity: KH-A12, KH-A42, KH-A43.
    """

    kind: str
    short: str
    range: int
    dice: int
    plus: int
    icm: int
    forward: bool
    diffuses: bool
    moving_only: bool
    limited: bool

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.kind.replace("_", " ")

    @property
    def plural(self) -> str:
        """Its name for more than one."""
        return f"{self.title[:-1]}ies" if self.title.endswith("y") else f"{self.title}s"

    @property
    def is_laser(self) -> bool:
        """True for the kinds a masking screen weakens."""
        return self.kind in LASERS

    @property
    def once_a_ship(self) -> bool:
        """True for kinds of which a ship fires only one mount at a time.

        Rule: KH 4 Rate of Fire.
        """
        return self.limited

    def base(self, defence: str) -> int:
        """The chance to hit against a defence, per cent."""
        return COMBAT.number(self.kind, defence)

    def fires_in_defence(self, options: Mapping[str, str]) -> bool:
        """True if it may fire in the enemy's combat phase.

        Rule: KH 4 Defensive Attacks. Ambiguity: KH-A03, KH-A10 (option ``rocket_battery.mpo``).
        """
        if self.kind == "rocket_battery":
            return options["rocket_battery.mpo"] == "no"
        return not self.moving_only


def _weapon(kind: str) -> Weapon:
    def says(column: str) -> bool:
        return RESTRICTIONS.at(kind, column) != EMPTY

    return Weapon(
        kind=kind,
        short=str(RESTRICTIONS.at(kind, "short")),
        range=RESTRICTIONS.number(kind, "range"),
        dice=COMBAT.number(kind, "d10"),
        plus=COMBAT.number(kind, "plus"),
        icm=COMBAT.number(kind, "ICM"),
        forward=says("FF"),
        diffuses=says("RD"),
        moving_only=says("MPO"),
        limited=says("LTD"),
    )


ARMS: Mapping[str, Weapon] = {kind: _weapon(kind) for kind in WEAPONS}
