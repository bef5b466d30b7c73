"""Events of a battle in each side's own terms.

They are made once it is known which sides hear of it. Own ships go by their names, all others by
the counters of the side's own map. A side without a report gets nothing; one whose report breaks
off hears only of the rounds it covers. The game master alone also gets the whole battle, every
ship by its name and empire.

Rule: NV SPC-13, NV SPC-47 to NV SPC-49, NV SPC-52, NV REP-07, NV REP-22.
Ambiguity: NV A-TC-TIME, NV A-REP-RANGE.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from pbm.engine.events import only
from pbm.engine.subtask import SubtaskContext
from pbm.games.nova.rules.results.result_words import FULL
from pbm.games.nova.rules.space_combat.fire.gunnery import LASERS
from pbm.games.nova.rules.space_combat.outcome import heard_until, reports
from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.kit.facts import Fact

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
# Notes of these kinds are joined, one event per step: they are many, and each says little.
TOGETHER = ("placed", "switched", "probed", "screened", "shields", "cycle")

# Facts hidden from the ship that is fired at: names on the attacker's chart, which would show what
# else it has; for all weapons but lasers their size and the terms of their chance to hit.
HIDDEN = ("weapons", "missile")
HIDDEN_OF_OTHERS = ("size", "percent", "shift", "left")

Shown = Callable[[str], Fact]


def tell_battle_rounds(
    work: SubtaskContext, battle: Battle, notes: Iterable[BattleNote], names: Mapping[str, str]
) -> None:
    """Emit the events of a finished battle to each side, as far as its report reaches.

    ``names``: the names of its empires, for the game master.
    """
    listed = list(notes)
    heard = reports(battle)
    for empire in battle.sides:
        if heard[empire] == FULL:
            until = heard_until(battle, empire)
            tell_rounds(work, battle, [one for one in listed if one.round <= until], empire)
    tell_whole(work, battle, listed, names)


def tell_rounds(
    work: SubtaskContext, battle: Battle, notes: Iterable[BattleNote], empire: str
) -> None:
    """Emit events for the notes that one side perceives, in their order."""
    shown = names_for(battle, empire)
    mine: list[BattleNote] = []
    announced: set[int] = set()
    for one in notes:
        # The use of sensors is announced once: not how many others use them.
        again = one.kind == "sensors" and one.round in announced
        if empire in one.seen and not again:
            mine.append(one)
            announced |= {one.round} if one.kind == "sensors" else set()
    for group in _heaps(mine):
        _tell(work, battle, empire, shown, group)


def tell_whole(
    work: SubtaskContext, battle: Battle, notes: Iterable[BattleNote], names: Mapping[str, str]
) -> None:
    """Emit the events of a whole battle for the game master alone, each once."""

    def shown(id: str) -> Fact:
        fighter = battle.fighters[id]
        return {"ship": fighter.name, "of": names[fighter.owner]}

    for group in _heaps(_once(notes)):
        _tell(work, battle, "", shown, group)


def _heaps(notes: Sequence[BattleNote]) -> Iterator[list[BattleNote]]:
    """Group notes of one kind and round for one event; a volley gets its damage."""
    paired: list[BattleNote] = []
    for one in notes:
        if one.kind == "struck":  # follows its volley
            paired[-1] = replace(paired[-1], facts={**paired[-1].facts, "struck": one.facts})
        else:
            paired.append(one)
    for (kind, _round), group in groupby(paired, lambda one: (one.kind, one.round)):
        if kind in TOGETHER:
            yield list(group)
        else:
            yield from ([one] for one in group)


def _once(notes: Iterable[BattleNote]) -> list[BattleNote]:
    """Join notes that report the same thing to several sides separately."""
    found: list[BattleNote] = []
    places: dict[tuple[str, int, str], int] = {}
    for one in notes:
        if one.kind == "sensors":
            continue
        key = (one.kind, one.round, one.to)
        if one.kind not in ("moved", "blow_up") or key not in places:
            places[key] = len(found)
            found.append(one)
            continue
        first = found[places[key]]
        facts = {**first.facts, **one.facts}
        if one.kind == "moved":
            facts["ships"] = {**first.facts["ships"], **one.facts["ships"]}
        found[places[key]] = replace(first, facts=facts)
    return found


def names_for(battle: Battle, empire: str) -> Shown:
    """A side's name for a fighter: ``{"own": name}``, ``{"foe": counter}`` or {}."""
    seen = battle.seen[empire]

    def shown(id: str) -> Fact:
        fighter = battle.fighters[id]
        if fighter.owner == empire:
            return {"own": fighter.name}
        return {"foe": seen[id].number} if id in seen else {}

    return shown


def _tell(
    work: SubtaskContext, battle: Battle, empire: str, shown: Shown, notes: list[BattleNote]
) -> None:
    """Emit one event for notes of one kind; a single note's facts go into the event.

    Without an empire the event is for the game master.
    """
    first = notes[0]
    facts: dict[str, Fact]
    if first.kind in TOGETHER:
        facts = {"all": [_facts(one, shown) for one in notes]}
    else:
        facts = _facts(first, shown)
    if not empire:
        facts["whole"] = True
    rolls = {roll.name: roll for one in notes for roll in one.rolls}
    work.emit(
        f"fight_{first.kind}",
        empire,
        battle.system,
        f"r{first.round}",
        rule=RULES[first.kind],
        seen=only(empire) if empire else only(),
        rolls=tuple(rolls.values()),
        terms=() if "mode" in facts and "size" not in facts else first.terms,
        system=battle.system,
        round=first.round,
        step=first.step,
        **facts,
    )


def _facts(note: BattleNote, shown: Shown) -> dict[str, Fact]:
    facts: dict[str, Fact] = dict(note.facts)
    if note.kind == "moved":
        facts["ships"] = [[shown(id), *moved] for id, moved in note.facts["ships"].items()]
    if note.kind == "captured":
        del facts["captor"]
    if note.by:
        facts["by"] = shown(note.by)
    if note.to:
        facts["to"] = shown(note.to)
    if facts.get("cause") == "bomb" and "foe" in facts["to"]:
        facts["cause"] = "blow-up"  # the contents of an alien's hold are not seen
    if note.kind == "volley":
        facts["shots"] = len(facts["weapons"])
        if not facts["by"] or "foe" in facts["by"]:
            for hidden in HIDDEN if facts["mode"] in LASERS else (*HIDDEN, *HIDDEN_OF_OTHERS):
                facts.pop(hidden, None)
    return facts
