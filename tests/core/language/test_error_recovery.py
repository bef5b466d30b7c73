"""What is read of a line beside its faults, and how much is tried for it."""

from __future__ import annotations

import pytest

from pbm.games.knighthawks.orders.reading import parser
from pbm.language.error_recovery import Tries, recovered
from pbm.language.syntax_errors import SyntaxFault

# "qx" and "rz" might be weapons; what they are to do is missing.
LINE = "move stop; qx; attack LC at A1; rz"
FAULTS = [LINE.index("; attack"), len(LINE)]


def tried(signs: int, line: str = LINE) -> tuple[list[int], bool]:
    """Where the faults are, and whether anything was read beside them."""
    whole = parser().parse(line)
    assert isinstance(whole, SyntaxFault)
    faults, found = recovered(parser(), line, (), whole, Tries(signs))
    return [fault.start for fault in faults], found is not None


def test_each_fault_takes_a_try_of_the_whole_line() -> None:
    two = 2 * len(LINE)
    assert tried(two) == (FAULTS, True)


@pytest.mark.parametrize("tries", [0, 1])
def test_without_a_try_left_the_line_is_misread_at_its_first_fault(tries: int) -> None:
    assert tried(2 * len(LINE) - 1 if tries else 0) == (FAULTS[:1], False)


def test_tries_are_signs() -> None:
    tries = Tries(5)
    assert [tries.may("abc"), tries.may("abc"), tries.may("ab"), tries.may("a")] == [
        True,
        False,
        True,
        False,
    ]
