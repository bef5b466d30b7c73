"""What a check of packets finds, and the packets it looks at."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from msgspec.structs import asdict

from pbm.dice.sealed import BEACON_SCHEME, IDS_SCHEME
from pbm.kit.facts import Fact
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.shared import is_shared, shared_hash

PROVEN: Final = "proven"
NOT_PROVEN: Final = "not proven"
UNCHECKED: Final = "unchecked"
WRONG: Final = "wrong"
NOTED: Final = "noted"
Result = Literal["proven", "not proven", "unchecked", "wrong", "noted"]
HASH = re.compile(r"[0-9a-f]{64}")
NEW = "new"


class Finding(Record):
    """The outcome of a check: its packet, subject, result and reason.

    ``what`` is ``key``, ``salt``, ``phrase``, ``beacon``, ``before``, ``log``, ``shared``,
    ``published``, ``spelling``, ``sheet``, ``roll`` or ``ruling``; ``name``, ``die`` and
    ``faces`` are those of a roll.
    """

    packet: str
    turn: str
    what: str
    result: Result
    text: str
    name: str = ""
    die: str = ""
    faces: tuple[int, ...] = ()

    @property
    def row(self) -> dict[str, Fact]:
        """The finding as a record of ``pbm verify --json``."""
        return {**asdict(self), "faces": list(self.faces)}


class Verified(Record):
    """All findings; ``ok`` if nothing is wrong and every roll has its proof."""

    findings: tuple[Finding, ...]
    lines: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """True if every roll is proven and nothing contradicts anything."""
        return all(one.result in (PROVEN, NOTED, UNCHECKED) for one in self.findings)


@dataclass(frozen=True)
class Given:
    """A packet: its file's name, its bytes, its contents."""

    file: str
    data: bytes
    packet: Packet

    @cached_property
    def seal(self) -> Mapping[str, Any] | None:
        """Its seal."""
        found: Mapping[str, Any] | None = self.packet.get("seal")
        return found

    @cached_property
    def has_values(self) -> bool:
        """True if its dice take in public values."""
        scheme = self.packet["versions"]["dice"]
        return scheme == BEACON_SCHEME or (scheme == IDS_SCHEME and "source" in self.packet["seal"])

    @cached_property
    def log(self) -> Mapping[str, Any] | None:
        """The log of all reports that it names."""
        return (self.seal or {}).get("log")

    @property
    def log_packets(self) -> Sequence[str]:
        """The packets in its own entry of the log, by their hashes."""
        found: Sequence[str] = (self.log or {"packets": ()})["packets"]
        return found

    @cached_property
    def is_shared(self) -> bool:
        """True for a packet that something was left out of."""
        return is_shared(self.packet)

    @property
    def player(self) -> str:
        """The id of the player."""
        found: str = self.packet["player"]["id"]
        return found

    @cached_property
    def digest(self) -> str:
        """Its hash, as the next packet has it; a shared packet only says it."""
        if self.is_shared:
            return str(self.packet["seal"]["original"])
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def listed(self) -> str:
        """The hash of its shared form, as the log has it."""
        return shared_hash(self.packet)

    @property
    def turn(self) -> str:
        """The turn it is about."""
        mailing: str = self.packet["mailing"]
        return mailing

    def found(self, what: str, result: Result, text: str, **roll: Any) -> Finding:
        """A finding about this packet."""
        return Finding(self.file, self.turn, what, result, text, **roll)
