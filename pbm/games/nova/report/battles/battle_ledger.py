"""What is known of every ship at the end of a battle: losses of one's own, what aliens showed.

Made of what happened in the rounds that were heard of, and of nothing else. Rule: NV SPC-13,
NV REP-07.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbm.games.nova.report.battles.battle_scenes import GONE
from pbm.games.nova.report.battles.battle_words import Called, by_number, called, together, weapon
from pbm.games.nova.rules.space_combat.fire.criticals import DESTROYED, REDUCED
from pbm.kit.english import count, listed
from pbm.kit.facts import Fact
from pbm.kit.records import Record

OWN_HEADS = ("Ship", "Shields", "Armour lost", "Structure lost", "Parts lost", "Fate")
FOE_HEADS = ("Counter", "Size", "Shields", "EW", "FC", "SS", "DG", "IE", "Guns seen",
             "Your damage", "Seen of it")  # fmt: skip
MOST_ROWS = 12  # in longer tables like ships share a row
_PROBED = ("size", "shields", "ew", "ss", "dg")


class Table(Record):
    """A table of a side: a heading, the heads of its columns, its rows."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(slots=True)
class _Ship:
    """What was told of one ship."""

    one: Called
    armour: int = 0
    structure: int = 0
    parts: dict[str, int] = field(default_factory=dict)
    shields: str = "full"
    fate: str = ""
    known: dict[str, Fact] = field(default_factory=dict)
    guns: dict[str, int] = field(default_factory=dict)
    hurt: bool = False
    damage: int = 0


def tables(told: Iterable[tuple[str, Mapping[str, Fact]]]) -> list[Table]:
    """A table of one's own ships and one of aliens; for the game master one of each empire."""
    ledger = _Ledger()
    for kind, facts in told:
        ledger.take(kind, facts)
    sides: dict[str, list[_Ship]] = {}
    for ship in ledger.ships.values():
        sides.setdefault(_side(ship.one), []).append(ship)
    return [_table(side, ships) for side, ships in sorted(sides.items())]


def _side(one: Called) -> str:
    """What ships stand together in a table: "" one's own, "alien", or an empire."""
    return str(one["of"]) if "of" in one else "" if "own" in one else "alien"


def _table(side: str, ships: Sequence[_Ship]) -> Table:
    ordered = sorted(ships, key=lambda ship: by_number(called(ship.one)))
    if side == "alien":
        rows = [_foe(ship) for ship in ordered]
        return Table("Alien ships, as you know them", FOE_HEADS, _merged(rows))
    title = f"Ships of {side}" if side else "Your ships"
    return Table(title, OWN_HEADS, _merged([_own(ship) for ship in ordered]))


def _merged(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Rows; of many those that differ in the name alone as one."""
    if len(rows) <= MOST_ROWS:
        return list(rows)
    heaps = together((tuple(row[1:]), row[0]) for row in rows)
    return [(", ".join(names), *row) for row, names in heaps.items()]


class _Ledger:
    """Takes what happened, event by event."""

    def __init__(self) -> None:
        self.ships: dict[str, _Ship] = {}

    def ship(self, one: Called) -> _Ship:
        """The entry of a ship; one that was not seen has none that is kept."""
        if not one:
            return _Ship(one)
        return self.ships.setdefault(called(one), _Ship(one))

    def take(self, kind: str, facts: Mapping[str, Fact]) -> None:
        """Note what an event tells of the ships in it."""
        round = facts["round"]
        if kind == "fight_volley":
            self._volley(facts)
        elif kind == "fight_moved":
            for one, *way in facts["ships"]:
                known = self.ship(one).known
                known["ie"] = max(known.get("ie", 0), way[6])
        elif kind == "fight_placed":
            for one in facts["all"]:
                self.ship(one["by"]).fate = "away" if one["away"] else ""
        elif kind == "fight_probed":
            for one in facts["all"]:
                self.ship(one["to"]).known |= {key: one[key] for key in _PROBED}
        elif kind == "fight_shields":
            for one in facts["all"]:
                left = f"{one['shields']} of {one['full']}"
                whole = one["shields"] == one["full"]
                self.ship(one["to"]).shields = "full" if whole else left
        elif kind == "fight_critical":
            self._critical(facts)
        elif kind == "fight_blow_up":
            self.ship(facts["to"]).hurt = True
        elif kind in GONE:
            ship = self.ship(facts["to" if kind == "fight_destroyed" else "by"])
            ship.fate = f"{GONE[kind]}, round {round}"
        elif kind == "fight_launched":
            self.ship(facts["by"]).fate = ""

    def _volley(self, facts: Mapping[str, Fact]) -> None:
        by, to = self.ship(facts["by"]), self.ship(facts["to"])
        what = weapon(facts)
        by.guns[what] = max(by.guns.get(what, 0), facts["shots"])
        by.known["fc"] = facts["fc"]
        to.damage += sum(facts["damages"])
        if "ew" in facts:
            to.known["ew"] = facts["ew"]
        struck = facts.get("struck")
        if struck:
            to.armour += sum(struck["armour"])
            to.structure += sum(struck["structure"])

    def _critical(self, facts: Mapping[str, Fact]) -> None:
        lost = self.ship(facts["to"]).parts
        for part, effect in zip(facts["parts"], facts["effects"], strict=True):
            if effect in (DESTROYED, REDUCED):
                lost[part] = lost.get(part, 0) + 1


def _own(ship: _Ship) -> list[str]:
    lost = [
        f"{count(number, 'level')} of {part}" if part[:2] in ("IE", "JD") else part
        for part, number in ship.parts.items()
    ]
    dead = ship.fate.startswith("destroyed")
    numbers = [str(ship.armour or "–"), str(ship.structure or "–")]
    shields = "–" if dead or ship.fate == "away" else ship.shields
    return [called(ship.one), shields, *numbers, listed(lost) or "–", ship.fate or "in play"]


def _foe(ship: _Ship) -> list[str]:
    known = [_known(ship, key) for key in ("size", "shields", "ew", "fc", "ss", "dg")]
    guns = ", ".join(f"{number} {what}" for what, number in ship.guns.items())
    fate = ship.fate or ("structure hit" if ship.hurt else "–")
    thrust = str(ship.known.get("ie") or "?")
    return [called(ship.one), *known, thrust, guns or "?", str(ship.damage or "–"), fate]


def _known(ship: _Ship, key: str) -> str:
    return str(ship.known[key]) if key in ship.known else "?"
