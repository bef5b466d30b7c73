"""Killed at any call that writes, a campaign is the old one or the new one, and goes on."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.kit.problems import CampaignFault
from pbm.service.api import replay, report, rerun, rule, run_turn, status, submit
from pbm.storage.atomic_files import sweep
from pbm.storage.turn_folders import in_force
from pbm.turns.history import verify
from tests.core import table
from tests.core.table import sheet

ROOT = Path(__file__).parents[2]

# Every call by which the writing module touches the disk.
CALLS: tuple[tuple[Any, str], ...] = (
    (os, "open"),
    (os, "write"),
    (os, "fsync"),
    (os, "ftruncate"),
    (os, "utime"),
    (Path, "rename"),
    (Path, "mkdir"),
    (Path, "touch"),
    (Path, "unlink"),
    (shutil, "rmtree"),
)


# What of it neither changes nor keeps anything: letting go of a file, and the lock, which the
# system lets go of when a process dies.
HARMLESS = {"close", "flock"}

# To go on takes as long as the work itself; so it is tried after some of the deaths only.
GO_ON = 6


class Killed(BaseException):
    """What no code of the product may catch."""


@contextmanager
def killed_at(number: int, fault: BaseException) -> Iterator[Callable[[], int]]:
    """Let the calls before that number through; at it, write half and raise, then nothing."""
    count = 0

    def wrapped(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            if count == number and name == "write" and len(args[1]) > 1:
                real(args[0], args[1][: len(args[1]) // 2])
            if count >= number:
                raise fault
            return real(*args, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in CALLS:
            patch.setattr(owner, name, wrapped(name, getattr(owner, name)))
        yield lambda: count


def sheets(turn: str, ilse: str = "add 2") -> list[tuple[str, bytes]]:
    return [("a.txt", sheet("Ilse", turn, ilse)), ("b.txt", sheet("Bob", turn, "add 3"))]


def run(campaign: Campaign) -> None:
    run_turn(campaign, at="2026-03-20T12:00Z")


def send(campaign: Campaign) -> None:
    submit(campaign, sheets("1", "add 4"), at="2026-03-20T12:00Z")


def keep_ruling(campaign: Campaign) -> None:
    rule(campaign, "1", b"set bob.total = 40 because so", "r.txt", at="2026-03-20T12:00Z")


def run_again(campaign: Campaign) -> None:
    rerun(campaign, "0", at="2026-03-20T12:00Z")


def before_run(folder: Path) -> Campaign:
    campaign = table.played(folder, 0)
    submit(campaign, sheets("1"), at=table.LATER)
    return campaign


def before_answered_run(folder: Path) -> Campaign:
    campaign = before_stop(folder)
    run(campaign)
    rule(campaign, "1", b"answer T-A3 ilse: yes because so", "r.txt", at=table.LATER)
    return campaign


def before_stop(folder: Path) -> Campaign:
    campaign = table.played(folder, 0)
    submit(campaign, sheets("1", "add 13"), at=table.LATER)
    return campaign


def before_rerun(folder: Path) -> Campaign:
    campaign = table.played(folder, 1)
    rule(campaign, "1", b"set bob.total = 40 because so", "r.txt", at=table.LATER)
    return campaign


def make_report(campaign: Campaign) -> None:
    report(campaign, "1")


def before_report(folder: Path) -> Campaign:
    campaign = table.played(folder, 1)
    for made in (campaign.folder / "turns/001/reports").rglob("report.*"):
        made.unlink()
    return campaign


ACTS = {
    "run": (before_run, run),
    "stop": (before_stop, run),
    "answered run": (before_answered_run, run),
    "submit": (before_run, send),
    "rule": (before_run, keep_ruling),
    "rerun": (before_rerun, run_again),
    "report": (before_report, make_report),
}


def may_stand(
    act: str, old: dict[str, bytes], found: dict[str, bytes], new: dict[str, bytes]
) -> bool:
    """True for what is neither the old campaign nor the new one, and may be.

    Of several texts or pages each is whole or not there; a turn that was run may still have the
    folder of the stop it went past, which counts for nothing.
    """
    if act in ("submit", "report"):
        return all(new.get(name) == data for name, data in found.items()) and set(old) <= set(found)
    closed = {name: data for name, data in found.items() if ".open/" not in name}
    return act == "answered run" and closed == new


def truth(campaign: Campaign) -> dict[str, bytes]:
    """What counts: the stages in force, complete texts, rulings, the stop at the docket."""
    stages = [stage.name for stage in in_force(campaign.folder)]
    return {
        name: data
        for name, data in table.tree(campaign.folder).items()
        if ".tmp-" not in name and _counts(name, stages)
    }


def _counts(name: str, stages: list[str]) -> bool:
    top, _, rest = name.partition("/")
    if top == "turns":
        return rest.partition("/")[0] in stages or ".open/" in name
    return top == "inbox" and rest.endswith((".toml", "rulings.txt"))


@pytest.mark.parametrize("act", ACTS)
def test_killed_at_any_call_it_is_the_old_or_the_new_campaign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    table.set_table(monkeypatch)
    prepare, do = ACTS[act]
    model = prepare(tmp_path)
    untouched = tmp_path / "untouched" / "eridani"
    shutil.copytree(model.folder, untouched)
    done = tmp_path / "done" / "eridani"
    shutil.copytree(untouched, done)
    old = truth(open_campaign(untouched))
    with killed_at(10**9, Killed()) as count:
        do(open_campaign(done))
        calls = count()
    new = truth(open_campaign(done))
    assert new != old
    assert calls > 5
    seen = set()
    # A sample: the first call and every so many after it, and the last. Every call there is, in
    # turn, is tried by real processes in the long run; see the end of this module.
    step = {"rerun": 19, "submit": 5, "report": 5}.get(act, 7)
    for number in sorted({*range(1, calls + 1, step), calls}):
        work = tmp_path / "work" / "eridani"
        shutil.rmtree(work.parent, ignore_errors=True)
        shutil.copytree(untouched, work)
        with pytest.raises(Killed), killed_at(number, Killed()):
            do(open_campaign(work))
        campaign = open_campaign(work)
        found = truth(campaign)
        assert found in (old, new) or may_stand(act, old, found, new), number
        seen.add("new" if found == new else "old" if found == old else "between")
        verify(campaign, in_force(work))
        status(campaign)
        if found == old and number % 3 == 1:
            do(campaign)  # and the work can be done now
            if act == "rerun":  # the numbers of lost revisions are not used again
                assert replay(campaign) == []
            elif act != "submit":  # nor those of lost texts
                assert truth(campaign) == new
            assert status(campaign).rows == status(open_campaign(done)).rows or act == "submit"
        sweep(work)
        assert not list(work.rglob(".tmp-*"))
    assert "old" in seen


def test_no_call_that_touches_the_disk_is_left_out() -> None:
    """Every call of the writing module into os, shutil, fcntl and of a path's own that writes."""
    tree = ast.parse((ROOT / "pbm/storage/atomic_files.py").read_text(encoding="utf-8"))
    of_paths = {"mkdir", "rename", "replace", "unlink", "rmdir", "touch", "chmod", "write_bytes"}
    of_paths |= {"write_text", "open", "hardlink_to", "symlink_to"}
    called = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            node.func.attr in of_paths
            or (
                isinstance(node.func.value, ast.Name)
                and node.func.value.id in ("os", "shutil", "fcntl")
            )
        )
    }
    assert called - HARMLESS == {name for _owner, name in CALLS}


