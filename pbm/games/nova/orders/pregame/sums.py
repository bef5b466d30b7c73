"""The pregame sheet as a whole: what it spends of what there is.

Rule: NV SET-20 to SET-35, NV ORD-04. Ambiguity: NV A-TP-ROUND.
"""

from collections.abc import Iterator, Mapping

from pbm.games.nova.orders.naming import folded
from pbm.games.nova.state.amounts import amount_text, left_out
from pbm.games.nova.state.design import Design, figures, new_design_tp
from pbm.games.nova.state.legality import faults, missile_faults
from pbm.games.nova.state.missiles import RESEARCH_TP
from pbm.games.nova.state.orders.designs import Pregame, Purchase
from pbm.games.nova.state.technology import MCR_OF_TP, pregame_mcr, start_mcr, total_points
from pbm.games.nova.state.units import UNITS
from pbm.kit.english import listed, signed
from pbm.kit.problems import Problem, Severity, Span, illegal, warning
from pbm.language.line_log import LineLog

ADVISED_TP = (150, 230)  # Rule: NV SET-31.
_ARMIES = ("AA", "RA")
_NOT_PAID = "What stands last is left out"


def compared(sheet: Pregame, log: LineLog, options: Mapping[str, str]) -> Iterator[Problem]:
    """The sums of the sheet, and what is wrong with them."""

    def place(kind: str) -> Span | None:
        ref = sheet.refs.get(kind)
        return None if ref is None else log.line_span(ref.line)

    sums, bought = pregame_sums(sheet), purchased(sheet, options)
    wanted = sums["technology"] + sums["designs"] + sums["purchases"]
    paid = sum(bought.values())
    left = sums["money"] - sums["technology"] - sums["designs"] - paid
    words = (
        f"{sums['money']} − {sums['technology']} technology − {sums['designs']} designs"
        f" − {paid} bought = {signed(left)} MCr"
    )
    yield Problem(Severity.NOTE, words, place("keep"), rule="NV SET-30")
    yield from _not_had(sheet, log)
    # A refused line is reported itself; what it was to buy is not known.
    # A player who writes KEEP knows the sum, or is told it.
    nothing = not (wanted or sheet.designs or sheet.missiles)
    if nothing and sheet.keep is None and not any(one.is_error for one in log.problems):
        yield warning(
            "this sheet buys nothing: no technology, no design, no ship, no unit",
            reason="What the prefilled sheet held counts only where it stands on yours, too",
            outcome="You begin without any",
            remedy="Send your prefilled sheet again, with what you change in it",
        )
    if wanted > sums["money"]:
        out = [one for one in sheet.purchases if one not in bought and _price(sheet, one)]
        last = listed(f"{one.number} {one.name}" for one in out)
        yield illegal(
            f"this spends {wanted} MCr of {sums['money']}",
            place("keep"),
            reason=f"{wanted - sums['money']} MCr too much; a poorer home star gives 400 more",
            rule="NV SET-30",
            outcome=f"What stands last is not bought: {last}" if last else _NOT_PAID,
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
    designs = had(sheet).values()
    points = sum(new_design_tp(figures(one).cost) for one in designs)
    points += sum(not missile_faults(one, sheet.tech) for _ref, one in sheet.missiles) * RESEARCH_TP
    return {
        "money": start_mcr(sheet.home_type),
        "technology": pregame_mcr(total_points(sheet.tech)),
        "designs": points * MCR_OF_TP,
        "purchases": sum(_price(sheet, one) * one.number for one in sheet.purchases),
    }


def had(sheet: Pregame) -> Mapping[str, Design]:
    """The designs that the sheet's technology allows, by folded name."""
    return {
        folded(design.name): design
        for _ref, design in sheet.designs
        if not design.of and not faults(design, sheet.tech)
    }


def _price(sheet: Pregame, line: Purchase) -> int:
    """The price of one of what a line buys; 0 for what cannot be had."""
    unit = UNITS.get(line.name)
    if unit is not None:
        return unit.full_cost or 0
    design = had(sheet).get(folded(line.name))
    return 0 if design is None else figures(design).cost


def purchased(sheet: Pregame, options: Mapping[str, str]) -> Mapping[Purchase, int]:
    """The lines that can be paid, with MCr for each, as set-up will pay them. Rule: NV SET-30."""
    sums = pregame_sums(sheet)
    limit = options["pregame.army_limit"]
    room = None if limit == "none" else int(limit)
    costs: dict[Purchase, int] = {}
    for line in sheet.purchases:
        number = line.number
        if room is not None and line.name in _ARMIES:
            number = min(number, room)
            room -= number
        if cost := _price(sheet, line) * number:
            costs[line] = cost
    money = sums["money"] - sums["technology"] - sums["designs"]
    over = left_out(list(costs.values()), max(money, 0))
    return {line: cost for place, (line, cost) in enumerate(costs.items()) if place not in over}


def _not_had(sheet: Pregame, log: LineLog) -> Iterator[Problem]:
    """What cannot be bought whatever there is to spend, and a position without an armed ship."""
    designs = had(sheet)
    ships = [one for one in sheet.purchases if one.name not in UNITS]
    for one in ships:
        if folded(one.name) not in designs:
            yield illegal(
                f"{one.number} {one.name} cannot be bought",
                log.line_span(one.ref.line),
                reason="Your technology does not allow the design",
                rule="NV SET-23",
                outcome="Nothing is counted for it in the sums",
            )
    bought = [designs[folded(one.name)] for one in ships if folded(one.name) in designs]
    drawn = any(figures(design).is_armed for _ref, design in sheet.designs)
    if (drawn or len(bought) < len(ships)) and not any(figures(one).is_armed for one in bought):
        reason = "No line buys one that your technology and your money allow"
        yield warning("you begin without an armed ship", reason=reason)
