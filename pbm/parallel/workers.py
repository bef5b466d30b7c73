"""The worker pool that a command asks for: here, processes, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbm.parallel.pools import Crew, Processes, Serial


@contextmanager
def workers(jobs: int, cluster: str = "") -> Iterator[Crew]:
    """That many processes, or none beside this one for ``jobs`` below 2, or a whole cluster.

    ``cluster`` is the address of a Dask scheduler. Processes take long to begin: those that are
    there already, because a caller further up asked for them, do the work. Temporary folders of
    the workers go away with them.
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
    """The crew that a caller further up asked for."""
    return _at_work[0] if _at_work else None


@contextmanager
def _working(crew: Crew) -> Iterator[None]:
    _at_work.append(crew)
    try:
        yield
    finally:
        _at_work.remove(crew)
