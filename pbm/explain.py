"""Why something came out as it did: one event, or all about a unit, an order line or a roll.

``explain`` is for the game master and shows everything; ``explain_packet`` is for a player
and knows nothing but his packet.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pbm import letters
from pbm.event import EVERYBODY, EVERYTHING, PUBLIC, Event, Fact, to_json
from pbm.letters import without
from pbm.problem import Faults, invalid, render
from pbm.ruleset import Known, Reading, Ruleset, Seat
from pbm.rulings import line_of
from pbm.scripted_dice import fits, name_parts
from pbm.sheet import Sheet

Labels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is recorded of a sheet in force: its file, the sha256 of its bytes, when it came."""

    file: str
    sha256: str
    received: str


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """All there is to say about one leg; ``state`` and ``seats`` as they stand after it."""

    ruleset: Ruleset
    mailing: str
    state: Any
    seats: Sequence[Seat]
    options: Mapping[str, str]
    events: Sequence[Event]
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    receipts: Mapping[str, Receipt] = field(default_factory=dict)


def explain(facts: TurnFacts, what: str) -> str:
    """All about an event, a unit, an order line (``ilse:14``) or a roll of a leg.

    Faults with the nearest names for a thing that is not there.
    """
    views = [
        facts.ruleset.known(facts.state, player, facts.seats, facts.options)
        for player in ("", *(seat.id for seat in facts.seats))
    ]
    names = _names(views, {seat.id: (seat.name,) for seat in facts.seats})
    told = _told(facts, views[0])
    labels = _labels(names)
    blocks = {event.id: _event(facts, event, told, labels) for event in facts.events}
    found = _find(
        what,
        [to_json(event) for event in facts.events],
        names,
        labels,
        lambda line: _order(facts, line),
    )
    return "\n\n".join([found.title, *(blocks[id] for id in found.events)]).strip()


def explain_packet(packet: Mapping[str, Any], what: str) -> str:
    """The same for a player, out of his packet alone; his order lines by number (``14``)."""
    player = packet["player"]
    names = _names([packet["known"]], {player["id"]: (player["name"],)})
    labels = _labels(names)
    items = [item for section in packet["story"] for item in section["items"]]
    understood = {line["line"]: line for line in packet["orders"]}
    blocks = {item["event"]: _item(item, understood, labels) for item in items}

    def order(asked: str) -> _Found | None:
        who, _, number = asked.rpartition(":")
        mine = (player["id"].casefold(), player["name"].casefold(), "")
        if who.casefold() not in mine or not _is_number(number):
            return None
        line = understood.get(int(number))
        if line is None:
            lines = ", ".join(str(each) for each in understood)
            raise Faults(
                invalid(
                    f"Your sheet has no order line {int(number)}",
                    remedy=f"Its lines are {lines}." if lines else "There is no sheet in force.",
                )
            )
        events = [str(event) for event in line["event"]]
        return _Found("\n".join(_order_lines(line)), list(dict.fromkeys(events)))

    # Who is meant by name may be told in the item's facts, or stand among its ships.
    records = [
        {
            **item,
            "id": item["event"],
            "facts": {**item.get("facts", {}), "ships": item.get("ships", [])},
        }
        for item in items
    ]
    found = _find(what, records, names, labels, order)
    return "\n\n".join([found.title, *(blocks[id] for id in found.events)]).strip()


# --- finding ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Found:
    title: str
    events: list[str]


def _find(
    what: str,
    records: Sequence[Mapping[str, Any]],
    names: Mapping[str, tuple[str, ...]],
    labels: Labels,
    order: Callable[[str], _Found | None],
) -> _Found:
    """What is asked for: an event's id, an order line, a unit, or a roll, in this order."""
    wanted = " ".join(what.split())
    ids = [str(record["id"]) for record in records]
    if wanted in ids:
        return _Found("", [wanted])
    line = order(wanted)
    if line is not None:
        return line
    for unit, called in names.items():
        if wanted.casefold() in (unit.casefold(), *(name.casefold() for name in called)):
            # Some games write ids into their events, some the names of what is meant.
            events = [
                str(record["id"])
                for record in records
                if _mentions(record, unit) or _tells_of(record, called)
            ]
            return _Found(f"{_label(called)}: {_events(events)}", events)
    pattern = name_parts(wanted)
    rolled = [
        str(record["id"])
        for record in records
        for roll in record.get("rolls", ())
        if pattern and (fits(pattern, roll["name"]) or fits(pattern, _path(roll["name"], labels)))
    ]
    if rolled:
        return _Found("", list(dict.fromkeys(rolled)))
    told = [str(record["id"]) for record in records if wanted and _tells_of(record, (wanted,))]
    if told:
        return _Found(f"{wanted}: {_events(told)}", told)
    raise _unknown(wanted, records, names, labels)


