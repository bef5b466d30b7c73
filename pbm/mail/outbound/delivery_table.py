"""The table of mails that were sent, and of those still to be sent."""

from pbm.campaign.campaign import Campaign
from pbm.mail.outbound.delivery_log import SentPart, records
from pbm.mail.outbound.jobs import Job, jobs_of
from pbm.mail.outbound.recipients import now_of
from pbm.mail.outbound.send import NO_ADDRESS, SentRow
from pbm.mail.settings import settings_of
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after

# Names of states in the table, where they differ from the record's.
STATES = {"trying": "unknown"}
BY_HAND = "not by mail"
UNSENT = "to be sent"


def rows_of(campaign: Campaign) -> list[SentRow]:
    """List a row for each mail sent, in order of sending, then for each to be sent.

    Faults for a campaign that is not played by mail.
    """
    part = settings_of(campaign.part.mail, campaign.folder)
    chain = tuple(in_force(campaign.folder))
    names = {player: name for stage in chain for player, name in stage.part.names.items()}
    known = records(campaign.folder)
    now = now_of(campaign, chain, game_state_after(campaign, chain))
    found = jobs_of(campaign, part, chain, now, known)
    rows = [_unsent(campaign, job, BY_HAND) for job in found.by_hand if job.id not in known]
    rows += [
        _sent(campaign, one, names)
        for one in sorted(known.values(), key=lambda one: (one.at, one.id))
    ]
    rows += [_unsent(campaign, job, UNSENT) for job in found.jobs if job.id not in known]
    return rows


def _unsent(campaign: Campaign, job: Job, state: str) -> SentRow:
    if state == UNSENT and not job.address:
        state = NO_ADDRESS
    name = job.name or job.player
    return SentRow(campaign.name, job.kind, job.turn, name, job.address, state, "", "", "")


def _sent(campaign: Campaign, part: SentPart, names: dict[str, str]) -> SentRow:
    return SentRow(
        campaign.name,
        part.kind,
        part.turn,
        names.get(part.player, part.player),
        part.address,
        STATES.get(part.state, part.state),
        part.at,
        part.reason,
        part.message_id,
    )
