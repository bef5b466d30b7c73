"""What a turn was made with."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbm.kit import environment


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
