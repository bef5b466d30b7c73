"""The append-only tree against the vectors and definitions of RFC 6962."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest

from pbm.kit import merkle

# The entries and heads of the reference tests of Certificate Transparency.
ENTRIES = [
    bytes.fromhex(text)
    for text in (
        "", "00", "10", "2021", "3031", "40414243",
        "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
HEADS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    4: "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    5: "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    6: "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}


def tree_head(entries: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, as it is defined."""
    if len(entries) < 2:
        return sha256(b"\0" + entries[0]).digest() if entries else sha256(b"").digest()
    left = 1 << (len(entries) - 1).bit_length() - 1
    halves = tree_head(entries[:left]) + tree_head(entries[left:])
    return sha256(b"\1" + halves).digest()


def levels_of(batch: list[bytes]) -> list[Sequence[bytes]]:
    return merkle.levels([merkle.leaf(one) for one in batch])


def grown(batches: list[list[bytes]]) -> tuple[bytes, ...]:
    peaks: tuple[bytes, ...] = ()
    for number, batch in enumerate(batches):
        peaks = merkle.grown(peaks, number, levels_of(batch)[-1][0])
    return peaks


@pytest.mark.parametrize("size", HEADS)
def test_heads_are_those_of_certificate_transparency(size: int) -> None:
    assert merkle.head(grown([[one] for one in ENTRIES[:size]])).hex() == HEADS[size]


def test_an_empty_tree_has_the_hash_of_nothing() -> None:
    assert merkle.head(()) == sha256(b"").digest() == merkle.EMPTY


@pytest.mark.parametrize("each", [1, 2, 4])
@pytest.mark.parametrize("number", range(1, 10))
def test_a_proof_leads_to_the_head_before_and_after_a_batch(each: int, number: int) -> None:
    entries = [bytes([at]) for at in range(each * number)]
    batches = [entries[at : at + each] for at in range(0, len(entries), each)]
    before = grown(batches[:-1])
    assert merkle.head(before) == tree_head(entries[:-each])
    rows = levels_of(batches[-1])
    for place, entry in enumerate(rows[0]):
        root = merkle.climbed(entry, place, merkle.path(rows, place))
        assert root == rows[-1][0]
        assert merkle.head((root, *before)) == tree_head(entries)
    assert merkle.head(grown(batches)) == tree_head(entries)
