"""Locate the program's data folders and its cache.

grammar/ and templates/ lie in an installed wheel, or beside the package in a checkout.
"""

import os
from functools import cache
from pathlib import Path


@cache
def data_dir(name: str) -> Path:
    """The program's data folder of this name; FileNotFoundError if there is none."""
    package = Path(__file__).parent.parent
    for candidate in (package / "_data" / name, package.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(name)


def cache_dir() -> Path | None:
    """The user's cache folder; None for a user without a home."""
    home = os.environ.get("HOME")
    base = os.environ.get("XDG_CACHE_HOME") or (home and f"{home}/.cache")
    return Path(base) / "pbm" if base else None
