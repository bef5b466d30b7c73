"""Ways to decide the battles of a turn: by doctrine, by mail, by the game master.

The game master chooses the way of a battle with a ruling, else the campaign's holds. A result
given beforehand stands, whatever the way of fighting is.

Battles by doctrine may be fought side by side before any is carried out, for none asks for what
another changes: ships and gate ends that were in it, contacts, who fled, who aborted, and losses,
rounds and victory at its own place. Who is set up are ships and gate ends at the place itself, by
orders, passages, sights, treasuries, technology, designs and meetings, which no battle touches; a
ship that flees comes nowhere before the phase is over.

Rule: NV SPC-01, NV CON-13. Ambiguity: NV A-WHO, NV A-COMBAT-EXTRA.
"""

from collections.abc import Mapping

from pbm.engine.context import PhaseContext
from pbm.engine.subtask import SubtaskContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.battle_by_mail.by_mail import set_up_by_mail
from pbm.games.nova.rules.space_combat.battle_effects import carry_out
from pbm.games.nova.rules.space_combat.battle_report import Pairs
from pbm.games.nova.rules.space_combat.battle_result import fields_of, given, space
from pbm.games.nova.rules.space_combat.outcome import outcome
from pbm.games.nova.rules.space_combat.space import Bout, bout, fight
from pbm.games.nova.rules.space_combat.telling import tell_battle_rounds
from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.working_state import Draft

BY_HAND, BY_MAIL = "by-hand", "by-mail"


def resolve(
    work: PhaseContext, draft: Draft, effective: Effective, battles: Mapping[str, Pairs]
) -> None:
    """Every battle of a phase, by system: pairs of empires that fight.

    Raises Unanswered with the questions of those whose result the game master has yet to give.
    """
    ways = {name: _way(work, draft, name) for name in battles}
    by_hand = {name: pairs for name, pairs in battles.items() if ways[name][0] == BY_HAND}
    places = fields_of(draft, battles)
    results = given(work, draft, effective, by_hand, places)
    bouts = (
        bout(work, draft, effective, places[name], pairs)
        for name, pairs in battles.items()
        if ways[name][0] not in (BY_HAND, BY_MAIL)
    )
    fought = work.each("battles", fought_out, bouts, _rolls)
    for name, pairs in battles.items():
        way, *named = ways[name]
        if way == BY_MAIL:
            mailed = set_up_by_mail(work, draft, effective, places[name], pairs, named)
            draft.battles[name] = mailed
            continue
        result = results[name] if way == BY_HAND else outcome(draft, next(fought))
        carry_out(work, draft, effective, places[name], pairs, result)


def fought_out(work: SubtaskContext, bout: Bout) -> Battle:
    """A battle by doctrine, fought to its end and reported."""
    fought = fight(work, bout)
    tell_battle_rounds(work, fought.battle, fought.notes, bout.names)
    return fought.battle


def _rolls(bout: Bout) -> int:
    """Estimate how often a battle rolls: three times a ship."""
    return 3 * len(bout.battle.fighters)


def _way(work: PhaseContext, draft: Draft, name: str) -> list[str]:
    """The way a battle is fought; by mail, also who gets mail for every round."""
    if space(name) in draft.base.results:
        return [BY_HAND]
    return (draft.base.ways.get(name) or work.options["battles"]).split()
