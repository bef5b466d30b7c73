"""The verifiable random function against the examples of RFC 9381, and against what it must be."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path

import pytest

from pbm.dice.vrf import (
    EXPONENT,
    PrivateKey,
    PublicKey,
    key_fault,
    new_key,
    proof_hash,
    prove,
    verified,
)
from tests.core.sealed_table import KEY

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "rfc9381.json").read_text())["examples"]


@pytest.mark.parametrize("example", EXAMPLES, ids=["2048 bits", "3072 bits", "4096 bits"])
def test_the_examples_of_the_rfc(example: dict[str, str]) -> None:
    alpha, pi = bytes.fromhex(example["alpha"]), bytes.fromhex(example["pi"])
    if "p" in example:
        private = PrivateKey(int(example["p"], 16), int(example["q"], 16))
        public = private.public
        assert prove(private, alpha) == pi
    else:
        public = PublicKey(int(example["n"], 16))
    assert proof_hash(pi).hex() == example["beta"]
    found = verified(public, alpha, pi)
    assert found is not None and found.hex() == example["beta"]


def test_a_proof_is_the_textbook_root_of_the_encoded_text() -> None:
    """Without the two primes: by the private exponent, and MGF1 written out."""
    key = KEY.public
    exponent = pow(EXPONENT, -1, math.lcm(KEY.p - 1, KEY.q - 1))
    seed = b"\x01\x01" + (256).to_bytes(4, "big") + key.modulus.to_bytes(256, "big") + b"a text"
    blocks = b"".join(hashlib.sha256(seed + bytes([0, 0, 0, at])).digest() for at in range(8))
    number = int.from_bytes(blocks[:255], "big")
    assert prove(KEY, b"a text") == pow(number, exponent, key.modulus).to_bytes(256, "big")


def test_every_altered_bit_of_a_proof_is_noticed() -> None:
    key, proof = KEY.public, prove(KEY, b"roll")
    assert verified(key, b"roll", proof) == proof_hash(proof)
    for bit in (0, 1, 7, 8, 1000, 2040, 2047):
        broken = bytearray(proof)
        broken[bit // 8] ^= 1 << bit % 8
        assert verified(key, b"roll", bytes(broken)) is None


def test_a_proof_is_of_one_text_one_length_and_below_the_modulus() -> None:
    key, proof = KEY.public, prove(KEY, b"roll")
    assert verified(key, b"rolk", proof) is None
    assert verified(key, b"roll", b"\0" + proof) is None
    assert verified(key, b"roll", proof[1:]) is None
    assert verified(key, b"roll", b"") is None
    above = int.from_bytes(proof, "big") + key.modulus  # the same power under the modulus
    if above.bit_length() <= 2048:
        assert verified(key, b"roll", above.to_bytes(256, "big")) is None
    assert verified(new_key().public, b"roll", proof) is None


def test_a_new_key_proves_and_differs_from_the_next() -> None:
    one, other = new_key(), new_key()
    assert key_fault(one.public) == ""
    assert one.public.modulus.bit_length() == 2048
    assert one.public != other.public
    proof = prove(one, b"x")
    assert verified(one.public, b"x", proof) is not None


def test_keys_that_could_leave_a_choice_are_refused() -> None:
    assert key_fault(KEY.public) == ""
    assert "2047 bits" in key_fault(PublicKey(KEY.public.modulus >> 1 | 1))
    assert "8193 bits" in key_fault(PublicKey((1 << 8192) + 1))
    assert "factor" in key_fault(PublicKey(KEY.public.modulus * 65537))
    assert "factor" in key_fault(PublicKey(KEY.public.modulus * 3))
    assert "factor" in key_fault(PublicKey(KEY.public.modulus + 1))  # even
    assert key_fault(PublicKey(KEY.public.modulus * 65539)) == ""  # the next prime


def test_a_private_key_does_not_show_itself() -> None:
    assert str(KEY.p) not in repr(KEY) and f"{KEY.q:x}" not in repr(KEY)
