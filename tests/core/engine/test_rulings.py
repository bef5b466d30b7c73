"""How rulings enter a stage, on a game of two phases that only counts."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine import turn
from pbm.engine.context import PhaseContext
from pbm.engine.events import Event, Seen, only
from pbm.engine.field_parsers import RefusedValue
from pbm.engine.rulings import Ruling, amended, line_of, seats_after
from pbm.engine.types import Question, Seat
from pbm.kit.problems import Span
from pbm.sheets.envelope import Sheet
from tests.core.counting import GAME, SEATS, line, sheet


def ruling(verb: str, subject: str = "", field: str = "", value: str = "", **more: Any) -> Ruling:
    given: dict[str, Any] = {
        "id": "R1",
        "before": "",
        "reason": "so it is",
        "text": f"{verb} {subject}".strip(),
        "players": (),
        "span": Span("rulings.txt", 1),
    }
    return Ruling(verb=verb, subject=subject, field=field, value=value, **{**given, **more})


def play(*rulings: Ruling, go_on: bool = False, **sheets: Sheet) -> turn.Stage:
    ids = Ids(b"test")
    game_state = turn.begin(GAME, None, SEATS, {}, ids)
    inputs = turn.Inputs(sheets, rulings, go_on)
    return turn.run(GAME, game_state, "0", inputs, {}, KeyedDice(b"test", 0), ids)


def told(stage: turn.Stage) -> list[Event]:
    return [event for event in stage.events if event.kind == "ruling"]


def seen(event: Event) -> Seen:
    return dict(event.seen)


# --- lines ------------------------------------------------------------------------------------


def test_a_line_is_found_by_any_physical_line_it_stands_on() -> None:
    first, second = line(3, "1"), line(5, "2", last=7)
    of = sheet("ilse", first, second)
    assert [line_of(of, number) for number in (3, 4, 5, 7, 8)] == [
        first,
        None,
        second,
        second,
        None,
    ]


def test_cancel_takes_out_one_line_of_one_player() -> None:
    of = sheet("ilse", line(3, "1"), line(4, "2"))
    assert amended(of, "ilse", [ruling("cancel", "ilse", "3")]).lines == (of.lines[1],)
    assert amended(of, "bob", [ruling("cancel", "ilse", "3")]) == of
    assert amended(of, "ilse", [ruling("cancel", "ilse", "9")]) == of
    assert amended(of, "ilse", [ruling("note", "ilse", "", "3")]) == of


def test_replace_puts_the_new_words_on_the_line() -> None:
    of = sheet("ilse", line(3, "1", last=4), line(5, "2"))
    new, kept = amended(of, "ilse", [ruling("replace", "ilse", "4", "12")]).lines
    assert (new.number, new.text, new.indented) == (3, "12", True)
    assert new.span() == Span("ilse.txt", 3, 1, 2, "12")
    assert kept == of.lines[1]


def test_players_read_which_of_their_lines_was_struck() -> None:
    stage = play(
        ruling("replace", "ilse", "3", "5", text='replace ilse line 3 with "5"'),
        ruling("cancel", "bob", "9", id="R2"),
        ilse=sheet("ilse", line(3, "1")),
        bob=sheet("bob", line(3, "2")),
    )
    assert stage.game_state is not None
    assert stage.game_state.state == 7
    replaced, canceled = told(stage)
    assert replaced.order is not None
    assert (replaced.order.player, replaced.order.line, replaced.order.text) == ("ilse", 3, "1")
    assert replaced.facts == {
        "verb": "replace",
        "text": 'replace ilse line 3 with "5"',
        "now": "5",
        "found": True,
    }
    assert (replaced.ruling, seen(replaced)) == ("so it is", only("ilse"))
    assert (canceled.order, canceled.facts["found"]) == (None, False)
    assert stage.unapplied == ()


def test_a_missing_sheet_has_no_lines() -> None:
    stage = play(ruling("cancel", "ilse", "3"))
    assert told(stage)[0].facts["found"] is False


# --- questions --------------------------------------------------------------------------------


def test_a_question_stops_the_stage_until_it_is_answered() -> None:
    stage = play(ilse=sheet("ilse", line(3, "ask")))
    assert stage.game_state is None
    assert stage.stopped == "first"
    assert stage.docket == (Question("Q1", "ilse", "how many?", phase="first"),)


def test_an_answer_is_read_once_by_the_player_it_concerns() -> None:
    stage = play(ruling("answer", "Q1", "", "4"), ilse=sheet("ilse", line(3, "ask")))
    assert stage.game_state is not None
    assert stage.game_state.state == 8
    (event,) = told(stage)
    assert seen(event) == only("ilse")
    assert event.facts == {"verb": "answer", "text": "answer Q1", "item": "Q1"}
    assert stage.unapplied == ()


def test_an_answer_without_a_player_is_read_by_all() -> None:
    stage = play(ruling("answer", "Q2", "", "4"), ilse=sheet("ilse", line(3, "ask all")))
    assert told(stage)[0].shown_to("bob") is not None


def test_an_answer_nobody_asked_for_is_recorded_for_the_game_master_alone() -> None:
    stage = play(ruling("answer", "Q1", "", "4"), ilse=sheet("ilse", line(3, "1")))
    (event,) = told(stage)
    assert event.facts["void"] == "Nobody asked this."
    assert event.shown_to("ilse") is None
    assert stage.unapplied == ()


def test_notes_of_all_sheets_stop_the_stage_together_and_go_on_when_answered() -> None:
    ilse = sheet("ilse", line(3, "NOTE TO GM may I?"))
    bob = sheet("bob", line(4, "NOTE TO GM and I?"))
    stopped = play(ilse=ilse, bob=bob).docket
    assert [(item.id, item.player) for item in stopped] == [("ilse-3", "ilse"), ("bob-4", "bob")]
    one = ruling("answer", "ilse-3", "", "yes")
    assert [item.id for item in play(one, ilse=ilse, bob=bob).docket] == ["bob-4"]
    both = play(one, ruling("answer", "bob-4", "", "no", id="R2"), ilse=ilse, bob=bob)
    assert [seen(event) for event in told(both)] == [only("ilse"), only("bob")]
    unasked = play(go_on=True, ilse=ilse, bob=bob)
    assert unasked.game_state is not None
    assert told(unasked) == []


# --- people, dates, the game's own --------------------------------------------------------------


def test_a_closed_position_sends_no_more_orders_from_this_turn_on() -> None:
    close = ruling("close", "ilse", players=("ilse",))
    stage = play(close, ilse=sheet("ilse", line(3, "1")))
    assert stage.game_state is not None
    assert stage.game_state.state == 0
    assert [seat.closed for seat in stage.game_state.seats] == [True, False]
    assert [event.facts["player"] for event in stage.events if event.kind == "missed_turn"] == [
        "ilse",
        "bob",
    ]
    assert seen(told(stage)[0]) == only("ilse")


def test_hand_and_close_change_one_seat_and_other_verbs_none() -> None:
    assert seats_after(SEATS, ruling("hand", "ilse", "", "Ida")) == [
        Seat("ilse", "Ida", "A"),
        SEATS[1],
    ]
    assert seats_after(SEATS, ruling("close", "bob")) == [SEATS[0], Seat("bob", "Bob", "B", True)]
    assert seats_after(SEATS, ruling("note", "ilse", "", "well met")) == list(SEATS)


def test_a_ruling_waits_for_its_phase() -> None:
    stage = play(
        ruling("hand", "ilse", "", "Ida", before="second", players=("ilse",)),
        ruling("set", "count", "", "10", before="second", id="R2"),
        ruling("set", "count", "", "20", id="R3"),
        ilse=sheet("ilse", line(3, "1")),
    )
    assert stage.game_state is not None
    assert stage.game_state.state == 10
    assert stage.game_state.seats[0].name == "Ida"
    order = [(event.kind, event.phase) for event in stage.events if event.kind != "missed_turn"]
    assert order == [
        ("ruling", "first"),
        ("counted", "first"),
        ("ruling", "second"),
        ("ruling", "second"),
    ]


def test_a_ruling_for_a_phase_that_does_not_come_is_left_over() -> None:
    late = ruling("set", "count", "", "10", before="third")
    assert play(late).unapplied == (late,)


def test_verbs_of_the_game_are_its_own() -> None:
    assert ruling("set").of_game
    assert not ruling("pause").of_game


def test_each_ruling_is_checked_as_those_before_it_leave_the_table() -> None:
    def at_most_double(work: PhaseContext, given: Ruling) -> None:
        if int(given.value) > 2 * work.state:
            raise RefusedValue(f"{given.value} after {work.state}")
        GAME.rule(work, given)

    game = replace(GAME, rule=at_most_double)
    game_state = replace(turn.begin(game, None, SEATS, {}, Ids(b"test")), state=1)
    rulings = [
        ruling("set", "count", "", "2"),
        ruling("note", "ilse", "", "99"),
        ruling("set", "count", "", "5", id="R2"),
        ruling("set", "count", "", "4", id="R3"),
    ]
    problems = turn.check_rulings(game, game_state, rulings, {}, Ids(b"test"))
    assert [problem.fault for problem in problems] == ["5 after 2"]
    assert game_state.state == 1
