"""What ships report of the aliens they met: whom, and who obeyed them.

An empire that fights in a system has it only after the battle, if it has a whole report of that;
so one that loses all contact learns neither of the meetings beside its fight nor where it fought.

Rule: NV CON-05, NV CON-06, NV CON-16, NV ORD-19, NV SPC-49, NV MOV-15. Ambiguity: NV A-CON-LOST.
"""

from collections.abc import Sequence

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.state.battle.tidings import Tiding
from pbm.games.nova.state.contact_table import FRIENDLY, NEUTRAL
from pbm.games.nova.state.state import NORMAL
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.view.labels import label, with_contact
from pbm.kit.facts import Fact


def tell_after_battles(work: PhaseContext) -> None:
    """The last step of phase G: what empires that fought and can report of it saw besides."""
    if work.state.untold:
        with drafting(work) as draft:
            found = [
                one
                for one in draft.untold
                if key("reports", one.viewer, "", one.system) in draft.given
            ]
            draft.untold.clear()
            tell(work, draft, found)


def tell(work: PhaseContext, draft: Draft, tidings: Sequence[Tiding]) -> None:
    """Report tidings, each to its viewer in its own terms.

    Those of aliens that stay unknown are one report: nobody learns how many empires they are.
    """
    joined: dict[tuple[str, str, str, str], list[Tiding]] = {}
    for one in tidings:
        if one.contact:
            draft.met[f"{one.system}/{one.viewer}/{one.alien}"] = one.contact
        alien = one.alien if one.named else ""
        joined.setdefault((one.kind, one.system, one.viewer, alien), []).append(one)
    for (kind, system, viewer, alien), some in joined.items():
        facts: dict[str, Fact] = {}
        if kind == "met":
            facts = _met(work, draft, viewer, alien, some)
        elif kind == "made_abort":
            facts["activities"] = sorted({code for one in some for code in one.activities})
            facts["who"] = label(draft, viewer, alien) if alien else ""
        work.emit_to(
            kind,
            viewer,
            system,
            alien or NEUTRAL,
            rule=_RULES[kind] if alien or kind != "met" else "NV CON-16",
            system=system,
            ships=sum(one.ships for one in some),
            **facts,
        )


def _met(
    work: PhaseContext, draft: Draft, viewer: str, alien: str, some: Sequence[Tiding]
) -> dict[str, Fact]:
    """A meeting; in friendly contact the alien gets a letter, if it has none."""
    known = draft.empires[viewer].contacts.get(alien)
    new = bool(alien) and (known is None or not known.label)
    if alien:
        with_contact(draft, work.ids, viewer, alien, NORMAL, work.turn)
    return {
        "contact": FRIENDLY if alien else NEUTRAL,
        "goes_on": all(one.goes_on for one in some),
        "who": label(draft, viewer, alien),
        "new_contact": new,
        "was_number": known.number if new and known is not None else 0,
        "jumped_in": sum(one.jumped for one in some),
    }


_RULES = {"met": "NV CON-05", "made_abort": "NV CON-16", "ultimatum_obeyed": "NV ORD-19"}
