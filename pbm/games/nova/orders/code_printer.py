"""Codes, units, groups and conditions in the language of the sheets again."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbm.games.nova.state.orders.conditions import Condition, Test
from pbm.games.nova.state.orders.parts import Activity, Codes, ContactOrder, Toward, Units
from pbm.games.nova.state.orders.standing import Group
from pbm.sheets.quoting import Name, groups_in_words

# From an id or a name to how a sheet writes it.
Names = Name


def foe(label: str) -> str:
    """Another empire as a sheet names it; where one stands, no keyword can."""
    return label if label.isalnum() else f'"{label}"'


def foes(labels: Iterable[str]) -> str:
    """Several of them."""
    return " + ".join(map(foe, labels))


def units_words(units: Units, names: Names) -> str:
    """``2 AA``, ``all AA``, ``2 AA of B``, a gate end."""
    if units.gate:
        return f"gate {names(units.gate)}"
    return f"{units.number or 'all'} {units.kind}" + (
        f" of {foe(units.owner)}" if units.owner else ""
    )


def codes_words(codes: Codes, names: Names) -> str:
    """All codes of a line: contact orders, activities, what is kept and taken away."""
    contact = [_contact(one) for one in codes.contact]
    if codes.default:
        plain = [n for n, one in enumerate(codes.contact) if one.toward == Toward()]
        at = plain[0] if plain else len(contact) - 1
        contact[at] += f"/{codes.default}"
    activities = [activity_words(one, names) for one in codes.activities or ()]
    keep = ["keep orders"] if codes.keep else []
    without = [f"no {one}" for one in codes.without]
    return ", ".join([*contact, *activities, *keep, *without])


def _contact(order: ContactOrder) -> str:
    return f"{order.code}{_toward(order.toward)}"


def _toward(toward: Toward) -> str:
    if toward.others:
        return " to others"
    if toward.but:
        return f" to all but {foes(toward.but)}"
    return f" to {foes(toward.to)}" if toward.to else ""


def activity_words(activity: Activity, names: Names) -> str:
    """One activity order with all that stands behind it."""
    words = activity.code
    if activity.code == "M" and activity.number:
        words += f"+{activity.number}"
    elif activity.number:
        words += f" {activity.number}"
    parts = [units_words(units, names) for units in activity.units]
    if activity.passing:
        parts.append(f"pass {foes(activity.passing)}")
    if activity.stop_own:
        but = f", not {' + '.join(map(names, activity.but))}" if activity.but else ""
        parts.append(f"stop own{but}")
    words += f" ({', '.join(parts)})" if parts else ""
    words += f" to {foe(activity.empire)}" if activity.empire else ""
    return f"{words} allow harm" if activity.allow_harm else words


def group_words(group: Group, names: Names) -> str:
    """Whom a line is for."""
    words = {
        "all": "all ships",
        "class": f"class {names(group.name)}",
        "ship": ", ".join(map(names, group.ids)),
    }.get(group.what, f"{group.what} ships" if "armed" in group.what else group.what)
    words += f" at {names(group.at)}" if group.at else ""
    return words + (f" but {', '.join(map(names, group.but))}" if group.but else "")


def condition_words(condition: Condition, names: Names = str) -> str:
    """A condition as it stands behind ``if``; empty for one that always holds."""
    return groups_in_words(condition.any_of, lambda test: test_words(test, names))


def test_words(test: Test, names: Names) -> str:
    """One test of a condition."""
    made: Callable[[Test, Names], str] = _TESTS.get(test.kind, _plain)
    words = made(test, names)
    return f"not {words}" if test.negated else words


def _plain(test: Test, _names: Names) -> str:
    return test.kind


def _compared(test: Test, _names: Names) -> str:
    return f"{test.kind} {test.op} {test.number}"


def _own(test: Test, names: Names) -> str:
    return f"own {_compared(test, names)}" + ("%" if test.kind == "losses" else "")


def _transferred(test: Test, names: Names) -> str:
    name = f"{names(test.name)} " if test.name else ""
    return f"transferred {name}by {foe(test.empire)}"


_TESTS: dict[str, Callable[[Test, Names], str]] = {
    "received": lambda t, _: f"received {t.op} {t.number} from {foe(t.empire)}",
    "transferred": _transferred,
    "system_of": lambda t, _: f"system of {foe(t.empire)}",
    "contact": lambda t, _: f"contact {foe(t.empire)}",
    "assaulted": lambda t, _: "assaulted" + (f" by {foe(t.empire)}" if t.empire else ""),
    **dict.fromkeys(("aliens", "sdu", "round", "treasury"), _compared),
    **dict.fromkeys(("losses", "armies", "ships"), _own),
}
