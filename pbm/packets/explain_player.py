"""Explain results to a player, from their packet alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.kit.facts import Fact
from pbm.packets.explain_format import Explained, depth_of, dice_lines, head, term_lines, told_at
from pbm.packets.explain_lookup import (
    Labels,
    Rows,
    Subject,
    find,
    is_number,
    labels_in,
    names_in,
    no_line,
)
from pbm.packets.overtaken import story_words


def explain_packet(packet: Mapping[str, Any], what: str, depth: str = "") -> Explained:
    """Explain an event, a unit, a roll, or one of the player's lines (``14``).

    Raises Faults with the nearest names of the player's own view for an unknown thing.
    """
    player = packet["player"]
    names = names_in([packet["known"]], {player["id"]: (player["name"],)})
    labels = labels_in(names)
    records = _records(packet)
    lines = _lines(packet)
    seal = packet.get("seal")

    def order(asked: str) -> Subject | None:
        who, _, number = asked.rpartition(":")
        mine = (player["id"].casefold(), player["name"].casefold(), "")
        if who.casefold() not in mine or not is_number(number):
            return None
        found = [line for line in lines if line["line"] == int(number)]
        if not found:
            raise no_line("Your sheet", int(number), (line["line"] for line in lines))
        told = "\n".join(text for line in found for text in _order(line))
        events = tuple(dict.fromkeys(id for line in found for id in line["event"]))
        kept = [{"id": f"{player['id']}:{number}", **line, "kind": "order line"} for line in found]
        return Subject(told, events, tuple(kept))

    # A thing with a name is in the item's facts or among its ships.
    asked = [
        {**one, "facts": {**one.get("facts", {}), "ships": one.get("ships", [])}} for one in records
    ]
    found = find(what, Rows(asked), names, labels, order)
    depth = depth_of(depth, found)
    by_id = {record["id"]: record for record in records}
    blocks = ["\n".join(_item(by_id[id], lines, labels, depth, seal)) for id in found.events]
    return Explained(
        told_at(depth, found.title, blocks),
        (*found.records, *(r for r in records if r["id"] in found.events)),
    )


def _records(packet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The items of the story, and those outside it: rulings and messages."""
    found = {
        item["event"]: {"id": item["event"], **item}
        for section in packet["story"]
        for item in section["items"]
    }
    for ruling in packet.get("rulings", ()):
        kept = found.get(ruling["event"], {"id": ruling["event"], "kind": "ruling"})
        words = kept.get("text") or f"The game master rules: {ruling['text']}."
        found[ruling["event"]] = {**kept, "text": words, "ruling": ruling["reason"]}
    for post in packet.get("messages", ()):
        way = "to" if post["sent"] else "from"
        fate = f"not delivered, {post['refused']}: " if post["refused"] else ""
        text = f"Message {way} {post['name']}: {fate}{post['text']}"
        found.setdefault(post["event"], {"id": post["event"], "kind": "message", "text": text})
    return list(found.values())


def _lines(packet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every line of the player's sheets in force, those of the kind due first."""
    sheets: list[Mapping[str, Any]] = [
        {"kind": "", "orders": packet["orders"], "problems": packet.get("problems", ())},
        *packet.get("also", ()),
    ]
    return [
        {
            **line,
            "kind": " ".join(word for word in (sheet["kind"], sheet.get("key", "")) if word),
            "problems": [
                text for text in sheet["problems"] if line["faulty"] and _is_of(text, line["line"])
            ],
        }
        for sheet in sheets
        for line in sheet["orders"]
    ]


def _is_of(problem: str, line: int) -> bool:
    """True for a problem that begins with this line's place, such as file:14:3:."""
    place = problem.split(": ", 1)[0].split(":")
    return len(place) > 2 and place[-2] == str(line)


def _item(
    item: Mapping[str, Any],
    lines: Sequence[Mapping[str, Any]],
    labels: Labels,
    depth: str,
    seal: Mapping[str, Any] | None,
) -> list[str]:
    words = story_words(item["text"], item.get("struck", ""))
    if depth == "sentence":
        return [f"{item['id']}  {' '.join(words.split())}"]
    found = [head(item), *(f"  {text}" for text in words.splitlines())]
    if "order" in item and depth == "everything":
        number, text = item["order"]["line"], item["order"]["text"]
        own = [line for line in lines if item["id"] in line["event"]]
        bare: dict[str, Fact] = {"line": number, "text": text}
        found += [f"  {said}" for line in own or [bare] for said in _order(line, fates=False)]
    if item.get("ruling"):
        found.append(f"  Ruling: {item['ruling']}")
    found += term_lines(item.get("terms", ()), item.get("totals", ()))
    return found + dice_lines(item.get("rolls", ()), labels, lambda name: _source(seal, name))


def _source(seal: Mapping[str, Any] | None, name: str) -> str:
    """What a player can know of the faces of a roll: nothing without a seal."""
    if seal is None:
        return ""
    if name in seal["scripted"]:
        return "typed in by the game master, so that no proof of it is possible"
    return "sealed: pbm verify checks it"


def _order(line: Mapping[str, Any], fates: bool = True) -> list[str]:
    kind = f" ({line['kind']})" if line.get("kind") else ""
    found = [f"Your line {line['line']}{kind}: {line['text']}"]
    if line.get("understood"):
        found.append(f"  understood: {line['understood']}")
    for problem in line.get("problems", ()):
        found += [f"  {text}" for text in problem.splitlines()]
    if fates and not line["event"]:
        found += [f"  {text}" for text in line["fates"] or ("It had no effect.",)]
    return found
