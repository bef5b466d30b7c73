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
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.tooling.bench.calibration import calibrate

RUNS = 5
_IN_A_MB = 1024 if sys.platform == "linux" else 1024 * 1024  # of what getrusage counts in
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


def measure(*works: Callable[[], Any], runs: int = RUNS) -> Measured:
    """The least of some runs of each, all alternating with the calibration."""
    return measured(*(partial(seconds_of, work) for work in works), runs=runs)


def measured(*timers: Callable[[], float], runs: int = RUNS) -> Measured:
    """The same of works that tell themselves how many seconds they took."""
    calibrate()
    least = [math.inf] * (len(timers) + 1)
    for _ in range(runs):
        taken = [*(timer() for timer in timers), seconds_of(calibrate)]
        least = [min(both) for both in zip(least, taken, strict=True)]
    return Measured(tuple(least[:-1]), least[-1])


def paced(what: str, count: int, unit: str, found: Measured, place: int = 0, **more: Any) -> Row:
    """A row of one of the works: how many a second, and its cost in calibrations."""
    seconds = found.seconds[place]
    row = {"what": what, "count": count, "unit": unit, "per_second": _rate(count / seconds)}
    return row | {"calibrations": found.calibrations(place)} | more


def _rate(value: float) -> float:
    return round(value) if value >= 100 else round(value, 2)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a process took: CPU seconds and the most memory in MB, each with its children's."""

    seconds: float
    memory_mb: int
    said: str


def process(*words: str) -> Spent:
    """Run Python with these words; a command may find something wrong."""
    command, pipe, quiet = [sys.executable, *words], subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdout=pipe, stderr=quiet, text=True) as running:
        assert running.stdout
        said = running.stdout.read()
        _pid, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode in (0, 1), words
    return Spent(used.ru_utime + used.ru_stime, used.ru_maxrss // _IN_A_MB, said)


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
    return max(own, children) // _IN_A_MB


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
