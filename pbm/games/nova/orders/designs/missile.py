"""MISSILE and MISSILES: a missile design, and the whole list of them as it is to stand.

    MISSILE Dart MD 5 MA 60 MR 10
    MISSILES Dart, Lance

Rule: NV DSN-22.
"""

import re

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.designs.design import new_name, say_faults
from pbm.games.nova.orders.designs.design_block import syntax_problem
from pbm.games.nova.orders.designs.design_text import quoted
from pbm.games.nova.orders.designs.known_designs import missile_named
from pbm.games.nova.orders.designs.words import NAME, read_rated
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.legality import missile_faults
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.records import Record
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.quoting import Name

_MISSILE = re.compile(rf"\s*(?P<name>{NAME})\s*:?(?P<rest>\s.*)\Z")
_RATINGS = ("MD", "MA", "MR")


class DrawnMissile(Record):
    """A missile design of a sheet."""

    ref: OrderRef
    design: MissileDesign


class MissileList(Record):
    """The names of all missiles that are to be kept."""

    names: tuple[str, ...]


def read(resolver: Resolver, node: Node) -> tuple[DrawnMissile, ...]:
    """A name, and three ratings in any order."""
    name = node.names[0]
    new_name(resolver, name, "missile")
    part = resolver.line.part(name.start_pos, len(resolver.line.text))
    found = read_missile(part.text)
    if isinstance(found, SyntaxFault):
        resolver.problems.append(syntax_problem(part, found, ""))
        return ()
    return (DrawnMissile(resolver.ref, found),)


def read_missile(text: str) -> MissileDesign | SyntaxFault:
    """What follows the word MISSILE. Rule: NV DSN-22."""
    read = read_rated(text, _MISSILE, "MISSILE Dart MD 5 MA 60 MR 10", _RATINGS)
    if isinstance(read, SyntaxFault):
        return read
    found, ratings = read
    lacking = [rating for rating in _RATINGS if rating not in ratings]
    if lacking:
        end = len(text)
        return SyntaxFault(end, end + 1, f"{' and '.join(lacking)} of the missile is missing")
    return MissileDesign(found["name"].strip('"'), ratings["MD"], ratings["MA"], ratings["MR"])


def check(resolver: Resolver, line: DrawnMissile) -> DrawnMissile:
    """What cannot be built is told, and kept all the same."""
    roster, made = resolver.roster, line.design
    say_faults(resolver, f'missile "{made.name}"', missile_faults(made, roster.levels))
    roster.drawn = replace(roster.drawn, missiles=(*roster.drawn.missiles, (line.ref, made)))
    return line


def line_text(line: DrawnMissile, _names: Name) -> str:
    """The line with the size that follows."""
    return f"MISSILE {missile_text(line.design)} (size {line.design.size})"


def missile_text(missile: MissileDesign) -> str:
    """A missile as a sheet writes it behind the word MISSILE."""
    return f"{quoted(missile.name)} MD {missile.md} MA {missile.ma} MR {missile.mr}"


def read_list(resolver: Resolver, node: Node) -> tuple[MissileList, ...]:
    """Missiles of this sheet and of earlier ones, by their names."""
    names = node.names
    for token in names:
        if missile_named(resolver.roster, bare(token)) is None:
            resolver.miss(token, "is not a missile of yours")
    return (MissileList(tuple(map(bare, names))),)


def check_list(resolver: Resolver, line: MissileList) -> MissileList:
    """The last list counts."""
    resolver.roster.drawn = replace(resolver.roster.drawn, missile_list=line.names)
    return line


def list_text(line: MissileList, _names: Name) -> str:
    """The line in the language of the sheets."""
    return f"MISSILES {', '.join(line.names)}"


MISSILE = OrderKind("missile", DrawnMissile, read, line_text, check)
MISSILES = OrderKind(
    *("missiles", MissileList, read_list, list_text, check_list, ("missile_list",)),
    starts=("missile",),  # an item of a BATTLE line begins with "missiles"
)
