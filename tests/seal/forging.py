"""A cheating game master's workshop: holds a campaign's key and makes its packets anew.

Written from the documents and RFC 9381 alone, so that it shares no fault with the product.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

PUBLIC = 65537
LOW = {"d10_low": 0}
FACES = {"d10_low": 10}

Packet = dict[str, Any]


def sha256(data: bytes) -> str:
    """The digest as packets write it."""
    return hashlib.sha256(data).hexdigest()


def canonical(value: object) -> bytes:
    """The JSON of a packet as it is stored."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return (text + "\n").encode()


def rolls(packet: Packet) -> Iterator[dict[str, Any]]:
    """Every roll of a packet's story."""
    for section in packet["story"]:
        for item in section["items"]:
            yield from item["rolls"]


def items(packet: Packet, kind: str = "") -> list[dict[str, Any]]:
    """The items of a packet's story that have a roll, or those of a kind."""
    found = [item for section in packet["story"] for item in section["items"]]
    return [item for item in found if (item["kind"] == kind if kind else item["rolls"])]


def _mask(seed: bytes, length: int) -> bytes:
    """MGF1 with SHA-256 (RFC 8017, B.2.1)."""
    blocks = b"".join(
        hashlib.sha256(seed + number.to_bytes(4, "big")).digest()
        for number in range(length // 32 + 1)
    )
    return blocks[:length]


@lru_cache(maxsize=1000)
def _proof(p: int, q: int, text: bytes) -> bytes:
    modulus = Key(p, q).modulus
    size = len(modulus)
    seed = b"\x01\x01" + size.to_bytes(4, "big") + modulus + text
    hashed = int.from_bytes(_mask(seed, size - 1), "big")
    at_p, at_q = (pow(hashed % it, pow(PUBLIC, -1, it - 1), it) for it in (p, q))
    return (at_q + q * ((at_p - at_q) * pow(q, -1, p) % p)).to_bytes(size, "big")


@dataclass(frozen=True)
class Key:
    """A private key and what is made with it."""

    p: int
    q: int

    @property
    def modulus(self) -> bytes:
        """The public key's bytes."""
        number = self.p * self.q
        return number.to_bytes((number.bit_length() + 7) // 8, "big")

    @property
    def text(self) -> str:
        """The public key as packets write it."""
        return base64.b64encode(self.modulus).decode()

    def prove(self, text: bytes) -> bytes:
        """A proof by RSA-FDH-VRF-SHA256 (RFC 9381, 4.1)."""
        return _proof(self.p, self.q, text)


def randomness(proof: bytes) -> bytes:
    """The roll's key that a proof gives (RFC 9381, 4.2)."""
    return hashlib.sha256(b"\x01\x02" + proof).digest()


def sides_of(die: str) -> int:
    """How many faces a die has, spelled in whatever way."""
    return FACES.get(die) or int("".join(letter for letter in die if letter.isdigit()))


def faces_of(key: bytes, name: str, die: str, count: int) -> list[int]:
    """Faces of a roll by its random key, as docs/sealed-dice.md says."""
    sides, block = sides_of(die), 0
    found: list[int] = []
    while len(found) < count:
        text = die.encode() + b"\0" + name.encode() + block.to_bytes(8, "big")
        digest = hashlib.blake2b(text, digest_size=64, key=key, person=b"pbm-dice-1").digest()
        numbers = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 64, 4)]
        fair = [number for number in numbers if number < 2**32 - 2**32 % sides]
        found += [number % sides + LOW.get(die, 1) for number in fair]
        block += 1
    return found[:count]


def slip(packet: Packet, roll: dict[str, Any]) -> bytes:
    """The text that a roll's proof is of."""
    if "stages" in packet["seal"]:
        (stage,) = [it for it in packet["seal"]["stages"] if roll["name"] in it["rolls"]]
        dice = f"{len(roll['faces'])} {roll['die']}"
        parts = ["sealed-2", packet["campaign"], stage["mailing"], packet["seal"]["salt"]]
        return "\n".join([*parts, stage["beacon"], dice, roll["name"]]).encode()
    parts = ["sealed-1", packet["campaign"], packet["turn"], packet["seal"]["salt"], roll["name"]]
    return "\n".join(str(part) for part in parts).encode()


def tree_head(leaves: list[bytes]) -> bytes:
    """The head of a Merkle tree by the hashes of its entries (RFC 6962, 2.1)."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256(b"").digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + tree_head(leaves[:half]) + tree_head(leaves[half:])).digest()


def audit_path(place: int, leaves: list[bytes]) -> list[bytes]:
    """The inclusion proof of an entry (RFC 6962, 2.1.1)."""
    if len(leaves) < 2:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if place < half:
        return [*audit_path(place, leaves[:half]), tree_head(leaves[half:])]
    return [*audit_path(place - half, leaves[half:]), tree_head(leaves[:half])]


def logged(nonce: str, packets: list[str]) -> bytes:
    """The hash of an entry of the log."""
    text = "\n".join(["pbm-log-1", nonce, *packets])
    return hashlib.sha256(b"\0" + text.encode()).digest()


def shared(packet: Packet) -> Packet:
    """A packet as `pbm share` writes it; those of a duel have no messages and addresses."""
    found: Packet = json.loads(canonical(packet))
    for field_ in ("messages", "also", "correction"):
        found.pop(field_, None)
    found |= {"orders": [], "problems": []}
    for section in found["story"]:
        section["items"] = [
            item
            for item in section["items"]
            if item["rolls"]
            or ("undone" not in item and item.get("order", {}).get("text", "?") not in item["text"])
        ]
        for item in section["items"]:
            item.pop("order", None)
    for field_ in ("phrase", "nonce", "cover"):
        found["seal"].pop(field_, None)
    found["seal"] |= {"sheets": [], "original": sha256(canonical(packet))}
    return found


def ids_of(key: Key, packet: Packet, scene: str, *, of: str = "") -> bytes:
    """The proof of the ids of a reader's own units in a scene."""
    owner = of or packet["player"]["id"]
    parts = ["sealed-1", packet["campaign"], packet["turn"], packet["seal"]["salt"]]
    return key.prove("\n".join([*map(str, parts), f"ids/{scene}/{owner}"]).encode())


