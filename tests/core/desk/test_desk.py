"""The game master's desk over HTTP: every page, every form, and two desks with one campaign."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign, Progress
from pbm.desk import campaigns
from pbm.desk.campaigns import Desk, Done
from pbm.desk.desk_routes import campaigns_in, desk_routes
from pbm.desk.dispute_pages import fitting
from pbm.desk.server import NotHere, Request
from pbm.parallel.workers import MANY, at_work
from pbm.service import api
from pbm.service.correct import correct
from pbm.service.people import note_absent
from pbm.service.status import turn_facts
from tests.core import table
from tests.core.desk.visitor import Page, Visitor, at_a_desk
from tests.core.mail.office import GM
from tests.core.mail.post import ILSE, drop, letter, with_mail, words

pytestmark = pytest.mark.usefixtures("tiny_table")

BEGUN = "2020-03-01T12:00:00Z"
HERE = "/c/eridani"


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """A campaign whose set-up is due."""
    return table.begin(tmp_path, at=BEGUN)


@pytest.fixture
def gm(campaign: Campaign) -> Iterator[Visitor]:
    with at_a_desk([campaign.folder]) as visitor:
        yield visitor


def take_in(gm: Visitor, stage: str, player: str, *lines: str, status: int = 200) -> Page:
    """Write a sheet at the desk."""
    page = gm.see(f"{HERE}/sheet/{stage}/{player}")
    sheet = table.sheet(player.capitalize(), str(int(stage)), *lines).decode()
    return gm.send(page, "/submit", status, text=sheet)


def run(gm: Visitor, **fields: str) -> Page:
    return gm.work(gm.send(gm.see(HERE), "/run", 200, **fields))


def one_turn(gm: Visitor) -> None:
    """Set up, and play turn 1."""
    for stage, order in (("000", "hide 3"), ("001", "add 2")):
        take_in(gm, stage, "ilse", order)
        take_in(gm, stage, "bob", order)
        run(gm)


# --- campaigns at a glance --------------------------------------------------------------------


def test_a_desk_without_names_takes_the_campaigns_of_its_folder(tmp_path: Path) -> None:
    with pytest.raises(api.Faults, match="there is no campaign in this folder"):
        campaigns_in(tmp_path)
    campaign = table.begin(tmp_path, at=BEGUN)
    assert campaigns_in(tmp_path) == [campaign.folder]


def test_all_campaigns_are_on_the_first_page(tmp_path: Path, campaign: Campaign) -> None:
    broken, other = tmp_path / "broken", tmp_path / "elsewhere"
    broken.mkdir()
    other.mkdir()
    twin = table.begin(other, at=BEGUN)
    folders = [campaign.folder, broken, twin.folder, campaign.folder]
    with at_a_desk(folders) as gm:
        page = gm.see("/")
        assert "3 campaigns: 2 need orders, 1 cannot be opened." in page.text
        assert "No orders: Ilse, Bob" in page.text
        assert "is not a campaign" in page.text
        assert page.links.count("/c/eridani") == page.links.count("/c/eridani-2") == 1
        assert gm.see("/c/eridani-2").status == 200
        assert "is not a campaign" in gm.see("/c/broken", 400).text
        gm.see("/c/nobody", 404)


# --- a turn -----------------------------------------------------------------------------------


def test_a_turn_from_sheets_to_reports(gm: Visitor, campaign: Campaign) -> None:
    page = gm.see(HERE)
    assert "Orders for turn 0 are due. No orders yet: Ilse, Bob." in page.text
    assert "Ilse has sent nothing for turn 0." in gm.see(f"{HERE}/sheet/000/ilse").text
    sheet = take_in(gm, "000", "ilse", "hide 3")
    assert "hide 3" in sheet.text
    assert "As understood now" in sheet.text
    assert "in force" in sheet.text
    refused = run(gm)
    assert "Not done" in refused.text
    assert "Bob" in refused.text
    dry = run(gm, dry="yes", missing_ok="yes")
    assert "Turn 0 can be run" in dry.text
    assert not (campaign.folder / "turns/000").exists()
    done = run(gm, missing_ok="yes")
    assert "Turn 0 was run" in done.text
    reports = gm.see(f"{HERE}/turn/000")
    assert "Without orders: Bob." in reports.text
    assert f"{HERE}/turn/000/reports/ilse/report.html" in reports.links
    assert gm.see(f"{HERE}/turn/000/reports/ilse/report.pdf").html.startswith("%PDF")
    assert gm.see(f"{HERE}/turn/000/reports/ilse/orders.txt").text.startswith("ORDERS")
    assert "Run" in gm.see(f"{HERE}/turn/new").text
    assert "Orders for turn 1 are due." in gm.see(HERE).text


def test_no_other_file_of_a_campaign_is_shown(gm: Visitor) -> None:
    for file in (
        "reports/ilse/secret.toml",
        "gm/turn.toml",
        "reports/../secret.toml",
        "state.json",
    ):
        gm.see(f"{HERE}/turn/new/{file}", 404)
    gm.see(f"{HERE}/turn/007", 400)
    gm.see(f"{HERE}/sheet/xx/ilse", 404)
    gm.see(f"{HERE}/sheet/000/nobody", 404)


def test_a_file_that_is_not_stored_is_said(gm: Visitor, campaign: Campaign) -> None:
    (campaign.folder / "turns/new/reports/ilse/report.html").unlink()
    page = gm.see(f"{HERE}/turn/new/reports/ilse/report.html", 404)
    assert "pbm report makes it again" in page.text


def test_a_sheet_is_checked_while_it_is_written(gm: Visitor) -> None:
    said = gm.json(f"{HERE}/check", text=table.sheet("Ilse", "0", "hid 3").decode())
    assert "hid 3" in said["text"]
    assert gm.json(f"{HERE}/check", text="")["text"]


def test_a_text_without_a_usable_sheet_shows_its_receipt(gm: Visitor, campaign: Campaign) -> None:
    assert gm.see(f"{HERE}/done").path == HERE
    page = gm.send(gm.see(f"{HERE}/sheet/000/ilse"), "/submit", text="hello")
    assert page.path == f"{HERE}/done"
    assert "Not taken in as it is" in page.text
    assert "Texts that fit no player or turn" in gm.see(f"{HERE}/mail").text
    unread = gm.see(f"{HERE}/mail/unread/1")
    assert "hello" in unread.text
    (campaign.folder / "inbox/unread/1.receipt.txt").unlink()  # of a published one it may be gone
    gone = "1.receipt.txt is not in the folder any more."
    assert gone in gm.see(f"{HERE}/mail/unread/1").text
    to_bob = f"{HERE}/sheet/000/bob?unread=1"
    assert f"{to_bob}#another" in unread.links
    put = gm.see(to_bob)
    draft = next(fields["text"] for path, fields in put.forms if path.endswith("/submit"))
    assert draft.split("\n")[1].startswith("SETUP  eridani  turn 0  for Bob")
    assert "hello" in draft
    assert "hello" not in gm.see(f"{HERE}/sheet/000/bob?unread=7").html
    gm.see(f"{HERE}/mail/unread/7", 404)


def test_earlier_texts_stay_to_be_seen(gm: Visitor) -> None:
    take_in(gm, "000", "ilse", "hide 3")
    take_in(gm, "000", "ilse", "hide 4")
    newest = gm.see(f"{HERE}/sheet/000/ilse")
    assert "hide 4" in newest.text
    first = gm.see(f"{HERE}/sheet/000/ilse?text=1")
    assert "hide 3" in first.text
    assert "The receipt that was sent" in first.text


def test_a_closed_position_has_no_next_sheet(gm: Visitor) -> None:
    gm.send(gm.see(f"{HERE}/people"), "/people", act="close", who="bob", because="they left")
    run(gm, missing_ok="yes")
    page = gm.see(f"{HERE}/sheet/001/bob")
    assert [fields["text"].strip() for path, fields in page.forms if path.endswith("/submit")] == [
        ""
    ]
    assert "closed" in gm.see(f"{HERE}/people").text


def test_a_late_sheet_is_taken_when_it_is_said(gm: Visitor) -> None:
    one_turn(gm)
    page = gm.see(f"{HERE}/sheet/001/ilse")
    assert "Turn 1 is not due." in page.text
    text = table.sheet("Ilse", "1", "add 9").decode()
    assert "Not taken in as it is" in gm.send(page, "/submit", text=text).text
    again = gm.see(f"{HERE}/sheet/001/ilse")
    assert "late" in gm.send(again, "/submit", text=text, late="yes").text


def test_a_question_is_answered_at_the_desk(gm: Visitor) -> None:
    take_in(gm, "000", "ilse", "hide 3", "NOTE TO GM may I?")
    take_in(gm, "000", "bob", "hide 3")
    assert "1 open question" in gm.see("/").text
    stopped = run(gm)
    assert "Turn 0 waits for your answers" in stopped.text
    page = gm.see(HERE)
    assert "may I?" in page.text
    answered = gm.send(page, "/answer", answer="yes", because="no rule is against it")
    assert "Answered questions (1)" in answered.text
    assert "Turn 0 was run" in run(gm).text


def test_a_game_that_is_over_says_so(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path, at=BEGUN, goal=1)
    with at_a_desk([campaign.folder]) as gm:
        one_turn(gm)
        page = gm.see(HERE)
        assert "The game is over." in page.text
        assert not [path for path, _fields in page.forms if path.endswith("/run")]
        assert "Dates" not in gm.see(f"{HERE}/people").text.replace("people and dates", "")
        assert "wins" in gm.see("/").text


def test_a_turn_of_two_stages_names_the_one_to_run(tmp_path: Path) -> None:
    campaign = table.begin(tmp_path, at=BEGUN, options={"parts": "two"})
    with at_a_desk([campaign.folder]) as gm:
        one_turn(gm)
        assert "Orders for turn 1.2 are due." in gm.see(HERE).text


# --- two desks --------------------------------------------------------------------------------


def test_a_form_made_before_something_changed_is_refused(gm: Visitor, campaign: Campaign) -> None:
    page = gm.see(HERE)
    sheet = gm.see(f"{HERE}/sheet/000/ilse")
    with at_a_desk([campaign.folder]) as other:
        take_in(other, "000", "ilse", "hide 3")
        refused = gm.send(page, "/run", 409, missing_ok="yes")
        assert "the sheets for turn 0 changed" in refused.text
        assert "the sheets for turn 0 of ilse changed" in gm.send(sheet, "/submit", 409).text
        page = gm.see(HERE)
        run(other, missing_ok="yes")
        assert "the newest turn" in gm.send(page, "/run", 409, missing_ok="yes").text
    assert not (campaign.folder / "turns/000.r2").exists()
    assert not (campaign.folder / "turns/001").exists()


def test_a_change_just_before_the_lock_is_found_under_it(
    gm: Visitor, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = campaigns.Desk._check
    changes: list[bytes] = []

    def then_another_desk(desk: Desk, request: Request, of: Campaign | None) -> None:
        look(desk, request, of)
        if changes:
            api.rule(campaign, "0", changes.pop(), "other")

    monkeypatch.setattr(campaigns.Desk, "_check", then_another_desk)
    said = "the rulings for turn 0 changed"
    page = gm.see(f"{HERE}/people")
    changes.append(b"pause because of a feast\n")
    refused = gm.send(page, "/people", 409, act="close", who="bob", because="they left")
    assert said in refused.text
    page = gm.see(HERE)
    changes.append(b"resume because the feast is over\n")
    worked = gm.work(gm.send(page, "/run", missing_ok="yes"))
    assert "Not done" in worked.text
    assert said in worked.text
    assert not (campaign.folder / "turns/000").exists()
    assert "close bob" not in gm.see(f"{HERE}/people").text
    run(gm, missing_ok="yes")
    assert (campaign.folder / "turns/000").exists()


def test_a_form_of_a_page_that_is_forgotten_is_refused(
    gm: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaigns, "MOST_FORMS", 1)
    page = gm.see(HERE)
    gm.see(f"{HERE}/people")
    assert "too old" in gm.send(page, "/run", 409).text


def test_no_form_counts_without_its_token_or_its_mark(gm: Visitor, campaign: Campaign) -> None:
    before = table.tree(campaign.folder)
    asked = 0
    for method, path, _page in desk_routes([campaign.folder]):
        if method == "POST":
            for group, value in GROUPS.items():
                path = path.replace(group, value)
            assert gm.ask("POST", path).status == 403, path
            assert gm.ask("POST", path, "token=wrong").status == 403, path
            if not path.endswith(("/check", "/fetch")):
                assert gm.ask("POST", path, f"token={gm.token}").status == 409, path
                asked += 1
    assert asked == 7
    assert table.tree(campaign.folder) == before


GROUPS = {
    "(?P<name>[^/]+)": "eridani",
    "(?P<stage>[^/]+)": "new",
    "(?P<player>[^/]+)": "ilse",
    "(?P<round>send|again|remind)": "send",
    "(?P<act>preview|correct|again)": "correct",
    "(?P<id>[0-9a-f]+)": "abcd1234",
}


# --- work under way ---------------------------------------------------------------------------


def asked(name: str = "eridani") -> Request:
    return Request(HERE, {}, {}, {"name": name}, "token")


def test_one_act_goes_on_at_a_time(campaign: Campaign) -> None:
    desk = Desk([campaign.folder])
    begun, end = threading.Event(), threading.Event()

    def act(progress: Progress) -> Done:
        progress("counting", 1, 2)
        begun.set()
        end.wait(10)
        return Done("Counted")

    with at_a_desk([campaign.folder]) as gm:
        assert gm.see(f"{HERE}/work").path == HERE
        assert gm.see(f"{HERE}/work.json").html == '{"done": true}'
    assert desk.begin(asked(), "Counting", act).status == 303
    assert begun.wait(10)
    work = desk.works["eridani"]
    assert (work.what, work.steps, work.total, work.done) == ("counting", 1, 2, None)
    with pytest.raises(NotHere, match="still at work") as refused:
        desk.begin(asked(), "Counting on", act)
    assert refused.value.status == 409
    end.set()


def test_an_act_that_fails_says_so(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    work = campaigns.Work("Counting")

    def act(_progress: Progress) -> Done:
        raise RuntimeError("nobody expected this")

    campaigns._carry_out(work, act, lambda: None)
    assert work.done is not None
    assert work.done.failed
    assert "the terminal shows how" in work.done.lines[0]
    assert "nobody expected this" in capsys.readouterr().err


def test_work_under_way_is_shown(gm: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, end = threading.Event(), threading.Event()

    monkeypatch.setattr("os.cpu_count", lambda: 3)
    crews: list[Any] = []

    def slowly(*_args: Any, progress: Progress, **_more: Any) -> api.Ran:
        crews.append(at_work())
        progress("turn 0", 1, 3)
        begun.set()
        end.wait(10)
        return api.Ran("0", None, (), "", (), (), {}, ("It was slow.",))

    monkeypatch.setattr(api, "run_turn", slowly)
    page = gm.send(gm.see(HERE), "/run")
    assert begun.wait(10)
    assert "You may leave this page" in gm.see(page.path).text
    assert "shared among 3 processes, one a core" in gm.see(page.path).text
    assert [(crew.width, crew.least) for crew in crews] == [(3, MANY)]
    assert at_work() is None
    assert f"{HERE}/work" in gm.see(HERE).links
    assert '"steps": 1, "total": 3, "done": false' in gm.see(f"{page.path}.json").html
    end.set()
    assert "It was slow." in gm.work(page).text


# --- a dispute --------------------------------------------------------------------------------


def test_a_dispute_from_the_number_to_the_corrected_report(gm: Visitor, campaign: Campaign) -> None:
    one_turn(gm)
    assert gm.see(f"{HERE}/turn/001/dispute").status == 200
    page = gm.see(f"{HERE}/turn/001/dispute?what=Ilse+line+2")
    assert "typed: add 2" in page.text
    assert "roll 1.add/add/Ilse counts as" in page.html
    assert "term 1.add/add/Ilse without written" in page.html
    assert "replace ilse line 2 with" in page.html
    listed = gm.see(f"{HERE}/turn/001/dispute?player=bob")
    assert "Bob" in listed.text
    wrong = gm.see(f"{HERE}/turn/001/dispute?what=nobody")
    assert 'Nothing in this turn is called "nobody"' in wrong.text

    check = f"{HERE}/turn/001/dispute/check"
    assert gm.json(check, ruling="", because="")["text"] == ""
    assert "is not a ruling" in gm.json(check, ruling="sett Ilse", because="x")["text"]
    good = "roll 1.add/add/Ilse counts as 9"
    assert gm.json(check, ruling=good, because="")["text"].endswith("players concerned read it.")
    assert gm.json(check, ruling=good, because="of a bet")["text"] == "This ruling can be made."

    stale = gm.see(f"{HERE}/turn/001/dispute")
    preview = gm.work(gm.send(stale, "/preview", ruling=good, because="of a bet"))
    assert f"What would change: {good}" in preview.text
    assert "The report of Ilse" in preview.text
    assert not (campaign.folder / "turns/001.r2").exists()
    done = gm.work(gm.send(preview, "/correct"))
    assert "Turn 1 is corrected" in done.text
    assert f"{HERE}/turn/001.r2" in done.links
    assert "of a bet" in gm.see(f"{HERE}/turn/001.r2").text
    assert "the newest turn and the rulings for turn 1 changed" in (
        gm.send(stale, "/preview", 409, ruling=good, because="of a bet").text
    )
    same = gm.see(f"{HERE}/turn/001/dispute")
    gone = gm.work(gm.send(same, "/preview", ruling="withdraw R1", because="of another bet"))
    assert "The report of Ilse" in gone.text


def test_a_correction_leaves_the_pdfs_out_and_a_list_of_reports_plays_nothing(
    gm: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_turn(gm)
    asked: list[bool] = []

    def spied(*given: Any, pdfs: bool, **more: Any) -> api.RerunResult:
        asked.append(pdfs)
        return correct(*given, pdfs=pdfs, **more)

    monkeypatch.setattr(api, "correct", spied)
    there, good = f"{HERE}/turn/001/dispute", "roll 1.add/add/Ilse counts as 9"
    for ruling, no_pdfs in ((good, ""), ("withdraw R1", "yes")):
        page = gm.see(there)
        shown = gm.send(page, "/preview", ruling=ruling, because="of a bet", no_pdfs=no_pdfs)
        gm.work(gm.send(gm.work(shown), "/correct"))
    assert asked == [True, True, False, False]
    assert "withdrawn by R2" in gm.see(there).text
    monkeypatch.setattr("pbm.service.rulings.play", lambda *_: pytest.fail("played"))
    assert f"{good} because of a bet (withdrawn by R2)" in gm.see(f"{HERE}/turn/001.r3").text


def test_a_ruling_that_stops_the_turn_offers_no_correction(gm: Visitor) -> None:
    one_turn(gm)
    page = gm.see(f"{HERE}/turn/001/dispute")
    ruling = 'replace ilse line 2 with "add 13"'
    shown = gm.work(gm.send(page, "/preview", ruling=ruling, because="of a bet"))
    assert "Turn 1 would wait for your answers" in shown.text
    assert "is 13 allowed?" in shown.text
    assert shown.forms == []


def test_a_correction_lists_the_orders_that_it_forbids(gm: Visitor) -> None:
    one_turn(gm)
    take_in(gm, "002", "ilse", "add 2")
    run(gm, missing_ok="yes")
    page = gm.see(f"{HERE}/turn/001/dispute")
    shown = gm.work(gm.send(page, "/preview", ruling="set ilse.total = 59", because="it was wrong"))
    assert "On the docket: Ilse, turn 2, line 2 is not allowed any more" in shown.text


def test_rulings_are_offered_for_what_is_explained() -> None:
    event = {
        "facts": {"damage": 4},
        "order": {"player": "rook", "line": 8, "text": "attack LB at A1"},
        "rolls": [
            {"name": "x/LB", "label": "B1/LB", "faces": [1, 7]},
            {"label": "d", "faces": [2]},
        ],
        "terms": [["base", 50], ["damage", 4]],
        "changes": [
            {"label": "ship/A1/hull", "before": 40},
            {"label": "total/rook", "before": 4},
            {"label": "ship/A1/supplies", "before": {"T": 1}},
        ],
    }
    assert list(fitting([{"id": "rook:8"}, event])) == [
        "cancel rook line 8",
        'replace rook line 8 with "attack LB at A1"',
        "roll B1/LB counts as 1 7",
        "roll d counts as 2",
        "term B1/LB without base",
        "set A1.hull = 40",
    ]


def test_a_turn_is_played_again_once_for_all_its_numbers(
    gm: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    def counted(campaign: Campaign, turn: str) -> Any:
        played.append(turn)
        return turn_facts(campaign, turn)

    monkeypatch.setattr("pbm.desk.dispute_pages.turn_facts", counted)
    monkeypatch.setattr("pbm.desk.dispute_pages.MOST_KEPT", 1)
    one_turn(gm)
    for turn in ("001", "001", "000", "001"):
        gm.see(f"{HERE}/turn/{turn}/dispute?what=Ilse")
    assert played == ["1", "0", "1"]


def test_a_turn_is_played_before_its_first_number_is_asked_for(gm: Visitor) -> None:
    one_turn(gm)
    ahead = f'data-ahead="{HERE}/turn/001/dispute?what=ilse"'
    assert ahead in gm.see(f"{HERE}/turn/001").html
    assert 'data-ahead="' not in gm.see(f"{HERE}/turn/new").html


REPORT = """<html><body class="x">
<ul><li data-e="e1">shot <details class="why"><summary>why</summary><p>KH 4</p></details></li>
<li data-e="e2">moved</li>
<li id="ee4" data-e="e4">of the book</li>
<li data-e="e3">hit <details class="why"><summary>why</summary><p>KH 5</p></details></li></ul>
"""


def test_every_number_of_a_report_leads_to_its_explanation(gm: Visitor, campaign: Campaign) -> None:
    one_turn(gm)
    for stage in ("new", "001"):
        (campaign.folder / f"turns/{stage}/reports/ilse/report.html").write_text(REPORT)
    here = f"{HERE}/turn/001"
    page = gm.see(f"{here}/reports/ilse/report.html")
    assert page.links == [
        here,
        f"{here}/reports/bob/report.html",
        f"{here}/dispute?player=ilse",
        f"{here}/dispute?what=e1&player=ilse",
        f"{here}/dispute?what=e4&player=ilse",
        f"{here}/dispute?what=e3&player=ilse",
    ]
    first = gm.see(f"{HERE}/turn/new/reports/ilse/report.html")
    assert first.links == [f"{HERE}/turn/new", f"{HERE}/turn/new/reports/bob/report.html"]
    assert first.text.startswith("All reports of turn new")


# --- people and dates -------------------------------------------------------------------------


def test_people_and_dates_are_changed_at_the_desk(gm: Visitor) -> None:
    def change(act: str, status: int = 200, **more: str) -> Page:
        page = gm.see(f"{HERE}/people")
        because = {} if act == "absent" else {"because": "they asked"}
        return gm.send(page, "/people", status, act=act, **because, **more)

    assert "ilse@example.org" in gm.see(f"{HERE}/people").text
    assert "ilse@example.net" in change("address", value="ilse@example.net").text
    later = change("deadline", value="2026-12-01 20:00 Europe/Berlin").text
    assert "Orders for turn 0 are due 2026-12-01 20:00 Europe/Berlin." in later
    assert "The campaign is paused" in change("pause").text
    assert "paused" in gm.see(HERE).text
    assert "The campaign is paused" not in change("resume").text
    assert "absent until turn 4" in change("absent", value="4").text
    assert "absent until" not in change("absent", value="0").text
    assert "is not the number of a turn" in change("absent", 400, value="soon").text
    page = gm.see(f"{HERE}/people")
    page.forms.append((f"{HERE}/people", {**page.forms[0][1], "act": "dance"}))
    assert "not one of the page" in gm.send(page, "/people", 400, act="dance").text


def test_an_absence_ends_in_the_future(gm: Visitor, campaign: Campaign) -> None:
    one_turn(gm)
    with pytest.raises(api.Faults, match="Ilse cannot be absent until turn 2"):
        note_absent(campaign, "Ilse", 2)


# --- mail -------------------------------------------------------------------------------------


@pytest.fixture
def mailed(campaign: Campaign, tmp_path: Path) -> Campaign:
    """The campaign with a folder of mail and a way out."""
    out = f'[mail.out]\nkind = "folder"\npath = "{tmp_path / "sent"}"\n'
    found = with_mail(campaign)
    file = campaign.folder / "campaign.toml"
    file.write_text(f"{file.read_text()}\n{out}")
    assert GM in file.read_text()
    return found


def test_mail_is_fetched_answered_and_sent(gm: Visitor, mailed: Campaign) -> None:
    drop(
        mailed,
        letter(words(mailed, "ilse", "0", "hide 3")),
        letter("May my hidden number be 13?", ILSE, id="<2@example.org>"),
        letter("I shall be away.", ILSE, id="<3@example.org>"),
        letter("I am on holiday until June.", ILSE, id="<4@example.org>"),
    )
    fetched = gm.work(gm.send(gm.see(f"{HERE}/mail"), "/fetch"))
    assert "4 mails" in fetched.text
    assert "mails for you" in gm.see("/").text
    page = gm.see(f"{HERE}/mail")
    mails = [link for link in page.links if link.startswith(f"{HERE}/mail/")]
    assert len(mails) == 3
    first = gm.see(mails[0])
    other = gm.see(mails[0])
    gm.send(first, mails[0], 400)
    gm.send(first, mails[0], 400, absent="June")
    gm.send(first, mails[0], text="Yes, it may.")
    assert "changed" in gm.send(other, mails[0], 409, text="No.").text
    gm.send(gm.see(mails[1]), mails[1], aside="yes")
    gm.send(gm.see(mails[2]), mails[2], absent="3")
    assert "absent until turn 3" in gm.see(f"{HERE}/people").text
    assert "Mails for you None." in gm.see(f"{HERE}/mail").text
    sent = gm.work(gm.send(gm.see(f"{HERE}/mail"), "/send"))
    assert "ilse@example.org>: sent" in sent.text
    assert "sent" in gm.see(f"{HERE}/mail").text
    assert "sent" in gm.see(f"{HERE}/turn/new").text
    again = gm.work(gm.send(gm.see(f"{HERE}/mail"), "/again"))
    assert "0 mails in this round" in again.text


def test_a_mail_is_put_to_a_seat(gm: Visitor, mailed: Campaign) -> None:
    drop(mailed, letter("hide 5, please", ILSE))
    gm.work(gm.send(gm.see(f"{HERE}/mail"), "/fetch"))
    page = gm.see(f"{HERE}/mail")
    mail = next(link for link in page.links if link.startswith(f"{HERE}/mail/"))
    seat = next(link for link in gm.see(mail).links if "/sheet/000/ilse?mail=" in link)
    put = gm.see(seat.partition("#")[0])
    draft = next(fields["text"] for path, fields in put.forms if path.endswith("/submit"))
    assert "hide 5, please" in draft
    assert "for Ilse" in draft


def test_a_round_that_cannot_be_sent_says_why(gm: Visitor, mailed: Campaign) -> None:
    file = mailed.folder / "campaign.toml"
    way = file.read_text().partition("[mail.out]")[0]
    file.write_text(
        f'{way}[mail.out]\nkind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\n'
    )
    done = gm.work(gm.send(gm.see(f"{HERE}/mail"), "/send"))
    assert "0 mails in this round Problems" in done.text
    file.write_text(way)
    assert "has no [mail.out]" in gm.work(gm.send(gm.see(f"{HERE}/mail"), "/send")).text
