"""The game master's desk in a real browser: a whole turn of each game, a dispute, two tabs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.desk.desk_routes import desk_routes
from pbm.desk.server import Server
from pbm.service.api import new_campaign
from tests.shipped import played

PHONE, WIDE = 390, 1200
LONG = 60_000  # milliseconds that a run or a correction may take on a busy machine
AT = "2026-01-01T12:00:00Z"
# A campaign of each game in which a turn is due, and a player of it.
GAMES = {"knighthawks": "ann", "deltavee": "shrike", "nova": "linnet"}


def campaign_of(game: str, folder: Path) -> Campaign:
    if game == "knighthawks":
        players = ("A=Ann:ann@example.org", "B=Bea:bea@example.org")
        found = new_campaign(
            folder / "duel", "knighthawks/duel", players=players, seed="x", at=AT
        ).folder
    else:
        name = {"deltavee": "tau-kati", "nova": "two-lamps"}[game]
        found = folder / name
        shutil.copytree(played(name), found)
    settings = found / "campaign.toml"
    out = f'[mail.out]\nkind = "folder"\npath = "{folder / "sent"}"\n'
    settings.write_text(f'{settings.read_text()}\n[mail]\naddress = "gm@example.org"\n{out}')
    return open_campaign(found)


@contextmanager
def desk(*folders: Path) -> Iterator[Server]:
    server = Server(desk_routes(folders))
    server.begin()
    try:
        yield server
    finally:
        server.close()


@contextmanager
def sitting_at(browser: Browser, server: Server, faults: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": WIDE, "height": 800})
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(server.address)
    yield page
    context.close()


def looks_right(page: Page) -> None:
    """No axe violation, and nothing wider than the page: by day and night, on desk and phone."""
    for width, scheme in product((WIDE, PHONE), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], page.url
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) == 0, page.url
    page.set_viewport_size({"width": WIDE, "height": 800})


@pytest.mark.parametrize(
    "game",
    ["knighthawks", *(pytest.param(one, marks=pytest.mark.slow) for one in ("deltavee", "nova"))],
)
def test_a_whole_turn_and_a_dispute(browser: Browser, tmp_path: Path, game: str) -> None:
    campaign, faults = campaign_of(game, tmp_path), list[str]()
    with desk(campaign.folder) as server, sitting_at(browser, server, faults) as page:
        looks_right(page)
        page.get_by_role("link", name=campaign.name).click()
        looks_right(page)
        home = page.url
        page.locator(f"a[href$='/{GAMES[game]}']").first.click()
        area = page.get_by_label("Sheet", exact=True)
        area.fill(area.input_value().replace("\nEND", "\nFINAL\nEND"))
        expect(page.get_by_label("Receipt")).not_to_contain_text("Write or change a line")
        looks_right(page)
        page.get_by_role("button", name="Take it in").click()
        expect(page.get_by_role("heading", name="As understood now")).to_be_visible()
        looks_right(page)

        page.goto(home)
        page.get_by_label("although sheets are missing").check()
        page.get_by_label("without PDFs").check()
        page.get_by_role("button", name="Try it, and write nothing").click()
        expect(page.get_by_role("heading", name="can be run")).to_be_visible(timeout=LONG)
        page.goto(home)
        page.get_by_label("although sheets are missing").check()
        page.get_by_label("without PDFs").check()
        page.get_by_role("button", name="Run turn").click()
        expect(page.get_by_role("heading", name="was run")).to_be_visible(timeout=LONG)
        looks_right(page)

        page.get_by_role("link", name="Look through the reports").click()
        looks_right(page)
        reports = page.url
        page.locator(f"a[href$='reports/{GAMES[game]}/report.html']").click()
        expect(page.get_by_role("navigation", name="The desk")).to_be_visible()
        page.get_by_role("link", name="Next", exact=True).click()
        page.goto(reports)
        page.get_by_role("button", name="Send what waits").click()
        expect(page.get_by_role("heading", name="in this round")).to_be_visible(timeout=LONG)
        assert list((tmp_path / "sent").glob("*.eml"))

        page.goto(reports)
        page.get_by_role("link", name="Trace a number and rule on it").click()
        page.get_by_label("An event, a unit").fill(GAMES[game])
        page.get_by_role("button", name="Trace").click()
        looks_right(page)
        page.get_by_label("Ruling", exact=True).fill(f"note {GAMES[game]}: it is noted")
        page.get_by_label("Because").fill("the player asked")
        expect(page.get_by_label("Check")).to_have_text("This ruling can be made.")
        page.get_by_role("button", name="Show what it would change").click()
        expect(page.get_by_role("heading", name="What would change")).to_be_visible(timeout=LONG)
        looks_right(page)
        if game == "knighthawks":  # the others print for long
            page.get_by_role("button", name="Correct turn").click()
            expect(page.get_by_role("heading", name="is corrected")).to_be_visible(timeout=LONG)
            page.get_by_role("link", name="Look through the corrected reports").click()
            expect(page.get_by_text("(corrected)")).to_be_visible()
        for place in ("mail", "people"):
            page.goto(f"{home}/{place}")
            looks_right(page)
    assert faults == []


def tabbed_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Go on by one key until the thing has the focus, which is to be seen."""
    for _press in range(200):
        page.keyboard.press(key)
        if wanted.evaluate("one => one === document.activeElement"):
            outline = "one => getComputedStyle(one).outlineStyle"
            assert wanted.evaluate(outline) != "none", wanted
            return
    raise AssertionError(f"no {key} leads to {wanted}")


