"""Which players are ready for a turn: their sheet is in, or they are absent."""

from collections.abc import Mapping
from typing import Literal

from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign
from pbm.engine.context import GameState
from pbm.kit.problems import Problem, illegal
from pbm.kit.records import Record
from pbm.turns.due import is_waited_for

State = Literal["in", "final", "wait", "missing", "absent", "vacant", "nothing"]


class Readiness(Record):
    """A player's state for a mailing.

    ``in`` and ``final``: a sheet counts. ``wait``: the sheet that counts says WAIT. ``missing``:
    the player has something to order and no sheet counts. ``absent``: the same, but the player
    announced an absence ``until`` a later turn. ``vacant``: the player has left the position.
    ``nothing``: the player has nothing to order.
    """

    player: str
    name: str
    state: State
    until: int = 0

    @property
    def is_ready(self) -> bool:
        """True if the turn need not wait for this player."""
        return self.state not in ("wait", "missing")


def readiness(
    campaign: Campaign, game_state: GameState, mailing: str, words: Mapping[str, str]
) -> tuple[Readiness, ...]:
    """The state of every player for a mailing.

    ``words`` maps the players with a sheet that counts to its WAIT, FINAL or "".
    """
    away = absent(campaign.folder)
    found = []
    for seat in game_state.seats:
        if seat.closed:
            continue
        until = away.get(seat.id, 0)
        until = until if until > game_state.turn else 0
        state = _state(campaign, game_state, mailing, seat.id, words.get(seat.id), until)
        found.append(Readiness(seat.id, seat.name, state, until))
    return tuple(found)


def _state(
    campaign: Campaign,
    game_state: GameState,
    mailing: str,
    player: str,
    said: str | None,
    until: int,
) -> State:
    if said is not None:
        return "wait" if said == "WAIT" and not until else "final" if said == "FINAL" else "in"
    seat = next(seat for seat in game_state.seats if seat.id == player)
    if not game_state.due or not is_waited_for(campaign, game_state, seat, mailing):
        return "nothing"
    if campaign.ruleset.is_vacant(game_state.state, player):
        return "vacant"
    return "absent" if until else "missing"


def not_ready(mailing: str, one: Readiness) -> Problem:
    """The problem of a turn that is not run because this player is not ready."""
    if one.state == "wait":
        return illegal(
            f"{one.name}'s sheet for turn {mailing} says WAIT",
            reason="They may still change it",
            outcome="Nothing was run",
            remedy="Wait for a sheet without WAIT, or run with --missing-ok to use this one",
        )
    return illegal(
        f"{one.name} has sent no sheet for turn {mailing}",
        outcome="Nothing was run",
        remedy="Wait for it, or run with --missing-ok",
    )


def told(one: Readiness) -> str:
    """The remark on a player who is not ready for a turn that is run; "" for others."""
    return {
        "missing": f"{one.name} sent no sheet.",
        "wait": f"{one.name}'s sheet says WAIT; it was used as it is.",
        "absent": f"{one.name} sent no sheet: ABSENT until turn {one.until}.",
        "vacant": f"{one.name} sent no sheet: the position is vacant.",
    }.get(one.state, "")
