"""A real browser for the pages: one for all tests, without network; skipped where there is none."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from pbm.pages.report_files import pages
from tests.retold import retold

CHROMIUM = Path("/usr/bin/chromium")
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
# A stage of each game with movement and fire, and in Nova with a battle.
STAGES = {
    "knighthawks": ("beacon/turns/003", "heron"),
    "deltavee": ("showdown/turns/006", "lynx"),
    "nova": ("age/turns/015", "virus"),
}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"*** NOT TESTED in a real browser: there is no {CHROMIUM} ***")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with sync_playwright() as playwright:
            # What printed a PDF in this process left it the fonts of PDFs alone (pages/fonts.py).
            env: dict[str, str | float | bool] = {
                key: value for key, value in os.environ.items() if key != "FONTCONFIG_FILE"
            }
            found = playwright.chromium.launch(
                executable_path=str(CHROMIUM), args=list(QUIET), env=env
            )
            yield found
            found.close()


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The page of each game, as a file."""
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for game, (stage, player) in STAGES.items():
        page = pages(retold(stage, player), "", pdfs=False)["report.html"]
        found[game] = folder / f"{game}.html"
        found[game].write_bytes(page)
    return found
