"""Check the ids of units in a packet: one for each, and proven to their owners."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.dice.roll_forms import Matched, RollForm, matched
from pbm.dice.sealed import decoded, encoded, ids_name, roll_text, unit_id
from pbm.dice.vrf import PublicKey, verified
from pbm.engine.registry import ruleset
from pbm.kit.english import count
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.labels import labels_of
from pbm.packets.seal import forms_under, scene_of
from pbm.packets.verify.findings import UNCHECKED, WRONG, Finding, Given

# In a fact that is a unit, the name of the reader's own.
OWN = "own"


def unit_of(part: Mapping[str, Any]) -> tuple[str, str] | None:
    """The side and designation that tell a unit from every other; None for other things."""
    called = part.get("designation")
    if isinstance(part.get("id"), str) and isinstance(called, str) and "side" in part:
        return str(part["side"]), called
    return None


def units(packet: Packet) -> Iterator[Mapping[str, Any]]:
    """Everything in a view that has an id."""
    parts: list[Any] = [packet["known"]]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            if isinstance(part.get("id"), str):
                yield part
            parts += part.values()
        elif isinstance(part, list):
            parts += part


def ids(given: Sequence[Given]) -> Iterator[Finding]:
    """Find ids that changed their unit, and units that changed their id, in all packets."""
    called: dict[str, tuple[str, str]] = {}
    owner: dict[tuple[str, str], str] = {}
    for one in given:
        for unit in units(one.packet):
            label = unit_of(unit)
            if label is None:
                continue
            if called.setdefault(unit["id"], label) != label:
                text = f"The id {unit['id']} is {called[unit['id']][1]} and {label[1]}."
                yield one.found("spelling", WRONG, text)
            elif owner.setdefault(label, unit["id"]) != unit["id"]:
                text = f"{label[1]} has two ids, {owner[label]} and {unit['id']}."
                yield one.found("spelling", WRONG, text)


def forms_of(packet: Packet) -> tuple[RollForm, ...]:
    """The forms of names of rolls that a packet may have, by its scheme of dice."""
    return forms_under(ruleset(packet["game"]).rolls, packet["versions"]["dice"])


# --- scenes ----------------------------------------------------------------------------------


class InScene(Record):
    """An id in the name of a roll: its scene, and its unit as the reader knows it."""

    scene: str
    id: str
    unit: Mapping[str, Any]
    label: str
    is_proven: bool

    @property
    def own(self) -> str:
        """The name of the reader's own unit; "" for others."""
        return str(self.unit.get(OWN, ""))


def in_scenes(packet: Packet) -> Iterator[InScene]:
    """Each id of a scene's unit in a packet, once for each roll that it is in."""
    forms = forms_of(packet)
    for section in packet["story"]:
        for item in section["items"]:
            for roll in item["rolls"]:
                found = matched(roll["name"], forms)
                yield from _units_in(packet, item, found) if found else ()


def _units_in(packet: Packet, item: Packet, found: Matched) -> Iterator[InScene]:
    facts = found.form.facts or ("",) * len(found.parts)
    at = [
        (place, id, item.get("facts", {}).get(fact))
        for (place, id), fact in zip(found.parts, facts, strict=False)
        if place in "&="
    ]
    named = [one for one in at if one[2] != {}]  # a unit that was not seen has no name
    labels = iter(item["ships"] if len(item["ships"]) == len(named) else ())
    scene = f"{packet['turn']}/{found.parts[0][1]}"
    for place, id, unit in at:
        label = next(labels, "") if unit != {} else ""
        known = unit if isinstance(unit, Mapping) else {"name": label}
        yield InScene(scene, id, known if label else {}, label, place == "=")


def scene_ids(given: Sequence[Given]) -> Iterator[Finding]:
    """Find units that change their id within a scene, and ids that change their unit.

    A correction may count the units of others anew.
    """
    called: dict[tuple[str, ...], InScene] = {}
    id_of: dict[tuple[str, ...], str] = {}
    for one in given:
        reader = (one.player, one.file if one.packet["corrected"] else "")
        for it in in_scenes(one.packet):
            if not it.unit:
                continue
            where = it.scene.partition("/")[2]
            first = called.setdefault((*reader, it.scene, it.id), it)
            first_id = id_of.setdefault((*reader, it.scene, json.dumps(it.unit)), it.id)
            if first.unit != it.unit:
                text = f"The id {it.id} is {first.label} and {it.label} in one scene ({where})."
                yield one.found("spelling", WRONG, text)
            elif first_id != it.id:
                text = f"{it.label} has two ids in one scene ({where}), {first_id} and {it.id}."
                yield one.found("spelling", WRONG, text)


# --- proven ids ------------------------------------------------------------------------------


