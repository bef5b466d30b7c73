"""Find the events that the words of a `pbm explain` command mean.

Words are tried as event, order line, unit, roll and name, in this order. An event is a record as
in events.jsonl or in a packet: ``id``, ``facts``, ``rolls``.
"""

import difflib
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbm.dice.scripted import fits, name_parts
from pbm.kit.english import listed
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults, invalid
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


# As people write: turn 2 attack B8, rook line 4.
_TURN = re.compile(r"turn \S+ (?=\S)", re.IGNORECASE)
_LINE = re.compile(r"(?:(.+) )?line (\d+)", re.IGNORECASE)


def find(
    what: str,
    records: Sequence[Row],
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
    ids = [str(record["id"]) for record in records]
    if wanted in ids:
        return Subject("", (wanted,))
    line = order(wanted)
    if line is not None:
        return line
    for unit, called in names.items():
        if wanted.casefold() in (unit.casefold(), *(name.casefold() for name in called)):
            # Some games write ids into their events, others names.
            events = tuple(
                str(record["id"])
                for record in records
                if _mentions(record, unit) or _tells_of(record, called)
            )
            title = f"{label(called)}: {_events(events)}{aside(unit)}"
            return Subject(title, events, is_history=len(events) > 1)
    if ids_said := players.get(wanted.casefold(), ()):
        known = [names[id][0] for id in ids_said if id in names]
        if len(known) == 1:
            return find(known[0], records, names, labels, order, aside)
        fault = f'"{wanted}" is what players call more than one unit'
        raise Faults(invalid(fault, remedy=f"Write {listed(known, 'or')}."))
    pattern = name_parts(wanted)
    rolled = [
        str(record["id"])
        for record in records
        for roll in record.get("rolls", ())
        if pattern and (fits(pattern, roll["name"]) or fits(pattern, path(roll["name"], labels)))
    ]
    if rolled:
        return Subject("", tuple(dict.fromkeys(rolled)))
    told = tuple(str(record["id"]) for record in records if wanted and _tells_of(record, (wanted,)))
    if told:
        return Subject(f"{wanted}: {_events(told)}", told, is_history=len(told) > 1)
    kind, _, rest = wanted.partition(" ")
    of_kind = [record for record in records if str(record["kind"]).startswith(kind.casefold())]
    if rest and of_kind:
        return find(rest, of_kind, names, labels, order)
    raise _unknown(wanted, records, names, labels)


def _unknown(wanted: str, records: Sequence[Row], names: Names, labels: Labels) -> Faults:
    known = [name for called in names.values() for name in called]
    rolls = [path(roll["name"], labels) for record in records for roll in record.get("rolls", ())]
    folded = {name.casefold(): name for name in (*known, *rolls, *(str(r["id"]) for r in records))}
    near = [folded[name] for name in difflib.get_close_matches(wanted.casefold(), folded, 3)]
    return Faults(
        invalid(
            f'Nothing in this turn is called "{wanted}"',
            remedy=f"Did you mean {listed(near, 'or')}?"
            if near
            else "Give an event's id, a unit, an order line such as ilse:14, or a roll's name.",
        )
    )


def no_line(whose: str, number: int, lines: Iterable[int]) -> Faults:
    """The fault of a line number that a sheet does not have."""
    there = ", ".join(str(line) for line in dict.fromkeys(lines))
    return Faults(
        invalid(
            f"{whose} has no order line {number}",
            remedy=f"Its lines are {there}." if there else "There is no sheet in force.",
        )
    )


def _events(found: Sequence[str]) -> str:
    return f"{len(found)} events" if len(found) != 1 else "1 event"


def _tells_of(record: Row, called: Iterable[str]) -> bool:
    """True if a fact of an event is one of these names of a unit or a place."""
    wanted = {name.casefold() for name in called}
    return _holds(record.get("facts", {}), wanted)


def _holds(value: Fact, wanted: Container[str]) -> bool:
    if isinstance(value, str):
        return value.casefold() in wanted
    if isinstance(value, Mapping):
        return any(_holds(part, wanted) for part in value.values())
    return isinstance(value, (list, tuple)) and any(_holds(part, wanted) for part in value)


def _mentions(value: Fact, unit: str) -> bool:
    if isinstance(value, str):
        return unit in value.split("/")
    if isinstance(value, Mapping):
        return any(_mentions(part, unit) for name, part in value.items() if name != "seen")
    if isinstance(value, (list, tuple)):
        return any(_mentions(part, unit) for part in value)
    return False


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
