"""What may be told of an order before the turn: legality against what its player knows.

An order that may become possible until it is carried out is kept; of one that never can the
part that cannot is left out. Both are said with their numbers and the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pbm.games.nova.orders import order_precedence
from pbm.games.nova.orders.checks import check_money, check_moves, check_research
from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.dealings import ContactLine, Data
from pbm.games.nova.state.orders.money import (
    Commission,
    Destroy,
    Expenditure,
    Pillage,
    Research,
    Salvage,
    Seat,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Codes
from pbm.games.nova.state.orders.standing import Action, Standing
from pbm.games.nova.state.state import FULL
from pbm.games.nova.view.record import ShipView

_HARM = ("D", "PCB")


def checked(resolver: Resolver, record: Any) -> tuple[Any, ...]:
    """The record as it is kept: usually itself, none, or several in its place."""
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
        case Seat():
            return _seat(resolver, record)
        case Destroy():
            _destroy(resolver, record)
        case Data():
            return _data(resolver, record)
        case ContactLine():
            _contact(resolver, record)
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


def _seat(resolver: Resolver, line: Seat) -> tuple[Seat, ...]:
    system = resolver.roster.systems[folded(line.at)]
    if system.yours:
        return (line,)
    what = "your treasury" if line.what == "treasury" else "your designated home star"
    resolver.refuse(
        f"{line.at} is not yours, so {what} cannot be there",
        rule="NV ECO-11" if line.what == "treasury" else "NV ECO-05",
        outcome="It stays where it is",
    )
    return ()


def _destroy(resolver: Resolver, line: Destroy) -> None:
    empire = resolver.roster.empire
    have = empire.treasury + empire.production_next
    if line.what == "MCr" and line.number > have:
        resolver.refuse(
            f"you will have {have} MCr, not {line.number}",
            rule="NV ECO-13",
            outcome="What there is then is destroyed",
        )


def _data(resolver: Resolver, line: Data) -> tuple[Data, ...]:
    """Only what one has explored can be told. Rule: NV CON-28."""
    systems = resolver.roster.systems
    told = tuple(name for name in line.systems if systems[folded(name)].explored)
    for name in line.systems:
        if name not in told:
            resolver.refuse(
                f"you have not explored {name}",
                rule="NV CON-28",
                outcome="Nothing can be told of it",
            )
    return (replace(line, systems=told),) if told else ()


def _contact(resolver: Resolver, line: ContactLine) -> None:
    """Rule: NV CON-10, NV CON-11."""
    contact = resolver.roster.empire_of(line.empire) if line.empire else None
    if contact is None:
        return
    full = contact.kind == FULL
    if line.kind == "full" and full:
        resolver.warn(f"you are in full contact with {line.empire} already")
    elif line.kind != "full" and not full:
        resolver.refuse(
            f"you are not in full contact with {line.empire}",
            reason="Only who is in full contact with both can introduce them",
            rule="NV CON-11",
            outcome="Unless that changes this turn, nothing comes of it",
        )


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
