"""The game that docs/new-game.md builds, made of the very blocks of that page, and played."""

from __future__ import annotations

import re
import shutil
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
from pbm.kit.problems import Faults, render_all
from pbm.service.api import check_sheet, new_campaign, open_campaign, replay, run_turn, submit
from pbm.storage.turn_folders import in_force

PAGE = Path(__file__).parents[2] / "docs" / "new-game.md"
BLOCK = re.compile(r"`(race/[\w./-]+)`:\n\n```\w*\n(.*?)```", re.DOTALL)
BEGUN = "2026-03-01T12:00:00Z"
PLAYERS = ("A=Ann:ann@example.org", "B=Bob:bob@example.org")


def files() -> dict[str, str]:
    """The files of the game by their paths."""
    return dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder that the game is built in; it is registered as the page says."""
    folder = tmp_path_factory.mktemp("game")
    for name, text in files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    line = re.search(r"^    Entry\((.*)\)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    name, module, cases = (word.strip(' "') for word in line[1].split(","))
    entry = registry.Entry(name, module, cases)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setattr(registry, "GAMES", (*registry.GAMES, entry))
        yield folder / "race"
    for module in [name for name in sys.modules if name.partition(".")[0] == "race"]:
        del sys.modules[module]


def sheet(player: str, turn: int, order: str) -> tuple[str, bytes]:
    text = f"ORDERS derby turn {turn} for {player}\n{order}\nEND\n"
    return f"{player}.txt", text.encode()


def played(folder: Path, orders: Mapping[str, str], turns: int = 2) -> Campaign:
    """A campaign with set-up and some turns, in each of which the players order the same."""
    campaign = new_campaign(
        folder / "derby", "race/short", players=PLAYERS, seed="a seed", at=BEGUN, options={}
    )
    run_turn(campaign, at=BEGUN)
    for turn in range(1, turns + 1):
        day = f"2026-03-{turn + 1:02d}T12:00:00Z"
        submit(campaign, [sheet(who, turn, said) for who, said in orders.items()], at=day)
        run_turn(campaign, at=day)
        if in_force(campaign.folder)[-1].part.result:
            break
    return campaign


def report(campaign: Campaign, player: str) -> dict[str, bytes]:
    """Every byte of a player's reports but the PDFs, which are made of the pages."""
    found = sorted((campaign.folder / "turns").glob(f"*/reports/{player}/*"))
    return {
        file.relative_to(campaign.folder).as_posix(): file.read_bytes()
        for file in found
        if file.suffix != ".pdf"
    }


def test_the_game_is_small() -> None:
    modules = {name: text for name, text in files().items() if name.endswith(".py")}
    assert len(modules) <= 10
    assert sum(text.count("\n") for text in modules.values()) <= 500


def test_the_record_asks_for_at_most_ten_things() -> None:
    asked = [
        one.name
        for one in fields(Ruleset)
        if one.default is NODEFAULT and one.default_factory is NODEFAULT
    ]
    given = re.search(r"RULESET = Ruleset\((.*?)\n\)", files()["race/game.py"], re.DOTALL)
    assert given is not None
    assert set(asked) <= set(re.findall(r"^    (\w+)=", given[1], re.MULTILINE))
    assert len(asked) == 10


def test_from_sheet_to_report_and_replay(tmp_path: Path) -> None:
    campaign = played(tmp_path, {"Ann": "add 6", "Bob": "add 2"}, turns=2)
    page = report(campaign, "ann")["turns/002/reports/ann/report.html"].decode()
    assert "What happened" in page
    assert re.search(r"You are at \d+ of 30", page)
    (checked,) = check_sheet(sheet("Ann", 3, "add 7")[1], "s.txt", campaign=campaign)
    assert [problem.fault for problem in checked.problems] == ["7 is more than 6"]
    assert replay(campaign) == []


def test_the_game_ends(tmp_path: Path) -> None:
    """Five turns of six and a die are 35 at least."""
    campaign = played(tmp_path, {"Ann": "add 6", "Bob": "add 1"}, turns=5)
    last = in_force(campaign.folder)[-1]
    assert last.part.result == "ann wins"
    page = report(campaign, "bob")[f"turns/{last.name}/reports/bob/report.html"].decode()
    assert "ann wins." in page


def test_a_report_does_not_depend_on_what_others_ordered(tmp_path: Path) -> None:
    one, two = (
        played(tmp_path / order, {"Ann": "add 2", "Bob": f"add {order}"}, turns=1)
        for order in ("1", "6")
    )
    assert report(one, "ann") == report(two, "ann")
    assert report(one, "bob") != report(two, "bob")


def test_cases(game: Path) -> None:
    rows = run_cases([game])
    assert [(row["id"], row["result"]) for row in rows] == [
        ("RC-1", "pass"),
        ("RC-2", "pass"),
        ("RC-3", "pass"),
    ]


def test_every_altered_file_is_named(tmp_path: Path) -> None:
    """One byte of each file of the turns that is no page made again."""
    campaign = played(tmp_path, {"Ann": "add 2", "Bob": "add 3"}, turns=1)
    for file in sorted((campaign.folder / "turns" / "001").rglob("*")):
        name = file.relative_to(campaign.folder / "turns" / "001").as_posix()
        if not file.is_file() or file.suffix == ".pdf":
            continue
        whole = shutil.copytree(campaign.folder, tmp_path / "altered")
        data = file.read_bytes()
        (whole / file.relative_to(campaign.folder)).write_bytes(data[:-2] + b"~" + data[-1:])
        try:
            said = "\n".join(one.file for one in replay(open_campaign(whole), pdfs=False))
        except Faults as faults:
            said = render_all(faults.problems)
        assert said, name
        shutil.rmtree(whole)
