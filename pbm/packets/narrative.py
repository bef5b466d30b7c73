"""The story of a turn: the part of its narrative that all games share.

Each game supplies the sentences, the titles of its phases and the reader's own units; the order of
the story and the form of its items are the same in all games.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from pbm.engine.events import Event
from pbm.engine.story import Item, ItemRoll, ItemT, OrderLine, Undone
from pbm.engine.subtask import STRUCK
from pbm.engine.types import StorySection
from pbm.kit.english import listed
from pbm.kit.facts import Fact

# The facts of an event, and the whole event, as one player may know them.
Facts = Mapping[str, Fact]
Shown = Mapping[str, Fact]

UNDONE = " did not carry out"  # in the sentence of an order, behind the name of the unit
RULED = "Rulings of the game master"


class _Last(threading.local):
    """What a thread asked for last; the story and the summary of a packet tell of the same."""

    events: Iterable[Event] = ()
    player = ""
    seen: Sequence[tuple[Event, Shown]] = ()


_LAST = _Last()


def perceived(events: Iterable[Event], player: str) -> Sequence[tuple[Event, Shown]]:
    """The events a player perceives, in order, each with the part they perceive."""
    if isinstance(events, tuple) and _LAST.events is events and _LAST.player == player:
        return _LAST.seen
    seen = tuple((one, shown) for one in events if (shown := one.shown_to(player)) is not None)
    _LAST.events, _LAST.player, _LAST.seen = events, player, seen
    return seen


class SeenEvents(list[Shown]):
    """Events as their reader perceives them, in order; they are found by kind."""

    def __init__(self, shown: Iterable[Shown]) -> None:
        super().__init__(shown)
        self._by_kind: dict[str, list[Shown]] = {}
        for one in self:
            self._by_kind.setdefault(one["kind"], []).append(one)

    @property
    def kinds(self) -> Collection[str]:
        """The kinds that there are."""
        return self._by_kind.keys()

    def all_of(self, *kinds: str) -> Sequence[Shown]:
        """The events of these kinds, in order."""
        there = [kind for kind in kinds if kind in self._by_kind]
        if len(there) > 1:
            return [shown for shown in self if shown["kind"] in there]
        return self._by_kind[there[0]] if there else ()

    def of_kind(self, *kinds: str) -> list[Facts]:
        """The facts of the events of these kinds, in order."""
        return [shown["facts"] for shown in self.all_of(*kinds)]


def seen_by(events: Iterable[Event], player: str) -> SeenEvents:
    """The events a player perceives, as they perceive them."""
    return SeenEvents(shown for _event, shown in perceived(events, player))


def sections(
    events: Sequence[Event], player: str, title: Callable[[str], str], item: Callable[[Shown], Item]
) -> tuple[StorySection, ...]:
    """The events a player perceives, in turn order, under the titles of their phases.

    Rulings of the game master stand before what happens in their phase, under a title of their own.
    """
    return in_sections(perceived(events, player), title, item)


def in_sections(
    seen: Iterable[tuple[Event, Shown]], title: Callable[[str], str], item: Callable[[Shown], Item]
) -> tuple[StorySection, ...]:
    """The sections of events that were already selected."""
    found: list[tuple[str, list[Item], list[Item]]] = []
    for event, shown in seen:
        if not found or found[-1][0] != event.phase:
            found.append((event.phase, [], []))
        _phase, ruled, happened = found[-1]
        (ruled if event.kind == "ruling" else happened).append(item(shown))
    return tuple(
        StorySection(heading, items)
        for phase, ruled, happened in found
        for heading, items in ((RULED, ruled), (title(phase), happened))
        if items
    )


def named_in(facts: Facts, keys: Iterable[str], knows: Callable[[str], bool]) -> list[str]:
    """The ids under these keys of an event's facts that the reader knows, each once."""
    found = (facts.get(key) for key in keys)
    return list(dict.fromkeys(id for id in found if isinstance(id, str) and knows(id)))


