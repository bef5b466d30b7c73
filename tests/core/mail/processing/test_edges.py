"""What seldom happens to mail that comes in: broken parts, two positions, lines that end early."""

from __future__ import annotations

import builtins
import io
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign
from pbm.campaign.mail_settings import InPart, MailPart
from pbm.kit.file_part import part_of
from pbm.kit.problems import CampaignFault, Faults
from pbm.mail import fetch as fetch_module
from pbm.mail.fetch import fetch
from pbm.mail.identity import _signed_part, signatures
from pbm.mail.inbound import headers, mailboxes, mime
from pbm.mail.inbound.attachments import Unread, texts_of
from pbm.mail.inbound.mailboxes import MaildirSource
from pbm.mail.inbound.mime import read_mail
from pbm.mail.inbound.open_source import open_source
from pbm.mail.inbound.source import SourceMail
from pbm.mail.outbound.reply_queue import Answer, queue, queued
from pbm.service.api import How, run_turn
from pbm.sheets.envelope import Sheet
from tests.core import table
from tests.core.mail.post import (  # fmt: skip
    BOB,
    CAME,
    ILSE,
    answers,
    became,
    drop,
    letter,
    only,
    post,
    texts,
    with_mail,
    words,
)

pytestmark = pytest.mark.usefixtures("tiny_table")


# --- what is kept ------------------------------------------------------------------------------


def test_a_file_of_absences_that_was_spoilt_is_said(campaign: Campaign) -> None:
    (campaign.folder / "inbox/absent.toml").write_text("ilse = ")
    with pytest.raises(CampaignFault, match=r"inbox/absent.toml is not as pbm wrote it"):
        absent(campaign.folder)


def test_an_answer_that_was_altered_is_said_and_one_that_is_there_stays(tmp_path: Path) -> None:
    one = Answer(id="a", kind="receipt", to=ILSE, subject="s", body="b", made=CAME)
    assert queued(tmp_path) == []
    path = queue(tmp_path, one)
    queue(tmp_path, replace(one, body="another"))
    assert queued(tmp_path) == [one]
    path.write_text('id = "a"\n')
    with pytest.raises(CampaignFault):
        queued(tmp_path)


def test_counts_of_answers_that_were_spoilt_begin_anew(campaign: Campaign) -> None:
    (campaign.folder / "inbox/mail").mkdir()
    (campaign.folder / "inbox/mail/answered.json").write_text('{"x": ["no time"]}')
    assert became(campaign, letter(words(campaign))) == ["taken"]


# --- who asks for what --------------------------------------------------------------------------


def test_who_plays_two_positions_must_say_for_which_he_asks(tmp_path: Path) -> None:
    both = (f"A=Ilse:{ILSE}", f"B=Bob:{ILSE}")
    campaign = with_mail(table.begin(tmp_path, players=both))
    assert became(campaign, letter("RESEND turn new")) == ["refused"]
    assert "Name one: eridani for Bob, eridani for Ilse" in only(campaign).body
    assert became(campaign, letter("RESEND turn new for Bob", id="<2@x>")) == ["taken"]
    assert only(campaign, resend="new").player == "bob"
    assert became(campaign, letter("RESEND orion turn new", id="<3@x>")) == ["refused"]
    assert became(campaign, letter("RESEND turn new for Carla", id="<4@x>")) == ["refused"]


def test_a_wrong_pass_beside_a_request_is_said(campaign: Campaign) -> None:
    assert became(campaign, letter("RESEND turn 0\nPASS AAAA-BBBB-CCCC-DDDD")) == ["refused"]
    assert "the pass in this mail is wrong" in only(campaign).body


def test_who_comes_back_is_no_longer_absent(campaign: Campaign) -> None:
    word = campaign.password("ilse", "1")
    became(campaign, letter(f"ABSENT until turn 4\nPASS {word}", id="<1@x>"))
    assert absent(campaign.folder) == {"ilse": 4}
    became(campaign, letter(f"ABSENT until turn 1\nPASS {word}", id="<2@x>"))
    assert absent(campaign.folder) == {}


