"""Spreading work: the same results in the same order, here or in other processes."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from pbm.kit.problems import CampaignFault, invalid
from pbm.parallel.pools import AHEAD, Crew, _begin, finished, in_order
from pbm.parallel.workers import MANY, at_work, workers


def double(number: int) -> int:
    if number == 13:
        raise ValueError("thirteen")
    return number * 2


def test_the_pool_of_a_thread_is_not_that_of_another() -> None:
    found: list[Crew | None] = []
    with workers(2) as crew, workers(3) as inner:
        other = Thread(target=lambda: found.append(at_work()))
        other.start()
        other.join()
        assert inner is crew is at_work()
    assert found == [None]
    assert at_work() is None


def scratch(_number: int) -> str:
    return tempfile.mkdtemp()


def worker(_number: int) -> int:
    return os.getpid()


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_results_stand_in_the_order_of_the_tasks(jobs: int) -> None:
    heard: list[tuple[int, int]] = []
    with workers(jobs) as executor:
        found = in_order(executor, double, [3, 1, 2], lambda done, of: heard.append((done, of)))
    assert found == [6, 2, 4]
    assert heard == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_comes_through(jobs: int) -> None:
    with workers(jobs) as executor, pytest.raises(ValueError, match="thirteen"):
        in_order(executor, double, [1, 13], lambda _done, _of: None)


def test_a_worker_begins_with_a_folder_that_goes_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", "/tmp")
    threshold = gc.get_threshold()
    try:
        _begin(str(tmp_path))
        assert gc.get_threshold() > threshold
    finally:
        gc.set_threshold(*threshold)
    assert Path(tempfile.mkdtemp()).parent == tmp_path


def test_workers_that_are_there_do_the_work_of_those_asked_for_inside() -> None:
    with workers(2) as first:
        with workers(2) as second, workers(1) as third:
            assert first is second is third
        assert in_order(first, double, [4], lambda _done, _of: None) == [8]
    with workers(2) as later:
        assert later is not first


def test_where_nobody_asks_for_processes_much_work_alone_is_shared_among_one_a_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def done_here(number: int) -> bool:
        return set(in_order(crew, worker, range(number), lambda _done, _of: None)) == {os.getpid()}

    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with workers(None) as crew:
        assert crew.width == 2
        assert done_here(MANY - 1)
        assert not done_here(MANY)
    with workers(2) as crew:
        assert not done_here(1)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    with workers(None) as crew:
        assert done_here(MANY)


def test_workers_leave_no_folders_behind() -> None:
    with workers(2) as executor:
        found = in_order(executor, scratch, [1, 2], lambda _done, _of: None)
        assert all(Path(path).is_dir() for path in found)
    assert not any(Path(path).exists() for path in found)


def deadly(task: tuple[Path, int]) -> int:
    """13 kills its process, 7 only the first time."""
    folder, number = task
    mark = folder / str(number)
    if number == 13 or (number == 7 and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * 2


def test_a_process_that_dies_takes_only_its_own_task_along(tmp_path: Path) -> None:
    tasks = [(tmp_path, number) for number in (1, 13, 5, 2, 3, 4)]
    with workers(2) as crew:
        found = dict(finished(crew, deadly, tasks))
        with pytest.raises(CampaignFault, match="its worker died"):
            found.pop(1).result()
        assert {place: future.result() for place, future in found.items()} == {
            0: 2,
            2: 10,
            3: 4,
            4: 6,
            5: 8,
        }
        assert in_order(crew, double, [4], lambda _done, _of: None) == [8]  # the crew goes on


def test_a_task_is_retried_after_its_process_died_once(tmp_path: Path) -> None:
    with workers(2) as crew:
        found = dict(finished(crew, deadly, [(tmp_path, number) for number in (1, 7, 2, 3)]))
        assert [found[place].result() for place in range(4)] == [2, 14, 4, 6]
    assert (tmp_path / "7").exists()


def test_tasks_are_asked_for_when_there_is_somebody_to_do_them() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(20):
            asked.append(number)
            yield number

    with workers(1) as crew:
        for done, _found in enumerate(finished(crew, double, tasks()), 1):
            assert len(asked) <= done + AHEAD


def test_a_fault_keeps_its_problems_on_the_way_to_another_process() -> None:
    fault = CampaignFault(invalid("one", reason="why"), invalid("two"))
    again = pickle.loads(pickle.dumps(fault))
    assert type(again) is CampaignFault
    assert again.problems == fault.problems
    assert str(again) == "one; two"
