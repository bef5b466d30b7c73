"""The account of a player's orders, which points to the numbered events of the report.

A result is told once, as an event or a row of a table of shots; each order line names the numbers
of its events. What was not carried out stands with its line alone, one sentence for each cause.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.engine.story import Item, Section, Undone
from pbm.kit.english import listed, ranges
from pbm.kit.records import Record


class Account(Record):
    """An order line: ``events`` are the numbers of what it brought about, ``said`` the rest."""

    line: int
    text: str
    understood: str
    heading: bool
    faulty: bool
    events: str
    said: tuple[str, ...]


def numbers_of(
    story: Iterable[Section[Item]], orders: Iterable[Mapping[str, Any]]
) -> dict[str, int]:
    """Number the events that a story shows, in its order.

    An order not carried out has none where the account of ``orders`` says it.
    """
    accounted = {event for line in orders for event in line["event"]}
    shown = [
        one.event
        for part in story
        for one in part.items
        if one.undone is None or one.event not in accounted
    ]
    return {event: number for number, event in enumerate(shown, 1)}


def numbers_in(items: Iterable[Item], numbers: Mapping[str, int]) -> str:
    """Name the numbers of these items, several in a row by the first and the last."""
    return ranges((numbers[one.event] for one in items if one.event in numbers), " to ", 3)


def accounts(
    orders: Iterable[Mapping[str, Any]], story: Iterable[Section[Item]], numbers: Mapping[str, int]
) -> list[Account]:
    """Account for each line of a sheet's ``orders`` as a packet has them."""
    items = {one.event: one for part in story for one in part.items}
    first: dict[str, int] = {}
    return [_said_once(_account(line, items, numbers), first) for line in orders]


def _said_once(account: Account, first: dict[str, int]) -> Account:
    """Refer to the line that ``first`` said a reason, if that was another one."""
    said = [
        text
        if (line := first.setdefault(text, account.line)) == account.line
        else f"As with line {line}."
        for text in account.said
    ]
    return replace(account, said=tuple(dict.fromkeys(said)))


def _account(
    line: Mapping[str, Any], items: Mapping[str, Item], numbers: Mapping[str, int]
) -> Account:
    events = line["event"]
    told = [items[event] for event in events if event in numbers]
    causes: dict[str, list[Undone]] = {}
    for event in events:
        if event not in numbers and event in items and (one := items[event].undone) is not None:
            causes.setdefault(one.why, []).append(one)
    by_words = zip(events, line["fates"], strict=False)
    return Account(
        line=line["line"],
        text=line["text"],
        understood=line["understood"],
        heading=line["heading"],
        faulty=line["faulty"],
        events=numbers_in(told, numbers),
        said=(
            *(f"{_not_done(those)}: {why}." for why, those in causes.items()),
            *(text for event, text in by_words if event not in items),
            *line["fates"][len(events) :],
        ),
    )


def _not_done(those: Iterable[Undone]) -> str:
    """Name whoever did not carry out a line, or the words of it, for one cause."""
    by = listed(_bare(one.by for one in those if one.by))
    what = listed(dict.fromkeys(one.what for one in those if one.what))
    return "Not carried out" + (f" by {by}" if by else "") + (f" ({what})" if what else "")


def _bare(names: Iterable[str]) -> list[str]:
    """Names of units as they stand inside a sentence."""
    return [f"y{name[1:]}" if name.startswith("Your ") else name for name in names]
