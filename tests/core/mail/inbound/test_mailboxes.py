"""Maildir, mbox, a folder: what is listed, what is marked, what is left; many and large mails."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.campaign.mail_settings import InPart
from pbm.kit.file_part import part_of
from pbm.kit.problems import Faults
from pbm.mail.fetch import fetch
from pbm.mail.inbound import mailboxes
from pbm.mail.inbound.mailboxes import MboxSource
from pbm.mail.inbound.open_source import open_source
from pbm.mail.inbound.source import SourceMail
from pbm.mail.processing import post_office
from pbm.service.api import status
from tests.core import table
from tests.core.mail.post import (  # fmt: skip
    BOB,
    CAME,
    ILSE,
    answers,
    drop,
    left,
    letter,
    only,
    post,
    ready,
    texts,
    with_mail,
    words,
)

pytestmark = pytest.mark.usefixtures("tiny_table")


def part(kind: str, path: Path) -> InPart:
    return part_of(InPart, {"kind": kind, "path": str(path)})


def maildir(path: Path, **mails: bytes) -> Path:
    for box in ("new", "cur", "tmp"):
        (path / box).mkdir(parents=True)
    for name, data in mails.items():
        box = "cur" if name.startswith("cur_") else "new"
        (path / box / name.removeprefix("cur_").replace("__", ":2,")).write_bytes(data)
    return path


def test_a_maildir(tmp_path: Path) -> None:
    campaign = ready(tmp_path, "", 'kind = "maildir"\npath = "../box"')
    box = maildir(
        tmp_path / "box",
        a=letter(words(campaign, "ilse")),
        cur_b__F=letter(words(campaign, "bob"), BOB, id="<2@x>"),
        cur_c__FS=letter(words(campaign, "bob", "1", "add 1"), BOB, id="<3@x>"),
    )
    assert fetch([campaign], at=CAME).counts == {"taken": 2}
    names = [str(file.relative_to(box)) for file in sorted(box.rglob("*")) if file.is_file()]
    assert names == ["cur/a:2,S", "cur/b:2,FS", "cur/c:2,FS"]
    assert b"add 5" in texts(campaign)["001/bob/1.txt"]
    assert fetch([campaign], at=CAME).counts == {}


def test_an_mbox_is_read_and_never_written(tmp_path: Path) -> None:
    campaign = ready(tmp_path, "", 'kind = "mbox"\npath = "../mbox"')
    one = letter("From here on:\n\n" + words(campaign)).replace(b"\n\nFrom ", b"\n\n>From ")
    two = letter(words(campaign, "bob"), BOB, id="<2@x>")
    data = b"".join(b"From x Mon Mar  2 10:00:00 2026\n" + mail + b"\n" for mail in (one, two))
    (tmp_path / "mbox").write_bytes(data)
    assert fetch([campaign], at=CAME).counts == {"taken": 2}
    assert b"\nFrom here on:\n" in b"\n" + texts(campaign)["001/ilse/1.txt"]
    assert fetch([campaign], at=CAME).counts == {"again": 2}
    assert (tmp_path / "mbox").read_bytes() == data


@pytest.mark.parametrize(
    ("data", "mails"),
    [
        (b"", []),
        (b"no mbox\n", []),
        (b"From a\nX: 1\n\nbody\n", [b"X: 1\n\nbody\n"]),
        (b"From a\nX: 1\n\nthe\nFrom b\n\n", [b"X: 1\n\nthe\nFrom b\n"]),
        (b"From a\nX: 1\n\n\nFrom b\nX: 2\n\n", [b"X: 1\n\n", b"X: 2\n"]),
        (b"From a\nX: 1\n\n" + b"y" * 70_000 + b"\n\nFrom b\nX: 2", None),
        (b"From a\r\nX: 1\r\n\r\n\r\nFrom b\r\nX: 2\r\n", [b"X: 1\r\n\r\n\r\n", b"X: 2\r\n"]),
    ],
)
def test_where_mails_of_an_mbox_begin(
    tmp_path: Path, data: bytes, mails: list[bytes] | None
) -> None:
    (tmp_path / "mbox").write_bytes(data)
    source = MboxSource(tmp_path / "mbox")
    found = [source.read(item.id, 1_000_000) for item in source.items()]
    assert len(found) == 2 if mails is None else found == mails


def test_a_folder_keeps_what_was_taken_beside_it(tmp_path: Path) -> None:
    campaign = ready(tmp_path)
    drop(campaign, letter(words(campaign)))
    (campaign.folder / "post" / "notes.txt").write_text("not a mail")
    (campaign.folder / "post" / "taken").mkdir()
    (campaign.folder / "post" / "taken" / "00001.eml").write_text("an earlier one")
    fetch([campaign], at=CAME)
    folder = campaign.folder / "post"
    names = [str(file.relative_to(folder)) for file in sorted(folder.rglob("*")) if file.is_file()]
    assert names == ["notes.txt", "taken/00001.2.eml", "taken/00001.eml"]


@pytest.mark.parametrize(
    ("kind", "why"),
    [("maildir", "not a folder"), ("mbox", "not an mbox file"), ("folder", "not a folder")],
)
def test_a_place_that_is_not_there(tmp_path: Path, kind: str, why: str) -> None:
    with pytest.raises(Faults, match=why):
        open_source(part(kind, tmp_path / "nowhere"), tmp_path)


def test_a_folder_is_no_maildir(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="has no folders new and cur"):
        open_source(part("maildir", tmp_path), tmp_path)


def test_a_mail_that_goes_away_meanwhile_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = ready(tmp_path)
    drop(campaign, letter(words(campaign)), letter(words(campaign, "bob"), BOB, id="<2@x>"))
    listed = mailboxes.FolderSource.items

    def items(self: mailboxes.FolderSource) -> list[SourceMail]:
        return [SourceMail("gone.eml", 10, ""), *listed(self)]

    monkeypatch.setattr(mailboxes.FolderSource, "items", items)
    done = fetch([campaign], at=CAME)
    assert done.counts == {"taken": 2}
    assert "gone.eml cannot be read" in done.problems[0].fault


def test_a_campaign_must_say_where_its_mail_comes_from(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0)
    with pytest.raises(Faults, match=r"has no \[mail\]"):
        fetch([campaign], at=CAME)
    file = campaign.folder / "campaign.toml"
    file.write_text(file.read_text() + '\n[mail]\naddress = "gm@example.org"\n')
    with pytest.raises(Faults, match="has no mailbox"):
        fetch([open_campaign(campaign.folder)], at=CAME)


# --- many campaigns ---------------------------------------------------------------------------


def two(folder: Path, lines: str = "") -> tuple[Campaign, Campaign]:
    """Two campaigns with one mailbox."""
    (folder / "post").mkdir()
    source = 'kind = "folder"\npath = "../post"'
    made = []
    for name in ("eridani", "orion"):
        campaign = table.begin(folder, name=name, seed=f"seed of {name}")
        made.append(with_mail(campaign, lines, source))
    return made[0], made[1]


def test_one_mailbox_of_two_campaigns(tmp_path: Path) -> None:
    eridani, orion = two(tmp_path)
    text = (
        words(eridani, "ilse", "0", "hide 1")
        + "\n"
        + words(orion, "ilse", "0", "hide 2", game="orion")
    )
    (tmp_path / "post" / "1.eml").write_bytes(letter(text))
    assert fetch([eridani, orion], at=CAME).counts == {"taken": 1}
    assert status(eridani).rows[0]["sheet"] == status(orion).rows[0]["sheet"] == "1 (mail.txt)"
    assert answers(eridani)[0].subject.startswith("eridani: receipt")
    assert answers(orion)[0].subject.startswith("orion: receipt")
    assert list((tmp_path / "post").glob("*.eml")) == []


def test_a_pass_of_one_campaign_is_wrong_in_another(tmp_path: Path) -> None:
    eridani, orion = two(tmp_path)
    word = eridani.password("ilse", "0")
    text = words(orion, "ilse", "0", "hide 2", game="orion", word=word)
    (tmp_path / "post" / "1.eml").write_bytes(letter(text))
    assert fetch([eridani, orion], at=CAME).counts == {"refused": 1}


def test_mail_for_a_campaign_that_shares_the_mailbox_stays_there(tmp_path: Path) -> None:
    eridani, orion = two(tmp_path, 'others = ["orion"]')
    text = words(orion, "ilse", "0", "hide 2", game="orion")
    (tmp_path / "post" / "1.eml").write_bytes(letter(text))
    assert fetch([eridani], at=CAME).counts == {"left": 1}
    assert answers(eridani) == []
    assert fetch([eridani, orion], at=CAME).counts == {"taken": 1}


# --- limits -----------------------------------------------------------------------------------


def test_a_mail_that_is_too_large_is_not_read_and_its_sender_told_once(tmp_path: Path) -> None:
    campaign = ready(tmp_path)
    huge = campaign.folder / "post" / "0huge.eml"
    with huge.open("wb") as file:
        file.write(letter("x"))
        file.truncate(200_000_000)  # sparse: it takes no room on the disk
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = post(campaign, letter(words(campaign), id="<2@x>"))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # kilobytes
    assert done.counts == {"taken": 1, "too large": 1}
    said = only(campaign, kind="refused")
    assert "200,000,000 bytes and was not read: the limit is 60,000,000 bytes" in said.body
    assert said.to == ILSE
    assert left(campaign) == []
    (campaign.folder / "post" / "taken" / "0huge.eml").rename(huge)
    assert fetch([campaign], at=CAME).counts == {"again": 1}
    assert len(answers(campaign)) == 2


def test_a_line_without_end_in_an_mbox_is_read_in_pieces(tmp_path: Path) -> None:
    with (tmp_path / "mbox").open("wb") as file:
        file.write(b"From a\nX: 1\n\n")
        file.truncate(200_000_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (item,) = MboxSource(tmp_path / "mbox").items()
    assert item.size == 200_000_000 - len(b"From a\n")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.slow
def test_ten_thousand_mails_are_worked_through(tmp_path: Path) -> None:
    campaign = ready(tmp_path)
    junk = [letter("Buy now!", f"shop{n}@example.net", id=f"<{n}@x>") for n in range(9_998)]
    mine = letter(words(campaign), id="<mine@x>", date="2026-03-02T11:30:00Z")
    forged = letter(words(campaign, word="x"), "eve@example.net", id="<forged@x>")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = post(campaign, *junk, mine, forged)
    assert done.counts == {"unread": 9_998, "taken": 1, "refused": 1}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000
    assert len(answers(campaign)) == 2
    assert left(campaign) == []


def test_a_flood_of_strangers_is_not_answered_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post_office, "MOST_TO_STRANGERS", 3)
    campaign = ready(tmp_path)
    flood = [
        letter(words(campaign, word="x"), f"eve{n}@example.net", id=f"<{n}@x>") for n in range(6)
    ]
    done = post(campaign, *flood, letter(words(campaign), id="<mine@x>"))
    assert done.counts == {"refused": 6, "taken": 1}
    assert len(answers(campaign, kind="refused")) == 3
    assert len(answers(campaign, kind="receipt")) == 1


def nested(depth: int) -> bytes:
    body = b"Content-Type: text/plain\n\nhello\n"
    for number in range(depth):
        mark = f"b{number}".encode()
        body = b"Content-Type: multipart/mixed; boundary=%s\n\n--%s\n%s\n--%s--\n" % (
            mark, mark, body, mark,
        )  # fmt: skip
    return b"From: ilse@example.org\nMessage-ID: <deep@x>\n" + body


@pytest.mark.parametrize("depth", [12, 400])
def test_parts_inside_each_other_without_end(tmp_path: Path, depth: int) -> None:
    campaign = ready(tmp_path)
    done = post(campaign, nested(depth), letter(words(campaign), id="<2@x>"))
    assert done.counts == {"unread": 1, "taken": 1}
    said = "\n".join(answer.body for answer in answers(campaign))
    assert "nested too deeply" in said or "more parts than are read" in said


@pytest.mark.parametrize(("count", "said"), [(150, "more parts than"), (3_000, "too many parts")])
def test_too_many_parts(tmp_path: Path, count: int, said: str) -> None:
    campaign = ready(tmp_path)
    one = b"--b\nContent-Type: text/plain\n\nhello\n"
    raw = b"From: ilse@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + one * count
    assert post(campaign, raw + b"--b--\n").counts == {"unread": 1}
    assert said in only(campaign).body


@pytest.mark.parametrize(("count", "became"), [(30, "taken"), (31, "refused")])
def test_too_many_sheets(tmp_path: Path, count: int, became: str) -> None:
    campaign = ready(tmp_path)
    assert post(campaign, letter(words(campaign) * count)).counts == {became: 1}


def test_too_much_text(tmp_path: Path) -> None:
    campaign = ready(tmp_path)
    assert post(campaign, letter("long line\n" * 50_000 + words(campaign))).counts == {"unread": 1}
    assert "500,0" in only(campaign).body


@pytest.mark.parametrize("data", [b"", b"\n", b"\x00" * 100, bytes(range(256)) * 20, b"From:"])
def test_no_bytes_stop_the_post(tmp_path: Path, data: bytes) -> None:
    campaign = ready(tmp_path)
    done = post(campaign, data, letter(words(campaign)))
    assert done.counts == {"unread": 1, "taken": 1}
    assert left(campaign) == []
