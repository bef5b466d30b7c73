"""Mails for the game master: listed, read and answered, and what came back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign
from pbm.campaign.gm_mail import gm_mails, waiting_mails
from pbm.kit.file_part import part_of
from pbm.kit.problems import CampaignFault, Faults
from pbm.mail.answering import answer, read_text
from pbm.mail.outbound.delivery_log import SentPart, record, records
from pbm.mail.processing import pass_on
from pbm.mail.processing.meaning import asks, misses_report, own_lines, seems
from pbm.service.api import docket, status
from pbm.service.docket import docket_text
from tests.core import table
from tests.core.mail.post import BOB, CAME, ILSE, answers, became, letter, only, post, words

STRANGER = "kim@example.net"
OWN = f"<eridani.{'7' * 40}@example.org>"


def sent(campaign: Campaign, state: str = "sent", id: str = OWN) -> None:
    """A record of a report that went to Ilse."""
    part = {"id": "000.ilse", "kind": "report", "turn": "0", "player": "ilse", "address": ILSE,
            "message_id": id, "state": state, "date": CAME, "at": CAME}  # fmt: skip
    record(campaign.folder, part_of(SentPart, part))


def report(*lines: str, subject: str = "Undelivered Mail Returned to Sender") -> bytes:
    """A mail server's report in plain text."""
    mail = letter("\n".join(lines), "MAILER-DAEMON@mx.example.org", Return_Path="<>")
    return mail.replace(b"my orders", subject.encode())


# --- prose --------------------------------------------------------------------------------------


def test_a_question_is_listed_read_and_answered(campaign: Campaign) -> None:
    assert became(campaign, letter("Hello,\nwhen is the deadline?\n")) == ["unread"]
    (mail,) = waiting_mails(campaign.folder)
    assert (mail.seems, mail.player, mail.words) == ("mail", "ilse", "when is the deadline?")
    passed = only(campaign)
    assert passed.kind == "passed" and passed.to == ILSE
    assert "passed on to your game master" in passed.body
    assert "ORDERS eridani turn 1 for Ilse" in passed.body
    assert "1 mail for you: pbm docket." in status(campaign).lines
    shown = docket_text(docket(campaign))
    assert f'{mail.id}  Ilse ({ILSE}) wrote: "when is the deadline?"' in shown
    assert f"pbm mail answer DIR {mail.id} FILE" in shown
    assert "when is the deadline?" in read_text(campaign, mail.id)
    said = answer(campaign, mail.id, "On Friday.\n", at=CAME)
    assert said == f"Mail {mail.id}: the answer to {ILSE} goes with the next pbm mail send."
    reply = only(campaign, kind="gm")
    assert (reply.to, reply.body, reply.in_reply_to) == (ILSE, "On Friday.\n", "<1@example.org>")
    assert waiting_mails(campaign.folder) == []
    assert docket(campaign) == [] and status(campaign).mails == 0
    assert "Done: 2026-03-02T12:00:00Z" in read_text(campaign, mail.id)


def test_a_mail_is_set_aside(campaign: Campaign) -> None:
    post(campaign, letter("Thanks!"))
    (mail,) = waiting_mails(campaign.folder)
    assert answer(campaign, mail.id) == f"Mail {mail.id}: set aside."
    assert waiting_mails(campaign.folder) == [] and answers(campaign, kind="gm") == []


def test_a_name_names_one_mail(campaign: Campaign) -> None:
    post(campaign, letter("One", id="<1@x.org>"), letter("Two", id="<2@x.org>"))
    first, second = gm_mails(campaign.folder)
    assert first.id in read_text(campaign, first.id.upper()) or read_text(campaign, first.key)
    with pytest.raises(Faults) as wrong:
        read_text(campaign, "nothing")
    (problem,) = wrong.value.problems
    assert problem.fault == '"nothing" names no mails'
    assert first.id in problem.remedy and second.id in problem.remedy
    answer(campaign, first.id)
    answer(campaign, second.id)
    with pytest.raises(Faults) as wrong:
        read_text(campaign, "")
    assert wrong.value.problems[0].remedy == "The mails that wait for you: none"


def test_an_altered_record_is_a_fault_of_the_campaign(campaign: Campaign) -> None:
    post(campaign, letter("Hello"))
    (file,) = (campaign.folder / "inbox/mail/gm").glob("*.toml")
    file.write_text("seems = 3")
    with pytest.raises(CampaignFault):
        gm_mails(campaign.folder)


def test_the_same_words_again_are_listed_but_not_answered(campaign: Campaign) -> None:
    first = letter("I am not here, this is a program.", id="<1@x.org>")
    again = letter("I am not here, this is a program.", id="<2@x.org>", date="2026-03-02T11:30:00Z")
    post(campaign, first, again)
    assert [mail.words for mail in gm_mails(campaign.folder)] == [
        "I am not here, this is a program."
    ] * 2
    assert len(answers(campaign)) == 1


