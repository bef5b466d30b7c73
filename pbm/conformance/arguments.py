"""Read arguments ``name=value`` of a case by the annotations of a function.

A parameter has the same name in cases as in Python, without the ``_`` after a keyword or builtin
(``class_``, ``range_``). Each game adds readers for its own types, such as hexes.
"""

import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pbm.conformance.case_file import split_outside, unquoted
from pbm.conformance.values import NONE
from pbm.kit.english import nearest
from pbm.kit.problems import Faults, Span
from pbm.kit.records import Record

SUPPLIED = ("options", "dice")
_YES_NO = {"yes": True, "no": False}
_ODD = (ValueError, KeyError, ZeroDivisionError)


class ValueType(Record):
    """A type of values; ``read`` raises ValueError or KeyError for other texts."""

    described: str
    read: Callable[[str], Any]


_PLAIN: Mapping[Any, ValueType] = {
    bool: ValueType("yes or no", _YES_NO.__getitem__),
    int: ValueType("number", int),
    Fraction: ValueType("number or fraction such as 83/3", Fraction),
    str: ValueType("word", unquoted),
}


class Parameter(Record):
    """A parameter: its name in cases and in Python, its type, whether it is required."""

    name: str
    key: str
    kind: Any
    required: bool


class ArgumentReader(Record):
    """Reads the values of a game's cases; ``types`` are its own types."""

    types: Mapping[Any, ValueType] = {}

    def arguments(
        self, function: Callable[..., Any], written: Mapping[str, str], span: Span, called: str
    ) -> dict[str, Any]:
        """The arguments for a function; Faults for arguments that it does not take."""
        known = {part.name: part for part in parameters(function)}
        for name in written:
            if name not in known:
                near = nearest(name, known)
                raise Faults.invalid(
                    f"{called} has no {name}",
                    span,
                    reason=f"it takes {', '.join(known) or 'nothing'}",
                    remedy=f"Did you mean {near}?" if near else "",
                )
        lacking = [
            part.name for part in known.values() if part.required and part.name not in written
        ]
        if lacking:
            raise Faults.invalid(f"{called} needs {', '.join(lacking)}", span)
        found: dict[str, Any] = {}
        for name, text in written.items():
            try:
                found[known[name].key] = self.value(text, known[name].kind)
            except ValueError as reason:
                remedy = f"Write {self._expected(known[name].kind)}"
                raise Faults.invalid(f"{name}: {reason}", span, remedy=remedy) from None
        return found

    def described(self, kind: Any) -> str:
        """A type in words, for the list of queries."""
        if kind is type(None):
            return NONE
        if plain := self._plain(kind):
            return plain.described
        origin, args = get_origin(kind), get_args(kind)
        if origin is Literal:
            return " or ".join(str(arg) for arg in args)
        if origin in (Union, types.UnionType):
            return " or ".join(self.described(arg) for arg in args)
        if origin in (dict, Mapping):
            return f"{{name: {self.described(args[1])}, ...}}"
        if _is_record(kind):
            fields = (f"{part.name}: {self.described(part.kind)}" for part in parameters(kind))
            return f"{{{', '.join(fields)}}}"
        return f"[{self.described(args[0])}, ...]"

    def value(self, text: str, kind: Any) -> Any:
        """The value of a text as this type; ValueError with the reason."""
        text = text.strip()
        if plain := self._plain(kind):
            try:
                return plain.read(text)
            except _ODD:
                raise ValueError(f'"{text}" is not {self._expected(kind)}') from None
        origin, args = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            if text == NONE:
                return None
            return self.value(text, next(arg for arg in args if arg is not type(None)))
        if origin is Literal:
            return _chosen(text, args)
        if origin in (dict, Mapping):
            pairs = [part.partition(":") for part in self._inside(text, "{}", kind)]
            return {unquoted(name.strip()): self.value(value, args[1]) for name, _, value in pairs}
        if _is_record(kind):
            return self._record(text, kind)
        return tuple(self.value(part, args[0]) for part in self._inside(text, "[]", kind))

    def _record(self, text: str, kind: Callable[..., Any]) -> Any:
        """A record as ``{name: value, ...}``, names in letters of either case."""
        pairs = [part.partition(":") for part in self._inside(text, "{}", kind)]
        written = {unquoted(name.strip()).casefold(): value for name, _, value in pairs}
        fields = {part.name: part for part in parameters(kind)}
        unknown = [name for name in written if name not in fields]
        lacking = [one.name for one in fields.values() if one.required and one.name not in written]
        if unknown or lacking:
            said = f"has no {unknown[0]}" if unknown else f"lacks {', '.join(lacking)}"
            raise ValueError(f'"{text}" {said}')
        read = ((fields[name], value) for name, value in written.items())
        return kind(**{part.key: self.value(value, part.kind) for part, value in read})

    def _expected(self, kind: Any) -> str:
        """A type in words, with an article if it is a single word of a case."""
        article = "a " if kind is not bool and self._plain(kind) else ""
        return f"{article}{self.described(kind)}"

    def _plain(self, kind: Any) -> ValueType | None:
        found = self.types.get(kind) or _PLAIN.get(kind)
        if found is None and isinstance(kind, NewType):
            return self._plain(kind.__supertype__)
        return found

    def _inside(self, text: str, brackets: str, kind: Any) -> list[str]:
        if not (text.startswith(brackets[0]) and text.endswith(brackets[1]) and len(text) > 1):
            raise ValueError(f'"{text}" is not a list such as {self.described(kind)}')
        inner = text[1:-1].strip()
        return split_outside(inner, ",") if inner else []


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record)


def parameters(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters of a function or record that a case may give, in order."""
    kinds = get_type_hints(function)
    return [
        Parameter(name.rstrip("_"), name, kinds[name], one.default is inspect.Parameter.empty)
        for name, one in inspect.signature(function).parameters.items()
        if name not in SUPPLIED
    ]


def written_in(words: Sequence[str], span: Span) -> dict[str, str]:
    """The pairs ``name=value`` of a line; Faults for other words and repeated names."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            fault = f"{key} occurs twice" if equals else f'"{word}" is not understood here'
            raise Faults.invalid(fault, span, remedy="Write  name=value")
        found[key] = value
    return found


def _chosen(text: str, choices: Sequence[Any]) -> Any:
    for choice in choices:
        if str(choice) == unquoted(text):
            return choice
    raise ValueError(f'"{text}" is not one of {", ".join(map(str, choices))}')
