"""Where mail goes wrong in rare ways: each has its word, and nothing is lost."""

from __future__ import annotations

import email
import smtplib
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.campaign.mail_settings import OutPart
from pbm.kit.problems import CampaignFault, Faults, invalid
from pbm.mail.daemon import source_of
from pbm.mail.outbound import compose
from pbm.mail.outbound import report_packages as parcels_module
from pbm.mail.outbound.compose import Outgoing, mail_bytes
from pbm.mail.outbound.delivery_log import BEGUN, path_of, records
from pbm.mail.outbound.delivery_table import rows_of
from pbm.mail.outbound.jobs import report_mail
from pbm.mail.outbound.recipients import now_of
from pbm.mail.outbound.report_packages import (
    contents,
    label,
    packet_inside,
    parcel_of,
    parcels,
    wrong_in,
)
from pbm.mail.outbound.resend import without_pass
from pbm.mail.outbound.send import send
from pbm.mail.outbound.transports import Delivery, SmtpCarrier, Unreachable, why
from pbm.mail.settings import settings_of
from pbm.service.api import rule
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.turns.history import game_state_after
from tests.core import table
from tests.core.mail.office import WHEN, by_mail, to_folder, to_server
from tests.core.mail.servers import recorder

LATER = "2026-04-01T18:00:00Z"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    table.set_table(monkeypatch)
    return by_mail(table.played(tmp_path, 0), to_folder(tmp_path / "out"))


def states(campaign: Campaign, at: str = WHEN) -> list[str]:
    return [row.state for row in send([campaign], at=at).rows]


# --- what servers say ---------------------------------------------------------------------------


