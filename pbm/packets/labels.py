"""The players' names for the things in a view."""

from collections.abc import Mapping
from typing import Any


def labels_of(known: Any) -> dict[str, str]:
    """The players' name for each opaque id in a view: its designation, else its name."""
    found: dict[str, str] = {}
    parts = [known]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            called = part.get("designation") or part.get("name")
            if isinstance(part.get("id"), str) and isinstance(called, str):
                found.setdefault(part["id"], called)
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    return found
