"""Check the public values that sealed dice took in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pbm.dice.beacon import chain_of, is_signed, round_of, source_fault, value_fault
from pbm.kit.english import count
from pbm.packets.build import turn_of
from pbm.packets.verify.findings import NEW, NOTED, PROVEN, UNCHECKED, WRONG, Finding, Given

_DEADLINE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}) ([A-Za-z0-9_+/-]+)")


def stages(one: Given, given: Sequence[Given]) -> Iterator[Finding]:
    """The findings about the public values of the stages that a packet tells."""
    assert one.seal is not None
    source, told = one.seal.get("source"), one.seal.get("stages")
    if not one.has_values:
        if source is not None or told is not None:
            yield one.found("beacon", WRONG, "There are public values in a scheme without any.")
        return
    if not source or told is None or source_fault(source):
        yield one.found("beacon", WRONG, "The source of public values is missing or is not one.")
        return
    if one.turn != NEW and not any(stage["mailing"] == one.turn for stage in told):
        yield one.found("beacon", WRONG, "The stage of the report has no public value.")
    for stage in told:
        yield from _stage(one, given, source, stage)


def _stage(
    one: Given, given: Sequence[Given], source: str, stage: Mapping[str, Any]
) -> Iterator[Finding]:
    mailing, value = stage["mailing"], stage["beacon"]
    if turn_of(mailing) != one.packet["turn"]:
        yield one.found("beacon", WRONG, f"A public value is of stage {mailing}, of another turn.")
        return
    if stage["late"]:
        text = f"{count(stage['late'], 'sheet')} counted in stage {mailing} after the public value"
        yield one.found("beacon", UNCHECKED, f"{text} was known")
    if not value and one.seal is not None and one.seal["proofs"].keys().isdisjoint(stage["rolls"]):
        return  # its dice were typed in: those told, if any, are said not to be proven
    fault = value_fault(source, value)
    if fault:
        yield one.found(
            "beacon", WRONG, f"The public value of stage {mailing} is not one: {fault}."
        )
        return
    for other in given[: given.index(one)]:
        for before in (other.seal or {}).get("stages") or ():
            if before["mailing"] == mailing and before["beacon"] != value:
                text = f"The public value of stage {mailing} is another than in {other.file}."
                yield one.found("beacon", WRONG, text)
    chain = chain_of(source)
    if chain is None:
        text = f'The dice of stage {mailing} take in "{value}": look it up, {source}.'
        yield one.found("beacon", NOTED, text)
        return
    if is_signed(source, value):
        text = f"Round {round_of(value)} of {source} is signed."
        yield one.found("beacon", PROVEN, text)
    else:
        text = f"The signature is not that of round {round_of(value)} of {source}."
        yield one.found("beacon", WRONG, text)
    yield from _round(one, given, mailing, round_of(value), chain.round_after)


def _round(
    one: Given, given: Sequence[Given], mailing: str, number: int, after: Any
) -> Iterator[Finding]:
    """The finding whether a round is the first after the deadline that was announced."""
    deadlines = [
        coming["deadline"]
        for other in given
        if other.packet["player"]["id"] == one.packet["player"]["id"]
        for coming in other.packet["next"]
        if coming["mailing"] == mailing
    ]
    if not deadlines:
        text = f"the report that announced stage {mailing} and its deadline was not given"
        yield one.found("beacon", UNCHECKED, text)
        return
    found = _DEADLINE.fullmatch(deadlines[0])
    if found is None:
        text = f"stage {mailing} had no deadline, so its round of drand could be chosen"
        yield one.found("beacon", UNCHECKED, text)
        return
    try:
        when = datetime.fromisoformat(found[1]).replace(tzinfo=ZoneInfo(found[2]))
    except (ValueError, KeyError, OSError):
        yield one.found("beacon", WRONG, f"The deadline of stage {mailing} is not a time.")
        return
    if after(when) != number:
        text = f"Round {number} is not the first after the deadline: that is {after(when)}."
        yield one.found("beacon", WRONG, text)
