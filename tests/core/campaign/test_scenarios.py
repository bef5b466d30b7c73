"""Scenario files: any text gives a scenario, or faults with their places."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbm.campaign.scenarios import load_scenario, read_scenario, rows, shipped
from pbm.kit.problems import Faults, Problem, render_all

VALUES = (
    "0", "-1", "1.5", "nan", "inf", "10_000_000_000_000_000_000", "true", '""', '"x"', "'\\'", "[]",
    "[[]]", "[0]", "{}", "{a=1}", "2026-01-01", '"A"', '"nova"', '"D0101"', '"""', "\\",
)  # fmt: skip
# What stands behind =, in brackets or in quotes.
VALUE = re.compile(r'(?<== ).*|(?<=\[)[^\[\]]+(?=\])|"[^"]*"')


@cache
def lines_of(name: str) -> list[str]:
    """The lines of a shipped scenario."""
    game, _, short = name.partition("/")
    text = files(f"pbm.games.{game}").joinpath("scenarios", f"{short}.toml").read_text("utf-8")
    return text.split("\n")


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """A shipped scenario with a few lines struck out, doubled, moved, or with other values."""
    lines = list(lines_of(draw(st.sampled_from(shipped()))))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["strike out", "double", "move", "value", "text"]))
        if how == "strike out" and len(lines) > 1:
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "move":
            lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        elif how == "value":
            value = draw(st.sampled_from(VALUES))
            if found := VALUE.search(lines[at]):
                lines[at] = lines[at][: found.start()] + value + lines[at][found.end() :]
        else:
            lines[at] = draw(st.text(max_size=40))
    return "\n".join(lines).encode("utf-8", "replace")


@settings(max_examples=200)
@given(
    data=changed()
    | st.binary(max_size=200)
    | st.text(max_size=100).map(lambda t: f'game = "nova"\n{t}'.encode("utf-8", "replace"))
)
@example(data=b'game = "chess"')
@example(data=b"game = 1")
def test_any_text_is_a_scenario_or_has_faults_with_their_places(data: bytes) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        read_scenario(data, "mine.toml")
    except Faults as faults:
        problems = faults.problems
        assert all(one.span or "mine.toml" in one.fault for one in problems), problems
        assert render_all(problems)
    count = data.count(b"\n") + data.count(b"\r") + 1
    assert all(one.span is None or 1 <= one.span.line <= count for one in problems)


def test_a_scenario_that_may_not_be_read_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both where the file is closed and where its folder is."""
    file = tmp_path / "mine.toml"
    file.write_bytes(b"")

    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    for name in ("read_bytes", "is_file"):
        with monkeypatch.context() as closed:
            closed.setattr(Path, name, refused)
            with pytest.raises(Faults, match=r"mine\.toml cannot be read"):
                load_scenario(str(file))


def test_the_list_has_what_each_scenario_says() -> None:
    for row, listed in zip(rows(), shipped(), strict=True):
        part = load_scenario(listed).scenario
        assert f"{row['game']}/{row['name']}" == listed
        assert row["title"] == part.title
        assert row["sides"] == [side.name for side in part.sides]
        assert (row["players_min"], row["players_max"]) == (part.players_min, part.players_max)
