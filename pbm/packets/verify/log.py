"""Check the log of all reports: that it only grows, is the same for all, and has each packet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.kit.merkle import EMPTY
from pbm.packets.published import heads, short_head
from pbm.packets.verify.findings import HASH, NEW, PROVEN, UNCHECKED, WRONG, Finding, Given


def log(one: Given, given: Sequence[Given]) -> Iterator[Finding]:
    """The findings about the log that a packet names, and whether a later one has the packet."""
    assert one.seal is not None
    named = one.seal.get("log")
    if not one.has_values:
        if named is not None or "cover" in one.seal or one.seal.get("original"):
            yield one.found("log", WRONG, "There is a log in a scheme without one.")
        return
    hidden = one.seal.get("original" if one.is_shared else "cover") or ""
    if not HASH.fullmatch(hidden) or ("cover" in one.seal and one.is_shared):
        yield one.found("log", WRONG, "The packet lacks the random number that covers it.")
    if (named is None) != (one.turn == NEW):
        what = "no log of the reports before it" if named is None else "a log before set-up"
        yield one.found("log", WRONG, f"The report names {what}.")
        return
    if named is not None:
        yield from _heads(one, given, named)
    yield from _listed(one, given)


def _heads(one: Given, given: Sequence[Given], named: Mapping[str, Any]) -> Iterator[Finding]:
    """Compare the heads that a packet names or proves with those of the packets before it."""
    own = _named(one)
    if own is None:
        yield one.found("log", WRONG, "The log does not lead from the player's entry to its head.")
        return
    for other in given[: given.index(one)]:
        theirs = _named(other) or {}
        if any(theirs.get(entries, head) != head for entries, head in own.items()):
            text = f"The log is another than in {other.file}: two histories were told."
            yield one.found("log", WRONG, text)
            return
        if (other.log or named)["batch"] != named["batch"]:
            yield one.found("log", WRONG, f"The log grows otherwise than in {other.file}.")
    before = _before(one, given)
    if before is not None and not before.packet["corrected"]:
        since = (before.log or {"entries": 0})["entries"]
        added = named["entries"] - since
        if added < 0 or (named["nonce"] and not added):
            yield one.found("log", WRONG, f"The log does not grow after {before.file}.")
        elif added > named["batch"]:
            text = f"the log grew by {added} entries from {before.file} to {one.file}"
            yield one.found("log", UNCHECKED, text)
    if named["nonce"]:
        line = f"{short_head(named['head'])} ({named['entries']} entries)"
        text = f"Published so far: {line}. All that was published before is in it, unchanged."
        yield one.found("log", PROVEN, text)


def _named(one: Given) -> dict[int, str] | None:
    """The heads that a packet names or proves, by their numbers of entries; None if it fails."""
    named = one.log
    if named is None:
        return {0: EMPTY.hex()}
    if not named["nonce"]:
        rest = (named["place"], *named["packets"], *named["proof"])
        good = rest == (0,) and HASH.fullmatch(named["head"]) and named["entries"] > 0
        return {named["entries"]: named["head"]} if good else None
    found = heads(named)
    if found is None or found[1] != named["head"]:
        return None
    return {
        0: EMPTY.hex(),
        named["entries"] - named["batch"]: found[0],
        named["entries"]: named["head"],
    }


def _listed(one: Given, given: Sequence[Given]) -> Iterator[Finding]:
    """The finding whether the player's next log has the packet."""
    own = [it for it in given if it.log and it.log["nonce"] and it.player == one.player]
    has = next((it for it in own if it is not one and one.listed in it.log_packets), None)
    if has is not None:
        yield one.found("log", PROVEN, f"The packet is in the log of {has.file}, unaltered.")
        return
    if any(_must_have(it, one, given) for it in own):
        yield one.found("log", WRONG, "The packet is not in the log of the report after it.")
    elif one.is_shared:
        text = f"whether {one.file} was altered after it was shared: the next report shows it"
        yield one.found("log", UNCHECKED, text)


def _must_have(later: Given, one: Given, given: Sequence[Given]) -> bool:
    """True if a later report's log must have a packet, were it published."""
    assert later.log is not None
    since = one.log["entries"] if one.log else 0
    if later.log["entries"] <= since or later.packet["corrected"]:
        return False
    if not one.packet["corrected"]:
        return bool(later.log["entries"] == since + later.log["batch"])
    # A correction that a report follows was published before it.
    before: Given | None = later
    for _step in given:  # shared packets could name each other in a ring
        before = _before(before, given) if before else None
        if before is one:
            return True
    return False


def _before(one: Given, given: Sequence[Given]) -> Given | None:
    """The packet that a packet follows."""
    place = given.index(one)
    named = one.packet["previous"]
    return next((it for at, it in enumerate(given) if it.digest == named and at != place), None)
