"""The pages of each game as a person meets them: on a phone and at a desk, by day and at night,
with and without script, by a screen reader."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser

from tests.end_to_end.browser.looking import DESK, PHONE, Look, Scheme, opened

GAMES = ("knighthawks", "deltavee", "nova")
SIGHTS: tuple[tuple[int, Scheme], ...] = (
    (PHONE, "dark"),
    (DESK, "light"),
    (PHONE, "light"),
    (DESK, "dark"),
)
# By day at a desk and by night on a phone are tried always.
WAYS = [
    pytest.param((game, *sight), marks=[pytest.mark.slow] if place > 1 else [])
    for game in GAMES
    for place, sight in enumerate(SIGHTS)
]
SEEN = Path(__file__).parent / "seen.json"
# A picture is compared as so many fields of grey. A line moved by a field's width changes few of
# them much, other fonts change all of them a little.
ACROSS, DOWN = 16, 12
FIELD, MEAN = 30, 6  # of 255: the most that one field may differ, and all of them on average


@pytest.fixture(scope="module", params=WAYS)
def sight(
    request: pytest.FixtureRequest, browser: Browser, files: dict[str, Path]
) -> Iterator[tuple[str, Look]]:
    """Every page in every way; the name says which."""
    game, width, scheme = request.param
    with opened(browser, files[game], width, scheme) as look:
        yield f"{game} {width} {scheme}", look


# What sticks out of the page to the right, without what scrolls by itself.
OUTSIDE = """() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = one => {
    for (; one; one = one.parentElement)
      if (/auto|scroll|hidden/.test(getComputedStyle(one).overflowX)) return true;
    return false;
  };
  return [...document.querySelectorAll("body *")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && (box.right > wide + 1 || box.left < -1) && !scrolls(one.parentElement)
      && !scrolls(one);
  }).map(one => `${one.tagName} ${one.className}`);
}"""
# Blocks that follow one another must not lie upon one another.
UPON = """() => {
  const found = [];
  for (const one of document.querySelectorAll("main > *, .play > *, .bar > *")) {
    const next = one.nextElementSibling;
    if (!next) continue;
    const a = one.getBoundingClientRect(), b = next.getBoundingClientRect();
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    if (a.width && b.width && high > 1 && wide > 1)
      found.push(`${one.className} ${next.className}`);
  }
  return found;
}"""


def test_nothing_sticks_out_or_lies_upon_another(sight: tuple[str, Look]) -> None:
    _name, look = sight
    page = look.page
    wide = page.evaluate("document.documentElement.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") == wide
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(UPON) == []
    stage = look.player().stage.bounding_box()
    assert stage is not None
    assert stage["width"] > 0.85 * min(wide, 800)


def test_buttons_are_large_enough_for_a_thumb(sight: tuple[str, Look]) -> None:
    _name, look = sight
    for button in look.page.locator(".bar button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40


def test_the_pictures_look_as_they_did(sight: tuple[str, Look]) -> None:
    """With PBM_SEE=1 what is seen now is kept as what was; look at it before."""
    name, look = sight
    now = {}
    for number in range(min(2, look.page.locator(".play").count())):
        player = look.player(number)
        player.first()
        now[f"{name} {number}"] = fields(player.stage.screenshot())
        player.whole()
    seen: dict[str, Any] = json.loads(SEEN.read_text()) if SEEN.exists() else {}
    if os.environ.get("PBM_SEE"):
        lines = [f"{json.dumps(key)}: {what}" for key, what in sorted({**seen, **now}.items())]
        SEEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        return
    for key, values in now.items():
        apart = [abs(a - b) for a, b in zip(values, seen[key], strict=True)]
        assert max(apart) <= FIELD, (key, apart)
        assert sum(apart) <= MEAN * len(apart), (key, apart)


def fields(png: bytes) -> list[int]:
    """A picture as a few fields of grey."""
    small = Image.open(io.BytesIO(png)).convert("L").resize((ACROSS, DOWN), Image.Resampling.BOX)
    return list(small.tobytes())


def test_the_comparison_can_fail() -> None:
    blank, other = Image.new("L", (320, 240), 255), Image.new("L", (320, 240), 255)
    other.paste(0, (100, 100, 130, 130))
    values = []
    for one in (blank, other):
        data = io.BytesIO()
        one.save(data, "PNG")
        values.append(fields(data.getvalue()))
    assert max(abs(a - b) for a, b in zip(*values, strict=True)) > FIELD


@pytest.mark.parametrize("game", GAMES)
def test_without_script_everything_is_there_to_read(
    browser: Browser, files: dict[str, Path], game: str
) -> None:
    with opened(browser, files[game], PHONE, script=False) as look:
        page = look.page
        assert page.locator(".play.on, .bar, .tip").count() == 0
        figures = page.locator(".play figure")
        assert figures.count() >= 3
        for figure in (figures.first, figures.last):
            box = figure.locator("svg").first.bounding_box()
            assert box is not None
            assert box["width"] > 250
            assert box["height"] > 100
            assert figure.locator("figcaption").is_visible()
        first = page.locator(".story li").first
        assert first.is_visible()
        why = page.locator("details.why").first
        assert not why.locator("p").is_visible()
        why.locator("summary").click()
        assert why.locator("p").is_visible()


# Once for each game in the short run: axe looks at every element of a long page.
@pytest.mark.parametrize(
    "way",
    [
        pytest.param(one.values[0], marks=[] if place in (0, 5, 9) else [pytest.mark.slow])
        for place, one in enumerate(WAYS)
    ],
)
def test_axe_finds_nothing_serious(
    browser: Browser, files: dict[str, Path], way: tuple[str, int, Scheme]
) -> None:
    game, width, scheme = way
    with opened(browser, files[game], width, scheme) as look:
        player = look.player()
        player.first()
        found = Axe().run(look.page).response["violations"]
        bad = [
            (one["id"], one["impact"], node["html"][:200], node.get("failureSummary", "")[:300])
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"][:3]
        ]
        assert bad == []
