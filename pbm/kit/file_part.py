"""The tables of TOML files as typed records, and every fault of a document that does not fit them.

    class Deadline(FilePart):
        hour: Annotated[str, Meta(pattern="^[0-2][0-9]:[0-5][0-9]$", description="a time of day")]
        zone: Annotated[str, Check(a_zone)] = "UTC"

A document is read in one go. Only where it does not fit is it gone through part by part.
"""

import re
from collections import abc
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)

import msgspec
from msgspec import Meta
from msgspec.structs import fields, force_setattr

Path = tuple[str | int, ...]
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


class Misfit(NamedTuple):
    """A fault of a document: its path, and what is wrong there."""

    path: Path
    kind: Literal["missing", "unknown", "unfit"]
    reason: str = ""


def part_of(model: type[P], document: Any) -> P:
    """The document as this part; ValueError if it does not fit."""
    return msgspec.convert(document, model, strict=False)


def document_of(part: FilePart) -> dict[str, Any]:
    """The part as a document of plain values."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(part))
    return found


def misfits(model: type[FilePart], document: Any) -> list[Misfit]:
    """Every fault of a document that is not this part."""
    return list(_in_part(document, model, ()))


def names_in(model: type[FilePart]) -> set[str]:
    """The names of a part's fields and of those of the parts inside it."""
    names: set[str] = set()
    waiting: list[Any] = [model]
    seen: set[Any] = set()
    while waiting:
        hint = waiting.pop()
        if _is_part(hint) and hint not in seen:
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
    elif _options(hint) != [hint]:  # a field that may be missing
        yield from _checks_of(_options(hint)[0])
    elif get_origin(hint) is tuple:
        for check in _checks_of(get_args(hint)[0]):
            yield partial(_each, check)


def _each(check: Callable[[Any], Any], values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(check(value) for value in values)


def _is_part(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, FilePart)


def _in_part(table: Any, model: type[FilePart], path: Path) -> Iterator[Misfit]:
    if not isinstance(table, dict):
        yield Misfit(path, "unfit", "it should be a table")
        return
    known = {field.encode_name: field for field in fields(model)}
    found: list[Misfit] = []
    for name, field in known.items():
        if name in table:
            found += _in_value(table[name], field.type, (*path, name))
        elif field.required:
            found.append(Misfit((*path, name), "missing"))
    if model.__struct_config__.forbid_unknown_fields:
        found += [Misfit((*path, name), "unknown") for name in table if name not in known]
    if not found:
        try:
            part_of(model, table)
        except ValueError as fault:
            found.append(Misfit(path, "unfit", str(fault.__cause__)))
    yield from found


def _in_value(value: Any, hint: Any, path: Path) -> Iterator[Misfit]:
    kind, more = _bare(hint)
    if _is_part(kind):
        yield from _in_part(value, kind, path)
        return
    if within := list(_within(value, kind, path)):
        yield from within
        return
    try:
        made = msgspec.convert(value, hint, strict=False)
        for check in more:
            if isinstance(check, Check):
                check.of(made)
    except msgspec.ValidationError:
        limits = [limit for limit in more if isinstance(limit, Meta)]
        yield Misfit(path, "unfit", _reason(value, kind, limits))
    except ValueError as fault:
        yield Misfit(path, "unfit", str(fault))


def _bare(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without what is said of it and without None, and what is said of it."""
    more: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, more = hint.__origin__, hint.__metadata__
    options = _options(hint)
    if len(options) > 1 or options[0] is hint:
        return hint, more
    inner, also = _bare(options[0])
    return inner, (*more, *also)


def _options(hint: Any) -> list[Any]:
    if get_origin(hint) not in (Union, UnionType):
        return [hint]
    return [option for option in get_args(hint) if option is not NoneType]


def _within(value: Any, kind: Any, path: Path) -> Iterator[Misfit]:
    """The faults of the parts of a list or a table."""
    for option in _options(kind):
        inner = _bare(option)[0]
        origin, args = get_origin(inner), get_args(inner)
        if isinstance(value, list) and origin in (list, tuple):
            each = args[:1] * len(value) if args[1:] in ((), (...,)) else args
            for at, (one, hint) in enumerate(zip(value, each, strict=False)):
                yield from _in_value(one, hint, (*path, at))
        elif isinstance(value, dict) and _is_part(inner):
            yield from _in_part(value, inner, path)
        elif isinstance(value, dict) and origin in (dict, abc.Mapping):
            for name, one in value.items():
                yield from _in_value(name, args[0], (*path, name))
                yield from _in_value(one, args[1], (*path, name))


def _reason(value: Any, kind: Any, limits: list[Meta]) -> str:
    """Why a value does not fit. Text is not shown, since it may be a password."""
    try:
        made = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        shown = f"is {value!r:.60} and " if kind is int else ""
        return f"it {shown}should be {_told(kind)}"
    for limit in limits:
        if limit.pattern is not None and re.search(limit.pattern, made) is None:
            return f"it must be {limit.description or limit.pattern}"
        if limit.ge is not None and made < limit.ge:
            return f"it is {made} and must be at least {limit.ge}"
        if limit.le is not None and made > limit.le:
            return f"it is {made} and must be at most {limit.le}"
        of = " characters" if isinstance(made, str) else ""
        if limit.min_length is not None and len(made) < limit.min_length:
            return f"it has {len(made)}{of} and needs at least {limit.min_length}"
        if limit.max_length is not None and len(made) > limit.max_length:
            return f"it has {len(made)}{of} and may have at most {limit.max_length}"
    raise AssertionError(kind)


_TOLD: Mapping[Any, str] = {int: "a whole number", str: "text in quotes", bool: "true or false"}


def _told(kind: Any) -> str:
    """A type of values in words."""
    options, args = _options(kind), get_args(kind)
    if len(options) > 1:
        return " or ".join(_told(_bare(option)[0]) for option in options)
    origin = get_origin(kind)
    if origin is Literal:
        return f"one of {', '.join(args)}" if args[1:] else f'"{args[0]}"'
    if origin in (list, tuple):
        return "a list in square brackets" if args[1:] in ((), (...,)) else f"a list of {len(args)}"
    return _TOLD.get(kind, "a table")
