"""Sealed dice (schemes ``sealed-1`` to ``sealed-3``): each roll can be proven by itself.

With a public value (`pbm.dice.beacon`) number and kind of the dice are bound as well; ``sealed-1``
has none, ``sealed-2`` always one. In ``sealed-3`` ids of units are proven to their owners.
A verifiable random function gives the random key of a roll from campaign, turn, salt and the
roll's name. So every roll is a group of its own: its proof reveals neither who else perceives it
nor any other face, of this turn or of a part still to come. docs/sealed-dice.md describes all
formats, for readers who check them with tools of their own.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Collection, Mapping
from functools import lru_cache

from pbm.dice.keyed import drawn
from pbm.dice.vrf import PrivateKey, PublicKey, key_fault, proof_hash, prove
from pbm.kit.records import Record

SEALED_SCHEME = "sealed-1"
BEACON_SCHEME = "sealed-2"
IDS_SCHEME = "sealed-3"
SEALED_SCHEMES = (SEALED_SCHEME, BEACON_SCHEME, IDS_SCHEME)
# The value in place of a proof for faces that the game master typed in.
SCRIPTED = "scripted"


class SealedDice:
    """The sealed dice of one turn of a campaign, with the proofs of all rolls so far.

    With a ``beacon``, the public value of a stage, they are those of this stage alone.
    """

    def __init__(
        self,
        key: PrivateKey,
        campaign: str,
        turn: int,
        salt: str,
        mailing: str = "",
        beacon: str = "",
    ) -> None:
        self._key = key
        self._campaign = campaign
        self._turn = turn
        self._salt = salt
        self._mailing = mailing
        self._beacon = beacon
        self._proofs: dict[str, bytes] = {}

    @property
    def proofs(self) -> Mapping[str, str]:
        """The proofs of rolls by name, as packets hold them."""
        return {name: encoded(proof) for name, proof in self._proofs.items()}

    @property
    def thrown(self) -> Mapping[str, bytes]:
        """The proofs as bytes, for the process whose dice these are a copy of."""
        return self._proofs

    def learn(self, proofs: Mapping[str, bytes]) -> None:
        """Add the proofs of rolls that a copy of these dice made."""
        self._proofs |= proofs

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        """Faces that follow from the name and the campaign's key, not from the group."""
        del group
        proof = self._proofs.get(name)
        if proof is None:
            text = roll_text(self._campaign, self._turn, self._salt, name)
            if self._beacon:
                text = beacon_text(
                    self._campaign, self._mailing, self._salt, self._beacon, f"{count} {die}", name
                )
            proof = self._proofs[name] = _proof(self._key, text)
        return drawn(proof_hash(proof), name, die, count)


class IdentifyingDice(SealedDice):
    """Sealed dice under whose names units have ids that are proven to their owners."""

    def unit_id(self, owner: str, scene: str, unit: str) -> str:
        """The id of a player's unit in a scene; its proof joins those of the rolls."""
        name = ids_name(scene, owner)
        proof = self._proofs.get(name)
        if proof is None:
            text = roll_text(self._campaign, self._turn, self._salt, name)
            proof = self._proofs[name] = _proof(self._key, text)
        return unit_id(proof_hash(proof), unit)


# A rerun plays every later turn twice; a turn of several stages repeats the earlier ones.
_proof = lru_cache(maxsize=20_000)(prove)


def roll_text(campaign: str, turn: int, salt: str, name: str) -> bytes:
    """The function's input for a roll; with the name last, no two rolls share it."""
    return f"{SEALED_SCHEME}\n{campaign}\n{turn}\n{salt}\n{name}".encode()


def beacon_text(campaign: str, mailing: str, salt: str, beacon: str, dice: str, name: str) -> bytes:
    """The function's input for a roll with a public value; ``dice`` as in ``4 d10``."""
    return "\n".join([BEACON_SCHEME, campaign, mailing, salt, beacon, dice, name]).encode()


# --- ids of units ---------------------------------------------------------------------------


def ids_name(scene: str, owner: str) -> str:
    """The name under which the ids of a player's units in a scene of the turn are proven."""
    return f"ids/{scene}/{owner}"


def unit_id(random: bytes, unit: str) -> str:
    """The id of a unit, by its name, from the random key of its owner in a scene."""
    return hashlib.sha256(random + unit.encode()).hexdigest()[:16]


# --- keys -----------------------------------------------------------------------------------


def encoded(data: bytes) -> str:
    """Bytes in the form of campaign.toml and packets: base64."""
    return base64.b64encode(data).decode()


def decoded(text: str) -> bytes:
    """The bytes of a base64 text; ValueError for anything else."""
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise ValueError("it is not base64") from None


def key_text(key: PublicKey) -> str:
    """A public key as one word: its modulus."""
    return encoded(key.modulus.to_bytes(key.size, "big"))


@lru_cache(maxsize=100)
def read_key(text: str) -> PublicKey:
    """The public key in this word; ValueError with the reason for an unusable key."""
    key = PublicKey(int.from_bytes(decoded(text), "big"))
    fault = key_fault(key)
    if fault:
        raise ValueError(fault)
    return key


def fingerprint(key: PublicKey) -> str:
    """The short form of a public key, for comparison: 32 characters in groups of four."""
    digest = hashlib.sha256(key.modulus.to_bytes(key.size, "big")).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def commitment(key: PrivateKey, campaign: str, seed: bytes) -> str:
    """A hash that binds the seed, and with it every id, without revealing it."""
    hidden = proof_hash(_proof(key, f"{SEALED_SCHEME}\n{campaign}\nseed".encode()))
    return hashlib.sha256(b"pbm-seed-1\n" + hidden + seed).hexdigest()


# --- phrases and the salt -------------------------------------------------------------------

# Numbers of entries of a closed list: the least that is enough for all players.
_LENGTHS = (64, 1024)


def phrase_entry(words: str, nonce: str = "") -> str:
    """A player's entry in the list of phrases."""
    return hashlib.sha256(f"pbm-phrase-1\n{nonce}\n{words}".encode()).hexdigest()


def nonce_of(key: PrivateKey, campaign: str, *what: str) -> str:
    """The nonce that protects something hashed from guesses, such as a ``player``'s phrase."""
    return hashlib.sha256(_hidden(key, campaign) + " ".join(what).encode()).hexdigest()


def length_for(players: int) -> int:
    """The length of a list that hides how many players have entries in it."""
    return next(length for length in _LENGTHS if players <= length)


def closed_list(
    key: PrivateKey, campaign: str, entries: Collection[str], players: int
) -> tuple[str, ...]:
    """The entries among fillers like them, so that their number reveals nothing.

    The fillers follow from the key alone, so the game master could not choose them; this can be
    checked when the campaign's folder is published.
    """
    hidden = _hidden(key, campaign)
    more = (
        hashlib.sha256(hidden + f"filler {number}".encode()).hexdigest()
        for number in range(length_for(players) - len(entries))
    )
    return tuple(sorted([*entries, *more]))


def salt_of(key: PublicKey, entries: Collection[str]) -> str:
    """The salt: a hash of the key and all phrases."""
    lines = ["pbm-salt-1", key_text(key), *sorted(entries)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _hidden(key: PrivateKey, campaign: str) -> bytes:
    return proof_hash(_proof(key, f"{SEALED_SCHEME}\n{campaign}\nphrases".encode()))


class Phrases(Record):
    """The sources of the salt: all entries, and each player's words and nonce."""

    entries: tuple[str, ...]
    words: Mapping[str, str]
    nonces: Mapping[str, str]
