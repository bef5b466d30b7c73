"""Write TOML as tomlkit does, without its trees: a turn's record has thousands of values."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_ESCAPES = str.maketrans({chr(code): f"\\u{code:04x}" for code in (*range(32), 127)} | _SHORT)
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def toml_bytes(whole: Mapping[str, Any]) -> bytes:
    """The document, in UTF-8: texts, numbers, yes or no, lists of them; tables, lists of tables."""
    return "\n".join(_parts(whole, "", "")).encode()


def _parts(whole: Mapping[str, Any], path: str, head: str) -> Iterator[str]:
    """Write a table, and each table in it after its plain values, with an empty line between."""
    tables = {key: one for key, one in whole.items() if _is_table(one)}
    lines = [f"{_key(key)} = {_plain(one)}\n" for key, one in whole.items() if key not in tables]
    if lines or head.startswith("[[") or (head and not tables):  # else those say its name
        yield head + "".join(lines)
    for key, one in tables.items():
        below = f"{path}{_key(key)}"
        if isinstance(one, Mapping):
            yield from _parts(one, f"{below}.", f"[{below}]\n")
        else:
            for each in one:
                yield from _parts(each, f"{below}.", f"[[{below}]]\n")


def _is_table(value: Any) -> bool:
    """True for a table and a list of some."""
    return isinstance(value, Mapping) or (
        isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], Mapping)
    )


def _key(key: str) -> str:
    return key if _BARE.match(key) else _plain(key)


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    return str(value).lower()
