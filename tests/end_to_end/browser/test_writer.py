"""A sheet written in a real browser: read as it is typed, offered words, kept, and never lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pbm.desk.server import Server
from pbm.desk.writer import Writer
from tests.core.desk.test_writer import STAGES
from tests.end_to_end.browser.looking import DESK, PHONE, Scheme
from tests.retold import retold

# A sheet of each game, written from nothing, and a part of what it is understood as.
SHEETS = {
    "knighthawks": ("SHIP B1\n  move straight 2\n", "straight"),
    "deltavee": ("all: hold fire\n", "hold fire"),
    "nova": ("MOVEMENT\n  all ships: keep orders\n", "keep"),
}


@dataclass
class Written:
    """The page, the program behind it, and what went wrong on it."""

    page: Page
    writer: Writer
    server: Server
    faults: list[str]

    def write(self, text: str) -> None:
        """Type a whole new text."""
        self.page.locator("#sheet").fill(text)

    @property
    def head(self) -> str:
        """The first line of the sheet."""
        return self.writer.prefilled.split("\n")[0]


@contextmanager
def writing(
    browser: Browser, game: str, folder: Path, width: int = DESK, scheme: Scheme = "light"
) -> Iterator[Written]:
    data = json.dumps(retold(*STAGES[game])).encode()
    writer = Writer(data, "packet.json", folder / "orders.txt")
    server = Server(writer.routes())
    server.begin()
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    context.set_default_timeout(10_000)
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        page.goto(server.address)
        yield Written(page, writer, server, faults)
    finally:
        context.close()
        server.close()


@pytest.mark.parametrize("game", SHEETS)
def test_a_sheet_is_written_from_nothing(browser: Browser, game: str, tmp_path: Path) -> None:
    body, understood = SHEETS[game]
    with writing(browser, game, tmp_path) as one:
        one.write(f"{one.head}\n{body}END\n")
        receipt = one.page.locator("#receipt")
        expect(receipt).to_contain_text("understood")
        expect(receipt).to_contain_text(understood)
        one.page.get_by_role("button", name="Save").click()
        expect(one.page.locator("#said")).to_contain_text("Saved in")
        assert (tmp_path / "orders.txt").read_text() == f"{one.head}\n{body}END\n"
        assert one.faults == []


def test_a_word_is_offered_and_taken_and_a_fault_leads_to_its_line(
    browser: Browser, tmp_path: Path
) -> None:
    with writing(browser, "knighthawks", tmp_path) as one:
        one.write(f"{one.head}\nSHIP B1\nmove str")
        one.page.locator("#next").get_by_role("button", name="straight").click()
        sheet = one.page.locator("#sheet")
        expect(sheet).to_have_value(f"{one.head}\nSHIP B1\nmove straight ")
        one.write(f"{one.head}\nSHIP B1\nmove sideways\nEND\n")
        expect(one.page.locator("#gutter b")).to_have_text("×3")
        one.page.locator("#receipt").get_by_role("button", name="line 3").first.click()
        assert sheet.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == (
            "move sideways"
        )


def test_a_unit_leads_to_its_lines(browser: Browser, tmp_path: Path) -> None:
    with writing(browser, "knighthawks", tmp_path) as one:
        one.page.locator("#units").get_by_role("button", name="B1", exact=True).click()
        chosen = one.page.locator("#sheet").evaluate(
            "one => one.value.slice(one.selectionStart, one.selectionEnd)"
        )
        assert chosen.startswith("SHIP B1")


def test_two_pages_do_not_overwrite_each_other(browser: Browser, tmp_path: Path) -> None:
    with writing(browser, "knighthawks", tmp_path) as one:
        other = one.page.context.new_page()
        other.goto(f"http://127.0.0.1:{one.server.port}/")
        other.locator("#sheet").fill("the other page's")
        other.get_by_role("button", name="Save").click()
        expect(other.locator("#said")).to_contain_text("Saved in")
        one.write("mine")
        one.page.get_by_role("button", name="Save").click()
        expect(one.page.locator("#said")).to_contain_text("was changed meanwhile")
        assert (tmp_path / "orders.txt").read_text() == "the other page's"


def test_without_the_program_nothing_typed_is_lost(browser: Browser, tmp_path: Path) -> None:
    with writing(browser, "knighthawks", tmp_path) as one:
        one.page.route("**/check", lambda route: route.abort())
        one.page.route("**/save", lambda route: route.abort())
        one.write("typed while it was away")
        expect(one.page.locator("#said")).to_contain_text("does not answer")
        one.page.get_by_role("button", name="Save").click()
        expect(one.page.locator("#said")).to_contain_text("nothing was saved")
        expect(one.page.locator("#sheet")).to_have_value("typed while it was away")


@pytest.mark.parametrize(
    ("game", "width", "scheme"),
    [
        pytest.param("knighthawks", PHONE, "dark"),
        pytest.param("nova", DESK, "light"),
        pytest.param("deltavee", PHONE, "light", marks=pytest.mark.slow),
        pytest.param("knighthawks", DESK, "light", marks=pytest.mark.slow),
        pytest.param("nova", PHONE, "dark", marks=pytest.mark.slow),
        pytest.param("deltavee", DESK, "dark", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing(
    browser: Browser, game: str, width: int, scheme: Scheme, tmp_path: Path
) -> None:
    with writing(browser, game, tmp_path, width, scheme) as one:
        expect(one.page.locator("#receipt")).not_to_be_empty()
        found = Axe().run(one.page).response["violations"]
        assert [
            (each["id"], [node["html"][:150] for node in each["nodes"]]) for each in found
        ] == []
        wide = one.page.evaluate("document.documentElement.clientWidth")
        assert one.page.evaluate("document.documentElement.scrollWidth") == wide
