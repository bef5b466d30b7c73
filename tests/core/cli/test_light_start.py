"""Commands that print no page and fight no battle do not load what does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

ROOT = Path(__file__).resolve().parents[3]
PACKET = ROOT / "campaigns/two-lamps/turns/003/reports/linnet/packet.json"
# What takes long to load, and is for pages, clusters, seals, mail or workers.
HEAVY = (
    *(
        "pydantic",
        "importlib.metadata",
    ),  # by which Typer would take words, as long to load as Typer
    *("weasyprint", "jinja2", "pypdf", "fontTools", "distributed", "multiprocessing"),
    *(
        "cryptography",
        "imap_tools",
        "pbm.pages.render",
        "pbm.parallel.dask_pool",
        "pbm.service.api",
    ),
    *(
        "tomlkit",
        "pbm.campaign.campaign",
        "pbm.turns.assemble",
        "pbm.turns.history",
        "pbm.campaign.inbox",
    ),
    *(
        "pbm.games.nova.report.art",
        "pbm.games.nova.conformance.cases",
        "pbm.games.nova.rules.phases",
    ),
)


def loaded(*words: str) -> set[str]:
    """The modules that a command loaded."""
    command = [sys.executable, "-X", "importtime", "-m", "pbm", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


def test_help_loads_the_command_line_alone() -> None:
    found = loaded("--help")
    assert "pbm.cli.main" in found
    assert not found & {*HEAVY, "lark"}


def test_a_check_at_home_loads_its_game_and_what_reads_a_sheet(tmp_path: Path) -> None:
    sheet = tmp_path / "linnet.txt"
    sheet.write_text("ORDERS two-lamps turn 4 for Linnet\nGENERAL all ships: H or so\nEND\n")
    words = ("check", str(sheet), "--packet", str(PACKET))
    loaded(*words)  # the first start makes the tables of the language, and keeps them
    found = loaded(*words)
    assert {"pbm.intake.check", "pbm.games.nova.orders.announced"} <= found
    assert not found & {*HEAVY, "lark", "pbm.games.knighthawks.game", "pbm.games.deltavee.game"}


def test_the_list_of_scenarios_loads_no_game() -> None:
    found = loaded("scenarios")
    assert "pbm.campaign.scenarios" in found
    assert not found & {*HEAVY, "lark", "pbm.cli.sheets", "pbm.games.nova.game"}


# What reads a campaign, and what a text taken in is known by: the program's version.
OF_CAMPAIGN = {"pbm.campaign.campaign", "pbm.campaign.inbox", "pbm.turns.assemble"}
OF_TEXTS = {"pbm.turns.history", "importlib.metadata"}


def test_status_and_intake_load_no_phases_and_no_other_commands(tmp_path: Path) -> None:
    folder = tmp_path / "two-lamps"
    copytree(ROOT / "campaigns/two-lamps", folder)
    sheet = tmp_path / "linnet.txt"
    sheet.write_text("ORDERS two-lamps turn 4 for Linnet\nGENERAL all ships: H\nEND\n")
    never = (
        {*HEAVY, "pbm.cli.turns", "pbm.games.nova.rules.space_combat.rounds"}
        - OF_CAMPAIGN
        - OF_TEXTS
    )
    for words in (("submit", str(folder), str(sheet)), ("status", str(folder))):
        found = loaded(*words)
        assert found >= OF_CAMPAIGN
        assert not found & never


@pytest.mark.parametrize("game", ["knighthawks", "deltavee", "nova"])
def test_a_game_loads_its_battles_and_pages_when_they_are_asked_for(game: str) -> None:
    script = f"import pbm.games.{game}.game, sys; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    late = {
        f"pbm.games.{game}.{name}"
        for name in ("report.art", "conformance.cases", "report.story", "conformance.case_setup")
    }
    assert not late & set(done.stdout.split())


def test_who_is_awaited_is_told_without_what_fights_battles() -> None:
    script = (
        "import pbm.games.nova.rules.battle_by_mail.waiting, sys; print('\\n'.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "pbm.games.nova.view.view" in done.stdout.split()
    assert "pbm.games.nova.rules.space_combat" not in done.stdout


@pytest.mark.parametrize("game", ["knighthawks", "deltavee", "nova"])
def test_a_turn_is_played_without_lark(game: str) -> None:
    script = f"import pbm.games.{game}.rules.phases, sys; print('lark' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
