"""Space battles in the story of a turn: each has a section of its own, round after round.

It begins with what the battle came to, if a report of that is there. Battles of which no round
is told, by hand or without a report, stand with the other events of their phase.
Rule: NV REP-07, NV SPC-04.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from pbm.engine.events import Event
from pbm.games.nova.report.battles.battle_words import called
from pbm.packets.narrative import Facts, Shown

OF_ROUNDS = "fight_"
APART = 3  # of so many battles each has a line among the first
Seen = Sequence[tuple[Event, Shown]]


@dataclass(slots=True)
class Told:
    """The events of one battle that stand together, in order."""

    title: str
    shown: list[Shown] = field(default_factory=list)


def is_of_round(shown: Shown) -> bool:
    """True for what happened in a round of a space battle, or as it was set up."""
    return bool(shown["kind"].startswith(OF_ROUNDS))


def ships_of(facts: Facts) -> list[str]:
    """The ships that an event of a round speaks of, by name or counter."""
    told = [*facts.get("all", ()), facts]
    ships = [one[key] for one in told for key in ("by", "to") if one.get(key)]
    ships += [one for one, *_way in facts.get("ships", ()) if one]
    return list(dict.fromkeys(map(called, ships)))


def told_by_rounds(seen: Seen) -> list[Told]:
    """The battles whose rounds are told, in order, each from what it came to.

    For the game master each stands whole first, then as its sides heard of it.
    """
    found: dict[tuple[str, bool], Told] = {}
    whole = any(shown["facts"].get("whole") for _event, shown in seen if is_of_round(shown))
    for _event, shown in seen:
        facts = shown["facts"]
        if is_of_round(shown):
            copy = whole and "whole" not in facts
            title = f"The battle at {facts['system']}"
            title = f"What the sides hear of the battle at {facts['system']}" if copy else title
            found.setdefault((facts["system"], copy), Told(title)).shown.append(shown)
    for _event, shown in reversed(seen):
        place = (shown["facts"].get("system", ""), False)
        if shown["kind"] == "battle" and place in found:
            found[place].shown.insert(0, shown)
    places = list(dict.fromkeys(system for system, _copy in found))
    return [found[one, copy] for one in places for copy in (False, True) if (one, copy) in found]


def by_rounds_told(shown: Sequence[Shown]) -> dict[str, list[str]]:
    """Aliens seen destroyed, by system of the battles that have a line among the first.

    Of more than a few battles none has, so that the first lines stay few.
    """
    found: dict[str, list[str]] = {}
    for one in shown:
        if is_of_round(one):
            facts = one["facts"]
            lost = found.setdefault(facts["system"], [])
            if one["kind"] == "fight_destroyed" and "foe" in facts["to"]:
                lost.append(called(facts["to"]))
    return found if len(found) <= APART else {}


def around(seen: Seen, apart: Collection[str]) -> tuple[Seen, Seen]:
    """The other events: those before the sections of battles, and those behind them.

    Battles stand at the end of their phase; without any, all events are before.
    """
    phases = {event.phase for event, shown in seen if shown["id"] in apart}
    last = max((n for n, (event, _shown) in enumerate(seen) if event.phase in phases), default=-1)
    rest = [(n, one) for n, one in enumerate(seen) if one[1]["id"] not in apart]
    if last < 0:
        return seen, ()
    return [one for n, one in rest if n <= last], [one for n, one in rest if n > last]
