"""How speed is measured: CPU seconds of the process tree, the least of some runs, as ratios."""

from __future__ import annotations

import cProfile
import gc
import math
import os
import platform
import pstats
import sys
from collections.abc import Callable, Sequence
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


def calls(work: Callable[[], Any]) -> int:
    """How many functions a piece of work calls, those of the interpreter too."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


def exponent(counted: Sequence[tuple[int, int]]) -> float:
    """The power of size with which counts grow, fitted by least squares on their logarithms.

    >>> round(exponent([(1, 3), (2, 12), (10, 300)]), 6)
    2.0
    """
    points = [(math.log(size), math.log(count)) for size, count in counted]
    mean_x = sum(x for x, _y in points) / len(points)
    mean_y = sum(y for _x, y in points) / len(points)
    rise = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return rise / sum((x - mean_x) ** 2 for x, _y in points)


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "implementation": sys.implementation.name,
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
    }
