"""Use a Dask cluster as workers: an existing scheduler, all with the same pbm.

A worker may be on another machine without the campaign's files: its inputs are sent to it and its
results come back. The inputs include the seed of a campaign's dice, so the cluster must be
your own, and a network that others can listen to needs a ``tls://`` address.
"""

import hashlib
import logging
import pickle
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pbm.kit import environment
from pbm.kit.assets import data_dir
from pbm.kit.problems import CampaignFault, Faults, Problem, invalid
from pbm.parallel.pools import Crew, Given, Result, Task, given_up

ANSWER_S = 20  # seconds a scheduler may take to answer
PATIENCE_S = 60  # seconds a cluster may be without a worker
_LOOK_S = 5.0


class Otherwise(Exception):
    """A worker whose pbm or libraries differ, so that its bytes would differ too."""


class Cluster(Crew):
    """The workers of a scheduler, each with one task at a time."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._pool = client.get_executor(pure=False)
        self._mark = here()
        self.width = len(self._workers())

    def _workers(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._client.ncores()
        return found

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Submit a task; if its worker dies, Dask gives it to another."""
        # As bytes, since Dask would search every packet for tasks of its own.
        task = pickle.dumps((fn, args, kwargs))
        future: Future[Result] = self._pool.submit(_there, self._mark, task)
        return future

    def some(self, futures: Iterable[Future[Result]]) -> set[Future[Result]]:
        """The futures that are done; CampaignFault if there is no worker left."""
        waited = 0.0
        while True:
            done = wait(futures, _LOOK_S, FIRST_COMPLETED).done
            if done:
                return done
            waited = 0.0 if self._workers() else waited + _LOOK_S
            if waited >= PATIENCE_S:
                raise CampaignFault.invalid(
                    "the cluster has no workers left",
                    reason=f"for {PATIENCE_S} seconds there was none",
                    outcome="What was not done by then was not written",
                    remedy="Start workers and try again",
                )

    def settled(
        self, future: Future[Result], work: Callable[[Task], Result], task: Task
    ) -> Future[Result]:
        """The done future; Dask has already retried a task that killed several workers."""
        del work, task
        from distributed import KilledWorker

        failed = future.exception()
        if isinstance(failed, Otherwise):
            raise CampaignFault(_makes_others("one worker", str(failed)))
        return given_up() if isinstance(failed, KilledWorker) else future


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster at a scheduler's address; CampaignFault if it is not usable."""
    try:
        import distributed
    except ImportError:
        raise Faults.invalid(
            "a cluster needs the package distributed",
            remedy='Install it with  pip install ".[cluster]"  in the folder of this program',
        ) from None
    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        client: Any = distributed.Client(  # type: ignore[no-untyped-call]
            address, timeout=ANSWER_S, set_as_default=False
        )
    except (OSError, ValueError) as refused:
        raise CampaignFault.invalid(
            f"no scheduler answers at {address}",
            reason=str(refused).splitlines()[0] if str(refused) else "it took too long",
            outcome="Nothing was done",
            remedy="Give the address it printed when it began, such as tcp://10.0.0.5:8786",
        ) from None
    try:
        crew = Cluster(client)
        _are_alike(client, address)
        yield crew
    finally:
        client.close(timeout=ANSWER_S)


def _are_alike(client: Any, address: str) -> None:
    """Raise CampaignFault without workers, or if a worker's pbm or libraries differ."""
    found: Mapping[str, Any] = client.run(here, on_error="return")
    if not found:
        raise CampaignFault.invalid(
            f"the cluster at {address} has no workers", remedy="Start some and try again"
        )
    wrong = [
        _makes_others(f"the worker at {worker}", _said(mark))
        for worker, mark in sorted(found.items())
        if mark != here()
    ]
    if wrong:
        raise CampaignFault(*wrong)


def _makes_others(worker: str, why: str) -> Problem:
    return invalid(
        f"{worker} would make different bytes",
        reason=why,
        outcome="What was not done by then was not written",
        remedy="Install the same pbm, packages and libraries on all machines",
    )


def _said(mark: Any) -> str:
    """The differences between a worker's versions and those here."""
    if not isinstance(mark, dict):
        return f"it cannot load pbm: {mark}"
    return "; ".join(environment.changed(mark, here()))


@cache
def here() -> dict[str, str]:
    """Everything bytes depend on besides the campaign: versions and program files."""
    hashed = hashlib.sha256()
    folders = (Path(str(files("pbm"))), data_dir("grammar"), data_dir("templates"))
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            inside = file.relative_to(folder).as_posix()
            if file.is_file() and "__pycache__" not in inside and not inside.startswith("_data"):
                hashed.update(f"{inside}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return {**environment.recorded(), "files of pbm": hashed.hexdigest()[:16]}


# A parser holds the names of its current line, so one task at a time whatever the threads.
_ONE = threading.Lock()


def _there(mark: Mapping[str, str], task: bytes) -> Any:
    """Do a task on a worker, which may have joined after the others were checked."""
    if mark != here():
        raise Otherwise("; ".join(environment.changed(here(), mark)))
    with _ONE:
        fn, args, kwargs = pickle.loads(task)  # from our own client
        return fn(*args, **kwargs)
