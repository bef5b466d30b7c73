"""The Knight Hawks lines of the bench read by regular expressions written for just these lines.

Nothing is checked, nothing explained: it is the limit of what reading a line can cost in Python.
"""

from __future__ import annotations

import re
from typing import Any

_SHIPS = r"[AB]\d+"
_FORMS = tuple(
    re.compile(form)
    for form in (
        r"move speed (\d+) plot (\d+) L (\d+) R (\d+)",
        rf"move if ({_SHIPS}) within (\d+): close on ({_SHIPS}) > ({_SHIPS}), face ({_SHIPS})",
        rf"move hold range (\d+) of ({_SHIPS}) > ({_SHIPS}), speed (\d+)",
        rf"attack (LC) at ({_SHIPS}) > ({_SHIPS}), chance >= (\d+), keep (\d+)",
        rf"attack (T) at nearest, within (\d+), only if ({_SHIPS}) hull > (\d+)",
        rf"defence (LB) at ({_SHIPS}) > (any), (best hex), chance >= (\d+)",
        r"icm torpedo (\d+), rocket (\d+), until chance <= (\d+), keep (\d+)",
        r"evade if chance >= (\d+) and hull <= (\d+)",
    )
)
_BY_WORD: dict[str, tuple[re.Pattern[str], ...]] = {}
for _form in _FORMS:
    _word = _form.pattern.partition(" ")[0]
    _BY_WORD[_word] = (*_BY_WORD.get(_word, ()), _form)


def read(line: str) -> tuple[Any, ...]:
    """The words of a line; ValueError for any other."""
    for form in _BY_WORD.get(line.partition(" ")[0], ()):
        found = form.fullmatch(line)
        if found is not None:
            numbers = (int(one) if one and one.isdigit() else one for one in found.groups())
            return (form, *numbers)
    raise ValueError(line)
