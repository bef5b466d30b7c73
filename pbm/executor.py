"""Spreads work over processes, or does it here: the same results, in the same order."""

from __future__ import annotations

import gc
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from pbm.collecting import SELDOM

Given = ParamSpec("Given")
Task = TypeVar("Task")
Result = TypeVar("Result")


class Serial(Executor):
    """An executor that does each piece of work at once, in this process."""

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


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """That many processes, or none beside this one for ``jobs`` below 2.

    Processes take long to begin: those that are there already, because a caller further up
    asked for them, do the work. Temporary folders of the workers go away with them.
    """
    if _at_work:
        yield _at_work[0]
        return
    if jobs < 2:
        yield Serial()
        return
    with tempfile.TemporaryDirectory(prefix="pbm-") as scratch:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, _begin, (scratch,)) as pool:
            _at_work.append(pool)
            try:
                yield pool
            finally:
                _at_work.remove(pool)


_at_work: list[Executor] = []


def in_order(
    executor: Executor,
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    done: Callable[[int, int], None],
) -> list[Result]:
    """The results of all tasks in their order; ``done`` hears of each as its turn comes."""
    futures = [executor.submit(work, task) for task in tasks]
    results: list[Result] = []
    for future in futures:
        results.append(future.result())
        done(len(results), len(tasks))
    return results


def _begin(scratch: str) -> None:
    # Libraries leave folders behind in workers that end without cleaning up.
    tempfile.tempdir = scratch
    os.environ["TMPDIR"] = scratch
    # What a page is made of lives as long as the page: looking for garbage early finds none.
    gc.set_threshold(*SELDOM)
