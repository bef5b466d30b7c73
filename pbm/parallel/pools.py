"""Spreads work: here, over processes, or over a cluster. The same results, whoever does it.

Everything that can be done side by side (campaigns, battles, reports, odds) goes through a `Crew`.
Workers compute and give back; they write nothing, so one that dies leaves nothing half done.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pbm.kit.gc_tuning import SELDOM
from pbm.kit.problems import CampaignFault, invalid

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Given = ParamSpec("Given")
Task = TypeVar("Task")
Result = TypeVar("Result")

# So many tasks are given out for each worker: one it is at, and one it need not wait for.
AHEAD = 2


class Crew(Executor):
    """Those who do the work, ``width`` tasks at a time."""

    width = 1

    def some(self, futures: Iterable[Future[Result]]) -> set[Future[Result]]:
        """Those of these futures that are done, one at least."""
        return wait(futures, return_when=FIRST_COMPLETED).done

    def settled(
        self, future: Future[Result], _work: Callable[[Task], Result], _task: Task
    ) -> Future[Result]:
        """A done future, or where a worker died what came of trying once more."""
        return future


class Serial(Crew):
    """Does each piece of work at once, in this process."""

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The work, done."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as failed:  # kept for whoever asks for the result
            future.set_exception(failed)
        return future


class Processes(Crew):
    """That many processes beside this one; new ones take the place of those that died."""

    def __init__(self, jobs: int, scratch: str) -> None:
        self.width = jobs
        self._scratch = scratch
        self._pool = self._new(jobs)

    def _new(self, jobs: int) -> ProcessPoolExecutor:
        # Loaded where they are used: most commands have no workers.
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(jobs, context, _begin, (self._scratch,))

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The work, under way."""
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:  # one that dies takes all others of its pool along
            self._pool.shutdown(wait=False)
            self._pool = self._new(self.width)
            return self._pool.submit(fn, *args, **kwargs)

    def settled(
        self, future: Future[Result], work: Callable[[Task], Result], task: Task
    ) -> Future[Result]:
        """All that was under way when a process died is done again, each in one of its own."""
        if not isinstance(future.exception(), BrokenExecutor):
            return future
        with self._new(1) as pool:
            again = pool.submit(work, task)
            return given_up() if isinstance(again.exception(), BrokenExecutor) else again

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the processes go."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def finished(
    crew: Crew, work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[tuple[int, Future[Result]]]:
    """Each task's place and future as it is done, first come, first given.

    A task is asked for when there is somebody to do it, so of ten thousand only a few are held
    at a time. Where a worker died, whoever was at work then is tried once more by himself;
    he whose worker dies again gives a CampaignFault, the others their results.
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
    """What comes of a task whose worker died again and again."""
    future: Future[Any] = Future()
    future.set_exception(
        CampaignFault(
            invalid(
                "the work was given up: whoever did it died, again and again",
                reason="it was killed from outside, or had too little memory",
                outcome="Nothing of it was written",
                remedy="Look at the machine's memory; try again with fewer --jobs",
            )
        )
    )
    return future


def in_order(
    crew: Crew,
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    done: Callable[[int, int], None],
) -> list[Result]:
    """The results of all tasks in their order; ``done`` hears how many there are by now."""
    results: dict[int, Result] = {}
    for place, future in finished(crew, work, tasks):
        results[place] = future.result()
        done(len(results), len(tasks))
    return [results[place] for place in range(len(tasks))]


def _begin(scratch: str) -> None:
    import tempfile

    # Libraries leave folders behind in workers that end without cleaning up.
    tempfile.tempdir = scratch
    os.environ["TMPDIR"] = scratch
    # What a page is made of lives as long as the page: looking for garbage early finds none.
    gc.set_threshold(*SELDOM)
