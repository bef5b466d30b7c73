"""The account of a player's orders, which points to the numbered events of the report.

A result is told once, as an event or a row of a table of shots; each order line names the numbers
of its events. What was not carried out stands with its line alone, one sentence for each cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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


def numbers_of(story: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Number the events that a story shows, in its order; orders not carried out have none."""
    shown = [one["event"] for part in story for one in part["items"] if "undone" not in one]
    return {event: number for number, event in enumerate(shown, 1)}


def accounts(
    orders: Iterable[Mapping[str, Any]],
    story: Sequence[Mapping[str, Any]],
    numbers: Mapping[str, int],
) -> list[Account]:
    """Account for each line of a sheet's ``orders`` as a packet has them."""
    undone = {
        one["event"]: one["undone"] for part in story for one in part["items"] if "undone" in one
    }
    return [_account(line, undone, numbers) for line in orders]


def _account(
    line: Mapping[str, Any], undone: Mapping[str, Mapping[str, str]], numbers: Mapping[str, int]
) -> Account:
    events = line["event"]
    by_cause: dict[str, list[str]] = {}
    for event in events:
        if event in undone:
            by_cause.setdefault(undone[event]["why"], []).append(undone[event]["by"])
    told = zip(events, line["fates"], strict=False)
    apart = [text for event, text in told if event not in undone and event not in numbers]
    return Account(
        line=line["line"],
        text=line["text"],
        understood=line["understood"],
        heading=line["heading"],
        faulty=line["faulty"],
        events=ranges((numbers[one] for one in events if one in numbers), " to ", 3),
        said=(
            *(f"Not carried out by {listed(_bare(by))}: {why}." for why, by in by_cause.items()),
            *apart,
            *line["fates"][len(events) :],
        ),
    )


def _bare(names: Iterable[str]) -> list[str]:
    """Names of units as they stand inside a sentence."""
    return [f"y{name[1:]}" if name.startswith("Your ") else name for name in names]
