"""The game that docs/new-game.md explains, copied from docs/new-game, and played."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from pbm.campaign.campaign import Campaign
from pbm.conformance.runner import run_cases
from pbm.engine import registry
from pbm.engine.game import Ruleset
from pbm.kit.records import Record
from pbm.service.api import How, check_sheet, new_campaign, replay, run_turn, submit
from pbm.storage.turn_folders import in_force
from tests.new_game import NAME, PAGE, build, entry, files, forget

ROOT = Path(__file__).parents[2]
BEGUN = "2026-03-01T12:00:00Z"
PLAYERS = ("A=Ann:ann@example.org", "B=Bob:bob@example.org")


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder that the game is built in; it is registered as the page says."""
    folder = tmp_path_factory.mktemp("game")
    with pytest.MonkeyPatch.context() as patch:
        build(folder, patch)
        patch.setattr(registry, "GAMES", (*registry.GAMES, entry()))
        yield folder
    forget()


def sheet(player: str, turn: int, order: str) -> tuple[str, bytes]:
    text = f"ORDERS derby turn {turn} for {player}\n{order}\nEND\n"
    return f"{player}.txt", text.encode()


def played(folder: Path, orders: Mapping[str, str], turns: int, *, pdfs: bool) -> Campaign:
    """A campaign with set-up and some turns, in each of which the players order the same."""
    campaign = new_campaign(
        folder / "derby", "race/short", players=PLAYERS, seed="a seed", at=BEGUN, options={}
    )
    run_turn(campaign, how=How(pdfs=pdfs), at=BEGUN)
    for turn in range(1, turns + 1):
        day = f"2026-03-{turn + 1:02d}T12:00:00Z"
        submit(campaign, [sheet(who, turn, said) for who, said in orders.items()], at=day)
        run_turn(campaign, how=How(pdfs=pdfs), at=day)
        if in_force(campaign.folder)[-1].part.result:
            break
    return campaign


def page_of(campaign: Campaign, player: str) -> str:
    """A player's last report."""
    name = in_force(campaign.folder)[-1].name
    file = campaign.folder / "turns" / name / "reports" / player / "report.html"
    return file.read_text(encoding="utf-8")


def test_the_game_is_small() -> None:
    modules = {name: text for name, text in files().items() if name.endswith(".py")}
    assert len(modules) <= 10
    assert sum(text.count("\n") for text in modules.values()) <= 500


def asked_of(record: type[Record]) -> Iterator[str]:
    """What a record asks for: its fields without a default, and those of records among them."""
    for one in fields(record):
        if one.default is NODEFAULT and one.default_factory is NODEFAULT:
            inside = isinstance(one.type, type) and issubclass(one.type, Record)
            yield from asked_of(one.type) if inside else (one.name,)


def test_the_page_links_every_file() -> None:
    linked = re.findall(r"\]\(new-game/([^)]+)\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(set(files()) - {"pbm/games/race/__init__.py"})


def test_the_record_asks_for_at_most_ten_things_and_the_page_names_them() -> None:
    asked = list(asked_of(Ruleset))
    assert len(asked) <= 10
    named = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert named == asked
    record = re.search(
        r"RULESET = Ruleset\((.*?)\n\)", files()["pbm/games/race/game.py"], re.DOTALL
    )
    assert record is not None
    assert set(asked) <= set(re.findall(r"^    (\w+)=", record[1], re.MULTILINE))


class Inner(Record):
    one: int
    two: int
    three: int = 3


class Outer(Record):
    inner: Inner
    four: int
    five: Inner | None = None


def test_a_record_in_a_record_is_counted_by_what_it_asks_for() -> None:
    assert list(asked_of(Outer)) == ["one", "two", "four"]


def test_from_sheet_to_report_and_replay(tmp_path: Path) -> None:
    campaign = played(tmp_path, {"Ann": "add 6", "Bob": "add 2"}, 1, pdfs=True)
    page = page_of(campaign, "ann")
    assert ">Events</h2>" in page
    assert re.search(r"You are at \d+ of 30", page)
    (checked,) = check_sheet(sheet("Ann", 2, "add 7")[1], "s.txt", campaign=campaign)
    assert [problem.fault for problem in checked.problems] == ["7 is more than 6"]
    assert replay(campaign) == []


def test_the_game_ends(tmp_path: Path) -> None:
    """Five turns of six and a die are 35 at least."""
    campaign = played(tmp_path, {"Ann": "add 6", "Bob": "add 1"}, 5, pdfs=False)
    assert in_force(campaign.folder)[-1].part.result == "ann wins"
    assert "ann wins." in page_of(campaign, "bob")


def test_cases(game: Path) -> None:
    rows = run_cases([game / "tests" / "rulebook"])
    assert [(row.id, row.result) for row in rows] == [
        ("RC-1", "pass"),
        ("RC-2", "pass"),
        ("RC-3", "pass"),
    ]


def test_the_suites_over_all_games_hold_for_it() -> None:
    """What they know of it, they know by its registration: it is the one game they are given."""
    over_all = (ROOT / "tests" / "games").glob("test_*.py")
    suites = [*map(str, over_all), "tests/secrecy", "tests/faults/test_altered.py"]
    words = ["-m", "pytest", "-q", "-p", "tests.new_game", "-p", "no:cacheprovider", *suites]
    ran = subprocess.run(
        [sys.executable, *words, "-m", "not slow", "-k", f"[{NAME}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed is not None and int(passed[1]) >= 30, ran.stdout
