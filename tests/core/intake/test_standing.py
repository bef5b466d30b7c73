"""Texts of a player are judged by those that stand, which their records name.

The receipts are those that reading all earlier texts gives, in one session and in many.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign import inbox
from pbm.campaign.campaign import Campaign, open_campaign
from pbm.engine import registry
from pbm.engine.types import Reading
from pbm.intake import session
from pbm.intake import submit as submitting
from pbm.intake.submit import Via, submit, submit_mailed
from pbm.sheets.envelope import Sheet
from pbm.turns.submissions import Submissions, submissions_of
from tests.core import table, tiny
from tests.core.table import sheet

pytestmark = pytest.mark.usefixtures("tiny_table")

BODIES = (
    sheet("Ilse", "1", "add 5"),
    sheet("Ilse", "1", "add 2", "ad 3"),
    sheet("Ilse", "1", "jump"),
    sheet("Ilse", "1"),
    sheet("Ilse", "1", "hello Bob", kind="MESSAGE"),
    sheet("Ilse", "1", "add 7") + sheet("Ilse", "1", "hello again", kind="MESSAGE"),
    sheet("Ilse", "1", "hide 2", kind="SETUP"),
)
# Of a game in which plans stand beside orders.
WITH_PLANS = (
    sheet("Ilse", "1", "add plan"),
    sheet("Ilse", "1", "7", kind="PLANS"),
    sheet("Ilse", "1", "add 2"),
    sheet("Ilse", "1", "seven", kind="PLANS"),
    sheet("Ilse", "1", "add 3", "ad 4"),
    sheet("Ilse", "1", "5", kind="PLANS") + sheet("Ilse", "1", "add plan", "add 1"),
    sheet("Ilse", "1"),
    sheet("Ilse", "1", "4", kind="WISHES"),
    sheet("Ilse", "1", "jump", kind="PLANS"),
)
# Hours at which mails were sent: in order, and overtaken.
Sent = tuple[bytes, int]


def sequences(bodies: Sequence[bytes] = BODIES) -> list[list[Sent]]:
    """Nine mails each, of all kinds in other orders; of some every third is overtaken."""
    return [
        [
            (
                bodies[(case + number * (case % 6 + 1) + number * number) % len(bodies)],
                0 if case % 2 and number % 3 == 2 else number,
            )
            for number in range(9)
        ]
        for case in range(6)
    ]


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A campaign of which turn 1 is due."""
    (tmp_path / "begun").mkdir()
    return table.played(tmp_path / "begun", 0).folder


def copied(begun: Path, name: str) -> Campaign:
    return open_campaign(shutil.copytree(begun, begun.parent / name))


def taken(campaign: Campaign, mails: Sequence[Sent]) -> list[str]:
    """The receipts of mails that come one by one, each to a session of its own."""
    for number, (data, hour) in enumerate(mails, 1):
        via = Via(f"mail{number}", f"2026-03-02T0{hour}:00:00Z", "right", is_new=True)
        submit_mailed(campaign, ("a.txt", data), "ilse", "1", via, at=table.SENT)
    stood = [str(one.part.stands) for one in inbox.entries(campaign.folder, "1", "ilse")]
    return [*receipts(campaign), *stood]


