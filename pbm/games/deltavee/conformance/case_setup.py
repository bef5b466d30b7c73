"""The SET-UP block of a DeltaVee case: a small scenario in a few lines.

    TABLE maps=2 jumps=yes
    PLANET P1 at=A0409
    ASTEROIDS at=[C1006] around=[C0902]
    PLAYER ann side=1
    SHIP 1A class=Sword at=A0909 direction=3 velocity=2 pods=["heavy weapon", energy]
    BATTLECRAFT 1A1 class=Terwillicker-X pod=3 at=A0908 direction=3 velocity=2
    MISSILE 1-03 type=guided civ=7 by=1A pod=1 at=A0907 direction=3 velocity=4

The first sign of a unit's name is its side; a battlecraft bears the name of its ship. One
that has no place is aboard, with ``prepared=yes`` atop its ship.
"""

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from msgspec.structs import replace

from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.setup_lines import SetUpLine, shared
from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import Hex
from pbm.engine.types import Seat
from pbm.games.deltavee.conformance.case_lookup import named
from pbm.games.deltavee.conformance.case_scenario import scenario_state
from pbm.games.deltavee.conformance.case_units import boxed, class_row, damaged, held_class, pods_of
from pbm.games.deltavee.conformance.case_words import FORM, SIDES, Battlecraft, TableWords
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.state.outfit import craft, missile
from pbm.games.deltavee.state.specials import LOG, MISSILES_AT_START, NO_ENERGY_UNTIL_DAMAGED
from pbm.games.deltavee.state.state import Dock, Placement, Planet, Special, State, Victory
from pbm.games.deltavee.state.units import (
    ABOARD,
    GUIDED,
    IN_PLAY,
    MISSILE_TYPES,
    PREPARED,
    WAITING,
    Unit,
)
from pbm.kit.problems import Faults

# Missiles launched in a case are found by their numbers too.
MOST_MISSILES = 60
MOST_ABOARD = 12


def scene(step: CaseStep, ids: Ids, options: Mapping[str, str]) -> CaseScene:
    """The game a SET-UP block describes; Faults with what is wrong in it."""
    lines = FORM.lines(step)
    _complete(lines)
    return _Scene(lines, ids, options).whole()


def _scenario(lines: list[SetUpLine]) -> SetUpLine | None:
    """The line that names a scenario; UNIT lines stand beside it, others but PLAYER do not."""
    found = next((line for line in lines if line.word == "SCENARIO"), None)
    for line in lines:
        fits = found is not None if line.word == "UNIT" else found in (None, line)
        if not fits and line.word != "PLAYER":
            where = "without" if found is None else "beside"
            raise Faults.invalid(f"{line.word} cannot stand {where} a scenario", line.span)
    return found


def _complete(lines: list[SetUpLine]) -> None:
    for line in lines:
        if line.word in ("SHIP", "BATTLECRAFT", "MISSILE") and line.name[0] not in SIDES:
            raise Faults.invalid(f"{line.name} does not begin with its side, 1 or 2", line.span)


