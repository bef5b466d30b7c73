"""Choose the worker pool of a command: none, processes or a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

from pbm.parallel.pools import Crew, Processes, Serial


@contextmanager
def workers(jobs: int, cluster: str = "") -> Iterator[Crew]:
    """A pool of ``jobs`` processes (this one alone for fewer than 2), or a cluster.

    ``cluster`` is the address of a Dask scheduler. Processes take long to start, so those that a
    caller further up asked for are used again. The workers' temporary folders go away with them.
    """
    if _at_work:
        yield _at_work[0]
    elif cluster:
        from pbm.parallel.dask_pool import connected

        with connected(cluster) as there, _working(there):
            yield there
    elif jobs < 2:
        yield Serial()
    else:
        import tempfile

        with (
            tempfile.TemporaryDirectory(prefix="pbm-") as scratch,
            Processes(jobs, scratch) as crew,
            _working(crew),
        ):
            yield crew


_at_work: list[Crew] = []


def at_work() -> Crew | None:
    """The pool that a caller further up asked for."""
    return _at_work[0] if _at_work else None


@contextmanager
def _working(crew: Crew) -> Iterator[None]:
    _at_work.append(crew)
    try:
        yield
    finally:
        _at_work.remove(crew)
