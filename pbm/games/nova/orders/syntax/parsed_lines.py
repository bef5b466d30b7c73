"""What a line of a Nova sheet says, before its names are looked up.

Most lines are the records of `orders` already, with words of the sheet (tokens, which
know their place) where ids and names will stand; here is what those records have no room for.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.kit.records import Record
from pbm.language.conditions_syntax import RawCondition


class Section(Record):
    """A line that begins a section; ``body`` is the first line of it, if it stands there too.

    ``condition`` is that of a PLAN, None for one that always holds.
    """

    name: str
    word: Token
    body: Any = None
    condition: RawCondition[Any] | None = None
