"""Check whether a player's own sheets counted, and whether their phrase is in the salt."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.engine.registry import ruleset
from pbm.packets.verify.findings import NOTED, PROVEN, UNCHECKED, WRONG, Finding, Given
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.sheets.kinds import SETUP_MAILING

_RECEIPT = re.compile(rb"\s*sha256 ([0-9a-f]{64}), \d+ bytes")

_Counted = Mapping[str, tuple[Given, Mapping[str, Any]]]


def sheets(given: Sequence[Given], sent: Sequence[tuple[str, bytes]]) -> Iterator[Finding]:
    """The player's sheets that counted, and whether those they sent did."""
    counted: dict[str, tuple[Given, Mapping[str, Any]]] = {}
    for one in given:
        for sheet in one.seal["sheets"] if one.seal is not None else ():
            counted[sheet["sha256"]] = (one, sheet)
    if not sent:
        for digest, (one, sheet) in counted.items():
            text = f"Your text {sheet['number']}, received {sheet['received']}, sha256 {digest}."
            yield one.found("sheet", NOTED, text)
        return
    phrase = ""
    newest: Mapping[str, Any] | None = None
    for file, data in sent:
        receipt = _RECEIPT.match(data)
        digest = receipt[1].decode() if receipt else hashlib.sha256(data).hexdigest()
        if digest not in counted:
            yield _uncounted(given, file, data, digest, sent, counted)
            continue
        one, sheet = counted[digest]
        text = f"{file} counted in turn {one.turn}, received {sheet['received']}."
        yield one.found("sheet", PROVEN, text)
        said = [it.phrase for it in _own(data, file, given) if it.mailing == SETUP_MAILING]
        in_time = sheet["received"] <= one.packet["made"]
        is_newest = newest is None or sheet["number"] > newest["number"]
        if one.turn == SETUP_MAILING and said and in_time and is_newest:
            newest, phrase = sheet, said[-1]
    if newest is not None:
        yield from _phrase(given, newest["sha256"], counted, phrase)


def _own(data: bytes, file: str, given: Sequence[Given]) -> list[Sheet]:
    """The player's own sheets of the campaign in a text."""
    packet = given[0].packet
    names = {one.packet["player"][what].casefold() for one in given for what in ("id", "name")}
    found = find_sheets(data, file, ruleset(packet["game"]).all_kinds)
    return [
        one
        for one in found.sheets
        if one.campaign.casefold() == packet["campaign"].casefold()
        and one.player.casefold() in names
        and not one.is_message
    ]


def _uncounted(
    given: Sequence[Given],
    file: str,
    data: bytes,
    digest: str,
    sent: Sequence[tuple[str, bytes]],
    counted: _Counted,
) -> Finding:
    """The finding about a text that counted in none of the packets."""
    stages = {one.mailing for one in _own(data, file, given)}
    told = {one.turn for one in given}
    if stages and not stages & told:
        text = f"the report of turn {min(stages)}, for which {file} was sent, was not given"
        return Finding(given[-1].file, "", "sheet", UNCHECKED, text)
    others = {
        one.mailing
        for name, other in sent
        if hashlib.sha256(other).hexdigest() in counted
        for one in _own(other, name, given)
    }
    if stages and stages & told <= others:
        text = f"{file} did not count: another of your sheets for turn {min(stages)} did."
        return Finding(given[-1].file, "", "sheet", NOTED, text)
    text = f"{file} counted in none of these turns (sha256 {digest})."
    return Finding(given[-1].file, "", "sheet", WRONG, text)


def _phrase(
    given: Sequence[Given], digest: str, counted: _Counted, phrase: str
) -> Iterator[Finding]:
    """The finding whether the phrase of the newest set-up sheet that counted is in the salt."""
    one = counted[digest][0]
    assert one.seal is not None
    taken = one.seal.get("phrase") or ""
    newer = [
        sheet["number"]
        for it in given
        if it.turn == SETUP_MAILING and it.seal is not None
        for sheet in it.seal["sheets"]
        if sheet["number"] > counted[digest][1]["number"]
    ]
    if newer:
        text = f"your set-up sheet number {max(newer)} was not given, so its phrase is not compared"
        yield one.found("phrase", UNCHECKED, text)
    elif taken != phrase:
        said = f'"{phrase}"' if phrase else "no phrase"
        text = f'Your sheet has {said}; the report says "{taken}".'
        yield one.found("phrase", WRONG, text)
    else:
        yield one.found("phrase", PROVEN, "The phrase is the one on your sheet.")
