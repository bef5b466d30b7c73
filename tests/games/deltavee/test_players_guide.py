"""What the players' guide says outside of its examples is true."""

from __future__ import annotations

from tests.games.deltavee.language import is_read, of_the_tables

# Said in the text rather than in an example, or of use only in some scenarios.


def test_every_limit_and_every_test_of_the_tables_is_understood() -> None:
    limits, tests = zip(*of_the_tables(), strict=True)
    assert len(list(filter(is_read, limits))) >= 6
    assert len(list(filter(is_read, tests))) >= 30
    for limit, test in zip(limits, tests, strict=True):
        assert is_read(limit) or is_read(test), test
