"""What changed in a corrected report stands under its cause: a ruling, or a late sheet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbm.campaign.campaign import Campaign
from pbm.cli.rulings import commands
from pbm.engine.turn import Stage
from pbm.service.api import Faults, kept_of, replay, rerun, run_turn
from pbm.turns.play import Given, Played, remarks
from tests.core import table
from tests.core.service.test_rerun import correct, names, packet, total
from tests.core.table import sheet


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Turns 0 to 3 were run; turn 4 is due."""
    table.set_table(monkeypatch)
    return table.played(tmp_path, 3)


def heads(campaign: Campaign, stage: str, player: str) -> dict[str, list[str]]:
    """What each cause changed in a corrected report, by what is changed."""
    found = packet(campaign, stage, player)["correction"]
    return {one["cause"]: [change["about"] for change in one["changes"]] for one in found}


def test_each_change_stands_under_the_ruling_or_the_sheet_that_made_it(campaign: Campaign) -> None:
    """In later turns too, as far as its reader may know the cause."""
    correct(campaign, "2", b"roll add/bob counts as 10 because the die fell off the table")
    correct(campaign, "2", b"term add/ilse without written because it was misread")
    table.send(campaign, sheet("Ilse", "2", "add 9"), late=True)
    rerun(campaign, "2", at="2026-03-09T12:00Z")
    rolled = "Ruled: a roll counts as 10"
    struck = "Ruled: a sum counts without written (9)"
    late = "Your late sheet: that of 2026-03-02T12:00:00Z counts"
    assert heads(campaign, "002.r2", "bob") == {
        rolled: ["totals, bob, total", "total", "The turn"],
        struck: ["totals, ilse, total", "The turn"],
    }
    assert heads(campaign, "002.r2", "ilse") == {
        rolled: ["totals, bob, total", "The turn"],
        struck: ["totals, ilse, total", "total", "The turn"],
        late: ["Your sheet"],
    }
    # The sheet changed nothing in the turn after it.
    assert heads(campaign, "003.r2", "ilse") == {
        rolled.replace(":", " in turn 2:"): ["totals, bob, total", "The turn"],
        struck.replace(":", " in turn 2:"): ["totals, ilse, total", "total", "The turn"],
    }
    assert replay(campaign) == []


@pytest.mark.parametrize(
    ("needs", "also"),
    [
        # The second alone is of a player whom nobody knows; the sheet alone asks a question.
        (b'hand ilse to "Nan" because she left\nnote Nan: welcome because you came', {"The turn"}),
        (b"set bob.total = 20 because it was wrong", {"The turn"}),
    ],
)
def test_what_a_cause_changes_only_with_another_is_of_several(
    campaign: Campaign, needs: bytes, also: set[str]
) -> None:
    """It has no changes of its own, and nothing is left that no cause explains."""
    table.send(campaign, sheet("Ilse", "2", "add 13"), late=True)
    correct(campaign, "2", needs + b"\nanswer T-A3 ilse: yes because so")
    rerun(campaign, "2", at="2026-03-09T12:00Z")
    for stage in ("002.r2", "003.r2"):
        found = heads(campaign, stage, "ilse")
        assert also <= set(found["Changed by several of these together"])
        assert "What else changed" not in found
    assert replay(campaign) == []


def test_a_cause_at_the_end_of_a_turn_says_so(campaign: Campaign) -> None:
    """What the turn did before it holds too."""
    correct(campaign, "2", b"before end: set bob.total = 20 because it was wrong")
    rerun(campaign, "2", at="2026-03-09T12:00Z")
    assert list(heads(campaign, "002.r2", "bob")) == ["Ruled at the end: set bob.total = 20"]
    assert list(heads(campaign, "003.r2", "bob")) == [
        "Ruled at the end of turn 2: set bob.total = 20"
    ]


def test_of_several_are_only_causes_that_the_reader_knows(campaign: Campaign) -> None:
    """Ilse knows the answer to her sheet, and both; Bob's late sheet is for his eyes alone."""
    table.send(campaign, sheet("Ilse", "2", "add 13"), sheet("Bob", "2", "add 8"), late=True)
    correct(campaign, "2", b"answer T-A3 ilse: yes because so")
    rerun(campaign, "2", at="2026-03-09T12:00Z")
    for stage in ("002.r2", "003.r2"):
        found = heads(campaign, stage, "ilse")
        assert {"total", "The turn"} <= set(found["Changed by several of these together"])
        assert found["What else changed"] == ["totals, bob, total", "The turn"]
        assert "Changed by several of these together" not in heads(campaign, stage, "bob")
    assert replay(campaign) == []


