"""Phase A: revenue from every unsuppressed colonized system.

Rule: NV ECO-01, NV ECO-20, NV ECO-26, NV ECO-30, NV EOT-02, NV EOT-19.
Ambiguity: NV A-TURN1-PROD, NV A-CAPT-LIBERATE (a system retaken gives revenue from next turn).
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.state.planets import potential
from pbm.games.nova.state.state import Empire, System
from pbm.games.nova.state.working_state import Draft, drafting


def collect(work: PhaseContext) -> None:
    """Collect every empire's revenue; free the MCr received last turn."""
    with drafting(work) as draft:
        own: dict[str, list[System]] = {}
        for system in draft.systems.values():
            if system.colonies and system.owner:
                own.setdefault(system.owner, []).append(system)
        for id, empire in list(draft.empires.items()):
            _unlock(work, draft, empire)
            _collect(work, draft, id, own.get(id, []))


def _unlock(work: PhaseContext, draft: Draft, empire: Empire) -> None:
    """MCr received last turn may be spent now, and plans may ask for them. Rule: NV ECO-12."""
    for giver, amount in empire.received.items():
        draft.given[key("mcr", giver, empire.id)] = amount
    draft.empires[empire.id] = empire = replace(empire, received={})
    if not empire.locked:
        return
    after = empire.treasury + empire.locked
    draft.empires[empire.id] = replace(empire, treasury=after, locked=0)
    work.emit_to(
        "received_free",
        empire.id,
        rule="NV ECO-12",
        changes=(
            Change(f"empire/{empire.id}/treasury", empire.treasury, after),
            Change(f"empire/{empire.id}/locked", empire.locked, 0),
        ),
        amount=-empire.locked,
    )


def _collect(work: PhaseContext, draft: Draft, id: str, systems: list[System]) -> None:
    terms = [
        (one.name, 0 if one.suppressed else potential(one))
        for one in sorted(systems, key=lambda one: one.name)
    ]
    total = sum(amount for _name, amount in terms)
    draft.empires[id] = replace(draft.empires[id], production=total)
    if systems:
        telling.paid(
            work,
            draft,
            id,
            -total,
            "production",
            rule="NV ECO-01",
            terms=terms,
            suppressed=sorted(one.name for one in systems if one.suppressed),
        )


def lift_suppression(work: PhaseContext) -> None:
    """After phase E last turn's suppression and devastation have had their effect.

    Rule: NV ECO-26, NV ECO-27 (both last for one turn).
    """
    with drafting(work) as draft:
        for name, system in draft.systems.items():
            if system.suppressed or system.devastated or system.ic_barred:
                draft.systems[name] = replace(
                    system, suppressed=False, devastated=False, ic_barred=False
                )


def next_turn(draft: Draft, id: str) -> int:
    """The production of an empire's systems next turn if nothing changes."""
    return sum(
        0 if one.suppressed else potential(one) for one in draft.systems.values() if one.owner == id
    )
