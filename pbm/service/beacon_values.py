"""The public value that a stage of a campaign with a beacon takes in."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.campaign import inbox
from pbm.campaign.campaign import Campaign
from pbm.dice.beacon import chain_of, is_signed, round_of, value_fault
from pbm.kit.clock import read_time
from pbm.kit.problems import Faults, invalid
from pbm.storage.turn_toml import BEACON_FILE, NextPart


class BeaconNeeded(Faults):
    """Raised if a stage needs a public value and none was given."""


def beacon_for(campaign: Campaign, mailing: str, given: str, due: Sequence[NextPart]) -> str:
    """Choose the public value of a stage; "" for a campaign without a beacon.

    A turn that stopped at the docket keeps its value: its dice are known. Faults for a value that
    is missing, not of the campaign's source, or not of the round after the deadline.
    """
    source, value = campaign.part.beacon, " ".join(given.split())
    if not source:
        if value:
            raise Faults(invalid("the dice of this campaign take in no public value"))
        return ""
    kept = _kept(campaign, mailing)
    if kept and value not in ("", kept):
        reason = f'turn {mailing} was begun with "{kept}", and its dice are known'
        raise Faults(invalid("the public value of a turn cannot be exchanged", reason=reason))
    if kept:
        return kept
    deadline = next((part.deadline for part in due if part.mailing == mailing), "")
    wanted = _wanted(source, deadline)
    if not value:
        raise BeaconNeeded(
            invalid(
                f"turn {mailing} needs its public value",
                reason=f"the dice of this campaign take in {source}",
                outcome="Nothing was run",
                remedy=wanted,
            )
        )
    fault = value_fault(source, value)
    chain = chain_of(source)
    if not fault and chain is not None:
        if deadline and round_of(value) != (due_round := chain.round_after(read_time(deadline))):
            fault = f"the first round after the deadline is {due_round}"
        elif is_signed(source, value) is False:
            fault = f"the signature is not that of round {round_of(value)}"
    if fault:
        text = f'"{value}" is not the public value of turn {mailing}'
        raise Faults(invalid(text, reason=fault, outcome="Nothing was run", remedy=wanted))
    return value


def _wanted(source: str, deadline: str) -> str:
    """Say which value is wanted, and where it is found."""
    chain = chain_of(source)
    if chain is None:
        return 'Give it with --beacon "VALUE"'
    which = str(chain.round_after(read_time(deadline))) if deadline else "ROUND"
    place = f"https://api.drand.sh/{chain.hash}/public/{which}"
    return f'Give --beacon "{which} SIGNATURE", both as in {place}'


def _kept(campaign: Campaign, mailing: str) -> str:
    file = inbox.open_folder(campaign.folder, mailing) / BEACON_FILE
    return file.read_text(encoding="utf-8").rstrip("\n") if file.is_file() else ""
