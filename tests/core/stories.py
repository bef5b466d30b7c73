"""Items of a story for tests, each with what its test names and nothing else."""

from __future__ import annotations

from typing import Any

from msgspec import convert

from pbm.engine.story import Item, ItemT, Section

NOTHING = {
    "kind": "told",
    "text": "",
    "terms": [],
    "totals": [],
    "rolls": [],
    "ships": [],
    "own": False,
    "important": False,
    "rule": "",
}


def item_of(event: str, **more: Any) -> Item:
    """An item of an event with these fields, as in a packet."""
    return item_as(Item, event, **more)


def item_as(of: type[ItemT], event: str, **more: Any) -> ItemT:
    """The same as a game's own record."""
    return convert({**NOTHING, "event": event, **more}, of)


def section_of(title: str, *items: ItemT) -> Section[ItemT]:
    """A section of a story."""
    return Section(title=title, items=list(items))