def test_what_a_killed_run_left_is_swept_and_its_outbox_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.service import run as run_module

    table.set_table(monkeypatch)
    campaign = before_run(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(run_module, "fill_all", lambda *_what: (_ for _ in ()).throw(Killed()))
        with pytest.raises(Killed):
            run(campaign)
    assert not (campaign.folder / "outbox/001.toml").exists()
    assert status(campaign).due == ("2",)
    submit(campaign, sheets("2"), at=table.LATER)
    run(campaign)
    assert (campaign.folder / "outbox/001.toml").exists()
    assert (campaign.folder / "outbox/002.toml").exists()


@pytest.mark.parametrize("act", ACTS)
def test_a_full_disk_is_said_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    import errno

    table.set_table(monkeypatch)
    prepare, do = ACTS[act]
    campaign = prepare(tmp_path)
    old = truth(campaign)

    def full(_handle: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(CampaignFault) as fault:
            do(campaign)
    assert fault.value.problems[0].reason == "the disk is full"
    assert truth(campaign) == old
    do(campaign)


def test_a_new_campaign_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    with killed_at(10**9, Killed()) as count:
        table.begin(tmp_path)
        calls = count()
    whole = table.tree(tmp_path / "eridani")
    # A sample of the calls, and each of the last, by which it comes to be there.
    for number in [*range(1, calls - 10, 7), *range(calls - 10, calls + 1)]:
        shutil.rmtree(tmp_path / "eridani", ignore_errors=True)
        with pytest.raises(Killed), killed_at(number, Killed()):
            table.begin(tmp_path)
        if (tmp_path / "eridani").exists():
            assert table.tree(tmp_path / "eridani") == whole
        else:
            table.begin(tmp_path)
            assert table.tree(tmp_path / "eridani") == whole
        assert not list(tmp_path.glob(".tmp-*")) or not (tmp_path / "eridani").exists()


# In the short run a real process dies at every so many calls; in the long one at each.
STEPS = {"run": 13, "rerun": 37, "new": 13}


def died(folder: Path, act: str, step: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("driver.py")), str(folder), act, str(step)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["faults"] == []
    assert found["old"] + found["new"] == found["calls"] > 0
    return found


@pytest.mark.parametrize("act", STEPS)
def test_a_process_killed_leaves_the_old_or_the_new(tmp_path: Path, act: str) -> None:
    """A real death without a word: no handler, no finally, no buffer is flushed."""
    assert died(tmp_path, act, STEPS[act])["old"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("act", ["new", *ACTS])
def test_a_process_killed_at_any_call_leaves_the_old_or_the_new(tmp_path: Path, act: str) -> None:
    """The same at each call by which the writing module touches the disk, in turn."""
    found = died(tmp_path, act, 1)
    assert found["calls"] > 5
    assert found["old"] > 0
    # The last call of all only makes sure of what is there already.
    assert found["new"] > 0 or act == "submit"
