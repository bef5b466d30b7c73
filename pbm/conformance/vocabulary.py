"""The names that cases of a game may use: events, fields, rules, open questions.

A game lists its events in ``events.toml``, its rules and open questions in ``rules.toml``::

    [attack]
    about = "A weapon fires at a ship."
    fields = ["by", "target", "hit"]
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pbm.conformance.case_file import Case
from pbm.kit.english import nearest
from pbm.kit.package_data import package_data
from pbm.kit.problems import Faults, Problem, Span, invalid
from pbm.kit.records import Record

# Fields of every event besides its own; a player perceives only the phase of these.
HEADS = ("in", "rule", "order", "terms", "rolls", "changes", "options", "ruling")
SEEN_HEADS = ("in",)


class EventKind(Record):
    """A kind of event: a sentence about it, and the names of its fields."""

    about: str
    fields: tuple[str, ...] = ()


class Vocabulary(Record):
    """The names that cases of a game may use; without events every name is allowed."""

    events: Mapping[str, EventKind] = {}
    rules: frozenset[str] = frozenset()
    questions: frozenset[str] = frozenset()

    def check_event(
        self, kind: str, fields: Iterable[str], span: Span, heads: Collection[str] = HEADS
    ) -> None:
        """Raise Faults for a kind of event or a field that the game does not have."""
        if not self.events:
            return
        if kind not in self.events:
            raise Faults(_unknown(f'there is no event "{kind}"', kind, self.events, span))
        known = (*self.events[kind].fields, *heads)
        for name in fields:
            if name not in known and name.partition(".")[0] not in known:
                fault = f'the event {kind} has no field "{name}"'
                raise Faults(_unknown(fault, name, known, span, list_all=True))

    def faults_of(self, case: Case) -> list[Problem]:
        """The faults of a case that names unknown rules or open questions."""
        if not self.rules:
            return []
        faults = [
            _unknown(f'"{rule}" is not a rule of {case.game}', rule, self.rules, case.span)
            for rule in _cited(case.rule, self.rules)
        ]
        return faults + [
            _unknown(
                f'"{one}" is not an open question of {case.game}', one, self.questions, case.span
            )
            for one in case.ambiguity
            if one not in self.questions
        ]


def _unknown(
    fault: str, name: str, known: Collection[str], span: Span, *, list_all: bool = False
) -> Problem:
    near = nearest(name, known)
    reason = f"Its fields are {', '.join(known)}" if list_all else ""
    return invalid(fault, span, reason=reason, remedy=f"Did you mean {near}?" if near else "")


def _cited(text: str, rules: Collection[str]) -> Iterator[str]:
    """The citations of a RULE line that are not among the rules.

    A later citation may leave out the book, or book and chapter: ``KH 4 Range, Aiming Weapons``.
    """
    parts = re.split(r",\s*", text)
    first = parts[0].split()
    heads = ("", *(" ".join(first[:words]) + " " for words in (1, 2)))
    for part in parts:
        if not any(f"{head}{part}" in rules for head in heads):
            yield part


@cache
def vocabulary(package: str) -> Vocabulary:
    """The names of the game in a package, from its events.toml and rules.toml."""
    rules = _toml(package, "rules.toml")
    entries: list[Mapping[str, Any]] = [*rules["rules"].values(), *rules["open"].values()]
    cited = {one for entry in entries for one in re.split(r",\s*", entry.get("cite", "")) if one}
    headings = rules.get("headings", {}).items()
    cited |= {f"{chapter} {name}" for chapter, names in headings for name in names}
    events = {
        kind: EventKind(entry["about"], tuple(entry["fields"]))
        for kind, entry in _toml(package, "events.toml").items()
    }
    return Vocabulary(events, frozenset(cited), frozenset(rules["open"]))


def _toml(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(package_data(package, name).decode())
