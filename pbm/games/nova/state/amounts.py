"""Exact amounts as people read and write them; there are no floats in this game."""

from __future__ import annotations

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
