"""The machine fails in other ways: a full disk, a folder nobody may write, two runs at once, a
clock set back, files of a newer version. Each in a real process, as a game master meets it.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbm.kit.problems import CampaignFault, render_all
from pbm.service import api
from pbm.storage.atomic_files import locked
from pbm.storage.turn_folders import in_force
from tests.core import table

ROOT = Path(__file__).parents[2]

# A process of its own that brings the tiny game in and is then the command line itself.
PBM = """
import sys
import pytest
from tests.core import table
table.set_table(pytest.MonkeyPatch())
from pbm.cli.main import main
sys.argv = ["pbm", *sys.argv[1:]]
main()
"""


# The same as somebody else, once all that is needed is read: who may not write this campaign may
# not read the environment of this one's owner either.
SOMEBODY = PBM.replace(
    "sys.argv =",
    """import os
from pathlib import Path
from pbm.service import api
api.status(api.open_campaign(Path(sys.argv[2])))
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
sys.argv =""",
)


def pbm(
    *words: str | Path, before: Callable[[], None] | None = None, program: str = PBM
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which ``before`` may set limits to.

    Under a limit Python would write half of a module's bytecode, which then cannot be read.
    """
    bare = {"PYTHONDONTWRITEBYTECODE": "1"} if before else {}
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        preexec_fn=before,
        env={**os.environ, "PYTHONPATH": str(ROOT), **bare},
    )


# One command in the short run, all of them in the long one.
words_that_write = pytest.mark.parametrize(
    "word",
    ["run", *(pytest.param(word, marks=pytest.mark.slow) for word in ("submit", "rule"))],
)


@pytest.fixture
def ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign whose turn 1 waits to be run, and a text and a ruling beside it."""
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 0)
    table.send(campaign, table.sheet("Ilse", "1", "add 2"), table.sheet("Bob", "1", "add 3"))
    (tmp_path / "more.txt").write_bytes(table.sheet("Ilse", "1", "add 4"))
    (tmp_path / "rulings.txt").write_bytes(b"set bob.total = 4 because so\n")
    return campaign.folder


def commands(folder: Path) -> dict[str, tuple[str | Path, ...]]:
    beside = folder.parent
    at = ("--at", table.LATER)
    return {
        "run": ("run", folder, *at),
        "submit": ("submit", folder, beside / "more.txt", *at),
        "rule": ("rule", folder, "1", beside / "rulings.txt", *at),
        "new": ("new", beside / "second", "--scenario", beside / "count.toml", *at),
    }


def facts(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in table.tree(folder).items() if ".tmp-" not in name}


@pytest.mark.parametrize(
    "word",
    ["run", *(pytest.param(word, marks=pytest.mark.slow) for word in ("submit", "rule", "new"))],
)
def test_a_disk_with_no_room_changes_nothing_and_is_said(ready: Path, word: str) -> None:
    """A file may not grow beyond some bytes: the first larger one cannot be written."""
    before = facts(ready)
    words = commands(ready)[word]
    limit = {"run": 300, "submit": 40, "rule": 20, "new": 300}[word]

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    said = pbm(*words, before=no_room)
    assert said.returncode == 3, said.stderr
    assert "cannot be written" in said.stderr
    assert "larger than this disk allows" in said.stderr
    assert "Raise the limit (ulimit -f) or use another disk" in said.stderr
    assert "Traceback" not in said.stderr
    after = facts(ready)
    # Of a text only its N.toml makes it count; bytes before it are told of by replay.
    assert {n: d for n, d in after.items() if n in before or n.endswith(".toml")} == before
    assert not (ready.parent / "second").exists()
    again = pbm(*words)
    assert again.returncode == 0, again.stderr


@pytest.fixture
def readable(ready: Path) -> Iterator[Path]:
    """The campaign where everybody may read it.

    Not in pytest's own folder, which any other run of pytest closes to others when it begins.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ready.parent, folder, dirs_exist_ok=True)
        Path(folder).chmod(0o755)
        there = Path(folder) / ready.name
        (there / "secret.toml").chmod(0o644)
        yield there


@words_that_write
def test_a_folder_that_may_not_be_written_is_said(readable: Path, word: str) -> None:
    """As somebody else than its owner: root may write everywhere."""
    if os.geteuid() != 0:
        pytest.skip("another user is needed, which root alone can be")
    before = facts(readable)
    said = pbm(*commands(readable)[word], program=SOMEBODY)
    assert said.returncode == 3, said.stderr
    assert "cannot be written" in said.stderr
    assert "It is not writable. Nothing was changed. Check the permissions" in said.stderr
    assert facts(readable) == before
    # What only reads goes on.
    assert pbm("status", readable, program=SOMEBODY).returncode == 0


