"""Numbers, lists and capitals in English sentences."""

from __future__ import annotations

from collections.abc import Iterable


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun, singular or plural.

    >>> count(1, "hex", "hexes"), count(0, "hit")
    ('1 hex', '0 hits')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def signed(number: object) -> str:
    """A number as people write it, with a minus where it is negative.

    >>> signed(-160), signed("+200"), signed(26)
    ('−160', '+200', '26')
    """
    return str(number).replace("-", "−")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Parts as a list in a sentence.

    >>> listed(["B1", "B2", "A3"])
    'B1, B2 and A3'
    """
    found = list(parts)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def capital(text: str) -> str:
    """The text with a capital first letter, if that letter has a capital (ß has none).

    >>> capital("your Sword A"), capital("ßander")
    ('Your Sword A', 'ßander')
    """
    first = text[:1].upper()
    return (first if len(first) == 1 else text[:1]) + text[1:]
