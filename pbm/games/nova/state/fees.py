"""What costs the same for everybody, in MCr, and what savings and faulty sheets lose."""

from pbm.kit.rounding import ceil_div

TEAM = 40  # to create a research team. Rule: NV RES-03.
UPKEEP = 10  # to keep one for a turn. Rule: NV RES-03.
REPORT = 5  # on a project. Rule: NV RES-16.
INFO = 5  # on a ship or a system. Rule: NV PEN-04.
COPY = 20  # a page. Rule: NV PEN-05.
NAMING = 10  # a ship named by the program. Rule: NV PEN-01.
FORM = 25  # a sheet out of form. Rule: NV PEN-02.
DESIGNS = 50  # designs on an order sheet. Rule: NV PEN-03.
OVERRUN = 50  # what a list may go beyond its sums. Rule: NV ECO-19.
_PER_CENT = 100


def penalty_on(treasury: int, production: int, rate: int = 10) -> int:
    """MCr lost of savings above the production, rounded up.

    >>> penalty_on(500, 316), penalty_on(316, 316), penalty_on(317, 316)
    (19, 0, 1)

    Rule: NV ECO-10, NV PEN-08. Ambiguity: NV A-TREAS.
    """
    return ceil_div(max(treasury - production, 0) * rate, _PER_CENT)
