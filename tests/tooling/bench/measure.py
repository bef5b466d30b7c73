"""How speed is measured: CPU seconds of the process tree, the least of some runs, as ratios.

Between two runs of the work stands one of the calibration, so a machine that is slow for a while
is slow for both.
"""

from __future__ import annotations

import cProfile
import gc
import math
import os
import platform
import pstats
import resource
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.tooling.bench.calibration import calibrate

RUNS = 5
Row = dict[str, Any]


def cpu_seconds() -> float:
    """CPU time of this process and its finished children so far.

    Of getrusage, since times() counts in hundredths, which a bare interpreter takes one of.
    """
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def seconds_of(work: Callable[[], Any]) -> float:
    """CPU seconds of a piece of work."""
    gc.collect()
    start = cpu_seconds()
    work()
    return cpu_seconds() - start


@dataclass(frozen=True, slots=True)
class Measured:
    """The least CPU seconds of each piece of work, and of the calibration between them."""

    seconds: tuple[float, ...]
    calibration: float

    def calibrations(self, place: int = 0) -> float:
        """What one of them cost, in calibrations."""
        return round(self.seconds[place] / self.calibration, 3)

    def per_second(self, count: int, place: int = 0) -> int:
        """How many of what it worked on it did in a second."""
        return round(count / self.seconds[place])


def measure(*works: Callable[[], Any], runs: int = RUNS) -> Measured:
    """The least of some runs of each, all alternating with the calibration."""
    calibrate()
    least = [math.inf] * (len(works) + 1)
    for _ in range(runs):
        for place, work in enumerate((*works, calibrate)):
            least[place] = min(least[place], seconds_of(work))
    return Measured(tuple(least[:-1]), least[-1])


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


def growth(what: str, counted: Sequence[tuple[int, int]], unit: str) -> Row:
    """A row that says how calls grow from the first size to the last."""
    sizes = f"{counted[0][0]:,} to {counted[-1][0]:,} {unit}"
    grows = round(exponent(counted), 3)
    return {"what": what, "count": counted[-1][1], "unit": "calls", "exponent": grows, "of": sizes}


def peak_mb() -> int:
    """The most memory this process and any of its finished children held, in MB."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return max(own, children) // (1024 if sys.platform == "linux" else 1024 * 1024)


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "implementation": sys.implementation.name,
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "memory_mb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20,
        "system": platform.system(),
    }
