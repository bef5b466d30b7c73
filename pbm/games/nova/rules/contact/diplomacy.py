"""Full contact, introductions, permissions, and who may write to whom.

Rule: NV CON-07, NV CON-10, NV CON-11, NV CON-04, NV REP-15, NV MOV-14, NV UNI-15. Ambiguity:
NV A-SG-PERMIT, NV A-CON-FULL-BATCH (the name and address exchanged are those of the seat).
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules import telling
from pbm.games.nova.state.orders.dealings import ContactLine, PermitLine
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import FULL, NORMAL, Permit
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.view.labels import label, with_contact


def speak(work: PhaseContext) -> None:
    """All requests of a turn at once: full contact, then introductions."""
    with drafting(work) as draft:
        orders = draft.base.orders
        asked = _requests(orders)
        for one, other in sorted(asked):
            if one < other and (other, one) in asked and _has(draft, one, other, NORMAL):
                _full(work, draft, one, other)
        introduced: set[tuple[str, str]] = set()  # each empire with its go-between
        for empire, own in orders.items():
            for line in own.contacts:
                if line.kind == "introduce" and _introduce(work, draft, orders, empire, line):
                    introduced |= {(line.empire, empire), (line.to, empire)}
        for empire, own in orders.items():
            for line in own.contacts:
                _unheard(work, draft, empire, line, introduced)


def _unheard(
    work: PhaseContext,
    draft: Draft,
    empire: str,
    line: ContactLine,
    introduced: set[tuple[str, str]],
) -> None:
    """Report a request without effect, with the empire it names. Rule: NV CON-10, NV CON-11."""
    called = label(draft, empire, line.empire) if line.empire else ""
    if line.kind == "full" and not _has(draft, empire, line.empire, FULL):
        written, rule = f"CONTACT full {called}", "NV CON-10"
        why = "it needs normal contact, and both must ask in the same turn"
    elif line.kind == "through" and not any(
        one == empire and line.empire in ("", go_between) for one, go_between in introduced
    ):
        written = f"CONTACT full through {called}" if called else "CONTACT as introduced first"
        rule = "NV CON-11"
        who, whom = (called, "nobody") if called else ("nobody", "anybody")
        why = f"{who} introduced you to {whom} this turn"
    else:
        return
    telling.failed(work, empire, line.ref, "", written, why, rule=rule)


def _requests(orders: Mapping[str, Orders]) -> set[tuple[str, str]]:
    return {
        (empire, line.empire)
        for empire, own in orders.items()
        for line in own.contacts
        if line.kind == "full"
    }


def _has(draft: Draft, viewer: str, other: str, least: str) -> bool:
    contact = draft.empires[viewer].contacts.get(other)
    kinds = (FULL,) if least == FULL else (NORMAL, FULL)
    return contact is not None and contact.kind in kinds


def _full(work: PhaseContext, draft: Draft, one: str, other: str, go_between: str = "") -> None:
    """Tell both the other's name and address, and who introduced them. Rule: NV CON-10."""
    for viewer, alien in ((one, other), (other, one)):
        if _has(draft, viewer, alien, FULL):
            continue
        before = draft.empires[viewer].contacts.get(alien)
        with_contact(draft, work.ids, viewer, alien, FULL, work.turn)
        known = draft.empires[alien]
        work.emit_to(
            "full_contact",
            viewer,
            alien,
            rule="NV CON-10",
            who=label(draft, viewer, alien),
            name=known.name,
            address=known.address,
            was_number=before.number if before is not None and not before.label else 0,
            through=label(draft, viewer, go_between) if go_between else "",
        )


def _introduce(
    work: PhaseContext,
    draft: Draft,
    orders: Mapping[str, Orders],
    go_between: str,
    line: ContactLine,
) -> bool:
    """Bring two empires together by one in full contact with both; all three must ask.

    The one ``through`` names its go-between; it does not yet know the other. NV CON-11.
    """
    one, other = line.empire, line.to
    ready = (
        _has(draft, go_between, one, FULL)
        and _has(draft, go_between, other, FULL)
        and all(_asks_through(orders, empire, go_between) for empire in (one, other))
    )
    called = [label(draft, go_between, empire) for empire in (one, other)]
    if not ready:
        telling.failed(
            work,
            go_between,
            line.ref,
            "",
            f"CONTACT introduce {called[0]} to {called[1]}",
            "it needs your full contact with both, and both must ask in the same turn",
            rule="NV CON-11",
        )
        return False
    work.emit_to(
        "introduced",
        go_between,
        one,
        other,
        rule="NV CON-11",
        order=line.ref,
        who=called[0],
        to=called[1],
    )
    _full(work, draft, one, other, go_between)
    return True


def _asks_through(orders: Mapping[str, Orders], empire: str, go_between: str) -> bool:
    own = orders.get(empire)
    return own is not None and any(
        line.kind == "through" and line.empire in ("", go_between) for line in own.contacts
    )


def permit(work: PhaseContext) -> None:
    """Before ships move: permissions are given and revoked. Rule: NV MOV-14, NV UNI-15."""
    with drafting(work) as draft:
        for empire, own in draft.base.orders.items():
            for line in own.permits:
                _permit(draft, empire, line)


def _permit(draft: Draft, empire: str, line: PermitLine) -> None:
    """Permissions stand from this turn on until they are revoked. Rule: NV MOV-14."""
    one = draft.empires[empire]
    permit = Permit(line.kind, line.who, line.what)
    kept = tuple(own for own in one.permits if own != permit)
    draft.empires[empire] = replace(one, permits=kept if line.revoke else (*kept, permit))