def test_one_of_two_players_may_confirm_a_mail_of_both(tmp_path: Path) -> None:
    both = (f"A=Ilse:{ILSE}", f"B=Bob:{ILSE}")
    campaign = with_mail(table.begin(tmp_path, players=both))
    text = words(campaign, "ilse", "0", "hide 1", word="") + words(
        campaign, "bob", "0", "hide 2", word=""
    )
    assert became(campaign, letter(text)) == ["asked"]
    (line,) = [line for line in only(campaign, player="bob").body.split("\n") if "CONFIRM" in line]
    assert became(campaign, letter(line.strip(), id="<2@x>")) == ["taken"]
    kept = sorted(file.parent.name for file in (campaign.folder / "inbox/000").glob("*/*.toml"))
    assert kept == ["bob"]


def test_a_sheet_that_was_for_a_turn_far_off_needs_its_pass_before_it_is_told_so(
    campaign: Campaign,
) -> None:
    far = letter(words(campaign, "ilse", "40", of="1"), "eve@example.net", id="<1@x>")
    blind = letter(words(campaign, "ilse", "40", word="x"), "eve@example.net", id="<2@x>")
    assert became(campaign, far, blind) == ["refused", "refused"]
    first, second = answers(campaign)
    said = sorted((first.body, second.body), key=lambda body: "waits for" in body)
    assert "is wrong" in said[0]
    assert "Orders for turn 1 are due now" in said[1]


def test_a_game_that_is_over_keeps_nothing_for_later(tmp_path: Path) -> None:
    campaign = with_mail(table.played(tmp_path, 1, goal=1))
    raw = letter(words(campaign, "ilse", "3"))
    assert became(campaign, raw) == ["refused"]


def test_a_late_sheet_by_mail_is_kept_and_does_not_count(campaign: Campaign) -> None:
    run_turn(campaign, how=How(missing_ok=True), at="2026-03-02T11:00Z")
    assert became(campaign, letter(words(campaign))) == ["refused"]
    assert "This sheet does not count." in only(campaign).body


# --- broken parts -------------------------------------------------------------------------------


def test_heads_that_the_email_package_cannot_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_words: object) -> Any:
        raise IndexError("as it happens")

    for name in ("getaddresses", "make_header"):
        with monkeypatch.context() as patch:
            patch.setattr(headers, name, broken)
            mail = read_mail(letter("hello"))
            assert mail.texts[0].text.strip() == "hello"
    attached = letter("hello").replace(
        b"Content-Type: text/plain", b'Content-Type: text/plain; name="a.txt"'
    )
    for name, wanted in (
        ("get", "Subject"),
        ("get_payload", True),
        ("get_content_charset", ""),
        ("get_param", "format"),
        ("get_filename", ""),
    ):
        real = getattr(Message, name)

        def sometimes(
            self: Any, *more: Any, _real: Any = real, _on: Any = wanted, **named: Any
        ) -> Any:
            if _on in (*more, *named.values()):
                raise IndexError("as it happens")
            return _real(self, *more, **named)

        with monkeypatch.context() as patch:
            patch.setattr(Message, name, sometimes)
            for raw in (letter("hello"), attached):
                assert read_mail(raw).sender == ILSE


def test_parts_so_deep_that_python_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(*_words: object) -> None:
        raise RecursionError

    monkeypatch.setattr(mime, "_gather", deep)
    assert "nested too deeply" in read_mail(letter("hello")).ignored[0]


_CELL = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
_ROW = f"<table:table-row>{_CELL.format('a')}{_CELL.format('b')}</table:table-row>"


def odt(body: str) -> bytes:
    spaces = (
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    )
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("content.xml", f"<office:x {spaces}>{body}</office:x>")
    return made.getvalue()


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<text:p>a<text:tab/>b<text:line-break/>c</text:p>", "a\tb\nc"),
        ("<text:p>a<text:s text:c='3'/>b</text:p>", "a   b"),
        ("<text:p>a<text:s text:c=''/>b<text:s text:c='p3'/>c<text:s/>d</text:p>", "a b c d"),
        (f"<text:p>a<text:s text:c='{'9' * 5000}'/>b</text:p>", "a b"),
        ("<text:p>a<text:span>b<text:span>c</text:span>d</text:span>e</text:p>", "abcde"),
        (
            _ROW,
            "a  b",
        ),
        ("<text:h>a</text:h><text:p/>", "a\n"),
    ],
)
def test_open_documents(body: str, text: str) -> None:
    assert texts_of("x.odt", odt(body)) == (text,)


