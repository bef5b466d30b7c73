"""Taking sheets in: nothing is lost, nothing wrong is used, everything is receipted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.intake import submit
from pbm.intake.submit import safe_name
from pbm.kit.problems import Faults
from pbm.service import api
from pbm.service.api import CampaignFault, How, check_sheet, run_turn, status
from pbm.storage.turn_folders import in_force
from pbm.turns.due import due_of, takes
from pbm.turns.history import game_state_after
from tests.core import table, tiny
from tests.core.table import sheet

pytestmark = pytest.mark.usefixtures("tiny_table")


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Set-up is done; turn 1 is due."""
    return table.played(tmp_path, 0)


def test_bytes_are_kept_as_received(campaign: Campaign) -> None:
    data = b"\xef\xbb\xbf" + sheet("Ilse", "1", "add\xa0 2".encode().decode()).replace(
        b"\n", b"\r\n"
    )
    (one,) = table.send(campaign, data)
    assert one.stored == campaign.folder / "inbox/001/ilse/1.txt"
    assert one.stored.read_bytes() == data
    assert one.stored.with_suffix(".receipt.txt").read_text() == one.receipt
    assert one.accepted
    assert one.in_force
    assert "received 2026-03-02T12:00:00Z" in one.receipt


def test_a_better_sheet_replaces_a_worse_and_never_the_other_way(campaign: Campaign) -> None:
    worse, better, again = (
        sheet("Ilse", "1", "add 2", "ad 3"),
        sheet("Ilse", "1", "add 5"),
        sheet("Ilse", "1", "jump"),
    )
    first, second, third = table.send(campaign, worse, better, again)
    assert first.in_force
    assert second.in_force
    assert not third.in_force
    assert "your ORDERS sheet number 2" in third.receipt
    assert status(campaign).rows[0]["sheet"] == "2 (sheet2.txt)"
    assert status(campaign).rows[0]["problems"] == 0


def test_the_newest_counts_where_all_are_bad(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "ad 1", "add 4"), sheet("Ilse", "1", "ad 2", "add 5"))
    row = status(campaign).rows[0]
    assert row["sheet"].startswith("2 ")
    assert row["problems"] == 1


def test_the_wrong_kind_never_replaces_the_right_one(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path)
    right, wrong = table.send(
        campaign, sheet("Ilse", "0", "hide 2"), sheet("Ilse", "0", "add 2", kind="ORDERS")
    )
    assert right.in_force
    assert not wrong.in_force
    assert (
        "The sheet due for turn 0 is SETUP; your SETUP sheet number 1 stays in force"
        in wrong.receipt
    )


def test_a_sheet_of_the_wrong_kind_alone_is_not_in_force(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path)
    (wrong,) = table.send(campaign, sheet("Ilse", "0", "add 2", kind="ORDERS"))
    assert not wrong.in_force
    assert "The sheet due for turn 0 is SETUP; none is in force." in wrong.receipt
    assert status(campaign).rows[0]["sheet"] == ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (sheet("Ilse", "0", "hide 1"), "this sheet is for turn 0"),
        (sheet("Ilse", "14", "add 1"), "this sheet is for turn 14"),
        (sheet("Carla", "1", "add 1"), '"Carla" is not a player in this campaign'),
        (sheet("Ilse", "1", "add 1").replace(b"eridani", b"orion"), 'this sheet is for "orion"'),
        (b"hello", "a line such as  ORDERS eridani turn 1 for <your name>  and ends with END"),
        (b"", "A sheet begins with a line such as"),
        (sheet("Ilse", "1", "add 1").replace(b"END", b""), "END"),
        (bytes(range(256)), "A sheet begins with a line such as"),
    ],
)
def test_unusable_texts_are_stored_and_answered(campaign: Campaign, data: bytes, said: str) -> None:
    (one,) = table.send(campaign, data)
    assert not one.accepted
    assert not one.in_force
    assert said in one.receipt
    assert one.problems
    assert one.stored.read_bytes() == data
    assert status(campaign).rows[0]["sheet"] == ""


def test_one_text_too_many_of_a_player_is_kept_unread(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submit, "MOST_TEXTS", 3)
    table.send(campaign, sheet("Bob", "1", "add 7"))  # another's do not count
    sent = [sheet("Ilse", "1", f"add {number}") for number in range(1, 5)]
    third, fourth = table.send(campaign, *sent)[2:]
    assert third.accepted and third.in_force
    assert not fourth.accepted and fourth.stored == campaign.folder / "inbox/unread/1.txt"
    assert fourth.stored.read_bytes() == sent[3]
    assert "you have already sent 3 texts for turn 1" in fourth.receipt
    assert "the texts you sent before stand" in fourth.receipt
    assert status(campaign).rows[0]["sheet"] == "3 (sheet3.txt)"
    (late,) = table.send(campaign, sent[3], late=True)
    assert late.accepted and late.in_force and late.number == 4
    run_turn(campaign, at=table.RUN)
    assert api.replay(campaign, pdfs=False) == []


