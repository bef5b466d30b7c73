"""Values of conformance cases: from text to what a function takes, from a result to text."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NewType, Union, get_args, get_origin

from msgspec.structs import asdict

from pbm.conformance.case_file import split_outside, unquoted
from pbm.drawing.hexgrid import SIDES, Hex, Side, parse_hex
from pbm.kit.records import Record

NONE = "none"
YES_NO = {"yes": True, "no": False}


def text_of(value: Any, labels: Mapping[str, str] | None = None) -> str:
    """A value as a case writes it; opaque ids by their labels.

    >>> text_of((Hex(20, 19), True, None)), text_of({"hull": 4})
    ('[2019, yes, none]', '{hull: 4}')
    """
    names = labels or {}
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (Hex, int, Fraction)):
        return str(value)
    if isinstance(value, Record):
        return text_of(as_record(value), names)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{text_of(k, names)}: {text_of(v, names)}" for k, v in value.items())
        return f"{{{inner}}}"
    return f"[{', '.join(text_of(part, names) for part in value)}]"


def as_record(value: Any) -> dict[str, Any] | None:
    """The fields of a result that has any (a mapping or a record), else None."""
    if isinstance(value, Mapping):
        return {str(name): part for name, part in value.items()}
    if isinstance(value, Record):
        return asdict(value)
    return None


def tidy(text: str) -> str:
    """An expected value in the form that text_of gives: no quotes, blanks after commas.

    >>> tidy('[2019,2018]'), tidy('"gone"'), tidy('{T:2}')
    ('[2019, 2018]', 'gone', '{T: 2}')
    """
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        parts = split_outside(text[1:-1], ",") if text[1:-1].strip() else []
        return f"[{', '.join(tidy(part) for part in parts)}]"
    if text.startswith("{") and text.endswith("}"):
        pairs = split_outside(text[1:-1], ",") if text[1:-1].strip() else []
        return f"{{{', '.join(_tidy_pair(pair) for pair in pairs)}}}"
    return unquoted(text)


def _tidy_pair(pair: str) -> str:
    name, _, value = pair.partition(":")
    return f"{tidy(name)}: {tidy(value)}"


def described(kind: Any) -> str:
    """A type in words, for the list of what a case may ask."""
    if kind is Hex:
        return "hex such as 2018"
    if kind is Side:
        return "facing 12, 2, 4, 6, 8 or 10"
    if kind is bool:
        return "yes or no"
    if kind is int:
        return "number"
    if kind is Fraction:
        return "number or fraction such as 83/3"
    if kind is type(None):
        return NONE
    if isinstance(kind, NewType):
        return described(kind.__supertype__)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(str(arg) for arg in args)
    if origin in (Union, types.UnionType):
        return " or ".join(described(arg) for arg in args)
    if origin in (tuple, list, Sequence):
        return f"[{described(args[0])}, ...]"
    if origin in (dict, Mapping):
        return f"{{name: {described(args[1])}, ...}}"
    return "word"


def convert(text: str, kind: Any) -> Any:
    """The value a text stands for as an argument of this type; ValueError with the reason."""
    text = text.strip()
    if isinstance(kind, NewType) and kind is not Side:
        return convert(text, kind.__supertype__)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if text == NONE and type(None) in args:
            return None
        return convert(text, next(arg for arg in args if arg is not type(None)))
    if origin is Literal:
        return _chosen(text, args)
    if origin in (tuple, list, Sequence):
        return tuple(convert(part, args[0]) for part in _inside(text, "[", "]", kind))
    if origin in (dict, Mapping):
        pairs = [part.partition(":") for part in _inside(text, "{", "}", kind)]
        return {unquoted(name.strip()): convert(value, args[1]) for name, _, value in pairs}
    return _plain(text, kind)


def _plain(text: str, kind: Any) -> Any:
    try:
        if kind is Hex:
            return parse_hex(text)
        if kind is Side:
            side = Side(int(text))
            if side not in SIDES:
                raise ValueError
            return side
        if kind is bool:
            return YES_NO[text]
        if kind in (int, Fraction):
            return kind(text)
    except (ValueError, KeyError, ZeroDivisionError):
        raise ValueError(f'"{text}" is no {described(kind)}') from None
    return unquoted(text)


def _chosen(text: str, choices: Sequence[Any]) -> Any:
    for choice in choices:
        if str(choice) == unquoted(text):
            return choice
    raise ValueError(f'"{text}" is none of {", ".join(str(choice) for choice in choices)}')


def _inside(text: str, opening: str, closing: str, kind: Any) -> list[str]:
    if not (text.startswith(opening) and text.endswith(closing) and len(text) > 1):
        raise ValueError(f'"{text}" is no list; it reads {described(kind)}')
    inner = text[1:-1].strip()
    return split_outside(inner, ",") if inner else []
