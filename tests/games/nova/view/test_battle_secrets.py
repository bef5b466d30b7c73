"""What a side reads of a battle holds nothing that it cannot know."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.report.art import art
from pbm.games.nova.rules.results.result_records import Result
from pbm.games.nova.rules.results.result_words import FULL
from pbm.games.nova.rules.space_combat.battle_report import Fought as Report
from pbm.games.nova.rules.space_combat.battle_report import tell_battle
from pbm.games.nova.rules.space_combat.battle_result import fields_of
from pbm.games.nova.rules.space_combat.space import Fought, bout, fight
from pbm.games.nova.rules.space_combat.telling import tell_battle_rounds, tell_rounds
from pbm.games.nova.state.battle.arena import DESTROYED, Battle
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.state import State
from pbm.games.nova.state.working_state import drafting
from tests.games.nova.builders import NAMES, empire, work
from tests.games.nova.scenes.battle import (
    AT,
    EXPLORER,
    MISSILES,
    OPTIONS,
    PAIRS,
    TRIBAL,
    fought,
    huron,
    packet,
)


def fight_of(table: State) -> Fought:
    made = work(table, {}, OPTIONS, phase="G")
    with drafting(made) as draft:
        place = fields_of(draft, {AT: PAIRS})[AT]
        return fight(made, bout(made, draft, Effective(draft), place, PAIRS))


def heard(battle: Battle, notes: list[BattleNote], player: str) -> list[Any]:
    """What is told to a player of these rounds, but for the ids of events."""
    made = work(huron(), {}, OPTIONS, phase="G")
    tell_battle_rounds(made, battle, notes, NAMES)
    shown = [event.shown_to(player) for event in made.events]
    return [{**one, "id": ""} for one in shown if one is not None]


def all_lost(battle: Battle, **side: Any) -> Battle:
    """The battle with all of Bea's ships destroyed."""
    gone = {
        id: replace(one, state=DESTROYED) if one.owner == "bea" else one
        for id, one in battle.fighters.items()
    }
    sides = {**battle.sides, "bea": replace(battle.sides["bea"], **side)}
    return replace(battle, fighters=gone, sides=sides)


def test_a_silent_side_reads_the_same_whatever_the_course_was() -> None:
    heavy = replace(TRIBAL, parts=tuple(
        replace(one, level=60) if one.kind == "BL" else one for one in TRIBAL.parts
    ))  # fmt: skip
    packets = []
    for design in (TRIBAL, heavy):
        made = fought(huron(designs={"ann/Tribal": design, "bea/Explorer": EXPLORER}))
        assert not [ship for ship in made.state.ships.values() if ship.owner == "bea"]
        packets.append((packet(made, "ann")["story"], packet(made, "bea")))
    assert packets[0][0] != packets[1][0]
    assert packets[0][1] == packets[1][1]
    (section,) = packets[0][1]["story"]
    assert [item["kind"] for item in section["items"]] == ["battle"]


@pytest.mark.parametrize("garbled", [False, True])
def test_neither_silence_nor_a_garbled_report_tells_of_rounds(garbled: bool) -> None:
    done = fight_of(huron())
    lost = all_lost(done.battle, heard=0, garbled=garbled)
    assert heard(lost, list(done.notes), "bea") == []
    assert heard(lost, list(done.notes), "ann") != []


@pytest.mark.parametrize("last", [1, 3])
def test_a_report_that_breaks_off_tells_no_later_round(last: int) -> None:
    done = fight_of(huron())
    lost = all_lost(done.battle, heard=last)
    early = [note for note in done.notes if note.round <= last]
    late = [note for note in done.notes if note.round > last]
    assert late
    told = heard(lost, [*early, *late], "bea")
    assert told == heard(lost, [*early, *late[::-1]], "bea") == heard(lost, early, "bea")
    assert max(one["facts"]["round"] for one in told) == last


def test_names_designs_and_empires_of_aliens_change_nothing() -> None:
    plain = huron()
    other = {id: replace(ship, name=f"{ship.name}-X", missiles=("Three", "Four"),
                         design="bea/Secret") if ship.owner == "bea" else ship
             for id, ship in plain.ships.items()}  # fmt: skip
    secret = replace(EXPLORER, name="Secret")
    missiles = {"Three": replace(MISSILES["One"], name="Three"),
                "Four": replace(MISSILES["Two"], name="Four")}  # fmt: skip
    hidden = replace(
        plain,
        ships=other,
        designs={**plain.designs, "bea/Secret": secret},
        empires={**plain.empires, "bea": empire("bea", name="PIGGY", missiles=missiles)},
    )
    one, two = packet(fought(plain), "ann"), packet(fought(hidden), "ann")
    assert one == two
    assert repr(art(one)["fights"]) == repr(art(two)["fights"])
    text = repr(two)
    for word in ("Lewis", "Clark", "Secret", "Three", "PIGGY", "'bea'"):
        assert word not in text, word


