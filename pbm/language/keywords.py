"""The keywords of an order language: their full forms, and their clear abbreviations."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbm.kit.records import Record

_AFTER = r"(?![\w'\-])"


class Keyword(Record):
    """A keyword: its full forms and all their clear abbreviations, in lower case."""

    full: tuple[str, ...]
    short: tuple[str, ...]


def pattern_of(keyword: Keyword) -> str:
    """A regular expression for all forms of a keyword as whole words."""
    return _pattern_of_forms((*keyword.full, *keyword.short))


def by_letter(keyword: Keyword) -> dict[str, str]:
    """Regular expressions for the forms of a keyword, by first letter."""
    found: dict[str, list[str]] = {}
    for form in (*keyword.full, *keyword.short):
        found.setdefault(form[0], []).append(form)
    return {letter: _pattern_of_forms(forms) for letter, forms in found.items()}


def _pattern_of_forms(given: Iterable[str]) -> str:
    forms = sorted(given, key=lambda form: (-len(form), form))
    parts = "|".join(re.escape(form).replace(r"\ ", " +") for form in forms)
    return f"(?:{parts}){_AFTER}"
