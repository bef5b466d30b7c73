"""Records for queries that need only a few fields."""

from fractions import Fraction
from typing import Any, NewType, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

R = TypeVar("R", bound=Struct)


def blank(kind: type[R], /, **given: Any) -> R:
    """A record with these fields; others are 0, False, empty, None or their default."""
    types = get_type_hints(kind)
    lacking = [one.name for one in fields(kind) if one.required and one.name not in given]
    return kind(**given, **{name: _nothing(types[name]) for name in lacking})


def _nothing(kind: Any) -> Any:
    if isinstance(kind, NewType):
        return _nothing(kind.__supertype__)
    if kind in (int, bool, str, Fraction):
        return kind()
    if isinstance(kind, type) and issubclass(kind, Struct):
        return blank(kind)
    if type(None) in get_args(kind):
        return None
    return {list: [], tuple: ()}.get(get_origin(kind), {})
