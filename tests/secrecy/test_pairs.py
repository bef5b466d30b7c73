"""What a player cannot know changes no byte that he gets: in pairs of worlds of each game."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from tests.games.contract import contract
from tests.secrecy.base import Base, Table
from tests.secrecy.bases import GAMES, bases, played_bases
from tests.secrecy.census import commands_in, commands_of, events_of
from tests.secrecy.pairs import Tally, count, drawn, first, first_told, secrets
from tests.secrecy.secrets import Secret

Kinds = Sequence[Secret]
SHORT = 100
LONG = 2000
COMMON = settings(
    database=None, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def quick(game: str) -> list[Base]:
    """Bases for the short run."""
    names, every = contract(game).quick, contract(game).every
    found = bases(game, every)
    played = [one for one in found if one.name.startswith(names)]
    cases = [one for one in found if isinstance(one.campaign, Table)]
    own = [one for one in bases(game, every) if one.name.startswith("SEC-")]
    some = [*played[:: 1 + len(played) // 8], *cases[:: 1 + len(cases) // 32], *own]
    return list(dict.fromkeys([*some, *(one for one in played if one.name.endswith("/new"))]))


def compare(data: st.DataObject, base: Base, tally: Tally, game: str, kinds: Kinds = ()) -> None:
    """Draw one pair, and compare what its player gets; every other has kinds in their order."""
    player = data.draw(st.sampled_from(base.players))
    # Not always: of a kind that is never fair in this base there may be hundreds of pairs.
    in_order = bool(kinds) and data.draw(st.booleans())
    order = kinds if in_order else data.draw(st.permutations(kinds or secrets(game)))
    pair = drawn(data.draw, base, player, order, tally)
    assume(pair is not None)
    assert pair is not None
    leak = pair.leak(first_told(base, player))
    assert not leak, f"{base.name}: {player} can tell from {pair.names}\n{leak}"
    count(tally, pair)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_player_cannot_know_changes_no_byte_of_his(game: str) -> None:
    tally, there = Tally(), quick(game)

    @settings(COMMON, max_examples=SHORT)
    @given(st.data())
    def hold(data: st.DataObject) -> None:
        compare(data, data.draw(st.sampled_from(there)), tally, game)

    hold()
    assert tally.pairs >= SHORT


def look_at(base: Base, tally: Tally, kinds: Kinds, most: int) -> None:
    """So many pairs of one base, of the first kinds that fit; Unsatisfiable if there are none."""

    @settings(COMMON, max_examples=most, phases=[Phase.generate])
    @given(st.data())
    def hold(data: st.DataObject) -> None:
        compare(data, base, tally, base.game, kinds)

    hold()


@pytest.mark.parametrize("game", [game for game in GAMES if contract(game).sealed])
def test_nor_does_it_change_a_proof(game: str) -> None:
    """Under seal his packet holds proofs: of the rolls that he is told of, and no others."""
    base = next(one for one in played_bases(game) if one.name == contract(game).sealed)
    tally, player = Tally(), base.players[0]
    look_at(base, tally, (), 2)
    assert tally.pairs == 2
    seal = json.loads(first_told(base, player)["report/packet.json"])["seal"]
    played = first(base)
    assert played is not None
    shown = [event.shown_to(player) or {} for event in played.events]
    rolls = {roll["name"] for event in shown for roll in event.get("rolls", ())}
    assert rolls and seal["proofs"].keys() == rolls


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nor_in_two_thousand_pairs_of_every_kind(game: str) -> None:
    """Every stage there is, for each of its players in turn, until there are enough pairs.

    Every secret, every kind of event and every kind of command must have been among them.
    """
    tally, whole = Tally(), bases(game)
    commands: set[str] = set()
    runs = 0
    while tally.pairs < LONG:
        runs += 1
        assert runs < 12, tally.put_aside
        for base in whole:
            if runs > 1 and tally.pairs >= LONG:
                break
            rare = sorted(secrets(game), key=lambda kind: tally.secrets[kind.name])
            each = 1 + (LONG - tally.pairs) // len(whole) if runs == 1 else 1
            try:
                look_at(base, tally, rare, each)
            except Unsatisfiable:
                continue
            print(f"{game}: {tally.pairs} pairs, last of {base.name}", flush=True)  # seen with -s
            played = first(base)
            if runs == 1 and played is not None:
                commands |= commands_in(played)
    print(dict(tally.secrets.most_common()), flush=True)
    assert {kind.name for kind in secrets(game)} <= set(tally.secrets)
    assert events_of(game) - set(tally.events) == contract(game).untold
    assert commands_of(game) <= commands