def test_a_stale_sheet_stays_with_its_turn(campaign: Campaign) -> None:
    (one,) = table.send(campaign, sheet("Ilse", "0", "hide 1"))
    assert one.stored == campaign.folder / "inbox/000/ilse/2.txt"
    assert "Orders for turn 1 are due now" in one.receipt


def test_a_late_sheet_counts_when_the_turn_is_run_again(campaign: Campaign) -> None:
    (one,) = table.send(campaign, sheet("Ilse", "0", "hide 1"), late=True)
    assert one.accepted
    assert not one.in_force
    assert "will count when the turn is run again" in one.receipt


def test_a_late_sheet_reads_as_things_stood_then(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "add 20"), sheet("Bob", "1", "add 1"))
    run_turn(campaign, at=table.RUN)
    table.send(campaign, sheet("Ilse", "2", "add 20"), sheet("Bob", "2", "add 1"))
    run_turn(campaign, at=table.RUN)
    # By now more than 40 are counted, and 20 more would go beyond 60.
    (one,) = table.send(campaign, sheet("Ilse", "1", "add 20"), late=True)
    assert not any(problem.is_error for problem in one.problems)
    (two,) = table.send(campaign, sheet("Ilse", "3", "add 20"))
    assert any("beyond 60" in problem.fault for problem in two.problems)


def test_several_sheets_in_one_text_are_each_receipted(campaign: Campaign) -> None:
    data = sheet("Ilse", "1", "add 1") + b"\n" + sheet("Bob", "1", "add 2")
    found = table.send(campaign, data + sheet("Carla", "1", "add 3"))
    assert [(one.player, one.accepted) for one in found] == [
        ("ilse", True),
        ("bob", True),
        ("Carla", False),
    ]
    assert all(one.stored.read_bytes().startswith(data) for one in found)


def test_a_message_is_kept_and_replaces_no_orders(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "add 1"))
    (one,) = table.send(campaign, sheet("Ilse", "1", "hello Bob", kind="MESSAGE"))
    assert one.accepted
    assert status(campaign).rows[0]["sheet"].startswith("1 ")


def test_a_message_alone_is_kept(campaign: Campaign) -> None:
    (one,) = table.send(campaign, sheet("Ilse", "1", "hello Bob", kind="MESSAGE"))
    assert "The message was kept." in one.receipt
    assert status(campaign).rows[0]["sheet"] == ""


def test_a_message_that_reaches_nobody_is_not_promised(campaign: Campaign) -> None:
    (empty,) = table.send(campaign, sheet("Ilse", "1", kind="MESSAGE"))
    assert "The message was kept. It will not be delivered." in empty.receipt
    text = sheet("Ilse", "1", "hello", kind="MESSAGE").replace(b"for Ilse", b"for Ilse to Nobody")
    (unknown,) = table.send(campaign, text)
    assert "with the report of turn 1 to those it can reach then." in unknown.receipt
    (right,) = table.send(campaign, sheet("Ilse", "1", "hello", kind="MESSAGE"))
    assert "It is delivered with the report of turn 1.\n" in right.receipt


def test_a_sheet_without_orders_says_that_it_replaces_orders(campaign: Campaign) -> None:
    first, wait = table.send(
        campaign, sheet("Ilse", "1", "add 1"), sheet("Ilse", "1", "ABSENT until turn 4")
    )
    assert first.receipt.endswith("This ORDERS sheet is in force.\n")
    assert wait.receipt.endswith(
        "This ORDERS sheet is in force. It has no orders. Those of your ORDERS sheet number 1 no "
        "longer count unless you send them again.\n"
    )
    again, bobs = table.send(campaign, sheet("Ilse", "1", "add 2"), sheet("Bob", "1", "WAIT"))
    for one in (again, bobs):  # it has some; he had none
        assert one.receipt.endswith("This ORDERS sheet is in force.\n")


def test_names_are_found_in_any_dress(campaign: Campaign) -> None:
    data = sheet("Ilse", "1", "add 1").replace(
        b"eridani turn 1 for Ilse", b"ERIDANI turn 01 for ILSE"
    )
    (one,) = table.send(campaign, data)
    assert one.in_force


