"""A packet for showing round, without what is the player's own business.

It keeps what proves the dice and the history. With public values it names the hash of the packet
that it is taken from, which hides a random number (``seal.cover``), so nobody can try guesses of
what was left out; and the player's next report has the hash of the shared form.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.kit.facts import Fact
from pbm.packets.build import Packet, packet_bytes

# What a player wrote is withheld; what happened is kept.
_OWN_WORDS = ("messages", "also", "correction")
_OF_SEAL = ("phrase", "nonce", "cover")
WITHHELD = "(withheld)"
_MAIL_ADDRESS = re.compile(r"[^\s<>()\"',;:]+@[^\s<>()\"',;:]+\.[A-Za-z]{2,}")


def is_shared(packet: Packet) -> bool:
    """True for a packet that something was left out of."""
    return "original" in (packet.get("seal") or {})


def shared_form(packet: Packet) -> Packet:
    """The packet without messages, orders, hashes of sheets, the phrase, and addresses."""
    if is_shared(packet):
        return packet
    addresses = sorted({one for one in _addresses(packet) if one}, key=len, reverse=True)
    kept = {key: value for key, value in packet.items() if key not in _OWN_WORDS}
    found: Packet = _cleared({**kept, "orders": [], "problems": []}, ())
    found["summary"] = _cleared(packet["summary"], addresses)
    for section in found["story"]:
        section["items"] = [
            _event(item, addresses) for item in section["items"] if not _is_plan(item)
        ]
    if (seal := packet.get("seal")) is not None:
        # Without a random number in it, the hash of the whole would confirm guesses.
        digest = hashlib.sha256(packet_bytes(packet)).hexdigest() if "cover" in seal else ""
        kept = {key: value for key, value in seal.items() if key not in _OF_SEAL}
        found["seal"] = {**kept, "sheets": [], "original": digest}
    return found


def shared_hash(packet: Packet) -> str:
    """The hash of a packet's shared form, as the log has it."""
    return hashlib.sha256(packet_bytes(shared_form(packet))).hexdigest()


def _is_plan(item: Mapping[str, Any]) -> bool:
    """True for an item that is only about an order that was not carried out."""
    if item["rolls"]:
        return False
    return "undone" in item or ("order" in item and item["order"]["text"] in item["text"])


def _event(item: Mapping[str, Any], addresses: Sequence[str]) -> Fact:
    """An item without the order that it comes from.

    One with rolls keeps its words: whoever has an address like a name of a roll breaks no proof.
    """
    found = {key: value for key, value in item.items() if key != "order"}
    return found if item["rolls"] else _cleared(found, addresses)


def _addresses(part: Any) -> Iterator[str]:
    """Every address in a packet."""
    if isinstance(part, Mapping):
        if isinstance(part.get("address"), str):
            yield part["address"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from _addresses(one)


def _cleared(part: Any, addresses: Sequence[str]) -> Fact:
    """A part of a packet without mail addresses, and without these addresses in its texts."""
    if isinstance(part, str):
        text = _MAIL_ADDRESS.sub(WITHHELD, part)
        for address in addresses:
            text = text.replace(address, WITHHELD)
        return text
    if isinstance(part, Mapping):
        return {
            key: WITHHELD if key == "address" and value else _cleared(value, addresses)
            for key, value in part.items()
        }
    return [_cleared(one, addresses) for one in part] if isinstance(part, list) else part
