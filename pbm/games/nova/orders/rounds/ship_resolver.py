"""One order of a BATTLE sheet for one ship while it is read: what the ship has, and what is said.

An order for several ships is read for each of them. Rule: NV SPC-02.
"""

import re
from collections.abc import Callable
from typing import Any

from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.rounds.round_orders import Told
from pbm.games.nova.state.battle.arena import IN_PLAY
from pbm.games.nova.state.components import ARMED
from pbm.games.nova.view.record import BattleView, FighterView, PartView
from pbm.kit.problems import Problem, illegal, invalid
from pbm.kit.records import Record


class ShipResolver(Resolver, kw_only=True):
    """A resolver whose line is the order. ``fired``: weapons of the ship that have an order.

    ``alone``: the ship is named for itself, so that it is said what it cannot do.
    """

    fighter: FighterView
    battle: BattleView
    fired: set[str]
    alone: bool

    @property
    def in_play(self) -> bool:
        """True for a ship on the map."""
        return self.fighter.state == IN_PLAY

    def weapons(self) -> list[PartView]:
        """Its weapons, lost ones too."""
        return [part for part in self.fighter.parts if part.kind in ARMED]

    def told(self, kind: str, words: str, **more: Any) -> Told:
        """The order as it is understood."""
        return Told(self.ref, self.fighter.id, kind, words, **more)

    def cannot(self, fault: str, **more: str) -> None:
        """Say what the ship cannot do, if it is named for itself."""
        if self.alone:
            self.refuse(fault, **more)

    def bad_order(self, fault: str, **more: str) -> None:
        """Say of an order for several ships once that it is not understood."""
        self.say_once(invalid(fault, self.line.span(), **more))

    def refused_order(self, fault: str, **more: str) -> None:
        """Say of an order for several ships once that it is not allowed."""
        self.say_once(illegal(fault, self.line.span(), **more))

    def say_once(self, problem: Problem) -> None:
        """Say something of the order, unless it was said for a ship before."""
        said = ((one.fault, one.span) for one in self.problems)
        if (problem.fault, problem.span) not in said:
            self.problems.append(problem)


class RoundOrder(Record):
    """An order for a round: the verb that a message calls it by, its form, how it is read.

    ``help``: examples for the prefilled sheet.
    """

    verb: str
    form: re.Pattern[str]
    read: Callable[[ShipResolver], Told | None]
    help: tuple[str, ...]


def order(
    verb: str, form: str, read: Callable[[ShipResolver], Told | None], *help: str
) -> RoundOrder:
    """An order whose words all match a form; its verb is its help if nothing else is said."""
    return RoundOrder(verb, re.compile(form, re.IGNORECASE | re.DOTALL), read, help or (verb,))
