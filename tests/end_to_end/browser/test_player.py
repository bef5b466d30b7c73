"""The player of turns and battles in a real browser, for each game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.end_to_end.browser.looking import PHONE, Look, Motion, Player, opened

GAMES = ("knighthawks", "deltavee", "nova")
MAP, TURN, BATTLE = 0, 1, 2  # the players on a page


@pytest.fixture(scope="module", params=GAMES)
def look(
    request: pytest.FixtureRequest, browser: Browser, files: dict[str, Path]
) -> Iterator[Look]:
    with opened(browser, files[request.param]) as found:
        found.page.evaluate(f"window.game = '{request.param}'")
        yield found


def turn(look: Look) -> Player:
    player = look.player(TURN)
    player.whole()
    return player


def test_a_page_asks_for_nothing_and_complains_of_nothing(look: Look) -> None:
    assert look.asked == [look.page.url]
    assert look.faults == []


def test_steps_go_on_and_back_and_each_tells_its_phase(look: Look) -> None:
    player = turn(look)
    player.first()
    number = player.box.locator("figure").count()
    assert number >= 2
    seen = []
    for place in range(number):
        assert player.said == f"Step {place + 1} of {number}: {player.title}"
        assert player.shown.count() == 1
        seen.append(player.title)
        source = player.shown.get_attribute("data-from")
        if source is not None:
            story = look.page.locator(f"#{source} li[data-e], #{source} tr[data-e]").all()
            assert player.told == [one.get_attribute("data-e") for one in story]
        if place < number - 1:
            player.press("Step on")
    assert len(set(seen)) == number
    assert player.box.get_by_role("button", name="Step on").is_disabled()
    player.press("Step back")
    assert player.title == seen[-2]


def test_keys_zoom_move_and_step(look: Look) -> None:
    player = turn(look)
    player.first()
    whole = player.view()
    player.stage.focus()
    look.page.keyboard.press("+")
    near = player.view()
    assert [round(number * 3 / 2) for number in near[2:]] == [round(n) for n in whole[2:]]
    look.page.keyboard.press("ArrowRight")
    assert player.view()[0] > near[0]
    assert player.view()[1:] == near[1:]
    for _ in range(9):
        look.page.keyboard.press("ArrowRight")
    assert player.view()[0] + player.view()[2] == pytest.approx(whole[0] + whole[2], abs=0.3)
    title = player.title
    look.page.keyboard.press("]")
    assert player.title != title
    look.page.keyboard.press("[")
    assert player.title == title
    assert player.view()[2] < whole[2]
    look.page.keyboard.press("0")
    assert player.view() == whole


def test_the_wheel_zooms_around_the_pointer_once_the_picture_is_chosen(look: Look) -> None:
    player = turn(look)
    player.first()
    whole = player.view()
    look.page.evaluate("document.activeElement.blur()")
    player.stage.hover(position={"x": 40, "y": 40})
    look.page.mouse.wheel(0, -100)
    assert player.view() == whole
    player.stage.focus()
    room = player.shown.locator("svg").first.bounding_box()
    assert room is not None
    look.page.mouse.move(room["x"] + room["width"] / 4, room["y"] + room["height"] / 4)
    look.page.mouse.wheel(0, -100)
    look.page.wait_for_timeout(50)
    near = player.view()
    assert near[2] < whole[2]
    at = whole[0] + whole[2] / 4
    assert (at - near[0]) / near[2] == pytest.approx(0.25, abs=0.02)
    # And a drag moves it.
    look.page.mouse.down()
    look.page.mouse.move(room["x"] + room["width"] / 4 - 60, room["y"] + room["height"] / 4)
    look.page.mouse.up()
    assert player.view()[0] > near[0]
    player.press("Show all of the picture")
    assert player.view() == whole


def _to_fire(player: Player) -> None:
    player.first()
    while not player.shown.locator(".shot").count():
        player.press("Step on")


def test_pointing_at_fire_tells_order_rule_terms_and_dice(look: Look) -> None:
    player = turn(look) if look.page.evaluate("window.game") != "nova" else look.player(BATTLE)
    _to_fire(player)
    shot = player.shown.locator(".shot").first
    event = (shot.get_attribute("data-e") or "").split()[0]
    assert not player.tip.is_visible()
    look.page.mouse.move(*player.on_fire())
    assert player.tip.is_visible()
    assert player.tip.locator(f"li[data-e~='{event}']").count() == 1
    said = player.tip.inner_text()
    assert "rolled" in said or "dice" in said or "letter" in said or "+ FC" in said
    assert "KH 4" in said or "DV 8" in said or "BL" in said
    look.page.mouse.move(0, 0)
    player.stage.dispatch_event("pointerleave")
    assert not player.tip.is_visible()
    # A click keeps it, Escape lets go.
    look.page.mouse.click(*player.on_fire())
    look.page.mouse.move(0, 0)
    assert player.tip.is_visible()
    assert player.box.locator(".events .hot").count() >= 1
    look.page.keyboard.press("Escape")
    assert not player.tip.is_visible()


def test_an_event_reached_by_the_keyboard_shows_its_fire(look: Look) -> None:
    player = turn(look) if look.page.evaluate("window.game") != "nova" else look.player(BATTLE)
    _to_fire(player)
    shot = player.shown.locator(".shot").first
    event = (shot.get_attribute("data-e") or "").split()[0]
    item = player.box.locator(f".events [data-e~='{event}']").first
    summary = item.locator("summary").first
    if not summary.count():
        pytest.skip("volleys of a large battle are told in one list")
    summary.focus()
    assert "hot" in (shot.get_attribute("class") or "").split()
    look.page.keyboard.press("Enter")
    assert item.locator("details").get_attribute("open") is not None
    look.page.evaluate("document.activeElement.blur()")
    assert "hot" not in (shot.get_attribute("class") or "").split()


def _play_step(player: Player, number: int) -> None:
    """Come to a step in a lively way."""
    slider = player.box.get_by_role("slider")
    if number:
        slider.fill(str(number - 1))
        player.press("Step on")
    else:
        slider.fill(slider.get_attribute("max") or "")
        player.press("Play the steps")


@pytest.mark.parametrize(
    ("game", "motion"),
    [
        ("knighthawks", "no-preference"),
        ("knighthawks", "reduce"),
        pytest.param("deltavee", "no-preference", marks=pytest.mark.slow),
        pytest.param("deltavee", "reduce", marks=pytest.mark.slow),
        ("nova", "no-preference"),
        pytest.param("nova", "reduce", marks=pytest.mark.slow),
    ],
)
def test_ships_move_along_their_ways_unless_motion_is_unwanted(
    browser: Browser, files: dict[str, Path], game: str, motion: Motion
) -> None:
    with opened(browser, files[game], motion=motion) as look:
        # The page's own clock: how fast this machine is has no part in it.
        look.page.clock.install()
        player = look.player(TURN)
        player.first()
        number = 0
        while not player.shown.locator("[data-way]").count():
            number += 1
            player.press("Step on")
        look.page.clock.run_for(5000)
        end = player.places()
        _play_step(player, number)
        look.page.clock.run_for(100)
        title = player.title
        assert player.places()
        if motion == "reduce":
            assert player.places() == end
        else:
            assert player.places() != end
            while player.shown.locator("svg.moving").count():
                look.page.clock.run_for(100)
            assert player.places() == end
        assert player.title == title
        assert look.faults == []


def test_played_to_its_end_a_turn_stops(browser: Browser, files: dict[str, Path]) -> None:
    with opened(browser, files["knighthawks"]) as look:
        look.page.clock.install()
        player = look.player(TURN)
        steps = player.box.locator("figcaption").all_text_contents()
        player.press("Play the steps")
        assert player.said.startswith("Step 1 ")
        look.page.clock.run_for(60_000)
        assert player.title == steps[-1].strip()
        assert player.box.get_by_role("button", name="Play the steps").inner_text() == "Play"


def test_two_fingers_zoom_and_one_scrolls_the_page(
    browser: Browser, files: dict[str, Path]
) -> None:
    with opened(browser, files["deltavee"], PHONE) as look:
        player = look.player(TURN)
        player.whole()
        whole = player.view()
        assert player.stage.evaluate("one => getComputedStyle(one).touchAction") == "pan-y"
        player.stage.evaluate(
            """stage => {
              const room = stage.getBoundingClientRect();
              const touch = (kind, id, x) => stage.dispatchEvent(new PointerEvent(kind, {
                pointerId: id, pointerType: "touch", bubbles: true, isPrimary: id === 1,
                clientX: room.left + x, clientY: room.top + 60 }));
              touch("pointerdown", 1, 100); touch("pointerdown", 2, 140);
              touch("pointermove", 2, 150); touch("pointermove", 2, 200);
              touch("pointerup", 1, 100); touch("pointerup", 2, 200);
            }"""
        )
        assert player.view()[2] == pytest.approx(whole[2] / 2, rel=0.02)
        assert player.stage.evaluate("one => getComputedStyle(one).touchAction") == "none"
        assert look.faults == []


# The pixels of each word that is seen of a picture.
WORDS = """box => [...box.querySelectorAll("figure:not(.off) svg text")]
  .filter(one => getComputedStyle(one).visibility === "visible")
  .map(one => Number(one.getAttribute("font-size")) * one.getScreenCTM().a)"""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_words_are_readable_and_none_is_small(
    browser: Browser, files: dict[str, Path], game: str
) -> None:
    """Names can be read at the first look; seen from too far off, they are not shown."""
    with opened(browser, files[game], PHONE) as look:
        for number in range(look.page.locator(".play").count()):
            player = look.player(number)
            words = player.box.evaluate(WORDS)
            assert words
            assert min(words) >= 9.9
            player.whole()
            assert all(size >= 9.9 for size in player.box.evaluate(WORDS))


@pytest.mark.parametrize("game", ["knighthawks", "deltavee"])
def test_zoom_goes_to_where_things_happen(
    browser: Browser, files: dict[str, Path], game: str
) -> None:
    with opened(browser, files[game], PHONE) as look:
        player = look.player(MAP)
        x, y, wide, high = map(float, (player.shown.get_attribute("data-look") or "").split())
        player.whole()
        player.press("Zoom in")
        player.press("Zoom in")
        left, top, width, height = player.view()
        assert left <= x + wide / 2 <= left + width
        assert top <= y + high / 2 <= top + height


@pytest.mark.parametrize("game", GAMES)
def test_the_tools_stand_in_one_row(browser: Browser, files: dict[str, Path], game: str) -> None:
    with opened(browser, files[game], PHONE) as look:
        for bar in look.page.locator(".bar").all():
            tops = bar.locator("button").evaluate_all(
                "all => all.map(one => Math.round(one.getBoundingClientRect().top))"
            )
            assert len(set(tops)) == 1
