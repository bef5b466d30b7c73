"""Sheets for later turns, WAIT and FINAL, ABSENT, passes on next sheets, mails that overtake."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign, open_campaign
from pbm.campaign.passes import is_same
from pbm.intake.address import Place
from pbm.intake.session import sorted_out
from pbm.intake.submit import Via, begin_session, keep_sheets
from pbm.service.api import How, check_sheet, replay, run_turn, status, template
from pbm.sheets.envelope import find_sheets
from pbm.storage.atomic_files import locked
from tests.core import table
from tests.core.table import sheet

ILSE = Place("ilse", "1")


pytestmark = pytest.mark.usefixtures("tiny_table")


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Set-up is done; turn 1 is due."""
    return table.played(tmp_path, 0)


def run(campaign: Campaign, day: int, *, missing_ok: bool = False) -> list[str]:
    how = How(missing_ok=missing_ok)
    return list(run_turn(campaign, how=how, at=f"2026-03-{day:02d}T20:00:00Z").missing)


def mailed(campaign: Campaign, data: bytes, sent: str, came: str, key: str) -> str:
    """Take a sheet in as from a mail; the receipt."""
    with locked(campaign.folder):
        session = begin_session(campaign, came)
        found = find_sheets(data, "mail.txt")
        ((place, group),) = sorted_out(session, found)[0].items()
        via = Via(key, sent, "right")
        return keep_sheets(session, "mail.txt", data, found, place, group, via).receipt


def test_an_early_sheet_without_orders_lists_its_directives(campaign: Campaign) -> None:
    (plain,) = table.send(campaign, sheet("Ilse", "2", "add 7"))
    assert "\n1 line, not read yet.\nThere is no PASS line.\n" in plain.receipt
    (away,) = table.send(campaign, sheet("Ilse", "2", "ABSENT until turn 4"))
    assert "\nIt has no orders.\nABSENT: no orders are expected before turn 4.\n" in away.receipt


def test_a_sheet_for_a_later_turn_is_kept_for_that_turn(campaign: Campaign) -> None:
    (one,) = table.send(campaign, sheet("Ilse", "2", "add 7"))
    assert (one.accepted, one.in_force, one.early) == (True, False, True)
    assert "This ORDERS sheet is kept for turn 2." in one.receipt
    assert "Orders for turn 1 are due now" in one.receipt
    assert run(campaign, 3, missing_ok=True) == ["Ilse", "Bob"]
    assert [row["sheet"] for row in status(campaign).rows] == ["1 (sheet1.txt)", ""]
    assert run(campaign, 4, missing_ok=True) == ["Bob"]
    kept = campaign.folder / "turns/002/orders/ilse/1.txt"
    assert kept.read_bytes() == sheet("Ilse", "2", "add 7")


@pytest.mark.parametrize(("turn", "kept"), [("13", True), ("14", False), ("1.2", False)])
def test_how_far_ahead_a_sheet_is_kept(campaign: Campaign, turn: str, kept: bool) -> None:
    (one,) = table.send(campaign, sheet("Ilse", turn, "add 7"))
    assert one.accepted is kept


def test_a_second_half_is_kept_where_turns_have_halves(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0, options={"parts": "two"})
    table.send(campaign, sheet("Ilse", "1", "add 1"), sheet("Bob", "1", "add 1"))
    run(campaign, 3)
    run(campaign, 4, missing_ok=True)
    (one,) = table.send(campaign, sheet("Ilse", "2.2", "add 7"), at="2026-03-05T12:00Z")
    assert (one.accepted, one.early, one.mailing) == (True, True, "2.2")


def test_directives_are_not_orders(campaign: Campaign) -> None:
    first, second = table.send(
        campaign, sheet("Ilse", "1", "wait.", "add 1"), sheet("Bob", "1", "add 1", "FINAL")
    )
    assert first.in_force
    assert not first.problems
    assert "WAIT: this sheet may still be changed." in first.receipt
    assert "FINAL: this sheet will not be changed." in second.receipt
    found = status(campaign)
    assert [row["said"] for row in found.rows] == ["WAIT", "FINAL"]
    assert "Sheets that may still change (WAIT): Ilse." in found.lines
    assert not found.ready


def test_a_continued_line_does_not_end_in_a_directive(campaign: Campaign) -> None:
    (one,) = table.send(campaign, sheet("Ilse", "1", "add 1", "add,", "FINAL"))
    assert '"add, FINAL" is no order' in one.receipt


def test_absence_is_kept_until_the_next_sheet(campaign: Campaign) -> None:
    (one,) = table.send(campaign, sheet("Ilse", "1", "add 1", "ABSENT until turn 3"))
    assert "ABSENT: no orders are expected before turn 3." in one.receipt
    table.send(campaign, sheet("Ilse", "2", "add 1"), at="2026-03-02T13:00Z")
    assert absent(campaign.folder) == {"ilse": 3}
    run(campaign, 3, missing_ok=True)
    assert [row["said"] for row in status(campaign).rows] == ["ABSENT until turn 3", ""]
    run(campaign, 4, missing_ok=True)
    assert [row["said"] for row in status(campaign).rows] == ["", ""]
    table.send(campaign, sheet("Ilse", "3", "add 1"), at="2026-03-05T12:00Z")
    assert absent(campaign.folder) == {}


