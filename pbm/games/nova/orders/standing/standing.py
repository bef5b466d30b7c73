"""GENERAL, CONDITIONAL and SPECIAL: what groups of units do, always or on a condition.

Rule: NV ORD-08, NV ORD-13, NV ORD-36 to NV ORD-39.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders import codes
from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.orders.diplomacy import transfer
from pbm.games.nova.orders.naming import foe, is_minor, label_of
from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.standing.groups import group_text, groups_of
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.letters import ACTIVITIES
from pbm.games.nova.state.orders.standing import Action, Standing
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node, condition_in
from pbm.sheets.quoting import Name, remark

# Activities of units on planets that one line orders everywhere.
_ON_PLANETS: Mapping[str, Sequence[str]] = {"armies": ("A",), "colonies": ()}


def read(resolver: Resolver, node: Node) -> tuple[Standing, ...]:
    """``CONDITIONAL if interdicted: all ships: keep orders; else Bee: T``."""
    written = condition_in(node.items)
    condition = resolver.condition(written)
    ordered: Node = node.items[-1]
    instead = ordered.part("otherwise")
    actions = tuple(_actions(resolver, [part for part in ordered.parts if part is not instead]))
    other = tuple(_actions(resolver, () if instead is None else instead.parts))
    if other and written is None:
        resolver.refuse(
            "else has no condition before it",
            reason="Without one the first part always holds",
            rule="NV ORD-37",
            outcome="The part behind it never counts",
        )
        other = ()
    return (Standing(resolver.ref, node.word.type.lower(), actions, condition, other),)


def _actions(resolver: Resolver, parts: Iterable[Node]) -> Iterator[Action]:
    for part in parts:
        if part.kind == "transfer":
            yield from (Action(transfer=line) for line in transfer.read(resolver, part))
        else:
            group, ordered = part.parts
            made = codes.read(resolver, ordered)
            yield from (Action(one, made) for one in groups_of(resolver, group))


def check(resolver: Resolver, line: Standing) -> Standing:
    """Nobody unarmed is ordered H, and no condition makes units hostile to just anybody."""
    actions = tuple(_checked(resolver, line, one) for one in line.actions)
    other = tuple(_checked(resolver, line, one) for one in line.otherwise)
    return replace(line, actions=actions, otherwise=other)


def _checked(resolver: Resolver, line: Standing, action: Action) -> Action:
    if action.group is None:
        return action
    ordered = action.codes
    if codes.is_hostile(ordered) and line.rank == "conditional" and _only_aliens(line):
        resolver.refuse(
            "a condition cannot make units hostile only because aliens are there",
            reason="Who they are must be known; minor contact is not enough",
            rule="NV ORD-38",
            outcome="H is left out",
            remedy="Add  contact B  or the like to the condition",
        )
        ordered = codes.without_hostile(ordered)
    harm = [
        one.code
        for one in ordered.activities or ()
        if one.allow_harm and not ACTIVITIES[one.code].harms
    ]
    if harm:
        resolver.warn(f"{harm[0]} cannot harm your own units; only D and PCB can")
    if action.group.what in ("unarmed", "colonies") and codes.is_hostile(ordered):
        resolver.refuse(
            f"{'unarmed ships' if action.group.what == 'unarmed' else 'colonies'}"
            " cannot be ordered H",
            reason="H is not for units without weapons",
            rule="NV ORD-13",
            outcome="H is left out",
        )
        ordered = codes.without_hostile(ordered)
    able = _ON_PLANETS.get(action.group.what)
    idle = [
        one.code for one in ordered.activities or () if able is not None and one.code not in able
    ]
    if idle:
        resolver.refuse(
            f"{action.group.what} cannot be ordered {', '.join(idle)} here",
            reason="Of activities only A is for all armies, and none for all colonies",
            rule="NV ORD-07",
            outcome="It is left undone",
            remedy="Write a line of MOVEMENT for the units of each planet",
        )
    codes.guards(resolver, ordered)
    ships = [resolver.roster.by_id.get(id) for id in action.group.ids]
    unarmed = [ship.name for ship in ships if ship is not None and not ship.armed]
    if codes.is_hostile(ordered) and unarmed:
        codes.not_hostile(resolver, unarmed)
    return replace(action, codes=ordered)


def _only_aliens(line: Standing) -> bool:
    return any(all(test.kind == "aliens" for test in group) for group in line.condition.any_of)


def line_text(line: Standing, names: Name) -> str:
    """The line in the language of the sheets."""
    words = line.rank.upper()
    if line.condition != ALWAYS:
        words += f" if {condition_text(line.condition, names)}:"
    words += f" {_actions_text(line.actions, names)}"
    return words + (f"; else {_actions_text(line.otherwise, names)}" if line.otherwise else "")


def _actions_text(actions: Iterable[Action], names: Name) -> str:
    return "; ".join(_action_text(one, names) for one in actions)


def _action_text(action: Action, names: Name) -> str:
    if action.transfer is not None:
        return transfer.line_text(action.transfer, names)
    assert action.group is not None
    return f"{group_text(action.group, names)}: {codes.text(action.codes, names)}"


def prefill(sheet: Prefill) -> Iterator[str]:
    """An example of each kind."""
    known = [label_of(one) for one in sheet.roster.view.contacts if not is_minor(one)]
    ship = next((sheet.names(one.id) for one in sheet.roster.ships.values()), "ship")
    yield from remark(f"GENERAL all ships: {f'F to {foe(known[0])}' if known else 'T'}")
    yield from remark("CONDITIONAL if interdicted: all ships: keep orders")
    yield from remark(f"SPECIAL {ship}: T")


STANDING = OrderKind(
    *("standing", Standing, read, line_text, check),
    starts=("general", "conditional", "special"),
    prefill=prefill,
)
