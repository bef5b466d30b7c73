"""What an order is to its game: one record that holds all that is told of it.

A game has one module an order, with the record of its lines, how they are read, checked and
printed, and an `OrderKind` that says so. The list of them is the game's order language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pbm.kit.records import Record
from pbm.language.line_log import article

# Of a line that can never count: its number in the sheet, what is wrong with it, and why.
Unreached = tuple[int, str, str]


def kept(_resolver: Any, line: Any) -> Any:
    """The check of an order that is always allowed."""
    return line


def after_always(verb: str) -> Callable[[Sequence[Any], str], Iterator[Unreached]]:
    """For orders of which the first line counts whose condition holds: those below one without.

    The lines have a ``condition`` and a ``ref``.
    """

    def unreached(lines: Sequence[Any], unit: str) -> Iterator[Unreached]:
        always = 0
        for line in lines:
            if always:
                reason = f"Line {always} comes first and always holds"
                yield line.ref.line, f"this {verb} line of {unit} never counts", reason
            elif not line.condition.any_of:
                always = line.ref.line

    return unreached


def last_counts(verb: str) -> Callable[[Sequence[Any], str], Iterator[Unreached]]:
    """For orders of which the last line stands for the unit. The lines have a ``ref``."""

    def unreached(lines: Sequence[Any], unit: str) -> Iterator[Unreached]:
        for line in lines[1:]:
            fault = f"there is more than one {verb} line for {unit}"
            yield line.ref.line, fault, "The last that can be carried out counts"

    return unreached


def none_unreached(_lines: Sequence[Any], _unit: str) -> Iterator[Unreached]:
    """For orders of which every line may count."""
    return iter(())


class OrderKind(Record):
    """An order: its verb, the record that its lines become, and what is done with them.

    ``read`` makes the record of a parsed order, with a resolver that looks names up and hears
    what is not understood; ``check`` gives the line as far as it is allowed, or None;
    ``line_text`` is the line in the language of the sheets. ``rules`` are the grammar's rules for
    it, ``starts`` the words that begin it (a regular expression each); both are the verb if
    nothing else is said. ``said`` is what messages call the ways to begin it. ``prefill`` gives
    the lines of the next sheet, ``unreached`` those of a unit's lines that never count.
    ``is_setup``: it stands on set-up sheets, and nowhere else.
    """

    verb: str
    line: type
    read: Callable[[Any, Any], Any]
    line_text: Callable[[Any, Any], str]
    check: Callable[[Any, Any], Any] = kept
    rules: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    prefill: Callable[[Any], Iterator[str]] | None = None
    unreached: Callable[[Sequence[Any], str], Iterator[Unreached]] = none_unreached
    is_setup: bool = False


K = TypeVar("K", bound=OrderKind)


def misplaced(order: OrderKind, sheet: str) -> str:
    """The fault of an order on a sheet of this kind; "" where it may stand there."""
    if order.is_setup == (sheet == "SETUP"):
        return ""
    if order.is_setup:
        return f"a {order.verb} line belongs on a SETUP sheet"
    return f"{article(order.verb)} {order.verb} line has no place on a SETUP sheet"


def by_rule(kinds: Iterable[K]) -> Mapping[str, K]:
    """The orders of a language by the grammar's rules for them."""
    return {rule: kind for kind in kinds for rule in kind.rules or (kind.verb,)}


def words_for(kinds: Iterable[OrderKind]) -> str:
    """The orders of a language as messages list them, those of a set-up sheet last."""
    ordered = sorted(kinds, key=lambda kind: kind.is_setup)
    *most, last = (word for kind in ordered for word in kind.said or (kind.verb,))
    return f"{', '.join(most)} or {last}"


def line_starts(kinds: Iterable[OrderKind], *others: str) -> re.Pattern[str]:
    """The words that begin a line: of all orders, and ``others``, such as those of headers."""
    words = "|".join([*others, *(start for kind in kinds for start in kind.starts or (kind.verb,))])
    return re.compile(rf"(?:{words})(?![\w'\-])", re.IGNORECASE)
