"""A turn stops at a battle, and once its result is given goes on as if it had never stopped."""

from __future__ import annotations

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.events import plain
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.turn import Inputs, Stage, run
from pbm.games.nova.game import RULESET
from pbm.games.nova.rules.phases import phases
from pbm.games.nova.state.state import State
from pbm.sheets.envelope import Sheet, find_sheets
from tests.games.nova.builders import DEFAULTS, SEATS, empire, home, ship, sight, state, system

SEATED = SEATS[:2]
IDS = Ids(b"one campaign")


def table() -> State:
    mavis = system("MAVIS", colonies=1, colonizer="bea", militia=1)
    ann = empire("ann", sights={"MAVIS": sight("MAVIS"), "VIRUS": sight("VIRUS")})
    return state(
        ann,
        mavis,
        home("ann"),
        ship("Wasp", at="TEDDY"),
        ship("Bee", at="TEDDY", owner="bea"),
        ship("Ox", "Hauler", at="MAVIS", cargo=(("AA", 1), ("RA", 1))),
    )


TEXT = """ORDERS age turn 3 for VIRUS
MOVEMENT
  TEDDY Wasp H
  MAVIS Ox N, A
END
"""


def sheets() -> dict[str, Sheet]:
    found = find_sheets(TEXT.encode(), "ann.txt", RULESET.all_kinds)
    return {"ann": found.sheets[0]}


def stage(rulings: str = "") -> Stage:
    read, problems = parse_rulings(rulings, "rulings", SEATED, phases(table(), 3, DEFAULTS))
    assert not problems
    standing = GameState(3, 0, ("3",), SEATED, table())
    dice = KeyedDice(b"one campaign", 3)
    inputs = Inputs(sheets(), tuple(read))
    options = {one.id: one.default for one in RULESET.all_options} | dict(DEFAULTS)
    return run(RULESET, standing, "3", inputs, options, dice, IDS)


SPACE = "answer battle-TEDDY: rounds 2; Bee destroyed because of the dice\n"
SURFACE = "answer ground-MAVIS: rounds 2; VIRUS loses 1 AA; militia 0 because of the dice\n"


def test_a_turn_stops_at_each_kind_of_battle_and_goes_on_with_its_result() -> None:
    first = stage()
    assert (first.stopped, [one.id for one in first.docket]) == ("G", ["battle-TEDDY"])
    second = stage(SPACE)
    assert (second.stopped, [one.id for one in second.docket]) == ("I", ["ground-MAVIS"])
    last = stage(SPACE + SURFACE)
    assert last.game_state is not None
    assert last.docket == ()
    after: State = last.game_state.state
    assert after.systems["MAVIS"].owner == "ann"
    assert "bee" not in after.ships
    assert after.results == {}
    before = [plain(one) for one in first.events]
    assert [plain(one) for one in last.events][: len(before)] == before


def test_a_ruling_beforehand_lets_the_turn_run_through() -> None:
    last = stage(
        "result TEDDY: rounds 2; Bee destroyed because of the dice\n"
        "before I: result ground MAVIS: rounds 1 because of the dice\n"
    )
    assert last.game_state is not None
    assert last.unapplied == ()
    after: State = last.game_state.state
    assert after.systems["MAVIS"].survivors == ("ann", "bea")


def test_an_answer_to_a_battle_that_never_was_is_told_to_the_master_alone() -> None:
    other = "answer battle-SHOOT: rounds 2 because of the dice\n"
    last = stage(SPACE + SURFACE + other)
    void = [one for one in last.events if one.facts.get("void")]
    assert [one.seen for one in void] == [{}]


def test_no_player_reads_the_words_of_a_result() -> None:
    last = stage(SPACE + SURFACE)
    for player in ("ann", "bea"):
        shown = [one.shown_to(player) for one in last.events]
        assert not any("because" in repr(one) or "of the dice" in repr(one) for one in shown if one)
