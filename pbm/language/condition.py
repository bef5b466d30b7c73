"""Conditions of an order line: groups of tests, of which one must pass whole."""

from __future__ import annotations

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
