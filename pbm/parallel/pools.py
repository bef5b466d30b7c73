"""Spread work over this process, several processes or a cluster.

Everything that can be done in parallel (campaigns, battles, reports, odds) goes through a `Crew`,
and the results are the same whoever computes them. Workers write nothing, so one that dies leaves
nothing half done.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pbm.kit.gc_tuning import SELDOM
from pbm.kit.problems import CampaignFault

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Given = ParamSpec("Given")
Task = TypeVar("Task")
Result = TypeVar("Result")

# Tasks submitted for each worker: the one it is doing, and the next.
AHEAD = 2


class Crew(Executor):
    """A pool of workers that does ``width`` tasks at a time.

    Of fewer tasks than ``least`` it does none; they are done faster without it.
    """

    width = 1
    least = 0

    def some(self, futures: Iterable[Future[Result]]) -> set[Future[Result]]:
        """The futures that are done, at least one."""
        return wait(futures, return_when=FIRST_COMPLETED).done

    def settled(
        self, future: Future[Result], _work: Callable[[Task], Result], _task: Task
    ) -> Future[Result]:
        """The done future, or that of a retry if its worker died."""
        return future


class Serial(Crew):
    """Does each task at once, in this process."""

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Do a task; the future is done."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as failed:  # kept for the caller who asks for the result
            future.set_exception(failed)
        return future


class Processes(Crew):
    """A pool of processes besides this one; those that die are replaced."""

    def __init__(self, jobs: int, scratch: str, least: int = 0) -> None:
        self.width = jobs
        self.least = least
        self._scratch = scratch
        self._pool: ProcessPoolExecutor | None = None  # begun by the first task

    def _new(self, jobs: int) -> ProcessPoolExecutor:
        # Imported here, since most commands have no workers.
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(jobs, context, _begin, (self._scratch,))

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Submit a task to a process."""
        self._pool = self._pool or self._new(self.width)
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:  # a process that dies takes its whole pool along
            self._pool.shutdown(wait=False)
            self._pool = self._new(self.width)
            return self._pool.submit(fn, *args, **kwargs)

    def settled(
        self, future: Future[Result], work: Callable[[Task], Result], task: Task
    ) -> Future[Result]:
        """The done future, or that of a retry in a process of its own."""
        if not isinstance(future.exception(), BrokenExecutor):
            return future
        with self._new(1) as pool:
            again = pool.submit(work, task)
            return given_up() if isinstance(again.exception(), BrokenExecutor) else again

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=cancel_futures)


def finished(
    crew: Crew, work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[tuple[int, Future[Result]]]:
    """The index and future of each task, in the order in which they finish.

    Tasks are taken from the iterator only as workers become free, so only a few of ten thousand are
    held at a time. If a worker dies, each task under way is retried by itself; if its worker dies
    again, its future has a CampaignFault.
    """
    out: dict[Future[Result], tuple[int, Task]] = {}
    queue = enumerate(tasks)
    while True:
        for place, task in islice(queue, crew.width * AHEAD - len(out)):
            out[crew.submit(work, task)] = place, task
        if not out:
            return
        done = crew.some(out)
        for future in [one for one in out if one in done]:
            place, task = out.pop(future)
            yield place, crew.settled(future, work, task)


def given_up() -> Future[Any]:
    """The fault of a task whose worker died again and again."""
    future: Future[Any] = Future()
    future.set_exception(
        CampaignFault.invalid(
            "the work was given up: its worker died again and again",
            reason="it was killed from outside, or ran out of memory",
            outcome="None of it was written",
            remedy="Look at the machine's memory; try again with fewer --jobs",
        )
    )
    return future


def in_order(
    crew: Crew,
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    done: Callable[[int, int], None],
) -> list[Result]:
    """The results of all tasks in order; ``done`` is called with the number so far."""
    results: dict[int, Result] = {}
    by_whom = crew if len(tasks) >= crew.least else Serial()
    for place, future in finished(by_whom, work, tasks):
        results[place] = future.result()
        done(len(results), len(tasks))
    return [results[place] for place in range(len(tasks))]


def _begin(scratch: str) -> None:
    import tempfile

    # Libraries leave folders behind in workers that end without cleaning up.
    tempfile.tempdir = scratch
    os.environ["TMPDIR"] = scratch
    # The objects of a page live as long as the page: collecting early finds no garbage.
    gc.set_threshold(*SELDOM)
