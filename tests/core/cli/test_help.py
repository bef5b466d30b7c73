"""The help: panels, usage, plain options, and examples that can be pasted."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer

from pbm.cli import main
from pbm.cli.examples import ASKED, DUEL, EXAMPLES, MAILED, PLAYED

ROOT = Path(__file__).resolve().parents[3]
COMMANDS: dict[str, Any] = typer.main.get_command(main.app).commands  # type: ignore[attr-defined]
EVERY = {"": typer.main.get_command(main.app), **COMMANDS} | {
    f"mail {name}": one for name, one in COMMANDS["mail"].commands.items()
}
SLOW = ("", "demo")  # they play the shipped campaigns and make their pages
SERVING = ("write", "desk")  # they answer a browser until Ctrl-C


def run_lines(lines: str, checkout: Path) -> None:
    """Paste lines into a shell whose folder is a checkout; the last of them works."""
    path = os.pathsep.join([str(checkout / "bin"), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-e", "-c", lines],
        cwd=checkout,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def serves(line: str, checkout: Path) -> None:
    """Paste a line that opens pages; it names their address and ends with Ctrl-C."""
    words = [sys.executable, "-m", "pbm", *line.replace("\\\n", "").split()[1:], "--no-browser"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        words,
        cwd=checkout,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background pass on that Ctrl-C is ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stderr is not None
            assert running.stdout.readline().startswith("Open http://127.0.0.1:")
            running.send_signal(signal.SIGINT)
            assert running.wait(timeout=30) == main.INTERRUPTED
            assert "Nothing is half done" in running.stderr.read()
        finally:
            running.kill()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an example finds in a fresh checkout, and ``pbm`` beside it."""
    folder = tmp_path_factory.mktemp("checkout")
    campaigns = folder.with_name("campaigns")
    shutil.copytree(ROOT / "campaigns", campaigns, ignore=shutil.ignore_patterns("made", "outbox"))
    for kept in (campaigns, ROOT / "docs", ROOT / "tests"):
        (folder / kept.name).symlink_to(kept)
    program = folder / "bin/pbm"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbm "$@"\n')
    program.chmod(0o755)
    return folder


def paste(text: str, begun: dict[str, Path], to: Path) -> None:
    """Paste an example into a checkout where the longest beginning that it has was pasted."""
    beginning = max((one for one in begun if f"{text}\n".startswith(one)), key=len)
    shutil.copytree(begun[beginning], to, symlinks=True)
    run_lines(text.removeprefix(beginning.rstrip("\n")), to)


@pytest.fixture(scope="module")
def begun(fresh: Path) -> dict[str, Path]:
    """Checkouts by what was pasted into them; many examples begin alike."""
    found = {"": fresh}
    for number, beginning in enumerate((DUEL, PLAYED, MAILED, ASKED)):
        folder = fresh.with_name(f"begun-{number}")
        paste(beginning, found, folder)
        found[f"{beginning}\n"] = folder
    return found


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW))
        for name in {text: name for name, text in EXAMPLES.items()}.values()
    ],
)
def test_an_example_works_in_a_fresh_checkout(
    name: str, fresh: Path, begun: dict[str, Path], tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    if name in SERVING:
        shutil.copytree(fresh, checkout, symlinks=True)
        serves(EXAMPLES[name], checkout)
    else:
        paste(EXAMPLES[name], begun, checkout)


@pytest.mark.parametrize("name", EVERY)
def test_an_example_shows_its_command(name: str) -> None:
    assert f"pbm {name}".rstrip() in EXAMPLES[name]


@pytest.mark.parametrize("name", EVERY)
def test_no_line_of_an_example_is_wrapped_at_80_columns(name: str) -> None:
    assert [
        line for line in EXAMPLES[name].split("\n") if len(line.replace("pbm ", "./run ", 1)) > 78
    ] == []


def test_every_command_has_an_example_and_stands_in_one_panel() -> None:
    assert sorted(EXAMPLES) == sorted(EVERY)
    listed = [name for names in main.PANELS.values() for name in names]
    assert sorted(listed) == sorted(COMMANDS)


def shown(*words: str, typed: str = "") -> str:
    """What a command prints at a narrow terminal."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "TERM": "dumb"}
    environ.pop("PBM_TYPED", None)
    command = [sys.executable, "-m", "pbm", *words]
    done = subprocess.run(
        command,
        env={**environ, "PBM_TYPED": typed} if typed else environ,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_the_panels_follow_a_game_masters_work() -> None:
    text = shown("--help")
    places = [text.index(f"─ {panel} ─") for panel in main.PANELS]
    assert places == sorted(places)
    commands = [text.index(f"│ {name} ") for names in main.PANELS.values() for name in names]
    assert commands == sorted(commands)


def test_usage_and_examples_name_the_program_as_it_was_typed() -> None:
    assert "Usage: pbm run [OPTIONS] DIR..." in shown("run", "--help")
    text = shown("run", "--help", typed="./run")
    assert "Usage: ./run run [OPTIONS] DIR..." in text
    assert "\n ./run run my-duel --missing-ok" in text
    assert "Usage: pbm replay [OPTIONS] DIR [TURN]" in shown("replay", "--help")
    assert "Try 'pbm run -h' for help" in shown("run")


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_has_an_opposite_and_none_lacks_words(name: str) -> None:
    for param in EVERY[name].params:
        assert not param.secondary_opts, param.name
        assert param.help, param.name
        assert not param.help.endswith("."), param.name
