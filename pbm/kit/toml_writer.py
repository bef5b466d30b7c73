"""Write TOML as tomlkit does, but long texts without its quadratic escaping.

tomlkit scans the rest of a text again for each of its characters: a receipt of a megabyte would
take minutes.
"""

import re
from collections.abc import Mapping
from typing import Any

LONG = 500  # characters from which on a text is escaped here
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_ESCAPES = str.maketrans({chr(code): f"\\u{code:04x}" for code in (*range(32), 127)} | _SHORT)

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_PLAIN = (str, int)  # and bool, which is an int


def toml_bytes(whole: Mapping[str, Any]) -> bytes:
    """The document, in UTF-8."""
    if all(_BARE.match(key) and _is_plain(one) for key, one in whole.items()):
        return "".join(f"{key} = {_plain(one)}\n" for key, one in whole.items()).encode()
    import tomlkit  # slow to import, and a command that writes nothing needs none

    return tomlkit.dumps(_quick(whole)).encode()


def _is_plain(value: Any) -> bool:
    """True for a text, a number, yes or no, and a list of them."""
    if isinstance(value, list):
        return all(isinstance(one, _PLAIN) for one in value)
    return isinstance(value, _PLAIN)


def _plain(value: Any) -> str:
    """A plain value as tomlkit writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    return str(value).lower()


def _quick(value: Any) -> Any:
    """The value with its long texts escaped."""
    if isinstance(value, str):
        if len(value) < LONG:
            return value
        from tomlkit.items import String, StringType, Trivia

        return String(StringType.SLB, value, value.translate(_ESCAPES), Trivia())
    if isinstance(value, Mapping):
        return {key: _quick(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_quick(one) for one in value]
    return value
