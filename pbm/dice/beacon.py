"""Public values that nobody knows before a deadline, for sealed dice.

A campaign names its source at the start: a drand chain, whose rounds are signed and come at fixed
times, or any other in words, such as a lottery's draw. A value is one line of text: round and
signature of a drand chain, else as it was typed. https://docs.drand.love describes drand.
"""

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

from pbm.dice.roll_forms import is_plain
from pbm.kit.records import Record

MOST_CHARACTERS = 200
DRAND = "drand:"
_VALUE = re.compile(r"([1-9][0-9]{0,11}) ([0-9a-f]{96})")


class DrandChain(Record):
    """A drand chain whose rounds can be checked alone, with signatures on G1 (RFC 9380).

    ``genesis`` is the time of round 1 in seconds since 1970, ``period`` in seconds.
    """

    hash: str
    genesis: int
    period: int
    key: str

    def round_after(self, when: datetime) -> int:
        """The first round that comes after a time."""
        return (int(when.timestamp()) - self.genesis) // self.period + 2

    def time_of(self, number: int) -> int:
        """The time of a round, in seconds since 1970."""
        return self.genesis + (number - 1) * self.period


CHAINS: Mapping[str, DrandChain] = {
    "quicknet": DrandChain(
        "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        1692803367,
        3,
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d10"
        "64510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991e"
        "f5ece45a",
    )
}


def chain_of(source: str) -> DrandChain | None:
    """The drand chain that a source names; None for any other source."""
    return CHAINS.get(source.removeprefix(DRAND)) if source.startswith(DRAND) else None


def source_fault(source: str) -> str:
    """The reason why a source cannot be used; "" if it can."""
    if source.startswith(DRAND) and chain_of(source) is None:
        return f"the drand chains are {', '.join(CHAINS)}"
    if not is_plain(source) or not 0 < len(source) <= MOST_CHARACTERS:
        return f"a source is a line of 1 to {MOST_CHARACTERS} characters"
    return ""


def value_fault(source: str, value: str) -> str:
    """The reason why a value cannot be one of its source; "" if it can."""
    if not is_plain(value) or not 0 < len(value) <= MOST_CHARACTERS:
        return f"a public value is a line of 1 to {MOST_CHARACTERS} characters"
    if chain_of(source) is not None and _VALUE.fullmatch(value) is None:
        return "a round of drand is its number and its signature, 96 digits from 0-9 and a-f"
    return ""


def round_of(value: str) -> int:
    """The round of a drand value without a fault."""
    return int(value.split()[0])


@lru_cache(maxsize=100)
def is_signed(source: str, value: str) -> bool:
    """True if the round of a drand value has its signature: BLS on G1, as RFC 9380 hashes."""
    from py_arkworks_bls12381 import GT, G1Point, G2Point  # seldom needed

    chain = chain_of(source)
    assert chain is not None
    number, signature = value.split()
    message = hashlib.sha256(int(number).to_bytes(8, "big")).digest()
    try:
        point = G1Point.from_compressed_bytes(bytes.fromhex(signature))
    except ValueError:  # no point of the curve, or of another group
        return False
    key = G2Point.from_compressed_bytes(bytes.fromhex(chain.key))
    hashed = G1Point.hash_to_curve(message, b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_")
    return GT.pairing(point, G2Point()) == GT.pairing(hashed, key)
