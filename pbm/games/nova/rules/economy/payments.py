"""MCr sent from one empire to another: they leave in phase E, are locked until next turn.

Rule: NV ECO-12, NV ECO-46, NV EOT-06. Ambiguity: NV A-XFER-WHEN.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, OrderRef
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.view.labels import label

# What phases leave in ``State.given``: reserved in phase C; sent, but not received before L.
_SEND, _UNDER_WAY = "send", "under way"


def send(work: PhaseContext) -> None:
    """Phase E: take what phase C reserved out of the treasuries.

    From here on conditions ask for what came this turn, no more for what came last turn.
    """
    with drafting(work) as draft:
        for name in [name for name in draft.given if name.startswith("mcr/")]:
            del draft.given[name]
        waiting = [name for name in draft.given if name.startswith(f"{_SEND}/")]
        for name in sorted(waiting):
            amount = draft.given.pop(name)
            _kind, giver, taker, _what = name.split("/")
            ref = _ref(draft, giver, taker)
            telling.paid(
                work,
                draft,
                giver,
                amount,
                "money_sent",
                rule="NV ECO-46",
                order=ref,
                to=label(draft, giver, taker),
            )
            if work.options["transfers.received"] == "E":
                draft.given[key("mcr", giver, taker)] = amount
                _credit(work, draft, giver, taker, amount)
            else:
                draft.given[key(_UNDER_WAY, giver, taker)] = amount


def _ref(draft: Draft, giver: str, taker: str) -> OrderRef | None:
    for plan in draft.base.orders[giver].plans:
        for line in plan.expenditures:
            if line.kind == _SEND and line.empire == taker:
                return line.ref
    return None


def receive(work: PhaseContext) -> None:
    """Phase L: credit what phase E did not; it can be spent next turn all the same.

    No condition of the turn can test it then.
    """
    with drafting(work) as draft:
        for name, amount in list(draft.given.items()):
            kind, giver, taker, _what = name.split("/", 3)
            if kind == _UNDER_WAY:
                del draft.given[name]
                _credit(work, draft, giver, taker, amount)


def _credit(work: PhaseContext, draft: Draft, giver: str, taker: str, amount: int) -> None:
    empire = draft.empires[taker]
    received = {**empire.received, giver: empire.received.get(giver, 0) + amount}
    draft.empires[taker] = replace(empire, locked=empire.locked + amount, received=received)
    work.emit_to(
        "money_received",
        taker,
        giver,
        rule="NV ECO-12",
        amount=amount,
        sender=label(draft, taker, giver),
        changes=(Change(f"empire/{taker}/locked", empire.locked, empire.locked + amount),),
    )
