"""Running turns: what stops a run, what a run writes, the docket."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.kit import clock
from pbm.service import api
from pbm.service.api import (
    CampaignFault,
    Faults,
    How,
    docket,
    open_campaign,
    rule,
    run_turn,
    status,
)
from pbm.storage.atomic_files import locked
from pbm.storage.turn_folders import in_force
from pbm.turns.history import beginning_faults
from tests.core import table, tiny
from tests.core.table import sheet
from tests.sheets import as_it_stands

pytestmark = pytest.mark.usefixtures("tiny_table")


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Set-up is done; turn 1 is due."""
    return table.played(tmp_path, 0)


def both(campaign: Campaign, turn: str, ilse: str = "add 2", bob: str = "add 3") -> None:
    table.send(campaign, sheet("Ilse", turn, ilse), sheet("Bob", turn, bob))


def state(campaign: Campaign, stage: str) -> dict[str, int]:
    whole = json.loads((campaign.folder / "turns" / stage / "state.json").read_text())
    totals: dict[str, int] = whole["state"]["totals"]
    return totals


def test_a_turn_is_written_with_all_its_files(campaign: Campaign) -> None:
    both(campaign, "1")
    ran = run_turn(campaign, at=table.RUN)
    assert ran.folder == campaign.folder / "turns/001"
    assert ran.next == ("2",)
    files = set(table.tree(campaign.folder / "turns/001"))
    assert files == {
        "events.jsonl",
        "gm/book.json",
        "orders/bob/1.txt",
        "orders/ilse/1.txt",
        "state.json",
        "turn.sha256",
        "turn.toml",
        *(
            f"reports/{player}/{name}"
            for player in ("bob", "ilse")
            for name in ("orders.txt", "packet.json", "report.html", "report.pdf")
        ),
    }
    assert set(ran.files) == {"bob", "gm", "ilse"}
    assert any("report.pdf" in line for line in ran.lines)
    text = (campaign.folder / "turns/001/turn.toml").read_text()
    assert f'run_at = "{table.RUN}"' in text
    assert f'received = "{table.SENT}"' in text


def test_packets_name_the_packet_before(campaign: Campaign) -> None:
    from pbm.storage.turn_folders import digest

    both(campaign, "1")
    run_turn(campaign, at=table.RUN)
    before = (campaign.folder / "turns/000/reports/ilse/packet.json").read_bytes()
    after = json.loads((campaign.folder / "turns/001/reports/ilse/packet.json").read_text())
    assert after["previous"] == digest(before)


def test_events_are_one_chain_through_all_turns(campaign: Campaign) -> None:
    from pbm.engine.events import CHAIN_START, unchained
    from pbm.storage.turn_folders import in_force

    both(campaign, "1")
    run_turn(campaign, at=table.RUN)
    start = CHAIN_START
    for stage in in_force(campaign.folder)[1:]:
        lines = (stage.folder / "events.jsonl").read_text().splitlines()
        assert list(unchained(lines, start))
        start = stage.part.chain


def test_a_missing_sheet_stops_the_run(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "add 2"))
    before = table.tree(campaign.folder)
    with pytest.raises(Faults, match="Bob has sent no sheet for turn 1"):
        run_turn(campaign, at=table.RUN)
    assert table.tree(campaign.folder) == before
    ran = run_turn(campaign, how=How(missing_ok=True), at=table.RUN)
    assert ran.missing == ("Bob",)
    assert 'missing = ["bob"]' in (campaign.folder / "turns/001/turn.toml").read_text()


def test_a_player_with_nothing_to_order_is_not_waited_for(campaign: Campaign) -> None:
    rule(campaign, "1", b"set ilse.total = 60 because of a test", "r.txt", at=table.SENT)
    both(campaign, "1")
    run_turn(campaign, at=table.RUN)
    table.send(campaign, sheet("Bob", "2", "add 1"))
    assert status(campaign).ready
    assert run_turn(campaign, at=table.RUN).missing == ()


def test_a_dry_run_writes_nothing(campaign: Campaign) -> None:
    both(campaign, "1")
    before = table.tree(campaign.folder)
    ran = run_turn(campaign, how=How(dry=True), at=table.RUN)
    assert ran.folder is None
    assert ran.next == ("2",)
    assert "Nothing was written" in ran.lines[0]
    assert table.tree(campaign.folder) == before


