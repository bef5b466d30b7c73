"""Turn 0: every player places their ships and puts their pods into boxes, in secret.

What a sheet leaves open, or writes outside the freedom of the scenario, stands as the
scenario has it. Rule: DV 10.1, DV S3, DV S5.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.setup.place import PlaceLine, placing_fault
from pbm.games.deltavee.rules.scenario_rules.fleets import buy_fleets
from pbm.games.deltavee.rules.telling import not_done, orders_of
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.packing import pack
from pbm.games.deltavee.state.state import Company, State
from pbm.games.deltavee.state.units import IN_PLAY, RESERVE, WAITING, Unit
from pbm.games.deltavee.view.audience import private

RULE = "DV 10.1"


def set_up(work: PhaseContext) -> None:
    """Buy fleets, place every waiting ship, fill its boxes, and begin turn 1."""
    buy_fleets(work)
    waiting = [unit for unit in work.state.units if unit.status == WAITING]
    places = _Places(work, waiting)
    for unit in waiting:
        _fill(work, unit)
    for unit in waiting:
        _put(work, unit, places)
    later = {
        unit.id: work.state.placements[unit.id]
        for unit in work.state.units
        if unit.status == RESERVE
    }
    work.state = replace(work.state, turn=1, placements=later)


def _fill(work: PhaseContext, unit: Unit) -> None:
    """Put the pods of a ship into their boxes, and its battlecraft with them."""
    lines = orders_of(work, unit).pods
    if not work.state.placements[unit.id].arrange:
        for line in lines:
            why = "its pods stand where they are"
            not_done(work, unit, line.ref, "pods", why, rule=RULE, written=line.ref.text)
        return
    done = None
    for line in lines:
        packed, why = pack(unit, line.boxes)
        if why:
            not_done(work, unit, line.ref, "pods", why, rule=RULE, written=line.ref.text)
            continue
        unit, done = packed, line.ref
    boxes = {pod.holds: pod.box for pod in unit.pods if pod.holds}
    stacked = work.state.stacked(unit.id)
    crafts = [replace(one, pod=boxes[one.id]) for one in stacked if one.id in boxes]
    work.state = work.state.with_units(unit, *crafts)
    work.emit(
        "pods",
        unit.id,
        rule=RULE,
        seen=private(work, unit),
        order=done,
        unit=unit.id,
        boxes={str(pod.box): pod.kind for pod in unit.pods},
    )


def _put(work: PhaseContext, unit: Unit, places: _Places) -> None:
    """Place one ship, with what is aboard it."""
    line = places.line(unit.id)
    at, direction, velocity = places.of(unit.id)
    placed = replace(
        work.state.unit(unit.id), at=at, direction=direction, velocity=velocity, status=IN_PLAY
    )
    crafts = [replace(one, at=at, direction=direction) for one in work.state.stacked(unit.id)]
    work.state = work.state.with_units(placed, *crafts)
    work.emit(
        "placed",
        unit.id,
        rule=RULE,
        order=None if line is None else line.ref,
        unit=unit.id,
        at=work.state.maps.label(at),
        direction=direction,
        velocity=velocity,
    )


class _Places:
    """Where the waiting ships come to stand: lines within the freedom, companies agreeing.

    Ships are looked at as the scenario lists them: the first line that says a thing says it
    for its company.
    """

    def __init__(self, work: PhaseContext, waiting: list[Unit]) -> None:
        self._state: State = work.state
        self._units = {unit.id: unit for unit in waiting}
        self._lines: dict[str, PlaceLine] = {}
        for unit in waiting:
            for line in orders_of(work, unit).place:
                fault = self._fault(unit, line)
                if fault:
                    not_done(work, unit, line.ref, "place", fault, rule=RULE, written=line.ref.text)
                else:
                    self._lines[unit.id] = line
        self._hexes = self._settle_hexes()

    def line(self, unit_id: str) -> PlaceLine | None:
        """The line a ship is placed by, None if it stands as the scenario has it."""
        return self._lines.get(unit_id)

    def of(self, unit_id: str) -> tuple[Hex, Direction, int]:
        """Hex, direction and velocity of a ship."""
        unit = self._units[unit_id]
        direction, velocity = unit.direction, unit.velocity
        for line in self._said(unit_id, "same_direction"):
            if line.direction is not None:
                direction = line.direction
                break
        for line in self._said(unit_id, "same_velocity"):
            if line.velocity is not None:
                velocity = line.velocity
                break
        return self._hexes[unit_id], direction, velocity

    def _said(self, unit_id: str, agreeing: str) -> Iterator[PlaceLine]:
        """The lines that decide a thing for a ship: its own, else those of its company."""
        for other in (unit_id, *self._agreeing(unit_id, agreeing)):
            if other in self._lines:
                yield self._lines[other]

    def _agreeing(self, unit_id: str, thing: str) -> list[str]:
        """The other waiting ships that must agree with a ship in a thing."""
        return [
            other
            for company in self._companies(unit_id)
            if getattr(company, thing)
            for other in company.units
            if other != unit_id and other in self._units
        ]

    def _companies(self, unit_id: str) -> list[Company]:
        return [company for company in self._state.companies if unit_id in company.units]

    def _fault(self, unit: Unit, line: PlaceLine) -> str:
        """Why a line cannot stand, in a phrase; empty if it can."""
        fault = placing_fault(self._state, self._state.placements[unit.id], line)
        if fault:
            return fault
        if line.at is not None:
            for other in self._agreeing(unit.id, "different_hexes"):
                if other in self._lines and self._lines[other].at == line.at:
                    return f"{self._name(line.at)} is taken by {self._units[other].designation}"
        for thing, words in (("direction", "point to"), ("velocity", "have velocity")):
            mine = getattr(line, thing)
            for other in self._agreeing(unit.id, f"same_{thing}"):
                theirs = getattr(self._lines[other], thing) if other in self._lines else None
                if mine is not None and theirs is not None and mine != theirs:
                    return (
                        f"all its company must {words} {theirs}, "
                        f"as was written for {self._units[other].designation}"
                    )
        return ""

    def _name(self, at: Hex) -> str:
        return self._state.maps.label(at)

    def _settle_hexes(self) -> dict[str, Hex]:
        """A hex for each ship: as written, else the scenario's, else the first left free."""
        found = {one: line.at for one, line in self._lines.items() if line.at is not None}
        for unit_id, unit in self._units.items():
            if unit_id in found:
                continue
            others = self._agreeing(unit_id, "different_hexes")
            taken = [found[other] for other in others if other in found]
            free = self._state.placements[unit_id].hexes
            found[unit_id] = next((at for at in (unit.at, *free) if at not in taken), unit.at)
        return found
