"""Receipts for sheets that were kept for a later turn, once that is waited for."""

from __future__ import annotations

from pbm.campaign.inbox import entries
from pbm.intake.submit import receipt_again
from pbm.mail.outbound.reply_queue import Answer
from pbm.mail.processing.post_office import Office


def answer_early(office: Office) -> None:
    """Queue a receipt for each sheet that was sent ahead and can be read now, once."""
    for mailing in office.session.game_state.due:
        for entry in entries(office.root, mailing):
            player = entry.part.player
            if not (entry.part.early and entry.part.accepted and office.known(player)):
                continue
            id = f"ahead-{mailing.replace('/', '-').casefold()}-{player}-{entry.number}"
            if office.is_answered(id):  # to read the sheet again is the long part
                continue
            office.answer(
                Answer(
                    id=id,
                    kind="receipt",
                    to=office.known(player),
                    subject=f"{office.campaign.name}: your sheet for turn {mailing} was read",
                    body="The sheet that you sent ahead was read, with what you know now.\n\n"
                    + receipt_again(office.session, entry),
                    made=office.when,
                    player=player,
                )
            )
