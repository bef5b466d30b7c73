"""The Hit Table: which part of a unit is hit, and by whose choice.

Rule: DV 8.7, DV EHIT, DV EHC, DV EAL. Ambiguity: DV-A52 to DV-A55, DV-A94, DV-A95, DV-A98,
DV-A99, DV-A102.
"""

from collections.abc import Sequence

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.fire.hits import HitsLine
from pbm.games.deltavee.rules.fire import parts
from pbm.games.deltavee.rules.fire.damage import Blow, damaged, no_effect, shot_down, worse
from pbm.games.deltavee.rules.telling import orders_of
from pbm.games.deltavee.state.bands import band
from pbm.games.deltavee.state.hulls import (
    HULL_AND_GRID,
    MODULE,
    MODULES,
    PARTS,
    at_line,
    field_hit,
    modules,
    read_alien,
    reading,
)
from pbm.games.deltavee.state.ratings import class_number
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import FORCE_FIELD, Part, Unit
from pbm.games.deltavee.state.usable import fields
from pbm.kit.tables import EMPTY, table

HITS = table("pbm.games.deltavee", "hits")
ENHANCED = table("pbm.games.deltavee", "hits_enhanced")

CRITICAL = "critical"
# The printed table names no more pods; a ship with more needs the enhanced one.
MOST_PODS = 15


def struck(
    work: PhaseContext,
    unit_id: str,
    *,
    name: Sequence[str],
    rule: str,
    by: str = "",
    owner_chooses: bool = False,
    critical: bool = True,
) -> None:
    """Roll once on the Hit Table for a unit and do the damage; nothing if it is out of play.

    ``name`` are the parts of the roll's name. The unit ``by`` whom it is hit chooses by its
    own lines, a missile's or those of the ship that launched it. With ``owner_chooses`` the
    owner does (or a die, by option ``asteroid.choice``); without ``critical`` a critical hit
    has no effect.
    """
    state: State = work.state
    unit = state.unit(unit_id)
    if not unit.in_play:
        return
    rolls = [work.roll("d10", *name)]
    rolled = rolls[0].total

    def blow() -> Blow:
        return Blow(rule, by, tuple(rolls), rolled, owner_chooses)

    if rolled == 1 and not (critical and unit.revealed):
        why = "a critical hit has no effect here"
        no_effect(work, unit, blow(), why if unit.revealed else _NOTHING)
        return
    if unit.is_missile:
        if rolled <= 2:
            shot_down(work, unit_id, blow())
        else:
            no_effect(work, unit, blow(), _nothing(unit, "a missile is hit by a 1 or 2 alone"))
        return
    listed = _listed(work, unit, name, rolls)
    if not listed:
        printed = not uses_enhanced(work, unit) and reading(unit.klass) == PARTS
        why = "it has no such part" if printed else "no part of it is hit"
        no_effect(work, unit, blow(), _nothing(unit, why))
        return
    if rolled > 1 and listed[0].kind == FORCE_FIELD and len(fields(unit)) > 1:
        for field in _fields(work, name, rolls):
            # Looked up anew, since one die may have hit it twice.
            part = work.state.unit(unit_id).part(field)
            _damage(work, unit, [part], part, blow())
        return
    whole = [part for part in listed if not part.gone]
    if len(whole) < 2:
        _damage(work, unit, listed, (whole or listed)[0], blow())
        return
    part, line = _chosen(work, unit, whole, name, rolls, by=by, owner=owner_chooses)
    order = None if line is None else line.ref
    _damage(work, unit, listed, part, blow(), chosen=True, order=order)


def _damage(
    work: PhaseContext,
    unit: Unit,
    listed: Sequence[Part],
    part: Part,
    blow: Blow,
    *,
    chosen: bool = False,
    order: OrderRef | None = None,
) -> None:
    """Mark the part hit; nothing happens if all that were listed are destroyed already."""
    if part.gone:
        why = f"{' and '.join(one.name for one in listed)} destroyed already"
        no_effect(work, unit, blow, why)
        return
    sharing = modules(work.state, unit) if part.kind == MODULE else (unit,)
    for one in sharing:
        damaged(work, one.id, part.name, blow, chosen=chosen, order=order)


# The same words for whatever an unrevealed unit may be.
_NOTHING = "no effect"


def _nothing(unit: Unit, why: str) -> str:
    return why if unit.revealed else _NOTHING