def test_who_is_fired_at_learns_no_chart_names_and_no_accuracy() -> None:
    made = fought(huron())
    items = [item for part in packet(made, "ann")["story"] for item in part["items"]]
    shots = [item for item in items if item["kind"] == "fight_volley"]
    alien = [item for item in shots if "foe" in item["facts"]["by"]]
    own = [item for item in shots if "own" in item["facts"]["by"]]
    assert alien and own
    for item in alien:
        assert item["facts"]["mode"] == "ML"
        assert not {"weapons", "missile", "size", "percent", "left"} & set(item["facts"])
        assert item["terms"] == []
        assert not any("ML1" in roll["name"] for roll in item["rolls"])
    assert all(item["facts"]["weapons"] == ["BL1"] and item["terms"] for item in own)


def test_of_alien_lasers_size_and_fire_control_are_learned() -> None:
    lasers = replace(EXPLORER, parts=tuple(
        Component("BL", 2, 10) if one.kind == "ML" else one for one in EXPLORER.parts
    ))  # fmt: skip
    made = fought(huron(designs={"ann/Tribal": TRIBAL, "bea/Explorer": lasers}))
    facts = [
        event.facts for event in made.events
        if event.kind == "fight_volley" and "foe" in event.facts["by"]
    ]  # fmt: skip
    assert facts
    assert all(one["size"] == 10 and one["fc"] == 0 and "weapons" not in one for one in facts)


def test_dice_a_side_has_no_part_in_are_not_shown_to_it() -> None:
    """Scatter, criticals and the chance to blow up are their owner's."""
    made = fought(huron())
    for event in made.events:
        if event.seen == {} or "bea" in event.seen:
            continue
        if event.kind == "fight_critical":
            assert "own" in event.facts["to"]
        if event.kind == "fight_blow_up":
            assert ("chance" in event.facts) == ("own" in event.facts["to"])
        if event.kind == "fight_placed":
            assert all("own" in one["by"] for one in event.facts["all"])


def test_what_blew_an_alien_up_is_not_told() -> None:
    done = fight_of(huron())
    lewis = next(one.id for one in done.battle.fighters.values() if one.name == "Lewis")
    note = BattleNote("destroyed", 1, "I", ("ann", "bea"), to=lewis, facts={"cause": "bomb"})
    made = work(huron(), {}, OPTIONS, phase="G")
    seen = replace(done.battle, sides=done.battle.sides)
    for player in ("ann", "bea"):
        tell_rounds(made, seen, [note], player)
    assert [event.facts["cause"] for event in made.events] == ["blow-up", "bomb"]


def test_who_holds_a_ship_that_drifts_is_not_told() -> None:
    done = fight_of(huron())
    lewis = next(one.id for one in done.battle.fighters.values() if one.name == "Lewis")
    note = BattleNote("captured", 1, "L", ("ann", "bea"), lewis, facts={"captor": "ann"})
    made = work(huron(), {}, OPTIONS, phase="G")
    for player in ("ann", "bea"):
        tell_rounds(made, done.battle, [note], player)
    assert [set(event.facts) for event in made.events] == [{"by", "system", "round", "step"}] * 2


def test_what_came_after_a_report_broke_off_changes_nothing_in_it() -> None:
    """Whether the enemy lived, and whether a ship was taken, its owner cannot know."""
    made = work(huron(), {}, OPTIONS, phase="G")
    before = made.state.ships
    told = []
    for rounds, fate, won in ((6, "captured", {"ann": "won"}), (4, "destroyed", {"bea": ""})):
        fates = {id: fate if ship.owner == "bea" else "" for id, ship in before.items()}
        result = Result(rounds=rounds, reports={"bea": FULL}, heard={"bea": 3})
        result.noticed["bea"] = {"huron": ""}
        with drafting(made) as draft:
            place = fields_of(draft, {AT: PAIRS})[AT]
            report = Report(place, PAIRS, result, before, fates, won, {})
            tell_battle(made, draft, report, "bea")
        told.append(made.events[-1].facts)
    assert told[0] == told[1]
    assert (told[0]["outcome"], told[0]["rounds"]) == ("lost", 3)
    assert {one["fate"] for one in told[0]["own"]} == {"destroyed"}


def test_how_many_of_the_others_use_sensors_is_not_told() -> None:
    done = fight_of(huron())
    notes = [BattleNote("sensors", round, "C", ("ann", "bea")) for round in (1, 1, 2)]
    made = work(huron(), {}, OPTIONS, phase="G")
    tell_rounds(made, done.battle, notes, "ann")
    assert [event.facts["round"] for event in made.events] == [1, 2]
