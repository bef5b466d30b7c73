"""REDESIGN in one line: another design with better ratings.

    REDESIGN Frigate-2 of Frigate: EW 3, LT 6

Rule: NV DSN-33, NV DSN-34.
"""

import re

from msgspec.structs import replace

from pbm.games.nova.orders.designs.design import Drawn, check, line_text, new_name, old_design
from pbm.games.nova.orders.designs.design_block import syntax_problem
from pbm.games.nova.orders.designs.words import NAME, read_rated
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.components import RATED, Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.technology import LT
from pbm.kit.records import Record
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.syntax_errors import SyntaxFault

_REDESIGN = re.compile(
    rf"\s*(?P<name>{NAME})\s+of\s+(?P<of>{NAME})\s*:\s*(?P<rest>.*)\Z", re.IGNORECASE
)
# What a redesign may name; a communicator only where one came with the size.
REDESIGNED = ("EW", "FC", "FA", "FD", "HF", LT, "OS", "SN", "SS", "SI", "TC")


class RedesignLine(Record):
    """``Frigate-2 of Frigate: EW 3, LT 6``: new ratings by component."""

    name: str
    of: str
    ratings: tuple[tuple[str, int], ...]


def read(resolver: Resolver, node: Node) -> tuple[Drawn, ...]:
    """The old design with its new ratings."""
    name, of = node.names
    new_name(resolver, name)
    old = old_design(resolver, of)
    part = resolver.line.part(name.start_pos, len(resolver.line.text))
    found = read_redesign(part.text)
    if isinstance(found, SyntaxFault):
        resolver.problems.append(syntax_problem(part, found))
        return ()
    if old is None:
        return ()
    for rating in missing_ratings(old, found):
        resolver.bad(
            of,
            f"{old.name} has nothing with {rating}",
            reason="A redesign improves what is there and adds nothing",
            rule="NV DSN-33",
        )
    return (Drawn(resolver.ref, redesigned(old, found), old),)


def read_redesign(text: str) -> RedesignLine | SyntaxFault:
    """What follows the word REDESIGN. Rule: NV DSN-33."""
    read = read_rated(text, _REDESIGN, "REDESIGN Frigate-2 of Frigate: EW 3, LT 6", REDESIGNED)
    if isinstance(read, SyntaxFault):
        return read
    found, ratings = read
    return RedesignLine(found["name"].strip('"'), found["of"].strip('"'), tuple(ratings.items()))


def redesigned(old: Design, line: RedesignLine) -> Design:
    """The design that a redesign line makes of another: each rating wherever it can stand.

    An installation that has the rating already, or a better one, keeps it; so ``EW 3`` lifts
    the weaker of two. A rating below every one that is there is taken as written, for
    `legality.redesign_faults` to refuse. Rule: NV DSN-33. Ambiguity: NV A-RSD-TC.
    """
    design = replace(old, name=line.name, of=old.name)
    for rating, value in line.ratings:
        if rating == "TC":
            design = replace(design, intrinsic_tc=value)
            continue
        held = [_held(part, rating) for part in old.parts if _bears(part, rating)]
        worse = held and all(_better(rating, own, value) for own in held)
        parts = (
            _with(part, rating, value)
            if _bears(part, rating) and (worse or _better(rating, value, _held(part, rating)))
            else part
            for part in design.parts
        )
        design = replace(design, parts=tuple(parts))
    return design


def missing_ratings(old: Design, line: RedesignLine) -> tuple[str, ...]:
    """Ratings a redesign names that the design has no component for. Rule: NV DSN-33."""
    return tuple(
        rating
        for rating, _value in line.ratings
        if rating != "TC" and not any(_bears(part, rating) for part in old.parts)
    )


def _bears(part: Component, rating: str) -> bool:
    if rating in ("FA", "FD"):
        return rating in RATED[part.kind]
    return part.kind == {"HF": "AR", LT: "JD"}.get(rating, rating)


def _held(part: Component, rating: str) -> int:
    if rating == LT:
        return part.lt
    return {"FA": part.accuracy, "FD": part.damage}.get(rating, part.level)


def _better(rating: str, one: int, other: int) -> bool:
    return one < other if rating == LT else one > other


def _with(part: Component, rating: str, value: int) -> Component:
    if rating == LT:
        return replace(part, lt=value)
    if rating == "FA":
        return replace(part, accuracy=value)
    return replace(part, damage=value) if rating == "FD" else replace(part, level=value)


REDESIGN = OrderKind("redesign", Drawn, read, line_text, check)