def _unknown(
    wanted: str,
    records: Sequence[Mapping[str, Any]],
    names: Mapping[str, tuple[str, ...]],
    labels: Labels,
) -> Faults:
    known = [name for called in names.values() for name in called]
    rolls = [_path(roll["name"], labels) for record in records for roll in record.get("rolls", ())]
    folded = {name.casefold(): name for name in (*known, *rolls, *(str(r["id"]) for r in records))}
    near = [folded[name] for name in difflib.get_close_matches(wanted.casefold(), folded, 3)]
    return Faults(
        invalid(
            f'Nothing of this turn is called "{wanted}"',
            remedy=f"Near it: {', '.join(near)}."
            if near
            else "Give an event's id, a unit, an order line such as ilse:14, or a roll's name.",
        )
    )


def _events(found: Sequence[str]) -> str:
    return f"{len(found)} events" if len(found) != 1 else "1 event"


def _tells_of(record: Mapping[str, Any], called: Iterable[str]) -> bool:
    """True if a fact of an event is one of these names: of a unit, or of a place."""
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


def _names(
    views: Iterable[Known], players: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """What every id is called, shortest first: each record of a view that has an id and a name."""
    found: dict[str, tuple[str, ...]] = {}
    for view in views:
        for record in _records(view):
            called = [record.get(word) for word in ("designation", "label", "name")]
            given = tuple(name for name in called if isinstance(name, str) and name)
            if given:
                found.setdefault(record["id"], tuple(dict.fromkeys(given)))
    return {**found, **players}


def _records(value: Fact) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            yield value
        for part in value.values():
            yield from _records(part)
    elif isinstance(value, list):
        for part in value:
            yield from _records(part)


def _label(called: Sequence[str]) -> str:
    return called[0] if len(called) == 1 else f"{called[-1]} ({called[0]})"


def _labels(names: Mapping[str, tuple[str, ...]]) -> Labels:
    return {id: called[0] for id, called in names.items()}


def _path(name: str, labels: Labels) -> str:
    return "/".join(labels.get(part, part) for part in name.split("/"))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6


# --- one event --------------------------------------------------------------------------------


def _told(facts: TurnFacts, known: Known) -> dict[str, str]:
    """The game's own sentence for each event, as the game master's book has it."""
    open_to_all = [replace(event, seen=PUBLIC) for event in without(facts.events)]
    sections = facts.ruleset.tell(open_to_all, known, "")
    post = {event.id: said for event in facts.events if (said := letters.told(event))}
    return post | {item["event"]: item["text"] for section in sections for item in section.items}


def _event(facts: TurnFacts, event: Event, told: Mapping[str, str], labels: Labels) -> str:
    shown = to_json(event)
    lines = [_head(shown)]
    if event.id in told:
        lines.append(f"  {told[event.id]}")
    if event.order is not None:
        order = event.order
        lines.append(
            f"  Order: {labels.get(order.player, order.player)}, line {order.line}: {order.text}"
        )
        lines += [f"    {text}" for text in _written(facts, order.player, order.line)]
    lines += _facts(event.facts, labels)
    lines += [f"  Option: {_option(facts, option)}" for option in event.options]
    if event.ruling:
        lines.append(f"  Ruling: {event.ruling}")
    lines += _terms(shown["terms"], event.facts)
    lines += _dice(shown["rolls"], labels)
    for change in shown["changes"]:
        before, after = _say(change["before"], labels), _say(change["after"], labels)
        lines.append(f"  Change: {_path(change['path'], labels)}: {before} -> {after}")
    lines.append(f"  Perceived by: {_perceived(event, labels)}")
    return "\n".join(lines)


def _item(item: Mapping[str, Any], orders: Mapping[int, Mapping[str, Any]], labels: Labels) -> str:
    lines = [_head({**item, "id": item["event"]}), f"  {item['text']}"]
    if "order" in item:
        number = item["order"]["line"]
        line = orders.get(number, {"line": number, "text": item["order"]["text"]})
        lines += [f"  {text}" for text in _order_lines(line)]
    lines += _terms(item.get("terms", ()), item.get("totals", ()))
    lines += _dice(item.get("rolls", ()), labels)
    return "\n".join(lines)


def _head(shown: Mapping[str, Any]) -> str:
    where = [shown["kind"]]
    if shown.get("phase"):
        where.append(f"in {shown['phase']}")
    rule = f" [{shown['rule']}]" if shown.get("rule") else ""
    return f"{shown['id']}  {' '.join(where)}{rule}"


def _facts(facts: Mapping[str, Fact], labels: Labels) -> list[str]:
    return [f"  {name}: {_say(value, labels)}" for name, value in sorted(facts.items())]


def _say(value: Fact, labels: Labels) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return labels.get(value, value) or "-"
    if isinstance(value, Mapping):
        parts = (f"{name} {_say(part, labels)}" for name, part in value.items())
        return ", ".join(parts) or "-"
    if isinstance(value, (list, tuple)):
        return ", ".join(_say(part, labels) for part in value) or "-"
    return "-" if value is None else str(value)


def _option(facts: TurnFacts, named: str) -> str:
    for option in facts.ruleset.all_options:
        if named in (option.id, option.key):
            value = facts.options.get(option.key, option.default)
            reading = option.readings.get(value, "")
            return f"{option.id} {option.key} = {value}" + (f": {reading}" if reading else "")
    return named


def _perceived(event: Event, labels: Labels) -> str:
    """Who perceives what. A player's own entry replaces what everybody perceives."""
    if not event.seen:
        return "nobody but the game master"
    said = []
    for player, keys in event.seen.items():
        who = "everybody" if player == EVERYBODY else labels.get(player, player)
        part = "" if EVERYTHING[0] in keys else f" ({', '.join(keys) or 'only that it happened'})"
        said.append(f"{who}{part}")
    return ", ".join(said)


def _terms(terms: Iterable[Sequence[Fact]], totals: Container[str]) -> list[str]:
    """Every sum with its running total.

    A term that is called as one of ``totals`` is a result, and begins a sum of its own: the
    terms after it are its parts. A last part that *is* the result (a half, say) is not added.
    """
    lines: list[str] = []
    result, total, first = "", Fraction(0), True
    for name, amount in terms:
        number = _number(amount)
        if name in totals or not lines:
            lines.append("  Sum:")
            result, total, first = "", Fraction(0), True
        if name in totals:
            result = str(amount)
            lines[-1] = f"  Sum: {name} {result}"
        elif number is None:
            lines.append(f"    {name}: {amount}")
        elif not first and str(amount) == result and total + number != number:
            lines.append(f"    {name:<40} {'':>8} = {amount}")
        else:
            total += number
            lines.append(f"    {name:<40} {_signed(number, first):>8} = {total}")
            first = False
    return lines


def _signed(number: Fraction, first: bool) -> str:
    return str(number) if first or number < 0 else f"+{number}"


def _number(amount: Fact) -> Fraction | None:
    try:
        return Fraction(amount)
    except (ValueError, TypeError, ZeroDivisionError):
        return None


def _dice(rolls: Iterable[Mapping[str, Any]], labels: Labels) -> list[str]:
    return [
        f"  Dice: {_path(roll['name'], labels)}: {roll['die']} "
        f"{' '.join(str(face) for face in roll['faces'])} (group {_group(roll['group'], labels)})"
        for roll in rolls
    ]


def _group(group: str, labels: Labels) -> str:
    return "+".join(labels.get(who, who) for who in group.split("+"))


# --- an order line ----------------------------------------------------------------------------


def _order(facts: TurnFacts, asked: str) -> _Found | None:
    """The order line that ``ilse:14`` names, with what became of it; None for other words."""
    who, colon, number = asked.rpartition(":")
    seats = [s for s in facts.seats if who.casefold() in (s.id.casefold(), s.name.casefold())]
    if not colon or not seats or not _is_number(number):
        return None
    seat = seats[0]
    sheet = facts.sheets.get(seat.id)
    line = None if sheet is None else line_of(sheet, int(number))
    events = [
        event
        for event in facts.events
        if event.order is not None
        and event.order.player == seat.id
        and event.order.line in (int(number), line.number if line else 0)
    ]
    if line is None and not events:
        lines = ", ".join(str(each.number) for each in sheet.lines) if sheet else ""
        raise Faults(
            invalid(
                f"The sheet of {seat.name} has no order line {int(number)}",
                remedy=f"Its lines are {lines}." if lines else "There is no sheet in force.",
            )
        )
    first = line.number if line else int(number)
    title = [f"Line {first} of {seat.name}"]
    title += [f"  {said}" for said in _written(facts, seat.id, first)]
    title.append("" if events else "  Nothing came of it.")
    return _Found("\n".join(title).rstrip(), [event.id for event in events])


def _written(facts: TurnFacts, player: str, number: int) -> list[str]:
    """A line as typed, as understood, what was wrong with it, and the sheet it stands on."""
    sheet, reading = facts.sheets.get(player), facts.readings.get(player)
    line = None if sheet is None else line_of(sheet, number)
    found = [] if line is None else [f"typed: {part.strip()}" for _at, part in line.typed]
    found += [
        f"understood: {part.text}"
        for part in (reading.understood if reading else ())
        if part.line == number
    ]
    for problem in reading.problems if reading else ():
        if problem.span is not None and problem.span.line == number:
            found += render(problem).splitlines()
    receipt = facts.receipts.get(player)
    if receipt is not None:
        found.append(f"sheet: {receipt.file}, received {receipt.received}")
        found.append(f"sha256: {receipt.sha256}")
    return found


def _order_lines(line: Mapping[str, Any]) -> list[str]:
    found = [f"Your line {line['line']}: {line['text']}"]
    if line.get("understood"):
        found.append(f"  understood: {line['understood']}")
    return found