def test_next_sheets_bear_their_own_players_pass(campaign: Campaign) -> None:
    for name, id, other in (("Ilse", "ilse", "bob"), ("Bob", "bob", "ilse")):
        own, others = campaign.password(id, "1"), campaign.password(other, "1")
        for text in (
            template(campaign, name),
            (campaign.folder / f"turns/000/reports/{id}/orders.txt").read_text(),
        ):
            assert f"PASS    {own}" in text
            assert others not in text
    assert len({campaign.password(id, turn) for id in ("ilse", "bob") for turn in ("1", "2")}) == 4


def test_players_get_no_pass_but_their_own(campaign: Campaign) -> None:
    for path in campaign.folder.rglob("*"):
        if path.is_file() and path.name != "secret.toml":
            data = path.read_bytes()
            for id in ("ilse", "bob"):
                for turn in ("0", "1"):
                    if campaign.password(id, turn).encode() in data:
                        assert path.parent.name == id
                        assert path.name == "orders.txt"
            assert campaign.secret.pass_key.encode() not in data


def test_published_campaigns_have_no_passes(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path, published=True)
    assert "PASS" not in template(campaign, "Ilse")
    assert "pass" not in (campaign.folder / "secret.toml").read_text()
    assert "passes" not in (campaign.folder / "turns/new/turn.toml").read_text()


def test_passes_begin_with_mail_and_earlier_pages_stay_as_they_were(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0, published=True)
    file = campaign.folder / "campaign.toml"
    file.write_text(file.read_text() + '\n[mail]\naddress = "gm@example.org"\n')
    campaign = open_campaign(campaign.folder)
    assert f"PASS    {campaign.password('ilse', '1')}" in template(campaign, "Ilse")
    assert replay(campaign) == []
    run(campaign, 3, missing_ok=True)
    said = (campaign.folder / "turns/001/reports/ilse/orders.txt").read_text()
    assert campaign.password("ilse", "2") in said
    assert replay(open_campaign(campaign.folder)) == []


def test_a_pass_may_be_typed_in_any_way() -> None:
    assert is_same("k7qm 2xpa 91tdo000", "K7QM-2XPA-91TD-0000")
    assert not is_same("K7QM-2XPA-91TD-0001", "K7QM-2XPA-91TD-0000")
    assert not is_same("", "K7QM-2XPA-91TD-0000")
    assert not is_same("Ä", "K7QM-2XPA-91TD-0000")


def test_the_mail_sent_later_counts_even_if_it_arrived_first(campaign: Campaign) -> None:
    early, late = "2026-03-02T10:00:00Z", "2026-03-02T11:00:00Z"
    mailed(campaign, sheet("Ilse", "1", "add 9"), late, table.SENT, "b")
    said = mailed(campaign, sheet("Ilse", "1", "add 5"), early, table.SENT, "a")
    assert "this mail was overtaken by your text number 1" in said
    assert f"This one was sent at {early}, number 1 was sent at {late}" in said
    assert "A later ORDERS sheet takes its place." in said
    assert status(campaign).rows[0]["sheet"] == "1 (mail.txt)"
    run(campaign, 3, missing_ok=True)
    assert replay(campaign) == []


def test_a_mail_in_order_is_not_called_overtaken(campaign: Campaign) -> None:
    mailed(campaign, sheet("Ilse", "1", "add 5"), "2026-03-02T10:00:00Z", table.SENT, "a")
    said = mailed(campaign, sheet("Ilse", "1", "add 9"), "2026-03-02T11:00:00Z", table.SENT, "b")
    assert "overtaken" not in said
    assert "This ORDERS sheet is in force." in said


def test_a_mail_that_was_cut_short_is_kept_once(campaign: Campaign) -> None:
    data = sheet("Ilse", "1", "add 5")
    first = mailed(campaign, data, "", table.SENT, "a")
    assert mailed(campaign, data, "", table.SENT, "a") == first
    assert [p.name for p in sorted((campaign.folder / "inbox/001/ilse").glob("*.toml"))] == [
        "1.toml"
    ]


def test_a_check_notes_that_a_sheet_for_a_later_turn_is_kept(campaign: Campaign) -> None:
    packet = (campaign.folder / "turns/000/reports/ilse/packet.json").read_bytes()
    for given in ({"campaign": campaign}, {"packet": packet}):
        for turn, words, ok in (("2", "kept for turn 2", True), ("14", "was not used", False)):
            (one,) = check_sheet(sheet("Ilse", turn, "add 1"), "x.txt", **given)
            assert words in one.findings
            assert one.ok is ok
