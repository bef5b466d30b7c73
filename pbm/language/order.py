"""The description of one order of a game: how it is read, checked and printed.

A game has one module per order: the record of its lines, the functions that read, check and
print them, and an `OrderKind` that ties these together. The list of its `OrderKind`s is the
game's order language.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from pbm.kit.records import Record
from pbm.language.line_log import article

# A line that can never count: its number in the sheet, the fault and the reason.
Unreached = tuple[int, str, str]


def kept(_resolver: Any, line: Any) -> Any:
    """Allow the line unchanged: the check of an order that is always allowed."""
    return line


def after_always(verb: str) -> Callable[[Sequence[Any], str], Iterator[Unreached]]:
    """Lines below one without a condition, if the first line that holds counts.

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
    """All lines but the first, if the last line counts. The lines have a ``ref``."""

    def unreached(lines: Sequence[Any], unit: str) -> Iterator[Unreached]:
        for line in lines[1:]:
            fault = f"there is more than one {verb} line for {unit}"
            yield line.ref.line, fault, "The last that can be carried out counts"

    return unreached


def repeated(lines: Iterable[Any], unit: str) -> Iterator[Unreached]:
    """Lines that say what a line above them says for the same unit. The lines have a ``ref``."""
    first: dict[Any, int] = {}
    for line in lines:
        above = first.setdefault(replace(line, ref=None), line.ref.line)
        if above != line.ref.line:
            reason = "A second line like it changes nothing"
            yield line.ref.line, f"for {unit} line {above} says the same", reason


def none_unreached(_lines: Sequence[Any], _unit: str) -> Iterator[Unreached]:
    """No lines, for orders of which every line may count."""
    return iter(())


class OrderKind(Record):
    """An order: its verb, the record of its lines, and the functions that handle them.

    ``read`` makes the record from a parsed order, with a resolver that looks names up and
    collects faults; ``check`` returns the line as far as it is allowed, or None; ``line_text``
    writes the line in the language of the sheets. ``rules`` are the grammar's rules for the
    order, ``starts`` the words that begin it (a regular expression each); both default to the
    verb. ``said`` lists the ways to begin it in messages. ``prefill`` yields its lines of the
    next prefilled sheet, ``unreached`` those lines of a unit that never count. ``is_setup``: the
    order belongs on set-up sheets and nowhere else.
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
    """The fault of an order on the wrong kind of sheet; "" where it belongs there."""
    if order.is_setup == (sheet == "SETUP"):
        return ""
    if order.is_setup:
        return f"a {order.verb} line belongs on a SETUP sheet"
    return f"{article(order.verb)} {order.verb} line does not belong on a SETUP sheet"


def by_rule(kinds: Iterable[K]) -> Mapping[str, K]:
    """The orders of a language by the names of their grammar rules."""
    return {rule: kind for kind in kinds for rule in kind.rules or (kind.verb,)}


def words_for(kinds: Iterable[OrderKind]) -> str:
    """The orders of a language as a list for messages, those of set-up sheets last."""
    ordered = sorted(kinds, key=lambda kind: kind.is_setup)
    *most, last = (word for kind in ordered for word in kind.said or (kind.verb,))
    return f"{', '.join(most)} or {last}"


def line_starts(kinds: Iterable[OrderKind], *others: str) -> re.Pattern[str]:
    """A pattern of the words that begin orders, and ``others``, such as headers."""
    words = "|".join([*others, *(start for kind in kinds for start in kind.starts or (kind.verb,))])
    return re.compile(rf"(?:{words})(?![\w'\-])", re.IGNORECASE)
