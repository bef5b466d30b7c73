"""What changed in a corrected report, and why: the comparison that its reader sees first.

It is made once, when a turn is run again, from the reader's own packets before and after, so that
it holds nothing they may not know; it is kept with the turn. Report, packet and mail show it, and
the game master's preview shows it for every player.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import json, to_builtins

from pbm.engine.events import canonical, canonical_bytes
from pbm.kit.facts import Fact
from pbm.kit.records import Record
from pbm.packets.build import Packet
from pbm.packets.diff import FactChange, PacketDifference, Sentence, is_alike
from pbm.packets.explain_lookup import label, names_in
from pbm.packets.record import CauseOfChange, Change

# Changes that a page or a mail lists; packet.json has them all.
MOST_SHOWN = 60
_MOST_PARTS = 6  # of a thing that is listed in a line
_NAMES = ("designation", "kind", "label", "name", "number")  # that a thing is listed by
# Words at the beginning of a sentence that need not be said twice.
_LEAST_ALIKE = 8
# Headings of sentences that only repeat what changed elsewhere.
RULINGS = "Rulings"
_REPEATED = ("Summary", RULINGS)
TOGETHER = "Changed by several of these together"
ELSE = "What else changed"
UNSEEN = "The game master made a correction that your report does not show"


class Cause(Record):
    """A new or withdrawn ruling, or a late sheet, for the readers in ``seen``.

    ``is_earlier``: of a turn before the report's own, which lists it only where it changed
    something.
    """

    cause: str
    reason: str = ""
    seen: tuple[str, ...] = ()
    is_earlier: bool = False


# Each player's causes.
Corrections = Mapping[str, tuple[CauseOfChange, ...]]


def corrections_bytes(found: Corrections) -> bytes:
    """Write correction.json, which is kept with the turn."""
    return canonical_bytes(to_builtins(found)) + b"\n"


def read_corrections(data: bytes | None) -> Corrections:
    """Read correction.json; a turn without it was not corrected."""
    if data is None:
        return {}
    return json.decode(data, type=dict[str, tuple[CauseOfChange, ...]])


# A cause, and what differs in a player's report where it alone is new.
Effect = tuple[Cause, PacketDifference | None]


def correction(
    found: PacketDifference,
    old: Packet | None,
    new: Packet,
    effects: Sequence[Effect],
    together: PacketDifference | None = None,
    others: PacketDifference | None = None,
    *,
    words: Mapping[str, str],
) -> tuple[CauseOfChange, ...]:
    """Group the differences of a player's report by the causes that they may know.

    A difference stands under the one cause that makes it alone, else behind them if it is in
    ``together`` and not in ``others``: what differs where all of these causes are new, and where
    all others are. Causes that the reader may not know of leave no trace but what they change.
    ``words`` name facts, see ``Ruleset.fact_words``.
    """
    player = new["player"]["id"]
    names = names_in([(old or {}).get("known", {}), new["known"]], {})
    known = [(cause, _marks(alone)) for cause, alone in effects if player in cause.seen]
    of_several = _marks(together) - _marks(others) if known else set()
    several = 0 if len(known) == 1 else -2
    heads = [cause for cause, _marks_of in known]
    heads += [Cause(TOGETHER, is_earlier=True), Cause(ELSE, is_earlier=True)]
    groups: list[list[Change]] = [[] for _head in heads]
    for change, mark in _changes(found, names, words):
        if known and change.about == RULINGS:  # its cause is there already
            continue
        by = [at for at, (_cause, alone) in enumerate(known) if mark in alone]
        place = by[0] if len(by) == 1 else several if mark in of_several else -1
        groups[place].append(change)
    if not known:
        heads[-1] = Cause(UNSEEN)
    shown = [
        (cause, changes)
        for cause, changes in zip(heads, groups, strict=True)
        if changes or not cause.is_earlier
    ]
    return tuple(
        CauseOfChange(cause=cause.cause, reason=cause.reason.rstrip("."), changes=changes)
        for cause, changes in shown or [(cause, []) for cause in heads[:-2]]
    )


def _marks(alone: PacketDifference | None) -> set[str]:
    """Marks of everything that a cause alone changes."""
    return {mark for _change, mark in _changes(alone, {}, {})} if alone else set()


def _changes(
    found: PacketDifference, names: Mapping[str, Sequence[str]], words: Mapping[str, str]
) -> Iterator[tuple[Change, str]]:
    """The changes of a report, each with a mark: what is changed, in its new form."""
    labels = {called[0]: label(called) for called in names.values()}
    for fact in [one for one in found.facts if not _is_of_a_list(one)] or found.facts:
        now = fact.new if fact.new is not None else [fact.old]
        yield _of_fact(fact, labels, names, words), canonical([["fact", *fact.path], now])
    for old, new in _sentences(found):
        *_, (sign, one) = ((sign, one) for sign, one in (("-", old), ("+", new)) if one)
        yield _change(old, new), canonical([sign, one.heading, one.text])


def _is_of_a_list(fact: FactChange) -> bool:
    """True for another value at a place of a list, such as a hex of a ship's way."""
    return fact.path[-1].isdigit() and fact.old is not None and fact.new is not None


