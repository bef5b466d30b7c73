"""How sure a number is that was counted in so many battles: 95 in 100 such intervals hold it.

Of a chance: the interval of Wilson. With p the share counted in n battles and z = 1.96,

    (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n)

Of an average: it ± z √(s²/n), with s² the variance of the n results around it, divided by n - 1.
"""

from math import sqrt

from pbm.kit.records import Record

Z = 1.96
CONFIDENCE = 95  # percent


class Share(Record):
    """A chance as counted, 0 to 1, and the ends of its interval."""

    value: float
    low: float
    high: float


class Mean(Record):
    """An average, and half the width of its interval."""

    value: float
    error: float


def share(count: int, battles: int) -> Share:
    """The chance of what happened so many times.

    >>> one = share(640, 1000)
    >>> [round(100 * part, 1) for part in (one.value, one.low, one.high)]
    [64.0, 61.0, 66.9]
    >>> round(100 * share(0, 1000).high, 2)
    0.38
    """
    p = count / battles
    square = Z * Z / battles
    middle = p + square / 2
    half = Z * sqrt(p * (1 - p) / battles + square / (4 * battles))
    return Share(p, max((middle - half) / (1 + square), 0), min((middle + half) / (1 + square), 1))


def mean(sum: int, squares: int, battles: int) -> Mean:
    """The average of results with this sum and sum of squares.

    >>> one = mean(30, 100, 10)  # five times 2 and five times 4
    >>> one.value, round(one.error, 4)
    (3.0, 0.6533)
    """
    value = sum / battles
    if battles < 2:
        return Mean(value, 0)
    # In whole numbers, so that nothing is lost where results are large and alike.
    spread = (battles * squares - sum * sum) / (battles * (battles - 1))
    return Mean(value, Z * sqrt(spread / battles))