class OwnIds(Record):
    """What proves the ids of a reader's own units: a random key by scene, and units by name."""

    random: Mapping[str, bytes]
    names: Mapping[str, int]
    faults: tuple[str, ...] = ()

    def fault(self, scene: str, id: str, name: str) -> str:
        """The reason why an id is not that of the reader's own unit; "" if it is."""
        if scene not in self.random:
            return f"The id of {name} is not proven."
        again = range(2, self.names.get(name, 1) + 1)  # several units may bear one name
        called = [name, *(f"{name}\n{number}" for number in again)]
        if id in [unit_id(self.random[scene], it) for it in called]:
            return ""
        return f"The id {id} is not that of {name}."


def own_ids(one: Given, given: Sequence[Given], key: PublicKey | None) -> OwnIds:
    """Check the proofs of the ids of a reader's own units."""
    names: Counter[str] = Counter()
    for other in given:
        if other.player == one.player:
            names |= Counter(labels_of(other.packet["known"]).values())
    random: dict[str, bytes] = {}
    faults: list[str] = []
    packet, seal = one.packet, one.seal or {}
    told = {scene_of(name, forms_of(packet)) for name in seal.get("proofs", ())}
    for scene, text in (seal.get("ids") or {}).items():
        found = None
        if key is not None and scene in told:
            name = roll_text(
                packet["campaign"], packet["turn"], seal["salt"], ids_name(scene, one.player)
            )
            found = verified(key, name, _plain(text))
        if found is None:
            faults.append(f"The proof of the ids of your units at {scene} does not belong to it.")
        else:
            random[scene] = found
    return OwnIds(random, names, tuple(faults))


def _plain(text: str) -> bytes:
    """The bytes of a proof; none for one that is not written as proofs are."""
    try:
        data = decoded(text)
    except ValueError:
        return b""
    return data if encoded(data) == text else b""


def left_open(given: Sequence[Given], own: Mapping[str, OwnIds]) -> Iterator[Finding]:
    """Say which ids in names of rolls the packets do not prove; ``own`` by the packets' files."""
    labels = {id for one in given for id in labels_of(one.packet["known"])}
    told = [(one, it) for one in given for it in in_scenes(one.packet)]
    proven = {
        (it.scene, it.id)
        for one, it in told
        if it.own and not own[one.file].fault(it.scene.partition("/")[2], it.id, it.own)
    }
    others = {(it.scene, it.id): one for one, it in told if it.is_proven}
    if left := [one for id, one in others.items() if id not in proven]:
        text = (
            f"{count(len(left), 'id')} of others' units in the names of rolls: their owners' "
            "packets prove them"
        )
        yield left[0].found("spelling", UNCHECKED, text)
    for one in given:
        named = {it.own for by, it in told if by is one}
        for name in sorted(named - {"", *own[one.file].names}):
            text = f"no packet given has {name} among your units"
            yield one.found("spelling", UNCHECKED, text)
        unnamed = {
            id
            for name in _names(one.packet)
            if (match := matched(name, forms_of(one.packet))) is not None
            for place, id in match.ids
            if place in "~?&" and id not in labels
        }
        if unnamed:
            text = (
                f"the names of rolls have {len(unnamed)} ids of units that the packet does not name"
            )
            yield one.found("spelling", UNCHECKED, text)


def _names(packet: Packet) -> Iterator[str]:
    for section in packet["story"]:
        for item in section["items"]:
            yield from (roll["name"] for roll in item["rolls"])


def withheld(given: Sequence[Given], own: Mapping[str, OwnIds]) -> Iterator[Finding]:
    """Find rolls about a reader's own units that another packet has and theirs has not.

    Readers are told every roll that names a unit of theirs, as far as their packet goes.
    """
    told = [(one, _rolls_in(one, own[one.file])) for one in given]
    for one, (scenes, names, ids) in told:
        for other, (_scenes, theirs, _ids) in told:
            if other.turn != one.turn or one.packet["corrected"] or other.packet["corrected"]:
                continue
            for name, (scene, number, named) in theirs.items():
                if named & ids and number <= scenes.get(scene, -1) and name not in names:
                    text = f"{other.file} has a roll about your units that is not in it: {name}."
                    yield one.found("shared", WRONG, text)


_Id = tuple[str, str]  # in its scene
_Told = tuple[dict[str, int], dict[str, tuple[str, int, set[_Id]]], set[_Id]]


def _rolls_in(one: Given, own: OwnIds) -> _Told:
    """The last number told of each scene, the rolls of scenes with their ids, the own ids."""
    scenes: dict[str, int] = {}
    names: dict[str, tuple[str, int, set[_Id]]] = {}
    ids = {
        (it.scene, it.id)
        for it in in_scenes(one.packet)
        if it.own and not own.fault(it.scene.partition("/")[2], it.id, it.own)
    }
    for name in _names(one.packet):
        found = matched(name, forms_of(one.packet))
        if found is not None and "=" in found.form.name:
            scene = f"{one.packet['turn']}/{found.parts[0][1]}"
            number = int(found.parts[1][1])
            scenes[scene] = max(number, scenes.get(scene, 0))
            names[name] = (scene, number, {(scene, id) for _place, id in found.ids})
    return scenes, names, ids