def correction_lines(causes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Print the causes of a packet, each with its changes, in lines without a mark."""
    left = MOST_SHOWN
    for one in causes:
        because = f", because {one['reason']}" if one["reason"] else ""
        yield f"{one['cause']}{because}."
        for change in one["changes"][:left]:
            yield f"  {_line(change)}"
        left = max(0, left - len(one["changes"]))
    more = sum(len(one["changes"]) for one in causes) - MOST_SHOWN
    if more > 0:
        yield f"  and {more} more, all in packet.json"


def _line(change: Mapping[str, str]) -> str:
    about, before, now = change["about"], change["before"], change["now"]
    if not before:
        return f"{about}: {now} (new)"
    return f"{about}: {now}; was: {before}" if now else f"{about}: no longer: {before}"


def _sentences(found: PacketDifference) -> Iterator[tuple[Sentence | None, Sentence | None]]:
    """The changed sentences, an old one with its new form."""
    told = [one for one in found.told if one[1].heading not in _REPEATED]
    if not told and not found.facts:
        told = list(found.told)
    waiting: Sentence | None = None
    for sign, one in told:
        if waiting is not None and sign == "+" and _is_pair(waiting, one):
            yield waiting, one
            waiting = None
            continue
        if waiting is not None:
            yield waiting, None
        waiting = one if sign == "-" else None
        if sign == "+":
            yield None, one
    if waiting is not None:
        yield waiting, None


def _is_pair(old: Sentence, new: Sentence) -> bool:
    return old.heading == new.heading and is_alike(old, new)


def _change(old: Sentence | None, new: Sentence | None) -> Change:
    about = next(one.heading for one in (new, old) if one)
    before, now = (f"{one.place}{one.text}".removesuffix(".") if one else "" for one in (old, new))
    return Change(about=about, before=_where_it_differs(before, now), now=now)


def _where_it_differs(before: str, now: str) -> str:
    """The earlier form of a sentence, without a long beginning that is the same now.

    >>> _where_it_differs("A fires its laser at B in 0203: rolled 5: hit",
    ...                   "A fires its laser at B in 0203: rolled 99: miss")
    '... rolled 5: hit'
    """
    old, new = before.split(" "), now.split(" ")
    same = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), 0)
    return before if same < _LEAST_ALIKE else " ".join(["...", *old[same - 1 :]])


def _of_fact(
    change: FactChange,
    labels: Mapping[str, str],
    names: Mapping[str, Sequence[str]],
    words: Mapping[str, str],
) -> Change:
    path = [_of_side(word, names) for word in change.path]
    if len(path) > 1 and (change.path[1] in labels or path[1] != change.path[1]):
        path = path[1:]  # the name of a thing says what list it is in
    elif len(path) > 1 and path[1].isdigit() and path[0].endswith("s"):
        path = [f"{path[0].removesuffix('s')} {path[1]}", *path[2:]]
    about = ", ".join(labels.get(word) or _named(word, words) for word in path)
    before, now = (
        "" if value is None else _short(value, names, words, about)
        for value in (change.old, change.new)
    )
    return Change(about=about, before=before, now=now)


def _of_side(word: str, names: Mapping[str, Sequence[str]]) -> str:
    """A thing whose designation another side uses too, with the name of its side."""
    name, of, side = word.rpartition(" of side ")
    return f"{name} of {names.get(side, [side])[-1]}" if of else word


def _named(fact: str, words: Mapping[str, str]) -> str:
    return words.get(fact, fact.replace("_", " "))


def _short(
    value: Fact,
    names: Mapping[str, Sequence[str]],
    words: Mapping[str, str],
    about: str = "",
) -> str:
    """A fact in words; of the thing that it is about a few parts, without what says nothing."""
    if isinstance(value, Mapping):
        parts = [
            f"{_named(key, words)} {said}"
            for key, part in value.items()
            if key != "id" and part not in ("", None, False, 0, -1)
            if (said := _short(part, names, words)) != "nothing"
            if key not in _NAMES or said not in about
        ]
        more = len(parts) - _MOST_PARTS
        if about and more > 1:
            parts[_MOST_PARTS:] = [f"and {more} more"]
        text = ", ".join(parts) or ("listed" if about else "")
    elif isinstance(value, list):
        text = ", ".join(_short(part, names, words) for part in value)
    elif isinstance(value, bool):
        text = "yes" if value else "no"
    else:
        text = label(names[value]) if isinstance(value, str) and value in names else str(value)
    return text or "nothing"
