"""The schema of a packet, and the reader of a packet.json."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from pbm.engine.game import Ruleset
from pbm.engine.registry import ruleset
from pbm.engine.story import Item
from pbm.kit.problems import Faults, Span
from pbm.packets.build import Packet
from pbm.packets.record import PACKET_FORMAT, PacketRecord

_LARGEST = 20_000_000  # bytes


class AnyPacket(PacketRecord[Item, dict[str, Any]], frozen=True, kw_only=True):
    """A packet of any game; each game defines ``known`` and may extend its items."""


def record_of(rules: Ruleset) -> type[PacketRecord[Any, Any]]:
    """The record of a game's packets, with its own items and view."""
    return PacketRecord[rules.item, rules.view]  # type: ignore[name-defined]


def schema() -> dict[str, Any]:
    """The JSON Schema of a packet, without the games' own ``known``."""
    return msgspec.json.schema(AnyPacket)


def read_packet(data: bytes, file: str) -> Packet:
    """The packet in these bytes; Faults for any bytes that are not a packet."""
    if len(data) > _LARGEST:
        raise _broken(file, f"it is larger than {_LARGEST:,} bytes")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise _broken(file, f"it is not JSON: {fault}") from None
    if not isinstance(document, dict):
        raise _broken(file, "it is not one JSON object")
    found = document.get("format")
    if found != PACKET_FORMAT:
        raise _broken(file, f'its format is {json.dumps(found)[:40]}, not "{PACKET_FORMAT}"')
    rules = ruleset(str(document.get("game")))
    try:
        msgspec.json.decode(data, type=record_of(rules))
    except msgspec.ValidationError as fault:
        raise _broken(file, _by_place(str(fault))) from None
    except msgspec.DecodeError as fault:
        raise _broken(file, f"it is not JSON: {fault}") from None
    return document


def _by_place(fault: str) -> str:
    """The place and then the fault of a message of msgspec.

    >>> _by_place("Expected `int`, got `str` - at `$.known.ships[0].ie`")
    'known.ships[0].ie: expected `int`, got `str`'
    >>> _by_place("Object missing required field `turn`")
    'the whole: object missing required field `turn`'
    """
    what, _, place = fault.partition(" - at `$.")
    return f"{place.rstrip('`') or 'the whole'}: {what[:1].lower()}{what[1:]}"


def _broken(file: str, reason: str) -> Faults:
    return Faults.invalid(
        "this is not a packet.json of this program",
        Span(file, 1),
        reason=reason,
        remedy="Use the packet.json that came with your last report, unchanged",
    )
