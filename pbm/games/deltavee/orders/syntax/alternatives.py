"""What a line says to do, and what else: one order after the other out of the words of a line.

``command if docked: right, else left`` is two orders, the second counting if the first did
not; so is ``right if docked else left``.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.games.deltavee.orders.syntax.naming import Tests
from pbm.games.deltavee.orders.syntax.parsed_lines import Holds, Part, Statement
from pbm.language.conditions_syntax import all_of


def alternatives(statement: Statement) -> list[Statement]:
    """A statement and those behind ``else`` in its line, each with its own condition."""
    found = [replace(statement, parts=())]
    for part in statement.parts:
        if part.kind == "else" or (part.kind == "or abort" and not _last_jumps(found[-1])):
            found.append(_otherwise(statement, part))
        else:
            found[-1] = replace(found[-1], parts=(*found[-1].parts, part))
    return list(map(_with_condition_behind, found))


def _otherwise(first: Statement, part: Part) -> Statement:
    parts = part.parts or (replace(part, kind="abort jump"),)
    holds = Holds(part.condition, otherwise=True)
    return Statement(first.verb, part.word, parts, holds, behind=True)


def _last_jumps(statement: Statement) -> bool:
    return bool(statement.parts) and statement.parts[-1].kind == "jump"


def _with_condition_behind(statement: Statement) -> Statement:
    """A condition behind the one command of an order counts for that order.

    Behind several it is not clear for which: it stays among the parts, to be spoken of.
    """
    *acts, last = statement.parts
    if last.kind != "when" or len(acts) != 1:
        return statement
    holds = joined_holds(statement.holds, Holds(last.condition))
    return replace(statement, parts=tuple(acts), holds=holds, ends=True)


def joined_holds(outer: Holds, inner: Holds) -> Holds:
    """Two conditions at once; ``else`` if either says so."""
    return Holds(both([outer.condition, inner.condition]), outer.otherwise or inner.otherwise)


def both(conditions: Sequence[Tests | None]) -> Tests | None:
    """All of these conditions that there are."""
    some = [one for one in conditions if one is not None]
    return all_of(some) if some else None
