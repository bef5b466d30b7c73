"""A Dask cluster does the work: the same bytes as without one, whatever becomes of a worker."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbm.campaign.campaign import open_campaign
from pbm.kit.problems import CampaignFault, Faults
from pbm.parallel import dask_pool
from pbm.parallel.dask_pool import Cluster, Otherwise, connected, here
from pbm.parallel.pools import in_order
from pbm.parallel.workers import workers
from pbm.service.api import How, new_campaign, run_turn
from pbm.service.run_many import run_many
from pbm.turns import subtask_dispatch
from tests.core import table
from tests.core.cli.test_main import Pbm, pbm
from tests.core.sealed_table import set_key
from tests.games.nova.scenes import battle_by_mail
from tests.shipped import played

__all__ = ["pbm"]

ROOT = Path(__file__).resolve().parents[3]
AT = "2026-01-02T00:00:00Z"


class Client:
    """A client as far as `Cluster` asks of it; its workers are what a test says."""

    def __init__(self, marks: dict[str, Any]) -> None:
        self.marks = marks
        self.pool = SimpleNamespace(submit=self._submit)
        self.failed: Exception | None = None

    def get_executor(self, pure: bool) -> Any:
        assert not pure
        return self.pool

    def ncores(self) -> dict[str, int]:
        return dict.fromkeys(self.marks, 1)

    def run(self, fn: Any, on_error: str) -> dict[str, Any]:
        return self.marks

    def close(self, timeout: float) -> None:
        pass

    def _submit(self, fn: Any, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            if self.failed is not None:
                raise self.failed
            future.set_result(fn(*args))
        except Exception as failed:
            future.set_exception(failed)
        return future


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    """Two workers like this process, at any address."""
    import distributed

    made = Client({"tcp://one": here(), "tcp://two": here()})
    monkeypatch.setattr(distributed, "Client", lambda *args, **more: made)
    return made


def double(number: int) -> int:
    return number * 2


def test_a_cluster_is_as_wide_as_it_has_workers(client: Client) -> None:
    with workers(1, "tcp://there:1") as crew:
        assert crew.width == 2
        assert in_order(crew, double, [3, 1, 2], lambda _done, _of: None) == [6, 2, 4]


def test_workers_with_other_libraries_are_not_used(client: Client) -> None:
    client.marks["tcp://two"] = {**here(), "lark": "0.9"}
    client.marks["tcp://bad"] = ModuleNotFoundError("pbm")
    with pytest.raises(CampaignFault) as caught, workers(1, "tcp://there:1"):
        pass
    bad, two = caught.value.problems
    assert bad.fault == "the worker at tcp://bad would make different bytes"
    assert bad.reason == "it cannot load pbm: pbm"
    assert two.reason.startswith("lark was 0.9, is ")


def test_a_worker_that_came_later_is_looked_at_too(client: Client) -> None:
    client.failed = Otherwise("python was 3.12, is 3.11")
    with workers(1, "tcp://there:1") as crew, pytest.raises(CampaignFault, match="different bytes"):
        in_order(crew, double, [1], lambda _done, _of: None)
    with pytest.raises(Otherwise, match="lark"):
        dask_pool._there({**here(), "lark": "0.9"}, b"")


def test_a_task_that_took_its_workers_along_is_given_up(client: Client) -> None:
    from distributed import KilledWorker

    client.failed = KilledWorker("task", None, 3)  # type: ignore[arg-type]
    with workers(1, "tcp://there:1") as crew, pytest.raises(CampaignFault, match="died"):
        in_order(crew, double, [1], lambda _done, _of: None)


def test_a_cluster_without_workers_does_nothing(client: Client) -> None:
    client.marks.clear()
    with pytest.raises(CampaignFault, match="has no workers"), workers(1, "tcp://there:1"):
        pass


def test_a_cluster_that_lost_its_workers_is_waited_for_only_so_long(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "_LOOK_S", 0.01)
    monkeypatch.setattr(dask_pool, "PATIENCE_S", 0.02)
    never: Future[int] = Future()
    crew = Cluster(client)
    client.marks.clear()
    with pytest.raises(CampaignFault, match="has no workers left"):
        crew.some([never])


def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_pool, "ANSWER_S", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(CampaignFault, match=f"no scheduler answers at {address}"):  # noqa: SIM117
            with connected(address):
                pass
    with pytest.raises(CampaignFault, match="no scheduler answers"), connected("what://is"):
        pass


def test_without_the_package_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Faults) as caught, connected("tcp://there:1"):
        pass
    assert 'pip install ".[cluster]"' in caught.value.problems[0].remedy


def _dask(part: str, log: Path, *words: str) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    module = f"distributed.cli.dask_{part}"
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", module, *words], env=environ, stdout=file, stderr=file
        )


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler's address and two workers of it, on loopback; workers are stopped first."""
    file = tmp_path / "scheduler.json"
    head = _dask(
        "scheduler",
        tmp_path / "scheduler.log",
        *("--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
        *("--scheduler-file", str(file)),
    )
    started: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(600):
            if file.exists() and file.read_text().rstrip().endswith("}"):
                break
            time.sleep(0.1)
        import json

        address = str(json.loads(file.read_text())["address"])
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "20")
        for number in (1, 2):
            log = tmp_path / f"worker{number}.log"
            place = ("--local-directory", str(tmp_path))
            started.append(_dask("worker", log, address, *words, *place))
        from distributed import Client as Real

        with Real(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=60)
        yield address, started
    finally:
        for worker in started:
            worker.terminate()
        for worker in started:
            worker.wait(30)
        head.terminate()
        head.wait(30)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # what Dask and its event loop say when they are ended
