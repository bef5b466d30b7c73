"""What happened in a battle, as events in each side's own terms, once it is known who hears of it.

Own ships go by their names, all others by the counters of the side's own map. A side without a
report gets nothing; one whose report breaks off hears no more than the rounds it covers.

Rule: NV SPC-13, NV SPC-47 to NV SPC-49, NV SPC-52, NV REP-07, NV REP-22.
Ambiguity: NV A-TC-TIME, NV A-REP-RANGE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from pbm.event import Fact, only
from pbm.nova.fighting.arena import Battle
from pbm.nova.fighting.notes import Note
from pbm.nova.fighting.outcome import heard_until, reports
from pbm.nova.result_words import FULL
from pbm.turn import Work

RULES: Mapping[str, str] = {
    "placed": "NV SPC-06",
    "launched": "NV SPC-11",
    "picked_up": "NV SPC-11",
    "left_out": "NV SPC-11",
    "switched": "NV SPC-30",
    "sensors": "NV SPC-15",
    "probed": "NV SPC-14",
    "screened": "NV SPC-16",
    "moved": "NV SPC-09",
    "wasted": "NV SPC-18",
    "volley": "NV SPC-20",
    "struck": "NV SPC-33",
    "blow_up": "NV SPC-35",
    "destroyed": "NV SPC-33",
    "critical": "NV SPC-38",
    "shields": "NV SPC-40",
    "cycle": "NV SPC-41",
    "jumped": "NV SPC-41",
    "captured": "NV SPC-46",
    "communicator": "NV SPC-48",
    "apart": "NV SPC-44",
    "ended": "NV SPC-04",
}
# Of these all of one step stand in one event: they are many, and each says little.
TOGETHER = ("placed", "switched", "probed", "screened", "struck", "shields", "cycle")

Shown = Callable[[str], Fact]


def tell_battle_rounds(work: Work, battle: Battle, notes: Iterable[Note]) -> None:
    """Events of a battle that is over, for each side as far as a report of it came."""
    listed = list(notes)
    heard = reports(battle)
    for empire in battle.sides:
        if heard[empire] == FULL:
            until = heard_until(battle, empire)
            tell_rounds(work, battle, [one for one in listed if one.round <= until], empire)


def tell_rounds(work: Work, battle: Battle, notes: Iterable[Note], empire: str) -> None:
    """Events of what one side perceives of these notes, in their order."""
    shown = names_for(battle, empire)
    mine = [one for one in notes if empire in one.seen]
    for (kind, _round), group in groupby(mine, lambda one: (one.kind, one.round)):
        if kind in TOGETHER:
            _tell(work, battle, empire, shown, list(group))
        else:
            for note in group:
                _tell(work, battle, empire, shown, [note])


def names_for(battle: Battle, empire: str) -> Shown:
    """What one side calls a fighter: ``{"own": name}``, ``{"foe": counter}``, {} if unseen."""
    seen = battle.seen[empire]

    def shown(id: str) -> Fact:
        fighter = battle.fighters[id]
        if fighter.owner == empire:
            return {"own": fighter.name}
        return {"foe": seen[id].number} if id in seen else {}

    return shown


def _tell(work: Work, battle: Battle, empire: str, shown: Shown, notes: list[Note]) -> None:
    """One event of like notes; one note alone has its facts beside who did what to whom."""
    first = notes[0]
    facts = _facts(first, shown)
    if first.kind in TOGETHER:
        facts = {"all": [_facts(one, shown) for one in notes]}
    rolls = {roll.name: roll for one in notes for roll in one.rolls}
    work.emit(
        f"fight_{first.kind}",
        empire,
        battle.system,
        rule=RULES[first.kind],
        seen=only(empire),
        rolls=tuple(rolls.values()),
        terms=first.terms,
        system=battle.system,
        round=first.round,
        step=first.step,
        **facts,
    )


def _facts(note: Note, shown: Shown) -> dict[str, Fact]:
    facts: dict[str, Fact] = dict(note.facts)
    if note.kind == "moved":
        facts["ships"] = [[shown(id), *moved] for id, moved in note.facts["ships"].items()]
    if note.kind == "captured":
        del facts["captor"]
    if note.by:
        facts["by"] = shown(note.by)
    if note.to:
        facts["to"] = shown(note.to)
    return facts
