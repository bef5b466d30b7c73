"""Things an empire destroys, and the seats of its treasury and home star.

Rule: NV ECO-05, NV ECO-09, NV ECO-11, NV ECO-13, NV UNI-18.
Ambiguity: NV A-DESTROY-MCR, NV A-TREAS-NEW.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.nova.rules import telling
from pbm.games.nova.state.orders.money import Destroy, Seat
from pbm.games.nova.state.state import GONE
from pbm.games.nova.state.working_state import Draft


def destroy(work: PhaseContext, draft: Draft, id: str, line: Destroy) -> None:
    """MCr, a gate's end or a hull destroyed on order, before anything is built."""
    if line.what == "MCr":
        _money(work, draft, id, line)
        return
    hull, end = draft.hulls.get(line.id), draft.gates.get(line.id)
    if hull is not None and hull.owner == id:
        del draft.hulls[line.id]
        _gone(work, id, line, hull.name, hull.at)
    elif end is not None and end.owner == id and end.place != GONE:
        draft.gates[line.id] = replace(end, place=GONE, at="", carrier="")
        _gone(work, id, line, end.name, end.at)
    else:
        why = "you have no such thing"
        written = f"DESTROY {line.what}"
        telling.failed(work, id, line.ref, "DNE", written, why, rule="NV UNI-18")


def _money(work: PhaseContext, draft: Draft, id: str, line: Destroy) -> None:
    held = max(draft.empires[id].treasury, 0)
    amount = min(line.number, held)
    if amount:
        telling.paid(work, draft, id, amount, "money_destroyed", rule="NV ECO-13", order=line.ref)
    if amount < line.number:
        why = f"the treasury held {held} MCr"
        telling.failed(work, id, line.ref, "", f"DESTROY {line.number} MCr", why, rule="NV ECO-13")


def _gone(work: PhaseContext, id: str, line: Destroy, name: str, at: str) -> None:
    work.emit_to("destroyed_on_order", id, name, rule="NV UNI-18", order=line.ref, name=name, at=at)


def seat(work: PhaseContext, draft: Draft, id: str, line: Seat) -> None:
    """A new place for the treasury, or a new designated home star."""
    empire = draft.empires[id]
    system = draft.systems[line.at]
    is_treasury = line.what == "treasury"
    rule = "NV ECO-11" if is_treasury else "NV ECO-05"
    if system.owner != id or not system.colonies:
        written, why = f"{line.what.upper()} AT {line.at}", f"you do not control {line.at}"
        telling.failed(work, id, line.ref, "", written, why, rule=rule)
        return
    if is_treasury:
        before, draft.empires[id] = empire.treasury_at, replace(empire, treasury_at=line.at)
    else:
        before, draft.empires[id] = empire.capital, replace(empire, capital=line.at)
    work.emit_to(
        "seat_ordered",
        id,
        line.what,
        rule=rule,
        order=line.ref,
        what=line.what,
        at=line.at,
        changes=(
            Change(f"empire/{id}/{'treasury_at' if is_treasury else 'capital'}", before, line.at),
        ),
    )
