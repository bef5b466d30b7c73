"""Events of a phase, each for one empire, in that empire's own terms."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, Event, OrderRef
from pbm.games.nova.state.working_state import Draft
from pbm.kit.facts import Fact


def failed(
    work: PhaseContext,
    empire: str,
    ref: OrderRef | None,
    code: str,
    written: str,
    why: str,
    *,
    rule: str,
    **facts: Fact,
) -> Event:
    """An order that was not carried out, with the true reason and its numbers.

    ``code`` is that of the situation report (``NDC``, ``IS`` ...) or "". Rule: NV REP-24.
    """
    return work.emit_to(
        "failed",
        empire,
        code or "-",
        rule=rule,
        order=ref,
        code=code,
        written=written,
        why=why,
        **facts,
    )


def paid(
    work: PhaseContext,
    draft: Draft,
    empire: str,
    amount: int,
    kind: str,
    *,
    rule: str,
    order: OrderRef | None = None,
    terms: Sequence[tuple[str, Fact]] = (),
    **facts: Fact,
) -> Event:
    """MCr that leave (``amount`` above 0) or enter a treasury, and why, as one event.

    Every change of a treasury goes through here, so that each MCr can be followed.
    """
    one = draft.empires[empire]
    after = one.treasury - amount
    draft.empires[empire] = replace(one, treasury=after)
    return work.emit_to(
        kind,
        empire,
        rule=rule,
        order=order,
        terms=terms,
        changes=(Change(f"empire/{empire}/treasury", one.treasury, after),),
        amount=amount,
        **facts,
    )
