"""Two worlds that differ only in what a player cannot know give that player the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.events import Event
from pbm.engine.game import Ruleset
from pbm.engine.registry import ruleset
from pbm.engine.types import Seat
from pbm.games.knighthawks.state.state import State
from pbm.games.knighthawks.view.record import View
from pbm.games.knighthawks.view.view import build_view
from pbm.packets.build import Packet, build, packet_bytes, packet_in
from pbm.pages.render import html
from pbm.pages.report_files import context_of, pages
from tests.games.knighthawks import packets, worlds

RULESET = ruleset("knighthawks")
PLAYERS = st.sampled_from([seat.id for seat in worlds.SEATS])
SETTINGS = st.sampled_from(
    [
        worlds.options(share=share, records=records)
        for share in ("side", "own")
        for records in ("closed", "open")
    ]
)
FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def packet_of(
    game: Ruleset,
    state: State,
    events: Sequence[Event],
    player: str,
    in_force: Mapping[str, str],
) -> Packet:
    told = packets.told(state, events)
    made = build(game, packets.facts(in_force), told, packets.seat(player))
    return packet_in(packet_bytes(made))


def all_bytes(game: Ruleset, packet: Packet, in_force: Mapping[str, str]) -> list[bytes | str]:
    """Packet, next sheet and page of a player; the PDF is made from the same two."""
    sheet = game.template(View.read(packet["known"]), "", in_force)
    page = html("knighthawks/report.html", context_of(packet, sheet))
    return [packet_bytes(packet), sheet, page]


def of_both(
    game: Ruleset, data: st.DataObject, player: str, in_force: Mapping[str, str]
) -> tuple[list[bytes | str], list[bytes | str]]:
    one, other = data.draw(worlds.twins(player, in_force))
    events = worlds.events(one, in_force)
    changed = worlds.otherwise(events, player, data.draw(st.integers(1, 9)))
    first = packet_of(game, one, events, player, in_force)
    second = packet_of(game, other, changed, player, in_force)
    return all_bytes(game, first, in_force), all_bytes(game, second, in_force)


@FEW
@given(st.data(), PLAYERS, SETTINGS)
def test_what_a_player_cannot_know_changes_no_byte_of_his(
    data: st.DataObject, player: str, in_force: dict[str, str]
) -> None:
    one, other = of_both(RULESET, data, player, in_force)
    assert one == other


def test_nor_a_byte_of_any_of_his_files() -> None:
    state = worlds.battle()
    in_force = worlds.options()
    dread = replace(state.ship("idanna1"), supplies={"torpedo": 9, "icm": 0})
    events = worlds.events(state, in_force)
    files = [
        pages(packet_of(RULESET, world, seen, "bea", in_force), packets.NEXT_SHEET)
        for world, seen in (
            (state, events),
            (state.with_ships([dread]), worlds.otherwise(events, "bea", 3)),
        )
    ]
    assert files[0] == files[1]


# --- and the test can fail ------------------------------------------------------------------


def leaky_view(
    state: State, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    """A view that gives away the supplies of every ship."""
    return build_view(state, player, seats, {**options, "records": "open"})


def leaky_placing(
    state: State, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    """A view that gives away where ships that wait are going to be placed."""
    found = build_view(state, player, seats, options)
    return replace(found, notes=[str(ship.at) for ship in state.ships])


@pytest.mark.parametrize("leak", [leaky_view, leaky_placing])
def test_a_leak_is_caught(leak: Callable[..., View]) -> None:
    broken = replace(RULESET, build_view=leak)
    in_force = worlds.options()

    # Any leak will do; the smallest one need not be looked for.
    @settings(FEW, phases=[Phase.generate])
    @given(st.data(), PLAYERS)
    def hold(data: st.DataObject, player: str) -> None:
        one, other = of_both(broken, data, player, in_force)
        assert one == other

    with pytest.raises(AssertionError):
        hold()


@settings(FEW)
@given(st.data(), PLAYERS)
def test_a_story_is_never_given_what_its_player_does_not_perceive(
    data: st.DataObject, player: str
) -> None:
    """So that no story can tell an event that only its owner perceives, however it is written."""
    given: list[tuple[Event, str]] = []

    def listening(events: Sequence[Event], known: dict[str, Any], reader: str) -> Any:
        given.extend((event, reader) for event in events)
        return RULESET.tell(events, View.read(known), reader)

    of_both(replace(RULESET, tell=listening), data, player, worlds.options())
    assert given
    assert all(event.keys_for(reader) is not None for event, reader in given)


def test_a_packet_holds_no_word_of_others_orders() -> None:
    text = json.dumps(packets.packet("cy"))
    for written in ("move close on B1", "defence LB at nearest", "attack T at A1", "plot 9"):
        assert written not in text


def test_a_player_reads_nothing_of_what_another_was_after() -> None:
    state = worlds.battle()
    in_force = worlds.options()
    events = worlds.events(state, in_force)
    moved = next(event for event in events if event.kind == "moved")
    hidden = replace(moved, seen={"*": tuple(k for k in moved.facts if k not in ("way", "of"))})
    (section,) = packet_of(RULESET, state, [hidden], "bea", in_force)["story"]
    assert [item["kind"] for item in section["items"]] == ["moved"]
    assert "close on" not in json.dumps(section)
