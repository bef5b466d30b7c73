"""Check that a packet has one spelling, and that its sentences say what its rolls prove."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.dice.roll_forms import NUMBERED, READER, Matched, RollForm, is_die, is_plain, matched
from pbm.dice.sealed import SEALED_SCHEMES
from pbm.packets.build import Packet, packet_bytes, turn_of
from pbm.packets.labels import labels_of
from pbm.packets.verify.findings import HASH, NEW, WRONG, Finding, Given
from pbm.packets.verify.unit_ids import OWN, OwnIds, forms_of

_CAMPAIGN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}")
_MAILING = re.compile(r"(?:0|[1-9][0-9]*)(?:[./][A-Za-z0-9][A-Za-z0-9_-]*)*")
_TIME = re.compile(r"[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}Z")
_NUMBER = re.compile(r"[0-9]+")
_THROWN = re.compile(r"([1-9][0-9]*)(d[0-9]+)")
_NOTE = r"(?:\s*\([^()]*\))?"
_SIGN = r"(?:\s*[+−×]\s*|\s-\s)"
_EQUATION = re.compile(rf"(?<![0-9.])((?:[0-9]+{_NOTE}{_SIGN})+[0-9]+{_NOTE})\s*=\s*([−-]?[0-9]+)")

Terms = Sequence[tuple[str, Any]]


def spelling(one: Given) -> Iterator[Finding]:
    """Find what is spelled in another way than the program spells it."""
    packet = one.packet
    mailing = packet["mailing"]
    reasons: list[str] = []
    if one.data != packet_bytes(packet):
        reasons.append("The file is not written as the program writes it: it was altered.")
    if not _CAMPAIGN.fullmatch(packet["campaign"]):
        reasons.append("The campaign's name is not one that a campaign can have.")
    if mailing != NEW and not _MAILING.fullmatch(mailing):
        reasons.append(f'The stage "{seen(mailing)}" is not written as stages are.')
    if packet["turn"] != turn_of(mailing):
        reasons.append(f"The dice are of turn {packet['turn']}, the report of turn {mailing}.")
    if not _TIME.fullmatch(packet["made"]):
        reasons.append("The time of the run is not written as times are.")
    if (packet["versions"]["dice"] in SEALED_SCHEMES) != (one.seal is not None):
        reasons.append("The packet's dice scheme and its seal do not belong together.")
    if one.seal is not None:
        if not HASH.fullmatch(one.seal["commitment"]):
            reasons.append("The hash of the seed is not a hash.")
        for sheet in one.seal["sheets"]:
            if not (HASH.fullmatch(sheet["sha256"]) and _TIME.fullmatch(sheet["received"])):
                reasons.append("Hash or time of a sheet is not written as the program writes it.")
            elif sheet["received"] > packet["made"] and not packet["corrected"]:
                reasons.append(
                    f"Your text {sheet['number']} counted, but came at {sheet['received']}, after "
                    f"the turn was run at {packet['made']}."
                )
    hidden = [text for text in _texts([packet["story"], packet["summary"]]) if not _is_shown(text)]
    if hidden:
        reasons.append(f'Characters that cannot be seen stand in "{seen(hidden[0])[:80]}".')
    for reason in reasons:
        yield one.found("spelling", WRONG, reason)


def _texts(part: Any) -> Iterator[str]:
    """Every text inside of a part of a packet."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from _texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _texts(value)


def _is_shown(text: str) -> bool:
    return all(letter in " \u00a0" or is_plain(letter) for letter in text.replace("\n", " "))


def seen(text: str) -> str:
    """A line of text with every character that a screen would obey or hide in figures."""
    return "".join(it if _is_shown(it) and it != "\n" else f"<{ord(it):x}>" for it in text)


# --- names and sentences ---------------------------------------------------------------------


