"""The page on custom scenarios is true: its tables, its faults; its scenario is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbm.campaign.scenarios import read_scenario
from pbm.games.deltavee.rules.victory.victory import VICTORY_KINDS
from pbm.games.deltavee.scenario.scenario_file import SpecialPart, VictoryPart
from pbm.games.deltavee.state.specials import SPECIAL_KINDS
from pbm.kit.problems import Faults, render_all
from pbm.service import api
from tests.core import table

PAGE = Path(__file__).parents[4] / "docs" / "scenarios-deltavee.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


WHOLE = (PAGE.parent / "mine.toml").read_text(encoding="utf-8")
SHEETS = {
    "setup": {
        "Bob": """SETUP  mine  turn 0  for Bob
SHIP A  (Flute)
  at B1407 dir 9 velocity 4
SHIP B  (Flute)
  at B1411 dir 9 velocity 4
END
""",
        "Ilse": """SETUP  mine  turn 0  for Ilse
SHIP A Lantern (Sword)
  pods 1 energy, 2 battle comm, 3 battlecraft, 4-5 heavy weapon
END
""",
    },
    "orders": {
        "Bob": """ORDERS  mine  turn 1  for Bob
ALL SHIPS
  command accelerate
  battle prepare guided
END
""",
        "Ilse": """ORDERS  mine  turn 1  for Ilse
SHIP A
  command accelerate 2
  orbit leave
  battle prepare guided from 4; prepare guided from 5; active search
SHIP B
  enter dir 5 velocity 3
END
""",
    },
}


def faults(text: str) -> str:
    """What is said of a file; empty if nothing is wrong with it."""
    try:
        read_scenario(text.encode(), "mine.toml")
    except Faults as found:
        return render_all(found.problems)
    return ""


def test_the_file_is_whole() -> None:
    assert faults(WHOLE) == ""
    for kind in ("sides", "victory"):
        assert f'"{kind}" is missing' in faults(re.sub(rf"(?m)^\[\[{kind}\]\]", "[[none]]", WHOLE))


def test_the_faults_are_said_as_the_page_has_them() -> None:
    (wrong,) = blocks("toml wrong")
    (said,) = blocks("text faults")
    assert faults(f"{WHOLE}\n{wrong}") == said.rstrip("\n")


def named_in_tables() -> list[str]:
    rows = re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)
    return [name for name in rows if name in (*SPECIAL_KINDS, *VICTORY_KINDS)]


def test_the_tables_name_every_kind_once() -> None:
    assert sorted(named_in_tables()) == sorted([*SPECIAL_KINDS, *VICTORY_KINDS])


@pytest.mark.parametrize("kind", SPECIAL_KINDS)
def test_the_table_says_which_numbers_a_kind_has(kind: str) -> None:
    (row,) = re.findall(rf"^\| `{kind}` \|(.*)$", TEXT, re.MULTILINE)
    needs = SPECIAL_KINDS[kind]
    assert ("`number`" in row) == (needs.number is not None)
    assert ("`limit`" in row) == (needs.limit is not None)
    assert ("`name`" in row) == bool(needs.map or needs.names)


def test_every_line_of_a_special_and_a_victory_is_known() -> None:
    assert set(SpecialPart.__struct_fields__) == {"kind", "units", "number", "limit", "name"}
    assert set(VictoryPart.__struct_fields__) == {"kind", "side", "title", "units", "number"}


def test_the_scenario_is_played_to_the_first_turn(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(WHOLE, encoding="utf-8")
    campaign = api.new_campaign(
        tmp_path / "mine", str(file), players=["Guard=Ilse", "Raiders=Bob"], seed="x",
        at=table.BEGUN,
    )  # fmt: skip
    for kind, at in (("setup", table.SENT), ("orders", table.RUN)):
        texts = [(f"{who}.txt", sheet.encode()) for who, sheet in SHEETS[kind].items()]
        received = api.submit(campaign, texts, at=at)
        assert all(one.in_force for one in received)
        assert not [p for one in received for p in one.problems if p.is_error]
        api.run_turn(campaign, how=api.How(pdfs=False), at=at)
    standing = api.status(campaign)
    assert standing is not None
    events = (campaign.folder / "turns" / "001" / "events.jsonl").read_text(encoding="utf-8")
    for told in ('"kind":"moved"', '"kind":"prepared"', "no energy pod of A is damaged"):
        assert told in events
    first = (campaign.folder / "turns" / "000" / "events.jsonl").read_text(encoding="utf-8")
    assert '"at":"B1407"' in first
