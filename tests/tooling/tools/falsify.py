"""Falsify each field of events and list what nobody notices: ``./run mutate --facts``.

One field of a kind at a time. The events of a case are falsified after it was played, so nothing
but an EXPECT line can notice; a crash is not noticing. For fields that no case notices, and those
that a game lists and no case brings about, the tests whose files name the kind and the field are
run, with that field falsified as it is emitted. Golden files, hashes and replays are not among
them. Fields that no player perceives do not count. ``unnoticed.toml`` argues what may stay
unnoticed, by fields or by kinds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[3]))
from pbm.conformance import expect
from pbm.conformance.case_file import CaseStep
from pbm.conformance.case_kit import kit_of
from pbm.conformance.expectations import Miss
from pbm.conformance.play_case import CaseTable
from pbm.conformance.runner import run_case
from pbm.engine import registry
from pbm.engine.events import Event
from pbm.engine.subtask import SubtaskContext
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults
from tests.case_files import all_cases

ROOT = Path(__file__).parents[3]
ARGUED = Path(__file__).with_name("unnoticed.toml")
VARIABLE = "PBM_FALSIFIED"
PLUGIN = "tests.tooling.tools.falsify"  # of pytest
Field = tuple[str, str]  # kind of event, name of a fact


def falsified(value: Fact) -> Fact:
    """Another value, of the same type if there is one.

    >>> falsified(3), falsified(True), falsified(["a", "b"]), falsified({"own": "Bee"})
    (4, False, ['?', 'b'], {'own': '?'})
    """
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, Mapping):
        first = next(iter(value), "?")
        return {**value, first: falsified(value.get(first))}
    if isinstance(value, (list, tuple)):
        return [falsified(value[0]), *value[1:]] if value else ["?"]
    return 1 if value is None else "!" if value == "?" else "?"


def falsified_in(event: Event, field: Field) -> Event:
    """The event with this field falsified, if it has it."""
    kind, name = field
    if event.kind != kind or name not in event.facts:
        return event
    return replace(event, facts={**event.facts, name: falsified(event.facts[name])})


# --- cases ------------------------------------------------------------------------------------


class Notes:
    """Fields in the cases of a game: of all events, perceived, noticed by an EXPECT line."""

    def __init__(self) -> None:
        self.emitted: set[Field] = set()
        self.perceived: set[Field] = set()
        self.noticed: set[Field] = set()

    def missed(self, table: CaseTable, step: CaseStep) -> Miss | None:
        """In place of `expect.missed`: the same, then once more for each field falsified."""
        miss = _missed(table, step)
        self.emitted |= {(event.kind, name) for event in table.events for name in event.facts}
        here = set(self._perceived(table))
        self.perceived |= here
        for field in here - self.noticed:
            is_about = field[0] in step.rest or " reads " in step.rest
            if miss is None and is_about and self._notices(table, step, field):
                self.noticed.add(field)
        return miss

    def _perceived(self, table: CaseTable) -> Iterator[Field]:
        for event in table.events:
            for seat in table.scene.seats:
                shown = event.shown_to(seat.id)
                for name in shown["facts"] if shown is not None else ():
                    yield event.kind, str(name)

    def _notices(self, table: CaseTable, step: CaseStep, field: Field) -> bool:
        told = [
            replace(stage, events=tuple(falsified_in(one, field) for one in stage.events))
            for stage in table.stages
        ]
        stages, table.stages = table.stages, told
        expected = list(table.expected_problems)
        try:
            return _missed(table, step) is not None
        except (Faults, LookupError, ValueError, TypeError, AttributeError):
            return False
        finally:
            table.stages, table.expected_problems = stages, expected


_missed = expect.missed


def by_cases(game: str) -> Notes:
    """Play every case of a game."""
    notes = Notes()
    expect.missed = notes.missed
    try:
        for case in all_cases(game):
            run_case(case)
    finally:
        expect.missed = _missed
    return notes


# --- tests ------------------------------------------------------------------------------------


def files_about(game: str, field: Field) -> list[str]:
    """The test files of a game and of the core that name a kind of event and a field of it."""
    kind, name = (part.removeprefix("fight_") for part in field)
    found = []
    for folder in (ROOT / "tests" / "games" / game, ROOT / "tests" / "core"):
        for path in sorted(folder.rglob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            if kind in text and name in text:
                found.append(str(path.relative_to(ROOT)))
    return found


def tests_notice(game: str, field: Field) -> bool:
    """Whether a test fails while this field is falsified as it is emitted."""
    files = files_about(game, field)
    if not files:
        return False
    words = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", PLUGIN, *files]
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, VARIABLE: "/".join(field), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    return ran.returncode == pytest.ExitCode.TESTS_FAILED


def pytest_configure() -> None:
    """As a plugin of pytest: falsify the field that the environment names."""
    kind, _, name = os.environ.get(VARIABLE, "").partition("/")
    record = SubtaskContext.record

    def recording(self: SubtaskContext, *given: Any) -> Event:
        event = record(self, *given)
        changed = falsified_in(event, (kind, name))
        if changed is not event:
            self.events[-1] = changed
        return changed

    if name:
        SubtaskContext.record = recording  # type: ignore[assignment, method-assign]


# --- all of it --------------------------------------------------------------------------------


def unnoticed(game: str) -> tuple[set[Field], set[Field]]:
    """The fields of a game that were tried, and those that neither case nor test notices."""
    notes = by_cases(game)
    events = kit_of(game).vocabulary().events
    listed = {(kind, name) for kind, entry in events.items() for name in entry.fields}
    tried = notes.perceived | (listed - notes.emitted)
    left = sorted(tried - notes.noticed)
    print(f"{game}: {len(tried)} fields, {len(left)} unnoticed by cases", flush=True)
    lost = set()
    for number, field in enumerate(left, 1):
        if not tests_notice(game, field):
            lost.add(field)
        if number % 10 == 0:
            print(f"{game}: {number} of {len(left)} tried, {len(lost)} unnoticed", flush=True)
    return tried, lost


def main(games: list[str]) -> int:
    """List what is unnoticed and not argued; 1 if there is any."""
    argued = tomllib.loads(ARGUED.read_text(encoding="utf-8"))
    code = 0
    for game in games or registry.names():
        fields, lost = unnoticed(game)
        excused = argued.get(game, {})
        for kind, name in sorted(lost):
            why = excused.get(f"{kind}.{name}", excused.get(kind, ""))
            print(f"{game}: {kind}.{name} {f'({why})' if why else 'is noticed by nobody'}")
            code = code if why else 1
        print(f"{game}: {len(fields)} fields, {len(lost)} unnoticed, {len(excused)} argued")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
