"""Mails as people send them to campaigns of all games, and what a sensible game master expects.

A table of `corpus/GAME.toml` is a mail: the text that a person wrote, the program that sent it
(`programs.py`), and beside them what is expected. ``became`` is what became of it, ``means`` the
orders then in force, in plain words: they must be read as the same as those of the mail.
``faults`` is how many of its lines are reported. ``answers`` are the kinds of answers, ``says`` and
``never`` words that they have or must not have. ``listed`` is what the game master finds listed,
``gm_says`` words of it.
"""

from __future__ import annotations

import mailbox
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.campaign.gm_mail import gm_mails
from pbm.campaign.inbox import counting, entries, text_of
from pbm.intake.summaries import summaries
from pbm.mail.answering import read_text
from pbm.service.api import docket, status
from pbm.service.docket import docket_text
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from pbm.turns.submissions import SelectedSheet, Summary, all_submissions
from tests.core import table
from tests.core.mail.post import answers, post
from tests.end_to_end.mails import campaigns
from tests.end_to_end.mails.corpus_mails import bytes_of, mails, meaning, player_of, said, sheet_of

MAILS = mails()
# Other mails of the corpus are whole, as programs wrote them, of a game for tests.
WHOLE = mailbox.mbox(Path(__file__).parents[2] / "core/mail/corpus/mails.mbox", create=False)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Campaign]:
    """Each state of a campaign, made once."""
    return cache(lambda state: campaigns.begin(state, tmp_path_factory.mktemp(state)))


@pytest.fixture(autouse=True)
def no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports that need no printing press."""
    table.set_press(monkeypatch)


def in_force_of(campaign: Campaign, mail: Mapping[str, Any]) -> SelectedSheet | None:
    """The player's sheet in force for the stage that is due, as its record says, too."""
    chain = in_force(campaign.folder)
    state = game_state_after(campaign, chain)
    due, player = state.due[0], player_of(mail)
    sent = [text_of(entry) for entry in counting(entries(campaign.folder, due))]
    submitted = all_submissions(campaign, state, due, sent)[player]
    recorded = summaries(campaign, state, chain[-1].digest)[due]
    assert recorded.get(player, Summary()) == submitted.summary
    kinds = {one.sheet.kind: one for one in (*submitted.also, submitted.main) if one is not None}
    return kinds.get(mail["kind"]) if "kind" in mail else submitted.main


def test_there_are_three_hundred() -> None:
    assert len(MAILS) + len(WHOLE) >= 300
    assert len({mail.get("program", name) for name, mail in MAILS.items()}) > 25


@pytest.mark.parametrize("name", MAILS)
def test_what_a_game_master_expects(begun: Callable[[str], Campaign], name: str) -> None:
    mail = MAILS[name]
    campaign = begun(mail["state"])
    try:
        check(campaign, mail)
    finally:
        campaigns.put_back(campaign)


def check(campaign: Campaign, mail: Mapping[str, Any]) -> None:
    before = in_force_of(campaign, mail)
    (row,) = post(campaign, bytes_of(campaign, mail)).rows
    assert row["became"] == mail.get("became", "taken")
    found = answers(campaign)
    assert sorted(answer.kind for answer in found) == sorted(mail.get("answers", ["receipt"]))
    replies = "\n".join(answer.body for answer in found)
    for words in mail.get("says", ()):
        assert words in replies
    for words in mail.get("never", ()):
        assert words not in "\n".join([answer.to for answer in found] + [replies])
    sheet = in_force_of(campaign, mail)
    if "means" in mail:
        assert sheet is not None
        body = mail["means"].replace("{sheet}", sheet_of(campaign, mail))
        assert said(sheet.reading.understood) == (meaning(campaign, mail, body) if body else [])
        faults = [one for one in (*sheet.sheet.remarks, *sheet.reading.problems) if one.is_error]
        assert mail.get("faults", 0) in (len(faults), "any"), faults
    else:
        assert sheet == before
    listed = gm_mails(campaign.folder)
    assert [one.seems for one in listed] == ([mail["listed"]] if "listed" in mail else [])
    seen = docket_text(docket(campaign)) + "".join(read_text(campaign, one.key) for one in listed)
    for words in mail.get("gm_says", ()):
        assert words in seen
    for words in mail.get("status", ()):
        assert words in "\n".join(status(campaign).lines)
