"""No sentence of a report contradicts the state, whatever the game master rules in its turn.

A turn of a shipped campaign is played again with a few random rulings, each before a random
phase. Then every sentence that is not struck, and every first line, is held against the table
as the reader knows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.dice.keyed import reading
from pbm.engine.context import GameState
from pbm.engine.events import Event, json_form
from pbm.kit.problems import Faults
from pbm.packets.build import Packet
from pbm.service import api
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.turns.assemble import draft
from pbm.turns.history import game_state_after, given_of
from pbm.turns.play import Given, Played, phases_to_come, play
from pbm.turns.stage_draft import before_of
from tests import shipped

# Turns to try, in Nova with battles, surface combat, research and money; the first is tried alone
# where one is enough.
TURNS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "knighthawks": (("twin-moons", "4"), ("twin-moons", "6"), ("lantern", "2")),
    "deltavee": (("tau-kati", "4"), ("bmali", "3"), ("pirates", "3")),
    "nova": (
        ("two-lamps", "3"),
        ("two-lamps", "2"),
        *(("age", turn) for turn in ("16", "18", "20")),
    ),
}
# Ships destroyed in the turn of Knight Hawks.
DISPUTED = ("A4", "B7")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Scene:
    """A stored turn with what went into it."""

    campaign: Campaign
    earlier: StoredStage
    before: GameState
    given: Given

    @cached_property
    def rolled(self) -> list[Event]:
        """The events with dice in the turn as it was."""
        played = play(self.campaign, self.before, self.given)
        return [event for event in played.stage.events if event.rolls]

    @property
    def phases(self) -> list[str]:
        return [phase.key for phase in phases_to_come(self.campaign, self.before)]


def scene(game: str) -> Scene:
    return scene_of(*TURNS[game][0])


@cache
def scene_of(name: str, turn: str) -> Scene:
    campaign = api.open_campaign(shipped.played(name))
    chain = in_force(campaign.folder)
    place = next(place for place, stage in enumerate(chain) if stage.label == turn)
    before = game_state_after(campaign, chain[:place])
    return Scene(campaign, chain[place - 1], before, given_of(chain[place]))


# --- rulings ------------------------------------------------------------------------------------


def knighthawks(state: Any, draw: Callable[..., Any]) -> str:
    ship = draw(st.sampled_from(state.ships)).designation
    if draw(st.booleans()):  # those that were destroyed are the ones disputed
        ship = draw(st.sampled_from(DISPUTED))
    other = draw(st.sampled_from(state.ships))
    at = other.at
    ruling: str = draw(
        st.sampled_from(
            [
                f"set {ship}.hull = {draw(st.integers(1, 40))}",
                f"set {ship}.status = {draw(st.sampled_from(['in play', 'destroyed', 'lost']))}",
                f"set {ship}.speed = {draw(st.integers(0, 9))}",
                f"set {ship}.screen = {draw(st.sampled_from(['up', 'down']))}",
                f"set {ship}.supplies.torpedo = {draw(st.integers(0, 2))}",
                f"set {ship}.name = Renamed{ship}",
                f"move {ship} to {at}",
                f"remove {ship}",
                f'add "Late" as Z9 class "Frigate" for {other.owner} at {at} speed 2',
            ]
        )
    )
    return ruling


def deltavee(state: Any, draw: Callable[..., Any]) -> str:
    unit = draw(st.sampled_from(state.units))
    name = f"{unit.side}{'-' if unit.kind == 'missile' else ''}{unit.designation}"
    parts = [part.name.replace(" ", "_") for part in unit.parts] or ["bridge"]
    part = draw(st.sampled_from(parts))
    status = ["in play", "destroyed", "landed", "jumped", "left"]
    at = state.maps.label(draw(st.sampled_from(state.units)).at)
    ruling: str = draw(
        st.sampled_from(
            [
                f"set {name}.status = {draw(st.sampled_from(status))}",
                f"set {name}.{part} = {draw(st.sampled_from(['ok', 'V', 'D', 'X']))}",
                f"set {name}.velocity = {draw(st.integers(0, 9))}",
                f"set {name}.energy = {draw(st.integers(0, 40))}",
                f"set {name}.field = {draw(st.sampled_from(['up', 'down']))}",
                f"set {draw(st.sampled_from(state.sides))}.points = {draw(st.integers(0, 9))}",
                f"move {name} to {at}",
                f"remove {name}",
            ]
        )
    )
    return ruling


def nova(state: Any, draw: Callable[..., Any]) -> str:
    ship = draw(st.sampled_from(list(state.ships.values())))
    system = draw(st.sampled_from(list(state.systems.values())))
    empires = [one.name for one in state.empires.values()]
    empire, other = draw(st.sampled_from(empires)), draw(st.sampled_from(empires))
    owner = state.empires[ship.owner].name if ship.owner else empire
    name = f'"{owner} {ship.name}"'
    ruling: str = draw(
        st.sampled_from(
            [
                f"set {name}.armour_lost = {draw(st.integers(0, 9))}",
                f"set {name}.repaired = yes",
                f"set {name}.owner = {other}",
                f"move {name} to {system.name}",
                f"remove {name}",
                f"set {system.name}.owner = {empire}",
                f"set {system.name}.colonies = {draw(st.integers(0, 3))}",
                f"set {system.name}.militia = {draw(st.integers(0, 9))}",
                f"set {empire}.treasury = {draw(st.integers(-50, 500))}",
                f"set {empire}.bonus = {draw(st.integers(-50, 500))}",
                f"set {empire}.debt = {draw(st.integers(0, 50))}",
                f"set {empire}.points = {draw(st.integers(0, 99))}",
                f"set {empire}.tech.BL = {draw(st.integers(0, 30))}",
                f"set {name}.structure_lost = {draw(st.integers(0, 5))}",
                f"set {system.name}.units.{empire}.AA = {draw(st.integers(0, 9))}",
                f"set {system.name}.ic = {draw(st.sampled_from(['yes', 'no']))}",
                f"set {system.name}.type = {draw(st.integers(0, 8))}",
            ]
        )
    )
    return ruling


RULINGS: Mapping[str, Callable[[Any, Callable[..., Any]], str]] = {
    "knighthawks": knighthawks,
    "deltavee": deltavee,
    "nova": nova,
}


def on_dice(at: Scene, draw: Callable[..., Any]) -> str:
    """A ruling on a roll of the turn, or on a term of its sum."""
    event = draw(st.sampled_from(at.rolled))
    roll = event.rolls[0]
    if event.terms and draw(st.booleans()):
        return f'term {roll.name} without "{draw(st.sampled_from(event.terms))[0]}"'
    sides, least = reading(roll.die)
    faces = [draw(st.integers(least, least + sides - 1)) for _face in roll.faces]
    return f"roll {roll.name} counts as {' '.join(map(str, faces))}"


def ruled(at: Scene, texts: Sequence[str]) -> Played | None:
    """The turn with these rulings, as far as they can be; None where it asks something."""
    rulings = at.given.rulings.rstrip() + b"\n"
    played: Played | None = None
    for text in texts:
        more = rulings + f"{text} because it was so\n".encode()
        try:
            one = play(at.campaign, at.before, replace(at.given, rulings=more))
        except Faults:
            continue
        if one.stage.game_state is not None:
            played, rulings = one, more
    return played


# --- what contradicts the table -----------------------------------------------------------------


def items(packet: Packet) -> Iterator[Row]:
    """The items of the story that are not struck."""
    for section in packet["story"]:
        yield from (item for item in section["items"] if "struck" not in item)


def lost_by_words(packet: Packet) -> set[str]:
    """Every name in a first line that says that somebody lost something."""
    found: set[str] = set()
    for line in packet["summary"]:
        said = re.fullmatch(r".+? lost (.+)\.", line)
        if said:
            found |= set(re.split(r", | and ", said[1]))
    return found


def in_knighthawks(packet: Packet) -> Iterator[str]:
    ships = {ship["id"]: ship for ship in packet["known"]["ships"]}
    left: dict[str, str] = {}
    for item in items(packet):
        # Of a shot the target is named last, of a loss the ship first.
        ship = ships.get((item["ships"] or [""])[-1 if item["kind"] == "attack" else 0])
        if ship is None:
            continue
        if item["kind"] in ("ship_destroyed", "left_map") and ship["status"] == "in play":
            yield item["text"]
        said = re.search(r"(\d+|no) hull points? left", item["text"])
        if item["kind"] == "attack" and said:
            left[ship["id"]] = said[1]
    for id, points in left.items():
        if str(ships[id]["hull"] or "no") != points:
            yield f"{points} hull points left, and there are {ships[id]['hull']}"
    lost = lost_by_words(packet)
    for ship in ships.values():
        called = {ship["name"], f"{ship['name']} ({ship['designation']})"}
        if ship["status"] == "in play" and called & lost:
            yield f"lost {ship['name']}"
    for line in packet["summary"]:
        for name, hull in re.findall(r"\((\w+)\) \d+ hits? for \d+ \((\d+) of", line):
            if int(hull) != next(s["hull"] for s in ships.values() if s["designation"] == name):
                yield line


def in_deltavee(packet: Packet) -> Iterator[str]:
    units = {unit["id"]: unit for unit in packet["known"]["units"]}
    for item in items(packet):
        unit = units.get((item["ships"] or [""])[0])
        gone = item["kind"] in ("destroyed", "jumped", "landed", "left_in_orbit")
        if unit and gone and unit["status"] == "in play":
            yield item["text"]
    lost = lost_by_words(packet)
    for unit in units.values():
        called = {unit["name"], f"{unit['name']} ({unit['designation']})"} - {""}
        if unit["status"] == "in play" and called & lost:
            yield f"lost {called}"
    points = {side["name"]: side["points"] for side in packet["known"]["sides"]}
    for line in packet["summary"]:
        if line.startswith("Victory Points: "):
            for name, number in points.items():
                if f"{name} {number}" not in line:
                    yield line


def in_nova(packet: Packet) -> Iterator[str]:
    known = packet["known"]
    ships = {ship["name"] for ship in known["ships"]}
    own = {one["name"] for one in known["systems"] if one.get("status") in ("own", "captured")}
    for name in lost_by_words(packet) & (ships | own):
        yield f"lost {name}"
    held = known["empire"]["treasury"]
    for line in packet["summary"]:
        said = re.match(r"Your treasury holds (−?[\d,]+) MCr", line)
        if said and int(said[1].replace("−", "-").replace(",", "")) != held:
            yield line


CONTRADICTED: Mapping[str, Callable[[Packet], Iterator[str]]] = {
    "knighthawks": in_knighthawks,
    "deltavee": in_deltavee,
    "nova": in_nova,
}


def check(game: str, data: st.DataObject) -> None:
    at = scene_of(*data.draw(st.sampled_from(TURNS[game])))
    texts = []
    for _ in range(data.draw(st.integers(1, 3))):
        if data.draw(st.booleans()) and at.rolled:
            texts.append(on_dice(at, data.draw))
            continue
        text = RULINGS[game](at.before.state, data.draw)
        phase = data.draw(st.sampled_from(["", *at.phases, "end"]))
        texts.append(f"before {phase}: {text}" if phase else text)
    played = ruled(at, texts)
    if played is None:
        return
    drafted = draft(at.campaign, played, before_of(at.earlier), "2030-01-01T00:00:00Z")
    for packet in map(json_form, drafted.packets.values()):
        assert list(CONTRADICTED[game](packet)) == [], texts


@pytest.mark.parametrize("game", TURNS)
def test_no_sentence_contradicts_the_state(game: str) -> None:
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        check(game, data)

    tried()


@pytest.mark.slow
@pytest.mark.parametrize("game", TURNS)
def test_no_sentence_ever_contradicts_the_state(game: str) -> None:
    @settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        check(game, data)

    tried()


def test_a_ship_put_back_in_play_is_not_told_as_lost() -> None:
    """The dispute of a destroyed ship: first lines, story and map all have it in play."""
    at = scene("knighthawks")
    played = ruled(at, ["before 2.attack: set A4.hull = 15"])
    assert played is not None
    drafted = draft(at.campaign, played, before_of(at.earlier), "2030-01-01T00:00:00Z")
    for packet in map(json_form, drafted.packets.values()):
        assert not any("(A4)" in line and "lost" in line for line in packet["summary"])
        (item,) = [
            item
            for section in packet["story"]
            for item in section["items"]
            if item["kind"] == "ship_destroyed" and "(A4)" in item["text"]
        ]
        assert item["struck"] == (
            "This no longer holds: the game master ruled set A4.hull = 15 (A4 is in play again), "
            "because it was so."
        )
        assert "scene" not in item
        # Of the hits those count that came after the ruling: 3 and 2 of the 15 hull points.
        hits = "Fear (A4) 2 hits for 5 (10 of 50 hull points left)"
        ours = [line for line in packet["summary"] if line.startswith("Hits on your ships:")]
        if packet["player"]["side"] == "A":
            assert hits in ours[0]
        (ship,) = [ship for ship in packet["known"]["ships"] if ship["designation"] == "A4"]
        assert (ship["status"], ship["hull"] > 0) == ("in play", True)
        bare = {**packet, "story": [{"items": [{**item}]}]}
        del bare["story"][0]["items"][0]["struck"]
        assert list(CONTRADICTED["knighthawks"](bare)) == [item["text"]]
