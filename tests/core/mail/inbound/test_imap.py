"""Mail from a real Dovecot: TLS, STARTTLS, marks and moves, a line that breaks in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import imap_tools
import pytest

from pbm.campaign.campaign import Campaign
from pbm.campaign.mail_settings import InPart
from pbm.kit.problems import Faults, invalid, render_all
from pbm.mail.daemon import idle
from pbm.mail.fetch import fetch
from pbm.mail.inbound.imap import ImapSource
from tests.core import table
from tests.core.mail.post import BOB, CAME, ILSE, answers, letter, only, ready, texts, words
from tests.core.mail.servers import HOST, Dovecot, cutting, dovecot, need_post

USERS = {"gm": "gm-word", "small": "small-word", "moved": "moved-word", "cut": "cut-word"}


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch) -> None:
    table.set_table(monkeypatch)
    monkeypatch.setenv("GM_WORD", "gm-word")


@pytest.fixture(scope="module")
def box() -> Iterator[Dovecot]:
    need_post()
    with dovecot(USERS) as server:
        yield server


def source(box: Dovecot, user: str = "gm", **more: Any) -> str:
    says = {
        "kind": "imap",
        "host": "localhost",
        "port": box.imaps,
        "user": user,
        "ca_file": str(box.ca),
        "password_env": "GM_WORD",
        **more,
    }
    return "\n".join(f"{k} = {v if isinstance(v, int) else repr(v)}" for k, v in says.items() if v)


def flags(box: Dovecot, user: str, folder: str = "INBOX") -> list[tuple[str, ...]]:
    with imap_tools.MailBoxUnencrypted(HOST, box.imap).login(user, USERS[user], folder) as one:
        return [tuple(mail.flags) for mail in one.fetch(mark_seen=False)]


def test_over_tls_what_was_taken_is_marked(box: Dovecot, tmp_path: Path) -> None:
    campaign = ready(tmp_path, "", source(box))
    mine = letter(words(campaign))
    box.deliver("gm", mine, letter("Buy now", "shop@example.net", id="<2@x>"), mine)
    assert fetch([campaign], at=CAME).counts == {"taken": 1, "unread": 1, "again": 1}
    assert all({"\\Seen", "PbmTaken"} <= set(one) for one in flags(box, "gm"))
    assert fetch([campaign], at=CAME).counts == {}
    assert list(texts(campaign)) == ["001/ilse/1.txt"]
    assert only(campaign).to == ILSE


def test_mail_that_a_person_looked_at_is_taken_all_the_same(box: Dovecot, tmp_path: Path) -> None:
    campaign = ready(tmp_path, "", source(box))
    box.deliver("gm", letter(words(campaign, "bob"), BOB, id="<seen@x>"))
    with imap_tools.MailBoxUnencrypted(HOST, box.imap).login("gm", USERS["gm"]) as one:
        list(one.fetch())  # marks as seen
    assert fetch([campaign], at=CAME).counts == {"taken": 1}


def test_over_starttls_what_was_taken_is_moved(
    box: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = tmp_path / "word"
    word.write_text("moved-word\n")
    word.chmod(0o600)
    says = source(
        box, "moved", port=box.imap, security="starttls", move_to="Taken",
        password_env="", password_file=str(word),
    )  # fmt: skip
    campaign = ready(tmp_path, "", says)
    box.deliver("moved", letter(words(campaign)))
    assert fetch([campaign], at=CAME).counts == {"taken": 1}
    assert box.inbox("moved") == []
    assert len(box.inbox("moved", "Taken")) == 1
    box.deliver("moved", letter(words(campaign, "bob"), BOB, id="<2@x>"))
    assert fetch([campaign], at=CAME).counts == {"taken": 1}
    assert len(box.inbox("moved", "Taken")) == 2


def test_a_large_mail_is_not_drawn_over_the_line(
    box: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_WORD", "small-word")
    campaign = ready(tmp_path, "most_bytes = 10000", source(box, "small"))
    box.deliver("small", letter("x" * 70 + "\n" * 12_000), letter(words(campaign), id="<2@x>"))
    assert fetch([campaign], at=CAME).counts == {"taken": 1, "too large": 1}
    assert "the limit is 10,000 bytes" in only(campaign, kind="refused").body


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"port": 1}, "cannot be reached"),
        ({"ca_file": ""}, "certificate or its TLS cannot be trusted"),
        ({"user": "nobody"}, "refused the login"),
        ({"mailbox": "Nowhere"}, "refused the login"),
        ({"password_env": "NOT_SET"}, "NOT_SET is not set"),
    ],
)
def test_a_server_that_cannot_be_used_is_said_in_words(
    box: Dovecot, tmp_path: Path, changes: dict[str, Any], fault: str
) -> None:
    campaign = ready(tmp_path, "", source(box, **changes))
    with pytest.raises(Faults) as refused:
        fetch([campaign], at=CAME)
    said = render_all(refused.value.problems)
    assert fault in said
    assert "gm-word" not in said


def test_a_server_that_goes_away_in_the_middle_loses_and_doubles_nothing(
    box: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_WORD", "cut-word")
    campaign = ready(tmp_path, "", source(box, "cut"))
    mails = [
        letter(words(campaign, "ilse", "1", f"add {n}"), id=f"<{n}@x>",
               date=f"2026-03-02T10:{n:02d}:00Z")
        for n in range(1, 9)
    ]  # fmt: skip
    box.deliver("cut", *mails)
    file = campaign.folder / "campaign.toml"
    whole = file.read_text()
    cuts = 0
    for room in (9_000, 11_000, 13_000):
        with cutting(box.imaps, down=room) as line:
            file.write_text(whole.replace(f"port = {box.imaps}", f"port = {line.port}"))
            with suppress(Faults):
                cuts += bool(fetch([opened(campaign)], at=CAME).problems)
    file.write_text(whole)
    assert cuts
    fetch([opened(campaign)], at=CAME)
    kept = texts(campaign)
    assert [data.split(b"\n")[2] for data in kept.values()] == [
        f"add {n}".encode() for n in range(1, 9)
    ]
    assert len(answers(campaign)) == 8
    assert fetch([opened(campaign)], at=CAME).counts == {}


def opened(campaign: Campaign) -> Campaign:
    from pbm.campaign.campaign import open_campaign

    return open_campaign(campaign.folder)


def test_in_the_open_on_this_machine_alone(box: Dovecot, tmp_path: Path) -> None:
    campaign = ready(tmp_path, "", source(box, port=box.imap, security="none", ca_file=""))
    box.deliver("gm", letter(words(campaign), id="<open@x>"))
    assert fetch([campaign], at=CAME).counts == {"taken": 1}


def test_a_mail_that_is_gone_when_it_is_read(box: Dovecot, tmp_path: Path) -> None:
    part = ready(tmp_path, "", source(box)).part.mail
    assert part is not None
    assert part.source is not None
    inbox = ImapSource(part.source, tmp_path)
    try:
        with pytest.raises(Faults, match="mail 99999 of localhost INBOX is gone"):
            inbox.read("99999", 100)
        inbox.marks = False
        assert [item.size for item in inbox.items()] == []
    finally:
        inbox.close()


def test_a_server_that_answers_strangely() -> None:
    strange = ImapSource.__new__(ImapSource)
    strange.part = InPart(kind="imap", host="localhost")
    strange.where, strange.marks = "localhost INBOX", True
    replies: list[Any] = [("OK", [(b"1 (what)", b"x"), b")"]), ("NO", [])]
    strange.box = SimpleNamespace(client=SimpleNamespace(uid=lambda *_words: replies.pop(0)))
    with pytest.raises(Faults, match="is gone"):
        strange.read("1", 100)
    with pytest.raises(Faults) as refused:
        strange.taken("1")
    assert "The server answered no." in render_all(refused.value.problems)
    # What Faults say already is said as it is.
    replies.append(("OK", []))
    strange.box.folder = SimpleNamespace(exists=_raise)
    strange.part = InPart(kind="imap", host="localhost", move_to="done")
    with pytest.raises(Faults, match="a fault of its own"):
        strange.taken("1")


def _raise(_name: str) -> bool:
    raise Faults(invalid("a fault of its own"))


def test_only_a_server_that_can_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever cannot be reached, cannot tell of mail or breaks off is asked again later."""
    part = InPart(kind="imap", host="localhost")

    def waited(source: Any) -> bool:
        def of(*_said: Any) -> Any:
            return source() if callable(source) else source

        monkeypatch.setattr("pbm.mail.inbound.imap.ImapSource", of)
        return idle(part, Path(), 1, Event())

    def gone() -> None:
        raise Faults(invalid("nobody there"))

    closed: list[int] = []

    def box(*words: str, **more: Any) -> Any:
        client = SimpleNamespace(capabilities=words)
        return SimpleNamespace(
            box=SimpleNamespace(client=client, **more), close=lambda: closed.append(1)
        )

    assert not waited(gone)
    assert not waited(box("IMAP4REV1"))
    assert not waited(box("IMAP4REV1", "IDLE"))  # and then it has no such thing
    told = SimpleNamespace(start=lambda: None, poll=lambda timeout: ["*"], stop=lambda: None)
    assert waited(box("IDLE", idle=told))
    assert len(closed) == 3
