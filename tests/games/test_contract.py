"""What holds for every registered game: its cases, and rules.toml beside code and options.

What only a game knows it says in its contract: see tests/games/contract.py.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest

from pbm.conformance import play_case
from pbm.conformance.case_file import Case
from pbm.conformance.case_kit import kit_of
from pbm.conformance.runner import run_case
from pbm.engine import registry, turn
from pbm.engine.options import Option, settle
from pbm.engine.turn import Stage
from tests.case_files import all_cases, shown
from tests.games.contract import contract

GAMES = registry.names()
for_every_game = pytest.mark.parametrize("game", GAMES)


def options(game: str) -> tuple[Option, ...]:
    """The options of the game's own."""
    return tuple(registry.ruleset(game).options)


# --- cases ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "case"),
    [(game, case) for game in GAMES for case in all_cases(game)],
    ids=lambda one: one if isinstance(one, str) else one.id,
)
def test_the_case_holds_and_its_events_are_listed(
    game: str, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = noted(monkeypatch)
    row = run_case(case)
    assert row.result == "pass", f"{row.expected}\n{row.got}"
    listed = kit_of(game).vocabulary().events
    for kind, fields in found.items() if listed else ():
        assert fields <= set(listed[kind].fields), kind


def noted(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Kinds and fields of all events that cases will bring about."""
    found: dict[str, set[str]] = {}
    run_stage = turn.run

    def run(*args: Any) -> Stage:
        stage = run_stage(*args)
        for event in stage.events:
            found.setdefault(event.kind, set()).update(event.facts)
        return stage

    monkeypatch.setattr(play_case, "run", run)
    return found


@for_every_game
def test_no_case_is_missing_and_no_id_is_used_twice(game: str) -> None:
    ids = [case.id for case in all_cases(game)]
    assert sorted(ids) == sorted(set(ids))
    assert [name for name in contract(game).required if name not in ids] == []


@for_every_game
def test_every_reading_of_every_option_has_a_case_that_differs_from_the_default(game: str) -> None:
    """Each reading that is no default has a case that comes out otherwise by it, and it alone."""
    differing = [case for case in all_cases(game) if case.differs]
    assert [case.id for case in differing if len(case.options) != 1] == []
    found = {(key, value) for case in differing for key, value in case.options.items()}
    defaults, _ = settle(options(game), {})
    wanted = {
        (option.key, reading)
        for option in options(game)
        for reading in option.readings
        if reading != defaults[option.key] and option.key not in contract(game).unshown
    }
    assert wanted - found == set()


@for_every_game
def test_every_number_that_can_be_chosen_has_a_case_with_another(game: str) -> None:
    found = {key for case in all_cases(game) if case.differs for key in case.options}
    numbers = [option.key for option in options(game) if not option.readings]
    assert [key for key in numbers if key not in found] == []


@for_every_game
def test_everything_that_can_be_asked_is_asked(game: str) -> None:
    steps = [step for case in all_cases(game) for step in case.steps if step.word == "ASK"]
    assert set(kit_of(game).queries) - {step.rest.split()[0] for step in steps} == set()


@pytest.mark.slow
@for_every_game
def test_every_field_of_an_event_that_is_listed_occurs_in_a_case(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But those that the contract excuses."""
    found = noted(monkeypatch)
    for case in all_cases(game):
        run_case(case)
    silent = {
        f"{kind}.{name}"
        for kind, entry in kit_of(game).vocabulary().events.items()
        for name in entry.fields
        if name not in found.get(kind, ()) and kind not in contract(game).unseen
    }
    assert silent == contract(game).unseen_fields


@for_every_game
def test_keys_of_options_are_one_each_and_defaults_are_readings(game: str) -> None:
    keys = [option.key for option in options(game)]
    assert sorted(keys) == sorted(set(keys))
    assert [one.key for one in options(game) if one.fault_of(one.default)] == []


# --- rules.toml -------------------------------------------------------------------------------


@cache
def book(game: str) -> dict[str, Any]:
    """A game's rules.toml."""
    return tomllib.loads(text_of(game, "rules.toml"))


def text_of(game: str, name: str) -> str:
    """A file of a game's package."""
    return files(registry.package(game)).joinpath(name).read_text(encoding="utf-8")


@cache
def entries(game: str) -> dict[str, dict[str, Any]]:
    """The lines of a game's rules and its open questions, by their ids."""
    return {**book(game)["rules"], **book(game)["open"]}


def thing(game: str, where: str) -> Any:
    """What an entry names: ``module`` or ``module:name.part`` of the game, or of pbm itself."""
    module, _, name = where.partition(":")
    full = module if module.startswith("pbm.") else f"{registry.package(game)}.{module}"
    found: Any = import_module(full)
    for part in filter(None, name.split(".")):
        found = getattr(found, part)
    return found


def named_by(game: str, entry: dict[str, Any]) -> Iterator[str]:
    """The cases that an entry names, by their ids or by a pattern."""
    for case in entry["cases"]:
        yield from fnmatch.filter(shown(game), case)


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GAMES for name in entries(game)]
)
def test_what_a_line_names_is_there(game: str, name: str) -> None:
    entry, more = entries(game)[name], contract(game).more_keys
    assert set(entry) <= {"what", "cite", "where", "options", "cases", *more}
    assert all(thing(game, where) is not None for where in entry["where"])
    assert [case for case in entry["cases"] if not fnmatch.filter(shown(game), case)] == []
    is_shown = entry["cases"] or entry.get("tests")
    assert (entry["where"] and is_shown) or entry.get("people")
    keys = [option.key for option in options(game)]
    assert [key for key in entry.get("options", ()) if key not in keys] == []


@for_every_game
def test_an_open_question_with_an_option_has_the_option_of_its_id(game: str) -> None:
    for option in options(game):
        assert option.key in entries(game)[option.id]["options"], option.id
    for name, entry in book(game)["open"].items():
        ids = {option.id for option in options(game) if option.key in entry.get("options", ())}
        assert ids <= {name}


@for_every_game
def test_the_cases_of_an_open_question_say_so(game: str) -> None:
    asked = book(game)["open"]
    for name, entry in asked.items():
        assert [one for one in entry["cases"] if name not in shown(game)[one][1]] == [], name
    for case, (_rule, questions) in shown(game).items():
        assert [name for name in questions if case not in asked[name]["cases"]] == [], case


@for_every_game
def test_every_case_is_named_by_some_line(game: str) -> None:
    named = {case for entry in entries(game).values() for case in named_by(game, entry)}
    assert [case for case in shown(game) if case not in named] == []


@for_every_game
def test_every_question_is_asked_on_the_page_of_open_questions(game: str) -> None:
    asked = book(game)["open"]
    page = text_of(game, "ambiguities.md")
    found = dict(re.findall(r"^### (\S+) [^\n]+\n(.*?)(?=^##|\Z)", page, re.M | re.S))
    assert sorted(found) == sorted(asked)
    for name, words in found.items():
        assert "Default:" in words, name
        options_named = re.findall(r"Option\s+`([^`]+)`", words)
        assert options_named == list(asked[name].get("options", ())), name
