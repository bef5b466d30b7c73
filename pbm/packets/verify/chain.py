"""Compare packets with each other: the chain of a player's packets, and what two packets share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbm.dice.sealed import phrase_entry
from pbm.engine.registry import ruleset
from pbm.engine.types import every_player
from pbm.kit.english import count
from pbm.packets.build import Packet
from pbm.packets.verify.findings import HASH, NEW, NOTED, PROVEN, UNCHECKED, WRONG, Finding, Given
from pbm.packets.verify.unit_ids import unit_of, units

# What two packets must tell alike of an event, and of a thing with an id.
_OF_EVENTS = ("kind", "rule", "terms", "totals")
_OF_UNITS = ("name", "designation", "side")
_OF_CAMPAIGNS = ("title", "game", "game_title", "options")
_OF_STAGES = ("turn", "versions", *_OF_CAMPAIGNS)


def follows(one: Given, given: Sequence[Given]) -> Iterator[Finding]:
    """The findings whether the packet follows the player's packet before it."""
    packet = one.packet
    before = packet["previous"]
    own = [it for it in given if it is not one and it.player == one.player]
    for other in own:
        if other.packet["player"] != packet["player"]:
            yield one.found("before", WRONG, f"{other.file} is of a player with another name.")
    if one.turn == NEW:
        if before:
            yield one.found("before", WRONG, "The first packet names a packet before it.")
        return
    if not HASH.fullmatch(before):
        yield one.found("before", WRONG, "The packet names no packet before it.")
        return
    found = next((other for other in given if other.digest == before), None)
    if found is not None and found.player != one.player:
        yield one.found("before", WRONG, f"{found.file}, the packet before, is another player's.")
        return
    if found is not None:
        fault = _out_of_order(found.packet, packet)
        if fault:
            yield one.found("before", WRONG, f"{fault} {found.file}, the packet before it.")
        elif found.is_shared:
            text = f"{found.file} is shared from the packet before it."
            yield one.found("before", NOTED, text)
        else:
            text = f"{found.file} is the packet before it, unaltered."
            yield one.found("before", PROVEN, text)
        return
    # Of a turn with several stages, those who fought had a report of each before its end.
    has_rounds = one.seal is not None and len(one.seal.get("stages") or ()) > 1
    for other in own if not has_rounds else ():
        due = [coming["mailing"] for coming in other.packet["next"]]
        if due == [one.turn] and not (other.is_shared and not other.digest):
            text = (
                f"The packet before it was another than {other.file}: one of the two was altered."
            )
            yield one.found("before", WRONG, text)
            return
    yield one.found("before", UNCHECKED, "the packet before it was not given")


def _out_of_order(before: Packet, packet: Packet) -> str:
    """The reason why a packet cannot follow another; "" if it can."""
    if packet["made"] < before["made"]:
        return "It was made earlier than"
    if packet["turn"] < before["turn"]:
        return "Its turn is earlier than that of"
    if packet["turn"] > before["turn"] + 1:
        return "Turns were left out between it and"
    due = [coming["mailing"] for coming in before["next"]]
    if len(due) == 1 and due != [packet["mailing"]] and "/" not in due[0] + packet["mailing"]:
        return f"It is not of turn {due[0]}, which was due after"
    if any(packet[field] != before[field] for field in _OF_CAMPAIGNS):
        return "Game, title, options or dice scheme are others than in"
    return ""


# --- two packets -----------------------------------------------------------------------------


def shared(one: Given, given: Sequence[Given]) -> Iterator[Finding]:
    """The findings where the packet and one given before it contradict each other."""
    for other in given[: given.index(one)]:
        for text in _contradictions(one, other):
            yield one.found("shared", WRONG, f"{text} than in {other.file}.")


