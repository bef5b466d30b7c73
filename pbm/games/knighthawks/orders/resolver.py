"""Look up the names of one order line in what its player knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.drawing.hexgrid import SIDES, Hex, Side, parse_hex
from pbm.games.knighthawks.orders.conditions import (
    ALWAYS,
    Condition,
    ConditionTest,
    read_test,
    supply_of,
)
from pbm.games.knighthawks.orders.roster import GONE, Roster
from pbm.games.knighthawks.view.record import ShipView
from pbm.kit.problems import invalid, warning
from pbm.language.conditions_syntax import RawCondition
from pbm.language.order_resolver import OrderResolver, quoted
from pbm.language.parse_tree import Node, ParsedTest
from pbm.language.token import Token


class ShipResolver(OrderResolver):
    """Makes the orders of one ship of the statements of one line."""

    roster: Roster
    options: Mapping[str, str]
    ship: ShipView

    @property
    def name(self) -> str:
        """The ship's designation."""
        return self.ship.designation

    def left(self, supply: str) -> int:
        """How much of a supply it has left."""
        return (self.ship.supplies or {}).get(supply, 0)

    def had(self, supply: str) -> int:
        """How much of a supply it began with."""
        return (self.ship.supplies_at_start or {}).get(supply, 0)

    def in_play(self, targets: Sequence[str]) -> list[str]:
        """The targets of a list that are not out of play."""
        return [target for target in targets if target not in self.roster.gone]

    def other(self, token: Token, *, dead: bool = False) -> ShipView | None:
        """The ship of a name; out of play it is warned about, unless ``dead`` ones will do."""
        ship = self.roster.ship(token)
        if ship is None:
            fault = f"{quoted(token)} is not a ship you know of"
            self.unknown(token, fault, self.roster.near_ship(token))
            return None
        if ship.status in GONE and not dead:
            self.problems.append(
                warning(
                    f"{self.roster.label(ship)} is out of play",
                    self.span(token),
                    reason=f"It was {GONE[ship.status]}",
                    outcome="It does not count here",
                )
            )
        return ship

    def ships(self, targets: Node | None) -> tuple[str, ...]:
        """Ids of a list of preference of a move: ships by name, but not this one."""
        found: list[str] = []
        for token in _named(targets):
            if token.type in ("NEAREST", "ANY"):
                self.bad(
                    token,
                    f'a move cannot name "{token}"',
                    reason="Only fire chooses among targets; a move names its ships",
                    remedy="Name one or more ships, such as  close on A2 > A1",
                )
            elif (ship := self.other(token)) is not None:
                if ship.id == self.ship.id:
                    self.not_allowed(
                        token, f"{token} is this ship itself", outcome="It is left out of this line"
                    )
                elif ship.id not in found:
                    found.append(ship.id)
        return tuple(found)

    def targets(self, targets: Node | None) -> tuple[str, ...]:
        """Ids and words of a list of targets; the turn says why one of them was not fired at."""
        found: list[str] = []
        for token in _named(targets):
            if token.type in ("NEAREST", "ANY"):
                found.append(token.type.lower())
            elif (ship := self.other(token)) is not None:
                if self.roster.is_friend(ship):
                    fault = f"{self.roster.label(ship)} is on your own side"
                    self.not_allowed(token, fault, outcome="This line will not fire at it")
                if ship.id not in found:
                    found.append(ship.id)
        return tuple(found)

    def side(self, part: Node) -> Side | None:
        """A facing; the six hexsides are numbered as on a clock."""
        if part.number in SIDES:
            return Side(part.number)
        self.bad(
            part.word,
            f"{part.number} is not a facing",
            reason="The hexsides are 12, 2, 4, 6, 8 and 10, as on a clock",
        )
        return None

    def hex(self, token: Token) -> Hex | None:
        """A hex of the map."""
        at = parse_hex(token)
        roster = self.roster
        if 1 <= at.column <= roster.columns and 1 <= at.row <= roster.rows:
            return at
        reason = f"The map goes from 0101 to {Hex(roster.columns, roster.rows)}"
        self.bad(token, f"{token} is not on the map", reason=reason)
        return None

    def kept(self, keep: Node, supply: str, what: str) -> None:
        """Say so if the supply named behind ``keep`` is not the one the line is about."""
        named = keep.part("supply")
        if named is not None and supply and supply_of(named) != supply:
            self.bad(
                named.word,
                f'"keep" counts what {what} uses, not another supply',
                remedy=f"Write  keep {keep.number}  alone, or a line for the other supply",
            )

    def condition(self, raw: RawCondition[Any] | None, *, chance: bool = False) -> Condition:
        """A condition; ``chance`` says that there is an attack whose chance it can test."""
        if raw is None:
            return ALWAYS
        self.bounded(raw)
        found = Condition(
            tuple(tuple(self._test(test, chance) for test in group) for group in raw.any_of)
        )
        self.in_turn(found, self.roster.turn)
        return found

    def _test(self, raw: ParsedTest, chance: bool) -> ConditionTest:
        if raw.node.kind == "chance" and not chance:
            self.problems.append(
                invalid(
                    "there is no chance to test here",
                    self.line.span(),
                    reason="Only attacks and evading have a chance to hit",
                )
            )
        name = raw.node.name
        ship = None if name is None else self.other(name, dead=True)
        return read_test(raw.node, ship.id if ship else "", raw.negated)


def _named(targets: Node | None) -> Sequence[Token]:
    return targets.tokens("NAME", "QUOTED", "NEAREST", "ANY") if targets is not None else ()
