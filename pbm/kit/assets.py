"""Finds grammar/ and templates/: in an installed wheel, or beside the package in a checkout."""

from __future__ import annotations

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