def test_a_hyphen_that_does_not_break() -> None:
    made = io.BytesIO()
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    with zipfile.ZipFile(made, "w") as archive:
        text = (
            f"<w:d {space}><w:p><w:r><w:t>A</w:t><w:noBreakHyphen/><w:t>1</w:t></w:r></w:p></w:d>"
        )
        archive.writestr("word/document.xml", text)
    assert texts_of("x.docx", made.getvalue()) == ("A-1",)


def test_a_document_whose_packing_is_damaged_inside() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"some text that is packed " * 20)
    data = bytearray(made.getvalue())
    data[47:60] = b"\xff" * 13
    with pytest.raises(Unread, match=r"damaged or locked \(error\)"):
        texts_of("x.docx", bytes(data))


# --- sources ------------------------------------------------------------------------------------


def test_what_a_fetch_says(campaign: Campaign) -> None:
    assert fetch([campaign], at=CAME).lines == ("There is no new mail.",)
    done = post(campaign, letter(words(campaign)))
    assert done.lines == ("1 mail: 1 taken.", "1 answer to send: pbm mail send.")
    done = post(campaign, letter("x", "a@b.c", id="<2@x>"), letter("y", "a@b.c", id="<3@x>"))
    assert done.lines == ("2 mails: 2 unread.", "0 answers to send: pbm mail send.")


def test_of_very_many_mails_not_all_are_listed(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch_module, "MOST_ROWS", 1)
    done = post(campaign, letter("x", "a@b.c", id="<2@x>"), letter("y", "a@b.c", id="<3@x>"))
    assert (len(done.rows), done.counts) == (1, {"unread": 2})


def test_a_source_that_cannot_be_listed_is_a_problem_of_its_own(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: object) -> list[SourceMail]:
        raise Faults(table_problem())

    monkeypatch.setattr(mailboxes.FolderSource, "items", broken)
    assert "it is gone" in fetch([campaign], at=CAME).problems[0].fault


def table_problem() -> Any:
    from pbm.kit.problems import invalid

    return invalid("it is gone")


