"""Conditions of a sheet, whatever their tests ask: any of some groups, all tests of a group."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from pbm.kit.records import Record

T = TypeVar("T")

# The signs of a test, by what they compare.
COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


class AnyOf(Record, Generic[T]):
    """Tests in disjunctive form: any of the groups, all tests of a group. Empty: always."""

    any_of: tuple[tuple[T, ...], ...] = ()

    def holds(self, passes: Callable[[T], bool]) -> bool:
        """True if the tests of a group all pass, or there is none.

        >>> AnyOf(((2, 3), (5,))).holds([3, 2].__contains__)
        True
        >>> AnyOf(((2, 3), (5,))).holds([3].__contains__), AnyOf(()).holds([].__contains__)
        (False, True)
        """
        return not self.any_of or any(all(map(passes, group)) for group in self.any_of)
