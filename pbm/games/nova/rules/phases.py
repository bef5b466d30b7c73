"""The turn sequence, phases A to L, strictly in this order.

Rule: NV EOT-01 to EOT-14, NV EOT-18, NV SET-02, NV SET-03.
Ambiguity: NV A-SEQ-NO-EXC (what has no phase of its own in the book); by the order of phases
alone NV A-SEQ-D, NV A-SEQ-PILLAGE, NV A-SEQ-DC-E, NV A-TFC-SAME-TURN, NV A-CON-MOVED-OUT.
A phase's key is its letter; turn 0 is ``setup``. The orders of all empires are kept in the
state from phase A on, so that a turn may stop between two phases.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pbm.engine.context import Phase, PhaseContext
from pbm.games.nova.orders.addressing import addressed, joined
from pbm.games.nova.orders.missed import remember
from pbm.games.nova.rules import (
    armory,
    charting,
    elimination,
    history,
    planetside,
    vacancy,
    victory,
)
from pbm.games.nova.rules.battle_by_mail.waiting import battles_due
from pbm.games.nova.rules.contact import data_transfers, diplomacy, meeting, tidings, transfers
from pbm.games.nova.rules.economy import (
    finance,
    payments,
    penalties,
    pillage,
    production,
    salvage,
    treasury,
    works,
)
from pbm.games.nova.rules.exploration import control, devastation, establishing, exploring
from pbm.games.nova.rules.movement import arrivals, gates, landing, loading, movement
from pbm.games.nova.rules.research import research_rolls
from pbm.games.nova.rules.surface_combat import invading, militia
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import State
from pbm.games.nova.view.labels import label

Step = Callable[[PhaseContext], None]


def _take_orders(work: PhaseContext) -> None:
    """Put the orders of all empires into the state; they hold until the turn ends.

    Designs come on sheets of their own; labels of other empires become their ids.
    """
    state: State = work.state
    orders: dict[str, Orders] = {}
    for player, empire in state.empires.items():
        seats = {label(state, player, other): other for other in empire.contacts}
        own = joined(work.commands[player], work.also.get(player, {}).get("DESIGNS", ()))
        # An empire that is out of the game gives no orders. Rule: NV EOT-16.
        out = Orders(player, missing=True)
        orders[player] = out if empire.eliminated else addressed(own, seats)
    empires = {
        id: replace(empire, tech_before=empire.tech, sights_before=empire.sights)
        for id, empire in state.empires.items()
    }
    work.state = replace(state, orders=orders, empires=empires, turn=work.turn)


def _close(work: PhaseContext) -> None:
    """Clear what lasts one turn only, general orders among it. Rule: NV EOT-18."""
    state: State = work.state
    named = {id: replace(one, unnamed=False) for id, one in state.ships.items() if one.unnamed}
    work.state = replace(
        state,
        ships={**state.ships, **named} if named else state.ships,
        empires={id: replace(one, sights_before={}) for id, one in state.empires.items()},
        orders={},
        passages={},
        stopped={},
        aborted={},
        meetings=(),
        fled=(),
        given={},
        results={},
        ways={},
        turn=work.turn + 1,
    )


# The steps of battles by mail; what fights them is loaded only if there is one.


def _begin_battles(work: PhaseContext) -> None:
    if work.state.battles:
        from pbm.games.nova.rules.battle_by_mail.by_mail import begin

        begin(work)


def _fight_battles(work: PhaseContext) -> None:
    if work.state.battles:
        from pbm.games.nova.rules.battle_by_mail.by_mail import fight

        fight(work)


def _close_battles(work: PhaseContext) -> None:
    if work.state.battles:
        from pbm.games.nova.rules.battle_by_mail.by_mail import close

        close(work)


# Key, title, rule, and what is done, in order.
_SEQUENCE: tuple[tuple[str, str, str, tuple[Step, ...]], ...] = (
    ("A", "Production", "NV EOT-02", (_take_orders, production.collect)),
    ("B", "Pillage and salvage", "NV EOT-03", (pillage.pillage, salvage.salvage)),
    ("C", "Construction", "NV EOT-04", (penalties.fine, finance.spend)),
    (
        "D",
        "Repair, refit, loading",
        "NV EOT-05",
        (works.repair_and_refit, loading.load, planetside.look_over, control.settle),
    ),
    (
        "E",
        "Transfer of MCr",
        "NV EOT-06",
        (payments.send, production.lift_suppression, diplomacy.permit),
    ),
    ("F", "Movement", "NV MOV-24", (movement.move,)),
    ("G", "Contact and space combat", "NV EOT-07", (meeting.meet, _begin_battles)),
    # A turn waits here for battles by mail, and goes on when all are over.
    ("G", "Contact and space combat", "NV SPC-04", (_fight_battles,)),
    (
        "G",
        "Contact and space combat",
        "NV EOT-07",
        (_close_battles, arrivals.report, tidings.tell_after_battles),
    ),
    (
        "H",
        "Exploration and transfers",
        "NV EOT-08",
        (
            exploring.explore,
            meeting.meet_planets,
            transfers.transfer,
            diplomacy.speak,
            landing.land,
        ),
    ),
    ("I", "Surface combat", "NV EOT-09", (militia.muster, invading.invade)),
    ("J", "Devastation", "NV EOT-10", (devastation.devastate,)),
    ("K", "Establishing", "NV EOT-13", (establishing.establish, control.settle)),
    (
        "L",
        "Research and accounts",
        "NV EOT-14",
        (
            research_rolls.finish,
            data_transfers.give_data,
            payments.receive,
            treasury.penalty,
            armory.distribute,
            gates.notices,
            remember,
            elimination.eliminate,
            vacancy.vacate,
            victory.look,
            charting.chart,
            history.note,
            _close,
        ),
    ),
)


def phases(_state: State, turn: int, _options: Mapping[str, str]) -> tuple[Phase, ...]:
    """The phases of a turn; turn 0 is the pregame."""
    if turn == 0:
        from pbm.games.nova.rules.setup import set_up

        return (Phase("setup", "Pregame", "NV SET-12", set_up, lambda _state: ("",)),)
    return tuple(
        Phase(key, title, rule, _all(steps), _DUE.get(steps[0], _not_due), again=steps[0] in _AGAIN)
        for key, title, rule, steps in _SEQUENCE
    )


def _all(steps: tuple[Step, ...]) -> Step:
    def resolve(work: PhaseContext) -> None:
        for step in steps:
            step(work)

    return resolve


def _due(_state: State) -> tuple[str, ...]:
    return ("",)


def _not_due(_state: State) -> tuple[str, ...]:
    return ()


# Steps that need sheets, each with what tells which sheets are still due.
_DUE: Mapping[Step, Callable[[State], tuple[str, ...]]] = {
    _take_orders: _due,
    _fight_battles: battles_due,
}
_AGAIN = (_fight_battles,)
