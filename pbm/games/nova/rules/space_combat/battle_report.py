"""The report of a battle to each side, in its own terms.

A side with a ship left gets a whole report. A side without one learns that all contact is lost,
unless the result says that a report got through. An enemy is named only to a side that examined
its wrecks.

Rule: NV REP-06, NV REP-07, NV REP-10, NV REP-21, NV REP-22, NV SPC-47, NV SPC-49, NV MOV-15,
NV CON-09. Ambiguity: NV A-REP-RANGE, NV A-TC-GARBLE, NV A-CON-EXAMINE, NV A-ACL-DEST.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.results.result_records import BattleSetting, Result
from pbm.games.nova.rules.results.result_words import FULL, SILENT
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.letters import COUNTING
from pbm.games.nova.state.state import Passage, Ship
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.view.labels import label
from pbm.kit.facts import Fact
from pbm.kit.records import Record

Pairs = Sequence[tuple[str, str]]


class Fought(Record):
    """A battle that is over.

    ``before``: its ships as they were, by id; ``fates``: destroyed, captured, retreats or ""
    by id; ``won``: won, lost or "" by empire; ``tried``: activity orders by id.
    """

    place: BattleSetting
    pairs: Pairs
    result: Result
    before: Mapping[str, Ship]
    fates: Mapping[str, str]
    won: Mapping[str, str]
    tried: Mapping[str, Sequence[str]]


def tell_battle(work: PhaseContext, draft: Draft, fought: Fought, empire: str) -> str:
    """Report a battle as one side may know it; gives the kind of its report.

    Rule: NV SPC-47, NV SPC-49.
    """
    result, before, fates = fought.result, fought.before, fought.fates
    system = fought.place.system
    own = {id: ship for id, ship in before.items() if ship.owner == empire}
    lived = any(fates[id] in ("", "retreats") for id in own)
    report = result.reports.get(empire, FULL if lived else SILENT)
    if report == SILENT:
        _contact_lost(work, draft, system, empire, before)
        return report
    enemies = [one for both in fought.pairs for one in both if empire in both and one != empire]
    facts: dict[str, Fact] = {"report": report, "system": system}
    if report == FULL:
        facts["rounds"] = result.heard.get(empire, result.rounds)
        facts["outcome"] = fought.won.get(empire, "")
        facts["against"] = _against(draft, empire, enemies, fought)
        if not lived and facts["rounds"] < result.rounds:  # it breaks off: the rest is unknown
            facts["outcome"] = "lost"
            fates = dict.fromkeys(own, "destroyed")
        facts["own"] = [_own(draft, id, ship, fates[id], result) for id, ship in own.items()]
        for id in own.keys() & draft.passages.keys():
            draft.passed(id, replace(draft.passages[id], reported=True))
    else:
        facts["own"] = [_silent(draft, before, ship) for ship in own.values()]
        facts["aliens"] = sum(before[id].owner in enemies for id in _noticed(fought, empire))
    work.emit_to("battle", empire, system, rule="NV REP-07", **facts)
    return report


def _contact_lost(
    work: PhaseContext, draft: Draft, system: str, empire: str, before: Mapping[str, Ship]
) -> None:
    """Report all contact lost: not the battle's course, nor its place where unknown.

    Ships that were stopped on their way are reported lost at their destination.
    """
    places: dict[str, list[Fact]] = {}
    for ship in before.values():
        if ship.owner == empire:
            where = _thought(system, _passage(draft, before, ship))
            places.setdefault(where, []).append(_silent(draft, before, ship))
    for where, ships in places.items():
        work.emit_to(
            "battle", empire, where, rule="NV REP-06", report=SILENT, system=where, own=ships
        )


def _passage(draft: Draft, before: Mapping[str, Ship], ship: Ship) -> Passage | None:
    """How a ship, or its carrier, came to the battle; None if it did not move."""
    while ship.carrier:
        ship = before[ship.carrier]
    return draft.passages.get(ship.id)


def _thought(system: str, passage: Passage | None) -> str:
    """Where an empire believes its silent ship to be; "" for an unseen place.

    A ship that jumped is believed to be where its route leads, whether it got there or not.
    Rule: NV MOV-15. Ambiguity: NV A-ACL-DEST.
    """
    return system if passage is None else passage.planned


def _against(draft: Draft, viewer: str, enemies: Sequence[str], fought: Fought) -> list[Fact]:
    """Enemies by the viewer's names for them; those it cannot tell apart together.

    How many had jumped in (JI), and what those that are gone had tried to do (TT?).
    Rule: NV REP-02, NV REP-07. Ambiguity: NV A-ALIEN-ACTS.
    """
    found: dict[str, dict[str, Fact]] = {}
    for enemy in enemies:
        who = label(draft, viewer, enemy) if (viewer, enemy) in fought.result.knows else "alien"
        counts = found.setdefault(who, {**_NONE, "tried": []})
        for id, fate in _noticed(fought, viewer).items():
            if fought.before[id].owner == enemy:
                counts["ships"] += 1
                counts["jumped_in"] += id in draft.passages
                if fate:
                    counts[fate] += 1
                    acts = {*counts["tried"], *fought.tried.get(id, ())}
                    counts["tried"] = sorted(acts.intersection(COUNTING))
    return [{"who": who, **counts} for who, counts in found.items()]


_NONE = {"ships": 0, "destroyed": 0, "captured": 0, "retreats": 0, "jumped_in": 0}


def _noticed(fought: Fought, viewer: str) -> Mapping[str, str]:
    """Outcomes of the ships a side saw; by hand, of all ships not aboard others."""
    stood = {id: fought.fates[id] for id, ship in fought.before.items() if not ship.carrier}
    return fought.result.noticed.get(viewer, stood)


def _own(draft: Draft, id: str, ship: Ship, fate: str, result: Result) -> Fact:
    """An own ship after a battle with a report."""
    lost = result.damage.get(id, Damage())
    after = draft.ships.get(id)
    return {
        "ship": ship.name,
        "klass": ship.klass,
        "fate": fate,
        "to": after.retreat.to if after is not None and after.retreat is not None else "",
        "armour": lost.armour,
        "structure": lost.structure,
        "parts": dict(lost.parts),
        "cargo": dict(result.cargo.get(id, {})),
    }


def _silent(draft: Draft, before: Mapping[str, Ship], ship: Ship) -> Fact:
    """A ship with which contact is lost: its start, and the line it set out by."""
    passage = _passage(draft, before, ship)
    return {
        "ship": ship.name,
        "klass": ship.klass,
        "start": passage.start if passage is not None else "",
        "letters": list(passage.letters[:1]) if passage is not None else [],
    }
