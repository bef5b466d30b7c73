"""The same by mail: what another sends changes no byte of any mail that a player gets."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.mail.fetch import fetch
from pbm.mail.outbound.send import Wish, send
from pbm.service.api import How, run_turn, status, template
from pbm.turns import assemble
from tests.core.mail.post import drop, letter, with_mail
from tests.games.contract import contract
from tests.games.prefilled import begin
from tests.secrecy.bases import GAMES
from tests.secrecy.common import COMMON
from tests.secrecy.test_secrets_on_disk import POST, without_pdfs
from tests.sheets import as_it_stands

ANN, BEA = "ann@example.org", "bea@example.org"
ANOTHER = Wish(remind=True, remind_now=True)
TURNS = 2


def anns(campaign: Campaign, turn: int, day: str) -> list[bytes]:
    """Her mails for a turn: her sheet if one is waited for, and a request."""
    asked = f"RESEND turn new\nPASS {campaign.password('ann', str(turn))}\n"
    return [
        *_sheet(campaign, "ann", day),
        letter(asked, ANN, date=f"{day}T11:30:00Z", id=f"<a{turn}@example.org>"),
    ]


def _sheet(campaign: Campaign, seat: str, day: str, *lines: str) -> list[bytes]:
    if not status(campaign).rows:
        return []
    text = as_it_stands(template(campaign, seat))
    text = text.replace("\nEND", "".join(f"\n{line}" for line in lines) + "\nEND")
    id = f"<{seat}-{day}-{len(lines)}@example.org>"
    return [letter(text, f"{seat}@example.org", date=f"{day}T11:00:00Z", id=id)]


def beas(campaign: Campaign, turn: int, day: str) -> list[bytes]:
    """Much of what a player may send, right and wrong, beside the sheet that counts in the end."""
    own = f"PASS {campaign.password('bea', str(turn))}"
    head = f"{campaign.name} turn {turn} for"
    said = [
        f"ABSENT until turn {turn + 9}\n{own}\n",
        f"RESEND turn new\n{own}\n",
        f"ORDERS {head} Zork\nEND\n",
        f"ORDERS {head} Ann\nPASS AAAA-BBBB-CCCC-DDDD\nEND\n",
        f"ORDERS {head} Bea\nPASS AAAA-BBBB-CCCC-DDDD\nEND\n",
        f"MESSAGE {head} Bea to gm\n{own}\nwords for the game master\nEND\n",
        "When is it due? I never know.\n",
    ]
    found = [
        letter(text, BEA, date=f"{day}T10:{place:02}:00Z", id=f"<b{turn}-{place}@example.org>")
        for place, text in enumerate(said)
    ]
    found += _sheet(campaign, "bea", day, "# a remark", "nobody understands this", "WAIT")
    return [*found, *_sheet(campaign, "bea", day)]


def got(campaign: Campaign, *, busy: bool) -> list[bytes]:
    """Every mail that Ann gets of set-up and a turn while Bea sends much, or her sheets alone."""
    for turn in range(TURNS):
        day = f"2026-03-{2 * turn + 2:02}"
        if busy:
            _come(campaign, beas(campaign, turn, day), f"{day}T11:59:00Z")
        assert send([campaign], ANOTHER, at=f"{day}T12:00:00Z").is_whole  # Ann is reminded
        _come(campaign, anns(campaign, turn, day), f"{day}T12:10:00Z")
        if not busy:
            _come(campaign, _sheet(campaign, "bea", day), f"{day}T12:30:00Z")
        assert send([campaign], at=f"{day}T12:40:00Z").is_whole
        how = How(go_on=True, missing_ok=True)
        assert run_turn(campaign, how=how, at=f"{day}T13:00:00Z").folder is not None
        assert send([campaign], at=f"{day}T14:00:00Z").is_whole
    mails = [file.read_bytes() for file in (campaign.folder / "sent").glob("*.eml")]
    return sorted(data for data in mails if ANN in str(message_from_bytes(data)["To"]))


def _come(campaign: Campaign, mails: Sequence[bytes], at: str) -> None:
    drop(campaign, *mails)
    fetched = fetch([campaign], at=at)
    assert fetched.problems == ()
    assert sum(fetched.counts.values()) >= len(mails)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.slow) if contract(game).is_big else game
        for game in GAMES
    ],
)
def test_what_another_mails_changes_no_mail(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press: Any = assemble
    for name in ("pages", "gm_pages"):
        monkeypatch.setattr(press, name, without_pdfs(getattr(press, name)))
    begun = tmp_path / "begun" / "c"
    with_mail(begin(begun, contract(game)), source=POST)
    one = got(copied(begun, tmp_path / "one"), busy=False)
    other = got(copied(begun, tmp_path / "other"), busy=True)
    subjects = [str(message_from_bytes(data)["Subject"]) for data in one]
    assert subjects == [str(message_from_bytes(data)["Subject"]) for data in other]
    assert one == other
    for what in ("report", "reminder", "receipt"):
        assert any(what in subject for subject in subjects), subjects
    (readiness,) = (one for one in COMMON if one.name == "readiness")
    tell = readiness.leak.patch
    assert tell is not None
    tell(monkeypatch)  # a reminder that names the others and how they stand would be noticed
    assert got(copied(begun, tmp_path / "leaky"), busy=True) != one


def copied(begun: Path, folder: Path) -> Campaign:
    shutil.copytree(begun, folder / begun.name)
    return open_campaign(folder / begun.name)