def test_an_altered_text_is_never_run(campaign: Campaign) -> None:
    (one,) = table.send(campaign, sheet("Ilse", "1", "add 1"))
    one.stored.write_bytes(sheet("Ilse", "1", "add 9"))
    with pytest.raises(CampaignFault, match=r"inbox/001/ilse/1.txt was changed"):
        status(campaign)
    one.stored.unlink()
    with pytest.raises(CampaignFault, match=r"inbox/001/ilse/1.txt is missing"):
        status(campaign)
    one.stored.with_suffix(".toml").write_text("accepted = maybe")
    with pytest.raises(CampaignFault, match="not TOML"):
        status(campaign)


def test_a_half_kept_text_counts_for_nothing(campaign: Campaign) -> None:
    folder = campaign.folder / "inbox/001/ilse"
    folder.mkdir(parents=True)
    (folder / "1.txt").write_bytes(sheet("Ilse", "1", "add 9"))
    (folder / "notes.toml").write_text("")
    (one,) = table.send(campaign, sheet("Ilse", "1", "add 1"))
    assert one.number == 2
    assert status(campaign).rows[0]["sheet"].startswith("2 ")


def test_a_deadline_stands_on_the_receipt(campaign: Campaign) -> None:
    text = b"deadline 2026-04-01 20:00 Europe/Berlin because of Easter"
    api.rule(campaign, "1", text, "r.txt", at=table.SENT)
    (one,) = table.send(campaign, sheet("Ilse", "1", "add 1"))
    assert "The deadline is 2026-04-01 20:00 Europe/Berlin." in one.receipt
    (campaign.folder / "inbox/001/rulings.txt").write_text("nonsense")
    (two,) = table.send(campaign, sheet("Ilse", "1", "add 1"))
    assert "deadline" not in two.receipt


def test_receipts_and_checks_say_the_same(campaign: Campaign) -> None:
    data = sheet("Ilse", "1", "add 2", "ad 3", "add 50")
    packet = (campaign.folder / "turns/000/reports/ilse/packet.json").read_bytes()
    (by_campaign,) = check_sheet(data, "sheet1.txt", campaign=campaign)
    (by_packet,) = check_sheet(data, "sheet1.txt", packet=packet)
    (one,) = table.send(campaign, data)
    assert by_campaign.findings == by_packet.findings
    assert by_campaign.findings.rstrip("\n") in one.receipt
    assert not by_campaign.ok
    assert not by_packet.ok


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (sheet("Bob", "1", "add 2"), 'this sheet is for "Bob"\nThe packet belongs to Ilse.'),
        (sheet("Ilse", "7", "add 2"), "this sheet is for turn 7"),
        (sheet("Ilse", "1", "add 2").replace(b"eridani", b"orion"), 'this sheet is for "orion"'),
    ],
)
def test_a_check_by_packet_compares_the_player(campaign: Campaign, data: bytes, said: str) -> None:
    packet = (campaign.folder / "turns/000/reports/ilse/packet.json").read_bytes()
    (one,) = check_sheet(data, "a.txt", packet=packet)
    assert said in one.findings
    assert one.ok is (b"turn 7" in data)  # kept for its turn; the others are not used


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (sheet("Carla", "1", "add 2"), '"Carla" is not a player'),
        (sheet("Ilse", "7", "add 2"), "this sheet is for turn 7"),
        (sheet("Ilse", "1", "add 2").replace(b"eridani", b"orion"), 'this sheet is for "orion"'),
    ],
)
def test_a_check_by_campaign_compares_the_player(
    campaign: Campaign, data: bytes, said: str
) -> None:
    (one,) = check_sheet(data, "a.txt", campaign=campaign)
    assert said in one.findings


def test_a_message_is_checked_for_its_envelope(campaign: Campaign) -> None:
    data = sheet("Ilse", "1", "hello", kind="MESSAGE")
    packet = (campaign.folder / "turns/000/reports/ilse/packet.json").read_bytes()
    for found in (
        check_sheet(data, "a.txt", campaign=campaign),
        check_sheet(data, "a.txt", packet=packet),
        check_sheet(data, "a.txt"),
    ):
        assert found[-1].ok


def test_an_example_of_a_head_is_the_reader_s_own(tmp_path: Path) -> None:
    for name in ("begun", "played"):
        (tmp_path / name).mkdir()
    begun = table.begin(tmp_path / "begun")
    (one,) = check_sheet(b"hello", "a.txt", campaign=begun)
    assert "SETUP eridani turn 0 for <your name>" in one.findings
    played = table.played(tmp_path / "played", 0)
    packet = (played.folder / "turns/000/reports/ilse/packet.json").read_bytes()
    (one,) = check_sheet(b"hello", "a.txt", packet=packet)
    assert "ORDERS eridani turn 1 for Ilse" in one.findings


