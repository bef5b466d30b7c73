"""The page on designs is true, and ``pbm design`` prints what the functions give."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from pbm.cli import main
from pbm.games.nova.orders.designs.design_text import DesignLine, read_design_line
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.components import KINDS
from pbm.games.nova.state.presets import PRESETS
from tests.games.nova.sheet_table import known

PAGE = Path(__file__).parents[4] / "docs" / "players" / "nova-designs.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.fixture
def ships(tmp_path: Path) -> Path:
    (sheet,) = blocks("designs")
    path = tmp_path / "ships.txt"
    path.write_text(sheet, encoding="utf-8")
    return path


def pbm(*words: object, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["pbm", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main.main()
    return int(ended.value.code or 0)


def test_the_page_shows_what_the_command_prints(
    ships: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pbm("design", ships, "--preset", "hun", monkeypatch=monkeypatch) == 1
    printed = capsys.readouterr().out
    first, last = blocks("shown")
    assert printed.startswith(f"{first}\n")
    assert printed.endswith(f"\n\n{last}")


def test_rows_for_scripts(
    ships: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tech = "FC 4, FA 120, FD 5, IE 4, JD 3, SN 20, SI 9, SM 4, MD 5, MA 60, MR 10"
    assert pbm("design", ships, "--tech", tech, "--json", monkeypatch=monkeypatch) == 0
    said = capsys.readouterr()
    rows = json.loads(said.out)
    assert [row["name"] for row in rows] == ["Hornet", "Hornet-2", "Dart"]
    assert [row["tp"] for row in rows] == [2, 1, 1]
    assert not any(row["faults"] for row in rows)
    assert said.err == ""


def test_faults_of_rows_are_told_beside_them(
    ships: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pbm("design", ships, "--preset", "hun", "--json", monkeypatch=monkeypatch) == 1
    said = capsys.readouterr()
    rows = json.loads(said.out)
    assert rows[1]["faults"][0]["rule"] == "NV TEC-41"
    assert "FD 5 is beyond your technology" in said.err


def test_a_packet_gives_the_technology(
    ships: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packet = tmp_path / "packet.json"
    view = known()
    view["empire"]["tech"] = {"FC": 9}
    packet.write_text(json.dumps({"known": view}))
    assert pbm("design", ships, "--packet", packet, monkeypatch=monkeypatch) == 1
    said = capsys.readouterr().out
    assert "IE 4 is beyond your technology" in said
    assert "FC 4 is beyond your technology" not in said


def test_one_technology_at_most(ships: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("design", ships, "--preset", "hun", "--tech", "FC 2")
    assert pbm(*words, monkeypatch=monkeypatch) == 2


def test_every_component_and_every_form_of_the_table_is_read() -> None:
    table = TEXT.split("## Lines of a design")[1].split("## Redesigns")[0]
    used = set()
    for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE):
        for form in re.findall(r"`([^`]+)`", row):
            line = read_design_line(form)
            assert isinstance(line, DesignLine), form
            used |= {line.part.kind} if line.part else set()
    used |= set(re.findall(r"`([A-Z]{2})`", table))
    assert used >= set(KINDS)


def test_the_sample_technologies_of_the_page() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| ([\d.]+) \|$", TEXT, re.MULTILINE)
    assert rows == [
        (
            name,
            ", ".join(f"{kind} {level}" for kind, level in preset.levels.items()),
            amount_text(preset.points),
        )
        for name, preset in PRESETS.items()
    ]
