"""The meaning of a battle's result: clauses as losses of ships, units, planets, checked.

The impossible is refused: ships that are not there, installations they do not have, more
damage than there is, a report from a place where nobody is left.

Rule: NV CON-02, NV DSN-14, NV SPC-33, NV SPC-47, NV SUR-01.
"""

from collections.abc import Callable, Mapping, Sequence

from pbm.engine.field_parsers import RefusedValue, near
from pbm.games.nova.rules.results.result_language import Clause
from pbm.games.nova.rules.results.result_records import BattleSetting, Result, StateOrDraft
from pbm.games.nova.rules.results.result_words import (
    ARMOUR,
    FULL,
    REPORTS,
    STRUCTURE,
    ground_unit,
    is_named,
    named,
)
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Figures, figures
from pbm.games.nova.state.state import GateEnd, Ship
from pbm.games.nova.state.units import UNITS

DRIVES = ("IE", "JD")


def understood(
    world: StateOrDraft, place: BattleSetting, clauses: Sequence[Clause]
) -> tuple[Result, tuple[RefusedValue, ...]]:
    """The result of all clauses, and their faults."""
    reader = _Reader(world, place)
    faults: list[RefusedValue] = []
    for clause in clauses:
        try:
            _READ[clause.word](reader, clause)
        except RefusedValue as refused:
            faults.append(refused)
    if not faults:
        faults += reader.together()
    return reader.result, tuple(faults)


