"""Stages that are due: with orders to send, or taking other sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbm.engine.turn import mailings_due
from pbm.engine.types import Seat
from pbm.kit.clock import days_after, read_time, shown, stamp
from pbm.packets.build import Next, turn_of
from pbm.sheets.kinds import SETUP_MAILING
from pbm.storage.turn_toml import NextPart

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign
    from pbm.engine.context import GameState


def due_of(campaign: Campaign, game_state: GameState, seat: Seat) -> tuple[str, ...]:
    """List the stages for which a player's orders are due, as far as they may know."""
    if seat.closed:
        return ()
    awaits = campaign.ruleset.awaits
    return tuple(due for due in game_state.due if awaits(game_state.state, seat.id, due))


def takes(campaign: Campaign, game_state: GameState, seat: Seat) -> tuple[str, ...]:
    """List the stages for which a player's texts are taken, with or without orders."""
    if seat.closed:
        return ()
    waits = due_of(campaign, game_state, seat)
    return tuple(due for due in game_state.due if due in waits or is_of_all(due))


def is_of_all(mailing: str) -> bool:
    """True for a stage of a whole turn; others concern some players only."""
    return "/" not in mailing


def is_waited_for(campaign: Campaign, game_state: GameState, seat: Seat, mailing: str) -> bool:
    """True for a player with orders to give."""
    ruleset = campaign.ruleset
    if mailing not in due_of(campaign, game_state, seat):
        return False
    if campaign.is_sealed and mailing == SETUP_MAILING:  # it may be due for phrases alone
        asked = mailings_due(ruleset, game_state, campaign.options)
        if mailing not in asked:
            return False
    return not ruleset.is_idle(game_state.state, seat.id)


def waited_for(campaign: Campaign, game_state: GameState, seat: Seat) -> tuple[str, ...]:
    """List the stages that a player is told are due.

    While a turn waits in its midst for others, a player is told only of the turn.
    """
    awaits = campaign.ruleset.awaits
    awaited = tuple(due for due in game_state.due if awaits(game_state.state, seat.id, due))
    return awaited or (game_state.due and (str(game_state.turn),))


def is_held(campaign: Campaign, game_state: GameState, mailing: str) -> bool:
    """True for a stage whose turn began and now waits in its midst for some players."""
    held = campaign.ruleset.held(game_state.state, mailing)
    return held is not None and is_of_all(mailing) and turn_of(mailing) == game_state.turn


def next_parts(
    campaign: Campaign, game_state: GameState, at: str, stored: Sequence[NextPart] = ()
) -> tuple[NextPart, ...]:
    """List the stages due from now on, with the deadline that the schedule gives.

    Those ``stored`` keep their deadline, whatever the schedule says now.
    """
    known = {part.mailing: part for part in stored}
    schedule = campaign.part.schedule
    deadline = (
        stamp(days_after(read_time(at), schedule.days, schedule.hour, schedule.zone))
        if schedule.days
        else ""
    )
    return tuple(
        known.get(due, NextPart(mailing=due, deadline=deadline, zone=schedule.zone))
        for due in game_state.due
    )


def next_shown(campaign: Campaign, part: NextPart) -> Next:
    """Describe a stage for packets, with its deadline in the campaign's time zone."""
    deadline = shown(read_time(part.deadline), part.zone) if part.deadline else ""
    return Next(part.mailing, deadline, campaign.ruleset.awaited(part.mailing).name)
