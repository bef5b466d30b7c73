"""What a hit on a part does, at once: its status, what is lost with it, the end of the unit.

Rule: DV 8.8, DV 8.9, DV 11.0. Ambiguity: DV-A42, DV-A56, DV-A57. What a damaged part can
still do is in usable.py and ratings.py.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change, OrderRef, Seen
from pbm.games.deltavee.rules.telling import destroyed
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.energy import emptied_at, left
from pbm.games.deltavee.state.hulls import MODULE
from pbm.games.deltavee.state.ratings import ENERGY_POD
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import (
    BRIDGE,
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    ENGINE,
    LEFT,
    OK,
    PREPARED,
    VULNERABLE,
    Part,
    Unit,
)
from pbm.games.deltavee.state.usable import field_class
from pbm.games.deltavee.view.audience import about, of_side
from pbm.kit.facts import Fact
from pbm.kit.records import Record

# Status after one more hit, by armor.
_WORSE: tuple[Mapping[str, str], ...] = (
    {},
    {OK: DAMAGED, VULNERABLE: DAMAGED},
    {OK: VULNERABLE, VULNERABLE: DAMAGED},
)


class Blow(Record):
    """One hit: by which rule and whom, with which dice of the Hit Table.

    ``rolled`` is the die (0: none was rolled). ``by`` is a unit's id, "" for an asteroid.
    ``owner``: the owner of the unit chose, and what was hit is nobody else's to see.
    """

    rule: str
    by: str = ""
    rolls: Sequence[Roll] = ()
    rolled: int = 0
    owner: bool = False


def worse(part: Part) -> str:
    """The status of a part after one more hit. Rule: DV 8.8."""
    return _WORSE[part.armor].get(part.status, DESTROYED_PART)


def is_wreck(unit: Unit) -> bool:
    """True when bridge, engine and more than half of the pods carried are destroyed.

    Rule: DV 11.0. Ambiguity: DV-A55, DV-A56.
    """
    hull = [part for part in unit.parts if part.kind in (BRIDGE, ENGINE, MODULE)]
    if not hull or not all(part.gone for part in hull):
        return False
    gone = sum(pod.gone for pod in unit.pods)
    return not unit.pods or 2 * gone > len(unit.pods)


def no_effect(work: PhaseContext, unit: Unit, blow: Blow, why: str) -> None:
    """Tell of a hit that does nothing; ``why`` in a phrase."""
    _tell(work, unit, blow, nothing=why)


def shot_down(work: PhaseContext, unit_id: str, blow: Blow) -> None:
    """Destroy a missile, which any hit does. Rule: DV 8.7, DV 8.8."""
    unit = work.state.unit(unit_id)
    _tell(work, unit, blow, after=DESTROYED_PART)
    destroyed(work, unit, rule=_final_rule(unit), why="hits", by=blow.by)


def damaged(
    work: PhaseContext,
    unit_id: str,
    name: str,
    blow: Blow,
    *,
    chosen: bool = False,
    order: OrderRef | None = None,
) -> None:
    """Mark a hit on a part of a unit and do at once all that follows from it.

    ``chosen``: somebody chose the part among several, by the line ``order`` if there is one.
    An enemy may look at the whole log where the option says so (DV-A102).
    KeyError for a part it does not have.
    """
    state: State = work.state
    unit = state.unit(unit_id)
    before = unit.part(name)
    if before is None:
        raise KeyError(name)
    after = replace(before, status=worse(before))
    if unit.revealed or not blow.owner:
        after = replace(after, told=after.status)
    unit = unit.with_part(after)
    if work.options["log_inspection"] == "show log" and any(part.told for part in unit.parts):
        shown = tuple(replace(p, told="" if p.status == OK else p.status) for p in unit.parts)
        unit = replace(unit, parts=shown)
    work.state = state.with_units(unit)
    mark = Change(f"unit/{unit_id}/{name}", before.status, after.status)
    marks = (name, before.status, after.status)
    _tell(work, unit, blow, *marks, chosen=chosen, changes=[mark], order=order)
    _field_falls(work, unit)
    _lose_with(work, unit_id, before, after)
    _end(work, unit_id, blow.by)


def wiped_out(
    work: PhaseContext, unit_id: str, fields: Sequence[str], names: Sequence[str], *, by: str
) -> None:
    """Destroy at once all parts that lie behind destroyed fields of several.

    ``names`` are the parts that are not destroyed yet. Rule: DV EHC Missile Hit Chart.
    """
    unit: Unit = work.state.unit(unit_id)
    before = [part for part in unit.parts if part.name in names]
    after = [replace(part, status=DESTROYED_PART, told=DESTROYED_PART) for part in before]
    for part in after:
        unit = unit.with_part(part)
    work.state = work.state.with_units(unit)
    work.emit(
        "laid_open",
        unit_id,
        rule="DV EHC",
        seen=about(work, unit, "by", "fields", "parts"),
        changes=[Change(f"unit/{unit_id}/{p.name}", p.status, DESTROYED_PART) for p in before],
        unit=unit_id,
        by=by,
        fields=list(fields),
        parts=[part.name for part in after],
    )
    for old, new in zip(before, after, strict=True):
        _lose_with(work, unit_id, old, new)
    _end(work, unit_id, by)


def _lose_with(work: PhaseContext, unit_id: str, before: Part, after: Part) -> None:
    """What a ship loses with a part that is damaged or destroyed now. Rule: DV 8.9."""
    if before.sound and not after.sound:
        _lose_missiles(work, unit_id, after)
        _lose_battlecraft(work, unit_id, after)
    if after.gone and not before.gone and after.kind == ENERGY_POD:
        _lose_energy(work, unit_id, after)


def _end(work: PhaseContext, unit_id: str, by: str) -> None:
    """Take a wreck out of play, and look at victory."""
    unit = work.state.unit(unit_id)
    if is_wreck(unit):
        destroyed(work, unit, rule=_final_rule(unit), why="hits", by=by)
    look(work)


def _final_rule(unit: Unit) -> str:
    # The rule would tell what kind of unit an unrevealed one was.
    if not unit.revealed:
        return "DV 8.0"
    return "DV 8.8" if unit.is_missile else "DV 11.0"


def _tell(
    work: PhaseContext,
    unit: Unit,
    blow: Blow,
    part: str = "",
    before: str = "",
    after: str = "",
    *,
    chosen: bool = False,
    nothing: str = "",
    changes: Sequence[Change] = (),
    order: OrderRef | None = None,
) -> None:
    # An attacker sees what is hit even of a contact: the die itself shows it.
    seen: Seen = about(work, unit, "rolled", "then", "rolls") if blow.owner else PUBLIC
    # The second die of the enhanced table, those for a cruiser's fields.
    more: dict[str, Fact] = {"then": [roll.total for roll in blow.rolls[1:]]}
    work.emit(
        "hit",
        unit.id,
        rule=blow.rule,
        seen=seen,
        rolls=blow.rolls,
        changes=changes,
        order=order,
        unit=unit.id,
        by=blow.by,
        rolled=blow.rolled,
        part=part,
        status_before=before,
        status=after,
        chosen=chosen,
        nothing=nothing,
        **(more if more["then"] else {}),
    )


def _field_falls(work: PhaseContext, unit: Unit) -> None:
    """An active field that cannot be used any more goes down. Ambiguity: DV-A57."""
    if not unit.field_up or field_class(unit):
        return
    work.state = work.state.with_units(replace(unit, field_up=False))
    why = "it was damaged beyond use"
    work.emit("field_fell", unit.id, rule="DV 8.9", unit=unit.id, why=why)


def _lose_missiles(work: PhaseContext, unit_id: str, pod: Part) -> None:
    """The missiles in a pod are lost, those prepared from it too. Rule: DV 8.9."""
    state: State = work.state
    lost = {kind: number for kind, number in pod.stock.items() if number}
    atop = [one.id for one in state.atop(unit_id) if one.is_missile and one.pod == pod.box]
    if not lost and not atop:
        return
    ship = state.unit(unit_id)
    state = state.with_units(ship.with_part(replace(pod, stock=dict.fromkeys(pod.stock, 0))))
    for missile in atop:
        state = out_of_play(state, missile, DESTROYED)
    work.state = state
    work.emit(
        "stock_lost",
        unit_id,
        rule="DV 8.9",
        seen=of_side(work, ship.side),
        unit=unit_id,
        pod=pod.name,
        lost=lost,
        prepared=atop,
    )
    _tell_atop(work, unit_id, len(atop))


def _lose_battlecraft(work: PhaseContext, unit_id: str, pod: Part) -> None:
    """What is in a battlecraft or storage pod, or prepared from it, can never be used again.

    Rule: DV 8.9, DV EHC. Ambiguity: DV-A97.
    """
    state: State = work.state
    held = next((u for u in state.stacked(unit_id) if u.id == pod.holds), None)
    if held is None:
        return
    work.state = out_of_play(state, held.id, LEFT)
    work.emit(
        "battlecraft_lost",
        held.id,
        rule="DV 8.9",
        seen=of_side(work, held.side),
        changes=[Change(f"unit/{held.id}/status", held.status, LEFT)],
        unit=held.id,
        ship=unit_id,
        pod=pod.name,
    )
    _tell_atop(work, unit_id, int(held.status == PREPARED))


def _tell_atop(work: PhaseContext, unit_id: str, lost: int) -> None:
    """Tell everybody that counters atop a ship are gone, as all see how many there are."""
    if lost:
        number = len(work.state.atop(unit_id))
        work.emit("prepared_lost", unit_id, rule="DV 8.9", unit=unit_id, lost=lost, number=number)


def _lose_energy(work: PhaseContext, unit_id: str, pod: Part) -> None:
    """What was left in a destroyed energy pod is spent. Rule: DV 8.9. Ambiguity: DV-A42."""
    unit = work.state.unit(unit_id)
    units = emptied_at(unit, pod) - unit.spent
    if units <= 0:
        return
    emptied = replace(unit, spent=unit.spent + units)
    work.state = work.state.with_units(emptied)
    work.emit(
        "energy_lost",
        unit_id,
        rule="DV 8.9",
        seen=of_side(work, unit.side),
        changes=[Change(f"unit/{unit_id}/spent", unit.spent, emptied.spent)],
        unit=unit_id,
        pod=pod.name,
        units=units,
        left=left(emptied),
    )