def test_a_text_without_a_sheet_is_checked_too(campaign: Campaign) -> None:
    (one,) = check_sheet(b"ORDERS eridani turn 1 for Ilse\nadd 1\n", "a.txt", campaign=campaign)
    assert one.sheet is None
    assert not one.ok


def test_a_broken_packet_is_said(campaign: Campaign) -> None:
    with pytest.raises(api.Faults, match="not a packet"):
        check_sheet(sheet("Ilse", "1", "add 1"), "a.txt", packet=b"{}")


def test_nothing_is_waited_for_from_a_closed_seat(campaign: Campaign) -> None:
    game_state = game_state_after(campaign, in_force(campaign.folder))
    (seat, *_others) = game_state.seats
    assert due_of(campaign, game_state, seat) == game_state.due != ()
    assert due_of(campaign, game_state, replace(seat, closed=True)) == ()
    assert takes(campaign, game_state, seat) == game_state.due
    assert takes(campaign, game_state, replace(seat, closed=True)) == ()


def test_a_closed_seat_sends_nothing(campaign: Campaign) -> None:
    api.rule(campaign, "1", b"close Bob because he left", "r.txt", at=table.SENT)
    table.send(campaign, sheet("Ilse", "1", "add 1"))
    run_turn(campaign, how=How(missing_ok=True), at=table.RUN)
    (one,) = table.send(campaign, sheet("Bob", "2", "add 1"))
    assert "is no longer in the campaign" in one.receipt
    assert [row["player"] for row in status(campaign).rows] == ["Ilse"]
    with pytest.raises(api.Faults, match="Bob has no orders to send"):
        api.template(campaign, "Bob")


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a.txt", "a.txt"),
        ("../b\\c.txt", "c.txt"),
        ("a\nb", "a?b"),
        ("", "sheet.txt"),
        ("x" * 99, "x" * 80),
    ],
)
def test_file_names_are_made_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe


ANY_BYTES = (
    st.binary(max_size=300)
    | st.binary(max_size=40).map(lambda b: sheet("Ilse", "1") + b)
    | st.binary(max_size=40).map(lambda b: b"%PDF-" + b)
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(data=ANY_BYTES)
@example(data=b"%PDF-")
def test_any_bytes_are_kept_and_receipted(campaign: Campaign, data: bytes) -> None:
    (one, *_more) = table.send(campaign, data)
    assert one.stored.read_bytes() == data
    assert one.receipt


def test_a_pdf_that_is_not_a_form_is_kept_and_hides_no_other_text(campaign: Campaign) -> None:
    broken = b"%PDF-1.7\nnothing\n" + sheet("Ilse", "1", "add 7")
    bad, good = table.send(campaign, broken, sheet("Bob", "1", "add 5"))
    assert not bad.accepted and not bad.in_force
    assert bad.stored.read_bytes() == broken
    assert "sheet1.txt is not an order form that can be read" in bad.receipt
    assert "send the orders as plain text" in bad.receipt
    assert good.accepted and good.in_force
    (one,) = check_sheet(broken, "rook.pdf", campaign=campaign)
    assert one.sheet is None and not one.ok
    assert "rook.pdf is not an order form that can be read" in one.findings


def test_a_player_out_of_the_game_is_told_so_and_may_still_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No sheet of theirs is due, none is lost, and messages are accepted."""

    def plays(_state: object, player: str, _mailing: str) -> bool:
        return player != "bob"

    monkeypatch.setattr(tiny, "RULESET", replace(tiny.RULESET, awaits=plays))
    out = table.played(tmp_path, 0)
    assert {row["player"] for row in status(out).rows} == {"Ilse"}
    with pytest.raises(Faults, match="Bob has no orders to send"):
        api.template(out, "Bob")
    reports = out.folder / "turns/000/reports"
    assert json.loads((reports / "bob/packet.json").read_bytes())["next"] == []
    assert not (reports / "bob/orders.txt").exists()
    assert (reports / "ilse/orders.txt").exists()
    (read,) = check_sheet(sheet("Bob", "1", "add 2"), "one.txt", campaign=out)
    assert read.ok
    (one,) = table.send(out, sheet("Bob", "1", "add 2"))
    assert one.accepted
    (old,) = check_sheet(sheet("Bob", "7", "add 2"), "one.txt", campaign=out)
    assert "Orders for turn 1 are due now" in old.findings
    packet = (reports / "bob/packet.json").read_bytes()
    (late,) = check_sheet(sheet("Bob", "1", "add 2"), "one.txt", packet=packet)
    assert "No more orders of yours are due" in late.findings
