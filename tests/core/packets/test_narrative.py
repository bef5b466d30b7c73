"""The part of a turn's narrative that all games share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from pbm.engine.events import Event, only
from pbm.packets.narrative import perceived

EVENTS = tuple(
    Event(id=f"ev{n}", kind="told", phase="", rule="", seen=only(player), facts={"n": n})
    for n, player in enumerate(("ilse", "bob", "ilse", "bob", "bob"))
)
OF = {"ilse": ["ev0", "ev2"], "bob": ["ev1", "ev3", "ev4"]}


def ids(player: str, events: tuple[Event, ...] | list[Event] = EVENTS) -> list[str]:
    """The ids of the events that a player perceives."""
    return [event.id for event, _shown in perceived(events, player)]


def test_each_player_perceives_their_own_events_however_they_are_asked_for() -> None:
    for player in ("ilse", "ilse", "bob", "ilse", "bob", "bob"):
        assert ids(player) == OF[player]


def test_what_is_remembered_of_one_player_is_never_given_to_another_in_a_thread() -> None:
    asked = ["ilse", "bob"] * 2000
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ids, asked)) == [OF[player] for player in asked]


def test_a_list_that_grew_is_read_again() -> None:
    events = list(EVENTS[:2])
    assert ids("bob", events) == ["ev1"]
    events += EVENTS[2:]
    assert ids("bob", events) == OF["bob"]
