"""Parts of a ship and kinds of pods as a sheet names them: whole, in the plural, or cut short.

Rule: DV 5.0, DV 10.1.
"""

import re
from collections.abc import Iterable, Sequence

from pbm.games.deltavee.state.ratings import PODS
from pbm.kit.english import nearest
from pbm.language.parse_tree import Node
from pbm.language.token import Token

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
    return nearest(text.casefold(), kinds, 70)


def part_name(node: Node) -> str:
    """The part, kind of pod or pod that a word of a line names, as the rules call it."""
    match node.kind:
        case "part":
            return node.word.type.lower().replace("_", " ")
        case "field_part":
            return f"force field {node.number}"
        case "pod_part" | "pod_number":
            return f"pod {node.number}"
        case "weapon_pods":
            return "weapon pods"
        case "any_part":
            return "any"
        case _:
            return plain_words(node.items[-1])


def plain_words(token: Token) -> str:
    """Words without quotes, in small letters, with one blank between them."""
    return " ".join(token.strip('"').casefold().split())


def part_word(node: Node) -> Token:
    """The word that messages about a part point to."""
    last: Token = node.items[-1]
    return last if node.kind in ("kind_of_pod", "kind_words", "pod_number") else node.word


_PLAIN = ("any", "weapon pods", "bridge", "engine", "force field", "hull", "grid", "module")


_NUMBERED = re.compile(r"(?:pod|force field) [0-9]+\Z")


def part_words(word: str) -> str:
    """A part as a sheet names it: kinds of pods that have no row of their own in quotes."""
    if word in _PLAIN or _NUMBERED.match(word):
        return word
    return kind_words(f"{word} pod" if word in ("energy", "battlecraft") else word)


def kind_words(word: str) -> str:
    """A kind of pod as a sheet names it."""
    known = word in PODS.rows or word.removesuffix(" pod") in PODS.rows
    return word if known else f'"{word}"'