def test_the_game_ends_and_no_turn_follows(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0, goal=15)
    both(campaign, "1", "add 9")
    dice = ("dice.txt", b"0 1")
    assert "wins" in run_turn(campaign, how=How(dry=True), dice_script=dice, at=table.RUN).result
    ran = run_turn(campaign, dice_script=dice, at=table.RUN)
    assert ran.result == "ilse wins"
    assert ran.lines[-1] == "The game is over: ilse wins."
    with pytest.raises(Faults, match="the game is over"):
        run_turn(campaign, at=table.RUN)
    with pytest.raises(Faults, match="Ilse has no orders to send"):
        api.template(campaign, "Ilse")
    found = status(campaign)
    assert found.lines == ("eridani (Tiny): the game is over. ilse wins.",)
    assert not found.ready
    (one,) = table.send(campaign, sheet("Ilse", "2", "add 1"))
    assert "The game is over. It was not used." in one.receipt


def test_a_set_up_without_choices_runs_without_sheets(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path, secret=False)
    assert status(campaign).lines[0].endswith("turn 0 leaves nothing to choose.")
    assert status(campaign).rows == ()
    with pytest.raises(Faults, match="turn 1 is not due"):
        run_turn(campaign, "1", at=table.RUN)
    ran = run_turn(campaign, "0", at=table.RUN)
    assert ran.folder == campaign.folder / "turns/000"
    assert ran.next == ("1",)
    both(campaign, "1")
    run_turn(campaign, at=table.RUN)
    assert api.replay(campaign) == []


def test_half_turns_have_mailings_and_folders_of_their_own(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0, options={"parts": "two"})
    both(campaign, "1")
    assert run_turn(campaign, at=table.RUN).next == ("1.2",)
    both(campaign, "1.2")
    ran = run_turn(campaign, "1.2", at=table.RUN)
    assert ran.folder == campaign.folder / "turns/001.2"
    assert ran.next == ("2",)
    assert api.replay(campaign) == []


def test_only_what_is_due_is_run(campaign: Campaign) -> None:
    with pytest.raises(Faults, match="turn 3 is not due"):
        run_turn(campaign, "3", at=table.RUN)


def test_one_of_several_mailings_must_be_named() -> None:

    from pbm.service.run import due_mailing
    from tests.core.turns.test_state_file import STANDING

    two = replace(STANDING, due=("3/A/1", "3/B/1"))
    assert due_mailing(two, "3/B/1") == "3/B/1"
    with pytest.raises(Faults, match="several stages are due"):
        due_mailing(two, None)