def test_two_runs_at_once_do_not_meet(ready: Path) -> None:
    """While one holds the lock the other says so at once and does nothing."""
    before = facts(ready)
    with locked(ready):
        for word in ("run",):
            said = pbm(*commands(ready)[word])
            assert said.returncode == 3
            assert f"another pbm is at work on {ready.name}" in said.stderr
            assert "Wait until it has finished" in said.stderr
    assert facts(ready) == before
    words = [sys.executable, "-c", PBM, *map(str, commands(ready)["run"])]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    both = [
        subprocess.Popen(
            words, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    said_by = [one.communicate() for one in both]
    codes = sorted(one.returncode for one in both)
    # The second found the lock held, or came later and found that turn 2 has no sheets.
    assert codes in ([0, 3], [0, 1]), said_by
    assert [stage.name for stage in in_force(ready)] == ["new", "000", "001"]


@pytest.mark.slow
def test_a_dead_process_holds_no_lock(ready: Path) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            (
                "import sys,time;from pathlib import Path\n"
                "from pbm.storage.atomic_files import locked\n"
                "with locked(Path(sys.argv[1])): print('held',flush=True);time.sleep(60)"
            ),
            str(ready),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    assert pbm(*commands(ready)["run"]).returncode == 3
    holder.kill()
    holder.wait()
    holder.stdout.close()
    assert pbm(*commands(ready)["run"]).returncode == 0


@pytest.mark.slow
def test_a_clock_that_was_set_back_is_said(ready: Path) -> None:
    """The clock of the machine itself, as the command sees it without --at."""
    back = PBM.replace(
        "from pbm.cli.main import main",
        "from pbm.kit import clock; clock.now = lambda: clock.read_time('2020-01-01T00:00Z')\n"
        "from pbm.cli.main import main",
    )
    before = facts(ready)
    said = pbm("run", ready, program=back)
    assert said.returncode == 3
    assert "the clock is behind the last turn" in said.stderr
    assert "Set the clock, or give the time with --at" in said.stderr
    assert facts(ready) == before


@pytest.mark.parametrize(
    ("name", "was", "now", "told"),
    [
        (
            "campaign.toml",
            "pbm-campaign-1",
            "pbm-campaign-2",
            "install the version that wrote the file",
        ),
        ("campaign.toml", "adjudication = 1", "adjudication = 9", "Install a newer pbm"),
        ("campaign.toml", 'dice = "keyed-1"', 'dice = "keyed-7"', "Install a newer pbm"),
        ("campaign.toml", "published =", "shiny = 1\npublished =", "shiny"),
        ("turns/000/turn.toml", "pbm-turn-1", "pbm-turn-2", "Install the pbm that wrote it"),
        ("turns/000/state.json", "pbm-state-1", "pbm-state-2", "changed after it was written"),
        ("secret.toml", "seed =", "salt = 1\nseed =", "salt"),
    ],
)
def test_a_file_of_a_newer_version_is_said(
    ready: Path, name: str, was: str, now: str, told: str
) -> None:
    file = ready / name
    text = file.read_text()
    assert was in text
    file.write_text(text.replace(was, now, 1))
    before = facts(ready)
    with pytest.raises(CampaignFault) as fault:
        api.run_turn(api.open_campaign(ready), at=table.LATER)
    said = render_all(fault.value.problems)
    assert name in said
    assert told.casefold() in said.casefold()
    assert facts(ready) == before


def test_a_campaign_copied_by_hand_is_a_campaign(ready: Path, tmp_path: Path) -> None:
    """A copy without lock, outbox and times of files goes on as the one it is of."""
    copy = tmp_path / "copy" / "eridani"
    shutil.copytree(ready, copy, copy_function=shutil.copyfile)
    shutil.rmtree(copy / "outbox")
    api.run_turn(api.open_campaign(copy), at=table.LATER)
    assert api.replay(api.open_campaign(copy)) == []
    api.run_turn(api.open_campaign(ready), at=table.LATER)
    one, other = facts(ready), facts(copy)
    assert {n: d for n, d in one.items() if n.startswith("turns/")} == {
        n: d for n, d in other.items() if n.startswith("turns/")
    }
