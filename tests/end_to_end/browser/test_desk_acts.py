"""Every act of the desk in a real browser: on an old page, with a lost connection, a killed desk.

Each time the page says so, what was written stays on it, and the act is whole or was not done and
can be repeated without being done twice.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Route, expect

from pbm.campaign import inbox
from pbm.campaign.absences import absent
from pbm.campaign.campaign import Campaign, open_campaign
from pbm.campaign.gm_mail import gm_mails, waiting_mails
from pbm.desk import people_pages
from pbm.desk.desk_routes import desk_routes
from pbm.desk.server import Server
from pbm.mail.answering import answer
from pbm.service import api
from tests.core import table
from tests.core.desk.busy import busy_campaign, cut_off, dying_at
from tests.end_to_end.browser.test_desk import LONG, desk, sitting_at

SHEET = table.sheet("Ilse", "2", "add 4").decode()
RULING = "roll 1.add/add/Ilse counts as 9"
ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT
SILENT = "The desk does not answer"


def _texts(campaign: Campaign) -> int:
    return len(inbox.entries(campaign.folder, "2", "ilse"))


def _ruled(words: str, turn: str = "2") -> Callable[[Campaign], int]:
    return lambda campaign: inbox.kept_rulings(campaign.folder, turn).decode().count(words)


def _runs(campaign: Campaign) -> int:
    return len(list((campaign.folder / "turns").glob("002*")))


def _revisions(campaign: Campaign) -> int:
    return len(list((campaign.folder / "turns").glob("001.r*")))


def _sent(campaign: Campaign) -> int:
    """1 when the reports of turn 1 and the answer to Ilse's mail were sent."""
    return len(list((campaign.folder / "sent").glob("*.eml"))) // 3


def _reminders(campaign: Campaign) -> int:
    return len(list((campaign.folder / "sent").glob("*.remind.*.eml")))


def _never(_campaign: Campaign) -> int:
    return 0


def _pause(campaign: Campaign) -> None:
    api.rule(campaign, "2", b"pause because of a feast\n", "r")


def _rule_on_a_played_turn(campaign: Campaign) -> None:
    api.rule(campaign, "1", f"{RULING} because of a bet\n".encode(), "r")


def _run_elsewhere(campaign: Campaign) -> None:
    how = api.How(missing_ok=True, go_on=True, pdfs=False)
    api.run_turn(campaign, how=how)


def _answer_elsewhere(campaign: Campaign) -> None:
    answer(campaign, waiting_mails(campaign.folder)[0].id, "")


@dataclass(frozen=True)
class Act:
    """An act: where its form goes, the page it is on, what is filled in, how often it was done.

    ``guarded``: an old form of it is refused; the others do no harm when they are repeated.
    """

    path: str
    page: str
    button: str
    fields: Mapping[str, str | bool] = field(default_factory=dict)
    times: Callable[[Campaign], int] = _never
    form: str = ""
    first: Callable[[Campaign], None] = lambda _campaign: None
    elsewhere: Callable[[Campaign], None] = _run_elsewhere
    guarded: bool = True
    once: bool = True  # after it an old form of it is refused
    preview: bool = False


def _person(act: str, button: str, words: str, **fields: str | bool) -> Act:
    whose = "" if act in ("deadline", "pause", "resume") else ":has([name=who][value=ilse])"
    form = f"form:has([name=act][value={act}]){whose}"
    return Act("/people", "/people", button, fields, _ruled(words), form)


def _round(act: str, button: str, times: Callable[[Campaign], int]) -> Act:
    return Act(f"/mail/{act}", "/mail", button, {}, times, once=False)


