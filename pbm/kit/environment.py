"""The versions a turn was made with: engine, Python, packages, native libraries.

With the same versions every page has the same bytes; with other versions, the same facts.
"""

import ctypes
import platform
from collections.abc import Mapping
from functools import cache

PACKAGES = (
    "jinja2",
    "lark",
    "pydantic",
    "weasyprint",
    "pydyf",
    "fonttools",
    "tinycss2",
    "tinyhtml5",
    "cssselect2",
    "pyphen",
    "pillow",
    "zopfli",
    "brotli",
)
# Library, its file, and the function that returns its version as text or as a number.
NATIVE = (
    ("pango", "libpango-1.0.so.0", "pango_version_string"),
    ("harfbuzz", "libharfbuzz.so.0", "hb_version_string"),
    ("harfbuzz-subset", "libharfbuzz-subset.so.0", ""),
    ("glib", "libglib-2.0.so.0", ""),
    ("fontconfig", "libfontconfig.so.1", "FcGetVersion"),
)


def engine() -> str:
    """The version of this product, whether it is installed or not."""
    return _package("pbm") or ENGINE


ENGINE = "0.1.0"


@cache
def recorded() -> Mapping[str, str]:
    """Every version that bytes can depend on, by name."""
    found = {"engine": engine(), "python": platform.python_version()}
    found |= {name: said for name in PACKAGES if (said := _package(name))}
    found |= {f"lib {name}": _native(file, call) for name, file, call in NATIVE}
    return found


def changed(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The differences between two records of versions, in words."""
    return [
        f"{name} was {then.get(name, 'absent')}, is now {now.get(name, 'absent')}"
        for name in sorted({*then, *now})
        if then.get(name) != now.get(name)
    ]


@cache
def _package(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _native(file: str, call: str) -> str:
    try:
        library = ctypes.CDLL(file)
    except OSError:
        return "absent"
    if not call:
        return "present"
    ask = getattr(library, call)
    if call == "FcGetVersion":
        return str(ask())
    ask.restype = ctypes.c_char_p
    said: bytes = ask()
    return said.decode()
