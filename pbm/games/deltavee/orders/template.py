"""The body of a player's next sheet: each of their units with its state and lines to change."""

from collections.abc import Iterator, Mapping

from pbm.games.deltavee.orders.catalogue import ORDERS
from pbm.games.deltavee.orders.lines.prefill import MANY_PODS, Prefill
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.purchase.price_list import purchase_lines
from pbm.games.deltavee.orders.setup.enter import reserve_lines
from pbm.games.deltavee.orders.sheet import names_for
from pbm.games.deltavee.orders.sheet_text import HEADS
from pbm.games.deltavee.state.units import (
    ABOARD,
    BATTLECRAFT,
    IN_PLAY,
    MIMS,
    OK,
    PREPARED,
    RESERVE,
    Part,
    Unit,
)
from pbm.games.deltavee.view.record import UnitView, View
from pbm.kit.english import count
from pbm.sheets.quoting import Told, remark


def template(view: View, due: str, options: Mapping[str, str]) -> str:
    """Lines that read without a problem; what is left to the player stands in remarks.

    Rule: DV PBM.
    """
    del due
    roster = Roster(view)
    names = names_for(roster)
    told = Told()
    lines: list[str] = []
    if roster.purchase is not None:
        lines += ["", *purchase_lines(roster, roster.purchase, options)]
    for record in roster.fleet():
        lines += ["", f"{HEADS[record.kind]} {names.plain(record.id)}  {_noun(record)}"]
        unit = roster.unit(record.id)
        assert unit is not None
        sheet = Prefill(roster, record, unit, names, told)
        if unit.status == RESERVE:
            lines += reserve_lines(sheet)
        else:
            lines += _ordering(sheet) if roster.turn else _lines(sheet)
    return "\n".join(lines[1:]) + "\n" if lines else "# You have no unit that could take orders.\n"


def _noun(record: UnitView) -> str:
    """What a unit is, in brackets, where it disturbs no reading."""
    plain = (record.name or record.title).replace("(", "").replace(")", "")
    return f"({plain.replace('#', '').replace(chr(34), '')})"


def _ordering(sheet: Prefill) -> Iterator[str]:
    """Remarks on the state of a unit, then the lines of each order."""
    roster, record, unit = sheet.roster, sheet.record, sheet.unit
    yield from remark("; ".join(_state(roster, record, unit)))
    if not unit.is_missile:
        said = [("energy, pods", "; ".join([_energy(record), *_parts(unit)]))]
        if unit.status == IN_PLAY and not record.dormant:
            said.append(("commands", "; ".join(_allowances(record))))
        yield from sheet.remarks(*said)
        if record.dormant:
            yield from remark("not yet alerted: it takes no orders now")
            return
        if unit.is_ship and unit.status in (ABOARD, PREPARED):
            yield from remark("it takes orders once it is launched")
            return
    yield from _lines(sheet)


def _lines(sheet: Prefill) -> Iterator[str]:
    """The lines of each order that stands on this kind of sheet."""
    for order in ORDERS:
        if order.prefill is not None and order.is_setup == (not sheet.roster.turn):
            yield from order.prefill(sheet)


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
        if alike and len(unit.pods) > MANY_PODS and pod.box == runs[-1][-1].boxes.stop:
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
