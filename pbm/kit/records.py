"""Frozen records for places where ten thousand are made in a turn: made, changed, packed quickly.

    @record(frozen=True, slots=True)
    class Jump: ...

is `dataclasses.dataclass` in every respect but two. What Python makes of it sets each field of a
frozen record by ``object.__setattr__``, which took a sixth of all time of a large turn: here a
record is made as one of a kind that may be set, field by field, and is frozen then, in about a
third of the time. And it is pickled as a call with its values, in about half the time on either
side. `replace` asks once which fields a kind of record has, where `dataclasses.replace` does so
at every call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["record", "replace"]

if TYPE_CHECKING:  # so that names and types of fields are checked as for the originals
    from dataclasses import dataclass as record
    from dataclasses import replace
else:
    from dataclasses import MISSING, dataclass, fields
    from operator import attrgetter

    _becomes = object.__dict__["__class__"].__set__
    _known = {}

    def record(*, frozen, slots):
        """A frozen dataclass with slots; TypeError for another, or for a field nobody gives."""
        if not (frozen and slots):
            raise TypeError("a record is frozen and has slots")
        return _record

    def _record(kind):
        made = dataclass(frozen=True, slots=True, init=False)(kind)
        for field in fields(made):
            if not field.init:
                raise TypeError(f"{made.__name__}.{field.name} cannot be given")
        made.__init__ = _init(made)
        if _is_by_position(made):
            made.__reduce__ = _reduce(made)
        return made

    def _init(kind):
        """What makes a record: it is of the free kind, which has the same slots, meanwhile."""
        free = {"__slots__": kind.__slots__, "__setattr__": object.__setattr__}
        known = {
            "_free": type(kind.__name__, kind.__bases__, free),
            "_becomes": _becomes,
            "_none": MISSING,
        }
        given, lines = [], []
        ordered = sorted(fields(kind), key=lambda field: field.kw_only)
        for place, field in enumerate(ordered):
            if field.kw_only and "*" not in given:
                given.append("*")
            name = value = field.name
            if field.default is not MISSING:
                known[f"_{place}"] = field.default
                given.append(f"{name}=_{place}")
            elif field.default_factory is not MISSING:
                known[f"_{place}"] = field.default_factory
                given.append(f"{name}=_none")
                value = f"_{place}() if {name} is _none else {name}"
            else:
                given.append(name)
            lines.append(f" self.{name} = {value}\n")
        exec(  # as dataclasses does: a loop over the fields would take longer than it saves
            f"def __init__(self, {', '.join(given)}):\n"
            " _kind = self.__class__\n"
            " _becomes(self, _free)\n"
            f"{''.join(lines)}"
            " self.__class__ = _kind\n"
            f"{' self.__post_init__()' if hasattr(kind, '__post_init__') else ''}\n",
            known,
        )
        known["__init__"].__qualname__ = f"{kind.__qualname__}.__init__"
        known["__init__"].__module__ = kind.__module__
        return known["__init__"]

    def _reduce(kind):
        values_of, _places = _of(kind)
        return lambda record: (kind, values_of(record))

    def replace(record, /, **changes):
        """A copy of the record with some fields changed; TypeError for a field it has not."""
        kind = record.__class__
        if kind not in _known:
            _known[kind] = _of(kind)
        values_of, places = _known[kind]
        values = list(values_of(record))
        try:
            for name, value in changes.items():
                values[places[name]] = value
        except KeyError as unknown:
            raise TypeError(f"{kind.__name__} has no field {unknown}") from None
        return kind(*values)

    def _of(kind):
        if not _is_by_position(kind):
            raise TypeError(f"{kind.__name__} is not made of two fields or more, all by position")
        names = [field.name for field in fields(kind)]
        return attrgetter(*names), {name: place for place, name in enumerate(names)}

    def _is_by_position(kind):
        found = fields(kind)
        return len(found) > 1 and all(field.init and not field.kw_only for field in found)
