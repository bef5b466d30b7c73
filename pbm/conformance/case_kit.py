"""The interface of a game to the cases of its rulebook."""

from collections.abc import Callable, Mapping
from typing import Any

from pbm.conformance.arguments import ArgumentReader
from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.vocabulary import Vocabulary
from pbm.dice.keyed import Ids
from pbm.engine import registry
from pbm.kit.records import Record


class CaseKit(Record):
    """The queries, set-up and look-ups that the cases of a game may use.

    ``queries`` are the functions that an ASK line may name, ``scene(step, ids, options)`` reads
    a SET-UP block, and ``thing(state, words)`` gives what an EXPECT line looks up (``ship B1``),
    a record or fields by name, or None; ``things`` are the words it knows. ``reader`` knows the
    types of the queries' parameters, ``vocabulary()`` the names that a case may use.
    """

    queries: Mapping[str, Callable[..., Any]] = {}
    scene: Callable[[CaseStep, Ids, Mapping[str, str]], CaseScene] | None = None
    thing: Callable[[Any, tuple[str, ...]], Any] | None = None
    reader: ArgumentReader = ArgumentReader()
    things: tuple[str, ...] = ()
    vocabulary: Callable[[], Vocabulary] = Vocabulary


def kit_of(game: str) -> CaseKit:
    """The kit of a game, empty if it has no cases; Faults for an unknown game."""
    found: CaseKit | None = registry.cases(game)
    return found or CaseKit()
