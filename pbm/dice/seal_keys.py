"""Makes the key of a campaign's sealed dice."""

from __future__ import annotations

from pbm.dice.vrf import EXPONENT, LEAST_BITS, PrivateKey, key_fault


def new_key() -> PrivateKey:
    """A key that nobody chose."""
    # Half a second of loading that no other command needs.
    from cryptography.hazmat.primitives.asymmetric import rsa

    while True:
        made = rsa.generate_private_key(EXPONENT, LEAST_BITS).private_numbers()
        key = PrivateKey(made.p, made.q)
        if not key_fault(key.public):
            return key