def test_the_clock_never_goes_back(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    both(campaign, "1")
    monkeypatch.setattr(clock, "now", lambda: clock.read_time("2026-03-02T19:59:59Z"))
    with pytest.raises(CampaignFault, match="the clock is behind the last turn"):
        run_turn(campaign)
    monkeypatch.setattr(clock, "now", lambda: clock.read_time("2026-03-02T20:00:00Z"))
    assert run_turn(campaign).folder is not None


def test_a_given_time_may_be_any(campaign: Campaign) -> None:
    both(campaign, "1")
    assert run_turn(campaign, at="2020-01-01T00:00Z").folder is not None


def test_two_runs_exclude_each_other(campaign: Campaign) -> None:
    both(campaign, "1")
    with locked(campaign.folder), pytest.raises(CampaignFault, match="another pbm is at work"):
        run_turn(campaign, at=table.RUN)


@pytest.mark.parametrize(
    "name",
    [
        "orders/ilse/1.txt",
        "state.json",
        "events.jsonl",
        "reports/ilse/report.pdf",
        "reports/bob/packet.json",
        "gm/book.json",
    ],
)
def test_a_changed_file_stops_the_run(campaign: Campaign, name: str) -> None:
    both(campaign, "1")
    file = campaign.folder / "turns/000" / name
    file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(CampaignFault, match=f"turns/000/{name} was changed"):
        run_turn(campaign, at=table.RUN)


def test_a_missing_input_stops_the_run(campaign: Campaign) -> None:
    both(campaign, "1")
    (campaign.folder / "turns/000/orders/ilse/1.txt").unlink()
    (campaign.folder / "inbox/000/ilse/1.txt").unlink()
    with pytest.raises(CampaignFault, match=r"turns/000/orders/ilse/1.txt is missing"):
        run_turn(campaign, at=table.RUN)


def test_what_can_be_made_again_may_be_gone(campaign: Campaign) -> None:
    import shutil

    both(campaign, "1")
    folder = campaign.folder / "turns/000"
    shutil.rmtree(folder / "reports")
    shutil.rmtree(folder / "gm")
    (folder / "state.json").unlink()
    (folder / "events.jsonl").unlink()
    run_turn(campaign, at=table.RUN)
    (campaign.folder / "turns/new/state.json").unlink()
    assert run_turn(campaign, how=How(missing_ok=True), at=table.LATER).folder is not None


def test_the_first_state_may_not_be_gone_under_other_rules(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may begin otherwise: the campaign plays on from the state that is stored."""
    newer = replace(tiny.RULESET, adjudication=2)
    monkeypatch.setattr(tiny, "RULESET", newer)
    again = open_campaign(campaign.folder)
    first = in_force(campaign.folder)[0]
    assert beginning_faults(again, first) == []
    (first.folder / "state.json").unlink()
    (fault,) = beginning_faults(again, first)
    assert fault.fault == "turns/new/state.json is missing"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("secret.toml", "a seed", "a seat", "secret.toml was changed after the campaign began"),
        ("scenario.toml", "goal = 1000", "goal = 999", "scenario.toml was changed"),
        ("campaign.toml", 'id = "bob"', 'id = "rob"', "campaign.toml was changed"),
    ],
)
def test_a_beginning_that_changed_stops_the_run(
    campaign: Campaign, name: str, old: str, new: str, said: str
) -> None:
    both(campaign, "1")
    file = campaign.folder / name
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(CampaignFault, match=said):
        run_turn(open_campaign(campaign.folder), how=How(missing_ok=True), at=table.RUN)


def test_an_option_that_changed_stops_the_run(campaign: Campaign) -> None:
    both(campaign, "1")
    file = campaign.folder / "campaign.toml"
    file.write_text(file.read_text().replace('most = "20"', 'most = "30"'))
    with pytest.raises(CampaignFault, match="option most was 20 when the campaign began"):
        run_turn(open_campaign(campaign.folder), at=table.RUN)


def test_a_new_schedule_holds_from_the_next_turn_on(campaign: Campaign) -> None:
    file = campaign.folder / "campaign.toml"
    file.write_text(file.read_text().replace("days = 0", "days = 7"))
    campaign = open_campaign(campaign.folder)
    both(campaign, "1")
    run_turn(campaign, at=table.RUN)
    assert status(campaign).lines[1] == "The deadline for turn 2 is 2026-03-10 20:00 UTC."
    assert "2026-03-10 20:00 UTC" in table.send(campaign, sheet("Ilse", "2", "add 1"))[0].receipt
    assert api.replay(campaign) == []
    slip = b"set bob.total = 3 because of a slip"
    api.rule(campaign, "1", slip, "r.txt", at="2026-03-05T11:00Z")
    assert api.rerun(campaign, "1", at="2026-03-05T12:00Z").folders
    assert status(campaign).deadlines[0].text == "2026-03-10 20:00 UTC"


def test_real_dice_decide(campaign: Campaign) -> None:
    both(campaign, "1", "add 1", "add 1")
    run_turn(campaign, dice_script=("dice.txt", b"add ilse: 7\nadd bob: 0\n"), at=table.RUN)
    assert state(campaign, "001") == {"ilse": 8, "bob": 11}
    assert (campaign.folder / "turns/001/dice.txt").read_bytes() == b"add ilse: 7\nadd bob: 0\n"
    assert api.replay(campaign) == []


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (b"add ilse: 7", "no dice are left"),
        (b"7 7 7", "No roll asked for this die"),
        (b"add ilse: seven", "is not the face of a die"),
        (b"11 1", "is not a face of a d10"),
    ],
)
def test_dice_that_do_not_fit_stop_the_run(campaign: Campaign, dice: bytes, said: str) -> None:
    both(campaign, "1")
    with pytest.raises(Faults, match=said):
        run_turn(campaign, dice_script=("dice.txt", dice), at=table.RUN)
    assert not (campaign.folder / "turns/001").exists()


def test_a_note_to_the_game_master_stops_the_run_until_it_is_answered(campaign: Campaign) -> None:
    table.send(
        campaign, sheet("Ilse", "1", "add 2", "NOTE TO GM may I?"), sheet("Bob", "1", "add 1")
    )
    assert not status(campaign).ready
    assert "The docket has 1 open question: pbm docket." in status(campaign).lines
    assert docket(campaign)[0]["id"] == "ilse-3"
    ran = run_turn(campaign, at=table.RUN)
    assert ran.folder is None
    assert [row["id"] for row in ran.docket] == ["ilse-3"]
    assert not (campaign.folder / "turns/001").exists()
    assert (campaign.folder / "turns/001.open/docket.json").is_file()
    (late,) = table.send(campaign, sheet("Bob", "1", "add 9"))
    assert not late.accepted
    assert "turn 1 is being run" in late.receipt
    rule(campaign, "1", b"answer ilse-3: you may because why not", "r.txt", at=table.SENT)
    assert docket(campaign)[0]["answered"]
    assert status(campaign).ready
    ran = run_turn(campaign, at=table.RUN)
    assert ran.folder is not None
    assert not (campaign.folder / "turns/001.open").exists()
    assert "you may" in (campaign.folder / "turns/001/gm/book.json").read_text()
    assert docket(campaign)[0]["answer"] == "you may"
    assert 'file = "orders/bob/2.txt"' not in (campaign.folder / "turns/001/turn.toml").read_text()
    assert api.replay(campaign) == []
    assert status(campaign).questions == 0
    rule(campaign, "1", b"withdraw R1 because I erred", "r.txt", at=table.LATER)
    assert not docket(campaign)[0]["answered"]
    assert status(campaign).questions == 1


def test_a_run_may_go_on_past_a_note(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "add 2", "NOTE TO GM hi"), sheet("Bob", "1", "add 1"))
    assert run_turn(campaign, how=How(go_on=True), at=table.RUN).folder is not None
    # The note is not open any more; an answer for a rerun takes the place of these words.
    assert [row["answer"] for row in docket(campaign)] == ["none; the turn was run without one"]
    rule(campaign, "1", b"answer ilse-3: yes, because so", "r.txt", at=table.LATER)
    answered, waits = docket(campaign)
    assert (answered["answer"], waits["kind"]) == ("yes", "rerun")
    assert api.replay(campaign) == []


def test_a_note_of_a_hundred_lines_is_kept_and_read_again(campaign: Campaign) -> None:
    """It stands in turn.toml as one line of 190,000 characters."""
    words = "and ... so " * 172
    note = ["NOTE TO GM " + words, *[words] * 99]
    table.send(
        campaign, sheet("Ilse", "1", *[f"{line}\\" for line in note]), sheet("Bob", "1", "add 1")
    )
    assert run_turn(campaign, how=How(go_on=True), at=table.RUN).folder is not None
    (row,) = docket(campaign)
    assert row["question"].count("and ... so") == 172 * 100
    both(campaign, "2")
    assert run_turn(campaign, at=table.LATER).folder is not None
    assert api.replay(campaign) == []


def test_a_question_met_on_the_way_stops_the_run_too(campaign: Campaign) -> None:
    both(campaign, "1", "add 13")
    ran = run_turn(campaign, how=How(go_on=True), at=table.RUN)
    assert [row["id"] for row in ran.docket] == ["T-A3 ilse"]
    assert ran.docket[0]["phase"] == "1.add"
    (late,) = table.send(campaign, sheet("Ilse", "1", "add 5"))
    assert not late.accepted
    (taken,) = table.send(campaign, sheet("Bob", "1", "add 13"), late=True)
    assert taken.accepted
    rule(campaign, "1", b"answer T-A3 ilse: yes because it is", "r.txt", at=table.SENT)
    ran = run_turn(campaign, at=table.RUN)
    assert [row["id"] for row in ran.docket] == ["T-A3 bob"]
    rule(campaign, "1", b"answer T-A3 bob: no because it is not", "r.txt", at=table.SENT)
    assert run_turn(campaign, at=table.RUN).folder is not None
    totals = state(campaign, "001")
    assert totals["ilse"] >= 14
    assert totals["bob"] == 0
    assert api.replay(campaign) == []


def test_a_fresh_run_counts_what_came_since(campaign: Campaign) -> None:
    both(campaign, "1", "add 13")
    run_turn(campaign, at=table.RUN)
    table.send(campaign, sheet("Ilse", "1", "add 1"))
    ran = run_turn(campaign, how=How(fresh=True), at=table.RUN)
    assert ran.folder is not None
    assert 2 <= state(campaign, "001")["ilse"] <= 11


def test_a_fresh_run_that_stops_again_has_taken_the_sheets(campaign: Campaign) -> None:
    both(campaign, "1", "add 13")
    run_turn(campaign, at=table.RUN)
    table.send(campaign, sheet("Bob", "1", "add 13"))
    assert run_turn(campaign, how=How(dry=True, fresh=True), at=table.RUN).docket
    assert "accepted = false" in (campaign.folder / "inbox/001/bob/2.toml").read_text()
    assert run_turn(campaign, how=How(fresh=True), at=table.RUN).folder is None
    assert "accepted = true" in (campaign.folder / "inbox/001/bob/2.toml").read_text()


def test_a_broken_docket_is_said(campaign: Campaign) -> None:
    both(campaign, "1", "add 13")
    run_turn(campaign, at=table.RUN)
    (campaign.folder / "turns/001.open/docket.json").write_text("{")
    with pytest.raises(CampaignFault, match="is not as pbm wrote it"):
        docket(campaign)


def test_rulings_are_inputs_of_the_turn(campaign: Campaign) -> None:
    both(campaign, "1")
    path = rule(campaign, "1", b"set bob.total = 40 because so", "r.txt", at=table.SENT)
    rule(campaign, "1", b"cancel Ilse line 2 because no", "r.txt", at=table.SENT)
    assert path == campaign.folder / "inbox/001/rulings.txt"
    run_turn(campaign, at=table.RUN)
    assert (campaign.folder / "turns/001/rulings.txt").read_bytes() == path.read_bytes()
    totals = state(campaign, "001")
    assert totals["ilse"] == 0
    assert totals["bob"] > 43
    assert api.replay(campaign) == []


def test_a_canceled_line_is_told_of_on_the_sheet_it_was_written_on(campaign: Campaign) -> None:
    both(campaign, "1", "add 1\nadd 2")
    rule(campaign, "1", b"cancel Ilse line 2 because no", "r.txt", at=table.SENT)
    rule(campaign, "1", b'replace Ilse line 3 with "add 5" because so', "r.txt", at=table.SENT)
    run_turn(campaign, at=table.RUN)
    packet = json.loads((campaign.folder / "turns/001/reports/ilse/packet.json").read_text())
    canceled, replaced = packet["orders"]
    assert (canceled["line"], canceled["text"], canceled["understood"]) == (2, "add 1", "")
    assert (replaced["line"], replaced["text"]) == (3, "add 2")
    assert replaced["understood"] not in ("", canceled["understood"])
    told = api.explain(campaign, "1", "ilse:2").text
    assert "typed: add 1" in told
    assert "cancel Ilse line 2" in told
    assert api.replay(campaign) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "has no ruling"),
        (b"# nothing", "has no ruling"),
        (b"set bob.total = 40", "This ruling has no reason"),
        (b"set carla.total = 40 because so", "carla has no such total"),
        (b"cancel Ilse line 9 because so", "has no order line 9"),
        (b"answer nobody-1: x because so", "is not on the docket"),
        (b"\xff\xfe", "This ruling has no reason"),
    ],
)
def test_rulings_are_checked_when_they_are_made(campaign: Campaign, text: bytes, said: str) -> None:
    both(campaign, "1")
    with pytest.raises(Faults, match=said):
        rule(campaign, "1", text, "r.txt", at=table.SENT)
    assert not (campaign.folder / "inbox/001/rulings.txt").exists()


def test_no_ruling_for_what_is_no_turn(campaign: Campaign) -> None:
    with pytest.raises(Faults, match="new takes no rulings"):
        rule(campaign, "new", b"pause because so", "r.txt", at=table.SENT)
    with pytest.raises(Faults, match="turn 9 was not run"):
        rule(campaign, "9", b"pause because so", "r.txt", at=table.SENT)


def test_a_ruling_before_a_phase_that_does_not_come_stops_the_run(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0, options={"parts": "two"})
    both(campaign, "1")
    text = b"before 2.add: set bob.total = 4 because so"
    rule(campaign, "1", text, "r.txt", at=table.SENT)
    with pytest.raises(Faults, match=r"does not reach 2\.add"):
        run_turn(campaign, at=table.RUN)


def test_a_ruling_before_the_end_has_the_last_word(campaign: Campaign) -> None:
    both(campaign, "1", "add 1", "add 3")
    text = b"set ilse.total = 7 because so\nbefore end: set bob.total = 4 because so"
    rule(campaign, "1", text, "r.txt", at=table.SENT)
    run_turn(campaign, at=table.RUN)
    after = state(campaign, "001")
    assert after["bob"] == 4
    assert after["ilse"] > 7  # the turn was played behind the other


def test_a_paused_campaign_rests(campaign: Campaign) -> None:
    both(campaign, "1")
    rule(campaign, "1", b"pause because of the holidays", "r.txt", at=table.SENT)
    assert status(campaign).paused
    assert "The campaign is paused." in status(campaign).lines
    with pytest.raises(Faults, match="the campaign is paused"):
        run_turn(campaign, at=table.RUN)
    rule(campaign, "1", b"resume because they are over", "r.txt", at=table.SENT)
    assert not status(campaign).paused
    assert run_turn(campaign, at=table.RUN).folder is not None


def test_people_change_and_the_outbox_follows(campaign: Campaign) -> None:
    both(campaign, "1")
    text = b'address Bob new@example.org because he moved\nhand Ilse to "Uta" because she left'
    rule(campaign, "1", text, "r.txt", at=table.SENT)
    run_turn(campaign, at=table.RUN)
    out = (campaign.folder / "outbox/001.toml").read_text()
    assert "new@example.org" in out
    assert 'name = "Uta"' in out
    assert (campaign.folder / "turns/001/reports/ilse").is_dir()
    (one, two) = table.send(campaign, sheet("Uta", "2", "add 1"), sheet("Bob", "2", "add 1"))
    assert one.in_force
    run_turn(campaign, at=table.RUN)
    assert "new@example.org" in (campaign.folder / "outbox/002.toml").read_text()
    assert two.player == "bob"


def test_a_deadline_shows_in_the_status(campaign: Campaign) -> None:
    text = b"deadline 2026-12-01 20:00 Europe/Berlin because so"
    rule(campaign, "1", text, "r.txt", at=table.SENT)
    assert "The deadline for turn 1 is 2026-12-01 20:00 Europe/Berlin." in status(campaign).lines


def test_status_says_what_is_missing(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "add 2", "jump"))
    found = status(campaign)
    assert found.due == ("1",)
    assert not found.ready
    assert [row["sheet"] for row in found.rows] == ["1 (sheet1.txt)", ""]
    assert [row["problems"] for row in found.rows] == [1, 0]
    assert [path.name for path in found.outbox] == ["000.toml", "new.toml"]


def test_templates_are_sheets(campaign: Campaign) -> None:
    text = api.template(campaign, "ilse")
    assert text.startswith("ORDERS  eridani  turn 1  for Ilse")
    (one,) = table.send(campaign, as_it_stands(text).encode())
    assert one.in_force
    with pytest.raises(Faults, match="is not a player") as fault:
        api.template(campaign, "Illse")
    assert fault.value.problems[0].remedy == 'Did you mean "Ilse"?'


def test_explain_knows_an_order_line(campaign: Campaign) -> None:
    both(campaign, "1")
    run_turn(campaign, at=table.RUN)
    said = api.explain(campaign, "1", "ilse:2").text
    assert "add 2" in said
    assert table.SENT in said
    with pytest.raises(Faults, match="new"):
        api.explain(campaign, "new", "ilse:2")


def test_rulings_that_cannot_be_read_are_said(campaign: Campaign) -> None:
    (campaign.folder / "inbox/001/rulings.txt").mkdir(parents=True)
    with pytest.raises(CampaignFault, match=r"rulings\.txt cannot be read"):
        status(campaign)


def test_a_closed_seat_is_not_waited_for(campaign: Campaign) -> None:
    rule(campaign, "1", b"close Bob because he left", "r.txt", at=table.SENT)
    table.send(campaign, sheet("Ilse", "1", "add 1"))
    run_turn(campaign, how=How(missing_ok=True), at=table.RUN)
    table.send(campaign, sheet("Ilse", "2", "add 1"))
    assert run_turn(campaign, at=table.RUN).missing == ()
    assert "bob" not in (campaign.folder / "outbox/002.toml").read_text()


def test_a_missing_outbox_list_is_made_again(campaign: Campaign) -> None:
    file = campaign.folder / "outbox/000.toml"
    before = file.read_bytes()
    file.unlink()
    both(campaign, "1")
    run_turn(campaign, at=table.RUN)
    assert file.read_bytes() == before


def test_seeds_stand_in_no_file_but_their_own(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 2, seed="hush hush")
    files = table.tree(campaign.folder)
    assert [name for name, data in files.items() if b"hush hush" in data] == ["secret.toml"]


def test_a_clock_behind_the_sheets_is_refused(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --at the clock decides, and it must be wrong; with it the game master does."""
    sheets = (sheet("Ilse", "1", "add 2"), sheet("Bob", "1", "add 3"))
    table.send(campaign, *sheets, at=table.LATER)
    when = clock.read_time(table.LATER) - timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: when)
    with pytest.raises(CampaignFault) as caught:
        run_turn(campaign)
    assert caught.value.problems[0].fault == "the clock is behind the sheets"
    ran = run_turn(campaign, at=when.isoformat())
    assert ran.folder is not None
    assert [line for line in ran.lines if line.startswith("Check the times: sheet1.txt of ilse")]


def test_a_run_at_the_moment_of_its_sheets_is_as_it_should_be(campaign: Campaign) -> None:
    both(campaign, "1")
    ran = run_turn(campaign, at=table.SENT)
    assert not [line for line in ran.lines if line.startswith("Check the times")]


def test_dice_typed_in_are_corrected_by_rulings_on_rolls(campaign: Campaign) -> None:
    """A roll that comes new takes its face from a ruling; one that no longer comes is left out."""
    table.send(campaign, sheet("Ilse", "1", "add 1"))
    how = How(missing_ok=True)
    run_turn(campaign, how=how, dice_script=("dice.txt", b"add ilse: 7\n"), at=table.RUN)
    table.send(campaign, sheet("Bob", "1", "add 2"), late=True)
    with pytest.raises(Faults, match=r"no dice are left for 1\.add/add/bob") as wrong:
        api.rerun(campaign, "1", at="2026-03-05T12:00Z")
    ruling = "roll 1.add/add/bob counts as FACE because of the die thrown now"
    assert ruling in wrong.value.problems[0].remedy
    bad, good = (ruling.replace("FACE", face).encode() for face in ("11", "4"))
    with pytest.raises(Faults, match="no dice are left"):
        api.rule(campaign, "1", bad, "r.txt", at="2026-03-05T13:00Z")
    api.rule(campaign, "1", good, "r.txt", at="2026-03-05T13:00Z")
    assert api.rerun(campaign, "1", at="2026-03-05T14:00Z").folders
    before = state(campaign, "001.r2")
    assert before["bob"] - state(campaign, "001")["bob"] == 2 + 4
    lost = b"cancel Ilse line 2 because it was another turn's"
    api.rule(campaign, "1", lost, "r.txt", at="2026-03-05T15:00Z")
    assert api.rerun(campaign, "1", at="2026-03-05T16:00Z").folders
    assert before["ilse"] - state(campaign, "001.r3")["ilse"] == 1 + 7
    assert api.replay(campaign) == []
