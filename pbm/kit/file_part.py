"""The tables of TOML files as typed records.

    class Deadline(FilePart):
        hour: Annotated[str, Meta(pattern="^[0-2][0-9]:[0-5][0-9]$", description="a time of day")]
        zone: Annotated[str, Check(a_zone)] = "UTC"

A document is read in one go; `misfits.py` lists the faults of one that does not fit.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)

import msgspec
from msgspec.structs import fields, force_setattr

P = TypeVar("P", bound="FilePart")


class Check(NamedTuple):
    """What a field must be beside its type: gives the value, or ValueError with the reason."""

    of: Callable[[Any], Any]


class _Keyed(msgspec.StructMeta):
    """Parts are made with their fields by name, those of each subclass too."""

    def __new__(mcs, name: str, bases: Any, namespace: Any, **config: Any) -> Any:
        return super().__new__(mcs, name, bases, namespace, **{"kw_only": True, **config})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class FilePart(msgspec.Struct, metaclass=_Keyed, frozen=True, forbid_unknown_fields=True):
    """A table of a file, in which unknown keys are faults.

    A part whose fields must fit each other has a method ``misfit`` that says how they do not.
    """

    def __post_init__(self) -> None:
        """ValueError for a field that is not what it must be."""
        for name, default, check in _checks(type(self)):
            value = getattr(self, name)
            if value != default and (made := check(value)) is not value:
                force_setattr(self, name, made)
        if reason := self.misfit():
            raise ValueError(reason)

    def misfit(self) -> str:
        """Why its fields do not fit each other, "" if they do."""
        return ""


def part_of(model: type[P], document: Any) -> P:
    """The document as this part; ValueError if it does not fit."""
    return msgspec.convert(document, model, strict=False)


def document_of(part: FilePart) -> dict[str, Any]:
    """The part as a document of plain values."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(part))
    return found


def names_in(model: type[FilePart]) -> set[str]:
    """The names of a part's fields and of those of the parts inside it."""
    names: set[str] = set()
    waiting: list[Any] = [model]
    seen: set[Any] = set()
    while waiting:
        hint = waiting.pop()
        if is_part(hint) and hint not in seen:
            seen.add(hint)
            for field in fields(hint):
                names.add(field.encode_name)
                waiting.append(field.type)
        else:
            waiting += get_args(hint)
    return names


@cache
def _checks(model: type[FilePart]) -> list[tuple[str, Any, Callable[[Any], Any]]]:
    """The fields that are checked, each with its default and its checks, of which it needs none."""
    return [
        (field.name, field.default, check)
        for field in fields(model)
        for check in _checks_of(field.type)
    ]


def _checks_of(hint: Any) -> Iterator[Callable[[Any], Any]]:
    if get_origin(hint) is Annotated:
        yield from _checks_of(hint.__origin__)
        yield from (check.of for check in hint.__metadata__ if isinstance(check, Check))
    elif options_of(hint) != [hint]:  # a field that may be missing
        yield from _checks_of(options_of(hint)[0])
    elif get_origin(hint) is tuple:
        for check in _checks_of(get_args(hint)[0]):
            yield partial(_each, check)


def _each(check: Callable[[Any], Any], values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(check(value) for value in values)


def is_part(hint: Any) -> bool:
    """True for the type of a part."""
    return isinstance(hint, type) and issubclass(hint, FilePart)


def bare(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without what is said of it and without None, and what is said of it."""
    more: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, more = hint.__origin__, hint.__metadata__
    options = options_of(hint)
    if len(options) > 1 or options[0] is hint:
        return hint, more
    inner, also = bare(options[0])
    return inner, (*more, *also)


def options_of(hint: Any) -> list[Any]:
    """The types that a value may have beside None."""
    if get_origin(hint) not in (Union, UnionType):
        return [hint]
    return [option for option in get_args(hint) if option is not NoneType]