def story_item(
    shown: Shown,
    text: str,
    of: type[ItemT],
    *,
    ships: Sequence[str],
    own: bool,
    important: bool,
    undone: Undone | None = None,
    **more: Any,
) -> ItemT:
    """An item of the story: its sentence with its terms, dice and order line.

    ``more`` are other fields of the record ``of`` the game's items.
    """
    facts, terms, order = shown["facts"], shown.get("terms", []), shown.get("order")
    if order and shown["kind"] == "not_done":
        undone = Undone(by=text.partition(UNDONE)[0], why=str(facts["why"]).rstrip("."))
    return of(
        event=shown["id"],
        kind=shown["kind"],
        text=text,
        terms=terms,  # each a list of two, as a packet that was read again has them
        # terms that are results, each followed by its parts
        totals=[name for name, _amount in terms if name in facts],
        rolls=[ItemRoll(**roll) for roll in shown.get("rolls", ())],
        ships=list(ships),
        own=own,
        important=important,
        rule=shown.get("rule", ""),
        order=OrderLine(line=order["line"], text=order["text"]) if order else None,
        undone=undone,
        **more,
    )


# --- what every game says alike --------------------------------------------------------------


def struck_terms(terms: Iterable[Sequence[Fact]]) -> list[str]:
    """The terms of a sum that a ruling took out, each with the reason.

    >>> struck_terms([["laser", 60], ["head-on struck out, it fled", 0]])
    ['head-on struck out, it fled']
    """
    return [str(name) for name, _amount in terms if STRUCK in str(name)]


def ruling_words(facts: Facts) -> str:
    """The words of a ruling; for an answer, with the reader's own question."""
    if "asked" in facts:
        return f'"{facts["asked"]}": {facts["answer"]}'
    also = f" ({facts['also']})" if "also" in facts else ""
    return f"{facts.get('text', '')}{also}"


def missed_lines(seen: SeenEvents, player: str, things: str) -> list[str]:
    """The summary line for a player whose sheet did not arrive."""
    if any(facts.get("player") == player for facts in seen.of_kind("missed_turn")):
        return [f"Your sheet did not arrive: your {things} acted as they do without orders."]
    return []


def over_lines(seen: SeenEvents) -> list[str]:
    """The first line of a summary when the game is over."""
    return [f"The game is over. {facts['title']}." for facts in seen.of_kind("game_over")]


def failed_lines(seen: Iterable[Shown], kinds: Sequence[str]) -> list[str]:
    """The summary line that lists the reader's orders not carried out as written.

    Line 0 is for orders repeated in a turn without a sheet, which have no line.
    """
    numbers_of = (
        shown["order"]["line"] for shown in seen if shown["kind"] in kinds and "order" in shown
    )
    lines = sorted(line for line in dict.fromkeys(numbers_of) if line)
    if not lines:
        return []
    return [f"{_were(lines, 'sheet')} not carried out as written; the reasons are below."]


_MOST_NUMBERS = 8  # lines that a summary lists; of more it gives the number


def unread_lines(lines: Sequence[int], what: str) -> list[str]:
    """The summary line that lists the lines of the player's ``what`` not read.

    >>> unread_lines([4], "sheet"), unread_lines([], "sheet")
    (['Line 4 of your sheet was not read; see the remarks on it.'], [])
    >>> unread_lines(range(2, 12), "DESIGNS sheet")
    ['10 lines of your DESIGNS sheet were not read; see the remarks on it.']
    """
    if len(lines) > _MOST_NUMBERS:
        return [f"{len(lines)} lines of your {what} were not read; see the remarks on it."]
    return [f"{_were(lines, what)} not read; see the remarks on it."] if lines else []


def _were(lines: Sequence[int], what: str) -> str:
    numbers = listed(str(line) for line in lines)
    if len(lines) == 1:
        return f"Line {numbers} of your {what} was"
    return f"Lines {numbers} of your {what} were"
