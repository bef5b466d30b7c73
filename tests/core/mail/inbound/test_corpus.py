"""Mails as different programs write them, and what must be understood of each.

The mails stand in `mails.mbox`, each behind a line `From NAME`. `expected.toml` has a table for
every name: what became of the mail, the orders then in force of a player, words that the answers
must hold, the kinds of answer, what the kept text must hold.
"""

from __future__ import annotations

import mailbox
import shutil
import tomllib
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign
from pbm.campaign.inbox import entries, text_of
from pbm.service.api import How, open_campaign, run_turn
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from pbm.turns.submissions import submissions_of
from tests.core import table
from tests.core.mail.post import answers, post, with_mail

CORPUS = Path(__file__).parents[1] / "corpus"
BOX = mailbox.mbox(CORPUS / "mails.mbox", create=False)
MAILS = {str(mail.get_from()).split()[0]: BOX.get_bytes(key) for key, mail in BOX.items()}
EXPECTED = tomllib.loads((CORPUS / "expected.toml").read_text(encoding="utf-8"))
PLAYERS = (
    "A=Ilse:ilse@example.org",
    "A=Ольга:olga@example.org",
    "B=花子:hanako@example.org",
    "B=Zoë:zoe@example.org",
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    """Turn 1 is due."""
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        folder = tmp_path_factory.mktemp("corpus")
        made = table.begin(folder, players=PLAYERS, seed="the corpus")
        run_turn(made, how=How(missing_ok=True), at="2026-03-02T08:00Z")
        return with_mail(made)


@pytest.fixture
def campaign(begun: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A copy of the campaign for each mail."""
    table.set_table(monkeypatch)
    shutil.copytree(begun.folder, tmp_path / "eridani")
    return open_campaign(tmp_path / "eridani")


def orders_of(campaign: Campaign, player: str) -> list[str]:
    """The lines that are understood of a player's sheet in force for turn 1."""
    game_state = game_state_after(campaign, in_force(campaign.folder))
    texts = [text_of(e) for e in entries(campaign.folder, "1") if e.part.player == player]
    main = submissions_of(campaign, game_state, "1", player, texts).main
    return [] if main is None else [line.text for line in main.sheet.lines]


def test_there_are_enough() -> None:
    assert len(MAILS) >= 40
    assert MAILS.keys() == EXPECTED.keys()


@pytest.mark.parametrize("name", MAILS)
def test_what_must_be_understood(campaign: Campaign, name: str) -> None:
    wanted = EXPECTED[name]
    assert [row["became"] for row in post(campaign, MAILS[name]).rows] == [wanted["became"]]
    said = "\n".join(answer.body for answer in answers(campaign))
    player = wanted.get("player", "ilse")
    assert orders_of(campaign, player) == wanted.get("orders", [])
    for words in wanted.get("says", ()):
        assert words in said
    kept = "\n".join(text_of(e).data.decode() for e in entries(campaign.folder, "1"))
    for words in wanted.get("holds", ()):
        assert words in kept
    if "answers" in wanted:
        assert sorted(answer.kind for answer in answers(campaign)) == sorted(wanted["answers"])
