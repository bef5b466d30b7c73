"""What the players' texts for the stages that are due come to, as a status shows it."""

from __future__ import annotations

from threading import Lock
from typing import Any

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import InboxEntry, counting, entries, text_of
from pbm.engine.context import GameState
from pbm.intake.session import basis_of
from pbm.kit.records import decoded
from pbm.sheets.received import Text
from pbm.turns.submissions import Summary, submissions_of

# Sheets that were read to show them, for whoever looks again and again: a desk, a daemon.
MOST_READ = 1000
_READ: dict[tuple[Any, ...], Summary] = {}
_READING = Lock()


def summaries(
    campaign: Campaign, game_state: GameState, head: str
) -> dict[str, dict[str, Summary]]:
    """Tell what each player's texts come to so far, for each stage that is due.

    ``head`` is the digest of the stage after which the game state stands. Their reading was
    recorded when they came; only texts from before this state are read, and only once.
    """
    found: dict[str, dict[str, Summary]] = {}
    for mailing in game_state.due:
        sent: dict[str, list[InboxEntry]] = {}
        for entry in counting(entries(campaign.folder, mailing)):
            sent.setdefault(entry.part.player, []).append(entry)
        basis = basis_of(campaign, game_state, mailing, head) if sent else ""
        found[mailing] = {}
        for seat in game_state.seats:
            if own := sent.get(seat.id):
                texts = tuple(map(text_of, own))  # whose bytes are as they were received
                found[mailing][seat.id] = _recorded(own[-1], basis) or _read(
                    campaign, game_state, head, mailing, texts
                )
    return found


def _recorded(newest: InboxEntry, basis: str) -> Summary | None:
    """What a player's texts came to when the newest came, if that was read by the same."""
    if newest.part.basis != basis or not newest.part.summary:
        return None
    return decoded(newest.part.summary.encode(), Summary)


def _read(
    campaign: Campaign, game_state: GameState, head: str, mailing: str, texts: tuple[Text, ...]
) -> Summary:
    """What a player's texts come to, read once."""
    player = texts[0].player
    key = (head, mailing, player, tuple(campaign.options.items()), texts)
    known = _READ.get(key)
    if known is None:
        known = submissions_of(campaign, game_state, mailing, player, texts).summary
    with _READING:
        _READ.pop(key, None)
        _READ[key] = known
        if len(_READ) > MOST_READ:
            del _READ[next(iter(_READ))]
    return known
