"""Technology, ship designs and missile designs before turn 1, paid in tech points.

Rule: NV SET-11, NV SET-12, NV SET-29 to NV SET-34, NV TEC-47, NV TEC-48, NV DSN-22.
Ambiguity: NV A-TECH-FREE, NV A-TP-ROUND, NV A-TP-DESIGN-0.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.rules import telling
from pbm.games.nova.state.amounts import amount_text, left_out
from pbm.games.nova.state.design import Design, figures, new_design_tp
from pbm.games.nova.state.legality import faults, missile_faults, with_intrinsic_tc
from pbm.games.nova.state.missiles import RESEARCH_TP, MissileDesign
from pbm.games.nova.state.orders.designs import Pregame
from pbm.games.nova.state.presets import PRESETS
from pbm.games.nova.state.technology import (
    FREE_LEVELS,
    MCR_OF_TP,
    level_of,
    pregame_mcr,
    tech_points,
)
from pbm.games.nova.state.working_state import Draft
from pbm.kit.text import folded

Thing = Design | MissileDesign
Price = tuple[str, int]  # what it is, and its tech points


def levels_of(work: PhaseContext, empire: str, pregame: Pregame, budget: int) -> dict[str, int]:
    """The technology an empire begins with: what its sheet chose, and what is free to all.

    A sheet's own levels stand before those of its preset. Levels that go over ``budget`` MCr
    are left out, the last written first.
    """
    preset = PRESETS.get(pregame.preset.casefold())
    chosen = {**(preset.levels if preset is not None else {}), **pregame.tech}
    costs = [tech_points(kind, level) for kind, level in chosen.items()]
    over = left_out(costs, Fraction(budget, MCR_OF_TP))
    ref = pregame.refs.get("levels", pregame.refs.get("preset"))
    found = {}
    for place, (kind, level) in enumerate(chosen.items()):
        if place in over:
            why = f"with it the technology is worth {over_words(over[place], budget)}"
            telling.failed(work, empire, ref, "", f"TECH {kind} {level}", why, rule="NV SET-30")
        else:
            found[kind] = level
    return {**found, **{kind: level_of(found, kind) for kind in FREE_LEVELS}}


def draw(
    work: PhaseContext, draft: Draft, empire: str, pregame: Pregame, spent: Fraction, budget: int
) -> list[Price]:
    """Give an empire its designs; gives what each cost.

    ``spent`` are the tech points of its technology. What its technology does not allow is
    refused; so are the last lines, as long as all goes over ``budget`` MCr.
    """
    tech = draft.empires[empire].tech
    things: list[Thing] = []
    refs: list[OrderRef] = []
    taken: set[tuple[str, str]] = set()
    written: list[tuple[OrderRef, Thing]] = [*pregame.designs, *pregame.missiles]
    for ref, thing in written:
        name = (_word(thing), folded(thing.name))
        why, rule = _fault(thing, tech, name in taken)
        if why:
            telling.failed(work, empire, ref, "", _written(thing), why, rule=rule)
            continue
        taken.add(name)
        refs.append(ref)
        if isinstance(thing, Design):
            thing = with_intrinsic_tc(replace(thing, empire=empire), tech)
        things.append(thing)
    points = [_points(thing) for thing in things]
    over = left_out(points, Fraction(budget, MCR_OF_TP) - spent)
    paid: list[Price] = []
    for place, thing in enumerate(things):
        if place in over:
            sums = over_words(spent + over[place], budget)
            why = f"with it technology and designs are worth {sums}"
            telling.failed(work, empire, refs[place], "", _written(thing), why, rule="NV SET-30")
        else:
            _give(draft, empire, thing)
            paid.append((f"{_word(thing)} {thing.name}", points[place]))
    return paid


def over_words(points: Fraction, budget: int) -> str:
    """Excess tech points, in words with both sums."""
    return f"{amount_text(points)} TP, {pregame_mcr(points)} MCr, and {budget} may be spent"


def _word(thing: Thing) -> str:
    return "design" if isinstance(thing, Design) else "missile"


def _written(thing: Thing) -> str:
    return f"{_word(thing).upper()} {thing.name}"


def _points(thing: Thing) -> int:
    """Tech points of a design; one under 10 MCr is free. Rule: NV SET-32, NV DSN-22."""
    return new_design_tp(figures(thing).cost) if isinstance(thing, Design) else RESEARCH_TP


def _fault(thing: Thing, levels: Mapping[str, int], is_taken: bool) -> tuple[str, str]:
    """Why a design or missile cannot be had, and the rule; two empty texts if it can."""
    if is_taken:
        return f"this sheet has another {_word(thing)} of this name", "NV DSN-36"
    if isinstance(thing, Design) and thing.of:
        return "nothing is redesigned before turn 1", "NV SET-32"
    wrong = faults(thing, levels) if isinstance(thing, Design) else missile_faults(thing, levels)
    if wrong:
        return "; ".join(f"{one.fault}: {one.reason}" for one in wrong), wrong[0].rule
    return "", ""


def _give(draft: Draft, empire: str, thing: Thing) -> None:
    one = draft.empires[empire]
    if isinstance(thing, Design):
        key = f"{empire}/{thing.name}"
        draft.designs[key] = thing
        draft.empires[empire] = replace(one, designs={**one.designs, thing.name: key})
    else:
        draft.empires[empire] = replace(
            one,
            missiles={**one.missiles, thing.name: thing},
            missiles_from={**one.missiles_from, thing.name: 0},
        )
