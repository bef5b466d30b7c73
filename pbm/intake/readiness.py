"""Who is ready for a turn: whose sheet is in and does not say WAIT, or who is known to be away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign
from pbm.engine.context import GameState
from pbm.kit.problems import Problem, illegal
from pbm.kit.records import Record
from pbm.turns.due import is_waited_for

State = Literal["in", "final", "wait", "missing", "absent", "nothing"]


class Readiness(Record):
    """How a player stands for a mailing.

    ``in`` and ``final``: a sheet counts. ``wait``: the one that counts says that it may still
    change. ``missing``: he has something to order and no sheet counts. ``absent``: so, but he
    said that he is away ``until`` a later turn. ``nothing``: he has nothing to order.
    """

    player: str
    name: str
    state: State
    until: int = 0

    @property
    def is_ready(self) -> bool:
        """True if nobody has to wait for him."""
        return self.state not in ("wait", "missing")


def readiness(
    campaign: Campaign, game_state: GameState, mailing: str, words: Mapping[str, str]
) -> tuple[Readiness, ...]:
    """How every seat of the campaign stands for a mailing.

    ``words`` has those whose sheets count for it, with what they say: WAIT, FINAL or nothing.
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
    return "absent" if until else "missing"


def not_ready(mailing: str, one: Readiness) -> Problem:
    """Why a turn is not run yet, for a player who is not ready."""
    if one.state == "wait":
        return illegal(
            f"{one.name}'s sheet for turn {mailing} says WAIT",
            reason="He may still change it",
            outcome="Nothing was run",
            remedy="Wait for one that does not, or run with --missing-ok and this one counts",
        )
    return illegal(
        f"{one.name} sent no sheet for turn {mailing}",
        outcome="Nothing was run",
        remedy="Wait for it, or run with --missing-ok",
    )


def told(one: Readiness) -> str:
    """What to tell of a player when a turn is run all the same; "" where all is well."""
    return {
        "missing": f"{one.name} sent no sheet.",
        "wait": f"{one.name}'s sheet says WAIT; it was counted as it is.",
        "absent": f"{one.name} sent no sheet: ABSENT until turn {one.until}.",
    }.get(one.state, "")
