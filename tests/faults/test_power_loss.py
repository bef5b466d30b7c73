"""A power loss at every point of every act: nothing acknowledged is lost, nothing is half done."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.campaign.gm_mail import gm_mails
from pbm.mail.answering import answer
from pbm.mail.fetch import fetch
from pbm.mail.outbound.send import Wish, send
from pbm.service.api import archive, correct, replay, rule, run_turn, status, submit, unpack
from pbm.service.run import How
from pbm.storage.turn_folders import digest, in_force
from pbm.turns.history import verify
from tests.core import sealed_table, table
from tests.core.mail import office, post
from tests.faults.disk import losses, make, recorded
from tests.faults.test_killed import ACTS as KILLED
from tests.faults.test_killed import before_report, before_run, may_stand, truth

LATER = "2026-03-20T12:00:00Z"
Act = tuple[Callable[[Path], Campaign], Callable[[Campaign], object]]


def before_fetch(folder: Path) -> Campaign:
    campaign = post.ready(folder)
    post.drop(
        campaign,
        post.letter(post.words(campaign), id="<1@example.org>"),
        post.letter(post.words(campaign, "bob", word=""), "eve@example.org", id="<2@example.org>"),
        post.letter("When is the next turn?", post.BOB, id="<3@example.org>"),
    )
    return campaign


def before_answer(folder: Path) -> Campaign:
    campaign = before_fetch(folder)
    fetch([campaign], at=post.CAME)
    return campaign


def note_absence(campaign: Campaign) -> None:
    (mail,) = (one for one in gm_mails(campaign.folder) if one.player == "bob")
    answer(campaign, mail.id, "Have fun.", absent_until=4, at=LATER)


def before_send(folder: Path) -> Campaign:
    return office.by_mail(table.played(folder, 0), office.to_folder(Path("post/out")))


def before_reminder(folder: Path) -> Campaign:
    schedule = {"days": 1, "hour": "12:00", "zone": "UTC"}
    campaign = table.played(folder, 0, schedule=schedule)
    return office.by_mail(campaign, office.to_folder(Path("post/out")), remind_hours=[24])


def remind(campaign: Campaign) -> None:
    send([campaign], Wish(remind=True, only_remind=True), at="2026-03-03T10:00:00Z")


def before_correction(folder: Path) -> Campaign:
    return table.played(folder, 2)


def right(campaign: Campaign) -> None:
    correct(campaign, "1", "set bob.total = 40", "so", agreed=lambda _shown: True, at=LATER)


def change_dates(campaign: Campaign) -> None:
    text = (
        b"deadline 2026-04-01 20:00 Europe/Berlin because so\naddress ilse i@example.org because so"
    )
    rule(campaign, "1", text, "r.txt", at=LATER)


def before_withdrawal(folder: Path) -> Campaign:
    campaign = before_run(folder)
    rule(campaign, "1", b"pause because so", "r.txt", at=table.LATER)
    return campaign


def before_public_value(folder: Path) -> Campaign:
    campaign = sealed_table.begin(folder, beacon="a draw")
    run_with_value(campaign)
    submit(campaign, [("a.txt", table.sheet("Ilse", "1", "add 13"))], at=table.LATER)
    return campaign


def run_with_value(campaign: Campaign) -> None:
    run_turn(campaign, how=How(missing_ok=True), at=LATER, beacon="3 14")


def packed(folder: Path) -> Campaign:
    campaign = before_correction(folder)
    archive(campaign, keep=1)
    return campaign


ACTS: dict[str, Act] = {
    **KILLED,
    "correct": (before_correction, right),
    "people and dates": (before_run, change_dates),
    "withdraw": (
        before_withdrawal,
        lambda it: rule(it, "1", b"withdraw R1 because so", "r.txt", at=LATER),
    ),
    "public value": (before_public_value, run_with_value),
    "archive": (before_correction, lambda it: archive(it, keep=1)),
    "unpack": (packed, unpack),
    "mail fetch": (before_fetch, lambda it: fetch([it], at=post.CAME)),
    "mail answer": (before_answer, note_absence),
    "mail send": (before_send, lambda it: send([it], at=LATER)),
    "mail remind": (before_reminder, remind),
    "replay": (before_report, lambda it: replay(it, put_back=True)),
}
# Acts of several writes, each whole; done again, they come to the same end.
IN_STEPS = {
    "archive",
    "unpack",
    "mail fetch",
    "mail answer",
    "mail send",
    "mail remind",
    "replay",
    "report",
    "submit",
}

CORRECTION = "inbox/001/rulings.txt"

# What names the number of a text in its record.
_NUMBERED = re.compile(rb'(?m)^(?:stands|receipt|mark) = .*$|\\"number\\":[0-9]+')

# In the short run: the points of an act at which the power fails.
SOME = 4


def counting(campaign: Campaign) -> dict[str, bytes]:
    """What counts of a campaign: stages in force, and all that came in or goes out.

    Not the numbers of texts, since none is used twice, nor what names them in a record; no texts
    cut off before their record; and
    not the number of answers of an hour, which may lack one, nor how often a mail was tried.
    """
    files, stages = table.tree(campaign.folder), truth(campaign)
    found = {}
    for name, data in files.items():
        folder, _, file = name.rpartition("/")
        number, _, kind = file.partition(".")
        if name.startswith("inbox/") and number.isdigit():
            if kind == "toml":
                said = re.sub(_NUMBERED, b"", data)
                found[f"{folder}/{digest(said)}"] = files[f"{folder}/{number}.txt"]
        elif name in stages or (
            name.startswith(("inbox/", "outbox/", "post/"))
            and not name.endswith((".lock", "answered.json"))
            and ".tmp-" not in name
        ):
            found[name] = re.sub(rb"(?m)^tries = \d+$", b"", data)
    return found


def hold(tmp_path: Path, act: str, *, most: int, tries: int, again: int) -> None:
    """Check what an act leaves after each loss, and that it can be done then.

    ``most`` points of the act are tried, ``tries`` losses at each; of the disks left, each
    ``again``-th is gone on with.
    """
    prepare, do = ACTS[act]
    campaign = prepare(tmp_path)
    old, old_all = truth(campaign), counting(campaign)
    disk = recorded(campaign.folder, lambda: do(campaign))
    new, new_all = truth(campaign), counting(campaign)
    new.pop(CORRECTION, "") if act == "correct" else None
    assert new_all != old_all
    work = tmp_path / "work" / campaign.name
    ends = set()
    for number, (held, ended) in enumerate(losses(disk, tries, len(disk.steps) // most)):
        make(held, work)
        left = open_campaign(work)
        verify(left, in_force(work))
        status(left)
        found = truth(left)
        if act == "correct":
            found.pop(CORRECTION, "")  # kept before the turn is run again
        if act not in IN_STEPS:
            assert found in (old, new) or may_stand(act, old, found, new)
        is_done = counting(left) == new_all
        ends.add(is_done)
        assert is_done or not ended
        if not is_done and number % again == 0:
            if act in IN_STEPS or found == old:
                do(left)
                assert counting(left) == new_all or act in ("rerun", "correct", "submit")
            cut_off = "was cut off before its receipt"  # a text that was not acknowledged
            assert all(cut_off in one.text for one in replay(left, pdfs=False))
    assert ends == {True, False}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_is_done_or_can_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    table.set_table(monkeypatch)
    sealed_table.set_key(monkeypatch)
    hold(tmp_path, act, most=SOME, tries=2, again=6)


@pytest.mark.parametrize("most", [SOME, pytest.param(10**6, marks=pytest.mark.slow)])
def test_a_new_campaign_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    table.set_table(monkeypatch)
    folder = tmp_path / "games"
    folder.mkdir()
    table.begin(folder, name="another")
    disk = recorded(folder, lambda: table.begin(folder))
    begun = table.tree(folder / "eridani")
    for held, ended in losses(disk, 4, len(disk.steps) // most):
        make(held, tmp_path / "work")
        if (tmp_path / "work" / "eridani").exists():
            assert table.tree(tmp_path / "work" / "eridani") == begun
        else:
            assert not ended
            assert table.tree(table.begin(tmp_path / "work").folder) == begun


@pytest.mark.slow
@pytest.mark.parametrize("act", ACTS)
def test_an_act_is_done_or_can_be_done_at_every_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    table.set_table(monkeypatch)
    sealed_table.set_key(monkeypatch)
    hold(tmp_path, act, most=10**6, tries=8, again=3)