def roll_faults(packet: Packet, own: OwnIds) -> Mapping[str, str]:
    """The fault of each roll whose name, die or sentence is not as it must be, by its name.

    ``own`` proves the ids of the reader's own units.
    """
    forms = forms_of(packet)
    labels = labels_of(packet["known"])
    words = frozenset(_words(packet["known"]))
    items = [item for section in packet["story"] for item in section["items"]]
    faults: dict[str, str] = {}
    for item in items:
        for roll in item["rolls"]:
            fault = _fault(item, roll, forms, labels, words)
            found = matched(roll["name"], forms)
            if found is not None and found.form.kind and not fault:
                fault = _of_event(packet["player"]["id"], item, roll, items, found, own)
                if roll["name"] in faults:
                    fault = "Two events have this roll."
            if fault or roll["name"] not in faults:
                faults[roll["name"]] = fault
        fault = sum_fault(item) or _uncounted(item, forms)
        for roll in item["rolls"]:
            faults[roll["name"]] = faults[roll["name"]] or fault
    return {name: fault for name, fault in faults.items() if fault}


def _of_event(
    reader: str, item: Packet, roll: Packet, items: Sequence[Packet], found: Matched, own: OwnIds
) -> str:
    """The reason why a roll does not belong to its event, by the event's facts; "" if it does."""
    form, facts = found.form, item.get("facts", {})
    parts, face = [part for _place, part in found.parts], next(iter(roll["faces"]), None)
    if item["kind"] != form.kind:
        return "No event of this kind has a roll of this name."
    if not re.search(form.said.format(*map(re.escape, parts), face=face), item["text"]):
        return "The sentence does not say what the roll is for."
    for name, (place, part) in zip(form.facts, found.parts, strict=False):
        if name == NUMBERED:
            if int(part) > sum(_is_alike(form, item, one) for one in items):
                return f"There are not so many events as {part} before it."
        elif place == "=":
            unit = facts.get(name) if isinstance(facts.get(name), Mapping) else {}
            if fault := _of_unit(unit, parts[0], part, form, item["text"], own):
                return fault
        elif form.each and name not in facts:
            told = [one.get(form.each) for one in _each(facts) if one.get(name) == part]
            if not told or told != [face] * len(told):
                return f"The event is not of {part}, or tells another face."
        elif name and part != (reader if name == READER else str(facts.get(name))):
            return f"The event is not of {part}."
    return ""