class _Scene:
    """The lines of one block, and what is made of them."""

    def __init__(self, lines: list[SetUpLine], ids: Ids, options: Mapping[str, str]) -> None:
        self._lines = lines
        self._ids = ids
        self._options = options
        self._table = next((line.given for line in lines if line.word == "TABLE"), TableWords())
        self._maps = first_maps(self._table.maps, options)
        self._players = {line.name: line.given.side for line in self._of("PLAYER")}
        for side in SIDES:
            if side not in self._players.values():
                self._players[side] = side
        # A line for a battlecraft takes the place of the one its ship's pod brings.
        self._named = {line.name: line for line in self._of("SHIP", "BATTLECRAFT", "MISSILE")}
        self._contacts = dict.fromkeys(SIDES, 0)

    def _of(self, *words: str) -> list[SetUpLine]:
        return [line for line in self._lines if line.word in words]

    def whole(self) -> CaseScene:
        """Everything together."""
        seats = tuple(Seat(name, name, side) for name, side in self._players.items())
        if line := _scenario(self._lines):
            laid = scenario_state(line, self._of("UNIT"), seats, self._options, self._ids)
            return CaseScene(laid, seats, laid.turn, self._labels(laid))
        units: dict[str, Unit] = {}
        for line in self._of("SHIP"):
            for unit in self._ship(line):
                units[unit.id] = unit
        for line in self._of("BATTLECRAFT"):
            unit = self._battlecraft(line, units)
            units[unit.id] = unit
        for line in self._of("MISSILE"):
            unit = self._missile(line, units)
            units[unit.id] = unit
        planets = tuple(self._planet(line) for line in self._of("PLANET"))
        state = self._state(tuple(map(self._tireless, units.values())), planets)
        return CaseScene(state, seats, state.turn, self._labels(state))

    def _labels(self, state: State) -> dict[str, str]:
        labels = {unit.id: named(unit) for unit in state.units}
        labels |= {planet.id: planet.designation for planet in state.planets}
        for side in SIDES:
            for number in range(1, MOST_MISSILES + 1):
                labels.setdefault(self._missile_id(side, number), f"{side}-{number:02d}")
            # ships that come out of a reserve, or are bought, and what is aboard these
            for letter in ascii_uppercase:
                for number in ("", *range(1, MOST_ABOARD + 1)):
                    name = f"{side}{letter}{number}"
                    labels.setdefault(self._ids.opaque("unit", name), name)
        return labels

    def _state(self, units: tuple[Unit, ...], planets: tuple[Planet, ...]) -> State:
        given = self._table
        numbers = dict.fromkeys(SIDES, 0)
        for line in self._of("MISSILE"):
            side, _, number = line.name.partition("-")
            numbers[side] = max(numbers[side], int(number))
        return State(
            scenario="case",
            title="A case",
            maps=self._maps,
            sides=("1", "2"),
            side_names={side: f"Side {side}" for side in SIDES},
            units=units,
            planets=planets,
            asteroids=self._asteroids(),
            victory=tuple(self._victory(line) for line in self._of("VICTORY")),
            special=(
                *(self._special(line) for line in self._of("SPECIAL")),
                *self._remembered(units),
            ),
            placements=self._placements(),
            docks=tuple(
                Dock(self._id(line, line.name), self._id(line, line.given.with_))
                for line in self._of("DOCK")
            ),
            points={**dict.fromkeys(SIDES, 0), **given.points},
            contacts=self._contacts,
            missiles={**numbers, **given.missiles},
            jumps=given.jumps,
            turn=given.turn,
        )

    # --- hexes ---

    def _hex(self, line: SetUpLine, text: str) -> Hex:
        try:
            return self._maps.parse(text)
        except ValueError:
            raise Faults.invalid(f'"{text}" is not a hex such as A0207', line.span) from None

    def _planet(self, line: SetUpLine) -> Planet:
        name = line.given.name or f"Planet {line.name}"
        opaque = self._ids.opaque("planet", line.name)
        return Planet(opaque, line.name, name, self._hex(line, line.given.at))

    def _asteroids(self) -> tuple[Hex, ...]:
        found: list[Hex] = []
        for line in self._of("ASTEROIDS"):
            found += [self._hex(line, text) for text in line.given.at]
            for text in line.given.around:
                middle = self._hex(line, text)
                found += [middle, *self._maps.grid.neighbours(middle)]
        return tuple(dict.fromkeys(found))

    def _placements(self) -> dict[str, Placement]:
        return {
            self._id(line, line.name): Placement(
                tuple(self._hex(line, text) for text in line.given.place),
                line.given.directions,
                line.given.velocities,
            )
            for line in self._of("SHIP")
            if line.given.place
        }

    # --- units ---

    def _id(self, line: SetUpLine, name: str) -> str:
        """The id of a unit that has a line, or of a battlecraft in a ship's pod."""
        side, dash, number = name.partition("-")
        if dash and number.isdigit():
            return self._missile_id(side, int(number))
        known = name in self._named or any(
            name in (inside for _box, inside, _kind in _aboard(ship)) for ship in self._of("SHIP")
        )
        if not known:
            raise Faults.invalid(f"there is no unit {name}", line.span)
        return self._ids.opaque("unit", name)

    def _missile_id(self, side: str, number: int) -> str:
        return self._ids.opaque("unit", "missile", side, str(number))

    def _owner(self, line: SetUpLine) -> str:
        side = line.name[0]
        owner = line.given.player or next(p for p, s in self._players.items() if s == side)
        if owner not in self._players:
            raise Faults.invalid(f"there is no player {owner}", line.span)
        return str(owner)

    def _common(self, line: SetUpLine, at: Hex, status: str, **own: Any) -> dict[str, Any]:
        """The fields of a unit as its line has them; ``own`` are those it has not."""
        given, side = line.given, line.name[0]
        contact = given.contact
        if not given.revealed and not contact and given.at:
            contact = self._contacts[side] + 1
        self._contacts[side] = max(self._contacts[side], contact)
        worked_out = {
            "id": self._id(line, line.name),
            "designation": line.name[1:],
            "side": side,
            "owner": self._owner(line),
            "at": at,
            "contact": contact,
            "status": status,
        }
        return shared(given, Unit) | worked_out | own

    def _craft(self, line: SetUpLine, at: Hex, status: str, **own: Any) -> Unit:
        """A spaceship or battlecraft with its pods, as its line has it."""
        given: Battlecraft = line.given
        holds = {box: self._id(line, name) for box, name, _ in _aboard(line)}
        try:
            row = class_row(given.class_)
            boxes = pods_of(row, given.pods, self._options, armor=given.armor, holds=holds)
            fields = self._common(line, at, status, field_up=given.field, **own)
            unit = damaged(craft(row, boxes, **fields), given.status, told=given.told)
        except ValueError as wrong:
            raise Faults.invalid(f"{line.name}: {wrong}", line.span) from None
        for pod in unit.pods:
            stock = given.stock.get(pod.name, {})
            unit = unit.with_part(replace(pod, stock={**pod.stock, **stock}))
        return unit

    def _ship(self, line: SetUpLine) -> list[Unit]:
        """A ship, and the battlecraft its pods hold."""
        given = line.given
        at = self._hex(line, given.at)
        ship = self._craft(line, at, WAITING if given.place else IN_PLAY)
        own = {"player": given.player, "direction": given.direction, "zig": given.zig}
        held = [
            SetUpLine(line.word, name, Battlecraft(class_=kind, pod=box, **own), line.span)
            for box, name, kind in _aboard(line)
        ]
        return [ship, *(self._craft(one, at, ABOARD, mother=ship.id) for one in held)]

    def _battlecraft(self, line: SetUpLine, units: Mapping[str, Unit]) -> Unit:
        mother = units.get(self._ids.opaque("unit", line.name.rstrip("0123456789")))
        if mother is None:
            raise Faults.invalid(f"battlecraft {line.name} has no ship", line.span)
        unit = units.get(self._ids.opaque("unit", line.name))
        box = line.given.pod or (unit.pod if unit else 0)
        at = self._at(line, mother)
        return self._craft(line, at, _status(line), mother=mother.id, pod=box)

    def _missile(self, line: SetUpLine, units: Mapping[str, Unit]) -> Unit:
        given = line.given
        number = line.name.partition("-")[2]
        if not number.isdigit():
            raise Faults.invalid(f"a missile is called 1-03, not {line.name}", line.span)
        by = units.get(self._id(line, given.by)) if given.by else None
        letter = by.designation if by else ""
        called = f"{letter}-{int(number):02d}" if given.type == GUIDED else f"{int(number):02d}"
        own = {"designation": called, "mother": by.id if by else ""}
        return missile(given.type, **self._common(line, self._at(line, by), _status(line), **own))

    def _at(self, line: SetUpLine, mother: Unit | None) -> Hex:
        """Where a unit stands: in its hex, or with the ship it is aboard or atop."""
        if line.given.at:
            return self._hex(line, line.given.at)
        if mother is None:
            raise Faults.invalid(f"{line.name} has no at", line.span)
        return mother.at

    # --- the scenario's own ---

    def _tireless(self, unit: Unit) -> Unit:
        """The unit, spending no energy if a special says so."""
        lines = [one for one in self._of("SPECIAL") if one.name == NO_ENERGY_UNTIL_DAMAGED]
        named = [self._id(one, name) for one in lines for name in one.given.units]
        return replace(unit, tireless=unit.id in named)

    def _victory(self, line: SetUpLine) -> Victory:
        given = line.given
        side = "" if line.name == "draw" else line.name
        units = tuple(self._id(line, name) for name in given.units)
        title = given.title or given.kind
        return Victory(side, given.kind, title, units, given.number)

    def _special(self, line: SetUpLine) -> Special:
        given = line.given
        units = tuple(self._id(line, name) for name in given.units)
        number, limit = given.number, given.limit
        return Special(line.name, units, number, given.name, limit)

    def _remembered(self, units: tuple[Unit, ...]) -> Iterator[Special]:
        """What the logs of ships remember: their type, the missiles at the start."""
        for line in self._of("SHIP"):
            ship = next(unit for unit in units if unit.id == self._id(line, line.name))
            yield Special(LOG, (ship.id,), line.given.log)
            for type in MISSILE_TYPES:
                used = [one for one in units if one.mother == ship.id and one.klass == type]
                left = sum(pod.stock.get(type, 0) for pod in ship.pods)
                yield Special(MISSILES_AT_START, (ship.id,), left + len(used), type)


def _aboard(line: SetUpLine) -> list[tuple[int, str, str]]:
    """Box, name and class of each battlecraft in a ship's pods: ``(4, "1A1", ...)``."""
    pods = [(box, kind) for box, pod in boxed(line.given.pods) if (kind := held_class(pod))]
    return [(box, f"{line.name}{number}", kind) for number, (box, kind) in enumerate(pods, 1)]


def _status(line: SetUpLine) -> str:
    if line.given.prepared:
        return PREPARED
    return IN_PLAY if line.given.at else ABOARD
