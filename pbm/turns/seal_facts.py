"""Facts about the sealed dice of a stage for each player's packet."""

from collections.abc import Sequence

from pbm.campaign.campaign import Campaign
from pbm.dice.beacon import chain_of, round_of
from pbm.dice.sealed import commitment, nonce_of
from pbm.engine.context import GameState
from pbm.kit.clock import read_time
from pbm.packets.seal import OwnSheet, SealedStage, SealFacts
from pbm.sheets.kinds import SETUP_MAILING
from pbm.storage.turn_folders import digest
from pbm.turns.play import Played
from pbm.turns.published_log import StageLog

_HINT = """\
# Any words of yours go into the dice of the whole campaign:
# take the # away from the next line.
# PHRASE  your words

"""


def sealing(
    campaign: Campaign,
    game_state: GameState,
    player: str,
    mailing: str,
    played: Sequence[Played] = (),
    told: Sequence[Played] = (),
    log: StageLog | None = None,
) -> SealFacts | None:
    """Collect the facts for a player's packet of a stage; None where dice are not sealed.

    ``played`` are the stages whose rolls the player may see, ``told`` those whose sheets.
    """
    if campaign.key is None:
        return None
    source = campaign.part.beacon
    sheets = {
        text.number: OwnSheet(text.number, text.received, digest(text.data))
        for stage in told
        if player in stage.submissions
        for text in stage.submissions[player].texts
    }
    return SealFacts(
        key=campaign.part.seal,
        commitment=commitment(campaign.key, campaign.name, campaign.seed),
        salt=game_state.salt,
        proofs={name: proof for stage in played for name, proof in stage.proofs.items()},
        sheets=tuple(sheets.values()),
        source=source,
        stages=tuple(_stage(stage, source) for stage in played) if source else (),
        cover=nonce_of(campaign.key, campaign.name, "cover", mailing, player) if source else "",
        log=log.facts(player) if log else None,
        phrases=next((stage.phrases for stage in played if stage.phrases is not None), None),
    )


def _stage(played: Played, source: str) -> SealedStage:
    """Collect the public value of a stage, its rolls, and how many texts came after the value."""
    given = played.given
    chain = chain_of(source)
    known = chain.time_of(round_of(given.beacon)) if chain and given.beacon else None
    return SealedStage(
        given.mailing,
        given.beacon,
        sum(
            text.late or (known is not None and read_time(text.received).timestamp() > known)
            for text in given.texts
        ),
        frozenset(played.proofs),
    )


def phrase_hint(campaign: Campaign, due: str) -> str:
    """Write the remark on a set-up sheet where dice are sealed; "" for others."""
    return _HINT if campaign.is_sealed and due == SETUP_MAILING else ""
