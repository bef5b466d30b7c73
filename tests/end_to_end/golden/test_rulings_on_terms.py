"""A term struck out of a sum, a roll that counts as another number, in turns of shipped campaigns.

The same dice and the rules do the rest. Every kind of event with dice and a sum is tried, and every
name of a term in it: a new kind that takes no ruling fails here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

import pytest
from msgspec.structs import replace

from pbm.dice.sealed import SCRIPTED
from pbm.engine.events import EVERYTHING, Event, json_form
from pbm.packets.build import Packet
from pbm.packets.narrative import RULED
from pbm.pages.report_files import context_of
from pbm.turns.assemble import draft
from pbm.turns.play import Played, play
from pbm.turns.stage_draft import before_of
from tests import shipped
from tests.end_to_end.golden.test_rulings_hold import Scene, ruled, scene, scene_of


def event_of(at: Scene, roll: str, *rulings: str) -> Event:
    """The event that has a roll of this name, with these rulings."""
    played = ruled(at, rulings)
    assert played is not None
    return next(
        event
        for event in played.stage.events
        if event.kind != "ruling" and any(roll == one.name for one in event.rolls)
    )


def plain(at: Scene, roll: str) -> Event:
    return event_of(at, roll, f"note {at.before.seats[0].id}: nothing is ruled")


@pytest.mark.parametrize(
    ("game", "roll", "term", "left"),
    [
        # KH 4: 50 - 25 (range 5 x 5) was 25.
        ("knighthawks", "1.defence/attack/grwej/LB1/3fkmt", "range", ("chance", 25, 50)),
        # DV 8.4 to 8.6: 8 - 4 (Targeting Program) + 4 (range) was 8.
        ("deltavee", "1.fire/fire/n3v4cue/burster/1/r3rt33u", "Targeting", ("value", 8, 12)),
        # DV 9.7: 7, halved in line, was 4.
        ("deltavee", "1.move/intercept/b84tuwu/n3v4cue/1", "in line", ("relative", 4, 7)),
    ],
)
def test_a_struck_term_adds_nothing_and_says_why(
    game: str, roll: str, term: str, left: tuple[str, int, int]
) -> None:
    at = scene(game)
    was = plain(at, roll)
    now = event_of(at, roll, f'term {roll} without "{term}"')
    field, before, after = left
    assert (was.facts[field], now.facts[field]) == (before, after)
    assert was.rolls[0] == now.rolls[0]
    struck = [name for name, amount in now.terms if "struck out, it was so" in name and not amount]
    assert len(struck) == 1
    assert term.casefold() in struck[0].casefold()


@pytest.mark.parametrize(
    ("game", "roll", "number"),
    [
        ("knighthawks", "1.defence/attack/grwej/LB1/3fkmt", "99"),
        ("deltavee", "1.fire/fire/n3v4cue/burster/1/r3rt33u", "10"),
        ("nova", "L/research/linnet/BL23", "1 1 1 1"),
    ],
)
def test_a_roll_counts_as_another_number(game: str, roll: str, number: str) -> None:
    at = scene(game)
    was, now = plain(at, roll), event_of(at, roll, f"roll {roll} counts as {number}")
    assert was.id == now.id
    assert [str(face) for face in now.rolls[0].faces] == number.split()
    assert was.rolls[0] != now.rolls[0]
    if "rolled" in now.facts:
        assert (now.facts["rolled"], now.facts["hit"]) == (int(number), False)


@pytest.mark.parametrize("game", ["knighthawks", "deltavee"])  # Nova draws no phases
def test_a_ruling_on_a_roll_does_not_split_its_phase(game: str) -> None:
    """It stands before the phase, which keeps its one heading and its one picture."""
    at = scene(game)
    phase = max((event.phase for event in at.rolled), key=[one.phase for one in at.rolled].count)
    _first, *_more, last = [event for event in at.rolled if event.phase == phase]
    (roll, *_others) = last.rolls
    faces = " ".join(str(face) for face in roll.faces)
    played = ruled(at, [f"roll {roll.name} counts as {faces}"])
    plainly = ruled(at, [f"note {at.before.seats[0].id}: nothing is ruled"])
    assert played is not None
    assert plainly is not None
    was, now = (
        draft(at.campaign, one, before_of(at.earlier), "2030-01-01T00:00:00Z")
        for one in (plainly, played)
    )
    ruled_on = 0
    for player in now.packets:
        packets = [json_form(one.packets[player]) for one in (was, now)]
        before, after = map(headings, packets)
        ruled_on += RULED in after
        assert [one for one in after if one != RULED] == [one for one in before if one != RULED]
        steps = [
            [step["title"] for step in (one.get("map") or {}).get("steps", ())]
            for one in (context_of(packet, "") for packet in packets)
        ]
        assert steps[0] == steps[1]
    assert ruled_on


def headings(packet: Packet) -> list[str]:
    return [section["title"] for section in packet["story"]]


def test_a_sealed_roll_that_counts_otherwise_is_marked_as_typed_in() -> None:
    """Its proof is of the face that fell, so `pbm verify` says that none is possible."""
    at = scene("nova")
    roll = "L/research/linnet/BL23"
    played = ruled(at, [f"roll {roll} counts as 1 1 1 1"])
    assert played is not None
    assert played.proofs[roll] == SCRIPTED
    assert all(proof != SCRIPTED for name, proof in played.proofs.items() if name != roll)


# The kinds of events with dice and a sum, and their facts that are its total.
TOTALS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "knighthawks": {"attack": ("chance",)},
    "deltavee": {"fired": ("value",), "interception": ("relative",)},
    "nova": {
        "fight_volley": ("percent", "shift"),
        "pcbs_fell": ("through",),
        "research_rolled": ("done",),
    },
}
# Turns in which all of them occur, with every name of a term that the campaigns have.
TURNS_WITH_SUMS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "knighthawks": tuple(("twin-moons", turn) for turn in "4569"),
    "deltavee": (("tau-kati", "3"), ("tau-kati", "4")),
    "nova": (("age", "20"),),
}
DAMAGE = "damage"  # in a shot of Knight Hawks the total of the second roll, before its terms


def halves(event: Event) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """The rolls of an event that have terms, with these terms."""
    names = [name for name, _amount in event.terms]
    cut = names.index(DAMAGE) if DAMAGE in names else len(names)
    yield event.rolls[0].name, list(event.terms[:cut])
    if cut < len(names):
        yield event.rolls[1].name, list(event.terms[cut + 1 :])


def sums(played: Played) -> list[Event]:
    return [one for one in played.stage.events if one.rolls and one.terms]


def with_all(at: Scene, rulings: Iterable[str]) -> Played:
    """The turn with all these rulings at once."""
    text = "".join(f"\n{one} because it was so" for one in rulings)
    given = replace(at.given, rulings=at.given.rulings + text.encode())
    return play(at.campaign, at.before, given)


def strikes(at: Scene) -> dict[tuple[str, str], str]:
    """A ruling for each kind of event and each name of a term in it."""
    found: dict[tuple[str, str], str] = {}
    for event in sums(with_all(at, ())):
        for roll, terms in halves(event):
            for term, _amount in terms:
                if [term in name for name, _amount in terms].count(True) == 1:
                    key = event.kind, re.sub(r"[^A-Za-z+]+", " ", term)
                    found.setdefault(key, f'term {roll} without "{term}"')
    return found


def check(event: Event, game: str) -> None:
    """A sum with a struck term, which adds nothing: the rest is the total."""
    (_roll, terms), *damage = halves(event)
    total = sum(amount for _name, amount in terms)
    held = [event.facts[name] for name in TOTALS[game][event.kind]]
    assert total in held or max(0, total) in held
    for _roll, made in damage:
        halved = [
            amount for name, amount in made if re.fullmatch("half, fractions (up|down)", name)
        ]
        assert event.facts["damage"] == (halved or [sum(amount for _name, amount in made)])[0]


@pytest.mark.parametrize("game", TURNS_WITH_SUMS)
def test_every_term_of_every_kind_of_sum_can_be_struck(game: str) -> None:
    tried: set[tuple[str, str]] = set()
    for name, turn in TURNS_WITH_SUMS[game]:
        at = scene_of(name, turn)
        left = {key: text for key, text in strikes(at).items() if key not in tried}
        while left:
            # One ruling may make the roll of another not come: it is tried again without it.
            played = with_all(at, left.values())
            ids = {one.text: played.stage.ruled[one.id] for one in played.rulings}
            by_id = {event.id: event for event in played.stage.events}
            held = {
                key: by_id[ids[text][0]]
                for key, text in left.items()
                if "void" not in by_id[ids[text][0]].facts
            }
            assert held, left
            for event in sums(played):
                struck = [one for one in event.terms if "struck out, it was so" in one[0]]
                if struck:
                    assert not any(amount for _name, amount in struck)
                    check(event, game)
                for key, ruling in held.items():
                    if any(f"{roll.name} without" in left[key] for roll in event.rolls):
                        told = {
                            who
                            for who, keys in event.seen.items()
                            if not {"terms", *EVERYTHING}.isdisjoint(keys)
                        }
                        assert told <= set(ruling.seen), left[key]
            tried |= set(held)
            left = {key: text for key, text in left.items() if key not in held}
    assert {kind for kind, _term in tried} == set(TOTALS[game])


def test_there_is_no_other_kind_of_sum_with_dice() -> None:
    """In any turn of any shipped campaign."""
    found: dict[str, set[str]] = {game: set() for game in TOTALS}
    for name in shipped.NAMES:
        campaign = shipped.played(name)
        game = re.findall(r'^game = "(\w+)"', (campaign / "campaign.toml").read_text(), re.M)[0]
        for file in campaign.glob("turns/*/events.jsonl"):
            lines = file.read_text(encoding="utf-8").splitlines()
            both = [one for one in lines if '"rolls":[{' in one and '"terms":[[' in one]
            found[game] |= {json.loads(one)["kind"] for one in both}
    assert found == {game: set(kinds) for game, kinds in TOTALS.items()}
