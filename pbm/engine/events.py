"""Events: what happened, in which phase, by which rule, order and dice.

Everything that happens is an event, including orders that were not carried out. Reports,
explanations and packets are made from events and state alone. An event itself says who perceives
what of it (``seen``).
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter

import msgspec
from msgspec.structs import asdict

from pbm.dice.keyed import Roll
from pbm.kit.facts import Fact
from pbm.kit.records import Record, decoded

EVERYBODY = "*"
EVERYTHING = ("*",)
Seen = Mapping[str, tuple[str, ...]]
PUBLIC: Seen = {EVERYBODY: EVERYTHING}


@lru_cache(maxsize=4096)
def only(*players: str) -> Seen:
    """The audience of an event that only these players perceive, and wholly."""
    return dict.fromkeys(sorted(players), EVERYTHING)


class OrderRef(Record):
    """The order line behind an event: its player, mailing, line number and text."""

    player: str
    mailing: str
    line: int
    text: str


class Change(Record):
    """A changed field: path such as ``ship/k3v9/hull``, value before and after."""

    path: str
    before: Fact
    after: Fact


class Event(Record):
    """One thing that happened.

    ``terms`` are the parts of every sum in order, ``(name, amount)``; ``facts`` are all other
    facts by name; ``seen`` maps a player (or everybody) to the names of the facts they perceive.
    ``rolls``, ``terms`` and ``changes`` are perceived under those names. ``order`` is only ever
    shown to the player who wrote it.
    """

    id: str
    kind: str
    phase: str
    rule: str
    seen: Seen
    facts: Mapping[str, Fact] = {}
    order: OrderRef | None = None
    rolls: tuple[Roll, ...] = ()
    terms: tuple[tuple[str, Fact], ...] = ()
    changes: tuple[Change, ...] = ()
    options: tuple[str, ...] = ()
    ruling: str = ""

    def keys_for(self, player: str) -> tuple[str, ...] | None:
        """The names of the facts a player perceives; None if they perceive nothing."""
        keys = self.seen.get(player)
        return keys if keys is not None else self.seen.get(EVERYBODY)

    def shown_to(self, player: str) -> dict[str, Fact] | None:
        """This event as one player may know it, or None."""
        keys = self.keys_for(player)
        if keys is None:
            return None
        everything = EVERYTHING[0] in keys
        shown: dict[str, Fact] = {"id": self.id, "kind": self.kind}
        if self.phase:
            shown["phase"] = self.phase
        if self.rule:
            shown["rule"] = self.rule
        if self.options:
            shown["options"] = list(self.options)
        facts = self.facts
        if not everything:
            facts = {name: fact for name, fact in facts.items() if name in keys}
        if not _AS_IT_IS.issuperset(map(type, facts.values())):
            facts = {
                name: fact if type(fact) in _AS_IT_IS else json_form(fact)
                for name, fact in facts.items()
            }
        shown["facts"] = facts
        if self.rolls and (everything or "rolls" in keys):
            shown["rolls"] = json_form(self.rolls)
        if self.terms and (everything or "terms" in keys):
            shown["terms"] = json_form(self.terms)
        if self.changes and (everything or "changes" in keys):
            shown["changes"] = json_form(self.changes)
        if self.order is not None and self.order.player == player:
            shown["order"] = asdict(self.order)
        if self.ruling:
            shown["ruling"] = self.ruling
        return shown


def by_viewer(events: Iterable[Event], players: Sequence[str]) -> dict[str, list[Event]]:
    """For each of these players, the events they perceive at least in part, in order."""
    found: dict[str, list[Event]] = {player: [] for player in players}
    for event in events:
        for viewer in players if EVERYBODY in event.seen else event.seen:
            if viewer in found:
                found[viewer].append(event)
    return found


_AS_IT_IS = frozenset({str, int, bool, type(None)})


def plain(value: Fact) -> Fact:
    """A value in the form for JSON: fractions as text, tuples as lists, no floats."""
    kind = type(value)
    if kind in _AS_IT_IS:  # nearly all values
        return value
    if kind is dict:
        return {
            str(name): part if type(part) in _AS_IT_IS else plain(part)
            for name, part in value.items()
        }
    if kind is list or kind is tuple:
        return [part if type(part) in _AS_IT_IS else plain(part) for part in value]
    if isinstance(value, Record):
        return {name: plain(part) for name, part in asdict(value).items()}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Mapping):
        return plain(dict(value))
    if isinstance(value, (list, tuple)):
        return plain(list(value))
    raise TypeError(f"{kind.__name__} cannot be part of an event: {value!r}")


def json_form(value: Fact) -> Fact:
    """A value as it is after it was written as JSON and read again."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=plain))


def canonical(value: Fact) -> str:
    """Canonical JSON of a value without floats, as in RFC 8785."""
    return canonical_bytes(value).decode()


def canonical_bytes(value: Fact) -> bytes:
    """Canonical JSON in UTF-8."""
    return _encoder.encode(value)


_encoder = msgspec.json.Encoder(enc_hook=plain, order="sorted")


CHAIN_START = "0" * 64


class _Link(Record):
    prev: str


class _Line(Event, omit_defaults=False):
    """A line of events.jsonl, with the sha256 of the line before."""

    prev: str = ""


_values_of = attrgetter(*Event.__struct_fields__)


def chained(events: Iterable[Event], start: str = CHAIN_START) -> Iterator[str]:
    """The lines of events.jsonl, each with the sha256 of the line before."""
    before = start
    for event in events:
        data = canonical_bytes(_Line(*(*_values_of(event), before)))
        before = hashlib.sha256(data).hexdigest()
        yield data.decode()


def unchained(lines: Iterable[str], start: str = CHAIN_START) -> Iterator[Event]:
    """The events of an events.jsonl; ValueError with the line where the chain breaks."""
    before = start
    for number, line in enumerate(lines, 1):
        try:
            data = line.encode()
            if decoded(data, _Link).prev != before:
                raise ValueError
            event = decoded(data, Event)
        except ValueError as broken:
            raise ValueError(f"line {number} does not follow from the line before it") from broken
        before = hashlib.sha256(data).hexdigest()
        yield event
