"""An own ship as its captain knows it in a battle by mail, and an order for it.

Rule: NV SPC-02.
"""

from __future__ import annotations

from typing import Any

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.rounds.round_orders import Told
from pbm.games.nova.state.battle.arena import ABOARD, CAPTURED, DESTROYED, IN_PLAY, JUMPED
from pbm.games.nova.state.components import ARMED
from pbm.games.nova.view.record import BattleView, FighterView, PartView
from pbm.kit.problems import Problem, Span, illegal
from pbm.kit.records import Record

_NOBODY = OrderRef("", "", 0, "")
_GONE = {DESTROYED: "was destroyed", JUMPED: "has jumped away", CAPTURED: "was captured"}


class Ship(Record):
    """An own ship as the battle packet shows it, and the battle it is in."""

    record: FighterView
    battle: BattleView

    @property
    def id(self) -> str:
        """The id of the fighter."""
        return self.record.id

    @property
    def name(self) -> str:
        """Its name."""
        return self.record.name

    @property
    def klass(self) -> str:
        """The name of its design."""
        return self.record.design

    @property
    def is_here(self) -> bool:
        """True on the map or aboard a ship."""
        return self.record.state in (IN_PLAY, ABOARD)

    @property
    def in_play(self) -> bool:
        """True on the map."""
        return self.record.state == IN_PLAY

    def absent(self, span: Span) -> Problem:
        """That nothing can be ordered for it."""
        why = _GONE.get(self.record.state, "is not at the warp point")
        return illegal(
            f"{self.name} takes no part in this round", span, reason=f"It {why}", rule="NV SPC-02"
        )

    def weapons(self) -> list[PartView]:
        """Its weapons, lost ones too."""
        return [part for part in self.record.parts if part.kind in ARMED]


def told(ship: Ship, kind: str, words: str, **more: Any) -> Told:
    """An order for a ship; the reader adds where it is written."""
    return Told(_NOBODY, ship.id, kind, words, **more)


def once(resolver: Resolver, problem: Problem) -> None:
    """Say of an order for several ships once what is wrong with its form."""
    if all((one.fault, one.span) != (problem.fault, problem.span) for one in resolver.problems):
        resolver.problems.append(problem)