def test_a_stranger_is_listed_and_not_answered(campaign: Campaign) -> None:
    assert became(campaign, letter("May I join?", STRANGER)) == ["unread"]
    assert answers(campaign) == []
    (row,) = docket(campaign)
    assert row["question"] == f'{STRANGER} wrote: "May I join?"'
    assert (row["player"], row["how"], row["kind"]) == ("", "", "mail")


def test_an_absence_is_noted_by_its_command(campaign: Campaign) -> None:
    post(campaign, letter("I am on holiday until the 14th.\n"))
    (row,) = docket(campaign)
    assert row["how"] == f"pbm mail answer {campaign.folder} {row['id']} --absent-until TURN"
    assert absent(campaign.folder) == {}
    with pytest.raises(Faults, match="no absence can be noted"):
        answer(campaign, row["id"], absent_until=1, at=CAME)
    said = answer(campaign, row["id"], "Have fun!", absent_until=4, at=CAME)
    assert "ilse is noted as absent until turn 4" in said
    assert absent(campaign.folder) == {"ilse": 4}
    assert only(campaign, kind="gm").body == (
        "Noted: no orders are expected from you before turn 4.\n\nHave fun!\n"
    )


def test_a_stranger_cannot_be_absent(campaign: Campaign) -> None:
    post(campaign, letter("I am on holiday.", STRANGER))
    (mail,) = gm_mails(campaign.folder)
    with pytest.raises(Faults, match="no absence can be noted"):
        answer(campaign, mail.id, absent_until=4)


def test_a_resignation_comes_with_the_ruling_for_it(campaign: Campaign) -> None:
    post(campaign, letter("I resign from the game, sorry.", BOB))
    (row,) = docket(campaign)
    because = "echo 'close Bob because they resigned' | pbm rule"
    assert row["how"] == f"{because} {campaign.folder} 1 -"
    assert "among them 1 resignation" in status(campaign).lines[1]
    assert not any(seat.closed for seat in campaign.seats)


def test_words_beside_a_sheet_are_listed_where_they_ask(campaign: Campaign) -> None:
    text = words(campaign)
    asks_too = letter(f"{text}\n\nMay I dock?\n", id="<1@x.org>")
    greets = letter(f"Hi!\n{text}\nBest, Ilse\nhttps://example.org/?a=1\n", id="<2@x.org>")
    assert became(campaign, asks_too, greets) == ["taken", "taken"]
    assert [mail.words for mail in gm_mails(campaign.folder)] == ["May I dock?"]


def test_a_mail_that_nobody_can_be_told_about_is_listed(campaign: Campaign) -> None:
    heads = {"List_Id": "<games.example.org>"}
    bad = words(campaign, word="AAAA-AAAA-AAAA-AAAA")
    assert became(campaign, letter(bad, STRANGER, **heads)) == ["refused"]
    assert answers(campaign) == []
    assert [mail.sender for mail in gm_mails(campaign.folder)] == [STRANGER]


# --- programs -----------------------------------------------------------------------------------


def test_an_automatic_mail_with_a_sheet_is_listed(campaign: Campaign) -> None:
    assert became(campaign, letter(words(campaign), STRANGER, X_Loop="x")) == ["automatic"]
    (row,) = docket(campaign)
    assert row["kind"] == "automatic" and row["question"].startswith("A program wrote for kim@")
    with pytest.raises(Faults, match="cannot be answered"):
        answer(campaign, row["id"], "Hello")


@pytest.mark.parametrize(
    ("sender", "subject", "listed"),
    [(ILSE, "Automatic reply", ["automatic"]), (ILSE, "Read: your report", []),
     (STRANGER, "20% off", [])],
)  # fmt: skip
def test_other_automatic_mail_is_listed_if_a_player_sent_it(
    campaign: Campaign, sender: str, subject: str, listed: list[str]
) -> None:
    mail = letter("Hello", sender, Auto_Submitted="auto-replied")
    post(campaign, mail.replace(b"my orders", subject.encode()))
    assert [one.seems for one in gm_mails(campaign.folder)] == listed


def test_a_bounce_marks_the_mail_that_did_not_arrive(campaign: Campaign) -> None:
    sent(campaign)
    (row,) = post(
        campaign, report("your message to", ILSE, "550 5.1.1 User unknown", f"Message-ID: {OWN}")
    ).rows
    assert row["became"] == "bounced"
    assert row["why"] == f"mail to {ILSE} did not arrive: 550 5.1.1 User unknown"
    (part,) = records(campaign.folder).values()
    assert (part.state, part.reason) == ("bounced", "550 5.1.1 User unknown")
    (mail,) = gm_mails(campaign.folder)
    assert (mail.failed, mail.player) == (ILSE, "ilse")
    assert f"Failed: {ILSE}: 550 5.1.1 User unknown" in read_text(campaign, mail.id)
    said = f'Mail to {ILSE} did not arrive: "550 5.1.1 User unknown"'
    assert f"{said}." in status(campaign).lines
    (row,) = docket(campaign)
    assert row["question"] == said
    assert row["how"].startswith("echo 'address Ilse NEW@ADDRESS because")


