"""Does a command over and over in processes of its own, each killed one call later than the last.

Called by test_killed.py with a folder to work in, the name of an act, and how many calls to
step on each time; prints what it found as JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import open_campaign
from pbm.service.api import status
from pbm.storage.atomic_files import sweep
from pbm.storage.turn_folders import in_force
from pbm.turns.history import verify
from tests.core import table
from tests.faults.test_killed import ACTS, CALLS, GO_ON, may_stand, truth


def killing(number: int, real: Callable[..., Any], name: str, counter: list[int]) -> Any:
    def call(*args: Any, **named: Any) -> Any:
        counter[0] += 1
        if counter[0] == number:
            if name == "write" and len(args[1]) > 1:
                real(args[0], args[1][: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **named)

    return call


def do_and_die(do: Callable[[], object], number: int) -> bool:
    """Do something in a child; True if it was killed before it was through."""
    child = os.fork()
    if child == 0:
        counter = [0]
        for owner, name in CALLS:
            setattr(owner, name, killing(number, getattr(owner, name), name, counter))
        try:
            do()
        finally:
            os._exit(0)
    _pid, ended = os.waitpid(child, 0)
    return os.WIFSIGNALED(ended)


def do_to(do: Callable[[Any], object], folder: Path) -> None:
    do(open_campaign(folder))


def begun(folder: Path, step: int) -> dict[str, Any]:
    """A new campaign: it is there whole, or not at all and can be begun."""
    found: dict[str, Any] = {"calls": 0, "old": 0, "new": 0, "faults": []}
    table.begin(folder)
    whole = table.tree(folder / "eridani")
    number = 1
    while True:
        shutil.rmtree(folder / "eridani", ignore_errors=True)
        if not do_and_die(partial(table.begin, folder), number):
            return found
        found["calls"] += 1
        there = (folder / "eridani").exists()
        found["new" if there else "old"] += 1
        if not there:
            table.begin(folder)
        if table.tree(folder / "eridani") != whole:
            found["faults"].append(f"{number}: it is not whole")
        number += step


def done(folder: Path, act: str, step: int) -> dict[str, Any]:
    """Anything done with a campaign: it is the old one or the new one, and goes on."""
    prepare, do = ACTS[act]
    found: dict[str, Any] = {"calls": 0, "old": 0, "new": 0, "faults": []}
    model = prepare(folder).folder
    made = folder / "done" / "eridani"
    shutil.copytree(model, made)
    old = truth(open_campaign(model))
    do(open_campaign(made))
    new = truth(open_campaign(made))
    number = 1
    while True:
        work = folder / "work" / "eridani"
        shutil.rmtree(work.parent, ignore_errors=True)
        shutil.copytree(model, work)
        if not do_and_die(partial(do_to, do, work), number):
            return found
        found["calls"] += 1
        try:
            campaign = open_campaign(work)
            now = truth(campaign)
            if now not in (old, new) and not may_stand(act, old, now, new):
                found["faults"].append(f"{number}: neither the old nor the new")
            found["new" if now == new else "old"] += 1
            verify(campaign, in_force(work))
            if not status(campaign).lines:
                found["faults"].append(f"{number}: nothing is said of where it stands")
            if now == old and (number // step) % GO_ON == 1 % GO_ON:
                do(campaign)
            sweep(work)
            if list(work.rglob(".tmp-*")):
                found["faults"].append(f"{number}: something half done is left")
        except Exception as fault:
            found["faults"].append(f"{number}: {fault!r}")
        number += step


def main(folder: Path, act: str, step: int) -> None:
    table.set_table(pytest.MonkeyPatch())
    found = begun(folder, step) if act == "new" else done(folder, act, step)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