def test_a_server_that_says_a_mail_is_smaller_than_it_is(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = mailboxes.FolderSource.items
    monkeypatch.setattr(
        mailboxes.FolderSource,
        "items",
        lambda self: [SourceMail(one.id, 1, one.date) for one in listed(self)],
    )
    drop(campaign, letter("x") + b"y" * 5_000_000)
    assert fetch([campaign], at=CAME).counts == {"too large": 1}


def test_a_large_mail_of_a_robot_is_not_answered(campaign: Campaign) -> None:
    huge = campaign.folder / "post" / "huge.eml"
    with huge.open("wb") as file:
        file.write(letter("x", Auto_Submitted="auto-replied"))
        file.truncate(6_000_000)
    assert fetch([campaign], at=CAME).counts == {"too large": 1}
    assert answers(campaign) == []


def test_hidden_files_of_a_maildir_are_no_mail(tmp_path: Path) -> None:
    for box in ("new", "cur"):
        (tmp_path / box).mkdir()
    (tmp_path / "new" / ".hidden").write_text("x")
    (tmp_path / "new" / "folder").mkdir()
    assert list(MaildirSource(tmp_path).items()) == []


def test_the_library_for_imap_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def missing(name: str, *more: Any, **words_: Any) -> Any:
        if name == "imap_tools":
            raise ImportError(name)
        return real(name, *more, **words_)

    monkeypatch.setattr(builtins, "__import__", missing)
    part = part_of(InPart, {"kind": "imap", "host": "localhost"})
    with pytest.raises(Faults, match="needs a library that is not installed"):
        open_source(part, tmp_path)


def test_bob_is_not_told_what_ilse_sent(campaign: Campaign) -> None:
    became(campaign, letter(words(campaign, "ilse"), BOB))
    assert {answer.player for answer in answers(campaign)} == {"ilse"}
    assert b"add 5" in texts(campaign)["001/ilse/1.txt"]


@pytest.mark.parametrize(
    ("heads", "why"),
    [
        ("From: MAILER-DAEMON@example.org", "address is that of a program"),
        ("From: no-reply+7@example.org", "address is that of a program"),
        ("From: a@b.c\nContent-Type: multipart/report; boundary=b", "mail server's report"),
        ("From: a@b.c\nReturn-Path:", "return path is empty"),
        ("From: a@b.c\nX-Loop: gm", "X-Loop"),
        ("From: a@b.c\nAuto-Submitted: auto-generated; owner-token=x", "auto-generated"),
        ("From: a@b.c\nAuto-Submitted: no\nReturn-Path: <a@b.c>\nPrecedence: normal", ""),
        ("From: bouncer@example.org", ""),
        ("From: noreplies@example.org", ""),
    ],
)
def test_what_is_a_robots(heads: str, why: str) -> None:
    said = read_mail(f"{heads}\n\nhello\n".encode()).automatic
    assert why in said
    assert bool(said) is bool(why)


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: multipart/signed; boundary=b\n\nno parts\n",
        b"Content-Type: multipart/signed; boundary=b\n\n--b\n\na\n--b\n\nb\n--b--\n--b--\n",
        (
            b"Content-Type: multipart/signed; boundary=b\n\n--b\n\na\n--b\n"
            b"Content-Type: application/pgp-signature\n\nx\n--b--\n"
        ),
        (
            b"Content-Type: multipart/signed; boundary=b\n\n--b\n\na\n--b\n"
            b"Content-Type: text/plain\n\nx\n--b--\n"
        ),
        b"Content-Type: text/html\n\n<p>a\n",
    ],
)
def test_what_is_not_signed_as_a_whole_is_not_signed(campaign: Campaign, raw: bytes) -> None:
    settings = MailPart(openpgp="counts")
    found = signatures(b"From: a@b.c\n" + raw, settings, campaign)
    assert found.openpgp == ()
    assert found.remarks


def test_a_signature_that_has_parts_of_its_own_is_none() -> None:
    raw = (
        b"Content-Type: multipart/signed; boundary=b\n\n--b\n\na\n--b\n"
        b"Content-Type: application/pgp-signature\n\nx\n--b--\n"
    )
    whole = message_from_bytes(raw)
    assert _signed_part(whole, raw) == (b"a", b"x")
    parts: Any = whole.get_payload()
    parts[1].set_payload([Message()])
    assert _signed_part(whole, raw) is None


def test_the_command(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from pbm.cli.main import app

    drop(campaign, letter(words(campaign)))
    done = CliRunner().invoke(app, ["mail", "fetch", str(campaign.folder), "--at", CAME])
    assert done.exit_code == 0
    assert "1 mail: 1 taken." in done.output
    done = CliRunner().invoke(app, ["mail", "fetch", str(campaign.folder), "--json"])
    assert (done.exit_code, done.stdout.strip()) == (0, "[]")

    def broken(_self: object) -> list[SourceMail]:
        raise Faults(table_problem())

    monkeypatch.setattr(mailboxes.FolderSource, "items", broken)
    done = CliRunner().invoke(app, ["mail", "fetch", str(campaign.folder)])
    assert done.exit_code == 1
    assert "it is gone" in done.output


# --- many mails of one player -------------------------------------------------------------------


def test_each_mail_of_a_player_is_read_once_however_many_come(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    game = campaign.ruleset.read

    def counted(sheet: Sheet, *more: Any) -> Any:
        read.append(sheet.lines[0].text)
        return game(sheet, *more)

    loaded = replace(campaign.loaded, ruleset=replace(campaign.ruleset, read=counted))
    changed = replace(campaign, loaded=loaded)
    texts = [words(campaign, "ilse", "1", f"add {n}") for n in range(30)]
    mails = [
        letter(text, id=f"<{n}@x.org>", date=f"2026-03-02T11:{n:02d}:00Z")
        for n, text in enumerate(texts)
    ]
    drop(campaign, *mails)
    assert fetch([changed], at=CAME).counts == {"taken": 30}
    assert read == [f"add {n}" for n in range(30)]
