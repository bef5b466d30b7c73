"""Reports go out: to the right reader, once, and whatever one server says stops nobody else."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.kit.file_part import part_of
from pbm.kit.problems import CampaignFault, Faults
from pbm.mail.outbound.delivery_log import records
from pbm.mail.outbound.reply_queue import Answer, queue
from pbm.mail.outbound.send import Wish, send
from pbm.service.api import How, rerun, rule, run_turn, submit
from pbm.storage.atomic_files import sending_alone
from pbm.storage.turn_folders import digest
from tests.core import table
from tests.core.mail.office import (
    WHEN,
    attached,
    by_mail,
    mails,
    states,
    text_of,
    to_folder,
    to_server,
)
from tests.core.mail.servers import cutting, recorder
from tests.faults.test_killed import killed_at

LATER = "2026-04-01T18:00:00Z"
ILSE, BOB = "ilse@example.org", "bob@example.org"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign with turns 0 and 1 run, that sends into a folder."""
    table.set_table(monkeypatch)
    return by_mail(table.played(tmp_path, 1), to_folder(tmp_path / "out"))


def out(campaign: Campaign) -> Path:
    return campaign.folder.parent / "out"


def answer(**more: object) -> Answer:
    given = {
        "id": "receipt-1",
        "kind": "receipt",
        "to": ILSE,
        "subject": "Re: my orders",
        "body": "sha256 0\n",
        "in_reply_to": "<a.b@example.org>",
        "made": WHEN,
        "player": "ilse",
    }
    return part_of(Answer, given | more)


def test_each_gets_his_own_report_and_gets_it_once(desk: Campaign) -> None:
    first = send([desk], Wish(old=True), at=WHEN)
    assert [(row.turn, row.player, row.state) for row in first.rows] == [
        ("new", "Ilse", "sent"),
        ("new", "Bob", "sent"),
        ("0", "Ilse", "sent"),
        ("0", "Bob", "sent"),
        ("1", "Ilse", "sent"),
        ("1", "Bob", "sent"),
    ]
    assert first.is_whole
    for mail in mails(out(desk)):
        player = {ILSE: "ilse", BOB: "bob"}[mail["To"].addresses[0].addr_spec]
        held = attached(mail)
        (packet,) = (data for name, data in held.items() if name.endswith("packet.json"))
        said = json.loads(packet)
        assert said["player"]["id"] == player
        folder = {"new": "new", "0": "000", "1": "001"}[said["mailing"]]
        stored = desk.folder / "turns" / folder / "reports" / player
        assert {name.split("-", 2)[2]: digest(data) for name, data in held.items()} == {
            file.name: digest(file.read_bytes()) for file in stored.iterdir()
        }
    assert len({mail["Message-ID"] for mail in mails(out(desk))}) == 6
    assert send([desk], at=LATER).rows == []
    assert len(mails(out(desk))) == 6


def test_the_text_can_be_read_by_itself(desk: Campaign) -> None:
    send([desk], at=WHEN)
    (mail,) = (one for one in mails(out(desk)) if ILSE in one["To"])
    text = text_of(mail)
    assert mail["Subject"] == "[eridani] turn 1: report for Ilse"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "Your ORDERS sheet for turn 2 is due; no day is set." in text
    assert "  2  add 2\n" in text
    assert "ORDERS  eridani  turn 2  for Ilse\n" in text
    assert "eridani-001-packet.json" in text
    assert max(map(len, text.splitlines())) <= 78


def test_what_was_given_by_hand_before_is_not_sent_after_all(desk: Campaign) -> None:
    first = send([desk], at=WHEN)
    assert [(row.turn, row.player) for row in first.rows] == [("1", "Ilse"), ("1", "Bob")]
    assert first.lines == [
        (
            "eridani: not sent: 4 reports from before this campaign's first mail. "
            "pbm mail send --old sends old reports, too."
        )
    ]
    assert send([desk], at=LATER).rows == []
    submit(desk, [("a", table.sheet("Ilse", "2", "add 1"))], at=LATER)
    run_turn(desk, how=How(missing_ok=True), at=LATER)
    assert [row.turn for row in send([desk], at=LATER).rows] == ["2", "2"]


