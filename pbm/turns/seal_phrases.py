"""The phrases that players add to sealed dice on their set-up sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pbm.dice.sealed import Phrases, closed_list, nonce_of, phrase_entry
from pbm.dice.vrf import PrivateKey
from pbm.engine.context import GameState
from pbm.engine.types import every_player
from pbm.sheets.received import Text
from pbm.turns.submissions import Submissions, all_submissions

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign


def phrases_of(
    campaign: Campaign,
    key: PrivateKey,
    game_state: GameState,
    mailing: str,
    texts: Sequence[Text],
    submissions: Mapping[str, Submissions],
) -> Phrases:
    """Collect the phrases on set-up sheets that came in time.

    A late sheet's phrase does not count, so a rerun keeps the salt and with it every roll. Where
    a game hides who plays, the list does too.
    """
    if any(text.late for text in texts):
        submissions = all_submissions(
            campaign, game_state, mailing, [text for text in texts if not text.late]
        )
    words = {
        player: submitted.main.sheet.phrase
        for player, submitted in submissions.items()
        if submitted.main is not None and submitted.main.sheet.phrase
    }
    is_open = campaign.ruleset.correspondents is every_player
    nonces = {
        player: "" if is_open else nonce_of(key, campaign.name, "player", player)
        for player in words
    }
    entries = [phrase_entry(said, nonces[player]) for player, said in words.items()]
    if is_open:
        return Phrases(tuple(sorted(entries)), words, nonces)
    listed = closed_list(key, campaign.name, entries, len(campaign.seats))
    return Phrases(listed, words, nonces)
