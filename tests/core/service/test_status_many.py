"""Where many campaigns stand: a line each, and one that cannot be read hides no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.intake import session, summaries
from pbm.service import status_many
from pbm.service.api import How, docket, rule, run_turn, status, status_of_many
from pbm.service.status_many import BROKEN, DOCKET, NONE, OVER, PAUSED, READY, SHEETS, tally
from pbm.turns.submissions import Submissions, submissions_of
from tests.core import table
from tests.core.cli.test_main import Pbm, pbm
from tests.core.service.test_run_many import ready

__all__ = ["pbm"]


pytestmark = pytest.mark.usefixtures("tiny_table")


@pytest.fixture
def every(tmp_path: Path) -> list[Path]:
    """A campaign of each sort, and a folder that is none; ``b-wait`` has one sheet, with WAIT."""
    run = ready(tmp_path, "a-run")
    wait = ready(tmp_path, "b-wait")
    run_turn(wait, at=table.RUN)
    sheet = table.sheet("Ilse", "2", "WAIT", "add 1").replace(b"eridani", b"b-wait")
    table.send(wait, sheet, at=table.LATER)
    asks = ready(tmp_path, "c-asks", note="NOTE TO GM may I?")
    paused = ready(tmp_path, "d-paused")
    rule(paused, "1", b"pause because of a feast\n", "r.txt", at=table.SENT)
    over = ready(tmp_path / "e", "e-over", goal=5)
    run_turn(over, at=table.RUN)
    broken = ready(tmp_path, "f-broken")
    (broken.folder / "turns/000/state.json").write_text("{}")
    folders = [one.folder for one in (run, wait, asks, paused, over, broken)]
    return [*folders, tmp_path / "g-none"]


def test_each_campaign_stands_somewhere_and_has_the_exit_code_of_a_look_at_it_alone(
    every: list[Path],
) -> None:
    heard: list[tuple[str, int, int]] = []
    found = status_of_many(every, progress=lambda *said: heard.append(said))
    assert [(one.folder, one.stands, one.code) for one in found] == list(
        zip(
            every,
            (READY, SHEETS, DOCKET, PAUSED, OVER, BROKEN, NONE),
            (0, 0, 0, 0, 0, 3, 1),
            strict=True,
        )
    )
    assert heard == [("campaigns", done, 7) for done in range(1, 8)]
    assert [bool(one.problems) for one in found] == [False] * 5 + [True] * 2
    lines = [one.line for one in found]
    assert [line["turn"] for line in lines] == ["1", "2", "1", "1", "1", "", ""]
    assert [line["docket"] for line in lines] == ["", "", 1, "", "", "", ""]
    assert lines[1]["what"] == "no orders: Bob; WAIT: Ilse"
    assert lines[4]["what"] == found[4].found.result != ""  # type: ignore[union-attr]
    assert "state.json was changed" in lines[5]["what"]
    assert tally(found) == (
        "7 campaigns: 1 can be run, 1 needs orders, 1 waits for the game master, 1 is paused, "
        "1 is over, 1 is damaged, 1 cannot be opened."
    )
    assert tally([found[1], found[1]]) == "2 campaigns: 2 need orders."


def test_a_folder_named_twice_has_one_line(every: list[Path]) -> None:
    assert len(status_of_many([every[0], every[0] / "../a-run"])) == 1


def test_a_question_of_a_turn_that_was_run_past_it_keeps_nothing(tmp_path: Path) -> None:
    campaign = ready(tmp_path, "eridani", note="NOTE TO GM may I?")
    assert (status(campaign).questions, status(campaign).asked) == (1, 1)
    run_turn(campaign, how=How(go_on=True), at=table.RUN)
    table.send(campaign, table.sheet("Ilse", "2", "add 1"), table.sheet("Bob", "2", "add 1"))
    found = status(campaign)
    assert docket(campaign)[0]["answer"] == "none; the turn was run without one"
    assert (found.questions, found.asked) == (0, 0)
    assert found.ready
    assert found.lines[-1] == "Every sheet is in: pbm run."
    assert run_turn(campaign, at=table.LATER).folder is not None


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("ABCD", "A, B, C, D"),
        ("ABCDE", "A, B, C, D, E"),  # "and 1 more" would be no shorter
        ("ABCDEF", "A, B, C, D and 2 more"),
    ],
)
def test_many_names_are_counted(names: str, said: str) -> None:
    assert status_many._names(list(names)) == said


def test_the_first_of_several_deadlines_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ready(tmp_path, "a").folder
    (plain,) = status_of_many([folder])
    assert plain.deadline.text == ""
    rulings = b"deadline 2026-04-02 20:00 Europe/Berlin because of a fair\n"
    rule(campaign_of(plain), "1", rulings, "r.txt", at=table.SENT)
    (found,) = status_of_many([folder])
    assert found.line["deadline"] == "2026-04-02 20:00 Europe/Berlin"
    assert found.record["deadline"] == "2026-04-02T18:00:00Z"


def campaign_of(one: status_many.StatusLine) -> Campaign:
    from pbm.campaign.campaign import open_campaign

    return open_campaign(one.folder)


def test_the_command_gives_a_table_and_the_worst_exit_code(pbm: Pbm, every: list[Path]) -> None:
    said = pbm("status", *every)
    assert said.code == 3
    head, *lines, blank, last = said.out.splitlines()
    assert head.split() == ["CAMPAIGN", "TURN", "STANDS", "DOCKET", "WHAT"]
    assert [line.split()[0] for line in lines] == [str(folder) for folder in every]
    assert (blank, last[:12]) == ("", "7 campaigns:")
    for folder in every[-2:]:  # every fault at once
        assert f"{folder}:\n" in said.err
    assert pbm("status", *every[:5]).code == 0
    assert pbm("status", every[0], every[-1]).code == 1


def test_one_campaign_keeps_its_own_answer_unless_asked_for_a_line(
    pbm: Pbm, every: list[Path]
) -> None:
    one = pbm("status", every[0])
    assert one.out.startswith("a-run (Tiny): orders for turn 1 are due.\n")
    assert "STAGE" in one.out
    brief = pbm("status", every[0], "--brief")
    assert brief.out.splitlines()[0].split() == ["CAMPAIGN", "TURN", "STANDS", "WHAT"]
    assert brief.out.endswith("\n1 campaign: 1 can be run.\n")
    rows = json.loads(pbm("status", every[0], "--json").out)
    (record,) = json.loads(pbm("status", every[0], "--json", "--brief").out)
    assert record["sheets"] == rows
    assert list(rows[0]) == ["player", "sheet", "received", "problems"]


def test_the_records_of_many_have_each_sheet(pbm: Pbm, every: list[Path]) -> None:
    said = pbm("status", *every, "--json")
    assert said.code == 3
    rows = json.loads(said.out)
    keys = (
        "campaign game turn stands deadline docket mails missing wait result code problems sheets"
    )
    assert all(list(row) == keys.split() for row in rows)
    assert rows[1] == {
        "campaign": str(every[1]),
        "game": "Tiny",
        "turn": "2",
        "stands": SHEETS,
        "deadline": "",
        "docket": 0,
        "mails": 0,
        "missing": ["Bob"],
        "wait": ["Ilse"],
        "result": "",
        "code": 0,
        "problems": [],
        "sheets": [
            {
                "player": "Ilse",
                "sheet": "1 (sheet1.txt)",
                "received": table.LATER,
                "problems": 0,
            },
            {"player": "Bob", "sheet": "", "received": "", "problems": 0},
        ],
    }
    assert (rows[6]["problems"], rows[6]["code"]) == ([f"{every[6]} is not a campaign"], 1)


def test_a_sheet_is_read_once_for_all_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = table.begin(tmp_path)
    monkeypatch.setattr(summaries, "_READ", {})
    read: list[str] = []

    def counted(*given: Any) -> Submissions:
        read.append(given[3])
        return submissions_of(*given)

    monkeypatch.setattr(summaries, "submissions_of", counted)
    for name in ("Ilse", "Bob"):
        table.send(campaign, table.sheet(name, "0", "hid 3", "NOTE TO GM may I?", "FINAL"))
    here, asked = status(campaign), docket(campaign)
    assert (here.rows[0]["problems"], here.rows[0]["said"], here.questions) == (1, "FINAL", 2)
    assert read == []  # each was read when it came
    monkeypatch.setattr(session, "engine", lambda: "another engine")
    for _again in range(2):
        assert (status(campaign), docket(campaign)) == (here, asked)
    assert read == ["ilse", "bob"]
    table.send(campaign, table.sheet("Ilse", "0", "hide 4"))
    assert status(campaign).rows[0]["sheet"] == "2 (sheet1.txt)"
    assert read == ["ilse", "bob"]
    monkeypatch.setattr(session, "engine", lambda: "a third engine")
    monkeypatch.setattr(summaries, "MOST_READ", 1)
    status(campaign)
    status(campaign)
    assert read[2:] == ["ilse", "ilse", "bob"]
    assert len(summaries._READ) == 1
