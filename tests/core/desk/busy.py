"""A campaign in which a game master has something of each kind to do, and a desk that is killed."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.desk.server import Route, Server
from pbm.kit.assets import cache_dir
from pbm.mail.fetch import fetch
from pbm.service.api import replay
from pbm.storage import atomic_files
from tests.core import table
from tests.core.desk.visitor import Visitor
from tests.core.mail.post import ILSE, drop, letter, with_mail


def busy_campaign(folder: Path) -> Path:
    """A campaign in which turn 2 is due: Bob asked, a mail waits and another came."""
    campaign = with_mail(table.played(folder, 1))
    file = campaign.folder / "campaign.toml"
    file.write_text(f'{file.read_text()}\n[mail.out]\nkind = "folder"\npath = "sent"\n')
    campaign = open_campaign(campaign.folder)
    table.send(campaign, table.sheet("Bob", "2", "add 1", "NOTE TO GM may I?"))
    drop(campaign, letter("May my number be 13?", ILSE))
    fetch([campaign])
    drop(campaign, letter("I shall be away.", ILSE, id="<2@example.org>"))
    return campaign.folder


class Dying(NamedTuple):
    """A server in a process of its own, which is killed in the middle of a write."""

    port: int
    key: str
    token: str
    process: int


@contextmanager
def killed_at(write: int, routes: Callable[[], Sequence[Route]]) -> Iterator[Visitor]:
    """Who visits a server that is killed in the middle of its n-th write to the disk."""
    with dying_at(write, routes) as server:
        yield Visitor(server.port, server.key, server.token)


@contextmanager
def dying_at(write: int, routes: Callable[[], Sequence[Route]]) -> Iterator[Dying]:
    """A server that is killed in the middle of its n-th write to the disk; 0 for never."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            written = [0]
            whole = atomic_files._write

            def broken(path: Path, data: bytes, mode: int) -> None:
                kept = cache_dir()  # what is kept there is no campaign's
                written[0] += kept is None or kept not in path.parents
                if written[0] == write:
                    path.write_bytes(data[: len(data) // 2])
                    os.kill(os.getpid(), signal.SIGKILL)
                whole(path, data, mode)

            atomic_files._write = broken
            server = Server(routes())
            server.begin()
            os.write(told, json.dumps([server.port, server.key, server.token]).encode())
            time.sleep(60)
        finally:
            os._exit(0)
    port, key, token = json.loads(os.read(ready, 1000))
    yield Dying(port, key, token, child)
    os.close(ready)
    os.close(told)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGTERM)  # an act of fewer writes was whole
    _pid, status = os.waitpid(child, 0)
    assert write > 1 or os.WTERMSIG(status) == signal.SIGKILL


def cut_off(campaign: Campaign) -> list[str]:
    """What a replay finds, but for the text that was cut off and does not count."""
    return [
        one.file
        for one in replay(campaign, pdfs=False)
        if "cut off before its receipt" not in one.text
    ]
