"""DESIGN and REDESIGN, written out from their head to END DESIGN.

    DESIGN Hornet  ...  END DESIGN
    REDESIGN Hornet-2 of Hornet  ...  END DESIGN

Rule: NV DSN-03 to DSN-08, NV DSN-33, NV DSN-34, NV DSN-36.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.designs.design_block import block_text, read_block
from pbm.games.nova.orders.designs.known_designs import design_named, missile_named
from pbm.games.nova.orders.naming import LONGEST_NAME
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.legality import Fault, faults, redesign_faults, with_intrinsic_tc
from pbm.kit.english import capital
from pbm.kit.problems import Severity
from pbm.kit.records import Record
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name


class Drawn(Record):
    """A design of a sheet; ``old`` is the one that a redesign improves."""

    ref: OrderRef
    design: Design
    old: Design | None = None


def read(resolver: Resolver, node: Node) -> tuple[Drawn, ...]:
    """A design by the lines between its head and its end, the resolver's block."""
    if node.kind == "design_end":
        resolver.say_bad("there is no design that could end here", "Write  DESIGN  and its name")
        return ()
    first, *of = node.names
    name = new_name(resolver, first)
    old = old_design(resolver, of[0]) if of else None
    if not resolver.block:
        resolver.say_bad(f'design "{name}" has no lines', "Write its components below its name")
    block = read_block(name, resolver.roster.player, resolver.block, old.name if old else "")
    resolver.left_out += block.problems
    resolver.unread.update(block.unread)
    if any(one.severity is Severity.INVALID for one in block.problems):
        return ()
    return (Drawn(resolver.ref, block.design, old),)


def new_name(resolver: Resolver, token: Token, what: str = "design") -> str:
    """The name of a new design or missile, which no other has."""
    name = bare(token)
    found = design_named if what == "design" else missile_named
    if not name:
        resolver.bad(token, f"this {what} has no name")
    elif found(resolver.roster, name) is not None:
        resolver.bad(
            token,
            f'there is a {what} "{name}" already',
            reason=f"Every {what} has a name of its own",
            rule="NV DSN-36",
            remedy=f"Call it {name[: LONGEST_NAME - 2]}-2 or the like",
        )
    return name


def old_design(resolver: Resolver, token: Token) -> Design | None:
    """The design that a redesign begins with."""
    old = design_named(resolver.roster, bare(token))
    if old is None:
        resolver.miss(
            token, "is not a design of yours", resolver.roster.near(token, resolver.roster.designs)
        )
    return old


def check(resolver: Resolver, line: Drawn) -> Drawn:
    """What cannot be built is told, and kept all the same: technology may come in time."""
    roster, design = resolver.roster, line.design
    if line.old is None:
        design = with_intrinsic_tc(design, roster.levels)
        found = faults(design, roster.levels)
    else:
        found = redesign_faults(line.old, design, roster.levels, roster.turn)
    say_faults(resolver, f'design "{design.name}"', found)
    roster.drawn = replace(roster.drawn, designs=(*roster.drawn.designs, (line.ref, design)))
    return replace(line, design=design)


def say_faults(resolver: Resolver, what: str, found: Sequence[Fault]) -> None:
    """Say everything that keeps the empire from building it."""
    not_begun = "Research on it would not be begun while that is so"
    outcome = not_begun if resolver.roster.turn else "It cannot be bought"
    for one in found:
        fault, reason = f"{what}: {one.fault}", capital(one.reason)
        resolver.refuse(fault, reason=reason, rule=one.rule, outcome=outcome)


def line_text(line: Drawn, _names: Name) -> str:
    """The design in one line: its components and the sums that follow from them."""
    own = figures(line.design)
    lines = " / ".join(part.strip() for part in block_text(line.design).splitlines()[:-1])
    sums = f"SSZ {own.ssz}, {own.category.abbreviation}, {own.cost} MCr, {own.tp} TP, TA {own.ta}"
    return f"{lines} ({sums})"


DESIGN = OrderKind(
    "design",
    Drawn,
    read,
    line_text,
    check,
    rules=("design_head", "redesign_head", "design_end"),
    starts=("designs?", "end +design"),
)
