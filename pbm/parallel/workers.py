"""Choose the worker pool of a command: none, processes or a cluster."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pbm.parallel.pools import Crew, Processes, Serial

# The least number of tasks for processes that nobody asked for: starting them costs as much as a
# few reports.
MANY = 8


@contextmanager
def workers(jobs: int | None, cluster: str = "") -> Iterator[Crew]:
    """A pool of ``jobs`` processes (this one alone for fewer than 2), or a cluster.

    ``jobs`` None: one a core, and this process alone for fewer than ``MANY`` tasks.

    ``cluster`` is the address of a Dask scheduler. Processes take long to start, so those that a
    caller further up asked for are used again. The workers' temporary folders go away with them.
    """
    if (above := _at_work.get()) is not None:
        yield above
    elif cluster:
        from pbm.parallel.dask_pool import connected

        with connected(cluster) as there, _working(there):
            yield there
    elif (width := (os.cpu_count() or 1) if jobs is None else jobs) < 2:
        yield Serial()
    else:
        import tempfile

        with (
            tempfile.TemporaryDirectory(prefix="pbm-") as scratch,
            Processes(width, scratch, MANY if jobs is None else 0) as crew,
            _working(crew),
        ):
            yield crew


# Of this thread alone: a desk answers while its runs share work among processes.
_at_work: ContextVar[Crew | None] = ContextVar("at_work", default=None)


def at_work() -> Crew | None:
    """The pool that a caller further up asked for."""
    return _at_work.get()


@contextmanager
def _working(crew: Crew) -> Iterator[None]:
    before = _at_work.set(crew)
    try:
        yield
    finally:
        _at_work.reset(before)