def _contradictions(one: Given, other: Given) -> Iterator[str]:
    """What both packets tell, and not alike."""
    a, b = one.packet, other.packet
    if a["turn"] == b["turn"] and NEW not in (a["mailing"], b["mailing"]):
        thrown = {roll["name"]: roll for roll in _rolls(b)}
        # A correction may throw more or fewer dice; those it throws are the same.
        is_again = bool(a["corrected"] or b["corrected"])
        for roll in _rolls(a):
            was = thrown.get(roll["name"], roll)
            most = min(len(was["faces"]), len(roll["faces"])) if is_again else None
            if (was["die"], was["faces"][:most]) != (roll["die"], roll["faces"][:most]):
                yield f"The roll {roll['name']} has other dice"
    if a["mailing"] != b["mailing"]:
        return
    for field in _OF_STAGES:
        if a[field] != b[field]:
            yield f"The field {field} is another"
    if a["corrected"] or b["corrected"]:
        return  # a correction may tell an event anew, with the same dice
    if (one.player, a["previous"]) == (other.player, b["previous"]) and _differ(one, other):
        yield f"Turn {one.turn} is told to the same player in another way"
    events = {item["event"]: item for item in _items(b)}
    for item in _items(a):
        told = events.get(item["event"], item)
        if any(told.get(field) != item.get(field) for field in _OF_EVENTS) or (
            [roll["name"] for roll in told["rolls"]] != [roll["name"] for roll in item["rolls"]]
        ):
            yield f"The event {item['event']} is told in another way"
    things = {unit["id"]: unit for unit in units(b) if unit_of(unit) is not None}
    for unit in units(a):
        known = things.get(unit["id"], unit)
        for field in (*_OF_UNITS, *ruleset(a["game"]).alike):
            if unit.get(field) != known.get(field) and None not in (
                unit.get(field),
                known.get(field),
            ):
                yield f"The {field} of {unit['id']} is another"


def _differ(one: Given, other: Given) -> bool:
    """True if two packets cannot be the same, one of them perhaps shared."""
    if one.is_shared != other.is_shared:
        return one.listed != other.listed
    return one.data != other.data


def _items(packet: Packet) -> Iterator[Packet]:
    for section in packet["story"]:
        yield from section["items"]


def _rolls(packet: Packet) -> Iterator[Packet]:
    for item in _items(packet):
        yield from item["rolls"]


# --- phrases ---------------------------------------------------------------------------------


def entries(given: Sequence[Given]) -> Iterator[Finding]:
    """The findings whether each entry of the list of phrases is a player's."""
    told = [one for one in given if one.seal is not None and one.seal.get("phrases") is not None]
    for one in told:
        assert one.seal is not None
        fault = _list_fault(one)
        if fault:
            yield one.found("phrase", WRONG, fault)
        for other in told[: told.index(one)]:
            assert other.seal is not None
            if other.seal["phrases"] != one.seal["phrases"]:
                text = f"The list of phrases is another than in {other.file}."
                yield one.found("phrase", WRONG, text)
    if not told or not _is_open(told[0].packet):
        return
    first = told[0]
    assert first.seal is not None
    left = list(first.seal["phrases"])
    players: set[str] = set()
    for one in [one for one in told if not one.is_shared]:
        assert one.seal is not None
        entry = phrase_entry(one.seal.get("phrase") or "", "")
        if one.player not in players and one.seal.get("phrase") and entry in left:
            left.remove(entry)
        players.add(one.player)
    others = seats(first.packet) - len(players)
    if len(left) > max(others, 0):
        text = "More phrases are in the list than there are players: an entry is of nobody."
        yield first.found("phrase", WRONG, text)
    elif left:
        text = f"{count(len(left), 'phrase')} of other players: compare them, or give their packets"
        yield first.found("phrase", UNCHECKED, text)


def _list_fault(one: Given) -> str:
    """What is wrong with a packet's list of phrases by itself; "" if nothing."""
    assert one.seal is not None
    listed, nonce = one.seal["phrases"], one.seal.get("nonce") or ""
    if one.turn != "0":
        return "A list of phrases stands in a report that is not the one on set-up."
    if not all(HASH.fullmatch(entry) for entry in listed) or sorted(listed) != listed:
        return "The list of phrases is not a sorted list of hashes."
    if _is_open(one.packet):
        return "A phrase has a nonce though everybody knows who plays." if nonce else ""
    if len(listed) not in (64, 1024) or (nonce and not HASH.fullmatch(nonce)):
        return "The list of phrases does not have 64 or 1024 entries, or the nonce is not a hash."
    return ""


def _is_open(packet: Packet) -> bool:
    """True where everybody knows who plays."""
    return ruleset(packet["game"]).correspondents is every_player


def seats(packet: Packet) -> int:
    """The number of players that a packet of an open game names."""
    return len(packet["known"].get("players", ()))