_MAIL, _SHEET, _DISPUTE = "/mail/{mail}", "/sheet/002/ilse", "/turn/001/dispute"
_ALSO = {"missing_ok": True, "go_on": True, "no_pdfs": True}
_RULED = {"ruling": RULING, "because": "of a bet"}
ACTS = {
    "take in": Act(f"{_SHEET}/submit", _SHEET, "Take it in", {"text": SHEET}, _texts),
    "put": Act(
        f"{_SHEET}/submit", f"{_SHEET}?mail={{mail}}", "Take it in", {"text": SHEET}, _texts
    ),
    "answer a mail": Act(
        _MAIL,
        _MAIL,
        "Answer",
        {"text": "It may."},
        lambda campaign: sum(bool(one.done) for one in gm_mails(campaign.folder)),
        elsewhere=_answer_elsewhere,
    ),
    "answer a question": Act(
        "/answer",
        "",
        "Answer",
        {"answer": "yes", "because": "no rule is against it"},
        _ruled("no rule is against it"),
    ),
    "try": Act("/run", "", "Try it, and write nothing", _ALSO, once=False),
    "run": Act("/run", "", "Run turn 2", _ALSO, _runs),
    "fetch": Act(
        "/mail/fetch",
        "/mail",
        "Fetch new mail",
        {},
        lambda campaign: len(gm_mails(campaign.folder)) - 1,
        guarded=False,
        once=False,
    ),
    "send": _round("send", "Send what waits", _sent),
    "send again": _round("again", "Send also what was refused", _sent),
    "remind": _round("remind", "Remind those who are late", _reminders),
    "preview": Act(
        f"{_DISPUTE}/preview", _DISPUTE, "Show what it would change", _RULED, once=False
    ),
    "correct": Act(
        f"{_DISPUTE}/correct", _DISPUTE, "Correct turn 1", _RULED, _revisions, preview=True
    ),
    "run again": Act(
        f"{_DISPUTE}/again", "", "Run turn 1 again", {}, _revisions, first=_rule_on_a_played_turn
    ),
    "address": _person(
        "address", "Change the address", "ilse@example.net", value="ilse@example.net", because="x"
    ),
    "hand": _person("hand", "Hand the position over", "Frida", value="Frida", because="x"),
    "close": _person("close", "Close the position", "close ilse", because="she left"),
    "deadline": _person(
        "deadline", "Move the deadline", "2031", value="2031-01-01 20:00 UTC", because="x"
    ),
    "pause": _person("pause", "Pause", "pause because", because="of a feast"),
    "resume": Act(
        "/people",
        "/people",
        "Go on",
        {"because": "the feast is over"},
        _ruled("resume because"),
        "form:has([name=act][value=resume])",
        first=_pause,
        elsewhere=lambda campaign: _ruled_elsewhere(campaign),
    ),
    "absent": Act(
        "/people",
        "/people",
        "Note it",
        {"value": "5"},
        lambda campaign: int(absent(campaign.folder).get("ilse") == 5),
        "form:has([name=act][value=absent]):has([name=who][value=ilse])",
    ),
}
# Those tried in the short run.
SOME = ("take in", "correct")
each = pytest.mark.parametrize(
    "name", [one if one in SOME else pytest.param(one, marks=pytest.mark.slow) for one in ACTS]
)


def _ruled_elsewhere(campaign: Campaign) -> None:
    api.rule(campaign, "2", b'resume because "the feast ended"\n', "r")


def test_every_act_of_the_desk_is_here() -> None:
    paths = [f"/c/eridani{act.path.format(mail='abc1')}" for act in ACTS.values()]
    for method, pattern, _page in desk_routes([]):
        if method == "POST" and not pattern.endswith("/check"):
            named = re.findall(r"\(\?P<\w+>(\w+(?:\|\w+)+)\)", pattern)
            for words in product(*(one.split("|") for one in named)):
                one = pattern
                for word, all_of in zip(words, named, strict=True):
                    one = one.replace(all_of, word)
                assert [path for path in paths if re.fullmatch(one, path)], one
    forms = " ".join(act.form for act in ACTS.values())
    of_people = set(re.findall(r"name=act\]\[value=(\w+)", forms))
    assert of_people == {*people_pages._RULINGS, "absent"}


@pytest.fixture(autouse=True)
def tiny_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table.set_table(monkeypatch)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        return busy_campaign(tmp_path_factory.mktemp("busy"))


@pytest.fixture
def campaign(busy: Path, tmp_path: Path) -> Campaign:
    shutil.copytree(busy, tmp_path / busy.name)
    return open_campaign(tmp_path / busy.name)


def begun(page: Page, act: Act, campaign: Campaign, port: int) -> Locator:
    """The act on its page, filled in; returns its button."""
    mail = waiting_mails(campaign.folder)[0].id
    page.goto(f"http://127.0.0.1:{port}/c/eridani{act.page.format(mail=mail)}")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    if act.preview:
        for name, value in act.fields.items():
            page.locator(f"[name={name}]").fill(str(value))
        page.get_by_role("button", name="Show what it would change").click()
        button = page.get_by_role("button", name=act.button)
        expect(button).to_be_visible(timeout=LONG)
        return button
    form = page.locator(act.form or "form").filter(
        has=page.get_by_role("button", name=act.button, exact=True)
    )
    for name, value in act.fields.items():
        one = form.locator(f"[name={name}]")
        one.check() if value is True else one.fill(str(value))
    return form.get_by_role("button", name=act.button, exact=True)


