"""A corrected order re-rolls nothing but what it touches, in each game, for any correction.

A turn of a played campaign is taken, one line of one sheet is struck out or put elsewhere by a
ruling, and the turn is played again from the same state:

- every roll that is in both has the same die and the same faces. Seeded dice have one exception
  (docs/dice.md): perceived by other players than before it is of another group, and falls anew.
  Dice under seal have none;
- what a player reads differs only if something he perceives does;
- whoever reads no difference keeps the very packet he has, and gets nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.dice.keyed import Roll
from pbm.engine.context import GameState
from pbm.engine.events import Event, json_form
from pbm.kit.problems import Faults
from pbm.service import api
from pbm.service.corrections import StagePair, drafted_again
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.turns.history import game_state_after, given_of, play_stored
from pbm.turns.play import Given, Played, play
from pbm.turns.stage_draft import Marks, before_of
from tests import shipped

# Turns with many rolls of many kinds, of each game; and the turns under seal with most rolls.
TURNS = {
    "knighthawks": ("twin-moons", "3"),
    "deltavee": ("tau-kati", "3"),
    "nova": ("age", "15"),
}
SEALED = {
    "knighthawks, sealed": ("lantern", "2"),
    "deltavee, sealed": ("stolen-piccolo", "5"),
    "nova, sealed": ("two-lamps", "2"),
}


@dataclass(frozen=True)
class Scene:
    """A stored turn, the state before it, what went into it and what it gave."""

    campaign: Campaign
    chain: tuple[StoredStage, ...]
    stage: StoredStage
    before: GameState
    given: Given
    played: Played

    @property
    def lines(self) -> list[tuple[str, int]]:
        """Every order line of every sheet in force, by player."""
        return [
            (player, line.number)
            for player, one in sorted(self.played.chosen.items())
            for line in one.sheet.lines
            if line.text.strip()
        ]


@cache
def scene(game: str) -> Scene:
    name, turn = (TURNS | SEALED)[game]
    campaign = api.open_campaign(shipped.played(name))
    chain = in_force(campaign.folder)
    stage = next(stage for stage in chain if stage.label == turn)
    place = chain.index(stage)
    before = game_state_after(campaign, chain[:place])
    played = play_stored(campaign, before, stage)
    return Scene(campaign, tuple(chain[: place + 1]), stage, before, given_of(stage), played)


def corrected(at: Scene, ruling: str) -> Played | None:
    """The turn with one more ruling; None where it cannot be carried out or asks something."""
    text = at.given.rulings.rstrip() + f"\n{ruling}\n".encode()
    try:
        played = play(at.campaign, at.before, replace(at.given, rulings=text))
    except Faults:
        return None
    return None if played.stage.game_state is None else played


def rolls(events: Iterable[Event], players: Sequence[str]) -> dict[str, tuple[Roll, set[str]]]:
    """Each roll by its name, and who perceives it; several events may tell of one."""
    found: dict[str, tuple[Roll, set[str]]] = {}
    for event in events:
        told = {player for player in players if "rolls" in (event.shown_to(player) or {})}
        for roll in event.rolls:
            first, others = found.setdefault(roll.name, (roll, told))
            assert first == roll
            found[roll.name] = roll, others | told
    return found


def rolls_of(at: Scene, played: Played) -> dict[str, tuple[Roll, set[str]]]:
    return rolls(played.stage.events, [seat.id for seat in at.before.seats])


def check_rolls(at: Scene, new: Played, ruling: str, *, sealed: bool) -> None:
    """No face of a roll that is in both differs, but by who perceives it."""
    was, now = rolls_of(at, at.played), rolls_of(at, new)
    for name in was.keys() & now.keys():
        (one, told), (other, tells) = was[name], now[name]
        assert one.die == other.die, (ruling, name)
        assert one.group == other.group or told != tells, (ruling, name)
        if one.group == other.group or sealed:
            least = min(len(one.faces), len(other.faces))
            assert one.faces[:least] == other.faces[:least], (ruling, name)


def seen_by(event: Event, player: str) -> str:
    return json.dumps(event.shown_to(player), sort_keys=True, ensure_ascii=False)


def correction(data: st.DataObject, at: Scene) -> str:
    player, line = data.draw(st.sampled_from(at.lines))
    other, number = data.draw(st.sampled_from(at.lines))
    if data.draw(st.booleans()):
        return f"cancel {player} line {line} because it was withdrawn"
    sheet = at.played.chosen[other].sheet
    words = next(one.text for one in sheet.lines if one.number == number).replace('"', "")
    return f'replace {player} line {line} with "{words}" because it was misread'


def check(game: str, data: st.DataObject) -> None:
    at = scene(game)
    ruling = correction(data, at)
    new = corrected(at, ruling)
    assume(new is not None)
    assert new is not None
    check_rolls(at, new, ruling, sealed=game in SEALED)
    pair = StagePair(at.before, at.stage, at.played, new)
    marks = Marks(2, "2030-01-01T00:00:00Z", "corrected")
    drafted = drafted_again(at.campaign, pair, before_of(at.chain[-2]), marks, ())
    for seat in at.before.seats:
        stored = at.stage.read(f"reports/{seat.id}/packet.json")
        if stored is None:
            continue
        told = [seen_by(event, seat.id) for event in at.played.stage.events]
        tells = [seen_by(event, seat.id) for event in new.stage.events]
        packet, old = json_form(drafted.draft.packets[seat.id]), drafted.old[seat.id]
        if seat.id not in drafted.changes:
            assert {**packet, "made": ""} == {**old, "made": ""}, (ruling, seat.id)
            assert packet["corrected"] == old["corrected"]
            assert seat.id not in drafted.draft.part.outbox
        elif told == tells:
            # The same events: then it is his own sheet, or his view, that differs.
            assert packet != old
        if seat.id in drafted.changes:
            assert seat.id in drafted.draft.part.outbox


@pytest.mark.parametrize("game", TURNS)
def test_a_correction_changes_only_what_depends_on_it(game: str) -> None:
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        check(game, data)

    tried()


@pytest.mark.slow
@pytest.mark.parametrize("game", [*TURNS, *SEALED])
def test_any_correction_changes_only_what_depends_on_it(game: str) -> None:
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        check(game, data)

    tried()


@pytest.mark.parametrize("game", [*TURNS, *SEALED])
def test_the_turns_taken_have_dice(game: str) -> None:
    """Otherwise nothing is shown; and a correction of one line leaves some of them as they are."""
    at = scene(game)
    assert len(rolls_of(at, at.played)) > (5 if game in SEALED else 30)
    assert len(at.lines) > 5


@pytest.mark.parametrize("game", TURNS)
def test_a_change_that_touches_nothing_changes_nothing(game: str) -> None:
    """A note to one player: he reads it, nobody else gets anything, and no event differs."""
    at = scene(game)
    first, *_others = at.before.seats
    new = corrected(at, f'note {first.id}: "well met" because you asked')
    assert new is not None
    was = {event.id: event for event in at.played.stage.events}
    now = {event.id: event for event in new.stage.events}
    assert [id for id in was if was[id] != now.get(id)] == []
    assert len(now) == len(was) + 1
    pair = StagePair(at.before, at.stage, at.played, new)
    marks = Marks(2, "2030-01-01T00:00:00Z", "corrected")
    drafted = drafted_again(at.campaign, pair, before_of(at.chain[-2]), marks, ())
    assert set(drafted.changes) == {first.id}
    assert drafted.draft.part.outbox == (first.id,)
