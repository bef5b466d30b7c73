"""BATTLE and GROUND lines: how ships and armies are to fight, item by item.

    BATTLE Africa vs B: range best; target armed > nearest; if own losses >= 50% then flee
    GROUND default: forward RA > SDU; land 2 RA r2

Rule: NV ORD-50, NV SPC-01.
"""

import re

from msgspec.structs import replace

from pbm.games.nova.orders.battle.doctrine import GROUND, SPACE
from pbm.games.nova.orders.battle.item_faults import group_fault, of_ships, twice
from pbm.games.nova.orders.battle.items import items_of, parsed, read_item
from pbm.games.nova.orders.naming import foe
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.standing.groups import group_text, groups_of
from pbm.games.nova.state.orders.standing import Battle, BattleItem, Group
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name

# A colon behind the word counts for nothing where another stands before the items.
_KEYWORD = re.compile(r"(battle|ground)(?![\w'\-])\s*(?::\s*(?=[^;:]*:))?", re.IGNORECASE)


def read(resolver: Resolver, node: Node) -> tuple[Battle, ...]:
    """One record for each kind of group the line names."""
    whole = resolver.line.part(node.word.start_pos, node.word.end_pos)
    keyword = _KEYWORD.match(whole.text)
    assert keyword is not None
    ground = keyword[1].casefold() == "ground"
    colon = whole.text.find(":", keyword.end())
    if colon < 0:
        remedy = f"Write  {keyword[1].upper()} default: {'match' if ground else 'range best'}"
        resolver.say_bad("this line has no items", remedy)
        return ()
    where = resolver.at(whole.part(keyword.end(), colon))
    fighters = parsed(where, "fighters")
    parts = tuple(items_of(whole, colon + 1))
    items = tuple(read_item(resolver.at(part), GROUND if ground else SPACE) for part in parts)
    named = tuple(zip(items, parts, strict=True))
    if not items:
        resolver.say_bad("this line has no items", "Write what they are to do behind the colon")
    if not ground:
        resolver.problems.extend(twice(named))
    if fighters is None:
        return ()
    groups = _groups(where, fighters)
    for group in groups:
        if ground:
            resolver.problems.extend(of_ships(group, where.line.span(), named))
        elif (fault := group_fault(group, where.line.span())) is not None:
            resolver.problems.append(fault)
    against = fighters.behind("VERSUS")
    versus = where.empire(against) if against is not None else ""
    return tuple(Battle(resolver.ref, group, items, versus, ground) for group in groups)


def _groups(resolver: Resolver, fighters: Node) -> tuple[Group, ...]:
    """Whom the line is for; all in a system or anywhere, if it names none."""
    at = fighters.behind("AT")
    if fighters.parts:
        return tuple(groups_of(resolver, fighters))
    return (Group("all", at=resolver.system(at) if at is not None else ""),)


def line_text(line: Battle, names: Name) -> str:
    """The line in the language of the sheets."""
    who = "default" if line.who.what == "all" else group_text(replace(line.who, at=""), names)
    where = f" vs {foe(line.versus)}" if line.versus else ""
    where += f" at {names(line.who.at)}" if line.who.at else ""
    items = "; ".join(map(_item, line.items))
    return f"{'GROUND' if line.ground else 'BATTLE'} {who}{where}: {items}"


def _item(item: BattleItem) -> str:
    words = " ".join(filter(None, (item.word, item.value)))
    if not item.condition:
        return words
    other = f" else {item.otherwise}" if item.otherwise else ""
    return f"if {item.condition} then {words}{other}"


BATTLE = OrderKind("battle", Battle, read, line_text, starts=("battle", "ground"))
