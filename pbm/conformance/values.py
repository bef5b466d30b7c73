"""Write values as the text of conformance cases."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from pbm.conformance.case_file import split_outside, unquoted
from pbm.kit.records import Record

NONE = "none"


def text_of(value: Any, labels: Mapping[str, str] | None = None) -> str:
    """A value as a case writes it, opaque ids as labels.

    A value with its own ``__str__``, such as a hex, is written that way.

    >>> text_of((19, True, None)), text_of({"hull": 4})
    ('[19, yes, none]', '{hull: 4}')
    """
    names = labels or {}
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Record):
        return text_of(asdict(value), names)
    writer: Any = type(value).__str__
    if isinstance(value, int) or writer is not object.__str__:
        return str(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{text_of(k, names)}: {text_of(v, names)}" for k, v in value.items())
        return f"{{{inner}}}"
    return f"[{', '.join(text_of(part, names) for part in value)}]"


class _Fields(Mapping[str, Any]):
    """A record as a mapping of its fields and properties, worked out on demand."""

    def __init__(self, record: Record) -> None:
        self._record = record
        kinds = type(record).__mro__
        worked_out = [
            name
            for kind in kinds
            for name, part in vars(kind).items()
            if isinstance(part, property) and not name.startswith("_")
        ]
        self._names = dict.fromkeys([*record.__struct_fields__, *worked_out])

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        return getattr(self._record, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def as_record(value: Any) -> Mapping[str, Any] | None:
    """The fields of a mapping or a record; None for other results."""
    if isinstance(value, Mapping):
        return {str(name): part for name, part in value.items()}
    return _Fields(value) if isinstance(value, Record) else None


def tidy(text: str) -> str:
    """An expected value in the form of text_of: no quotes, blanks after commas.

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