@pytest.mark.parametrize(("state", "id"), [("later", OWN), ("sent", OWN.replace("7", "8"))])
def test_a_bounce_marks_nothing_else(campaign: Campaign, state: str, id: str) -> None:
    sent(campaign, state, id)
    post(campaign, report("The server says nothing.", OWN))
    assert next(iter(records(campaign.folder).values())).state == state
    (mail,) = gm_mails(campaign.folder)
    assert mail.words == "the server gave no reason"
    assert mail.failed == (ILSE if state == "later" else "")


def test_reports_on_mails_of_others_are_listed_as_few_as_advertising(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pass_on, "MOST_OF_STRANGERS", 2)
    sent(campaign)
    for number in range(4):
        post(campaign, report("your message to", f"x{number}@example.org", f"550 no {number}"))
    post(campaign, report("your message to", ILSE, "550 gone", f"Message-ID: {OWN}"))
    failed = [one.failed for one in gm_mails(campaign.folder)]
    assert sorted(failed) == sorted(["x0@example.org", "x1@example.org", ILSE])


def test_a_report_that_is_no_bounce_is_none(campaign: Campaign) -> None:
    assert became(campaign, report("All is well.", subject="Your weekly report")) == ["automatic"]
    assert gm_mails(campaign.folder) == []


# --- what words seem to say ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("I am away until the 14th.", "absence"),
        ("Can't play next week", "absence"),
        ("Back on Monday", "absence"),
        ("Ich bin im Urlaub.", "absence"),
        ("Je suis en vacances", "absence"),
        ("I resign.", "resignation"),
        ("Sorry, I have to drop out", "resignation"),
        ("Ich steige aus.", "resignation"),
        ("Fly away with B1!", "mail"),
        ("Great report", "mail"),
        ("", "mail"),
    ],
)
def test_what_words_seem_to_say(text: str, what: str) -> None:
    assert seems(own_lines(text)) == (what, text)


def test_own_words_are_those_above_and_between_quotations() -> None:
    text = "Hello\n> quoted\nBye\n\nOn Sunday GM wrote:\n> more\n\nPS\n-- \nIlse"
    assert own_lines(text) == ["Hello", "Bye", "PS"]
    assert own_lines("Hello\nOn Sunday GM wrote:\nunmarked") == ["Hello"]
    assert own_lines("Hello\n----- Original Message -----\nunmarked") == ["Hello"]
    assert own_lines("one\ntwo\nthree", [range(2, 3)]) == ["one", "three"]


def test_links_ask_nothing() -> None:
    assert asks(["why?"]) and asks(["なぜ？"])
    assert not asks(["https://example.org/?q=1"])


@pytest.mark.parametrize("text", ["I lost my report", "the report did not arrive", "resend report"])
def test_a_missing_report_is_noticed(text: str) -> None:
    assert misses_report([text])
    assert not misses_report(["great report"])


def test_large_photos_are_left_out_and_nothing_else(campaign: Campaign, tmp_path: Path) -> None:
    del tmp_path
    from email import message_from_bytes
    from email.mime.base import MIMEBase
    from email.mime.multipart import MIMEMultipart
    from email.mime.text import MIMEText

    from pbm.mail.inbound.slim import slimmed

    whole = MIMEMultipart(boundary="one")
    whole.attach(MIMEText(words(campaign), _charset="us-ascii"))
    for kind, size in (("image/jpeg", 30_000), ("image/png", 100), ("application/pdf", 30_000)):
        part = MIMEBase(*kind.split("/"))
        part.set_payload("x" * size)
        whole.attach(part)
    whole["From"], whole["Message-ID"] = ILSE, "<1@x.org>"
    data = whole.as_bytes()
    slim = slimmed(data)
    assert len(data) - 30_000 < len(slim) < len(data) - 29_800
    parts = message_from_bytes(slim).get_payload()
    assert isinstance(parts, list)
    assert [len(str(one.get_payload())) for one in parts[1:]] == [0, 100, 30_000]  # type: ignore[union-attr]
    assert slimmed(slim) == slim
    assert slimmed(letter("no parts")) == letter("no parts")


@pytest.mark.parametrize("text", ["When is the next turn?", "ORDERS eridani turn 1\nadd\nEND"])
def test_a_mail_at_which_the_power_failed_is_filed_once(campaign: Campaign, text: str) -> None:
    mail = letter(text, BOB)
    post(campaign, mail)
    before = table.tree(campaign.folder / "inbox")
    (record,) = (campaign.folder / "inbox/mail").glob("*.toml")
    record.unlink()  # written last
    post(campaign, mail)
    assert table.tree(campaign.folder / "inbox") == before
