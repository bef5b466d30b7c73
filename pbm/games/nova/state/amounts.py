"""Exact amounts as people read and write them; there are no floats in this game."""

from collections.abc import Sequence
from fractions import Fraction

# What a person may write as an amount: 62, 15.5, 20/3.
AMOUNT = r"\d{1,15}(?:\.\d{1,4}|/[1-9]\d{0,9})?"


def amount_text(amount: Fraction | int) -> str:
    """An amount as a decimal where it ends, else as a fraction.

    >>> amount_text(Fraction(31, 2)), amount_text(Fraction(20, 3)), amount_text(7)
    ('15.5', '20/3', '7')
    """
    exact = Fraction(amount)
    for places in range(5):
        scaled = exact * 10**places
        if scaled.denominator == 1:
            digits = str(scaled.numerator).rjust(places + 1, "0")
            return f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return str(exact)


def left_out(costs: Sequence[int | Fraction], most: int | Fraction) -> dict[int, Fraction]:
    """Places of the lines that go over a limit, each with the sum of all lines up to it.

    The last lines are left out first; those that cost nothing stay, since nothing would be
    saved without them. Rule: NV SET-23, NV SET-30.

    >>> left_out([5, 0, 4, 3, 0], 8)
    {3: Fraction(12, 1), 2: Fraction(9, 1)}
    """
    found: dict[int, Fraction] = {}
    total = Fraction(sum(costs))
    for place in reversed(range(len(costs))):
        if total > most and costs[place]:
            found[place] = total
            total -= costs[place]
    return found
