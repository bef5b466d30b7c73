"""The problems of a sheet that is not accepted, as its sender reads them."""

from collections.abc import Sequence

from pbm.engine.context import GameState
from pbm.engine.game import Ruleset
from pbm.engine.types import Seat, every_player
from pbm.kit.english import listed
from pbm.kit.problems import Problem, illegal
from pbm.sheets.envelope import Sheet


def other_campaign(sheet: Sheet, name: str) -> Problem:
    """The problem of a sheet whose head names another campaign."""
    return illegal(
        f'this sheet is for "{sheet.campaign}"',
        sheet.span,
        reason=f'this campaign is "{name}"',
        outcome="It was not used",
        remedy="Correct its first line, or send it to that campaign",
    )


def no_such_player(sheet: Sheet, game: Ruleset, seats: Sequence[Seat]) -> Problem:
    """The problem of a sheet whose head names no player of this campaign.

    The players are listed only in games where each knows all the others.
    """
    all_known = game.correspondents is every_player
    return illegal(
        f'"{sheet.player}" is not a player in this campaign',
        sheet.span,
        reason=f"the players are {listed(seat.name for seat in seats)}" if all_known else "",
        outcome="It was not used",
        remedy="Correct its first line",
    )


def being_run(sheet: Sheet, mailing: str) -> Problem:
    """The problem of a sheet that came while its turn was being run."""
    return illegal(
        f"turn {mailing} is being run",
        sheet.span,
        reason="a decision of the game master is due, for the sheets that were in",
        outcome="This sheet came too late and was not used",
        remedy="Write to the game master if it must count",
    )


def nothing_due(game_state: GameState) -> str:
    """The reason why no orders are due at all: the game is over, or a turn has no choices."""
    if game_state.result:
        return "the game is over"
    turn = game_state.turn
    return f"turn {turn} leaves nothing to choose; orders for turn {turn + 1} may be sent already"


def other_mailing(sheet: Sheet, due: tuple[str, ...], nothing: str) -> Problem:
    """The problem of a sheet for a turn that is not due; ``nothing`` if none is."""
    now = f"orders for turn {' and turn '.join(due)} are due now" if due else nothing
    return illegal(
        f"this sheet is for turn {sheet.mailing}",
        sheet.span,
        reason=now,
        outcome="It was not used",
        remedy="Look at your newest report, and send a sheet for the turn it names" if due else "",
    )


def too_many(sheet: Sheet, most: int) -> Problem:
    """The problem of a text above the limit for a player and stage."""
    return illegal(
        f"you have already sent {most} texts for turn {sheet.mailing}",
        sheet.span,
        reason=f"At most {most} from one player are read for one turn",
        outcome="This one does not count; the texts you sent before stand",
        remedy="Ask the game master to accept it",
    )