def still_there(page: Page, act: Act) -> None:
    """What was written stands in its form."""
    for name, value in act.fields.items():
        form = page.locator("form").filter(has=page.locator("[data-why]"))
        if act.preview:
            assert form.locator(f"[name={name}]").input_value() == value
        elif value is True:
            expect(form.locator(f"[name={name}]")).to_be_checked()
        else:
            expect(form.locator(f"[name={name}]")).to_have_value(str(value))


def press(page: Page, button: Locator, server: Server, whole: Callable[[], bool]) -> None:
    """Press a button, and wait until its act is whole and no work goes on."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        button.click()
    until(whole)
    idle(page, server)


def idle(page: Page, server: Server) -> None:
    """Wait until no work goes on."""
    address = f"http://127.0.0.1:{server.port}/c/eridani/work.json"
    until(lambda: bool(page.request.get(address).json()["done"]))


@each
def test_an_old_page_is_refused_and_loses_nothing(
    browser: Browser, campaign: Campaign, name: str
) -> None:
    act = ACTS[name]
    act.first(campaign)
    with desk(campaign.folder) as server, sitting_at(browser, server, []) as page:
        button = begun(page, act, campaign, server.port)
        act.elsewhere(campaign)
        before = act.times(campaign)
        press(page, button, server, lambda: act.guarded or act.times(campaign) == before + 1)
        if act.guarded:
            expect(page.locator("[data-why]")).to_contain_text("changed, at another desk")
            still_there(page, act)
            assert act.times(campaign) == before
    assert cut_off(campaign) == []


@each
@pytest.mark.parametrize("lost", ["question", "answer"])
def test_a_lost_connection_is_said_and_a_repeat_does_nothing_twice(
    browser: Browser, campaign: Campaign, name: str, lost: str
) -> None:
    act = ACTS[name]
    act.first(campaign)
    whole = act.times(campaign) + int(act.times is not _never)

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        if lost == "answer":
            route.fetch(max_redirects=0)
        with suppress(Error):  # the page may have given up by itself
            route.abort()

    with desk(campaign.folder) as server, sitting_at(browser, server, []) as page:
        button = begun(page, act, campaign, server.port)
        page.route("**/*", lose)
        button.click()
        expect(page.locator("[data-why]")).to_contain_text(SILENT)
        still_there(page, act)
        page.unroute_all(behavior="ignoreErrors")
        if lost == "answer":
            until(lambda: act.times(campaign) == whole)
            idle(page, server)
            now = written(campaign)
            if act.once:
                press(page, button, server, lambda: True)
                expect(page.locator("[data-why]")).to_contain_text("changed, at another desk")
                still_there(page, act)
        if lost == "question" or not act.once:
            press(page, button, server, lambda: act.times(campaign) == whole)
        assert act.times(campaign) == whole
        assert lost == "question" or written(campaign) == now
    assert cut_off(campaign) == []


def written(campaign: Campaign) -> dict[str, int]:
    """When each file was written that mails, sheets, rulings or turns are kept in."""
    places = (campaign.folder / name for name in ("inbox", "turns", "sent", "outbox"))
    return {
        str(file): file.stat().st_mtime_ns
        for place in places
        for file in place.rglob("*")
        if file.is_file()
    }


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG / 1000
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


@each
def test_a_killed_desk_is_said_and_the_act_is_whole_or_can_be_done(
    browser: Browser, campaign: Campaign, name: str
) -> None:
    act = ACTS[name]
    act.first(campaign)
    before, kept = act.times(campaign), int(act.times is not _never)
    with dying_at(kept, lambda: desk_routes([campaign.folder])) as dying:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{dying.port}/?key={dying.key}")
        button = begun(page, act, campaign, dying.port)
        if not kept:  # it writes nothing
            os.kill(dying.process, signal.SIGKILL)
        button.click()
        until(lambda: os.waitid(os.P_PID, dying.process, ENDED) is not None)
        until(lambda: SILENT in said(page))
        if page.locator("[data-why]").count():
            still_there(page, act)
        context.close()
    assert cut_off(campaign) == []
    with desk(campaign.folder) as server, sitting_at(browser, server, []) as page:
        if act.times(campaign) == before:
            button = begun(page, act, campaign, server.port)
            press(page, button, server, lambda: act.times(campaign) == before + kept)
        assert act.times(campaign) - before == kept
    assert cut_off(campaign) == []


def said(page: Page) -> str:
    """What a page says of its desk, or that the browser itself says that none answers."""
    try:
        if not page.locator("main").count():
            return SILENT
        return " ".join(page.locator("[data-why], [data-what]").all_inner_texts())
    except Error:  # the page is being left
        return ""
