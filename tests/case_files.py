"""The conformance cases of a game, and what each game's tests ask of them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from pbm.conformance.case_file import Case, read_cases
from pbm.conformance.runner import run_case
from pbm.engine.options import Option, settle

FOLDER = Path(__file__).with_name("rulebook")


def all_cases(game: str) -> list[Case]:
    """Every case of a game, in the order of its files."""
    found: list[Case] = []
    for path in sorted((FOLDER / game).glob("*.case")):
        cases, problems = read_cases(path.read_text(encoding="utf-8"), path.name)
        assert not problems, problems
        found += cases
    return found


def assert_holds(case: Case) -> None:
    """Run a case; it holds."""
    row = run_case(case)
    assert row.result == "pass", f"{row.expected}\n{row.got}"


def assert_complete(cases: Sequence[Case], required: Sequence[str]) -> None:
    """Every id that was ever given is there, none twice."""
    ids = [case.id for case in cases]
    assert sorted(ids) == sorted(set(ids))
    assert [name for name in required if name not in ids] == []


def assert_readings_shown(
    cases: Sequence[Case], options: Sequence[Option], but: Container[str] = ()
) -> None:
    """Each reading that is no default has a case that comes out otherwise by it, and it alone.

    ``but`` are the keys of options that no case can show.
    """
    differing = [case for case in cases if case.differs]
    assert [case.id for case in differing if len(case.options) != 1] == []
    shown = {(key, value) for case in differing for key, value in case.options.items()}
    defaults, _ = settle(options, {})
    wanted = {
        (option.key, reading)
        for option in options
        for reading in option.readings
        if reading != defaults[option.key] and option.key not in but
    }
    assert wanted - shown == set()
