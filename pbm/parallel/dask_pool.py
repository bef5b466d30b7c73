"""A Dask cluster as a crew: an existing scheduler, with workers that have the same pbm.

A worker may be on another machine and see none of the campaign's files: what it needs is sent
to it, what it made comes back. That includes the seed of a campaign's dice, so the cluster has
to be one's own, and a network that others can listen to needs a ``tls://`` address.
"""

from __future__ import annotations

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

ANSWER_S = 20  # how long a scheduler may take to answer
PATIENCE_S = 60  # how long a cluster may be without a worker
_LOOK_S = 5.0


class Otherwise(Exception):
    """A worker has another pbm, or other libraries: its bytes would be others."""


class Cluster(Crew):
    """The workers of a scheduler, one task each at a time."""

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
        """The work, under way; Dask gives it to another worker if one dies."""
        # As bytes, for Dask would look through every packet for tasks of its own.
        task = pickle.dumps((fn, args, kwargs))
        future: Future[Result] = self._pool.submit(_there, self._mark, task)
        return future

    def some(self, futures: Iterable[Future[Result]]) -> set[Future[Result]]:
        """Those of these that are done; CampaignFault if there is nobody left to do any."""
        waited = 0.0
        while True:
            done = wait(futures, _LOOK_S, FIRST_COMPLETED).done
            if done:
                return done
            waited = 0.0 if self._workers() else waited + _LOOK_S
            if waited >= PATIENCE_S:
                raise CampaignFault(
                    invalid(
                        "the cluster has no workers any more",
                        reason=f"for {PATIENCE_S} seconds there was none",
                        outcome="What was not done by then was not written",
                        remedy="Start workers and try again",
                    )
                )

    def settled(
        self, future: Future[Result], work: Callable[[Task], Result], task: Task
    ) -> Future[Result]:
        """A done future; one that took several workers along Dask has tried again by then."""
        del work, task
        from distributed import KilledWorker

        failed = future.exception()
        if isinstance(failed, Otherwise):
            raise CampaignFault(_makes_others("one worker", str(failed)))
        return given_up() if isinstance(failed, KilledWorker) else future


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster at a scheduler's address; CampaignFault where it cannot do the work."""
    try:
        import distributed
    except ImportError:
        raise Faults(
            invalid(
                "a cluster needs the package distributed",
                remedy='Install it with  pip install ".[cluster]"  in the folder of this program',
            )
        ) from None
    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        client: Any = distributed.Client(  # type: ignore[no-untyped-call]
            address, timeout=ANSWER_S, set_as_default=False
        )
    except (OSError, ValueError) as refused:
        raise CampaignFault(
            invalid(
                f"no scheduler answers at {address}",
                reason=str(refused).splitlines()[0] if str(refused) else "it took too long",
                outcome="Nothing was done",
                remedy="Give the address it printed when it began, such as tcp://10.0.0.5:8786",
            )
        ) from None
    try:
        crew = Cluster(client)
        _are_alike(client, address)
        yield crew
    finally:
        client.close(timeout=ANSWER_S)


def _are_alike(client: Any, address: str) -> None:
    """CampaignFault without workers, or for one with another pbm or other libraries."""
    found: Mapping[str, Any] = client.run(here, on_error="return")
    if not found:
        raise CampaignFault(
            invalid(f"the cluster at {address} has no workers", remedy="Start some and try again")
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
        f"{worker} would make other bytes",
        reason=why,
        outcome="What was not done by then was not written",
        remedy="Give all machines the same pbm, the same packages and libraries",
    )


def _said(mark: Any) -> str:
    """How a worker's mark differs from the one here."""
    if not isinstance(mark, dict):
        return f"it cannot load pbm: {mark}"
    return "; ".join(environment.changed(mark, here()))


@cache
def here() -> dict[str, str]:
    """All that bytes depend on beside the campaign: versions, and the product's own files."""
    hashed = hashlib.sha256()
    folders = (Path(str(files("pbm"))), data_dir("grammar"), data_dir("templates"))
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            inside = file.relative_to(folder).as_posix()
            if file.is_file() and "__pycache__" not in inside and not inside.startswith("_data"):
                hashed.update(f"{inside}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return {**environment.recorded(), "files of pbm": hashed.hexdigest()[:16]}


# A parser keeps the names of the line it is at: one task at a time, however many threads.
_ONE = threading.Lock()


def _there(mark: Mapping[str, str], task: bytes) -> Any:
    """What a worker does: it may have come after the others were asked who they are."""
    if mark != here():
        raise Otherwise("; ".join(environment.changed(here(), mark)))
    with _ONE:
        fn, args, kwargs = pickle.loads(task)  # from one's own client
        return fn(*args, **kwargs)
