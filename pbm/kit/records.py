"""The base of all records: frozen, fast to make and to copy, stored as JSON.

    class Jump(Record):
        to: str
        letters: tuple[str, ...] = ()

A record is a ``msgspec.Struct``: fields are given by position or name, records of one kind with
equal fields are equal, ``msgspec.structs.replace`` makes a changed copy. Types are checked only
when a record is read from a file. A file omits fields that have their default value, except for
kinds with ``omit_defaults=False``.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields, force_setattr

__all__ = ["Record", "alike", "decoded", "encoded"]

R = TypeVar("R", bound="Record")
S = TypeVar("S", bound=msgspec.Struct)
# Replaces everything in some values of one type that equals a default by the default itself.
_Walk = Callable[[Sequence[Any]], None]


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of all records: frozen, without any attribute but its fields."""


def alike(kind: type[S], record: msgspec.Struct, /, **others: Any) -> S:
    """A record of another kind, with this one's fields of the same names, and others.

    TypeError for a field without a default that is in neither.

    >>> class Hull(Record):
    ...     name: str
    ...     points: int
    >>> class HullView(Record):
    ...     name: str
    ...     damaged: bool
    >>> alike(HullView, Hull("Piggy", 9), damaged=True)
    HullView(name='Piggy', damaged=True)
    """
    names, values = _shared(kind, type(record))
    found = dict(zip(names, values(record), strict=True))
    found.update(others)
    return kind(**found)


@cache
def _shared(
    kind: type[msgspec.Struct], other: type[msgspec.Struct]
) -> tuple[Sequence[str], Callable[[msgspec.Struct], Iterable[Any]]]:
    """The names of the fields that two kinds of record share, and a function for their values."""
    names = [name for name in kind.__struct_fields__ if name in other.__struct_fields__]
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda record: [getattr(record, name) for name in names]


def encoded(record: Record) -> bytes:
    """The record as canonical JSON, fractions as text; TypeError for other values."""
    _defaults_of(type(record)).set([record])
    return msgspec.json.encode(record, enc_hook=_as_json, order="sorted")


def decoded(data: bytes, kind: type[R]) -> R:
    """The record in this JSON; ValueError with the path to the first fault."""
    try:
        record: R = _decoder(kind).decode(data)
    except msgspec.MsgspecError as broken:
        what, _, where = str(broken).partition(" - at `$")
        path = where.strip(".`")
        raise ValueError(f"{path}: {what}" if path else what) from broken
    return record


@cache
def _decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    form: Any = kind
    return msgspec.json.Decoder(form, dec_hook=_from_json)


def _as_json(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be stored: {value!r}")


def _from_json(kind: type[Any], value: Any) -> Any:
    if kind is not Fraction:
        raise TypeError(f"{kind.__name__} cannot be read")
    try:
        return Fraction(value)
    except (ValueError, TypeError, ZeroDivisionError):
        raise ValueError(f"{value!r} is not a fraction") from None


# msgspec omits a field only if its value is the default object itself. A value that is merely equal
# (read from a file, or computed) is replaced by that object before writing.


class _Defaults:
    """The fields of a kind of record whose value may equal a default without being it."""

    def __init__(self, kind: type[Record]) -> None:
        _known[kind] = self  # first of all: a record may hold some of its own kind
        self.within: list[tuple[str, _Walk]] | None = None
        hints = get_type_hints(kind)
        self.own = [
            (one.name, one.default)
            for one in fields(kind)
            if one.default is not msgspec.NODEFAULT and not _is_single(one.default)
        ]
        self.within = [
            (name, walk) for name, hint in hints.items() if (walk := _through(hint)) is not None
        ]

    @property
    def is_needed(self) -> bool:
        """False if there are no such fields; True while they are not worked out."""
        return self.within is None or bool(self.own or self.within)

    def set(self, records: Sequence[Any]) -> None:
        """Replace equal values by their defaults, in these records and in all within them."""
        for name, default in self.own:
            for record in records:
                value = getattr(record, name)
                if value is not default and value == default:
                    force_setattr(record, name, default)
        for name, walk in (self.within or ()) if records else ():
            walk([getattr(record, name) for record in records])


_known: dict[type[Record], _Defaults] = {}


def _defaults_of(kind: type[Record]) -> _Defaults:
    return _known.get(kind) or _Defaults(kind)


def _is_single(value: Any) -> bool:
    """True for a value of which Python keeps a single object."""
    return value is None or type(value) is bool or value in ("", ()) or value in range(-5, 257)


def _through(hint: Any) -> _Walk | None:
    """The function for values of this type; None if they cannot contain defaults."""
    if isinstance(hint, type) and issubclass(hint, Record):
        defaults = _defaults_of(hint)
        return defaults.set if defaults.is_needed else None
    if isinstance(hint, TypeVar):
        return _of_any_kind
    parts = get_args(hint)
    walks = [_through(part) for part in parts]
    found = [walk for walk in walks if walk is not None]
    if not found:
        return None
    each = found[0]
    origin = get_origin(hint)
    if origin is tuple and parts[-1] is not ...:
        raise TypeError(f"{hint} cannot be stored: records stand in tuples of one kind")
    if origin is tuple:
        return lambda values: each([one for several in values for one in several])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return lambda values: each([one for several in values for one in several.values()])
    return lambda values: each([value for value in values if value is not None])


def _of_any_kind(values: Sequence[Any]) -> None:
    for value in values:
        _defaults_of(type(value)).set([value])
