"""A verifiable random function: RSA-FDH-VRF-SHA256 of RFC 9381, 4.1 to 4.4.

The holder of a private key turns any text into 32 unpredictable bytes and a proof. With the proof
and the public key, anybody can check that these bytes, and no others, belong to the text. All of it
is hashing and modular arithmetic, except `new_key`, which draws primes.
"""

import hashlib
import math
from dataclasses import dataclass, field
from functools import cached_property

# One prime exponent for all keys: a key under which a text had two proofs would leave at least as
# many texts without any (docs/sealed-dice.md).
EXPONENT = 65537
LEAST_BITS = 2048
MOST_BITS = 8192
_SUITE = b"\x01"
_ENCODES = b"\x01"
_HASHES = b"\x02"


@dataclass(frozen=True)
class PublicKey:
    """The modulus of an RSA key whose exponent is EXPONENT."""

    modulus: int

    @cached_property
    def size(self) -> int:
        """The length of the modulus, and of every proof, in bytes."""
        return (self.modulus.bit_length() + 7) // 8


@dataclass(frozen=True)
class PrivateKey:
    """The two secret primes of a key."""

    p: int = field(repr=False)
    q: int = field(repr=False)

    @cached_property
    def public(self) -> PublicKey:
        """The public key."""
        return PublicKey(self.p * self.q)

    @cached_property
    def _parts(self) -> tuple[int, int, int]:
        return (
            pow(EXPONENT, -1, self.p - 1),
            pow(EXPONENT, -1, self.q - 1),
            pow(self.q, -1, self.p),
        )

    def root(self, number: int) -> int:
        """The root of a number under the exponent, by the two primes: RSASP1 of RFC 8017."""
        at_p, at_q, inverse = self._parts
        one = pow(number % self.p, at_p, self.p)
        other = pow(number % self.q, at_q, self.q)
        return other + (inverse * (one - other)) % self.p * self.q


def prove(key: PrivateKey, text: bytes) -> bytes:
    """The proof of a text: always the same bytes, as many as the modulus has."""
    return key.root(_encoded(key.public, text)).to_bytes(key.public.size, "big")


def proof_hash(proof: bytes) -> bytes:
    """The 32 random bytes of a proof."""
    return hashlib.sha256(_SUITE + _HASHES + proof).digest()


def verified(key: PublicKey, text: bytes, proof: bytes) -> bytes | None:
    """The random bytes of a text if this is its proof under the key, else None."""
    number = int.from_bytes(proof, "big")
    if len(proof) != key.size or number >= key.modulus:
        return None
    if pow(number, EXPONENT, key.modulus) != _encoded(key, text):
        return None
    return proof_hash(proof)


def key_fault(key: PublicKey) -> str:
    """The reason why a key is not sound; "" for a sound key.

    Under an unsound key a text could have no proof, or two. If the prime exponent is below every
    factor of the modulus, at most one text in about EXPONENT can have more than one proof: taking
    powers is one to one, except where a square divides the modulus or EXPONENT divides a factor
    less one, and then hardly any text has a proof.
    """
    bits = key.modulus.bit_length()
    if not LEAST_BITS <= bits <= MOST_BITS:
        return f"it has {bits} bits, not {LEAST_BITS} to {MOST_BITS}"
    if math.gcd(key.modulus, _small_primes()) != 1:
        return f"its modulus has a factor not above {EXPONENT}"
    return ""


def _encoded(key: PublicKey, text: bytes) -> int:
    """The text as a number below the modulus: MGF1 of RFC 8017, salted with the key."""
    salt = key.size.to_bytes(4, "big") + key.modulus.to_bytes(key.size, "big")
    return int.from_bytes(_mgf1(_SUITE + _ENCODES + salt + text, key.size - 1), "big")


def _mgf1(seed: bytes, length: int) -> bytes:
    blocks = -(-length // 32)
    whole = b"".join(
        hashlib.sha256(seed + block.to_bytes(4, "big")).digest() for block in range(blocks)
    )
    return whole[:length]


def _small_primes() -> int:
    """The product of all primes up to EXPONENT, a prime itself."""
    sieve = bytearray([1]) * (EXPONENT + 1)
    for number in range(2, math.isqrt(EXPONENT) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(sieve[number * number :: number]))
    return math.prod(number for number in range(2, EXPONENT + 1) if sieve[number])


def new_key() -> PrivateKey:
    """A new random key."""
    # Imported here: it takes half a second, and no other command needs it.
    from cryptography.hazmat.primitives.asymmetric import rsa

    while True:
        made = rsa.generate_private_key(EXPONENT, LEAST_BITS).private_numbers()
        key = PrivateKey(made.p, made.q)
        if not key_fault(key.public):
            return key
