"""How speed is measured: CPU seconds of the process tree, the least of some runs, as ratios."""

from __future__ import annotations

import gc
import os
import platform
import sys
from collections.abc import Callable
from typing import Any


def cpu_seconds() -> float:
    """CPU time of this process and its finished children so far."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def least(work: Callable[[], Any], runs: int) -> float:
    """The least CPU seconds of a piece of work over some runs; garbage is collected before each."""
    found = []
    for _ in range(runs):
        gc.collect()
        start = cpu_seconds()
        work()
        found.append(cpu_seconds() - start)
    return min(found)


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "implementation": sys.implementation.name,
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
    }
