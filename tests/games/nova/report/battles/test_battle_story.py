"""A battle in the story of a turn: a section of its own, and a line among the first."""

from __future__ import annotations

from typing import Any

from msgspec import convert

from pbm.engine.context import PhaseContext
from pbm.engine.events import only
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.story import tell
from pbm.games.nova.report.summary import summary
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.view.record import View
from pbm.packets.explain_player import explain_packet
from tests.games.nova.builders import DEFAULTS, SEATS, state, work
from tests.games.nova.scenes.battle import AT, fought, huron, packet


def told(*kinds: tuple[str, dict[str, Any]], phase: str = "G") -> PhaseContext:
    made = work(state(), phase=phase)
    for number, (kind, facts) in enumerate(kinds):
        made.emit(kind, "ann", str(number), rule="NV X", seen=only("ann"), **facts)
    return made


def view() -> Any:
    return build_view(state(), "ann", SEATS, DEFAULTS).written()


def battle(system: str, **facts: Any) -> tuple[str, dict[str, Any]]:
    return "battle", {"report": "full", "system": system, "outcome": "won", "rounds": 2, "own": [],
                      "against": [{"who": "alien", "ships": 1, "destroyed": 1, "captured": 0,
                                   "retreats": 0}], **facts}  # fmt: skip


def lost(system: str, who: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return "fight_destroyed", {"system": system, "round": 1, "step": "G", "to": who,
                               "cause": "damage"}  # fmt: skip


def titles(made: PhaseContext) -> list[tuple[str, int]]:
    return [(one.title, len(one.items)) for one in tell(made.events, View.read(view()), "ann")]


def test_a_battle_stands_behind_its_phase_and_begins_with_what_it_came_to() -> None:
    made = told(
        lost("SHOOT", {"foe": 1}),
        ("crew_lost", {"ship": "Bee", "system": "TEDDY"}),
        battle("SHOOT"),
        battle("TEDDY"),
    )
    made.phase = "L"
    made.emit("research_done", "ann", rule="NV X", seen=only("ann"), project="MD7", teams=1,
              project_kind="TECH", subject="MD")  # fmt: skip
    assert titles(made) == [
        ("G Contact and space combat", 2),
        ("The battle at SHOOT", 2),
        ("L Research and accounts", 1),
    ]
    items = tell(made.events, View.read(view()), "ann")[1].items
    assert [one.kind for one in items] == ["battle", "fight_destroyed"]
    assert [convert(one, Item, from_attributes=True).facts.get("to") for one in items] == [
        None,
        {"foe": 1},
    ]


def test_battles_stand_each_by_itself() -> None:
    made = told(lost("SHOOT", {"foe": 1}), lost("TEDDY", {"own": "Bee"}), lost("SHOOT", {"foe": 2}))
    assert titles(made) == [("The battle at SHOOT", 2), ("The battle at TEDDY", 1)]


def test_a_battle_has_a_line_among_the_first() -> None:
    own = [{"ship": "Lewis", "fate": "destroyed"}, {"ship": "Huron", "fate": ""}]
    made = told(
        lost("SHOOT", {"foe": 2}), lost("SHOOT", {"own": "Lewis"}), battle("SHOOT", own=own)
    )
    assert summary(made.events, View.read(view()), "ann", (), ()) == (
        "You won the battle at SHOOT in 2 rounds: c2 destroyed, you lost Lewis.",
    )
    made = told(
        ("fight_ended", {"system": "SHOOT", "round": 1, "step": "L", "why": "parted"}),
        battle("SHOOT", outcome="", rounds=1),
        battle("TEDDY"),
    )
    assert summary(made.events, View.read(view()), "ann", (), ()) == (
        "Nobody won the battle at SHOOT in 1 round: you lost no ship.",
        "You won the battle at TEDDY.",
        "You destroyed 1 alien ship.",
    )


def test_of_many_battles_only_how_they_ended_is_among_the_first() -> None:
    places = ("ALGOL", "SHOOT", "TEDDY", "MAVIS")
    made = told(*(lost(one, {"foe": 1}) for one in places), *map(battle, places))
    assert summary(made.events, View.read(view()), "ann", (), ()) == (
        "You won the battles at ALGOL, SHOOT, TEDDY and MAVIS.",
        "You destroyed 4 alien ships.",
    )


def test_the_game_master_reads_the_whole_battle_first_then_what_was_heard_of_it() -> None:
    made = fought(huron())
    assert [one["title"] for one in packet(made, "")["story"]] == [
        "G Contact and space combat",
        f"The battle at {AT}",
        f"What the sides hear of the battle at {AT}",
    ]
    whole = packet(made, "")["story"][1]["items"]
    assert [one["kind"] for one in whole[:2]] == ["battle", "battle"]
    texts = " ".join(one["text"] for one in whole)
    assert "Lewis (MINKY) fires" in texts
    assert "% to blow up" in texts
    # Each thing once: nothing is told as a side heard it.
    assert "Alien c" not in texts
    moves = [one["facts"]["ships"] for one in whole if one["kind"] == "fight_moved"]
    assert len(moves[0]) == 3
    assert len(moves) == len({one["facts"]["round"] for one in whole if "facts" in one}) - 1


def test_what_a_volley_struck_is_told_with_it_to_the_owner_alone() -> None:
    made = fought(huron())
    for event in made.events:
        if event.kind == "fight_volley":
            by, to = event.facts["by"], event.facts["to"]
            assert ("struck" in event.facts) == (
                ("own" in to or "ship" in to) and any(event.facts["damages"])
            )
            # The names of a foe's weapons on its chart are its owner's to know.
            assert ("weapons" in event.facts) == ("foe" not in by)


def test_a_player_finds_what_befell_a_ship_that_is_gone_and_a_counter() -> None:
    made = packet(fought(huron()), "ann")
    whole = [item for section in made["story"] for item in section["items"] if "facts" in item]
    for name in ("Huron", "c1"):
        told = explain_packet(made, name).text
        for item in whole:
            assert (item["event"] in told) is (name in item["ships"])
    assert {name for item in whole for name in item["ships"]} == {"Huron", "c1", "c2"}
