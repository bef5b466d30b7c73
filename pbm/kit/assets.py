"""Locate the program's data and its cache.

grammar/ and templates/ lie in an installed wheel, or beside the package in a checkout.
"""

import os
from functools import cache
from pathlib import Path

_ABOVE = Path(__file__).parents[2]  # the folder that holds the package pbm


def folder_of(package: str) -> Path:
    """The folder of a package, with its data files."""
    return _ABOVE.joinpath(*package.split("."))


@cache
def data_dir(name: str) -> Path:
    """The program's data folder of this name; FileNotFoundError if there is none."""
    for candidate in (_ABOVE / "pbm" / "_data" / name, _ABOVE / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(name)


def cache_dir() -> Path | None:
    """The user's cache folder; None for a user without a home."""
    home = os.environ.get("HOME")
    base = os.environ.get("XDG_CACHE_HOME") or (home and f"{home}/.cache")
    return Path(base) / "pbm" if base else None
