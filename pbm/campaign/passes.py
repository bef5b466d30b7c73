"""Passes: the word that proves a sheet's player, one for each player and stage.

A pass is computed from a key in secret.toml, so none is stored. A player's next pass is printed
in their own report and prefilled sheet, and nowhere else.
"""

import hashlib
import hmac
import re

# Crockford's Base32: no two characters look alike.
_CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_LENGTH = 16  # characters of five bits each


def pass_of(key: bytes, campaign: str, player: str, mailing: str) -> str:
    """Compute the pass of a seat for a stage: 80 bits in four groups of characters.

    >>> pass_of(b"key", "eridani", "ilse", "3")
    '6N85-1MC0-BCV2-Q015'
    """
    return word_of(key, "pass", campaign, player, mailing)


def word_of(key: bytes, *parts: str) -> str:
    """Compute a word from these parts that only the holder of the key can compute."""
    said = "".join(f"{len(part)}:{part}" for part in parts).encode()
    number = int.from_bytes(hmac.new(key, said, hashlib.sha256).digest()[:10], "big")
    characters = "".join(
        _CHARACTERS[(number >> (5 * place)) & 31] for place in reversed(range(_LENGTH))
    )
    return "-".join(characters[at : at + 4] for at in range(0, _LENGTH, 4))


def is_same(said: str, right: str) -> bool:
    """True if a typed word is the right one: case, blanks and hyphens do not matter.

    >>> is_same("6n85 lmco-bcv2 qoi5.", pass_of(b"key", "eridani", "ilse", "3"))
    True
    """
    return hmac.compare_digest(_bare(said).encode(), _bare(right).encode())


def _bare(word: str) -> str:
    return re.sub(r"[^0-9A-Za-z]", "", word).upper().translate(_READ_AS)
