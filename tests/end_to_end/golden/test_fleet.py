"""The shipped campaigns make use of everything: counted from their stored sheets and events.

What a player can order, each test of a condition, each weapon, and everything that can happen
in a move or a fight is there at least once, so a change of any of it shows in a golden turn.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.inbox import entries
from pbm.engine.events import canonical, plain
from pbm.games.knighthawks.orders.conditions import read_test
from pbm.games.knighthawks.orders.reading import parser
from pbm.games.knighthawks.orders.ship_orders import BY_RULE
from pbm.games.knighthawks.state.state import SUPPLIES, WEAPONS
from pbm.language.conditions_syntax import RawCondition
from pbm.language.parse_tree import Node, Note
from pbm.language.syntax_errors import SyntaxFault
from pbm.service import api
from pbm.sheets.envelope import find_sheets
from pbm.sheets.line import Line
from pbm.storage.turn_folders import StoredStage, all_stages, in_force
from pbm.storage.turn_toml import NEW
from pbm.turns.history import game_state_after, play_stored
from tests.language_forms import forms_there_are, forms_used
from tests.shipped import CAMPAIGNS, played

FLEET = "twin-moons"

WAYS_TO_MOVE = {
    *("as plotted", "close on", "away from", "hold range", "ram", "towards"),
    *("nearest to the order", "straight on (no order)", "zig-zag after evading"),
}
EVENTS = {
    # movement
    *("moved", "rotated", "stayed", "orbit_entered", "orbited", "orbit_left"),
    *("left_map", "collided", "screen_raised", "screen_fell", "screen_dropped"),
    # combat
    *("attack", "icm", "evaded", "ship_destroyed", "supply_used"),
    # orders, set-up and end
    *("not_done", "not_needed", "move_changed", "placed", "missed_turn", "ruling", "game_over"),
}
TESTS = {
    *(("within", "a ship"), ("within", "enemy"), ("enemy_lasers_within", "own")),
    *(("hull", "own"), ("hull", "a ship"), ("speed", "own"), ("speed", "a ship")),
    *(("screened", "own"), ("screened", "a ship"), ("in_orbit", "own"), ("in_orbit", "a ship")),
    *(("in_arc", "a ship"), ("range", "a ship"), ("destroyed", "a ship")),
    *(("chance", "own"), ("evading", "own"), ("turn", "own")),
    *(("supply", supply) for supply in SUPPLIES),
}


def campaigns() -> list[Path]:
    """The campaigns of Knight Hawks."""
    return sorted(
        played(path.parent.name)
        for path in CAMPAIGNS.glob("*/campaign.toml")
        if 'game = "knighthawks"' in path.read_text(encoding="utf-8")
    )


@cache
def stages() -> tuple[StoredStage, ...]:
    """Every stage of every campaign, superseded revisions too: they are golden as well."""
    return tuple(stage for path in campaigns() for stage in all_stages(path))


@cache
def events() -> tuple[Mapping[str, Any], ...]:
    """What happened in every turn, in those too that were replaced."""
    chains = [in_force(path) for path in campaigns()]
    files = [
        stage.folder / "events.jsonl" for chain in chains for stage in chain if stage.name != NEW
    ]
    stored = [json.loads(line) for file in files for line in file.read_bytes().splitlines()]
    replaced = (event for path in campaigns() for event in replaced_events(path))
    return (*stored, *replaced)


def replaced_events(path: Path) -> Iterator[Mapping[str, Any]]:
    """Of turns that a rerun replaced only the inputs are kept: they are played again."""
    campaign = api.open_campaign(path)
    chain, every = in_force(path), all_stages(path)
    for stage in every:
        if stage.name in [one.name for one in chain]:
            continue
        before = [stage]
        while before[0].name != NEW:
            before.insert(0, next(one for one in every if one.digest == before[0].head.previous))
        game_state = game_state_after(campaign, before[:-1])
        for event in play_stored(campaign, game_state, stage).stage.events:
            yield json.loads(canonical(plain(event)))


def facts(kind: str) -> Iterator[Mapping[str, Any]]:
    return (event["facts"] for event in events() if event["kind"] == kind)


@cache
def lines() -> tuple[Line, ...]:
    """The lines of the sheets in force."""
    return tuple(
        line
        for stage in stages()
        for part in stage.part.sheets
        if part.in_force
        for sheet in find_sheets(stage.read(part.file) or b"", part.name).sheets
        for line in sheet.lines
    )


@cache
def statements() -> tuple[tuple[str, Node], ...]:
    """Every statement that was understood, with its verb."""
    found: list[tuple[str, Node]] = []
    for line in lines():
        parsed = parser().parse(line.text)
        if isinstance(parsed, SyntaxFault):
            continue
        verb = ""
        for item in parsed:
            if isinstance(item, Node) and item.kind not in ("header", "fleet"):
                verb = BY_RULE[item.kind].verb if item.kind in BY_RULE else verb
                found.append((verb, item))
    return tuple(found)


def nodes(node: Node) -> Iterator[Node]:
    """A node and all that stand in it."""
    yield node
    for part in node.parts:
        yield from nodes(part)


def conditions() -> Iterator[RawCondition[Any]]:
    for _verb, statement in statements():
        for node in nodes(statement):
            yield from (item for item in node.items if isinstance(item, RawCondition))


def test_every_form_of_the_order_language_was_written() -> None:
    understood = [
        line.text for line in lines() if not isinstance(parser().parse(line.text), SyntaxFault)
    ]
    used = forms_used("knighthawks", parser(), [("start", line) for line in understood])
    assert forms_there_are("knighthawks", parser()) - used == set()


def test_every_test_of_a_condition_was_written_and_some_turned_round() -> None:
    found = Counter[tuple[str, str]]()
    turned_round = 0
    for condition in conditions():
        for test in (test for group in condition.any_of for test in group):
            known = read_test(test.node, "", test.negated)
            about = known.name or known.ship or ("own" if test.node.name is None else "a ship")
            found[known.kind, about] += 1
            turned_round += test.negated
    assert TESTS - found.keys() == set()
    assert turned_round


def test_every_limit_of_fire_was_written_and_every_choice_of_targets() -> None:
    kinds = Counter(
        (verb, part.kind) for verb, statement in statements() for part in nodes(statement)
    )
    for limit in ("least_chance", "within", "keep", "only_if", "in_arc", "spread", "all"):
        assert kinds["attack", limit], limit
    for limit in ("best_hex", "one_hex", "first_hex", "spread"):
        assert kinds["defence", limit], limit
    assert {verb for verb, kind in kinds if kind == "hold"} == {"attack", "defence"}
    fired = [one for verb, one in statements() if verb in ("attack", "defence")]
    lists = [part.tokens() for one in fired for part in nodes(one) if part.kind == "targets"]
    targets = Counter(token.type for tokens in lists for token in tokens)
    assert targets.keys() >= {"NAME", "NEAREST", "ANY"}
    assert any(sum(token.type != "MORE" for token in tokens) > 2 for tokens in lists)


@pytest.mark.parametrize("weapon", WEAPONS)
def test_every_weapon_hit_and_missed(weapon: str) -> None:
    shots = [shot for shot in facts("attack") if shot["weapon"] == weapon and not shot["wasted"]]
    assert {shot["hit"] for shot in shots} == {True, False}


def test_attacks_were_of_every_sort() -> None:
    shots = list(facts("attack"))
    sorts: dict[str, set[str | bool]] = {
        "phase": {"defensive", "own"},
        "head_on": {True, False},
        "halved": {True, False},
        "wasted": {True, False},
        "automatic": {"", "hit"},  # no chance of this game is high enough for a miss
        "defence": {"reflective hull", "masking screen"},
    }
    for field, wanted in sorts.items():
        assert {shot[field] for shot in shots} >= wanted, field


def test_everything_that_can_happen_happened() -> None:
    assert EVENTS - {event["kind"] for event in events()} == set()


def test_every_way_to_move_was_flown() -> None:
    assert WAYS_TO_MOVE - {move["way"] for move in facts("moved")} == set()


def test_orders_were_refused_by_the_table_or_not_needed() -> None:
    refused = {fact["what"] for fact in facts("not_done")}
    assert refused >= {"place", "move", "attack", "defence", "icm"}
    assert {fact["what"] for fact in facts("not_needed")} == {"move", "screen"}


# --- the fleet action -----------------------------------------------------------------------


def fleet() -> list[StoredStage]:
    return [stage for stage in stages() if stage.folder.parents[1].name == FLEET]


def test_the_fleet_action_was_fought_by_three_players_to_a_victory() -> None:
    last = fleet()[-1]
    assert int(last.part.mailing) >= 8
    assert {part.player for stage in fleet() for part in stage.part.sheets} == {
        "krait",
        "heron",
        "lynx",
    }
    assert " wins: " in last.part.result
    assert '"kind":"game_over"' in (last.folder / "events.jsonl").read_text(encoding="utf-8")


def test_sheets_were_corrected_late_missing_quoted_and_stopped_by_the_docket() -> None:
    mailings = sorted({stage.part.mailing for stage in fleet()} - {NEW})
    found = [entry.part for mailing in mailings for entry in entries(CAMPAIGNS / FLEET, mailing)]
    taken = Counter((part.player, part.mailing) for part in found if part.accepted)
    assert max(taken.values()) > 1  # a second sheet before the run
    assert any(part.is_closed for part in found)  # one while the docket held the turn up
    assert any(part.late and part.accepted for part in found)  # one after the run
    assert any(stage.part.missing for stage in fleet())
    assert any(stage.part.docket for stage in fleet())
    sheets = [path.read_bytes() for path in (CAMPAIGNS / FLEET).glob("inbox/*/*/*.txt")]
    assert any(b"\n> ORDERS" in sheet for sheet in sheets)
    wrong = [line for line in lines() if isinstance(parser().parse(line.text), SyntaxFault)]
    assert wrong  # in a sheet that counted all the same, before its rerun


def test_a_rerun_corrected_every_report() -> None:
    (again,) = [stage for stage in fleet() if stage.part.revision > 1]
    assert set(again.part.outbox) == set(again.part.corrected) == {"krait", "heron", "lynx"}


def test_a_note_was_answered_and_a_ruling_set_something_with_its_reason() -> None:
    assert any(
        isinstance(item, Note)
        for line in lines()
        if not isinstance(parsed := parser().parse(line.text), SyntaxFault)
        for item in parsed
    )
    rulings = [event for event in events() if event["kind"] == "ruling"]
    assert any(event["facts"]["text"].startswith("answer ") for event in rulings)
    assert any(event["changes"] and event["ruling"] for event in rulings)
