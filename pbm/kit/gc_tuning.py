"""Garbage-collector settings for large turns.

Nearly all objects of a turn live until its end, and scanning them repeatedly took a third of the
time of a turn of ten thousand ships. Collection stays on, so memory stays bounded. Objects left at
the end are moved to the oldest generation, since scanning them at once would cost what was saved.
No result depends on these settings.
"""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (500_000, 20, 20)
_OF_A_COMMAND = (100_000, 10, 10)


@contextmanager
def rare_collections() -> Iterator[None]:
    """Collect garbage rarely inside this context, which is also a decorator."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # some other code may have frozen its objects
            gc.freeze()
            gc.unfreeze()
        gc.set_threshold(*before)


def collect_rarely() -> None:
    """Collect garbage rarely in a process that carries out a single command.

    Most of its objects are modules, and scanning them took a tenth of the time of ``pbm check``.
    """
    gc.set_threshold(*_OF_A_COMMAND)
    atexit.register(gc.freeze)
