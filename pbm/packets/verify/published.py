"""Compare a player's packets with the folder of a campaign that was published after its end."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.kit.records import Record
from pbm.packets.verify.findings import PROVEN, UNCHECKED, WRONG, Finding, Given


class PublishedPacket(Record):
    """A packet in a published folder: its stage's folder, its hash, that of its shared form."""

    stage: str
    sha256: str
    shown: str


class PublishedFolder(Record):
    """The packets of a published campaign by player, and the faults of its log."""

    name: str
    campaign: str
    key: str
    packets: Mapping[str, Sequence[PublishedPacket]]
    faults: Sequence[str] = ()


def published(given: Sequence[Given], folder: PublishedFolder) -> Iterator[Finding]:
    """The findings whether packets are those of the folder, and which of its packets they lack."""
    for fault in folder.faults:
        yield given[0].found("published", WRONG, f"{folder.name}: {fault}.")
    for one in given:
        own = folder.packets.get(one.player, ())
        found = [it.stage for it in own if _is_of(one, it)]
        seal = one.seal or {"key": folder.key}
        if (one.packet["campaign"], seal["key"]) != (folder.campaign, folder.key):
            text = f"{folder.name} is of another campaign, or has another key."
            yield one.found("published", WRONG, text)
        elif found:
            text = f"The packet is in {folder.name}, in turns/{found[0]}."
            yield one.found("published", PROVEN, text)
        else:
            text = f"The packet is not in {folder.name}, or is another one there."
            yield one.found("published", WRONG, text)
    for player in dict.fromkeys(one.player for one in given):
        mine = [one for one in given if one.player == player]
        left = [
            it.stage
            for it in folder.packets.get(player, ())
            if not any(_is_of(one, it) for one in mine)
        ]
        if left:
            text = f"{folder.name} has packets of {player} that were not given: {', '.join(left)}"
            yield mine[0].found("published", UNCHECKED, text)


def _is_of(one: Given, there: PublishedPacket) -> bool:
    return one.listed == there.shown if one.is_shared else one.digest == there.sha256
