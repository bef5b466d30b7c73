"""Pieces of a phase: the same rolls, events and results, whoever does them and when."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbm.dice.keyed import Ids, KeyedDice
from pbm.dice.sealed import SealedDice
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.events import Event
from pbm.engine.subtask import Dispatcher, Subtask, SubtaskContext, SubtaskResult
from pbm.parallel.pools import Processes, Serial
from pbm.parallel.workers import workers
from pbm.turns import subtask_dispatch
from pbm.turns.subtask_dispatch import LEAST, LEAST_SEALED, dispatcher
from tests.core.counting import SEATS
from tests.core.crews import Pickling, at_work
from tests.core.sealed_table import KEY


def work(others: Dispatcher | None = None, dice: Any = None) -> PhaseContext:
    game_state = GameState(1, 0, (), SEATS, 0)
    made = PhaseContext(game_state, "1", {}, dice or KeyedDice(b"s", 1), Ids(b"s"), (), others)
    made.phase = "G"
    return made


def duel(apart: SubtaskContext, task: tuple[str, int]) -> int:
    """So many shots at a place, each told."""
    place, shots = task
    total = 0
    for shot in range(shots):
        roll = apart.roll("d10", "shot", place, str(shot))
        apart.emit("shot", place, rule="B 1", rolls=[roll], place=place)
        total += roll.total
    return total


def twice_named(apart: SubtaskContext, _task: str) -> None:
    apart.emit("shot", "TEDDY", rule="B 1")


def twice_rolled(apart: SubtaskContext, _task: str) -> None:
    apart.roll("d10", "shot")


def deadly(apart: SubtaskContext, task: tuple[Path, int]) -> int:
    """The first who comes to the third piece dies over it."""
    folder, number = task
    if number == 2 and not (folder / "dead").exists():
        (folder / "dead").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return apart.roll("d1000", "shot", str(number)).total


def shots(task: tuple[str, int]) -> int:
    return task[1]


TASKS = [("SHOOT", 3), ("ALGOL", 1), ("TEDDY", 2)]


def played(made: PhaseContext, log: list[str] | None = None) -> tuple[list[int], list[Event]]:
    """Each piece's result, told of as the piece before it is done with."""
    heard = [] if log is None else log

    def tasks() -> Iterator[tuple[str, int]]:
        for task in TASKS:
            heard.append(f"ask {task[0]}")
            yield task

    found = []
    for task, total in zip(TASKS, made.each("duels", duel, tasks(), shots), strict=True):
        heard.append(f"use {task[0]}")
        made.emit("told", task[0], rule="B 2", total=total)
        found.append(total)
    return found, made.events


def here(sent: list[int], least: int) -> Dispatcher:
    """Others, who are here; they note how many pieces they were given."""

    def all_of(what: str, pieces: Sequence[Subtask]) -> Iterator[SubtaskResult[Any]]:
        assert what == "duels"
        sent.append(len(pieces))
        return (piece.done(KeyedDice(b"s", 1)) for piece in pieces)

    return Dispatcher(least, all_of)


def test_alone_each_piece_is_done_when_those_before_it_were_made_use_of() -> None:
    log: list[str] = []
    played(work(), log)
    places = [place for place, _shots in TASKS]
    assert log == [f"{what} {place}" for place in places for what in ("ask", "use")]


@pytest.mark.parametrize(("least", "sent"), [(6, [3]), (7, [])])
def test_pieces_are_sent_from_so_many_rolls_on_and_come_to_the_same(
    least: int, sent: list[int]
) -> None:
    found: list[int] = []
    assert played(work(here(found, least))) == played(work())
    assert found == sent


def test_a_piece_alone_is_not_sent() -> None:
    found: list[int] = []
    assert list(work(here(found, 0)).each("duels", duel, TASKS[:1], shots)) == [
        *work().each("duels", duel, TASKS[:1], shots)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("do", "name"), [(twice_named, "1/G/shot/TEDDY"), (twice_rolled, "G/shot")]
)
def test_two_pieces_may_not_share_a_name(
    do: Callable[[SubtaskContext, str], None], name: str
) -> None:
    with pytest.raises(ValueError, match=f"share the name {name}"):
        list(work(here([], 0)).each("duels", do, ["a", "b"], len))


def test_rolls_of_pieces_are_rolls_of_the_turn() -> None:
    made = work(here([], 0))
    played(made)
    assert made.emitted("shot", "SHOOT") == 3
    with pytest.raises(ValueError, match="share the name G/shot/SHOOT/0"):
        made.roll("d10", "shot", "SHOOT", "0")


def test_without_a_crew_of_several_nothing_is_sent() -> None:
    dice = KeyedDice(b"s", 1)
    assert dispatcher(dice, dice) is None
    with at_work(Serial()):
        assert dispatcher(dice, dice) is None


def test_sealed_dice_are_sent_sooner() -> None:
    sealed, seeded = SealedDice(KEY, "x", 1, ""), KeyedDice(b"s", 1)
    with at_work(Pickling()):
        made = [dispatcher(one, one) for one in (sealed, seeded)]
    assert [one and one.least for one in made] == [LEAST_SEALED, LEAST]


def test_what_comes_back_is_what_would_have_come_of_it_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(subtask_dispatch, "LEAST", 6)
    heard: list[tuple[str, int, int]] = []
    dice, crew = KeyedDice(b"s", 1), Pickling()
    with at_work(crew):
        others = dispatcher(dice, KeyedDice(b"s", 1), lambda *said: heard.append(said))
        assert played(work(others, dice)) == played(work())
    assert crew.did == ["pbm.turns.subtask_dispatch._done"] * 3
    assert heard == [("duels", done, 3) for done in (1, 2, 3)]


def test_proofs_come_back_with_the_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtask_dispatch, "LEAST_SEALED", 6)
    alone, sent = (SealedDice(KEY, "apart", 1, "salt") for _ in range(2))
    with at_work(Pickling()):
        others = dispatcher(sent, SealedDice(KEY, "apart", 1, "salt"))
        found = played(work(others, sent))
    assert found == played(work(None, alone))
    assert len(sent.proofs) == 6
    assert sent.proofs == alone.proofs


def test_a_worker_that_dies_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subtask_dispatch, "LEAST", 0)
    tasks = [(tmp_path, number) for number in range(4)]
    with workers(2) as crew:
        assert isinstance(crew, Processes)
        made = work(dispatcher(KeyedDice(b"s", 1), KeyedDice(b"s", 1)))
        found = list(made.each("duels", deadly, tasks, lambda _task: 1))
    assert (tmp_path / "dead").exists()
    assert found == list(work().each("duels", deadly, tasks, lambda _task: 1))