def test_serial_processes_and_a_cluster_that_loses_a_worker_make_the_same_bytes(
    tmp_path: Path, dask: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, started = dask
    first = tmp_path / "serial"
    for name in ("a", "b", "c", "d"):
        players = ("A=Rook", "B=Heron")
        new_campaign(first / name, "knighthawks/duel", players=players, seed=name, at=AT)
    for other in ("processes", "cluster"):
        shutil.copytree(first, tmp_path / other)

    def kill(_what: str, done: int, _of: int) -> None:
        if done == 1 and started[0].poll() is None:
            os.kill(started[0].pid, signal.SIGKILL)

    def run(where: str, **more: Any) -> dict[str, bytes]:
        folders = sorted((tmp_path / where).iterdir())
        fates = run_many(folders, how=How(missing_ok=True), at=AT, **more)
        assert [fate.problems for fate in fates] == [()] * 4
        return table.tree(tmp_path / where)

    alone = run("serial")
    assert sum(name.endswith("000/reports/rook/report.pdf") for name in alone) == 4
    assert run("processes", jobs=2) == alone
    assert run("cluster", cluster=address, progress=kill) == alone
    assert started[0].wait(30) == -signal.SIGKILL


def _said(pbm: Pbm, *words: object) -> str:
    """What a command prints; a cluster or processes may not change a character of it."""
    said = pbm(*words)
    assert said.code == 0, said.err
    return said.out


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # what Dask and its event loop say when they are ended
def test_every_command_gives_the_same_bytes_whoever_does_the_work(
    pbm: Pbm,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    dask: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, _started = dask
    ruling = tmp_path / "rulings.txt"
    ruling.write_text("set B1.hull = 30 because it was hit on the way\n")

    def all_of(where: str, *by: str) -> tuple[list[str], dict[str, bytes]]:
        """Each command that shares work, one after the other, on a campaign of its own."""
        home = tmp_path / where
        home.mkdir()
        monkeypatch.chdir(home)
        duel = ("--scenario", "knighthawks/duel", "--player", "A=Rook", "--player", "B=Heron")
        _said(pbm, "new", "duel", *duel, "--seed", "seed", "--at", AT)
        at = ("--at", AT)
        found = [_said(pbm, "run", "duel", "--missing-ok", "--no-pdfs", *at, *by)]
        found += [_said(pbm, "run", "duel", "--missing-ok", *at, *by)]
        found += [_said(pbm, "report", "duel", "1", "--out", "again", *by)]
        _said(pbm, "rule", "duel", "1", ruling, *at)
        found += [_said(pbm, "rerun", "duel", "1", "--preview", *by)]
        found += [_said(pbm, "rerun", "duel", "1", *at, *by)]
        found += [_said(pbm, "replay", "duel", *by)]
        packet = played("age") / "turns/014/reports/virus/packet.json"
        many = ("--battles", "40", "--json")
        sides = ("--side", "VIRUS=3 Gnat", "--side", "PAGAN=2 Squire")
        found += [_said(pbm, "odds", packet, "--at", "PALM", "--enemy", "6 Sabre", *many, *by)]
        found += [_said(pbm, "odds", played("age"), "--at", "BASIL", *sides, *many, *by)]
        return found, table.tree(home)

    said, files = all_of("serial", "--jobs", "1")
    assert "duel/turns/001.r2/reports/heron/report.pdf" in files
    assert files["again/heron/report.pdf"] == files["duel/turns/001/reports/heron/report.pdf"]
    assert "The report of Heron changes:" in said[4]
    assert all_of("processes", "--jobs", "2") == (said, files)
    assert all_of("cluster", "--cluster", address) == (said, files)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # what Dask and its event loop say when they are ended
def test_battles_of_one_turn_are_the_same_though_a_worker_dies_over_them(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    dask: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, started = dask
    monkeypatch.setattr(subtask_dispatch, "LEAST_SEALED", 0)
    set_key(monkeypatch)
    places = ("SHOOT", "TEDDY", "KERBI", "PAVO", "RUSTY", "OSCAR")
    rulings = "".join(
        battle_by_mail.ships(at, *(f"{who[0]}{at}{number}" for number in range(4)), player=who)
        for at in places
        for who in ("Ann", "Bea")
    )
    begun = battle_by_mail.begun(tmp_path, rulings, {"battles": "doctrine"}, sealed=True)
    for other in ("processes", "cluster"):
        shutil.copytree(begun.folder, tmp_path / other / "duel")
    heard: list[int] = []

    def kill(what: str, done: int, of: int) -> None:
        if what == "battles":
            heard.append(of)
            if done == 1:
                os.kill(started[0].pid, signal.SIGKILL)

    def run(where: str, *crew: Any, **more: Any) -> dict[str, bytes]:
        how = How(missing_ok=True, pdfs=False)
        with workers(*crew):
            run_turn(open_campaign(tmp_path / where / "duel"), how=how, at=AT, **more)
        return table.tree(tmp_path / where / "duel")

    alone = run("", 1)
    assert run("processes", 2) == alone
    assert run("cluster", 1, address, progress=kill) == alone
    assert heard == [len(places)] * len(places)
    assert started[0].wait(30) == -signal.SIGKILL
