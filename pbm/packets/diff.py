"""Compare two packets of a player, in the words in which they read them.

`pbm.packets.correction` says what caused them. A difference in bytes alone (the number of the
sending, the time of the run) does not count.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any

from pbm.kit.facts import Fact
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.overtaken import story_words

# Fields that differ between two sendings, or two versions of the program.
_SENDING = ("previous", "corrected", "correction", "made", "versions")
# The least similarity of a sentence and its new form.
_ALIKE = 0.6
_PLACE = re.compile(r"[^\n]*?:(?P<line>\d+):\d+: ")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence under its heading; its ``place`` and ``event`` do not count in comparisons."""

    heading: str
    text: str
    place: str = field(default="", compare=False)
    event: str = field(default="", compare=False)


class FactChange(Record):
    """A changed fact: its old and new value, None where there is none."""

    path: tuple[str, ...]
    old: Fact
    new: Fact


class PacketDifference(Record):
    """The differences between a player's new packet of a mailing and the old one.

    ``told`` are sentences with their headings, each with ``-`` (gone) or ``+`` (new), ``facts`` the
    facts outside sentences, ``parts`` the parts of the packet that differ.
    """

    mailing: str
    told: tuple[tuple[str, Sentence], ...]
    facts: tuple[FactChange, ...]
    parts: tuple[str, ...]


def difference(
    mailing: str, old: Packet | None, new: Packet, repeated: Collection[str] = ()
) -> PacketDifference | None:
    """The differences between two packets of a player, or None; ``old`` may be None.

    ``repeated`` are facts that say again what others do; see ``Ruleset.repeated``.
    """
    before: Packet = old or {}
    keys = [key for key in new if key not in _SENDING and before.get(key) != new[key]]
    keys += [key for key in before if key not in _SENDING and key not in new]
    if not keys:
        return None
    told = tuple(_compared(_told(before), _told(new)))
    facts: tuple[FactChange, ...] = ()
    if old is not None:
        facts = tuple(_changes((), _facts(old, repeated), _facts(new, repeated)))
    return PacketDifference(mailing, told, facts, tuple(keys))


def _facts(packet: Packet, repeated: Collection[str]) -> dict[str, Fact]:
    """The facts of a packet outside its sentences, without those that repeat others."""
    due = [f"for turn {one['mailing']}" for one in packet["next"]]
    known = {
        name: _without(fact, name, repeated)
        for name, fact in packet["known"].items()
        if name not in ("turn", "winner")
    }
    return {"orders due": due, "options": packet["options"], **known}


def _without(fact: Fact, of: str, repeated: Collection[str]) -> Fact:
    if isinstance(fact, Mapping):
        return {
            name: _without(part, of, repeated)
            for name, part in fact.items()
            if f"{of}/{name}" not in repeated
        }
    return [_without(part, of, repeated) for part in fact] if isinstance(fact, list) else fact


def _told(packet: Packet) -> list[Sentence]:
    """The sentences of a packet that hold, in the order of the report."""
    found = [Sentence("Summary", str(line)) for line in packet.get("summary", ())]
    story: set[str] = set()
    for section in packet.get("story", ()):
        for item in section["items"]:
            title = "Rulings" if item["kind"] == "ruling" else str(section["title"])
            story.add(story_words(item["text"], item.get("struck", "")))
            if "struck" not in item:
                found.append(Sentence(title, _with_dice(item), event=item.get("event", "")))
    for post in packet.get("messages", ()):
        way = "to" if post["sent"] else "from"
        fate = f"not delivered, {post['refused']}: " if post["refused"] else ""
        found.append(Sentence("Messages", f"{way} {post['name']}: {fate}{post['text']}"))
    also = [(f"Your {one['kind']} sheet", one) for one in packet.get("also", ())]
    for title, sheet in [("Your sheet", packet), *also]:
        found += [_line(title, line, story) for line in sheet.get("orders", ())]
        found += [_problem(title, text) for text in sheet.get("problems", ())]
    return found


def _with_dice(item: Mapping[str, Any]) -> str:
    """A sentence of the story, with its dice where it does not show them all."""
    text, dice = str(item["text"]), [str(face) for roll in item["rolls"] for face in roll["faces"]]
    if Counter(dice) <= Counter(re.findall(r"\d+", text)):
        return text
    return f"{text.removesuffix('.')} (dice {', '.join(dice)})"


def _line(title: str, line: Mapping[str, Any], story: set[str]) -> Sentence:
    """An order line, with its outcomes as far as the story does not mention them."""
    fates = [f"[{fate}]" for fate in line["fates"] if fate not in story]
    return Sentence(title, " ".join([line["text"], *fates]), f"line {line['line']}: ")


