"""The last sums of a turn: savings in excess lose a tenth, what was borrowed doubles.

Rule: NV ECO-10, NV ECO-17, NV EOT-15, NV PEN-08, NV PEN-09.
Ambiguity: NV A-TREAS, NV A-DEFICIT-INT, NV A-DEFICIT-FINES.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.economy.production import next_turn
from pbm.games.nova.state.fees import penalty_on
from pbm.games.nova.state.planets import potential
from pbm.games.nova.state.working_state import Draft, drafting


def debt_from(borrowed: int, fines: int = 0, interest_on_fines: bool = True) -> int:
    """The debt for MCr borrowed this turn: twice the sum, once.

    >>> debt_from(35)
    70

    Rule: NV ECO-17. Ambiguity: NV A-DEFICIT-FINES.
    """
    free = 0 if interest_on_fines else min(fines, borrowed)
    return 2 * borrowed - free


def penalty(work: PhaseContext) -> None:
    """At the end of the turn: the penalty on savings, and debt for what was borrowed."""
    with drafting(work) as draft:
        for id, empire in list(draft.empires.items()):
            draft.empires[id] = replace(empire, borrowed=max(-empire.treasury, 0))
            if empire.treasury > 0:
                _penalty(work, draft, id)
            elif empire.treasury < 0:
                _borrowed(work, draft, id)


def _basis(work: PhaseContext, draft: Draft, id: str) -> int:
    basis = work.options["treasury.basis"]
    if basis == "next":
        return next_turn(draft, id)
    if basis == "potential":
        return sum(potential(one) for one in draft.systems.values() if one.owner == id)
    return draft.empires[id].production


def _penalty(work: PhaseContext, draft: Draft, id: str) -> None:
    empire = draft.empires[id]
    production = _basis(work, draft, id)
    rate = int(work.options["treasury.rate"])
    amount = penalty_on(empire.treasury, production, rate)
    if amount:
        telling.paid(
            work,
            draft,
            id,
            amount,
            "treasury_penalty",
            rule="NV ECO-10",
            terms=(("treasury", empire.treasury), ("production", production), ("per cent", rate)),
        )


def _borrowed(work: PhaseContext, draft: Draft, id: str) -> None:
    empire = draft.empires[id]
    borrowed = empire.borrowed
    due = debt_from(
        borrowed, draft.given.get(key("fines", id), 0), work.options["fines.interest"] == "yes"
    )
    draft.empires[id] = replace(empire, treasury=0, debt=empire.debt + due)
    work.emit_to(
        "borrowed",
        id,
        rule="NV ECO-17",
        borrowed=borrowed,
        due=empire.debt + due,
        terms=(("borrowed", borrowed), ("interest", due - borrowed), ("owed before", empire.debt)),
        changes=(
            Change(f"empire/{id}/treasury", empire.treasury, 0),
            Change(f"empire/{id}/debt", empire.debt, empire.debt + due),
        ),
    )
