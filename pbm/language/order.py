"""What an order is to the reader of a sheet and the writer of the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbm.kit.records import Record


def kept(_resolver: Any, line: Any) -> Any:
    """The check of an order that is always allowed."""
    return line


class OrderKind(Record):
    """An order: its verb, the record that its lines become, and what is done with them.

    ``read`` makes the record of a parsed order, with a resolver that looks names up and hears
    what is not understood; ``check`` gives the line as far as it is allowed, or None;
    ``line_text`` is the line in the language of the sheets.
    """

    verb: str
    line: type
    read: Callable[[Any, Any], Any]
    line_text: Callable[[Any, Any], str]
    check: Callable[[Any, Any], Any] = kept