def _each(facts: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The things of which an event tells the same."""
    found = facts.get("all")
    yield from (one for one in found if isinstance(one, Mapping)) if isinstance(found, list) else ()


def _of_unit(
    unit: Mapping[str, Any], scene: str, id: str, form: RollForm, text: str, own: OwnIds
) -> str:
    """The reason why an id is not of the unit that a sentence names; "" if it is."""
    name = str(unit.get(OWN, ""))
    called = re.escape(name) if name else form.called.format_map(defaultdict(str, unit))
    if not re.search(rf"(?<![\w-])(?:{called})(?![\w-])", text):
        return "The sentence does not name the unit of whom the roll is."
    return own.fault(scene, id, name) if name else ""


def _is_alike(form: RollForm, item: Packet, other: Packet) -> bool:
    """True for two events that only the number tells apart in the names of their rolls."""
    if item["kind"] != other["kind"]:
        return False
    a, b = item.get("facts", {}), other.get("facts", {})
    return all(a.get(name) == b.get(name) for name in form.facts if name != NUMBERED)


def _fault(
    item: Packet,
    roll: Packet,
    forms: Sequence[RollForm],
    labels: Mapping[str, str],
    words: frozenset[str],
) -> str:
    name, die, text = roll["name"], roll["die"], item["text"]
    if not is_die(die):
        return "The die is not written as dice are."
    if not forms:
        return "" if is_plain(name) else "The name is not written as names of rolls are."
    found = matched(name, forms)
    if found is None:
        return "No roll of this game has a name of this form."
    if not found.form.takes(die):
        return f"A roll of this name is made with {' or '.join(found.form.dice.split())}."
    for place, id in found.ids:
        if place == "@" and id not in labels:
            return f"Nothing in the packet has the id {id}."
        if place in "@~" and id not in item["ships"]:
            return f"The sentence is not about {labels.get(id, id)}, of whom the roll is."
        if place in "@~" and labels.get(id, "") not in text and not _calls(found.form, text):
            return f"The sentence does not name {labels[id]}, of whom the roll is."
    if _is_turned_round(found, item.get("scene") or {}):
        return "The roll is of another unit, or at another, than the sentence."
    facts = (*found.form.facts, *[""] * len(found.parts))
    free = [
        part for (it, part), fact in zip(found.parts, facts, strict=False) if it == "*" and not fact
    ]
    for word in free:
        if word not in words and not _stands_in(word, text):
            return f'"{word}" stands nowhere else in the packet.'
    numbers = _NUMBER.findall(text)
    if not found.form.summed and not all(str(face) in numbers for face in roll["faces"]):
        return "The sentence does not show these faces."
    return ""


def _uncounted(item: Packet, forms: Sequence[RollForm]) -> str:
    """The fault of a sentence with a further roll of a count, and not all before it."""
    names = {roll["name"] for roll in item["rolls"]}
    for name in names:
        found = matched(name, forms)
        before, _, number = name.rpartition("/")
        if found is None or not found.form.counted:
            continue
        if not all(f"{before}/{earlier}" in names for earlier in range(1, int(number))):
            return f"The roll {name} was made without those before it."
    return ""


def _calls(form: RollForm, text: str) -> bool:
    """True if a sentence calls a unit by something else than its label, as the form allows."""
    return bool(form.called) and re.search(form.called, text) is not None


def _is_turned_round(found: Matched, scene: Mapping[str, Any]) -> bool:
    """True if the ids of a name are not those of who acts on whom, in that order."""
    if not (scene.get("by") and scene.get("to") and len(found.ids) > 1):
        return False
    pair = [found.ids[0][1], found.ids[-1][1]]
    told = [scene["by"], scene["to"]]
    return pair != told if found.ids[-1][0] != "?" else sorted(pair) != sorted(told)


def _stands_in(word: str, text: str) -> bool:
    """True if a word of a name, or each of its parts, stands in a sentence."""
    parts = re.findall(r"[^\W\d_]+|\d+", word)
    return bool(parts) and set(parts) <= set(re.findall(r"[^\W\d_]+|\d+", text))


def _words(part: Any) -> Iterator[str]:
    """Every text and every name of a field inside of a view."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for name, value in part.items():
            yield name
            yield from _words(value)
    elif isinstance(part, list):
        for value in part:
            yield from _words(value)


# --- sums ------------------------------------------------------------------------------------


def sum_fault(item: Packet) -> str:
    """The reason why terms, sentence and faces of an item do not add up; "" if they do."""
    terms: Terms = item["terms"]
    for name, amount in terms:
        thrown = _THROWN.fullmatch(name)
        if thrown and not any(
            len(roll["faces"]) == int(thrown[1])
            and roll["die"] == thrown[2]
            and sum(roll["faces"]) == amount
            for roll in item["rolls"]
        ):
            return f"The faces do not add up to the {amount} of {name}."
    if any(_THROWN.fullmatch(name) for name, _amount in terms):
        for total, parts in _sums(terms, item["totals"]):
            if parts and total not in (sum(parts), parts[-1]):
                return f"The terms do not add up to {total}."
    for left, right in _EQUATION.findall(item["text"]):
        found = _value(re.sub(r"\([^()]*\)", "", left))
        if found != int(right.replace("−", "-")):
            return f'The sum "{left} = {right}" is {found}.'
    return ""


def _sums(terms: Terms, totals: Sequence[str]) -> Iterator[tuple[int, list[int]]]:
    """Each result among the terms, with the parts that stand after it."""
    total: int | None = None
    parts: list[int] = []
    for name, amount in terms:
        if name in totals:
            if total is not None:
                yield total, parts
            total, parts = amount, []
        elif total is not None and isinstance(amount, int):
            parts.append(amount)
    if total is not None:
        yield total, parts


def _value(sum_: str) -> int:
    """The value of a sum as sentences write it.

    >>> _value("60 + 10 − 4 × 5")
    50
    """
    found = 0
    for sign, product in re.findall(r"([+−-]?)\s*([0-9×\s]+)", sum_):
        value = 1
        for factor in _NUMBER.findall(product):
            value *= int(factor)
        found += -value if sign in ("−", "-") else value
    return found
