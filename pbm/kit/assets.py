"""Folders of the program: what came with it, and what it may keep for its next start.

grammar/ and templates/ lie in an installed wheel, or beside the package in a checkout.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path


@cache
def data_dir(name: str) -> Path:
    """The folder of this name that came with the product; FileNotFoundError if there is none."""
    package = Path(str(files("pbm")))
    for candidate in (package / "_data" / name, package.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(name)


def cache_dir() -> Path | None:
    """This user's folder for what can be made again; None for a user without a home."""
    home = os.environ.get("HOME")
    base = os.environ.get("XDG_CACHE_HOME") or (home and f"{home}/.cache")
    return Path(base) / "pbm" if base else None
