"""The campaigns under campaigns/, and the same with all that is made from what they keep."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pbm.service import api
from pbm.storage.turn_folders import in_force
from tests.end_to_end.golden.against import NotCompared, against, recorded_at

CAMPAIGNS = Path(__file__).parents[1] / "campaigns"
NAMES = sorted(path.parent.name for path in CAMPAIGNS.glob("*/campaign.toml"))
MOST_FACTS = 40  # that a failed test lists
# Where the worker processes of one test run share what was made; see conftest.py.
SHARED = "PBM_TEST_PLAYED"


@cache
def _folder() -> Path:
    if SHARED in os.environ:
        return Path(os.environ[SHARED])
    made = tempfile.mkdtemp(prefix="pbm-played-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


@cache
def played(name: str) -> Path:
    """A copy of a campaign with states, events, packets and HTML made again, all as recorded.

    Made once in a test run; whoever asks meanwhile waits. Nobody may change anything in it.
    """
    folder, wrong = _folder() / name, _folder() / f"{name}.txt"
    with (_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists() and not wrong.exists():
            making = folder.with_suffix(".making")
            shutil.rmtree(making, ignore_errors=True)
            shutil.copytree(CAMPAIGNS / name, making)
            differences = api.replay(api.open_campaign(making), pdfs=False, put_back=True)
            if not differences:
                making.rename(folder)
            else:
                lines = [f"{one.file}: {one.cause}. {one.text}" for one in differences]
                wrong.write_text("\n".join([*lines, *_facts_that_differ(name)]), encoding="utf-8")
        assert folder.exists(), wrong.read_text(encoding="utf-8")
    return folder


def _facts_that_differ(name: str) -> Iterator[str]:
    """The first facts that differ from those of the revision whose hashes are kept."""
    try:
        revision = recorded_at(name)
        found = against(name, revision)
    except NotCompared as reason:
        yield f"The facts cannot be shown: {reason}"
        return
    yield f"{len(found)} facts differ from those of {revision}:"
    yield from found[:MOST_FACTS]
    if len(found) > MOST_FACTS:
        yield f"... ./run golden {name} --against {revision} shows all of them."


def packets_of(name: str) -> Iterator[tuple[str, str]]:
    """Every turn folder in force of a campaign with each player who has a packet of it."""
    for stage in in_force(CAMPAIGNS / name):
        for file in sorted(stage.part.files):
            top, *rest = file.split("/")
            if top == "reports" and rest[1:] == ["packet.json"]:
                yield stage.name, rest[0]