def uses_enhanced(work: PhaseContext, unit: Unit) -> bool:
    """True if the enhanced Hit Table is used for a unit.

    By option, or where the class has room, or the log boxes, for more pods than the printed
    table names.
    Rule: DV EHIT, DV EHC. Ambiguity: DV-A94.
    """
    if work.options["hit_table"] == "enhanced":
        return True
    if not unit.is_missile and class_number(unit, "pods") > MOST_PODS:
        return True
    return any(pod.box > MOST_PODS for pod in unit.pods)


def _listed(work: PhaseContext, unit: Unit, name: Sequence[str], rolls: list[Roll]) -> list[Part]:
    """The parts the die may have hit, of those the unit has. Ambiguity: DV-A98, DV-A99."""
    row = str(rolls[0].total)
    if uses_enhanced(work, unit):
        names = [_cell(work, unit, row, name, rolls)]
    else:
        names = [str(cell) for cell in HITS.rows[row]]
    how = reading(unit.klass)
    if CRITICAL in names:
        return [part for part in unit.parts if how == PARTS or part.kind != FORCE_FIELD]
    if how == HULL_AND_GRID:
        names = [read_alien(names)]
    if how == MODULES:
        pods = [f"pod {number}" for number in range(1, len(modules(work.state, unit)) + 1)]
        names = [MODULE for one in names if one in pods][:1]
    return [part for wanted in names if (part := at_line(unit, wanted)) is not None]


def _cell(work: PhaseContext, unit: Unit, row: str, name: Sequence[str], rolls: list[Roll]) -> str:
    """The cell of the enhanced table by second dice, rolled again until the part is there.

    It is rolled once if no part of the row is there, or for an alien hull, and not at all for
    a battlecraft, which has nothing but bridge and engine.
    """
    cells = [str(cell) for cell in ENHANCED.rows[row]]
    anything = any(_is_there(unit, cell) for cell in cells)
    if unit.is_battlecraft and not anything and CRITICAL not in cells:
        return EMPTY
    once = not anything or reading(unit.klass) != PARTS
    again = 0
    while True:
        again += 1
        rolls.append(work.roll("d10", *name, f"column {again}"))
        cell = str(ENHANCED.at(row, band(ENHANCED.columns, rolls[-1].total) or ""))
        if once or cell in (EMPTY, CRITICAL) or _is_there(unit, cell):
            return cell


def _is_there(unit: Unit, cell: str) -> bool:
    return cell not in (EMPTY, CRITICAL) and at_line(unit, cell) is not None


def _fields(work: PhaseContext, name: Sequence[str], rolls: list[Roll]) -> list[str]:
    """The fields of a cruiser that are hit, one or more. Rule: DV EHC."""
    found: list[str] = []
    due = 1
    while due:
        rolls.append(work.roll("d10", *name, f"field {len(rolls)}"))
        field = field_hit(rolls[-1].total)
        found += [field] if field else []
        due += 1 if not field else -1
    return found


def _chosen(
    work: PhaseContext,
    unit: Unit,
    whole: Sequence[Part],
    name: Sequence[str],
    rolls: list[Roll],
    *,
    by: str,
    owner: bool,
) -> tuple[Part, HitsLine | None]:
    """The part hit of several that are not destroyed yet, and the line that names it."""
    if not owner:
        after = [worse(part) for part in whole]
        lines = _lines_of(work, by)
        part = parts.attacker_chooses(whole, lines, unit.id, after)
        return part, parts.line_naming(parts.applying_to(lines, unit.id), part)
    if work.options["asteroid.choice"] == "owner":
        own = [line for line in orders_of(work, unit).hits if line.own]
        part = parts.owner_chooses(whole, own)
        return part, parts.line_naming(own, part)
    # Two parts at most: without a critical hit a die never lists more.
    rolls.append(work.roll("d10", *name, "choice"))
    return (whole[0] if rolls[-1].total <= 5 else whole[1]), None


def _lines_of(work: PhaseContext, by: str) -> Sequence[HitsLine]:
    """What an attacker wrote about parts; a missile without such lines follows its ship."""
    if not by:
        return ()
    attacker: Unit = work.state.unit(by)
    lines = orders_of(work, attacker).hits
    if lines or not attacker.mother:
        return lines
    return _lines_of(work, attacker.mother)
