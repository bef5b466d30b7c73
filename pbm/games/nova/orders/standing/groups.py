"""Whom a line is for: ships by name, classes, all of a kind, in a system or with exceptions."""

from collections.abc import Iterator
from itertools import dropwhile, islice

from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.standing import Group
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def groups_of(resolver: Resolver, node: Node) -> Iterator[Group]:
    """``all ships at VIRUS but Bee``: ships by name are one group, each other word is one."""
    where = node.behind("AT")
    at = "" if where is None else resolver.system(where)
    exempt = dropwhile(lambda word: word.type != "BUT", node.tokens())
    but = tuple(filter(None, map(resolver.ship, islice(exempt, 1, None))))
    ships = [resolver.ship(part.word) for part in node.parts if part.kind == "ship"]
    if ids := tuple(dict.fromkeys(filter(None, ships))):
        yield Group("ship", ids, at=at, but=but)
    for part in node.parts:
        if part.kind == "class":
            yield Group("class", name=resolver.design(part.items[1]), at=at, but=but)
        elif part.kind != "ship":
            yield Group(part.kind, at=at, but=but)


def group_text(group: Group, names: Name) -> str:
    """The words for a group."""
    words = {
        "all": "all ships",
        "class": f"class {names(group.name)}",
        "ship": ", ".join(map(names, group.ids)),
    }.get(group.what, f"{group.what} ships" if "armed" in group.what else group.what)
    words += f" at {names(group.at)}" if group.at else ""
    return words + (f" but {', '.join(map(names, group.but))}" if group.but else "")
