"""How often Python looks for garbage in rings of objects: seldom, while much is made that lives on.

Nearly all that a turn makes is still there at its end; looking through it again and again took
a third of the time of a turn of ten thousand ships. The looking is not turned off, so memory
stays bounded whatever rings there are; what is left at the end counts as old, since looking
through it at once would cost what was saved. No result depends on it.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (500_000, 20, 20)
_OF_A_COMMAND = (10_000, 10, 10)


@contextmanager
def rare_collections() -> Iterator[None]:
    """Inside, garbage is looked for seldom; afterwards as before. Also a decorator."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # some other part of the process may have frozen its own
            gc.freeze()
            gc.unfreeze()
        gc.set_threshold(*before)


def collect_rarely() -> None:
    """For a process that carries out one command: most of what it makes are the modules it needs.

    To look for garbage among them, again and again and at the end, took a tenth of ``pbm check``.
    """
    gc.set_threshold(*_OF_A_COMMAND)
    atexit.register(gc.freeze)
