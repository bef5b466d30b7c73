"""A first report lists the ships of allies and enemies, before anybody has placed any.

What they are is read from the scenario's file, not from what the program makes of it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from pbm.games import deltavee, knighthawks
from pbm.service.api import new_campaign

NAMES = {
    "knighthawks": (
        Path(knighthawks.__file__),
        "fleet",
        ("A=Ann", "A=Art", "B=Bea", "B=Ben"),
        "Ann",
        "name",
    ),
    "deltavee": (
        Path(deltavee.__file__),
        "convoy-red",
        ("1=Ann", "2=Bea"),
        "Ann",
        "class",
    ),
}


def rows_of(page: str, title: str) -> str:
    """The text of the table under a heading, up to the next one."""
    part = re.split(r"<h[23][^>]*>", page.partition(title)[2])[0]
    return unescape(re.sub(r"<[^>]+>", " ", part))


@pytest.mark.parametrize("game", NAMES)
def test_a_first_report_lists_allies_and_enemies(game: str, tmp_path: Path) -> None:
    module, scenario, players, who, _named_by = NAMES[game]
    file = module.parent / "scenarios" / f"{scenario}.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    campaign = new_campaign(
        tmp_path / "new", f"{game}/{scenario}", players=players, seed="s", pdfs=False
    )
    page = (campaign.folder / f"turns/new/reports/{who.casefold()}/report.html").read_text()
    sides = {side["id"]: side["name"] for side in told["sides"]}
    own, *others = sides
    for side in others:
        theirs = rows_of(page, f"{sides[side]}, as known")
        expected = [one for one in told["ships"] if one["side"] == side]
        if game == "knighthawks":
            assert {one["name"] for one in expected} == {
                one["name"] for one in expected if one["name"] in theirs
            }
        else:
            classes = Counter(one["class"].capitalize() for one in expected)
            assert {one: theirs.count(one) for one in classes} == classes
        assert "to be placed" in theirs or "to be set up" in theirs
    if game == "knighthawks":
        allies = rows_of(page, "Other ships of your side")
        names = {one["name"] for one in told["ships"] if one["side"] == own and one["player"] == 2}
        assert names
        assert {name for name in names if name in allies} == names