def test_a_corrected_report_goes_to_him_alone_whose_report_changed(desk: Campaign) -> None:
    send([desk], at=WHEN)
    # Set-up is secret: only Ilse's own report tells what she hid.
    table.send(desk, table.sheet("Ilse", "0", "hide 9"), late=True)
    rerun(desk, "0", at=WHEN)
    done = send([desk], at=LATER)
    assert [(row.turn, row.player) for row in done.rows] == [("0", "Ilse"), ("1", "Ilse")]
    corrected = [one for one in mails(out(desk)) if "CORRECTED" in str(one["Subject"])]
    assert len(corrected) == 2
    for one in corrected:
        assert ILSE in one["To"]
        assert "This report replaces the one of 2026-03-0" in text_of(one)
        # Nothing tells which revision it is: others may have been for others.
        assert ".r2" not in one.as_string()


def test_what_a_rerun_overtook_unsent_is_sent_in_its_last_form_alone(desk: Campaign) -> None:
    rule(desk, "1", b"set bob.total = 40 because so", "r.txt", at=WHEN)
    rerun(desk, "1", at=WHEN)
    done = send([desk], at=LATER)
    assert sorted((row.turn, row.player) for row in done.rows) == [("1", "Bob"), ("1", "Ilse")]


# --- servers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tls", "security"), [("implicit", "tls"), ("starttls", "starttls")])
def test_over_a_line_that_is_secured_and_asks_for_a_password(
    desk: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tls: str, security: str
) -> None:
    login = security == "starttls"
    with recorder(tmp_path / "post", tls=tls, login=login) as post:
        monkeypatch.setenv("POST_WORD", post.password)
        settings = to_server(post, security=security, ca_file=str(post.ca))
        if login:
            settings |= {"user": post.user, "password_env": "POST_WORD"}
        desk = by_mail(desk, settings)
        assert send([desk], at=WHEN).is_whole
        assert sorted(to for _sender, (to,), _data in post.book.mails) == [BOB, ILSE]


