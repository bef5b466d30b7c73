"""What the reader knows of every ship at the end of a battle: own losses, what aliens showed.

It is made from the rounds that were reported, and from nothing else. Rule: NV SPC-13,
NV REP-07.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from pbm.games.nova.report.battles.battle_words import together
from pbm.games.nova.report.battles.fight_facts import (
    Called,
    Critical,
    Each,
    Fight,
    Moves,
    Probe,
    Recovery,
    SetUp,
    Together,
    Volley,
)
from pbm.games.nova.rules.space_combat.fire.criticals import DESTROYED, REDUCED
from pbm.kit.english import by_number, count, listed
from pbm.kit.records import Record

OWN_HEADS = ("Ship", "Shields", "Armour lost", "Structure lost", "Parts lost", "Outcome")
FOE_HEADS = ("Counter", "Size", "Shields", "EW", "FC", "SS", "DG", "IE", "Guns seen",
             "Your damage", "Outcome")  # fmt: skip
MOST_ROWS = 12  # in longer tables like ships share a row


class Table(Record):
    """A table of a side: a heading, the heads of its columns, its rows."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class _Ship(Struct):
    """What is known of one ship."""

    one: Called
    armour: int = 0
    structure: int = 0
    parts: dict[str, int] = field(default_factory=dict)
    shields: str = "full"
    fate: str = ""
    known: dict[str, str] = field(default_factory=dict)
    thrust: int = 0
    guns: dict[str, int] = field(default_factory=dict)
    hurt: bool = False
    damage: int = 0


def tables(told: Iterable[Fight]) -> list[Table]:
    """A table of own ships and one of aliens; for the game master one of each empire."""
    ledger = _Ledger()
    for one in told:
        ledger.take(one)
    sides: dict[str, list[_Ship]] = {}
    for ship in ledger.ships.values():
        sides.setdefault(ship.one.side, []).append(ship)
    ordered = sorted(sides.items(), key=lambda pair: "" if pair[0] == "own" else pair[0])
    return [_table(side, ships) for side, ships in ordered]


def _table(side: str, ships: Sequence[_Ship]) -> Table:
    ordered = sorted(ships, key=lambda ship: by_number(ship.one.name))
    if side == "alien":
        rows = [_foe(ship) for ship in ordered]
        return Table("Alien ships, as you know them", FOE_HEADS, _merged(rows))
    title = "Your ships" if side == "own" else f"Ships of {side}"
    return Table(title, OWN_HEADS, _merged([_own(ship) for ship in ordered]))


def _merged(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The rows; in a long table, those that differ in the name alone are merged."""
    if len(rows) <= MOST_ROWS:
        return list(rows)
    heaps = together((tuple(row[1:]), row[0]) for row in rows)
    return [(", ".join(names), *row) for row, names in heaps.items()]


class _Ledger:
    """Collects what each event says of the ships in it."""

    def __init__(self) -> None:
        self.ships: dict[str, _Ship] = {}

    def ship(self, one: Called) -> _Ship:
        """The entry of a ship; for an unseen ship, one that is not kept."""
        if one == Called():
            return _Ship(one)
        return self.ships.setdefault(one.name, _Ship(one))

    def take(self, told: Fight) -> None:
        """Note what an event says of the ships in it."""
        match told:
            case Volley():
                self._volley(told)
            case Moves():
                for one, *_way, thrust in told.ships:
                    ship = self.ship(one)
                    ship.thrust = max(ship.thrust, thrust)
            case Together():
                for each in told.all:
                    self._each(each)
            case Critical():
                lost = self.ship(told.to).parts
                for part, effect in zip(told.parts, told.effects, strict=True):
                    if effect in (DESTROYED, REDUCED):
                        lost[part] = lost.get(part, 0) + 1
            case _ if told.gone:
                self.ship(told.lost).fate = f"{told.gone}, round {told.round}"
            case _ if told.kind == "fight_blow_up":
                self.ship(told.to).hurt = True
            case _ if told.kind == "fight_launched":
                self.ship(told.by).fate = ""

    def _each(self, one: Each) -> None:
        match one:
            case SetUp():
                self.ship(one.by).fate = "away" if one.away else ""
            case Probe():
                self.ship(one.to).known |= {
                    "size": one.size,
                    "shields": str(one.shields),
                    "ew": str(one.ew),
                    "ss": str(one.ss),
                    "dg": str(one.dg),
                }
            case Recovery():
                whole = one.shields == one.full
                self.ship(one.to).shields = "full" if whole else f"{one.shields} of {one.full}"

    def _volley(self, fired: Volley) -> None:
        by, to = self.ship(fired.by), self.ship(fired.to)
        by.guns[fired.weapon] = max(by.guns.get(fired.weapon, 0), fired.shots)
        by.known["fc"] = str(fired.fc)
        to.damage += sum(fired.damages)
        if fired.ew is not None:
            to.known["ew"] = str(fired.ew)
        if fired.struck is not None:
            to.armour += sum(fired.struck.armour)
            to.structure += sum(fired.struck.structure)


def _own(ship: _Ship) -> list[str]:
    lost = [
        f"{count(number, 'level')} of {part}" if part[:2] in ("IE", "JD") else part
        for part, number in ship.parts.items()
    ]
    dead = ship.fate.startswith("destroyed")
    numbers = [str(ship.armour or "–"), str(ship.structure or "–")]
    shields = "–" if dead or ship.fate == "away" else ship.shields
    return [ship.one.name, shields, *numbers, listed(lost) or "–", ship.fate or "in play"]


def _foe(ship: _Ship) -> list[str]:
    known = [ship.known.get(key, "?") for key in ("size", "shields", "ew", "fc", "ss", "dg")]
    guns = ", ".join(f"{number} {what}" for what, number in ship.guns.items())
    fate = ship.fate or ("structure hit" if ship.hurt else "–")
    thrust = str(ship.thrust or "?")
    return [ship.one.name, *known, thrust, guns or "?", str(ship.damage or "–"), fate]
