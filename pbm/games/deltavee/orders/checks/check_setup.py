"""Whether a ship may be placed and fitted out as its player wants it."""

from __future__ import annotations

from pbm.games.deltavee.orders.reading.building import Builder
from pbm.games.deltavee.orders.setup_lines import PlaceLine, PodsLine
from pbm.games.deltavee.orders.starting_places import placing_fault
from pbm.games.deltavee.state.packing import pack
from pbm.games.deltavee.state.units import RESERVE
from pbm.kit.problems import illegal
from pbm.language.order_builder import NOT_DONE


def check_place(builder: Builder, line: PlaceLine) -> PlaceLine | None:
    """A place line; None if the ship is not free to be placed. Rule: DV PBM."""
    record = builder.record
    if record is None:
        _refuse(builder, "a place line is for one ship", "Two ships would stand in one place")
        return None
    stands = f"it stands at {record.at}, direction {record.direction}, velocity {record.velocity}"
    free = builder.roster.placements.get(record.id)
    if record.status == RESERVE:
        why = "It comes into play later; an  enter  line says then how"
        _refuse(builder, f"{builder.name} is in reserve", why)
        return None
    unit = builder.unit
    if unit is not None and unit.is_ship and unit.mother:
        stands = f"it is aboard {builder.roster.designation(unit.mother)}"
    if free is None:
        why = f"{stands[:1].upper()}{stands[1:]}"
        _refuse(builder, f"the place of {builder.name} is not free to choose", why)
        return None
    if fault := placing_fault(builder.roster.state, free, line):
        builder.say(
            illegal(
                f"{builder.name} cannot be placed like this",
                reason=f"{fault[:1].upper()}{fault[1:]}",
                rule="DV PBM",
                outcome=f"Unless another line places it, {stands}",
            )
        )
    return line


def _refuse(builder: Builder, fault: str, reason: str) -> None:
    builder.say(illegal(fault, reason=reason, rule="DV PBM", outcome=NOT_DONE))


def check_pods(builder: Builder, line: PodsLine) -> PodsLine | None:
    """A pods line; None if the ship's pods are not free to be arranged, or are others.

    Rule: DV 10.1.
    """
    unit, record = builder.unit, builder.record
    if unit is None or record is None:
        _refuse(builder, "a pods line is for one ship", "Ships carry pods of their own")
        return None
    free = builder.roster.placements.get(unit.id)
    if free is None or not free.arrange:
        why = "Its pods stand in their boxes as the scenario has them"
        _refuse(builder, f"the pods of {builder.name} are not free to be arranged", why)
        return None
    _packed, fault = pack(unit, line.boxes)
    if not fault:
        return line
    builder.say(
        illegal(
            f"the pods of {builder.name} cannot be arranged like this",
            reason=f"{fault[:1].upper()}{fault[1:]}",
            rule="DV 10.1",
            outcome="Unless another line arranges them, they stay in their boxes",
        )
    )
    return None
