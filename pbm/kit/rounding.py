"""Integer division with explicit rounding, up or down as the rulebook says."""


def ceil_div(amount: int, parts: int) -> int:
    """Amount divided by parts, fractions rounded up.

    >>> ceil_div(7, 2), ceil_div(6, 2), ceil_div(0, 2)
    (4, 3, 0)
    """
    return -(-amount // parts)


def floor_div(amount: int, parts: int) -> int:
    """Amount divided by parts, fractions rounded down.

    >>> floor_div(7, 2), floor_div(1, 2)
    (3, 0)
    """
    return amount // parts
