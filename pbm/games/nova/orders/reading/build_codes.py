"""Contact and activity orders, groups and standing orders, from their words.

Rule: NV ORD-10 to ORD-40.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pbm.games.nova.orders.diplomacy import transfer
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.syntax.parsed_lines import (
    Bit,
    Do,
    Many,
    Member,
    RawStanding,
)
from pbm.games.nova.state.orders.parts import Activity, Codes, ContactOrder, Toward
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from pbm.language.parse_tree import Node

# What an activity takes in brackets: A, E and L units; nothing else takes any.
_TAKES = ("A", "E", "L")
_EVERYBODY = Toward()


def codes_of(resolver: Resolver, bits: Iterable[Bit]) -> Codes:
    """All codes of a line. Rule: NV ORD-34. Ambiguity: NV A-ORD-TWO."""
    contact: list[ContactOrder] = []
    default = ""
    activities: dict[str, Activity] = {}
    without: list[str] = []
    keep = False
    for bit in bits:
        match bit.kind:
            case "contact":
                order, second = bit.value
                made, plain = order, order.toward == _EVERYBODY
                if not plain:
                    made = replace(order, toward=_toward(resolver, order.toward))
                    plain = made.toward == _EVERYBODY
                if plain and any(one.toward == _EVERYBODY for one in contact):
                    second, made = made.code, None
                if second:
                    _default(resolver, bit, default, second)
                    default = default or second
                if made is not None:
                    contact.append(made)
            case "activity":
                if bit.value.code in activities:
                    resolver.bad(bit.word, f"{bit.value.code} stands twice in one line")
                activities[bit.value.code] = _activity(resolver, bit)
            case "without":
                without.append(bit.value)
            case _:
                keep = True
    kept = tuple(activities.values()) or None
    return Codes(tuple(contact), default, kept, keep, tuple(dict.fromkeys(without)))


def _default(resolver: Resolver, bit: Bit, default: str, second: str) -> None:
    if default and default != second:
        resolver.bad(
            bit.word,
            f"{second} is a third contact order",
            reason=f"A unit has two at most; {default} is already the second, for hostilities",
            rule="NV ORD-34",
            remedy="Write the first and the second as  N/R",
        )


def _toward(resolver: Resolver, raw: Toward) -> Toward:
    return Toward(resolver.empires(raw.to), resolver.empires(raw.but), raw.others)


def _activity(resolver: Resolver, bit: Bit) -> Activity:
    raw: Activity = bit.value
    if raw.code == "S" and not raw.empire:
        resolver.bad(
            bit.word,
            "S does not say to whom",
            reason="Units surrender to a named empire, when it is met",
            rule="NV ORD-28",
            remedy="Write  S to B",
        )
    if raw.empire and raw.code != "S":
        resolver.bad(
            bit.word,
            f"{raw.code} is not done to a named empire",
            reason="Only S names one",
            rule="NV ORD-28",
        )
    if raw.units and raw.code not in _TAKES:
        resolver.bad(
            bit.word,
            f"{raw.code} takes no units",
            reason="Only A, E and L say in brackets what they take",
            rule="NV ORD-22",
        )
    if (raw.passing or raw.stop_own) and raw.code != "I":
        resolver.bad(
            bit.word,
            f"{raw.code} lets nobody pass and stops nobody",
            reason="Only I says in brackets whom it lets pass",
            rule="NV MOV-14",
        )
    if raw.code == "PCB" and raw.number == 0:
        return replace(raw, number=1)
    if not (raw.units or raw.empire or raw.passing or raw.but):
        return raw
    return replace(
        raw,
        units=tuple(resolver.units(units) for units in raw.units),
        empire=resolver.empire(raw.empire) if raw.empire else "",
        passing=resolver.empires(raw.passing),
        but=tuple(filter(None, map(resolver.ship, raw.but))),
    )


# --- groups ---------------------------------------------------------------------------------


def groups_of(resolver: Resolver, many: Many) -> Iterator[Group]:
    """Whom a line is for: ships by name are one group, each other word is one."""
    at = resolver.system(many.at) if many.at is not None else ""
    but = tuple(filter(None, map(resolver.ship, many.but)))
    ships = tuple(dict.fromkeys(filter(None, _ships(resolver, many.members))))
    if ships:
        yield Group("ship", ships, at=at, but=but)
    for member in many.members:
        if member.what == "class":
            assert member.name is not None
            yield Group("class", name=resolver.design(member.name), at=at, but=but)
        elif member.what != "ship":
            yield Group(member.what, at=at, but=but)


def _ships(resolver: Resolver, members: Iterable[Member]) -> Iterator[str]:
    for member in members:
        if member.what == "ship":
            assert member.name is not None
            yield resolver.ship(member.name)


# --- standing orders ------------------------------------------------------------------------


def standing_line(resolver: Resolver, raw: RawStanding) -> Standing:
    """A GENERAL, CONDITIONAL or SPECIAL line. Rule: NV ORD-36 to ORD-39."""
    condition = resolver.condition(raw.condition)
    actions = tuple(one for part in raw.actions for one in _actions(resolver, part))
    other = tuple(one for part in raw.otherwise for one in _actions(resolver, part))
    if other and raw.condition is None:
        resolver.refuse(
            "else has no condition before it",
            reason="Without one the first part always holds",
            rule="NV ORD-37",
            outcome="What stands behind it never counts",
        )
        other = ()
    return Standing(resolver.ref, raw.rank, actions, condition, other)


def _actions(resolver: Resolver, part: Do | Node) -> Iterator[Action]:
    if isinstance(part, Node):
        for line in transfer.read(resolver, part):
            yield Action(transfer=line)
        return
    codes = codes_of(resolver, part.codes)
    for group in groups_of(resolver, part.group):
        yield Action(group, codes)
