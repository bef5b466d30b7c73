"""What players call what a view names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def labels_of(known: Any) -> dict[str, str]:
    """What players call each opaque id that a view names: its designation, else its name."""
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
