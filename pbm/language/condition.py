"""Conditions of an order line: groups of tests, of which one must pass whole."""

import operator
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from pbm.kit.records import Record

T = TypeVar("T")

# The comparisons of a test, as written and as carried out.
COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


def stays_within(op: str, number: int, most: int) -> bool:
    """True if a comparison with ``number`` holds for nothing above ``most``.

    >>> stays_within("<", 6, 5), stays_within("<=", 6, 5), stays_within("=", 5, 5)
    (True, False, True)
    >>> stays_within(">=", 2, 5)
    False
    """
    return op in ("<", "<=", "=") and number - (op == "<") <= most


class AnyOf(Record, Generic[T]):
    """Tests in disjunctive form: any group, all tests of it. No group: always true."""

    any_of: tuple[tuple[T, ...], ...] = ()

    def holds(self, passes: Callable[[T], bool]) -> bool:
        """True if all tests of some group pass, or there is no group.

        >>> AnyOf(((2, 3), (5,))).holds([3, 2].__contains__)
        True
        >>> AnyOf(((2, 3), (5,))).holds([3].__contains__), AnyOf(()).holds([].__contains__)
        (False, True)
        """
        return not self.any_of or any(all(map(passes, group)) for group in self.any_of)

    def needs(self, wanted: Callable[[T], bool]) -> bool:
        """True if every group has one of the wanted tests: it holds only where one of them does.

        >>> three = [3].__contains__
        >>> AnyOf(((2, 3), (3, 5))).needs(three), AnyOf(((2, 3), (5,))).needs(three)
        (True, False)
        >>> AnyOf(()).needs(three)
        False
        """
        return bool(self.any_of) and all(any(map(wanted, group)) for group in self.any_of)
