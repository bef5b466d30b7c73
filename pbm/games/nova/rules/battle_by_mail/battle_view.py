"""A player's view while a turn waits for battles by mail.

It holds only the battles reported to the player. Their own ships are complete; alien ships stand
under their counters, as they were last detected or probed. The rest of the galaxy is left out:
the turn is not over, and its state is reported to nobody.

Rule: NV SPC-09, NV SPC-13, NV SPC-14, NV SPC-52, NV REP-21. Ambiguity: NV A-WHO.
"""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from pbm.games.nova.rules.space_combat.captain import CaptainView
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.round_world import RoundWorld
from pbm.games.nova.rules.space_combat.rounds import view_of
from pbm.games.nova.rules.space_combat.setting import design_of
from pbm.games.nova.state.battle.arena import Fighter, Seen
from pbm.games.nova.state.battle.mailed import Mailed
from pbm.games.nova.state.battle.vectors import distance
from pbm.games.nova.state.state import State
from pbm.games.nova.view.record import (
    BattleView,
    EndView,
    FighterView,
    FoeView,
    PartView,
    View,
    YouView,
    empty_view,
)
from pbm.games.nova.view.view_reader import ViewReader
from pbm.kit.records import alike

_DRIVES = ("IE", "JD")


def view_in_battle(state: State, player: str, name: str, options: Mapping[str, str]) -> View:
    """A player's view while a turn waits; ``battles``: those reported to them."""
    reader = ViewReader(state, player, options)
    you = YouView(player=player, name=name)
    now = empty_view(state.turn, you, state.scenario, state.title)
    whole = reader.told(now)
    battles = [
        _battle(state, one, player, reader.designs)
        for _name, one in sorted(state.battles.items())
        if one.told.get(player) == one.battle.round
    ]
    designs = {ship.design for one in battles for ship in one.own}
    return replace(
        now,
        designs=[one for one in whole.designs if one.name in designs],
        missiles=whole.missiles if battles else [],
        # Empires met this turn are reported only when the turn is over.
        contacts=[one for one in whole.contacts if battles and one.since < state.turn],
        battles=battles,
    )


def _battle(state: State, one: Mailed, player: str, designs: Mapping[str, str]) -> BattleView:
    battle = one.battle
    view = view_of(battle, RoundWorld(state.designs, {}), player)  # a view fires no missiles
    own = [
        fighter
        for fighter in battle.fighters.values()
        if fighter.owner == player and not fighter.gate
    ]
    return alike(
        BattleView,
        battle,
        mailing=f"{state.turn}{one.due}" if one.due and player in one.mailed else "",
        started=view.started,
        gone=view.gone,
        own=[
            _own(state, one, view, fighter, designs[fighter.design])
            for fighter in sorted(own, key=lambda ship: ship.name)
        ],
        gates=[
            alike(EndView, end)
            for end in battle.fighters.values()
            if end.owner == player and end.gate
        ],
        foes=[
            _foe(battle.fighters[id], seen, view, battle.sides[player].enemies)
            for id, seen in sorted(_seen(one, view).items(), key=lambda pair: pair[1].number)
        ],
    )


def _seen(one: Mailed, view: CaptainView) -> dict[str, Seen]:
    """All alien ships that a player knows of, including those detected now."""
    now = {
        foe.id: foe.known for foes in (view.foes, view.others, view.gates) for foe in foes.values()
    }
    return {**one.battle.seen[view.empire], **now}


def _own(state: State, one: Mailed, view: CaptainView, fighter: Fighter, klass: str) -> FighterView:
    live = Live(fighter, design_of(state.designs, fighter))
    works = {part.name for part in live.works}
    carrier = one.battle.fighters.get(fighter.carrier)
    foes = (*view.foes.values(), *view.gates.values())
    return alike(
        FighterView,
        fighter,
        design=klass,
        carrier=carrier.name if carrier is not None else "",
        shields=live.shields,
        shields_full=live.full_shields,
        armour=live.ta,
        structure=live.figures.ssz - live.structure,
        ie=live.fitted.ie,
        jd=live.fitted.jd,
        lag=live.lag,  # of the drive in use, which may not be the best
        dg=live.fitted.dg,
        parts=[
            PartView(
                name=part.name, kind=part.part.kind, level=part.part.level, works=part.name in works
            )
            for part in live.figures.installations
            if part.part.kind not in _DRIVES
        ],
        lost={name: gone for name, gone in sorted(live.parts.items()) if gone},
        missiles=sorted(fighter.missiles),
        ranges={f"c{foe.known.number}": distance(fighter.at, foe.at) for foe in foes}
        if live.in_play
        else {},
    )


def _foe(fighter: Fighter, seen: Seen, view: CaptainView, enemies: Collection[str]) -> FoeView:
    """An alien ship under its counter; None stands for an unknown value."""
    id = fighter.id
    return alike(
        FoeView,
        seen,
        counter=seen.number,
        now=id in view.foes or id in view.others or id in view.gates,
        enemy=fighter.owner in enemies,
        gate=bool(fighter.gate and seen.probed),
        last=min(seen.detected, view.round - 1),
        guns=dict(sorted(seen.guns.items())),
        echoes=seen.echoes if seen.ghosts else 0,
    )
