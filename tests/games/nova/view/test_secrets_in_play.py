"""Over turns of random play no packet and no event tells an empire what is not its own to know.

Rule: NV REP-01, NV CON-04, NV CON-10.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pbm.engine.events import plain
from pbm.games.nova.state.state import FULL, State
from pbm.kit.facts import Fact
from tests.games.nova.random_play import MARKS, PLAYERS, played

WORD = re.compile(r"[A-Za-z0-9-]+")


def words(value: Fact) -> Iterator[str]:
    """Every word of every text in a packet, names of fields too."""
    if isinstance(value, str):
        yield from WORD.findall(value)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from WORD.findall(name)
            yield from words(part)
    elif isinstance(value, list):
        for part in value:
            yield from words(part)


def things(state: State) -> Iterator[Any]:
    yield from state.ships.values()
    yield from state.gates.values()
    yield from state.hulls.values()


class Told:
    """What one empire came to know by right: things it had or may use, and by full contact."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.names: set[str] = set()
        self.full: set[str] = set()

    def learn(self, state: State) -> None:
        empire = state.empires[self.player]
        self.full |= {other for other, one in empire.contacts.items() if one.kind == FULL}
        lent = {
            end.id
            for end in state.gates.values()
            for permit in state.empires[end.owner].permits
            if permit.kind == "gate" and permit.who == self.player and permit.what in ("", end.id)
        }
        for one in things(state):
            if one.owner == self.player or one.id in lent:
                self.names |= {one.id, one.name}

    def secrets(self, before: State, after: State) -> set[str]:
        """Ids and names of other empires and their things, and systems it never heard of."""
        found = set()
        for seat in PLAYERS:
            if seat.id != self.player:
                found |= {seat.id} if seat.id in self.full else {seat.id, seat.name}
        others = (one for state in (before, after) for one in things(state))
        for one in others:
            if one.owner != self.player and not one.name.startswith(MARKS[self.player]):
                found |= {one.id, one.name} - self.names
        empire = after.empires[self.player]
        heard = {to for sight in empire.sights.values() for to in sight.lines.values()}
        heard |= {one.at for one in after.ships.values() if one.owner == self.player}
        return found | (set(after.systems) - heard - set(empire.sights))


@pytest.mark.parametrize(
    ("seed", "battles"), [(5, "by-hand"), (6, "by-hand"), (5, "doctrine"), (8, "doctrine")]
)
def test_no_packet_and_no_event_tells_what_is_anothers(seed: int, battles: str) -> None:
    known = {seat.id: Told(seat.id) for seat in PLAYERS}
    kinds: set[str] = set()
    for before, leg, packets in played(seed, 7, battles):
        assert leg.game_state is not None
        after = leg.game_state.state
        for event in leg.events:
            kinds.add(event.kind)
            assert len(event.seen) <= 1, event.kind
        for player, told in known.items():
            told.learn(before)
            told.learn(after)
            secrets = told.secrets(before, after)
            packet = {name: part for name, part in packets[player].items() if name != "options"}
            told_of = sorted(secrets & set(words(packet)))
            assert not told_of, (leg.mailing, player)
            own = [event for event in leg.events if player in event.seen]
            for event in own:
                heard = sorted(secrets & set(words(plain([event.facts, event.shown_to(player)]))))
                assert not heard, (leg.mailing, player, event.kind)
    # Much happened that could have told it.
    assert {"met", "explored", "battle", "failed"} <= kinds
    assert ("data_received" if battles == "by-hand" else "fight_volley") in kinds
