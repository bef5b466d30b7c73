"""Find the events that the words of a `pbm explain` command mean.

Words are tried as event, order line, unit, roll and name, in this order. An event is a record as
in events.jsonl or in a packet: ``id``, ``facts``, ``rolls``.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pbm.dice.scripted import fits, name_parts
from pbm.kit.english import listed
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults
from pbm.kit.records import Record

Labels = Mapping[str, str]
Names = Mapping[str, tuple[str, ...]]
Row = Mapping[str, Any]


class Subject(Record):
    """The thing found: its heading ("" for none) and the ids of its events, in order.

    ``records`` are for a thing that is not an event: an order line. ``is_history``: the events
    are those of a unit or a place, of which a list is told first.
    """

    title: str
    events: tuple[str, ...]
    records: tuple[dict[str, Any], ...] = ()
    is_history: bool = False


class Rows:
    """The events of a turn as records, and which of them hold which words."""

    def __init__(self, records: Iterable[Row]) -> None:
        self.records = tuple(records)
        self.ids = tuple(str(one["id"]) for one in self.records)

    def of_kind(self, begun: str) -> "Rows":
        """Those whose kind begins so."""
        return Rows(one for one in self.records if str(one["kind"]).startswith(begun))

    def about(self, called: Iterable[str], unit: str = "") -> tuple[str, ...]:
        """The ids of those with a name, or the id, of a unit or a place, in order.

        Some games write ids into their events, others names.
        """
        found = set(self._mentioned.get(unit, ()) if unit else ())
        found.update(*(self._facts.get(name.casefold(), ()) for name in called))
        return tuple(self.ids[place] for place in sorted(found))

    @cached_property
    def _mentioned(self) -> Mapping[str, set[int]]:
        """The places of the events that hold an id; who perceives an event is not part of it."""
        found: dict[str, set[int]] = {}
        for place, record in enumerate(self.records):
            for text in _strings(record, set(), "seen"):
                for part in text.split("/"):
                    found.setdefault(part, set()).add(place)
        return found

    @cached_property
    def _facts(self) -> Mapping[str, set[int]]:
        """The places of the events with a fact, folded."""
        found: dict[str, set[int]] = {}
        for place, record in enumerate(self.records):
            for text in _strings(record.get("facts", {}), set()):
                found.setdefault(text.casefold(), set()).add(place)
        return found


# As people write: turn 2 attack B8, rook line 4.
_TURN = re.compile(r"turn \S+ (?=\S)", re.IGNORECASE)
_LINE = re.compile(r"(?:(.+) )?line (\d+)", re.IGNORECASE)


def find(
    what: str,
    rows: Rows,
    names: Names,
    labels: Labels,
    order: Callable[[str], Subject | None],
    aside: Callable[[str], str] = lambda _id: "",
    players: Names = MappingProxyType({}),
) -> Subject:
    """The thing of this name; Faults with the nearest names for an unknown one.

    ``order`` returns the order line that the words name, ``aside`` a remark on the thing with an
    id. ``players``: the ids of what players call by a name that is not in ``names``.
    """
    wanted = _TURN.sub("", " ".join(what.split()), count=1)
    if said := _LINE.fullmatch(wanted):
        wanted = f"{said[1]}:{said[2]}" if said[1] else said[2]
    if wanted in rows.ids:
        return Subject("", (wanted,))
    line = order(wanted)
    if line is not None:
        return line
    for unit, called in names.items():
        if wanted.casefold() in (unit.casefold(), *(name.casefold() for name in called)):
            events = rows.about(called, unit)
            title = f"{label(called)}: {_events(events)}{aside(unit)}"
            return Subject(title, events, is_history=len(events) > 1)
    if ids_said := players.get(wanted.casefold(), ()):
        known = [names[id][0] for id in ids_said if id in names]
        if len(known) == 1:
            return find(known[0], rows, names, labels, order, aside)
        fault = f'"{wanted}" is what players call more than one unit'
        raise Faults.invalid(fault, remedy=f"Write {listed(known, 'or')}.")
    pattern = name_parts(wanted)
    rolled = [
        str(record["id"])
        for record in rows.records
        for roll in record.get("rolls", ())
        if pattern and (fits(pattern, roll["name"]) or fits(pattern, path(roll["name"], labels)))
    ]
    if rolled:
        return Subject("", tuple(dict.fromkeys(rolled)))
    if told := rows.about([wanted] if wanted else []):
        return Subject(f"{wanted}: {_events(told)}", told, is_history=len(told) > 1)
    kind, _, rest = wanted.partition(" ")
    of_kind = rows.of_kind(kind.casefold())
    if rest and of_kind.ids:
        return find(rest, of_kind, names, labels, order)
    raise _unknown(wanted, rows, names, labels)


def _unknown(wanted: str, rows: Rows, names: Names, labels: Labels) -> Faults:
    known = [name for called in names.values() for name in called]
    rolls = [path(roll["name"], labels) for row in rows.records for roll in row.get("rolls", ())]
    folded = {name.casefold(): name for name in (*known, *rolls, *rows.ids)}
    near = [folded[name] for name in difflib.get_close_matches(wanted.casefold(), folded, 3)]
    return Faults.invalid(
        f'Nothing in this turn is called "{wanted}"',
        remedy=f"Did you mean {listed(near, 'or')}?"
        if near
        else "Give an event's id, a unit, an order line such as ilse:14, or a roll's name.",
    )


def no_line(whose: str, number: int, lines: Iterable[int]) -> Faults:
    """The fault of a line number that a sheet does not have."""
    there = ", ".join(str(line) for line in dict.fromkeys(lines))
    return Faults.invalid(
        f"{whose} has no order line {number}",
        remedy=f"Its lines are {there}." if there else "No sheet is in force.",
    )


def _events(found: Sequence[str]) -> str:
    return f"{len(found)} events" if len(found) != 1 else "1 event"


def _strings(value: Fact, found: set[str], left: str = "") -> set[str]:
    """Collect the texts in a value, but for the parts with the name ``left``."""
    if isinstance(value, str):
        found.add(value)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            if name != left:
                _strings(part, found, left)
    elif isinstance(value, (list, tuple)):
        for part in value:
            _strings(part, found, left)
    return found


def names_in(views: Iterable[Fact], players: Names) -> dict[str, tuple[str, ...]]:
    """The names of every id, shortest first, from the records of a view."""
    found: dict[str, tuple[str, ...]] = {}
    for view in views:
        for record in _records(view):
            called = [record.get(word) for word in ("designation", "label", "name")]
            given = tuple(name for name in called if isinstance(name, str) and name)
            if given:
                found.setdefault(record["id"], tuple(dict.fromkeys(given)))
    return {**found, **players}


def names_said(views: Iterable[Fact], names: Names) -> dict[str, tuple[str, ...]]:
    """The ids of what each view calls by a name, folded, that ``names`` does not have."""
    known = {name.casefold() for called in names.values() for name in called}
    found: dict[str, dict[str, None]] = {}
    for view in views:
        for id, called in names_in([view], {}).items():
            for name in {one.casefold() for one in called if id in names} - known:
                found.setdefault(name, {})[id] = None
    return {name: tuple(ids) for name, ids in found.items()}


def _records(value: Fact) -> Iterator[Row]:
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            yield value
        for part in value.values():
            yield from _records(part)
    elif isinstance(value, list):
        for part in value:
            yield from _records(part)


def label(called: Sequence[str]) -> str:
    """The name of a thing in a heading: Scimitar (B1)."""
    return called[0] if len(called) == 1 else f"{called[-1]} ({called[0]})"


def labels_in(names: Names) -> Labels:
    """The shortest name of every id."""
    return {id: called[0] for id, called in names.items()}


def path(name: str, labels: Labels) -> str:
    """The name of a roll or a field, with labels in place of ids."""
    return "/".join(labels.get(part, part) for part in name.split("/"))


def is_number(text: str) -> bool:
    """True for the number of a line."""
    return text.isascii() and text.isdigit() and len(text) <= 6
