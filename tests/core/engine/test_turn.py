"""The fold: where it stops, how it goes on, and that a stage is a function of its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine import turn
from pbm.engine.context import GameState, Phase, PhaseContext
from pbm.engine.events import Event, only
from pbm.engine.game import Ruleset
from pbm.engine.rulings import Loss, Ruling
from pbm.engine.turn import Inputs, Stage
from pbm.engine.types import Question, Reading
from pbm.kit.problems import Span
from pbm.packets.catalogue import COMMON, Catalogue
from pbm.packets.narrative import ruling_words
from tests.core.counting import GAME, SEATS, line, sheet

IDS = Ids(b"turn")


def stage(game: Ruleset, game_state: GameState, mailing: str, orders: Mapping[str, str]) -> Stage:
    sheets = {player: sheet(player, line(2, text)) for player, text in orders.items()}
    return turn.run(game, game_state, mailing, Inputs(sheets), {}, KeyedDice(b"turn", 1), IDS)


def next_standing(found: Stage) -> GameState:
    assert found.game_state is not None
    return found.game_state


# --- battles fought by mail: several mailings open at once, one phase until all are done ------

State = dict[str, int]  # place to the rounds its battle has still to be fought


def fight(work: PhaseContext) -> None:
    place = work.mailing.split("/")[1] if "/" in work.mailing else ""
    if place:
        left: State = dict(work.state)
        left[place] -= 1
        if not left[place]:
            del left[place]
        work.state = left
        roll = work.roll("d10", "shot", place, str(work.state.get(place, 0)))
        work.emit("fought", place, rule="B 1", rolls=[roll], place=place)


def after(work: PhaseContext) -> None:
    work.emit("after", rule="B 2")


def due(state: State) -> tuple[str, ...]:
    return tuple(f"/{place}/{state[place]}" for place in sorted(state))


BATTLES = replace(
    GAME,
    state=dict,
    begin=lambda _scenario, _seats, _options, _ids: {"MUDDY": 1, "SHOOT": 2},
    phases=lambda _state, _turn, _options: (
        Phase("G", "Battles", "B", fight, due, again=True),
        Phase("H", "After", "B", after),
        Phase("I", "Next", "B", lambda _work: None, lambda _state: ("",)),
    ),
    missing=lambda _work, _player: None,
)


def test_battles_go_on_in_any_order_and_the_turn_waits_for_the_last() -> None:
    game_state = turn.begin(BATTLES, None, SEATS, {}, IDS)
    assert game_state.due == ("0/MUDDY/1", "0/SHOOT/2")
    one = stage(BATTLES, game_state, "0/SHOOT/2", {})
    game_state = next_standing(one)
    assert game_state.due == ("0/MUDDY/1", "0/SHOOT/1")
    game_state = next_standing(stage(BATTLES, game_state, "0/SHOOT/1", {}))
    assert game_state.due == ("0/MUDDY/1",)
    last = stage(BATTLES, game_state, "0/MUDDY/1", {})
    assert [event.kind for event in last.events] == ["fought", "after"]
    assert next_standing(last).due == ("0",)
    names = {roll.name for event in (*one.events, *last.events) for roll in event.rolls}
    assert len(names) == 2


def test_only_a_mailing_that_is_due_can_be_run() -> None:
    game_state = turn.begin(BATTLES, None, SEATS, {}, IDS)
    with pytest.raises(ValueError, match="0/SHOOT/1 is not due"):
        stage(BATTLES, game_state, "0/SHOOT/1", {})


# --- a plain turn ------------------------------------------------------------------------------


def test_a_stage_ends_where_the_next_sheet_is_due_and_a_turn_later() -> None:
    found = stage(GAME, GameState(1, 0, ("1",), SEATS, 5), "1", {"ilse": "3"})
    assert next_standing(found) == GameState(2, 0, ("2",), SEATS, 8)
    assert [event.kind for event in found.events] == ["missed_turn", "counted"]


def test_the_game_ends_in_the_middle_of_a_turn() -> None:
    short = replace(GAME, result=lambda state: "enough" if state > 5 else "")
    found = next_standing(stage(short, GameState(1, 0, ("1",), SEATS, 5), "1", {"ilse": "3"}))
    assert (found.result, found.due, found.turn) == ("enough", (), 1)


def test_the_same_inputs_give_the_same_stage() -> None:
    game_state = GameState(1, 0, ("1",), SEATS, 5)
    assert stage(GAME, game_state, "1", {"ilse": "3"}) == stage(
        GAME, game_state, "1", {"ilse": "3"}
    )


def test_the_sheet_of_a_closed_seat_does_not_count() -> None:
    seats = (SEATS[0], replace(SEATS[1], closed=True))
    found = stage(GAME, GameState(1, 0, ("1",), seats, 5), "1", {"ilse": "3", "bob": "4"})
    assert next_standing(found).state == 8  # a closed seat's sheet does not count


def test_an_answer_is_reported_with_the_player_s_question() -> None:
    item = Question("bob-3", "", "may I?")

    def read(*given: Any) -> Reading:
        return replace(GAME.read(*given), docket=(item,))

    span = Span("r", 1)
    answer = Ruling("R1", "answer", "bob-3", "", "no", "", "a slip", "answer bob-3: no", (), span)
    game_state = GameState(1, 0, ("1",), SEATS, 5)
    inputs = Inputs({"bob": sheet("bob", line(2, "4"))}, rulings=(answer,))
    game = replace(GAME, read=read)
    found = turn.run(game, game_state, "1", inputs, {}, KeyedDice(b"turn", 1), IDS)
    (event,) = [one for one in found.events if one.kind == "ruling"]
    assert list(event.seen) == ["bob"]
    shown = {"kind": "ruling", "facts": event.facts, "ruling": "a slip"}
    catalogue: Catalogue[None] = Catalogue(COMMON, {})
    assert catalogue.sentence(shown, None) == (
        'The game master answers "may I?": no, because a slip.'
    )
    assert ruling_words(event.facts) == '"may I?": no'


# --- work --------------------------------------------------------------------------------------


def a_work() -> PhaseContext:
    made = PhaseContext(GameState(1, 0, (), SEATS, 0), "1", {}, KeyedDice(b"turn", 1), IDS)
    made.phase = "first"
    return made


def test_a_roll_is_named_by_its_phase_and_grouped_by_who_perceives_it() -> None:
    made = a_work()
    assert made.roll("d6", "a", "b").name == "first/a/b"
    assert made.roll("d6", "c").group == "all"
    assert made.roll("d6", "d", seen=only("bob", "ilse")).group == "bob+ilse"
    assert made.roll("d6", "e", seen={"ilse": ("rolls",), "bob": ("hex",)}).group == "ilse"
    assert made.roll("d6", "f", seen={}).group == "gm"


def test_two_rolls_of_one_name_are_a_mistake_of_the_game() -> None:
    made = a_work()
    made.roll("d6", "a")
    with pytest.raises(ValueError, match="share the name first/a"):
        made.roll("d6", "a")


def test_events_of_one_name_have_ids_of_their_own() -> None:
    made = a_work()
    one, two = made.emit("x", "s", rule=""), made.emit("x", "s", rule="")
    assert one.id != two.id
    assert a_work().emit("x", "s", rule="").id == one.id


def test_a_ruling_that_ends_the_game_leaves_the_phase_undone() -> None:
    short = replace(GAME, result=lambda state: "enough" if state > 5 else "")
    ended = Ruling("R1", "set", "game", "", "6", "", "so", "set it", (), Span("r.txt", 1))
    inputs = Inputs({"ilse": sheet("ilse", line(2, "3"))}, (ended,))
    game_state = GameState(1, 0, ("1",), SEATS, 5)
    found = turn.run(short, game_state, "1", inputs, {}, KeyedDice(b"turn", 1), IDS)
    assert [event.kind for event in found.events if event.kind == "counted"] == []
    assert (next_standing(found).result, next_standing(found).state) == ("enough", 6)


# --- rulings that the turn undoes: a count set to 9 is lost where it is 0 -----------------------


def _rule(work: PhaseContext, ruling: Ruling) -> None:
    work.state = {**work.state, ruling.subject: int(ruling.value)}
    work.ruled(ruling, only())


def _undone(then: State, now: State, ruled: Event) -> Loss | None:
    name = str(ruled.facts["text"])
    if then.get(name) and not now.get(name):
        return Loss(f"{name} was lost", (f"set {name}.n = {then[name]}",))
    return None


def _lose(work: PhaseContext) -> None:
    work.state = {**work.state, "A": 0}
    work.emit("lost", rule="B 1")


def _pass(work: PhaseContext) -> None:
    work.emit("passed", work.phase, rule="B 1")


def undone_by(
    *rulings: Ruling, ends: bool = False, due_at: tuple[str, ...] = ("1",)
) -> Mapping[str, Loss]:
    def phase(key: str) -> Phase:
        does = _lose if key in ("2", "4") else _pass
        waits = ("",) if key in due_at else ()
        return Phase(key, f"Part {key}", "B", does, lambda _state: waits)

    game = replace(
        BATTLES,
        phases=lambda _state, _turn, _options: tuple(map(phase, "1234")),
        rule=_rule,
        undone=_undone,
        result=lambda state: "over" if ends and not state.get("A", 1) else "",
    )
    begun = GameState(1, 0, ("1",), SEATS, {})
    dice = KeyedDice(b"turn", 1)
    done = turn.run(game, begun, "1", Inputs(rulings=rulings), {}, dice, IDS)
    return done.undone


def set_to(id: str, name: str, number: int, before: str = "") -> Ruling:
    """``text`` is the name, by which the loss is found."""
    span = Span("rulings.txt", 1, 1, 2, "")
    return Ruling(id, "set", name, "n", str(number), before, "so", name, (), span)


def test_what_the_turn_undid_is_found_with_its_phase() -> None:
    start, part = "at the start of the turn", "before 2"
    loss = Loss("A was lost", ("set A.n = 9",), start, "2 (Part 2)", "3")
    assert undone_by(set_to("R1", "A", 9), set_to("R2", "B", 9)) == {"R1": loss}
    assert undone_by(set_to("R1", "A", 9, "2")) == {"R1": replace(loss, held=part)}
    # It was not there before the ruling, and so was not lost.
    assert undone_by(set_to("R1", "A", 0)) == {}


def test_a_later_phase_is_named_only_where_a_ruling_could_stand_before_it() -> None:
    """Not where the stage ends, and not where the game does."""
    (last,) = undone_by(set_to("R1", "A", 9, "3")).values()
    (waits,) = undone_by(set_to("R1", "A", 9), due_at=("1", "3")).values()
    (over,) = undone_by(set_to("R1", "A", 9), ends=True).values()
    assert [(one.phase[0], one.later) for one in (last, waits, over)] == [
        ("4", ""),
        ("2", ""),
        ("2", ""),
    ]


def test_what_a_ruling_undoes_or_puts_back_was_not_lost_in_the_turn() -> None:
    back = set_to("R2", "A", 5, "end")
    assert undone_by(set_to("R1", "A", 9), back) == {}
    assert undone_by(set_to("R1", "A", 9), set_to("R2", "A", 0, "2")) == {}
    # Put back, and lost again.
    found = undone_by(set_to("R1", "A", 9), set_to("R2", "A", 5, "3"))
    assert {id: one.phase for id, one in found.items()} == {"R1": "4 (Part 4)", "R2": "4 (Part 4)"}
