"""The pregame sheet as a whole: what it spends of what there is.

Rule: NV SET-20 to SET-35, NV ORD-04. Ambiguity: NV A-TP-ROUND.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbm.games.nova.orders.naming import folded
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.design import figures, new_design_tp
from pbm.games.nova.state.orders.designs import Pregame
from pbm.games.nova.state.technology import MCR_OF_TP, pregame_mcr, start_mcr, total_points
from pbm.games.nova.state.units import UNITS
from pbm.kit.english import signed
from pbm.kit.problems import Problem, Severity, Span, illegal, warning
from pbm.language.line_log import LineLog

ADVISED_TP = (150, 230)  # Rule: NV SET-31.
_ARMIES = ("AA", "RA")


def compared(sheet: Pregame, log: LineLog, options: Mapping[str, str]) -> Iterator[Problem]:
    """The sums of the sheet, and what is wrong with them."""

    def place(kind: str) -> Span | None:
        ref = sheet.refs.get(kind)
        return None if ref is None else log.line_span(ref.line)

    sums = pregame_sums(sheet)
    spent = sums["technology"] + sums["designs"] + sums["purchases"]
    left = sums["money"] - spent
    words = (
        f"{sums['money']} − {sums['technology']} technology − {sums['designs']} designs"
        f" − {sums['purchases']} bought = {signed(left)} MCr"
    )
    yield Problem(Severity.NOTE, words, place("keep"), rule="NV SET-30")
    # A refused line is reported itself; what it was to buy is not known.
    # A player who writes KEEP knows the sum, or is told it.
    nothing = not (spent or sheet.designs or sheet.missiles)
    if nothing and sheet.keep is None and not any(one.is_error for one in log.problems):
        yield warning(
            "this sheet buys nothing: no technology, no design, no ship, no unit",
            reason="What the prefilled sheet held counts only where it stands on yours, too",
            outcome="You begin without any",
            remedy="Send your prefilled sheet again, with what you change in it",
        )
    if left < 0:
        yield illegal(
            f"this spends {spent} MCr of {sums['money']}",
            place("keep"),
            reason=f"{-left} MCr too much; a home star of lower type gives 400 more",
            rule="NV SET-30",
            outcome="What was written last is not bought",
        )
    if sheet.keep is not None and sheet.keep != left:
        reason = "The sums of a sheet are compared, never used"
        fault = f"what is kept is {left} MCr, not {sheet.keep}"
        yield warning(fault, place("keep"), reason=reason, rule="NV ORD-04")
    points = total_points(sheet.tech)
    low, high = ADVISED_TP
    if not low <= points <= high:
        fault = f"the technology is worth {amount_text(points)} TP"
        reason = f"The book advises {low} to {high}"
        yield Problem(Severity.NOTE, fault, place("levels"), reason, "NV SET-31")
    armies = sum(one.number for one in sheet.purchases if one.name in _ARMIES)
    limit = options["pregame.army_limit"]
    if limit != "none" and armies > int(limit):
        yield illegal(
            f"{armies} armies are bought",
            place("buy"),
            reason=f"In this campaign at most {limit} may be",
            rule="NV ECO-03",
            outcome="Those above the limit are not bought",
        )


def pregame_sums(sheet: Pregame) -> Mapping[str, int]:
    """MCr there are, and what technology, designs and purchases cost. Rule: NV SET-22, SET-30."""
    designs = {folded(design.name): design for _ref, design in sheet.designs}
    points = sum(new_design_tp(figures(one).cost) for one in designs.values()) + len(sheet.missiles)
    bought = 0
    for one in sheet.purchases:
        unit = UNITS.get(one.name)
        cost = figures(designs[folded(one.name)]).cost if unit is None else unit.full_cost or 0
        bought += cost * one.number
    return {
        "money": start_mcr(sheet.home_type),
        "technology": pregame_mcr(total_points(sheet.tech)),
        "designs": points * MCR_OF_TP,
        "purchases": bought,
    }