def test_a_cause_that_alone_ends_the_game_changes_nothing_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 2, goal=60)
    correct(campaign, "1", b"set bob.total = 54 because it was wrong")
    correct(campaign, "1", b"set bob.total = 20 because that was wrong too")
    rerun(campaign, "1", at="2026-03-09T12:00Z")
    assert names(campaign)[-1] == "002.r2"
    (cause,) = heads(campaign, "002.r2", "bob")
    assert cause == "Ruled in turn 1: set bob.total = 20"


def test_a_ruling_on_several_rolls_names_them(campaign: Campaign) -> None:
    """At the ruling, at the preview, at the run and in the game master's book."""
    both = "R1 meets 2 rolls: 1.add/add/ilse and 1.add/add/bob"
    one = b"roll add/bob counts as 4 because the die was cocked"
    for turn in ("3", "4"):
        correct(campaign, turn, b"roll add/* counts as 5 because the die was cocked\n" + one)
    states = [row.state for row in kept_of(campaign, "3")]
    assert states == [f"holds; {both[3:]}", "holds"]
    assert f"Turn 3: {both}." in rerun(campaign, "3", preview=True).lines
    table.send(campaign, sheet("Ilse", "4", "add 1"), sheet("Bob", "4", "add 1"))
    ran = run_turn(campaign, at="2026-03-11T12:00Z")
    assert f"{both}." in ran.lines
    assert not any("R2" in line for line in ran.lines)
    book = json.loads((campaign.folder / "turns/004/gm/book.json").read_text())
    assert [one.get("remark") for one in book["rulings"]] == [both.removeprefix("R1 "), None]


def test_many_rolls_are_counted(campaign: Campaign) -> None:
    stage = Stage(
        "1", None, (), {}, ruled_rolls={"R1": list("abcdef"), "R2": ["a"], "R3": list("abcde")}
    )
    assert remarks(Played(Given("1"), stage, {}, (), {})) == {
        "R1": "meets 6 rolls: a, b, c, d, e and 1 more",
        "R3": "meets 5 rolls: a, b, c, d and e",
    }


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("add 5", ""),
        ("add 21", "21 is more than 20"),  # understood, and not allowed
        ("hide 5", '"hide" is for another sheet'),
        ("ad 5", '"ad 5" is no order'),
    ],
)
def test_a_line_is_read_as_ruled_only_where_it_is_an_order(
    campaign: Campaign, order: str, why: str
) -> None:
    text = f'replace ilse line 2 with "{order}" because it was misread'.encode()
    if why:
        with pytest.raises(Faults, match=why) as refused:
            correct(campaign, "3", text)
        assert "The rulings were not kept" in str(refused.value.problems)
        return
    before = total(campaign, "003", "ilse")
    correct(campaign, "3", text)
    rerun(campaign, "3", at="2026-03-09T12:00Z")
    assert total(campaign, "003.r2", "ilse") == before + 3
    ((cause, changed),) = heads(campaign, "003.r2", "ilse").items()
    assert cause == 'Ruled: replace ilse line 2 with "add 5"'
    assert {"total", "The turn"} <= set(changed)


def test_the_command_says_which_rolls_a_ruling_meets(campaign: Campaign) -> None:
    file = campaign.folder / "r.txt"
    file.write_text("roll add/* counts as 5 because so\nroll add/bob counts as 4 because so\n")
    said = CliRunner().invoke(commands, ["rule", str(campaign.folder), "3", str(file)]).output
    kept, *more = said.splitlines()
    assert kept.startswith("Kept in ")
    assert more == ["R1 meets 2 rolls: 1.add/add/ilse and 1.add/add/bob."]


def test_a_late_sheet_that_needs_a_hidden_answer_has_what_the_answer_alone_does_not_change(
    campaign: Campaign,
) -> None:
    """As in a battle of Nova fought by people: nobody reads its result.

    Ilse knows of her sheet alone, which cannot be played without the answer. What that and Bob's
    sheet change without hers is not hers.
    """
    table.send(campaign, sheet("Ilse", "2", "add 14"), sheet("Bob", "2", "add 8"), late=True)
    correct(campaign, "2", b"answer T-A4 ilse: yes because so")
    rerun(campaign, "2", at="2026-03-09T12:00Z")
    for stage, when in (("002.r2", ""), ("003.r2", " in turn 2")):
        found = heads(campaign, stage, "ilse")
        late = f"Your late sheet{when}: that of 2026-03-02T12:00:00Z counts"
        assert set(found) == {late, "What else changed"}
        assert "total" in found[late]
        assert "The turn" in found[late]
        told = packet(campaign, stage, "ilse")
        held, bobs = told["correction"][1]["changes"]
        assert held["about"] == "totals, bob, total"
        assert "'player': 'bob'" in bobs["now"]
        assert not any("T-A4" in one["text"] for one in told["rulings"])
    assert replay(campaign) == []
