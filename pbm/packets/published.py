"""The log of all reports: what a packet says of it, and how that is checked.

Each turn's reports name the head of an append-only tree (`pbm.kit.merkle`) of all packets that were
published before. It grows by one batch a turn, with an entry for each player and fillers, so its
size tells nobody who plays or who got a correction. An entry is of all packets that a player got
since the batch before, in their shared form (`pbm.packets.shared`), and of a random number that
only this player is given, so it confirms no guess.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbm.kit import merkle
from pbm.kit.records import Record

_HASH = re.compile(r"[0-9a-f]{64}")


class LogFacts(Record):
    """The log as one report names it, with the proof of the player's own entry.

    A report that comes before the turn's end, to some players alone, names the head that all were
    told last, and has no entry: ``nonce`` is empty.
    """

    entries: int
    batch: int
    head: str
    place: int = 0
    nonce: str = ""
    packets: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


def entry_hash(nonce: str, packets: Sequence[str]) -> bytes:
    """The hash of an entry."""
    return merkle.leaf("\n".join(["pbm-log-1", nonce, *packets]).encode())


def heads(log: Mapping[str, Any]) -> tuple[str, str] | None:
    """The heads before and after the report's batch, as its proof gives them; None for no proof."""
    entries, batch, place = log["entries"], log["batch"], log["place"]
    if batch not in (64, 1024) or entries < batch or entries % batch or not 0 <= place < batch:
        return None
    if not all(_HASH.fullmatch(one) for one in (log["nonce"], *log["packets"], *log["proof"])):
        return None
    proof = [bytes.fromhex(one) for one in log["proof"]]
    height = batch.bit_length() - 1
    if len(proof) != height + (entries // batch - 1).bit_count():
        return None
    own, before = proof[:height], proof[height:]
    added = merkle.climbed(entry_hash(log["nonce"], log["packets"]), place, own)
    return merkle.head(before).hex(), merkle.head((added, *before)).hex()


def short_head(head: str) -> str:
    """A head in the form in which readers compare it.

    >>> short_head("0123456789abcdef" * 4)
    '0123-4567-89ab-cdef-0123-4567-89ab-cdef'
    """
    return "-".join(head[at : at + 4] for at in range(0, 32, 4))
