"""Compare values and records with the pairs of an EXPECT line."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbm.conformance.case_file import split_outside, unquoted
from pbm.conformance.values import as_record, text_of, tidy
from pbm.kit.english import nearest
from pbm.kit.problems import Faults, Span
from pbm.kit.records import Record


class Miss(Record):
    """An expectation that was not met: the expected and the actual value, the line."""

    expected: str
    got: str
    line: int = 0


class WantedField(Record):
    """An expected field: ``name=value``, or ``name~part`` of its text."""

    name: str
    value: str
    part: bool = False

    def holds(self, got: str) -> bool:
        """True if this text meets the expectation."""
        return self.value in got if self.part else got == self.value


# A name, in quotes if it has blanks, then = or ~ and the value.
_PAIR = re.compile(r'("[^"]+"|[^\s"=~\[\]{}]+)([=~])(.*)', re.DOTALL)


def pairs_of(tokens: Sequence[str], span: Span) -> list[WantedField]:
    """The pairs of a line; Faults for a word that is not a pair."""
    found: list[WantedField] = []
    for token in tokens:
        match = _PAIR.fullmatch(token)
        if match is None:
            raise Faults.invalid(
                f'"{token}" is not understood here',
                span,
                remedy='Fields read  name=value  or  name~"part of its text"',
            )
        name, sign, value = match.groups()
        found.append(WantedField(unquoted(name), tidy(value), sign == "~"))
    return found


def is_record(text: str) -> bool:
    """True for an expectation made of pairs."""
    tokens = split_outside(text, " ")
    return bool(tokens) and all(_PAIR.fullmatch(token) for token in tokens)


_ABSENT = object()


def field_of(record: Mapping[str, Any], name: str) -> Any:
    """A field, also of an inner record (``supplies.torpedo``); ``_ABSENT`` if missing."""
    if name in record:
        return record[name]
    head, dot, rest = name.partition(".")
    inner = as_record(record[head]) if dot and head in record else None
    return _ABSENT if inner is None else field_of(inner, rest)


def has_field(record: Mapping[str, Any], name: str) -> bool:
    """True if the record has this field."""
    return field_of(record, name) is not _ABSENT


def fits(
    record: Mapping[str, Any], pairs: Sequence[WantedField], labels: Mapping[str, str]
) -> bool:
    """True if the record meets every pair."""
    return all(
        has_field(record, pair.name) and pair.holds(text_of(field_of(record, pair.name), labels))
        for pair in pairs
    )


def shown(
    record: Mapping[str, Any], pairs: Sequence[WantedField], labels: Mapping[str, str]
) -> str:
    """The record's values of the fields that the pairs name."""
    return " ".join(
        f"{pair.name}={text_of(field_of(record, pair.name), labels)}"
        for pair in pairs
        if has_field(record, pair.name)
    )


def unknown_field(record: Mapping[str, Any], pair: WantedField, span: Span) -> Faults:
    """The fault of a pair whose name is not a field of the record."""
    near = nearest(pair.name, record)
    return Faults.invalid(
        f'there is no field "{pair.name}"',
        span,
        reason=f"the fields are {', '.join(record)}",
        remedy=f"Did you mean {near}?" if near else "",
    )


def compare(value: Any, wanted: str, span: Span, labels: Mapping[str, str]) -> Miss | None:
    """The difference between a value and what is expected, or None."""
    record = as_record(value)
    if record is not None and is_record(wanted):
        pairs = pairs_of(split_outside(wanted, " "), span)
        for pair in pairs:
            if not has_field(record, pair.name):
                raise unknown_field(record, pair, span)
        if fits(record, pairs, labels):
            return None
        return Miss(wanted, shown(record, pairs, labels))
    got = text_of(value, labels)
    return None if got == tidy(wanted) else Miss(wanted, got)
