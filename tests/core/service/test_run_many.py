"""Many campaigns in one run: one that fails stops no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign
from pbm.service import run
from pbm.service import run_many as run_many_module
from pbm.service.api import How, rule, run_turn
from pbm.service.run_many import BROKEN, DRY, RAN, REFUSED, RESTS, STOPS, run_many
from pbm.storage.atomic_files import locked
from tests.core import table
from tests.core.cli.test_main import Pbm, pbm

__all__ = ["pbm"]


pytestmark = pytest.mark.usefixtures("tiny_table")


def ready(folder: Path, name: str, *, note: str = "add 2", **more: object) -> Campaign:
    """A campaign whose set-up was run, with both sheets of turn 1 in."""
    folder.mkdir(exist_ok=True)
    campaign = table.begin(folder, name=name, **more)  # type: ignore[arg-type]
    for turn, words in (("0", ("hide 3", "hide 4")), ("1", (note, "add 3"))):
        texts = [
            table.sheet(player, turn, line).replace(b" eridani ", f" {name} ".encode())
            for player, line in zip(("Ilse", "Bob"), words, strict=True)
        ]
        table.send(campaign, *texts)
        if turn == "0":
            run_turn(campaign, at=table.RUN)
    return campaign


def test_each_campaign_is_run_as_if_alone(tmp_path: Path) -> None:
    alone = [ready(tmp_path / "alone", name) for name in ("a", "b", "c")]
    for campaign in alone:
        run_turn(campaign, at=table.RUN)
    folders = [ready(tmp_path / "many", name).folder for name in ("a", "b", "c")]
    heard: list[tuple[str, int, int]] = []
    fates = run_many(folders, at=table.RUN, progress=lambda *said: heard.append(said))
    assert [(fate.folder, fate.did, fate.code) for fate in fates] == [(f, RAN, 0) for f in folders]
    assert heard == [("campaigns", done, 3) for done in (1, 2, 3)]
    one, other = table.tree(tmp_path / "alone"), table.tree(tmp_path / "many")
    assert one == other


def test_a_campaign_that_cannot_be_run_stops_no_other(tmp_path: Path) -> None:
    good = ready(tmp_path, "good")
    broken = ready(tmp_path, "broken")
    (broken.folder / "turns/000/state.json").write_text("{}")
    busy = ready(tmp_path, "busy")
    asks = ready(tmp_path, "asks", note="NOTE TO GM may I?")
    waits = ready(tmp_path, "waits")
    run_turn(waits, at=table.RUN)
    paused = ready(tmp_path, "paused")
    rule(paused, "1", b"pause because of a feast\n", "r.txt", at=table.SENT)
    last = ready(tmp_path, "last")
    folders = [one.folder for one in (broken, busy, asks, waits, paused, good, last)]
    with locked(busy.folder):
        fates = run_many([*folders, tmp_path / "none"], at=table.RUN)
    assert [(fate.did, fate.code) for fate in fates] == [
        (BROKEN, 3),
        (BROKEN, 3),
        (STOPS, 1),
        (REFUSED, 1),
        (RESTS, 0),
        (RAN, 0),
        (RAN, 0),
        (REFUSED, 1),
    ]
    assert "state.json was changed" in fates[0].problems[0].fault
    assert "another pbm is at work" in fates[1].problems[0].fault
    assert fates[2].ran is not None and fates[2].ran.docket
    assert [problem.fault for problem in fates[3].problems] == [
        "Ilse has sent no sheet for turn 2",
        "Bob has sent no sheet for turn 2",
    ]
    assert (good.folder / "turns/001/turn.toml").is_file()
    for campaign in (good, last, asks):  # every lock was let go
        with locked(campaign.folder):
            pass


def test_a_game_that_is_over_is_no_fault_of_a_run_of_many(tmp_path: Path) -> None:
    campaign = ready(tmp_path, "over", goal=5)
    run_turn(campaign, at=table.RUN)
    (ran,) = run_many([campaign.folder], how=How(missing_ok=True), at=table.RUN)
    assert (ran.did, ran.code) == (RESTS, 0)
    assert ran.problems[0].fault == "the game is over"


def test_a_folder_named_twice_is_run_once(tmp_path: Path) -> None:
    folder = ready(tmp_path, "a").folder
    assert len(run_many([folder, folder / "..", folder / "../a"][::2], at=table.RUN)) == 1


def test_a_dry_run_of_many_writes_nothing(tmp_path: Path) -> None:
    folders = [ready(tmp_path, name).folder for name in ("a", "b")]
    before = table.tree(tmp_path)
    assert [fate.did for fate in run_many(folders, how=How(dry=True), at=table.RUN)] == [DRY, DRY]
    assert table.tree(tmp_path) == before


def test_an_error_of_our_own_is_told_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [ready(tmp_path, name).folder for name in ("a", "b")]
    right = run.written

    def wrong(found: run.ReadyStage, carried: run.StageOutcome) -> run.Ran:
        if found.campaign.name == "a":
            raise ZeroDivisionError("a slip")
        return right(found, carried)

    monkeypatch.setattr(run_many_module, "written", wrong)
    first, second = run_many(folders, at=table.RUN)
    assert (first.did, first.code) == (BROKEN, 3)
    assert first.problems[0].fault == "the program failed: ZeroDivisionError"
    assert "a slip" in first.problems[0].reason
    assert second.did == RAN


def test_what_was_under_way_is_let_go_where_the_work_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [ready(tmp_path, name).folder for name in ("a", "b", "c")]

    def stopped(_ready: object, _future: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run_many_module, "_outcome", stopped)
    before = table.tree(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_many(folders, at=table.RUN)
    assert table.tree(tmp_path) == before
    for folder in folders:
        with locked(folder):
            pass


def test_the_command_says_what_became_of_each(pbm: Pbm, tmp_path: Path) -> None:
    good, waits = ready(tmp_path, "good"), ready(tmp_path, "waits")
    run_turn(waits, at=table.RUN)
    said = pbm("run", good.folder, waits.folder, "--at", table.RUN)
    assert said.code == 1
    head, first, second = said.out.splitlines()
    assert head.split() == ["CAMPAIGN", "TURN", "DID", "NEXT", "RESULT"]
    assert first.split() == [str(good.folder), "1", "run", "2"]
    assert second.split() == [str(waits.folder), "-", "not", "run"]
    assert "Bob has sent no sheet for turn 2" in said.err
    as_json = pbm("run", good.folder, "--json", "--missing-ok", "--at", table.RUN)
    assert as_json.code == 0
    assert json.loads(as_json.out) == [
        {
            "campaign": str(good.folder),
            "turn": "2",
            "did": "run",
            "next": ["3"],
            "result": "",
            "code": 0,
            "problems": [],
        }
    ]
    assert pbm("run", good.folder, waits.folder, "--stage", "2").code == 2
