"""Reminders: who gets one, when, and that each goes once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign
from pbm.mail.outbound.send import Wish, send
from pbm.service.api import rule
from tests.core import table
from tests.core.mail.office import by_mail, mails, text_of, to_folder

REMIND = Wish(remind=True, only_remind=True)
NOW = Wish(remind_now=True, only_remind=True)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign that waits for turn 1 until 2026-05-01 20:00 in Berlin, reminding 48 h before."""
    table.set_table(monkeypatch)
    campaign = by_mail(table.played(tmp_path, 0), to_folder(tmp_path / "out"), remind_hours=[48])
    due = b"deadline 2026-05-01 20:00 Europe/Berlin because it was agreed"
    rule(campaign, "1", due, "r.txt", at=table.LATER)
    return campaign


def names(campaign: Campaign, at: str, wish: Wish = REMIND) -> list[str]:
    return [row.player for row in send([campaign], wish, at=at).rows]


def test_when_it_is_time_each_who_is_missing_gets_one(desk: Campaign, tmp_path: Path) -> None:
    assert names(desk, "2026-04-29T17:59:59Z") == []
    table.send(desk, table.sheet("Bob", "1", "add 1"))
    assert names(desk, "2026-04-29T18:00:00Z") == ["Ilse"]
    assert names(desk, "2026-04-30T18:00:00Z") == []
    (mail,) = mails(tmp_path / "out")
    text = text_of(mail)
    assert "Your orders for turn 1 are not in. The deadline is 2026-05-01 20:00" in text
    assert "ORDERS  eridani  turn 1  for Ilse" in text
    assert "Bob" not in mail.as_string()


def test_behind_the_deadline_nobody_is_reminded(desk: Campaign) -> None:
    assert names(desk, "2026-05-01T18:00:00Z") == []
    assert names(desk, "2026-05-01T17:59:59Z") == ["Ilse", "Bob"]


def test_who_said_wait_is_reminded_in_other_words(desk: Campaign, tmp_path: Path) -> None:
    table.send(desk, table.sheet("Bob", "1", "add 1"), table.sheet("Ilse", "1", "WAIT", "add 1"))
    assert names(desk, "2026-04-30T18:00:00Z") == ["Ilse"]
    (mail,) = mails(tmp_path / "out")
    assert "Your sheet for turn 1 says WAIT" in text_of(mail)


def test_who_is_away_is_left_in_peace(desk: Campaign) -> None:
    table.send(desk, table.sheet("Ilse", "1", "ABSENT until turn 3", "add 1"))
    assert names(desk, "2026-04-30T18:00:00Z") == ["Bob"]


def test_of_several_times_the_latest_that_came_counts(desk: Campaign) -> None:
    desk = by_mail(desk, to_folder(desk.folder.parent / "out"), remind_hours=[48, 12, 2])
    assert names(desk, "2026-05-01T07:00:00Z") == ["Ilse", "Bob"]  # 11 hours left
    assert names(desk, "2026-05-01T08:00:00Z") == []
    assert names(desk, "2026-05-01T16:00:00Z") == ["Ilse", "Bob"]  # 2 hours left
    assert names(desk, "2026-05-01T17:00:00Z") == []


def test_at_once_goes_to_those_who_were_not_reminded(desk: Campaign) -> None:
    assert names(desk, "2026-04-01T12:00:00Z", NOW) == ["Ilse", "Bob"]
    assert names(desk, "2026-04-01T13:00:00Z", NOW) == []
    # That is their one reminder.
    assert names(desk, "2026-04-30T18:00:00Z") == []


def test_a_paused_campaign_reminds_nobody(desk: Campaign) -> None:
    rule(desk, "1", b"pause because of the holidays", "r.txt", at=table.LATER)
    assert names(desk, "2026-04-30T18:00:00Z") == []


def test_sending_alone_reminds_nobody(desk: Campaign) -> None:
    kinds = {row.kind for row in send([desk], at="2026-04-30T18:00:00Z").rows}
    assert kinds == {"report"}
