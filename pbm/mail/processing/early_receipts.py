"""Send receipts for sheets that came early, once their turn is due."""

from pbm.campaign.inbox import entries, newest
from pbm.intake.submit import receipt_again
from pbm.mail.outbound.reply_queue import Answer
from pbm.mail.processing.post_office import Office


def answer_early(office: Office) -> None:
    """Queue a receipt, once, for each sheet that came early and can now be read.

    A player whose last text came by mail since the stage is due has had them.
    """
    for mailing in office.session.game_state.due:
        basis = office.session.basis(mailing)
        for player in (seat.id for seat in office.session.game_state.seats):
            last = newest(office.root, mailing, player)
            if last is not None and not (last.mail and last.basis == basis):
                _answer(office, mailing, player)


def _answer(office: Office, mailing: str, player: str) -> None:
    for entry in entries(office.root, mailing, player):
        if not (entry.part.early and entry.part.accepted and office.known(player)):
            continue
        id = f"ahead-{mailing.replace('/', '-').casefold()}-{player}-{entry.number}"
        if office.is_answered(id):  # reading the sheet again takes long
            continue
        office.answer(
            Answer(
                id=id,
                kind="receipt",
                to=office.known(player),
                subject=f"{office.campaign.name}: your sheet for turn {mailing} was read",
                body="The sheet that you sent ahead was read, with what you now know.\n\n"
                + receipt_again(office.session, entry),
                made=office.when,
                player=player,
            )
        )
