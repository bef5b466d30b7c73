"""Opening a page and looking at it: what it asked for, what it said, how it lies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page

PHONE, DESK = 360, 1280
Scheme = Literal["light", "dark"]
Motion = Literal["reduce", "no-preference"]


@dataclass
class Look:
    """A page that is open, with all it asked the network for and all that went wrong on it."""

    page: Page
    asked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def player(self, number: int = 0) -> Player:
        """A player on the page."""
        return Player(self.page.locator(".play").nth(number))


@contextmanager
def opened(
    browser: Browser,
    file: Path,
    width: int = DESK,
    scheme: Scheme = "light",
    motion: Motion = "reduce",
    script: bool = True,
) -> Iterator[Look]:
    """The page in a window of its own; faults are console messages, errors, broken policies."""
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion=motion,
        java_script_enabled=script,
        has_touch=width == PHONE,
    )
    context.set_default_timeout(10_000)
    page = context.new_page()
    look = Look(page)
    page.on("request", lambda request: look.asked.append(request.url))
    page.on("console", lambda message: look.faults.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: look.faults.append(str(error)))
    page.goto(file.as_uri())
    yield look
    context.close()


@dataclass(frozen=True)
class Player:
    """The player of a turn or a battle."""

    box: Locator

    def press(self, name: str) -> None:
        """Press one of its buttons."""
        self.box.get_by_role("button", name=name, exact=True).click()

    def first(self) -> None:
        """Go to its first step, if it has several."""
        if self.box.get_by_role("slider").count():
            self.box.get_by_role("slider").fill("0")

    def whole(self) -> None:
        """Show all of the picture."""
        button = self.box.get_by_role("button", name="Show all of the picture")
        if button.is_enabled():
            button.click()

    @property
    def shown(self) -> Locator:
        """The figure that is shown."""
        return self.box.locator("figure:not(.off)")

    @property
    def title(self) -> str:
        """What the figure is called."""
        return (self.shown.locator("figcaption").text_content() or "").strip()

    @property
    def said(self) -> str:
        """What it says of the step."""
        return self.box.locator("output").inner_text()

    @property
    def stage(self) -> Locator:
        """What the picture stands in."""
        return self.box.locator(".stage")

    @property
    def tip(self) -> Locator:
        """What it tells of a thing pointed at."""
        return self.box.locator(".tip")

    @property
    def told(self) -> list[str]:
        """The ids of the events of the step, in order."""
        items = self.box.locator(".events li[data-e], .events tr[data-e]").all()
        return [one.get_attribute("data-e") or "" for one in items]

    def view(self) -> list[float]:
        """Left, top, width and height of what is seen of the picture."""
        box = self.shown.locator("svg").first.get_attribute("viewBox") or ""
        return [float(number) for number in box.split()]

    def on_fire(self) -> tuple[float, float]:
        """A place on the window at which the first line of fire can be pointed at."""
        shot = self.shown.locator(".shot").first
        shot.scroll_into_view_if_needed()
        x, y = shot.evaluate(
            """shot => {
              const line = shot.querySelector("path, circle"), long = line.getTotalLength();
              for (let part = 5; part < 100; part += 5) {
                const at = line.getPointAtLength(long * part / 100)
                  .matrixTransform(line.getScreenCTM());
                const there = document.elementFromPoint(at.x, at.y);
                if (there && shot.contains(there)) return [at.x, at.y];
              }
            }"""
        )
        return x, y

    def places(self) -> dict[str, Any]:
        """Where the marks of all ships that moved stand now."""
        found: dict[str, Any] = self.shown.locator("[data-way]").evaluate_all(
            """all => Object.fromEntries(
              all.map(one => [one.dataset.u, one.getAttribute("transform")]))"""
        )
        return found