def id_of(proof: bytes, unit: str) -> str:
    """The id of a unit by the proof of its owner's ids."""
    return hashlib.sha256(randomness(proof) + unit.encode()).hexdigest()[:16]


def salt_of(key: Key, entries: list[str]) -> str:
    """The salt that a list of phrases gives."""
    return sha256("\n".join(["pbm-salt-1", key.text, *sorted(entries)]).encode())


def entry_of(words: str, nonce: str = "") -> str:
    """The line of a list of phrases."""
    return sha256(f"pbm-phrase-1\n{nonce}\n{words}".encode())


@dataclass
class Forgery:
    """What a player is given, and what they give to `pbm verify`."""

    key: Key
    packets: dict[str, Packet]  # by name, such as "001-dunlin", in order
    sheets: dict[str, bytes]  # what players sent, by the same names
    raw: dict[str, bytes] = field(default_factory=dict)  # bytes in place of a packet
    sent: list[bytes] = field(default_factory=list)
    other: Key | None = None

    def __getitem__(self, name: str) -> Packet:
        return self.packets[name]

    def keep(self, *names: str) -> None:
        """Give only these packets to the verifier."""
        self.packets = {name: self.packets[name] for name in names}

    def only(self, player: str) -> None:
        """Give only a player's packets to the verifier."""
        self.keep(*(name for name in self.packets if name.endswith(player)))

    def reroll(self, name: str, key: Key | None = None) -> None:
        """Prove every roll of a packet anew and set the faces that follow from it."""
        packet = self.packets[name]
        packet["seal"]["proofs"] = {}
        for roll in rolls(packet):
            proof = (key or self.key).prove(slip(packet, roll))
            packet["seal"]["proofs"][roll["name"]] = base64.b64encode(proof).decode()
            roll["faces"] = faces_of(
                randomness(proof), roll["name"], roll["die"], len(roll["faces"])
            )

    def rechain(self) -> None:
        """Let each packet name the one before it of the same player."""
        before: dict[str, Packet] = {}
        for name, packet in self.packets.items():
            player = name.rpartition("-")[2]
            if player in before:
                packet["previous"] = sha256(canonical(before[player]))
            before[player] = packet

    def relog(self, *left_out: str, batch: int = 64, more: bytes = b"") -> None:
        """Let each packet name a log of those before it, but for those left out."""
        self.rechain()
        leaves: list[bytes] = []
        before: dict[str, list[str]] = {}
        for stage in dict.fromkeys(name.partition("-")[0] for name in self.packets):
            told = [name for name in self.packets if name.partition("-")[0] == stage]
            if before:
                own = {
                    name: logged(sha256(name.encode()), before[name.rpartition("-")[2]])
                    for name in told
                }
                fill = (
                    sha256(stage.encode() + more + it.to_bytes(2, "big")) for it in range(batch)
                )
                added = sorted([*own.values(), *(logged(it, []) for it in fill)][:batch])
                leaves += added
                for name in told:
                    place = added.index(own[name])
                    proof = audit_path(len(leaves) - batch + place, leaves)
                    self.packets[name]["seal"]["log"] = {
                        "entries": len(leaves),
                        "batch": batch,
                        "head": tree_head(leaves).hex(),
                        "place": place,
                        "nonce": sha256(name.encode()),
                        "packets": before[name.rpartition("-")[2]],
                        "proof": [one.hex() for one in proof],
                    }
                self.rechain()
            for name in told:
                listed = [] if name in left_out else [sha256(canonical(shared(self.packets[name])))]
                before[name.rpartition("-")[2]] = listed

    def rename(self, name: str, old: str, new: str) -> None:
        """Write something else for a text, wherever it stands in a packet."""
        text = json.dumps(self.packets[name], ensure_ascii=False)
        self.packets[name] = json.loads(text.replace(old, new))

    def files(self) -> list[tuple[str, bytes]]:
        """The packets as files, by name."""
        return [
            (name, self.raw.get(name) or canonical(packet)) for name, packet in self.packets.items()
        ]


@dataclass(frozen=True)
class Cheat:
    """One way to cheat: its kind, what it does, and whether the program alone must see it."""

    kind: str
    name: str
    act: Callable[[Forgery], None]
    verdict: str  # "wrong", or "said" for what can only be said first
    alone: bool  # the short verifier need not see it
    logged: bool  # it is against a campaign with public values and a log
    battle: bool  # it is against a battle of Nova


CHEATS: dict[str, Cheat] = {}


def cheat(
    kind: str,
    verdict: str = "wrong",
    *,
    alone: bool = False,
    logged: bool = False,
    battle: bool = False,
) -> Callable[[Callable[[Forgery], None]], Callable[[Forgery], None]]:
    """Take a cheat into the list."""

    def take(act: Callable[[Forgery], None]) -> Callable[[Forgery], None]:
        CHEATS[act.__name__] = Cheat(kind, act.__name__, act, verdict, alone, logged, battle)
        return act

    return take


def forge(honest: Forgery, one: Cheat) -> Forgery:
    """A copy of honest packets with a cheat done to it."""
    made = copy.deepcopy(honest)
    one.act(made)
    return made
