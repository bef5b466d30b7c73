"""Battles by mail: a turn waits inside phase G for orders, round by round.

Battles are set up when ships meet and fought round by round in any order. Their results are
carried out together once all are over, in the order of their systems, so the order of mailings
changes nothing. A round with nobody to mail is fought at once. A side that is not mailed fights
by doctrine.

Rule: NV SPC-01, NV SPC-04, NV SPC-47, NV SPC-52, NV EOT-07. Ambiguity: NV A-WHO, NV A-TC-TIME.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.orders.rounds.round_orders import RoundOrders, Told
from pbm.games.nova.rules import derelicts
from pbm.games.nova.rules.battle_by_mail.certainty import (
    addressed,
    in_contact,
    is_sure,
    kept,
    ordered,
)
from pbm.games.nova.rules.battle_by_mail.mail_captain import MailCaptain, Unable
from pbm.games.nova.rules.movement import gates
from pbm.games.nova.rules.results.result_records import BattleSetting
from pbm.games.nova.rules.results.result_words import FULL
from pbm.games.nova.rules.space_combat.battle_effects import carry_out
from pbm.games.nova.rules.space_combat.battle_result import fields_of, given, space
from pbm.games.nova.rules.space_combat.captain import Captain
from pbm.games.nova.rules.space_combat.outcome import heard_until, outcome, reports
from pbm.games.nova.rules.space_combat.rounds import fight_round
from pbm.games.nova.rules.space_combat.space import commander, dice_of, set_up, world_of
from pbm.games.nova.rules.space_combat.telling import tell_rounds, tell_whole
from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.battle.mailed import Mailed
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.games.nova.state.working_state import Draft, drafting


def set_up_by_mail(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    place: BattleSetting,
    pairs: Sequence[tuple[str, str]],
    named: Iterable[str],
) -> Mailed:
    """A battle by mail after steps A and B, before its first round."""
    notes: list[BattleNote] = []
    battle = ordered(set_up(work, draft, effective, place, pairs, notes.append))
    there = tuple(one for one in battle.sides if one in named)
    battle = addressed(battle, there, draft.designs)
    return Mailed(battle, tuple(pairs), there, kept(notes))


def begin(work: PhaseContext) -> None:
    """Fight the rounds that no side is mailed; the last step before the first mailing."""
    with drafting(work) as draft:
        effective = Effective(draft)
        for name, one in sorted(draft.battles.items()):
            draft.battles[name] = _told(work, draft, _on(work, draft, effective, one))


def fight(work: PhaseContext) -> None:
    """Fight the round this mailing is for, then all rounds that no side is mailed.

    A battle whose result the game master has given by now has no more rounds.
    """
    with drafting(work) as draft:
        effective = Effective(draft)
        for name, one in sorted(draft.battles.items()):
            if space(name) in draft.base.results:
                draft.battles[name] = replace(one, ruled=True)
            elif one.due and work.mailing.endswith(one.due):
                after = _round(work, draft, effective, one, _sheets(work, one))
                draft.battles[name] = _told(work, draft, _on(work, draft, effective, after))


def close(work: PhaseContext) -> None:
    """Carry out the results of all battles by mail, and what follows from them."""
    with drafting(work) as draft:
        effective = Effective(draft)
        _carried_out(work, draft, effective)
        derelicts.drift(work, draft, effective)
        gates.change_hands(work, draft)
        draft.battles.clear()


# --- rounds ----------------------------------------------------------------------------------


def _on(work: PhaseContext, draft: Draft, effective: Effective, one: Mailed) -> Mailed:
    """Fight a battle up to the next round that a side is mailed, or to its end."""
    while not (one.over or one.due):
        one = _round(work, draft, effective, one, {})
    return one


def _sheets(work: PhaseContext, one: Mailed) -> dict[str, RoundOrders]:
    """The orders of the sides that were mailed."""
    return {empire: work.commands[empire] for empire in one.mailed}


def _round(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    one: Mailed,
    sheets: Mapping[str, RoundOrders],
) -> Mailed:
    """Fight one more round; a side without a sheet fights by doctrine."""
    battle = one.battle
    world = world_of(work, draft, battle)
    captains: dict[str, Captain] = {}
    for empire in battle.sides:
        orders = sheets.get(empire, RoundOrders(empire))
        doctrine = commander(work, draft, effective, battle, world, empire, orders.items)
        captains[empire] = MailCaptain(doctrine, orders, _unable(work, battle, empire))
    notes: list[BattleNote] = []
    dice = dice_of(work, battle.system, battle.fighters)
    after = fight_round(battle, world, captains, dice, notes.append)
    after = addressed(ordered(after), one.named, draft.designs)
    return replace(one, battle=after, notes=(*one.notes, *kept(notes)))


def _unable(work: PhaseContext, battle: Battle, empire: str) -> Unable:
    """The function that reports to a side which orders of its sheet failed, and why."""

    def tell(told: Told, why: str) -> None:
        work.emit_to(
            "failed",
            empire,
            battle.system,
            f"r{battle.round + 1}",
            rule="NV SPC-04",
            order=told.ref,
            code="",
            written=f"{battle.fighters[told.ship].name}: {told.words}",
            why=why,
        )

    return tell


def _told(work: PhaseContext, draft: Draft, one: Mailed) -> Mailed:
    """Report the rounds not reported yet to sides certain of a report, or named."""
    told = dict(one.told)
    battle = in_contact(one.battle, one.named)
    for empire in battle.sides:
        if empire in one.named or is_sure(battle, empire, draft.designs):
            until = heard_until(battle, empire)
            _tell(work, one, empire, told.get(empire, -1), until)
            told[empire] = until
    return replace(one, told=told)


def _tell(work: PhaseContext, one: Mailed, empire: str, after: int, until: int) -> None:
    notes = [note for note in one.notes if after < note.round <= until]
    tell_rounds(work, one.battle, notes, empire)


# --- the end ---------------------------------------------------------------------------------


def _carried_out(work: PhaseContext, draft: Draft, effective: Effective) -> None:
    """Carry out results, given by the game master or fought, and report the rest."""
    battles = sorted(draft.battles.items())
    places = fields_of(draft, {name: one.pairs for name, one in battles})
    by_hand = {name: one.pairs for name, one in battles if one.ruled}
    ruled = given(work, draft, effective, by_hand, places)
    for name, one in battles:
        result = ruled.get(name)
        if result is None:
            battle = in_contact(one.battle, one.named)
            heard = reports(battle)
            for empire in battle.sides:
                if heard[empire] == FULL:
                    until = heard_until(battle, empire)
                    _tell(work, one, empire, one.told.get(empire, -1), until)
            result = outcome(draft, battle)
        names = {empire: draft.empires[empire].name for empire in one.battle.sides}
        tell_whole(work, one.battle, one.notes, names)
        carry_out(work, draft, effective, places[name], one.pairs, result)