def receipts(campaign: Campaign) -> list[str]:
    folder = campaign.folder / "inbox/001/ilse"
    files = sorted(folder.glob("*.receipt.txt"), key=lambda file: int(file.name.split(".")[0]))
    return [file.read_text(encoding="utf-8") for file in files]


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny game with plans, bids and wishes in place of the tiny game."""
    rest = tuple(game for game in registry.GAMES if game.name != "tiny")
    entry = registry.GameEntry("tiny", "tests.core.kinds_game")
    monkeypatch.setattr(registry, "GAMES", (*rest, entry))


def both_ways(begun: Path, each: Sequence[list[Sent]]) -> list[list[str]]:
    """The receipts of mails, which are the same where all earlier texts and sheets are read."""

    def of_every_sheet(*given: Any) -> Submissions:
        return submissions_of(*given[:-1])

    some = [taken(copied(begun, f"some{number}"), mails) for number, mails in enumerate(each)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "standing", lambda *_: None)
        patch.setattr(submitting, "submissions_of", of_every_sheet)
        whole = [taken(copied(begun, f"all{number}"), mails) for number, mails in enumerate(each)]
    assert some == whole
    return whole


def test_receipts_are_those_of_reading_all_texts(begun: Path) -> None:
    whole = both_ways(begun, sequences())
    said = "\n".join(text for texts in whole for text in texts)
    for words in ("stays in force", "in force with the lines", "no longer count", "before. It is"):
        assert words in said


def test_receipts_beside_other_kinds_are_those_of_reading_all_texts(
    plans: None, begun: Path
) -> None:
    del plans
    whole = both_ways(begun, sequences(WITH_PLANS))
    said = "\n".join(text for texts in whole for text in texts)
    for words in ("PLANS sheet is in force", "your PLANS sheet number", "your ORDERS sheet number"):
        assert words in said


def test_a_kind_that_stands_beside_orders_reads_no_text_that_cannot_count(
    plans: None, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del plans
    campaign = open_campaign(begun)
    for number in range(5):
        table.send(campaign, sheet("Ilse", "1", f"add {number + 1}"))
    read = counted(monkeypatch)
    table.send(campaign, sheet("Ilse", "1", "7", kind="PLANS"))
    assert read == [5]
    # What was not understood before may be now.
    table.send(campaign, sheet("Ilse", "1", "add plan", "ad 4"))
    read.clear()
    table.send(campaign, sheet("Ilse", "1", "8", kind="PLANS"))
    assert sorted(read) == [1, 2, 3, 4, 5, 6, 7]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the texts that are read from here on."""
    read: list[int] = []

    def text_of(entry: inbox.InboxEntry) -> object:
        read.append(entry.number)
        return inbox.text_of(entry)

    monkeypatch.setattr(session, "text_of", text_of)
    return read


def test_receipts_are_the_same_in_one_session(begun: Path) -> None:
    texts = [("a.txt", data) for data, _hour in sequences()[0]]
    one = submit(copied(begun, "one"), texts, at=table.SENT)
    campaign = copied(begun, "many")
    many = [each for text in texts for each in submit(campaign, [text], at=table.SENT)]
    assert [each.receipt for each in one] == [each.receipt for each in many]


def test_no_earlier_text_is_read_that_does_not_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = table.played(tmp_path, 0)
    for number in range(6):
        table.send(campaign, sheet("Ilse", "1", f"add {number + 1}"))
    read = counted(monkeypatch)
    table.send(campaign, sheet("Ilse", "1", "add 9"))
    assert read == [6]


def test_no_earlier_sheet_is_read_whose_place_the_new_one_takes(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = open_campaign(begun)
    table.send(campaign, sheet("Ilse", "1", "add 1"))
    read: list[str] = []

    def plain(sheet: Sheet, view: Any, options: Mapping[str, str]) -> Reading:
        read.append(sheet.lines[0].text)
        return tiny.read(sheet, view, options)

    ruleset = replace(campaign.ruleset, read=plain)
    monkeypatch.setattr(Campaign, "ruleset", property(lambda _campaign: ruleset))
    table.send(campaign, sheet("Ilse", "1", "add 2"))
    assert read == ["add 2"]
    # One with a fault takes no place, so it is read beside the one that stays in force.
    table.send(campaign, sheet("Ilse", "1", "ad 3"))
    assert read == ["add 2", "ad 3", "add 2"]


def test_all_texts_are_read_where_the_records_are_of_another_basis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = table.played(tmp_path, 0)
    table.send(campaign, sheet("Ilse", "1", "add 1"), sheet("Ilse", "1", "add 2"))
    found = inbox.standing(campaign.folder, "1", "ilse", "another")
    assert found is None
    assert inbox.standing(campaign.folder, "1", "bob", "another") == []
    monkeypatch.setattr(session, "engine", lambda: "another engine")
    (one,) = table.send(campaign, sheet("Ilse", "1", "ad 3"))
    assert "your ORDERS sheet number 2" in one.receipt
    newest = inbox.newest(campaign.folder, "1", "ilse")
    assert newest is not None
    assert newest.stands == (2, 3)