@pytest.mark.parametrize(
    "game",
    ["knighthawks", *(pytest.param(one, marks=pytest.mark.slow) for one in ("deltavee", "nova"))],
)
def test_a_whole_turn_by_keyboard_alone(browser: Browser, tmp_path: Path, game: str) -> None:
    campaign, faults = campaign_of(game, tmp_path), list[str]()

    def follow(role: Literal["link", "button"], name: str | re.Pattern[str]) -> None:
        tabbed_to(page, page.get_by_role(role, name=name).first)
        page.keyboard.press("Enter")

    def run(button: str, result: str) -> None:
        for box in ("although sheets are missing", "without PDFs"):
            tabbed_to(page, page.get_by_label(box))
            page.keyboard.press("Space")
            expect(page.get_by_label(box)).to_be_checked()
        follow("button", button)
        expect(page.get_by_role("heading", name=result)).to_be_visible(timeout=LONG)

    with desk(campaign.folder) as server, sitting_at(browser, server, faults) as page:
        follow("link", campaign.name)
        tabbed_to(page, page.locator(f"a[href$='/{GAMES[game]}']").first)
        page.keyboard.press("Enter")
        area = page.get_by_label("Sheet", exact=True)
        tabbed_to(page, area)
        page.keyboard.press("Control+End")
        while not area.evaluate("one => one.value.slice(one.selectionStart).startsWith('END')"):
            page.keyboard.press("ArrowLeft")
        page.keyboard.type("FINAL\n")
        expect(page.get_by_label("Receipt")).not_to_contain_text("Write or change a line")
        follow("button", "Take it in")
        expect(page.get_by_role("heading", name="As understood now")).to_be_visible()
        follow("link", "Turn")
        run("Try it, and write nothing", "can be run")
        follow("link", "Back to the turn")
        run("Run turn", "was run")
        follow("link", "Look through the reports")
        follow("link", "report.html")
        expect(page.get_by_role("navigation", name="The desk")).to_be_visible()
        follow("link", re.compile("^All reports"))
        follow("button", "Send what waits")
        expect(page.get_by_role("heading", name="in this round")).to_be_visible(timeout=LONG)
        assert list((tmp_path / "sent").glob("*.eml"))
        follow("link", "Back to the mail")
        expect(page.get_by_role("heading", name="What was sent to whom")).to_be_visible()
    assert faults == []


def test_a_second_tab_and_a_lost_connection(browser: Browser, tmp_path: Path) -> None:
    campaign, faults = campaign_of("knighthawks", tmp_path), list[str]()
    with desk(campaign.folder) as server, sitting_at(browser, server, faults) as page:
        page.get_by_role("link", name=campaign.name).click()
        other = page.context.new_page()
        other.goto(f"{page.url}/people")
        other.locator("form:has([value=pause]) [name=because]").fill("everybody is away")
        other.get_by_role("button", name="Pause").click()
        expect(other.get_by_text("The campaign is paused")).to_be_visible()
        page.get_by_role("button", name="Run turn").click()
        expect(page.get_by_text("the rulings for turn")).to_be_visible()
        sheet = page.context.new_page()
        sheet.goto(f"http://127.0.0.1:{server.port}/c/duel/sheet/000/ann")
        assert faults == [
            "Failed to load resource: the server responded with a status of 409 (Conflict)"
        ]
        sheet.route("**/check", lambda route: route.abort())
        sheet.get_by_label("Sheet", exact=True).press_sequentially("#")
        expect(sheet.get_by_label("Receipt")).to_contain_text("The desk does not answer")


def test_another_site_reaches_nothing(browser: Browser, tmp_path: Path) -> None:
    campaign = campaign_of("knighthawks", tmp_path)
    with desk(campaign.folder) as server, sitting_at(browser, server, []) as page:
        mine = f"http://127.0.0.1:{server.port}/c/duel/people"
        evil = page.context.new_page()
        form = f'<form method="post" action="{mine}"><input name="act" value="pause"></form>'
        evil.set_content(f"{form}<iframe src='{mine}'></iframe>")
        evil.evaluate("document.forms[0].submit()")
        expect(evil.get_by_role("heading", name="Not done")).to_be_visible()
        page.goto(mine)
        expect(page.get_by_text("The campaign is paused")).to_have_count(0)
