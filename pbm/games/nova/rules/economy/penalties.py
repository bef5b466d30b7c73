"""Fines for sheets that do not follow the form, and for ships the program had to name.

Rule: NV PEN-01 to NV PEN-06. Ambiguity: NV A-ORD-PAPER, NV A-ORD-COMMISSION, NV A-ORD-STRICT.
"""

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.state import fees
from pbm.games.nova.state.working_state import Draft, drafting


def is_lenient(work: PhaseContext) -> bool:
    """True in the first turns, when faults of form cost nothing. Rule: NV ORD-09."""
    return work.turn <= int(work.options["lenient_turns"])


def fine(work: PhaseContext) -> None:
    """At the start of phase C: sheets out of form, and designs on an order sheet."""
    if work.options["fines"] == "off" or is_lenient(work):
        return
    with drafting(work) as draft:
        for id, orders in draft.base.orders.items():
            if orders.form_faults:
                _fined(work, draft, id, fees.FORM, "NV PEN-02", "out of form", orders.form_faults)
            if orders.designs_among_orders:
                _fined(work, draft, id, fees.DESIGNS, "NV PEN-03", "designs among orders", 1)


def name_fine(work: PhaseContext, draft: Draft, empire: str, ships: int) -> None:
    """The fine for ships that the program named. Rule: NV PEN-01."""
    if not is_lenient(work):
        _fined(work, draft, empire, fees.NAMING * ships, "NV PEN-01", "ships not named", ships)


def _fined(
    work: PhaseContext, draft: Draft, empire: str, amount: int, rule: str, why: str, number: int
) -> None:
    """A fine; it may make the treasury negative without limit. Rule: NV PEN-06."""
    name = key("fines", empire)
    draft.given[name] = draft.given.get(name, 0) + amount
    telling.paid(work, draft, empire, amount, "fined", rule=rule, why=why, number=number)
