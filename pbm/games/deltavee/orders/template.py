"""The body of a player's next sheet: each of his units with its state and lines to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import Names
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.purchase.price_list import broken, listed, purchase_lines
from pbm.games.deltavee.orders.setup.place import PlaceLine, place_text
from pbm.games.deltavee.orders.setup.pods import PodsLine, pods_text
from pbm.games.deltavee.orders.sheet import names_for
from pbm.games.deltavee.orders.sheet_text import HEADS
from pbm.games.deltavee.state.units import (
    ABOARD,
    BATTLECRAFT,
    GUIDED,
    IN_PLAY,
    MIMS,
    OK,
    PREPARED,
    RESERVE,
    UNGUIDED,
    Part,
    Unit,
)
from pbm.games.deltavee.state.usable import EXTRA, fires, has_emergency_field
from pbm.games.deltavee.view.record import UnitView, View
from pbm.kit.english import count
from pbm.sheets.quoting import remark

_NOWHERE = OrderRef("", "", 0, "")


_MANY = 12  # more pods than that are written in runs


def template(view: View, due: str, options: Mapping[str, str]) -> str:
    """Lines that read without a problem; what is left to the player stands in remarks.

    Rule: DV PBM.
    """
    del due
    roster = Roster(view)
    names = names_for(roster)
    lines: list[str] = []
    if roster.purchase is not None:
        lines += ["", *purchase_lines(roster, roster.purchase, options)]
    for record in roster.fleet():
        lines += ["", f"{HEADS[record.kind]} {names.plain(record.id)}  {_noun(record)}"]
        unit = roster.unit(record.id)
        assert unit is not None
        if unit.status == RESERVE:
            lines += _reserve(roster, record, unit)
        elif not roster.turn:
            lines += _placing(roster, record, unit, names)
        else:
            lines += _ordering(roster, record, unit)
    return "\n".join(lines[1:]) + "\n" if lines else "# You have no unit that could take orders.\n"


def _noun(record: UnitView) -> str:
    """What a unit is, in brackets, where it disturbs no reading."""
    plain = (record.name or record.title).replace("(", "").replace(")", "")
    return f"({plain.replace('#', '').replace(chr(34), '')})"


def _placing(roster: Roster, record: UnitView, unit: Unit, names: Names) -> Iterator[str]:
    free = roster.placements.get(unit.id)
    if free is None:
        where = f"at {record.at}, direction {unit.direction}, velocity {unit.velocity}"
        if unit.is_ship and unit.mother:
            where = f"aboard {roster.designation(unit.mother)}"
        yield from remark(f"{record.title} {where}: not free to be placed")
        return
    hexes = [names.hex(at) for at in free.hexes]
    which = ", ".join(hexes) if len(hexes) <= 6 else f"{len(hexes)} hexes, such as {hexes[0]}"
    yield from remark(f"free to choose: {which or 'no hex'}")
    yield from remark(f"direction {listed(free.directions)}; velocity {listed(free.velocities)}")
    here = PlaceLine(_NOWHERE, unit.at, unit.direction, unit.velocity)
    yield f"  {place_text(here, names)}" if names.hex(unit.at) in hexes else "  # at ..."
    if free.arrange and unit.pods:
        yield from remark(f"its {count(len(unit.pods), 'pod')} may stand in any boxes")
        boxes = PodsLine(_NOWHERE, {pod.box: pod.kind for pod in unit.pods})
        words = pods_text(boxes, names).removeprefix("pods ").split(", ")
        yield from broken("  pods ", _in_runs(words) if len(words) > _MANY else words)


def _in_runs(words: list[str]) -> list[str]:
    """Boxes with their kinds, those of one kind that follow one another together.

    >>> _in_runs(["1 storage", "5 arsenal", "6 arsenal", "7 arsenal", "8 energy"])
    ['1 storage', '5-7 arsenal', '8 energy']
    """
    runs: list[tuple[int, int, str]] = []
    for word in words:
        number, _, kind = word.partition(" ")
        box = int(number)
        if runs and runs[-1][1:] == (box - 1, kind):
            runs[-1] = (runs[-1][0], box, kind)
        else:
            runs.append((box, box, kind))
    return [
        f"{first} {kind}" if first == last else f"{first}-{last} {kind}"
        for first, last, kind in runs
    ]


def _reserve(roster: Roster, record: UnitView, unit: Unit) -> Iterator[str]:
    """A ship that comes into play later: when, and the line that says how."""
    coming = roster.view.coming.get(record.id, "later")
    yield from remark(f"in reserve: comes {coming}")
    free = roster.placements.get(unit.id)
    if free is None or not roster.turn:
        return
    hexes = [roster.maps.label(at) for at in free.hexes]
    which = ", ".join(hexes) if len(hexes) <= 6 else f"{len(hexes)} hexes, such as {hexes[0]}"
    directions, velocities = listed(free.directions), listed(free.velocities)
    yield from remark(f"it enters at {which}; direction {directions}; velocity {velocities}")
    example = f"enter dir {unit.direction} velocity {unit.velocity}"
    yield from remark(f"to have it so write:  {example}")


def _ordering(roster: Roster, record: UnitView, unit: Unit) -> Iterator[str]:
    yield from remark("; ".join(_state(roster, record, unit)))
    if unit.is_missile:
        yield from _missile(roster, unit)
        return
    yield from remark("; ".join([_energy(record), *_parts(unit)]))
    if record.dormant:
        yield from remark("not yet alerted: it takes no orders now")
        return
    if unit.status == IN_PLAY:
        yield from remark("; ".join(_allowances(record)))
    if unit.is_ship and unit.status in (ABOARD, PREPARED):
        yield from remark("it takes orders once it is launched")
        return
    for item in fires(unit):
        if item != EXTRA and (unit.revealed or unit.status == ABOARD):
            yield f"  {'fire burster' if item == 'burster' else item}: laser burst at any"
    if not unit.revealed:
        yield from remark("it is not revealed yet; fire may show what it is")
    if has_emergency_field(unit):
        yield "  field try"


def _state(roster: Roster, record: UnitView, unit: Unit) -> Iterator[str]:
    if unit.status in (ABOARD, PREPARED):
        mother = roster.designation(unit.mother) if unit.mother else "its ship"
        yield f"{'aboard' if unit.status == ABOARD else 'prepared atop'} {mother}, pod {unit.pod}"
        return
    yield f"at {record.at}, direction {unit.direction}, velocity {unit.velocity}"
    if record.in_orbit:
        yield "in orbit"
    if record.docked_with:
        yield "docked"
    if unit.field_up:
        yield "force field active"
    if unit.jump:
        yield f"{unit.jump} a jump" if unit.jump == "preparing" else "jumping"


def _energy(record: UnitView) -> str:
    if record.endless:
        held = f", {record.energy_left} held" if record.energy else ""
        return f"energy is not counted{held}"
    blocks = f", {count(record.blocks_left, 'block')}" if record.kind != BATTLECRAFT else ""
    return f"energy {record.energy_left} of {record.energy}{blocks}"


def _parts(unit: Unit) -> Iterator[str]:
    """Pods with their missiles, and parts that are hit; of many pods equal ones together."""
    for part in unit.parts:
        if not part.is_pod and part.status != OK:
            yield f"{part.name} {part.status}"
    runs: list[list[Part]] = []
    for pod in unit.pods:
        alike = bool(runs) and _content(runs[-1][0]) == _content(pod)
        if alike and len(unit.pods) > _MANY and pod.box == runs[-1][-1].boxes.stop:
            runs[-1].append(pod)
        else:
            runs.append([pod])
    for run in runs:
        first, last = run[0], run[-1]
        stock = ", ".join(
            f"{number} {'MIMS' if kind == MIMS else kind}" for kind, number in _stock(first)
        )
        status = "" if first.status == OK else f" {first.status}"
        name = first.name if first is last else f"pods {first.box} to {last.box}"
        each = "" if first is last else "each "
        yield f"{name} {first.kind}{status}" + (f" ({each}{stock})" if stock else "")


def _content(pod: Part) -> tuple[object, ...]:
    """What makes pods alike where they are listed."""
    return pod.kind, pod.status, _stock(pod)


def _stock(part: Part) -> list[tuple[str, int]]:
    return [(kind, part.stock[kind]) for kind in sorted(part.stock) if part.stock[kind]]


def _allowances(record: UnitView) -> Iterator[str]:
    number = record.commands_allowed
    commands = count(number, "Maneuver Command")
    speed = record.velocity_rating
    yield f"{commands}, of them {speed} of velocity at most" if speed < number else commands
    if record.battle_commands:
        yield count(record.battle_commands, "Battle Command")


def _missile(roster: Roster, unit: Unit) -> Iterator[str]:
    if unit.klass == UNGUIDED:
        yield from remark("it takes no commands and grows faster by 1 each turn")
    elif unit.klass == GUIDED and unit.mother:
        number = unit.designation.rpartition("-")[2]
        ship = roster.designation(unit.mother)
        yield from remark(
            f"it takes commands only while {ship} controls it: battle control {number}"
        )
    yield from remark("it intercepts what it meets unless an intercept line says otherwise")
