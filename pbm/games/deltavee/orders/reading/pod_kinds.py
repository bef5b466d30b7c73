"""Which kind of pod a player means: whole, in the plural, or by a part of its words.

Rule: DV 5.0, DV 10.1.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from pbm.games.deltavee.state.ratings import PODS

# Kinds that stand in no row of the chart and do nothing. Ambiguity: DV-A92.
OTHER_PODS = ("standard cargo", "buffered cargo", "crew", "standard support", "standard cabin")
KINDS = (*PODS.rows, *OTHER_PODS)
HULL = ("bridge", "engine", "force field", "hull", "grid", "module", "weapon pods")


def kinds_meant(text: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """The kinds that words may mean: that very kind, else all of which they are a part.

    >>> kinds_meant("heavy", KINDS), kinds_meant("std cargo", KINDS), kinds_meant("crews", KINDS)
    (('heavy weapon',), (), ('crew',))
    >>> kinds_meant("cargo", KINDS)
    ('standard cargo', 'buffered cargo')
    """
    every = tuple(dict.fromkeys(kinds))
    words = text.casefold().split()
    if " ".join(words) in every:
        return (" ".join(words),)
    return tuple(kind for kind in every if _is_short_for(words, kind.split()))


def _is_short_for(words: Sequence[str], kind: Sequence[str]) -> bool:
    """True if each word begins, or is the plural of, a word of the kind, in its order."""
    rest = iter(kind)
    return all(any(one.startswith(word) or f"{one}s" == word for one in rest) for word in words)


def near_part(text: str, kinds: Iterable[str]) -> str:
    """A part of a ship or kind of pod that is much like these words, or ""."""
    found = difflib.get_close_matches(text.casefold(), tuple(kinds), 1, 0.7)
    return found[0] if found else ""