def test_words_at_the_end_of_a_mail_are_heard(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post") as post:
        desk = by_mail(desk, to_server(post))
        post.book.answer = {1: "554 this looks like spam", 2: "452 no room now"}
        assert states(desk) == ["refused", "later"]
        assert {one.reason for one in records(desk.folder).values()} == {
            "554 this looks like spam",
            "452 no room now",
        }
        assert states(desk, LATER) == ["sent"]


def test_a_server_that_has_enough_of_a_line_gets_another(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post") as post:
        post.book.sender = ["421 too many mails"]
        assert states(by_mail(desk, to_server(post))) == ["sent", "sent"]
        post.book.answer = {}


def test_a_sender_who_is_refused_is_no_fault_of_the_readers(desk: Campaign, tmp_path: Path) -> None:
    with recorder(tmp_path / "post") as post:
        desk = by_mail(desk, to_server(post))
        post.book.sender = ["553 not your address"]
        done = send([desk], at=WHEN)
        assert done.rows == []
        assert done.problems[0].reason == "it says 553 not your address"
        post.book.sender = ["450 slowly please"]
        assert states(desk, LATER) == ["later", "sent"]


def test_a_certificate_file_that_is_none_is_named(desk: Campaign, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("nothing")
    for name in ("ca.pem", "gone.pem"):
        out = {"kind": "smtp", "host": "127.0.0.1", "port": 9, "ca_file": str(tmp_path / name)}
        with pytest.raises(Faults, match=f"ca_file .*{name} cannot be used"):
            send([by_mail(desk, out)], at=WHEN)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (smtplib.SMTPNotSupportedError("x"), "it does not offer this kind of security or login"),
        (TimeoutError(), "it did not answer in time"),
        (smtplib.SMTPServerDisconnected("gone  away"), "gone away"),
        (OSError(), "OSError"),
    ],
)
def test_every_fault_has_words(fault: Exception, words: str) -> None:
    assert why(fault) == words


def test_a_server_without_the_security_that_is_asked_for_gets_nothing(
    desk: Campaign, tmp_path: Path
) -> None:
    with recorder(tmp_path / "post") as post:
        done = send([by_mail(desk, to_server(post, security="starttls"))], at=WHEN)
        assert done.problems[0].reason == "it does not offer this kind of security or login"
        assert post.book.mails == []


# --- addresses and mails ------------------------------------------------------------------------


def test_an_address_that_no_server_takes_is_said(desk: Campaign) -> None:
    rule(desk, "1", "address ilse bjørn@example.org because so".encode(), "r.txt", at=WHEN)
    assert states(desk) == ["refused", "sent"]


def test_the_last_look_stops_a_mail_that_holds_anything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def of(to: str, files: dict[str, bytes]) -> Outgoing:
        return Outgoing("a", "gm@x.org", "", to, "B", "s", "t", ("m",), files)

    mine = of("b@x.org", {"n.txt": b"1"})
    others = [of("c@x.org", {"n.txt": b"1"}), of("b@x.org", {"n.txt": b"2"}), of("b@x.org", {})]
    made = [mail_bytes(one, WHEN) for one in others]
    real = email.message_from_bytes
    for data in made:
        monkeypatch.setattr(
            compose, "message_from_bytes", lambda _data, data=data, **more: real(data, **more)
        )
        with pytest.raises(CampaignFault, match="would not have the right contents"):
            mail_bytes(mine, WHEN)


def test_the_message_id_says_nothing_and_tells_mails_apart() -> None:
    one, other, third = (
        Outgoing("a", "gm@x.org", "", "b@x.org", "B", "s", "t", mark, {}).message_id
        for mark in (("ab", "c"), ("a", "bc"), ("ab", "c"))
    )
    assert one == third != other


def test_turns_have_their_names_in_subjects() -> None:
    assert [label(one) for one in ("new", "3", "3.2", "12/SHOOT/3")] == [
        "before set-up",
        "turn 3",
        "turn 3.2",
        "turn 12, SHOOT round 3",
    ]


# --- records ------------------------------------------------------------------------------------


def test_the_list_says_what_went_and_what_is_to_go(desk: Campaign) -> None:
    assert [(row.turn, row.player, row.state) for row in rows_of(desk)] == [
        ("new", "Ilse", "not by mail"),
        ("new", "Bob", "not by mail"),
        ("0", "Ilse", "to be sent"),
        ("0", "Bob", "to be sent"),
    ]
    send([desk], at=WHEN)
    assert [(row.turn, row.player, row.state, row.at) for row in rows_of(desk)] == [
        ("new", "Ilse", "not by mail", ""),
        ("new", "Bob", "not by mail", ""),
        ("0", "Bob", "sent", WHEN),
        ("0", "Ilse", "sent", WHEN),
    ]
    assert f'sent = "{WHEN}"' in (desk.folder / "outbox/000.toml").read_text()


def test_who_has_no_address_stands_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    campaign = table.begin(tmp_path, players=("A=Ilse", "B=Bob:bob@example.org"))
    campaign = by_mail(campaign, to_folder(tmp_path / "out"))
    assert [row.state for row in rows_of(campaign)] == ["no address", "to be sent"]


@pytest.mark.parametrize("name", [BEGUN, "outbox/sent/000.ilse.toml"])
def test_a_record_that_was_changed_is_named(desk: Campaign, name: str) -> None:
    send([desk], at=WHEN)
    (desk.folder / name).write_text("nonsense")
    with pytest.raises(CampaignFault) as stopped:
        send([desk], at=LATER)
    assert stopped.value.problems[0].span is not None
    assert stopped.value.problems[0].span.file == name


def test_a_list_that_is_gone_keeps_nothing_from_going(desk: Campaign) -> None:
    (desk.folder / "outbox/000.toml").unlink()
    assert states(desk) == ["sent", "sent"]
    assert path_of(desk.folder, "000.ilse").is_file()


def test_a_list_that_is_none_stops_everything(desk: Campaign) -> None:
    (desk.folder / "outbox/000.toml").write_text("nonsense")
    with pytest.raises(CampaignFault, match=r"outbox/000.toml is not as pbm wrote it"):
        send([desk], at=WHEN)


# --- parcels ------------------------------------------------------------------------------------


def test_a_file_that_is_missing_and_cannot_be_made_again_stops_everything(desk: Campaign) -> None:
    (parcel, _other) = parcels(desk)[-2:]
    files = contents(desk, parcel)
    del files["orders.txt"]
    assert [one.fault for one in wrong_in(desk, parcel, files)] == [
        "turns/000/reports/ilse/orders.txt is missing and could not be made again"
    ]


@pytest.mark.parametrize("packet", [b"no packet", b"[]", b'{"player": "ilse"}'])
def test_what_is_no_packet_is_in_a_wrong_envelope(desk: Campaign, packet: bytes) -> None:
    parcel = parcels(desk)[-2]
    files = contents(desk, parcel) | {"packet.json": packet}
    faults = [one.fault for one in wrong_in(desk, parcel, files, frozenset(["packet.json"]))]
    assert "turns/000/reports/ilse/packet.json would go to the wrong reader" in faults


def test_a_page_that_carries_another_packet_is_found(desk: Campaign) -> None:
    """A real PDF with a file in it, as reports are."""
    from pypdf import PdfWriter

    parcel = parcels(desk)[-2]
    files = contents(desk, parcel)
    import io

    for inside, wrong in ((b"{}", True), (files["packet.json"], False)):
        writer = PdfWriter()
        writer.add_blank_page(100, 100)
        writer.add_attachment("packet.json", inside)
        held = io.BytesIO()
        writer.write(held)
        found = wrong_in(desk, parcel, files | {"report.pdf": held.getvalue()})
        said = [one.fault for one in found if "contains the packet of another" in one.fault]
        assert bool(said) == wrong


def test_turns_are_found_as_players_call_them(desk: Campaign) -> None:
    for turn in ("0", "000", "NEW", " new "):
        assert parcel_of(desk, turn, "ilse") is not None
    assert parcel_of(desk, "1", "ilse") is None
    assert parcel_of(desk, "0", "nobody") is None


def test_a_deadline_by_ruling_stands_in_the_mail(desk: Campaign) -> None:
    rule(desk, "1", b"deadline 2026-05-01 20:00 UTC because so", "r.txt", at=WHEN)
    desk = open_campaign(desk.folder)
    chain = in_force(desk.folder)
    now = now_of(desk, chain, game_state_after(desk, chain))
    parcel = parcels(desk)[-1]
    part = settings_of(desk.part.mail, desk.folder)
    mail = report_mail(desk, part, now, parcel, contents(desk, parcel), "bob@example.org")
    assert "is due by 2026-05-01 20:00 UTC." in mail.text


# --- lines that break -------------------------------------------------------------------------


def test_a_line_that_breaks_twice_is_given_up_and_said(tmp_path: Path) -> None:
    tried: list[bytes] = []

    class Broken(SmtpCarrier):
        def _hand_over(self, data: bytes, sender: str, to: str) -> Delivery:
            tried.append(data)
            raise smtplib.SMTPServerDisconnected("the line went dead")

    carrier = Broken(OutPart(kind="smtp", host="mail.example.org"), tmp_path)
    with pytest.raises(Unreachable) as fault:
        carrier.carry("id", b"a mail", "gm@example.org", "ilse@example.org")
    assert tried == [b"a mail"] * 2
    assert "mail.example.org" in fault.value.problems[0].fault
    assert "the line went dead" in fault.value.problems[0].reason


def test_whoever_stops_between_two_mails_sends_no_more(desk: Campaign) -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 1

    assert [row.state for row in send([desk], at=WHEN, stop=stop).rows] == ["sent"]
    assert states(desk) == ["sent"]


def test_a_page_that_only_begins_like_a_pdf_holds_no_packet() -> None:
    assert packet_inside(b"%PDF-1.7 and nothing") is None
    assert packet_inside(b"<html>") is None


def test_only_the_newest_of_what_was_made_again_are_kept(
    desk: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcels_module, "_MOST_AGAIN", 1)
    monkeypatch.setattr(parcels_module, "_again", {})
    one, other = parcels(desk)[-2:]
    whole = [contents(desk, parcel) for parcel in (one, other)]
    for parcel in (one, other):
        (parcel.stage.folder / "reports" / parcel.player / "report.html").unlink()
    for parcel, files in zip((one, other, one), (*whole, whole[0]), strict=True):
        assert contents(desk, parcel) == files
        assert list(parcels_module._again) == [
            (str(parcel.stage.folder), parcel.stage.digest, parcel.player)
        ]


def test_a_page_that_was_made_again_may_look_otherwise_and_nothing_else_may(
    desk: Campaign,
) -> None:
    parcel = parcels(desk)[-2]
    files = contents(desk, parcel) | {"report.html": b"other words"}
    assert list(wrong_in(desk, parcel, files, frozenset(["report.html"]))) == []
    (stored,) = wrong_in(desk, parcel, files)
    assert "report.html is not the file that was recorded" in stored.fault
    del files["packet.json"]
    (gone,) = wrong_in(desk, parcel, files, frozenset(["report.html"]))
    assert gone.fault.endswith("packet.json is missing and could not be made again")


@pytest.mark.parametrize("fault", [Faults, CampaignFault])
def test_a_report_that_can_no_longer_be_made_stops_everything(
    desk: Campaign, monkeypatch: pytest.MonkeyPatch, fault: type[Faults]
) -> None:
    def fails(*_said: object) -> None:
        raise fault(invalid("it can no longer be played"))

    monkeypatch.setattr(parcels_module, "pages_again", fails)
    monkeypatch.setattr(parcels_module, "_again", {})
    parcel = parcels(desk)[-2]
    (parcel.stage.folder / "reports" / parcel.player / "packet.json").unlink()
    with pytest.raises(Faults) as stopped:
        contents(desk, parcel)
    said = [one.fault for one in stopped.value.problems]
    if fault is CampaignFault:
        assert said == ["it can no longer be played"]
    else:
        assert any("packet.json is missing and could not be made again" in one for one in said)


def test_who_has_no_report_of_a_turn_gets_none(desk: Campaign) -> None:
    (*_rest, stage) = in_force(desk.folder)
    strange = SimpleNamespace(
        label=stage.label, head=stage.head, part=SimpleNamespace(names={"nobody": "Nobody"})
    )
    assert parcels(desk, [cast(StoredStage, strange)]) == []


def test_a_sheet_without_a_pass_is_sent_as_it_is(desk: Campaign) -> None:
    files = {"orders.txt": b"ORDERS eridani turn 1 for Ilse\n\nEND\n", "report.html": b"page"}
    assert without_pass(desk, files) == files


def test_a_campaign_whose_settings_cannot_be_used_has_no_source(
    desk: Campaign, tmp_path: Path
) -> None:
    assert source_of(desk) is None  # it sends and takes nothing in
    file = desk.folder / "campaign.toml"
    file.write_text(file.read_text().replace('\naddress = "gm@example.org"\n', "\n"))
    assert source_of(open_campaign(desk.folder)) is None


def test_a_record_that_goes_while_they_are_listed_is_none(desk: Campaign) -> None:
    assert states(desk) == ["sent", "sent"]
    there = sorted(records(desk.folder))
    (path_of(desk.folder, "gone")).symlink_to(desk.folder / "nowhere")
    assert sorted(records(desk.folder)) == there
