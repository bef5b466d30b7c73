"""Every fault of a document that does not fit its part, at its path.

Pydantic goes through the document, by a model made from the part. It is slow to load, so a document
that fits never needs it.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Annotated, Any, Literal, NamedTuple, Union, cast, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import fields
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    Tag,
    ValidationError,
    create_model,
    model_validator,
)

from pbm.kit.file_part import Check, FilePart, bare, is_part, options_of, part_of

Path = tuple[str | int, ...]

Kind = Literal["missing", "unknown", "unfit"]
_KINDS: Mapping[str, Kind] = {"missing": "missing", "extra_forbidden": "unknown"}
_TOLD: Mapping[Any, str] = {int: "a whole number", str: "text in quotes", bool: "true or false"}
# What begins a step of a path that is not one of the document: the way that a value may have.
_WAY = "|"


class Misfit(NamedTuple):
    """A fault of a document: its path, and what is wrong there."""

    path: Path
    kind: Kind
    reason: str = ""


def misfits(part: type[FilePart], document: Any) -> list[Misfit]:
    """Every fault of a document that is not this part."""
    try:
        _model(part).model_validate(document)
    except ValidationError as broken:
        return [_misfit(error) for error in broken.errors(include_url=False)]
    return []


def _misfit(error: Mapping[str, Any]) -> Misfit:
    path = tuple(step for step in error["loc"] if step != "[key]" and str(step)[:1] != _WAY)
    kind: Kind = _KINDS.get(error["type"], "unfit")
    reason = error["msg"].removeprefix("Value error, ") if kind == "unfit" else ""
    return Misfit(path, kind, reason)


@cache
def _model(part: type[FilePart]) -> type[BaseModel]:
    """The model of a part, which is valid where the part is."""

    def whole(_model: Any, table: Any, handler: Any) -> Any:
        found = handler(table)
        try:
            part_of(part, table)
        except ValueError as fault:
            raise ValueError(str(fault.__cause__)) from None
        return found

    named: dict[str, Any] = {}
    for number, field in enumerate(fields(part)):
        given = Field(alias=field.encode_name)
        if not field.required:
            given = Field(None, alias=field.encode_name)
        named[f"field{number}"] = (_hint(field.type), given)
    return create_model(
        part.__name__,
        __config__=ConfigDict(
            extra="forbid" if part.__struct_config__.forbid_unknown_fields else "ignore"
        ),
        __validators__={"whole": cast(Any, model_validator(mode="wrap"))(classmethod(whole))},
        **named,
    )


def _hint(hint: Any) -> Any:
    """The type of a model's field that is valid where this one of a part is."""
    kind, more = bare(hint)
    options, origin, args = options_of(kind), get_origin(kind), get_args(kind)
    shape = BeforeValidator(partial(_shaped, kind))
    found: Any
    if len(options) > 1:
        ways = tuple(
            Annotated[_hint(option), Tag(f"{_WAY}{place}")] for place, option in enumerate(options)
        )
        found = Annotated[Union[ways], Discriminator(_way(options)), shape]  # noqa: UP007
    elif is_part(kind):
        found = Annotated[_model(kind), shape]
    elif origin is tuple and args[1:] != (...,):
        found = Annotated[tuple[tuple(map(_hint, args))], shape]  # type: ignore[misc]
    elif origin in (list, tuple):
        found = Annotated[tuple[_hint(args[0]), ...], shape]  # type: ignore[misc]
    elif args and origin is not Literal:
        found = Annotated[dict[_hint(args[0]), _hint(args[1])], shape]  # type: ignore[misc]
    else:
        found = Annotated[Any, PlainValidator(partial(_plain, kind))]
    for one in more:
        check = one.of if isinstance(one, Check) else partial(_within, one)
        found = Annotated[found, AfterValidator(check)]
    return found


def _has_shape(kind: Any, value: Any) -> bool:
    """True for a value that is a list, a table or neither as this type is."""
    options, origin, args = options_of(kind), get_origin(kind), get_args(kind)
    if len(options) > 1:
        return any(_has_shape(bare(option)[0], value) for option in options)
    if origin in (list, tuple):
        return isinstance(value, list) and (
            origin is list or args[1:] == (...,) or len(value) == len(args)
        )
    if origin is Literal:
        return value in args
    if kind in _TOLD:
        return isinstance(value, kind)
    return isinstance(value, dict)


def _shaped(kind: Any, value: Any) -> Any:
    if not _has_shape(kind, value):
        raise ValueError(f"it should be {_told(kind)}")
    return value


def _way(options: list[Any]) -> Callable[[Any], str]:
    """What finds the one of several types that a value is to be read as."""

    def found(value: Any) -> str:
        return f"{_WAY}{[_has_shape(bare(option)[0], value) for option in options].index(True)}"

    return found


def _plain(kind: Any, value: Any) -> Any:
    """A text, number or word, as parts read it. Text is not shown, since it may be a password."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        shown = f"is {value!r:.60} and " if kind is int else ""
        raise ValueError(f"it {shown}should be {_told(kind)}") from None


def _within(limit: Meta, made: Any) -> Any:
    """A value that keeps to a limit; ValueError with the limit."""
    of = " characters" if isinstance(made, str) else ""
    if limit.pattern is not None and re.search(limit.pattern, made) is None:
        raise ValueError(f"it must be {limit.description or limit.pattern}")
    if limit.ge is not None and made < limit.ge:
        raise ValueError(f"it is {made} and must be at least {limit.ge}")
    if limit.le is not None and made > limit.le:
        raise ValueError(f"it is {made} and must be at most {limit.le}")
    if limit.min_length is not None and len(made) < limit.min_length:
        raise ValueError(f"it has {len(made)}{of} and needs at least {limit.min_length}")
    if limit.max_length is not None and len(made) > limit.max_length:
        raise ValueError(f"it has {len(made)}{of} and may have at most {limit.max_length}")
    return made


def _told(kind: Any) -> str:
    """A type of values in words."""
    options, origin, args = options_of(kind), get_origin(kind), get_args(kind)
    if len(options) > 1:
        return " or ".join(_told(bare(option)[0]) for option in options)
    if origin is Literal:
        return f"one of {', '.join(args)}" if args[1:] else f'"{args[0]}"'
    if origin in (list, tuple):
        return "a list in square brackets" if args[1:] in ((), (...,)) else f"a list of {len(args)}"
    return _TOLD.get(kind, "a table")
