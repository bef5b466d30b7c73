"""The process and what it was made with: versions, files of the product, lazy parts, garbage."""

from __future__ import annotations

import gc
import tomllib
from pathlib import Path

import pytest

from pbm.kit import environment
from pbm.kit.assets import data_dir
from pbm.kit.gc_tuning import SELDOM, rare_collections
from pbm.kit.lazy_import import lazy
from pbm.pages.fonts import is_held

# --- what a turn was made with ------------------------------------------------


def test_everything_that_bytes_depend_on_is_recorded() -> None:
    found = environment.recorded()
    assert {"engine", "python", "weasyprint", "jinja2", "pydantic", "lib pango"} <= set(found)
    assert all(found.values())


def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment._native("libnone.so.9", "") == "absent"
    assert environment._native("libc.so.6", "") == "present"
    monkeypatch.setattr(environment, "_package", lambda _name: "")
    assert environment.engine() == environment.ENGINE


def test_an_unknown_package_has_no_version() -> None:
    assert environment._package("no-such-package-here") == ""


def test_changes_are_named() -> None:
    then, now = {"a": "1", "b": "1"}, {"b": "2", "c": "3"}
    assert environment.changed(then, now) == [
        "a was 1, is now absent",
        "b was 1, is now 2",
        "c was absent, is now 3",
    ]
    assert environment.changed(now, now) == []


def test_the_version_is_the_project_s() -> None:
    file = Path(__file__).parents[3] / "pyproject.toml"
    assert tomllib.loads(file.read_text())["project"]["version"] == environment.ENGINE


# --- what comes with the product is found; what does not is said --------------


def test_the_grammar_is_found_and_nothing_else_is_made_up() -> None:
    assert (data_dir("grammar") / "common.lark").is_file()
    with pytest.raises(FileNotFoundError, match="no such thing"):
        data_dir("no such thing")


def test_characters_that_no_packaged_font_holds_are_named() -> None:
    assert all(map(is_held, "Zażółć Жук →"))
    assert [is_held(one) for one in "a名한b"] == [True, True, False, True]


# --- parts that are loaded when they are asked for ----------------------------


def test_a_late_function_is_the_function() -> None:
    assert lazy("pbm.drawing.hexgrid", "parse_hex")("2018").column == 20


# --- garbage is looked for seldom inside, and afterwards as it was before -----


def test_what_was_set_comes_back_after_a_fault_too() -> None:
    before = gc.get_threshold()
    with rare_collections():
        with pytest.raises(ValueError, match="a fault"), rare_collections():
            raise ValueError("a fault")
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == before != SELDOM


def test_it_is_a_decorator_as_often_as_it_is_called() -> None:
    @rare_collections()
    def inside() -> tuple[int, int, int]:
        return gc.get_threshold()

    before = gc.get_threshold()
    assert [inside(), inside()] == [SELDOM, SELDOM]
    assert gc.get_threshold() == before


def test_what_another_part_froze_stays_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError

    monkeypatch.setattr(gc, "get_freeze_count", lambda: 1)
    monkeypatch.setattr(gc, "freeze", never)
    monkeypatch.setattr(gc, "unfreeze", never)
    before = gc.get_threshold()
    with rare_collections():
        pass
    assert gc.get_threshold() == before
