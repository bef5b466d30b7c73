"""Runs a turn over and over in processes of its own, each killed one call later than the last.

Called by test_killed.py with a folder to work in; prints what it found as JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign import open_campaign
from pbm.history import verify
from pbm.legs import in_force
from pbm.process import run_turn
from tests.core import table
from tests.faults.test_killed import CALLS, GO_ON, before_run


def killing(number: int, real: Callable[..., Any], name: str, counter: list[int]) -> Any:
    def call(*args: Any, **named: Any) -> Any:
        counter[0] += 1
        if counter[0] == number:
            if name == "write" and len(args[1]) > 1:
                real(args[0], args[1][: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **named)

    return call


def run_and_die(work: Path, number: int) -> bool:
    """Run a turn in a child; True if it was killed before it was through."""
    child = os.fork()
    if child == 0:
        counter = [0]
        for owner, name in CALLS:
            setattr(owner, name, killing(number, getattr(owner, name), name, counter))
        try:
            run_turn(open_campaign(work), at=table.LATER)
        finally:
            os._exit(0)
    _pid, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def main(folder: Path) -> None:
    table.set_table(pytest.MonkeyPatch())
    model = before_run(folder).folder
    found: dict[str, Any] = {"calls": 0, "old": 0, "new": 0, "faults": []}
    number = 0
    while True:
        number += 1
        work = folder / "work" / "eridani"
        shutil.rmtree(work.parent, ignore_errors=True)
        shutil.copytree(model, work)
        if not run_and_die(work, number):
            break
        found["calls"] += 1
        try:
            campaign = open_campaign(work)
            chain = in_force(work)
            verify(campaign, chain)
            new = chain[-1].label == "1"
            found["new" if new else "old"] += 1
            if not new and number % GO_ON == 1:
                run_turn(campaign, at=table.LATER)
                if in_force(work)[-1].label != "1":
                    found["faults"].append(f"{number}: did not go on")
        except Exception as fault:
            found["faults"].append(f"{number}: {fault!r}")
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
