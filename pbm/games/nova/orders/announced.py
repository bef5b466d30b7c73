"""What a sheet lets be built, and its projects: known to every line of it."""

from typing import Any

from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.prefill import UNWRITTEN
from pbm.games.nova.orders.research.project import line_of
from pbm.games.nova.orders.resolver import bare
from pbm.games.nova.orders.scanning import Scanned
from pbm.language.parse_tree import Node

_INNER = ("section", "sums", "spendings", "or_else")  # that have lines within
_KINDS = frozenset((*_INNER, "commission", "project_line", "finish", "gate", "ship"))


def announce(roster: Roster, scanned: list[Scanned]) -> None:
    """Names of what this sheet lets be built, so that any line may use them, and its projects."""
    for one in scanned:
        if type(one.found) is Node and one.found.kind in _KINDS:  # few lines are
            _announce(roster, one.found)


def _announce(roster: Roster, found: Any) -> None:
    match found:
        case Node() if found.kind in _INNER:
            for item in found.parts:
                _announce(roster, item)
        case Node(kind="commission"):
            for name in found.tokens()[2:]:
                roster.will_be(bare(name))
        case Node(kind="project_line"):
            roster.projects.append(line_of(UNWRITTEN, found))
        case Node(kind="finish"):
            roster.will_be(bare(found.names[0]))
        case Node(kind="gate" | "ship"):
            called = found.part("as_names")
            for name in called.names if called is not None else ():
                roster.will_be(bare(name), gate=found.kind == "gate")
