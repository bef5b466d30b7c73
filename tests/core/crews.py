"""A crew for tests: it does its work in this process, but all comes and goes as if it did not."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from pbm.parallel import workers
from pbm.parallel.pools import Crew, Given, Result


class Pickling(Crew):
    """Two who work one after the other; each task and each result is packed and unpacked.

    ``did`` names what was done.
    """

    width = 2

    def __init__(self) -> None:
        self.did: list[str] = []

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        self.did.append(f"{fn.__module__}.{fn.__qualname__}")
        there, given = pickle.loads(pickle.dumps((fn, args)))
        future: Future[Result] = Future()
        try:
            future.set_result(pickle.loads(pickle.dumps(there(*given, **kwargs))))
        except Exception as failed:
            future.set_exception(failed)
        return future


@contextmanager
def at_work(crew: Crew) -> Iterator[None]:
    """Inside, this crew does what is done side by side."""
    with workers._working(crew):
        yield
