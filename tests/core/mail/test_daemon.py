"""The watch: what one round meets does not end it, and it stops when it is told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from pbm.campaign.campaign import Campaign, Progress
from pbm.kit.problems import Faults, Problem, invalid
from pbm.mail.daemon import Stopped, Watch
from tests.core import table
from tests.core.mail.office import by_mail, mails, to_folder

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Done:
    counts: dict[str, int]
    lines: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


@dataclass
class Post:
    """A fetch that does what it is told, round by round, and counts."""

    does: list[object] = field(default_factory=list)
    calls: list[list[str]] = field(default_factory=list)

    def __call__(self, campaigns: Sequence[Campaign], *, progress: Progress) -> Done:
        progress("mail", 0, 1)
        self.calls.append([campaign.name for campaign in campaigns])
        what = self.does.pop(0) if self.does else None
        if isinstance(what, Exception):
            raise what
        return what if isinstance(what, Done) else Done({}, ("There is no new mail.",))


@dataclass
class Ear:
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    table.set_table(monkeypatch)
    campaign = by_mail(table.begin(tmp_path), to_folder(tmp_path / "out"))
    return with_source(campaign)


def with_source(campaign: Campaign) -> Campaign:
    file = campaign.folder / "campaign.toml"
    (campaign.folder.parent / "in").mkdir(exist_ok=True)
    file.write_text(file.read_text() + '\n[mail.in]\nkind = "folder"\npath = "../in"\n')
    return campaign


def watch_of(post: Post, ear: Ear, *folders: Path, every_s: float = 0.01) -> Watch:
    return Watch(folders, post, Event(), ear.told.append, ear.wrong.append, every_s)


def test_a_round_takes_in_and_sends(desk: Campaign, tmp_path: Path) -> None:
    post, ear = Post([Done({"taken": 1}, ("1 mail: 1 taken.",))]), Ear()
    watch_of(post, ear, desk.folder).run(3)
    assert post.calls == [["eridani"]] * 3
    assert len(mails(tmp_path / "out")) == 2
    said = [line.partition("Z ")[2] for line in ear.told]
    assert said == [
        "1 mail: 1 taken.",
        "eridani: report new for Ilse <ilse@example.org> sent",
        "eridani: report new for Bob <bob@example.org> sent",
    ]
    assert ear.wrong == []


def test_what_is_wrong_is_said_once_and_ends_nothing(desk: Campaign, tmp_path: Path) -> None:
    gone = Faults(invalid("the mail server is gone", remedy="Wait"))
    post, ear = Post([gone, gone, gone, None]), Ear()
    watch_of(post, ear, desk.folder).run(5)
    assert len(post.calls) == 5
    assert len(ear.wrong) == 1
    assert "the mail server is gone" in ear.wrong[0]
    assert ear.told[-1].endswith("all is well again")
    assert len(mails(tmp_path / "out")) == 2  # it was sent all the same


def test_while_one_campaign_cannot_be_read_nothing_is_taken_from_the_mailbox(
    desk: Campaign, tmp_path: Path
) -> None:
    """Mail for it would be taken for mail to nobody; the other's mail goes out all the same."""
    broken = with_source(by_mail(table.begin(tmp_path, name="second"), to_folder(tmp_path / "out")))
    text = (broken.folder / "scenario.toml").read_text()
    (broken.folder / "scenario.toml").write_text("nonsense")
    post, ear = Post(), Ear()
    watch = watch_of(post, ear, desk.folder, broken.folder)
    watch.run(1)
    assert post.calls == []
    assert len(mails(tmp_path / "out")) == 2
    assert watch.has_problems
    (broken.folder / "scenario.toml").write_text(text)
    watch.run(2)
    assert post.calls == [["eridani", "second"]]
    assert len(mails(tmp_path / "out")) == 4


def test_a_wrong_envelope_stops_that_campaigns_mail_in_every_round(
    desk: Campaign, tmp_path: Path
) -> None:
    file = desk.folder / "turns/new/reports/ilse/report.pdf"
    file.write_bytes((desk.folder / "turns/new/reports/bob/packet.json").read_bytes())
    ear = Ear()
    watch_of(Post(), ear, desk.folder).run(3)
    assert len(ear.wrong) == 1
    assert "is not the file that was recorded with its turn" in ear.wrong[0]
    assert not (tmp_path / "out").exists()


def test_who_takes_nothing_in_only_sends_and_the_other_way_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    sends = by_mail(table.begin(tmp_path), to_folder(tmp_path / "out"))
    takes = with_source(by_mail(table.begin(tmp_path, name="second"), to_folder(tmp_path)))
    file = takes.folder / "campaign.toml"
    text = file.read_text()
    file.write_text(text[: text.index("[mail.out]")] + text[text.index("[mail.in]") :])
    post, ear = Post(), Ear()
    watch_of(post, ear, sends.folder, takes.folder).run(1)
    assert post.calls == [["second"]]
    assert len(mails(tmp_path / "out")) == 2
    watch_of(post, ear, sends.folder).run(1)
    assert post.calls == [["second"]]
    assert ear.wrong == []


def test_a_campaign_without_mail_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table.set_table(monkeypatch)
    ear = Ear()
    watch_of(Post(), ear, table.begin(tmp_path).folder).run(2)
    assert len(ear.wrong) == 1
    assert "has no [mail] in campaign.toml" in ear.wrong[0]


def test_what_every_round_would_say_again_is_not_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 0, players=("A=Ilse:ilse@example.org", "B=Bob"))
    desk = with_source(by_mail(campaign, to_folder(tmp_path / "out")))
    ear = Ear()
    watch_of(Post(), ear, desk.folder).run(3)
    said = [line.partition("Z ")[2] for line in ear.told]
    assert said[0].startswith("eridani: not sent: 2 reports from before")
    assert said[1:] == ["eridani: report 0 for Ilse <ilse@example.org> sent"]


def test_it_rests_between_rounds_and_stops_in_its_rest(desk: Campaign) -> None:
    post = Post()
    watch = watch_of(post, Ear(), desk.folder, every_s=3600)
    import threading

    threading.Timer(0.5, watch.stop.set).start()
    watch.run()
    assert len(post.calls) == 1


def test_it_stops_between_two_mails(desk: Campaign) -> None:
    watch = watch_of(Post(), Ear(), desk.folder)
    watch.stop.set()
    with pytest.raises(Stopped):
        watch.round()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_command_cleanly(tmp_path: Path, how: signal.Signals) -> None:
    """The real command on a real campaign, from its first round on."""
    from pbm.service.api import new_campaign

    campaign = new_campaign(
        tmp_path / "duel",
        "knighthawks/duel",
        players=("A=Rook:rook@example.org", "B=Heron:heron@example.org"),
        at=table.BEGUN,
    )
    with_source(by_mail(campaign, to_folder(tmp_path / "out")))
    process = subprocess.Popen(
        [sys.executable, "-m", "pbm", "mail", "watch", str(campaign.folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    until = time.monotonic() + 60
    while len(list((tmp_path / "out").glob("*.eml"))) < 2 and time.monotonic() < until:
        time.sleep(0.1)
    process.send_signal(how)
    out, wrong = process.communicate(timeout=30)
    assert process.returncode == 0, wrong
    assert "report new for Rook <rook@example.org> sent" in out
    assert out.endswith("Stopped; everything that was begun is done.\n")
    assert "Traceback" not in wrong