def test_a_server_that_is_not_who_it_says_gets_nothing(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post", tls="implicit") as post:
        done = send([by_mail(desk, to_server(post, security="tls"))], at=WHEN)
        assert "certificate is not trusted" in done.problems[0].reason
        assert post.book.mails == []
        assert "sent" not in states(desk).values()


def test_a_wrong_password_is_said_without_it(
    desk: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with recorder(tmp_path / "post", tls="starttls", login=True) as post:
        monkeypatch.setenv("POST_WORD", "not-the-word")
        settings = to_server(
            post, security="starttls", ca_file=str(post.ca), user="gm", password_env="POST_WORD"
        )
        done = send([by_mail(desk, settings)], at=WHEN)
        assert "refused the user or password" in done.problems[0].reason
        assert "not-the-word" not in str(done)


def test_a_refused_reader_stops_nobody_else(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post") as post:
        desk = by_mail(desk, to_server(post))
        post.book.refuse[ILSE] = "550 no such mailbox"
        done = send([desk], at=WHEN)
        assert [(row.player, row.state, row.reason) for row in done.rows] == [
            ("Ilse", "refused", "550 no such mailbox"),
            ("Bob", "sent", ""),
        ]
        assert not done.is_whole
        post.book.refuse.clear()
        assert send([desk], at=LATER).rows == []  # refused for good: not tried by itself
        assert [row.player for row in send([desk], Wish(again=True), at=LATER).rows] == ["Ilse"]
        assert len(post.book.of(ILSE)) == len(post.book.of(BOB)) == 1


def test_a_new_address_is_tried_by_itself(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post") as post:
        desk = by_mail(desk, to_server(post))
        post.book.refuse[ILSE] = "550 no such mailbox"
        send([desk], at=WHEN)
        rule(desk, "2", b"address ilse new@example.org because she moved", "r.txt", at=WHEN)
        assert [row.address for row in send([desk], at=LATER).rows] == ["new@example.org"]
        assert len(post.book.of("new@example.org")) == 1


def test_who_is_put_off_is_tried_again_after_a_rest(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post") as post:
        desk = by_mail(desk, to_server(post))
        post.book.refuse[ILSE] = "451 come back later"
        assert send([desk], at=WHEN).rows[0].state == "later"
        patient = Wish(patient=True)
        assert send([desk], patient, at="2026-04-01T12:04:59Z").rows == []
        assert send([desk], patient, at="2026-04-01T12:05:00Z").rows[0].state == "later"
        assert send([desk], patient, at="2026-04-01T12:14:59Z").rows == []
        post.book.refuse.clear()
        assert send([desk], patient, at="2026-04-01T12:15:00Z").rows[0].state == "sent"


def test_a_mail_that_is_too_large_for_the_server_is_said_with_the_sizes(
    desk: Campaign, tmp_path: Path
) -> None:
    with recorder(tmp_path / "post", most_bytes=1000) as post:
        done = send([by_mail(desk, to_server(post))], at=WHEN)
        assert [row.state for row in done.rows] == ["refused", "refused"]
        assert "the server takes 1,000" in done.rows[0].reason


def test_without_a_server_everything_stays_to_be_sent(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post") as post:
        pass
    desk = by_mail(desk, to_server(post))
    done = send([desk], at=WHEN)
    assert done.rows == []
    assert "connection refused" in done.problems[0].reason
    done = send([by_mail(desk, to_folder(out(desk)))], at=LATER)
    assert [row.state for row in done.rows] == ["sent", "sent"]


def test_many_campaigns_go_over_one_line_and_one_that_fails_stops_no_other(
    desk: Campaign, tmp_path: Path
) -> None:
    other = table.begin(tmp_path, name="second")
    with recorder(tmp_path / "post") as post, recorder(tmp_path / "gone") as gone:
        pass
    with recorder(tmp_path / "post") as post:
        first = by_mail(desk, to_server(gone))
        second = by_mail(other, to_server(post))
        third = by_mail(table.begin(tmp_path, name="third"), to_server(post))
        done = send([first, second, third], at=WHEN)
        assert {row.campaign for row in done.rows if row.state == "sent"} == {"second", "third"}
        assert len(done.problems) == 1
        assert len(post.book.mails) == 4


def test_a_player_without_an_address_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    campaign = table.begin(tmp_path, players=("A=Ilse:ilse@example.org", "B=Bob"))
    desk = by_mail(campaign, to_folder(tmp_path / "out"))
    done = send([desk], at=WHEN)
    assert [(row.player, row.state) for row in done.rows] == [
        ("Ilse", "sent"),
        ("Bob", "no address"),
    ]
    assert not done.is_whole


# --- a wrong envelope ---------------------------------------------------------------------------


def swap(desk: Campaign, name: str) -> None:
    """Two players' files change places."""
    one, two = (desk.folder / "turns/001/reports" / who / name for who in ("ilse", "bob"))
    first, second = one.read_bytes(), two.read_bytes()
    one.write_bytes(second)
    two.write_bytes(first)


@pytest.mark.parametrize("name", ["packet.json", "report.html", "report.pdf", "orders.txt"])
def test_a_report_in_a_wrong_envelope_stops_everything(desk: Campaign, name: str) -> None:
    swap(desk, name)
    queue(desk.folder, answer())
    with pytest.raises(CampaignFault) as stopped:
        send([desk], at=WHEN)
    said = stopped.value.problems[0]
    assert f"reports/ilse/{name}" in said.fault
    assert said.outcome == "No mail was sent"
    assert not out(desk).exists()


@pytest.mark.parametrize("name", ["packet.json", "orders.txt"])
def test_even_where_every_hash_was_made_to_fit(desk: Campaign, name: str) -> None:
    """What the files say of themselves is looked at, too."""
    swap(desk, name)
    folder = desk.folder / "turns/001"
    one, two = (digest((folder / "reports" / who / name).read_bytes()) for who in ("bob", "ilse"))
    for file in (folder / "turn.toml", desk.folder / "outbox/001.toml"):
        text = file.read_text()
        assert one in text
        assert two in text
        file.write_text(text.replace(one, "!").replace(two, one).replace("!", two))
    seal = f"{digest((folder / 'turn.toml').read_bytes())}  turn.toml\n"
    (folder / "turn.sha256").write_text(seal)
    with pytest.raises(CampaignFault) as stopped:
        send([desk], at=WHEN)
    assert "would go to the wrong reader" in stopped.value.problems[0].fault
    assert not out(desk).exists()


def test_a_list_in_the_outbox_that_was_changed_stops_everything(desk: Campaign) -> None:
    file = desk.folder / "outbox/001.toml"
    file.write_text(file.read_text().replace("reports/bob/report.pdf", "reports/ilse/report.pdf"))
    with pytest.raises(CampaignFault) as stopped:
        send([desk], at=WHEN)
    assert "lists other files for Bob" in stopped.value.problems[0].fault


@pytest.mark.parametrize("kept", ["", "packet.json"])
def test_a_report_that_is_not_stored_is_made_again(desk: Campaign, kept: str) -> None:
    before = {
        file.name: file.read_bytes() for file in (desk.folder / "turns/001/reports/bob").iterdir()
    }
    for file in (desk.folder / "turns/001/reports").rglob("*.*"):
        if file.name != kept:
            file.unlink()
    send([desk], at=WHEN)
    (mail,) = (one for one in mails(out(desk)) if BOB in one["To"])
    assert {name.split("-", 2)[2]: data for name, data in attached(mail).items()} == before


# --- faults -------------------------------------------------------------------------------------


def test_a_line_that_breaks_anywhere_loses_nothing(desk: Campaign, tmp_path: Path) -> None:
    """Cut after every so many bytes; what the next rounds send are the mails not yet taken."""
    model = tmp_path / "model"
    shutil.copytree(desk.folder, model)
    cuts = 0
    with recorder(tmp_path / "post") as post:
        for cut in range(1, 100_000, 1009):
            work = tmp_path / "work"
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(model, work)
            unheard = 0
            with cutting(post.port, up=cut, times=2) as line:
                campaign = by_mail(open_campaign(work), to_server(post, port=line.port))
                for _ in range(5):
                    done = send([campaign], at=WHEN)
                    unheard += sum(row.state == "unknown" for row in done.rows)
                    assert all("are kept for the next try" in one.outcome for one in done.problems)
                assert done.rows == []
                assert done.is_whole
            for to in (ILSE, BOB):
                assert len(set(post.book.of(to))) == 1, cut
            assert 2 <= len(post.book.mails) <= 2 + unheard, cut
            post.book.mails.clear()
            cuts += 1
            if not line.broke:
                break
    assert cuts > 3


def test_a_mail_that_may_have_gone_goes_again_as_the_very_same_mail(
    desk: Campaign, tmp_path: Path
) -> None:
    with recorder(tmp_path / "post") as post:
        desk = by_mail(desk, to_server(post))
        post.book.die_unheard = 1
        done = send([desk], at=WHEN)
        assert [row.state for row in done.rows] == ["unknown", "sent"]
        assert states(desk)["001.ilse"] == "trying"
        again = send([desk], at=LATER)
        assert [(row.player, row.state) for row in again.rows] == [("Ilse", "sent")]
        one, two = post.book.of(ILSE)
        assert one == two  # every byte, so that a mailbox may show it once
        assert len(post.book.of(BOB)) == 1


def test_a_full_disk_keeps_a_mail_from_going_not_from_being_known_to_have_gone(
    desk: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    with recorder(tmp_path / "post") as post:
        desk = by_mail(desk, to_server(post))
        said: set[str] = set()
        for full_from in range(1, 40):
            calls = 0

            def write(handle: int, data: bytes, full_from: int = full_from) -> int:
                nonlocal calls
                calls += 1
                if calls >= full_from:
                    raise OSError(errno.ENOSPC, "No space left on device")
                return real(handle, data)

            with monkeypatch.context() as patch:
                patch.setattr(os, "write", write)
                try:
                    send([desk], at=WHEN)
                except CampaignFault as fault:
                    said.add(fault.problems[0].reason)
                else:
                    break
        assert full_from > 3
        assert said == {"the disk is full"}
        assert len(post.book.of(ILSE)) == len(post.book.of(BOB)) == 1


class Killed(BaseException):
    """What no code of the product may catch."""


def test_killed_at_any_call_nothing_is_lost_and_what_is_doubled_is_the_same_mail(
    tmp_path: Path, desk: Campaign
) -> None:
    model = tmp_path / "model"
    shutil.copytree(desk.folder, model)
    number, doubled = -1, 0
    with recorder(tmp_path / "post") as post:
        while True:
            number += 2
            work = tmp_path / "work"
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(model, work)
            campaign = by_mail(open_campaign(work), to_server(post))
            try:
                with killed_at(number, Killed()):
                    send([campaign], at=WHEN)
            except Killed:
                assert send([campaign], at=LATER).is_whole
            else:
                break
            for to in (ILSE, BOB):
                found = post.book.of(to)
                assert len(set(found)) == 1, number
                doubled += len(found) - 1
            assert set(states(campaign).values()) == {"sent"}
            post.book.mails.clear()
    assert number > 40
    assert doubled <= 5  # only between the server's word and the call that keeps it


def test_two_senders_do_not_send_the_same_twice(desk: Campaign) -> None:
    with (
        sending_alone(desk.folder, "outbox/sent"),
        pytest.raises(CampaignFault, match="another pbm is sending the mail"),
    ):
        send([desk], at=WHEN)
    assert not out(desk).exists()


# --- answers ------------------------------------------------------------------------------------


def test_answers_go_out_once_and_say_what_they_answer(desk: Campaign) -> None:
    send([desk], at=WHEN)
    queue(desk.folder, answer())
    assert [(row.kind, row.state) for row in send([desk], at=LATER).rows] == [("receipt", "sent")]
    assert send([desk], at=LATER).rows == []
    (mail,) = (one for one in mails(out(desk)) if one["Subject"] == "Re: my orders")
    assert mail["In-Reply-To"] == "<a.b@example.org>"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert text_of(mail) == "sha256 0\n"


def test_an_old_report_comes_again_to_him_who_asks(desk: Campaign) -> None:
    send([desk], at=WHEN)
    stored = desk.folder / "turns/000/reports/ilse"
    queue(desk.folder, answer(id="resend-1", resend="0", body="As you asked.\n", passed=True))
    send([desk], at=LATER)
    (mail,) = (one for one in mails(out(desk)) if one["Subject"] == "Re: my orders")
    assert {name.split("-", 2)[2]: data for name, data in attached(mail).items()} == {
        file.name: file.read_bytes() for file in stored.iterdir()
    }
    assert "Here is your report of turn 0 again" in text_of(mail)


def test_without_a_pass_an_old_report_comes_without_one(desk: Campaign) -> None:
    table.send(desk, table.sheet("Ilse", "2", "add 1"), table.sheet("Bob", "2", "add 1"), at=WHEN)
    run_turn(desk, at=WHEN)  # the first turn whose sheets bear passes
    send([desk], at=WHEN)
    word = desk.password("ilse", "3")
    queue(desk.folder, answer(id="resend-1", resend="2", body="As you asked.\n"))
    queue(desk.folder, answer(id="resend-2", resend="2", body="As you asked.\n", passed=True))
    send([desk], at=LATER)
    without, with_it = (one for one in mails(out(desk)) if one["Subject"] == "Re: my orders")
    for mail, has in ((without, False), (with_it, True)):
        held = attached(mail)
        assert len(held) == 4
        assert (word in text_of(mail)) == has
        assert (word.encode() in held["eridani-002-orders.txt"]) == has
        assert b"ORDERS  eridani  turn 3  for Ilse" in held["eridani-002-orders.txt"]


def test_an_old_report_that_is_not_there_is_said(desk: Campaign) -> None:
    queue(desk.folder, answer(id="resend-1", resend="17", body="As you asked.\n"))
    send([desk], at=LATER)
    (mail,) = (one for one in mails(out(desk)) if one["Subject"] == "Re: my orders")
    assert "You have no report of turn 17." in text_of(mail)
    assert attached(mail) == {}


def test_an_old_report_goes_to_no_strange_address_without_a_pass(desk: Campaign) -> None:
    queue(desk.folder, answer(id="resend-1", resend="0", to="someone@else.example"))
    with pytest.raises(CampaignFault, match="would go to someone@else"):
        send([desk], at=WHEN)
    assert not out(desk).exists()


def test_no_seed_and_no_other_players_words_leave(desk: Campaign) -> None:
    send([desk], Wish(old=True), at=WHEN)
    seed = desk.seed.decode()
    for mail in mails(out(desk)):
        everything = "\n".join(
            [text_of(mail), *(data.decode("latin-1") for data in attached(mail).values())]
        )
        assert seed not in everything
    assert {one.tries for one in records(desk.folder).values()} == {1}


def test_all_that_settings_lack_is_said_at_once(
    desk: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = table.begin(tmp_path, name="second")
    third = by_mail(table.begin(tmp_path, name="third"), to_folder(tmp_path))
    file = third.folder / "campaign.toml"
    file.write_text(file.read_text().replace('\naddress = "gm@example.org"\n', "\n"))
    third = open_campaign(third.folder)
    with pytest.raises(Faults) as stopped:
        send([desk, other, third], at=WHEN)
    said = [one.fault for one in stopped.value.problems]
    assert any("second has no [mail]" in one for one in said)
    assert any("third" in one for one in said)
    assert not out(desk).exists()