class _Reader:
    """Reads clauses one after the other into a result."""

    def __init__(self, world: StateOrDraft, place: BattleSetting) -> None:
        self.world = world
        self.place = place
        self.result = Result()

    # --- names ---

    def empire(self, name: str) -> str:
        """The id of an empire by its name or id; in a battle only who takes part."""
        id = named(self.world.empires, name)
        if id not in self.place.empires:
            fighting = [self.world.empires[one].name for one in self.place.empires]
            raise RefusedValue(
                f"{self.world.empires[id].name} takes no part in it",
                remedy=f"Those who do are {', '.join(fighting)}",
            )
        return id

    def _here(self) -> dict[str, Ship]:
        return {id: self.world.ships[id] for id in self.place.ships}

    def called(self, subject: tuple[str, ...]) -> list[Ship]:
        """The ships of a name, or of an empire and a name."""
        wanted = subject[-1].casefold()
        owner = self.empire(subject[0]) if len(subject) > 1 else ""
        return [
            one
            for one in self._here().values()
            if one.name.casefold() == wanted and owner in ("", one.owner)
        ]

    def ship(self, subject: tuple[str, ...]) -> Ship:
        """A ship by its name, with its empire's before it where two bear it."""
        found = self.called(subject)
        if len(found) == 1:
            return found[0]
        if found:
            both = sorted(f"{self.world.empires[one.owner].name} {one.name}" for one in found)
            raise RefusedValue(
                f'"{subject[-1]}" could be either of two ships', remedy=f"Write {' or '.join(both)}"
            )
        known = sorted(one.name for one in self._here().values())
        listed = ", ".join(known[:12])
        raise RefusedValue(
            f'There is no ship "{" ".join(subject)}" at {self.place.system}',
            remedy=near(subject[-1], known, f"There are {listed}" if listed else ""),
        )

    def gate(self, subject: tuple[str, ...]) -> GateEnd | None:
        """The gate end of this name that is there, where no ship bears it."""
        if self.called(subject):
            return None
        wanted = subject[-1].casefold()
        owner = self.empire(subject[0]) if len(subject) > 1 else ""
        ends = [self.world.gates[id] for id in self.place.gates]
        return next(
            (
                end
                for end in ends
                if end.name.casefold() == wanted
                and owner in ("", end.owner)
                and end.id not in self.result.gates
            ),
            None,
        )

    def only_in(self, ground: bool, clause: Clause) -> None:
        """Refuse a clause that belongs to the other kind of fighting."""
        if self.place.ground != ground:
            kind = "surface combat" if self.place.ground else "space combat"
            raise RefusedValue(f'"{clause.text}" does not belong in {kind}')

    # --- clauses ---

    def rounds(self, clause: Clause) -> None:
        """The number of rounds; at most three on a surface."""
        if not clause.number:
            raise RefusedValue("A battle lasts at least one round")
        if self.place.ground and clause.number > 3:
            raise RefusedValue(
                f"Surface combat cannot last {clause.number} rounds",
                "A turn has three",
                rule="NV SUR-01",
            )
        self.result.rounds = clause.number

    def won(self, clause: Clause) -> None:
        """The winners; the others lost."""
        self.result.won = tuple(self.empire(name) for name in clause.names)

    def destroyed(self, clause: Clause) -> None:
        """A ship, or the end of a star gate, is destroyed."""
        self.only_in(False, clause)
        end = self.gate(clause.subject)
        if end is not None:
            self.result.gates.append(end.id)
            return
        self.result.destroyed.append(self._once(clause).id)

    def captured(self, clause: Clause) -> None:
        """A ship is taken by another empire."""
        self.only_in(False, clause)
        ship, captor = self._once(clause), self.empire(clause.names[0])
        if captor == ship.owner:
            raise RefusedValue(f"{ship.name} belongs to {self.world.empires[captor].name} already")
        self.result.captured[ship.id] = captor

    def retreats(self, clause: Clause) -> None:
        """A ship leaves by its jump drive, to a place or by its orders."""
        self.only_in(False, clause)
        ship = self._once(clause)
        if ship.carrier:
            raise RefusedValue(f"{ship.name} is aboard another ship", "It goes where that one goes")
        self.result.retreats[ship.id] = clause.names[0] if clause.names else ""

    def _once(self, clause: Clause) -> Ship:
        """A ship whose outcome no other clause gives."""
        ship = self.ship(clause.subject)
        told = (*self.result.destroyed, *self.result.captured, *self.result.retreats)
        if ship.id in told:
            raise RefusedValue(
                f"Two outcomes are given for {ship.name}",
                "A ship is destroyed, captured, retreats, or stays",
            )
        return ship

    def loses(self, clause: Clause) -> None:
        """The losses of a ship, or of an empire on the planet."""
        if len(clause.subject) == 1 and is_named(self.world.empires, clause.subject[0]):
            self.only_in(True, clause)
            empire = self.empire(clause.subject[0])
            lost = self.result.units.setdefault(empire, {})
            for number, word in clause.losses:
                self._unit(empire, lost, number, word.upper())
            return
        ship = self.ship(clause.subject)
        known = figures(self.world.designs[ship.design])
        for number, word in clause.losses:
            self._lost(ship, known, number, word)

    def _unit(self, empire: str, lost: dict[str, int], number: int, word: str) -> None:
        ground_unit(word)
        lost[word] = lost.get(word, 0) + (number or 1)
        there = self.place.units.get(empire, {}).get(word, 0)
        if lost[word] > there:
            raise RefusedValue(
                f"{self.world.empires[empire].name} cannot lose {lost[word]} {word}",
                f"It has {there} there",
            )

    def _lost(self, ship: Ship, known: Figures, number: int, word: str) -> None:
        """One loss of a ship, not more than it has left."""
        old = self.result.damage.get(ship.id, Damage())
        upper = word.upper()
        if word.casefold() in ARMOUR:
            points = old.armour + (number or 1)
            _at_most(ship, points, known.ta - ship.damage.armour, "points of armour")
            self.result.damage[ship.id] = Damage(points, old.structure, old.parts)
        elif word.casefold() in STRUCTURE:
            points = old.structure + (number or 1)
            room = known.ssz - 1 - ship.damage.structure
            _at_most(ship, points, room, "points of structure", "With more it is destroyed")
            self.result.damage[ship.id] = Damage(old.armour, points, old.parts)
        elif upper in UNITS:
            held = sum(c.number for c in ship.cargo if c.kind == upper)
            gone = self.result.cargo.setdefault(ship.id, {})
            gone[upper] = gone.get(upper, 0) + (number or 1)
            _at_most(ship, gone[upper], held, f"{upper} aboard")
        else:
            parts = {**old.parts}
            for name, levels in self._parts(ship, known, old, number, upper):
                parts[name] = parts.get(name, 0) + levels
            self.result.damage[ship.id] = Damage(old.armour, old.structure, parts)

    def _parts(
        self, ship: Ship, known: Figures, old: Damage, number: int, word: str
    ) -> list[tuple[str, int]]:
        """Installations lost: one by its name, or so many of a kind; of drives levels."""
        whole = {
            piece.name: piece.part.level if piece.part.kind in DRIVES else 1
            for piece in known.installations
        }
        left = {
            name: most - ship.damage.parts.get(name, 0) - old.parts.get(name, 0)
            for name, most in whole.items()
        }
        if word in whole:
            drive = word[:2] in DRIVES
            if number > 1 and not drive:
                raise RefusedValue(
                    f"{ship.name} has one {word}", remedy=f"Write {number} {word[:2]}"
                )
            levels = number or (left[word] if drive else 1)
            what = f"levels of {word}" if drive else f"working {word}"
            _at_most(ship, max(levels, 1), left[word], what)
            return [(word, levels)]
        sound = [name for name in whole if name.rstrip("0123456789") == word and left[name] > 0]
        if word not in {name.rstrip("0123456789") for name in whole}:
            names = sorted(whole)
            raise RefusedValue(
                f"{ship.name} has no {word}",
                remedy=near(word, names, f"It has {', '.join(names)}, armour and structure"),
            )
        _at_most(ship, number or 1, len(sound), f"working {word}")
        return [(name, left[name]) for name in sound[: number or 1]]

    def lifts(self, clause: Clause) -> None:
        """Armies taken up from the planet. Rule: NV SUR-11."""
        self.only_in(True, clause)
        ship = self.ship(clause.subject)
        up = self.result.lifts.setdefault(ship.id, {})
        for number, word in clause.losses:
            kind = word.upper()
            ground_unit(kind)
            up[kind] = up.get(kind, 0) + (number or 1)

    def report(self, clause: Clause) -> None:
        """The report an empire gets of the battle. Rule: NV SPC-47."""
        self.only_in(False, clause)
        self.result.reports[self.empire(_one(clause))] = REPORTS[clause.word]

    def knows(self, clause: Clause) -> None:
        """Minor contact that examining the wrecks gives. Rule: NV CON-02."""
        viewer = self.empire(_one(clause))
        for name in clause.names:
            other = self.empire(name)
            if other == viewer:
                raise RefusedValue("An empire has no contact with itself")
            self.result.knows.append((viewer, other))

    def militia(self, clause: Clause) -> None:
        """Militia armies that are left."""
        self.only_in(True, clause)
        if clause.number > self.place.militia:
            raise RefusedValue(
                f"{clause.number} militia cannot be left",
                f"There were {self.place.militia}",
                rule="NV SUR-12",
            )
        self.result.militia = clause.number

    def control(self, clause: Clause) -> None:
        """The owner of the planet now."""
        self.only_in(True, clause)
        self.result.control = self.empire(clause.names[0])

    def suppressed(self, clause: Clause) -> None:
        """The fighting went on past the third round. Rule: NV SUR-17."""
        self.only_in(True, clause)
        self.result.suppressed = True

    # --- the whole ---

    def together(self) -> list[RefusedValue]:
        """Faults of clauses together that are right one by one."""
        return [*self._reports(), *self._surface()] if self.place.ground else self._reports()

    def _reports(self) -> list[RefusedValue]:
        """Survivors always report; an empire without a ship left reports as the clause says."""
        alive = {
            ship.owner
            for id, ship in self._here().items()
            if id not in self.result.destroyed and id not in self.result.captured
        }
        return [
            RefusedValue(
                f"{self.world.empires[one].name} cannot be left without a full report",
                "It has ships that lived, and those always report",
                rule="NV SPC-48",
            )
            for one, how in self.result.reports.items()
            if how != FULL and one in alive
        ]

    def _surface(self) -> list[RefusedValue]:
        """No more lifted than is left; capture needs an army, and every defender dead."""
        left = self.left()
        for empire, held in left.items():
            for kind, number in held.items():
                if number < 0:
                    short = self.world.empires[empire].name
                    return [RefusedValue(f"{short} has fewer {kind} than it would lose and lift")]
        captor = self.result.control
        if captor is None or captor == self.place.owner:
            return []
        armies = sum(left.get(captor, {}).get(kind, 0) for kind in ("AA", "RA"))
        name = self.world.empires[captor].name
        if not armies:
            return [RefusedValue(f"{name} has no army left to hold the planet", rule="NV SUR-18")]
        units = {kind: number for kind, number in left.get(self.place.owner, {}).items() if number}
        militia = self.place.militia if self.result.militia is None else self.result.militia
        if units or militia:
            told = [*(f"{number} {kind}" for kind, number in units.items()), f"{militia} militia"]
            return [
                RefusedValue(
                    f"{name} cannot have taken the planet",
                    f"Its defenders still have {', '.join(told)}",
                    rule="NV SUR-18",
                )
            ]
        return []

    def left(self) -> dict[str, dict[str, int]]:
        """Units of each empire on the planet after its losses and what was lifted."""
        left = {one: dict(held) for one, held in self.place.units.items()}
        gone = [*self.result.units.items()]
        gone += [(self.world.ships[id].owner, up) for id, up in self.result.lifts.items()]
        for empire, lost in gone:
            for kind, number in lost.items():
                own = left.setdefault(empire, {})
                own[kind] = own.get(kind, 0) - number
        return left


def _one(clause: Clause) -> str:
    if len(clause.subject) > 1:
        raise RefusedValue(f'"{clause.text}" is said of an empire', remedy="Write its name alone")
    return clause.subject[0]


def _at_most(ship: Ship, number: int, most: int, what: str, then: str = "") -> None:
    if number > most:
        raise RefusedValue(
            f"{ship.name} cannot lose {number} {what}",
            f"It has {max(most, 0)} to lose. {then}".strip(),
        )


_READ: Mapping[str, Callable[[_Reader, Clause], None]] = {
    "rounds": _Reader.rounds,
    "won": _Reader.won,
    "destroyed": _Reader.destroyed,
    "captured": _Reader.captured,
    "retreats": _Reader.retreats,
    "loses": _Reader.loses,
    "lifts": _Reader.lifts,
    "reports": _Reader.report,
    "silent": _Reader.report,
    "garbled": _Reader.report,
    "knows": _Reader.knows,
    "militia": _Reader.militia,
    "control": _Reader.control,
    "suppressed": _Reader.suppressed,
}