def _problem(title: str, text: str) -> Sentence:
    """A problem by its first line, since the text below may count other lines."""
    first = text.partition("\n")[0]
    place = _PLACE.match(first)
    if place is None:
        return Sentence(title, first)
    return Sentence(title, first[place.end() :], f"on line {place['line']}: ")


def _compared(old: Sequence[Sentence], new: Sequence[Sentence]) -> Iterator[tuple[str, Sentence]]:
    """The sentences gone and new under each heading, similar ones in pairs."""
    ours, theirs = (list(dict.fromkeys(one.heading for one in side)) for side in (old, new))
    headings = [
        heading
        for _tag, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
        for heading in (*ours[a:b], *theirs[c:d])
    ]
    for heading in dict.fromkeys(headings):
        one, other = ([told for told in side if told.heading == heading] for side in (old, new))
        for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            if tag == "equal":
                continue
            for pair in _pairs(one[a:b], other[c:d]):
                yield from ((sign, told) for sign, told in zip("-+", pair, strict=True) if told)


def _pairs(
    gone: Sequence[Sentence], come: Sequence[Sentence]
) -> Iterator[tuple[Sentence | None, Sentence | None]]:
    """Pair each sentence with its new form, by place or event; what is new alone is last."""
    if len(gone) == len(come) and all(map(is_alike, gone, come)):
        yield from zip(gone, come, strict=True)
        return
    left = list(come)
    for told in gone:
        place = next((at for at, one in enumerate(left) if _is_same(told, one)), None)
        yield told, None if place is None else left.pop(place)
    yield from ((None, told) for told in left)


def _is_same(one: Sentence, other: Sentence) -> bool:
    """True of sentences on one event, or on one line of a sheet."""
    mark = one.event or one.place
    return bool(mark) and mark == (other.event or other.place)


def _subject(told: Sentence) -> list[str]:
    """The words with which a sentence names what it is about: those without a small letter."""
    return list(takewhile(lambda word: not word[0].islower(), told.text.split()))


def is_alike(one: Sentence, other: Sentence) -> bool:
    """True where one sentence is a new form of the other: of one event, or about the same thing."""
    if _is_same(one, other):
        return True
    if _subject(one) != _subject(other):
        return False
    matcher = SequenceMatcher(None, one.text, other.text, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def _changes(path: tuple[str, ...], old: Fact, new: Fact) -> Iterator[FactChange]:
    """Every fact that differs, as deep as both sides have the same parts."""
    if old == new:
        return
    sides = _by_name(old, new)
    if sides is not None:
        ours, theirs = sides
        for name in dict.fromkeys((*ours, *theirs)):
            yield from _changes((*path, name), ours.get(name), theirs.get(name))
    elif isinstance(old, list) and isinstance(new, list):
        gone, come = ([one for one in a if one not in b] for a, b in ((old, new), (new, old)))
        yield from (FactChange(path, one, None) for one in gone)
        yield from (FactChange(path, None, one) for one in come)
        if not (gone or come):  # another order, or one more of the same
            yield FactChange(path, old, new)
    else:
        yield FactChange(path, old, new)


def _by_name(old: Fact, new: Fact) -> tuple[Mapping[str, Fact], Mapping[str, Fact]] | None:
    """The parts of both by the same names: their own, or their positions."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return old, new
    if not (isinstance(old, list) and isinstance(new, list)):
        return None
    for keys in _NAMES:
        ours, theirs = ([_name(part, keys) for part in side] for side in (old, new))
        if all(all(side) and len(set(side)) == len(side) for side in (ours, theirs)):
            break
    else:
        if len(old) != len(new):
            return None
        ours = theirs = [str(place) for place in range(1, len(old) + 1)]
    return dict(zip(ours, old, strict=True)), dict(zip(theirs, new, strict=True))


# Keys that name the parts of a list: the first that distinguishes all of them.
_NAMES = (
    ("designation",),
    ("designation", "side"),
    *(("event",), ("key",), ("label",), ("name",), ("mailing",), ("line",)),
    *(("kind",), ("number",), ("id",)),
)


def _name(part: Fact, keys: Sequence[str]) -> str:
    """A part by its values of these keys (``B1``, ``B1 of side 2``), or ""."""
    if not isinstance(part, Mapping) or not all(part.get(key) for key in keys):
        return ""
    first, *more = keys
    return " of ".join([str(part[first]), *(f"{key} {part[key]}" for key in more)])
