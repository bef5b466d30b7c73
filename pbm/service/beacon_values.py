"""The public value that a stage of a campaign with a beacon takes in."""

from collections.abc import Callable, Sequence

from pbm.campaign import inbox
from pbm.campaign.campaign import Campaign
from pbm.campaign.deadlines import dates
from pbm.dice.beacon import DrandChain, chain_of, is_signed, round_of, value_fault
from pbm.engine.rulings import Ruling
from pbm.kit.clock import read_time
from pbm.kit.problems import Faults
from pbm.storage.turn_toml import BEACON_FILE, NextPart


class BeaconNeeded(Faults):
    """Raised if a stage needs a public value and none was given."""


def beacon_for(
    campaign: Campaign,
    mailing: str,
    given: str,
    due: Sequence[NextPart],
    rulings: Callable[[], Sequence[Ruling]],
) -> str:
    """Choose the public value of a stage; "" for a campaign without a beacon.

    A turn that stopped at the docket keeps its value: its dice are known. Faults for a value that
    is missing, not of the campaign's source, or not of the round after the deadline: the one that
    was announced, else that of a ruling.
    """
    source, value = campaign.part.beacon, " ".join(given.split())
    if not source:
        if value:
            raise Faults.invalid("the dice of this campaign take in no public value")
        return ""
    kept = _kept(campaign, mailing)
    if kept and value not in ("", kept):
        reason = f'turn {mailing} was begun with "{kept}", and its dice are known'
        raise Faults.invalid("the public value of a turn cannot be exchanged", reason=reason)
    if kept:
        return kept
    chain = chain_of(source)
    number, remedy = 0, 'Give it with --beacon "VALUE"'
    if chain is not None:
        part = next((it for it in due if it.mailing == mailing), NextPart(mailing=mailing))
        number = _round_due(chain, part, rulings)
        place = f"https://api.drand.sh/{chain.hash}/public/{number}"
        remedy = f'Give --beacon "{number} SIGNATURE", both as in {place}'
    if not value:
        raise BeaconNeeded.invalid(
            f"turn {mailing} needs its public value",
            reason=f"the dice of this campaign take in {source}",
            outcome="Nothing was run",
            remedy=remedy,
        )
    fault = value_fault(source, value)
    if not fault and number and round_of(value) != number:
        fault = f"the first round after the deadline is {number}"
    if not fault and number and not is_signed(source, value):
        fault = f"the signature is not that of round {number}"
    if fault:
        text = f'"{value}" is not the public value of turn {mailing}'
        raise Faults.invalid(text, reason=fault, outcome="Nothing was run", remedy=remedy)
    return value


def _round_due(chain: DrandChain, part: NextPart, rulings: Callable[[], Sequence[Ruling]]) -> int:
    """The first round after a stage's deadline; Faults without one."""
    deadline = part.deadline or dates(part, rulings()).deadline
    if not deadline:
        raise Faults.invalid(
            f"turn {part.mailing} has no deadline",
            reason="the round of drand is the first after it, or you could choose among rounds",
            outcome="Nothing was run",
            remedy=f"Keep a ruling with pbm rule DIR {part.mailing}: deadline 2026-12-01 20:00 "
            "Europe/Berlin because ...; set [schedule] in campaign.toml for later turns",
        )
    return chain.round_after(read_time(deadline))


def _kept(campaign: Campaign, mailing: str) -> str:
    file = inbox.open_folder(campaign.folder, mailing) / BEACON_FILE
    return file.read_text(encoding="utf-8").rstrip("\n") if file.is_file() else ""
