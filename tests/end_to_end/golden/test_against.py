"""A changed fact is told by its event and field, beside what it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.golden import against as comparing
from tests.end_to_end.golden.against import NotCompared, against, differences
from tests.end_to_end.golden.renew import changed, tell, with_hashes

SHOT = {"id": "a1", "kind": "attack", "phase": "2.fire", "prev": "00", "facts": {"chance": 40}}
STATE = {"ships": [{"hull": 8, "at": [3, 4]}]}


def campaign(folder: Path, state: Mapping[str, Any], *events: Mapping[str, Any]) -> Path:
    turn = folder / "turns" / "001"
    turn.mkdir(parents=True)
    (turn / "state.json").write_text(json.dumps(state))
    (turn / "events.jsonl").write_text("".join(f"{json.dumps(event)}\n" for event in events))
    return folder


def test_the_same_facts_differ_in_nothing(tmp_path: Path) -> None:
    old = campaign(tmp_path / "old", STATE, SHOT)
    new = campaign(tmp_path / "new", STATE, {**SHOT, "prev": "another hash"})
    assert [*differences(old, new)] == []


def test_a_changed_fact_is_named_by_event_and_field(tmp_path: Path) -> None:
    old = campaign(tmp_path / "old", STATE, SHOT)
    new = campaign(tmp_path / "new", {"ships": [{"hull": 6}]}, {**SHOT, "facts": {"chance": 50}})
    assert [*differences(old, new)] == [
        "turns/001/events.jsonl, attack a1 in 2.fire, facts.chance: 40 -> 50",
        "turns/001/state.json, ships[0].hull: 8 -> 6",
        "turns/001/state.json, ships[0].at: [3, 4] -> nothing",
    ]


def test_events_and_turns_that_came_or_went_are_told_whole(tmp_path: Path) -> None:
    old = campaign(tmp_path / "old", STATE, SHOT)
    new = campaign(tmp_path / "new", STATE, {**SHOT, "id": "b2"})
    (new / "turns/002").mkdir()
    (new / "turns/002/state.json").write_text('{"turn": 2}')
    assert [*differences(old, new)] == [
        "turns/001/events.jsonl, attack a1 in 2.fire, gone: facts.chance 40",
        "turns/001/events.jsonl, attack b2 in 2.fire, new: facts.chance 40",
        "turns/002/state.json, new: turn 2",
    ]


def test_a_renewal_says_which_hashes_changed_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    def kept(state: str, page: str) -> dict[str, bytes]:
        record = f'[files]\n"state.json" = "{state}"\n"reports/rook/report.html" = "{page}"\n'
        return {"turns/001/turn.toml": record.encode(), "campaign.toml": b"the same"}

    tell("beacon", changed(with_hashes(kept("aa", "bb")), with_hashes(kept("cc", "bb"))))
    assert capsys.readouterr().out == (
        "beacon: 1 facts changed\n    turns/001/state.json\n"
        "beacon: 1 records changed\n    turns/001/turn.toml\n"
    )
    tell("beacon", changed(with_hashes(kept("aa", "bb")), with_hashes(kept("aa", "dd"))))
    assert "1 pages changed\n    turns/001/reports/rook/report.html" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "revision"), [("beacon", "no-such-revision"), ("none", "HEAD")])
def test_what_cannot_be_compared_is_said(name: str, revision: str) -> None:
    with pytest.raises(NotCompared):
        against(name, revision)


def test_without_git_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotCompared, match="git is not installed"):
        comparing.recorded_at("beacon")


@pytest.mark.skipif(not (comparing.ROOT / ".git").exists(), reason="a copy without its history")
def test_the_last_revision_that_changed_a_campaign_is_found() -> None:
    assert comparing.recorded_at("beacon")
    with pytest.raises(NotCompared, match="no revision holds campaigns/none"):
        comparing.recorded_at("none")
