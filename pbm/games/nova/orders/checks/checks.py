"""What may be told of an order before the turn: legality against what its player knows.

An order that may become possible until it is carried out is kept; of one that never can the
part that cannot is left out. Both are said with their numbers and the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pbm.games.nova.orders import order_precedence
from pbm.games.nova.orders.catalogue import BY_LINE
from pbm.games.nova.orders.checks import check_money, check_moves, check_research
from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import (
    Commission,
    Expenditure,
    Pillage,
    Research,
    Salvage,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Codes
from pbm.games.nova.state.orders.standing import Action, Standing
from pbm.games.nova.view.record import ShipView

_HARM = ("D", "PCB")


def checked(resolver: Resolver, record: Any) -> tuple[Any, ...]:
    """The record as it is kept: usually itself, none, or several in its place."""
    if (order := BY_LINE.get(type(record))) is not None:
        line = order.check(resolver, record)
        return () if line is None else (line,)
    match record:
        case Movement():
            return check_moves.movement(resolver, record)
        case Expenditure():
            check_money.expenditure(resolver, record)
        case Research():
            check_research.research(resolver, record)
        case Salvage():
            check_money.salvage(resolver, record)
        case Pillage():
            check_money.pillage(resolver, record)
        case Commission():
            return _commission(resolver, record)
        case Standing():
            return _standing(resolver, record)
    return (record,)


def _commission(resolver: Resolver, line: Commission) -> tuple[Commission, ...]:
    """A ship's name is its own. Rule: NV ORD-41, NV PEN-10."""
    roster = resolver.roster
    names: list[str] = []
    for name in line.names:
        if folded(name) in roster.ships:
            resolver.refuse(
                f'you have a ship "{name}" already',
                reason="Ships that are not uniquely named can be given no orders",
                rule="NV ORD-41",
                outcome="The name is not given",
            )
        elif folded(name) in roster.named:
            resolver.refuse(
                f'"{name}" is given twice',
                reason="Ships that are not uniquely named can be given no orders",
                rule="NV ORD-41",
                outcome="The second ship is not called so",
            )
        else:
            roster.named.add(folded(name))
            names.append(name)
    return (replace(line, names=tuple(names)),) if names else ()


# --- standing orders ------------------------------------------------------------------------


def _standing(resolver: Resolver, line: Standing) -> tuple[Standing, ...]:
    """Rule: NV ORD-08, NV ORD-38."""
    actions = tuple(_action(resolver, line, one) for one in line.actions)
    other = tuple(_action(resolver, line, one) for one in line.otherwise)
    return (replace(line, actions=actions, otherwise=other),)


def _action(resolver: Resolver, line: Standing, action: Action) -> Action:
    if action.group is None:
        return action
    codes = action.codes
    if _hostile(codes) and line.rank == "conditional" and _only_aliens(line):
        resolver.refuse(
            "a condition cannot make units hostile only because aliens are there",
            reason="Who they are must be known; minor contact is not enough",
            rule="NV ORD-38",
            outcome="H is left out",
            remedy="Add  contact B  or the like to the condition",
        )
        codes = without_hostile(codes)
    harm = [one.code for one in codes.activities or () if one.allow_harm and one.code not in _HARM]
    if harm:
        resolver.warn(f"{harm[0]} cannot harm one's own units; what counts is D and PCB")
    if action.group.what in ("unarmed", "colonies") and _hostile(codes):
        resolver.refuse(
            f"{'unarmed ships' if action.group.what == 'unarmed' else 'colonies'}"
            " cannot be ordered H",
            reason="H is not for units without weapons",
            rule="NV ORD-13",
            outcome="H is left out",
        )
        codes = without_hostile(codes)
    ships = [resolver.roster.by_id.get(id) for id in action.group.ids]
    check_moves.guards(resolver, codes)
    if _hostile(codes) and (unarmed := _unarmed(ships)):
        resolver.refuse(
            f"{', '.join(unarmed)} cannot be ordered H",
            reason="H is not for unarmed ships",
            rule="NV ORD-13",
            outcome="H is left out for it",
        )
    return replace(action, codes=codes)


def _only_aliens(line: Standing) -> bool:
    return any(all(test.kind == "aliens" for test in group) for group in line.condition.any_of)


def _hostile(codes: Codes) -> bool:
    return codes.default == "H" or any(one.code == "H" for one in codes.contact)


def without_hostile(codes: Codes) -> Codes:
    """The codes without any H."""
    contact = order_precedence.without_hostile(codes.contact)
    default = "" if codes.default == "H" else codes.default
    return replace(codes, contact=contact, default=default if contact else "")


def _unarmed(ships: Iterable[ShipView | None]) -> list[str]:
    return [ship.name for ship in ships if ship is not None and not ship.armed]
