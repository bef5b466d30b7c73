"""Whether a turn waits for battles by mail, for whom, and what a player sees meanwhile.

What fights battles is loaded only if there is one: most commands ask no more than this.

Rule: NV SPC-52, NV ORD-44.
"""

from collections.abc import Mapping, Sequence

from pbm.engine.events import Event
from pbm.engine.types import HeldTurn, Seat
from pbm.games.nova.state.battle.mailed import place_of_mailing
from pbm.games.nova.state.state import State
from pbm.games.nova.view.record import View
from pbm.games.nova.view.view import view_between_turns


def battles_due(state: State) -> tuple[str, ...]:
    """The mailings of all battles with orders due; the turn waits while there is one."""
    return tuple(one.due for _name, one in sorted(state.battles.items()) if one.due)


def build_view(
    state: State, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    """Build a player's view of the state, between two turns or while a turn waits."""
    if battles_due(state) and player in state.empires:
        from pbm.games.nova.rules.battle_by_mail.battle_view import view_in_battle

        name = next((seat.name for seat in seats if seat.id == player), "")
        return view_in_battle(state, player, name, options)
    return view_between_turns(state, player, seats, options)


def held(state: State, mailing: str) -> HeldTurn | None:
    """Who gets a report of a stage after which a turn waits for battles.

    The stage before the battles is reported to everybody who has a report of any battle, a round
    to those who have a report of its battle. None if the turn does not wait.
    """
    if not battles_due(state):
        return None
    of_battle = "/" in mailing
    seats = [
        empire
        for name, one in sorted(state.battles.items())
        if not of_battle or mailing.split("/")[1] == place_of_mailing(name)[1:]
        for empire, round in sorted(one.told.items())
        if round == one.battle.round
    ]
    return HeldTurn(tuple(dict.fromkeys(seats)), _of_battle)


def awaits(state: State, player: str, mailing: str) -> bool:
    """True if a player's orders are due at a mailing.

    Orders for a battle's round are due from the sides that are mailed; orders for a turn from
    everybody who is not out of the game.
    """
    if "/" not in mailing:
        return not (battles_due(state) or state.empires[player].eliminated)
    return any(
        one.due and mailing.endswith(one.due) and player in one.mailed
        for one in state.battles.values()
    )


def is_vacant(state: State, player: str) -> bool:
    """True for an empire whose player resigned or missed too many turns (NV ORD-44)."""
    return state.empires[player].vacant


def _of_battle(event: Event) -> bool:
    """True for an event reported while its turn waits: of a battle, or a failed order."""
    of_round = event.order is not None and "/" in event.order.mailing
    return of_round or event.kind.startswith("fight_")
