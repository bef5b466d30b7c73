"""Why a sheet is not taken in, as its sender reads it."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.engine.game import Ruleset
from pbm.engine.types import Seat, every_player
from pbm.kit.problems import Problem, illegal
from pbm.sheets.envelope import Sheet


def other_campaign(sheet: Sheet, name: str) -> Problem:
    """The sheet's head names another campaign."""
    return illegal(
        f'this sheet is for "{sheet.campaign}"',
        sheet.span,
        reason=f'the campaign here is "{name}"',
        outcome="It was not used",
        remedy="Send it to its own campaign, or correct its first line",
    )


def no_such_player(sheet: Sheet, game: Ruleset, seats: Sequence[Seat]) -> Problem:
    """The sheet's head names nobody of this campaign.

    Who plays is said only where every player knows all the others.
    """
    all_known = game.correspondents is every_player
    return illegal(
        f'"{sheet.player}" has no place in this campaign',
        sheet.span,
        reason=f"sheets are for {', '.join(seat.name for seat in seats)}" if all_known else "",
        outcome="It was not used",
        remedy="Correct its first line",
    )


def being_run(sheet: Sheet, mailing: str) -> Problem:
    """The sheet came while its turn was being run."""
    return illegal(
        f"turn {mailing} is being run",
        sheet.span,
        reason="it waits for a decision of the game master, with the sheets it had",
        outcome="This sheet came too late and was not used",
        remedy="Write to the game master if it must count",
    )


def other_mailing(
    sheet: Sheet, due: tuple[str, ...], nothing: str = "nothing: the game is over"
) -> Problem:
    """The sheet is for a turn that is not waited for."""
    waits = f"turn {' and turn '.join(due)}" if due else nothing
    return illegal(
        f"this sheet is for turn {sheet.mailing}",
        sheet.span,
        reason=f"the campaign waits for {waits}",
        outcome="It was not used",
        remedy="Look at your newest report and send a sheet for its turn" if due else "",
    )
