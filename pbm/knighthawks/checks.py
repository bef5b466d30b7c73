"""What is understood but not allowed: each order against the rules, as far as its player knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.knighthawks.building import Builder
from pbm.knighthawks.orders import ShipOrders
from pbm.problem import Problem, invalid
from pbm.ruleset import Known
from pbm.sheet import Sheet


def wrong_kind(sheet: Sheet, known: Known) -> Problem | None:
    """The problem of a sheet whose kind is not what this turn waits for."""
    wanted = "ORDERS" if known["turn"] else "SETUP"
    if sheet.kind == wanted:
        return None
    return invalid(
        f"this is a {sheet.kind} sheet",
        sheet.span,
        reason=f"turn {known['turn']} waits for {wanted} sheets",
        outcome="Nothing of it was used",
        remedy=f"Begin it with {wanted}",
    )


def check(builder: Builder, verb: str, line: Any, kind: str) -> Any:
    """The order if it is to be kept, else None; problems go to the builder."""
    del builder, kind
    if verb in ("attack", "defence") and (not line.weapon or not (line.targets or line.hold)):
        return None
    return line


def check_doubled(problems: list[Problem], ships: Mapping[str, ShipOrders]) -> None:
    """Add warnings for lines that can never be reached."""


def ranges(numbers: Sequence[int]) -> str:
    """Line numbers in a few words: 5-9, 12."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
