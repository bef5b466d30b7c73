"""An append-only Merkle tree (RFC 6962, 2.1) that grows by full batches of entries.

A batch has a power of two of entries, so each batch is a subtree and the tree before it is known
by its ``peaks``: the roots of its full subtrees, the newest first. Joined in this order to the new
batch they are the rest of the inclusion proof of its entries; joined to each other they are the
earlier head. So one proof shows both that an entry is in the tree and that the tree only grew.
"""

import hashlib
from collections.abc import Sequence

EMPTY = hashlib.sha256(b"").digest()


def leaf(data: bytes) -> bytes:
    """The hash of an entry."""
    return hashlib.sha256(b"\0" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def levels(leaves: Sequence[bytes]) -> list[Sequence[bytes]]:
    """The hashes of a batch level by level, its entries first and its root last."""
    rows = [leaves]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append([_node(row[at], row[at + 1]) for at in range(0, len(row), 2)])
    return rows


def path(rows: Sequence[Sequence[bytes]], place: int) -> list[bytes]:
    """The inclusion proof of an entry within its batch, of which these are the levels."""
    return [row[(place >> height) ^ 1] for height, row in enumerate(rows[:-1])]


def climbed(entry: bytes, place: int, proof: Sequence[bytes]) -> bytes:
    """The root of the batch in which an entry has this proof at this place."""
    for height, other in enumerate(proof):
        entry = _node(other, entry) if place >> height & 1 else _node(entry, other)
    return entry


def head(peaks: Sequence[bytes]) -> bytes:
    """The head of a tree with these peaks."""
    found = peaks[0] if peaks else EMPTY
    for peak in peaks[1:]:
        found = _node(peak, found)
    return found


def grown(peaks: Sequence[bytes], batches: int, added: bytes) -> tuple[bytes, ...]:
    """The peaks of a tree of so many batches once the root of another is added."""
    left = list(peaks)
    while batches & 1:
        added = _node(left.pop(0), added)
        batches >>= 1
    return (added, *left)
