"""How the battles of a turn are decided: in the run by doctrine, or by the game master.

A result given beforehand as a ruling stands, whatever the campaign's way of fighting is.

Rule: NV SPC-01, NV CON-13. Ambiguity: NV A-WHO, NV A-COMBAT-EXTRA.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.nova.battle_report import Pairs
from pbm.nova.battle_result import carry_out, field_of, given, space
from pbm.nova.draft import Draft
from pbm.nova.effective import Effective
from pbm.nova.fighting.outcome import outcome
from pbm.nova.fighting.space import fight
from pbm.nova.fighting.telling import tell_battle_rounds
from pbm.turn import Work

BY_HAND = "by-hand"


def resolve(work: Work, draft: Draft, effective: Effective, battles: Mapping[str, Pairs]) -> None:
    """Every battle of a phase, by system: pairs of empires that fight.

    Raises Unanswered with the questions of those whose result the game master has yet to give.
    """
    by_hand = {name: pairs for name, pairs in battles.items() if _is_by_hand(work, draft, name)}
    results = given(work, draft, effective, by_hand)
    for name, pairs in battles.items():
        place = field_of(draft, name, pairs)
        result = results.get(name)
        if result is None:
            fought = fight(work, draft, effective, name, pairs)
            tell_battle_rounds(work, fought.battle, fought.notes)
            result = outcome(draft, fought.battle)
        carry_out(work, draft, effective, place, pairs, result)


def _is_by_hand(work: Work, draft: Draft, name: str) -> bool:
    return work.options["battles"] == BY_HAND or space(name) in draft.base.results
