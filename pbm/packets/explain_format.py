"""Format explanations: facts, sums, dice and the head of an event."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbm.kit.english import listed
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.packets.explain_lookup import Labels, Subject, path


class Explained(Record):
    """An explanation for people, and its records for tools (see docs/gm.md)."""

    text: str
    records: tuple[dict[str, Any], ...]


# How much of an event is told: its sentence, with its sums and dice, or all of it.
DEPTHS = ("sentence", "sum", "everything")


def depth_of(asked: str, found: Subject) -> str:
    """The depth asked for; else a history of a thing in sentences, and all of one event."""
    if asked not in ("", *DEPTHS):
        raise Faults.invalid(f'"{asked}" is not a depth', remedy=f"Write {listed(DEPTHS, 'or')}")
    return asked or ("sentence" if found.is_history else "everything")


def told_at(depth: str, title: str, blocks: Iterable[str]) -> str:
    """The text of an explanation: a history is a list, one line for each event."""
    if depth != "sentence":
        return "\n\n".join([title, *blocks]).strip()
    return "\n".join([title, *(f"  {block}" for block in blocks)]).strip()


def head(shown: Mapping[str, Any]) -> str:
    """The first line of an event: id, kind, phase, rule."""
    where = [shown["kind"]]
    if shown.get("phase"):
        where.append(f"in {shown['phase']}")
    rule = f" [{shown['rule']}]" if shown.get("rule") else ""
    return f"{shown['id']}  {' '.join(where)}{rule}"


def facts_lines(facts: Mapping[str, Fact], labels: Labels) -> list[str]:
    """One line for each fact."""
    return [f"  {name}: {say(value, labels)}" for name, value in sorted(facts.items())]


def say(value: Fact, labels: Labels) -> str:
    """A value for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return labels.get(value, value) or "-"
    if isinstance(value, Mapping):
        parts = (f"{name} {say(part, labels)}" for name, part in value.items())
        return ", ".join(parts) or "-"
    if isinstance(value, (list, tuple)):
        return ", ".join(say(part, labels) for part in value) or "-"
    return "-" if value is None else str(value)


def term_lines(terms: Sequence[Sequence[Any]], totals: Container[str]) -> list[str]:
    """Every sum with its running total.

    A term named in ``totals`` is a result and begins a sum of its own; the terms after it are its
    parts. A last part that *is* the result (a half, say) is not added.
    """
    lines: list[str] = []
    result, total, first = "", Fraction(0), True
    wide = max((len(name) for name, _amount in terms), default=0)  # a telephone shows 45 characters
    for name, amount in terms:
        number = _number(amount)
        if name in totals or not lines:
            lines.append("  Sum:")
            result, total, first = "", Fraction(0), True
        if name in totals:
            result = str(amount)
            lines[-1] = f"  Sum: {name} {result}"
        elif number is None:
            lines.append(f"    {name}: {amount}")
        elif not first and str(amount) == result and total + number != number:
            lines.append(f"    {name:<{wide}} {'':>6} = {amount}")
        else:
            total += number
            lines.append(f"    {name:<{wide}} {_signed(number, first):>6} = {total}")
            first = False
    return lines


def _signed(number: Fraction, first: bool) -> str:
    return str(number) if first or number < 0 else f"+{number}"


def _number(amount: Fact) -> Fraction | None:
    try:
        return Fraction(amount)
    except (ValueError, TypeError, ZeroDivisionError):
        return None


def dice_lines(
    rolls: Iterable[Mapping[str, Any]],
    labels: Labels,
    source: Callable[[str], str] = lambda _name: "",
) -> list[str]:
    """Every roll: its name, faces, group, and the source of its faces if known.

    A packet has no groups, since they tell who else perceives a roll.
    """
    return [
        f"  Dice: {path(roll['name'], labels)}: {roll['die']} "
        f"{' '.join(str(face) for face in roll['faces'])}"
        f"{_origin(roll['group'], labels, source(roll['name']))}"
        for roll in rolls
    ]


def _origin(group: str, labels: Labels, source: str) -> str:
    called = "+".join(labels.get(who, who) for who in group.split("+"))
    known = [word for word in (f"group {called}" if group else "", source) if word]
    return f" ({', '.join(known)})" if known else ""
